// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_shuffle.c - guards the engine for movements: which operations are goals, what is read off
 * instructions, that proposals do what they are for, how long they may be, and what is declined.
 *
 * Proposals are evaluated here by the terms of their programs; proofs are the judge's. */
#include "synth/permute/shuffle.h"
#include "tests/unit/fixture.h"

static mover_book *book;
static const regclass *x128;

static int set_up(void **state)
{
    if (load_spec(state)) return -1;
    x128 = spec_find_class(the_spec, "x128");
    book = mover_book_new(the_spec, &x128, 1);
    return 0;
}

static int tear_down(void **state)
{
    mover_book_free(book);
    return drop_spec(state);
}

static uint64_t seed = 1;
static uint64_t random_bits(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return seed ^ seed >> 29;
}

static bool is_goal(const char *name, unsigned w, labels *out)
{
    diags d = {0};
    bool is = shuffle_goal(spec_find_op(the_spec, name), w, x128, out, &d);
    diag_free(&d);
    return is;
}

/* ---- goals ---- */

static void movements_are_goals(void **state)
{
    (void)state;
    labels g;
    assert_true(is_goal("packl", 8, &g));
    assert_int_equal(g.at[0], 1);       /* the lowest nibble of lo */
    assert_int_equal(g.at[4], 1 + 8);   /* the low nibble of its field 1 */
    assert_int_equal(g.at[64], 1 + 128); /* of hi */
    assert_true(is_goal("slide_up_1", 4, &g));
    assert_int_equal(g.at[3], LABEL_ZERO);
    assert_int_equal(g.at[4], 1);
    assert_true(is_goal("sext2_0", 8, &g));
    assert_int_equal(g.at[7], 4); /* the sign of the first nibble */
    assert_true(is_goal("reverse", 3, &g));
    assert_int_equal(g.at[127], LABEL_FREE); /* 42 fields of 3 bits leave 2 bits over */
}

static void what_computes_or_depends_is_no_goal(void **state)
{
    (void)state;
    labels g;
    static const char *const none[] = {"add",      "xor",       "not",    "eq",  "packss",
                                       "packus_u", "reduce_or", "select", "mul", "abs"};
    for (unsigned i = 0; i < sizeof none / sizeof *none; i++)
        if (is_goal(none[i], 8, &g)) fail_msg("%s is taken for a movement", none[i]);
    assert_false(is_goal("mask_bits", 8, &g)); /* where it matters depends on the input */
    assert_false(is_goal("packl", 1, &g));     /* it does not exist there */
}

static void labels_out_of_range_are_no_goal(void **state)
{
    (void)state;
    arena mem = {0};
    labels g;
    permute_machine m = mover_machine(book, x128, spec_find_target(the_spec, "x86-64"), &mem);
    for (unsigned i = 0; i < 128; i++) g.at[i] = (label)(1 + i);
    assert_true(permute_is_goal(&m, 1, &g));
    g.at[5] = 129;
    assert_false(permute_is_goal(&m, 1, &g));
    assert_true(permute_is_goal(&m, 2, &g));
    g.at[5] = -2;
    assert_false(permute_is_goal(&m, 2, &g));
    arena_free(&mem);
}

/* ---- what instructions do ---- */

static unsigned count_movers(const permute_machine *m, const char *name, mover_kind kind)
{
    unsigned n = 0;
    for (unsigned i = 0; i < m->nmovers; i++)
        n += m->movers[i].kind == kind && !strcmp(the_spec->instrs[m->movers[i].instr].name, name);
    return n;
}

static void moves_are_read_off_the_terms(void **state)
{
    (void)state;
    arena mem = {0};
    permute_machine m = mover_machine(book, x128, spec_find_target(the_spec, "icelake-server"),
                                        &mem);
    assert_int_equal(count_movers(&m, "psllw", MOVER_PURE), 15);
    assert_int_equal(count_movers(&m, "pshufd", MOVER_PURE), 255); /* one moves nothing */
    assert_int_equal(count_movers(&m, "punpcklbw", MOVER_PURE), 1);
    assert_int_equal(count_movers(&m, "packuswb", MOVER_PURE),
                     1); /* where the upper bytes are zero */
    assert_int_equal(count_movers(&m, "pshufb", MOVER_CHOICE), 1);
    assert_int_equal(count_movers(&m, "pshufb", MOVER_TABLE), 1);
    assert_int_equal(count_movers(&m, "vpermb", MOVER_CHOICE), 1);
    assert_int_equal(count_movers(&m, "vpermt2b", MOVER_CHOICE), 1);
    assert_int_equal(count_movers(&m, "vpermt2w", MOVER_CHOICE), 1);
    assert_int_equal(count_movers(&m, "vpshldvw", MOVER_CHOICE), 1);
    assert_int_equal(count_movers(&m, "pblendvb", MOVER_CHOICE), 1);
    assert_int_equal(count_movers(&m, "gf2p8affineqb", MOVER_MATRIX), 1);
    assert_true(count_movers(&m, "pclmulqdq", MOVER_PURE) >=
                2); /* squares of the low and of the high half */
    assert_string_equal(the_spec->instrs[m.and_].name, "pand");
    assert_string_equal(the_spec->instrs[m.table3].name, "vpternlogd");
    arena_free(&mem);
}

static void what_computes_is_no_mover(void **state)
{
    (void)state;
    arena mem = {0};
    permute_machine m = mover_machine(book, x128, spec_find_target(the_spec, "icelake-server"),
                                        &mem);
    static const char *const none[] = {"pand",  "pxor",   "psubb",    "pcmpeqb", "pminub",
                                       "pavgb", "psadbw", "vpopcntb", "pabsb"};
    for (unsigned i = 0; i < sizeof none / sizeof *none; i++)
        for (int kind = MOVER_PURE; kind <= MOVER_TABLE; kind++)
            if (count_movers(&m, none[i], (mover_kind)kind))
                fail_msg("%s is taken for a mover", none[i]);
    assert_int_equal(count_movers(&m, "gf2p8mulb", MOVER_MATRIX), 0);
    arena_free(&mem);
}

static void a_target_has_only_its_own_moves(void **state)
{
    (void)state;
    arena mem = {0};
    permute_machine m = mover_machine(book, x128, spec_find_target(the_spec, "x86-64"), &mem);
    assert_int_equal(count_movers(&m, "pshufb", MOVER_CHOICE), 0);
    assert_int_equal(count_movers(&m, "pblendw", MOVER_PURE), 0);
    assert_int_equal(m.table3, PERMUTE_NONE);
    arena_free(&mem);
}

/* Movers are the same by instruction and immediate; roles by instruction. */
static bool are_same(const permute_machine *a, const permute_machine *b)
{
    bool same = a->nmovers == b->nmovers && a->and_ == b->and_ && a->or_ == b->or_ &&
                a->xor_ == b->xor_ && a->table3 == b->table3 && a->equal8 == b->equal8 &&
                !memcmp(a->sub, b->sub, sizeof a->sub);
    for (unsigned i = 0; same && i < a->nmovers; i++)
        same = a->movers[i].instr == b->movers[i].instr && a->movers[i].imm == b->movers[i].imm;
    return same;
}

/* What need not be searched again: general registers got no moves with SSE, some with BMI2. */
static void targets_are_alike_when_their_machines_are(void **state)
{
    (void)state;
    const regclass *classes[] = {x128, spec_find_class(the_spec, "r64")};
    mover_book *both = mover_book_new(the_spec, classes, 2);
    unsigned alike[2] = {0, 0};
    for (unsigned k = 0; k < 2; k++)
        for (unsigned t = 0; t < the_spec->ntargets; t++)
            for (unsigned u = 0; u < the_spec->ntargets; u++) {
                if (strcmp(the_spec->targets[t].set->name, "x86") ||
                    strcmp(the_spec->targets[u].set->name, "x86"))
                    continue; /* of the other set two differ in nothing that moves */
                arena mem = {0};
                permute_machine one = mover_machine(both, classes[k], &the_spec->targets[t],
                                                      &mem),
                                other = mover_machine(both, classes[k], &the_spec->targets[u],
                                                        &mem);
                bool is = mover_machines_are_alike(both, classes[k], &the_spec->targets[t],
                                           &the_spec->targets[u]);
                assert_int_equal(is, are_same(&one, &other));
                alike[k] += is && t != u;
                arena_free(&mem);
            }
    mover_book_free(both);
    assert_int_equal(alike[0], 0);
    assert_true(mover_machines_are_alike(book, x128, &the_spec->targets[0], &the_spec->targets[0]));
    assert_true(alike[1] > 0 && alike[1] < the_spec->ntargets * (the_spec->ntargets - 1));
}

/* ---- programs ---- */

/* The program on random inputs, bit by bit against the goal. */
static void check_prog(const prog *q, const labels *g, unsigned ninputs)
{
    term_ctx *c = term_ctx_new();
    term var[2] = {term_mk_var(c, "x", 128), term_mk_var(c, "y", 128)};
    term t = prog_term(q, c, var);
    for (unsigned trial = 0; trial < 8; trial++) {
        uint64_t in[2][2], out[2];
        const uint64_t *values[2] = {in[0], in[1]};
        for (unsigned i = 0; i < 4; i++) in[i / 2][i % 2] = random_bits();
        term_eval(c, t, var, values, ninputs, out);
        for (unsigned i = 0; i < 128; i++) {
            label l = g->at[i];
            if (l == LABEL_FREE) continue;
            unsigned from = (unsigned)(l - 1) % 128, of = (unsigned)(l - 1) / 128;
            uint64_t want = l == LABEL_ZERO ? 0 : in[of][from / 64] >> from % 64 & 1;
            assert_int_equal(out[i / 64] >> i % 64 & 1, want);
        }
    }
    term_ctx_free(c);
}

typedef struct found {
    const labels *goal;
    unsigned ninputs, least, count;
} found;

static void take(void *context, const prog *q)
{
    found *f = context;
    check_prog(q, f->goal, f->ninputs);
    f->count++;
    if (prog_length(q) < f->least) f->least = prog_length(q);
}

static const struct known {
    const char *op, *target;
    unsigned w, most;
} known[] = {
    {"packl", "x86-64", 8, 9},           {"packl", "x86-64", 4, 15},
    {"packl", "x86-64", 2, 21},          {"packl", "x86-64", 16, 3},
    {"packh", "x86-64", 8, 9},           {"packl", "x86-64-v2", 8, 5},
    {"packl", "icelake-server", 2, 5},   {"packh", "icelake-server", 4, 5},
    {"packl", "icelake-server", 8, 4},   {"mergel", "icelake-server", 1, 4},
    {"mergeh", "icelake-server", 1, 4},  {"mergel", "x86-64", 4, 7},
    {"mergel", "x86-64", 8, 1},          {"reverse", "icelake-server", 1, 2},
    {"reverse", "x86-64-v2", 8, 1},      {"reverse", "x86-64", 8, 6},
    {"swap_fields", "x86-64", 1, 5},     {"slide_up_1", "x86-64", 1, 4},
    {"zext2_0", "x86-64-v2", 8, 3},      {"sext2_0", "x86-64", 8, 6},
    {"splat_1", "icelake-server", 1, 2},
};

static void known_movements_are_as_short_as_known(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        const struct known *k = &known[i];
        labels g;
        diags d = {0};
        cell c = {spec_find_op(the_spec, k->op), k->w, x128, spec_find_target(the_spec, k->target)};
        assert_true(is_goal(k->op, k->w, &g));
        found f = {.goal = &g, .ninputs = c.op->arity, .least = ~0u};
        shuffle_propose(book, &c, 300, SHUFFLE_STEPS_MAX, take, &f, &d);
        if (f.least > k->most)
            fail_msg("%s %u %s: %u steps, %u known", k->op, k->w, k->target, f.least, k->most);
    }
}

/* What a search with little work needs for a goal of two inputs. */
static unsigned steps_of_two(const labels *g, const char *on)
{
    arena mem = {0};
    prog q;
    permute_machine m = mover_machine(book, x128, spec_find_target(the_spec, on), &mem);
    permute *p = permute_new(&m, 2);
    int n = permute_search(p, g, 26, 60);
    unsigned steps = n < 0 ? ~0u : permute_count(p, n);
    if (n >= 0 && shuffle_prog(p, n, the_spec, spec_find_op(the_spec, "packl"), x128, &q))
        check_prog(&q, g, 2);
    permute_free(p);
    arena_free(&mem);
    return steps;
}

static void put_byte(labels *g, unsigned to, label first)
{
    for (unsigned k = 0; k < 8; k++)
        g->at[8 * to + k] = first == LABEL_FREE ? LABEL_FREE : (label)(first + (label)k);
}

static void an_instruction_chooses_among_two_registers(void **state)
{
    (void)state;
    labels anywhere, in_place, beside;
    for (unsigned i = 0; i < 16; i++) {
        unsigned from = (unsigned)(random_bits() >> 20) % 32,
                 second = (unsigned)(random_bits() >> 20) % 2;
        put_byte(&anywhere, i, i == 9 ? LABEL_FREE : (label)(1 + 8 * from));
        put_byte(&in_place, i, (label)(1 + 128 * second + 8 * i));
        put_byte(&beside, i, (label)(1 + 8 * from % 128));
        /* nibbles of y change places */
        for (unsigned k = 0; i % 3 == 0 && k < 8; k++)
            beside.at[8 * i + k] = (label)(1 + 128 + 8 * i + (k + 4) % 8);
    }
    assert_int_equal(steps_of_two(&anywhere, "icelake-server"), 1);
    assert_true(steps_of_two(&anywhere, "x86-64-v4") > 1);
    assert_int_equal(steps_of_two(&in_place, "x86-64-v2"), 1);
    assert_int_equal(steps_of_two(&in_place, "x86-64-v3"), 1);
    assert_true(steps_of_two(&in_place, "x86-64") > 1);
    assert_int_equal(steps_of_two(&beside, "icelake-server"), 2);
}

/* Shuffles with zeros and bits that may be anything among their fields. */
static void random_goal(labels *g, unsigned w, unsigned ninputs)
{
    for (unsigned i = 0; i < 128; i += w) {
        unsigned from = (unsigned)(random_bits() >> 20) % (128 / w * ninputs),
                 kind = (unsigned)(random_bits() >> 20) % 8;
        for (unsigned k = 0; k < w; k++)
            g->at[i + k] = kind == 0   ? LABEL_ZERO
                           : kind == 1 ? LABEL_FREE
                                       : (label)(1 + from * w + k);
    }
}

static void any_shuffle_is_constructed_where_bytes_are_chosen(void **state)
{
    (void)state;
    static const char *const targets[] = {"x86-64-v2", "x86-64-v4", "icelake-server"};
    for (unsigned t = 0; t < 3; t++)
        for (unsigned w = 1; w <= 32; w *= 2)
            for (unsigned trial = 0; trial < 12; trial++) {
                unsigned ninputs = 1 + trial % 2;
                arena mem = {0};
                labels g;
                prog q;
                permute_machine m = mover_machine(book, x128,
                                                    spec_find_target(the_spec, targets[t]), &mem);
                permute *p = permute_new(&m, ninputs);
                random_goal(&g, w, ninputs);
                int n = permute_construct(p, &g);
                assert_true(n >= 0);
                assert_true(shuffle_prog(p, n, the_spec,
                                         spec_find_op(the_spec, ninputs > 1 ? "packl" : "reverse"),
                                         x128, &q));
                check_prog(&q, &g, ninputs);
                permute_free(p);
                arena_free(&mem);
            }
}

static void nothing_is_constructed_without_a_choice_of_bytes(void **state)
{
    (void)state;
    arena mem = {0};
    labels g;
    permute_machine m = mover_machine(book, x128, spec_find_target(the_spec, "x86-64"), &mem);
    permute *p = permute_new(&m, 1);
    random_goal(&g, 4, 1);
    assert_int_equal(permute_construct(p, &g), -1);
    permute_free(p);
    arena_free(&mem);
}

static void a_search_keeps_its_bounds(void **state)
{
    (void)state;
    arena mem = {0};
    labels g;
    permute_machine m = mover_machine(book, x128, spec_find_target(the_spec, "x86-64"), &mem);
    assert_true(is_goal("packl", 8, &g));
    permute *p = permute_new(&m, 2);
    assert_int_equal(permute_search(p, &g, 26, 0), -1);  /* no work */
    assert_int_equal(permute_search(p, &g, 3, 50), -1); /* too few steps */
    int n = permute_search(p, &g, 9, 300);
    assert_true(n >= 0);
    assert_true(permute_count(p, n) <= 9);
    permute_free(p);
    arena_free(&mem);
}

static void a_search_finds_the_same_again(void **state)
{
    (void)state;
    arena mem = {0};
    labels g;
    strbuf text[2] = {{0}, {0}};
    permute_machine m = mover_machine(book, x128, spec_find_target(the_spec, "x86-64-v2"), &mem);
    assert_true(is_goal("mergeh", 2, &g));
    for (unsigned i = 0; i < 2; i++) {
        prog q;
        permute *p = permute_new(&m, 2);
        int n = permute_search(p, &g, 26, 100);
        assert_true(n >= 0 &&
                    shuffle_prog(p, n, the_spec, spec_find_op(the_spec, "mergeh"), x128, &q));
        prog_print(&q, &text[i]);
        permute_free(p);
    }
    assert_string_equal(text[0].s, text[1].s);
    strbuf_free(&text[0]);
    strbuf_free(&text[1]);
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(movements_are_goals),
        cmocka_unit_test(what_computes_or_depends_is_no_goal),
        cmocka_unit_test(labels_out_of_range_are_no_goal),
        cmocka_unit_test(moves_are_read_off_the_terms),
        cmocka_unit_test(what_computes_is_no_mover),
        cmocka_unit_test(a_target_has_only_its_own_moves),
        cmocka_unit_test(targets_are_alike_when_their_machines_are),
        cmocka_unit_test(known_movements_are_as_short_as_known),
        cmocka_unit_test(an_instruction_chooses_among_two_registers),
        cmocka_unit_test(any_shuffle_is_constructed_where_bytes_are_chosen),
        cmocka_unit_test(nothing_is_constructed_without_a_choice_of_bytes),
        cmocka_unit_test(a_search_keeps_its_bounds),
        cmocka_unit_test(a_search_finds_the_same_again),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

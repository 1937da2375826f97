// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_rules.c - guards programs by rules: what the shipped rules propose for known cells is
 * proved, no proposal differs from its operation on inputs that the rules have not seen, and
 * filling a book again, on any number of threads, gives the same programs.
 *
 * A rule that is wrong makes nothing wrong, since programs are proved; but what it proposes is lost
 * time, and here it is noticed. */
#include "spec/base/random.h"
#include "spec/op.h"
#include "synth/rules/rules.h"
#include "tests/unit/fixture.h"
#include "verify/verify.h"

static kernel_set *kernels;
static values_machine machine;
static rulebook *book;
static const target *baseline;
static rulebook_place places[2];

enum { TRIALS = 24, LIMBS = 2 };
static const unsigned widths[] = {1, 2, 4, 8, 16, 32, 64, 128};

static rulebook *fill_for(const cell *cells, unsigned count, unsigned threads)
{
    diags d = {0};
    rulebook *b = rulebook_new(the_spec, &machine, widths, sizeof widths / sizeof *widths, cells,
                               count);
    ls_status rc = rulebook_fill(b, places, 2, threads, &d);
    diag_print(&d, stderr);
    assert_int_equal(rc, LS_OK);
    return b;
}

static rulebook *fill(unsigned threads) { return fill_for(NULL, 0, threads); }

static int set_up(void **state)
{
    diags d = {0};
    if (load_spec(state)) return -1;
    const regclass *classes[] = {spec_find_class(the_spec, "r64"),
                                 spec_find_class(the_spec, "x128")};
    baseline = spec_find_target(the_spec, "x86-64");
    for (unsigned i = 0; i < 2; i++)
        places[i] = (rulebook_place){.cls = classes[i], .target = baseline};
    kernels = kernel_set_new();
    values_machine_open(&machine, the_spec, NULL, classes, 2, kernels);
    if (kernel_compile(kernels, &d) != LS_OK) return -1;
    values_machine_link(&machine);
    book = fill(1);
    return 0;
}

static int tear_down(void **state)
{
    rulebook_free(book);
    values_machine_close(&machine);
    kernel_set_free(kernels);
    return drop_spec(state);
}

/* ---- what must be there ---- */

typedef struct tally {
    cell c;
    verifier *v;
    unsigned count, length; /* length: of the first, the cheapest */
} tally;

static void prove(void *context, const prog *p, const char *by)
{
    tally *x = context;
    proof out;
    diags d = {0};
    assert_ptr_equal(p->cls, x->c.cls);
    assert_true(prog_fits(p, x->c.target));
    assert_int_equal(verify_prog(x->v, &x->c, p, &out, &d), LS_OK);
    diag_free(&d);
    if (out.answer == PROOF_REFUTED)
        fail_msg("%s %u: what %s made is wrong", x->c.op->name, x->c.w, by);
    if (!x->count++) {
        x->length = prog_length(p);
        assert_int_equal(out.answer, PROOF_PROVED);
    }
    assert_true(prog_length(p) >= x->length); /* the cheapest first */
}

/* The cheapest proposal is proved and has that length or less; no other is refuted. */
static void check_cell(verifier *v, const char *name, unsigned w, unsigned at, unsigned length)
{
    tally x = {.c = {spec_find_op(the_spec, name), w, places[at].cls, places[at].target}, .v = v};
    assert_non_null(x.c.op);
    rulebook_propose(book, &x.c, prove, &x);
    if (!x.count) fail_msg("%s %u on %s: nothing proposed", name, w, x.c.cls->name);
    if (x.length > length)
        fail_msg("%s %u on %s: %u instructions", name, w, x.c.cls->name, x.length);
}

static void known_cells_are_proposed_and_proved(void **state)
{
    verifier *v;
    verify_limits limits = {.milliseconds = 60000, .megabytes = 2048, .steps = 2000000};
    (void)state;
    assert_int_equal(verifier_new(&v, limits, NULL, NULL), LS_OK);
    for (unsigned at = 0; at < 2; at++) {
        check_cell(v, "xor", 4, at, 1);
        check_cell(v, "add", 4, at, 6);
        check_cell(v, "umin", 4, at, 99);
        check_cell(v, "ugt", 8, at, 99);
        check_cell(v, "mul", 32, at, 99);
    }
    check_cell(v, "umin", 8, 1, 1);
    check_cell(v, "add", 32, 1, 1);
    check_cell(v, "add", 64, 0, 1);
    check_cell(v, "reduce_smin", 2, 0, 14);
    check_cell(v, "reduce_or", 2, 0, 7);
    verifier_free(v);
}

/* ---- no proposal is wrong ---- */

static uint64_t draw(void)
{
    static uint64_t s = 1;
    return random_next(&s);
}

/* Random fields; near zero, the sign and all ones as often as not. */
static void draw_register(uint64_t *out, unsigned bits, unsigned w)
{
    unsigned corners = (unsigned)(draw() >> 60) % 3; /* of every four fields */
    uint64_t ones = ((uint64_t)1 << w) - 1;
    memset(out, 0, LIMBS * sizeof *out);
    for (unsigned at = 0; at < bits; at += w) {
        uint64_t r = draw() >> 16, sign = (uint64_t)1 << (w - 1),
                 corner = (r >> 8 & 1 ? sign : 0) + (r >> 9) % 4 - 1;
        out[at / 64] |= ((r & 3 ? (r & 3) <= corners : false) ? corner & ones : r >> 20 & ones)
                        << at % 64;
    }
}

/* An operation on inputs: what proposals are compared with. */
typedef struct reference {
    cell c;
    uint64_t in[TRIALS][PROG_INPUTS_MAX][LIMBS], want[TRIALS][LIMBS], care[TRIALS][LIMBS];
    unsigned compared, wrong;
} reference;

/* Sets of fields that many operations look at: those of another operand, all but one zero or ones,
 * all alike. */
static void draw_inputs(reference *x, unsigned trial)
{
    unsigned bits = x->c.cls->bits, w = x->c.w;
    for (unsigned k = 0; k < x->c.op->arity; k++) {
        uint64_t *r = x->in[trial][k];
        draw_register(r, bits, w);
        if (trial % 8 == 1 && k) memcpy(r, x->in[trial][0], sizeof x->in[trial][0]);
        for (unsigned low = w; trial % 8 == 7 && low < bits; low += w)
            for (unsigned n = 0; n < w; n++) {
                uint64_t bit = r[n / 64] >> n % 64 & 1;
                r[(low + n) / 64] = (r[(low + n) / 64] & ~(1ULL << (low + n) % 64)) |
                                    bit << (low + n) % 64;
            }
        if (trial % 8 == 3 || trial % 8 == 5) {
            uint64_t kept[LIMBS], at = draw() >> 8, fill = trial % 8 == 3 ? 0 : ~0ULL,
                                  ones = (1ULL << w) - 1;
            unsigned low = (unsigned)(at % (bits / w)) * w;
            memcpy(kept, r, sizeof kept);
            for (unsigned l = 0; l < LIMBS; l++) r[l] = l < bits / 64 ? fill : 0;
            r[low / 64] = (r[low / 64] & ~(ones << low % 64)) | (kept[low / 64] & ones << low % 64);
        }
    }
}

static void make_reference(reference *x)
{
    static const char *const names[] = {"a", "b", "c"};
    diags d = {0};
    term_ctx *c = term_ctx_new();
    term args[PROG_INPUTS_MAX], result, care;
    for (unsigned k = 0; k < x->c.op->arity; k++)
        args[k] = term_mk_var(c, names[k], x->c.cls->bits);
    assert_true(op_elaborate(x->c.op, x->c.w, cell_fields(&x->c), c, args, &result, &care, &d));
    for (unsigned t = 0; t < TRIALS; t++) {
        const uint64_t *inputs[PROG_INPUTS_MAX];
        draw_inputs(x, t);
        for (unsigned k = 0; k < PROG_INPUTS_MAX; k++) inputs[k] = x->in[t][k];
        term_eval(c, result, args, inputs, x->c.op->arity, x->want[t]);
        term_eval(c, care, args, inputs, x->c.op->arity, x->care[t]);
    }
    term_ctx_free(c);
}

static void compare(void *context, const prog *p, const char *by)
{
    reference *x = context;
    term_ctx *c = term_ctx_new();
    term args[PROG_INPUTS_MAX];
    for (unsigned k = 0; k < p->ninputs; k++)
        args[k] = term_mk_var(c, p->input_name[k], p->cls->bits);
    term t = prog_term(p, c, args);
    for (unsigned n = 0; n < TRIALS; n++) {
        uint64_t got[LIMBS] = {0};
        const uint64_t *inputs[PROG_INPUTS_MAX];
        for (unsigned k = 0; k < PROG_INPUTS_MAX; k++) inputs[k] = x->in[n][k];
        term_eval(c, t, args, inputs, p->ninputs, got);
        uint64_t differ = ((got[0] ^ x->want[n][0]) & x->care[n][0]) |
                          ((got[1] ^ x->want[n][1]) & x->care[n][1]);
        if (!differ) continue;
        strbuf text = {0};
        prog_print(p, &text);
        print_error("%s %u on %s: what %s made is wrong:\n%s", x->c.op->name, x->c.w, p->cls->name,
                    by, strbuf_text(&text));
        strbuf_free(&text);
        x->wrong++;
        break;
    }
    term_ctx_free(c);
    x->compared++;
}

static void every_proposal_is_right_on_fresh_inputs(void **state)
{
    static reference x;
    unsigned cells = 0, programs = 0, wrong = 0;
    (void)state;
    for (unsigned at = 0; at < 2; at++)
        for (unsigned w = 4; w <= 8; w *= 2)
            for (unsigned o = 0; o < the_spec->nops; o++) {
                x = (reference){.c = {&the_spec->ops[o], w, places[at].cls, places[at].target}};
                if (!cell_exists(&x.c)) continue;
                make_reference(&x);
                rulebook_propose(book, &x.c, compare, &x);
                cells += x.compared > 0;
                programs += x.compared;
                wrong += x.wrong;
            }
    assert_int_equal(wrong, 0);
    assert_true(cells > 400 && programs > 1000);
}

/* ---- fields that fill no lane ---- */

/* Of one cell the proposals that are proved, the refuted ones, and the length of the first proved.
 */
typedef struct outcome {
    cell c;
    verifier *v;
    unsigned proved, refuted, length;
} outcome;

static void judge_one(void *context, const prog *p, const char *by)
{
    outcome *x = context;
    proof out;
    diags d = {0};
    (void)by;
    /* of a wide class also what 128 bits would be given */
    if (x->proved || p->cls != x->c.cls || !prog_fits(p, x->c.target)) return;
    assert_int_equal(verify_prog(x->v, &x->c, p, &out, &d), LS_OK);
    diag_free(&d);
    if (out.answer == PROOF_PROVED && !x->proved++) x->length = prog_length(p);
    x->refuted += out.answer == PROOF_REFUTED;
}

/* Something is proposed that is proved, and hardly anything cheaper is wrong, as it would be if
 * images did not show enough of fields that cross. */
static void check_odd(const rulebook *b, verifier *v, const char *name, unsigned w,
                      rulebook_place at, unsigned length)
{
    outcome x = {.c = {spec_find_op(the_spec, name), w, at.cls, at.target}, .v = v};
    assert_non_null(x.c.op);
    assert_true(cell_exists(&x.c));
    rulebook_propose(b, &x.c, judge_one, &x);
    if (!x.proved) fail_msg("%s %u on %s: nothing is proved", name, w, at.cls->name);
    if (x.refuted > 3)
        fail_msg("%s %u on %s: %u cheaper proposals are wrong", name, w, at.cls->name, x.refuted);
    if (x.length > length)
        fail_msg("%s %u on %s: %u instructions", name, w, at.cls->name, x.length);
}

static void fields_of_any_width_are_proposed_and_proved(void **state)
{
    /* 3: edges that no field crosses among those of 512 bits; 12: a field across 128 bits; 21: one
     * bit below an edge */
    static const unsigned odd[] = {1,  2,  3,  4,  6,  8,  12,  16,  21,
                                   24, 32, 42, 48, 64, 84, 128, 256, 512};
    const target *v4 = spec_find_target(the_spec, "x86-64-v4");
    static const char *const names[] = {"xor", "add", "sub",  "mul",   "eq",
                                        "ult", "sge", "smax", "shl_1", "shl_2"};
    rulebook_place all[] = {places[0],
                            places[1],
                            {.cls = spec_find_class(the_spec, "y256"), .target = v4},
                            {.cls = spec_find_class(the_spec, "z512"), .target = v4}};
    cell wanted[2][30];
    static const unsigned widths_tried[] = {3, 12, 21};
    verify_limits limits = {.milliseconds = 60000, .megabytes = 2048, .steps = 2500000};
    verifier *v;
    diags d = {0};
    (void)state;
    assert_int_equal(verifier_new(&v, limits, NULL, NULL), LS_OK);
    for (unsigned k = 0; k < 2; k++) {
        for (unsigned i = 0; i < 30; i++)
            wanted[k][i] = (cell){spec_find_op(the_spec, names[i / 3]), widths_tried[i % 3],
                                  all[2 + k].cls, v4};
        all[2 + k].wanted = wanted[k];
        all[2 + k].nwanted = 30;
    }
    rulebook *b = rulebook_new(the_spec, &machine, odd, sizeof odd / sizeof *odd, NULL, 0);
    assert_int_equal(rulebook_fill(b, all, 4, 2, &d), LS_OK);
    for (unsigned at = 0; at < 4; at++)
        for (unsigned i = 0; i < 3; i++) {
            unsigned w = widths_tried[i];
            check_odd(b, v, "xor", w, all[at], 1);
            check_odd(b, v, "add", w, all[at], at ? 12 : 6);
            check_odd(b, v, "sub", w, all[at], at ? 13 : 8);
            check_odd(b, v, "mul", w, all[at], 60);
            check_odd(b, v, "eq", w, all[at], at ? 19 : 9);
            check_odd(b, v, "ult", w, all[at], at ? 24 : 12);
            check_odd(b, v, "sge", w, all[at], at ? 24 : 12);
            check_odd(b, v, "smax", w, all[at], at ? 27 : 14);
            if (at < 2) check_odd(b, v, "shl", w, all[at], 120);
            check_odd(b, v, "shl_2", w, all[at], at ? 6 : 2);
        }
    rulebook_free(b);
    verifier_free(v);
}

/* Groups of bits and of fields of which the last one is shorter, with other bits above the last
 * field (spec/rules/uneven.spec). */
static void general_registers_have_operations_at_any_width(void **state)
{
    static const unsigned odd[] = {1, 2, 4, 7, 8, 13, 14, 16, 21, 26, 32, 42, 64};
    static const struct {
        const char *op;
        unsigned w, length;
    } wanted[] = {{"ctpop", 7, 11},       {"ctpop", 21, 19},       {"ctlz", 13, 29},
                  {"cttz", 21, 26},       {"bitreverse", 21, 23},  {"mulhu", 13, 35},
                  {"pext", 7, 60},        {"pext", 26, 120},       {"eq_bits", 7, 20},
                  {"eq_bits", 13, 10},    {"ult_bits", 21, 13},    {"select_bits", 7, 18},
                  {"select_bits", 21, 8}, {"any", 7, 4},           {"all", 13, 9},
                  {"reduce_and", 7, 8},   {"reduce_or", 13, 4},    {"reduce_xor", 7, 9},
                  {"reduce_xor", 21, 5},  {"reduce_add", 7, 6},    {"reduce_add", 21, 4},
                  {"reduce_mul", 13, 8},  {"reduce_umin", 13, 28}, {"reduce_smax", 21, 30},
                  {"prefix_add", 7, 11},  {"prefix_add", 13, 11},  {"lshr_all", 7, 6},
                  {"ashr_all", 21, 11},   {"rotl", 13, 52},        {"fshl", 13, 60},
                  {"rotr", 26, 24},       {"fshr", 21, 43},        {"mulhs", 21, 16},
                  {"mulhu", 26, 10},      {"umin", 26, 10},        {"smax", 26, 10},
                  {"ult", 26, 10},        {"sge", 26, 11},         {"uadd_sat", 26, 11},
                  {"usub_sat", 26, 11},   {"reduce_umin", 21, 8},  {"cttz", 21, 12},
                  {"ctlz", 21, 14}};
    verifier *v;
    diags d = {0};
    (void)state;
    verify_limits limits = {.milliseconds = 60000, .megabytes = 2048, .steps = 2500000};
    assert_int_equal(verifier_new(&v, limits, NULL, NULL), LS_OK);
    rulebook *b = rulebook_new(the_spec, &machine, odd, sizeof odd / sizeof *odd, NULL, 0);
    assert_int_equal(rulebook_fill(b, places, 1, 2, &d), LS_OK);
    for (unsigned i = 0; i < sizeof wanted / sizeof *wanted; i++)
        check_odd(b, v, wanted[i].op, wanted[i].w, places[0], wanted[i].length);
    rulebook_free(b);
    verifier_free(v);
}

/* Fields of wide registers that move over the edges of blocks; by 2 places and more, too, which two
 * fields do not show. */
static void fields_move_through_wide_registers(void **state)
{
    static const unsigned some[] = {1, 2, 4, 16, 64, 128, 256, 512};
    static const char *const names[] = {"slide_up_1",  "slide_up_2", "slide_down_8", "rotate_up_1",
                                        "rotate_up_3", "window_1",   "window_4",     "splat_4"};
    enum { NAMES = sizeof names / sizeof *names, PLACES = 3 };
    const target *v3 = spec_find_target(the_spec, "x86-64-v3"),
                 *v4 = spec_find_target(the_spec, "x86-64-v4");
    const regclass *y256 = spec_find_class(the_spec, "y256"),
                   *z512 = spec_find_class(the_spec, "z512");
    rulebook_place all[PLACES] = {
        {.cls = y256, .target = v3}, {.cls = y256, .target = v4}, {.cls = z512, .target = v4}};
    verify_limits limits = {.milliseconds = 60000, .megabytes = 2048, .steps = 2500000};
    cell wanted[PLACES][2 * NAMES];
    verifier *v;
    diags d = {0};
    (void)state;
    assert_int_equal(verifier_new(&v, limits, NULL, NULL), LS_OK);
    for (unsigned k = 0; k < PLACES; k++) {
        for (unsigned i = 0; i < 2 * NAMES; i++)
            wanted[k][i] = (cell){spec_find_op(the_spec, names[i / 2]), 1 + i % 2, all[k].cls,
                                  all[k].target};
        all[k].wanted = wanted[k];
        all[k].nwanted = 2 * NAMES;
    }
    rulebook *b = rulebook_new(the_spec, &machine, some, sizeof some / sizeof *some, NULL, 0);
    assert_int_equal(rulebook_fill(b, all, PLACES, 2, &d), LS_OK);
    for (unsigned k = 0; k < PLACES; k++)
        for (unsigned i = 0; i < 2 * NAMES; i++)
            check_odd(b, v, names[i / 2], 1 + i % 2, all[k], i / 2 + 1 < NAMES ? 7 : 12);
    rulebook_free(b);
    verifier_free(v);
}

/* ---- determinism ---- */

static void collect(void *context, const prog *p, const char *by)
{
    strbuf_printf(context, "%s\n", by);
    prog_print(p, context);
}

static void print_programs(const rulebook *b, const op *o, strbuf *out)
{
    for (unsigned at = 0; at < 2; at++)
        for (unsigned w = 0; w < sizeof widths / sizeof *widths; w++) {
            cell c = {o, widths[w], places[at].cls, places[at].target};
            if (cell_exists(&c)) rulebook_propose(b, &c, collect, out);
        }
}

static void print_book(const rulebook *b, strbuf *out)
{
    for (unsigned o = 0; o < the_spec->nops; o++) print_programs(b, &the_spec->ops[o], out);
}

static void filling_again_gives_the_same(void **state)
{
    strbuf first = {0}, again = {0};
    (void)state;
    rulebook *b = fill(2);
    print_book(book, &first);
    print_book(b, &again);
    assert_true(first.len > 10000);
    assert_int_equal(first.len, again.len);
    assert_true(!strcmp(strbuf_text(&first), strbuf_text(&again)));
    strbuf_free(&first);
    strbuf_free(&again);
    rulebook_free(b);
}

/* A book for one operation has its programs as a book for all has them: rules lead to no operation
 * that was left out. */
static void what_is_not_asked_for_changes_nothing(void **state)
{
    enum { STRIDE = 23 };
    unsigned compared = 0;
    (void)state;
    for (unsigned o = 0; o < the_spec->nops; o += STRIDE) {
        strbuf all = {0}, alone = {0};
        const cell asked = {&the_spec->ops[o], 2, places[1].cls, places[1].target};
        rulebook *b = fill_for(&asked, 1, 2);
        print_programs(book, asked.op, &all);
        print_programs(b, asked.op, &alone);
        if (strcmp(strbuf_text(&all), strbuf_text(&alone)))
            fail_msg("%s has other programs when nothing else is asked for", asked.op->name);
        compared += all.len > 0;
        strbuf_free(&all);
        strbuf_free(&alone);
        rulebook_free(b);
    }
    assert_true(compared > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_cells_are_proposed_and_proved),
        cmocka_unit_test(every_proposal_is_right_on_fresh_inputs),
        cmocka_unit_test(fields_of_any_width_are_proposed_and_proved),
        cmocka_unit_test(general_registers_have_operations_at_any_width),
        cmocka_unit_test(fields_move_through_wide_registers),
        cmocka_unit_test(filling_again_gives_the_same),
        cmocka_unit_test(what_is_not_asked_for_changes_nothing),
    };
    return cmocka_run_group_tests_name("rules", tests, set_up, tear_down);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_synth.c - guards the search: qm, exhaust and its bounds, fuse, decompose, and the judge,
 * which must let nothing wrong through. */
#include "spec/op.h"
#include "synth/exhaust/decompose.h"
#include "synth/exhaust/exhaust.h"
#include "synth/improve/fuse.h"
#include "synth/improve/transfer.h"
#include "synth/logic/qm.h"
#include "synth/job/judge.h"
#include "synth/run/synth.h"
#include "tests/pass/sample.h"
#include "tests/unit/grammar_fixture.h"

/* by width; 0 and varied: of 2 bits, of higher tiers */
static grammar *sse[3], *avx512[3], *word32[3], *varied;

static int set_up(void **state)
{
    open_kernels(state);
    for (unsigned w = 1; w <= 2; w++) {
        sse[w] = make_grammar("x128", "x86-64", w, GRAMMAR_CORE);
        avx512[w] = make_grammar("x128", "x86-64-v4", w, GRAMMAR_CORE);
        word32[w] = make_grammar("r32", "x86-64", w, GRAMMAR_CORE);
    }
    avx512[0] = make_grammar("x128", "x86-64-v4", 2, GRAMMAR_MIDDLE);
    sse[0] = make_grammar("x128", "x86-64-v4", 2, GRAMMAR_FULL);
    word32[0] = make_grammar("r64", "x86-64-v3", 2, GRAMMAR_FULL);
    varied = make_grammar("x128", "x86-64", 2, GRAMMAR_VARIED);
    link_grammars((grammar *const[]){sse[0], sse[1], sse[2], avx512[0], avx512[1], avx512[2],
                                     word32[0], word32[1], word32[2], varied},
                  10);
    return 0;
}

static int tear_down(void **state)
{
    for (unsigned w = 0; w <= 2; w++) {
        release_grammar(sse[w]);
        release_grammar(avx512[w]);
        release_grammar(word32[w]);
    }
    release_grammar(varied);
    return close_kernels(state);
}

static uint64_t rnd(void)
{
    static uint64_t s = 1;
    s ^= s << 13;
    s ^= s >> 7;
    return s ^= s << 17;
}

/* ---- engines: whatever they propose agrees with the operation on fresh images ---- */

typedef struct tally {
    const grammar *g;
    const problem *p;
    unsigned count, shortest;
    prog best;
} tally;

static void check_found(void *context, const prog *q)
{
    tally *t = context;
    for (unsigned k = 0; k < PROBLEM_IMAGES; k++)
        assert_true(
            image_is_zero((problem_run(t->g, t->p, q, k) ^ t->p->target[k]) & t->p->care[k]));
    if (!t->count || q->ninsns < t->shortest) t->shortest = q->ninsns, t->best = *q;
    t->count++;
}

static void check_chain(void *context, const chain *x)
{
    tally *t = context;
    prog q;
    chain_prog(t->g, x, t->p->op, &q);
    check_found(t, &q);
}

/* Whether truth tables can say what the operation does: it exists, and no field depends on others.
 */
static bool is_fieldwise(const op *o, const grammar *g)
{
    static problem p;
    if (!op_exists(o, g->w, g->cls->bits / g->w)) return false;
    fresh_problem(&p, o->name, g, 77);
    return p.fieldwise;
}

static void qm_is_right_for_every_operation(void **state)
{
    const grammar *all[] = {sse[1], sse[2], word32[1], word32[2], avx512[1], avx512[2]};
    static problem p;
    (void)state;
    for (unsigned i = 0; i < 6; i++)
        for (unsigned o = 0; o < the_spec->nops; o++) {
            tally t = {.g = all[i], .p = &p};
            if (!is_fieldwise(&the_spec->ops[o], all[i]) || !row_is_chosen()) continue;
            fresh_problem(&p, the_spec->ops[o].name, all[i], 77);
            qm_propose(all[i], &p, check_found, &t);
            assert_true(t.count > 0);
        }
}

/* What depends on other fields is no matter of truth tables, and says so. */
static void a_problem_knows_whether_fields_are_alone(void **state)
{
    static const char *const alone[] = {"add", "shl_1", "fshl", "select_mask", "ctpop", "xor_hl"};
    static const char *const together[] = {"reduce_add",  "prefix_add", "shl_all",
                                           "select_bits", "eq_bits",    "any"};
    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        assert_true(is_fieldwise(spec_find_op(the_spec, alone[i]), sse[2]));
        assert_false(is_fieldwise(spec_find_op(the_spec, together[i]), sse[2]));
    }
    assert_true(is_fieldwise(spec_find_op(the_spec, "eq_bits"), sse[1]));
}

static unsigned search(const grammar *g, const char *name, unsigned level, bool tables,
                       exhaust_result *r)
{
    static problem p;
    tally t = {.g = g, .p = &p};
    exhaust_options o = {
        .max_level = level, .max_work = 400000000, .tables_inside = tables, .max_solutions = 4};
    fresh_problem(&p, name, g, 5);
    exhaust_search(g, &p, &o, check_chain, &t, r);
    return t.count ? t.shortest : ~0u;
}

static void exhaust_finds_the_known_lengths(void **state)
{
    exhaust_result r;
    (void)state;
    assert_int_equal(search(sse[1], "add", 2, false, &r), 1);
    assert_int_equal(search(sse[1], "eq", 2, false, &r), 2);
    assert_int_equal(r.bound, 2);
    assert_int_equal(search(avx512[1], "eq", 2, true, &r), 1);
    assert_int_equal(search(sse[1], "ashr", 2, false, &r), 0);
    assert_int_equal(search(sse[2], "ashr", 4, false, &r), 4);
    assert_int_equal(r.bound, 4);
    assert_int_equal(search(avx512[2], "add", 3, true, &r), 3);
    assert_int_equal(r.bound, 3);
    assert_int_equal(search(sse[2], "add", 3, false, &r), ~0u);
    assert_int_equal(r.bound, 4);
}

/* The high half of products of 2 bits: a multiplication or an average of the processor's takes the
 * place of more logic. */
static void the_varied_tier_has_what_the_core_lacks(void **state)
{
    exhaust_result r;
    (void)state;
    assert_int_equal(search(sse[2], "mulhu", 4, false, &r), ~0u);
    assert_int_equal(r.bound, 5);
    assert_int_equal(search(varied, "mulhu", 4, false, &r), 4);
    assert_int_equal(r.bound, 4);
}

/* Every program of at most `level` instructions, no pruning at all: is there one that matches image
 * 0? */
static bool naive(const grammar *g, const problem *p, image *v, unsigned n, unsigned level)
{
    for (unsigned i = 0; i < n; i++)
        if (image_is_zero((v[i] ^ p->target[0]) & p->care[0])) return true;
    for (unsigned k = 0; level && k < g->count; k++) {
        const grammar_member *m = &g->member[k];
        if (m->any_table) continue;
        for (unsigned a = 0; a < n; a++)
            for (unsigned b = 0; b < (m->nsrc == 2 ? n : 1); b++) {
                m->run(&v[a], &v[b], &v[b], &v[n], 1);
                if (naive(g, p, v, n + 1, level - 1)) return true;
            }
    }
    return false;
}

static void pruning_changes_no_bound(void **state)
{
    static const char *const names[] = {"eq",  "nor", "uge", "shl_total", "ashr",
                                        "ult", "mul", "sle", "ne",        "not"};
    static problem p;
    (void)state;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        for (unsigned w = 1; w <= 2; w++) {
            const grammar *g = w == 1 ? sse[1] : word32[2];
            exhaust_result r;
            image v[16] = {{0, 0}};
            unsigned found = search(g, names[i], 2, false, &r), n = 0, shortest = ~0u;
            fresh_problem(&p, names[i], g, 5);
            for (unsigned k = 0; k < p.ninputs; k++) v[n++] = p.in[k][0];
            for (unsigned k = 0; k < g->nconsts; k++) v[n++] = (image){g->konst[k], g->konst[k]};
            for (unsigned level = 0; level <= 2 && shortest == ~0u; level++)
                if (naive(g, &p, v, n, level)) shortest = level;
            assert_int_equal(found, shortest);
            assert_int_equal(r.bound, shortest == ~0u ? 3 : shortest);
        }
}

/* A problem whose answer is a random program of `steps` instructions, each of which uses the one
 * before. False when one of them gives a constant: what is computed from constants only is of no
 * grammar. */
static bool random_problem(problem *p, const grammar *g, unsigned steps, bool dont_care)
{
    static image v[16][PROBLEM_IMAGES];
    unsigned n = p->ninputs;
    for (unsigned i = 0; i < n; i++) memcpy(v[i], p->in[i], sizeof v[i]);
    for (unsigned i = 0; i < g->nconsts; i++, n++)
        for (unsigned k = 0; k < PROBLEM_IMAGES; k++) v[n][k] = (image){g->konst[i], g->konst[i]};
    for (unsigned i = 0; i < steps; i++, n++) {
        const grammar_member *any = grammar_find_any_table(g),
                             *m = any && rnd() & 1 ? any : &g->member[rnd() % g->count];
        unsigned a = i ? n - 1 : (unsigned)(rnd() % p->ninputs), b = (unsigned)(rnd() % n),
                 c = (unsigned)(rnd() % n), table = (unsigned)(rnd() % 256);
        /* an instruction over constants only is not of the grammar */
        if (m->nsrc == 2 && rnd() & 1) {
            unsigned t = a;
            a = b;
            b = t;
        }
        for (unsigned k = 0; k < PROBLEM_IMAGES; k++)
            if (m->any_table) v[n][k] = image_table3(table, v[a][k], v[b][k], v[c][k]);
            else m->run(&v[a][k], &v[b][k], &v[c][k], &v[n][k], 1);
    }
    for (unsigned k = 0; k < PROBLEM_IMAGES; k++) {
        p->care[k] = dont_care ? (image){rnd() | rnd(), rnd() | rnd()} : ~(image){0, 0};
        p->target[k] = v[n - 1][k] & p->care[k];
    }
    for (unsigned i = p->ninputs + g->nconsts; i < n; i++)
        if (image_is_zero((v[i][0] ^ v[i][1]) | (v[i][1] ^ v[i][2]))) return false;
    return true;
}

/* Programs that are known to exist are found, none longer than they are: whatever is pruned, solved
 * or inverted. */
static void nothing_that_exists_is_excluded(void **state)
{
    const struct { const grammar *g; unsigned steps, rounds; bool tables;
    } cases[] = {{sse[2], 2, 300, false},    {sse[2], 3, 200, false},    {sse[2], 4, 40, false},
                 {word32[2], 2, 300, false}, {word32[2], 3, 200, false}, {word32[2], 4, 40, false},
                 {word32[0], 2, 300, false}, {word32[0], 3, 100, false}, {avx512[2], 2, 900, true},
                 {avx512[2], 3, 300, true},  {avx512[2], 4, 20, true},   {avx512[0], 2, 300, true},
                 {avx512[0], 3, 20, true},   {sse[0], 2, 200, true},     {sse[1], 3, 200, false},
                 {avx512[2], 3, 100, false}, {varied, 2, 300, false},    {varied, 3, 100, false}};
    static problem p;
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
        for (unsigned round = 0; round < cases[i].rounds; round++) {
            exhaust_options o = {.max_level = cases[i].steps,
                                 .tables_inside = cases[i].tables,
                                 .max_solutions = 1,
                                 .images = round % 4 == 3 ? 8 : round % 4};
            exhaust_result r;
            fresh_problem(&p, "add", cases[i].g, 3);
            if (!random_problem(&p, cases[i].g, cases[i].steps, round % 3 == 2)) continue;
            if (!row_is_chosen()) continue;
            exhaust_search(cases[i].g, &p, &o, NULL, NULL, &r);
            /* tables last: no bound */
            if (!cases[i].tables && grammar_find_any_table(cases[i].g))
                assert_int_equal(r.bound, 0);
            else assert_true((r.solutions > 0 || r.refuted > 0) && r.bound <= cases[i].steps);
        }
}

/* The least level of random problems is what plain enumeration says it is. */
static void plain_enumeration_agrees(void **state)
{
    const grammar *all[] = {sse[2], word32[2], sse[1]};
    static problem p;
    (void)state;
    for (unsigned i = 0; i < 3; i++)
        for (unsigned round = 0; round < 60; round++) {
            exhaust_options o = {.max_level = 2, .max_solutions = 1},
                            plain = {.max_level = 2, .max_solutions = 1, .no_pruning = true};
            exhaust_result r, q;
            fresh_problem(&p, "sub", all[i], 4);
            if (!random_problem(&p, all[i], 1 + round % 4, round % 3 == 2)) continue;
            exhaust_search(all[i], &p, &o, NULL, NULL, &r);
            exhaust_search(all[i], &p, &plain, NULL, NULL, &q);
            assert_int_equal(r.bound, q.bound);
            assert_int_equal(r.solutions > 0, q.solutions > 0);
        }
}

static void threads_change_nothing(void **state)
{
    static problem p;
    (void)state;
    for (unsigned round = 0; round < 10; round++) {
        exhaust_options o = {
            .max_level = 4, .max_solutions = 5, .max_work = round % 2 ? 200000 : 0};
        exhaust_result one, four;
        fresh_problem(&p, round % 4 ? "shl" : "add", sse[2], 5 + round);
        exhaust_search(sse[2], &p, &o, NULL, NULL, &one);
        o.threads = 4;
        exhaust_search(sse[2], &p, &o, NULL, NULL, &four);
        assert_int_equal(one.bound, four.bound);
        assert_int_equal(one.judged, four.judged);
        assert_int_equal(one.solutions, four.solutions);
        assert_int_equal(one.end, four.end);
    }
}

/* A search goes on from its checkpoint; another search's is not taken for its own. */
static void checkpoints_are_taken_up(void **state)
{
    char path[FIXTURE_PATH];
    static problem p;
    exhaust_options o = {.max_level = 4, .max_solutions = 5, .checkpoint = path};
    exhaust_result first, again, other;
    (void)state;
    write_temporary(path, "", 0);
    fresh_problem(&p, "add", sse[2], 5);
    exhaust_search(sse[2], &p, &o, NULL, NULL, &first);
    exhaust_search(sse[2], &p, &o, NULL, NULL, &again);
    assert_int_equal(first.bound, 5);
    assert_int_equal(again.bound, 5);
    assert_int_equal(first.judged, again.judged);
    fresh_problem(&p, "ashr", sse[2], 5);
    exhaust_search(sse[2], &p, &o, NULL, NULL, &other);
    assert_true(other.solutions > 0);
    unlink(path);
}

static void memory_is_bounded(void **state)
{
    static problem p;
    exhaust_options o = {.max_level = 4,
                         .max_solutions = 5,
                         .tables_inside = true,
                         .max_bytes = 60000,
                         .max_work = 2000000000};
    exhaust_result r;
    (void)state;
    fresh_problem(&p, "eq", avx512[2], 5);
    exhaust_search(avx512[2], &p, &o, NULL, NULL, &r);
    assert_int_equal(r.end, EXHAUST_MEMORY);
    assert_true(r.bound <= 4);
}

static void a_budget_that_ends_gives_no_bound(void **state)
{
    static problem p;
    exhaust_options o = {.max_level = 4, .max_work = 1000, .max_solutions = 4};
    exhaust_result r;
    tally t = {.g = sse[2], .p = &p};
    (void)state;
    fresh_problem(&p, "mul", sse[2], 5);
    exhaust_search(sse[2], &p, &o, check_chain, &t, &r);
    assert_true(r.bound < 4);
}

static void tables_left_out_give_no_bound(void **state)
{
    exhaust_result r;
    (void)state;
    search(avx512[2], "add", 2, false, &r);
    assert_int_equal(r.bound, 0);
}

static void decompose_cuts_a_shift_in_two(void **state)
{
    static problem p;
    tally t = {.g = sse[2], .p = &p};
    (void)state;
    fresh_problem(&p, "shl_total", sse[2], 5);
    decompose_propose(sse[2], &p, 12, 15000000, check_found, &t);
    assert_true(t.count > 0);
    assert_true(t.shortest <= 9);
}

static void fuse_keeps_the_meaning(void **state)
{
    static problem p;
    (void)state;
    for (unsigned o = 0; o < the_spec->nops; o++) {
        tally t = {.g = avx512[2], .p = &p};
        prog fused;
        if (!is_fieldwise(&the_spec->ops[o], avx512[2])) continue;
        fresh_problem(&p, the_spec->ops[o].name, avx512[2], 9);
        qm_propose(avx512[2], &p, check_found, &t);
        bool shorter = fuse_tables(avx512[2], &t.best, &fused);
        assert_true(shorter ? fused.ninsns < t.best.ninsns : fused.ninsns == t.best.ninsns);
        check_found(&t, &fused);
        fuse_simplify(avx512[2], &fused);
        check_found(&t, &fused);
    }
}

static void simplify_prefers_two_sources(void **state)
{
    prog q;
    diags d = {0};
    strbuf text = {0};
    (void)state;
    const op *add = spec_find_op(the_spec, "add");
    assert_true(
        prog_parse(&q, the_spec, add, avx512[1]->cls, "r = vpternlogd b a a 60\n", (place){0}, &d));
    fuse_simplify(avx512[1], &q);
    prog_print(&q, &text);
    assert_string_equal(text.s, "r = pxor a b\n");
    strbuf_clear(&text);
    assert_true(prog_parse(&q, the_spec, add, avx512[1]->cls, "r = vpternlogd 0xff* a b 150\n",
                           (place){0}, &d));
    fuse_simplify(avx512[1], &q);
    prog_print(&q, &text);
    assert_string_equal(text.s,
                        "r = vpternlogd a b b 195\n"); /* no constant where none is needed */
    strbuf_free(&text);
}

static void transfer_gives_what_the_other_class_needs(void **state)
{
    static problem p;
    prog q, there;
    diags d = {0};
    tally t = {.g = word32[2], .p = &p};
    (void)state;
    const op *add = spec_find_op(the_spec, "add");
    const char *text =
        "t0 = pxor a b\nt1 = pand a b\nt2 = pandn 0xaa* t1\nt3 = paddb t2 t2\nr = pxor t0 t3\n";
    assert_true(prog_parse(&q, the_spec, add, sse[2]->cls, text, (place){0}, &d));
    assert_true(transfer_program(sse[2], &q, word32[2], add, &there));
    fresh_problem(&p, "add", word32[2], 3);
    check_found(&t, &there);
    assert_int_equal(there.ninsns, 6); /* no and-not without BMI: two instructions */
}

/* ---- the judge ---- */

static void the_judge_lets_nothing_wrong_through(void **state)
{
    static const char *const texts[] = {"r = pxor a b\n", "r = pand a b\n",
                                        "t0 = paddb a b\nr = pand t0 0x55*\n", "r = a\n"};
    diags d = {0};
    pool candidates = {0};
    judged kept[JUDGE_KEEP];
    unsigned nkept;
    const cost_model *models[8] = {0};
    cost_model *model;
    (void)state;
    cell c = {spec_find_op(the_spec, "add"), 1, spec_find_class(the_spec, "x128"),
              spec_find_target(the_spec, "x86-64")};
    for (unsigned i = 0; i < 4; i++) {
        prog q;
        assert_true(prog_parse(&q, the_spec, c.op, c.cls, texts[i], (place){0}, &d));
        assert_true(pool_add(&candidates, &q, "test", NULL));
        assert_false(pool_add(&candidates, &q, "test", NULL));
    }
    assert_int_equal(cost_model_load(&model, the_spec, c.target, source_path("spec"), &d), LS_OK);
    models[c.target->index] = model;
    judge j = {.s = the_spec, .models = models};
    assert_int_equal(judge_open(&j, verify_default_limits), LS_OK);
    assert_int_equal(judge_cell(&j, &c, &candidates, kept, &nkept, &d), LS_OK);
    assert_int_equal(nkept, 1);
    assert_string_equal(kept[0].source->text, "r = pxor a b\n");
    assert_int_equal(kept[0].cost.insns, 1);
    assert_true(j.last.refuted >= 3);
    judge_close(&j);
    cost_model_free(model);
    pool_free(&candidates);
}

/* A sum of constants is one of r32 to whoever reads it; the program has it in r64. */
static void what_its_text_does_not_say_is_left(void **state)
{
    const regclass *x128 = spec_find_class(the_spec, "x128"),
                   *r64 = spec_find_class(the_spec, "r64");
    cell c = {spec_find_op(the_spec, "and"), 128, x128, spec_find_target(the_spec, "x86-64")};
    prog p;
    (void)state;
    prog_init(&p, c.op, c.cls);
    unsigned k = prog_add_repeated(&p, 1, 64), src[2] = {k, k};
    unsigned two = prog_add(&p, spec_find_instr(the_spec, NULL, "add", r64), src, 0);
    unsigned moved = prog_add(&p, spec_find_instr(the_spec, NULL, "movq", x128), &two, 0);
    src[0] = 0, src[1] = moved;
    prog_add(&p, spec_find_instr(the_spec, NULL, "pand", x128), src, 0);
    assert_false(prog_reads_back(&p, the_spec, &c));
    prog_init(&p, c.op, c.cls);
    src[1] = 1;
    prog_add(&p, spec_find_instr(the_spec, NULL, "pand", x128), src, 0);
    assert_true(prog_reads_back(&p, the_spec, &c));
}

/* 0xf in 128 bits goes on as 0xf in every 128 bits, which is another program than 0xf in 256; 0x0f*
 * is the same in both. */
static void one_text_in_two_classes(void **state)
{
    static const char *const texts[] = {"t0 = pxor a e\nt1 = pand t0 0xf\nr = pxor a t1\n",
                                        "r = pand a 0x0f*\n"};
    const op *o = spec_find_op(the_spec, "insert_0");
    pool candidates = {0};
    diags d = {0};
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        prog narrow, wide;
        assert_true(prog_parse(&narrow, the_spec, o, spec_find_class(the_spec, "x128"), texts[i],
                               (place){0}, &d));
        assert_true(prog_parse(&wide, the_spec, o, spec_find_class(the_spec, "y256"), texts[i],
                               (place){0}, &d));
        assert_true(pool_add(&candidates, &narrow, "test", NULL));
        assert_int_equal(pool_add(&candidates, &wide, "test", NULL), i == 0);
        assert_false(pool_add(&candidates, &wide, "test", NULL));
        assert_false(pool_add(&candidates, &narrow, "test", NULL));
    }
    pool_free(&candidates);
}

/* ---- whole runs ---- */

typedef struct log {
    strbuf text;
    unsigned cells, stop_after;
} log;

static ls_status log_lowering(void *context, const synth_lowering *l)
{
    log *g = context;
    strbuf_printf(&g->text, "%s %u\n%s", l->cell.op->name, l->cost.insns, l->text);
    assert_int_equal(l->program.answer, PROOF_PROVED);
    assert_int_equal(l->ir.answer, PROOF_PROVED);
    return LS_OK;
}

static ls_status log_bound(void *context, const synth_bound *b)
{
    log *g = context;
    strbuf_printf(&g->text, "bound %u %s\n", b->insns, b->grammar);
    return LS_OK;
}

static ls_status log_done(void *context, const cell *c, unsigned lowerings)
{
    log *g = context;
    assert_true(c != NULL && lowerings > 0);
    return ++g->cells == g->stop_after ? LS_ENV : LS_OK;
}

static ls_status whole_run(log *g, unsigned jobs)
{
    static const char *const names[] = {"add", "eq"};
    cell cells[8];
    unsigned n = 0;
    diags d = {0};
    char dir[FIXTURE_PATH];
    snprintf(dir, sizeof dir, "%s", source_path("spec"));
    for (unsigned i = 0; i < 2; i++)
        for (unsigned t = 0; t < 3; t++)
            cells[n++] = (cell){spec_find_op(the_spec, names[i]), 1,
                                spec_find_class(the_spec, "x128"), &the_spec->targets[t]};
    synth_sink sink = {g, log_lowering, log_bound, log_done, NULL, NULL};
    synth_options o = {.effort = SYNTH_QUICK, .jobs = jobs, .spec_dir = dir};
    ls_status rc = synth_run(the_spec, cells, n, &o, &sink, &d);
    diag_free(&d);
    return rc;
}

static void two_runs_find_the_same(void **state)
{
    log a = {0}, b = {0};
    (void)state;
    assert_int_equal(whole_run(&a, 1), LS_OK);
    assert_int_equal(whole_run(&b, 1), LS_OK);
    assert_string_equal(a.text.s, b.text.s);
    assert_int_equal(a.cells, 6);
    strbuf_free(&a.text);
    strbuf_free(&b.text);
}

/* Two fields of 128 bits are in no register of 128: LLVM's form is proposed in the narrowest that
 * has them, and goes on to the wider one. */
static void forms_of_wide_registers_are_proposed(void **state)
{
    static const char *const classes[] = {"y256", "z512"};
    const target *newest = spec_find_target(the_spec, "icelake-server");
    log g = {0};
    diags d = {0};
    cell cells[2];
    char dir[FIXTURE_PATH];
    (void)state;
    snprintf(dir, sizeof dir, "%s", source_path("spec"));
    for (unsigned i = 0; i < 2; i++)
        cells[i] = (cell){spec_find_op(the_spec, "build_2"), 128,
                          spec_find_class(the_spec, classes[i]), newest};
    synth_sink sink = {&g, log_lowering, log_bound, log_done, NULL, NULL};
    synth_options o = {.effort = SYNTH_QUICK, .jobs = 1, .spec_dir = dir};
    assert_int_equal(synth_run(the_spec, cells, 2, &o, &sink, &d), LS_OK);
    assert_int_equal(g.cells, 2);
    assert_non_null(strstr(g.text.s, "llvm.build_2 a b 128"));
    diag_free(&d);
    strbuf_free(&g.text);
}

static void a_sink_can_stop_the_run(void **state)
{
    log a = {.stop_after = 2};
    (void)state;
    assert_int_equal(whole_run(&a, 2), LS_ENV);
    assert_int_equal(a.cells, 2);
    strbuf_free(&a.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(qm_is_right_for_every_operation),
        cmocka_unit_test(a_problem_knows_whether_fields_are_alone),
        cmocka_unit_test(exhaust_finds_the_known_lengths),
        cmocka_unit_test(the_varied_tier_has_what_the_core_lacks),
        cmocka_unit_test(pruning_changes_no_bound),
        cmocka_unit_test(nothing_that_exists_is_excluded),
        cmocka_unit_test(plain_enumeration_agrees),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(checkpoints_are_taken_up),
        cmocka_unit_test(memory_is_bounded),
        cmocka_unit_test(a_budget_that_ends_gives_no_bound),
        cmocka_unit_test(tables_left_out_give_no_bound),
        cmocka_unit_test(decompose_cuts_a_shift_in_two),
        cmocka_unit_test(fuse_keeps_the_meaning),
        cmocka_unit_test(simplify_prefers_two_sources),
        cmocka_unit_test(transfer_gives_what_the_other_class_needs),
        cmocka_unit_test(the_judge_lets_nothing_wrong_through),
        cmocka_unit_test(what_its_text_does_not_say_is_left),
        cmocka_unit_test(one_text_in_two_classes),
        cmocka_unit_test(two_runs_find_the_same),
        cmocka_unit_test(forms_of_wide_registers_are_proposed),
        cmocka_unit_test(a_sink_can_stop_the_run),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_window.c - guards the engine `window`: what it proposes is right on images that it has not
 * seen, is never longer than what it was given, and reaches known lengths; what it is given and
 * cannot use it leaves alone. */
#include "spec/op.h"
#include "synth/improve/window.h"
#include "synth/logic/qm.h"
#include "tests/unit/grammar_fixture.h"

static const window_options plain = {.max_size = 4, .max_work = 300000};
static grammar *sse, *avx512, *word32, *bytes; /* bytes: for fields of 8 bits, the others for 2 */

static int set_up(void **state)
{
    open_kernels(state);
    sse = make_grammar("x128", "x86-64", 2, GRAMMAR_CORE);
    avx512 = make_grammar("x128", "x86-64-v4", 2, GRAMMAR_CORE);
    word32 = make_grammar("r32", "x86-64", 2, GRAMMAR_CORE);
    bytes = make_grammar("x128", "x86-64", 8, GRAMMAR_CORE);
    link_grammars((grammar *const[]){sse, avx512, word32, bytes}, 4);
    return 0;
}

static int tear_down(void **state)
{
    grammar *all[] = {sse, avx512, word32, bytes};
    for (unsigned i = 0; i < 4; i++) release_grammar(all[i]);
    return close_kernels(state);
}

/* Sets the problem if truth tables can say what the operation does. */
static bool set_fieldwise(problem *p, const op *o, const grammar *g, uint64_t seed)
{
    if (!op_exists(o, g->w, g->cls->bits / g->w)) return false;
    fresh_problem(p, o->name, g, seed);
    return p->fieldwise;
}

static bool is_right(const grammar *g, const problem *p, const prog *q)
{
    for (unsigned k = 0; k < PROBLEM_IMAGES; k++)
        if (!image_is_zero((problem_run(g, p, q, k) ^ p->target[k]) & p->care[k])) return false;
    return true;
}

static void read_prog(prog *q, const char *name, const grammar *g, const char *text)
{
    diags d = {0};
    assert_true(
        prog_parse(q, the_spec, spec_find_op(the_spec, name), g->cls, text, (place){0}, &d));
}

static void keep_shortest(void *context, const prog *q)
{
    prog *best = context;
    if (!best->cls || q->ninsns < best->ninsns) *best = *q;
}

/* The first of qm's shortest programs. */
static void qm_program(const grammar *g, const problem *p, prog *out)
{
    *out = (prog){.cls = NULL};
    qm_propose(g, p, keep_shortest, out);
    assert_non_null(out->cls);
}

/* ---- what is proposed ---- */

typedef struct tally {
    const grammar *g;
    problem fresh;
    unsigned count, last;
    strbuf text;
} tally;

static void check_found(void *context, const prog *q)
{
    tally *t = context;
    assert_true(is_right(t->g, &t->fresh, q));
    assert_true(!t->count || q->ninsns <= t->last);
    t->last = q->ninsns;
    t->count++;
    prog_print(q, &t->text);
}

static void proposals_are_right_and_never_longer(void **state)
{
    const grammar *all[] = {sse, avx512, word32};
    static problem p;
    static tally t;
    (void)state;
    for (unsigned i = 0; i < 3; i++)
        for (unsigned o = 0; o < the_spec->nops; o++) {
            prog q;
            t = (tally){.g = all[i]};
            if (!set_fieldwise(&p, &the_spec->ops[o], all[i], 1)) continue;
            fresh_problem(&t.fresh, the_spec->ops[o].name, all[i], 99);
            qm_program(all[i], &p, &q);
            unsigned shortest = window_propose(all[i], &p, &q, &plain, check_found, &t);
            assert_int_equal(shortest, t.last);
            assert_true(t.count > 0 && shortest <= q.ninsns);
            strbuf_free(&t.text);
        }
}

static void known_lengths_are_reached(void **state)
{
    static const struct { const char *op; unsigned from, to;
    } known[] = {
        {"add", 8, 5},  {"sub", 8, 5},        {"eq", 7, 6},          {"ult", 9, 8},
        {"sge", 10, 8}, {"mul", 9, 8},        {"shl", 9, 5},         {"lshr", 9, 5},
        {"ashr", 7, 4}, {"shl_total", 12, 7}, {"lshr_total", 12, 8}, {"ashr_total", 9, 7},
    };
    static problem p;
    (void)state;
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        prog q, r;
        fresh_problem(&p, known[i].op, sse, 1);
        qm_program(sse, &p, &q);
        assert_int_equal(q.ninsns, known[i].from);
        assert_true(window_improve(sse, &p, &q, &window_default_options, &r));
        assert_true(r.ninsns <= known[i].to);
    }
}

static void a_second_run_changes_nothing(void **state)
{
    static problem p;
    (void)state;
    for (unsigned o = 0; o < the_spec->nops; o++) {
        prog q, once, twice;
        if (!set_fieldwise(&p, &the_spec->ops[o], sse, 1)) continue;
        qm_program(sse, &p, &q);
        window_improve(sse, &p, &q, &plain, &once);
        assert_false(window_improve(sse, &p, &once, &plain, &twice));
        assert_memory_equal(&once, &twice, sizeof once);
    }
}

static void two_runs_propose_the_same(void **state)
{
    static problem p;
    static tally t[2];
    window_options o = window_default_options;
    prog q;
    (void)state;
    o.breadth = 10;
    fresh_problem(&p, "shl_total", sse, 1);
    qm_program(sse, &p, &q);
    for (unsigned i = 0; i < 2; i++) {
        t[i].g = sse;
        fresh_problem(&t[i].fresh, "shl_total", sse, 99);
        window_propose(sse, &p, &q, &o, check_found, &t[i]);
    }
    assert_true(t[0].count > 2);
    assert_string_equal(t[0].text.s, t[1].text.s);
    strbuf_free(&t[0].text);
    strbuf_free(&t[1].text);
}

/* ---- programs made longer on purpose ---- */

static void detours_are_cut_off(void **state)
{
    static const char *const texts[] = {
        "t0 = pxor a b\nt1 = pxor t0 b\nt2 = pand t1 b\nt3 = paddb t2 t2\nt4 = pandn 0x55* t3\nr = "
        "pxor t0 t4\n", /* t1 is a */
        "t0 = pand a b\nt1 = pxor a b\nt2 = paddb t0 t0\nt3 = pand t2 0xaa*\nt4 = pand b a\nt5 = "
        "por t0 t4\nt6 = pxor t5 t0\n"
        "t7 = por t3 t6\nr = pxor t1 t7\n", /* t6 is zero */
        "t0 = pand a b\nt1 = pxor a b\nt2 = paddb t0 t0\nt3 = pand t2 0xaa*\nt4 = pxor t1 "
        "0xff*\nt5 = pxor t3 0xff*\n"
        "r = pxor t4 t5\n", /* complements that cancel */
    };
    static problem p;
    (void)state;
    fresh_problem(&p, "add", sse, 1);
    for (unsigned i = 0; i < 3; i++) {
        prog q, r;
        read_prog(&q, "add", sse, texts[i]);
        assert_true(is_right(sse, &p, &q));
        assert_true(window_improve(sse, &p, &q, &plain, &r));
        assert_int_equal(r.ninsns, 5);
    }
}

/* Fields whose values do not fit an image: searched on several. */
static void wide_fields_are_no_obstacle(void **state)
{
    static problem p;
    prog q, r;
    (void)state;
    fresh_problem(&p, "sub", bytes, 1);
    read_prog(&q, "sub", bytes,
              "t0 = pxor b 0xff*\nt1 = pxor a b\nt2 = paddb a t0\nt3 = por t1 b\nt4 = por t3 "
              "0xff*\nr = psubb t2 t4\n");
    assert_true(window_improve(bytes, &p, &q, &window_default_options, &r));
    assert_int_equal(r.ninsns, 1);
}

static uint64_t rnd(void)
{
    static uint64_t s = 1;
    s ^= s << 13;
    s ^= s >> 7;
    return s ^= s << 17;
}

static void random_prog(const grammar *g, prog *q, unsigned insns)
{
    prog_init(q, spec_find_op(the_spec, "add"), g->cls);
    for (unsigned i = 0; i < g->nconsts; i++) prog_add_repeated(q, g->konst[i], 64);
    for (unsigned i = 0; i < insns; i++) {
        const grammar_member *m = &g->member[rnd() % g->count];
        unsigned src[3], n = prog_first_insn(q) + i;
        for (unsigned k = 0; k < 3; k++) src[k] = n - 1 - (unsigned)(rnd() % (n < 5 ? n : 5));
        prog_add(q, m->in, src, m->any_table ? (int64_t)(rnd() & 255) : m->imm);
    }
}

/* Random programs as operations: there is much to replace, and every bit matters. */
static void random_programs_keep_their_value(void **state)
{
    const grammar *all[] = {sse, avx512, word32};
    static problem p, fresh;
    unsigned shorter = 0;
    (void)state;
    for (unsigned round = 0; round < 30; round++) {
        const grammar *g = all[round % 3];
        prog q, r;
        fresh_problem(&p, "add", g, 1);
        fresh_problem(&fresh, "add", g, 7);
        random_prog(g, &q, 12);
        for (unsigned k = 0; k < PROBLEM_IMAGES; k++) {
            p.target[k] = problem_run(g, &p, &q, k);
            fresh.target[k] = problem_run(g, &fresh, &q, k);
        }
        shorter += window_improve(g, &p, &q, &plain, &r);
        assert_true(is_right(g, &fresh, &r));
    }
    assert_true(shorter > 10);
}

/* ---- what it cannot use ---- */

static void fail_found(void *context, const prog *q)
{
    (void)context;
    (void)q;
    fail_msg("nothing is proposed");
}

static void check_left_alone(const char *name, const char *text)
{
    static problem p;
    prog q, r;
    fresh_problem(&p, name, sse, 1);
    read_prog(&q, name, sse, text);
    assert_int_equal(window_propose(sse, &p, &q, &window_default_options, fail_found, NULL),
                     q.ninsns);
    assert_false(window_improve(sse, &p, &q, &window_default_options, &r));
    assert_memory_equal(&q, &r, sizeof q);
}

static void wrong_programs_are_left_alone(void **state)
{
    (void)state;
    check_left_alone("add", "r = paddb a b\n");
    check_left_alone("add", "r = a\n");
    check_left_alone("and", "t0 = pand a b\nt1 = pxor t0 t0\nr = por t1 b\n");
}

static void instructions_outside_the_grammar_are_left_alone(void **state)
{
    (void)state;
    check_left_alone("and", "t0 = pand a b\nt1 = psllw t0 9\nt2 = pxor t1 t1\nr = por t0 t2\n");
}

static void no_instruction_is_no_window(void **state)
{
    static problem p;
    prog q, r;
    (void)state;
    fresh_problem(&p, "and", sse, 1);
    memcpy(p.target, p.in[0], sizeof p.target);
    read_prog(&q, "and", sse, "r = a\n");
    assert_false(window_improve(sse, &p, &q, &window_default_options, &r));
    read_prog(&q, "and", sse, "t0 = pand a b\nr = por t0 a\n");
    assert_true(window_improve(sse, &p, &q, &window_default_options, &r));
    assert_int_equal(r.ninsns, 0);
    assert_int_equal(r.result, 0);
}

static void a_limit_of_searches_is_kept(void **state)
{
    static problem p;
    window_options o = window_default_options;
    prog q, r;
    (void)state;
    fresh_problem(&p, "shl_total", sse, 1);
    qm_program(sse, &p, &q);
    o.max_searches = 3;
    assert_false(window_improve(sse, &p, &q, &o, &r));
    o.max_searches = 100;
    o.max_work = 1;
    window_improve(sse, &p, &q, &o, &r);
    assert_true(is_right(sse, &p, &r));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proposals_are_right_and_never_longer),
        cmocka_unit_test(known_lengths_are_reached),
        cmocka_unit_test(a_second_run_changes_nothing),
        cmocka_unit_test(two_runs_propose_the_same),
        cmocka_unit_test(detours_are_cut_off),
        cmocka_unit_test(wide_fields_are_no_obstacle),
        cmocka_unit_test(random_programs_keep_their_value),
        cmocka_unit_test(wrong_programs_are_left_alone),
        cmocka_unit_test(instructions_outside_the_grammar_are_left_alone),
        cmocka_unit_test(no_instruction_is_no_window),
        cmocka_unit_test(a_limit_of_searches_is_kept),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_cegis.c - guards engine cegis: its bounds are those of exhaust, its rules exclude no
 * program, its programs are proved, it finds constants that a grammar lacks, and what it does not
 * know it does not claim. */
#include "synth/exhaust/exhaust.h"
#include "synth/solver/cegis.h"
#include "tests/unit/grammar_fixture.h"

static const uint64_t REPEATED = 0x0101010101010101u; /* times a byte */

static kernel_set *open_set; /* kernels until they are compiled, then NULL */
/* of cells by width; byte: by hand, 8 bits */
static grammar *sse[3], *avx512[3], *word32[3], *byte;

static grammar *open_by_hand(unsigned bits)
{
    grammar *g = mem_alloc(1, sizeof *g);
    grammar_open(g, bits);
    return g;
}

static void add_binary(grammar *g, const char *name, term_op kind)
{
    const term v[2] = {term_mk_var(g->terms, "u", g->bits), term_mk_var(g->terms, "v", g->bits)};
    assert_non_null(
        grammar_add(g, name, term_mk_binary(g->terms, kind, v[0], v[1]), v, 2, open_set));
}

static grammar_member *add_unary(grammar *g, const char *name, term_op kind)
{
    const term v = term_mk_var(g->terms, "u", g->bits);
    grammar_member *m = grammar_add(g, name, term_mk_unary(g->terms, kind, v), &v, 1, open_set);
    assert_non_null(m);
    return m;
}

static void add_shift(grammar *g, const char *name, term_op kind)
{
    const term v = term_mk_var(g->terms, "u", g->bits);
    assert_non_null(
        grammar_add(g, name, term_mk_binary(g->terms, kind, v, term_mk_u64(g->terms, 1, g->bits)),
                    &v, 1, open_set));
}

static grammar *make_byte(void)
{
    grammar *g = open_by_hand(8);
    add_unary(g, "not", TERM_BVNOT);
    add_binary(g, "add", TERM_BVADD);
    add_binary(g, "sub", TERM_BVSUB);
    add_binary(g, "and", TERM_BVAND);
    add_binary(g, "xor", TERM_BVXOR);
    add_shift(g, "shl1", TERM_BVSHL);
    add_shift(g, "shr1", TERM_BVLSHR);
    grammar_add_const(g, 1);
    grammar_add_const(g, 0xff);
    return g;
}

static int set_up(void **state)
{
    open_kernels(state);
    open_set = kernels;
    for (unsigned w = 1; w <= 2; w++) {
        sse[w] = make_grammar("x128", "x86-64", w, GRAMMAR_CORE);
        avx512[w] = make_grammar("x128", "x86-64-v4", w, GRAMMAR_CORE);
        word32[w] = make_grammar("r32", "x86-64", w, GRAMMAR_CORE);
    }
    byte = make_byte();
    link_grammars(
        (grammar *const[]){sse[1], sse[2], avx512[1], avx512[2], word32[1], word32[2], byte}, 7);
    open_set = NULL;
    return 0;
}

static int tear_down(void **state)
{
    for (unsigned w = 1; w <= 2; w++) {
        release_grammar(sse[w]);
        release_grammar(avx512[w]);
        release_grammar(word32[w]);
    }
    release_grammar(byte);
    return close_kernels(state);
}

static unsigned rnd(unsigned below)
{
    static uint64_t s = 1;
    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
    return (unsigned)(s >> 20) % below;
}

/* ---- searches ---- */

static cegis_result search(const grammar *g, const cegis_problem *p, unsigned max_level,
                           unsigned constants)
{
    cegis_options o = {.max_level = max_level, .constants = constants, .megabytes = 1000};
    cegis_result r;
    assert_int_equal(cegis_search(g, p, &o, &r), LS_OK);
    assert_int_equal(r.end, CEGIS_COMPLETE);
    assert_string_equal(r.reason, "");
    assert_int_equal(r.bound, r.solved ? r.program.nsteps : max_level + 1);
    return r;
}

static cegis_problem state_op(const grammar *g, const char *name)
{
    cegis_problem p;
    diags d = {0};
    assert_int_equal(cegis_state_op(&p, g, spec_find_op(the_spec, name), &d), LS_OK);
    return p;
}

/* A problem over ninputs inputs without freedom; the caller sets the result. */
static cegis_problem open_problem(const grammar *g, unsigned ninputs)
{
    static const char *const names[] = {"x", "y"};
    cegis_problem p = {.ninputs = ninputs, .care = term_mk_ones(g->terms, g->bits)};
    for (unsigned i = 0; i < ninputs; i++) p.var[i] = term_mk_var(g->terms, names[i], g->bits);
    return p;
}

static void count_found(void *context, const chain *x)
{
    unsigned *shortest = context;
    if (x->nsteps < *shortest) *shortest = x->nsteps;
}

static exhaust_result exhaust(const grammar *g, const problem *p, unsigned level,
                              unsigned *shortest)
{
    exhaust_options o = {
        .max_level = level, .max_work = 400000000, .tables_inside = true, .max_solutions = 1};
    exhaust_result r;
    *shortest = ~0u;
    exhaust_search(g, p, &o, count_found, shortest, &r);
    return r;
}

static exhaust_result exhaust_terms(const grammar *g, const cegis_problem *p, unsigned level,
                                    unsigned *shortest)
{
    static problem images;
    const unsigned widths[2] = {g->bits, g->bits};
    problem_init_terms(&images, g->terms, p->var, p->ninputs, widths, p->result, p->care, g->bits,
                       NULL, 0, 3);
    return exhaust(g, &images, level, shortest);
}

/* The program is proved at the width of the register, by the module that proves lowerings. */
static void check_lowering(const grammar *g, const char *name, const cegis_result *r)
{
    cell c = {spec_find_op(the_spec, name), g->w, g->cls, g->target};
    verifier *v;
    proof answer;
    prog q;
    diags d = {0};
    chain_prog(g, &r->program, c.op, &q);
    assert_int_equal(verifier_new(&v, verify_default_limits, NULL, NULL), LS_OK);
    assert_int_equal(verify_prog(v, &c, &q, &answer, &d), LS_OK);
    assert_int_equal(answer.answer, PROOF_PROVED);
    verifier_free(v);
}

static void check_same(const grammar *g, const cegis_problem *p, const cegis_result *r)
{
    static grammar extended;
    smt *solver;
    smt_answer answer;
    char reason[SMT_REASON];
    cegis_extend(g, r, &extended);
    assert_int_equal(extended.nconsts, r->program.nconsts);
    term same = term_mk_binary(g->terms, TERM_EQ, chain_term(&extended, &r->program, p->var),
                               p->result);
    assert_int_equal(smt_new(&solver, 60000, 0), LS_OK);
    assert_int_equal(smt_solve(solver, g->terms, term_mk_unary(g->terms, TERM_NOT, same), NULL, 0,
                               NULL, &answer, reason),
                     LS_OK);
    assert_int_equal(answer, SMT_UNSAT);
    smt_free(solver);
}

/* ---- bounds ---- */

static void compare_with_exhaust(const grammar *g, const char *name, unsigned level)
{
    static problem images;
    diags d = {0};
    unsigned shortest;
    cegis_problem p = state_op(g, name);
    assert_int_equal(problem_init(&images, spec_find_op(the_spec, name), g->w, g->cls, 5, &d),
                     LS_OK);
    exhaust_result other = exhaust(g, &images, level, &shortest);
    cegis_result r = search(g, &p, level, 0);
    assert_int_equal(r.bound, other.bound);
    assert_int_equal(r.solved ? r.program.nsteps : ~0u, shortest);
    if (r.solved) check_lowering(g, name, &r);
}

static void bounds_are_those_of_exhaust(void **state)
{
    static const char *const names[] = {"add", "eq",  "nor",  "uge",
                                        "ult", "mul", "ashr", "shl_total"};
    (void)state;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        for (unsigned w = 1; w <= 2; w++) {
            compare_with_exhaust(sse[w], names[i], w == 1 ? 3 : 2);
            compare_with_exhaust(avx512[w], names[i], w == 1 ? 2 : 1);
            compare_with_exhaust(word32[w], names[i], 2);
        }
}

static void tables_of_three_inputs_are_found(void **state)
{
    cegis_problem p = state_op(avx512[2], "add");
    cegis_result r = search(avx512[2], &p, 3, 0);
    (void)state;
    assert_int_equal(r.bound, 3);
    assert_int_equal(r.chunk, 32); /* of a rotation */
    assert_true(r.solved);
    check_lowering(avx512[2], "add", &r);
}

static void bounds_are_confirmed_or_refuted(void **state)
{
    cegis_problem p = state_op(sse[2], "ashr"); /* 4 instructions */
    cegis_options o = {.megabytes = 1000};
    proof_answer answer;
    cegis_result r;
    (void)state;
    assert_int_equal(cegis_confirm(sse[2], &p, 0, &o, &answer, &r), LS_OK);
    assert_int_equal(answer, PROOF_PROVED);
    assert_int_equal(cegis_confirm(sse[2], &p, 4, &o, &answer, &r), LS_OK);
    assert_int_equal(answer, PROOF_PROVED);
    assert_int_equal(cegis_confirm(sse[2], &p, 5, &o, &answer, &r), LS_OK);
    assert_int_equal(answer, PROOF_REFUTED);
    check_lowering(sse[2], "ashr", &r);
    o.query_milliseconds = 1;
    p = state_op(sse[2], "mul");
    assert_int_equal(cegis_confirm(sse[2], &p, 6, &o, &answer, &r), LS_OK);
    assert_int_equal(answer, PROOF_UNKNOWN);
}

/* ---- the rules exclude no program ---- */

static chain random_chain(const grammar *g, unsigned ninputs, unsigned nsteps)
{
    chain x = {.ninputs = ninputs, .nconsts = g->nconsts, .nsteps = nsteps};
    for (unsigned i = 0; i < nsteps; i++) {
        unsigned values = ninputs + g->nconsts + i;
        x.step[i].member = &g->member[rnd(g->count)];
        x.step[i].imm = x.step[i].member->any_table ? (int64_t)rnd(256) : x.step[i].member->imm;
        for (unsigned s = 0; s < 3; s++)
            x.step[i].src[s] = (uint8_t)(i && !s ? values - 1 : rnd(values));
    }
    x.step[0].src[0] = 0;
    return x;
}

/* What a random program computes is computed by one of at most as many instructions, and by none
 * shorter than exhaust finds. */
static void what_programs_compute_is_found(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 24; round++) {
        const grammar *g = round % 4 ? byte : avx512[1];
        unsigned length = g == byte ? 3 : 2, shortest;
        cegis_problem p = open_problem(g, 2);
        chain x = random_chain(g, 2, length);
        p.result = chain_term(g, &x, p.var);
        cegis_result r = search(g, &p, length, 0);
        assert_true(r.solved);
        check_same(g, &p, &r);
        if (g != byte) continue;
        assert_int_equal(r.bound, exhaust_terms(g, &p, length, &shortest).bound);
        assert_int_equal(r.bound, shortest);
    }
}

static void what_programs_with_constants_compute_is_found(void **state)
{
    static grammar extended;
    (void)state;
    for (unsigned round = 0; round < 12; round++) {
        cegis_problem p = open_problem(byte, 2);
        cegis_extend(byte,
                     &(cegis_result){.constant = {rnd(256) * REPEATED, rnd(256) * REPEATED},
                                     .nconstants = 2},
                     &extended);
        chain x = random_chain(&extended, 2, 2);
        p.result = chain_term(&extended, &x, p.var);
        cegis_result r = search(byte, &p, 2, 2);
        assert_true(r.solved);
        check_same(byte, &p, &r);
    }
}

static void nothing_is_found_where_nothing_is(void **state)
{
    grammar *g = open_by_hand(8);
    cegis_problem p = open_problem(g, 2);
    (void)state;
    /* no values, no members */
    assert_int_equal(search(g, &(cegis_problem){.care = p.care, .result = p.care}, 2, 0).bound, 3);
    p.result = term_mk_binary(g->terms, TERM_BVAND, p.var[0], p.var[1]);
    assert_int_equal(search(g, &p, 2, 0).bound, 3);
    add_binary(g, "xor", TERM_BVXOR);
    add_unary(g, "not", TERM_BVNOT);
    assert_int_equal(search(g, &p, 3, 1).bound, 4); /* and is not linear */
    p.result = p.var[1];
    assert_true(search(g, &p, 0, 0).solved);
    release_grammar(g);
}

/* ---- constants ---- */

/* (x & mask) ^ flip, both repeated over the register every period bits */
static term mask_and_flip(const grammar *g, term x, uint64_t mask, uint64_t flip, unsigned period)
{
    term_ctx *c = g->terms;
    term parts[2][16];
    for (unsigned i = 0; i < g->bits / period; i++) {
        parts[0][i] = term_mk_u64(c, mask, period);
        parts[1][i] = term_mk_u64(c, flip, period);
    }
    term masked = term_mk_binary(c, TERM_BVAND, x, term_mk_concat_n(c, parts[0], g->bits / period));
    return term_mk_binary(c, TERM_BVXOR, masked, term_mk_concat_n(c, parts[1], g->bits / period));
}

static void constants_are_found_that_the_grammar_lacks(void **state)
{
    static const struct { unsigned bits, period, chunk; uint64_t mask, flip; } cases[] = {
        {32, 32, 32, 0x3c003cu << 4, 0x81}, {128, 8, 8, 0x3c, 0x81}, {64, 16, 16, 0x3c00, 0x0081}};
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        grammar *g = open_by_hand(cases[i].bits);
        uint64_t mask = cases[i].mask, flip = cases[i].flip;
        for (unsigned n = cases[i].period; n < 64; n *= 2) mask |= mask << n, flip |= flip << n;
        add_binary(g, "and", TERM_BVAND);
        add_binary(g, "xor", TERM_BVXOR);
        grammar_add_const(g, ~0ULL);
        cegis_problem p = open_problem(g, 1);
        p.result = mask_and_flip(g, p.var[0], cases[i].mask, cases[i].flip, cases[i].period);
        assert_false(search(g, &p, 3, 0).solved);
        assert_int_equal(search(g, &p, 3, 1).bound, 4);
        cegis_result r = search(g, &p, 3, 3);
        assert_int_equal(r.bound, 2);
        assert_int_equal(r.chunk, cases[i].chunk);
        assert_int_equal(r.nconstants, 2); /* the third is not used */
        assert_true((r.constant[0] == mask && r.constant[1] == flip) ||
                    (r.constant[0] == flip && r.constant[1] == mask));
        check_same(g, &p, &r);
        release_grammar(g);
    }
}

static void exhaust_cannot_find_constants(void **state)
{
    cegis_problem p = open_problem(byte, 1);
    unsigned shortest;
    (void)state;
    p.result = mask_and_flip(byte, p.var[0], 0x3c, 0x81, 8);
    assert_int_equal(exhaust_terms(byte, &p, 2, &shortest).bound, 3);
    assert_int_equal(shortest, ~0u);
    assert_int_equal(search(byte, &p, 2, 0).bound, 3);
    cegis_result r = search(byte, &p, 2, 2);
    assert_true(r.solved);
    check_same(byte, &p, &r);
}

static void a_constant_can_be_the_result(void **state)
{
    grammar *g = open_by_hand(16);
    cegis_problem p = open_problem(g, 1);
    (void)state;
    p.result = term_mk_u64(g->terms, 0x1234, 16);
    cegis_result r = search(g, &p, 0, 2);
    assert_int_equal(r.nconstants, 1);
    assert_true(r.constant[0] == 0x1234123412341234u);
    check_same(g, &p, &r);
    release_grammar(g);
}

static void instructions_may_compute_constants_or_not(void **state)
{
    grammar *g = open_by_hand(8);
    cegis_options o = {.max_level = 2};
    cegis_result r;
    (void)state;
    add_binary(g, "add", TERM_BVADD);
    add_binary(g, "xor", TERM_BVXOR);
    grammar_add_const(g, 1);
    cegis_problem p = open_problem(g, 1);
    p.result = term_mk_binary(g->terms, TERM_BVXOR, p.var[0], term_mk_u64(g->terms, 2, 8));
    assert_int_equal(cegis_search(g, &p, &o, &r), LS_OK);
    assert_int_equal(r.bound, 3);
    o.constant_steps = true;
    assert_int_equal(cegis_search(g, &p, &o, &r), LS_OK);
    assert_true(r.solved);
    assert_int_equal(r.bound, 2);
    release_grammar(g);
}

/* ---- sorts and widths ---- */

static void sorts_are_kept(void **state)
{
    grammar *g = open_by_hand(8);
    grammar_member *make_one = add_unary(g, "not", TERM_BVNOT),
                   *take_one = add_unary(g, "neg", TERM_BVNEG);
    cegis_problem p = open_problem(g, 1);
    (void)state;
    make_one->gives = 1u << 1;
    take_one->takes[0] = 1;
    p.result = term_mk_unary(g->terms, TERM_BVNOT, p.var[0]);
    assert_int_equal(search(g, &p, 2, 0).bound, 3); /* the result is of sort 0 */
    g->result_sort = 1;
    assert_int_equal(search(g, &p, 2, 0).bound, 1);
    g->result_sort = 0;
    p.result = term_mk_unary(g->terms, TERM_BVNEG, p.var[0]);
    assert_int_equal(search(g, &p, 2, 0).bound, 3); /* neg does not take an input */
    p.result = term_mk_binary(g->terms, TERM_BVADD, p.var[0], term_mk_u64(g->terms, 1, 8));
    assert_true(search(g, &p, 2, 0).solved);
    release_grammar(g);
}

static void narrow_inputs_leave_freedom(void **state)
{
    grammar *g = open_by_hand(16);
    cegis_problem p = open_problem(g, 1);
    (void)state;
    p.result = term_mk_binary(g->terms, TERM_BVAND, p.var[0], term_mk_u64(g->terms, 0xff, 16));
    assert_false(search(g, &p, 0, 0).solved);
    p.width[0] = 8;
    assert_true(search(g, &p, 0, 0).solved);
    p.width[0] = 9;
    assert_false(search(g, &p, 0, 0).solved);
    release_grammar(g);
}

/* ---- what is not known ---- */

static void limits_give_no_bound(void **state)
{
    cegis_problem p = state_op(word32[2], "mul");
    cegis_options o = {.min_level = 5, .max_level = 6, .query_milliseconds = 20};
    cegis_result r;
    (void)state;
    assert_int_equal(cegis_search(word32[2], &p, &o, &r), LS_OK);
    assert_int_equal(r.end, CEGIS_UNKNOWN);
    assert_int_equal(r.bound, 5); /* the caller's word */
    assert_false(r.solved);
    assert_string_not_equal(r.reason, "");
    o = (cegis_options){.min_level = 5, .max_level = 6, .milliseconds = 20};
    assert_int_equal(cegis_search(word32[2], &p, &o, &r), LS_OK);
    assert_int_equal(r.end, CEGIS_TIME);
    assert_int_equal(r.bound, 5);
    assert_string_not_equal(r.reason, "");
}

static void wide_chunks_are_declined(void **state)
{
    grammar *g = open_by_hand(128);
    cegis_problem p = open_problem(g, 2);
    cegis_options o = {.max_level = 1};
    cegis_result r;
    (void)state;
    add_binary(g, "add", TERM_BVADD); /* carries cross every chunk */
    p.result = term_mk_binary(g->terms, TERM_BVADD, p.var[0], p.var[1]);
    assert_int_equal(cegis_search(g, &p, &o, &r), LS_OK);
    assert_int_equal(r.end, CEGIS_UNKNOWN);
    assert_int_equal(r.bound, 0);
    assert_non_null(strstr(r.reason, "64 bits"));
    release_grammar(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_are_those_of_exhaust),
        cmocka_unit_test(tables_of_three_inputs_are_found),
        cmocka_unit_test(bounds_are_confirmed_or_refuted),
        cmocka_unit_test(what_programs_compute_is_found),
        cmocka_unit_test(what_programs_with_constants_compute_is_found),
        cmocka_unit_test(nothing_is_found_where_nothing_is),
        cmocka_unit_test(constants_are_found_that_the_grammar_lacks),
        cmocka_unit_test(exhaust_cannot_find_constants),
        cmocka_unit_test(a_constant_can_be_the_result),
        cmocka_unit_test(instructions_may_compute_constants_or_not),
        cmocka_unit_test(sorts_are_kept),
        cmocka_unit_test(narrow_inputs_leave_freedom),
        cmocka_unit_test(limits_give_no_bound),
        cmocka_unit_test(wide_chunks_are_declined),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_smt.c - the solver: its models, its agreement with the reference evaluator on every
 * operator, and that it says nothing when it runs out of time or memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "spec/term/bv.h"
#include "tests/unit/random_term.h"
#include "verify/claim/smt.h"

static term differ(term_ctx *c, term a, term b)
{
    return term_mk_unary(c, TERM_NOT, term_mk_binary(c, TERM_EQ, a, b));
}

static void solver_finds_a_model_of_many_limbs(void **state)
{
    (void)state;
    smt *solver;
    term_ctx *c = term_ctx_new();
    uint64_t want[4] = {0x0123456789abcdef, 0, 0xfedcba9876543210, 5}, got[4], flag[1];
    term a = term_mk_var(c, "a", 200), p = term_mk_var(c, "p", 0), k = term_mk_const(c, want, 200);
    term holds = term_mk_binary(c, TERM_AND, p,
                                term_mk_binary(c, TERM_EQ, term_mk_unary(c, TERM_BVNOT, a), k));
    smt_answer answer;
    char reason[SMT_REASON];
    assert_int_equal(smt_new(&solver, 10000, 0), LS_OK);
    term vars[2] = {a, p};
    uint64_t *values[2] = {got, flag};
    assert_int_equal(smt_solve(solver, c, holds, vars, 2, values, &answer, reason), LS_OK);
    assert_int_equal(answer, SMT_SAT);
    assert_int_equal(flag[0], 1);
    for (unsigned i = 0; i < 4; i++) assert_int_equal(got[i], i == 3 ? ~want[i] & 0xff : ~want[i]);
    smt_free(solver);
    term_ctx_free(c);
}

/* Two contexts hold the same shape: in one the variables are free and a condition fixes them, so
 * that Z3 has to evaluate what term_eval evaluates. */
static void check_against_eval(smt *solver, term_op kind, unsigned round)
{
    term_ctx *c = term_ctx_new();
    uint64_t value[2][2], result[2] = {0};
    const uint64_t *values[2] = {value[0], value[1]};
    unsigned width[2] = {1 + (unsigned)(random_bits() % 70), 1 + round % 70};
    term vars[2] = {term_mk_var(c, "x", width[0]), term_mk_var(c, "y", width[1])};
    for (unsigned i = 0; i < 4; i++)
        value[i / 2][i % 2] = round % 3 ? random_bits() : random_bits() % 3 - 1;
    for (unsigned i = 0; i < 2; i++) bv_trim(value[i], width[i]);

    bool bit_vector = is_bit_vector_op(kind);
    term t = bit_vector ? random_of_op(c, vars, 2, kind, 1 + (unsigned)(random_bits() % 70), DEPTH)
                        : random_bool(c, vars, 2, DEPTH, kind);
    term_eval(c, t, vars, values, 2, result);
    term expected = bit_vector ? term_mk_const(c, result, term_width(c, t))
                               : term_mk_bool(c, result[0]);
    term condition = differ(c, t, expected);
    for (unsigned i = 0; i < 2; i++) {
        term fixed = term_mk_binary(c, TERM_EQ, vars[i], term_mk_const(c, value[i], width[i]));
        condition = term_mk_binary(c, TERM_AND, condition, fixed);
    }
    smt_answer answer;
    char reason[SMT_REASON];
    assert_int_equal(smt_solve(solver, c, condition, NULL, 0, NULL, &answer, reason), LS_OK);
    assert_int_equal(answer, SMT_UNSAT);
    term_ctx_free(c);
}

static void solver_agrees_with_eval_on_every_operator(void **state)
{
    (void)state;
    smt *solver;
    assert_int_equal(smt_new(&solver, 20000, 0), LS_OK);
    for (term_op kind = TERM_NOT; kind < TERM_OP_COUNT; kind++)
        for (unsigned round = 0; round < 25; round++) check_against_eval(solver, kind, round);
    smt_free(solver);
}

/* A product as Z3 writes it out and one row by row: no preprocessing brings them together. */
static term hard_inequality(term_ctx *c)
{
    term x = term_mk_var(c, "x", 40), y = term_mk_var(c, "y", 40), sum = term_mk_u64(c, 0, 40);
    for (unsigned i = 0; i < 40; i++) {
        term bit = term_mk_binary(c, TERM_EQ, term_mk_extract(c, i, i, y), term_mk_u64(c, 1, 1));
        term row = term_mk_binary(c, TERM_BVSHL, x, term_mk_u64(c, i, 40));
        sum = term_mk_binary(c, TERM_BVADD, sum, term_mk_ite(c, bit, row, term_mk_u64(c, 0, 40)));
    }
    return differ(c, term_mk_binary(c, TERM_BVMUL, x, y), sum);
}

static void solver_out_of_time_or_memory_is_unknown(void **state)
{
    (void)state;
    smt *solver;
    term_ctx *c = term_ctx_new();
    term hard = hard_inequality(c), x = term_mk_var(c, "x", 40);
    smt_answer answer;
    char reason[SMT_REASON];
    assert_int_equal(smt_new(&solver, 1, 0), LS_OK);
    assert_int_equal(smt_solve(solver, c, hard, NULL, 0, NULL, &answer, reason), LS_OK);
    assert_int_equal(answer, SMT_UNKNOWN);
    assert_string_not_equal(reason, "");
    smt_set_limits(solver, 20000, 1);
    assert_int_equal(smt_solve(solver, c, hard, NULL, 0, NULL, &answer, reason), LS_OK);
    assert_int_equal(answer, SMT_UNKNOWN);
    assert_non_null(strstr(reason, "memory"));
    smt_set_limits(solver, 20000, 0); /* and it goes on working */
    assert_int_equal(smt_solve(solver, c, differ(c, x, x), NULL, 0, NULL, &answer, reason), LS_OK);
    assert_int_equal(answer, SMT_UNSAT);
    smt_free(solver);
    term_ctx_free(c);
}

static void a_session_keeps_what_it_was_told(void **state)
{
    (void)state;
    smt_session *session;
    term_ctx *c = term_ctx_new();
    term x = term_mk_var(c, "x", 16);
    uint64_t value[1], *values[1] = {value};
    smt_answer answer;
    char reason[SMT_REASON];
    assert_int_equal(smt_session_new(&session, c, 500), LS_OK);
    for (unsigned k = 0; k < 2000; k++) term_mk_u64(c, k, 16); /* the context grows meanwhile */
    smt_session_assert(session, term_mk_binary(c, TERM_BVULT, x, term_mk_u64(c, 3, 16)));
    for (unsigned left = 3; left; left--) {
        assert_int_equal(smt_session_solve(session, 20000, &x, 1, values, &answer, reason), LS_OK);
        assert_int_equal(answer, SMT_SAT);
        assert_true(value[0] < 3);
        smt_session_assert(session, differ(c, x, term_mk_u64(c, value[0], 16)));
    }
    assert_int_equal(smt_session_solve(session, 20000, &x, 1, values, &answer, reason), LS_OK);
    assert_int_equal(answer, SMT_UNSAT);
    smt_session_free(session);
    term_ctx_free(c);
}

static void a_session_without_answer_has_none_later(void **state)
{
    (void)state;
    smt_session *session;
    term_ctx *c = term_ctx_new();
    term hard = hard_inequality(c);
    smt_answer answer;
    char reason[SMT_REASON];
    assert_int_equal(smt_session_new(&session, c, 0), LS_OK);
    smt_session_assert(session, hard);
    for (unsigned k = 0; k < 2; k++) {
        assert_int_equal(smt_session_solve(session, 20, NULL, 0, NULL, &answer, reason), LS_OK);
        assert_int_equal(answer, SMT_UNKNOWN);
        assert_string_not_equal(reason, "");
        smt_session_assert(session, term_mk_bool(c, false)); /* not heard */
    }
    smt_session_free(session);
    assert_int_equal(smt_session_new(&session, c, 1), LS_OK);
    smt_session_assert(session, hard);
    assert_int_equal(smt_session_solve(session, 60000, NULL, 0, NULL, &answer, reason), LS_OK);
    assert_int_equal(answer, SMT_UNKNOWN);
    smt_session_free(session);
    term_ctx_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solver_finds_a_model_of_many_limbs),
        cmocka_unit_test(solver_agrees_with_eval_on_every_operator),
        cmocka_unit_test(solver_out_of_time_or_memory_is_unknown),
        cmocka_unit_test(a_session_keeps_what_it_was_told),
        cmocka_unit_test(a_session_without_answer_has_none_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_allinputs.c - claims about few bits, tried on all of them: a quotient by way of
 * floating-point numbers; wrong on one input; too many bits. */
#include <llvm-c/Core.h>

#include "tests/unit/fixture.h"
#include "verify/ir/irfloat.h"
#include "verify/tactics/allinputs.h"

static term num(term_ctx *c, uint64_t value, unsigned bits) { return term_mk_u64(c, value, bits); }

/* The quotient of a and b, of w bits each, cut from that of binary32 numbers. */
static term by_floats(term_ctx *c, term a, term b)
{
    const float_format f = {32, 8, 23};
    term x = float_from_integer(c, &f, a, false), y = float_from_integer(c, &f, b, false), fits;
    return float_to_integer(c, &f, float_divide(c, &f, x, y), term_width(c, a), false, &fits);
}

/* a / b, where b is not zero; spoilt: but for that a and b. */
static obligation make(term_ctx *c, unsigned w, const unsigned *spoilt)
{
    obligation o = {.c = c, .ninputs = 2, .field = w};
    claim *k = &o.chunk;
    k->width = w;
    term a = k->input[0] = term_mk_var(c, "a", w), b = k->input[1] = term_mk_var(c, "b", w),
         q = by_floats(c, a, b);
    if (spoilt) {
        term here = term_mk_binary(c, TERM_AND, term_mk_binary(c, TERM_EQ, a, num(c, spoilt[0], w)),
                                   term_mk_binary(c, TERM_EQ, b, num(c, spoilt[1], w)));
        q = term_mk_ite(c, here, term_mk_unary(c, TERM_BVNOT, q), q);
    }
    k->side[CLAIM_PROGRAM] = q;
    k->side[CLAIM_OPERATION] = term_mk_binary(c, TERM_BVUDIV, a, b);
    k->side[CLAIM_CARE] = term_mk_ite(c, term_mk_binary(c, TERM_EQ, b, num(c, 0, w)), num(c, 0, w),
                                      term_mk_ones(c, w));
    return o;
}

static void a_quotient_of_bytes_is_one_of_floats(void **state)
{
    (void)state;
    sample s;
    for (unsigned w = 4; w <= 8; w += 4) {
        term_ctx *c = term_ctx_new();
        obligation o = make(c, w, NULL);
        assert_int_equal(all_inputs_try(&o, false, &s), ALL_INPUTS_HOLD);
        term_ctx_free(c);
    }
}

static void the_one_wrong_input_is_found(void **state)
{
    (void)state;
    static const unsigned wrong[][2] = {{0, 1}, {255, 255}, {255, 1}, {173, 12}, {0, 255}};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        sample s;
        term_ctx *c = term_ctx_new();
        obligation o = make(c, 8, wrong[i]);
        assert_int_equal(all_inputs_try(&o, false, &s), ALL_INPUTS_FAIL);
        assert_int_equal(s.limb[0][0], wrong[i][0]);
        assert_int_equal(s.limb[1][0], wrong[i][1]);
        term_ctx_free(c);
    }
}

static void many_bits_and_short_claims_are_the_solver_s(void **state)
{
    (void)state;
    sample s;
    term_ctx *c = term_ctx_new();
    obligation o = make(c, 9, NULL);
    assert_int_equal(all_inputs_try(&o, false, &s), ALL_INPUTS_NOT_TRIED);
    o = make(c, 8, NULL);
    o.chunk.side[CLAIM_PROGRAM] = o.chunk.side[CLAIM_OPERATION];
    assert_int_equal(all_inputs_try(&o, false, &s), ALL_INPUTS_NOT_TRIED);
    o = make(c, 8, NULL);
    o.forms = 2; /* fields of several forms, each with inputs of its own */
    assert_int_equal(all_inputs_try(&o, false, &s), ALL_INPUTS_NOT_TRIED);
    term_ctx_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_quotient_of_bytes_is_one_of_floats),
        cmocka_unit_test(the_one_wrong_input_is_found),
        cmocka_unit_test(many_bits_and_short_claims_are_the_solver_s),
    };
    return cmocka_run_group_tests_name("allinputs", tests, NULL, NULL);
}

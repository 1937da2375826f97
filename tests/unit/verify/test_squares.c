// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_squares.c - guards squares_fold: carry-less squares become their bits spread, equal for all
 * inputs; nothing else is touched. */
#include "tests/unit/fixture.h"
#include "verify/tactics/squares.h"

/* The carry-less product of x and y, of 16 bits each: 32 bits. */
static term product(term_ctx *c, term x, term y)
{
    term sum = term_mk_u64(c, 0, 32), wide = term_mk_extend(c, TERM_ZERO_EXTEND, 16, y);
    for (unsigned k = 0; k < 16; k++) {
        term is = term_mk_binary(c, TERM_EQ, term_mk_extract(c, k, k, x), term_mk_u64(c, 1, 1));
        term shifted = term_mk_binary(c, TERM_BVSHL, wide, term_mk_u64(c, k, 32));
        sum = term_mk_binary(c, TERM_BVXOR, sum,
                             term_mk_ite(c, is, shifted, term_mk_u64(c, 0, 32)));
    }
    return sum;
}

static void a_square_becomes_its_bits_spread(void **state)
{
    (void)state;
    term_ctx *c = term_ctx_new();
    term x = term_mk_var(c, "x", 16), bit[32];
    for (unsigned k = 0; k < 32; k++)
        bit[k] = k % 2 ? term_mk_u64(c, 0, 1) : term_mk_extract(c, k / 2, k / 2, x);
    assert_int_equal(squares_fold(c, product(c, x, x)), term_mk_concat_n(c, bit, 32));
    term_ctx_free(c);
}

static void a_square_inside_is_folded_too(void **state)
{
    (void)state;
    term_ctx *c = term_ctx_new();
    term x = term_mk_var(c, "x", 16), y = term_mk_var(c, "y", 32);
    term t = term_mk_binary(c, TERM_BVAND, product(c, x, x), y);
    term out = squares_fold(c, t);
    assert_int_not_equal(out, t);
    for (uint64_t v = 1; v < 65536; v = v * 5 + 3) {
        uint64_t w = v * 0x9e3779b97f4a7c15u & 0xffffffff, a, b;
        term_eval(c, t, (term[]){x, y}, (const uint64_t *[]){&v, &w}, 2, &a);
        term_eval(c, out, (term[]){x, y}, (const uint64_t *[]){&v, &w}, 2, &b);
        assert_int_equal(a, b);
    }
    term_ctx_free(c);
}

static void a_product_of_two_values_stays(void **state)
{
    (void)state;
    term_ctx *c = term_ctx_new();
    term t = product(c, term_mk_var(c, "x", 16), term_mk_var(c, "y", 16));
    assert_int_equal(squares_fold(c, t), t);
    term_ctx_free(c);
}

static void a_square_with_one_product_missing_stays(void **state)
{
    (void)state;
    term_ctx *c = term_ctx_new();
    term x = term_mk_var(c, "x", 16), y = term_mk_var(c, "y", 1);
    /* another bit at the top */
    term most = term_mk_concat_n(c, (term[]){term_mk_extract(c, 14, 0, x), y}, 2);
    term t = product(c, x, most);
    assert_int_equal(squares_fold(c, t), t);
    term_ctx_free(c);
}

static void short_sums_stay(void **state)
{
    (void)state;
    term_ctx *c = term_ctx_new();
    term x = term_mk_var(c, "x", 8), y = term_mk_var(c, "y", 8);
    term is = term_mk_binary(c, TERM_EQ, term_mk_extract(c, 0, 0, x), term_mk_u64(c, 1, 1));
    term t = term_mk_binary(c, TERM_BVXOR, y, term_mk_ite(c, is, x, term_mk_u64(c, 0, 8)));
    assert_int_equal(squares_fold(c, t), t);
    term_ctx_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_square_becomes_its_bits_spread),
        cmocka_unit_test(a_square_inside_is_folded_too),
        cmocka_unit_test(a_product_of_two_values_stays),
        cmocka_unit_test(a_square_with_one_product_missing_stays),
        cmocka_unit_test(short_sums_stay),
    };
    (void)load_spec;
    (void)drop_spec;
    return cmocka_run_group_tests(tests, NULL, NULL);
}

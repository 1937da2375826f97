// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_quotients.c - guards quotients_restate: a high part of a product becomes a quotient only
 * where it is one for all dividends, and remainders stay what they are. */
#include "tests/unit/fixture.h"
#include "verify/tactics/quotients.h"

enum { WIDTH = 48, DIVIDEND_BITS_MAX = 11 };

/* The value of t where x is v and the quotient, t's other variable if it has one, is v / d. */
static uint64_t value_of(const term_ctx *c, term t, term x, uint64_t v, uint64_t d)
{
    term var[2] = {TERM_NONE, TERM_NONE}, known[2] = {x, x};
    uint64_t q = v / d, out = 0;
    unsigned n = term_collect_vars(c, t, var, 2);
    assert_true(n <= 2);
    for (unsigned i = 0; i < n; i++)
        if (var[i] != x) known[1] = var[i];
    term_eval(c, t, known, (const uint64_t *[]){&v, &q}, known[1] == x ? 1 : 2, &out);
    return out;
}

/* The bits of m x from s up. */
static term high_part(term_ctx *c, term x, uint64_t m, unsigned s)
{
    term wide = term_mk_extend(c, TERM_ZERO_EXTEND, WIDTH - term_width(c, x), x);
    return term_mk_extract(c, WIDTH - 1, s,
                           term_mk_binary(c, TERM_BVMUL, wide, term_mk_u64(c, m, WIDTH)));
}

/* Whether it is taken for x / d; then it is that for every x of so many bits. */
static bool is_quotient(unsigned bits, uint64_t d, uint64_t m, unsigned s)
{
    term_ctx *c = term_ctx_new();
    term x = term_mk_var(c, "x", bits), t = high_part(c, x, m, s), out = quotients_restate(c, t, 6);
    for (uint64_t v = 0; out != TERM_NONE && v < 1ULL << bits; v++)
        assert_int_equal(value_of(c, t, x, v, d), value_of(c, out, x, v, d));
    term_ctx_free(c);
    return out != TERM_NONE;
}

/* Multipliers below and above 2^s / d: of the right ones some are taken, the others never. */
static void only_right_multipliers_are_taken(void **state)
{
    unsigned taken = 0, left = 0;
    (void)state;
    for (unsigned bits = 3; bits <= DIVIDEND_BITS_MAX; bits++)
        for (uint64_t d = 3; d < 1ULL << bits; d += 1 + d / 3) {
            unsigned more = 0;
            while (1ULL << more < d) more++;
            for (unsigned s = bits; s <= bits + more; s++)
                for (uint64_t m = (1ULL << s) / d, end = m + 3; m < end; m++) {
                    /* which divisor it is that m stands for, the program does not say: another one
                     * than d is none of ours */
                    uint64_t other = m ? ((1ULL << s) + (1ULL << (s - bits))) / m : 0;
                    if (other != d) continue;
                    bool is = is_quotient(bits, d, m, s);
                    taken += is;
                    left += !is;
                }
            assert_true(is_quotient(bits, d, (1ULL << (bits + more)) / d + 1, bits + more));
        }
    assert_true(taken > 100);
    assert_true(left > 20);
}

/* Bits of the product beyond its width are lost, and with them the quotient. */
static void a_product_that_is_cut_is_left(void **state)
{
    (void)state;
    term_ctx *c = term_ctx_new();
    term x = term_mk_var(c, "x", 8), wide = term_mk_extend(c, TERM_ZERO_EXTEND, 4, x);
    term t = term_mk_extract(c, 11, 10,
                             term_mk_binary(c, TERM_BVMUL, wide, term_mk_u64(c, 205, 12)));
    assert_int_equal(quotients_restate(c, t, 6), TERM_NONE);
    term_ctx_free(c);
}

static void remainders_stay_what_they_are(void **state)
{
    (void)state;
    for (unsigned bits = 1; bits <= 7; bits++)
        for (uint64_t d = 1; d < 32; d += 3) {
            term_ctx *c = term_ctx_new();
            term x = term_mk_var(c, "x", 9),
                 t = term_mk_binary(c, TERM_BVUREM, x, term_mk_u64(c, d, 9)),
                 out = quotients_restate(c, t, bits);
            assert_int_not_equal(out, TERM_NONE);
            for (uint64_t v = 0; v < 512; v++) {
                assert_int_equal(value_of(c, t, x, v, d), v % d);
                assert_int_equal(value_of(c, out, x, v, d), v % d);
            }
            term_ctx_free(c);
        }
}

static void what_has_no_quotient_is_left(void **state)
{
    (void)state;
    term_ctx *c = term_ctx_new();
    term x = term_mk_var(c, "x", 8), y = term_mk_var(c, "y", 8);
    assert_int_equal(quotients_restate(c, term_mk_binary(c, TERM_BVUREM, x, y), 6), TERM_NONE);
    assert_int_equal(
        quotients_restate(c, term_mk_binary(c, TERM_BVUDIV, x, term_mk_u64(c, 0, 8)), 6),
        TERM_NONE);
    assert_int_equal(quotients_restate(c, term_mk_binary(c, TERM_BVMUL, x, y), 6), TERM_NONE);
    term_ctx_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_right_multipliers_are_taken),
        cmocka_unit_test(a_product_that_is_cut_is_left),
        cmocka_unit_test(remainders_stay_what_they_are),
        cmocka_unit_test(what_has_no_quotient_is_left),
    };
    return cmocka_run_group_tests_name("quotients", tests, NULL, NULL);
}

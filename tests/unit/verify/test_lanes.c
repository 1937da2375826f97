// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_lanes.c - guards lanes_restate: a term and what becomes of it are the same number for all
 * inputs, with carries that run through all lanes or stop in any; what has no wide sum is left. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "spec/base/random.h"
#include "spec/term/bv.h"
#include "verify/tactics/lanes.h"

enum { LIMBS = 9, TRIES = 400 };

static uint64_t seed = 3;

/* Lanes of zeros, ones, what the other lacks to that, one more, or anything. */
static void draw_inputs(uint64_t a[LIMBS], uint64_t b[LIMBS])
{
    for (unsigned i = 0; i < LIMBS; i++) {
        uint64_t how = random_next(&seed) % 6, x = random_next(&seed);
        a[i] = how == 0 ? 0 : how == 1 ? UINT64_MAX : x;
        const uint64_t other[6] = {0, ~a[i], -a[i], UINT64_MAX, a[i], random_next(&seed)};
        b[i] = other[random_next(&seed) % 6];
    }
}

static void assert_same(term_ctx *c, term t, unsigned width)
{
    const term var[3] = {term_mk_var(c, "a", width), term_mk_var(c, "b", width),
                         term_mk_var(c, "c", 1)};
    term other = lanes_restate(c, t);
    assert_true(other != TERM_NONE);
    assert_true(other != t);
    for (unsigned i = 0; i < TRIES; i++) {
        uint64_t a[LIMBS] = {0}, b[LIMBS] = {0}, carry = i & 1, x[LIMBS + 1] = {0},
                 y[LIMBS + 1] = {0};
        draw_inputs(a, b);
        bv_trim(a, width);
        bv_trim(b, width);
        const uint64_t *const values[3] = {a, b, &carry};
        term_eval(c, t, var, values, 3, x);
        term_eval(c, other, var, values, 3, y);
        assert_memory_equal(x, y, sizeof x);
    }
}

static const unsigned widths[] = {65, 96, 128, 130, 200, 256, 512, 513};

static void sums_and_differences_stay_what_they_are(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof widths / sizeof *widths; i++)
        for (unsigned sub = 0; sub < 2; sub++) {
            term_ctx *c = term_ctx_new();
            unsigned w = widths[i];
            term_op how = sub ? TERM_BVSUB : TERM_BVADD;
            term plain = term_mk_binary(c, how, term_mk_var(c, "a", w), term_mk_var(c, "b", w)),
                 bit = term_mk_extend(c, TERM_ZERO_EXTEND, w - 1, term_mk_var(c, "c", 1));
            assert_same(c, plain, w);
            assert_same(c, term_mk_binary(c, how, plain, bit), w);
            assert_same(c, term_mk_binary(c, how, bit, plain), w);
            assert_same(c, term_mk_binary(c, how, term_mk_var(c, "a", w), bit), w);
            term_ctx_free(c);
        }
}

/* A sum of lanes of 32 bits beside a long one: lanes are as narrow. */
static void lanes_are_those_of_the_narrowest_sum(void **state)
{
    (void)state;
    term_ctx *c = term_ctx_new();
    term a = term_mk_var(c, "a", 128), b = term_mk_var(c, "b", 128), part[4];
    for (unsigned i = 0; i < 4; i++)
        part[i] = term_mk_binary(c, TERM_BVADD, term_mk_extract(c, 32 * i + 31, 32 * i, a),
                                 term_mk_extract(c, 32 * i + 31, 32 * i, b));
    term t = term_mk_binary(c, TERM_BVXOR, term_mk_concat_n(c, part, 4),
                            term_mk_binary(c, TERM_BVADD, a, b));
    assert_same(c, t, 128);
    term lowest = term_mk_extract(c, 31, 0, lanes_restate(c, t));
    assert_true(term_is_zero(c, lowest)); /* where no carry comes in, they are one */
    term_ctx_free(c);
}

static void what_has_no_wide_sum_is_left(void **state)
{
    (void)state;
    term_ctx *c = term_ctx_new();
    term a = term_mk_var(c, "a", 64), b = term_mk_var(c, "b", 64);
    assert_true(lanes_restate(c, term_mk_binary(c, TERM_BVADD, a, b)) == TERM_NONE);
    assert_true(lanes_restate(c, term_mk_binary(c, TERM_CONCAT, a, b)) == TERM_NONE);
    term_ctx_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_and_differences_stay_what_they_are),
        cmocka_unit_test(lanes_are_those_of_the_narrowest_sum),
        cmocka_unit_test(what_has_no_wide_sum_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_irfloat.c - conversions to and from floating-point numbers, and quotients of such, against
 * the processor's own. */
#include <llvm-c/Core.h>

#include "tests/unit/fixture.h"
#include "tests/unit/lane.h"
#include "verify/ir/irfloat.h"

static float_format format(bool is_double)
{
    float_format f;
    LLVMContextRef c = LLVMContextCreate();
    assert_true(
        float_format_of(is_double ? LLVMDoubleTypeInContext(c) : LLVMFloatTypeInContext(c), &f));
    assert_false(float_format_of(LLVMInt32TypeInContext(c), &(float_format){0}));
    LLVMContextDispose(c);
    return f;
}

static uint64_t bits_of_float(float x)
{
    uint32_t b;
    memcpy(&b, &x, sizeof b);
    return b;
}

static uint64_t bits_of_double(double x)
{
    uint64_t b;
    memcpy(&b, &x, sizeof b);
    return b;
}

static uint64_t eval(term_ctx *c, term t, term var, uint64_t value)
{
    const uint64_t *values[] = {&value};
    uint64_t out[1] = {0};
    term_eval(c, t, &var, values, 1, out);
    return out[0];
}

static int64_t as_signed_bits(uint64_t x, unsigned w)
{
    return (int64_t)(x << (64 - w)) >> (64 - w);
}

static uint64_t wanted(uint64_t x, unsigned w, bool is_signed, bool is_double)
{
    if (is_signed)
        return is_double ? bits_of_double((double)as_signed_bits(x, w))
                         : bits_of_float((float)as_signed_bits(x, w));
    return is_double ? bits_of_double((double)x) : bits_of_float((float)x);
}

/* A conversion between integers of w bits and numbers of a format. */
typedef struct conversion {
    float_format format;
    unsigned w;
    bool is_signed, is_double;
} conversion;

static void check_all(const unsigned *widths, size_t count,
                      void (*check)(term_ctx *, const conversion *))
{
    for (unsigned k = 0; k < 4; k++)
        for (size_t i = 0; i < count; i++) {
            conversion v = {format(k & 2), widths[i], k & 1, k & 2};
            term_ctx *c = term_ctx_new();
            check(c, &v);
            term_ctx_free(c);
        }
}

static void check_from_integer(term_ctx *c, const conversion *k)
{
    unsigned w = k->w;
    term x = term_mk_var(c, "x", w), t = float_from_integer(c, &k->format, x, k->is_signed);
    assert_true(float_holds(&k->format, w));
    for (unsigned n = 0; n < 400; n++) {
        uint64_t v = n < 256 && w <= 8 ? n & ones(w) : random_value(w);
        if (n % 3 == 1) v = (random_bits() >> random_bits() % 64) & ones(w);
        if (n % 3 == 2) v = (v | 1) & ones(w) & ~(ones(w) >> 1 & 6); /* near ties */
        if (eval(c, t, x, v) != wanted(v, w, k->is_signed, k->is_double))
            fail_msg("%s i%u 0x%llx to %s", k->is_signed ? "signed" : "unsigned", w,
                     (unsigned long long)v, k->is_double ? "double" : "float");
    }
}

static void integers_become_the_nearest_number(void **state)
{
    (void)state;
    static const unsigned widths[] = {1, 2, 4, 7, 8, 16, 24, 25, 26, 32, 53, 54, 55, 63, 64};
    check_all(widths, sizeof widths / sizeof *widths, check_from_integer);
}

/* The value of random exponent near those that matter, with any fraction. */
static uint64_t random_number(const float_format *f)
{
    uint64_t bias = ((uint64_t)1 << (f->exponent - 1)) - 1,
             exponent = bias - 2 + random_bits() % 40;
    if (random_bits() % 16 == 0) exponent = random_bits() % (2 * bias + 2);
    return random_bits() % 2 << (f->bits - 1) | exponent << f->fraction |
           (random_bits() & ones(f->fraction) &
            (random_bits() % 2 ? ~(uint64_t)0 : ones(f->fraction) << (f->fraction - 4)));
}

static double number_of_bits(uint64_t v, bool is_double)
{
    uint32_t low = (uint32_t)v;
    float s;
    double d;
    memcpy(&s, &low, sizeof s);
    memcpy(&d, &v, sizeof d);
    return is_double ? d : (double)s;
}

static void check_to_integer(term_ctx *c, const conversion *k)
{
    unsigned w = k->w, inside = 0;
    double least = k->is_signed ? -(double)((int64_t)1 << (w - 1)) : 0;
    double most = k->is_signed ? (double)((int64_t)1 << (w - 1)) : (double)((uint64_t)1 << w);
    term x = term_mk_var(c, "x", k->format.bits), fits,
         t = float_to_integer(c, &k->format, x, w, k->is_signed, &fits);
    for (unsigned n = 0; n < 2000; n++) {
        uint64_t v = random_number(&k->format);
        double number = number_of_bits(v, k->is_double);
        bool good = number > least - 1 && number < most;
        assert_int_equal(eval(c, fits, x, v), good);
        if (good && eval(c, t, x, v) != ((uint64_t)(int64_t)number & ones(w)))
            fail_msg("%g to i%u", number, w);
        inside += good;
    }
    assert_true(inside > 50);
}

static void numbers_are_cut_to_integers(void **state)
{
    (void)state;
    static const unsigned widths[] = {2, 4, 8, 13, 32};
    check_all(widths, sizeof widths / sizeof *widths, check_to_integer);
}

static uint64_t eval_pair(term_ctx *c, term t, const term var[2], uint64_t x, uint64_t y)
{
    const uint64_t *values[] = {&x, &y};
    uint64_t out[1] = {0};
    term_eval(c, t, var, values, 2, out);
    return out[0];
}

/* Zeros, subnormal numbers, infinities, NaNs, the ends of the range. */
static uint64_t special_number(const float_format *f)
{
    uint64_t most = ones(f->exponent), fraction = random_bits() & ones(f->fraction),
             exponents[] = {0, 0, 0, 1, 2, most - 1, most, most};
    uint64_t fractions[] = {0, 1, fraction, fraction >> random_bits() % f->fraction,
                            ones(f->fraction)};
    return random_bits() % 2 << (f->bits - 1) | exponents[random_bits() % 8] << f->fraction |
           fractions[random_bits() % 5];
}

static uint64_t quotient(uint64_t x, uint64_t y, bool is_double)
{
    volatile double a = number_of_bits(x, true), b = number_of_bits(y, true);
    volatile float s = (float)number_of_bits(x, false), t = (float)number_of_bits(y, false);
    return is_double ? bits_of_double(a / b) : bits_of_float(s / t);
}

static bool is_nan(const float_format *f, uint64_t v)
{
    return (v & ones(f->bits - 1)) > ones(f->exponent) << f->fraction;
}

static void numbers_are_divided(void **state)
{
    (void)state;
    for (int is_double = 0; is_double < 2; is_double++) {
        float_format f = format(is_double);
        term_ctx *c = term_ctx_new();
        term var[2] = {term_mk_var(c, "x", f.bits), term_mk_var(c, "y", f.bits)},
             t = float_divide(c, &f, var[0], var[1]);
        unsigned subnormal = 0, nans = 0, infinite = 0;
        for (unsigned n = 0; n < 60000; n++) {
            uint64_t x = n % 3 ? random_bits() & ones(f.bits) : special_number(&f),
                     y = n % 5 ? random_number(&f) : special_number(&f);
            uint64_t want = quotient(x, y, is_double), have = eval_pair(c, t, var, x, y),
                     size = want & ones(f.bits - 1);
            if (is_nan(&f, want) ? !is_nan(&f, have) : want != have)
                fail_msg("0x%llx / 0x%llx: expected 0x%llx, actual 0x%llx", (unsigned long long)x,
                         (unsigned long long)y, (unsigned long long)want, (unsigned long long)have);
            nans += is_nan(&f, want);
            infinite += size == ones(f.exponent) << f.fraction;
            subnormal += size && size < (uint64_t)1 << f.fraction;
        }
        assert_true(nans > 100 && infinite > 100 && subnormal > 100);
        term_ctx_free(c);
    }
}

static void a_format_may_be_too_small(void **state)
{
    (void)state;
    float_format half = {16, 5, 10};
    assert_true(float_holds(&half, 15));
    assert_false(float_holds(&half, 16));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_become_the_nearest_number),
        cmocka_unit_test(numbers_are_cut_to_integers),
        cmocka_unit_test(numbers_are_divided),
        cmocka_unit_test(a_format_may_be_too_small),
    };
    return cmocka_run_group_tests_name("floats", tests, NULL, NULL);
}

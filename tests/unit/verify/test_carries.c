// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_carries.c - guards carries_split: a term and what becomes of it are the same number for all
 * inputs, and sums of fields that keep their carries to themselves are taken apart, others not.
 * What is random comes from a fixed seed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "spec/base/random.h"
#include "spec/term/bv.h"
#include "spec/term/lift.h"
#include "verify/tactics/carries.h"

enum { LIMBS = 4, INPUTS = 3, STEPS = 14 };

static uint64_t seed = 1;

static uint64_t draw(void)
{
    return random_next(&seed);
}

/* A constant that repeats bits low..high-1 of every field of so many bits. */
static term repeated(term_ctx *c, unsigned width, unsigned field, unsigned low, unsigned high)
{
    uint64_t k[LIMBS] = {0};
    for (unsigned at = 0; at < width; at++)
        if (at % field >= low && at % field < high) bv_set_bit(k, at, true);
    return term_mk_const(c, k, width);
}

static term random_mask(term_ctx *c, unsigned width)
{
    static const unsigned fields[] = {2, 3, 4, 8, 16};
    unsigned field = fields[draw() % 5], low = (unsigned)(draw() % field),
             high = low + 1 + (unsigned)(draw() % (field - low));
    return repeated(c, width, field, low, high);
}

/* One more value of those before: sums most often, and what makes bits known. */
static term random_step(term_ctx *c, const term *value, unsigned count, unsigned width)
{
    static const term_op plain[] = {TERM_BVADD, TERM_BVADD, TERM_BVADD, TERM_BVSUB,
                                    TERM_BVSUB, TERM_BVMUL, TERM_BVXOR, TERM_BVOR};
    term a = value[draw() % count], b = value[draw() % count];
    unsigned cut = 1 + (unsigned)(draw() % (width - 1)), kind = (unsigned)(draw() % 18);
    if (kind < 8) return term_mk_binary(c, plain[kind], a, b);
    if (kind < 12) return term_mk_binary(c, TERM_BVAND, a, random_mask(c, width));
    if (kind == 12) return term_mk_binary(c, TERM_BVOR, a, random_mask(c, width));
    if (kind == 13) return term_mk_unary(c, TERM_BVNOT, a);
    if (kind == 14)
        return term_mk_binary(c, TERM_CONCAT, term_mk_extract(c, cut - 1, 0, a),
                              term_mk_extract(c, width - 1, cut, b));
    if (kind == 15)
        return term_mk_extend(c, TERM_ZERO_EXTEND, cut, term_mk_extract(c, width - 1, cut, a));
    if (kind == 16)
        return term_mk_extend(c, TERM_SIGN_EXTEND, cut, term_mk_extract(c, width - 1, cut, a));
    return term_mk_ite(c, term_mk_binary(c, TERM_BVULT, a, b), a, b);
}

static void random_input(uint64_t *out, unsigned width)
{
    uint64_t kind = draw() % 4;
    memset(out, 0, LIMBS * sizeof *out);
    for (unsigned i = 0; i < bv_limbs(width); i++)
        out[i] = kind == 0 ? ~0ULL : kind == 1 ? draw() & draw() & draw() : draw();
    bv_trim(out, width);
}

static void check_same(term_ctx *c, term old, term new, const term *vars, unsigned width,
                       unsigned trials)
{
    assert_int_equal(term_width(c, new), width);
    for (unsigned i = 0; i < trials; i++) {
        uint64_t in[INPUTS][LIMBS], before[LIMBS] = {0}, after[LIMBS] = {0};
        const uint64_t *values[INPUTS] = {in[0], in[1], in[2]};
        for (unsigned k = 0; k < INPUTS; k++) random_input(in[k], width);
        term_eval(c, old, vars, values, INPUTS, before);
        term_eval(c, new, vars, values, INPUTS, after);
        if (!memcmp(before, after, sizeof before)) continue;
        strbuf text = {0};
        term_print(c, old, &text);
        strbuf_puts(&text, "\nbecame\n");
        term_print(c, new, &text);
        fail_msg("%s", strbuf_text(&text));
    }
}

static void make_inputs(term_ctx *c, unsigned width, term vars[INPUTS])
{
    static const char *const names[INPUTS] = {"a", "b", "m"};
    for (unsigned i = 0; i < INPUTS; i++) vars[i] = term_mk_var(c, names[i], width);
}

/* Returns whether the term was changed. */
static bool check_random_term(unsigned width, unsigned granule)
{
    term_ctx *c = term_ctx_new();
    term value[INPUTS + STEPS];
    make_inputs(c, width, value);
    for (unsigned i = INPUTS; i < INPUTS + STEPS; i++) value[i] = random_step(c, value, i, width);
    term old = value[INPUTS + STEPS - 1], new = carries_split(c, old, granule);
    check_same(c, old, new, value, width, 24);
    term_ctx_free(c);
    return new != old;
}

static void values_stay(void **state)
{
    static const unsigned widths[] = {8, 32, 64, 100, 128, 256}, granules[] = {1, 2, 3, 4, 8, 16};
    unsigned changed = 0;
    (void)state;
    for (unsigned w = 0; w < 6; w++)
        for (unsigned g = 0; g < 6; g++)
            for (unsigned n = 0; n < 400; n++) changed += check_random_term(widths[w], granules[g]);
    assert_true(changed > 400);
}

/* The smallest chunk that the term over a and b lifts to, as it is for fields of so many bits. */
static unsigned chunk_of(term_ctx *c, term t, const term *vars, unsigned width, unsigned granule)
{
    term chunk_term, chunk_vars[INPUTS];
    return lift_to_smallest(c, &t, 1, vars, 2, width, granule, &chunk_term, chunk_vars);
}

/* Fields of w bits added in one word, the highest bits apart (Lamport 1975). */
static term masked_sum(term_ctx *c, const term *v, unsigned width, unsigned w)
{
    term low = repeated(c, width, w, 0, w - 1), high = repeated(c, width, w, w - 1, w);
    term sum = term_mk_binary(c, TERM_BVADD, term_mk_binary(c, TERM_BVAND, v[0], low),
                              term_mk_binary(c, TERM_BVAND, v[1], low));
    return term_mk_binary(
        c, TERM_BVXOR, sum,
        term_mk_binary(c, TERM_BVAND, term_mk_binary(c, TERM_BVXOR, v[0], v[1]), high));
}

/* The same of a difference: a one above every minuend. */
static term masked_difference(term_ctx *c, const term *v, unsigned width, unsigned w)
{
    term low = repeated(c, width, w, 0, w - 1), high = repeated(c, width, w, w - 1, w);
    return term_mk_binary(c, TERM_BVSUB, term_mk_binary(c, TERM_BVOR, v[0], high),
                          term_mk_binary(c, TERM_BVAND, v[1], low));
}

static void check_lifted(term (*make)(term_ctx *, const term *, unsigned, unsigned), unsigned width,
                         unsigned w, unsigned chunk)
{
    term_ctx *c = term_ctx_new();
    term vars[INPUTS];
    make_inputs(c, width, vars);
    term t = make(c, vars, width, w), split = carries_split(c, t, w);
    check_same(c, t, split, vars, width, 50);
    assert_int_equal(chunk_of(c, t, vars, width, w), width);
    assert_int_equal(chunk_of(c, split, vars, width, w), chunk);
    term_ctx_free(c);
}

static void sums_of_fields_are_taken_apart(void **state)
{
    (void)state;
    check_lifted(masked_sum, 64, 4, 8);
    check_lifted(masked_sum, 32, 2, 8);
    check_lifted(masked_sum, 128, 16, 16);
    check_lifted(masked_difference, 64, 4, 8);
    check_lifted(masked_difference, 64, 8, 8);
}

/* What a part of a sum cannot reach stays clear for the next sum: small bytes, each with the next,
 * then with the one after it ... */
static void sums_of_sums_are_taken_apart(void **state)
{
    (void)state;
    term_ctx *c = term_ctx_new();
    term vars[INPUTS], low = repeated(c, 64, 8, 0, 4);
    make_inputs(c, 64, vars);
    term t = term_mk_binary(c, TERM_BVADD, term_mk_binary(c, TERM_BVAND, vars[0], low),
                            term_mk_binary(c, TERM_BVAND, vars[1], low));
    for (unsigned by = 8; by < 64; by *= 2)
        t = term_mk_binary(c, TERM_BVADD, t,
                           term_mk_binary(c, TERM_BVSHL, t, term_mk_u64(c, by, 64)));
    term split = carries_split(c, t, 4);
    check_same(c, t, split, vars, 64, 50);
    bool *needed = term_mark_needed(c, split);
    unsigned sums = 0;
    for (term k = 1; k <= split; k++) {
        if (!needed[k] || term_get_op(c, k) != TERM_BVADD) continue;
        assert_true(term_width(c, k) <= 8);
        sums++;
    }
    assert_true(sums >= 8 + 7 + 6 + 4);
    mem_free(needed);
    term_ctx_free(c);
}

static term plain_sum(term_ctx *c, const term *v, unsigned width, unsigned w)
{
    (void)width, (void)w;
    return term_mk_binary(c, TERM_BVADD, v[0], v[1]);
}

static term plain_difference(term_ctx *c, const term *v, unsigned width, unsigned w)
{
    (void)width, (void)w;
    return term_mk_binary(c, TERM_BVSUB, v[0], v[1]);
}

/* One mask too few: carries still come out of the other summand's highest bits. */
static term half_masked_sum(term_ctx *c, const term *v, unsigned width, unsigned w)
{
    return term_mk_binary(
        c, TERM_BVADD, term_mk_binary(c, TERM_BVAND, v[0], repeated(c, width, w, 0, w - 1)), v[1]);
}

/* A mask of fields twice as wide keeps only every second carry. */
static term sum_of_wider_fields(term_ctx *c, const term *v, unsigned width, unsigned w)
{
    return masked_sum(c, v, width, 2 * w);
}

/* What carries is not cut: the term stays the very same one. */
static void other_sums_are_left_alone(void **state)
{
    (void)state;
    term (*const make[])(term_ctx *, const term *, unsigned,
                         unsigned) = {plain_sum, plain_difference, half_masked_sum};
    for (unsigned i = 0; i < 3; i++) {
        term_ctx *c = term_ctx_new();
        term vars[INPUTS];
        make_inputs(c, 64, vars);
        term t = make[i](c, vars, 64, 4);
        assert_int_equal(carries_split(c, t, 4), t);
        term_ctx_free(c);
    }
    check_lifted(sum_of_wider_fields, 64, 8, 16);
}

/* Cuts are at whole fields only, though carries may stop elsewhere. */
static void the_granule_is_kept(void **state)
{
    (void)state;
    term_ctx *c = term_ctx_new();
    term vars[INPUTS];
    make_inputs(c, 64, vars);
    term t = masked_sum(c, vars, 64, 4), coarse = carries_split(c, t, 16);
    check_same(c, t, coarse, vars, 64, 50);
    assert_int_equal(chunk_of(c, coarse, vars, 64, 4), 16);
    assert_int_equal(carries_split(c, t, 64), t);
    term_ctx_free(c);
}

/* Of fields that begin in the middle of a lane a second sum of one bit takes nothing over their
 * edges, though no bit of the first sum is known; two more do, and so does a bit where the first
 * sum had room for none. */
static void one_more_carry_has_room(void **state)
{
    (void)state;
    term_ctx *c = term_ctx_new();
    term vars[INPUTS], *v = vars;
    make_inputs(c, 64, vars);
    /* clear at 3, 8, 13 ... and 63 */
    term low = term_mk_u64(c, 0x7bdef7bdef7bdef7 & ~(1ULL << 63), 64);
    term sum = term_mk_binary(c, TERM_BVADD, term_mk_binary(c, TERM_BVAND, v[0], low),
                              term_mk_binary(c, TERM_BVAND, v[1], low));
    for (unsigned ones = 1; ones <= 3; ones += 2) {
        term bit = term_mk_binary(c, TERM_BVAND, v[2], term_mk_u64(c, ones, 64));
        term t = term_mk_binary(c, TERM_BVADD, sum, bit), split = carries_split(c, t, 1),
             found[INPUTS];
        check_same(c, t, split, vars, 64, 50);
        term second = term_mk_extract(c, 8, 4, split);
        assert_int_equal(term_collect_vars(c, second, found, INPUTS), ones == 1 ? 2 : 3);
    }
    term_ctx_free(c);
}

/* Zeros below factors are zeros below the product, and nothing is multiplied that is all zeros. */
static void products_lose_their_zeros(void **state)
{
    (void)state;
    term_ctx *c = term_ctx_new();
    term vars[INPUTS];
    make_inputs(c, 64, vars);
    term high = repeated(c, 64, 64, 32, 64), x = term_mk_binary(c, TERM_BVAND, vars[0], high);
    term t = term_mk_binary(c, TERM_BVMUL, x, vars[1]), split = carries_split(c, t, 32);
    check_same(c, t, split, vars, 64, 50);
    assert_int_equal(term_get_op(c, split), TERM_CONCAT);
    assert_true(term_is_const(c, term_mk_extract(c, 31, 0, split)));
    t = term_mk_binary(c, TERM_BVMUL, x, term_mk_binary(c, TERM_BVAND, vars[1], high));
    assert_int_equal(carries_split(c, t, 32), term_mk_u64(c, 0, 64));
    term_ctx_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_more_carry_has_room),
        cmocka_unit_test(values_stay),
        cmocka_unit_test(sums_of_fields_are_taken_apart),
        cmocka_unit_test(sums_of_sums_are_taken_apart),
        cmocka_unit_test(other_sums_are_left_alone),
        cmocka_unit_test(the_granule_is_kept),
        cmocka_unit_test(products_lose_their_zeros),
    };
    return cmocka_run_group_tests_name("carries", tests, NULL, NULL);
}

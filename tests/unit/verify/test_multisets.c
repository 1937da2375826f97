// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_multisets.c - guards multisets_restate: what it makes of a term is the same number for all
 * inputs; and sums, extremes and choices by masks that differ only in order become one term. What
 * is random comes from a fixed seed. */
#include "spec/base/random.h"
#include "tests/unit/fixture.h"
#include "verify/tactics/multisets.h"

enum { INPUTS = 4, STEPS = 16 };

static uint64_t seed = 1;

static uint64_t draw(void)
{
    return random_next(&seed);
}

static term random_constant(term_ctx *c, unsigned width)
{
    switch (draw() % 4) {
    case 0: return term_mk_ones(c, width);
    case 1: return term_mk_u64(c, 0, width);
    case 2: return term_mk_u64(c, (uint64_t)1 << (width - 1), width);
    default: return term_mk_u64(c, draw(), width);
    }
}

static term random_condition(term_ctx *c, term a, term b)
{
    static const term_op ops[] = {TERM_BVULT, TERM_BVULE, TERM_BVSLT, TERM_BVSLE, TERM_EQ};
    term t = term_mk_binary(c, ops[draw() % 5], a, b);
    return draw() % 3 ? t : term_mk_unary(c, TERM_NOT, t);
}

/* One more value of those before. */
static term random_step(term_ctx *c, const term *value, unsigned count, unsigned width)
{
    static const term_op ops[] = {TERM_BVADD, TERM_BVSUB, TERM_BVADD, TERM_BVXOR,
                                  TERM_BVAND, TERM_BVOR,  TERM_BVMUL};
    term a = value[draw() % count], b = value[draw() % count], x = value[draw() % count],
         y = value[draw() % count];
    unsigned cut = 1 + (unsigned)(draw() % width);
    switch (draw() % 18) {
    case 0: case 1: case 2: return term_mk_binary(c, ops[draw() % 7], a, b);
    case 3: return term_mk_binary(c, ops[draw() % 7], a, random_constant(c, width));
    case 4: return term_mk_unary(c, draw() % 2 ? TERM_BVNOT : TERM_BVNEG, a);
    case 5: case 6: return term_mk_ite(c, random_condition(c, a, b), a, b);
    case 7: return term_mk_ite(c, random_condition(c, x, y), b, a);
    case 8:
        return term_mk_ite(c, random_condition(c, x, y), term_mk_ones(c, width),
                           term_mk_u64(c, 0, width));
    case 9:
        return term_mk_ite(c, random_condition(c, a, b), term_mk_u64(c, 0, width),
                           term_mk_ones(c, width));
    case 11:
        if (cut == width) return a;
        return term_mk_extend(c, TERM_ZERO_EXTEND, cut, term_mk_extract(c, width - 1, cut, a));
    case 12: /* parts of one value side by side, as bytes that moved are */
        if (cut == width) return a;
        return term_mk_binary(c, TERM_CONCAT, term_mk_extract(c, width - 1, cut, a),
                              term_mk_extract(c, cut - 1, 0, draw() % 4 ? a : b));
    case 13:
        if (draw() % 3 == 0) cut = width - 1; /* a highest bit alone */
        if (cut == width || cut == 0) return a;
        return term_mk_binary(c, TERM_CONCAT, term_mk_extract(c, width - 1 - cut, 0, a),
                              term_mk_u64(c, 0, cut));
    case 14:
        return term_mk_binary(
            c, TERM_BVAND, a,
            term_mk_u64(c, (uint64_t)(draw() % 2 ? 15 : 1) << draw() % (width < 64 ? width : 64),
                        width));
    case 16: case 17: /* an extreme that may be one of the two, for all inputs */
        x = draw() % 2 ? random_constant(c, width)
                       : term_mk_u64(c, (uint64_t)1 << draw() % (width < 64 ? width : 64), width);
        y = term_mk_binary(c, TERM_BVULT, a, x);
        return draw() % 2 ? term_mk_ite(c, y, a, x) : term_mk_ite(c, y, x, a);
    case 10:
        return term_mk_ite(c, random_condition(c, x, y), term_mk_binary(c, TERM_BVXOR, a, b),
                           random_constant(c, width));
    default:
        if (cut == width) return a;
        return term_mk_binary(c, TERM_CONCAT, term_mk_extract(c, cut - 1, 0, a),
                              term_mk_extract(c, width - 1, cut, b));
    }
}

static uint64_t evaluate(const term_ctx *c, term t, const term *vars, const uint64_t *in)
{
    const uint64_t *values[INPUTS];
    uint64_t out[2] = {0};
    for (unsigned i = 0; i < INPUTS; i++) values[i] = &in[i];
    term_eval(c, t, vars, values, INPUTS, out);
    return out[0];
}

static void check_random_term(unsigned width)
{
    term_ctx *c = term_ctx_new();
    term value[INPUTS + STEPS];
    for (unsigned i = 0; i < INPUTS; i++)
        value[i] = term_mk_var(c, (const char *[]){"p", "q", "r", "s"}[i], width);
    for (unsigned i = INPUTS; i < INPUTS + STEPS; i++) value[i] = random_step(c, value, i, width);
    term old = value[INPUTS + STEPS - 1], new = multisets_restate(c, old);
    assert_int_equal(term_width(c, new), width);
    for (unsigned n = 0; n < 40; n++) {
        uint64_t in[INPUTS], mask = width < 64 ? ((uint64_t)1 << width) - 1 : ~(uint64_t)0;
        for (unsigned i = 0; i < INPUTS; i++) in[i] = (n % 3 ? draw() : draw() % 3) & mask;
        if (n % 5 == 0) in[1] = in[0]; /* equal operands */
        assert_int_equal(evaluate(c, old, value, in), evaluate(c, new, value, in));
    }
    term_ctx_free(c);
}

static void random_terms_keep_their_value(void **state)
{
    static const unsigned widths[] = {1, 2, 3, 8, 16, 33, 64};
    (void)state;
    for (unsigned n = 0; n < 2100; n++) check_random_term(widths[n % 7]);
}

/* ---- normal forms ---- */

static term_ctx *ctx;
static term a, b, d, e;

static int new_terms(void **state)
{
    (void)state;
    ctx = term_ctx_new();
    a = term_mk_var(ctx, "a", 8), b = term_mk_var(ctx, "b", 8), d = term_mk_var(ctx, "d", 8),
    e = term_mk_var(ctx, "e", 8);
    return 0;
}

static int free_terms(void **state)
{
    (void)state;
    term_ctx_free(ctx);
    return 0;
}

static term op2(term_op kind, term x, term y) { return term_mk_binary(ctx, kind, x, y); }
static term pick(term_op kind, term x, term y) { return term_mk_ite(ctx, op2(kind, x, y), x, y); }

/* The form after as many rounds as the verifier makes. */
static term settled(term x)
{
    for (unsigned i = 0; i < 3; i++) x = multisets_restate(ctx, x);
    return x;
}

static void assert_one_form(term x, term y)
{
    assert_int_not_equal(x, y);
    assert_int_equal(settled(x), settled(y));
}

static void sums_in_any_order_are_one_term(void **state)
{
    (void)state;
    term left = op2(TERM_BVADD, op2(TERM_BVADD, op2(TERM_BVADD, a, b), d), e);
    assert_one_form(left, op2(TERM_BVADD, op2(TERM_BVADD, e, b), op2(TERM_BVADD, d, a)));
    assert_one_form(left, op2(TERM_BVSUB, op2(TERM_BVADD, e, b),
                              op2(TERM_BVSUB, term_mk_unary(ctx, TERM_BVNEG, a), d)));
    assert_one_form(op2(TERM_BVMUL, term_mk_u64(ctx, 3, 8), a),
                    op2(TERM_BVADD, op2(TERM_BVADD, a, a), a));
    assert_int_not_equal(multisets_restate(ctx, left),
                         multisets_restate(ctx, op2(TERM_BVADD, left, a)));
}

static void products_in_any_order_are_one_term(void **state)
{
    (void)state;
    term left = op2(TERM_BVMUL, op2(TERM_BVMUL, op2(TERM_BVMUL, a, b), d), a);
    assert_one_form(left, op2(TERM_BVMUL, op2(TERM_BVMUL, a, a), op2(TERM_BVMUL, d, b)));
    assert_int_not_equal(multisets_restate(ctx, left),
                         multisets_restate(ctx, op2(TERM_BVMUL, op2(TERM_BVMUL, a, b), d)));
    /* The high halves of two values, each multiplied in its place, beside the product of the low
     * halves. */
    term mask = term_mk_u64(ctx, 0xf0, 8),
         y = term_mk_binary(ctx, TERM_CONCAT, term_mk_u64(ctx, 0, 4),
                            term_mk_extract(ctx, 7, 4, b));
    term low = op2(TERM_BVAND, op2(TERM_BVMUL, a, b), term_mk_u64(ctx, 0x0f, 8)),
         high = op2(TERM_BVMUL, op2(TERM_BVAND, a, mask), y);
    term x = term_mk_extract(ctx, 7, 4, a), z = term_mk_extract(ctx, 7, 4, b);
    term fields = op2(
        TERM_CONCAT, op2(TERM_BVMUL, z, x),
        op2(TERM_BVMUL, term_mk_extract(ctx, 3, 0, a), term_mk_extract(ctx, 3, 0, b)));
    assert_one_form(op2(TERM_BVOR, low, high), fields);
}

static void a_choice_in_parts_is_the_choice(void **state)
{
    (void)state;
    static const term_op ops[] = {TERM_BVULT, TERM_BVSLT};
    for (unsigned i = 0; i < 2; i++) {
        term x = pick(ops[i], a, b),
             part[3] = {term_mk_extract(ctx, 1, 0, x), term_mk_extract(ctx, 4, 2, x),
                        term_mk_extract(ctx, 7, 5, x)};
        assert_one_form(pick(ops[i], term_mk_concat_n(ctx, part, 3), d), pick(ops[i], d, x));
        part[1] = term_mk_extract(ctx, 4, 2, pick(ops[i], a, d));
        assert_int_not_equal(settled(term_mk_concat_n(ctx, part, 3)), settled(x));
    }
}

static void a_sum_in_parts_is_the_sum(void **state)
{
    (void)state;
    static const term_op ops[] = {TERM_BVADD, TERM_BVSUB, TERM_BVMUL};
    for (unsigned i = 0; i < 3; i++) {
        term x = op2(ops[i], a, b),
             part[3] = {term_mk_extract(ctx, 2, 0, x), term_mk_extract(ctx, 7, 3, x), d};
        assert_one_form(op2(ops[i], term_mk_concat_n(ctx, part, 2), e), op2(ops[i], x, e));
        assert_one_form(term_mk_concat_n(ctx, part, 3), op2(TERM_CONCAT, d, x));
        part[0] = term_mk_extract(ctx, 2, 0, op2(ops[i], a, d));
        assert_int_not_equal(settled(term_mk_concat_n(ctx, part, 2)), settled(x));
    }
}

/* Of both with their highest bits apart, which are a sum without carry: Hacker's Delight, 2-18. */
static term side_by_side(term_op kind, term x, term y)
{
    term top = term_mk_u64(ctx, 0x80, 8), rest = term_mk_u64(ctx, 0x7f, 8);
    term low = op2(TERM_BVAND, x, rest), bits = op2(TERM_BVXOR, x, y);
    if (kind == TERM_BVSUB) {
        low = op2(TERM_BVOR, x, top);
        bits = term_mk_unary(ctx, TERM_BVNOT, bits);
    }
    return op2(TERM_BVXOR, op2(kind, low, op2(TERM_BVAND, y, rest)), op2(TERM_BVAND, bits, top));
}

static void a_sum_with_its_highest_bits_apart_is_the_sum(void **state)
{
    (void)state;
    static const term_op ops[] = {TERM_BVADD, TERM_BVSUB};
    for (unsigned i = 0; i < 2; i++) {
        term x = op2(ops[i], a, b), y = side_by_side(ops[i], a, b);
        assert_one_form(x, y);
        assert_one_form(op2(ops[i], x, d), side_by_side(ops[i], y, d));
        assert_int_equal(settled(term_mk_extract(ctx, 3, 0, side_by_side(ops[i], y, d))),
                         settled(term_mk_extract(ctx, 3, 0, op2(ops[i], x, d))));
        assert_int_not_equal(settled(side_by_side(ops[i], a, d)), settled(x));
    }
    /* A highest bit that was added is there when the upper bits are looked at. */
    term bit = term_mk_extract(ctx, 2, 2, b), top = op2(TERM_CONCAT, bit, term_mk_u64(ctx, 0, 7));
    term high = term_mk_extract(ctx, 7, 7, settled(op2(TERM_BVXOR, a, top)));
    assert_int_equal(settled(high), settled(op2(TERM_BVXOR, bit, term_mk_extract(ctx, 7, 7, a))));
    assert_int_equal(settled(term_mk_extract(ctx, 6, 2, settled(op2(TERM_BVXOR, a, top)))),
                     term_mk_extract(ctx, 6, 2, a));
}

static void complements_leave_all_or_nothing(void **state)
{
    (void)state;
    term x = term_mk_extract(ctx, 0, 0, a), y = term_mk_extract(ctx, 3, 3, b),
         z = term_mk_extract(ctx, 5, 5, d);
    for (unsigned i = 0; i < 2; i++, x = a, y = b, z = d) { /* of bits and of bytes */
        unsigned width = term_width(ctx, x);
        term either = op2(TERM_BVOR, x, y), both = op2(TERM_BVAND, x, y);
        assert_one_form(op2(TERM_BVOR, op2(TERM_BVOR, z, x), term_mk_unary(ctx, TERM_BVNOT, x)),
                        term_mk_ones(ctx, width));
        assert_one_form(op2(TERM_BVAND, op2(TERM_BVAND, x, z), term_mk_unary(ctx, TERM_BVNOT, x)),
                        term_mk_u64(ctx, 0, width));
        assert_one_form(
            op2(TERM_BVOR, op2(TERM_BVOR, y, term_mk_unary(ctx, TERM_BVNOT, either)), x),
            term_mk_ones(ctx, width));
        assert_one_form(
            op2(TERM_BVAND, op2(TERM_BVAND, y, term_mk_unary(ctx, TERM_BVNOT, both)), x),
            term_mk_u64(ctx, 0, width));
        assert_int_not_equal(settled(op2(TERM_BVOR, y, term_mk_unary(ctx, TERM_BVNOT, either))),
                             term_mk_ones(ctx, width));
    }
}

static void extremes_in_any_order_are_one_term(void **state)
{
    (void)state;
    static const term_op ops[] = {TERM_BVULT, TERM_BVSLT, TERM_BVULE, TERM_BVSLE};
    for (unsigned i = 0; i < 4; i++) {
        term least = pick(ops[i], pick(ops[i], a, b), pick(ops[i], d, e));
        assert_one_form(
            least, pick(ops[i], e, pick(ops[(i + 2) % 4], b, pick(ops[i], a, pick(ops[i], d, b)))));
        assert_int_not_equal(multisets_restate(ctx, least),
                             multisets_restate(ctx, pick(ops[(i + 1) % 4], least, a)));
    }
}

static void the_greatest_by_masks_is_the_greatest(void **state)
{
    (void)state;
    term greater = op2(TERM_BVSLT, b, a), ones = term_mk_ones(ctx, 8),
         zero = term_mk_u64(ctx, 0, 8);
    term mask = term_mk_ite(ctx, greater, ones, zero), want = term_mk_ite(ctx, greater, a, b);
    term not = term_mk_unary(ctx, TERM_BVNOT, mask);
    assert_one_form(want, op2(TERM_BVOR, op2(TERM_BVAND, a, mask), op2(TERM_BVAND, not, b)));
    assert_one_form(want, op2(TERM_BVXOR, b, op2(TERM_BVAND, mask, op2(TERM_BVXOR, a, b))));
    term sign = term_mk_u64(ctx, 0x80, 8), x = op2(TERM_BVXOR, a, sign),
         y = op2(TERM_BVADD, b, sign);
    assert_one_form(want, op2(TERM_BVXOR, sign, term_mk_ite(ctx, op2(TERM_BVULE, x, y), y, x)));
}

static void the_high_part_of_an_extreme_needs_the_high_parts_only(void **state)
{
    (void)state;
    static const term_op ops[] = {TERM_BVULT, TERM_BVSLT};
    for (unsigned i = 0; i < 2; i++) {
        term x = term_mk_extract(ctx, 7, 4, a), y = term_mk_extract(ctx, 7, 4, b),
             z = term_mk_extract(ctx, 7, 4, d);
        term wide = pick(ops[i], a, pick(ops[i], b, d));
        assert_one_form(term_mk_extract(ctx, 7, 4, multisets_restate(ctx, wide)),
                        pick(ops[i], z, pick(ops[i], x, y)));
    }
}

static void the_complement_of_the_least_is_the_greatest_complement(void **state)
{
    (void)state;
    static const term_op ops[] = {TERM_BVULT, TERM_BVSLT};
    /* complements; and all but their signs */
    term rest = term_mk_u64(ctx, 0x7f, 8), x[2][3] = {{a, b, d}};
    for (unsigned i = 0; i < 3; i++)
        x[1][i] = op2(TERM_BVXOR, x[0][i], rest), x[0][i] = term_mk_unary(ctx, TERM_BVNOT, x[0][i]);
    for (unsigned i = 0; i < 2; i++) {
        term greatest = term_mk_ite(ctx, op2(ops[i], a, b), b, a),
             all = term_mk_ite(ctx, op2(ops[i], d, greatest), greatest, d);
        assert_one_form(all, term_mk_unary(ctx, TERM_BVNOT,
                                           pick(ops[i], pick(ops[i], x[0][2], x[0][0]), x[0][1])));
        assert_one_form(all, op2(TERM_BVXOR, rest,
                                 pick(ops[1 - i], pick(ops[1 - i], x[1][2], x[1][0]), x[1][1])));
    }
}

static void the_extreme_of_values_below_one_constant_is_below_it(void **state)
{
    (void)state;
    for (unsigned high = 0; high < 4; high++) {
        term above = term_mk_u64(ctx, high, 8), other = term_mk_binary(ctx, TERM_CONCAT, d, e);
        term x = term_mk_binary(ctx, TERM_CONCAT, above, a),
             y = term_mk_binary(ctx, TERM_CONCAT, above, b);
        term least = pick(TERM_BVULT, a, b);
        assert_one_form(pick(TERM_BVULT, y, x), term_mk_binary(ctx, TERM_CONCAT, above, least));
        assert_int_equal(term_mk_extract(ctx, 7, 0, multisets_restate(ctx, pick(TERM_BVULT, x, y))),
                         settled(least));
        assert_one_form(pick(TERM_BVULT, x, pick(TERM_BVULT, other, y)),
                        pick(TERM_BVULT, pick(TERM_BVULT, y, x), other));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_terms_keep_their_value),
        cmocka_unit_test_setup_teardown(sums_in_any_order_are_one_term, new_terms, free_terms),
        cmocka_unit_test_setup_teardown(products_in_any_order_are_one_term, new_terms, free_terms),
        cmocka_unit_test_setup_teardown(a_choice_in_parts_is_the_choice, new_terms, free_terms),
        cmocka_unit_test_setup_teardown(a_sum_in_parts_is_the_sum, new_terms, free_terms),
        cmocka_unit_test_setup_teardown(a_sum_with_its_highest_bits_apart_is_the_sum, new_terms,
                                        free_terms),
        cmocka_unit_test_setup_teardown(complements_leave_all_or_nothing, new_terms, free_terms),
        cmocka_unit_test_setup_teardown(extremes_in_any_order_are_one_term, new_terms, free_terms),
        cmocka_unit_test_setup_teardown(the_high_part_of_an_extreme_needs_the_high_parts_only,
                                        new_terms, free_terms),
        cmocka_unit_test_setup_teardown(the_greatest_by_masks_is_the_greatest, new_terms,
                                        free_terms),
        cmocka_unit_test_setup_teardown(the_complement_of_the_least_is_the_greatest_complement,
                                        new_terms, free_terms),
        cmocka_unit_test_setup_teardown(the_extreme_of_values_below_one_constant_is_below_it,
                                        new_terms, free_terms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

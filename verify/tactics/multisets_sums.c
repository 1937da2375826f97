// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* multisets_sums.c - sums as linear forms, products as leaves with exponents: called for
 * arithmetic, and wherever a constant is added. */
#include "multisets_inside.h"

/* The leaf above which the highest bit of that number belongs, with which it is one value, *whole;
 * the number of leaves if there is none. */
static unsigned find_below(multisets *m, const group *g, term bit, term *whole)
{
    unsigned i = 0;
    for (; i < g->count; i++) {
        term t = g->leaf[i];
        bool extended = term_get_op(m->c, t) == TERM_CONCAT &&
                        term_is_zero(m->c, term_arg(m->c, t, 0)) &&
                        term_width(m->c, term_arg(m->c, t, 0)) == 1;
        if (!extended || !(g->factor[i] & 1)) continue;
        *whole = multisets_restate_concat(m, bit, term_arg(m->c, t, 1));
        if (term_get_op(m->c, *whole) != TERM_CONCAT) break;
    }
    return i;
}

/* A highest bit and what is below it become one value, as often as the latter is there, since only
 * odd or even matters of the bit. */
static bool join_top_bit(multisets *m, group *g)
{
    term bit, whole = TERM_NONE;
    for (unsigned i = 0; i < g->count; i++) {
        if (!(g->factor[i] & 1) || !is_top_bit(m->c, g->leaf[i], &bit)) continue;
        unsigned k = find_below(m, g, bit, &whole);
        if (k == g->count) continue;
        group one = multisets_as_group(m, GROUP_SUM, whole);
        uint64_t factor = g->factor[k];
        g->factor[i] = g->factor[k] = 0;
        *g = multisets_merge(m, g, 1, &one, factor);
        return true;
    }
    return false;
}

term multisets_make_sum(multisets *m, group *g, unsigned width)
{
    unsigned kept = 0;
    term sum = TERM_NONE, bit;
    while (join_top_bit(m, g)) {}
    for (unsigned i = 0; i < g->count; i++) {
        uint64_t factor = g->factor[i] &
                          (is_top_bit(m->c, g->leaf[i], &bit) ? 1 : width_mask(width));
        if (!factor) continue;
        g->leaf[kept] = g->leaf[i];
        g->factor[kept++] = factor;
        term part = factor == 1 ? g->leaf[i]
                                : term_mk_binary(m->c, TERM_BVMUL, g->leaf[i],
                                                 term_mk_u64(m->c, factor, width));
        sum = sum == TERM_NONE ? part : term_mk_binary(m->c, TERM_BVADD, sum, part);
    }
    g->count = kept;
    g->constant &= width_mask(width);
    if (sum == TERM_NONE) return term_mk_u64(m->c, g->constant, width);
    if (g->constant)
        sum = term_mk_binary(m->c, TERM_BVADD, sum, term_mk_u64(m->c, g->constant, width));
    if (kept > 1 || g->constant || g->factor[0] != 1) multisets_remember(m, sum, g);
    return sum;
}

term multisets_add_scaled(multisets *m, term a, uint64_t x, term b, uint64_t y)
{
    group p = multisets_as_group(m, GROUP_SUM, a), q = multisets_as_group(m, GROUP_SUM, b);
    if (p.count + q.count > LEAVES_MAX) return TERM_NONE;
    group g = multisets_merge(m, &p, x, &q, y);
    return multisets_make_sum(m, &g, term_width(m->c, a));
}

term multisets_add_constant(multisets *m, term a, uint64_t constant)
{
    return multisets_add_scaled(m, a, 1, term_mk_u64(m->c, constant, term_width(m->c, a)), 1);
}

static bool has_top_only(const term_ctx *c, term t)
{
    term bit;
    unsigned width = term_width(c, t);
    return is_top_bit(c, t, &bit) ||
           (width <= 64 && term_is_const(c, t) && term_limbs(c, t)[0] == sign_bit(width));
}

term multisets_restate_sum(multisets *m, term_op op, term a, term b)
{
    unsigned width = term_width(m->c, a);
    if (!width || width > 64) return TERM_NONE;
    switch (op) {
    case TERM_BVADD: return multisets_add_scaled(m, a, 1, b, 1);
    case TERM_BVSUB: return multisets_add_scaled(m, a, 1, b, ~(uint64_t)0);
    case TERM_BVMUL:
        if (term_is_const(m->c, a)) return multisets_add_scaled(m, b, term_limbs(m->c, a)[0], b, 0);
        if (term_is_const(m->c, b)) return multisets_add_scaled(m, a, term_limbs(m->c, b)[0], a, 0);
        return TERM_NONE;
    case TERM_BVXOR:
        return width == 1 || has_top_only(m->c, a) || has_top_only(m->c, b)
                   ? multisets_add_scaled(m, a, 1, b, 1)
                   : TERM_NONE;
    default: return TERM_NONE;
    }
}

/* ---- products ---- */

term multisets_make_product(multisets *m, const group *g)
{
    uint64_t total = 0;
    for (unsigned i = 0; i < g->count; i++) total += g->factor[i];
    if (total > LEAVES_MAX) return TERM_NONE;
    term all = TERM_NONE;
    for (unsigned i = 0; i < g->count; i++)
        for (uint64_t k = 0; k < g->factor[i]; k++)
            all = all == TERM_NONE ? g->leaf[i] : term_mk_binary(m->c, TERM_BVMUL, all, g->leaf[i]);
    multisets_remember(m, all, g);
    return all;
}

/* Zeros at the bottom of t: a multiple of 2^that. */
static unsigned trailing_zeros(const term_ctx *c, term t)
{
    while (term_get_op(c, t) == TERM_CONCAT) t = term_arg(c, t, 1);
    if (!term_is_const(c, t)) return 0;
    unsigned n = 0, width = term_width(c, t);
    while (n < width && !(term_limbs(c, t)[n / 64] >> n % 64 & 1)) n++;
    return n;
}

term multisets_restate_product(multisets *m, term a, term b)
{
    unsigned width = term_width(m->c, a), zeros = trailing_zeros(m->c, a);
    if (!zeros && trailing_zeros(m->c, b)) return multisets_restate_product(m, b, a);
    if (zeros && zeros < width) {
        term x = multisets_restate_extract(m, width - 1, zeros, a),
             y = multisets_restate_extract(m, width - 1 - zeros, 0, b);
        return term_mk_binary(
            m->c, TERM_CONCAT, multisets_restate_product(m, x, y),
            term_mk_extend(m->c, TERM_ZERO_EXTEND, zeros - 1, term_mk_u64(m->c, 0, 1)));
    }
    term t = multisets_restate_sum(m, TERM_BVMUL, a, b);
    if (t != TERM_NONE) return t;
    group p = multisets_as_group(m, GROUP_PRODUCT, a), q = multisets_as_group(m, GROUP_PRODUCT, b);
    if (p.count + q.count <= LEAVES_MAX) {
        group g = multisets_merge(m, &p, 1, &q, 1);
        t = multisets_make_product(m, &g);
    }
    return t == TERM_NONE ? term_mk_binary(m->c, TERM_BVMUL, a, b) : t;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* multisets_choices.c - logic, complements and choices: a choice made by a mask is written as a
 * choice, a constant mask as parts side by side. Called by the walk of multisets.c. */
#include "multisets_inside.h"

static bool is_zero_or_ones(const term_ctx *c, term t)
{
    if (!term_is_const(c, t)) return false;
    unsigned width = term_width(c, t);
    uint64_t first = term_limbs(c, t)[0] & 1 ? ~(uint64_t)0 : 0;
    for (unsigned i = 0; i * 64 < width; i++)
        if (term_limbs(c, t)[i] != (first & width_mask(width - i * 64))) return false;
    return true;
}

/* A choice between all ones, or all zeros, and something. */
static bool is_masked(const multisets *m, term t)
{
    return is_choice(m, t) && (is_zero_or_ones(m->c, term_arg(m->c, t, 1)) ||
                               is_zero_or_ones(m->c, term_arg(m->c, t, 2)));
}

/* op of a masked value and another, or of two choices by one condition, as a choice; else
 * TERM_NONE. */
static term restate_masked(multisets *m, term_op op, term a, term b)
{
    const term_ctx *c = m->c;
    bool both = is_choice(m, a) && is_choice(m, b) && term_arg(c, a, 0) == term_arg(c, b, 0);
    if (m->depth == DEPTH_MAX || m->choices == CHOICES_MAX ||
        (!both && !is_masked(m, a) && !is_masked(m, b)))
        return TERM_NONE;
    m->depth++;
    m->choices++;
    bool first = both || is_masked(m, a), second = both || !first;
    term cond = term_arg(c, first ? a : b, 0);
    term x = multisets_restate_bitwise(m, op, first ? term_arg(c, a, 1) : a,
                                       second ? term_arg(c, b, 1) : b);
    term y = multisets_restate_bitwise(m, op, first ? term_arg(c, a, 2) : a,
                                       second ? term_arg(c, b, 2) : b);
    m->depth--;
    return multisets_restate_ite(m, cond, x, y);
}

/* The bits of t, at most 64, that are zero by its shape: constants between parts. */
static uint64_t zero_bits(const term_ctx *c, term t)
{
    uint64_t zeros = 0;
    for (unsigned low = 0, high = term_width(c, t); high; high = low) {
        term part = term_get_op(c, t) == TERM_CONCAT ? term_arg(c, t, 0) : t;
        low = high - term_width(c, part);
        if (term_is_const(c, part))
            zeros |= (~term_limbs(c, part)[0] & width_mask(high - low)) << low;
        if (low) t = term_arg(c, t, 1);
    }
    return zeros;
}

/* Where `mine` has ones the bits of a, elsewhere those of b, as parts side by side. TERM_NONE where
 * they would be many. */
static term side_by_side(multisets *m, uint64_t mine, term a, term b)
{
    enum { PARTS = 8 };
    unsigned width = term_width(m->c, a), parts = 0;
    term part[PARTS];
    for (unsigned low = 0, high; low < width; low = high + 1) {
        for (high = low; high + 1 < width && (mine >> high & 1) == (mine >> (high + 1) & 1);
             high++) {
        }
        if (parts == PARTS) return TERM_NONE;
        part[parts++] = multisets_restate_extract(m, high, low, mine >> low & 1 ? a : b);
    }
    return term_mk_concat_n(m->c, part, parts);
}

/* Parts of a between zeros or ones, by a constant mask; or a and b of which one is zero wherever
 * the other is not. Else TERM_NONE. */
static term restate_parts(multisets *m, term_op op, term a, term b)
{
    const term_ctx *c = m->c;
    unsigned width = term_width(c, a);
    if (width < 2 || width > 64) return TERM_NONE;
    if (op == TERM_BVAND) {
        if (term_is_const(c, a)) return side_by_side(m, ~zero_bits(c, a), b, a);
        return term_is_const(c, b) ? side_by_side(m, ~zero_bits(c, b), a, b) : TERM_NONE;
    }
    if (op == TERM_BVOR && term_is_const(c, a)) return side_by_side(m, zero_bits(c, a), b, a);
    if (op == TERM_BVOR && term_is_const(c, b)) return side_by_side(m, zero_bits(c, b), a, b);
    uint64_t of_a = zero_bits(c, a), of_b = zero_bits(c, b);
    return of_a && (of_a | of_b) == width_mask(width) ? side_by_side(m, ~of_a, a, b) : TERM_NONE;
}

static bool is_all_but_sign(const term_ctx *c, term t)
{
    unsigned width = term_width(c, t);
    return term_is_const(c, t) && width > 1 && width <= 64 &&
           term_limbs(c, t)[0] == (sign_bit(width) ^ width_mask(width));
}

term multisets_restate_bitwise(multisets *m, term_op op, term a, term b)
{
    if (op == TERM_BVXOR && is_all_but_sign(m->c, b))
        return multisets_add_constant(m, multisets_restate_not(m, a),
                                      sign_bit(term_width(m->c, a)));
    if (op == TERM_BVXOR && is_all_but_sign(m->c, a)) return multisets_restate_bitwise(m, op, b, a);
    term t = multisets_restate_sum(m, op, a, b);
    if (t == TERM_NONE) t = restate_parts(m, op, a, b);
    if (t == TERM_NONE) t = restate_masked(m, op, a, b);
    if (t == TERM_NONE && op == TERM_BVAND) t = multisets_unite(m, GROUP_AND, a, b);
    if (t == TERM_NONE && op == TERM_BVOR) t = multisets_unite(m, GROUP_OR, a, b);
    if (t == TERM_NONE && op == TERM_BVXOR) t = multisets_unite(m, GROUP_XOR, a, b);
    return t == TERM_NONE ? term_mk_binary(m->c, op, a, b) : t;
}

/* Of the complements of an extreme's leaves the other extreme. */
static term other_extreme(multisets *m, const group *g)
{
    term out = multisets_restate_not(m, g->leaf[0]);
    for (unsigned i = 1; i < g->count && out != TERM_NONE; i++)
        out = multisets_unsigned_extreme(m, g->kind == GROUP_GREATEST, out,
                                         multisets_restate_not(m, g->leaf[i]));
    return out;
}

term multisets_restate_not(multisets *m, term a)
{
    unsigned width = term_width(m->c, a);
    const group g = *group_of(m, a);
    if (width == 1) return multisets_add_constant(m, a, 1);
    term other = is_extreme(g.kind) ? other_extreme(m, &g) : TERM_NONE;
    if (other != TERM_NONE) return other;
    if (g.kind == GROUP_SUM && g.count == 1 && g.factor[0] == 1 && g.constant == sign_bit(width))
        return multisets_add_constant(m, multisets_restate_not(m, g.leaf[0]), sign_bit(width));
    if (!is_masked(m, a)) return term_mk_unary(m->c, TERM_BVNOT, a);
    return multisets_restate_ite(m, term_arg(m->c, a, 0),
                                 multisets_restate_not(m, term_arg(m->c, a, 1)),
                                 multisets_restate_not(m, term_arg(m->c, a, 2)));
}

term multisets_restate_ite(multisets *m, term cond, term a, term b)
{
    if (term_get_op(m->c, cond) == TERM_NOT)
        return multisets_restate_ite(m, term_arg(m->c, cond, 0), b, a);
    term t = term_width(m->c, a) ? multisets_restate_extreme(m, cond, a, b) : TERM_NONE;
    return t == TERM_NONE ? term_mk_ite(m->c, cond, a, b) : t;
}

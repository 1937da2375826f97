// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* multisets_parts.c - parts of values, and values of their parts: called for extracts and
 * concatenations, and where a mask takes a value apart. */
#include "multisets_inside.h"

/* The high part of the least of several values is the least of their high parts, whatever lies
 * below. */
static term high_part_of_extreme(multisets *m, const group *g, unsigned high, unsigned low)
{
    term out = multisets_restate_extract(m, high, low, g->leaf[0]);
    for (unsigned i = 1; i < g->count && out != TERM_NONE; i++)
        out = multisets_unsigned_extreme(m, g->kind == GROUP_LEAST, out,
                                         multisets_restate_extract(m, high, low, g->leaf[i]));
    return out;
}

/* Bits high..low of what has one bit in all of its bits, minus that bit below zeros; else
 * TERM_NONE. */
static term part_of_spread_bit(multisets *m, const group *g, unsigned width, unsigned high,
                               unsigned low)
{
    if (g->count != 1 || g->constant || g->factor[0] != width_mask(width) ||
        term_get_op(m->c, g->leaf[0]) != TERM_CONCAT)
        return TERM_NONE;
    term bit = term_arg(m->c, g->leaf[0], 1);
    if (term_width(m->c, bit) != 1 || !term_is_zero(m->c, term_arg(m->c, g->leaf[0], 0)))
        return TERM_NONE;
    if (high == low) return bit;
    term below = term_mk_binary(m->c, TERM_CONCAT, term_mk_u64(m->c, 0, high - low), bit);
    return multisets_add_scaled(m, below, ~(uint64_t)0, below, 0);
}

/* Bits high..low of a sum, low above zero. Leaves that are highest bits and a constant without low
 * bits carry nothing: of the rest and of them apart, if there is a rest of another kind. TERM_NONE
 * for other sums. */
static term part_of_sum(multisets *m, const group *g, unsigned width, unsigned high, unsigned low)
{
    group rest = multisets_new_group(m, GROUP_SUM, g->count),
          tops = multisets_new_group(m, GROUP_SUM, g->count);
    term bit;
    for (unsigned i = 0; i < g->count; i++) {
        group *to = is_top_bit(m->c, g->leaf[i], &bit) ? &tops : &rest;
        to->leaf[to->count] = to == &tops ? bit : g->leaf[i];
        to->factor[to->count++] = g->factor[i];
    }
    bool carries = g->constant & width_mask(low), alone = rest.count == 1 && rest.factor[0] == 1;
    if (!tops.count && (carries || !alone)) return TERM_NONE;
    if (carries) rest.constant = g->constant;
    term out = rest.count ? multisets_make_sum(m, &rest, width)
                          : term_mk_u64(m->c, rest.constant, width);
    out = alone && !carries ? multisets_restate_extract(m, high, low, out)
                            : term_mk_extract(m->c, high, low, out);
    if (!carries) out = multisets_add_constant(m, out, g->constant >> low);
    for (unsigned i = 0; high + 1 == width && i < tops.count && out != TERM_NONE; i++) {
        term top = high == low ? tops.leaf[i]
                               : term_mk_binary(m->c, TERM_CONCAT, tops.leaf[i],
                                                term_mk_u64(m->c, 0, high - low));
        out = multisets_add_scaled(m, out, 1, top, tops.factor[i]);
    }
    return out;
}

term multisets_restate_extract(multisets *m, unsigned high, unsigned low, term a)
{
    if (term_get_op(m->c, a) == TERM_CONCAT) {
        term upper = term_arg(m->c, a, 0), lower = term_arg(m->c, a, 1);
        unsigned cut = term_width(m->c, lower);
        if (high < cut) return multisets_restate_extract(m, high, low, lower);
        if (low >= cut) return multisets_restate_extract(m, high - cut, low - cut, upper);
    }
    const group g = *group_of(m, a);
    unsigned width = term_width(m->c, a);
    term t = TERM_NONE;
    if (low && high == width - 1 && is_extreme(g.kind)) t = high_part_of_extreme(m, &g, high, low);
    if (g.kind == GROUP_SUM) t = part_of_spread_bit(m, &g, width, high, low);
    if (t == TERM_NONE && low && g.kind == GROUP_SUM) t = part_of_sum(m, &g, width, high, low);
    if (t == TERM_NONE && !low && high < width - 1) t = multisets_low_part(m, a, high + 1);
    return t == TERM_NONE ? term_mk_extract(m->c, high, low, a) : t;
}

/* ---- parts side by side ---- */

/* Is t cond ? *yes : *no? The high part of an extreme is one by the comparison of the whole. */
static bool is_choice_by(multisets *m, term t, term cond, term *yes, term *no)
{
    if (is_choice(m, t) && term_arg(m->c, t, 0) == cond) {
        *yes = term_arg(m->c, t, 1);
        *no = term_arg(m->c, t, 2);
        return true;
    }
    term_op op = term_get_op(m->c, cond);
    if ((op != TERM_BVULT && op != TERM_BVSLT) ||
        term_width(m->c, t) >= term_width(m->c, term_arg(m->c, cond, 0)))
        return false;
    term x = multisets_high_part_like(m, term_arg(m->c, cond, 0), t),
         y = multisets_high_part_like(m, term_arg(m->c, cond, 1), t);
    bool least = multisets_extreme(m, op, true, x, y) == t;
    *yes = least ? x : y;
    *no = least ? y : x;
    return least || multisets_extreme(m, op, false, x, y) == t;
}

term multisets_low_part(multisets *m, term t, unsigned bits)
{
    const group g = *group_of(m, t);
    if (!has_factors(g.kind)) return TERM_NONE;
    group low = multisets_new_group(m, g.kind, 0);
    if (g.kind == GROUP_SUM) low.constant = g.constant;
    for (unsigned i = 0; i < g.count; i++) {
        group part = multisets_as_group(m, g.kind,
                                        multisets_restate_extract(m, bits - 1, 0, g.leaf[i]));
        if (low.count + part.count > LEAVES_MAX) return TERM_NONE;
        low = multisets_merge(m, &low, 1, &part, g.factor[i]);
    }
    return g.kind == GROUP_SUM ? multisets_make_sum(m, &low, bits)
                               : multisets_make_product(m, &low);
}

/* high:low as one term, where high is a part of it: the upper one of a sum or product, or of a
 * choice. TERM_NONE of strangers. */
static term joined(multisets *m, term high, term low)
{
    term yes, no;
    if (is_choice(m, low) && is_choice_by(m, high, term_arg(m->c, low, 0), &yes, &no)) {
        yes = term_mk_binary(m->c, TERM_CONCAT, yes, term_arg(m->c, low, 1));
        no = term_mk_binary(m->c, TERM_CONCAT, no, term_arg(m->c, low, 2));
        return multisets_restate_ite(m, term_arg(m->c, low, 0), yes, no);
    }
    if (term_get_op(m->c, high) != TERM_EXTRACT || term_int(m->c, high, 1) != term_width(m->c, low))
        return TERM_NONE;
    term whole = term_arg(m->c, high, 0);
    if (multisets_low_part(m, whole, term_width(m->c, low)) != low) return TERM_NONE;
    unsigned width = term_int(m->c, high, 0) + 1;
    return width == term_width(m->c, whole) ? whole : multisets_low_part(m, whole, width);
}

term multisets_restate_concat(multisets *m, term high, term low)
{
    bool more = term_get_op(m->c, low) == TERM_CONCAT;
    term both = joined(m, high, more ? term_arg(m->c, low, 0) : low);
    if (both == TERM_NONE) return term_mk_binary(m->c, TERM_CONCAT, high, low);
    return more ? multisets_restate_concat(m, both, term_arg(m->c, low, 1)) : both;
}

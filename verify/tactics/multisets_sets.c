// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* multisets_sets.c - least, greatest, and, or, xor as sets of leaves: called for logic and for
 * choices that are extremes. */
#include "multisets_inside.h"

static term make_set(multisets *m, const group *g, unsigned width)
{
    /* of an xor */
    if (!g->count)
        return term_mk_extend(m->c, TERM_ZERO_EXTEND, width - 1, term_mk_u64(m->c, 0, 1));
    term all = g->leaf[0];
    for (unsigned i = 1; i < g->count; i++) {
        term x = g->leaf[i];
        switch (g->kind) {
        case GROUP_AND: all = term_mk_binary(m->c, TERM_BVAND, all, x); break;
        case GROUP_OR: all = term_mk_binary(m->c, TERM_BVOR, all, x); break;
        case GROUP_XOR: all = term_mk_binary(m->c, TERM_BVXOR, all, x); break;
        case GROUP_LEAST:
            all = term_mk_ite(m->c, term_mk_binary(m->c, TERM_BVULT, all, x), all, x);
            break;
        default: all = term_mk_ite(m->c, term_mk_binary(m->c, TERM_BVULT, all, x), x, all); break;
        }
    }
    if (g->count > 1) multisets_remember(m, all, g);
    return all;
}

/* What t is the complement of by its form; else TERM_NONE. */
static term complemented(multisets *m, term t)
{
    if (term_get_op(m->c, t) == TERM_BVNOT) return term_arg(m->c, t, 0);
    bool flipped = term_width(m->c, t) == 1 && group_of(m, t)->kind == GROUP_SUM &&
                   group_of(m, t)->constant;
    return flipped ? multisets_add_constant(m, t, 1) : TERM_NONE;
}

static bool is_subset(const group *a, const group *b)
{
    unsigned i = 0;
    for (unsigned k = 0; i < a->count && k < b->count; k++) i += a->leaf[i] == b->leaf[k];
    return i == a->count;
}

/* Is a leaf, or are some leaves together, what another is the complement of? */
static bool has_complements(multisets *m, const group *g)
{
    for (unsigned i = 0; i < g->count; i++) {
        term t = complemented(m, g->leaf[i]);
        if (t == TERM_NONE) continue;
        group other = multisets_as_group(m, g->kind, t);
        if (is_subset(&other, g)) return true;
    }
    return false;
}

/* TERM_NONE where there are too many leaves. */
term multisets_unite(multisets *m, group_kind kind, term a, term b)
{
    group p = multisets_as_group(m, kind, a), q = multisets_as_group(m, kind, b);
    unsigned width = term_width(m->c, a);
    if (p.count + q.count > LEAVES_MAX) return TERM_NONE;
    group g = multisets_merge(m, &p, 0, &q, 0);
    if (kind == GROUP_AND && has_complements(m, &g)) return term_mk_u64(m->c, 0, width);
    if (kind == GROUP_OR && has_complements(m, &g)) return term_mk_ones(m->c, width);
    return make_set(m, &g, width);
}

term multisets_unsigned_extreme(multisets *m, bool least, term a, term b)
{
    if (term_width(m->c, a) == 1)
        return multisets_restate_bitwise(m, least ? TERM_BVAND : TERM_BVOR, a, b);
    if (is_below_constant(m->c, a) && is_below_constant(m->c, b) &&
        term_arg(m->c, a, 0) == term_arg(m->c, b, 0)) {
        term low = multisets_unsigned_extreme(m, least, term_arg(m->c, a, 1), term_arg(m->c, b, 1));
        return low == TERM_NONE ? TERM_NONE
                                : term_mk_binary(m->c, TERM_CONCAT, term_arg(m->c, a, 0), low);
    }
    return multisets_unite(m, least ? GROUP_LEAST : GROUP_GREATEST, a, b);
}

static term signed_extreme(multisets *m, bool least, term a, term b)
{
    unsigned width = term_width(m->c, a);
    if (width > 64) return TERM_NONE;
    term x = multisets_add_constant(m, a, sign_bit(width)),
         y = multisets_add_constant(m, b, sign_bit(width));
    term extreme = x == TERM_NONE || y == TERM_NONE ? TERM_NONE
                                                    : multisets_unsigned_extreme(m, least, x, y);
    return extreme == TERM_NONE ? TERM_NONE : multisets_add_constant(m, extreme, sign_bit(width));
}

/* By BVULT or BVSLT. */
term multisets_extreme(multisets *m, term_op op, bool least, term a, term b)
{
    return op == TERM_BVULT ? multisets_unsigned_extreme(m, least, a, b)
                            : signed_extreme(m, least, a, b);
}

term multisets_high_part_like(multisets *m, term t, term like)
{
    unsigned width = term_width(m->c, t), kept = term_width(m->c, like);
    return kept < width ? multisets_restate_extract(m, width - 1, width - kept, t) : t;
}

term multisets_restate_extreme(multisets *m, term cond, term a, term b)
{
    term_op op = term_get_op(m->c, cond);
    if (op != TERM_BVULT && op != TERM_BVSLT) return TERM_NONE;
    term x = multisets_high_part_like(m, term_arg(m->c, cond, 0), a),
         y = multisets_high_part_like(m, term_arg(m->c, cond, 1), a);
    bool least = x == a && y == b, greatest = x == b && y == a;
    if (!least && !greatest) return TERM_NONE;
    return multisets_extreme(m, op, least, a, b);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* multisets_group.c - groups of terms: leaves in the order of their numbers, and what is remembered
 * of terms. All files of multisets.c use them. */
#include <string.h>

#include "multisets_inside.h"

void multisets_remember(multisets *m, term t, const group *g)
{
    for (unsigned i = 0; i < g->count; i++)
        if (g->leaf[i] >= t) return;
    if (t >= m->count) {
        size_t count = 2 * (size_t)t + 64;
        m->of = mem_grow(m->of, count, sizeof *m->of);
        memset(m->of + m->count, 0, (count - m->count) * sizeof *m->of);
        m->count = count;
    }
    if (m->of[t].kind == GROUP_NONE) m->of[t] = *g;
}

group multisets_new_group(multisets *m, group_kind kind, unsigned room)
{
    return (group){kind, 0, arena_new(&m->mem, room + 1, term),
                   has_factors(kind) ? arena_new(&m->mem, room + 1, uint64_t) : NULL, 0};
}

static group single(multisets *m, group_kind kind, term t)
{
    group g = multisets_new_group(m, kind, 1);
    g.leaf[0] = t;
    if (has_factors(kind)) g.factor[0] = 1;
    g.count = 1;
    return g;
}

/* A sum of bits above zeros, where nothing is carried to: the sum of each of them above zeros. */
static group sum_of_top_bits(multisets *m, const group *bits, unsigned width)
{
    group g = multisets_new_group(m, GROUP_SUM, 0);
    for (unsigned i = 0; i < bits->count; i++) {
        group one = single(
            m, GROUP_SUM,
            term_mk_binary(m->c, TERM_CONCAT, bits->leaf[i], term_mk_u64(m->c, 0, width - 1)));
        g = multisets_merge(m, &g, 1, &one, bits->factor[i]);
    }
    g.constant = bits->constant << (width - 1);
    return g;
}

/* As linear form of one leaf, or of those bits that a highest bit is the sum of; a constant above
 * other bits counts by itself. */
static group as_sum(multisets *m, term t)
{
    term bit, low;
    unsigned width = term_width(m->c, t);
    group g = multisets_new_group(m, GROUP_SUM, 0);
    if (term_is_const(m->c, t)) {
        g.constant = term_limbs(m->c, t)[0];
        return g;
    }
    if (is_top_bit(m->c, t, &bit) && group_of(m, bit)->kind == GROUP_SUM)
        return sum_of_top_bits(m, group_of(m, bit), width);
    if (term_get_op(m->c, t) != TERM_CONCAT || !term_is_const(m->c, term_arg(m->c, t, 0)))
        return single(m, GROUP_SUM, t);
    low = term_arg(m->c, t, 1);
    unsigned above = width - term_width(m->c, low);
    g = single(m, GROUP_SUM, term_mk_binary(m->c, TERM_CONCAT, term_mk_u64(m->c, 0, above), low));
    g.constant = term_limbs(m->c, term_arg(m->c, t, 0))[0] << (width - above);
    return g;
}

/* Of an extreme below a constant: each of its leaves below the constant. */
static group leaves_below_constant(multisets *m, const group *extreme, term constant)
{
    group g = multisets_new_group(m, extreme->kind, 0);
    for (unsigned i = 0; i < extreme->count; i++) {
        group one = single(m, extreme->kind,
                           term_mk_binary(m->c, TERM_CONCAT, constant, extreme->leaf[i]));
        g = multisets_merge(m, &g, 0, &one, 0);
    }
    return g;
}

group multisets_as_group(multisets *m, group_kind kind, term t)
{
    if (group_of(m, t)->kind == kind) return *group_of(m, t);
    if (is_extreme(kind) && is_below_constant(m->c, t) &&
        group_of(m, term_arg(m->c, t, 1))->kind == kind)
        return leaves_below_constant(m, group_of(m, term_arg(m->c, t, 1)), term_arg(m->c, t, 0));
    return kind == GROUP_SUM ? as_sum(m, t) : single(m, kind, t);
}

group multisets_merge(multisets *m, const group *a, uint64_t x, const group *b, uint64_t y)
{
    group g = multisets_new_group(m, a->kind, a->count + b->count);
    bool factors = has_factors(a->kind);
    for (unsigned i = 0, k = 0; i < a->count || k < b->count;) {
        bool from_a = i < a->count && (k == b->count || a->leaf[i] <= b->leaf[k]);
        bool from_b = k < b->count && (i == a->count || b->leaf[k] <= a->leaf[i]);
        i += from_a;
        k += from_b;
        if (a->kind == GROUP_XOR && from_a && from_b) continue;
        uint64_t factor = (factors && from_a ? a->factor[i - 1] * x : 0) +
                          (factors && from_b ? b->factor[k - 1] * y : 0);
        g.leaf[g.count] = from_a ? a->leaf[i - 1] : b->leaf[k - 1];
        if (factors) g.factor[g.count] = factor;
        g.count++;
    }
    g.constant = a->constant * x + b->constant * y;
    return g;
}

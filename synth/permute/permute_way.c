// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_way.c - the ways to make a goal: one step back, or the few that are worth nothing by
 * themselves.
 *
 * A way has one or two goals before it. Here are those of movers without a constant
 * (permute_choice.c has the others), of two parts, and of a value and itself shifted. permute.c
 * asks for all of them. */
#include "permute_way.h"

#include "permute_choice.h"
#include "permute_constant.h"
#include "permute_goal.h"
#include "permute_index.h"
#include "permute_one_step.h"
#include "spec/term/bv.h"

enum { CLASSES_SPLIT = 6 };

/* Of a move with two sources: both are one value, one of them shifted. */
static void offer_forks(const permute *p, const way *w, ways *all)
{
    labels before[2];
    labelled bits[2] = {labelled_bits(p, &w->goal[0]), labelled_bits(p, &w->goal[1])};
    for (unsigned k = 0; k < p->m->nmovers; k++) {
        const mover *by = &p->m->movers[k];
        if (by->kind != MOVER_PURE || !by->shift || by->shift >= 64 || by->shift <= -64) continue;
        for (unsigned second = 0; second < 2; second++) {
            if (!leaves(p, by, &bits[second]) || !index_pull_back(p, by, &w->goal[second], before))
                continue;
            way f;
            list_start(&f, WAY_FORK, w->m, 2, 1);
            f.by = by;
            f.second = second;
            f.goal[0] = w->goal[1 - second];
            if (goal_join(p, &f.goal[0], &before[0])) list_offer(p, all, &f);
        }
    }
}

static void offer_move(const permute *p, const mover *m, const labels *g, const labelled *bits,
                       ways *all)
{
    if (!leaves(p, m, bits)) return;
    way w;
    list_start(&w, WAY_MOVE, m, 1, m->nvars);
    if (!index_pull_back(p, m, g, w.goal) || (m->nvars == 1 && goal_is_same(p, &w.goal[0], g)))
        return;
    if (m->nvars == 2 && (goal_is_blank(p, &w.goal[0]) || goal_is_blank(p, &w.goal[1])) &&
        goal_distance(p, &w.goal[0]) + goal_distance(p, &w.goal[1]) >= goal_distance(p, g))
        return;
    w.near = m->shift && one_step_makes(p, &w.goal[0]);
    list_offer(p, all, &w);
    if (m->mixes && !goal_is_blank(p, &w.goal[0]) && !goal_is_blank(p, &w.goal[1]))
        offer_forks(p, &w, all);
}

/* ---- two parts ---- */

/* The goal in two by units that stay where they are: those with bits of which first is set, and the
 * others. */
static void offer_blend(const permute *p, const mover *m, const labels *g, const bool *first,
                        ways *all)
{
    way w = {.kind = WAY_CHOOSE, .m = m, .cost = 1, .ngoals = 2};
    goal_clear(p, &w.goal[0]);
    goal_clear(p, &w.goal[1]);
    for (unsigned u = 0; u < p->m->bits / m->unit; u++) {
        unsigned n[2] = {0, 0};
        for (unsigned i = u * m->unit; i < (u + 1) * m->unit; i++) n[!first[i]] += g->at[i] > 0;
        unsigned source = n[0] ? 0 : 1;
        int keep = constant_keep_value(p, m, u, source);
        if (keep < 0 || (n[0] && n[1])) return;
        for (unsigned i = u * m->unit; i < (u + 1) * m->unit; i++) w.goal[source].at[i] = g->at[i];
        constant_put_value(m, u, m->value[keep], w.konst);
    }
    list_offer(p, all, &w);
}

/* The goal in two: bits of which first is set, and the others. */
static void offer_split(const permute *p, const labels *g, const bool *first, ways *all)
{
    unsigned bits = p->m->bits, n[2] = {0, 0};
    way w = {.kind = WAY_OR, .cost = 1, .ngoals = 2};
    for (unsigned i = 0; i < bits; i++) {
        label l = g->at[i];
        n[first[i]] += l > 0;
        w.goal[0].at[i] = l > 0 && !first[i] ? LABEL_ZERO : l;
        w.goal[1].at[i] = l > 0 && first[i] ? LABEL_ZERO : l;
    }
    if (!n[0] || !n[1]) return;
    if (p->m->table3 < 0) {
        list_offer(p, all, &w);
        for (unsigned k = 0; k < p->m->nmovers; k++)
            if (p->m->movers[k].kind == MOVER_CHOICE && p->m->movers[k].nvars == 2)
                offer_blend(p, &p->m->movers[k], g, first, all);
        return;
    }
    w.kind = WAY_BLEND; /* (x & k) | (y & ~k) */
    for (unsigned i = 0; i < bits; i++) {
        label l = g->at[i];
        if (first[i] && l > 0) bv_set_bit(w.konst, i, true);
        w.goal[0].at[i] = first[i] && l > 0 ? l : LABEL_FREE;
        w.goal[1].at[i] = first[i] && l > 0 ? LABEL_FREE : l;
    }
    list_offer(p, all, &w);
    w.kind = WAY_AND_OR; /* (x & k) | y */
    for (unsigned i = 0; i < bits; i++)
        if (first[i] && g->at[i] > 0) w.goal[1].at[i] = LABEL_ZERO;
    list_offer(p, all, &w);
}

static void offer_splits(const permute *p, const labels *g, ways *all)
{
    unsigned bits = p->m->bits;
    bool first[PERMUTE_BITS_MAX];
    int d[DISTANCES_MAX];
    unsigned n = goal_collect_distances(p, g, d);
    if (p->m->or_ < 0) return;
    for (unsigned x = 0; p->ninputs > 1 && x + 1 < p->ninputs; x++) {
        for (unsigned i = 0; i < bits; i++)
            first[i] = g->at[i] > 0 && goal_source_of(p, g->at[i]) == (int)x;
        offer_split(p, g, first, all);
    }
    for (unsigned k = 0; n <= CLASSES_SPLIT && k < n; k++) {
        for (unsigned i = 0; i < bits; i++)
            first[i] = g->at[i] > 0 &&
                       goal_source_of(p, g->at[i]) * 4096 + goal_place_of(p, g->at[i]) - (int)i ==
                           d[k];
        offer_split(p, g, first, all);
    }
    for (unsigned lane = 8; lane < bits; lane *= 2) {
        for (unsigned i = 0; i < bits; i++)
            first[i] = g->at[i] > 0 && (unsigned)goal_place_of(p, g->at[i]) / lane == i / lane;
        offer_split(p, g, first, all);
    }
    for (unsigned part = 1; part < bits; part *= 2) {
        for (unsigned i = 0; i < bits; i++) first[i] = i / part & 1;
        offer_split(p, g, first, all);
        for (unsigned i = 0; i < bits; i++)
            first[i] = g->at[i] > 0 && ((unsigned)goal_place_of(p, g->at[i]) / part & 1);
        offer_split(p, g, first, all);
    }
    for (unsigned i = 0; i < bits; i++)
        first[i] = g->at[i] > 0 && goal_place_of(p, g->at[i]) < (int)i;
    offer_split(p, g, first, all);
}

/* ---- a value and itself shifted ---- */

/* g = x | shift(x). A bit comes by the shift when the distance that it has to go says so: by its
 * binary digit, or when it is just that distance (Hacker's Delight 7-4: compress and expand by
 * steps). */
static void offer_self(const permute *p, const mover *m, const labels *g, bool by_digit, ways *all)
{
    way w;
    unsigned shifted = 0, kept = 0;
    int k = m->shift < 0 ? -m->shift : m->shift;
    list_start(&w, WAY_SELF, m, 2, 1);
    goal_clear(p, &w.goal[0]);
    for (unsigned i = 0; i < p->m->bits; i++) {
        label l = g->at[i];
        if (l == LABEL_FREE) continue;
        int to_go = l < 1 ? 0 : (goal_place_of(p, l) - (int)i) * (m->shift < 0 ? -1 : 1);
        bool moves = l > 0 && m->map[i] > 0 && (by_digit ? to_go > 0 && (to_go & k) : to_go == k);
        shifted += moves;
        kept += l > 0 && !moves;
        if (!goal_demand(&w.goal[0], i, moves ? LABEL_ZERO : l)) return;
        if (m->map[i] > 0 &&
            !goal_demand(&w.goal[0], (unsigned)m->map[i] - 1, moves ? l : LABEL_ZERO))
            return;
    }
    if (!shifted || !kept) return;
    w.near = one_step_makes(p, &w.goal[0]);
    list_offer(p, all, &w);
}

/* Sign extension from bit s of every lane: ((x ^ 2^s) - 2^s) of what is extended by zeros. */
static void offer_sign(const permute *p, const labels *g, unsigned lane, ways *all)
{
    unsigned s = 0, width = 8u << lane;
    way w = {.kind = WAY_SIGN, .lane = lane, .cost = 2, .ngoals = 1};
    if (p->m->sub[lane] < 0 || p->m->xor_ < 0 || width > p->m->bits) return;
    for (s = 0; s + 1 < width && (g->at[s] < 1 || g->at[s] != g->at[width - 1]); s++) {}
    if (s + 1 >= width) return;
    for (unsigned i = 0; i < p->m->bits; i++) {
        unsigned k = i % width;
        if (k > s && g->at[i] != g->at[i - k + s]) return;
        w.goal[0].at[i] = k > s ? LABEL_ZERO : g->at[i];
        if (k == s) bv_set_bit(w.konst, i, true);
    }
    list_offer(p, all, &w);
}

const mover *way_find_shift(const permute *p, int shift)
{
    unsigned k = (unsigned)(shift < 0 ? -shift : shift);
    for (unsigned j = 0; j < p->m->nmovers; j++) {
        const mover *m = &p->m->movers[j];
        unsigned i = 0;
        if (m->kind != MOVER_PURE || m->shift != shift || m->need) continue;
        while (i < p->m->bits &&
               (!(i & k) != (shift > 0) || m->map[i] == (label)((int)i + shift + 1)))
            i++;
        if (i == p->m->bits) return m;
    }
    return NULL;
}

/* A shift that brings the bits of a delta to each other. */
static const mover *find_delta(const permute *p, int shift, unsigned a, unsigned b)
{
    for (unsigned j = 0; j < p->m->nmovers; j++) {
        const mover *m = &p->m->movers[j];
        unsigned i = 0;
        if (m->kind != MOVER_PURE || m->shift != shift || m->need) continue;
        for (; i < p->m->bits; i++) {
            bool low = i >> a & 1, high = i >> b & 1;
            if (low != high && low == (shift > 0) && m->map[i] != (label)((int)i + shift + 1))
                break;
        }
        if (i == p->m->bits) return m;
    }
    return NULL;
}

/* Neighbours of k bits change places everywhere. */
static void offer_swap(const permute *p, const labels *g, unsigned k, ways *all)
{
    way w = {.kind = WAY_SWAP,
             .m = way_find_shift(p, (int)k),
             .by = way_find_shift(p, -(int)k),
             .cost = p->m->table3 < 0 ? 5 : 3,
             .ngoals = 1};
    if (!w.m || !w.by || p->m->and_ < 0 || p->m->or_ < 0) return;
    for (unsigned i = 0; i < p->m->bits; i++) {
        w.goal[0].at[i] = g->at[i ^ k];
        if (!(i & k)) bv_set_bit(w.konst, i, true);
    }
    if (!goal_is_same(p, &w.goal[0], g)) list_offer(p, all, &w);
}

/* Bits whose numbers have a one at place a and none at b, and those that have it the other way
 * round, change places. */
static void offer_delta(const permute *p, const labels *g, unsigned a, unsigned b, ways *all)
{
    int by = (1 << b) - (1 << a);
    way w = {.kind = WAY_DELTA,
             .m = find_delta(p, by, a, b),
             .by = find_delta(p, -by, a, b),
             .cost = 6,
             .ngoals = 1};
    if (!w.m || !w.by || p->m->and_ < 0 || p->m->xor_ < 0) return;
    for (unsigned i = 0; i < p->m->bits; i++) {
        bool low = i >> a & 1, high = i >> b & 1;
        w.goal[0].at[i] = g->at[low == high ? i : i ^ (1u << a | 1u << b)];
        if (low && !high) bv_set_bit(w.konst, i, true);
    }
    if (!goal_is_same(p, &w.goal[0], g)) list_offer(p, all, &w);
}

/* splits have a list of their own, since what they are worth shows only when their parts are looked
 * at. */
void way_collect(const permute *p, const labels *g, ways *all, ways *splits)
{
    const permute_machine *m = p->m;
    labelled bits = labelled_bits(p, g);
    for (unsigned i = 0; i < m->nmovers; i++) {
        const mover *x = &m->movers[i];
        switch (x->kind) {
        case MOVER_PURE:
            offer_move(p, x, g, &bits, all);
            if (m->or_ < 0 || !x->shift) break;
            offer_self(p, x, g, true, all);
            offer_self(p, x, g, false, all);
            break;
        case MOVER_CHOICE:
            if (x->nvars == 2) {
                choice_offer_two(p, x, g, all);
                break;
            }
            for (unsigned k = 0; k < p->ninputs; k++) choice_offer_input(p, x, g, k, all);
            choice_offer_places(p, x, g, all);
            break;
        case MOVER_MATRIX: choice_offer_matrix(p, x, g, all); break;
        case MOVER_TABLE: choice_offer_table(p, x, g, all); break;
        case MOVER_EXTRACT:
        case MOVER_DEPOSIT: choice_offer_picks(p, x, g, all); break;
        }
    }
    for (unsigned lane = 0; lane < PERMUTE_LANES; lane++) offer_sign(p, g, lane, all);
    for (unsigned k = 1; k < 64; k *= 2) offer_swap(p, g, k, splits);
    for (unsigned a = 0; a < 5; a++)
        for (unsigned b = a + 1; b < 6; b++) offer_delta(p, g, a, b, splits);
    offer_splits(p, g, splits);
}

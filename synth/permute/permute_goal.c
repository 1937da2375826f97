// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_goal.c - goals of labels: what they ask for, and how far they look from the inputs.
 *
 * A goal asks of each bit a label, a zero, or nothing. Demands on a goal are joined until two of
 * them differ. */
#include "permute_goal.h"

#include <string.h>

#include "spec/term/bv.h"

/* The input that meets the goal; -1: none. */
int goal_match_input(const permute *p, const labels *g)
{
    unsigned bits = p->m->bits;
    for (unsigned x = 0; x < p->ninputs; x++) {
        unsigned i = 0;
        while (i < bits && (g->at[i] == LABEL_FREE || g->at[i] == (label)(1 + x * bits + i))) i++;
        if (i == bits) return (int)x;
    }
    return -1;
}

bool goal_has_zero(const permute *p, const labels *g)
{
    for (unsigned i = 0; i < p->m->bits; i++)
        if (g->at[i] == LABEL_ZERO) return true;
    return false;
}

bool goal_is_blank(const permute *p, const labels *g)
{
    for (unsigned i = 0; i < p->m->bits; i++)
        if (g->at[i] > 0) return false;
    return true;
}

/* The distinct pairs of input and distance, in order of appearance; max when there are more. */
static unsigned collect_distances(const permute *p, const labels *g, int *out, unsigned max)
{
    uint64_t seen[PERMUTE_INPUTS_MAX][2 * PERMUTE_LIMBS] = {{0}};
    unsigned n = 0;
    int last = 0, last_source = -1; /* neighbours mostly go the same way */
    for (unsigned i = 0; i < p->m->bits; i++) {
        if (g->at[i] < 1) continue;
        int source = goal_source_of(p, g->at[i]), by = goal_place_of(p, g->at[i]) - (int)i;
        if (by == last && source == last_source) continue;
        last = by;
        last_source = source;
        if (bv_bit(seen[source], (unsigned)(PERMUTE_BITS_MAX + by))) continue;
        if (n == max) return n;
        bv_set_bit(seen[source], (unsigned)(PERMUTE_BITS_MAX + by), true);
        out[n++] = source * 4096 + by;
    }
    return n;
}

unsigned goal_collect_distances(const permute *p, const labels *g, int *out)
{
    return collect_distances(p, g, out, DISTANCES_MAX);
}

/* Every distance counts two, and one more where bits do move; so once there are limit / 3 and one
 * that does not move for each input, the rest need not be looked for. */
int goal_distance_below(const permute *p, const labels *g, int limit)
{
    int d[DISTANCES_MAX], most = limit / 3 + PERMUTE_INPUTS_MAX;
    if (goal_is_blank(p, g) || goal_match_input(p, g) >= 0) return 0;
    int n = (int)collect_distances(p, g, d, most < DISTANCES_MAX ? (unsigned)most : DISTANCES_MAX),
        steps = 0;
    for (int i = 0; i < n; i++) steps += d[i] != 0 && d[i] != 4096 && d[i] != 8192;
    return 2 * n + steps + goal_has_zero(p, g);
}

int goal_distance(const permute *p, const labels *g)
{
    return goal_distance_below(p, g, 3 * DISTANCES_MAX);
}

void goal_clear(const permute *p, labels *g)
{
    memset(g->at, 0xff, p->m->bits * sizeof(label)); /* LABEL_FREE is -1 */
}

/* Joins goal b into a. */
bool goal_join(const permute *p, labels *a, const labels *b)
{
    for (unsigned i = 0; i < p->m->bits; i++)
        if (!goal_demand(a, i, b->at[i])) return false;
    return true;
}

bool goal_is_same(const permute *p, const labels *a, const labels *b)
{
    return !memcmp(a->at, b->at, p->m->bits * sizeof(label));
}

void goal_of_input(const permute *p, unsigned x, labels *out)
{
    for (unsigned i = 0; i < p->m->bits; i++) out->at[i] = (label)(1 + x * p->m->bits + i);
}

/* The only input of a goal's labels; -1 when there are several. */
int goal_only_source(const permute *p, const labels *g)
{
    int source = -1;
    for (unsigned i = 0; i < p->m->bits; i++) {
        if (g->at[i] < 1) continue;
        if (source >= 0 && goal_source_of(p, g->at[i]) != source) return -1;
        source = goal_source_of(p, g->at[i]);
    }
    return source;
}

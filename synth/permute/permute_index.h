// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_index.h - movers by what they do, so that most need not be looked at, and the goals
 * before one. */
#ifndef LANESMITH_PERMUTE_INDEX_H
#define LANESMITH_PERMUTE_INDEX_H

#include "permute_inside.h"
#include "permute_nodes.h"
#include "spec/term/bv.h"

/* Fills and frees the index of a search. */
void index_open(permute *p);
void index_close(permute *p);

/* The bits of a goal that are labelled. */
typedef struct labelled {
    uint64_t at[PERMUTE_LIMBS];
} labelled;

static inline labelled labelled_bits(const permute *p, const labels *g)
{
    labelled out = {{0}};
    for (unsigned i = 0; i < p->m->bits; i++)
        if (g->at[i] > 0) bv_set_bit(out.at, i, true);
    return out;
}

/* Whether it makes no bit zero that is labelled: mostly it does, and cannot make the goal. */
static inline bool leaves(const permute *p, const mover *m, const labelled *bits)
{
    const uint64_t *zeros = p->index.zeros[m - p->m->movers];
    for (unsigned k = 0; k < bv_limbs(p->m->bits); k++)
        if (zeros[k] & bits->at[k]) return false;
    return true;
}

/* The goals before a PURE mover that leaves the labelled bits; false when it cannot make the goal.
 */
bool index_pull_back(const permute *p, const mover *m, const labels *g, labels goal[2]);
/* The first simple mover that makes the goal of input x, or NULL. first: a bit of the goal that is
 * labelled. */
const mover *index_find_simple(const permute *p, const labels *g, unsigned x, unsigned first);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_list.h - a way to make a goal of labels, and lists that keep the most promising. */
#ifndef LANESMITH_PERMUTE_LIST_H
#define LANESMITH_PERMUTE_LIST_H

#include <stddef.h>
#include <string.h>

#include "permute_inside.h"
#include "permute_nodes.h"

typedef enum way_kind {
    WAY_MOVE,
    WAY_CHOOSE,
    WAY_MATRIX,
    WAY_TABLE,
    WAY_PICK,
    WAY_MASK,
    WAY_OR,
    WAY_BLEND,
    WAY_AND_OR,
    WAY_SELF,
    WAY_SIGN,
    WAY_FORK,
    WAY_SWAP,
    WAY_DELTA
} way_kind;

typedef struct way {
    way_kind kind;
    /* by: of a fork, the shift; of swaps and deltas m is the shift down, by the shift up */
    const mover *m, *by;
    bool second;           /* of a fork: the second source is the shifted one */
    int cost, far;
    bool near;             /* its only goal is known to be one step from an input */
    unsigned ngoals;
    unsigned lane;         /* WAY_SIGN */
    uint64_t konst[PERMUTE_LIMBS];
    labels goal[2];
} way;

typedef struct ways {
    unsigned count, max;
    way *at; /* the most promising first */
} ways;

/* A way whose goals are not filled in: most ways are dropped before they are. */
static inline void list_start(way *w, way_kind kind, const mover *m, int cost, unsigned ngoals)
{
    memset(w, 0, offsetof(way, goal));
    w->kind = kind;
    w->m = m;
    w->cost = cost;
    w->ngoals = ngoals;
}
/* Puts the way where it belongs by how far its goals are at least, or drops it: sets w->far. */
void list_offer(const permute *p, ways *all, way *w);

#endif

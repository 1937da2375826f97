// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_way.h - ways to make a goal of labels: one step back, or a few that belong together. */
#ifndef LANESMITH_PERMUTE_WAY_H
#define LANESMITH_PERMUTE_WAY_H

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

void way_open_index(permute *p);
void way_close_index(permute *p);

/* The steps back from g, of one move or of a few that belong together. Splits have a list of their
 * own, since what they are worth shows only when their parts are looked at. */
void way_collect(const permute *p, const labels *g, ways *all, ways *splits);
void way_offer_mask(const permute *p, const labels *g, ways *all);
const mover *way_find_shift(const permute *p, int shift);

/* A move from inputs: of one, or of two that a constant chooses from. */
typedef struct one_step {
    const mover *m;
    unsigned from[2];
    uint64_t konst[PERMUTE_LIMBS];
} one_step;

bool way_find_one_step(const permute *p, const labels *g, one_step *out);
int way_add_one_step(permute *p, const one_step *s);
bool way_is_one_step(const permute *p, const labels *g);
/* a shift of what is one step from an input */
bool way_is_two_steps(const permute *p, const labels *g);

#endif

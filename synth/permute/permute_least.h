// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_least.h - whether any program of so many steps makes a goal of labels: all of them are
 * looked at.
 *
 * permute.h finds programs, the most promising ways first, and gives up; this says what no program
 * can do. What counts as a program: each step is a move of the machine with constants of any value,
 * or a mask, a join of two values (or, xor; with three-input tables also blends by a constant), and
 * every bit of every value is a bit of an input, zero, or looked at by nobody. */
#ifndef LANESMITH_PERMUTE_LEAST_H
#define LANESMITH_PERMUTE_LEAST_H

#include "permute_least_moves.h"
#include "permute_nodes.h"

typedef enum permute_verdict {
    PERMUTE_EXCLUDED,  /* no program of so many steps */
    PERMUTE_FOUND,     /* there seems to be one: a proposal */
    PERMUTE_UNDECIDED, /* the work ended before the programs did */
} permute_verdict;

/* Looks at the programs of exactly `steps` steps, 1 to PERMUTE_LEAST_STEPS; shorter ones should
 * have been excluded before. work: how many values of constants may be tried. *node: of a program
 * that was found, in `out`, which has the machine and as many inputs; -1 when it cannot be written
 * down. *candidates grows by the moves, with their sources, that were judged at the last step or
 * excluded by a lookup there. */
permute_verdict permute_least_search(permute_least *x, const labels *goal, unsigned steps,
                                     uint64_t work, permute *out, int *node, uint64_t *candidates);

#endif

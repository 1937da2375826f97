// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_least_moves.h - the moves of a machine, indexed, and a bound by how far they draw. */
#ifndef LANESMITH_PERMUTE_LEAST_MOVES_H
#define LANESMITH_PERMUTE_LEAST_MOVES_H

#include "permute_labels.h"
#include "permute_least_steps.h"

permute_least *permute_least_new(const permute_machine *m, unsigned ninputs);
void permute_least_free(permute_least *x);

/* Whether programs have the move: not those whose constant decides all bits at once, parallel
 * extracts and deposits. */
bool permute_least_has(const mover *m);

/* Steps below which nothing can make the goal, by how many units its units draw from: a step draws
 * each from a few at most. */
unsigned permute_least_spread(const permute_least *x, const labels *goal);

#endif

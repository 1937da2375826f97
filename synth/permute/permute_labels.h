// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_labels.h - goals of labels: what can be said of them without a search. */
#ifndef LANESMITH_PERMUTE_LABELS_H
#define LANESMITH_PERMUTE_LABELS_H

#include "lowerings/permute/mover.h"

/* One label a bit: LABEL_ZERO, LABEL_FREE, or 1 + input * bits + bit number. */
typedef struct labels {
    label at[PERMUTE_BITS_MAX];
} labels;

/* Whether a goal asks nothing that no input gives: indices in range. */
bool permute_is_goal(const permute_machine *m, unsigned ninputs, const labels *goal);
/* The number of bits, a power of two up to 64, that move as one block everywhere. */
unsigned permute_grain(const permute_machine *m, const labels *goal);

#endif

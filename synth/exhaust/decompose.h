// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* decompose.h - engine `decompose`: r = s and x, r = x and not s, r = s or x, with a cheap s that
 * leaves x many don't-cares. */
#ifndef LANESMITH_DECOMPOSE_H
#define LANESMITH_DECOMPOSE_H

#include "exhaust.h"

typedef void decompose_found_fn(void *context, const prog *p);

/* Looks for programs of fewer than best_known instructions. work: image operations of each search
 * for an x. */
void decompose_propose(const grammar *g, const problem *p, unsigned best_known, uint64_t work,
                       decompose_found_fn *found, void *context);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* lower.h - carries a plan out. */
#ifndef LANESMITH_PASS_LOWER_H
#define LANESMITH_PASS_LOWER_H

#include "lowerings/pass/base/stats.h"
#include "lowerings/pass/graph/nodes.h"

/* Replaces every lowered node of the plan by code on carriers, in place, and counts what the
 * borders cost. */
void lower_function(plan *p, LLVMValueRef function, lanesmith_stats *stats);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* plan.h - decides which instructions of a function are lowered, before any of them is touched. */
#ifndef LANESMITH_PASS_PLAN_H
#define LANESMITH_PASS_PLAN_H

#include "lowerings/pass/base/stats.h"
#include "lowerings/pass/graph/nodes.h"

/* Is it an operation on small fields? Not one on the bits of an ordinary compare alone. */
bool plan_is_work(LLVMValueRef inst);

/* Fills the plan, whose arena, targets and view are set, and counts and tells; not where stats is
 * NULL, a trial. True when anything is to be lowered. */
bool plan_make(plan *p, LLVMValueRef function, lanesmith_stats *stats);
void plan_free(plan *p);

#endif

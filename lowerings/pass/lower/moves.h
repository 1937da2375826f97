// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* moves.h - constant shuffles of small fields, planned as programs of steps. */
#ifndef LANESMITH_PASS_MOVES_H
#define LANESMITH_PASS_MOVES_H

#include "lowerings/pass/base/fields.h"
#include "lowerings/pass/graph/nodes.h"
#include "lowerings/pass/table/layouts.h"
#include "lowerings/permute/steps.h"
#include "site.h"

/* How to do a shufflevector of small fields, and whether that is thought to be cheaper than LLVM's
 * own way; false when no way is known. */
bool moves_plan(const target_view *v, LLVMValueRef shuffle, const layout *in, const layout *out,
                move_plan *move);
/* About what a shuffle of small fields takes, one way or the other. */
unsigned moves_cost(const target_view *v, layouts *l, LLVMValueRef shuffle);
/* Carriers of the result from those of the sources; b is not looked at where the plan has no
 * second. */
void moves_apply(const site *x, const move_plan *m, const layout *in, const LLVMValueRef *a,
                 const LLVMValueRef *b, const layout *out, LLVMValueRef *carriers);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* weigh.h - about what an instruction on small fields costs, lowered and as LLVM does it. */
#ifndef LANESMITH_PASS_WEIGH_H
#define LANESMITH_PASS_WEIGH_H

#include "lowerings/pass/graph/nodes.h"

/* Instructions for the node's own work, its values in registers before and after. */
unsigned weigh_ours(plan *p, const node *n);
/* About what a binary operator or intrinsic on fields of w bits costs as LLVM's operation on bytes,
 * words, doublewords: operands moved apart that are none yet, and the way back, of which two such
 * in a row save half. */
unsigned weigh_by_numbers(plan *p, LLVMValueRef inst, unsigned w);
/* What LLVM adds to what it needs for the other nodes of the group, below zero where it needs less:
 * fields that are only moved are never in lanes. */
int weigh_theirs(plan *p, const node *n);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* classify.h - what one instruction is to the pass. */
#ifndef LANESMITH_PASS_CLASSIFY_H
#define LANESMITH_PASS_CLASSIFY_H

#include "lowerings/pass/graph/nodes.h"

/* Sets kind, reason, layout, how and mask of a node by looking at the instruction and at the nodes
 * of its operands. Requires: those were classified before, but for the operands of a phi. */
void classify_node(plan *p, node *n);
/* Does `user` take the carriers of `mask`, a mask node, as they are? */
bool classify_takes_mask(const node *user, const node *mask);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* lower_nodes.h - the code of one node. */
#ifndef LANESMITH_PASS_LOWER_NODES_H
#define LANESMITH_PASS_LOWER_NODES_H

#include "lower_inside.h"

/* Makes the node's carriers right before it; or gives its users their value, where that is none of
 * small fields. Phis are empty. */
void lower_node(lowerer *lo, const node *n);

#endif

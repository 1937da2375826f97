// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* idioms.h - several instructions that together are one operation of the table. */
#ifndef LANESMITH_PASS_IDIOMS_H
#define LANESMITH_PASS_IDIOMS_H

#include "lowerings/pass/graph/nodes.h"

/* Of the instructions that are lowered, those that end an idiom get its formula and its arguments,
 * where that is cheaper; what only they use of it becomes part of them. Requires: what is lowered
 * is decided. */
void idioms_find(plan *p);

#endif

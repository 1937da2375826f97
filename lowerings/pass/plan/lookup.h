// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* lookup.h - functions of one small field by table lookup. */
#ifndef LANESMITH_PASS_LOOKUP_H
#define LANESMITH_PASS_LOOKUP_H

#include "lowerings/pass/graph/nodes.h"

/* Nodes that together are a function of one field of 4 bits alone become one lookup in a table of
 * its 16 values, where that is cheaper. Requires: what is lowered is decided, and the idioms are
 * found. */
void lookup_find(plan *p);

#endif

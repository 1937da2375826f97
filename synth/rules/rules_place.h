// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* rules_place.h - a class and a target that programs by rules are wanted for: rules.h takes them,
 * each table belongs to one. */
#ifndef LANESMITH_RULES_PLACE_H
#define LANESMITH_RULES_PLACE_H

#include "spec/cell.h"

typedef struct rulebook rulebook;

/* wanted: of a class wider than 128 bits, the cells to work out whose fields do not fill 128 bits;
 * borrowed. */
typedef struct rulebook_place {
    const regclass *cls;
    const target *target;
    const cell *wanted;
    unsigned nwanted;
} rulebook_place;

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_least_steps.h - how long the programs are that permute_least.h looks at, and its type. */
#ifndef LANESMITH_PERMUTE_LEAST_STEPS_H
#define LANESMITH_PERMUTE_LEAST_STEPS_H

enum { PERMUTE_LEAST_STEPS = 4 };

typedef struct permute_least permute_least; /* the moves of a machine, indexed */

#endif

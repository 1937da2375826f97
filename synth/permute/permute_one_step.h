// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_one_step.h - goals that one move makes of inputs. */
#ifndef LANESMITH_PERMUTE_ONE_STEP_H
#define LANESMITH_PERMUTE_ONE_STEP_H

#include "permute_inside.h"
#include "permute_nodes.h"

/* A move from inputs: of one, or of two that a constant chooses from. */
typedef struct one_step {
    const mover *m;
    unsigned from[2];
    uint64_t konst[PERMUTE_LIMBS];
} one_step;

/* The first move that makes the goal of inputs; false: none does. */
bool one_step_find(const permute *p, const labels *g, one_step *out);
int one_step_add(permute *p, const one_step *s);
bool one_step_makes(const permute *p, const labels *g);
/* Whether a shift makes the goal of what is one step from an input. */
bool two_steps_make(const permute *p, const labels *g);

#endif

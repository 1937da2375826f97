// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* follow.h - labels of a step's result. */
#ifndef LANESMITH_PASS_FOLLOW_H
#define LANESMITH_PASS_FOLLOW_H

#include "step.h"

/* Fills t->labels, which are zeros before, from the labels of the steps that it is of. */
void follow_step(const steps *s, const step *t);

#endif

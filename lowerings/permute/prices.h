// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* prices.h - how many instructions a step takes. */
#ifndef LANESMITH_PASS_PRICES_H
#define LANESMITH_PASS_PRICES_H

#include "step.h"

/* Instructions of the step, as far as can be told without compiling. */
unsigned prices_of_step(const steps *s, const step *t);

#endif

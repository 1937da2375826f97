// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* allinputs.h - a claim about few bits of input, tried on all of them: a proof when none of them
 * fails. */
#ifndef LANESMITH_ALLINPUTS_H
#define LANESMITH_ALLINPUTS_H

#include "verify/claim/obligation.h"

typedef enum all_inputs_answer {
    /* too many bits, terms wider than 64 bits, too much work; or little enough for the solver */
    ALL_INPUTS_NOT_TRIED,
    ALL_INPUTS_HOLD,
    ALL_INPUTS_FAIL /* the sample is an input on which the chunk's claim fails */
} all_inputs_answer;

/* Settles the chunk's claim. short_too: also claims of so few operators that the solver is faster.
 */
all_inputs_answer all_inputs_try(const obligation *o, bool short_too, sample *failing);

#endif

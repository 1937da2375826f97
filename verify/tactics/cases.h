// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cases.h - a claim shown case by case. */
#ifndef LANESMITH_VERIFY_CASES_H
#define LANESMITH_VERIFY_CASES_H

#include "verify/claim/obligation.h"

/* Whether in each field of width bits of the result, for all values of the few input bits on which
 * the operation's choices depend there, program and operation become one term, or nobody asks.
 * False says nothing. */
bool cases_settle(const obligation *o, unsigned width);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* compares.h - compares of two numbers that fill a register each.
 *
 * Lanes are compared both ways, and the outcomes are bits of two numbers, a bit a lane. The highest
 * lane that differs has the highest bit that differs, so a < b is the order of these numbers (Lin
 * 2014, section 4.4, has it for sums). Equal are those of which all lanes are. */
#ifndef LANESMITH_SYNTH_WIDE_COMPARES_H
#define LANESMITH_SYNTH_WIDE_COMPARES_H

#include "parts.h"

/* Whether the operation is one compare of whole registers, whose result is ones or zeros in all
 * bits, in the highest one, or in the lowest. */
bool compares_is_for(const cell *c);

/* Calls found for every program that there is. general: the class in which bits are compared. */
void compares_propose(const spec *s, const cell *c, const regclass *general, wide_found_fn *found,
                      void *context);

#endif

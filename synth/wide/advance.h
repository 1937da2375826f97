// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* advance.h - a whole register moved up by one bit, with a carry in below and the top bit out:
 * Parabix's Advance.
 *
 * Each lane is doubled; what its lowest bit becomes is the top bit of the lane below, and of the
 * lowest lane the carry. That comes by moving lanes up by one, with the carry at the top of what
 * comes in below; or in a general register, where the top bits of all lanes move up by one, and
 * back to lanes; or the carry is or'ed to zeros that came in. The carry out is a top bit, and waits
 * for nothing. */
#ifndef LANESMITH_SYNTH_WIDE_ADVANCE_H
#define LANESMITH_SYNTH_WIDE_ADVANCE_H

#include "parts.h"

/* Whether the operation is this one, as samples say. */
bool advance_is_for(const cell *c);

/* Calls found for every program that there is. general: the class of carries. */
void advance_propose(const spec *s, const cell *c, const regclass *general, wide_found_fn *found,
                     void *context);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* wide.h - engine `wide`: sums and differences of whole registers, with carries; parities
 * (parity.h), moves by one (advance.h) and compares (compares.h) of such.
 *
 * The register is added in lanes. A lane carries out where its sum is less than an operand (mask
 * g), and passes a carry on where its sum is all ones (mask p); one sum in a general register, 2 g
 * + carry in + p, moves all carries at once, and what it changes of p are the lanes that get one
 * (Lin 2014, section 4.4, where the sum is a MatchStar). Differences alike: a lane borrows where a
 * is less than b, and passes it on where the difference is zero. Where unsigned compares are
 * missing, operands get their top bits turned first.
 *
 * What else the operation does to operands and sum is done bit by bit, as its definition says. */
#ifndef LANESMITH_SYNTH_WIDE_H
#define LANESMITH_SYNTH_WIDE_H

#include "parts.h"

/* Whether the cell can be one: one field that fills the register, a vector register but for
 * parities; of two results the second is in a general register, as one operand is. */
bool wide_is_for(const cell *c);

/* Calls found for every program that there is, one for each width of lanes and way to do it. */
void wide_propose(const spec *s, const cell *c, wide_found_fn *found, void *context);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* parities.h - claims about exclusive ors of many bits: prefix xor, carry-less products.
 *
 * Two chains of exclusive ors of the same bits in another order are hard for a solver. Here every
 * bit of both sides is written as a set of bits whose parity it is. */
#ifndef LANESMITH_PARITIES_H
#define LANESMITH_PARITIES_H

#include "verify/claim/obligation.h"

/* Whether the claim has exclusive ors enough for this. */
bool parities_helps(const obligation *o);

/* "The chunk's program differs from its operation where it matters", a Bool that can be true
 * exactly when claim_difference can: the constant false where all sets are equal. Sets of bits that
 * go into anything but exclusive ors are new variables in it: one bit of each is then written as
 * the variable and the set's other bits, which leaves all inputs possible. TERM_NONE when it would
 * be too large, or samples say that it is wrong. */
term parities_restate(const obligation *o);

#endif

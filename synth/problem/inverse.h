// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* inverse.h - terms inverted: what a source has to be where the result and all else are known.
 *
 * What a superoptimizer that searches from both ends asks of its instructions (inverse semantics:
 * Phothilimthana et al., Scaling up Superoptimization, ASPLOS 2016), derived from the term instead
 * of written down, and for part of the bits: the sum without carry from unknown bits, the other
 * source of a saturated sum where it did not saturate, both sides of a choice where they agree. */
#ifndef LANESMITH_SYNTH_INVERSE_H
#define LANESMITH_SYNTH_INVERSE_H

#include "spec/term/term.h"

/* Bits of a source that have to be one, and zero. All are both where no source gives the result; a
 * bit that is neither may be anything: what is said is necessary, not sufficient. */
typedef struct inverse {
    term on, off;
} inverse;

/* t: over p and other variables, as wide as r and care: what it is, and where that is known. */
inverse inverse_of(term_ctx *c, term t, term p, term r, term care);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* squares.h - carry-less products of a value with itself, written as the movement of bits that they
 * are.
 *
 * A carry-less product is a sum without carries of shifted copies, each under a bit of the other
 * factor. When both factors are one value, x_i x_j occurs twice for i and j unequal and cancels,
 * and x_i x_i is x_i: bit 2i of the square is x_i. Solvers do not see that among thousands of
 * products; so written there is nothing left to find out. */
#ifndef LANESMITH_SQUARES_H
#define LANESMITH_SQUARES_H

#include "spec/term/term.h"

/* t, equal for all inputs, with every exclusive or of conditional values multiplied out, bit by
 * bit, where all that remains is single bits. */
term squares_fold(term_ctx *c, term t);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* carries.h - sums of fields inside wider words, taken apart.
 *
 * A program that adds fields in the lanes of a wider word keeps carries inside their fields by
 * masks. Where known bits show that nothing is carried over a field's edge, the sum of words is the
 * fields' sums side by side; so written, a claim can be lifted to a chunk of few fields, and
 * solvers see at once what they would have to find out. */
#ifndef LANESMITH_CARRIES_H
#define LANESMITH_CARRIES_H

#include "spec/term/term.h"

/* t, equal for all inputs, with every bvadd and bvsub cut at those multiples of granule bits over
 * which nothing is ever carried or borrowed. With a granule of 1 also every bvand with a constant,
 * into zeros and pieces of the other operand. */
term carries_split(term_ctx *c, term t, unsigned granule);

#endif

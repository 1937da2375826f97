// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute.h - programs for movements of bits, found on labels instead of values.
 *
 * A goal says for each bit of a register which input bit it has to be, that it has to be zero, or
 * that it may be anything. The search goes backwards: a goal that a move makes from other goals is
 * as far from the inputs as those are, plus one step. What the moves do is data (struct mover);
 * this module knows no instruction set, no terms, no solver and no database, so that a compiler can
 * call it. What it answers is a proposal that the caller has to prove or to justify
 * (docs/shuffles.md).
 *
 * Sources: Cameron, Towards a library of shufflevector patterns (patterns, lanes); Ren, VINCI,
 * chapters 4 and 7 (labels with don't-cares, decomposition); Warren, Hacker's Delight, 7-4
 * (compress by steps); Benes 1964 and Steele 1972 (exchanges). */
#ifndef LANESMITH_PERMUTE_H
#define LANESMITH_PERMUTE_H

#include "permute_nodes.h"

permute *permute_new(const permute_machine *m, unsigned ninputs);
void permute_free(permute *p);

/* Searches programs of at most max_steps instructions, fewer first; work bounds the goals that are
 * expanded. The node of the result, or -1. Not exhaustive beyond two steps: of the goals before a
 * goal the most promising are tried. */
int permute_search(permute *p, const labels *goal, unsigned max_steps, unsigned work);
/* A program by construction, for any goal of one 128-bit register where bytes can be chosen freely:
 * time bounded by the number of bits. -1 when the machine lacks what it takes. */
int permute_construct(permute *p, const labels *goal);

#endif

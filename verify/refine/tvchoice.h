// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvchoice.h - guesses of what the first function chooses, in freeze and for undef, so that it does
 * what the second does.
 *
 * A guess may be wrong: what is proved with it is true whatever it is. It says of each choice a
 * term without choices of the first function. */
#ifndef LANESMITH_TVCHOICE_H
#define LANESMITH_TVCHOICE_H

#include "tvgoals.h"
#include "tvside.h"

/* by[i] becomes the guess of first->choices[i]. As the second function: what it freezes too gets
 * its choice; any other frozen value is what it would be without flags, of operands as the second
 * function has frozen them. undef: by equations. */
void tv_guess_as_second(const tv_goals *goals, const tv_side *first, const tv_side *second,
                        term *by);
/* What the goals' equations ask for; known: another guess, for what they say nothing of. */
void tv_guess_by_equations(const tv_goals *goals, const tv_side *first, const tv_side *second,
                           const term *known, term *by);

#endif

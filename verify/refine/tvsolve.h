// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvsolve.h - decides the goals of a comparison of two functions: proved, refuted with a
 * counterexample, or unknown.
 *
 * The first function's choices (freeze, undef) are ours to make: each gets guesses (tvchoice.h),
 * terms or numbers; what a solver then finds is a counterexample only if no other choice would do.
 */
#ifndef LANESMITH_TVSOLVE_H
#define LANESMITH_TVSOLVE_H

#include "tvgoals.h"
#include "tvside.h"
#include "verify/claim/smt.h"

/* LS_ENV when the solver failed in a way that is no answer. facts: what may be assumed. */
ls_status tv_decide(smt *solver, const tv_limits *limits, tv_side *first, tv_side *second,
                    term facts, const tv_goals *goals, tv_answer *out);

#endif

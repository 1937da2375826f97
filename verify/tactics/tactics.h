// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tactics.h - the ways to decide an obligation, and which of them did. */
#ifndef LANESMITH_VERIFY_TACTICS_H
#define LANESMITH_VERIFY_TACTICS_H

#include "sweep.h"
#include "verify/claim/obligation.h"
#include "verify/claim/smt.h"

/* What an answer rests on. Tactics of one base have a tool in common, so one of them is no second
 * opinion on another. */
typedef enum tactic_base {
    BASE_REWRITING,  /* both sides become one term in a normal form, or in each case; decided by our
                        own rewriting alone */
    BASE_DIAGRAMS,   /* our binary decision diagrams */
    BASE_EVALUATION, /* every input was tried */
    BASE_SOLVER,     /* Z3, on the claim as it is or in another form */
    BASE_COUNT
} tactic_base;

typedef struct settling {
    obligation *o;       /* lifted, and not refuted by samples */
    smt *solver;
    sweep_known *known;  /* what was proved of single registers, for sums of several (sweep.h) */
    unsigned steps;      /* that the solver may take, in its own count */
    unsigned field;      /* bits of a field of the result */
    bool left_out[BASE_COUNT]; /* tactics of these bases are not tried */
    bool thorough;       /* evaluation also where the solver is faster: to find a second opinion */
    bool large;          /* in between: diagrams fit the claim, but few nodes do not suffice */
} settling;

/* Decides the obligation: out->answer, solver, reason, cex. LS_ENV when a tool failed in a way that
 * is no answer. */
ls_status tactics_settle(settling *x, proof *out);
/* The base of an answer, from what a proof's `solver` says; BASE_COUNT: of no tactic here. */
tactic_base tactic_base_of(const char *solver);

/* Answers REFUTED by a sample on which the chunk's claim fails. LS_ENV when it holds there at
 * register width. */
ls_status tactics_refute(const obligation *o, const sample *s, const char *finder, proof *out);
void tactics_set_reason(proof *out, const char *what, const char *why);

#endif

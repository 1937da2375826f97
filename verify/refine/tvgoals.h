// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvgoals.h - the goals of a comparison of two functions, and what is answered about them.
 *
 * A goal is a Bool that must never be true, together with what to show when it is. */
#ifndef LANESMITH_TVGOALS_H
#define LANESMITH_TVGOALS_H

#include "verify/claim/proof.h"
#include "verify/ir/irreader.h"

typedef struct tv_goal {
    term bad;
    const char *what;   /* in the arena of the list */
    bool has_values;
    ir_value first, second; /* of one lane; bits and poison */
    LLVMValueRef insn;  /* or NULL */
    bool inexact;       /* more is demanded than has to be: what breaks it is no refutation */
} tv_goal;

typedef struct tv_equation { /* bits that have to be the same where the first function's are not
                                poison */
    term first, second;
} tv_equation;

typedef struct tv_goals {
    term_ctx *c;
    arena mem;
    tv_goal *goal;
    unsigned count, cap;
    tv_equation *equation; /* for guesses of what the first function chooses */
    unsigned nequations, equations_cap;
} tv_goals;
void tv_goals_add(tv_goals *g, tv_goal goal); /* nothing, when bad is false */
void tv_goals_equate(tv_goals *g, term first, term second);
void tv_goals_free(tv_goals *g);

typedef struct tv_answer {
    proof_answer answer;
    char reason[256];       /* of UNKNOWN */
    strbuf counterexample;  /* of REFUTED: lines */
} tv_answer;

typedef struct tv_limits {
    unsigned milliseconds, megabytes, steps; /* a solver call */
    double deadline;                         /* of the function, as clock_seconds counts; 0: none */
} tv_limits;

#endif

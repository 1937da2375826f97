// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* sygus_solve.h - shortest solutions of a SyGuS file. */
#ifndef LANESMITH_SYGUS_SOLVE_H
#define LANESMITH_SYGUS_SOLVE_H

#include "spec/base/diag.h"
#include "sygus.h"

enum { SYGUS_COST_MAX = 20 };

typedef struct sygus_options {
    unsigned max_cost;       /* operators, at most SYGUS_COST_MAX */
    sygus_clock clock;       /* of the whole file */
    unsigned threads;
    unsigned megabytes;      /* of a search, all its threads together; 0: no limit */
    unsigned solver_seconds; /* of a query, 0: no limit */
} sygus_options;

typedef enum sygus_end {
    SYGUS_SOLVED,     /* a solution, proved */
    SYGUS_INFEASIBLE, /* proved: no function at all meets the constraints */
    SYGUS_NONE,       /* none up to max_cost in the grammar, as far as `excluded` says */
    SYGUS_TIME,       /* the time is over */
    SYGUS_MEMORY      /* the memory is used up */
} sygus_end;

/* Why the least level that is not excluded was left, when another one was searched after it. */
typedef enum sygus_gap {
    SYGUS_GAP_NONE,
    SYGUS_GAP_MEANING,   /* the solver did not decide what the constraints ask */
    SYGUS_GAP_CONSTANTS, /* operations on constants alone were left out */
    SYGUS_GAP_ROOM,      /* programs have room for more constants than are chosen */
    SYGUS_GAP_PROGRAMS,  /* programs were neither proved nor refuted: `unknown` */
    SYGUS_GAP_SOLVER,    /* the solver gave no answer about the level: `undecided` */
    SYGUS_GAP_TESTS /* counterexamples do not fit the tests that the search runs on: `tests_held` */
} sygus_gap;

/* About one function. */
typedef struct sygus_answer {
    const char *name;
    sygus_end end;
    const char *why;      /* INFEASIBLE: the contradiction */
    const char *solution; /* SOLVED: "(define-fun ...)" */
    unsigned cost;        /* SOLVED: operators, a shared value counts once */
    uint64_t tree;        /* SOLVED: operators of the text */
    unsigned excluded;    /* it is proved that no solution costs less than this */
    bool shortest;        /* SOLVED: cost = excluded */
    sygus_gap gap;        /* SOLVED and not shortest, or NONE below max_cost: why */
    unsigned tests_held;  /* SYGUS_GAP_TESTS: how many the search held at most */
    unsigned unknown;     /* programs that the solver neither proved nor refuted */
    /* levels in which the solver, looking for programs with any constants, gave no answer */
    unsigned undecided;
    /* what the function was checked on, if it is given by examples alone; 0: proved for all inputs
     */
    unsigned examples;
    bool default_grammar;
    /* runs of the engine; counterexamples; questions to the solver */
    unsigned searches, tests, queries;
    uint64_t judged;                   /* candidates, over all runs */
    double seconds;
} sygus_answer;

/* Solves each function of s on its own; answers[0..s->nfuns) and what they point to are in mem.
 * LS_INPUT with diagnostics when a grammar or constraint is malformed or not supported, before
 * anything is searched. LS_ENV with a diagnostic when the solver or the compiler of kernels failed.
 */
ls_status sygus_solve(const sygus *s, const sygus_options *o, arena *mem, sygus_answer **answers,
                      diags *d);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* second.h - second opinions: obligations that one tool has settled are put to another. */
#ifndef LANESMITH_CLI_SECOND_H
#define LANESMITH_CLI_SECOND_H

#include "prove.h"

typedef enum second_kind {
    SECOND_AGREES,    /* it says so, too */
    SECOND_DISAGREES, /* it has a counterexample */
    SECOND_SILENT,    /* it gave up, or its time was over */
    SECOND_NONE,      /* no other tool is for such an obligation, or it could not be written down */
    SECOND_KINDS
} second_kind;

typedef struct second_answer {
    second_kind program, ir;
    char message[512];
} second_answer;

/* A subject with what settled its program and its IR: as db_proof.solver says. */
typedef struct second_subject {
    subject s;
    const char *program_solver, *ir_solver;
} second_subject;

typedef struct second_plan {
    const spec *spec;
    const second_subject *subjects; /* of one operation and width stand together */
    unsigned count, processes;
    const char *solver; /* a program that reads SMT-LIB, "cvc5"; NULL: another tactic of ours */
    unsigned seconds;               /* for an obligation */
    void *context;
    ls_status (*done)(void *context, unsigned index, const second_answer *a);
} second_plan;

/* LS_ENV when the program cannot be run. A subject whose process is lost counts as silent. */
ls_status second_all(const second_plan *plan);

#endif

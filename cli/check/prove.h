// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* prove.h - proves many programs, and the IR emitted for them, and measures what they cost, on all
 * cores. */
#ifndef LANESMITH_CLI_PROVE_H
#define LANESMITH_CLI_PROVE_H

#include "cli/app/pool.h"
#include "db/db.h"
#include "spec/cell.h"
#include "verify/verify.h"

typedef struct subject { /* a program of a cell; both outlive the work */
    const cell *cell;
    const prog *prog;
} subject;

typedef struct prove_answer {
    ls_status status;  /* LS_OK, or what verify_prog or verify_ir returned; message says why */
    proof program, ir; /* ir.obligation is "" unless the program was proved */
    char ir_text[HASH_TEXT]; /* of what `ir` is about */
    cost cost;         /* as LLVM compiles the program; where models are given */
    char message[1024];
} prove_answer;

typedef struct prove_plan {
    const spec *spec;
    const subject *subjects; /* those of one operation and width stand together */
    unsigned count, processes;
    const db_proof *const *known; /* obligations that are proved already, sorted by strcmp */
    unsigned nknown;
    cost_model *const *models; /* by target; NULL: nothing is measured */
    void *context;
    /* In the order of completion; *a dies with the call. A status other than LS_OK ends the run. */
    ls_status (*done)(void *context, unsigned index, const prove_answer *a);
} prove_plan;

/* A subject whose process is lost counts as unknown. */
ls_status prove_all(const prove_plan *plan);

/* pool_run on rows of these cells: those of one operation and width, which stand together, are a
 * group. */
ls_status prove_in_pool(const pool_work *w, const cell *const *cells, unsigned count,
                        unsigned processes);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* check.h - stored lowerings under verification: which ones, what came out, and what is stored of
 * it. */
#ifndef LANESMITH_CLI_CHECK_H
#define LANESMITH_CLI_CHECK_H

#include "cli/app/app.h"
#include "cli/app/cells.h"
#include "execute.h"

typedef enum verdict {
    VERDICT_NONE,
    VERDICT_PROVED,
    VERDICT_REFUTED,
    VERDICT_UNKNOWN,
    VERDICT_STALE
} verdict;
extern const char *const verdict_names[];

/* A row of the database. */
typedef struct check {
    const db_lowering *l;
    prog prog;
    verdict verdict;
    bool renewed;       /* it was proved in this run */
    bool stood;         /* it was attested or proved here before, and nobody looked at it again */
    cost cost;          /* as measured in this run, else as stored */
    const char *what;   /* "program", "emitted IR", "execution": what the verdict is about */
    const char *reason; /* counterexample, reason of an unknown, what has changed */
    /* LS_INPUT, LS_ENV: not the lowering is at fault but the spec or the solver */
    ls_status status;
    execute_answer_kind executed;
} check;

typedef struct checks {
    app *a;
    check *row;
    unsigned count, processes;
    bool again;    /* check what is attested or proved here already */
    bool hardware; /* run the emitted code as well */
    bool renew;    /* stale rows may be checked; what is proved is current again */
    const db_proof *const *known; /* see prove.h */
    unsigned nknown;
    cost_model **models;
    execute_memory memory;
    const char *options; /* for the journal */
    bool journaled;
    ls_status worst; /* of all rows */
    char lacks[64];  /* first feature that was missed, or "" */
} checks;

typedef struct check_wish {
    bool again, hardware, renew; /* as above */
    bool (*chosen)(void *context, const db_lowering *l); /* NULL: all rows */
    void *context;
} check_wish;

/* Lists the rows that the filter admits, parsed. Those that cannot be parsed get VERDICT_UNKNOWN
 * with the reason. */
ls_status checks_open(checks *c, app *a, const cell_filter *f, const check_wish *wish);
/* Runs and proves the rows with these indices (ascending), fills in their verdicts and stores new
 * proofs. */
ls_status checks_run(checks *c, const unsigned *index, unsigned n);
ls_status checks_close(checks *c);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* share.h - several `lanesmith synth` on one database share the work (share.c says how). */
#ifndef LANESMITH_CLI_SHARE_H
#define LANESMITH_CLI_SHARE_H

#include "cli/app/app.h"
#include "spec/cell.h"
#include "synth/run/synth.h"

typedef struct share {
    app *a;
    int lock; /* descriptor of the database's file; -1: this run does not share */
    synth_effort effort;
    search_key *key_of; /* of the stage; NULL: of inherit, whose marks have keys of their own */
    cell *denied;       /* that others are at; in the app's memory */
    unsigned ndenied, room;
    /* What there was before the pass, in the app's memory. */
    db_mark *marks; /* sorted */
    unsigned nmarks;
    db_lowering *kept; /* the list of DB_KEPT, read when a stage wants it */
    unsigned nkept;
    bool kept_is_old; /* this run has stored something since */
    bool repeat; /* some cells of a job were left over */
} share;

/* alone: never leave a cell to another run. Requires: a run has begun. */
ls_status share_open(share *s, app *a, synth_effort effort, bool alone);
/* A stage goes over its cells in passes:
 *     do { share_begin(s, key_of); search what is open; share_wait(s, &more); } while (more) */
void share_begin(share *s, search_key *key_of);
ls_status share_wait(share *s, bool *more);
/* Before a job's cells are searched: LS_NO when another run is at them, or was. */
ls_status share_claim(share *s, const cell *cells, unsigned count);
/* In the transaction that ends a cell. */
ls_status share_leave(share *s, const cell *c);
void share_close(share *s);

#endif

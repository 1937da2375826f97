// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* pool.h - rows of work in forked processes, answers back in the parent.
 *
 * A worker that crashes or runs away loses the row it was at and nothing else; the others go on. */
#ifndef LANESMITH_CLI_POOL_H
#define LANESMITH_CLI_POOL_H

#include "spec/base/base.h"

typedef struct pool_work {
    void *context;
    size_t answer_size;
    unsigned seconds; /* longest time for a row, after which its worker is killed; 0: no limit */
    /* In a worker. open (once): its state; NULL ends the whole run with LS_ENV. range (may be
     * NULL): before the rows first..end) are worked on. row: fills the answer, which is zeroed. */
    void *(*open)(void *context);
    void (*range)(void *context, void *state, unsigned first, unsigned end);
    void (*row)(void *context, void *state, unsigned row, void *answer);
    /* In the parent, in the order of completion. A status other than LS_OK ends the run and is its
     * result. */
    ls_status (*done)(void *context, unsigned row, const void *answer);
    ls_status (*lost)(void *context, unsigned row, const char *why);
} pool_work;

/* Works on groups of rows: group g is the rows bounds[g]..bounds[g + 1]), done in order by one
 * worker. LS_ENV (with a message on stderr) when no process can be made; LS_STOPPED when a signal
 * came before all were done. */
ls_status pool_run(const pool_work *w, const unsigned *bounds, unsigned ngroups,
                   unsigned processes);

#endif

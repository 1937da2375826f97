// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* workers.h - runs jobs, each the cells of one operation and width, in forked processes. */
#ifndef LANESMITH_WORKERS_H
#define LANESMITH_WORKERS_H

#include "search.h"

typedef struct worker_jobs {
    const cell *cells; /* those of one operation and width stand together */
    unsigned count;
    unsigned workers;   /* at a time; 0: as many as cores */
    unsigned megabytes; /* address space of a worker, 0: no limit */
    /* In the worker: one job. cells is a part of the list above. What context points to is the
     * parent's as it was at the start. */
    ls_status (*run)(void *context, const cell *cells, unsigned count, const synth_sink *sink,
                     diags *d);
    void *context;
} worker_jobs;

unsigned workers_wanted(unsigned asked); /* as many as cores when 0 is asked for */
/* LS_ENV when workers fail, LS_STOPPED when a signal came; what was reported until then has reached
 * the sink. */
ls_status workers_run(const worker_jobs *jobs, const synth_sink *sink, diags *d);

#endif

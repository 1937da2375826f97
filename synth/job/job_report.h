// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* job_report.h - what jobs and later stages report: lowerings and bounds, judged and told. */
#ifndef LANESMITH_SYNTH_JOB_REPORT_H
#define LANESMITH_SYNTH_JOB_REPORT_H

#include "job_inside.h"

/* What a proof of a proposal may take, in the solver's own count, some 10 s: in steps, so that what
 * is found does not depend on the machine. (lanesmith verify allows more.) */
enum { JOB_PROOF_STEPS = 15000000 };

/* For proposals, with the limits of a search. Close it (judge_close) in any case. */
ls_status job_open_judge(judge *j, const spec *s, cost_model **models);
/* Judges a cell's candidates, of which there may be none, and reports what is kept; *n: how many.
 */
ls_status job_judge(judge *j, const cell *c, const pool *candidates, const synth_sink *sink,
                    unsigned *n, diags *d);

/* The same for all that a stage has for the cell: says why where there is nothing good, `none`
 * where nothing was proposed; and that the cell is done. */
ls_status job_settle(judge *j, const cell *c, const pool *candidates, const char *none,
                     const synth_sink *sink, diags *d);

/* A stage that judges one cell after the other. */
typedef struct job_stage {
    const spec *s;
    unsigned steps; /* that the solver may take for a proof; 0: JOB_PROOF_STEPS */
    ls_status (*run)(const void *context, judge *j, const cell *c, const synth_sink *sink,
                     diags *d);
    const void *context;
} job_stage;
/* Runs it on all cells, in workers. LS_ENV when these fail. */
ls_status job_run_stage(const job_stage *x, const cell *cells, unsigned count,
                        const synth_options *o, const synth_sink *sink, diags *d);
/* Whether the operation acts on each chunk of the cell's class as on a register of its own: not so
 * a sum over all fields. */
bool job_is_chunked(const cell *c, unsigned chunk);
/* Judges the candidates of a cell, and reports what is kept, bounds, or why there is nothing. */
ls_status job_finish_cell(job *j, const cell *c, const pool *candidates, const tier_bounds *b);

#endif

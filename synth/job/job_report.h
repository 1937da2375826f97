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
ls_status job_report_lowering(const synth_sink *sink, const cell *c, const judged *x);
/* Whether the operation acts on each chunk of the cell's class as on a register of its own: not so
 * a sum over all fields. */
bool job_is_chunked(const cell *c, unsigned chunk);
/* Judges the candidates of a cell, and reports what is kept, bounds, or why there is nothing. */
ls_status job_finish_cell(job *j, const cell *c, const pool *candidates, const tier_bounds *b);

#endif

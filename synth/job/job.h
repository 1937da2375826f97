// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* job.h - one job: an operation at a field width, for all classes and targets at once. */
#ifndef LANESMITH_JOB_H
#define LANESMITH_JOB_H

#include "context.h"

/* Runs the engines for the cells, which are all of one operation and width, and reports through the
 * sink. */
ls_status job_run(const search_context *w, const cell *cells, unsigned count, synth_effort effort,
                  const synth_sink *sink, diags *d);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* schedule.h - jobs, and the context that they share. */
#ifndef LANESMITH_SYNTH_SCHEDULE_H
#define LANESMITH_SYNTH_SCHEDULE_H

#include "synth.h"

/* As synth_run. first: for cells that have no program (first.h). */
ls_status schedule_run(const spec *s, bool first, const cell *cells, unsigned count,
                       const synth_options *o, const synth_sink *sink, diags *d);

#endif

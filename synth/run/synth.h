// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* synth.h - synthesis: which cells, which engines in which order, on all cores; what is found goes
 * to a sink.
 *
 * A job is one operation at one field width: its searches serve every register class and target.
 * Jobs run in forked worker processes, so a solver that runs away or dies takes one job with it and
 * nothing else. What a job finds does not depend on other jobs, on time or on the number of
 * workers: same spec, same options, same lowerings. */
#ifndef LANESMITH_SYNTH_H
#define LANESMITH_SYNTH_H

#include "synth/job/search.h"

/* Of the search itself; other stages have keys of their own. */
search_key synth_search_key;

/* Searches the cells. Cells of one operation and width should come in one call. LS_ENV when workers
 * fail. */
ls_status synth_run(const spec *s, const cell *cells, unsigned count, const synth_options *o,
                    const synth_sink *sink, diags *d);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* single_run.h - the stage that looks for programs of one instruction. */
#ifndef LANESMITH_SINGLE_RUN_H
#define LANESMITH_SINGLE_RUN_H

#include "synth/job/search.h"

/* As synth_search_key; no effort makes a difference. */
void single_search_key(const spec *s, const cell *c, synth_effort effort, char out[HASH_TEXT]);
/* For each cell its program of one instruction, or the bound that there is none. Cells of one
 * operation and width should come in one call. LS_ENV when workers fail. */
ls_status single_run(const spec *s, const cell *cells, unsigned count, const synth_options *o,
                     const synth_sink *sink, diags *d);

#endif

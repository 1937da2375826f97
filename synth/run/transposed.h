// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* transposed.h - the stage for registers, and blocks of them, whose bits change places by digits:
 * the engine of synth/permute/transpose.h. */
#ifndef LANESMITH_SYNTH_TRANSPOSED_H
#define LANESMITH_SYNTH_TRANSPOSED_H

#include "synth.h"

/* As synth_search_key; no effort makes a difference. */
search_key transposed_search_key;
/* Judges what the engine proposes for each cell. LS_ENV when workers fail. */
ls_status transposed_run(const spec *s, const cell *cells, unsigned count, const synth_options *o,
                         const synth_sink *sink, diags *d);

#endif

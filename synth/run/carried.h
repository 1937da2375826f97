// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* carried.h - the stage for operations of two results, a register and a carry: engine `wide`. */
#ifndef LANESMITH_SYNTH_CARRIED_H
#define LANESMITH_SYNTH_CARRIED_H

#include "synth.h"

/* As synth_search_key; no effort makes a difference. */
search_key carried_search_key;
/* Judges what the engine proposes for each cell. LS_ENV when workers fail. */
ls_status carried_run(const spec *s, const cell *cells, unsigned count, const synth_options *o,
                      const synth_sink *sink, diags *d);

#endif

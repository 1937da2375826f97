// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* movement.h - lower bounds for operations that only move bits: no program of a few moves makes
 * them, whatever the constants are. */
#ifndef LANESMITH_MOVEMENT_H
#define LANESMITH_MOVEMENT_H

#include "synth/job/search.h"

/* What a grammar of such programs ends with; before it stand the names of all instructions that
 * move bits, or join. */
#define MOVEMENT_CONSTANTS "; values: bits of operands and zeros; constants: any"

typedef struct movement movement;
movement *movement_open(const spec *s);
void movement_close(movement *x);
/* The bound up to `most`, at least 1: no program of fewer moves is right; 0 when the operation is
 * no movement. *candidates: moves with their sources that were judged, or excluded by a lookup. */
unsigned movement_bound(movement *x, const cell *c, unsigned most, uint64_t *candidates);
void movement_grammar(movement *x, const cell *c, strbuf *out);

/* As synth_search_key. */
void movement_search_key(const spec *s, const cell *c, synth_effort effort, char out[HASH_TEXT]);
/* For each cell that is a movement, whose winner has length[] instructions, its bound as far as the
 * effort goes, and what is found that is shorter; other cells are passed over. Cells of one
 * operation and width should come in one call. LS_ENV when workers fail. */
ls_status movement_run(const spec *s, const cell *cells, const unsigned *length, unsigned count,
                       const synth_options *o, const synth_sink *sink, diags *d);

#endif

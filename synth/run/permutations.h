// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permutations.h - lower bounds for operations that only move bits: no program of a few moves makes
 * them, whatever the constants are. */
#ifndef LANESMITH_SYNTH_PERMUTATIONS_H
#define LANESMITH_SYNTH_PERMUTATIONS_H

#include "synth/job/search.h"

/* What a grammar of such programs ends with; before it stand the names of all instructions that
 * move bits, or join. */
#define PERMUTATIONS_CONSTANTS "; values: bits of operands and zeros; constants: any"

typedef struct permutations permutations;
permutations *permutations_open(const spec *s);
void permutations_close(permutations *x);
/* The bound up to `most`, at least 1: no program of fewer moves is right; 0 when the operation does
 * not permute bits. *candidates: moves with their sources that were judged, or excluded by a
 * lookup. */
unsigned permutations_bound(permutations *x, const cell *c, unsigned most, uint64_t *candidates);
void permutations_grammar(permutations *x, const cell *c, strbuf *out);

/* As synth_search_key. */
void permutations_search_key(const spec *s, const cell *c, synth_effort effort,
                             char out[HASH_TEXT]);
/* For each cell that permutes bits, whose winner has length[] instructions, its bound as far as the
 * effort goes, and what is found that is shorter; other cells are passed over. Cells of one
 * operation and width should come in one call. LS_ENV when workers fail. */
ls_status permutations_run(const spec *s, const cell *cells, const unsigned *length, unsigned count,
                           const synth_options *o, const synth_sink *sink, diags *d);

#endif

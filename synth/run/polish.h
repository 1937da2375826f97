// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* polish.h - known programs are polished in the widest grammar: parts replaced by shorter ones, all
 * programs of a few instructions tried, lower bounds. */
#ifndef LANESMITH_SYNTH_POLISH_H
#define LANESMITH_SYNTH_POLISH_H

#include "synth/job/search.h"

/* What is known of a cell. */
typedef struct polish_known {
    /* text of the best program, of those that leave nothing to LLVM; NULL: there is none */
    const char *program;
    unsigned length;     /* instructions of the winner, whatever it is; 0: there is none */
    /* that the cell has: levels that they exclude are not searched again */
    const synth_bound *bounds;
    unsigned nbounds;
} polish_known;

/* Whether the cell can be one: fields that fill 64 bits and the register, and an operation on
 * fields, or general registers. */
bool polish_is_for(const cell *c);
/* As synth_search_key. */
void polish_search_key(const spec *s, const cell *c, synth_effort effort, char out[HASH_TEXT]);

/* Searches for the cells, in vector registers of operations that work field by field; others are
 * passed over. The sink gets bounds, and lowerings that are shorter than what is known. Cells of
 * one operation and width should come in one call: programs go from target to target. LS_ENV when
 * workers fail. */
ls_status polish_run(const spec *s, const cell *cells, const polish_known *known, unsigned count,
                     const synth_options *o, const synth_sink *sink, diags *d);

#endif

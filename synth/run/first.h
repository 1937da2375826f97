// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* first.h - first programs, for cells that have none: the operation's own definition as a rule, and
 * all programs of a few instructions, on fields of any width.
 *
 * Rules, LLVM's forms and the searches of narrow fields make most programs; an operation that is new
 * has none of them. The programs that are found here are where all other stages begin. */
#ifndef LANESMITH_SYNTH_FIRST_H
#define LANESMITH_SYNTH_FIRST_H

#include "synth.h"
#include "synth/exhaust/exhaust.h"

/* As synth_search_key. */
search_key first_search_key;
/* Searches for the cells, none of which has a program. Cells of one operation and width should come
 * in one call. LS_ENV when workers fail. */
ls_status first_run(const spec *s, const cell *cells, unsigned count, const synth_options *o,
                    const synth_sink *sink, diags *d);

/* For job.c: instructions of the programs that are all looked at, in a tier of a class of registers;
 * 0: it is not searched. */
unsigned first_levels(synth_effort effort, const regclass *family, grammar_tier tier);
/* The options of that search. */
exhaust_options first_options(synth_effort effort, const problem *p, grammar_tier tier);

/* Where a search has ended. members 0: there was none. */
typedef struct first_end {
    unsigned members, bound; /* no program of fewer instructions */
    exhaust_end end;
    unsigned wrong;          /* programs that agreed with what it looked at, and were wrong */
} first_end;
/* Appends why the cell has no program: what was in the way of its definition, and where the
 * searches have ended. */
void first_explain(const cell *c, const first_end ends[GRAMMAR_TIERS], strbuf *out);

#endif

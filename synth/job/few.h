// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* few.h - how far programs of few instructions are enumerated for cells that have none, and why
 * such a cell has got nothing. */
#ifndef LANESMITH_SYNTH_FEW_H
#define LANESMITH_SYNTH_FEW_H

#include "spec/cell.h"
#include "search.h"
#include "synth/exhaust/exhaust.h"

/* Instructions of the programs that are all looked at, in a tier of a class of registers; 0: it is
 * not searched. */
unsigned few_levels(synth_effort effort, const regclass *family, grammar_tier tier);
/* The options of that search. */
exhaust_options few_options(synth_effort effort, const problem *p, grammar_tier tier);

/* Where a search has ended. members 0: there was none. */
typedef struct few_end {
    unsigned members, bound; /* no program of fewer instructions */
    exhaust_end end;
    unsigned wrong;          /* programs that agreed with what it looked at, and were wrong */
} few_end;
/* Appends why the cell has no program: what was in the way of its definition, and where the
 * searches have ended. */
void few_explain(const cell *c, const few_end ends[GRAMMAR_TIERS], strbuf *out);

#endif

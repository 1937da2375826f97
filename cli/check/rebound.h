// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* rebound.h - computes stored lower bounds again, from nothing.
 *
 * A bound is stored for a cell with the text of its grammar. Cells that share operation, width,
 * register class and grammar share the bound, and cells of wider registers have it from the
 * narrowest: so one search covers many stored bounds. */
#ifndef LANESMITH_CLI_REBOUND_H
#define LANESMITH_CLI_REBOUND_H

#include "cli/app/app.h"
#include "synth/problem/grammar.h"

typedef enum rebound_method {
    REBOUND_SEARCH,  /* every program of a grammar */
    REBOUND_TRIVIAL, /* trivial.h: programs without instructions */
    REBOUND_SINGLE,  /* single.h: one instruction, any constants */
    REBOUND_LABELS,  /* permutations.h: few moves of bits */
    REBOUND_FOREIGN  /* no grammar of today prints the stored text */
} rebound_method;
extern const char
    *const rebound_tier_names[GRAMMAR_BOUND_TIERS]; /* "core" "ordered" "varied" "middle" "full" */

/* One search. */
typedef struct rebound_item {
    const db_bound *stored; /* the highest that it is for */
    rebound_method how;
    const grammar *g;       /* of a search; else NULL */
    unsigned *covers, ncovers; /* the bounds that it is for, by index in the given list */
    /* When it was computed: */
    bool done; /* it ended; else it was cut off, and `bound` is what was excluded until then */
    unsigned bound;         /* no program of fewer instructions; at most stored->insns */
    bool contradicted;      /* a program was found where the stored bound excludes it */
    uint64_t candidates;
    double seconds;
} rebound_item;

typedef struct rebound rebound;
/* stored: as db_list_bounds has them; must outlive the handle. jobs: threads of a search. */
ls_status rebound_open(rebound **out, app *a, const db_bound *stored, unsigned count,
                       unsigned jobs);
void rebound_close(rebound *x);
/* In the order in which they are best computed: large grammars first, which spare work for smaller
 * ones. */
unsigned rebound_items(rebound *x, rebound_item **items);
/* Compiles what the chosen items need. To be called once, before the first is computed. */
ls_status rebound_prepare(rebound *x);
/* limit: image operations that a search may take, 0: no limit. */
ls_status rebound_compute(rebound *x, unsigned item, uint64_t limit);

#endif

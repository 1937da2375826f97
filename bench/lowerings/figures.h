// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* figures.h - instructions of every cell: ours, and what others need. */
#ifndef LANESMITH_BENCH_FIGURES_H
#define LANESMITH_BENCH_FIGURES_H

#include "cli/app/app.h"
#include "spec/cell.h"

/* X(enumerator, name in the database and in baselines.tsv, who that is) */
#define FIGURE_SOURCES(X)                                                                          \
    X(LLVM, "llvm", "stock LLVM 19")                                                               \
    X(PARABIX, "parabix", "Parabix's IDISA builder")                                               \
    X(THESIS, "thesis", "the 2014 thesis's formula")                                               \
    X(HAND, "hand", "the best by hand")
typedef enum figure_source {
#define X(e, name, who) FIGURE_##e,
    FIGURE_SOURCES(X)
#undef X
        FIGURE_SOURCE_COUNT
} figure_source;
extern const char *const figure_source_names[FIGURE_SOURCE_COUNT],
    *const figure_source_titles[FIGURE_SOURCE_COUNT];

enum { FIGURE_NONE = -1 };

typedef struct figure {
    cell cell;
    /* counted instructions of the proved winner as compiled now, or FIGURE_NONE */
    int ours;
    /* what the database has for ours, from when the winner was found; or FIGURE_NONE */
    int stored;
    int ours_all;       /* with moves, constants and memory: every instruction but the return */
    int llvm_all;       /* the same of stock LLVM */
    const char *status; /* "optimal" "bounded" "best found"; "" without a winner */
    /* no program of fewer instructions exists in a grammar (db_lowering), or FIGURE_NONE */
    int bound;
    int other[FIGURE_SOURCE_COUNT];
    const char *how[FIGURE_SOURCE_COUNT]; /* where the figure is from; NULL without one */
    const char *missing;    /* why there is no proved winner; NULL with one */
    /* why a cell with a winner has no figure of stock LLVM; NULL when it has */
    const char *unmeasured;
} figure;

typedef struct figures {
    figure *row; /* in the app's memory, in the order of the cells */
    unsigned count;
} figures;

typedef struct figures_options {
    unsigned jobs; /* processes; 0: as many as processors */
    bool fresh;    /* compile the stock forms again though the database knows what came out */
} figures_options;

/* Requires: an open database; cells in the order of cell_compare. Measures the cells that have
 * proved winners, and stores what others need for them as baselines. */
ls_status figures_gather(app *a, const cell *cells, unsigned count, const figures_options *o,
                         figures *out);

/* How long LLVM takes to compile our winners of these cells (ours), or the same operations in their
 * stock form. */
ls_status figures_time_compiling(app *a, const cell *cells, unsigned count, bool ours,
                                 double *seconds);

#endif

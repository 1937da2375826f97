// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* random_shuffles.h - constant shuffles drawn at random, as the plugin lowers them, beside stock
 * LLVM. */
#ifndef LANESMITH_BENCH_RANDOM_SHUFFLES_H
#define LANESMITH_BENCH_RANDOM_SHUFFLES_H

#include "bench/base/table.h"
#include "cli/app/app.h"
#include "cli/app/cells.h"

typedef struct random_shuffles {
    const char *plugin;
    const cell_filter *targets;
    const unsigned *widths, *bits; /* of fields and of vectors; each ended by 0 */
    unsigned count;                /* of each kind: target, width, bits */
    unsigned jobs;
    bool wrong;                    /* out: a shuffle was refuted or not decided */
} random_shuffles;

/* Puts a row a kind into the first table and one a target and length into the second, which
 * random_shuffles_init has made. LS_ENV, reported, when a tool is missing or fails. */
void random_shuffles_init(table *kinds, table *means);
ls_status random_shuffles_run(app *a, random_shuffles *r, table *kinds, table *means);

#endif

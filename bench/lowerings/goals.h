// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* goals.h - the project's own figures (bench/goals.tsv) against what was measured. */
#ifndef LANESMITH_BENCH_GOALS_H
#define LANESMITH_BENCH_GOALS_H

#include "bench/base/table.h"
#include "figures.h"
#include "run.h"

/* A table of goals for table_init. */
void goals_table(table *out);

/* What became of the goals. A missed goal of at most k instructions is out of reach when every cell
 * that misses it has an optimal winner, as long as the stored bound: by the bound's grammar the
 * goal cannot be met. It stays missed. */
typedef struct goals_result {
    bool missed;         /* a goal is missed that is not out of reach */
    strbuf out_of_reach; /* a line for each that is */
} goals_result;
void goals_result_free(goals_result *g);
/* Says which goals are out of reach, and what that means; nothing when there are none. */
void goals_print_notes(const goals_result *g, FILE *out);

/* Appends a row for each goal on cells that f has cells of, and adds to g. LS_INPUT or LS_ENV,
 * reported, when goals.tsv is at fault. */
ls_status goals_check_cells(app *a, const figures *f, table *out, goals_result *g);
/* The same for the goals on a run. */
ls_status goals_check_run(app *a, const run_figures *f, table *out, goals_result *g);

#endif

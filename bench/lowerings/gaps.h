// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* gaps.h - cells that something is not known of, and why: many cells to a line. */
#ifndef LANESMITH_BENCH_GAPS_H
#define LANESMITH_BENCH_GAPS_H

#include "bench/base/table.h"
#include "figures.h"

void gaps_table(table *t, const char *name, const char *title);
/* Why there is a gap at f; NULL when there is none. */
typedef const char *gap_fn(const figure *f);
/* A row for every operation and reason, with the widths, the number of cells and the first of them.
 * Operations whose names differ in the number at the end share rows. */
void gaps_put(table *t, const figures *f, gap_fn *why);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* reach.h - how short a winner may yet become: bounds over all described instructions, not over a
 * lesser tier of them. */
#ifndef LANESMITH_BENCH_REACH_H
#define LANESMITH_BENCH_REACH_H

#include "cli/app/app.h"
#include "spec/cell.h"

typedef struct reach reach;

/* Reads the bounds of the app's database. reach_close when done, also after a failure. */
ls_status reach_open(reach **out, app *a);
void reach_close(reach *r);
/* The highest bound of the cell in the full tier or over single instructions, 0 when it has none.
 * One of the core tier, or of movements only, does not say that no other instruction makes the
 * program shorter. */
unsigned reach_of(reach *r, const cell *c);

#endif

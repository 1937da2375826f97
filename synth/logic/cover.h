// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cover.h - truth tables of an operation's result bits, and their least sums of products (Quine
 * 1952, McCluskey 1956).
 *
 * Row r of a table is the field whose variable v is bit v of r; variables are the bits of the first
 * input from the least significant one up, then those of the second. Used by the engine qm, and by
 * the bench for the counts of Lin 2014. */
#ifndef LANESMITH_COVER_H
#define LANESMITH_COVER_H

#include "spec/spec.h"

enum { COVER_VARS_MAX = 6, COVER_ROWS_MAX = 64 };

typedef struct truth_table {
    unsigned nvars, rows;
    uint64_t on, care; /* bit a row; on means nothing where care is zero */
} truth_table;

typedef struct cube { /* a product of literals */
    unsigned mask, value; /* variables that occur, and their signs */
} cube;

/* Requires: w times the operation's arity is at most COVER_VARS_MAX. t receives a table for each of
 * the w result bits, that of the least significant one first; care is the precondition. False when
 * the definition is at fault. */
bool truth_read(const op *o, unsigned w, truth_table *t);

/* A cover of t by fewest products, and of these by fewest literals; returns how many. Zero when t
 * is false wherever it matters; one product without literals when it is true. The steps are
 * limited: beyond four variables the least may be missed. */
unsigned cover_least(const truth_table *t, cube out[COVER_ROWS_MAX]);
/* Calls visit for every cover as small as that, for some of them more than once. */
typedef void cover_visit_fn(void *context, const cube *c, unsigned count);
void cover_visit_least(const truth_table *t, cover_visit_fn *visit, void *context);

#endif

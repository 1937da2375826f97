// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* table.h - tables for people and for machines, from the same rows. */
#ifndef LANESMITH_BENCH_TABLE_H
#define LANESMITH_BENCH_TABLE_H

#include <stdio.h>

#include "spec/base/base.h"

typedef enum column_kind {
    COLUMN_TEXT,  /* aligned to the left; a JSON string */
    COLUMN_NUMBER /* aligned to the right; a JSON number */
} column_kind;

typedef struct column {
    const char *name; /* heading and JSON key */
    column_kind kind;
} column;

typedef struct table {
    const char *name;  /* JSON key */
    const char *title; /* a line above the text; "" for none */
    const column *columns;
    unsigned ncolumns;
    arena mem;
    char **cell; /* row after row */
    unsigned ncells, cap;
    const unsigned *width; /* of columns, at least; of a table that is followed, else NULL */
    FILE *followed;
} table;

/* Columns and texts are borrowed and must outlive the table. */
void table_init(table *t, const char *name, const char *title, const column *columns,
                unsigned ncolumns);
#define TABLE_INIT(t, name, title, columns)                                                        \
    table_init(t, name, title, columns, sizeof(columns) / sizeof *(columns))
/* Appends the next cell; a row is complete with its last column. Empty text: nothing is known ("-",
 * null). */
void table_put(table *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void table_put_count(table *t, int n);                         /* negative: nothing is known */
/* the same, with places behind the point */
void table_put_value(table *t, double value, unsigned places);
unsigned table_rows(const table *t);
/* For runs of minutes: prints the title and the headings now and each row, aligned text, when it is
 * complete, so that a run that is stopped has shown what it did. width: of each column, at least;
 * borrowed. tables_print leaves the text of such a table out. */
void table_follow(table *t, const unsigned *width, FILE *out);
void table_free(table *t);

/* Prints the tables one below the other, or as one JSON object with an array of row objects a
 * table. Tables without rows are left out of the text. */
void tables_print(const table *const *tables, unsigned count, bool json, FILE *out);

#endif

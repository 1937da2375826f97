// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tsv.h - the benches' data files: a line a row, fields separated by tabs, `#` begins a comment
 * line. */
#ifndef LANESMITH_BENCH_TSV_H
#define LANESMITH_BENCH_TSV_H

#include "spec/spec.h"

enum { TSV_FIELDS_MAX = 8 };

typedef struct tsv_row {
    const char *field[TSV_FIELDS_MAX];
    place where; /* of the row */
} tsv_row;

typedef struct tsv {
    arena mem;
    tsv_row *row;
    unsigned count;
} tsv;

/* Reads a file whose rows have nfields fields each. LS_INPUT with diagnostics when one has not,
 * LS_ENV with a diagnostic when the file cannot be read. */
ls_status tsv_read(tsv *t, const char *path, unsigned nfields, diags *d);
void tsv_free(tsv *t);

/* Whether word stands in a list "a,b,c" or the list is "*". */
bool tsv_lists(const char *list, const char *word);
/* Checks that field number f of the row is "*" or a list of names that known accepts; else a
 * diagnostic that calls them kind. */
typedef bool tsv_known_fn(const spec *s, const char *name);
bool tsv_check_names(const tsv_row *r, unsigned f, const spec *s, tsv_known_fn *known,
                     const char *kind, diags *d);
/* The field as a number of at most 6 digits; -1 after a diagnostic. */
int tsv_number(const tsv_row *r, unsigned f, diags *d);

bool tsv_is_op(const spec *s, const char *name);
bool tsv_is_class(const spec *s, const char *name);
bool tsv_is_target(const spec *s, const char *name);

#endif

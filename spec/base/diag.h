// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* diag.h - diagnostics for bad input: file:line:column, the source line, a caret.
 *
 * Diagnostics are collected, not printed: the library never writes to a stream and never exits. The
 * command prints them with diag_print. */
#ifndef LANESMITH_DIAG_H
#define LANESMITH_DIAG_H

#include <stdio.h>

#include "base.h"

/* A place in a source text. text may be NULL when the source is not at hand. Lines and columns
 * count from 1. */
typedef struct place {
    const char *file;
    const char *text; /* the whole source, NUL-terminated */
    int line, column;
} place;

/* So many errors are shown; with the next one the reading of an input ends. */
enum { DIAG_MAX = 100 };

typedef struct diags {
    arena mem;
    struct diag *first, **last;
    unsigned count; /* of those kept, at most DIAG_MAX and one that says so */
} diags;

/* Adds "file:line:column: error: message", with the source line and a caret below. A zero line is
 * left out. */
void diag_error(diags *d, place where, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* After file_read has failed: says why, by errno. LS_INPUT when the file is too large, else LS_ENV.
 */
ls_status diag_cannot_read(diags *d, const char *path);
/* Whether there are more errors than are shown. What reads an input in parts stops then: nothing
 * more is kept. */
bool diag_is_full(const diags *d);
void diag_print(const diags *d, FILE *out);
/* Appends the first one's message alone, for a diagnostic that says where its cause is; "" when
 * there is none. */
void diag_first_message(const diags *d, strbuf *out);
void diag_free(diags *d);

#endif

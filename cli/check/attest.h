// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* attest.h - the list of attested digests: what the last full verification signed.
 *
 * A winners text is a claim. db/attested holds a digest for each operation and target and each kind
 * of statement: lowerings (programs, costs, the proofs of program and emitted IR), bounds, marks of
 * finished searches. Where the digest of what a text says is in the list, the statements are
 * attested; elsewhere they are claimed. docs/trust.md says who signs, and on what. */
#ifndef LANESMITH_CLI_ATTEST_H
#define LANESMITH_CLI_ATTEST_H

#include "cli/app/app.h"

typedef enum attest_kind {
    ATTEST_LOWERINGS,
    ATTEST_BOUNDS,
    ATTEST_MARKS,
    ATTEST_KINDS
} attest_kind;
extern const char *const attest_kind_names[ATTEST_KINDS]; /* "lowerings" "bounds" "searched" */

typedef struct attested attested;
/* Reads a list. path NULL: the list of the tree that the specification is from (none there: nothing
 * is attested); "none": an empty list. LS_INPUT with a message when it is malformed, LS_ENV when a
 * named file cannot be read. */
ls_status attested_read(attested **out, app *a, const char *path);
/* The list at a revision of the repository that the specification is in. */
ls_status attested_parse(attested **out, app *a, const char *name, const char *text);
void attested_free(attested *x);
/* A db_attest_fn; the context is an `attested`. */
void attested_judge(void *context, db_group *g);

/* What may be signed of a database: every statement that is attested or proved here. */
typedef struct attest_count {
    unsigned groups[ATTEST_KINDS]; /* signed */
    unsigned left[ATTEST_KINDS];   /* left out, since a statement is only claimed */
} attest_count;
/* Prints the list of the database's digests. */
ls_status attested_print(app *a, strbuf *out, attest_count *count);

#endif

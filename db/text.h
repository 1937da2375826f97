// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* text.h - a winners text that was read: what load.c makes of it, and winners.c stores. */
#ifndef LANESMITH_DB_TEXT_H
#define LANESMITH_DB_TEXT_H

#include "internal.h"

/* What a text says of one cell. */
typedef struct block {
    struct block *next;
    cell cell;
    unsigned seen; /* bit i: key i of the table `keys` */
    bool beside; /* another lowering of a cell that has one */
    db_lowering l;
    db_bound *bounds;
    db_mark *marks;
    unsigned nbounds, nmarks;
} block;

typedef struct grammar {
    struct grammar *next;
    const char *hash, *text;
} grammar;

typedef struct loader {
    arena mem;
    const spec *s;
    diags *dg;
    unsigned errors_before;
    const char *file, *text, *text_end;
    const char *line, *end, *next; /* the line at hand without its newline, and the next one */
    const char *at;                /* reading position in the line */
    int lineno;
    bool version_seen;
    const target *target;
    semantics meanings;
    bool *op_seen, *instr_seen;
    bool foreign; /* some meaning is not the spec's */
    block *first, **last;
    grammar *grammars;
    db_meanings *memo;
    const cell *greatest[2]; /* of the cells so far, of blocks and of those beside */
} loader;

/* Reads the text of a loader that has been set up; diagnostics tell what is wrong with it. */
void text_read(loader *u);
/* So many that reading on is of no use. */
bool text_has_too_many_errors(const loader *u);

#endif

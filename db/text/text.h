// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* text.h - winners texts that were read: what the readers make of them, and winners.c stores.
 *
 *   read.c      the version of a text, and what both have: meanings and grammars
 *   lines.c     lines, words and numbers
 *   version1.c  a text of version 1: one target, a block a cell
 *   version2.c  texts of version 2: rows, each for all targets that share it
 *   whole.c     rows of all texts of version 2 become blocks, as those of version 1 are
 *   winners.c   blocks into the database
 *   dump.c      the database as texts of version 2
 *   groups.c    statements as text, for digests
 */
#ifndef LANESMITH_DB_TEXT_H
#define LANESMITH_DB_TEXT_H

#include "db/internal.h"

enum { TEXT_VERSION = 2 }; /* that is written */

/* What a text says of one cell. */
typedef struct block {
    struct block *next;
    const char *file; /* for messages */
    cell cell;
    unsigned seen; /* bit i: key i of the table `keys` */
    bool beside; /* another lowering of a cell that has one */
    db_lowering l;
    db_bound *bounds;
    db_mark *marks;
    unsigned nbounds, nmarks;
} block;

typedef struct text_grammar {
    struct text_grammar *next;
    const char *hash, *text;
} text_grammar;

/* ---- rows of version 2 ---- */

typedef enum row_kind { ROW_WINNER, ROW_COST, ROW_BOUND, ROW_MARK, ROW_KINDS } row_kind;

/* What one line says, for every cell that it names. */
typedef struct statement {
    const char *text, *engine, *parent; /* of a winner; the engine also of a bound */
    cost cost;
    bool form; /* winner, cost: the program leaves something to LLVM */
    unsigned insns;
    uint64_t candidates;
    const char *key; /* of a mark; of a bound the hash of its grammar */
    place where;
} statement;

typedef struct row {
    cell cell;
    const statement *says;
} row;

typedef struct row_list {
    row *row;
    unsigned count, cap;
} row_list;

/* What all texts of version 2 of a load say together: they are parts of one. */
typedef struct whole {
    bool any; /* there is such a text */
    arena mem;
    semantics meanings;
    bool *op_seen, *instr_seen;
    row_list rows[ROW_KINDS];
    text_grammar *grammars;
} whole;

/* ---- reading ---- */

typedef struct loader {
    arena mem;
    const spec *s;
    diags *dg;
    unsigned errors_before;
    const char *file, *text, *text_end;
    const char *line, *end, *next; /* the line at hand without its newline, and the next one */
    const char *at;                /* reading position in the line */
    int lineno;
    unsigned version; /* 0: not read yet */
    const target *target;
    semantics meanings;
    bool *op_seen, *instr_seen;
    bool foreign; /* some meaning is not the spec's */
    block *first, **last;
    text_grammar *grammars;
    db_meanings *memo;
    const cell *greatest[2]; /* of the cells so far, of blocks and of those beside */
    /* of a text of version 2: */
    whole *whole; /* that it is a part of; else NULL */
    row_kind kind; /* of the rows under the heading at hand */
    const op *op;
} loader;

/* Fills a loader whose s, dg, file and mem are set. */
void text_set_up(loader *u);
/* Reads the text of a loader that has been set up; diagnostics tell what is wrong with it. */
void text_read(loader *u, whole *all);
/* So many that reading on is of no use. */
bool text_has_too_many_errors(const loader *u);

/* What both versions have. */
/* where: of the hash */
bool text_note_meaning(loader *u, const char **meaning, bool *seen, const char *hash, place where);
bool text_read_instruction(loader *u);
bool text_read_grammar(loader *u);
const char *text_find_grammar(const text_grammar *list, const char *hash);

/* A line that is neither empty, indented nor a comment. False when there is no sense in going on.
 */
bool version1_read_line(loader *u);
bool version2_read_line(loader *u);
/* The text is of version 2, and so part of the whole. */
void version2_begin(loader *u, whole *all);

/* A loader for each target of the rows, with their blocks, in order of targets; out has room for
 * all. Returns how many. What does not go together is an error. */
unsigned whole_make_blocks(whole *all, const spec *s, diags *dg, loader *out);
void whole_free(whole *all);

/* ---- writing, for dump.c and groups.c ---- */

/* With as few digits as bring the same number back. */
void text_put_double(strbuf *out, double x);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* report.h - the report: a static site about what a database holds.
 *
 *     gather.c   rows of the database and cells of the specification, in one list
 *     index.c    what every page needs: names, words, counts, maps, journal
 *     chunk.c    what the page of a cell needs, some hundred cells a file; code.c and moves.c help
 *     pack.c     a chunk as text that a browser unpacks
 *     folder.c   the directory: whose it is, its files, those of an earlier report
 *     site/      the pages themselves, by hand; cmake/EmbedSite.cmake puts them into the command
 *
 * Data are scripts, `lanesmith_data("NAME", VALUE)`, since pages from the file system may not read
 * files. docs/report.md says what is in them. Part of the command, as bench/ is. */
#ifndef LANESMITH_REPORT_H
#define LANESMITH_REPORT_H

#include "cli/app/app.h"
#include "cli/app/cells.h"
#include "cli/app/json.h"
#include "cli/app/story.h"

/* A cell of the report: one that the database has, or one that the specification describes. */
typedef struct report_cell {
    cell cell;
    const db_lowering *best; /* NULL: there is no lowering */
    const db_lowering
        *beside; /* where C has no words for the best: the best that it has, or NULL */
    const db_bound *bounds;
    const db_baseline *baselines;
    unsigned nbounds, nbaselines;
} report_cell;

/* Ends of lists are marked by counts; all of it lives in the app's arena. */
typedef struct report {
    app *a;
    report_cell *cells; /* in the order of cell_compare */
    unsigned ncells;
    const op **ops; /* that have cells, in order */
    unsigned nops;
    const unsigned *op_number; /* by op->index: the place in ops */
    const char **grammars;     /* of all bounds, each once; the text's address is its identity */
    unsigned ngrammars;
    db_journal_run *runs;
    unsigned nruns;
    unsigned *chunk; /* chunk k is cells chunk[k] to chunk[k + 1]: whole groups of targets */
    unsigned nchunks;
} report;

/* ---- gather.c ---- */
/* LS_INPUT with diagnostics when a stored text is no program. Widths that are named are described
 * at all classes; else those of the default table. */
ls_status report_gather(report *r, app *a, const cell_filter *f);
/* optimal, bounded, best found; only claimed; none. What is only claimed is called nothing else. */
typedef enum report_kind {
    REPORT_OPTIMAL,
    REPORT_BOUNDED,
    REPORT_FOUND,
    REPORT_CLAIMED,
    REPORT_NONE,
    REPORT_KINDS
} report_kind;
report_kind report_kind_of(const report_cell *c);
/* The number of a grammar in the report. Requires: it is one of a bound of the report. */
unsigned report_grammar(const report *r, const char *text);
/* What stock LLVM needs, or -1 when nobody has measured it. */
int report_llvm(const report_cell *c);

/* ---- index.c: each appends a data file ---- */
void report_put_index(const report *r, strbuf *out);
void report_put_definitions(const report *r, strbuf *out);
void report_put_grammars(const report *r, strbuf *out);
void report_put_journal(const report *r, strbuf *out);
/* Of one register class of one target. False when it has no cells. */
bool report_put_map(const report *r, const regclass *cls, const target *t, strbuf *out);

/* ---- chunk.c ---- */
/* The file of cells[first] to cells[end]. LS_INPUT with diagnostics when LLVM does not take a
 * program. */
ls_status report_put_chunk(const report *r, unsigned first, unsigned end, strbuf *out);

/* ---- code.c ---- */
typedef struct report_code { /* of one lowering */
    strbuf ir, c, assembly;  /* c is empty where C has no words for it */
} report_code;
/* list[0..count) are of one target; code[i] is for list[i]. */
ls_status report_make_code(app *a, const lowering *list, unsigned count, report_code *code);
void report_free_code(report_code *code, unsigned count);

/* ---- moves.c ---- */
/* [[to, bits, from], ...]: which bits of the result are which bits of the operands. from is 0 for
 * zeros, else 1 + operand * bits of the register + bit. null when the operation is no movement of
 * bits. */
json_t *report_moves(const op *o, unsigned w, const regclass *cls);

/* ---- pack.c ---- */
/* Appends the text as a string of JavaScript: compressed (zlib), in base 64, with its quotes. */
void report_pack(const char *text, size_t size, strbuf *out);

/* ---- folder.c ---- */
/* What is embedded; ended by a NULL name. */
typedef struct site_file {
    const char *name, *text;
    size_t size;
} site_file;
extern const site_file report_site[];

typedef struct report_folder {
    app *a;
    const char *path;
    strbuf before,
        now; /* names of files, each with a newline: of the report that was there, of this one */
    size_t bytes;
    unsigned files;
} report_folder;
/* LS_INPUT after a message when the directory holds something else; nothing is written then. */
ls_status report_folder_open(report_folder *f, app *a, const char *path);
/* Notes the files of the site and of the data, and writes the marker with them and those that were
 * there: from here on the directory is ours. */
ls_status report_folder_begin(report_folder *f, const report *r);
ls_status report_folder_write(report_folder *f, const char *name, const char *text, size_t size);
/* Removes files of an earlier report that this one does not have; the marker names the rest. */
ls_status report_folder_end(report_folder *f);
void report_folder_close(report_folder *f);

/* ---- make.c ---- */
/* Everything into the folder, by so many processes. */
ls_status report_make(report *r, report_folder *f, unsigned jobs);

#endif

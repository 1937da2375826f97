// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* app.h - what every command sets up: the spec, the database, diagnostics; and what it says on the
 * way.
 *
 * An app is made by app_open_spec, may then get a database, and ends with app_close, whatever
 * happened. Functions that return a status have said on stderr what was wrong. */
#ifndef LANESMITH_CLI_APP_H
#define LANESMITH_CLI_APP_H

#include "db/db.h"

typedef struct app {
    const char *command; /* for messages */
    arena mem;
    diags dg;
    spec *spec;
    const char *spec_dir; /* cost figures are below it */
    db *db;
    const char *db_path;
    const char *scratch; /* directory of a database that goes with the app, or NULL */
} app;

/* Where the attested digests of the specification's tree are; attest.h says what they are. */
const char *app_attested_path(app *a);
/* Its line that begins so has the digest of a specification whose definitions were tried. */
#define ATTESTED_DEFINITIONS "definitions "

/* Loads the spec of dir, or of the default place when dir is NULL. Its definitions are tried,
 * unless db/attested says that those very texts were. */
ls_status app_open_spec(app *a, const char *command, const char *dir);
/* The same; its definitions are tried in any case. */
ls_status app_try_spec(app *a, const char *command, const char *dir);
typedef enum app_db_use {
    APP_DB_LOOK, /* it must exist; a few rows are read */
    APP_DB_READ, /* it must exist */
    APP_DB_MAKE  /* it is made, with its directory, when it does not */
} app_db_use;
/* Opens the database; path NULL is the default path. Requires an open spec. */
ls_status app_open_db(app *a, const char *path, app_db_use use);
/* Opens an empty database in a directory of its own; both vanish with the app. */
ls_status app_open_scratch(app *a);
void app_close(app *a); /* may be called at any stage */

/* Prints the collected diagnostics, or what the database says of an LS_ENV, and forgets them.
 * Returns rc. */
ls_status app_report(app *a, ls_status rc);
/* Prints "lanesmith CMD: error: WHAT PATH: reason" with the text of errno. Returns LS_ENV. */
ls_status app_file_error(const app *a, const char *what, const char *path);
/* Writes the first line of what was collected to out, "" when there is nothing, and forgets it all:
 * for workers, whose answers go through a pipe. */
void diags_take_line(diags *d, char *out, size_t size);
/* Begins a run in the journal. From here on a signal only asks the program to end (stop.h), so that
 * the journal can say so. */
ls_status app_begin_run(app *a, const char *options);

/* The words after the command as one line, for the journal; to be called before they are parsed. */
void app_join_options(int argc, char **argv, strbuf *out);

/* "DIR/NAME", in the app's memory. */
const char *app_path(app *a, const char *dir, const char *name);
/* The path of this program, or NULL with errno. */
const char *app_program(app *a);
/* PREFIX/NAME, where the program is PREFIX/bin/lanesmith: a build directory or an installation. */
const char *app_prefix_path(app *a, const char *name);

/* Makes an empty file, or a directory, of a new name where the user's temporary files are
 * ($TMPDIR). The caller removes it, a directory with all that is in it. */
ls_status app_make_temporary(app *a, const char **path);
ls_status app_make_temporary_dir(app *a, const char **path);
void app_remove_temporary(const char *path);
unsigned app_processors(void);

/* Progress on stderr: on a terminal a line that is rewritten in place, else a line every 30
 * seconds, also while nothing is done. One at a time; it stays where it is from begin to end. */
typedef struct progress {
    const char *what;
    unsigned total, done;
    char note[64];
    bool terminal;
    double start, last, every; /* seconds */
} progress;
void progress_begin(progress *p, const char *what, unsigned total);
/* note: what else to say ("210 proved"), or "". Shows done of total, the rate and the time left,
 * now and then. */
void progress_update(progress *p, unsigned done, const char *note);
void progress_end(progress *p); /* clears the line */

const char *plural(unsigned n); /* "" for 1, else "s" */
/* Prints each line of a text after the indent. */
void print_lines(const char *lines, const char *indent);

#endif

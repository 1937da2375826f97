// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* guard.c - a database file may be damaged, or somebody else's, or made to do harm.
 *
 * SQLite's advice for files that one did not make (https://www.sqlite.org/security.html): untrusted
 * schema, defensive mode, checks of cell sizes, low limits, a time limit. Beyond that every table,
 * index and view is compared with those of our schema: a view or trigger that we did not make could
 * run whenever we read or write. */
#include "internal.h"
#include "spec/base/clock.h"
#include "spec/base/stop.h"

#include <pthread.h>
#include <string.h>

/* No value that we store comes near these. */
enum {
    VALUE_BYTES_MAX = 1 << 26,
    SQL_BYTES_MAX = 1 << 20,
    STATEMENT_SECONDS = 600,
    STEPS_A_LOOK = 1000000
};

/* SQLite calls this now and then while a statement runs; what is not 0 ends the statement. A cell
 * in flight is not given up. */
static int is_over(void *context)
{
    const db *d = context;
    return (d->state == DB_OPEN && stop_signal()) ||
           clock_seconds() - d->started > STATEMENT_SECONDS;
}

void db_note_start(db *d) { d->started = clock_seconds(); }

int db_guard(sqlite3 *sql)
{
    sqlite3_db_config(sql, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(sql, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_limit(sql, SQLITE_LIMIT_LENGTH, VALUE_BYTES_MAX);
    sqlite3_limit(sql, SQLITE_LIMIT_SQL_LENGTH, SQL_BYTES_MAX);
    sqlite3_limit(sql, SQLITE_LIMIT_ATTACHED, 0);
    return sqlite3_exec(sql, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0", NULL, NULL, NULL);
}

void db_limit_time(db *d)
{
    db_note_start(d);
    sqlite3_progress_handler(d->sql, STEPS_A_LOOK, is_over, d);
}

/* ---- the schema ---- */

/* What SQLite keeps for itself: statistics of ANALYZE, indexes that belong to a table's own text.
 */
#define LIST_OBJECTS                                                                               \
    "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT GLOB "           \
    "'sqlite_stat[0-9]' ORDER BY type, name"

static const char *word_at(sqlite3_stmt *q, int column)
{
    const char *s = (const char *)sqlite3_column_text(q, column);
    return s ? s : "";
}

static int compare_objects(sqlite3_stmt *a, sqlite3_stmt *b)
{
    int r = strcmp(word_at(a, 0), word_at(b, 0));
    return r ? r : strcmp(word_at(a, 1), word_at(b, 1));
}

/* Walks both lists, which are sorted; the first difference goes to out. */
static int compare_lists(sqlite3_stmt *ours, sqlite3_stmt *theirs, strbuf *out)
{
    int x = sqlite3_step(ours), y = sqlite3_step(theirs);
    while (!out->len && (x == SQLITE_ROW || y == SQLITE_ROW)) {
        int r = x != SQLITE_ROW ? 1 : y != SQLITE_ROW ? -1 : compare_objects(ours, theirs);
        sqlite3_stmt *one = r > 0 ? theirs : ours;
        if (r > 0)
            strbuf_printf(out, "it has a %s `%.60s` that lanesmith does not make", word_at(one, 0),
                          word_at(one, 1));
        if (r < 0) strbuf_printf(out, "it has no %s `%.60s`", word_at(one, 0), word_at(one, 1));
        if (!r && strcmp(word_at(ours, 2), word_at(theirs, 2)))
            strbuf_printf(out, "its %s `%.60s` is not the one that lanesmith makes",
                          word_at(one, 0), word_at(one, 1));
        if (r <= 0) x = sqlite3_step(ours);
        if (r >= 0) y = sqlite3_step(theirs);
    }
    return y == SQLITE_ROW || y == SQLITE_DONE ? SQLITE_OK : y;
}

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

/* A database in memory with our schema and nothing in it, made once a process: making it takes
 * longer than all the rest of opening a file. */
static int open_model(sqlite3 **model)
{
    static sqlite3 *made;
    pthread_mutex_lock(&one_at_a_time);
    int rc = SQLITE_OK;
    if (!made) {
        sqlite3 *fresh = NULL;
        rc = sqlite3_open_v2(":memory:", &fresh, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
        if (rc == SQLITE_OK) rc = sqlite3_exec(fresh, db_schema_sql, NULL, NULL, NULL);
        if (rc == SQLITE_OK) made = fresh;
        else sqlite3_close(fresh);
    }
    *model = made;
    pthread_mutex_unlock(&one_at_a_time);
    return rc;
}

int db_compare_schema(sqlite3 *sql, strbuf *out)
{
    sqlite3 *model = NULL;
    sqlite3_stmt *ours = NULL, *theirs = NULL;
    int rc = open_model(&model);
    if (rc == SQLITE_OK) rc = sqlite3_prepare_v2(model, LIST_OBJECTS, -1, &ours, NULL);
    if (rc == SQLITE_OK) rc = sqlite3_prepare_v2(sql, LIST_OBJECTS, -1, &theirs, NULL);
    if (rc == SQLITE_OK) rc = compare_lists(ours, theirs, out);
    sqlite3_finalize(ours);
    sqlite3_finalize(theirs);
    return rc;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* stmt.c - the prepared statements of one handle: binding, stepping, and what an error of SQLite is
 * called.
 *
 * Every statement of internal.h's table is prepared once, when the database is opened. A statement
 * is reset as soon as its last row was read, so none holds a read lock between calls. Every failure
 * comes through db_fail: it keeps the text for db_error, and turns a cell that had begun into a
 * failed one, which can only be rolled back. */
#include "internal.h"
#include "spec/base/stop.h"

#include <assert.h>
#include <string.h>

static const char *const stmt_sql[STMT_COUNT] = {
#define X(id, sql) [STMT_##id] = sql,
    DB_STATEMENTS(X)
#undef X
};

/* The states of db.h, in their words. */
void db_check(const db *d)
{
    require(d && d->sql, "the database is open");
    bool in_transaction = !sqlite3_get_autocommit(d->sql);
    switch (d->state) {
    case DB_OPEN: assert(!in_transaction && "OPEN: no transaction"); break;
    case DB_IN_CELL: assert(in_transaction && "IN CELL: a transaction is open"); break;
    case DB_FAILED: break; /* SQLite itself rolls back after some failures, and not after others */
    }
    (void)in_transaction;
}

/* What happened, for a person; the text of SQLite where it says it best. */
static const char *trouble(db *d, int rc)
{
    switch (rc & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return "the database is in use by another process; try again when that has finished, or "
               "use another database";
    case SQLITE_FULL:
        return "the disk is full; what was not finished is rolled back, the database is intact";
    case SQLITE_READONLY:
        return "the database cannot be written; copy it and name the copy by --db, or check the "
               "permissions of the file and its directory";
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return "the database is damaged; move it away and build a new one with `lanesmith db load`";
    default: return sqlite3_errmsg(d->sql);
    }
}

ls_status db_fail(db *d, int rc, const char *doing)
{
    const char *why = trouble(d, rc);
    strbuf_clear(&d->error);
    if ((rc & 0xff) == SQLITE_INTERRUPT && stop_signal()) return LS_STOPPED;
    strbuf_printf(&d->error, "%s: cannot %s: %s", d->path, doing, why);
    if (why != sqlite3_errmsg(d->sql))
        strbuf_printf(&d->error, " (SQLite: %s)", sqlite3_errstr(rc));
    if (d->state == DB_IN_CELL) d->state = DB_FAILED;
    bool damaged = (rc & 0xff) == SQLITE_CORRUPT || (rc & 0xff) == SQLITE_NOTADB;
    return damaged ? LS_INPUT : LS_ENV;
}

const char *db_error(const db *d)
{
    return strbuf_text(&d->error);
}

ls_status db_prepare(db *d)
{
    for (int i = 0; i < STMT_COUNT; i++) {
        int rc = sqlite3_prepare_v3(d->sql, stmt_sql[i], -1, SQLITE_PREPARE_PERSISTENT, &d->stmt[i],
                                    NULL);
        if (rc != SQLITE_OK) return db_fail(d, rc, "prepare a statement");
    }
    return LS_OK;
}

void db_finalize(db *d)
{
    for (int i = 0; i < STMT_COUNT; i++) sqlite3_finalize(d->stmt[i]);
}

static int bind_one(db *d, sqlite3_stmt *q, int i, char type, va_list *ap)
{
    const char *s;
    int64_t n;
    switch (type) {
    case 'i': return sqlite3_bind_int64(q, i, va_arg(*ap, int64_t));
    case 'd': return sqlite3_bind_double(q, i, va_arg(*ap, double));
    case 't': return sqlite3_bind_text(q, i, va_arg(*ap, const char *), -1, SQLITE_TRANSIENT);
    case 'z':
        s = va_arg(*ap, const char *);
        return *s ? sqlite3_bind_text(q, i, s, -1, SQLITE_TRANSIENT) : sqlite3_bind_null(q, i);
    case 'n':
        n = va_arg(*ap, int64_t);
        return n ? sqlite3_bind_int64(q, i, n) : sqlite3_bind_null(q, i);
    case 'r': return d->run ? sqlite3_bind_int64(q, i, d->run) : sqlite3_bind_null(q, i);
    default: assert(!"a type that bind_one knows"); return SQLITE_MISUSE;
    }
}

/* Binding fails for want of memory alone; the statement is then left unbound, and stepping it finds
 * NULL where the schema forbids it or no row at all. So the failure is kept and reported, not
 * passed over. */
static sqlite3_stmt *bind_all(db *d, stmt_id id, const char *types, va_list *ap)
{
    sqlite3_stmt *q = d->stmt[id];
    sqlite3_reset(q);
    db_note_start(d);
    for (int i = 0; types[i]; i++) {
        int rc = bind_one(d, q, i + 1, types[i], ap);
        if (rc == SQLITE_OK) continue;
        db_fail(d, rc, "bind a value");
        return NULL;
    }
    return q;
}

sqlite3_stmt *db_bind(db *d, stmt_id id, const char *types, ...)
{
    va_list ap;
    va_start(ap, types);
    sqlite3_stmt *q = bind_all(d, id, types, &ap);
    va_end(ap);
    return q;
}

static const char *what_for(const sqlite3_stmt *q, const db *d)
{
    if (q == d->stmt[STMT_BEGIN]) return "begin to write";
    if (q == d->stmt[STMT_COMMIT]) return "store what was found";
    return sqlite3_stmt_readonly((sqlite3_stmt *)q) ? "read" : "write";
}

ls_status db_next(db *d, sqlite3_stmt *q)
{
    if (!q) return LS_ENV;
    int rc = sqlite3_step(q);
    if (rc == SQLITE_ROW) return LS_OK;
    ls_status result = rc == SQLITE_DONE ? LS_NO : db_fail(d, rc, what_for(q, d));
    sqlite3_reset(q);
    return result;
}

ls_status db_next_of_list(db *d, sqlite3_stmt *q)
{
    if (!stop_signal()) return db_next(d, q);
    sqlite3_reset(q);
    strbuf_clear(&d->error);
    return LS_STOPPED;
}

sqlite3_stmt *db_bind_scope(db *d, db_scope of_what, stmt_id all, stmt_id of_target,
                            stmt_id of_cell)
{
    const cell *c = of_what.cell;
    if (c)
        return db_bind(d, of_cell, "titt", c->op->name, (int64_t)c->w, c->cls->name,
                       c->target->name);
    return of_what.target ? db_bind(d, of_target, "t", of_what.target->name)
                          : db_bind(d, all, "");
}

ls_status db_run(db *d, stmt_id id, const char *types, ...)
{
    va_list ap;
    va_start(ap, types);
    ls_status rc = db_next(d, bind_all(d, id, types, &ap));
    va_end(ap);
    return rc == LS_NO ? LS_OK : rc;
}

ls_status db_get_int(db *d, stmt_id id, int64_t *out, const char *types, ...)
{
    va_list ap;
    va_start(ap, types);
    sqlite3_stmt *q = bind_all(d, id, types, &ap);
    va_end(ap);
    ls_status rc = db_next(d, q);
    if (rc != LS_OK) return rc;
    *out = sqlite3_column_int64(q, 0);
    sqlite3_reset(q);
    return LS_OK;
}

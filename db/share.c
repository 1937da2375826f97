// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* share.c - which run is at which cell: the table `searching`.
 *
 * A job's cells are taken together, in one transaction that looks first: either no other run is at
 * any of them and none has been searched, and then all are this run's; or none is. Called by
 * cli/share.c, which knows whether a run lives. */
#include "internal.h"

int64_t db_run_number(const db *d)
{
    return d->run;
}

void db_set_patience(db *d, unsigned milliseconds)
{
    db_check(d);
    sqlite3_busy_timeout(d->sql, (int)milliseconds);
}

/* LS_OK: nobody is at it. LS_NO: taken says how. */
static ls_status look_at(db *d, const cell *c, const char *key, int64_t id, const db_runs *runs,
                         db_taken *taken)
{
    int64_t run;
    *taken = DB_SEARCHED;
    if (db_is_searched(d, c, key)) return LS_NO;
    ls_status rc = db_get_int(d, STMT_FIND_SEARCHING, &run, "it", id, key);
    if (rc != LS_OK) return rc == LS_NO ? LS_OK : rc;
    *taken = run == d->run ? DB_OURS : DB_THEIRS;
    return run == d->run || runs->lives(runs->context, run) ? LS_NO : LS_OK;
}

static ls_status take(db *d, const cell *c, const char *key, const db_runs *runs, db_taken *taken)
{
    int64_t id;
    ls_status rc = db_find_cell(d, c, &d->now, &id);
    if (rc == LS_OK) rc = look_at(d, c, key, id, runs, taken);
    return rc == LS_OK ? db_run(d, STMT_PUT_SEARCHING, "itr", id, key) : rc;
}

ls_status db_take_cells(db *d, const cell *cells, const char (*key)[HASH_TEXT], unsigned count,
                        const db_runs *runs, unsigned *which, db_taken *taken)
{
    require(d->run, "a run has begun");
    ls_status rc = db_begin(d);
    if (rc != LS_OK) return rc;
    for (*which = 0; *which < count; ++*which) {
        rc = take(d, &cells[*which], key[*which], runs, taken);
        if (rc != LS_OK) break;
    }
    if (rc == LS_OK) return db_commit(d);
    db_rollback_cell(d);
    return rc;
}

ls_status db_find_taker(db *d, const cell *c, const char *key, int64_t *run)
{
    return db_get_int(d, STMT_FIND_TAKER, run, "titttt", c->op->name, (int64_t)c->w, c->cls->name,
                      c->target->name, c->op->hash, key);
}

ls_status db_leave_cell(db *d, const cell *c, const char *key)
{
    int64_t id;
    require(d->state != DB_OPEN, "a cell is open");
    ls_status rc = db_find_cell(d, c, &d->now, &id);
    return rc == LS_OK ? db_run(d, STMT_DROP_SEARCHING, "itr", id, key) : rc;
}

ls_status db_leave_all(db *d)
{
    db_check(d);
    return db_run(d, STMT_DROP_ALL_SEARCHING, "r");
}

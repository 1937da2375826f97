// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* share.c - several `lanesmith synth` on one database share the work.
 *
 * Each goes through the same list of jobs (an operation and a width) in the same order. Before a
 * job it takes the job's cells: one short transaction puts them into the table `searching`, unless
 * another run is at one of them; then it goes on to the next job. So the jobs themselves are the
 * queue. The transaction that stores a cell also takes it out of `searching`.
 *
 * A run whose process is gone has nothing any more. That is known by a lock, not by process
 * numbers: a run holds a lock on a byte of the database's file, far behind its end and behind what
 * SQLite locks, whose offset is the run's number in the journal. The kernel drops it when the
 * process ends, however it ends; in containers and after a restart, too. (It is a lock of the open
 * file, F_OFD_SETLK: SQLite closes the file now and then, which would drop a lock of the process.)
 *
 * A stage needs what earlier stages have found in all cells. So a run that has no job left waits
 * until the others have done theirs, and looks again: what a killed run has left is searched then.
 * All runs end when all cells are done. Nobody holds a transaction while it waits, and readers are
 * never in the way of a write-ahead log.
 *
 * What a job finds depends on no other job, so the winners are those of one run. (A killed run may
 * leave a part of a job: its programs are the same, but the engine that is named for them may be
 * another, as after any kill.) With --again nothing is shared: the marks that would say what is
 * done do not count then. */
#define _GNU_SOURCE
#include "share.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include "spec/base/stop.h"

enum { WAIT_MILLISECONDS = 200, WRITE_MILLISECONDS = 60 * 1000 };

static struct flock lock_of(int64_t run)
{
    return (struct flock){
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = ((off_t)1 << 61) + run, .l_len = 1};
}

static bool lives(void *context, int64_t run)
{
    const share *s = context;
    struct flock l = lock_of(run);
    return fcntl(s->lock, F_OFD_GETLK, &l) ||
           l.l_type != F_UNLCK; /* who cannot be asked is taken to live */
}

ls_status share_open(share *s, app *a, synth_effort effort, bool alone)
{
    *s = (share){.a = a, .effort = effort, .lock = -1};
    db_set_patience(a->db, WRITE_MILLISECONDS);
    if (alone) return LS_OK;
    struct flock l = lock_of(db_run_number(a->db));
    s->lock = open(a->db_path, O_RDWR | O_CLOEXEC);
    if (s->lock >= 0 && !fcntl(s->lock, F_OFD_SETLK, &l)) return LS_OK;
    return app_file_error(a, "cannot lock the database", a->db_path);
}

/* The descriptor stays open until the process ends: closing it would drop SQLite's own locks on the
 * file. */
void share_close(share *s)
{
    if (s->lock >= 0) db_leave_all(s->a->db);
}

/* ---- a job's cells ---- */

static void key_for(const share *s, const cell *c, char out[HASH_TEXT])
{
    if (s->key_of)
        s->key_of(s->a->spec, c, s->effort, out);
    else
        strcpy(out, "inherit");
}

static void deny(share *s, const cell *c)
{
    if (s->ndenied == s->room) {
        cell *more = arena_new(&s->a->mem, s->room = 2 * s->room + 64, cell);
        if (s->ndenied) memcpy(more, s->denied, s->ndenied * sizeof *more);
        s->denied = more;
    }
    s->denied[s->ndenied++] = *c;
}

ls_status share_claim(share *s, const cell *cells, unsigned count)
{
    if (s->lock < 0) return LS_OK;
    char (*key)[HASH_TEXT] = mem_alloc(count, sizeof *key);
    db_runs runs = {lives, s};
    unsigned which;
    db_taken taken;
    for (unsigned i = 0; i < count; i++) key_for(s, &cells[i], key[i]);
    ls_status rc = db_take_cells(s->a->db, cells, (const char(*)[HASH_TEXT])key, count, &runs,
                                 &which, &taken);
    if (rc == LS_NO && taken == DB_THEIRS) deny(s, &cells[which]);
    if (rc == LS_NO && taken == DB_SEARCHED) s->repeat = true;
    mem_free(key);
    return rc;
}

ls_status share_leave(share *s, const cell *c)
{
    char key[HASH_TEXT];
    if (s->lock < 0) return LS_OK;
    key_for(s, c, key);
    return db_leave_cell(s->a->db, c, key);
}

/* ---- passes ---- */

void share_begin(share *s, search_key *key_of)
{
    s->key_of = key_of;
    s->ndenied = 0;
    s->repeat = false;
}

typedef enum other { OTHER_AT_IT, OTHER_DONE, OTHER_GONE } other;

static ls_status ask(share *s, const cell *c, other *out)
{
    char key[HASH_TEXT];
    int64_t run;
    key_for(s, c, key);
    ls_status rc = db_find_taker(s->a->db, c, key, &run);
    *out = OTHER_DONE;
    if (rc == LS_OK) *out = lives(s, run) ? OTHER_AT_IT : OTHER_GONE;
    if (rc == LS_NO && s->key_of && !db_is_searched(s->a->db, c, key)) *out = OTHER_GONE;
    return rc == LS_NO ? LS_OK : rc;
}

/* Looks at what was denied: *over when there is something to do, or nothing to wait for. */
static ls_status look(share *s, bool *over)
{
    unsigned waiting = 0;
    bool free = false;
    for (unsigned i = 0; i < s->ndenied; i++) {
        other x;
        ls_status rc = ask(s, &s->denied[i], &x);
        if (rc != LS_OK) return rc;
        waiting += x == OTHER_AT_IT;
        free |= x == OTHER_GONE;
    }
    *over = free || !waiting;
    return LS_OK;
}

ls_status share_wait(share *s, bool *more)
{
    *more = s->ndenied || s->repeat;
    ls_status rc = LS_OK;
    for (bool over = !s->ndenied; rc == LS_OK && !over;) {
        rc = look(s, &over);
        if (rc != LS_OK || over) break;
        nanosleep(&(struct timespec){.tv_nsec = WAIT_MILLISECONDS * 1000 * 1000}, NULL);
        rc = stop_check();
    }
    return rc;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* pool.c - a pool of forked workers, one socket each.
 *
 * The parent hands a range of rows to whichever worker is idle; the worker sends an answer of fixed
 * size for each, in order. So the parent always knows the row that a worker is at. When a worker
 * dies (a crash of the solver, of compiled code, the kernel's memory killer) or takes too long,
 * that row is lost, the rest of its range goes back to the queue, and a new worker takes the place
 * of the old.
 *
 * A worker is at most one range behind: when its socket is closed because the parent is gone, it
 * ends. It never returns into the caller, nor flushes what the parent had buffered. A signal that
 * asks the program to end stops all of them.
 *
 * Called by prove.c and execute.c. */
#define _GNU_SOURCE
#include "pool.h"

#include "spec/base/child.h"
#include "spec/base/clock.h"
#include "spec/base/stop.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CANNOT_OPEN = 97 }; /* exit status of a worker whose open failed */
enum { WAIT_MILLISECONDS = 500 };

typedef struct rows {
    unsigned first, end;
} rows;

typedef struct worker {
    child process;
    rows at;          /* at.first is the row it works on; empty: idle */
    char *answer;     /* being received */
    size_t got;
    double since;     /* when it began with the row */
} worker;

typedef struct pool {
    const pool_work *w;
    rows *queue; /* what nobody works on, last first */
    unsigned queued;
    worker *worker;
    struct pollfd *fds; /* by worker; here, so that a leak check in a forked process finds it */
    unsigned nworkers;
} pool;

static bool is_idle(const worker *k)
{
    return k->at.first == k->at.end;
}

static bool is_busy(const worker *k)
{
    return k->process.pid && !is_idle(k);
}

/* ---- in a worker ---- */

static _Noreturn void serve(const pool_work *w, int fd)
{
    rows r;
    void *answer = mem_alloc(1, w->answer_size), *state = w->open(w->context);
    if (!state) _exit(CANNOT_OPEN);
    while (child_receive(fd, &r, sizeof r)) {
        if (w->range) w->range(w->context, state, r.first, r.end);
        for (unsigned i = r.first; i < r.end; i++) {
            memset(answer, 0, w->answer_size);
            w->row(w->context, state, i, answer);
            if (!child_send(fd, answer, w->answer_size)) _exit(0);
        }
    }
    _exit(0);
}

/* ---- starting and ending workers ---- */

/* In a new worker: its siblings are not its affair. */
static _Noreturn void become_worker(const pool *p, const child *me)
{
    for (unsigned i = 0; i < p->nworkers; i++)
        if (p->worker[i].process.pid) close(p->worker[i].process.fd);
    serve(p->w, me->fd);
}

/* Requires: it does not run. */
static ls_status start(pool *p, worker *k)
{
    child c;
    bool inside;
    ls_status rc = child_fork(&c, &inside);
    if (inside) become_worker(p, &c);
    *k = (worker){.process = c, .answer = k->answer};
    return rc;
}

static void stop_all(pool *p)
{
    for (unsigned i = 0; i < p->nworkers; i++) {
        worker *k = &p->worker[i];
        if (!k->process.pid) continue;
        if (!is_idle(k)) kill(k->process.pid, SIGKILL);
        child_reap(&k->process);
    }
}

/* ---- in the parent ---- */

static ls_status hand_out(pool *p, worker *k)
{
    if (!p->queued || is_busy(k)) return LS_OK;
    if (!k->process.pid && start(p, k) != LS_OK) {
        perror("lanesmith: error: cannot start a process");
        return LS_ENV;
    }
    k->at = p->queue[--p->queued];
    k->got = 0;
    k->since = clock_seconds();
    /* A failure shows as the end of its answers. */
    child_send(k->process.fd, &k->at, sizeof k->at);
    return LS_OK;
}

/* The worker is gone, or is killed here for taking too long. */
static ls_status lose(pool *p, worker *k, bool late)
{
    char why[96];
    if (late) kill(k->process.pid, SIGKILL);
    int status = child_reap(&k->process);
    if (late)
        snprintf(why, sizeof why, "took longer than %u s", p->w->seconds);
    else if (WIFSIGNALED(status))
        snprintf(why, sizeof why, "the process was ended by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(why, sizeof why, "the process ended with status %d", WEXITSTATUS(status));
    if (!late && WIFEXITED(status) && WEXITSTATUS(status) == CANNOT_OPEN) return LS_ENV;
    if (is_idle(k)) return LS_OK;
    unsigned row = k->at.first++;
    if (!is_idle(k)) p->queue[p->queued++] = k->at;
    k->at = (rows){0};
    return p->w->lost(p->w->context, row, why);
}

/* Takes what the worker has sent. */
static ls_status take(pool *p, worker *k)
{
    ssize_t n = recv(k->process.fd, k->answer + k->got, p->w->answer_size - k->got, 0);
    if (n < 0 && errno == EINTR) return LS_OK;
    if (n <= 0) return lose(p, k, false);
    k->got += (size_t)n;
    if (k->got < p->w->answer_size) return LS_OK;
    unsigned row = k->at.first++;
    k->got = 0;
    k->since = clock_seconds();
    return p->w->done(p->w->context, row, k->answer);
}

static ls_status wait_and_take(pool *p)
{
    struct pollfd *fds = p->fds;
    ls_status rc = LS_OK;
    for (unsigned i = 0; i < p->nworkers; i++) {
        worker *k = &p->worker[i];
        fds[i] = (struct pollfd){.fd = is_busy(k) ? k->process.fd : -1, .events = POLLIN};
    }
    if (poll(fds, p->nworkers, WAIT_MILLISECONDS) < 0) return errno == EINTR ? LS_OK : LS_ENV;
    double now = clock_seconds();
    for (unsigned i = 0; i < p->nworkers && rc == LS_OK; i++) {
        worker *k = &p->worker[i];
        if (fds[i].fd < 0) continue;
        if (fds[i].revents)
            rc = take(p, k);
        else if (p->w->seconds && now - k->since > p->w->seconds)
            rc = lose(p, k, true);
    }
    return rc;
}

static bool is_unfinished(const pool *p)
{
    for (unsigned i = 0; i < p->nworkers; i++)
        if (is_busy(&p->worker[i])) return true;
    return p->queued > 0;
}

ls_status pool_run(const pool_work *w, const unsigned *bounds, unsigned ngroups, unsigned processes)
{
    ls_status rc = LS_OK;
    pool p = {.w = w, .nworkers = processes < ngroups ? processes : ngroups};
    p.queue = mem_alloc(ngroups + processes, sizeof *p.queue);
    p.worker = mem_alloc(p.nworkers, sizeof *p.worker);
    p.fds = mem_alloc(p.nworkers, sizeof *p.fds);
    for (unsigned i = 0; i < p.nworkers; i++) p.worker[i].answer = mem_alloc(1, w->answer_size);
    for (unsigned g = ngroups; g-- > 0;)
        if (bounds[g] < bounds[g + 1]) p.queue[p.queued++] = (rows){bounds[g], bounds[g + 1]};
    while (rc == LS_OK && is_unfinished(&p)) {
        for (unsigned i = 0; i < p.nworkers && rc == LS_OK; i++) rc = hand_out(&p, &p.worker[i]);
        if (rc == LS_OK) rc = wait_and_take(&p);
        if (rc == LS_OK && is_unfinished(&p)) rc = stop_check();
    }
    stop_all(&p);
    for (unsigned i = 0; i < p.nworkers; i++) mem_free(p.worker[i].answer);
    mem_free(p.fds);
    mem_free(p.worker);
    mem_free(p.queue);
    return rc;
}

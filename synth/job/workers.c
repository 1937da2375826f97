// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* workers.c - jobs in forked worker processes, results over sockets.
 *
 * The parent forks a worker for each job (at most `workers` at a time), reads what workers report
 * and hands it to the sink; it alone touches the sink. A worker writes frames: a header with kind
 * and size, then bytes. Cells travel as their index in the caller's list, so no pointer crosses the
 * socket. A worker that dies takes its job along and the run reports it; its finished cells have
 * been delivered. When the parent dies, its workers do; a signal that asks the program to end stops
 * them. */
#include "workers.h"

#include "spec/base/child.h"
#include "spec/base/stop.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- frames, worker's side ---- */

typedef enum frame_kind {
    FRAME_LOWERING, FRAME_BOUND, FRAME_NOTE, FRAME_CELL_DONE, FRAME_TROUBLE, FRAME_JOB_DONE
} frame_kind;

typedef struct frame {
    frame_kind kind;
    unsigned cell, number;
    cost cost;
    proof program, ir;
    uint64_t candidates;
    size_t text, engine, extra; /* lengths of the strings that follow, without NUL */
} frame;

typedef struct worker {
    int fd;
    const cell *cells;
    unsigned count;
} worker;

static unsigned cell_number(const worker *w, const cell *c)
{
    unsigned i = 0;
    while (i < w->count && cell_compare(&w->cells[i], c)) i++;
    require(i < w->count, "a job reports its own cells");
    return i;
}

static ls_status send_frame(const worker *w, frame *f, const char *text, const char *engine,
                            const char *extra)
{
    f->text = strlen(text);
    f->engine = strlen(engine);
    f->extra = strlen(extra);
    bool sent = child_send(w->fd, f, sizeof *f) && child_send(w->fd, text, f->text) &&
                child_send(w->fd, engine, f->engine) && child_send(w->fd, extra, f->extra);
    return sent ? LS_OK : LS_ENV;
}

static ls_status send_lowering(void *context, const synth_lowering *l)
{
    const worker *w = context;
    frame f;
    memset(&f, 0, sizeof f);
    f.kind = FRAME_LOWERING;
    f.cell = cell_number(w, &l->cell);
    f.cost = l->cost;
    f.program = l->program;
    f.ir = l->ir;
    return send_frame(w, &f, l->text, l->engine, l->parent);
}

static ls_status send_bound(void *context, const synth_bound *b)
{
    const worker *w = context;
    frame f;
    memset(&f, 0, sizeof f);
    f.kind = FRAME_BOUND;
    f.cell = cell_number(w, &b->cell);
    f.number = b->insns;
    f.candidates = b->candidates;
    return send_frame(w, &f, b->grammar, b->engine, "");
}

static void send_note(void *context, const cell *c, const char *text)
{
    const worker *w = context;
    frame f;
    memset(&f, 0, sizeof f);
    f.kind = FRAME_NOTE;
    f.cell = cell_number(w, c);
    send_frame(w, &f, text, "", ""); /* a parent that is gone is noticed with the next cell */
}

static ls_status send_cell_done(void *context, const cell *c, unsigned lowerings)
{
    const worker *w = context;
    frame f;
    memset(&f, 0, sizeof f);
    f.kind = FRAME_CELL_DONE;
    f.cell = cell_number(w, c);
    f.number = lowerings;
    return send_frame(w, &f, "", "", "");
}

/* AddressSanitizer reserves terabytes of addresses for its shadow: there a limit would only stop
 * the sanitizer. */
#if defined(__has_feature)
#define SANITIZED __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

static void limit_memory(unsigned megabytes)
{
    rlim_t bytes = (rlim_t)megabytes << 20;
    if (megabytes && !SANITIZED) setrlimit(RLIMIT_AS, &(struct rlimit){bytes, bytes});
}

static _Noreturn void work(const worker_jobs *jobs, worker w)
{
    synth_sink sink = {&w, send_lowering, send_bound, send_cell_done, NULL, send_note};
    diags d = {0};
    frame f;
    char *text = NULL;
    size_t size = 0;
    limit_memory(jobs->megabytes);
    ls_status rc = jobs->run(jobs->context, w.cells, w.count, &sink, &d);
    memset(&f, 0, sizeof f);
    f.kind = rc ? FRAME_TROUBLE : FRAME_JOB_DONE;
    f.number = (unsigned)rc;
    FILE *out = open_memstream(&text, &size);
    if (out) {
        diag_print(&d, out);
        fclose(out);
    }
    send_frame(&w, &f, text ? text : "", "", "");
    _exit(rc);
}

/* ---- parent's side ---- */

enum { WORKERS_MAX = 64, WAIT_MILLISECONDS = 500 };

typedef struct slot {
    child process; /* none: free */
    unsigned first, count; /* its cells */
    bool finished;
} slot;

typedef struct run {
    const worker_jobs *jobs;
    const cell *cells;
    unsigned count, next;
    const synth_sink *sink;
    diags *d;
    slot slots[WORKERS_MAX];
    unsigned nslots;
} run;

static bool same_job(const cell *a, const cell *b)
{
    return a->op == b->op && a->w == b->w;
}

static ls_status environment_error(run *r, const char *what)
{
    diag_error(r->d, (place){0}, "%s: %s", what, strerror(errno));
    return LS_ENV;
}

/* The next job that nobody else has: its cells. LS_NO when there is none. */
static ls_status choose_job(run *r, slot *s)
{
    while (r->next < r->count) {
        s->first = r->next;
        while (r->next < r->count && same_job(&r->cells[r->next], &r->cells[s->first])) r->next++;
        s->count = r->next - s->first;
        ls_status rc = r->sink->claim
                           ? r->sink->claim(r->sink->context, r->cells + s->first, s->count)
                           : LS_OK;
        if (rc != LS_NO) return rc;
    }
    return LS_NO;
}

static _Noreturn void become_worker(const run *r, const slot *s, const child *me)
{
    for (unsigned i = 0; i < r->nslots; i++)
        if (r->slots[i].process.pid) close(r->slots[i].process.fd);
    work(r->jobs, (worker){me->fd, r->cells + s->first, s->count});
}

/* Forks a worker for it. Requires: the slot is free. */
static ls_status start_job(run *r, slot *s)
{
    child c;
    bool inside;
    ls_status rc = choose_job(r, s);
    if (rc != LS_OK) return rc == LS_NO ? LS_OK : rc;
    s->finished = false;
    if (child_fork(&c, &inside) != LS_OK) return environment_error(r, "cannot start a worker");
    if (inside) become_worker(r, s, &c);
    s->process = c;
    return LS_OK;
}

static ls_status deliver(run *r, slot *s, const frame *f, const char *text, const char *engine,
                         const char *extra)
{
    const cell *c = f->cell < s->count ? &r->cells[s->first + f->cell] : NULL;
    require(c || f->kind >= FRAME_TROUBLE, "a worker reports its own cells");
    switch (f->kind) {
    case FRAME_LOWERING: {
        synth_lowering l = {.cell = *c,
                            .text = text,
                            .engine = engine,
                            .parent = extra,
                            .cost = f->cost,
                            .program = f->program,
                            .ir = f->ir};
        return r->sink->lowering(r->sink->context, &l);
    }
    case FRAME_BOUND: {
        synth_bound b = {.cell = *c,
                         .insns = f->number,
                         .grammar = text,
                         .engine = engine,
                         .candidates = f->candidates};
        return r->sink->bound(r->sink->context, &b);
    }
    case FRAME_NOTE: synth_note(r->sink, c, text); return LS_OK;
    case FRAME_CELL_DONE: return r->sink->cell_done(r->sink->context, c, f->number);
    case FRAME_TROUBLE:
        diag_error(r->d, (place){0}, "search of %s on fields of %u bits: %s",
                   r->cells[s->first].op->name, r->cells[s->first].w,
                   *text ? text : "failed without a message");
        s->finished = true;
        return (ls_status)f->number;
    case FRAME_JOB_DONE: s->finished = true; return LS_OK;
    }
    return LS_ENV;
}

/* Waits for a worker whose socket is closed. */
static ls_status reap(run *r, slot *s)
{
    int status = child_reap(&s->process);
    if (s->finished) return LS_OK;
    diag_error(r->d, (place){0},
               "the worker for %s on fields of %u bits died (%s %d); its finished cells are kept, "
               "run again",
               r->cells[s->first].op->name, r->cells[s->first].w,
               WIFSIGNALED(status) ? "signal" : "status",
               WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    return LS_ENV;
}

static ls_status receive(run *r, slot *s)
{
    frame f;
    if (!child_receive(s->process.fd, &f, sizeof f)) return reap(r, s);
    char *text = mem_alloc(f.text + f.engine + f.extra + 3, 1), *engine = text + f.text + 1,
         *extra = engine + f.engine + 1;
    int fd = s->process.fd;
    bool good = child_receive(fd, text, f.text) && child_receive(fd, engine, f.engine) &&
                child_receive(fd, extra, f.extra);
    ls_status rc = good ? deliver(r, s, &f, text, engine, extra) : reap(r, s);
    mem_free(text);
    return rc;
}

static unsigned running(const run *r)
{
    unsigned n = 0;
    for (unsigned i = 0; i < r->nslots; i++) n += r->slots[i].process.pid != 0;
    return n;
}

static ls_status poll_workers(run *r)
{
    struct pollfd p[WORKERS_MAX];
    ls_status rc = LS_OK;
    for (unsigned i = 0; i < r->nslots; i++) {
        const child *c = &r->slots[i].process;
        p[i] = (struct pollfd){.fd = c->pid ? c->fd : -1, .events = POLLIN};
    }
    int ready = poll(p, r->nslots, WAIT_MILLISECONDS);
    if (ready < 0 && errno != EINTR) return environment_error(r, "cannot wait for workers");
    if (ready <= 0) return LS_OK;
    for (unsigned i = 0; i < r->nslots && rc == LS_OK; i++)
        if (p[i].revents & (POLLIN | POLLHUP | POLLERR)) rc = receive(r, &r->slots[i]);
    return rc;
}

static void stop_workers(run *r)
{
    for (unsigned i = 0; i < r->nslots; i++) {
        if (!r->slots[i].process.pid) continue;
        kill(r->slots[i].process.pid, SIGKILL);
        child_reap(&r->slots[i].process);
    }
}

static ls_status run_jobs(run *r)
{
    ls_status rc = LS_OK;
    while (rc == LS_OK && (r->next < r->count || running(r))) {
        for (unsigned i = 0; rc == LS_OK && i < r->nslots && r->next < r->count; i++)
            if (!r->slots[i].process.pid) rc = start_job(r, &r->slots[i]);
        if (rc == LS_OK && running(r)) rc = poll_workers(r);
        if (rc == LS_OK && (r->next < r->count || running(r))) rc = stop_check();
    }
    stop_workers(r);
    return rc;
}

unsigned workers_wanted(unsigned asked)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return asked ? asked : cores > 0 ? (unsigned)cores : 1;
}

ls_status workers_run(const worker_jobs *jobs, const synth_sink *sink, diags *d)
{
    run r = {.jobs = jobs, .cells = jobs->cells, .count = jobs->count, .sink = sink, .d = d};
    r.nslots = workers_wanted(jobs->workers);
    if (r.nslots > WORKERS_MAX) r.nslots = WORKERS_MAX;
    return run_jobs(&r);
}

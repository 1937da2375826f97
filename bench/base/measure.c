// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* measure.c - functions compiled and counted in a pool of processes.
 *
 * LLVM's set-up costs more than a small function, so that functions of one target go into modules
 * together. A module that cannot be compiled, or kills its process, or takes too long, is done
 * again function by function; what fails alone has failed. */
#define _GNU_SOURCE
#include "measure.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "cli/app/app.h"
#include "cli/app/pool.h"

enum { MODULE_FUNCTIONS = 24, MODULE_SECONDS = 120, FUNCTION_SECONDS = 30 };

typedef struct module {
    unsigned first, end; /* places in the order */
} module;

typedef struct answer {
    ls_status status;
    char why[160];
    codegen_count count[MODULE_FUNCTIONS];
} answer;

typedef struct measurement {
    measure_job *job;
    const unsigned *order; /* jobs, those of one target together */
    module *module;
    unsigned nmodules;
    module *again; /* functions of modules that were lost, one each */
    unsigned nagain;
    arena *mem;
    progress line;
    unsigned done;
} measurement;

/* ---- in a worker ---- */

/* What LLVM says before it ends the process is said again by the reason. */
static void *open_worker(void *context)
{
    int null = open("/dev/null", O_WRONLY);
    if (null >= 0) dup2(null, STDERR_FILENO);
    return context;
}

static void add_decls(strbuf *all, const char *decls)
{
    for (const char *s = decls; *s;) {
        size_t n = strcspn(s, "\n") + 1;
        if (!all->len || !memmem(all->s, all->len, s, n)) strbuf_putn(all, s, n);
        s += n;
    }
}

static void compile_module(void *context, void *state, unsigned row, void *out)
{
    measurement *m = context;
    answer *a = out;
    const char *name[MODULE_FUNCTIONS];
    const module *x = &m->module[row];
    const target *t = m->job[m->order[x->first]].target;
    strbuf ir = {0}, decls = {0};
    diags d = {0};
    (void)state;
    for (unsigned i = x->first; i < x->end; i++) {
        const measure_job *j = &m->job[m->order[i]];
        name[i - x->first] = j->name;
        strbuf_puts(&ir, j->ir);
        add_decls(&decls, j->decls);
    }
    strbuf_puts(&ir, strbuf_text(&decls));
    a->status = codegen_measure_all(strbuf_text(&ir), name, x->end - x->first, t, a->count, &d);
    diags_take_line(&d, a->why, sizeof a->why);
    strbuf_free(&ir);
    strbuf_free(&decls);
}

/* ---- in the parent ---- */

static void fail(measurement *m, const module *x, const char *why)
{
    if (x->end - x->first == 1) {
        m->job[m->order[x->first]].failure = arena_strdup(m->mem, why);
        m->done++;
        return;
    }
    for (unsigned i = x->first; i < x->end; i++) m->again[m->nagain++] = (module){i, i + 1};
}

static ls_status take_answer(void *context, unsigned row, const void *out)
{
    measurement *m = context;
    const answer *a = out;
    const module *x = &m->module[row];
    if (a->status != LS_OK) {
        fail(m, x, a->why);
        return LS_OK;
    }
    for (unsigned i = x->first; i < x->end; i++) m->job[m->order[i]].count = a->count[i - x->first];
    m->done += x->end - x->first;
    progress_update(&m->line, m->done, "");
    return LS_OK;
}

static ls_status take_loss(void *context, unsigned row, const char *why)
{
    measurement *m = context;
    fail(m, &m->module[row], arena_printf(m->mem, "LLVM cannot compile it: %s", why));
    return LS_OK;
}

static ls_status run_modules(measurement *m, unsigned seconds, unsigned processes)
{
    pool_work w = {.context = m,
                   .answer_size = sizeof(answer),
                   .seconds = seconds,
                   .open = open_worker,
                   .row = compile_module,
                   .done = take_answer,
                   .lost = take_loss};
    unsigned *bounds = mem_alloc(m->nmodules + 1, sizeof *bounds);
    for (unsigned i = 0; i <= m->nmodules; i++) bounds[i] = i;
    ls_status rc = pool_run(&w, bounds, m->nmodules, processes);
    mem_free(bounds);
    return rc;
}

/* ---- modules ---- */

/* Jobs by target, each target's in the order in which they came. */
static unsigned *order_jobs(const measure_job *jobs, unsigned count)
{
    unsigned *order = mem_alloc(count + 1, sizeof *order), n = 0, targets = 0;
    for (unsigned i = 0; i < count; i++)
        if (jobs[i].target->index >= targets) targets = jobs[i].target->index + 1;
    for (unsigned t = 0; t < targets; t++)
        for (unsigned i = 0; i < count; i++)
            if (jobs[i].target->index == t) order[n++] = i;
    return order;
}

static void cut_modules(measurement *m, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        module *last = m->nmodules ? &m->module[m->nmodules - 1] : NULL;
        bool fits = last && last->end - last->first < MODULE_FUNCTIONS &&
                    m->job[m->order[last->first]].target == m->job[m->order[i]].target;
        if (!fits) m->module[m->nmodules++] = (module){i, i};
        m->module[m->nmodules - 1].end++;
    }
}

ls_status measure_all(measure_job *jobs, unsigned count, unsigned processes, const char *what,
                      arena *mem)
{
    unsigned *order = order_jobs(jobs, count);
    measurement m = {.job = jobs, .order = order, .mem = mem};
    module *modules = m.module = mem_alloc(count + 1, sizeof *m.module);
    m.again = mem_alloc(count + 1, sizeof *m.again);
    for (unsigned i = 0; i < count; i++) jobs[i].failure = NULL;
    cut_modules(&m, count);
    progress_begin(&m.line, what, count);
    ls_status rc = run_modules(&m, MODULE_SECONDS, processes);
    m.module = m.again;
    m.nmodules = m.nagain;
    if (rc == LS_OK) rc = run_modules(&m, FUNCTION_SECONDS, processes);
    progress_end(&m.line);
    mem_free(modules);
    mem_free(m.again);
    mem_free(order);
    return rc;
}

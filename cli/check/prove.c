// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* prove.c - the solver's part of `lanesmith verify`, in worker processes.
 *
 * For each subject: prove that the program computes the operation; then emit the program as LLVM
 * IR, read that back, and prove it again. A worker gets all subjects of one operation and width,
 * whose chunks are mostly the same whatever the register: it remembers what it has proved, so that
 * the solver sees each obligation once.
 *
 * Invariant: only PROOF_PROVED counts as proved; a lost process, a time-out and a fault are three
 * kinds of unknown. */
#include "prove.h"

#include <stdlib.h>
#include <string.h>

#include "cli/app/app.h"
#include "cli/app/pool.h"
#include "lowerings/emit/lowering.h"
#include "lowerings/measure/measured.h"

/* well above the solver's own limit for the two proofs of a subject */
enum { WATCHDOG_SECONDS = 600 };

/* In a worker. */
typedef struct worker_state {
    const prove_plan *plan;
    verifier *v;
    struct known { char obligation[HASH_TEXT], solver[32]; } *proved; /* by this worker */
    unsigned nproved, cap;
    cost *costs; /* of the rows from `first` on; NULL: not measured */
    unsigned first;
    ls_status measure_status;
    char complaint[512];
} worker_state;

/* ---- what is known ---- */

static int compare_to_known(const void *key, const void *entry)
{
    return strcmp(key, (*(const db_proof *const *)entry)->obligation);
}

static const char *find_known(void *context, const char *obligation)
{
    const worker_state *s = context;
    for (unsigned i = 0; i < s->nproved; i++)
        if (!strcmp(s->proved[i].obligation, obligation)) return s->proved[i].solver;
    const prove_plan *plan = s->plan;
    const db_proof *const *p = plan->nknown ? bsearch(obligation, plan->known, plan->nknown,
                                                      sizeof *plan->known, compare_to_known)
                                            : NULL;
    return p ? (*p)->solver : NULL;
}

static void remember(worker_state *s, const proof *p)
{
    if (p->answer != PROOF_PROVED || find_known(s, p->obligation)) return;
    if (s->nproved == s->cap)
        s->proved = mem_grow(s->proved, s->cap = s->cap ? 2 * s->cap : 64, sizeof *s->proved);
    struct known *x = &s->proved[s->nproved++];
    memcpy(x->obligation, p->obligation, sizeof x->obligation);
    memcpy(x->solver, p->solver, sizeof x->solver);
}

/* ---- one subject ---- */

static void take_diagnostics(diags *d, prove_answer *a)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return;
    diag_print(d, out);
    fclose(out);
    snprintf(a->message, sizeof a->message, "%s", text);
    free(text);
}

/* Requires: the program is proved. */
static ls_status prove_ir(worker_state *s, const subject *x, proof *out, char ir_text[HASH_TEXT],
                          diags *d)
{
    strbuf ir = {0}, name = {0};
    lowering_print_name(x->cell, &name);
    emit_ir_module(x->cell, x->prog, strbuf_text(&name), &ir);
    hash_bytes(strbuf_text(&ir), ir.len, ir_text);
    ls_status rc = verify_ir(s->v, s->plan->spec, x->cell, strbuf_text(&ir), strbuf_text(&name),
                             out, d);
    strbuf_free(&ir);
    strbuf_free(&name);
    return rc;
}

static void prove_row(void *context, void *state, unsigned row, void *answer)
{
    (void)context;
    worker_state *s = state;
    prove_answer *a = answer;
    diags d = {0};
    const subject *x = &s->plan->subjects[row];
    a->status = verify_prog(s->v, x->cell, x->prog, &a->program, &d);
    remember(s, &a->program);
    if (a->status == LS_OK && a->program.answer == PROOF_PROVED) {
        a->status = prove_ir(s, x, &a->ir, a->ir_text, &d);
        remember(s, &a->ir);
    }
    if (a->status == LS_OK && s->costs) a->status = s->measure_status;
    if (a->status == LS_OK && s->costs) a->cost = s->costs[row - s->first];
    if (s->measure_status != LS_OK && !d.count) diag_error(&d, (place){0}, "%s", s->complaint);
    take_diagnostics(&d, a);
    diag_free(&d);
}

/* ---- costs ---- */

/* Of the subjects of one target, those that leave something to LLVM, or all. */
static ls_status measure_target(worker_state *s, unsigned first, unsigned end, const target *t,
                                bool forms, diags *d)
{
    const prove_plan *plan = s->plan;
    measured *list = mem_alloc(end - first, sizeof *list);
    unsigned n = 0;
    for (unsigned i = first; i < end; i++) {
        const subject *x = &plan->subjects[i];
        if (x->cell->target != t || (forms && !prog_has_form(x->prog))) continue;
        list[n++] = (measured){.cell = x->cell, .prog = x->prog, .cost = s->costs[i - s->first]};
    }
    ls_status rc = forms ? measure_forms(list, n, d)
                         : measure_programs(list, n, plan->models[t->index], d);
    n = 0;
    for (unsigned i = first; i < end && rc == LS_OK; i++) {
        const subject *x = &plan->subjects[i];
        if (x->cell->target == t && (!forms || prog_has_form(x->prog)))
            s->costs[i - s->first] = list[n++].cost;
    }
    mem_free(list);
    return rc;
}

enum { MEASURED_TOGETHER = 128 }; /* programs, so that a module stays small */

/* Before the rows of an operation and width are proved: what they all cost. */
static void measure_range(void *context, void *state, unsigned first, unsigned end)
{
    worker_state *s = state;
    const spec *all = s->plan->spec;
    diags d = {0};
    (void)context;
    mem_free(s->costs);
    s->costs = s->plan->models ? mem_alloc(end - first, sizeof *s->costs) : NULL;
    s->first = first;
    s->measure_status = LS_OK;
    for (unsigned from = first; s->costs && from < end && s->measure_status == LS_OK;
         from += MEASURED_TOGETHER)
        for (unsigned k = 0; k < 2 * all->ntargets && s->measure_status == LS_OK; k++) {
            unsigned to = end - from < MEASURED_TOGETHER ? end : from + MEASURED_TOGETHER;
            s->measure_status = measure_target(s, from, to, &all->targets[k / 2], k % 2, &d);
        }
    if (s->measure_status != LS_OK) diags_take_line(&d, s->complaint, sizeof s->complaint);
    diag_free(&d);
}

static void *open_worker(void *context)
{
    worker_state *s = mem_alloc(1, sizeof *s);
    s->plan = context;
    if (verifier_new(&s->v, verify_default_limits, find_known, s) == LS_OK) return s;
    fputs("lanesmith: error: the solver cannot be set up\n", stderr);
    return NULL;
}

/* ---- the plan ---- */

static ls_status done(void *context, unsigned row, const void *answer)
{
    const prove_plan *plan = context;
    return plan->done(plan->context, row, answer);
}

static ls_status lost(void *context, unsigned row, const char *why)
{
    const prove_plan *plan = context;
    prove_answer *a = mem_alloc(1, sizeof *a);
    a->program.answer = a->ir.answer = PROOF_UNKNOWN;
    snprintf(a->program.reason, sizeof a->program.reason, "%s", why);
    ls_status rc = plan->done(plan->context, row, a);
    mem_free(a);
    return rc;
}

ls_status prove_in_pool(const pool_work *w, const cell *const *cells, unsigned count,
                        unsigned processes)
{
    unsigned *bounds = mem_alloc(count + 1, sizeof *bounds), groups = 0;
    for (unsigned i = 1; i <= count; i++) {
        const cell *a = cells[i - 1], *b = i < count ? cells[i] : NULL;
        if (!b || a->op != b->op || a->w != b->w) bounds[++groups] = i;
    }
    ls_status rc = pool_run(w, bounds, groups, processes);
    mem_free(bounds);
    return rc;
}

ls_status prove_all(const prove_plan *plan)
{
    pool_work w = {.context = (void *)(uintptr_t)plan,
                   .answer_size = sizeof(prove_answer),
                   .seconds = WATCHDOG_SECONDS,
                   .open = open_worker,
                   .range = measure_range,
                   .row = prove_row,
                   .done = done,
                   .lost = lost};
    const cell **cells = mem_alloc(plan->count + 1, sizeof *cells);
    for (unsigned i = 0; i < plan->count; i++) cells[i] = plan->subjects[i].cell;
    ls_status rc = prove_in_pool(&w, cells, plan->count, plan->processes);
    mem_free(cells);
    return rc;
}

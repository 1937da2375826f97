// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* single_run.c - the stage that looks for programs of one instruction: what single.c finds for
 * cells is judged and reported. Called by way of the table of stages. */
#include "single_run.h"

#include "synth/job/job_report.h"
#include "synth/job/workers.h"
#include "synth/solver/single.h"
#include "synth/solver/single_inside.h"

/* Changes whenever what is found changes. */
static const char version[] = "single 1";

void single_search_key(const spec *s, const cell *c, synth_effort effort, char out[HASH_TEXT])
{
    strbuf text = {0};
    (void)s, (void)effort;
    strbuf_printf(&text, "%s\n%s\n%s\n%s\n", version, c->op->hash, c->target->name,
                  target_digest(c->target, c->cls));
    hash_text(text.s, out);
    strbuf_free(&text);
}

typedef struct run {
    single *x;
    cost_model **models; /* by target */
} run;

static bool write_program(const attempt *a, const cell *c, prog *out)
{
    unsigned src[SPEC_SRC_MAX];
    prog_init(out, c->op, c->cls);
    for (unsigned s = 0; s < a->m->in->nsrc; s++)
        src[s] = a->from[s] != CONSTANT ? (unsigned)a->from[s]
                                        : prog_add_const_of(out, a->m->in->src[s], a->constant[s]);
    prog_add(out, a->m->in, src, a->m->imm);
    prog_tidy(out);
    return prog_fits(out, c->target);
}

static ls_status report_found(const run *r, const cell *c, judge *j, const synth_sink *sink,
                              unsigned *n, diags *d)
{
    pool candidates = {0};
    for (unsigned i = 0; i < r->x->nfound; i++) {
        prog p;
        if (write_program(&r->x->found[i], c, &p)) pool_add(&candidates, &p, "single", NULL);
    }
    ls_status rc = job_judge(j, c, &candidates, sink, n, d);
    pool_free(&candidates);
    return rc;
}

static ls_status report_bound(const run *r, const cell *c, unsigned bound, uint64_t candidates,
                              const synth_sink *sink)
{
    strbuf text = {0};
    single_grammar(r->x->s, c, &text);
    synth_bound b = {.cell = *c,
                     .insns = bound,
                     .grammar = text.s,
                     .engine = "single",
                     .candidates = candidates};
    ls_status rc = sink->bound(sink->context, &b);
    strbuf_free(&text);
    return rc;
}

/* For a cell that has got nothing: a bound, or found programs that nobody proved. */
static void note_failure(const run *r, const cell *c, const judge *j, unsigned bound,
                         const synth_sink *sink)
{
    strbuf text = {0};
    if (bound) strbuf_puts(&text, "no described instruction does it, whatever the constants are");
    else if (r->x->nfound) judge_explain(j, &text);
    else
        strbuf_puts(&text,
                    "none was found; of some the solver does not know whether constants exist");
    synth_note(sink, c, strbuf_text(&text));
    strbuf_free(&text);
}

static ls_status run_job(void *context, const cell *cells, unsigned count, const synth_sink *sink,
                         diags *d)
{
    const run *r = context;
    judge j;
    ls_status rc = job_open_judge(&j, r->x->s, r->models);
    for (unsigned i = 0; rc == LS_OK && i < count; i++) {
        unsigned bound, n = 0;
        uint64_t candidates;
        rc = single_bound(r->x, &cells[i], &bound, &candidates);
        if (rc == LS_OK && bound) rc = report_bound(r, &cells[i], bound, candidates, sink);
        if (rc == LS_OK && !bound) rc = report_found(r, &cells[i], &j, sink, &n, d);
        if (rc == LS_OK && !n) note_failure(r, &cells[i], &j, bound, sink);
        if (rc == LS_OK) rc = sink->cell_done(sink->context, &cells[i], n);
    }
    judge_close(&j);
    return rc;
}

ls_status single_run(const spec *s, const cell *cells, unsigned count, const synth_options *o,
                     const synth_sink *sink, diags *d)
{
    if (!count) return LS_OK;
    run r = {.x = single_open(s, cells, count)};
    worker_jobs jobs = {cells, count, o->jobs, o->megabytes, run_job, &r};
    ls_status rc = cost_models_of_cells(&r.models, s, cells, count, o->spec_dir, d);
    if (rc == LS_OK) rc = workers_run(&jobs, sink, d);
    cost_models_free(r.models, s);
    single_close(r.x);
    return rc;
}

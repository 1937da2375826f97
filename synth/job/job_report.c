// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* job_report.c - what jobs and later stages report. Called by job.c for each cell; by stages for
 * what they found, one cell after the other. */
#include "job_report.h"

#include "spec/form.h"
#include "spec/op.h"
#include "spec/term/lift.h"
#include "workers.h"

bool job_is_chunked(const cell *c, unsigned chunk)
{
    term_ctx *t = term_ctx_new();
    diags quiet = {0};
    term input[PROG_INPUTS_MAX], side[2], chunk_input[PROG_INPUTS_MAX], chunk_side[2];
    unsigned n = c->op->arity;
    for (unsigned i = 0; i < n; i++) input[i] = term_mk_var(t, c->op->param[i], c->cls->bits);
    bool good = op_elaborate(c->op, c->w, cell_fields(c), t, input, &side[0], &side[1], &quiet) &&
                lift_to_chunk(t, side, 2, input, n, c->cls->bits, chunk, chunk_side, chunk_input);
    diag_free(&quiet);
    term_ctx_free(t);
    return good;
}

static ls_status report_lowering(const synth_sink *sink, const cell *c, const judged *x)
{
    strbuf text = {0};
    prog_print(&x->prog, &text);
    synth_lowering l = {.cell = *c,
                        .text = text.s,
                        .engine = x->source->engine,
                        .cost = x->cost,
                        .program = x->program,
                        .ir = x->ir,
                        .parent = x->source->parent ? x->source->parent : ""};
    ls_status rc = sink->lowering(sink->context, &l);
    strbuf_free(&text);
    return rc;
}

static ls_status report_bound(const synth_sink *sink, const cell *c, const grammar *g,
                              const exhaust_result *b)
{
    strbuf text = {0};
    if (!g || (g->tier != GRAMMAR_CORE && !b->bound)) return LS_OK;
    if (!grammar_carries(g, c->cls) || (c->cls != g->cls && !job_is_chunked(c, g->cls->bits)))
        return LS_OK;
    grammar_print(g, &text);
    synth_bound x = {.cell = *c,
                     .insns = b->bound,
                     .grammar = text.s,
                     .engine = "exhaust",
                     .candidates = b->excluded};
    ls_status rc = sink->bound(sink->context, &x);
    strbuf_free(&text);
    return rc;
}

/* Why the search has found nothing, beside what became of what was proposed. */
static void explain_search(const search_context *w, const cell *c, strbuf *out)
{
    unsigned rules = 0;
    for (unsigned i = 0; i < w->s->nrules; i++) rules += w->s->rules[i].op == c->op;
    strbuf_printf(out, "; %u rule%s for it", rules, rules == 1 ? "" : "s");
    strbuf_puts(out,
                form_exists(w->s, c->op) ? ", and LLVM's own way" : ", no form in spec/forms.ir");
    if (c->w > JOB_SEARCHED_WIDTH_MAX)
        strbuf_printf(out, "; fields of more than %d bits are not enumerated here",
                      JOB_SEARCHED_WIDTH_MAX);
}

static void note_failure(const job *j, const cell *c)
{
    strbuf text = {0};
    judge_explain(&j->judge, &text);
    if (j->w->first) few_explain(c, j->ends, &text);
    else explain_search(j->w, c, &text);
    synth_note(j->sink, c, strbuf_text(&text));
    strbuf_free(&text);
}

ls_status job_judge(judge *j, const cell *c, const pool *candidates, const synth_sink *sink,
                    unsigned *n, diags *d)
{
    judged kept[JUDGE_KEEP];
    *n = 0;
    ls_status rc = candidates->count ? judge_cell(j, c, candidates, kept, n, d) : LS_OK;
    for (unsigned i = 0; rc == LS_OK && i < *n; i++) rc = report_lowering(sink, c, &kept[i]);
    return rc;
}

ls_status job_settle(judge *j, const cell *c, const pool *candidates, const char *none,
                     const synth_sink *sink, diags *d)
{
    unsigned n;
    ls_status rc = job_judge(j, c, candidates, sink, &n, d);
    if (rc != LS_OK) return rc;
    if (!n) {
        strbuf text = {0};
        if (candidates->count) judge_explain(j, &text);
        synth_note(sink, c, candidates->count ? strbuf_text(&text) : none);
        strbuf_free(&text);
    }
    return sink->cell_done(sink->context, c, n);
}

/* A stage while it runs. */
typedef struct stage_run {
    const job_stage *stage;
    cost_model **models; /* by target */
} stage_run;

static ls_status run_cells(void *context, const cell *cells, unsigned count,
                           const synth_sink *sink, diags *d)
{
    const stage_run *r = context;
    const job_stage *x = r->stage;
    judge j;
    ls_status rc = job_open_judge(&j, x->s, r->models);
    if (x->steps) j.steps = x->steps;
    for (unsigned i = 0; rc == LS_OK && i < count; i++)
        rc = x->run(x->context, &j, &cells[i], sink, d);
    judge_close(&j);
    return rc;
}

ls_status job_run_stage(const job_stage *x, const cell *cells, unsigned count,
                        const synth_options *o, const synth_sink *sink, diags *d)
{
    if (!count) return LS_OK;
    stage_run r = {.stage = x};
    worker_jobs jobs = {cells, count, o->jobs, o->megabytes, run_cells, &r};
    ls_status rc = cost_models_of_cells(&r.models, x->s, cells, count, o->spec_dir, d);
    if (rc == LS_OK) rc = workers_run(&jobs, sink, d);
    cost_models_free(r.models, x->s);
    return rc;
}

ls_status job_finish_cell(job *j, const cell *c, const pool *candidates, const tier_bounds *b)
{
    unsigned n;
    ls_status rc = job_judge(&j->judge, c, candidates, j->sink, &n, j->d);
    if (rc == LS_OK && !n) note_failure(j, c);
    for (unsigned t = 0; rc == LS_OK && t < GRAMMAR_TIERS; t++)
        rc = report_bound(j->sink, c, b->g[t], &b->r[t]);
    return rc == LS_OK ? j->sink->cell_done(j->sink->context, c, n) : rc;
}

ls_status job_open_judge(judge *j, const spec *s, cost_model **models)
{
    verify_limits limits = verify_default_limits;
    limits.steps = JOB_PROOF_STEPS;
    *j = (judge){.s = s, .models = (const cost_model *const *)models};
    return judge_open(j, limits);
}

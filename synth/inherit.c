/* inherit.c - what one target is known to do, for the targets that can do it too. */
#include "inherit.h"

#include "job.h"
#include "workers.h"

typedef struct run {
    const spec *s;
    const inherit_known *known;
    unsigned count;
    cost_model **models; /* by target */
} run;

/* Adds programs of other targets that are shorter than what the cell of known[i] has, and made of instructions of its target; returns how
 * many instructions that has. What is left to LLVM is asked of it on every target. */
static unsigned collect(const run *r, unsigned i, pool *out)
{
    const cell *c = &r->known[i].cell;
    unsigned first = i, best = ~0u;
    while (first && cell_same_but_target(&r->known[first - 1].cell, c)) first--;
    for (unsigned k = first; k < r->count && cell_same_but_target(&r->known[k].cell, c); k++)
        if (r->known[k].cell.target == c->target && r->known[k].insns < best) best = r->known[k].insns;
    for (unsigned k = first; k < r->count && cell_same_but_target(&r->known[k].cell, c); k++) {
        const inherit_known *x = &r->known[k];
        prog p;
        diags quiet = {0};
        if (x->cell.target == c->target || x->insns >= best) continue;
        bool good = prog_parse(&p, r->s, c->op, c->cls, x->text, (place){0}, &quiet);
        if (good && !prog_has_form(&p) && prog_fits(&p, c->target)) pool_add(out, &p, x->engine, NULL);
        diag_free(&quiet);
    }
    return best;
}

static ls_status run_job(void *context, const cell *cells, unsigned count, const synth_sink *sink, diags *d)
{
    const run *r = context;
    judge j;
    ls_status rc = job_open_judge(&j, r->s, r->models);
    for (unsigned i = 0, at = 0; rc == LS_OK && i < count; i++) {
        pool candidates = {0};
        judged kept[JUDGE_KEEP];
        unsigned n = 0;
        while (cell_compare(&r->known[at].cell, &cells[i])) at++;
        j.below = collect(r, at, &candidates);
        rc = judge_cell(&j, &cells[i], &candidates, kept, &n, d);
        for (unsigned k = 0; rc == LS_OK && k < n; k++) rc = job_report_lowering(sink, &cells[i], &kept[k]);
        if (rc == LS_OK) rc = sink->cell_done(sink->context, &cells[i], n);
        pool_free(&candidates);
    }
    judge_close(&j);
    return rc;
}

ls_status inherit_run(const spec *s, const inherit_known *known, unsigned count, const synth_options *o, const synth_sink *sink, diags *d)
{
    run r = {.s = s, .known = known, .count = count};
    cell *cells = mem_alloc(count + 1, sizeof *cells);
    unsigned n = 0;
    for (unsigned i = 0; i < count; i++) {
        pool candidates = {0};
        bool first = !i || cell_compare(&known[i - 1].cell, &known[i].cell);
        if (first && known[i].asked) collect(&r, i, &candidates);
        if (candidates.count) cells[n++] = known[i].cell;
        pool_free(&candidates);
    }
    worker_jobs jobs = {cells, n, o->jobs, o->megabytes, run_job, &r};
    ls_status rc = n ? cost_models_load(&r.models, s, o->cost_dir, d) : LS_OK;
    if (n && rc == LS_OK) rc = workers_run(&jobs, sink, d);
    if (n) cost_models_free(r.models, s);
    mem_free(cells);
    return rc;
}

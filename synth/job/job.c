// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* job.c - the order of the engines for one operation and width.
 *
 * A class is searched in its family: vector registers at 128 bits, because what is found there is
 * carried over to wider registers by name and proved again; then general registers, each width for
 * itself, with what was found before rewritten by `transfer`. Targets go from the least to the most
 * capable; what was proposed for one is a candidate for the next. For each target: qm, transfer,
 * exhaust, decompose, fuse (with three-input tables exhaust runs twice: once with tables
 * everywhere, which gives the bound, once deeper with tables last). For first programs (first.h)
 * one enumeration of few instructions stands in their place. All families are always searched,
 * whatever cells are wanted, so that what a cell gets does not depend on its company. */
#include "job.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "efforts.h"
#include "job_inside.h"
#include "job_propose.h"
#include "job_report.h"

/* ---- bounds of tiers ---- */

/* Where the search keeps what it has done; empty when it does not. */
static void checkpoint_path(const job *j, const problem *p, const target *t, grammar_tier tier,
                            strbuf *out)
{
    if (!j->w->checkpoints) return;
    mkdir(j->w->checkpoints, 0777); /* there already, or the search goes without */
    strbuf_printf(out, "%s/%s-%u-%s-%s-%d", j->w->checkpoints, p->op->name, p->w, p->cls->name,
                  t->name, (int)tier);
}

/* Goes on with a tier's bound, as far as the effort goes: where that can show the best program
 * optimal, or where one may be found, in the varied tier. What is found is proposed. False when
 * nothing is searched. */
static bool bound_tier(const job *j, const grammar *g, const problem *p, synth_effort effort,
                       pool *out, exhaust_result *r)
{
    if (!g->count) return false;
    unsigned best = job_shortest(out, g), from = r->bound,
             level = efforts_level(effort, g->tier, grammar_find_any_table(g));
    if (!level || !best || best <= from || (best > level + 1 && g->tier != GRAMMAR_VARIED))
        return false;
    exhaust_options o = {.min_level = from,
                         .max_level = best <= level ? best - 1 : level,
                         .tables_inside = true,
                         .max_solutions = 16,
                         .max_bytes = j->w->search_bytes};
    proposer x = {.pool = out, .g = g, .op = p->op, .engine = "exhaust"};
    uint64_t before = r->excluded;
    strbuf path = {0};
    checkpoint_path(j, p, g->target, g->tier, &path);
    if (path.len) o.checkpoint = path.s;
    exhaust_search(g, p, &o, job_take_chain, &x, r);
    r->excluded += before;
    if (path.len) unlink(path.s);
    strbuf_free(&path);
    return true;
}

static void bound_tiers(const job *j, const problem *p, unsigned f, const target *t,
                        synth_effort effort, pool *out, tier_bounds *b)
{
    bound_tier(j, b->g[GRAMMAR_CORE], p, effort, out, &b->r[GRAMMAR_CORE]);
    for (grammar_tier tier = GRAMMAR_CORE + 1; tier < GRAMMAR_TIERS; tier++) {
        const grammar *g = context_grammar(j->w, p->w, f, t, tier);
        /* an earlier target's */
        bool known = b->g[tier] && g->count && grammar_reads_alike(b->g[tier], g);
        if (!known) b->r[tier] = (exhaust_result){0};
        b->g[tier] = known || bound_tier(j, g, p, effort, out, &b->r[tier]) ? g : NULL;
    }
}

/* ---- families ---- */

/* Whether the exhaustive engines work on it: images hold whole registers of fields. */
static bool is_searched(const search_context *w, unsigned width, const regclass *family)
{
    for (unsigned i = 0; i < w->nwidths; i++)
        if (w->widths[i] == width) return context_fits_images(w, family, width);
    return false;
}

static ls_status run_family(job *j, const cell *cells, unsigned count, unsigned f,
                            synth_effort effort, struct seeds *seeds)
{
    const search_context *w = j->w;
    problem *p = mem_alloc(1, sizeof *p);
    pool *candidates = &seeds->pool[f];
    tier_bounds bounds = {0};
    const grammar *before = NULL, *tried[GRAMMAR_TIERS] = {NULL};
    bool searched = is_searched(w, cells[0].w, w->family[f]);
    memset(j->ends, 0, sizeof j->ends);
    job_propose_forms(w, &cells[0], f, candidates);
    ls_status rc = searched
                       ? problem_init(p, cells[0].op, cells[0].w, w->family[f], PROBLEM_SEED, j->d)
                       : LS_OK;
    for (unsigned t = 0; rc == LS_OK && t < w->s->ntargets; t++) {
        const target *tgt = &w->s->targets[t];
        const grammar *g = searched && !w->first && p->fieldwise
                               ? context_grammar(w, cells[0].w, f, tgt, GRAMMAR_CORE)
                               : NULL;
        job_propose_by_rules(w, &cells[0], f, tgt, candidates);
        job_propose_by_shuffle(w, &cells[0], f, tgt, effort, candidates, j->d);
        job_propose_through_vector(j, cells[0].op, cells[0].w, seeds, f, tgt, candidates);
        if (searched && w->first) job_propose_first(j, p, f, tgt, effort, candidates, tried);
        if (g && g->count) {
            /* an earlier target's: nothing new is found */
            bool known = before && grammar_reads_alike(before, g);
            if (!known) job_propose(w, g, p, effort, seeds, candidates, &bounds.r[GRAMMAR_CORE]);
            bounds.g[GRAMMAR_CORE] = before = g;
            bound_tiers(j, p, f, tgt, effort, candidates, &bounds);
        }
        for (unsigned i = 0; rc == LS_OK && i < count; i++)
            if (context_in_family(cells[i].cls, w->family[f]) && cells[i].target == tgt)
                rc = job_finish_cell(j, &cells[i], candidates, &bounds);
    }
    seeds->grammar[f] = before;
    mem_free(p);
    return rc;
}

/* Whether fields of the width fit the family's class, or a wider one that is asked for. */
static bool fits_family(const cell *cells, unsigned count, const regclass *family)
{
    bool fits = cells[0].w <= family->bits;
    for (unsigned i = 0; i < count && !fits; i++) fits = context_in_family(cells[i].cls, family);
    return fits;
}

ls_status job_run(const search_context *w, const cell *cells, unsigned count, synth_effort effort,
                  const synth_sink *sink, diags *d)
{
    job j = {.w = w, .sink = sink, .d = d};
    struct seeds seeds = {0};
    unsigned first = context_first_family(w, cells, count);
    ls_status rc = job_open_judge(&j.judge, w->s, w->models);
    for (unsigned f = w->nfamilies; rc == LS_OK && f-- > first;)
        if (fits_family(cells, count, w->family[f]))
            rc = run_family(&j, cells, count, f, effort, &seeds);
    for (unsigned f = 0; f < JOB_FAMILIES; f++) pool_free(&seeds.pool[f]);
    judge_close(&j.judge);
    return rc;
}

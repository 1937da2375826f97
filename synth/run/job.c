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

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "few.h"
#include "judge.h"
#include "spec/form.h"
#include "spec/op.h"
#include "spec/term/lift.h"
#include "synth/exhaust/decompose.h"
#include "synth/exhaust/exhaust.h"
#include "synth/improve/fuse.h"
#include "synth/improve/transfer.h"
#include "synth/improve/window.h"
#include "synth/logic/qm.h"
#include "through.h"

/* Levels and image operations of the searches: for bounds, for programs; levels of the tiers'
 * bounds, without and with three-input tables. */
static const struct {
    unsigned level, table_level;
    uint64_t bound_work, program_work;
    unsigned tier_level[GRAMMAR_TIERS], tier_table_level[GRAMMAR_TIERS];
    unsigned goals; /* that the engine shuffle may expand */
} efforts[SYNTH_EFFORT_COUNT] = {
    [SYNTH_QUICK] = {.goals = 300,
                     .level = 5,
                     .table_level = 2,
                     .bound_work = 40000000,
                     .program_work = 40000000},
    [SYNTH_NORMAL] = {.goals = 1000,
                      .level = 8,
                      .table_level = 3,
                      .bound_work = 3000000000,
                      .program_work = 600000000,
                      .tier_level = {[GRAMMAR_VARIED] = 4},
                      .tier_table_level = {[GRAMMAR_VARIED] = 3}},
    [SYNTH_LONG] = {.goals = 10000,
                    .level = 8,
                    .table_level = 4,
                    .bound_work = 10000000000,
                    .program_work = 2000000000,
                    .tier_level = {[GRAMMAR_ORDERED] = 5,
                                   [GRAMMAR_VARIED] = 5,
                                   [GRAMMAR_MIDDLE] = 5,
                                   [GRAMMAR_FULL] = 4},
                    .tier_table_level = {[GRAMMAR_CORE] = 5,
                                         [GRAMMAR_ORDERED] = 5,
                                         [GRAMMAR_VARIED] = 4,
                                         [GRAMMAR_MIDDLE] = 5,
                                         [GRAMMAR_FULL] = 4}},
};

static unsigned level_of(synth_effort effort, grammar_tier tier, bool tables)
{
    return tables ? efforts[effort].tier_table_level[tier] : efforts[effort].tier_level[tier];
}

/* ---- workshop ---- */

static grammar *grammar_of(const workshop *w, unsigned width, unsigned family, const target *t,
                           grammar_tier tier)
{
    unsigned i = 0;
    while (i < w->nwidths && w->widths[i] != width) i++;
    require(i < w->nwidths, "the workshop was opened for this width");
    return &w->grammars[((i * JOB_FAMILIES + family) * w->s->ntargets + t->index) * GRAMMAR_TIERS +
                        tier];
}

unsigned job_families(const spec *s, const regclass *out[JOB_FAMILIES])
{
    unsigned n = 0;
    bool vector = false;
    for (unsigned i = 0; i < s->nclasses; i++) {
        const regclass *k = &s->classes[i];
        bool listed = false;
        for (unsigned t = 0; t < s->ntargets; t++)
            listed = listed || target_has_class(&s->targets[t], k);
        if (!listed || (k->vector && vector) || IMAGE_BITS % k->bits || n == JOB_FAMILIES) continue;
        vector = vector || k->vector;
        out[n++] = k;
    }
    return n;
}

bool job_in_family(const regclass *cls, const regclass *family)
{
    return cls == family || (cls->vector && family->vector);
}

/* Families are worked out from the last to the first, and programs go that way: those before the
 * first that is asked for are not needed. */
static unsigned first_family(const workshop *w, const cell *cells, unsigned count)
{
    for (unsigned f = 0; f < w->nfamilies; f++)
        for (unsigned i = 0; i < count; i++)
            if (job_in_family(cells[i].cls, w->family[f])) return f;
    return w->nfamilies;
}

static unsigned grammar_count(const workshop *w)
{
    return w->nwidths * JOB_FAMILIES * w->s->ntargets * GRAMMAR_TIERS;
}

/* Whether jobs search the tier, in vector registers or in general ones. */
static bool has_tier(const workshop *w, const regclass *family, grammar_tier tier)
{
    if (w->first) return few_levels(w->effort, family, tier) > 0;
    if (tier == GRAMMAR_CORE) return true;
    return family->vector && (level_of(w->effort, tier, false) || level_of(w->effort, tier, true));
}

/* Whether images hold the register's fields. Those that cross lanes need constants that no grammar
 * has; and fields that leave bits over are enumerated for first programs only. */
static bool fits_images(const workshop *w, const regclass *family, unsigned width)
{
    if (!w->first) return family->bits % width == 0;
    return family->vector ? 64 % width == 0 : width <= family->bits;
}

static void open_grammars(workshop *w)
{
    w->grammars = mem_alloc(grammar_count(w), sizeof *w->grammars);
    for (unsigned i = 0; i < w->nwidths; i++)
        for (unsigned f = 0; f < w->nfamilies; f++)
            for (unsigned t = 0; t < w->s->ntargets; t++) {
                const target *tgt = &w->s->targets[t];
                const regclass *k = w->family[f];
                if (!target_has_class(tgt, k) || !fits_images(w, k, w->widths[i])) continue;
                for (grammar_tier tier = 0; tier < GRAMMAR_TIERS; tier++)
                    if (has_tier(w, k, tier))
                        grammar_init(grammar_of(w, w->widths[i], f, tgt, tier), w->s, k, tgt,
                                     w->widths[i], tier, w->kernels);
            }
}

/* The distinct field widths of the cells that are searched exhaustively. */
static void choose_widths(workshop *w, const cell *cells, unsigned count)
{
    w->widths = mem_alloc(count + 1, sizeof *w->widths);
    for (unsigned i = 0; i < count; i++) {
        unsigned k = 0;
        while (k < w->nwidths && w->widths[k] != cells[i].w) k++;
        if (k == w->nwidths && (w->first || cells[i].w <= JOB_SEARCHED_WIDTH_MAX))
            w->widths[w->nwidths++] = cells[i].w;
    }
}

static int compare_widths(const void *a, const void *b)
{
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

/* Rules need widths that nobody asked for: all powers of two, and twice and four times what was
 * asked for. */
static void open_book(workshop *w, const cell *cells, unsigned count)
{
    unsigned *width = mem_alloc(3 * (size_t)count + 16, sizeof *width), n = 0, kept = 0;
    for (unsigned p = 1; p <= 64 * FLOW_LIMBS; p *= 2) width[n++] = p;
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 1; k <= 4; k *= 2)
            if (k * cells[i].w <= IMAGE_BITS) width[n++] = k * cells[i].w;
    qsort(width, n, sizeof *width, compare_widths);
    for (unsigned i = 0; i < n; i++)
        if (!kept || width[kept - 1] != width[i]) width[kept++] = width[i];
    flow_machine_open(&w->machine, w->s, w->family, w->nfamilies, w->kernels);
    w->book = rulebook_new(w->s, &w->machine, width, kept, cells, count);
    mem_free(width);
}

/* A class of a target, with the cells of a wide one whose fields do not fill 128 bits: they are
 * taken from *free on. */
static rulebook_place place_of(const regclass *cls, const target *t, const cell *cells,
                               unsigned count, cell **free)
{
    rulebook_place p = {.cls = cls, .target = t, .wanted = *free};
    for (unsigned i = 0; cls->bits > IMAGE_BITS && i < count; i++)
        if (cells[i].cls == cls && cells[i].target == t) p.nwanted++, *(*free)++ = cells[i];
    return p;
}

static ls_status fill_book(workshop *w, const cell *cells, unsigned count, unsigned threads,
                           diags *d)
{
    rulebook_place *places = mem_alloc(w->s->nclasses * (size_t)w->s->ntargets + 1, sizeof *places);
    cell *crossing = mem_alloc((size_t)count + 1, sizeof *crossing), *wanted = crossing;
    unsigned n = 0, first = first_family(w, cells, count);
    for (unsigned t = 0; t < w->s->ntargets; t++)
        for (unsigned c = 0; c < w->s->nclasses; c++) {
            unsigned i = 0, f = first;
            while (i < count && cells[i].target->index != t) i++;
            while (f < w->nfamilies && !job_in_family(&w->s->classes[c], w->family[f])) f++;
            if (i < count && f < w->nfamilies &&
                target_has_class(&w->s->targets[t], &w->s->classes[c]))
                places[n++] = place_of(&w->s->classes[c], &w->s->targets[t], cells, count, &wanted);
        }
    flow_machine_link(&w->machine);
    ls_status rc = rulebook_fill(w->book, places, n, threads, d);
    mem_free(places);
    mem_free(crossing);
    return rc;
}

/* From each general register to each vector register and back, by target. */
static void find_ways(workshop *w)
{
    w->ways = mem_alloc((size_t)JOB_FAMILIES * JOB_FAMILIES * w->s->ntargets, sizeof *w->ways);
    for (unsigned f = 0; f < w->nfamilies; f++)
        for (unsigned v = 0; v < w->nfamilies; v++)
            for (unsigned t = 0; t < w->s->ntargets; t++) {
                through *way = &w->ways[(f * JOB_FAMILIES + v) * w->s->ntargets + t];
                bool fits = !w->family[f]->vector && w->family[v]->vector;
                if (!fits ||
                    !through_find(w->s, &w->s->targets[t], w->family[f], w->family[v], way))
                    *way = (through){0};
            }
}

/* What instructions do to labels, when a cell is about labels. */
static void open_moves(workshop *w, const cell *cells, unsigned count, diags *d)
{
    labels *goal = mem_alloc(1, sizeof *goal);
    const regclass **cls = mem_alloc(w->s->nclasses + 1, sizeof *cls);
    unsigned n = 0, i = 0;
    while (i < count && !shuffle_goal(cells[i].op, cells[i].w, cells[i].cls, goal, d)) i++;
    for (unsigned k = 0; k < w->s->nclasses; k++)
        for (unsigned t = 0; t < w->s->ntargets; t++)
            if (target_has_class(&w->s->targets[t], &w->s->classes[k]) &&
                (!n || cls[n - 1] != &w->s->classes[k]))
                cls[n++] = &w->s->classes[k];
    if (i < count) w->moves = mover_book_new(w->s, cls, n);
    mem_free(cls);
    mem_free(goal);
}

ls_status workshop_open(workshop *w, const spec *s, bool first, const cell *cells, unsigned count,
                        synth_effort effort, unsigned threads, const char *spec_dir, diags *d)
{
    *w = (workshop){.s = s, .first = first, .effort = effort};
    choose_widths(w, cells, count);
    w->kernels = kernel_set_new();
    w->nfamilies = job_families(s, w->family);
    find_ways(w);
    open_grammars(w);
    open_book(w, cells, count);
    ls_status rc = kernel_compile(w->kernels, d);
    for (unsigned i = 0; rc == LS_OK && i < grammar_count(w); i++)
        if (w->grammars[i].count) grammar_link(&w->grammars[i], w->kernels);
    if (rc == LS_OK) rc = cost_models_of_cells(&w->models, s, cells, count, spec_dir, d);
    if (rc == LS_OK) open_moves(w, cells, count, d);
    return rc == LS_OK ? fill_book(w, cells, count, threads, d) : rc;
}

void workshop_close(workshop *w)
{
    cost_models_free(w->models, w->s);
    kernel_set_free(w->kernels);
    for (unsigned i = 0; w->grammars && i < grammar_count(w); i++) grammar_free(&w->grammars[i]);
    mem_free(w->grammars);
    rulebook_free(w->book);
    mover_book_free(w->moves);
    flow_machine_close(&w->machine);
    mem_free(w->widths);
    mem_free(w->ways);
    *w = (workshop){0};
}

/* ---- proposing ---- */

/* What jobs know from the families that they have done. */
struct seeds {
    pool pool[JOB_FAMILIES];
    /* of the most capable target; NULL until the family is done */
    const grammar *grammar[JOB_FAMILIES];
};

/* Whether the program computes the operation on the problem's images. */
static bool agrees(const grammar *g, const problem *p, const prog *q)
{
    for (unsigned k = 0; k < PROBLEM_IMAGES; k++)
        if (!image_is_zero((problem_run(g, p, q, k) ^ p->target[k]) & p->care[k])) return false;
    return true;
}

typedef struct proposer {
    pool *pool;
    const char *engine;
    const grammar *g;
    const op *op;
} proposer;

static void take(void *context, const prog *q)
{
    proposer *x = context;
    prog p = *q;
    fuse_simplify(x->g, &p);
    pool_add(x->pool, &p, x->engine, NULL);
}

static void take_chain(void *context, const chain *x)
{
    const proposer *to = context;
    prog p;
    chain_prog(to->g, x, to->op, &p);
    take(context, &p);
}

/* Instructions of the pool's shortest program that the target has; 0 when there is none. */
static unsigned shortest_for(const pool *p, const target *t)
{
    unsigned best = ~0u;
    for (unsigned i = 0; i < p->count; i++)
        if (prog_fits(&p->entry[i].prog, t) && prog_length(&p->entry[i].prog) < best)
            best = prog_length(&p->entry[i].prog);
    return best == ~0u ? 0 : best;
}

static unsigned shortest(const pool *p, const grammar *g)
{
    return shortest_for(p, g->target);
}

/* The shortest programs of the pool that the target has, covered with tables: each costs a search
 * of covers. */
static void propose_fused(pool *p, const grammar *g)
{
    enum { PROGRAMS = 24, LONGER = 3 };
    unsigned count = p->count, best = shortest(p, g), tried = 0;
    prog q;
    for (unsigned longer = 0; longer <= LONGER; longer++)
        for (unsigned i = 0; i < count && tried < PROGRAMS * (longer + 1); i++) {
            const prog *from = &p->entry[i].prog;
            if (prog_length(from) != best + longer || !prog_fits(from, g->target)) continue;
            tried++;
            if (!fuse_tables(g, from, &q)) continue;
            fuse_simplify(g, &q);
            pool_add(p, &q, "fuse", p->entry[i].text);
        }
}

/* What was proposed in other register classes, rewritten for this one. */
static void propose_transferred(const grammar *g, const problem *p, const struct seeds *seeds,
                                pool *out)
{
    prog q;
    for (unsigned f = 0; f < JOB_FAMILIES; f++)
        for (unsigned i = 0; seeds->grammar[f] && i < seeds->pool[f].count; i++) {
            const struct pool_entry *e = &seeds->pool[f].entry[i];
            if (!transfer_program(seeds->grammar[f], &e->prog, g, p->op, &q) || !agrees(g, p, &q))
                continue;
            pool_add(out, &q, "transfer", e->text);
        }
}

/* Programs by increasing length; what was found so far bounds the length. The first search gives
 * the bound. */
static void propose_searched(const workshop *w, const grammar *g, const problem *p,
                             synth_effort effort, pool *out, proposer *x, exhaust_result *bound)
{
    bool tables = grammar_find_any_table(g) != NULL;
    unsigned share = g->cls->vector ? 1 : 4; /* general registers live on what is transferred */
    exhaust_options o = {.max_level = tables ? efforts[effort].table_level : efforts[effort].level,
                         .tables_inside = tables,
                         .max_work = efforts[effort].bound_work / (g->cls->vector ? 1 : 2),
                         .whole_levels = true,
                         .max_solutions = 16,
                         .best_known = shortest(out, g),
                         .max_bytes = w->search_bytes};
    exhaust_result deeper;
    x->engine = "exhaust";
    exhaust_search(g, p, &o, take_chain, x, bound);
    o = (exhaust_options){.min_level = bound->bound < 4 || tables ? 0 : bound->bound - 3,
                          .max_level = efforts[effort].level,
                          .suffixes = true,
                          .max_work = efforts[effort].program_work / share,
                          .max_solutions = 16,
                          .best_known = shortest(out, g),
                          .max_bytes = w->search_bytes};
    exhaust_search(g, p, &o, take_chain, x, &deeper);
    x->engine = "decompose";
    decompose_propose(g, p, shortest(out, g), efforts[effort].program_work / share / 20, take, x);
}

/* Windows of the shortest programs, each improved until nothing changes. */
static void propose_windows(const grammar *g, const problem *p, synth_effort effort, pool *out,
                            proposer *x)
{
    enum { PROGRAMS = 3 };
    unsigned best = shortest(out, g), count = out->count, tried = 0;
    window_options o = window_default_options;
    if (effort == SYNTH_LONG) {
        o.equal_size = 3;
        o.breadth = 1000;
        o.max_work = 300000;
    }
    x->engine = "window";
    for (unsigned i = 0; i < count && tried < PROGRAMS; i++) {
        prog q = out->entry[i].prog;
        if (prog_length(&q) != best || !prog_fits(&q, g->target)) continue;
        tried++;
        window_propose(g, p, &q, &o, take, x);
    }
}

static void propose(const workshop *w, const grammar *g, const problem *p, synth_effort effort,
                    const struct seeds *seeds, pool *out, exhaust_result *bound)
{
    proposer x = {.pool = out, .g = g, .op = p->op, .engine = "qm"};
    qm_propose(g, p, take, &x);
    propose_transferred(g, p, seeds, out);
    propose_searched(w, g, p, effort, out, &x, bound);
    if (shortest(out, g) > 3) propose_windows(g, p, effort, out, &x);
    if (!grammar_find_any_table(g)) return;
    propose_fused(out, g);
    if (shortest(out, g) > 3) propose_windows(g, p, effort, out, &x);
}

/* ---- reporting ---- */

/* The bounds of a cell's grammars, by tier. */
typedef struct tier_bounds {
    const grammar *g[GRAMMAR_TIERS];
    exhaust_result r[GRAMMAR_TIERS];
} tier_bounds;

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

/* ---- reporting ---- */

typedef struct job {
    const workshop *w;
    judge judge;
    const synth_sink *sink;
    diags *d;
    few_end ends[GRAMMAR_TIERS]; /* of the enumerations for first programs, in the family at hand */
} job;

ls_status job_report_lowering(const synth_sink *sink, const cell *c, const judged *x)
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
static void explain_search(const workshop *w, const cell *c, strbuf *out)
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

static ls_status finish_cell(job *j, const cell *c, const pool *candidates, const tier_bounds *b)
{
    judged kept[JUDGE_KEEP];
    unsigned n = 0;
    ls_status rc = judge_cell(&j->judge, c, candidates, kept, &n, j->d);
    for (unsigned i = 0; rc == LS_OK && i < n; i++) rc = job_report_lowering(j->sink, c, &kept[i]);
    if (rc == LS_OK && !n) note_failure(j, c);
    for (unsigned t = 0; rc == LS_OK && t < GRAMMAR_TIERS; t++)
        rc = report_bound(j->sink, c, b->g[t], &b->r[t]);
    return rc == LS_OK ? j->sink->cell_done(j->sink->context, c, n) : rc;
}

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
    unsigned best = shortest(out, g), from = r->bound,
             level = level_of(effort, g->tier, grammar_find_any_table(g));
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
    exhaust_search(g, p, &o, take_chain, &x, r);
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
        const grammar *g = grammar_of(j->w, p->w, f, t, tier);
        /* an earlier target's */
        bool known = b->g[tier] && g->count && grammar_reads_alike(b->g[tier], g);
        if (!known) b->r[tier] = (exhaust_result){0};
        b->g[tier] = known || bound_tier(j, g, p, effort, out, &b->r[tier]) ? g : NULL;
    }
}

/* What rules give for the classes of a family. */
typedef struct rule_proposer {
    pool *pool;
    const op *op;
} rule_proposer;

static void take_rule(void *context, const prog *p, const char *rule_name)
{
    const rule_proposer *x = context;
    pool_add(x->pool, p, "rules", rule_name);
}

static void propose_by_rules(const workshop *w, const cell *first, unsigned f, const target *t,
                             pool *out)
{
    rule_proposer x = {out, first->op};
    for (const regclass *const *k = t->classes; *k; k++) {
        cell c = {first->op, first->w, *k, t};
        if (job_in_family(*k, w->family[f]) && cell_exists(&c))
            rulebook_propose(w->book, &c, take_rule, &x);
    }
}

/* Fields of a width that is no power of two, of which LLVM makes code worth looking at: one by one.
 */
enum { ODD_FIELDS_MAX = 21 };

/* Whether a narrower class of the family has the form: it goes on from there, if fields fill it. */
static bool is_narrower_known(const spec *s, const instr *in, unsigned width,
                              const regclass *family)
{
    for (unsigned i = 0; i < s->nform_instrs; i++) {
        const instr *x = &s->form_instrs[i];
        bool same = x->form_of == in->form_of && x->way == in->way &&
                    job_in_family(x->result, family);
        if (same && x->result->bits < in->result->bits && !(x->result->bits % width) &&
            form_has_width(x, width))
            return true;
    }
    return false;
}

/* The operation as LLVM itself lowers it, so that no cell need be worse than that; and the other
 * ways that are left to LLVM. */
static void propose_forms(const workshop *w, const cell *first, unsigned f, pool *out)
{
    unsigned src[SPEC_SRC_MAX] = {0, 1, 2, 3};
    for (unsigned i = 0; i < w->s->nform_instrs; i++) {
        const instr *in = &w->s->form_instrs[i];
        prog p;
        if (in->form_of != first->op || !job_in_family(in->result, w->family[f]) ||
            !form_has_width(in, first->w))
            continue;
        /* LLVM takes vectors of odd fields apart */
        if (first->w & (first->w - 1) && in->result->bits / first->w > ODD_FIELDS_MAX) continue;
        if (is_narrower_known(w->s, in, first->w, w->family[f])) continue;
        prog_init(&p, first->op, in->result);
        prog_add(&p, in, src, first->w);
        pool_add(out, &p, "llvm", NULL);
    }
}

static const char shuffle_engine[] = "shuffle";

static void take_shuffle(void *context, const prog *p)
{
    pool_add(context, p, shuffle_engine, NULL);
}

/* Whether an earlier target has the class and the same moves: what it was given is among the
 * candidates. */
static bool was_shuffled(const workshop *w, const regclass *cls, const target *t)
{
    for (unsigned i = 0; i < t->index; i++)
        if (target_has_class(&w->s->targets[i], cls) &&
            mover_machines_are_alike(w->moves, cls, &w->s->targets[i], t))
            return true;
    return false;
}

/* Instructions of the shortest program that labels gave for an earlier target in this class, which
 * only a shorter one improves; SHUFFLE_STEPS_MAX + 1 when there is none. Other engines' programs
 * need not be right. */
static unsigned shortest_shuffle(const pool *p, const cell *c)
{
    unsigned best = SHUFFLE_STEPS_MAX + 1;
    for (unsigned i = 0; i < p->count; i++) {
        const prog *q = &p->entry[i].prog;
        if (!strcmp(p->entry[i].engine, shuffle_engine) && q->cls == c->cls &&
            prog_fits(q, c->target) && prog_length(q) < best)
            best = prog_length(q);
    }
    return best;
}

/* What the engine for movements gives for the classes of a family. */
static void propose_by_shuffle(const workshop *w, const cell *first, unsigned f, const target *t,
                               synth_effort effort, pool *out, diags *d)
{
    enum { SHORT = 4 }; /* programs that a quick run does not try to beat */
    unsigned best = shortest_for(out, t);
    if (effort == SYNTH_QUICK && best && best <= SHORT) return;
    for (const regclass *const *k = t->classes; w->moves && *k; k++) {
        cell c = {first->op, first->w, *k, t};
        if (!job_in_family(*k, w->family[f]) || !cell_exists(&c) || was_shuffled(w, *k, t))
            continue;
        unsigned known = shortest_shuffle(out, &c);
        if (known)
            shuffle_propose(w->moves, &c, efforts[effort].goals, known - 1, take_shuffle, out, d);
    }
}

/* The shortest vector programs, for general registers. */
static void propose_through_vector(job *j, const op *o, unsigned width, const struct seeds *seeds,
                                   unsigned f, const target *t, pool *out)
{
    const workshop *w = j->w;
    cell c = {o, width, w->family[f], t};
    if (w->family[f]->vector || !target_has_class(t, c.cls) || !cell_exists(&c)) return;
    for (unsigned v = 0; v < w->nfamilies; v++) {
        const through *way = &w->ways[(f * JOB_FAMILIES + v) * w->s->ntargets + t->index];
        if (way->there) through_propose(way, j->judge.v, &c, &seeds->pool[v], out);
    }
}

/* Whether the exhaustive engines work on it: images hold whole registers of fields. */
static bool is_searched(const workshop *w, unsigned width, const regclass *family)
{
    for (unsigned i = 0; i < w->nwidths; i++)
        if (w->widths[i] == width) return fits_images(w, family, width);
    return false;
}

/* Programs of a few instructions, in each tier that is searched for them. before: by tier, the
 * grammar of an earlier target, in which nothing new is found. */
static void propose_first(job *j, const problem *p, unsigned f, const target *t,
                          synth_effort effort, pool *out, const grammar *before[GRAMMAR_TIERS])
{
    const workshop *w = j->w;
    if (!p->fieldwise && p->cls->vector) return; /* their grammars have nothing that moves fields */
    for (grammar_tier tier = 0; tier < GRAMMAR_TIERS; tier++) {
        const grammar *g = grammar_of(w, p->w, f, t, tier);
        proposer x = {.pool = out, .g = g, .op = p->op, .engine = "exhaust"};
        exhaust_result r;
        if (!g->count || (before[tier] && grammar_reads_alike(before[tier], g))) continue;
        before[tier] = g;
        exhaust_options o = few_options(effort, p, tier);
        o.best_known = shortest(out, g);
        o.max_bytes = w->search_bytes;
        exhaust_search(g, p, &o, take_chain, &x, &r);
        j->ends[tier] = (few_end){g->count, r.bound, r.end, r.refuted};
    }
}

static ls_status run_family(job *j, const cell *cells, unsigned count, unsigned f,
                            synth_effort effort, struct seeds *seeds)
{
    const workshop *w = j->w;
    problem *p = mem_alloc(1, sizeof *p);
    pool *candidates = &seeds->pool[f];
    tier_bounds bounds = {0};
    const grammar *before = NULL, *tried[GRAMMAR_TIERS] = {NULL};
    bool searched = is_searched(w, cells[0].w, w->family[f]);
    memset(j->ends, 0, sizeof j->ends);
    propose_forms(w, &cells[0], f, candidates);
    ls_status rc = searched
                       ? problem_init(p, cells[0].op, cells[0].w, w->family[f], PROBLEM_SEED, j->d)
                       : LS_OK;
    for (unsigned t = 0; rc == LS_OK && t < w->s->ntargets; t++) {
        const target *tgt = &w->s->targets[t];
        const grammar *g = searched && !w->first && p->fieldwise
                               ? grammar_of(w, cells[0].w, f, tgt, GRAMMAR_CORE)
                               : NULL;
        propose_by_rules(w, &cells[0], f, tgt, candidates);
        propose_by_shuffle(w, &cells[0], f, tgt, effort, candidates, j->d);
        propose_through_vector(j, cells[0].op, cells[0].w, seeds, f, tgt, candidates);
        if (searched && w->first) propose_first(j, p, f, tgt, effort, candidates, tried);
        if (g && g->count) {
            /* an earlier target's: nothing new is found */
            bool known = before && grammar_reads_alike(before, g);
            if (!known) propose(w, g, p, effort, seeds, candidates, &bounds.r[GRAMMAR_CORE]);
            bounds.g[GRAMMAR_CORE] = before = g;
            bound_tiers(j, p, f, tgt, effort, candidates, &bounds);
        }
        for (unsigned i = 0; rc == LS_OK && i < count; i++)
            if (job_in_family(cells[i].cls, w->family[f]) && cells[i].target == tgt)
                rc = finish_cell(j, &cells[i], candidates, &bounds);
    }
    seeds->grammar[f] = before;
    mem_free(p);
    return rc;
}

ls_status job_open_judge(judge *j, const spec *s, cost_model **models)
{
    verify_limits limits = verify_default_limits;
    limits.steps = JOB_PROOF_STEPS;
    *j = (judge){.s = s, .models = (const cost_model *const *)models};
    return judge_open(j, limits);
}

ls_status job_run(const workshop *w, const cell *cells, unsigned count, synth_effort effort,
                  const synth_sink *sink, diags *d)
{
    job j = {.w = w, .sink = sink, .d = d};
    struct seeds seeds = {0};
    unsigned first = first_family(w, cells, count);
    ls_status rc = job_open_judge(&j.judge, w->s, w->models);
    for (unsigned f = w->nfamilies; rc == LS_OK && f-- > first;)
        if (cells[0].w <= w->family[f]->bits) rc = run_family(&j, cells, count, f, effort, &seeds);
    for (unsigned f = 0; f < JOB_FAMILIES; f++) pool_free(&seeds.pool[f]);
    judge_close(&j.judge);
    return rc;
}

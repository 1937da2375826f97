/* bounds.c - exhaustive search for fields of 4 to 64 bits.
 *
 * Rules (rules.c) make the programs of such fields; how good they are is a question for `exhaust`. It looks at some fields only, drawn, and
 * what is wrong on these is wrong: a level on which nothing agrees is excluded for good. The grammar is that of the full tier: every
 * described instruction that acts on 64-bit chunks, with every immediate, and some constants.
 *
 * Levels are few, since the full tier has hundreds of members: as many as can show the best program optimal where that is possible, else as many as
 * are cheap. What a grammar cannot do, one with some of its instructions cannot: the largest is searched first, and others begin where
 * it ended. Where a level has a program although a longer one is known, it is judged like any other proposal. */
#include "bounds.h"

#include <string.h>

#include "job.h"
#include "workers.h"

/* Instructions of the programs that are all looked at: anyway, and where the best program then turns out to be optimal. */
static const struct {
    unsigned vector, with_tables, general;
} anyway[SYNTH_EFFORT_COUNT] = {{1, 1, 2}, {2, 2, 3}, {2, 2, 3}}, at_most[SYNTH_EFFORT_COUNT] = {{1, 1, 2}, {2, 2, 3}, {3, 2, 3}};

/* Image operations of a search, and programs that agree on what it looks at and are wrong. */
static const uint64_t max_work[SYNTH_EFFORT_COUNT] = {100000000, 1000000000, 4000000000};
enum { WRONG_MAX = 2000 };

/* A class of a target at a width, and where it is searched: in the narrowest class of the target that has the same grammar. */
typedef struct class_grammar {
    const regclass *leader;
    grammar g; /* of leaders only, as what follows */
    char (*action)[HASH_TEXT];
} class_grammar;

typedef struct shop {
    const spec *s;
    const synth_options *o;
    const cell *cells;
    const unsigned *best;
    const regclass *family[JOB_FAMILIES];
    unsigned nfamilies, *widths, nwidths;
    kernel_set *kernels;
    class_grammar *places; /* [width index][target][class] */
    cost_model **models;
} shop;

typedef struct bounds_job {
    const shop *x;
    const cell *cells;
    unsigned count;
    const synth_sink *sink;
    diags *d;
    problem *p;
    exhaust_result *done; /* by place: of the family at hand; bound 0: not searched */
} bounds_job;

bool bounds_are_for(const cell *c)
{
    bool fills = 64 % c->w == 0 && c->cls->bits % c->w == 0;
    return c->w > JOB_SEARCHED_WIDTH_MAX && fills && c->op->result == OP_FIELDS;
}

/* ---- what jobs share ---- */

static class_grammar *place_of(const shop *x, unsigned w, const target *t, const regclass *cls)
{
    unsigned i = 0;
    while (i < x->nwidths && x->widths[i] != w) i++;
    require(i < x->nwidths, "the grammars are made for this width");
    return &x->places[(i * x->s->ntargets + t->index) * x->s->nclasses + (unsigned)(cls - x->s->classes)];
}

static unsigned place_count(const shop *x)
{
    return x->nwidths * x->s->ntargets * x->s->nclasses;
}

static void choose_widths(shop *x, unsigned count)
{
    x->widths = mem_alloc(count + 1, sizeof *x->widths);
    for (unsigned i = 0; i < count; i++) {
        unsigned k = 0;
        while (k < x->nwidths && x->widths[k] != x->cells[i].w) k++;
        if (k == x->nwidths) x->widths[x->nwidths++] = x->cells[i].w;
    }
}

static void open_place(shop *x, unsigned w, const target *t, const regclass *cls)
{
    class_grammar *p = place_of(x, w, t, cls);
    for (const regclass *const *k = t->classes; *k && *k != cls; k++) {
        const class_grammar *before = place_of(x, w, t, *k);
        if (!cls->vector || before->leader != *k || !(*k)->vector || !grammar_carries(&before->g, cls)) continue;
        p->leader = *k;
        return;
    }
    p->leader = cls;
    grammar_init(&p->g, x->s, cls, t, w, GRAMMAR_FULL, x->kernels);
    p->action = mem_alloc(p->g.count + 1, sizeof *p->action);
    grammar_actions(&p->g, p->action);
}

/* For each width and target of which there is a cell. */
static void open_places(shop *x, unsigned count)
{
    x->places = mem_alloc((size_t)place_count(x) + 1, sizeof *x->places);
    for (unsigned i = 0; i < count; i++) {
        const cell *c = &x->cells[i];
        if (place_of(x, c->w, c->target, c->target->classes[0])->leader) continue;
        for (const regclass *const *k = c->target->classes; *k; k++) open_place(x, c->w, c->target, *k);
    }
}

static bool is_leader(const shop *x, unsigned i)
{
    return x->places[i].leader == &x->s->classes[i % x->s->nclasses];
}

static void close_shop(shop *x)
{
    for (unsigned i = 0; i < place_count(x); i++) {
        if (is_leader(x, i)) grammar_free(&x->places[i].g);
        mem_free(x->places[i].action);
    }
    for (unsigned t = 0; t < x->s->ntargets; t++) cost_model_free(x->models[t]);
    mem_free(x->places);
    mem_free(x->models);
    mem_free(x->widths);
    kernel_set_free(x->kernels);
}

static ls_status open_shop(shop *x, unsigned count, diags *d)
{
    ls_status rc = LS_OK;
    x->kernels = kernel_set_new();
    x->models = mem_alloc(x->s->ntargets, sizeof *x->models);
    choose_widths(x, count);
    open_places(x, count);
    for (unsigned t = 0; rc == LS_OK && t < x->s->ntargets; t++) rc = cost_model_load(&x->models[t], x->s, &x->s->targets[t], x->o->cost_dir, d);
    if (rc == LS_OK) rc = kernel_compile(x->kernels, d);
    for (unsigned i = 0; rc == LS_OK && i < place_count(x); i++)
        if (is_leader(x, i)) grammar_link(&x->places[i].g, x->kernels);
    return rc;
}

/* ---- one job ---- */

static unsigned levels(const bounds_job *j, const grammar *g, unsigned best)
{
    synth_effort e = j->x->o->effort;
    bool tables = grammar_find_any_table(g) != NULL;
    unsigned low = !g->cls->vector ? anyway[e].general : tables ? anyway[e].with_tables : anyway[e].vector;
    unsigned high = !g->cls->vector ? at_most[e].general : tables ? at_most[e].with_tables : at_most[e].vector;
    return best && best <= high + 1 ? best - 1 : low; /* level `best` holds the best program itself */
}

static void search(const bounds_job *j, const grammar *g, exhaust_options *o, exhaust_found_fn *found, void *context, exhaust_result *out)
{
    o->tables_inside = true;
    o->images = problem_images(j->p->w);
    o->max_work = max_work[j->x->o->effort];
    o->max_wrong = WRONG_MAX;
    o->max_bytes = (uint64_t)j->x->o->megabytes << 19;
    exhaust_search(g, j->p, o, found, context, out);
}

typedef struct taker {
    const grammar *g;
    const op *op;
    pool pool;
} taker;

static void take(void *context, const chain *x)
{
    taker *to = context;
    prog p;
    chain_prog(to->g, x, to->op, &p);
    pool_add(&to->pool, &p, "exhaust", NULL);
}

/* Whether the search in the grammar is one for cell i of the job. */
static bool serves(const bounds_job *j, const grammar *g, unsigned i)
{
    const cell *c = &j->cells[i];
    return c->target == g->target && place_of(j->x, c->w, c->target, c->cls)->leader == g->cls;
}

static unsigned best_of_cell(const bounds_job *j, unsigned i)
{
    return j->x->best[&j->cells[i] - j->x->cells];
}

/* The programs of level `length`, for the cells whose best is longer. */
static ls_status judge_shorter(const bounds_job *j, const grammar *g, unsigned length)
{
    enum { PROGRAMS = 16 };
    taker to = {.g = g, .op = j->p->op};
    exhaust_options o = {.min_level = length, .max_level = length, .max_solutions = PROGRAMS};
    exhaust_result r;
    judge by = {.s = j->x->s, .models = (const cost_model *const *)j->x->models};
    search(j, g, &o, take, &to, &r);
    ls_status rc = judge_open(&by, verify_default_limits);
    for (unsigned i = 0; rc == LS_OK && i < j->count; i++) {
        judged kept[JUDGE_KEEP];
        unsigned n = 0;
        if (!serves(j, g, i) || best_of_cell(j, i) <= length) continue;
        rc = judge_cell(&by, &j->cells[i], &to.pool, kept, &n, j->d);
        for (unsigned k = 0; rc == LS_OK && k < n; k++) rc = job_report_lowering(j->sink, &j->cells[i], &kept[k]);
    }
    judge_close(&by);
    pool_free(&to.pool);
    return rc;
}

static ls_status report(const bounds_job *j, const cell *c, const grammar *g, const exhaust_result *r)
{
    if (c->cls->vector && !job_is_chunked(c, g->bits)) return LS_OK;
    strbuf text = {0};
    grammar_print(g, &text);
    synth_bound b = {.cell = *c, .insns = r->bound, .grammar = text.s, .engine = "exhaust", .candidates = r->excluded};
    ls_status rc = j->sink->bound(j->sink->context, &b);
    strbuf_free(&text);
    return rc;
}

/* The highest bound of a grammar that covers it. */
static exhaust_result known_of(const bounds_job *j, unsigned at)
{
    exhaust_result best = {0};
    const class_grammar *b = &j->x->places[at];
    for (unsigned i = 0; i < place_count(j->x); i++) {
        const class_grammar *a = &j->x->places[i];
        if (j->done[i].bound <= best.bound) continue;
        if (grammar_covers((const char (*)[HASH_TEXT])a->action, a->g.count, (const char (*)[HASH_TEXT])b->action, b->g.count)) best = j->done[i];
    }
    return best;
}

/* One search, for all classes of the target that have the grammar. */
static ls_status run_grammar(bounds_job *j, unsigned at)
{
    const grammar *g = &j->x->places[at].g;
    unsigned shortest = 0;
    bool any = false;
    for (unsigned i = 0; i < j->count; i++) {
        if (!serves(j, g, i)) continue;
        any = true;
        if (best_of_cell(j, i) && (!shortest || best_of_cell(j, i) < shortest)) shortest = best_of_cell(j, i);
    }
    if (!any) return LS_OK;
    exhaust_result r = known_of(j, at);
    exhaust_options o = {.min_level = r.bound, .max_level = levels(j, g, shortest), .max_solutions = 1};
    ls_status rc = LS_OK;
    if (o.min_level <= o.max_level) {
        uint64_t before = r.excluded;
        search(j, g, &o, NULL, NULL, &r);
        r.excluded += before;
        if (r.solutions && r.bound < shortest) rc = judge_shorter(j, g, r.bound);
    }
    j->done[at] = r;
    for (unsigned i = 0; rc == LS_OK && r.bound && i < j->count; i++)
        if (serves(j, g, i)) rc = report(j, &j->cells[i], g, &r);
    return rc;
}

/* The family's grammar at the job's width that has the most members and has not been searched; place_count when there is none. */
static unsigned largest(const bounds_job *j, const regclass *family, const bool *searched)
{
    unsigned best = place_count(j->x);
    for (unsigned i = 0; i < place_count(j->x); i++) {
        const grammar *g = &j->x->places[i].g;
        if (!is_leader(j->x, i) || g->w != j->p->w || !job_in_family(g->cls, family) || searched[i]) continue;
        if (best == place_count(j->x) || g->count > j->x->places[best].g.count) best = i;
    }
    return best;
}

/* The classes of a family, whose problem is that of the one that is searched: fields are alike and apart. */
static ls_status run_family(bounds_job *j, const regclass *family)
{
    ls_status rc = problem_init(j->p, j->cells->op, j->cells->w, family, PROBLEM_SEED, j->d);
    if (rc != LS_OK || !j->p->fieldwise) return rc;
    bool *searched = mem_alloc(place_count(j->x), sizeof *searched);
    memset(j->done, 0, place_count(j->x) * sizeof *j->done);
    for (unsigned i; rc == LS_OK && (i = largest(j, family, searched)) < place_count(j->x); searched[i] = true) rc = run_grammar(j, i);
    mem_free(searched);
    return rc;
}

static ls_status run_job(void *context, const cell *cells, unsigned count, const synth_sink *sink, diags *d)
{
    const shop *x = context;
    bounds_job j = {x, cells, count, sink, d, mem_alloc(1, sizeof *j.p), mem_alloc(place_count(x), sizeof *j.done)};
    ls_status rc = LS_OK;
    for (unsigned f = 0; rc == LS_OK && f < j.x->nfamilies; f++) {
        bool any = false;
        for (unsigned i = 0; i < count; i++) any = any || job_in_family(cells[i].cls, j.x->family[f]);
        if (any) rc = run_family(&j, j.x->family[f]);
    }
    for (unsigned i = 0; rc == LS_OK && i < count; i++) rc = sink->cell_done(sink->context, &cells[i], 0);
    mem_free(j.p);
    mem_free(j.done);
    return rc;
}

/* The family's class that stands for the cell's. */
static const regclass *searched_class(const shop *x, const cell *c)
{
    for (unsigned f = 0; f < x->nfamilies; f++)
        if (job_in_family(c->cls, x->family[f])) return x->family[f];
    return c->cls;
}

/* Keeps the cells of operations that work field by field. */
static unsigned keep_fieldwise(const shop *x, const cell *cells, const unsigned *best, unsigned count, cell *kept, unsigned *kept_best)
{
    unsigned n = 0;
    bool fieldwise = false;
    for (unsigned i = 0; i < count; i++) {
        bool same = i && cells[i].op == cells[i - 1].op && cells[i].w == cells[i - 1].w;
        if (!same) fieldwise = problem_is_fieldwise(cells[i].op, cells[i].w, searched_class(x, &cells[i]));
        if (fieldwise) kept_best[n] = best[i], kept[n++] = cells[i];
    }
    return n;
}

ls_status bounds_run(const spec *s, const cell *cells, const unsigned *best, unsigned count, const synth_options *o, const synth_sink *sink,
                     diags *d)
{
    cell *kept = mem_alloc(count + 1, sizeof *kept);
    unsigned *kept_best = mem_alloc(count + 1, sizeof *kept_best);
    shop x = {.s = s, .o = o, .cells = kept, .best = kept_best};
    x.nfamilies = job_families(s, x.family);
    worker_jobs jobs = {kept, keep_fieldwise(&x, cells, best, count, kept, kept_best), o->jobs, o->megabytes, run_job, &x};
    ls_status rc = jobs.count ? open_shop(&x, jobs.count, d) : LS_OK;
    if (rc == LS_OK && jobs.count) rc = workers_run(&jobs, sink, d);
    if (jobs.count) close_shop(&x);
    mem_free(kept);
    mem_free(kept_best);
    return rc;
}

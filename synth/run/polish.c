// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* polish.c - polishes programs: searches in the widest grammar, that of the full tier. It has every
 * described instruction that acts on 64-bit chunks, with every immediate, and some constants. In
 * vector registers for operations that work field by field, in general ones for all.
 *
 * Rules (rules.c) make the programs of fields of 4 to 64 bits, and searches in the core tier those
 * of 1 and 2 bits (job.c). How good they are is a question for `window` and `exhaust`. Three steps
 * for an operation, a width and a family of registers:
 *
 * 1. Windows of the best program of each target are replaced by shorter ones; what is found for one
 *    target is where the next begins.
 * 2. All programs of a few instructions are excluded, or one is found. Images hold some fields
 *    only, drawn, and what is wrong on these is wrong: a level on which nothing agrees is excluded
 *    for good. Levels are few, since the full tier has hundreds of members. What a grammar cannot
 *    do, one with some of its instructions cannot: the largest is searched first, and others begin
 *    where it ended; last the core tier, which has few and is searched further.
 * 3. Programs that are shorter than what was known are judged like any other proposal. */
#include "polish.h"

#include <string.h>

#include "synth/exhaust/exhaust.h"
#include "synth/improve/fuse.h"
#include "synth/improve/window.h"
#include "synth/job/context.h"
#include "synth/job/job_report.h"
#include "synth/job/workers.h"

/* Grammars of a class. Windows are tried with the first, which has all members of the others. */
enum { TIERS = 2 };
static const grammar_tier tiers[TIERS] = {GRAMMAR_FULL, GRAMMAR_CORE};

/* Instructions of the programs that are all looked at; `across`: in general registers, of
 * operations whose fields depend on each other. */
static const struct {
    unsigned vector, with_tables, general, across;
} depth[TIERS][SYNTH_EFFORT_COUNT] = {{{1, 1, 2, 1}, {2, 2, 3, 2}, {3, 3, 4, 4}},
                                      {[SYNTH_LONG] = {5, 4, 5, 4}}};

/* Image operations of a search, and programs that agree on what it looks at and are wrong. */
static const uint64_t max_work[SYNTH_EFFORT_COUNT] = {100000000, 1000000000, 40000000000};
enum { WRONG_MAX = 2000 };

/* A class of a target at a width, and where it is searched: in the narrowest class of the target
 * that has the same grammar. */
typedef struct class_grammar {
    const regclass *leader;
    grammar g; /* of leaders only, as what follows */
    char (*action)[HASH_TEXT];
    char (*below)[HASH_TEXT]; /* of whole vector registers, on their lowest chunk; or NULL */
} class_grammar;

typedef struct polish_search {
    const spec *s;
    const synth_options *o;
    const cell *cells;
    const polish_known *known;
    const regclass *family[JOB_FAMILIES];
    unsigned nfamilies, *widths, nwidths;
    kernel_set *kernels;
    class_grammar *places; /* [tier][width index][target][class] */
    cost_model **models;
} polish_search;

typedef struct polish_job {
    const polish_search *x;
    const cell *cells;
    unsigned count;
    const synth_sink *sink;
    diags *d;
    judge judge;
    /* of the family at hand: */
    problem *p;
    pool pool;            /* what was found */
    struct {
        char text[HASH_TEXT];
        unsigned members;
    } tried[64];          /* programs that windows were tried in, and the size of the grammar */
    unsigned ntried;
    exhaust_result *done; /* by place; bound 0: not searched */
} polish_job;

bool polish_is_for(const cell *c)
{
    bool fills = 64 % c->w == 0 && c->cls->bits % c->w == 0;
    return fills && (c->op->result == OP_FIELDS || !c->cls->vector);
}

/* ---- what jobs share ---- */

static class_grammar *place_of(const polish_search *x, unsigned tier, unsigned w, const target *t,
                               const regclass *cls)
{
    unsigned i = 0;
    while (i < x->nwidths && x->widths[i] != w) i++;
    require(i < x->nwidths, "the grammars are made for this width");
    return &x->places[((tier * x->nwidths + i) * x->s->ntargets + t->index) * x->s->nclasses +
                      (unsigned)(cls - x->s->classes)];
}

static unsigned place_count(const polish_search *x)
{
    return TIERS * x->nwidths * x->s->ntargets * x->s->nclasses;
}

static unsigned tier_of(const grammar *g)
{
    return g->tier == tiers[0] ? 0 : 1;
}

static void choose_widths(polish_search *x, unsigned count)
{
    x->widths = mem_alloc(count + 1, sizeof *x->widths);
    for (unsigned i = 0; i < count; i++) {
        unsigned k = 0;
        while (k < x->nwidths && x->widths[k] != x->cells[i].w) k++;
        if (k == x->nwidths) x->widths[x->nwidths++] = x->cells[i].w;
    }
}

static void open_place(polish_search *x, unsigned tier, unsigned w, const target *t,
                       const regclass *cls)
{
    class_grammar *p = place_of(x, tier, w, t, cls);
    for (const regclass *const *k = t->classes; *k && *k != cls; k++) {
        const class_grammar *before = place_of(x, tier, w, t, *k);
        if (!cls->vector || before->leader != *k || !(*k)->vector ||
            !grammar_carries(&before->g, cls))
            continue;
        p->leader = *k;
        return;
    }
    p->leader = cls;
    grammar_init(&p->g, x->s, cls, t, w, tiers[tier], x->kernels);
    p->action = mem_alloc(p->g.count + 1, sizeof *p->action);
    p->below = mem_alloc(p->g.count + 1, sizeof *p->below);
    grammar_actions(&p->g, p->action);
    if (grammar_chunk_actions(&p->g, p->below)) return;
    mem_free(p->below);
    p->below = NULL;
}

/* For each width and target of which there is a cell. */
static void open_places(polish_search *x, unsigned count)
{
    x->places = mem_alloc((size_t)place_count(x) + 1, sizeof *x->places);
    for (unsigned tier = 0; tier < TIERS; tier++)
        for (unsigned i = 0; depth[tier][x->o->effort].vector && i < count; i++) {
            const cell *c = &x->cells[i];
            if (place_of(x, tier, c->w, c->target, c->target->classes[0])->leader) continue;
            for (const regclass *const *k = c->target->classes; *k; k++)
                open_place(x, tier, c->w, c->target, *k);
        }
}

static bool is_leader(const polish_search *x, unsigned i)
{
    return x->places[i].leader == &x->s->classes[i % x->s->nclasses];
}

static void close_search(polish_search *x)
{
    for (unsigned i = 0; i < place_count(x); i++) {
        if (is_leader(x, i)) grammar_free(&x->places[i].g);
        mem_free(x->places[i].action);
        mem_free(x->places[i].below);
    }
    cost_models_free(x->models, x->s);
    mem_free(x->places);
    mem_free(x->widths);
    kernel_set_free(x->kernels);
}

static ls_status open_search(polish_search *x, unsigned count, diags *d)
{
    x->kernels = kernel_set_new();
    choose_widths(x, count);
    open_places(x, count);
    ls_status rc = cost_models_of_cells(&x->models, x->s, x->cells, count, x->o->spec_dir, d);
    if (rc == LS_OK) rc = kernel_compile(x->kernels, d);
    for (unsigned i = 0; rc == LS_OK && i < place_count(x); i++)
        if (is_leader(x, i)) grammar_link(&x->places[i].g, x->kernels);
    return rc;
}

/* ---- one job ---- */

/* Whether the search in the grammar is one for cell i of the job. */
static bool serves(const polish_job *j, const grammar *g, unsigned i)
{
    const cell *c = &j->cells[i];
    return c->target == g->target &&
           place_of(j->x, tier_of(g), c->w, c->target, c->cls)->leader == g->cls;
}

static const polish_known *known_of_cell(const polish_job *j, unsigned i)
{
    return &j->x->known[&j->cells[i] - j->x->cells];
}

/* The program in another class of its family. */
static bool in_class(const polish_job *j, const prog *p, const regclass *cls, prog *out)
{
    if (p->cls != cls) return prog_reclass(p, j->x->s, cls, out);
    *out = *p;
    return true;
}

/* Instructions of the cell's winner; where it has none any program is shorter. */
static unsigned known_length(const polish_known *k) { return k->length ? k->length : ~0u; }

/* Instructions of the shortest program that is known for the grammar's cells; 0: there is no cell.
 */
static unsigned shortest(const polish_job *j, const grammar *g)
{
    unsigned best = 0;
    prog q;
    for (unsigned i = 0; i < j->count; i++)
        if (serves(j, g, i) && (!best || known_length(known_of_cell(j, i)) < best))
            best = known_length(known_of_cell(j, i));
    for (unsigned i = 0; best && i < j->pool.count; i++) {
        const prog *p = &j->pool.entry[i].prog;
        if (prog_length(p) < best && in_class(j, p, g->cls, &q) && prog_fits(&q, g->target))
            best = prog_length(p);
    }
    return best;
}

/* ---- windows ---- */

/* shorter programs are left to the levels; programs that windows are tried in */
enum { WINDOW_FROM = 4, STARTS = 3 };
/* fields of at most so many bits: of wider ones LLVM has most instructions */
static const unsigned window_width[SYNTH_EFFORT_COUNT] = {0, 8, 64};

typedef struct taker {
    polish_job *j;
    const grammar *g;
    const char *engine, *parent;
} taker;

static void take_window(void *context, const prog *q)
{
    taker *to = context;
    pool_add(&to->j->pool, q, to->engine, to->parent);
}

/* Whether the window engine can run the program: every instruction is the grammar's. */
static bool is_of(const grammar *g, const prog *p)
{
    for (unsigned i = 0; i < p->ninsns; i++) {
        bool found = false;
        for (unsigned k = 0; k < g->count && !found; k++)
            found = g->member[k].in == p->insn[i].in &&
                    (g->member[k].any_table || g->member[k].imm == p->insn[i].imm);
        if (!found) return false;
    }
    return true;
}

/* The shortest programs so far; the first of each length are kept. */
typedef struct starts {
    prog *prog;
    unsigned count, length;
} starts;

static void offer(const polish_job *j, const grammar *g, const prog *p, starts *s)
{
    prog q;
    unsigned length = prog_length(p);
    if ((s->count && length > s->length) || !in_class(j, p, g->cls, &q) ||
        !prog_fits(&q, g->target) || !is_of(g, &q))
        return;
    if (length < s->length) s->count = 0;
    s->length = length;
    if (s->count < STARTS) s->prog[s->count++] = q;
}

/* Where windows are tried: among the programs of the class, on whatever target, and what was found
 * before. */
static void choose_starts(const polish_job *j, const grammar *g, starts *s)
{
    diags quiet = {0};
    prog p;
    for (unsigned i = 0; i < j->count; i++) {
        const char *program = known_of_cell(j, i)->program;
        if (program && j->cells[i].cls == g->cls &&
            prog_parse_in(&p, j->x->s, j->cells[i].target->set, j->p->op, g->cls, program,
                          (place){0}, &quiet))
            offer(j, g, &p, s);
    }
    diag_free(&quiet);
    for (unsigned i = 0; i < j->pool.count; i++) offer(j, g, &j->pool.entry[i].prog, s);
}

/* Whether windows were tried in the program with a grammar of about as many members; else it is
 * noted. */
static bool is_tried(polish_job *j, const char *text, const grammar *g)
{
    enum { ROOM = sizeof j->tried / sizeof *j->tried };
    char hash[HASH_TEXT];
    hash_text(text, hash);
    for (unsigned i = 0; i < j->ntried; i++)
        if (!strcmp(j->tried[i].text, hash) && j->tried[i].members * 11 >= g->count * 10)
            return true;
    if (j->ntried == ROOM) return true;
    memcpy(j->tried[j->ntried].text, hash, sizeof hash);
    j->tried[j->ntried++].members = g->count;
    return false;
}

/* What was found, with three-input tables. */
static void try_tables(polish_job *j, const grammar *g)
{
    enum { PROGRAMS = 12 };
    unsigned count = j->pool.count, best = shortest(j, g), tried = 0;
    prog q, fused;
    for (unsigned i = 0; i < count && tried < PROGRAMS; i++) {
        const struct pool_entry *e = &j->pool.entry[i];
        if (prog_length(&e->prog) > best + 3 || !in_class(j, &e->prog, g->cls, &q) ||
            !prog_fits(&q, g->target))
            continue;
        tried++;
        if (!fuse_tables(g, &q, &fused)) continue;
        fuse_simplify(g, &fused);
        pool_add(&j->pool, &fused, "fuse", e->text);
    }
}

/* The grammar without tables of three inputs, which make windows slow: they come in afterwards. Its
 * members are g's. */
static grammar *without_tables(const grammar *g)
{
    grammar *out = mem_alloc(1, sizeof *out);
    *out = *g;
    out->count = 0;
    for (unsigned i = 0; i < g->count; i++)
        if (!g->member[i].any_table) out->member[out->count++] = g->member[i];
    return out;
}

static void try_windows(polish_job *j, const grammar *g)
{
    synth_effort e = j->x->o->effort;
    static const window_options by_effort[SYNTH_EFFORT_COUNT] = {
        [SYNTH_NORMAL] = {.max_size = 3,
                          .equal_size = 2,
                          .breadth = 10,
                          .max_work = 1000000,
                          .max_searches = 150,
                          .max_wrong = 300},
        [SYNTH_LONG] = {.max_size = 4,
                        .equal_size = 2,
                        .breadth = 30,
                        .max_work = 1000000,
                        .max_searches = 1500,
                        .max_wrong = 300}};
    starts s = {.prog = mem_alloc(STARTS, sizeof *s.prog), .length = ~0u};
    grammar *plain = without_tables(g);
    if (j->p->w <= window_width[e] && (j->p->fieldwise || e == SYNTH_LONG))
        choose_starts(j, plain, &s);
    for (unsigned i = 0, most = e == SYNTH_LONG ? STARTS : 1;
         i < s.count && i < most && s.length >= WINDOW_FROM; i++) {
        strbuf text = {0};
        prog_print(&s.prog[i], &text);
        taker to = {j, plain, "window", text.s};
        if (!is_tried(j, text.s, plain))
            window_propose(plain, j->p, &s.prog[i], &by_effort[e], take_window, &to);
        strbuf_free(&text);
    }
    if (grammar_find_any_table(g)) try_tables(j, g);
    mem_free(plain);
    mem_free(s.prog);
}

/* ---- levels ---- */

static unsigned levels(const polish_job *j, const grammar *g, unsigned best)
{
    synth_effort e = j->x->o->effort;
    bool tables = grammar_find_any_table(g) != NULL;
    unsigned t = tier_of(g);
    unsigned level = !j->p->fieldwise  ? depth[t][e].across
                     : !g->cls->vector ? depth[t][e].general
                     : tables          ? depth[t][e].with_tables
                                       : depth[t][e].vector;
    /* level `best` holds the best program itself */
    return best && best <= level ? best - 1 : level;
}

static void search(const polish_job *j, const grammar *g, exhaust_options *o,
                   exhaust_found_fn *found, void *context, exhaust_result *out)
{
    o->tables_inside = true;
    o->images = problem_images(j->p);
    o->max_work = max_work[j->x->o->effort];
    o->max_wrong = WRONG_MAX;
    o->max_bytes = (uint64_t)j->x->o->megabytes << 19;
    exhaust_search(g, j->p, o, found, context, out);
}

static void take_chain(void *context, const chain *x)
{
    const taker *to = context;
    prog p;
    chain_prog(to->g, x, to->j->p->op, &p);
    pool_add(&to->j->pool, &p, to->engine, NULL);
}

/* The programs of a level on which there is one. */
static void take_level(polish_job *j, const grammar *g, unsigned length)
{
    enum { PROGRAMS = 16 };
    taker to = {j, g, "exhaust", NULL};
    exhaust_options o = {.min_level = length, .max_level = length, .max_solutions = PROGRAMS};
    exhaust_result r;
    search(j, g, &o, take_chain, &to, &r);
}

/* Whether programs of b are programs of a; b may be of whole registers, a of their chunks. */
static bool covers(const class_grammar *a, const class_grammar *b)
{
    const char(*in_a)[HASH_TEXT] = (const char(*)[HASH_TEXT])a->action,
          (*in_b)[HASH_TEXT] = (const char(*)[HASH_TEXT])b->action;
    if (a->g.cls->vector != b->g.cls->vector || a->g.nconsts != b->g.nconsts) return false;
    if (a->g.bits < b->g.bits) in_b = (const char (*)[HASH_TEXT])b->below;
    return in_b && grammar_covers(in_a, a->g.count, in_b, b->g.count);
}

/* The highest bound of a grammar that covers it. */
static exhaust_result excluded_by_larger(const polish_job *j, unsigned at)
{
    exhaust_result best = {0};
    const class_grammar *b = &j->x->places[at];
    for (unsigned i = 0; i < place_count(j->x); i++) {
        const class_grammar *a = &j->x->places[i];
        if (j->done[i].bound > best.bound && covers(a, b)) best = j->done[i];
    }
    return best;
}

/* What is known to be excluded of the grammar, when that is more. */
static void take_known(const polish_job *j, const grammar *g, exhaust_result *best)
{
    strbuf text = {0};
    grammar_print(g, &text);
    for (unsigned i = 0; i < j->count; i++) {
        const polish_known *k = known_of_cell(j, i);
        for (unsigned n = 0; n < k->nbounds && serves(j, g, i); n++)
            if (k->bounds[n].insns > best->bound &&
                !strcmp(k->bounds[n].grammar, strbuf_text(&text)))
                *best = (exhaust_result){.bound = k->bounds[n].insns,
                                         .excluded = k->bounds[n].candidates};
    }
    strbuf_free(&text);
}

static ls_status report_bound(const polish_job *j, const cell *c, const grammar *g,
                              const exhaust_result *r)
{
    if (c->cls->vector && !job_is_chunked(c, g->bits)) return LS_OK;
    strbuf text = {0};
    grammar_print(g, &text);
    synth_bound b = {.cell = *c,
                     .insns = r->bound,
                     .grammar = text.s,
                     .engine = "exhaust",
                     .candidates = r->excluded};
    ls_status rc = j->sink->bound(j->sink->context, &b);
    strbuf_free(&text);
    return rc;
}

/* One search, for all classes of the target that have the grammar. */
static ls_status search_levels(polish_job *j, unsigned at)
{
    const grammar *g = &j->x->places[at].g;
    unsigned best = shortest(j, g);
    ls_status rc = LS_OK;
    exhaust_result r = excluded_by_larger(j, at);
    unsigned implied = tier_of(g) ? r.bound : 0; /* by the bound of the full tier */
    take_known(j, g, &r);
    exhaust_options o = {.min_level = r.bound, .max_level = levels(j, g, best), .max_solutions = 1};
    if (!best) return LS_OK;
    if (o.min_level <= o.max_level) {
        uint64_t before = r.excluded;
        search(j, g, &o, NULL, NULL, &r);
        r.excluded += before;
        if (r.solutions && r.bound < best) take_level(j, g, r.bound);
    }
    j->done[at] = r;
    for (unsigned i = 0; rc == LS_OK && r.bound > implied && i < j->count; i++)
        if (serves(j, g, i)) rc = report_bound(j, &j->cells[i], g, &r);
    return rc;
}

/* ---- families ---- */

static bool is_of_family(const polish_job *j, unsigned at, const regclass *family)
{
    const grammar *g = &j->x->places[at].g;
    return is_leader(j->x, at) && g->w == j->p->w && g->bits <= IMAGE_BITS &&
           context_in_family(g->cls, family);
}

/* The family's grammar at the job's width that has the most members and has not been searched;
 * place_count when there is none. */
static unsigned largest(const polish_job *j, const regclass *family, const bool *searched)
{
    unsigned best = place_count(j->x);
    for (unsigned i = 0; i < place_count(j->x); i++) {
        if (searched[i] || !is_of_family(j, i, family)) continue;
        if (best == place_count(j->x) || j->x->places[i].g.count > j->x->places[best].g.count)
            best = i;
    }
    return best;
}

/* For a cell without a program: what became of what was found, and how far the searches went. */
static void note_failure(const polish_job *j, const cell *c, unsigned found)
{
    strbuf text = {0};
    if (found) judge_explain(&j->judge, &text);
    for (unsigned tier = 0; !found && tier < TIERS; tier++) {
        const class_grammar *p = place_of(j->x, tier, c->w, c->target, c->cls);
        if (!p->leader) continue;
        const class_grammar *l = place_of(j->x, tier, c->w, c->target, p->leader);
        const exhaust_result *r = &j->done[l - j->x->places];
        strbuf_printf(&text, "%sno program of fewer than %u instructions among %u members",
                      text.len ? "; " : "", r->bound, l->g.count);
    }
    synth_note(j->sink, c, strbuf_text(&text));
    strbuf_free(&text);
}

/* What was found that is shorter than what is known of the cell. */
static ls_status judge_found(polish_job *j, const cell *c, const polish_known *known)
{
    pool shorter = {0};
    unsigned n;
    for (unsigned i = 0; i < j->pool.count; i++) {
        const struct pool_entry *e = &j->pool.entry[i];
        if (prog_length(&e->prog) < known_length(known))
            pool_add(&shorter, &e->prog, e->engine, e->parent);
    }
    ls_status rc = job_judge(&j->judge, c, &shorter, j->sink, &n, j->d);
    if (rc == LS_OK && !n && !known->length) note_failure(j, c, shorter.count);
    pool_free(&shorter);
    return rc;
}

/* Whether a program of one class of the problem's family is one of all: fields are alike and apart,
 * or there are no other classes. */
static bool is_searched(const problem *p)
{
    return p->fieldwise || !p->cls->vector;
}

/* Whether a cell of the job is of the grammar's target. Grammars are made for the targets of all
 * jobs of a run; what a job finds must not depend on which others there are. */
static bool has_target(const polish_job *j, unsigned at)
{
    for (unsigned i = 0; i < j->count; i++)
        if (j->cells[i].target == j->x->places[at].g.target) return true;
    return false;
}

static void try_all_windows(polish_job *j, const regclass *family)
{
    for (unsigned i = 0; i < place_count(j->x); i++)
        if (is_of_family(j, i, family) && !tier_of(&j->x->places[i].g) && has_target(j, i))
            try_windows(j, &j->x->places[i].g);
}

/* The classes of a family, whose problem is that of the one that is searched. */
static ls_status run_family(polish_job *j, const regclass *family)
{
    ls_status rc = problem_init(j->p, j->cells->op, j->cells->w, family, PROBLEM_SEED, j->d);
    if (rc != LS_OK || !is_searched(j->p)) return rc;
    bool *searched = mem_alloc(place_count(j->x), sizeof *searched);
    memset(j->done, 0, place_count(j->x) * sizeof *j->done);
    j->ntried = 0;
    try_all_windows(j, family);
    for (unsigned i; rc == LS_OK && (i = largest(j, family, searched)) < place_count(j->x);
         searched[i] = true)
        rc = search_levels(j, i);
    for (unsigned i = 0; rc == LS_OK && i < j->count; i++)
        if (context_in_family(j->cells[i].cls, family))
            rc = judge_found(j, &j->cells[i], known_of_cell(j, i));
    pool_free(&j->pool);
    mem_free(searched);
    return rc;
}

static ls_status run_job(void *context, const cell *cells, unsigned count, const synth_sink *sink,
                         diags *d)
{
    const polish_search *x = context;
    polish_job j = {.x = x, .cells = cells, .count = count, .sink = sink, .d = d};
    j.p = mem_alloc(1, sizeof *j.p);
    j.done = mem_alloc(place_count(x), sizeof *j.done);
    ls_status rc = job_open_judge(&j.judge, x->s, x->models);
    for (unsigned f = 0; rc == LS_OK && f < x->nfamilies; f++) {
        bool any = false;
        for (unsigned i = 0; i < count; i++)
            any = any || context_in_family(cells[i].cls, x->family[f]);
        if (any) rc = run_family(&j, x->family[f]);
    }
    for (unsigned i = 0; rc == LS_OK && i < count; i++)
        rc = sink->cell_done(sink->context, &cells[i], 0);
    judge_close(&j.judge);
    mem_free(j.p);
    mem_free(j.done);
    return rc;
}

/* ---- runs ---- */

/* The family's class that stands for the cell's. */
static const regclass *searched_class(const polish_search *x, const cell *c)
{
    for (unsigned f = 0; f < x->nfamilies; f++)
        if (context_in_family(c->cls, x->family[f])) return x->family[f];
    return c->cls;
}

/* Keeps the cells of general registers, and of vectors those of operations that work field by
 * field. */
static unsigned keep_searched(const polish_search *x, const cell *cells, const polish_known *known,
                              unsigned count, cell *kept, polish_known *kept_known,
                              const synth_sink *sink)
{
    unsigned n = 0;
    bool fieldwise = false;
    for (unsigned i = 0; i < count; i++) {
        bool same = i && cells[i].op == cells[i - 1].op && cells[i].w == cells[i - 1].w;
        if (!same)
            fieldwise = problem_is_fieldwise(cells[i].op, cells[i].w, searched_class(x, &cells[i]));
        if (fieldwise || !cells[i].cls->vector) kept_known[n] = known[i], kept[n++] = cells[i];
        else
            synth_note(sink, &cells[i],
                       "not searched: fields of vectors that depend on each other");
    }
    return n;
}

/* Changes whenever what is found changes. The marks of the committed winners were made with it. */
static const char version[] = "wide 1, window 1, exhaust 5";

void polish_search_key(const spec *s, const cell *c, synth_effort effort, char out[HASH_TEXT])
{
    strbuf text = {0};
    strbuf_printf(&text, "%s\n%s\n%s\n%s\n", version, synth_effort_names[effort], c->op->hash,
                  c->target->name);
    if (effort == SYNTH_LONG)
        strbuf_puts(&text,
                    "long 2\n"); /* which went less far once; what the others do is the same */
    spec_put_digests(s, c->target, &text);
    hash_text(text.s, out);
    strbuf_free(&text);
}

ls_status polish_run(const spec *s, const cell *cells, const polish_known *known, unsigned count,
                     const synth_options *o, const synth_sink *sink, diags *d)
{
    cell *kept = mem_alloc(count + 1, sizeof *kept);
    polish_known *kept_known = mem_alloc(count + 1, sizeof *kept_known);
    polish_search x = {.s = s, .o = o, .cells = kept, .known = kept_known};
    x.nfamilies = context_families(s, x.family);
    worker_jobs jobs = {kept,    keep_searched(&x, cells, known, count, kept, kept_known, sink),
                        o->jobs, o->megabytes,
                        run_job, &x};
    ls_status rc = jobs.count ? open_search(&x, jobs.count, d) : LS_OK;
    if (rc == LS_OK && jobs.count) rc = workers_run(&jobs, sink, d);
    if (jobs.count) close_search(&x);
    mem_free(kept);
    mem_free(kept_known);
    return rc;
}

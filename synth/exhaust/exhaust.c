// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* exhaust.c - searches level by level: threads, goals, checks on all images, budgets, checkpoints.
 *
 * The enumeration itself is in exhaust_walk.inc. A level falls into branches, one for each first
 * instruction. Threads take branches in turn; what they find and count is merged in the order of
 * the branches, and everything that comes after the point at which a search on one thread would
 * have stopped is dropped, so results do not depend on the number of threads.
 *
 * Matching the search images is necessary for being correct, hence "nothing matches" excludes every
 * program of the level: that is a bound. A match that turns out wrong on other images leaves the
 * level open, since it may have been the image of a right one.
 *
 * Suffixes: a short program f of one value and constants with f(T) = T, or f(not T) = T, that
 * ignores some bit positions of its value gives another goal: any value that agrees with T on the
 * positions that matter. Goals with suffixes find long programs early (a comparison in one bit,
 * spread by f); they take no part in bounds. */
#include "exhaust.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exhaust_walker.h"
#include "spec/base/clock.h"
#include "spec/base/stop.h"
#include "spec/base/diag.h"
#include "spec/base/threads.h"

typedef struct match {
    chain x;
    unsigned goal;
    uint64_t work; /* of the branch when it was found */
    bool right;    /* on all images */
} match;

typedef struct branch {
    match *found;
    unsigned count, cap;
    walk_counts n;
    exhaust_end end;
    bool done;
} branch;

typedef struct search {
    const grammar *g;
    const problem *p;
    const exhaust_options *o;
    const walker *kind;
    goal goals[GOALS_MAX];
    unsigned goal_level[GOALS_MAX]; /* of its first solution; ~0 while there is none */
    unsigned ngoals, best_total, level;
    unsigned active[GOALS_MAX], nactive; /* goals that this level can still serve */
    walk_counts n;
    uint64_t level_work[2]; /* of the last level and the one before */
    double start; /* as clock_seconds gives it */
    exhaust_found_fn *found;
    void *found_context;
    exhaust_result *out;
    bool goal0_wrong, goal0_right; /* on this level */
    unsigned shift;                /* of the problem's images: the first that is searched on */
    /* shared by threads */
    branch *branch;
    /* branches before merged are in order; none from stop on is needed */
    unsigned nbranches, merged, stop;
    unsigned next;
    uint64_t branch_work; /* a branch may take what was left when the level began */
    pthread_mutex_t lock;
    FILE *log; /* the checkpoint, appended to */
} search;

typedef struct worker {
    search *s;
    walk *w;
    branch *now;
} worker;

/* ---- chains on images ---- */

static void run_step(const chain_step *x, const image *v, image *out)
{
    if (x->member->any_table)
        *out = image_table3((unsigned)x->imm, v[x->src[0]], v[x->src[1]], v[x->src[2]]);
    else x->member->run(&v[x->src[0]], &v[x->src[1]], &v[x->src[2]], out, 1);
}

static image run_suffix(const grammar *g, const goal *t, image hole)
{
    image v[1 + GRAMMAR_CONSTS_MAX + SUFFIX_MAX];
    unsigned n = 1 + g->nconsts;
    v[HOLE] = hole;
    for (unsigned i = 0; i < g->nconsts; i++) v[1 + i] = (image){g->konst[i], g->konst[i]};
    for (unsigned i = 0; i < t->nsteps; i++) run_step(&t->step[i], v, &v[n + i]);
    return t->nsteps ? v[n + t->nsteps - 1] : hole;
}

static image run_chain(const search *s, const chain *x, unsigned k)
{
    image v[PROBLEM_INPUTS_MAX + GRAMMAR_CONSTS_MAX + CHAIN_STEPS_MAX];
    unsigned n = 0;
    for (unsigned i = 0; i < x->ninputs; i++) v[n++] = s->p->in[i][k];
    for (unsigned i = 0; i < x->nconsts; i++) v[n++] = (image){s->g->konst[i], s->g->konst[i]};
    for (unsigned i = 0; i < x->nsteps; i++, n++) run_step(&x->step[i], v, &v[n]);
    return v[x->nsteps ? n - 1 : x->result];
}

static bool agrees(const search *s, const chain *x, const goal *t)
{
    for (unsigned k = 0; k < PROBLEM_IMAGES; k++) {
        image r = run_suffix(s->g, t, run_chain(s, x, k));
        if (!image_is_zero((r ^ s->p->target[k]) & s->p->care[k])) return false;
    }
    return true;
}

/* x followed by the goal's suffix. */
static void append_suffix(chain *x, const goal *t)
{
    unsigned map[1 + GRAMMAR_CONSTS_MAX + SUFFIX_MAX], n = 1 + x->nconsts,
                                                       first = x->ninputs + x->nconsts;
    map[HOLE] = x->nsteps ? first + x->nsteps - 1 : x->result;
    for (unsigned i = 0; i < x->nconsts; i++) map[1 + i] = x->ninputs + i;
    for (unsigned i = 0; i < t->nsteps; i++) {
        chain_step y = t->step[i];
        for (unsigned k = 0; k < 3; k++) y.src[k] = (uint8_t)map[y.src[k]];
        map[n + i] = first + x->nsteps;
        x->step[x->nsteps++] = y;
    }
}

/* ---- branches ---- */

/* Called by walkers, each in its thread. */
static void take_match(void *context, const chain *x, unsigned active, uint64_t work)
{
    worker *me = context;
    branch *b = me->now;
    unsigned t = me->s->active[active];
    if (b->count >= 4096) return; /* far more than are ever reported */
    if (b->count == b->cap)
        b->found = mem_grow(b->found, b->cap = b->cap ? 2 * b->cap : 8, sizeof *b->found);
    b->found[b->count++] = (match){*x, t, work, agrees(me->s, x, &me->s->goals[t])};
}

static bool full(const search *s)
{
    return s->out->solutions >= s->o->max_solutions;
}

static void deliver(search *s, const match *m)
{
    const goal *t = &s->goals[m->goal];
    if (m->goal == 0) *(m->right ? &s->goal0_right : &s->goal0_wrong) = true;
    if (!m->right) {
        if (++s->out->refuted == s->o->max_wrong) s->out->end = EXHAUST_WORK;
        return;
    }
    if (s->goal_level[m->goal] == ~0u) s->goal_level[m->goal] = s->level;
    if (s->level + t->nsteps < s->best_total) s->best_total = s->level + t->nsteps;
    if (s->out->solutions >= s->o->max_solutions * (1 + t->nsteps)) return;
    s->out->solutions++;
    chain x = m->x;
    append_suffix(&x, t);
    if (s->found) s->found(s->found_context, &x);
}

/* Adds a branch to the search as if it had been run after those before it. */
static void merge(search *s, branch *b)
{
    uint64_t rest = s->o->max_work ? s->o->max_work - s->n.work : ~0ULL;
    for (unsigned i = 0; i < b->count && !full(s); i++)
        if (b->found[i].work <= rest) deliver(s, &b->found[i]);
    s->n.inner += b->n.inner;
    s->n.last += b->n.last;
    s->n.work += b->n.work;
    if (s->out->end == EXHAUST_COMPLETE) s->out->end = b->end;
    if (s->o->max_work && s->n.work > s->o->max_work) {
        s->n.work = s->o->max_work;
        s->out->end = EXHAUST_WORK;
    }
    mem_free(b->found);
    b->found = NULL;
}

static bool late(const search *s)
{
    if (stop_signal()) return true;
    return s->o->milliseconds && 1e3 * (clock_seconds() - s->start) >= s->o->milliseconds;
}

static void note(search *s, unsigned i, const branch *b)
{
    /* what has found something is run again */
    if (!s->log || b->count || b->end != EXHAUST_COMPLETE) return;
    fprintf(s->log, "branch %u %u %u %llu %llu %llu\n", s->shift, s->level, i,
            (unsigned long long)b->n.inner, (unsigned long long)b->n.last,
            (unsigned long long)b->n.work);
    fflush(s->log);
}

/* Merges what is complete, in order. With the lock held; matches are delivered later by the
 * caller's thread. */
static void advance(search *s)
{
    while (s->merged < s->nbranches && s->branch[s->merged].done && s->merged < s->stop) {
        merge(s, &s->branch[s->merged++]);
        if (full(s) || s->out->end != EXHAUST_COMPLETE) s->stop = s->merged;
    }
}

static bool take_branch(search *s, unsigned *i)
{
    bool got = false;
    pthread_mutex_lock(&s->lock);
    while (s->next < s->nbranches && s->branch[s->next].done) s->next++;
    advance(s);
    if (s->next < s->nbranches && s->next < s->stop) *i = s->next++, got = true;
    pthread_mutex_unlock(&s->lock);
    return got;
}

static void *work(void *context)
{
    worker *me = context;
    search *s = me->s;
    unsigned i;
    while (take_branch(s, &i)) {
        branch *b = &s->branch[i];
        me->now = b;
        b->end = late(s) ? EXHAUST_TIME : s->kind->run(me->w, i, s->branch_work, &b->n);
        pthread_mutex_lock(&s->lock);
        b->done = true;
        note(s, i, b);
        advance(s);
        pthread_mutex_unlock(&s->lock);
    }
    return NULL;
}

/* ---- levels ---- */

static void choose_active(search *s)
{
    s->nactive = 0;
    for (unsigned t = 0; t < s->ngoals; t++)
        if (s->level + s->goals[t].nsteps <= s->best_total &&
            (s->goal_level[t] == ~0u || s->goal_level[t] == s->level))
            s->active[s->nactive++] = t;
}

static void run_workers(worker *workers, unsigned count)
{
    void *each[THREADS_MAX];
    for (unsigned i = 0; i < count; i++) each[i] = &workers[i];
    threads_run(work, each, count);
}

/* Marks what the checkpoint says is done. */
static void read_checkpoint(search *s)
{
    unsigned images, level, i;
    unsigned long long inner, last, spent;
    FILE *f = s->o->checkpoint ? fopen(s->o->checkpoint, "r") : NULL;
    char line[256];
    while (f && fgets(line, sizeof line, f)) {
        if (sscanf(line, "branch %u %u %u %llu %llu %llu", &images, &level, &i, &inner, &last,
                   &spent) != 6)
            continue;
        if (images != s->shift || level != s->level || i >= s->nbranches) continue;
        s->branch[i].done = true;
        s->branch[i].n = (walk_counts){inner, last, spent};
    }
    if (f) fclose(f);
}

static void run_level(search *s, worker *workers, unsigned count)
{
    const goal *goals[GOALS_MAX];
    choose_active(s);
    if (!s->nactive) return;
    for (unsigned t = 0; t < s->nactive; t++) goals[t] = &s->goals[s->active[t]];
    for (unsigned i = 0; i < count; i++) s->kind->begin(workers[i].w, s->level, goals, s->nactive);
    s->nbranches = s->stop = s->kind->branches(workers[0].w);
    s->branch = mem_alloc(s->nbranches, sizeof *s->branch);
    s->merged = s->next = 0;
    s->branch_work = s->o->max_work ? s->o->max_work - s->n.work + 1 : 0;
    read_checkpoint(s);
    run_workers(workers, s->nbranches > 1 ? count : 1);
    for (unsigned i = 0; i < s->nbranches; i++) mem_free(s->branch[i].found);
    mem_free(s->branch);
}

/* ---- suffixes ---- */

typedef struct suffix_search {
    search *s;
    image seed;
    unsigned level;
} suffix_search;

/* Bit positions of a field that the suffix ignores, found by disturbing them; a mask over the
 * image. */
static image ignored_positions(const search *s, const goal *t, image seed)
{
    image ignored = {0, 0};
    for (unsigned bit = 0; bit < s->p->w; bit++) {
        image position = {0, 0};
        bool free_bit = true;
        for (unsigned i = bit; i < IMAGE_BITS; i += s->p->w) position[i / 64] |= 1ULL << i % 64;
        for (unsigned k = 0; k < 6 && free_bit; k++) {
            image noise = k ? s->p->in[k & 1][k] : ~(image){0, 0};
            image v = run_suffix(s->g, t, seed ^ (noise & (position | ignored)));
            free_bit = image_is_zero((v ^ s->p->target[0]) & s->p->care[0]);
        }
        if (free_bit) ignored |= position;
    }
    return ignored;
}

static void suffix_found(void *context, const chain *x, unsigned unused_goal, uint64_t unused_work)
{
    const suffix_search *f = context;
    search *s = f->s;
    goal t = {.nsteps = x->nsteps};
    (void)unused_goal;
    (void)unused_work;
    for (unsigned i = 0; i < x->nsteps; i++) t.step[i] = x->step[i];
    image ignored = ignored_positions(s, &t, f->seed);
    if (image_is_zero(ignored) || s->ngoals == GOALS_MAX) return;
    t.target[0] = f->seed;
    t.care[0] = s->p->care[0] & ~ignored;
    for (unsigned i = 0; i < s->ngoals; i++)
        if (image_is_zero((s->goals[i].target[0] ^ t.target[0]) & t.care[0]) &&
            image_is_zero(s->goals[i].care[0] ^ t.care[0]))
            return;
    s->goal_level[s->ngoals] = ~0u;
    s->goals[s->ngoals++] = t;
}

/* Adds goals f(x) = T with the shortest suffixes f, from T itself and from its complement. */
static void find_suffixes(search *s)
{
    enum { WORK = 3000000 };
    goal whole = s->goals[0];
    const goal *goals[1] = {&whole};
    for (int complement = 0; complement < 2; complement++) {
        suffix_search f = {.s = s, .seed = complement ? ~s->p->target[0] : s->p->target[0]};
        walk_setup setup = {.g = s->g,
                            .o = s->o,
                            .input = {&f.seed},
                            .ninputs = 1,
                            .found = suffix_found,
                            .context = &f};
        walk_counts n;
        walk *w = s->kind->open(&setup);
        for (unsigned level = 1; level <= SUFFIX_MAX; level++) {
            s->kind->begin(w, level, goals, 1);
            for (unsigned i = 0; i < s->kind->branches(w); i++) s->kind->run(w, i, WORK / 50, &n);
        }
        s->kind->close(w);
    }
}

/* ---- checkpoints ---- */

/* The first line of a checkpoint: it belongs to this search only. */
static void checkpoint_key(const search *s, strbuf *out)
{
    uint64_t h = 0;
    for (unsigned k = 0; k < PROBLEM_IMAGES; k++) {
        for (unsigned i = 0; i < s->p->ninputs; i++)
            h = (h ^ s->p->in[i][k][0] ^ s->p->in[i][k][1]) * 0x100000001b3u;
        h = (h ^ s->p->target[k][0] ^ s->p->target[k][1] ^ (s->p->care[k][0] * 3)) * 0x100000001b3u;
    }
    strbuf_printf(out, "exhaust checkpoint 1; problem %016llx; tables %d, suffixes %d, images %u; ",
                  (unsigned long long)h, s->o->tables_inside, s->o->suffixes, s->kind->images);
    grammar_print(s->g, out);
}

/* Keeps what a file of the same search says, else begins it anew. A file that cannot be written is
 * no reason not to search. */
static void open_checkpoint(search *s)
{
    strbuf key = {0};
    char *line = NULL;
    size_t cap = 0;
    bool same = false;
    if (!s->o->checkpoint) return;
    checkpoint_key(s, &key);
    FILE *f = fopen(s->o->checkpoint, "r");
    if (f && getline(&line, &cap, f) > 0)
        same = !strncmp(line, key.s, strlen(key.s)) && line[strlen(key.s)] == '\n';
    if (f) fclose(f);
    free(line);
    s->log = fopen(s->o->checkpoint, same ? "a" : "w");
    if (s->log && !same) fprintf(s->log, "%s\n", key.s);
    strbuf_free(&key);
}

/* ---- the search ---- */

static const walker *narrow_walker(void)
{
    return __builtin_cpu_supports("avx2") ? &exhaust_narrow_avx2 : &exhaust_narrow;
}

static const walker *walker_of(const exhaust_options *o)
{
    return o->images <= 1 ? narrow_walker() : o->images <= 4 ? &exhaust_double : &exhaust_wide;
}

static bool worker_late(void *context)
{
    const worker *me = context;
    return late(me->s);
}

static void open_workers(search *s, worker *workers, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        workers[i] = (worker){.s = s};
        walk_setup setup = {.g = s->g,
                            .o = s->o,
                            .ninputs = s->p->ninputs,
                            .found = take_match,
                            .late = worker_late,
                            .context = &workers[i]};
        for (unsigned k = 0; k < s->p->ninputs; k++) setup.input[k] = s->p->in[k] + s->shift;
        workers[i].w = s->kind->open(&setup);
    }
}

static void close_workers(search *s, worker *workers, unsigned count)
{
    for (unsigned i = 0; i < count; i++) s->kind->close(workers[i].w);
}

static void first_goal(search *s)
{
    goal *t = &s->goals[0];
    *t = (goal){.nsteps = 0};
    for (unsigned k = 0; k < s->kind->images; k++) {
        t->target[k] = s->p->target[s->shift + k];
        t->care[k] = s->p->care[s->shift + k];
    }
    s->goal_level[0] = ~0u;
    s->ngoals = 1;
}

/* A level on which programs agreed with the search images and were wrong is searched again on other
 * images: the images of a right program may have been those of a wrong one. From then on without
 * suffixes. False when there are no more images. */
static bool search_again(search *s, worker *workers, unsigned count)
{
    if (s->shift + 2 * s->kind->images > PROBLEM_IMAGES) return false;
    close_workers(s, workers, count);
    s->shift += s->kind->images;
    first_goal(s);
    open_workers(s, workers, count);
    s->goal0_wrong = false;
    run_level(s, workers, count);
    return true;
}

/* Whether the level is expected to be too much work: levels grow a little faster each time. */
static bool too_much(const search *s)
{
    const uint64_t *before = s->level_work;
    if (!s->o->whole_levels || !s->o->max_work || s->level < s->o->min_level + 3 || !before[1])
        return false;
    double growth = (double)before[0] / (double)before[1];
    return (double)before[0] * growth * 1.2 > (double)(s->o->max_work - s->n.work);
}

static void search_level(search *s, worker *workers, unsigned count)
{
    s->goal0_wrong = s->goal0_right = false;
    run_level(s, workers, count);
    while (s->goal0_wrong && !s->goal0_right && !full(s) && s->out->end == EXHAUST_COMPLETE)
        if (!search_again(s, workers, count)) break;
    bool clean = s->out->end == EXHAUST_COMPLETE && !s->goal0_right && !s->goal0_wrong &&
                 s->out->bound == s->level;
    if (clean && (s->o->tables_inside || !grammar_find_any_table(s->g)))
        s->out->bound = s->level + 1, s->out->excluded = s->n.inner + s->n.last;
}

void exhaust_search(const grammar *g, const problem *p, const exhaust_options *o,
                    exhaust_found_fn *found, void *context, exhaust_result *out)
{
    search s = {.g = g,
                .p = p,
                .o = o,
                .kind = walker_of(o),
                .found = found,
                .found_context = context,
                .out = out,
                .best_total = o->best_known ? o->best_known : ~0u};
    worker workers[THREADS_MAX];
    unsigned count = threads_wanted(o->threads);
    require(o->max_level <= CHAIN_STEPS_MAX - SUFFIX_MAX, "the search's levels fit chains");
    *out = (exhaust_result){.bound = o->min_level};
    s.start = clock_seconds();
    first_goal(&s);
    if (o->suffixes && s.kind->images == 1) find_suffixes(&s);
    open_checkpoint(&s);
    open_workers(&s, workers, count);
    pthread_mutex_init(&s.lock, NULL);
    for (s.level = o->min_level;
         s.level <= o->max_level && s.level < s.best_total && out->end == EXHAUST_COMPLETE;
         s.level++) {
        uint64_t before = s.n.work;
        if (too_much(&s)) {
            out->end = EXHAUST_WORK;
            break;
        }
        search_level(&s, workers, count);
        s.level_work[1] = s.level_work[0];
        s.level_work[0] = s.n.work - before;
        if (full(&s)) break;
    }
    out->inner = s.n.inner;
    out->last = s.n.last;
    out->work = s.n.work;
    out->judged = s.n.inner + s.n.last;
    pthread_mutex_destroy(&s.lock);
    close_workers(&s, workers, count);
    if (s.log) fclose(s.log);
}

/* ---- visiting ---- */

typedef struct visitor {
    exhaust_visit_fn *visit;
    void *context;
} visitor;

static void pass_on(void *context, const walk *w, image v, unsigned level)
{
    const visitor *x = context;
    x->visit(x->context, (const exhaust_visit *)w, v, level);
}

void exhaust_visited(const exhaust_visit *at, chain *out)
{
    narrow_walker()->current((const walk *)at, out);
}

uint64_t exhaust_visit_all(const grammar *g, const problem *p, unsigned max_level,
                           uint64_t max_work, exhaust_visit_fn *visit, void *context)
{
    exhaust_options o = {.max_level = max_level};
    visitor x = {visit, context};
    walk_setup setup = {.g = g,
                        .o = &o,
                        .ninputs = p->ninputs,
                        .visiting = true,
                        .counting = !visit,
                        .visit = visit ? pass_on : NULL,
                        .context = &x};
    for (unsigned k = 0; k < p->ninputs; k++) setup.input[k] = p->in[k];
    walk *w = narrow_walker()->open(&setup);
    uint64_t computed = narrow_walker()->visit_all(w, max_level, max_work);
    narrow_walker()->close(w);
    return computed;
}

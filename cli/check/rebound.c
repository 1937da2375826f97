// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* rebound.c - which searches the stored bounds need, and the searches.
 *
 * The grammar is made from the spec as it is now and must print the stored text, else the bound is
 * of another time. A search knows nothing of the stored number but where to stop. Large grammars
 * come first: what they exclude, those with some of their instructions need not exclude again; nor
 * what was excluded of the operation with its operands exchanged.
 *
 * Called by `lanesmith verify` and `lanesmith bench bounds`. */
#include "rebound.h"

#include <stdlib.h>
#include <string.h>

#include "spec/base/clock.h"
#include "spec/base/stop.h"
#include "spec/op.h"
#include "synth/exhaust/exhaust.h"
#include "synth/job/job_report.h"
#include "synth/run/permutations.h"
#include "synth/solver/single.h"
#include "synth/solver/trivial.h"

const char *const rebound_tier_names[GRAMMAR_BOUND_TIERS] = {"core", "ordered", "varied",
                                                             "middle", "full"};

/* A grammar of today, with what its members do, and what they do on the lowest chunk of whole
 * registers (or NULL). */
typedef struct known_grammar {
    grammar g;
    char (*action)[HASH_TEXT], (*below)[HASH_TEXT];
} known_grammar;

/* Beside an item: what is not for others. */
typedef struct search {
    const known_grammar *k;
    const op *other; /* the operation with the operands exchanged, or NULL */
} search;

struct rebound {
    app *a;
    const db_bound *stored;
    unsigned count, jobs;
    kernel_set *kernels;
    single *singles;     /* opened when one is computed */
    permutations *permutations; /* the same */
    known_grammar *grammars;
    unsigned ngrammars;
    rebound_item *items;
    search *searches; /* of each item */
    unsigned nitems;
};

/* ---- which searches ---- */

static bool is_of_chunks(const db_bound *x)
{
    return strstr(x->grammar, "; on chunks of ") != NULL;
}
static bool is_trivial(const db_bound *x) { return !strcmp(x->grammar, TRIVIAL_GRAMMAR); }

static bool is_single(const rebound *b, const db_bound *x)
{
    strbuf s = {0};
    bool likely = strstr(x->grammar, SINGLE_CONSTANTS) != NULL;
    if (likely) single_grammar(b->a->spec, &x->cell, &s);
    bool same = likely && !strcmp(s.s, x->grammar);
    strbuf_free(&s);
    return same;
}

static bool is_permutation(rebound *b, const db_bound *x)
{
    strbuf s = {0};
    if (!strstr(x->grammar, PERMUTATIONS_CONSTANTS)) return false;
    if (!b->permutations) b->permutations = permutations_open(b->a->spec);
    permutations_grammar(b->permutations, &x->cell, &s);
    bool same = !strcmp(s.s, x->grammar);
    strbuf_free(&s);
    return same;
}

static bool prints(const grammar *g, const char *wanted)
{
    strbuf s = {0};
    grammar_print(g, &s);
    bool same = !strncmp(strbuf_text(&s), wanted, s.len) &&
                (!wanted[s.len] || wanted[s.len] == '\n');
    strbuf_free(&s);
    return same;
}

/* The narrowest vector class stands for the others. */
static const regclass *searched_class(const cell *c)
{
    const regclass *const *k = c->target->classes;
    if (c->cls->bits <= IMAGE_BITS) return c->cls;
    while (!(*k)->vector) k++;
    return *k;
}

/* The grammar of today that prints the text; made when it is new. NULL when there is none. */
static const known_grammar *grammar_for(rebound *b, const db_bound *x)
{
    const cell *c = &x->cell;
    const regclass *cls = is_of_chunks(x) ? c->cls : searched_class(c);
    for (unsigned i = 0; i < b->ngrammars; i++)
        if (b->grammars[i].g.cls == cls && b->grammars[i].g.w == c->w &&
            prints(&b->grammars[i].g, x->grammar))
            return &b->grammars[i];
    for (grammar_tier tier = 0; tier < GRAMMAR_BOUND_TIERS; tier++) {
        grammar probe;
        grammar_init(&probe, b->a->spec, cls, c->target, c->w, tier, NULL);
        bool found = prints(&probe, x->grammar);
        grammar_free(&probe);
        if (!found) continue;
        known_grammar *k = &b->grammars[b->ngrammars++];
        grammar_init(&k->g, b->a->spec, cls, c->target, c->w, tier, b->kernels);
        k->action = mem_alloc(k->g.count + 1, sizeof *k->action);
        grammar_actions(&k->g, k->action);
        k->below = mem_alloc(k->g.count + 1, sizeof *k->below);
        if (grammar_chunk_actions(&k->g, k->below)) return k;
        mem_free(k->below);
        k->below = NULL;
        return k;
    }
    return NULL;
}

/* Whether a search of the grammar's narrower registers holds for the cell: its instructions and the
 * operation act chunk by chunk. */
static bool carries_to(const known_grammar *k, const cell *c)
{
    return k && (c->cls == k->g.cls ||
                 (grammar_carries(&k->g, c->cls) && job_is_chunked(c, k->g.cls->bits)));
}

/* Whether item y is a search for x, too: of the same class; of a chunk that both have; or of
 * registers that x's are made of. */
static bool is_same_search(const rebound *b, const db_bound *x, unsigned item)
{
    const db_bound *y = b->items[item].stored;
    if (strcmp(x->grammar, y->grammar)) return false;
    if (x->cell.cls == y->cell.cls) return true;
    if (!x->cell.cls->vector || !y->cell.cls->vector) return false;
    return is_of_chunks(x) || carries_to(b->searches[item].k, &x->cell);
}

/* An item that is a search for the bound, too, or NULL. Bounds are sorted, so that those of one
 * operation and width stand together. */
static rebound_item *find_item(const rebound *b, const db_bound *x)
{
    for (unsigned i = b->nitems; i-- > 0;) {
        const db_bound *y = b->items[i].stored;
        if (x->cell.op != y->cell.op || x->cell.w != y->cell.w) return NULL;
        if (is_same_search(b, x, i)) return &b->items[i];
    }
    return NULL;
}

static rebound_item *add_item(rebound *b, const db_bound *x)
{
    rebound_method how = is_trivial(x)          ? REBOUND_TRIVIAL
                         : is_single(b, x)      ? REBOUND_SINGLE
                         : is_permutation(b, x) ? REBOUND_LABELS
                                                : REBOUND_SEARCH;
    const known_grammar *k = how == REBOUND_SEARCH ? grammar_for(b, x) : NULL;
    if (how == REBOUND_SEARCH && !(k && (is_of_chunks(x) || carries_to(k, &x->cell))))
        how = REBOUND_FOREIGN;
    rebound_item *y = &b->items[b->nitems];
    *y = (rebound_item){.stored = x, .how = how, .g = how == REBOUND_SEARCH ? &k->g : NULL};
    b->searches[b->nitems++] = (search){.k = how == REBOUND_SEARCH ? k : NULL};
    return y;
}

static void cover(rebound *b, rebound_item *y, unsigned index)
{
    y->covers = mem_grow(y->covers, y->ncovers + 1, sizeof *y->covers);
    y->covers[y->ncovers++] = index;
    if (b->stored[index].insns > y->stored->insns) y->stored = &b->stored[index];
}

typedef struct sortable {
    rebound_item item;
    search search;
} sortable;

static int by_size(const void *pa, const void *pb)
{
    const rebound_item *a = &((const sortable *)pa)->item, *b = &((const sortable *)pb)->item;
    const cell *x = &a->stored->cell, *y = &b->stored->cell;
    unsigned n = a->g ? a->g->count : 0, m = b->g ? b->g->count : 0;
    if (x->op != y->op) return x->op->index < y->op->index ? -1 : 1;
    if (x->w != y->w) return x->w < y->w ? -1 : 1;
    if (n != m) return n > m ? -1 : 1;
    int order = cell_compare(x, y);
    return order ? order : strcmp(a->stored->grammar, b->stored->grammar);
}

static void sort_items(rebound *b)
{
    sortable *all = mem_alloc(b->nitems + 1, sizeof *all);
    for (unsigned i = 0; i < b->nitems; i++) all[i] = (sortable){b->items[i], b->searches[i]};
    if (b->nitems) qsort(all, b->nitems, sizeof *all, by_size);
    for (unsigned i = 0; i < b->nitems; i++) {
        const op *o = all[i].item.stored->cell.op;
        bool same = i && b->items[i - 1].stored->cell.op == o;
        b->items[i] = all[i].item;
        b->searches[i] = all[i].search;
        b->searches[i].other = same ? b->searches[i - 1].other : op_find_exchanged(b->a->spec, o);
    }
    mem_free(all);
}

ls_status rebound_open(rebound **out, app *a, const db_bound *stored, unsigned count, unsigned jobs)
{
    rebound *b = mem_alloc(1, sizeof *b);
    *b = (rebound){.a = a,
                   .stored = stored,
                   .count = count,
                   .jobs = jobs ? jobs : app_processors(),
                   .kernels = kernel_set_new()};
    b->items = mem_alloc(count + 1, sizeof *b->items);
    b->searches = mem_alloc(count + 1, sizeof *b->searches);
    b->grammars = mem_alloc(count + 1, sizeof *b->grammars);
    *out = b;
    for (unsigned i = 0; i < count; i++) {
        if (stop_signal()) return LS_STOPPED;
        if (!stored[i].insns) continue; /* it says nothing */
        rebound_item *y = find_item(b, &stored[i]);
        cover(b, y ? y : add_item(b, &stored[i]), i);
    }
    sort_items(b);
    return LS_OK;
}

void rebound_close(rebound *b)
{
    if (!b) return;
    for (unsigned i = 0; i < b->ngrammars; i++) {
        grammar_free(&b->grammars[i].g);
        mem_free(b->grammars[i].action);
        mem_free(b->grammars[i].below);
    }
    for (unsigned i = 0; i < b->nitems; i++) mem_free(b->items[i].covers);
    mem_free(b->grammars);
    mem_free(b->items);
    mem_free(b->searches);
    kernel_set_free(b->kernels);
    if (b->singles) single_close(b->singles);
    if (b->permutations) permutations_close(b->permutations);
    mem_free(b);
}

unsigned rebound_items(rebound *b, rebound_item **items)
{
    *items = b->items;
    return b->nitems;
}

ls_status rebound_prepare(rebound *b)
{
    ls_status rc = app_report(b->a, kernel_compile(b->kernels, &b->a->dg));
    for (unsigned i = 0; rc == LS_OK && i < b->ngrammars; i++)
        grammar_link(&b->grammars[i].g, b->kernels);
    return rc;
}

/* ---- searching ---- */

/* What larger grammars have excluded, also of the operation with its operands exchanged. */
static unsigned known(const rebound *b, unsigned item)
{
    unsigned most = 0;
    const rebound_item *x = &b->items[item];
    const search *s = &b->searches[item];
    const cell *c = &x->stored->cell;
    bool exchanged = s->other && op_is_exchanged(c->op, s->other, c->w, cell_fields(c));
    for (unsigned i = item; i-- > 0;) {
        const rebound_item *y = &b->items[i];
        const known_grammar *k = b->searches[i].k;
        const cell *d = &y->stored->cell;
        if (d->w != c->w || !(d->op == c->op || (exchanged && d->op == s->other))) continue;
        if (!k || y->bound <= most || k->g.cls->vector != s->k->g.cls->vector ||
            k->g.nconsts != s->k->g.nconsts)
            continue;
        const char(*action)[HASH_TEXT] = (const char(*)[HASH_TEXT])k->action;
        const char(*mine)[HASH_TEXT] = (const char(*)[HASH_TEXT])s->k->action,
              (*below)[HASH_TEXT] = (const char(*)[HASH_TEXT])s->k->below;
        bool covers = k->g.bits == s->k->g.bits
                          ? grammar_covers(action, k->g.count, mine, s->k->g.count)
                          : below && is_of_chunks(y->stored) &&
                                grammar_covers(action, k->g.count, below, s->k->g.count);
        if (covers) most = y->bound;
    }
    return most;
}

static ls_status compute_search(rebound *b, unsigned item, uint64_t limit)
{
    static problem p;
    rebound_item *x = &b->items[item];
    const cell *c = &x->stored->cell;
    ls_status rc = problem_init(&p, c->op, c->w, searched_class(c), PROBLEM_SEED, &b->a->dg);
    if (rc != LS_OK) return app_report(b->a, rc);
    exhaust_result r = {0};
    exhaust_options o = {.min_level = known(b, item),
                         .max_level = x->stored->insns - 1,
                         .tables_inside = true,
                         .max_solutions = 1,
                         .images = problem_images(&p),
                         .threads = b->jobs,
                         .max_work = limit};
    r.bound = o.min_level;
    r.end = EXHAUST_COMPLETE;
    if (o.min_level <= o.max_level) exhaust_search(x->g, &p, &o, NULL, NULL, &r);
    x->bound = r.bound > x->stored->insns ? x->stored->insns
                                          : r.bound; /* a larger grammar's was asked further */
    x->candidates = r.judged;
    x->done = r.end == EXHAUST_COMPLETE;
    x->contradicted = r.solutions > 0;
    return LS_OK;
}

static ls_status compute_single(rebound *b, rebound_item *x)
{
    unsigned n = 0;
    if (!b->singles) {
        cell *cells = arena_new(&b->a->mem, b->nitems + 1, cell);
        for (unsigned i = 0; i < b->nitems; i++)
            if (b->items[i].how == REBOUND_SINGLE) cells[n++] = b->items[i].stored->cell;
        b->singles = single_open(b->a->spec, cells, n);
    }
    return single_bound(b->singles, &x->stored->cell, &x->bound, &x->candidates);
}

ls_status rebound_compute(rebound *b, unsigned item, uint64_t limit)
{
    rebound_item *x = &b->items[item];
    double start = clock_seconds();
    ls_status rc = LS_OK;
    x->done = true;
    switch (x->how) {
    case REBOUND_SEARCH: rc = compute_search(b, item, limit); break;
    case REBOUND_TRIVIAL: x->bound = trivial_bound(&x->stored->cell, &x->candidates); break;
    case REBOUND_SINGLE: rc = compute_single(b, x); break;
    case REBOUND_LABELS:
        x->bound = permutations_bound(b->permutations, &x->stored->cell, x->stored->insns,
                                      &x->candidates);
        break;
    case REBOUND_FOREIGN: x->done = false; break;
    }
    x->seconds = clock_seconds() - start;
    return rc;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* ranks.c - how good a lowering is: optimal, bounded or best found.
 *
 * Nothing that decides this is taken from a table unseen. The bounds that come here have been read
 * with their seals; which of them a lowering reaches is derived again from its program. The table
 * `reached` says the same to views, that is, to people: where it says otherwise, it is damaged.
 *
 * Called by list.c with the rows of one scope. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* A bound and a lowering that reaches it, by their rows. */
typedef struct pair {
    int64_t lowering, bound;
} pair;

typedef struct pairs {
    pair *base;
    size_t count, cap;
} pairs;

static void add_pair(pairs *p, int64_t lowering, int64_t bound)
{
    if (p->count == p->cap)
        p->base = mem_grow(p->base, p->cap = p->cap ? 2 * p->cap : 64, sizeof *p->base);
    p->base[p->count++] = (pair){lowering, bound};
}

static int compare_pairs(const void *pa, const void *pb)
{
    const pair *a = pa, *b = pb;
    int r = (a->lowering > b->lowering) - (a->lowering < b->lowering);
    return r ? r : (a->bound > b->bound) - (a->bound < b->bound);
}

static void sort_pairs(pairs *p)
{
    if (p->count) qsort(p->base, p->count, sizeof *p->base, compare_pairs);
}

static bool has_pair(const pairs *p, const pair *x)
{
    return p->count && bsearch(x, p->base, p->count, sizeof *p->base, compare_pairs);
}

/* ---- one lowering ---- */

/* The program of a row, parsed when it is first asked for. */
typedef struct parsed {
    const db *d;
    const db_lowering *l;
    bool tried, good;
    prog p;
} parsed;

static const prog *parse(parsed *x)
{
    diags quiet = {0};
    if (!x->tried)
        x->good = prog_parse_cell(&x->p, x->d->spec, &x->l->cell, x->l->text, (place){0}, &quiet);
    x->tried = true;
    diag_free(&quiet);
    return x->good ? &x->p : NULL;
}

static bool reaches(parsed *x, const db_bound *b)
{
    unsigned length = x->l->length, insns = x->l->cost.insns;
    return (b->insns == length || b->insns == insns) && parse(x) &&
           db_reaches(b->grammar, b->insns, &x->p, length, insns);
}

/* What says most of a lowering: a bound that it reaches, then the highest, then the surest. */
typedef struct best {
    const db_bound *b;
    bool within;
} best;

static bool says_more(const best *x, const best *than)
{
    if (!than->b || x->within != than->within) return !than->b || x->within;
    if (x->b->insns != than->b->insns) return x->b->insns > than->b->insns;
    return x->b->state < than->b->state;
}

static void set_rank(db_lowering *l, const best *x)
{
    bool optimal = !l->length || x->within;
    l->status = optimal ? "optimal" : x->b ? "bounded" : "best found";
    l->bound_state = x->b ? x->b->state : TRUTH_CLAIMED;
}

/* bounds: of its cell. The pairs of a stale row are not asked for: its program may be none now. */
static void rank_one(const db *d, db_listed *row, const db_held *bounds, size_t n, pairs *derived)
{
    parsed *p = mem_alloc(1, sizeof *p);
    best most = {0};
    *p = (parsed){.d = d, .l = &row->l};
    row->l.bound = -1;
    for (size_t i = 0; i < n; i++) {
        const db_bound *b = &bounds[i].b;
        best this = {b, reaches(p, b)};
        if (this.within && !row->l.stale) add_pair(derived, row->id, bounds[i].id);
        if (b->state == TRUTH_CLAIMED || b->insns > row->l.length) continue;
        if ((int)b->insns > row->l.bound) row->l.bound = (int)b->insns;
        if (says_more(&this, &most)) most = this;
    }
    set_rank(&row->l, &most);
    mem_free(p);
}

/* Both lists are sorted by cell. */
static void rank_all(const db *d, db_listed *rows, size_t n, const db_held *bounds, size_t nbounds,
                     pairs *derived)
{
    size_t from = 0, to = 0;
    for (size_t i = 0; i < n; i++) {
        const cell *c = &rows[i].l.cell;
        while (from < nbounds && cell_compare(&bounds[from].b.cell, c) < 0) from++;
        for (to = from; to < nbounds && !cell_compare(&bounds[to].b.cell, c);) to++;
        rank_one(d, &rows[i], bounds + from, to - from, derived);
    }
}

/* ---- what the table says ---- */

/* Rows that were read and are good; others are reported elsewhere, or stale. */
typedef struct known {
    int64_t *lowerings, *bounds;
    size_t nlowerings, nbounds;
} known;

static int compare_ids(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static bool has_id(const int64_t *ids, size_t n, int64_t id)
{
    return n && bsearch(&id, ids, n, sizeof *ids, compare_ids);
}

static known note_known(const db_listed *rows, size_t n, const db_held *bounds, size_t nbounds)
{
    known k = {mem_alloc(n + 1, sizeof *k.lowerings), mem_alloc(nbounds + 1, sizeof *k.bounds), 0,
               nbounds};
    for (size_t i = 0; i < n; i++)
        if (!rows[i].l.stale) k.lowerings[k.nlowerings++] = rows[i].id;
    for (size_t i = 0; i < nbounds; i++) k.bounds[i] = bounds[i].id;
    if (k.nlowerings) qsort(k.lowerings, k.nlowerings, sizeof *k.lowerings, compare_ids);
    if (nbounds) qsort(k.bounds, nbounds, sizeof *k.bounds, compare_ids);
    return k;
}

static ls_status report(db *d, const pair *x, const char *what)
{
    char why[96];
    snprintf(why, sizeof why, "lowering %lld %s", (long long)x->lowering, what);
    return db_report_damage(d, "reached", x->bound, why);
}

/* Reads the table; keeps the pairs that can be compared. */
static ls_status read_stored(db *d, db_scope of_what, const known *k, pairs *stored)
{
    sqlite3_stmt *q =
        db_bind_scope(d, of_what, STMT_LIST_REACHED, STMT_TARGET_REACHED, STMT_CELL_REACHED);
    ls_status rc;
    while ((rc = db_next_of_list(d, q)) == LS_OK) {
        pair x = {sqlite3_column_int64(q, 0), sqlite3_column_int64(q, 1)};
        bool one_cell = sqlite3_column_int(q, 2);
        if (!one_cell && (rc = report(d, &x, "is of another cell than the bound")) != LS_OK) break;
        if (one_cell && has_id(k->lowerings, k->nlowerings, x.lowering) &&
            has_id(k->bounds, k->nbounds, x.bound))
            add_pair(stored, x.lowering, x.bound);
    }
    sqlite3_reset(q);
    sort_pairs(stored);
    return rc == LS_NO ? LS_OK : rc;
}

static ls_status report_missing(db *d, const pairs *list, const pairs *from, const char *what)
{
    ls_status rc = LS_OK;
    for (size_t i = 0; i < list->count && rc == LS_OK; i++)
        if (!has_pair(from, &list->base[i])) rc = report(d, &list->base[i], what);
    return rc;
}

ls_status db_rank(db *d, db_scope of_what, db_listed *rows, size_t n, const db_held *bounds,
                  size_t nbounds)
{
    pairs derived = {0}, stored = {0};
    rank_all(d, rows, n, bounds, nbounds, &derived);
    sort_pairs(&derived);
    known k = note_known(rows, n, bounds, nbounds);
    ls_status rc = read_stored(d, of_what, &k, &stored);
    if (rc == LS_OK) rc = report_missing(d, &stored, &derived, "does not reach the bound");
    if (rc == LS_OK) rc = report_missing(d, &derived, &stored, "reaches the bound and is missing");
    mem_free(k.lowerings);
    mem_free(k.bounds);
    mem_free(derived.base);
    mem_free(stored.base);
    return rc;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* check_bounds.c - takes bounds from the database, computes them again (rebound.c), and puts back
 * what was confirmed.
 *
 * A search covers several bounds. It is made when one of them is chosen, and confirms those of them
 * that it reaches. A search that is cut off refutes nothing. Called by cmd_verify.c. */
#include "check_bounds.h"

#include <stdlib.h>
#include <string.h>

#include "spec/base/clock.h"
#include "spec/base/stop.h"

typedef struct work {
    app *a;
    const db_bound *stored;
    bound_choice *chosen;
    rebound *r;
    rebound_item *items;
    unsigned nitems;
    bound_checks *out;
} work;

static bool is_wanted(const work *w, const rebound_item *x)
{
    for (unsigned i = 0; i < x->ncovers; i++)
        if (w->chosen[x->covers[i]] != BOUND_LEFT) return true;
    return false;
}

/* ---- one search's answer ---- */

static ls_status store(work *w, const db_bound *b)
{
    db_bound here = *b;
    if (b->state == TRUTH_HERE) return LS_OK;
    here.state = TRUTH_HERE;
    ls_status rc = app_report(w->a, db_begin_cell(w->a->db, &b->cell));
    if (rc != LS_OK) return rc;
    db_put_bound(w->a->db, &here);
    return app_report(w->a, db_commit_cell(w->a->db));
}

static void note_wrong(work *w, const db_bound *b, unsigned computed)
{
    bound_checks *c = w->out;
    bound_finding *grown = arena_new(&w->a->mem, c->nwrong + 1, bound_finding);
    if (c->nwrong) memcpy(grown, c->wrong, c->nwrong * sizeof *grown);
    grown[c->nwrong++] = (bound_finding){b, computed};
    c->wrong = grown;
}

static ls_status take(work *w, const rebound_item *x)
{
    ls_status rc = LS_OK;
    bound_checks *c = w->out;
    c->searches++;
    for (unsigned i = 0; i < x->ncovers && rc == LS_OK; i++) {
        const db_bound *b = &w->stored[x->covers[i]];
        bound_choice chosen = w->chosen[x->covers[i]];
        bool foreign = x->how == REBOUND_FOREIGN;
        if (!foreign && b->insns <= x->bound) {
            c->confirmed++;
            rc = store(w, b);
        } else if (x->done) {
            note_wrong(w, b, x->bound);
        } else if (chosen != BOUND_LEFT) {
            foreign ? c->foreign++ : c->unfinished++;
            c->missing += chosen == BOUND_REQUIRED;
        }
    }
    return rc;
}

/* ---- all of them ---- */

static ls_status compute_all(work *w, uint64_t limit)
{
    progress line;
    double start = clock_seconds();
    unsigned wanted = 0, done = 0;
    for (unsigned i = 0; i < w->nitems; i++) wanted += is_wanted(w, &w->items[i]);
    ls_status rc = wanted ? rebound_prepare(w->r) : LS_OK;
    progress_begin(&line, "verify: bounds", wanted);
    for (unsigned i = 0; i < w->nitems && rc == LS_OK; i++) {
        if (!is_wanted(w, &w->items[i])) continue;
        rc = rebound_compute(w->r, i, limit);
        if (rc == LS_OK) rc = stop_check(); /* then the search may have been cut short */
        if (rc == LS_OK) rc = take(w, &w->items[i]);
        progress_update(&line, ++done, "");
    }
    progress_end(&line);
    w->out->seconds = clock_seconds() - start;
    return rc;
}

/* Keeps the bounds of each operation and width that has a chosen one: what was excluded in larger
 * grammars spares work. */
static unsigned keep_neighbours(db_bound *list, bound_choice *chosen, unsigned count)
{
    unsigned n = 0;
    for (unsigned first = 0, end; first < count; first = end) {
        bool any = false;
        for (end = first; end < count && list[end].cell.op == list[first].cell.op &&
                          list[end].cell.w == list[first].cell.w;
             end++)
            any = any || chosen[end] != BOUND_LEFT;
        for (unsigned i = first; any && i < end; i++, n++) {
            list[n] = list[i];
            chosen[n] = chosen[i];
        }
    }
    return n;
}

ls_status bounds_check(bound_checks *out, app *a, bound_choose_fn *choose, void *context,
                       uint64_t limit, unsigned jobs)
{
    db_bound *list;
    unsigned count;
    *out = (bound_checks){0};
    ls_status rc = app_report(a, db_list_bounds(a->db, a->spec, true, &a->mem, &list, &count));
    if (rc != LS_OK) return rc;
    work w = {
        .a = a, .stored = list, .chosen = arena_new(&a->mem, count + 1, bound_choice), .out = out};
    for (unsigned i = 0; i < count; i++) {
        w.chosen[i] = list[i].insns ? choose(context, &list[i]) : BOUND_LEFT;
        out->chosen += w.chosen[i] != BOUND_LEFT;
    }
    if (!out->chosen) return LS_OK;
    count = keep_neighbours(list, w.chosen, count);
    rc = rebound_open(&w.r, a, list, count, jobs);
    w.nitems = rebound_items(w.r, &w.items);
    if (rc == LS_OK) rc = compute_all(&w, limit);
    rebound_close(w.r);
    return rc;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* gather.c - what the report is about: one list of cells, with the rows of the database that belong
 * to each.
 *
 * The best row of a cell is the winner, else the cheapest that may yet be proved (DB_KEPT).
 * Cells that the specification describes and that have no row are in the list, too. All stored
 * texts are read here, so that a bad one shows before anything is written. */
#include "report.h"

#include <stdlib.h>

enum { CHUNK_CELLS = 200 };

typedef struct gathered {
    db_lowering *rows;
    db_bound *bounds;
    db_baseline *baselines;
    unsigned nrows, nbounds, nbaselines;
    cell *described;
    unsigned ndescribed;
} gathered;

report_kind report_kind_of(const report_cell *c)
{
    if (!c->best) return REPORT_NONE;
    if (!is_shippable(c->best)) return REPORT_CLAIMED;
    return text_same(c->best->status, "optimal")   ? REPORT_OPTIMAL
           : text_same(c->best->status, "bounded") ? REPORT_BOUNDED
                                                   : REPORT_FOUND;
}

int report_llvm(const report_cell *c)
{
    for (unsigned i = 0; i < c->nbaselines; i++)
        if (text_same(c->baselines[i].source, "llvm")) return (int)c->baselines[i].insns;
    return -1;
}

unsigned report_grammar(const report *r, const char *text)
{
    unsigned i = 0;
    while (i < r->ngrammars && r->grammars[i] != text) i++;
    require(i < r->ngrammars, "the grammar is one of the report");
    return i;
}

/* ---- rows ---- */

static ls_status read_rows(report *r, const cell_filter *f, gathered *g)
{
    app *a = r->a;
    unsigned kept = 0;
    ls_status rc = db_list_lowerings(a->db, a->spec, NULL, DB_KEPT, &a->mem, &g->rows, &g->nrows);
    if (rc == LS_OK) rc = db_list_bounds(a->db, a->spec, true, &a->mem, &g->bounds, &g->nbounds);
    if (rc == LS_OK)
        rc = db_list_baselines(a->db, a->spec, NULL, &a->mem, &g->baselines, &g->nbaselines);
    if (rc == LS_OK) rc = db_list_runs(a->db, &a->mem, &r->runs, &r->nruns);
    for (unsigned i = 0; rc == LS_OK && i < g->nrows; i++)
        if (cell_filter_admits(f, &g->rows[i].cell)) g->rows[kept++] = g->rows[i];
    g->nrows = kept;
    return app_report(a, rc);
}

/* Every text is a program of its cell. */
static ls_status read_programs(report *r, const gathered *g)
{
    ls_status rc = LS_OK;
    lowering *l = mem_alloc(1, sizeof *l);
    for (unsigned i = 0; i < g->nrows; i++)
        if (is_shippable(&g->rows[i]) && !story_from_row(r->a, &g->rows[i], l, &r->a->dg))
            rc = LS_INPUT;
    mem_free(l);
    return app_report(r->a, rc);
}

/* ---- the list ---- */

/* Both lists are sorted. */
static void merge(report *r, const gathered *g)
{
    unsigned i = 0, k = 0;
    r->cells = arena_new(&r->a->mem, g->nrows + g->ndescribed + 1, report_cell);
    while (i < g->nrows || k < g->ndescribed) {
        int order = i == g->nrows        ? 1
                    : k == g->ndescribed ? -1
                                         : cell_compare(&g->rows[i].cell, &g->described[k]);
        report_cell *c = &r->cells[r->ncells++];
        c->cell = order > 0 ? g->described[k] : g->rows[i].cell;
        if (order <= 0) c->best = &g->rows[i++];
        if (order <= 0 && i < g->nrows && !cell_compare(&g->rows[i].cell, &c->cell))
            c->beside = &g->rows[i++];
        if (order >= 0) k++;
    }
}

static void attach_bounds(report *r, const gathered *g)
{
    for (unsigned i = 0, k = 0; i < r->ncells; i++) {
        report_cell *c = &r->cells[i];
        while (k < g->nbounds && cell_compare(&g->bounds[k].cell, &c->cell) < 0) k++;
        c->bounds = &g->bounds[k];
        for (; k < g->nbounds && !cell_compare(&g->bounds[k].cell, &c->cell); k++) c->nbounds++;
    }
}

static void attach_baselines(report *r, const gathered *g)
{
    for (unsigned i = 0, k = 0; i < r->ncells; i++) {
        report_cell *c = &r->cells[i];
        while (k < g->nbaselines && cell_compare(&g->baselines[k].cell, &c->cell) < 0) k++;
        c->baselines = &g->baselines[k];
        for (; k < g->nbaselines && !cell_compare(&g->baselines[k].cell, &c->cell); k++)
            c->nbaselines++;
    }
}

/* ---- numbers ---- */

static void number_ops(report *r)
{
    const spec *s = r->a->spec;
    unsigned *number = arena_new(&r->a->mem, s->nops + 1, unsigned);
    r->ops = arena_new(&r->a->mem, s->nops + 1, const op *);
    for (unsigned i = 0; i < r->ncells; i++) {
        const op *o = r->cells[i].cell.op;
        if (r->nops && r->ops[r->nops - 1] == o) continue;
        number[o->index] = r->nops;
        r->ops[r->nops++] = o;
    }
    r->op_number = number;
}

static bool has_grammar(const report *r, const char *text)
{
    for (unsigned i = 0; i < r->ngrammars; i++)
        if (r->grammars[i] == text) return true;
    return false;
}

static void number_grammars(report *r, const gathered *g)
{
    r->grammars = arena_new(&r->a->mem, g->nbounds + 1, const char *);
    for (unsigned i = 0; i < r->ncells; i++)
        for (unsigned k = 0; k < r->cells[i].nbounds; k++)
            if (!has_grammar(r, r->cells[i].bounds[k].grammar))
                r->grammars[r->ngrammars++] = r->cells[i].bounds[k].grammar;
}

/* A chunk ends where it is full and another operation, width or class begins. */
static void cut_chunks(report *r)
{
    r->chunk = arena_new(&r->a->mem, r->ncells + 2, unsigned);
    for (unsigned i = 1; i < r->ncells; i++)
        if (i - r->chunk[r->nchunks] >= CHUNK_CELLS &&
            !cell_same_but_target(&r->cells[i - 1].cell, &r->cells[i].cell))
            r->chunk[++r->nchunks] = i;
    if (r->ncells) r->chunk[++r->nchunks] = r->ncells;
}

ls_status report_gather(report *r, app *a, const cell_filter *f)
{
    gathered g = {0};
    *r = (report){.a = a};
    ls_status rc = read_rows(r, f, &g);
    if (rc == LS_OK) rc = read_programs(r, &g);
    if (rc != LS_OK) return rc;
    g.ndescribed = cells_select(a->spec, f, NULL, &a->mem, &g.described);
    merge(r, &g);
    attach_bounds(r, &g);
    attach_baselines(r, &g);
    number_ops(r);
    number_grammars(r, &g);
    cut_chunks(r);
    return LS_OK;
}

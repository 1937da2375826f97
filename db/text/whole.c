// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* whole.c - rows of all texts of version 2 become blocks of cells, target by target.
 *
 * The texts of a load are parts of one, in whatever order they were read. Here costs come to their
 * programs and grammars to their bounds. A cell has one program, or two when the first leaves
 * something to LLVM: C has no word for that, so that headers hold the other.
 *
 * A program without a line in the costs gets as many instructions as it has and no other cost: so
 * nothing that is cheaper is passed over until `lanesmith verify` measures it. */
#include "text.h"

#include <stdlib.h>
#include <string.h>

/* ---- order ---- */

static int compare_cells(const cell *a, const cell *b)
{
    unsigned x = a->target->index, y = b->target->index;
    return x != y ? (x < y ? -1 : 1) : cell_compare(a, b);
}

/* A program that leaves something to LLVM comes first. */
static int compare_programs(const void *pa, const void *pb)
{
    const row *a = pa, *b = pb;
    int r = compare_cells(&a->cell, &b->cell);
    return r ? r : b->says->form - a->says->form;
}

/* The highest first, then by grammar. */
static int compare_bounds(const void *pa, const void *pb)
{
    const row *a = pa, *b = pb;
    int r = compare_cells(&a->cell, &b->cell);
    if (!r) r = (a->says->insns < b->says->insns) - (a->says->insns > b->says->insns);
    return r ? r : strcmp(a->says->text, b->says->text);
}

static int compare_marks(const void *pa, const void *pb)
{
    const row *a = pa, *b = pb;
    int r = compare_cells(&a->cell, &b->cell);
    return r ? r : strcmp(a->says->key, b->says->key);
}

static int (*const compares[ROW_KINDS])(const void *, const void *) = {
    [ROW_WINNER] = compare_programs,
    [ROW_COST] = compare_programs,
    [ROW_BOUND] = compare_bounds,
    [ROW_MARK] = compare_marks,
};

/* ---- what does not go together ---- */

static void complain(diags *dg, const row *x, const char *what)
{
    strbuf name = {0};
    cell_print(&x->cell, &name);
    diag_error(dg, x->says->where, what, name.s);
    strbuf_free(&name);
}

static bool is_repeated(row_kind kind, const row *a, const row *b)
{
    if (compare_cells(&a->cell, &b->cell)) return false;
    switch (kind) {
    case ROW_BOUND: return !strcmp(a->says->key, b->says->key);
    case ROW_MARK: return !strcmp(a->says->key, b->says->key);
    default: return a->says->form == b->says->form;
    }
}

static const char *const repeated[ROW_KINDS] = {
    [ROW_WINNER] = "the cell %s is given twice",
    [ROW_COST] = "the cost of %s is given twice",
    [ROW_BOUND] = "a second bound of %s for the same grammar",
    [ROW_MARK] = "the same key of %s twice",
};

/* Of two rows the one that was read later is blamed. */
static const row *later(const row *a, const row *b)
{
    const place *x = &a->says->where, *y = &b->says->where;
    return x->text == y->text && x->line > y->line ? a : b;
}

/* Rows of a cell stand together; a bound may have several between it and the other. */
static bool check_repeated(const whole *all, diags *dg, row_kind kind)
{
    const row_list *list = &all->rows[kind];
    for (unsigned i = 0; i < list->count && !diag_is_full(dg); i++)
        for (unsigned k = i + 1;
             k < list->count && !compare_cells(&list->row[i].cell, &list->row[k].cell); k++)
            if (is_repeated(kind, &list->row[i], &list->row[k])) {
                complain(dg, later(&list->row[i], &list->row[k]), repeated[kind]);
                return false;
            }
    return true;
}

/* Each bound gets the text of its grammar. Rows of one line share a statement. */
static bool find_grammars(whole *all, diags *dg)
{
    row_list *list = &all->rows[ROW_BOUND];
    const text_grammar *last = NULL;
    for (unsigned i = 0; i < list->count; i++) {
        statement *x = (statement *)(uintptr_t)list->row[i].says;
        if (x->text) continue;
        if (!last || strcmp(last->hash, x->key))
            for (last = all->grammars; last && strcmp(last->hash, x->key);) last = last->next;
        if (!last) {
            diag_error(dg, x->where, "no grammar `%s` in the texts", x->key);
            return false;
        }
        x->text = last->text;
    }
    return true;
}

/* ---- blocks ---- */

/* How far the rows have been taken. */
typedef struct position {
    unsigned at[ROW_KINDS];
} position;

static const row *next_row(const whole *all, const position *p, row_kind kind)
{
    const row_list *list = &all->rows[kind];
    return p->at[kind] < list->count ? &list->row[p->at[kind]] : NULL;
}

/* The next row is one of the cell. */
static bool is_of(const whole *all, const position *p, row_kind kind, const cell *c)
{
    const row *x = next_row(all, p, kind);
    return x && !compare_cells(&x->cell, c);
}

/* The cost of the next program. */
static cost take_cost(const whole *all, position *p, const row *program)
{
    const row *x = next_row(all, p, ROW_COST);
    if (x && !compare_programs(x, program)) {
        p->at[ROW_COST]++;
        return x->says->cost;
    }
    return (cost){.insns = program->says->insns};
}

static block *add_block(loader *u, const row *x)
{
    block *k = arena_new(&u->mem, 1, block);
    k->cell = x->cell;
    k->file = x->says->where.file;
    *u->last = k;
    u->last = &k->next;
    return k;
}

static void take_lowering(const whole *all, position *p, block *k)
{
    const row *x = next_row(all, p, ROW_WINNER);
    k->l = (db_lowering){.cell = k->cell,
                         .text = x->says->text,
                         .engine = x->says->engine,
                         .parent = x->says->parent,
                         .cost = take_cost(all, p, x),
                         .cost_state = TRUTH_CLAIMED};
    db_state_proof(&k->l.program, TRUTH_CLAIMED);
    db_state_proof(&k->l.ir, TRUTH_CLAIMED);
    p->at[ROW_WINNER]++;
}

static void take_bounds(loader *u, const whole *all, position *p, block *k)
{
    const row *first = next_row(all, p, ROW_BOUND);
    unsigned n = 0;
    for (; is_of(all, p, ROW_BOUND, &k->cell); p->at[ROW_BOUND]++) n++;
    k->bounds = n ? arena_new(&u->mem, n, db_bound) : NULL;
    for (; k->nbounds < n; k->nbounds++, first++)
        k->bounds[k->nbounds] = (db_bound){.cell = k->cell,
                                           .insns = first->says->insns,
                                           .grammar = first->says->text,
                                           .candidates = first->says->candidates,
                                           .engine = first->says->engine,
                                           .state = TRUTH_CLAIMED};
}

static void take_marks(loader *u, const whole *all, position *p, block *k)
{
    const row *first = next_row(all, p, ROW_MARK);
    unsigned n = 0;
    for (; is_of(all, p, ROW_MARK, &k->cell); p->at[ROW_MARK]++) n++;
    k->marks = n ? arena_new(&u->mem, n, db_mark) : NULL;
    for (; k->nmarks < n; k->nmarks++, first++)
        k->marks[k->nmarks] = (db_mark){k->cell, first->says->key, TRUTH_CLAIMED};
}

/* The least of the next rows, or NULL at their end. */
static const row *next_cell(const whole *all, const position *p)
{
    static const row_kind kinds[] = {ROW_WINNER, ROW_BOUND, ROW_MARK};
    const row *least = NULL;
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const row *x = next_row(all, p, kinds[i]);
        if (x && (!least || compare_cells(&x->cell, &least->cell) < 0)) least = x;
    }
    return least;
}

static void take_cell(loader *u, const whole *all, position *p, const row *x)
{
    block *k = add_block(u, x);
    if (is_of(all, p, ROW_WINNER, &k->cell)) take_lowering(all, p, k);
    take_bounds(u, all, p, k);
    take_marks(u, all, p, k);
    if (!is_of(all, p, ROW_WINNER, &k->cell)) return;
    k = add_block(u, x);
    k->beside = true;
    take_lowering(all, p, k);
}

static bool has_foreign(const whole *all, const spec *s)
{
    for (unsigned i = 0; i < s->nops; i++)
        if (all->meanings.op[i] != s->ops[i].hash) return true;
    for (unsigned i = 0; i < spec_all_instrs(s); i++)
        if (all->meanings.instr[i] != spec_instr(s, i)->hash) return true;
    return false;
}

static loader *begin_target(const whole *all, const spec *s, diags *dg, const row *first,
                            loader *u)
{
    *u = (loader){.s = s, .dg = dg, .file = first->says->where.file, .target = first->cell.target};
    u->last = &u->first;
    u->errors_before = dg->count;
    u->meanings = all->meanings;
    u->foreign = has_foreign(all, s);
    return u;
}

/* A cost is taken with its program: the next one that is left belongs to none. */
static bool check_costs(const whole *all, const position *p, const cell *before, diags *dg)
{
    const row *x = next_row(all, p, ROW_COST);
    if (!x || (before && compare_cells(&x->cell, before) >= 0)) return true;
    complain(dg, x, "there is no program of %s that the cost could belong to");
    return false;
}

unsigned whole_make_blocks(whole *all, const spec *s, diags *dg, loader *out)
{
    unsigned n = 0;
    position p = {0};
    if (!find_grammars(all, dg)) return 0;
    for (row_kind k = 0; k < ROW_KINDS; k++) {
        row_list *list = &all->rows[k];
        if (list->count) qsort(list->row, list->count, sizeof *list->row, compares[k]);
        if (!check_repeated(all, dg, k)) return 0;
    }
    for (const row *x; (x = next_cell(all, &p));) {
        if (!check_costs(all, &p, &x->cell, dg)) return n;
        if (!n || out[n - 1].target != x->cell.target) begin_target(all, s, dg, x, &out[n++]);
        take_cell(&out[n - 1], all, &p, x);
    }
    check_costs(all, &p, NULL, dg);
    return n;
}

void whole_free(whole *all)
{
    for (row_kind k = 0; k < ROW_KINDS; k++) mem_free(all->rows[k].row);
    arena_free(&all->mem);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* chunk.c - some hundred cells in full: program, cost, proofs, bounds, baselines, and the code.
 *
 * The cells of one operation, width and class stand together, so that a page can compare targets.
 * Only what may ship comes as code: what is only claimed is not emitted here either. Called in
 * worker processes, by make.c. */
#include "report.h"
#include "spec/engine.h"

typedef struct chunk {
    const report *r;
    const report_cell *cells;
    unsigned count;
    lowering *list;    /* by cell; only of cells that ship */
    report_code *code; /* by cell */
} chunk;

/* ---- code ---- */

static bool ships(const report_cell *c)
{
    return c->best && is_shippable(c->best);
}

/* Those of one target: their lowerings side by side, compiled, and their code put where their cells
 * are. */
static ls_status make_target_code(chunk *x, const target *t)
{
    app *a = x->r->a;
    unsigned n = 0, *at = mem_alloc(x->count + 1, sizeof *at);
    report_code *code = mem_alloc(x->count + 1, sizeof *code);
    ls_status rc = LS_OK;
    for (unsigned i = 0; i < x->count && rc == LS_OK; i++) {
        if (x->cells[i].cell.target != t || !ships(&x->cells[i])) continue;
        if (!story_from_row(a, x->cells[i].best, &x->list[n], &a->dg)) rc = LS_INPUT;
        at[n++] = i;
    }
    if (rc == LS_OK) rc = report_make_code(a, x->list, n, code);
    for (unsigned i = 0; i < n; i++) x->code[at[i]] = code[i];
    mem_free(at);
    mem_free(code);
    return rc;
}

static ls_status make_code(chunk *x)
{
    const spec *s = x->r->a->spec;
    ls_status rc = LS_OK;
    for (unsigned t = 0; t < s->ntargets && rc == LS_OK; t++)
        rc = make_target_code(x, &s->targets[t]);
    return rc;
}

/* ---- one cell ---- */

/* "proved here", "attested", "claimed"; or why it is none of them. */
static const char *state_of(const db_lowering *l)
{
    if (is_shippable(l)) return db_truth_names[l->state];
    return db_has_proof(&l->program) ? db_truth_names[TRUTH_CLAIMED] : "not proved";
}

static void put_proof(json_t *object, const char *key, const db_proof *p)
{
    if (!db_has_proof(p)) return;
    json_t *proof = json_object();
    json_put_text(proof, "answer", p->answer);
    json_put_text(proof, "solver", p->solver);
    json_put_text(proof, "state", db_truth_names[p->state]);
    json_put_text(proof, "obligation", p->obligation);
    json_put_text(proof, "reason", p->reason ? p->reason : "");
    json_put_count(proof, "chunk", p->chunk);
    json_put(object, key, proof);
}

static json_t *bounds_of(const report *r, const report_cell *c)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < c->nbounds; i++) {
        const db_bound *b = &c->bounds[i];
        json_t *bound = json_object();
        json_put_text(bound, "engine", engine_name(b->engine));
        json_put_text(bound, "state", db_truth_names[b->state]);
        json_put_count(bound, "insns", b->insns);
        json_put_count(bound, "candidates", b->candidates);
        json_put_count(bound, "grammar", report_grammar(r, b->grammar));
        json_array_append_new(list, bound);
    }
    return list;
}

static json_t *baselines_of(const report_cell *c)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < c->nbaselines; i++) {
        json_t *baseline = json_object();
        json_put_text(baseline, "source", c->baselines[i].source);
        json_put_text(baseline, "how", c->baselines[i].how);
        json_put_count(baseline, "insns", c->baselines[i].insns);
        json_array_append_new(list, baseline);
    }
    return list;
}

static void put_code(json_t *object, const report_code *code)
{
    if (!code->ir.len) return;
    json_put_text(object, "ir", strbuf_text(&code->ir));
    json_put_text(object, "c", strbuf_text(&code->c));
    json_put_text(object, "assembly", strbuf_text(&code->assembly));
}

/* Where the best leaves something to LLVM: what the C header has instead. */
static void put_beside(json_t *object, const report *r, const report_cell *c)
{
    lowering l = {0};
    diags d = {0};
    strbuf text = {0};
    if (!c->beside || !is_shippable(c->beside)) return;
    if (story_from_row(r->a, c->beside, &l, &d)) {
        json_t *beside = json_object();
        emit_c_function(r->a->spec, &l, "lanesmith", &text);
        json_put_text(beside, "program", c->beside->text);
        json_put_text(beside, "c", strbuf_text(&text));
        json_put_count(beside, "insns", c->beside->cost.insns);
        json_put(object, "beside", beside);
    }
    strbuf_free(&text);
    diag_free(&d);
}

static void put_best(json_t *object, const report *r, const report_cell *c, const report_code *code)
{
    const db_lowering *l = c->best;
    json_put_text(object, "state", state_of(l));
    json_put_text(object, "engine", engine_name(l->engine));
    json_put_text(object, "program", l->text);
    json_put_text(object, "parent", l->parent);
    json_put_count(object, "length", l->length);
    if (l->bound >= 0) {
        json_put(object, "bound", json_integer(l->bound));
        json_put_text(object, "bound_state", db_truth_names[l->bound_state]);
    }
    json_put_cost(object, &l->cost);
    put_proof(object, "program_proof", &l->program);
    put_proof(object, "ir_proof", &l->ir);
    put_code(object, code);
    put_beside(object, r, c);
}

static json_t *cell_of(const report *r, const report_cell *c, const report_code *code)
{
    static const char *const kinds[] = {"optimal", "bounded", "best found", "claimed", "none"};
    json_t *object = json_object();
    json_put_count(object, "target", c->cell.target->index);
    json_put_text(object, "kind", kinds[report_kind_of(c)]);
    if (c->best) put_best(object, r, c, code);
    json_put(object, "bounds", bounds_of(r, c));
    json_put(object, "baselines", baselines_of(c));
    return object;
}

/* ---- the chunk ---- */

/* Of an operation, a width and a class; without its cells. */
static json_t *group_of(const report *r, const cell *c)
{
    json_t *group = json_object();
    json_put_count(group, "op", r->op_number[c->op->index]);
    json_put_count(group, "width", c->w);
    json_put_count(group, "class", c->cls->index);
    json_put(group, "movement", report_moves(c->op, c->w, c->cls));
    return group;
}

static json_t *groups_of(const chunk *x)
{
    json_t *groups = json_array(), *cells = NULL;
    for (unsigned i = 0; i < x->count; i++) {
        const cell *c = &x->cells[i].cell;
        if (!i || !cell_same_but_target(&x->cells[i - 1].cell, c)) {
            json_t *group = group_of(x->r, c);
            cells = json_array();
            json_put(group, "cells", cells);
            json_array_append_new(groups, group);
        }
        json_array_append_new(cells, cell_of(x->r, &x->cells[i], &x->code[i]));
    }
    return groups;
}

ls_status report_put_chunk(const report *r, unsigned first, unsigned end, strbuf *out)
{
    strbuf text = {0};
    chunk x = {.r = r, .cells = &r->cells[first], .count = end - first};
    x.list = mem_alloc(x.count + 1, sizeof *x.list);
    x.code = mem_alloc(x.count + 1, sizeof *x.code);
    ls_status rc = make_code(&x);
    if (rc == LS_OK) {
        json_append(groups_of(&x), &text);
        report_pack(strbuf_text(&text), text.len, out);
    }
    report_free_code(x.code, x.count);
    mem_free(x.list);
    mem_free(x.code);
    strbuf_free(&text);
    return rc;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* chunk.c - some hundred cells in full: program, cost, proofs, bounds, baselines, and the code.
 *
 * The cells of one operation, width and class stand together, so that a page can compare targets.
 * Only what may ship comes as code: what is only claimed is not emitted here either. Called in
 * worker processes, by make.c. */
#include "report.h"

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
    return l->program.obligation[0] ? db_truth_names[TRUTH_CLAIMED] : "not proved";
}

static void put_cost(const cost *k, strbuf *out)
{
    strbuf_printf(
        out,
        ",\"insns\":%u,\"uops\":%u,\"throughput\":%.2f,\"latency\":%.2f,\"consts\":%u,\"bytes\":%u",
        k->insns, k->uops, k->rthroughput, k->latency, k->consts, k->bytes);
    strbuf_printf(out, ",\"moves\":%u,\"const_loads\":%u", k->moves, k->const_loads);
}

static void put_proof(const char *key, const db_proof *p, strbuf *out)
{
    if (!p->obligation[0]) return;
    strbuf_printf(out, ",\"%s\":{", key);
    report_put_member(out, "answer", p->answer);
    report_put_member(out, "solver", p->solver);
    report_put_member(out, "state", db_truth_names[p->state]);
    report_put_member(out, "obligation", p->obligation);
    report_put_member(out, "reason", p->reason ? p->reason : "");
    strbuf_printf(out, ",\"chunk\":%u}", p->chunk);
}

static void put_bounds(const report *r, const report_cell *c, strbuf *out)
{
    strbuf_puts(out, ",\"bounds\":[");
    for (unsigned i = 0; i < c->nbounds; i++) {
        const db_bound *b = &c->bounds[i];
        strbuf_puts(out, i ? ",{" : "{");
        report_put_member(out, "engine", b->engine);
        report_put_member(out, "state", db_truth_names[b->state]);
        strbuf_printf(out, ",\"insns\":%u,\"candidates\":%llu,\"grammar\":%u}", b->insns,
                      (unsigned long long)b->candidates, report_grammar(r, b->grammar));
    }
    strbuf_puts(out, "]");
}

static void put_baselines(const report_cell *c, strbuf *out)
{
    strbuf_puts(out, ",\"baselines\":[");
    for (unsigned i = 0; i < c->nbaselines; i++) {
        strbuf_puts(out, i ? ",{" : "{");
        report_put_member(out, "source", c->baselines[i].source);
        report_put_member(out, "how", c->baselines[i].how);
        strbuf_printf(out, ",\"insns\":%u}", c->baselines[i].insns);
    }
    strbuf_puts(out, "]");
}

static void put_code(const report_code *code, strbuf *out)
{
    if (!code->ir.len) return;
    report_put_member(out, "ir", strbuf_text(&code->ir));
    report_put_member(out, "c", strbuf_text(&code->c));
    report_put_member(out, "assembly", strbuf_text(&code->assembly));
}

/* Where the best leaves something to LLVM: what the C header has instead. */
static void put_beside(const report *r, const report_cell *c, strbuf *out)
{
    lowering l;
    diags d = {0};
    strbuf text = {0};
    if (!c->beside || !is_shippable(c->beside)) return;
    if (story_from_row(r->a, c->beside, &l, &d)) {
        emit_c_function(r->a->spec, &l, &(c_names){"lanesmith", false}, &text);
        strbuf_puts(out, ",\"beside\":{");
        report_put_member(out, "program", c->beside->text);
        report_put_member(out, "c", strbuf_text(&text));
        strbuf_printf(out, ",\"insns\":%u}", c->beside->cost.insns);
    }
    strbuf_free(&text);
    diag_free(&d);
}

static void put_cell(const report *r, const report_cell *c, const report_code *code, strbuf *out)
{
    static const char *const kinds[] = {"optimal", "bounded", "best found", "claimed", "none"};
    const db_lowering *l = c->best;
    strbuf_printf(out, "{\"target\":%u", c->cell.target->index);
    report_put_member(out, "kind", kinds[report_kind_of(c)]);
    if (l) {
        report_put_member(out, "state", state_of(l));
        report_put_member(out, "engine", l->engine);
        report_put_member(out, "program", l->text);
        report_put_member(out, "parent", l->parent);
        strbuf_printf(out, ",\"length\":%u", l->length);
        if (l->bound >= 0) {
            strbuf_printf(out, ",\"bound\":%d", l->bound);
            report_put_member(out, "bound_state", db_truth_names[l->bound_state]);
        }
        put_cost(&l->cost, out);
        put_proof("program_proof", &l->program, out);
        put_proof("ir_proof", &l->ir, out);
        put_code(code, out);
        put_beside(r, c, out);
    }
    put_bounds(r, c, out);
    put_baselines(c, out);
    strbuf_puts(out, "}");
}

/* ---- the chunk ---- */

static void put_groups(const chunk *x, strbuf *out)
{
    for (unsigned i = 0; i < x->count; i++) {
        const cell *c = &x->cells[i].cell;
        bool first = !i || !cell_same_but_target(&x->cells[i - 1].cell, c);
        if (first) {
            strbuf_printf(out,
                          "%s{\"op\":%u,\"width\":%u,\"class\":%u,\"movement\":", i ? "]},\n" : "[",
                          x->r->op_number[c->op->index], c->w, c->cls->index);
            report_put_moves(c->op, c->w, c->cls, out);
            strbuf_puts(out, ",\"cells\":[");
        }
        strbuf_puts(out, first ? "" : ",");
        put_cell(x->r, &x->cells[i], &x->code[i], out);
    }
    strbuf_puts(out, "]}]");
}

ls_status report_put_chunk(const report *r, unsigned first, unsigned end, strbuf *out)
{
    strbuf text = {0};
    chunk x = {.r = r, .cells = &r->cells[first], .count = end - first};
    x.list = mem_alloc(x.count + 1, sizeof *x.list);
    x.code = mem_alloc(x.count + 1, sizeof *x.code);
    ls_status rc = make_code(&x);
    if (rc == LS_OK) {
        put_groups(&x, &text);
        report_pack(strbuf_text(&text), text.len, out);
    }
    report_free_code(x.code, x.count);
    mem_free(x.list);
    mem_free(x.code);
    strbuf_free(&text);
    return rc;
}

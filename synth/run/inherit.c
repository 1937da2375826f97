// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* inherit.c - what is known of one target and register class, for others that can do it too; and
 * what an operation is known to take, for that with its operands exchanged. */
#include "inherit.h"

#include "spec/op.h"
#include "synth/job/job_report.h"

typedef struct run {
    const spec *s;
    const inherit_known *known;
    unsigned count;
    const op **other;    /* by operation: that with the operands exchanged, or NULL */
} run;

/* The first that is known of the operation at the cell's width, or of what comes after. */
static unsigned find_place(const run *r, const op *o, const cell *c)
{
    cell first = {o, c->w, &r->s->classes[0], &r->s->targets[0]};
    return cell_first(r->known, sizeof *r->known, r->count, &first);
}

static void exchange_operands(prog *p, const op *o)
{
    for (unsigned i = 0; i < p->ninsns; i++)
        for (unsigned k = 0; k < p->insn[i].in->nsrc; k++)
            if (p->insn[i].src[k] < 2) p->insn[i].src[k] ^= 1;
    if (p->result < 2) p->result ^= 1;
    for (unsigned i = 0; i < 2; i++) p->input_name[i] = o->param[i];
}

/* Whether whole fields fill the registers of both classes. */
static bool fill_both(const cell *from, const cell *to)
{
    return from->cls->bits % to->w == 0 && to->cls->bits % to->w == 0;
}

/* The known program for the cell, whose operands are those of x in this order or exchanged; false
 * when its class or target cannot run it. What is left to LLVM is asked of it on every target. */
static bool adapt(const run *r, const inherit_known *x, const cell *c, prog *p)
{
    diags quiet = {0};
    prog q;
    bool good = prog_parse_cell(&q, r->s, &x->cell, x->text, (place){0}, &quiet) &&
                !prog_has_form(&q);
    diag_free(&quiet);
    if (!good) return false;
    if (x->cell.cls == c->cls) *p = q;
    else if (!fill_both(&x->cell, c) || !prog_reclass(&q, r->s, c->cls, p)) return false;
    if (x->cell.op != c->op) exchange_operands(p, c->op);
    return prog_fits(p, c->target);
}

/* Adds programs of one operation that are shorter than `best`. */
static void collect_of(const run *r, const op *o, const cell *c, unsigned best, pool *out)
{
    for (unsigned k = find_place(r, o, c); k < r->count; k++) {
        const inherit_known *x = &r->known[k];
        prog p;
        if (x->cell.op != o || x->cell.w != c->w) break;
        if (x->text && x->insns < best && cell_compare(&x->cell, c) && adapt(r, x, c, &p))
            pool_add(out, &p, x->engine, NULL);
    }
}

/* Adds programs that are shorter than what the cell has, and made of instructions of its class and
 * target; returns how many instructions that has. */
static unsigned collect(const run *r, const cell *c, pool *out)
{
    unsigned best = ~0u;
    for (unsigned k = find_place(r, c->op, c);
         k < r->count && r->known[k].cell.op == c->op && r->known[k].cell.w == c->w; k++)
        if (!cell_compare(&r->known[k].cell, c) && r->known[k].insns < best)
            best = r->known[k].insns;
    collect_of(r, c->op, c, best, out);
    if (r->other[c->op->index]) collect_of(r, r->other[c->op->index], c, best, out);
    return best;
}

/* Changes whenever what is judged otherwise changes. */
static const char version[] = "inherit 1";

/* Of the cell, what it has, and the candidates with the meanings of their instructions. */
static void key_of(const cell *c, unsigned best, const pool *candidates, char out[INHERIT_KEY_TEXT])
{
    strbuf text = {0};
    char hash[HASH_TEXT];
    strbuf_printf(&text, "%s\n%s\n%s\n%u\n", version, c->op->hash, c->target->name, best);
    for (unsigned i = 0; i < candidates->count; i++) {
        const struct pool_entry *e = &candidates->entry[i];
        prog_print(&e->prog, &text);
        for (unsigned k = 0; k < e->prog.ninsns; k++)
            strbuf_printf(&text, "%s\n", e->prog.insn[k].in->hash);
    }
    hash_text(strbuf_text(&text), hash);
    snprintf(out, INHERIT_KEY_TEXT, INHERIT_KEY "%s", hash);
    strbuf_free(&text);
}

/* Whether there are candidates for the cell that it was not asked about before. */
static bool is_open(const run *r, const cell *c, inherit_was *was, void *context)
{
    pool candidates = {0};
    char key[INHERIT_KEY_TEXT];
    unsigned best = collect(r, c, &candidates);
    bool open = candidates.count;
    if (open && was) {
        key_of(c, best, &candidates, key);
        open = !was(context, c, key);
    }
    pool_free(&candidates);
    return open;
}

static void note_failure(const judge *j, const cell *c, const synth_sink *sink)
{
    strbuf text = {0};
    judge_explain(j, &text);
    synth_note(sink, c, strbuf_text(&text));
    strbuf_free(&text);
}

static ls_status run_cell(const void *context, judge *j, const cell *c, const synth_sink *sink,
                          diags *d)
{
    pool candidates = {0};
    unsigned n;
    j->below = collect(context, c, &candidates);
    ls_status rc = job_judge(j, c, &candidates, sink, &n, d);
    if (rc == LS_OK && !n) note_failure(j, c, sink);
    if (rc == LS_OK) rc = sink->cell_done(sink->context, c, n);
    pool_free(&candidates);
    return rc;
}

ls_status inherit_run(const spec *s, const inherit_known *known, unsigned count, inherit_was *was,
                      void *context, const synth_options *o, const synth_sink *sink, diags *d)
{
    run r = {
        .s = s, .known = known, .count = count, .other = mem_alloc(s->nops + 1, sizeof *r.other)};
    const op *last = NULL;
    for (unsigned i = 0; i < count; i++) {
        if (!known[i].asked || known[i].cell.op == last) continue;
        last = known[i].cell.op;
        r.other[last->index] = op_find_exchanged(s, last);
    }
    cell *cells = mem_alloc(count + 1, sizeof *cells);
    unsigned n = 0;
    for (unsigned i = 0; i < count; i++) {
        bool first = !i || cell_compare(&known[i - 1].cell, &known[i].cell);
        if (!first || !known[i].asked) continue;
        if (is_open(&r, &known[i].cell, was, context)) cells[n++] = known[i].cell;
        else if (!known[i].text)
            synth_note(sink, &known[i].cell,
                       "no other target or register class has a program for it");
    }
    job_stage x = {.s = s, .run = run_cell, .context = &r};
    ls_status rc = job_run_stage(&x, cells, n, o, sink, d);
    mem_free(cells);
    mem_free(r.other);
    return rc;
}

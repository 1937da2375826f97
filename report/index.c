// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* index.c - what all pages share: names, words, counts; definitions; grammars; the journal; and one
 * map a register class and target.
 *
 * docs/report.md says what is in each file. Called by make.c. */
#include <stdio.h>

#include "../spec/sexp.h"
#include "report.h"

static void begin(strbuf *out, const char *name)
{
    strbuf_printf(out, "// " LICENSE_TAG "\nlanesmith_data(\"%s\",", name);
}

static void end(strbuf *out)
{
    strbuf_puts(out, ");\n");
}

/* ---- names ---- */

static void put_words(const spec *s, const op *o, strbuf *out)
{
    const char *separator = "";
    strbuf_puts(out, ",\"words\":[");
    for (unsigned i = 0; i < s->nwords; i++) {
        if (s->words[i].op != o) continue;
        strbuf_printf(out, "%s[", separator);
        report_put_string(out, s->words[i].text);
        strbuf_printf(out, ",%u]", s->words[i].width);
        separator = ",";
    }
    strbuf_puts(out, "]");
}

static void put_op(const spec *s, const op *o, strbuf *out)
{
    strbuf_puts(out, "\n{");
    report_put_member(out, "name", o->name);
    report_put_member(out, "doc", o->doc ? o->doc : "");
    report_put_member(out, "llvm", o->llvm ? o->llvm : o->llvm_intrinsic ? o->llvm_intrinsic : "");
    if (o->llvm_sext) strbuf_puts(out, ",\"sext\":true");
    put_words(s, o, out);
    strbuf_puts(out, "}");
}

static void put_ops(const report *r, strbuf *out)
{
    strbuf_puts(out, ",\"ops\":[");
    for (unsigned i = 0; i < r->nops; i++) {
        strbuf_puts(out, i ? "," : "");
        put_op(r->a->spec, r->ops[i], out);
    }
    strbuf_puts(out, "]");
}

static void put_classes(const spec *s, strbuf *out)
{
    strbuf_puts(out, ",\n\"classes\":[");
    for (unsigned i = 0; i < s->nclasses; i++) {
        strbuf_puts(out, i ? ",{" : "{");
        report_put_member(out, "name", s->classes[i].name);
        strbuf_printf(out, ",\"bits\":%u}", s->classes[i].bits);
    }
    strbuf_puts(out, "]");
}

static void put_targets(const spec *s, strbuf *out)
{
    strbuf_puts(out, ",\n\"targets\":[");
    for (unsigned i = 0; i < s->ntargets; i++) {
        strbuf_puts(out, i ? ",{" : "{");
        report_put_member(out, "name", s->targets[i].name);
        report_put_member(out, "cpu", s->targets[i].cpu);
        report_put_member(out, "header", s->targets[i].suffix);
        strbuf_puts(out, "}");
    }
    strbuf_puts(out, "]");
}

/* ---- counts and places ---- */

typedef struct tally {
    unsigned kind[REPORT_KINDS], measured;
} tally;

/* By class and target. */
static tally *count_cells(const report *r, arena *mem)
{
    const spec *s = r->a->spec;
    tally *all = arena_new(mem, (size_t)s->nclasses * s->ntargets + 1, tally);
    for (unsigned i = 0; i < r->ncells; i++) {
        const report_cell *c = &r->cells[i];
        tally *t = &all[c->cell.cls->index * s->ntargets + c->cell.target->index];
        t->kind[report_kind_of(c)]++;
        t->measured += report_llvm(c) >= 0;
    }
    return all;
}

/* [class, target, optimal, bounded, best found, claimed, none, with a figure of stock LLVM] */
static void put_counts(const report *r, strbuf *out)
{
    arena mem = {0};
    const spec *s = r->a->spec;
    const char *separator = "";
    const tally *all = count_cells(r, &mem);
    strbuf_puts(out, ",\n\"maps\":[");
    for (unsigned k = 0; k < s->nclasses; k++)
        for (unsigned t = 0; t < s->ntargets; t++) {
            const tally *x = &all[k * s->ntargets + t];
            unsigned total = 0;
            for (unsigned i = 0; i < REPORT_KINDS; i++) total += x->kind[i];
            if (!total) continue;
            strbuf_printf(out, "%s[%u,%u", separator, k, t);
            for (unsigned i = 0; i < REPORT_KINDS; i++) strbuf_printf(out, ",%u", x->kind[i]);
            strbuf_printf(out, ",%u]", x->measured);
            separator = ",";
        }
    strbuf_puts(out, "]");
    arena_free(&mem);
}

/* The first cell of each chunk: [operation, width, class]. */
static void put_chunks(const report *r, strbuf *out)
{
    strbuf_puts(out, ",\n\"chunks\":[");
    for (unsigned i = 0; i < r->nchunks; i++) {
        const cell *c = &r->cells[r->chunk[i]].cell;
        strbuf_printf(out, "%s[%u,%u,%u]", i ? "," : "", r->op_number[c->op->index], c->w,
                      c->cls->index);
    }
    strbuf_puts(out, "]");
}

void report_put_index(const report *r, strbuf *out)
{
    begin(out, "index");
    strbuf_puts(out, "{");
    report_put_member(out, "version", LANESMITH_VERSION);
    report_put_member(out, "spec", r->a->spec->hash);
    put_counts(r, out);
    put_classes(r->a->spec, out);
    put_targets(r->a->spec, out);
    put_chunks(r, out);
    put_ops(r, out);
    strbuf_puts(out, "}");
    end(out);
}

/* ---- definitions ---- */

static void put_params(const op *o, strbuf *out)
{
    strbuf_puts(out, ",\"params\":[");
    for (unsigned i = 0; i < o->arity; i++) {
        strbuf_puts(out, i ? ",[" : "[");
        report_put_string(out, o->param[i]);
        strbuf_puts(out, ",");
        report_put_string(out, op_type_names[o->type[i]]);
        strbuf_puts(out, "]");
    }
    strbuf_puts(out, "]");
}

/* The text as the specification has it, with the values of families put in. */
static void put_definition(const op *o, strbuf *out)
{
    strbuf text = {0};
    sexp_print(o->form, o->env, &text);
    strbuf_puts(out, "\n{");
    report_put_member(out, "text", strbuf_text(&text));
    put_params(o, out);
    report_put_member(out, "result", op_type_names[o->result]);
    strbuf_puts(out, "}");
    strbuf_free(&text);
}

void report_put_definitions(const report *r, strbuf *out)
{
    begin(out, "definitions");
    for (unsigned i = 0; i < r->nops; i++) {
        strbuf_puts(out, i ? "," : "[");
        put_definition(r->ops[i], out);
    }
    strbuf_puts(out, r->nops ? "]" : "[]");
    end(out);
}

void report_put_grammars(const report *r, strbuf *out)
{
    begin(out, "grammars");
    for (unsigned i = 0; i < r->ngrammars; i++) {
        strbuf_puts(out, i ? ",\n" : "[\n");
        report_put_string(out, r->grammars[i]);
    }
    strbuf_puts(out, r->ngrammars ? "]" : "[]");
    end(out);
}

/* ---- the journal ---- */

/* Winners that the run stored first: optimal, bounded, best found. */
static void put_run(const report *r, const db_journal_run *run, strbuf *out)
{
    unsigned kind[REPORT_KINDS] = {0};
    for (unsigned i = 0; i < r->ncells; i++)
        if (r->cells[i].best && r->cells[i].best->run == run->number)
            kind[report_kind_of(&r->cells[i])]++;
    strbuf_puts(out, "{");
    report_put_member(out, "command", run->command);
    report_put_member(out, "started", run->started);
    report_put_member(out, "ended", run->ended);
    strbuf_printf(out, ",\"cells\":%u,\"lowerings\":%u,\"proofs\":%u,\"winners\":[%u,%u,%u]}",
                  run->cells, run->lowerings, run->proofs, kind[REPORT_OPTIMAL],
                  kind[REPORT_BOUNDED], kind[REPORT_FOUND]);
}

void report_put_journal(const report *r, strbuf *out)
{
    begin(out, "journal");
    for (unsigned i = 0; i < r->nruns; i++) {
        strbuf_puts(out, i ? ",\n" : "[\n");
        put_run(r, &r->runs[i], out);
    }
    strbuf_puts(out, r->nruns ? "]" : "[]");
    end(out);
}

/* ---- maps ---- */

enum { WIDTHS_MAX = TERM_WIDTH_MAX + 1 };

typedef struct map {
    const regclass *cls;
    const target *target;
    bool has[WIDTHS_MAX]; /* by width */
} map;

static bool is_on(const map *m, const report_cell *c)
{
    return c->cell.cls == m->cls && c->cell.target == m->target;
}

/* "5o" and, where stock LLVM was measured, ":868". */
static void put_cell(const report_cell *c, strbuf *out)
{
    static const char letters[REPORT_KINDS] = {'o', 'b', 'f', 'c', 'n'};
    int llvm = report_llvm(c);
    if (c->best) strbuf_printf(out, "%u", c->best->cost.insns);
    strbuf_printf(out, "%c", letters[report_kind_of(c)]);
    if (llvm >= 0) strbuf_printf(out, ":%d", llvm);
}

/* [operation, "cells"]: one for each width of the map, with blanks between; "." where there is
 * none. Returns the first cell that is not the operation's. */
static unsigned put_row(const report *r, const map *m, unsigned first, strbuf *out)
{
    const op *o = r->cells[first].cell.op;
    unsigned w = 0, i = first;
    strbuf_printf(out, "[%u,\"", r->op_number[o->index]);
    const char *separator = "";
    for (; i < r->ncells && r->cells[i].cell.op == o; i++) {
        const report_cell *c = &r->cells[i];
        if (!is_on(m, c)) continue;
        for (w++; w < c->cell.w; w++)
            if (m->has[w]) strbuf_printf(out, "%s.", separator), separator = " ";
        strbuf_puts(out, separator);
        put_cell(c, out);
        separator = " ";
    }
    strbuf_puts(out, "\"]");
    return i;
}

static void put_widths(const map *m, strbuf *out)
{
    const char *separator = "";
    strbuf_puts(out, "{\"widths\":[");
    for (unsigned w = 0; w < WIDTHS_MAX; w++)
        if (m->has[w]) strbuf_printf(out, "%s%u", separator, w), separator = ",";
    strbuf_puts(out, "],\"rows\":[");
}

bool report_put_map(const report *r, const regclass *cls, const target *t, strbuf *out)
{
    map m = {.cls = cls, .target = t};
    char name[64];
    unsigned rows = 0;
    for (unsigned i = 0; i < r->ncells; i++)
        if (is_on(&m, &r->cells[i])) m.has[r->cells[i].cell.w] = true;
    snprintf(name, sizeof name, "map-%u-%u", cls->index, t->index);
    begin(out, name);
    put_widths(&m, out);
    for (unsigned i = 0; i < r->ncells;) {
        if (!is_on(&m, &r->cells[i])) {
            i++;
            continue;
        }
        strbuf_puts(out, rows++ ? ",\n" : "\n");
        i = put_row(r, &m, i, out);
    }
    strbuf_puts(out, "]}");
    end(out);
    return rows > 0;
}

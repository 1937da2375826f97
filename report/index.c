// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* index.c - what all pages share: names, words, counts; definitions; grammars; the journal; and one
 * map a register class and target.
 *
 * docs/report.md says what is in each file. Called by make.c. */
#include <stdio.h>

#include "report.h"
#include "spec/language/sexp.h"
#include "spec/op.h"

/* The whole data file; takes the value. */
static void put_data(strbuf *out, const char *name, json_t *value)
{
    strbuf_printf(out, "// " LICENSE_TAG "\nlanesmith_data(\"%s\",", name);
    json_append(value, out);
    strbuf_puts(out, ");\n");
}

/* ---- names ---- */

static json_t *words_of(const spec *s, const op *o)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < s->nwords; i++) {
        if (s->words[i].op != o) continue;
        json_t *word = json_array();
        json_array_append_new(word, json_text(s->words[i].text));
        json_array_append_new(word, json_integer(s->words[i].width));
        json_array_append_new(list, word);
    }
    return list;
}

static json_t *op_of(const spec *s, const op *o)
{
    const char *llvm = o->llvm ? o->llvm : o->llvm_intrinsic ? o->llvm_intrinsic : "";
    json_t *object = json_object();
    json_put_text(object, "name", o->name);
    json_put_text(object, "doc", o->doc ? o->doc : "");
    json_put_text(object, "llvm", llvm);
    if (o->llvm_sext) json_put_flag(object, "sext", true);
    json_put(object, "words", words_of(s, o));
    return object;
}

static json_t *ops_of(const report *r)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < r->nops; i++)
        json_array_append_new(list, op_of(r->a->spec, r->ops[i]));
    return list;
}

static json_t *classes_of(const spec *s)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < spec_all_classes(s); i++) {
        json_t *object = json_object();
        json_put_text(object, "name", spec_class(s, i)->name);
        json_put_count(object, "bits", spec_class(s, i)->bits);
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *targets_of(const spec *s)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < s->ntargets; i++) {
        json_t *object = json_object();
        json_put_text(object, "name", s->targets[i].name);
        json_put_text(object, "cpu", s->targets[i].cpu);
        json_put_text(object, "header", s->targets[i].suffix);
        json_array_append_new(list, object);
    }
    return list;
}

/* ---- counts and places ---- */

typedef struct tally {
    unsigned kind[REPORT_KINDS], measured;
} tally;

/* By class and target. */
static tally *count_cells(const report *r, arena *mem)
{
    const spec *s = r->a->spec;
    tally *all = arena_new(mem, (size_t)spec_all_classes(s) * s->ntargets + 1, tally);
    for (unsigned i = 0; i < r->ncells; i++) {
        const report_cell *c = &r->cells[i];
        tally *t = &all[c->cell.cls->index * s->ntargets + c->cell.target->index];
        t->kind[report_kind_of(c)]++;
        t->measured += report_llvm(c) >= 0;
    }
    return all;
}

/* [class, target, optimal, bounded, best found, claimed, none, with a figure of stock LLVM]; NULL
 * when there is no cell. */
static json_t *counts_of(unsigned k, unsigned t, const tally *x)
{
    unsigned total = 0;
    for (unsigned i = 0; i < REPORT_KINDS; i++) total += x->kind[i];
    if (!total) return NULL;
    json_t *list = json_pack("[i, i]", (int)k, (int)t);
    for (unsigned i = 0; i < REPORT_KINDS; i++)
        json_array_append_new(list, json_integer(x->kind[i]));
    json_array_append_new(list, json_integer(x->measured));
    return list;
}

static json_t *maps_of(const report *r)
{
    arena mem = {0};
    const spec *s = r->a->spec;
    const tally *all = count_cells(r, &mem);
    json_t *list = json_array();
    for (unsigned k = 0; k < spec_all_classes(s); k++)
        for (unsigned t = 0; t < s->ntargets; t++) {
            json_t *counts = counts_of(k, t, &all[k * s->ntargets + t]);
            if (counts) json_array_append_new(list, counts);
        }
    arena_free(&mem);
    return list;
}

/* The first cell of each chunk: [operation, width, class]. */
static json_t *chunks_of(const report *r)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < r->nchunks; i++) {
        const cell *c = &r->cells[r->chunk[i]].cell;
        json_array_append_new(list, json_pack("[i, i, i]", (int)r->op_number[c->op->index],
                                              (int)c->w, (int)c->cls->index));
    }
    return list;
}

void report_put_index(const report *r, strbuf *out)
{
    const spec *s = r->a->spec;
    json_t *index = json_object();
    json_put_text(index, "version", LANESMITH_VERSION);
    json_put_text(index, "spec", s->hash);
    json_put(index, "maps", maps_of(r));
    json_put(index, "classes", classes_of(s));
    json_put(index, "targets", targets_of(s));
    json_put(index, "chunks", chunks_of(r));
    json_put(index, "ops", ops_of(r));
    put_data(out, "index", index);
}

/* ---- definitions ---- */

static json_t *params_of(const op *o)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < o->arity; i++) {
        json_t *param = json_array();
        json_array_append_new(param, json_text(o->param[i]));
        json_array_append_new(param, json_text(op_type_names[o->type[i]]));
        json_array_append_new(list, param);
    }
    return list;
}

/* The text as the specification has it, with the values of families put in. */
static json_t *definition_of(const op *o)
{
    strbuf text = {0};
    json_t *object = json_object();
    sexp_print(o->form, o->env, &text);
    json_put_text(object, "text", strbuf_text(&text));
    json_put(object, "params", params_of(o));
    json_put_text(object, "result", op_type_names[o->result]);
    strbuf_free(&text);
    return object;
}

void report_put_definitions(const report *r, strbuf *out)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < r->nops; i++) json_array_append_new(list, definition_of(r->ops[i]));
    put_data(out, "definitions", list);
}

void report_put_grammars(const report *r, strbuf *out)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < r->ngrammars; i++)
        json_array_append_new(list, json_text(r->grammars[i]));
    put_data(out, "grammars", list);
}

/* ---- the journal ---- */

/* Winners that the run stored first: optimal, bounded, best found. */
static json_t *winners_of(const report *r, const db_journal_run *run)
{
    unsigned kind[REPORT_KINDS] = {0};
    for (unsigned i = 0; i < r->ncells; i++)
        if (r->cells[i].best && r->cells[i].best->run == run->number)
            kind[report_kind_of(&r->cells[i])]++;
    return json_pack("[i, i, i]", (int)kind[REPORT_OPTIMAL], (int)kind[REPORT_BOUNDED],
                     (int)kind[REPORT_FOUND]);
}

static json_t *run_of(const report *r, const db_journal_run *run)
{
    json_t *object = json_object();
    json_put_text(object, "command", run->command);
    json_put_text(object, "started", run->started);
    json_put_text(object, "ended", run->ended);
    json_put_count(object, "cells", run->cells);
    json_put_count(object, "lowerings", run->lowerings);
    json_put_count(object, "proofs", run->proofs);
    json_put(object, "winners", winners_of(r, run));
    return object;
}

void report_put_journal(const report *r, strbuf *out)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < r->nruns; i++) json_array_append_new(list, run_of(r, &r->runs[i]));
    put_data(out, "journal", list);
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

/* Puts [operation, "cells"] into rows: one for each width of the map, with blanks between; "."
 * where there is none. Returns the first cell that is not the operation's. */
static unsigned put_row(const report *r, const map *m, unsigned first, json_t *rows)
{
    const op *o = r->cells[first].cell.op;
    unsigned w = 0, i = first;
    const char *separator = "";
    json_t *row = json_array();
    strbuf cells = {0};
    for (; i < r->ncells && r->cells[i].cell.op == o; i++) {
        const report_cell *c = &r->cells[i];
        if (!is_on(m, c)) continue;
        for (w++; w < c->cell.w; w++)
            if (m->has[w]) strbuf_printf(&cells, "%s.", separator), separator = " ";
        strbuf_puts(&cells, separator);
        put_cell(c, &cells);
        separator = " ";
    }
    json_array_append_new(row, json_integer(r->op_number[o->index]));
    json_array_append_new(row, json_text(strbuf_text(&cells)));
    json_array_append_new(rows, row);
    strbuf_free(&cells);
    return i;
}

static json_t *widths_of(const map *m)
{
    json_t *list = json_array();
    for (unsigned w = 0; w < WIDTHS_MAX; w++)
        if (m->has[w]) json_array_append_new(list, json_integer(w));
    return list;
}

bool report_put_map(const report *r, const regclass *cls, const target *t, strbuf *out)
{
    map m = {.cls = cls, .target = t};
    char name[64];
    json_t *object = json_object(), *rows = json_array();
    for (unsigned i = 0; i < r->ncells; i++)
        if (is_on(&m, &r->cells[i])) m.has[r->cells[i].cell.w] = true;
    for (unsigned i = 0; i < r->ncells;) {
        if (is_on(&m, &r->cells[i])) i = put_row(r, &m, i, rows);
        else i++;
    }
    bool has_rows = json_array_size(rows) > 0;
    json_put(object, "widths", widths_of(&m));
    json_put(object, "rows", rows);
    snprintf(name, sizeof name, "map-%u-%u", cls->index, t->index);
    put_data(out, name, object);
    return has_rows;
}

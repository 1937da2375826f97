// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* show_lists.c - tables: what is covered, and what the specification has.
 *
 * The coverage table has the instructions of each cell's best lowering: "5*" optimal, "5" proved,
 * "5?" not proved here,
 * "-" none. Columns are the widths that the database has, within each register class.
 *
 * Called by cmd_show.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/app/json.h"
#include "cli/app/story.h"
#include "show.h"

enum { COLUMNS_MAX = 128 };

typedef struct column {
    const regclass *cls;
    unsigned w;
} column;

typedef struct coverage {
    db_lowering *row; /* the best of each cell, of one target */
    unsigned nrows;
    column column[COLUMNS_MAX];
    unsigned ncolumns;
} coverage;

/* ---- coverage ---- */

static int compare_columns(const void *pa, const void *pb)
{
    const column *a = pa, *b = pb;
    if (a->cls != b->cls) return a->cls->index < b->cls->index ? -1 : 1;
    return (a->w > b->w) - (a->w < b->w);
}

static void add_column(coverage *v, const cell *c)
{
    for (unsigned i = 0; i < v->ncolumns; i++)
        if (v->column[i].cls == c->cls && v->column[i].w == c->w) return;
    if (v->ncolumns < COLUMNS_MAX) v->column[v->ncolumns++] = (column){c->cls, c->w};
}

static ls_status take_target(app *a, const target *t, const cell_filter *f, coverage *v)
{
    unsigned kept = 0;
    v->ncolumns = 0;
    ls_status rc = app_report(
        a, db_list_lowerings(a->db, a->spec, t, DB_WINNERS, &a->mem, &v->row, &v->nrows));
    for (unsigned i = 0; rc == LS_OK && i < v->nrows; i++) {
        if (!cell_filter_admits(f, &v->row[i].cell)) continue;
        v->row[kept++] = v->row[i];
        add_column(v, &v->row[i].cell);
    }
    v->nrows = kept;
    qsort(v->column, v->ncolumns, sizeof *v->column, compare_columns);
    return rc;
}

static const db_lowering *find(const coverage *v, const op *o, const column *k)
{
    for (unsigned i = 0; i < v->nrows; i++)
        if (v->row[i].cell.op == o && v->row[i].cell.cls == k->cls && v->row[i].cell.w == k->w)
            return &v->row[i];
    return NULL;
}

static bool has_op(const coverage *v, const op *o)
{
    for (unsigned i = 0; i < v->nrows; i++)
        if (v->row[i].cell.op == o) return true;
    return false;
}

static void print_cell(const db_lowering *l)
{
    char text[16] = "-";
    if (l) {
        const char *mark = !is_shippable(l) ? "?" : !strcmp(l->status, "optimal") ? "*" : "";
        snprintf(text, sizeof text, "%u%s", l->cost.insns, mark);
    }
    printf(" %6s", text);
}

static void print_header(const target *t, const coverage *v)
{
    printf("%-12s", t->name);
    for (unsigned i = 0; i < v->ncolumns; i++)
        printf(" %6s", i && v->column[i].cls == v->column[i - 1].cls ? "" : v->column[i].cls->name);
    printf("\n%-12s", "");
    for (unsigned i = 0; i < v->ncolumns; i++) printf(" %5uw", v->column[i].w);
    puts("");
}

static void print_table(const spec *s, const target *t, const coverage *v)
{
    if (!v->nrows) return;
    print_header(t, v);
    for (unsigned o = 0; o < s->nops; o++) {
        if (!has_op(v, &s->ops[o])) continue;
        printf("%-12s", s->ops[o].name);
        for (unsigned i = 0; i < v->ncolumns; i++) print_cell(find(v, &s->ops[o], &v->column[i]));
        puts("");
    }
    puts("");
}

static void print_json_rows(const coverage *v, json_list *list)
{
    for (unsigned i = 0; i < v->nrows; i++) {
        const db_lowering *l = &v->row[i];
        json_t *row = json_cell(&l->cell);
        json_put_count(row, "insns", l->cost.insns);
        json_put_text(row, "status", l->status);
        json_put_flag(row, "proved", is_shippable(l));
        json_list_put(list, row);
    }
}

ls_status show_coverage(app *a, const cell_filter *f, bool json)
{
    const spec *s = a->spec;
    json_list list = {.out = stdout};
    unsigned total = 0;
    for (unsigned t = 0; t < s->ntargets; t++) {
        coverage v = {0};
        if (!cell_filter_admits_target(f, &s->targets[t])) continue;
        ls_status rc = take_target(a, &s->targets[t], f, &v);
        if (rc != LS_OK) return rc;
        total += v.nrows;
        if (json)
            print_json_rows(&v, &list);
        else
            print_table(s, &s->targets[t], &v);
    }
    if (json)
        json_list_end(&list, NULL);
    else
        printf("%u cell%s: instructions as emitted; * optimal, ? not proved here, w bits a field\n",
               total, plural(total));
    return LS_OK;
}

/* ---- the specification ---- */

static json_t *op_json(const op *o)
{
    json_t *row = json_object();
    json_put_text(row, "name", o->name);
    json_put_count(row, "arity", o->arity);
    json_put_text(row, "llvm", o->llvm ? o->llvm : "");
    json_put_text(row, "meaning", o->doc ? o->doc : "");
    json_put_text(row, "hash", o->hash);
    return row;
}

static void print_op(const op *o)
{
    const char *llvm = o->llvm ? o->llvm : o->llvm_intrinsic ? o->llvm_intrinsic : "-";
    printf("%-16s %-15s %s\n", o->name, llvm, o->doc ? o->doc : "");
}

void show_ops(const spec *s, bool json)
{
    json_list list = {.out = stdout};
    for (unsigned i = 0; i < s->nops; i++) {
        if (json) json_list_put(&list, op_json(&s->ops[i]));
        else print_op(&s->ops[i]);
    }
    if (json) json_list_end(&list, NULL);
}

static bool is_wanted(const spec *s, const cell_filter *f, const instr *in)
{
    for (unsigned t = 0; t < s->ntargets; t++)
        if (cell_filter_admits_target(f, &s->targets[t]) && target_has_instr(&s->targets[t], in))
            return true;
    return !f->ntargets;
}

static void print_operands(const instr *in)
{
    strbuf b = {0};
    for (unsigned i = 0; i < in->nsrc; i++)
        strbuf_printf(&b, "%s%s", i ? " " : "", in->src[i]->name);
    if (in->has_imm)
        strbuf_printf(&b, " %lld..%lld", (long long)in->imm_low, (long long)in->imm_high);
    printf("%-28s", strbuf_text(&b));
    strbuf_free(&b);
}

static void print_instr(const instr *in)
{
    printf("%-14s %-5s %-10s ", in->name, in->result->name, instr_kind_names[in->kind]);
    print_operands(in);
    for (const char *const *r = in->requires_; r && *r; r++) printf(" %s", *r);
    puts("");
}

/* Ended by NULL. */
static json_t *texts_json(const char *const *texts)
{
    json_t *list = json_array();
    for (; texts && *texts; texts++) json_array_append_new(list, json_text(*texts));
    return list;
}

static json_t *instr_json(const instr *in)
{
    json_t *row = json_object(), *sources = json_array();
    json_put_text(row, "name", in->name);
    json_put_text(row, "class", in->result->name);
    json_put_text(row, "kind", instr_kind_names[in->kind]);
    for (unsigned i = 0; i < in->nsrc; i++)
        json_array_append_new(sources, json_text(in->src[i]->name));
    json_put(row, "sources", sources);
    json_put(row, "requires", texts_json(in->requires_));
    json_put_text(row, "hash", in->hash);
    return row;
}

void show_instrs(const spec *s, const cell_filter *f, bool json)
{
    json_list list = {.out = stdout};
    for (unsigned i = 0; i < s->ninstrs; i++) {
        if (!is_wanted(s, f, &s->instrs[i])) continue;
        if (json) json_list_put(&list, instr_json(&s->instrs[i]));
        else print_instr(&s->instrs[i]);
    }
    if (json) json_list_end(&list, NULL);
}

static json_t *target_json(const target *t)
{
    json_t *row = json_object(), *classes = json_array();
    json_put_text(row, "name", t->name);
    json_put_text(row, "cpu", t->cpu);
    json_put_text(row, "suffix", t->suffix);
    for (const regclass *const *k = t->classes; *k; k++)
        json_array_append_new(classes, json_text((*k)->name));
    json_put(row, "classes", classes);
    json_put(row, "features", texts_json(t->features));
    return row;
}

static void print_target(const target *t)
{
    printf("%-12s classes", t->name);
    for (const regclass *const *k = t->classes; *k; k++) printf(" %s", (*k)->name);
    fputs("; features", stdout);
    for (const char *const *x = t->features; *x; x++) printf(" %s", *x);
    puts("");
}

static void print_blocks(const spec *s)
{
    printf("%-12s", "blocks");
    for (unsigned i = 0; i < s->nblocks; i++) printf(" %s", s->blocks[i].name);
    printf(", where their registers are\n");
}

void show_targets(const spec *s, bool json)
{
    json_list list = {.out = stdout};
    for (unsigned i = 0; i < s->ntargets; i++) {
        if (json) json_list_put(&list, target_json(&s->targets[i]));
        else print_target(&s->targets[i]);
    }
    if (json) json_list_end(&list, NULL);
    else print_blocks(s);
}

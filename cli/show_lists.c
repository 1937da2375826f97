// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* show_lists.c - tables: what is covered, and what the specification has.
 *
 * The coverage table has the instructions of each cell's best lowering: "5*" optimal, "5" proved, "5?" not proved here,
 * "-" none. Columns are the widths that the database has, within each register class.
 *
 * Called by cmd_show.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "show.h"
#include "story.h"

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
    ls_status rc = app_report(a, db_list_lowerings(a->db, a->spec, t, DB_WINNERS, &a->mem, &v->row, &v->nrows));
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
        if (v->row[i].cell.op == o && v->row[i].cell.cls == k->cls && v->row[i].cell.w == k->w) return &v->row[i];
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

static void print_json_rows(const coverage *v, const char **separator)
{
    for (unsigned i = 0; i < v->nrows; i++) {
        const db_lowering *l = &v->row[i];
        printf("%s\n  {\"op\": \"%s\", \"width\": %u, \"class\": \"%s\", \"target\": \"%s\"", *separator, l->cell.op->name,
               l->cell.w, l->cell.cls->name, l->cell.target->name);
        printf(", \"insns\": %u, \"status\": \"%s\", \"proved\": %s}", l->cost.insns, l->status,
               is_shippable(l) ? "true" : "false");
        *separator = ",";
    }
}

ls_status show_coverage(app *a, const cell_filter *f, bool json)
{
    const spec *s = a->spec;
    const char *separator = "[";
    unsigned total = 0;
    for (unsigned t = 0; t < s->ntargets; t++) {
        coverage v = {0};
        if (!cell_filter_admits_target(f, &s->targets[t])) continue;
        ls_status rc = take_target(a, &s->targets[t], f, &v);
        if (rc != LS_OK) return rc;
        total += v.nrows;
        if (json)
            print_json_rows(&v, &separator);
        else
            print_table(s, &s->targets[t], &v);
    }
    if (json)
        puts(total ? "]" : "[]");
    else
        printf("%u cell%s: instructions as emitted; * optimal, ? not proved here, w bits a field\n", total, plural(total));
    return LS_OK;
}

/* ---- the specification ---- */

void show_ops(const spec *s, bool json)
{
    for (unsigned i = 0; i < s->nops; i++) {
        const op *o = &s->ops[i];
        if (json) {
            printf("%s{\"name\": \"%s\", \"arity\": %u, \"llvm\": ", i ? ",\n " : "[", o->name, o->arity);
            json_print(o->llvm ? o->llvm : "", stdout);
            fputs(", \"meaning\": ", stdout);
            json_print(o->doc ? o->doc : "", stdout);
            printf(", \"hash\": \"%s\"}", o->hash);
        } else {
            printf("%-16s %-15s %s\n", o->name, o->llvm ? o->llvm : o->llvm_intrinsic ? o->llvm_intrinsic : "-", o->doc ? o->doc : "");
        }
    }
    if (json) puts(s->nops ? "]" : "[]");
}

static bool is_wanted(const spec *s, const cell_filter *f, const instr *in)
{
    for (unsigned t = 0; t < s->ntargets; t++)
        if (cell_filter_admits_target(f, &s->targets[t]) && target_has_instr(&s->targets[t], in)) return true;
    return !f->ntargets;
}

static void print_operands(const instr *in)
{
    strbuf b = {0};
    for (unsigned i = 0; i < in->nsrc; i++) strbuf_printf(&b, "%s%s", i ? " " : "", in->src[i]->name);
    if (in->has_imm) strbuf_printf(&b, " %lld..%lld", (long long)in->imm_low, (long long)in->imm_high);
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

static void json_instr(const instr *in)
{
    printf("{\"name\": \"%s\", \"class\": \"%s\", \"kind\": \"%s\", \"sources\": [", in->name, in->result->name,
           instr_kind_names[in->kind]);
    for (unsigned i = 0; i < in->nsrc; i++) printf("%s\"%s\"", i ? ", " : "", in->src[i]->name);
    fputs("], \"requires\": [", stdout);
    for (const char *const *r = in->requires_; r && *r; r++) printf("%s\"%s\"", r == in->requires_ ? "" : ", ", *r);
    printf("], \"hash\": \"%s\"}", in->hash);
}

void show_instrs(const spec *s, const cell_filter *f, bool json)
{
    const char *separator = "[";
    for (unsigned i = 0; i < s->ninstrs; i++) {
        if (!is_wanted(s, f, &s->instrs[i])) continue;
        if (json) {
            fputs(separator, stdout);
            json_instr(&s->instrs[i]);
            separator = ",\n ";
        } else {
            print_instr(&s->instrs[i]);
        }
    }
    if (json) puts(*separator == '[' ? "[]" : "]");
}

static void json_target(const target *t)
{
    printf("{\"name\": \"%s\", \"cpu\": \"%s\", \"suffix\": \"%s\", \"classes\": [", t->name, t->cpu, t->suffix);
    for (const regclass *const *k = t->classes; *k; k++) printf("%s\"%s\"", k == t->classes ? "" : ", ", (*k)->name);
    fputs("], \"features\": [", stdout);
    for (const char *const *x = t->features; *x; x++) printf("%s\"%s\"", x == t->features ? "" : ", ", *x);
    fputs("]}", stdout);
}

static void print_target(const target *t)
{
    printf("%-12s classes", t->name);
    for (const regclass *const *k = t->classes; *k; k++) printf(" %s", (*k)->name);
    fputs("; features", stdout);
    for (const char *const *x = t->features; *x; x++) printf(" %s", *x);
    puts("");
}

void show_targets(const spec *s, bool json)
{
    for (unsigned i = 0; i < s->ntargets; i++) {
        if (json) fputs(i ? ",\n " : "[", stdout);
        (json ? json_target : print_target)(&s->targets[i]);
    }
    if (json) puts(s->ntargets ? "]" : "[]");
}

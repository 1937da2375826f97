// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* form_place.c - computes places in the lines of forms.
 *
 * Integer expressions of the spec language over n, w, k, j and i, and, in bytes, over what the
 * cell's operation gives (table.h). A list that has no value for a cell is a diagnostic; which
 * cells are meant, form.c knows. */
#include "form_place.h"

#include <string.h>

#include "spec/language/elab.h"
#include "spec/language/report.h"
#include "table.h"

/* What computes a place: e.operation looks up what the cell's operation gives. */
typedef struct computer {
    elab e;
    const form_cell *f;
    op_table *table; /* NULL until it is asked for */
} computer;

const char *form_past_list(const char *s)
{
    unsigned depth = 0;
    for (; *s && *s != '\n'; s++) {
        depth += *s == '(';
        if (*s == ')' && !--depth) return s + 1;
    }
    return s;
}

static const sexp_env *bind_numbers(arena *mem, const form_cell *f)
{
    const sexp_env *env = elab_bind_integer(mem, NULL, "w", f->c->w);
    env = elab_bind_integer(mem, env, "n", cell_fields(f->c));
    env = elab_bind_integer(mem, env, "k", f->number[0]);
    env = elab_bind_integer(mem, env, "j", f->number[1]);
    return elab_bind_integer(mem, env, "i", f->field);
}

/* "<N x i32> <i32 INDEX, ...>", INDEX with i = 0, 1 ...; poison where it is negative. */
static bool print_mask(elab *e, const sexp *x, const sexp_env *env, strbuf *out)
{
    int64_t count, index;
    if (!elab_integer(e, x->item[1], env, &count) || count < 1) return false;
    strbuf_printf(out, "<%lld x i32> <", (long long)count);
    for (int64_t i = 0; i < count; i++) {
        if (!elab_integer(e, x->item[2], elab_bind_integer(e->mem, env, "i", i), &index))
            return false;
        strbuf_printf(out, "%si32 ", i ? ", " : "");
        if (index < 0)
            strbuf_puts(out, "poison");
        else
            strbuf_printf(out, "%lld", (long long)index);
    }
    strbuf_puts(out, ">");
    return true;
}

/* (op x y): the field that the operation gives of fields that are integers. */
static bool apply_operation(elab *e, const sexp *x, const sexp_env *env, int64_t *out)
{
    computer *with = (computer *)e; /* its first member */
    const form_cell *f = with->f;
    const op *o = f->c->op;
    int64_t operand[SPEC_SRC_MAX];
    if (x->count - 1 != o->arity)
        return report_error(e->d, x, NULL, "'op' takes %u operand%s, %u given", o->arity,
                            report_plural(o->arity), x->count - 1);
    for (unsigned i = 0; i < o->arity; i++)
        if (!elab_integer(e, x->item[i + 1], env, &operand[i])) return false;
    *out = 0;
    if (f->sample) return true;
    if (!with->table) with->table = op_table_new(o, f->c->w);
    if (!with->table)
        return report_error(e->d, x, NULL, "'%s' does not act on each field of %u bits for itself",
                            o->name, f->c->w);
    *out = op_table_at(with->table, operand);
    return true;
}

/* "<N x i8> <i8 E, ...>", the lowest 8 bits of E with i = 0, 1 ... */
static bool print_bytes(elab *e, const sexp *x, const sexp_env *env, strbuf *out)
{
    int64_t count, byte;
    if (!elab_integer(e, x->item[1], env, &count)) return false;
    if (count < 1 || count > TERM_WIDTH_MAX / 8)
        return report_error(e->d, x->item[1], env, "%lld bytes; 1 to %d expected", (long long)count,
                            TERM_WIDTH_MAX / 8);
    strbuf_printf(out, "<%lld x i8> <", (long long)count);
    for (int64_t i = 0; i < count; i++) {
        if (!elab_integer(e, x->item[2], elab_bind_integer(e->mem, env, "i", i), &byte))
            return false;
        strbuf_printf(out, "%si8 %u", i ? ", " : "", (unsigned)(byte & 255));
    }
    strbuf_puts(out, ">");
    return true;
}

/* A where the condition holds, else B; either may be another (text ...). */
static bool print_text(elab *e, const sexp *x, const sexp_env *env, strbuf *out)
{
    bool holds;
    if (!elab_condition(e, x->item[1], env, &holds)) return false;
    const sexp *chosen = x->item[holds ? 2 : 3];
    if (text_same(sexp_head(chosen), "text") && chosen->count == 4)
        return print_text(e, chosen, env, out);
    if (chosen->kind != SEXP_STRING)
        return report_error(e->d, chosen, NULL, "expected a \"string\"");
    strbuf_puts(out, chosen->text);
    return true;
}

static bool print_computed(elab *e, const sexp *x, const sexp_env *env, strbuf *out)
{
    int64_t a, b;
    const char *head = sexp_head(x);
    if (!strcmp(head, "mask") && x->count == 3) return print_mask(e, x, env, out);
    if (!strcmp(head, "bytes") && x->count == 3) return print_bytes(e, x, env, out);
    if (!strcmp(head, "text") && x->count == 4) return print_text(e, x, env, out);
    if (!strcmp(head, "int") && x->count == 2) {
        if (!elab_integer(e, x->item[1], env, &a)) return false;
        strbuf_printf(out, "%lld", (long long)a);
        return true;
    }
    if (strcmp(head, "vec") || x->count != 3) {
        diag_error(e->d, x->where, "expected " FORM_COMPUTED);
        return false;
    }
    if (!elab_integer(e, x->item[1], env, &a) || !elab_integer(e, x->item[2], env, &b))
        return false;
    strbuf_printf(out, "<%lld x i%lld>", (long long)a, (long long)b);
    return true;
}

bool form_expand_list(const char *text, size_t length, const form_cell *f, const char *file,
                      diags *d, strbuf *out)
{
    arena mem = {0};
    computer with = {.e = {.d = d, .mem = &mem, .operation = apply_operation}, .f = f};
    const sexp *x = sexp_parse(file, text, length, &mem, d);
    bool good = x && print_computed(&with.e, x->item[0], bind_numbers(&mem, f), out);
    op_table_free(with.table);
    arena_free(&mem);
    return good;
}

bool form_holds(const char *text, const form_cell *f, const char *file, diags *d)
{
    arena mem = {0};
    elab e = {.d = d, .mem = &mem};
    const sexp *x = sexp_parse(file, text, (size_t)(form_past_list(text) - text), &mem, d);
    bool holds = false, good = x && elab_condition(&e, x->item[0], bind_numbers(&mem, f), &holds);
    arena_free(&mem);
    return good && holds;
}

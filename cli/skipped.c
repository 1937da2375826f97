// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* skipped.c - which of the named operations, widths, classes and targets do not go together.
 *
 * A filter names lists, and means all their combinations. Some of these do not exist: the operation
 * is not defined there, the width does not fit the class, the target does not have it. They are
 * left out, and a few lines on stderr say so: what is true of several names is one line, long lists
 * are cut, and so are many lines. When no cell is left, one sentence says why, and where there are
 * some. What nobody named is never said to be left out.
 *
 * Called by every command that chooses cells, right after the filter is made. */
#include <stdlib.h>
#include <string.h>

#include "cli/app/cells.h"
#include "spec/op.h"

enum { LISTED_MAX = 5, LINES_MAX = 8, WIDTH_ANY_MAX = 64, WIDTHS_LISTED = 16 };

/* "SUBJECT one", or "SUBJECT, SUBJECT many". */
typedef struct skip {
    char *subject, *one, *many;
} skip;

typedef struct skips {
    const spec *s;
    const cell_filter *f;
    skip *list;
    unsigned count, cap;
} skips;

static char *copy_text(const char *s)
{
    size_t n = strlen(s) + 1;
    return memcpy(mem_alloc(n, 1), s, n);
}

static void add(skips *x, const char *subject, const char *one, const char *many)
{
    if (x->count == x->cap) x->list = mem_grow(x->list, x->cap = 2 * x->cap + 16, sizeof *x->list);
    x->list[x->count++] = (skip){copy_text(subject), copy_text(one), copy_text(many)};
}

static void skips_free(skips *x)
{
    for (unsigned i = 0; i < x->count; i++) {
        mem_free(x->list[i].subject);
        mem_free(x->list[i].one);
        mem_free(x->list[i].many);
    }
    mem_free(x->list);
}

/* ---- what exists ---- */

static bool fits(unsigned w, const regclass *cls)
{
    return w <= cls->bits / 2 || w == cls->bits;
}

/* Whether an admitted target has the class, and that is admitted. */
static bool has_class(const skips *x, const regclass *cls)
{
    for (unsigned t = 0; t < x->s->ntargets; t++)
        if (cell_filter_admits_place(x->f, cls, &x->s->targets[t])) return true;
    return false;
}

/* The last admitted class, mostly the widest, that a field of w bits fits (0: any), or NULL. */
static const regclass *find_class(const skips *x, unsigned w)
{
    for (unsigned k = spec_all_classes(x->s); k-- > 0;) {
        const regclass *cls = spec_class(x->s, k);
        if ((!w || fits(w, cls)) && has_class(x, cls)) return cls;
    }
    return NULL;
}

/* Whether the operation has a cell at the width, in the class (NULL: in any). */
static bool has_cell(const skips *x, const op *o, unsigned w, const regclass *only)
{
    for (unsigned k = 0; k < spec_all_classes(x->s); k++) {
        const regclass *cls = spec_class(x->s, k);
        if (cls->of && !o->blocks) continue;
        if ((only && cls != only) || !fits(w, cls) || !has_class(x, cls)) continue;
        if (op_exists(o, w, cls->bits / w)) return true;
    }
    return false;
}

/* The same at one of the widths of the filter, or at any. */
static bool has_op(const skips *x, const op *o)
{
    for (unsigned i = 0; i < x->f->nwidths; i++)
        if (has_cell(x, o, x->f->width[i], NULL)) return true;
    for (unsigned w = 1; !x->f->nwidths && w <= WIDTH_ANY_MAX; w++)
        if (has_cell(x, o, w, NULL)) return true;
    for (unsigned k = 0; !x->f->nwidths && k < spec_all_classes(x->s); k++)
        if (has_cell(x, o, spec_class(x->s, k)->bits, spec_class(x->s, k))) return true;
    return false;
}

static bool has_any(const skips *x)
{
    for (unsigned i = 0; i < x->f->nops; i++)
        if (has_op(x, x->f->op[i])) return true;
    for (unsigned i = 0; !x->f->nops && i < x->s->nops; i++)
        if (has_op(x, &x->s->ops[i])) return true;
    return false;
}

/* ---- what does not ---- */

/* A list that is being written: the first few, and how many more. */
typedef struct listing {
    strbuf text;
    unsigned count;
} listing;

static void list_word(listing *l, const char *word)
{
    if (l->count++ < LISTED_MAX) strbuf_printf(&l->text, "%s%s", l->count > 1 ? ", " : "", word);
}

static void list_number(listing *l, unsigned n)
{
    char word[16];
    snprintf(word, sizeof word, "%u", n);
    list_word(l, word);
}

static const char *end_list(listing *l)
{
    if (l->count > LISTED_MAX) strbuf_printf(&l->text, " and %u more", l->count - LISTED_MAX);
    return strbuf_text(&l->text);
}

/* "x86-64 has no register class z512" */
static void find_foreign_classes(skips *x)
{
    char one[96], many[96];
    for (unsigned k = 0; k < x->f->nclasses; k++)
        for (unsigned t = 0; t < x->f->ntargets; t++) {
            if (target_has_class(x->f->target[t], x->f->cls[k])) continue;
            snprintf(one, sizeof one, "has no register class %s", x->f->cls[k]->name);
            snprintf(many, sizeof many, "have no register class %s", x->f->cls[k]->name);
            add(x, x->f->target[t]->name, one, many);
        }
}

/* "fields of 48 bits do not fit r64", of the class or, NULL, of all classes. */
static void find_misfits(skips *x, const regclass *cls)
{
    listing l = {0};
    strbuf subject = {0}, what = {0};
    for (unsigned i = 0; i < x->f->nwidths; i++) {
        unsigned w = x->f->width[i];
        if (cls ? !fits(w, cls) : !find_class(x, w)) list_number(&l, w);
    }
    strbuf_printf(&subject, "fields of %s bits", end_list(&l));
    strbuf_printf(&what, "do not fit %s", cls ? cls->name : "any register class");
    if (l.count) add(x, strbuf_text(&subject), strbuf_text(&what), strbuf_text(&what));
    strbuf_free(&subject);
    strbuf_free(&what);
    strbuf_free(&l.text);
}

/* Whether somebody could expect a cell there: the width fits some class, and no class has the
 * operation; or it fits the class, and others have it. */
static bool is_missed(const skips *x, const op *o, unsigned w, const regclass *cls)
{
    bool elsewhere = has_cell(x, o, w, NULL);
    if (!cls) return !elsewhere && find_class(x, w);
    return fits(w, cls) && elsewhere && !has_cell(x, o, w, cls);
}

/* "bswap is not defined at width 4", or "... in r64". */
static void find_undefined(skips *x, const op *o, const regclass *cls)
{
    listing l = {0};
    strbuf rest = {0};
    for (unsigned i = 0; i < x->f->nwidths; i++)
        if (is_missed(x, o, x->f->width[i], cls)) list_number(&l, x->f->width[i]);
    strbuf_printf(&rest, "not defined at width%s %s", l.count == 1 ? "" : "s", end_list(&l));
    if (cls) strbuf_printf(&rest, " in %s", cls->name);
    if (l.count) {
        strbuf one = {0}, many = {0};
        strbuf_printf(&one, "is %s", rest.s);
        strbuf_printf(&many, "are %s", rest.s);
        add(x, o->name, one.s, many.s);
        strbuf_free(&one);
        strbuf_free(&many);
    }
    strbuf_free(&rest);
    strbuf_free(&l.text);
}

static void find_all(skips *x)
{
    const cell_filter *f = x->f;
    find_foreign_classes(x);
    if (!f->nclasses) find_misfits(x, NULL);
    for (unsigned k = 0; k < f->nclasses; k++) find_misfits(x, f->cls[k]);
    for (unsigned i = 0; i < f->nops; i++) find_undefined(x, f->op[i], NULL);
    for (unsigned k = 0; k < f->nclasses; k++)
        for (unsigned i = 0; i < f->nops && has_class(x, f->cls[k]); i++)
            find_undefined(x, f->op[i], f->cls[k]);
    for (unsigned i = 0; !f->nwidths && i < f->nops; i++)
        if (!has_op(x, f->op[i]))
            add(x, f->op[i]->name, "is not defined in these register classes",
                "are not defined in these register classes");
}

/* ---- saying so ---- */

static bool is_said(const skips *x, unsigned i)
{
    for (unsigned k = 0; k < i; k++)
        if (!strcmp(x->list[k].one, x->list[i].one)) return true;
    return false;
}

static void print_line(const skips *x, unsigned first, const char *command)
{
    listing l = {0};
    const skip *p = &x->list[first];
    for (unsigned i = first; i < x->count; i++)
        if (!strcmp(x->list[i].one, p->one)) list_word(&l, x->list[i].subject);
    const char *subjects = end_list(&l);
    fprintf(stderr, "lanesmith %s: skipped: %s %s\n", command, subjects,
            l.count == 1 ? p->one : p->many);
    strbuf_free(&l.text);
}

static void print_all(const skips *x, const char *command)
{
    unsigned lines = 0;
    for (unsigned i = 0; i < x->count; i++)
        if (!is_said(x, i) && lines++ < LINES_MAX) print_line(x, i, command);
    if (lines > LINES_MAX)
        fprintf(stderr, "lanesmith %s: skipped: %u more of the kind\n", command, lines - LINES_MAX);
}

/* Nobody named a class, so none is told: "bswap is not defined at width 4; it is for 16 32 48". */
static ls_status refuse_width(const skips *x, const char *command, const op *o, unsigned w)
{
    strbuf there = {0};
    unsigned listed = 0;
    for (unsigned k = 1; k <= WIDTH_ANY_MAX && listed < WIDTHS_LISTED; k++)
        if (has_cell(x, o, k, NULL))
            strbuf_printf(&there, "%s %u", listed++ ? "" : "; it is for", k);
    if (listed == WIDTHS_LISTED) strbuf_puts(&there, " ...");
    int rc = usage_error(command, "%s is not defined at width %u%s", o->name, w,
                         strbuf_text(&there));
    strbuf_free(&there);
    return (ls_status)rc;
}

/* Why there is nothing: of the first that was named. */
static ls_status refuse(const skips *x, const char *command)
{
    const cell_filter *f = x->f;
    cell c = {.op = f->nops ? f->op[0] : &x->s->ops[0], .w = f->nwidths ? f->width[0] : 0};
    c.cls = find_class(x, c.w);
    if (c.cls && f->nops && c.w && !f->nclasses) return refuse_width(x, command, c.op, c.w);
    if (!c.cls) c.cls = find_class(x, 0);
    for (unsigned t = 0; c.cls && !c.target && t < x->s->ntargets; t++)
        if (cell_filter_admits_place(f, c.cls, &x->s->targets[t])) c.target = &x->s->targets[t];
    if (!c.cls) c.cls = f->cls[0], c.target = f->ntargets ? f->target[0] : &x->s->targets[0];
    if (c.w || !target_has_class(c.target, c.cls)) return cell_refuse(command, &c);
    return (ls_status)usage_error(command,
                                  "%s has no cell in %s of %s; choose another --class or --target",
                                  c.op->name, c.cls->name, c.target->name);
}

ls_status cells_need(const char *command, const spec *s, const cell_filter *f)
{
    skips x = {.s = s, .f = f};
    if (!s->nops || !(f->nops + f->nwidths + f->nclasses + f->ntargets)) return LS_OK;
    if (!has_any(&x)) return refuse(&x, command);
    find_all(&x);
    print_all(&x, command);
    skips_free(&x);
    return LS_OK;
}

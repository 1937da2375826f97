// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* form_file.c - reads spec/forms.ir, and ways.ir of a set: templates of operations, and of ways to
 * compute them.
 *
 * What a template has to be for form.c and form_ir.c to expand it is checked here. */
#include "form_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "form_text.h"

#define PLACES "TMDHSEXBRWLPK"

static const char WHERE[] = "  where "; /* begins a condition on cells */
static const char REQUIRES[] = "  requires "; /* begins features that a way needs, behind a number
                                                 in registers of so many bits */
static const char REGISTER[] =
    "%reg"; /* and the number of an operand: the register that it comes in */

static bool is_blank_or_comment(const char *s)
{
    return *s == '\n' || *s == ';';
}

/* The first operation that the pattern names; NULL when there is none. */
static const op *first_op(const char *pattern, const spec *sp)
{
    int64_t number[FORM_NUMBERS_MAX];
    for (unsigned i = 0; i < sp->nops; i++)
        if (form_text_matches(pattern, &sp->ops[i], number)) return &sp->ops[i];
    return NULL;
}

static void report_place(place where, const diags *cause, diags *d)
{
    strbuf why = {0};
    diag_first_message(cause, &why);
    diag_error(d, where,
               "expected " FORM_COMPUTED " behind the $, with integer expressions over n, w, k, j, "
                                         "in INDEX and E also i, in E also (op x ...)%s%s",
               why.len ? "; " : "", strbuf_text(&why));
    strbuf_free(&why);
}

/* Every $ in the lines, of operations like o, begins a place; a computed one has a value for some
 * cell. */
static bool check_places(const op *o, const char *lines, const char *end, place where, diags *d)
{
    static const regclass some = {.name = "r64", .bits = 64};
    const cell c = {.op = o, .w = 16, .cls = &some};
    const form_cell f = {.c = &c, .number = {1, 1}, .sample = true};
    where.column = 0;
    for (const char *s = lines; s < end; s++, where.column++) {
        if (s == lines || s[-1] == '\n') {
            where.line++;
            where.column = 1;
        }
        if (*s != '$' || (s[1] && strchr(PLACES, s[1]))) continue;
        strbuf text = {0};
        diags quiet = {0};
        bool list = s[1] == '(',
             good = list && form_expand_list(s + 1, (size_t)(form_past_list(s + 1) - s - 1), &f,
                                             where.file, &quiet, &text);
        if (!list)
            diag_error(d, where, "expected one of the letters " PLACES " or a list behind the $");
        else if (!good)
            report_place(where, &quiet, d);
        diag_free(&quiet);
        strbuf_free(&text);
        if (!good) return false;
    }
    return true;
}

static bool check_condition(const char *condition, place where, diags *d)
{
    static const regclass some = {.name = "r64", .bits = 64};
    const cell c = {.w = 16, .cls = &some};
    const form_cell f = {.c = &c, .number = {1, 1}};
    diags quiet = {0};
    form_holds(condition, &f, where.file, &quiet);
    bool good = quiet.count == 0;
    diag_free(&quiet);
    where.line++;
    where.column = 1;
    if (!good)
        diag_error(d, where, "expected an integer condition over n, w, k and j behind `where`");
    return good;
}

/* Reads a line of features, behind a number of bits perhaps, into out; false after a diagnostic.
 * where is the line's, moved along. */
static bool take_features(spec *s, const isa *set, const char *line, form_feature *out,
                          unsigned *count, place *where, diags *d)
{
    const char *end = form_text_line_end(line), *at = line + strlen(REQUIRES);
    char *behind;
    where->column = 1 + (int)strlen(REQUIRES);
    unsigned long bits = *at >= '0' && *at <= '9' ? strtoul(at, &behind, 10) : 0;
    if (bits)
        where->column += (int)(behind + (*behind == ' ') - at), at = behind + (*behind == ' ');
    while (at < end && *at != '\n') {
        size_t n = strcspn(at, " \n");
        out[*count] = (form_feature){arena_strndup(&s->mem, at, n), (unsigned)bits};
        if (!spec_has_feature(s, set, out[(*count)++].name)) {
            diag_error(d, *where, "no target has the feature '%s'", out[*count - 1].name);
            return false;
        }
        where->column += (int)n + (at[n] == ' ');
        at += n + (at[n] == ' ');
    }
    where->column = 1;
    return true;
}

/* Reads the lines of features if there are any; NULL after a diagnostic, else the text behind them.
 * where is moved along. */
static const char *take_requirements(spec *s, const isa *set, const char *lines, bool way,
                                     const form_feature **out, place *where, diags *d)
{
    const char *end = lines;
    unsigned count = 0;
    while (!strncmp(end, REQUIRES, strlen(REQUIRES))) end = form_text_line_end(end);
    /* a feature takes a character at least */
    form_feature *all = arena_new(&s->mem, (size_t)(end - lines) + 1, form_feature);
    for (const char *line = lines; line < end; line = form_text_line_end(line)) {
        where->line++;
        if (!take_features(s, set, line, all, &count, where, d)) return NULL;
        if (!way)
            diag_error(d, *where,
                       "only a way requires features: an operation is written for every target");
        if (!way) return NULL;
    }
    *out = all;
    return end;
}

/* The least number of operands of the operations that the pattern names. */
static unsigned least_arity(const spec *s, const char *pattern)
{
    int64_t number[FORM_NUMBERS_MAX];
    unsigned least = SPEC_SRC_MAX;
    for (unsigned i = 0; i < s->nops; i++)
        if (form_text_matches(pattern, &s->ops[i], number) && s->ops[i].arity < least)
            least = s->ops[i].arity;
    return least;
}

/* What is wrong with the whole registers that a line mentions; NULL when nothing is. arity: 0 where
 * there may be none. */
static const char *find_wrong_register(const char *line, const char *next, const char *end,
                                       unsigned arity)
{
    bool gives = !strncmp(line, FORM_WHOLE, strlen(FORM_WHOLE));
    if (gives && !arity) return "only a way makes the register itself";
    if (gives && next < end) return "the line of %whole is the last one";
    for (const char *s = strstr(line, REGISTER); s && s < next; s = strstr(s + 1, REGISTER)) {
        if (!arity) return "only a way sees the registers of its operands";
        char number = s[strlen(REGISTER)];
        if (number < '0' || number >= '0' + (char)arity)
            return "expected the number of an operand behind %reg";
    }
    return NULL;
}

static bool check_registers(const char *lines, const char *end, unsigned arity, place where,
                            diags *d)
{
    where.column = 1;
    for (const char *line = lines; line < end; line = form_text_line_end(line)) {
        where.line++;
        const char *wrong = find_wrong_register(line, form_text_line_end(line), end, arity);
        if (!wrong) continue;
        diag_error(d, where, "%s", wrong);
        return false;
    }
    return true;
}

/* Whether both patterns name an operation. */
static bool have_common_op(const spec *s, const char *a, const char *b)
{
    int64_t number[FORM_NUMBERS_MAX];
    for (unsigned i = 0; i < s->nops; i++)
        if (form_text_matches(a, &s->ops[i], number) && form_text_matches(b, &s->ops[i], number))
            return true;
    return false;
}

/* Whether an operation that the pattern names has a way of that name, of the set or of all. */
static bool is_way_known(const spec *s, const isa *set, const char *pattern, const char *way)
{
    for (unsigned f = 0; f < s->nforms; f++) {
        const form_text *x = &s->forms[f];
        if ((set && x->set && x->set != set) || !x->way || !text_same(x->way, way)) continue;
        if (have_common_op(s, pattern, x->name)) return true;
    }
    return false;
}

/* An "op NAME", "safe NAME" or "way NAME WAY" line. */
typedef struct op_line {
    const char *name, *way; /* way: NULL for the first two */
    bool safe;
    unsigned column; /* of the name, from 0 */
} op_line;

static bool complain(diags *d, place where, const char *what)
{
    diag_error(d, where, "%s", what);
    return false;
}

/* False after a diagnostic. */
static bool read_op_line(spec *s, const isa *set, const char *text, place where, op_line *out,
                         diags *d)
{
    bool safe = !strncmp(text, "safe ", 5), way = !strncmp(text, "way ", 4);
    size_t at = safe ? 5 : way ? 4 : 3, n = at + strcspn(text + at, way ? " \n" : "\n");
    const char *after = text + n;
    if (!safe && !way && strncmp(text, "op ", 3))
        return complain(d, where, "expected `op NAME`, `safe NAME` or `way NAME WAY`");
    if (set && !way)
        return complain(d, where,
                        "expected `way NAME WAY`: what an operation is, is the same for all sets");
    if (way && (*after != ' ' || after[1] == '\n' || !after[1]))
        return complain(d, where, "expected a name of the way behind the operation's");
    *out = (op_line){.name = arena_strndup(&s->mem, text + at, n - at), .safe = safe,
                     .column = (unsigned)at};
    if (way) out->way = arena_strndup(&s->mem, after + 1, strcspn(after + 1, "\n"));
    return true;
}

/* The first operation that the line is of; NULL after a diagnostic. */
static const op *find_named(spec *s, const isa *set, const op_line *l, place where, diags *d)
{
    const op *named = first_op(l->name, s);
    bool any = form_text_is_for_any(l->name);
    place at = where;
    at.column += (int)l->column;
    if (!named)
        diag_error(d, at,
                   any ? "the spec has no operation on fields for '%s'"
                       : "the spec has no operation '%s'",
                   l->name);
    else if (any && !l->way)
        diag_error(d, at, "only a way is one of all operations of so many operands");
    else if (l->way && is_way_known(s, set, l->name, l->way))
        diag_error(d, where, "an operation would have two ways called '%s'", l->way);
    else
        return named;
    return NULL;
}

static void add_form(spec *s, unsigned *cap, form_text f)
{
    if (s->nforms == *cap) {
        form_text *more = arena_new(&s->mem, *cap = *cap ? 2 * *cap : 64, form_text);
        if (s->nforms) memcpy(more, s->forms, s->nforms * sizeof *more);
        s->forms = more;
    }
    s->forms[s->nforms++] = f;
}

/* Takes the line of an operation or way, and the lines that belong to it; NULL after a diagnostic,
 * else the text behind them. */
static const char *take_op(spec *s, const isa *set, const char *text, place where, unsigned *cap,
                           diags *d)
{
    op_line l;
    const form_feature *needs = form_needs_nothing;
    if (!read_op_line(s, set, text, where, &l, d)) return NULL;
    const op *named = find_named(s, set, &l, where, d);
    if (!named) return NULL;
    const char *lines = form_text_line_end(text), *end;
    lines = end = take_requirements(s, set, lines, l.way != NULL, &needs, &where, d);
    if (!lines) return NULL;
    const char *condition = strncmp(lines, WHERE, strlen(WHERE)) ? NULL : lines + strlen(WHERE);
    if (condition) lines = end = form_text_line_end(lines);
    while (*end == ' ') end = form_text_line_end(end);
    place first = where;
    first.line += condition != NULL;
    if (!check_places(named, lines, end, first, d) ||
        !check_registers(lines, end, l.way ? least_arity(s, l.name) : 0, first, d))
        return NULL;
    if (condition && !check_condition(condition, where, d)) return NULL;
    add_form(s, cap, (form_text){set, l.name, l.way, lines, (size_t)(end - lines), condition, needs,
                                 l.safe});
    return end;
}

static ls_status read_ops(spec *s, const isa *set, const char *path, const char *text, diags *d)
{
    place where = {.file = path, .text = text, .line = 1, .column = 1};
    unsigned cap = s->nforms;
    for (const char *at = text; *at;) {
        const char *next = is_blank_or_comment(at) ? form_text_line_end(at)
                                                   : take_op(s, set, at, where, &cap, d);
        if (!next) return LS_INPUT;
        for (; at < next; at++) where.line += *at == '\n';
    }
    return LS_OK;
}

ls_status forms_load(spec *s, const isa *set, const char *path, diags *d)
{
    char *text;
    size_t size;
    if (file_read(path, &text, &size) != LS_OK) {
        if (errno == ENOENT) return LS_OK; /* a spec without forms */
        return diag_cannot_read(d, path);
    }
    const char *kept = arena_strndup(&s->mem, text, size);
    mem_free(text);
    strbuf all = {0};
    strbuf_printf(&all, "%s %s", s->hash, kept);
    hash_text(all.s, s->hash);
    strbuf_free(&all);
    return read_ops(s, set, arena_strdup(&s->mem, path), kept, d);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* sexp.c - reader and printer of s-expressions.
 *
 *     file  = { expr }
 *     expr  = symbol | integer | string | bits | "(" { expr } ")"
 *     bits  = "#b" binary digits | "#x" hexadecimal digits
 *
 * The reader works on bytes: printable ASCII, space, tab, CR, LF, and in comments whatever is no
 * control character; everything else is an error with its place. Nesting is limited, so that no
 * input can exhaust the stack of the recursive walks that follow; so is the number of expressions,
 * each of which takes some hundred bytes. */
#include "sexp.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NESTING_MAX = 100, INTEGER_DIGITS_MAX = 18, EXPRESSIONS_MAX = 4000000 };

typedef struct reader {
    const char *file, *text, *end, *at;
    int line;
    const char *line_start;
    arena *mem;
    diags *d;
    unsigned count; /* of expressions */
} reader;

static place here(const reader *r)
{
    return (place){r->file, r->text, r->line, (int)(r->at - r->line_start) + 1};
}

static void advance(reader *r)
{
    if (*r->at == '\n') {
        r->line++;
        r->line_start = r->at + 1;
    }
    r->at++;
}

/* comment = ";" up to the end of the line, without control characters */
static bool skip_comment(reader *r)
{
    for (; r->at < r->end && *r->at != '\n'; r->at++) {
        unsigned char byte = (unsigned char)*r->at;
        if ((byte >= 32 && byte != 127) || byte == '\t' || byte == '\r') continue;
        diag_error(r->d, here(r), "byte 0x%02x in a comment", byte);
        return false;
    }
    return true;
}

static bool skip_blanks(reader *r)
{
    while (r->at < r->end) {
        if (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r') advance(r);
        else if (*r->at != ';') return true;
        else if (!skip_comment(r)) return false;
    }
    return true;
}

static bool is_delimiter(char ch)
{
    return ch == '(' || ch == ')' || ch == '"' || ch == ';' || ch == ' ' || ch == '\t' ||
           ch == '\n' || ch == '\r';
}

static sexp *mk(reader *r, sexp_kind kind, place where)
{
    sexp *x = arena_new(r->mem, 1, sexp);
    x->kind = kind;
    x->where = where;
    return x;
}

/* string = '"' { byte but '"' and newline | '\"' | '\\' } '"' */
static sexp *read_string(reader *r)
{
    place start = here(r);
    strbuf b = {0};
    sexp *x = NULL;
    for (r->at++; r->at < r->end && *r->at != '"' && *r->at != '\n'; r->at++) {
        if (*r->at == '\\' && r->at + 1 < r->end && (r->at[1] == '"' || r->at[1] == '\\')) r->at++;
        if ((unsigned char)*r->at < 32 || (unsigned char)*r->at > 126) {
            diag_error(r->d, here(r), "byte 0x%02x in a string; printable ASCII expected",
                       (unsigned char)*r->at);
            goto out;
        }
        strbuf_putn(&b, r->at, 1);
    }
    if (r->at == r->end || *r->at != '"') {
        diag_error(r->d, start, "this string is not closed on its line; expected '\"'");
        goto out;
    }
    r->at++;
    x = mk(r, SEXP_STRING, start);
    x->text = arena_strdup(r->mem, strbuf_text(&b));
out:
    strbuf_free(&b);
    return x;
}

static bool is_integer(const char *s, size_t n)
{
    size_t i = s[0] == '-' && n > 1;
    for (; i < n; i++)
        if (!isdigit((unsigned char)s[i])) return false;
    return true;
}

static bool check_bits(reader *r, const char *s, size_t n, place where)
{
    bool hex = s[1] == 'x';
    if (s[1] != 'b' && !hex) {
        diag_error(r->d, where,
                   "'%.*s' is no literal; expected #b and binary or #x and hexadecimal digits",
                   (int)n, s);
        return false;
    }
    for (size_t i = 2; i < n; i++) {
        bool good = hex ? isxdigit((unsigned char)s[i]) : s[i] == '0' || s[i] == '1';
        if (good) continue;
        where.column += (int)i;
        diag_error(r->d, where, "'%c' is no %s digit", s[i], hex ? "hexadecimal" : "binary");
        return false;
    }
    if (n == 2) diag_error(r->d, where, "a literal needs at least one digit");
    else if ((n - 2) * (hex ? 4 : 1) > TERM_WIDTH_MAX)
        diag_error(r->d, where, "literal wider than %d bits", TERM_WIDTH_MAX);
    else return true;
    return false;
}

static sexp *read_atom(reader *r)
{
    place start = here(r);
    const char *s = r->at;
    while (r->at < r->end && !is_delimiter(*r->at)) {
        if ((unsigned char)*r->at < 33 || (unsigned char)*r->at > 126) {
            diag_error(r->d, here(r),
                       "byte 0x%02x is not part of the language; printable ASCII expected",
                       (unsigned char)*r->at);
            return NULL;
        }
        r->at++;
    }
    size_t n = (size_t)(r->at - s);
    bool integer = is_integer(s, n);
    if (integer && n - (*s == '-') > INTEGER_DIGITS_MAX) {
        diag_error(r->d, start, "integer too large; at most %d digits", INTEGER_DIGITS_MAX);
        return NULL;
    }
    if (*s == '#' && n == 1) {
        diag_error(r->d, start, "'#' is no literal; expected #b or #x and digits");
        return NULL;
    }
    if (*s == '#' && !check_bits(r, s, n, start)) return NULL;
    sexp *x = mk(r, integer ? SEXP_INTEGER : *s == '#' ? SEXP_BITS : SEXP_SYMBOL, start);
    x->text = arena_strndup(r->mem, s, n);
    if (integer) x->value = strtoll(x->text, NULL, 10);
    return x;
}

static sexp *read_expr(reader *r, unsigned depth);

/* Reads items up to ')' or, at the top (depth 0), the end of the file. */
static bool read_items(reader *r, sexp *list, unsigned depth)
{
    unsigned cap = 0;
    sexp **items = NULL;
    bool good = true;
    while (good && (good = skip_blanks(r)) && r->at < r->end && !(depth && *r->at == ')')) {
        if (list->count == cap) items = mem_grow(items, cap = cap ? 2 * cap : 8, sizeof *items);
        items[list->count] = read_expr(r, depth);
        good = items[list->count++] != NULL;
    }
    list->item = arena_new(r->mem, list->count, sexp *);
    if (list->count) memcpy(list->item, items, list->count * sizeof *items);
    mem_free(items);
    if (good && depth && r->at == r->end) {
        diag_error(r->d, list->where,
                   "this parenthesis is never closed; expected ')' before the end of the file");
        return false;
    }
    return good;
}

static sexp *read_expr(reader *r, unsigned depth)
{
    if (r->count++ == EXPRESSIONS_MAX) {
        diag_error(r->d, here(r), "more than %d words and lists in a file; split it",
                   EXPRESSIONS_MAX);
        return NULL;
    }
    if (*r->at == '"') return read_string(r);
    if (*r->at == ')') {
        diag_error(r->d, here(r), "')' without '('");
        return NULL;
    }
    if (*r->at != '(') return read_atom(r);
    if (depth >= NESTING_MAX) {
        diag_error(r->d, here(r), "nested deeper than %d", NESTING_MAX);
        return NULL;
    }
    sexp *list = mk(r, SEXP_LIST, here(r));
    r->at++;
    if (!read_items(r, list, depth + 1)) return NULL;
    r->at++;
    return list;
}

sexp *sexp_parse(const char *file, const char *text, size_t size, arena *mem, diags *d)
{
    reader r = {.file = file,
                .text = text,
                .end = text + size,
                .at = text,
                .line = 1,
                .line_start = text,
                .mem = mem,
                .d = d};
    sexp *all = mk(&r, SEXP_LIST, here(&r));
    return read_items(&r, all, 0) ? all : NULL;
}

bool sexp_is_symbol(const sexp *x, const char *name)
{
    return x->kind == SEXP_SYMBOL && !strcmp(x->text, name);
}

const char *sexp_head(const sexp *x)
{
    return x->kind == SEXP_LIST && x->count && x->item[0]->kind == SEXP_SYMBOL ? x->item[0]->text
                                                                               : "";
}

const sexp *sexp_clause(const sexp *form, const char *name)
{
    for (unsigned i = 4; i + 1 < form->count; i++)
        if (text_same(sexp_head(form->item[i]), name)) return form->item[i];
    return NULL;
}

const sexp *sexp_body(const sexp *form)
{
    return form->item[form->count - 1];
}

const sexp_env *sexp_env_find(const sexp_env *env, const char *name)
{
    for (; env; env = env->next)
        if (text_same(env->name, name)) return env;
    return NULL;
}

static void print_string(const char *text, strbuf *out)
{
    strbuf_puts(out, "\"");
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') strbuf_puts(out, "\\");
        strbuf_putn(out, text, 1);
    }
    strbuf_puts(out, "\"");
}

static void print_symbol(const char *name, const sexp_env *env, strbuf *out)
{
    const sexp_env *b = sexp_env_find(env, name);
    if (!b || b->kind == ENV_TERM || b->kind == ENV_REGISTER) strbuf_puts(out, name);
    else if (b->kind == ENV_INTEGER) strbuf_put_integer(out, b->value);
    else if (b->kind == ENV_STRING) print_string(b->text, out);
    else strbuf_puts(out, b->text);
}

void sexp_print(const sexp *x, const sexp_env *env, strbuf *out)
{
    switch (x->kind) {
    case SEXP_SYMBOL: print_symbol(x->text, env, out); return;
    case SEXP_INTEGER: strbuf_put_integer(out, x->value); return;
    case SEXP_STRING: print_string(x->text, out); return;
    case SEXP_BITS: strbuf_puts(out, x->text); return;
    case SEXP_LIST: break;
    }
    strbuf_puts(out, "(");
    for (unsigned i = 0; i < x->count; i++) {
        if (i) strbuf_puts(out, " ");
        sexp_print(x->item[i], env, out);
    }
    strbuf_puts(out, ")");
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* lines.c - lines of a winners text, and the words and numbers on them.
 *
 * Whatever both versions of the text are made of. A function that takes something moves the reading
 * position behind it, or says what was expected there. */
#include "lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "spec/base/safe.h"

enum { ERRORS_MAX = 20 };

place line_place(const loader *u, const char *at)
{
    return (place){u->file, u->text, u->lineno, (int)(at - u->line) + 1};
}

bool text_has_too_many_errors(const loader *u)
{
    return u->dg->count - u->errors_before >= ERRORS_MAX;
}

bool line_read(loader *u)
{
    if (u->next == u->text_end || text_has_too_many_errors(u)) return false;
    u->line = u->at = u->next;
    u->end = memchr(u->line, '\n', (size_t)(u->text_end - u->line));
    u->next = u->end ? u->end + 1 : u->text_end;
    if (!u->end) u->end = u->text_end;
    u->lineno++;
    return true;
}

void line_unread(loader *u)
{
    u->next = u->line;
    u->lineno--;
}

bool line_starts_with(const loader *u, const char *prefix)
{
    size_t n = strlen(prefix);
    return (size_t)(u->end - u->at) >= n && !memcmp(u->at, prefix, n);
}

/* The next word; one space before it is skipped unless it is the first of the line. NULL with a
 * diagnostic when there is none. */
const char *line_take_word(loader *u, const char *what)
{
    const char *start = u->at > u->line && u->at[-1] != ' ' && u->at < u->end && *u->at == ' '
                            ? u->at + 1
                            : u->at;
    const char *stop = start;
    while (stop < u->end && *stop != ' ') stop++;
    if (stop == start) {
        diag_error(u->dg, line_place(u, u->at), "expected %s", what);
        return NULL;
    }
    u->at = stop;
    return arena_strndup(&u->mem, start, (size_t)(stop - start));
}

/* Where the word just taken begins. */
const char *line_word_start(const loader *u, const char *word)
{
    return u->at - strlen(word);
}

bool line_at_end(loader *u)
{
    if (u->at == u->end) return true;
    diag_error(u->dg, line_place(u, u->at), "unexpected text at the end of the line");
    return false;
}

bool line_parse_u64(const char *s, uint64_t max, uint64_t *out)
{
    uint64_t x = 0;
    if (!*s || (*s == '0' && s[1])) return false;
    for (; *s; s++) {
        if (*s < '0' || *s > '9') return false;
        if (__builtin_mul_overflow(x, 10, &x) ||
            __builtin_add_overflow(x, (uint64_t)(*s - '0'), &x))
            return false;
    }
    *out = x;
    return x <= max;
}

bool line_convert_u(loader *u, const char *word, const char *at, unsigned *out)
{
    uint64_t x;
    if (!line_parse_u64(word, INT32_MAX, &x)) {
        diag_error(u->dg, line_place(u, at), "expected a whole number, found `%s`", word);
        return false;
    }
    *out = (unsigned)x;
    return true;
}

bool line_convert_f(loader *u, const char *word, const char *at, double *out)
{
    char *stop;
    double x = strtod(word, &stop);
    if (strspn(word, "0123456789.e+-") != strlen(word) || *stop || !isfinite(x) || x < 0 ||
        *word == '+') {
        diag_error(u->dg, line_place(u, at), "expected a number, found `%s`", word);
        return false;
    }
    *out = x;
    return true;
}

bool line_take_unsigned(loader *u, const char *what, unsigned *out)
{
    const char *w = line_take_word(u, what);
    return w && line_convert_u(u, w, line_word_start(u, w), out);
}

/* " name=value": the value, and where it stands. */
const char *line_take_field(loader *u, const char *name, const char **at)
{
    size_t n = strlen(name);
    if (u->at < u->end && *u->at == ' ') u->at++;
    if (!line_starts_with(u, name) || u->at[n] != '=') {
        diag_error(u->dg, line_place(u, u->at), "expected %s=", name);
        return NULL;
    }
    u->at += n + 1;
    *at = u->at;
    if (u->at < u->end && *u->at != ' ') return line_take_word(u, name);
    diag_error(u->dg, line_place(u, u->at), "expected a value after %s=", name);
    return NULL;
}

const char *line_take_hash(loader *u)
{
    const char *w = line_take_word(u, "a hash");
    if (!w || db_is_hash(w, strlen(w))) return w;
    diag_error(u->dg, line_place(u, line_word_start(u, w)),
               "expected a hash of 32 hexadecimal digits, found `%s`", w);
    return NULL;
}

const op *line_take_op(loader *u)
{
    const char *w = line_take_word(u, "an operation");
    const op *o = w ? spec_find_op(u->s, w) : NULL;
    if (w && !o)
        diag_error(u->dg, line_place(u, line_word_start(u, w)), "unknown operation `%s`", w);
    return o;
}

const regclass *line_take_class(loader *u)
{
    const char *w = line_take_word(u, "a register class");
    const regclass *c = w ? spec_find_class(u->s, w) : NULL;
    if (w && !c)
        diag_error(u->dg, line_place(u, line_word_start(u, w)), "unknown register class `%s`", w);
    return c;
}

/* The lines that follow and are indented by so many spaces (or empty), without the indentation. */
char *line_take_lines(loader *u, size_t indent)
{
    strbuf b = {0};
    while (line_read(u)) {
        size_t n = (size_t)(u->end - u->line);
        if (n && (n <= indent || strspn(u->line, " ") < indent)) {
            line_unread(u);
            break;
        }
        if (n) strbuf_putn(&b, u->line + indent, n - indent);
        strbuf_puts(&b, "\n");
    }
    char *text = arena_strdup(&u->mem, strbuf_text(&b));
    strbuf_free(&b);
    return text;
}

/* Names of engines and keys are printed into C and LLVM IR: no quotes, no backslashes. */
bool line_check_word(loader *u, const char *word, const char *at)
{
    if (db_is_word(word)) return true;
    diag_error(u->dg, line_place(u, at), "a name has neither quotes nor backslashes");
    return false;
}

bool line_is(const loader *u, const char *line)
{
    return (size_t)(u->end - u->line) == strlen(line) && line_starts_with(u, line);
}

/* The text is lines of printable characters. */
bool line_check_characters(loader *u)
{
    const char *bad = text_find_unsafe(u->text, (size_t)(u->text_end - u->text), false),
               *start = u->text;
    int line = 1;
    if (!bad) return true;
    for (const char *s = u->text; s < bad; s++)
        if (*s == '\n') {
            line++;
            start = s + 1;
        }
    place where = {u->file, u->text, line, (int)(bad - start) + 1};
    if (!*bad) where.text = NULL; /* the source line cannot be shown beyond it */
    diag_error(u->dg, where, "%s", text_name_unsafe(bad, u->text_end));
    return false;
}

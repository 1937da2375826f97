// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* stock_file.c - reads a target's figures of stock forms.
 *
 * A file (written by stockgen.c) is lines of text; ";" starts a comment. A line is a form, a size
 * (bytes of a register, or bits of a field), and a number for each case that is measured:
 *
 *     words 16 5 10 16 22
 *     udiv 3 2 -4 35 164
 *
 * Each form has a line for each size that the target has, once; what else a file may be is a
 * diagnostic. Called by cli (`lanesmith emit`). */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "stockgen.h"

typedef struct reader {
    const target *target;
    stock *out;
    bool known[STOCK_FORMS][STOCK_SIZES];
    place where; /* of the word at hand */
    const char *s;
    diags *d;
    arena mem;
    bool failed;
} reader;

static void complain(reader *r, const char *what, const char *found)
{
    if (*found) diag_error(r->d, r->where, "%s, found '%s'", what, found);
    else diag_error(r->d, r->where, "%s, found the end of the line", what);
    r->failed = true;
}

/* The next word of the line; "" at its end. */
static const char *next_word(reader *r)
{
    size_t blanks = strspn(r->s, " \t\r");
    r->s += blanks;
    r->where.column += (int)blanks;
    size_t n = strcspn(r->s, " \t\r\n;");
    const char *word = arena_strndup(&r->mem, r->s, n);
    r->s += n;
    return word;
}

static void pass_word(reader *r, const char *word) { r->where.column += (int)strlen(word); }

static bool read_number(reader *r, const char *what, int *out)
{
    char *end;
    const char *word = next_word(r);
    long n = strtol(word, &end, 10);
    if (!*word || *end || n < SHRT_MIN || n > SHRT_MAX) {
        complain(r, what, word);
        return false;
    }
    *out = (int)n;
    pass_word(r, word);
    return true;
}

static bool has_register(const target *t, unsigned bytes)
{
    for (const regclass *const *c = t->classes; *c; c++)
        if ((*c)->bits == 8 * bytes) return true;
    return false;
}

static bool has_row(const reader *r, stock_form f, unsigned i)
{
    unsigned size = stock_size(f, i);
    return size && (f >= STOCK_GET || has_register(r->target, size));
}

/* The row of that size; STOCK_SIZES: the target has none. */
static unsigned find_row(const reader *r, stock_form f, int size)
{
    for (unsigned i = 0; i < STOCK_SIZES; i++)
        if (has_row(r, f, i) && (int)stock_size(f, i) == size) return i;
    return STOCK_SIZES;
}

static void read_values(reader *r, stock_form f, unsigned i)
{
    int value;
    for (unsigned k = 0; k < stock_columns(f, stock_size(f, i)); k++) {
        if (!read_number(r, "expected a number of instructions", &value)) return;
        r->out->value[f][i][k] = (short)value;
    }
    const char *rest = next_word(r);
    if (*rest) complain(r, "expected the end of the line", rest);
}

static void read_row(reader *r, const char *name)
{
    int size;
    stock_form f = stock_find(name);
    if (f == STOCK_FORMS) {
        complain(r, "expected a stock form", name);
        return;
    }
    pass_word(r, name);
    place at = r->where;
    if (!read_number(r, "expected a size", &size)) return;
    unsigned i = find_row(r, f, size);
    if (i < STOCK_SIZES && !r->known[f][i]) {
        r->known[f][i] = true;
        read_values(r, f, i);
        return;
    }
    at.column++;
    diag_error(r->d, at, i < STOCK_SIZES ? "a second line for %s %d" : "%s has no size %d", name,
               size);
    r->failed = true;
}

static void skip_line(reader *r)
{
    r->s += strcspn(r->s, "\n");
    r->s += *r->s == '\n';
    r->where.line++;
    r->where.column = 1;
}

static void read_lines(reader *r)
{
    while (*r->s) {
        const char *name = next_word(r);
        if (*name) read_row(r, name);
        skip_line(r);
    }
}

/* The first form without figures; STOCK_FORMS: none. */
static stock_form find_gap(const reader *r)
{
    for (unsigned f = 0; f < STOCK_FORMS; f++)
        for (unsigned i = 0; i < STOCK_SIZES; i++)
            if (has_row(r, (stock_form)f, i) && !r->known[f][i]) return (stock_form)f;
    return STOCK_FORMS;
}

static void check_complete(reader *r, const char *dir)
{
    stock_form gap = find_gap(r);
    if (gap == STOCK_FORMS) return;
    diag_error(r->d, (place){.file = r->where.file},
               "no figures of the stock form '%s' on %s; "
               "`lanesmith cost --stock --target %s --spec %s` makes them",
               stock_name(gap), r->target->name, r->target->name, dir);
    r->failed = true;
}

const char *stock_path(const target *t, const char *dir, arena *mem)
{
    if (!*t->set->name) return arena_printf(mem, "%s/%s.stock", dir, t->name);
    return arena_printf(mem, "%s/targets/%s/cost/%s.stock", dir, t->set->name, t->name);
}

static ls_status read_text(const char *path, char **text, diags *d)
{
    size_t size;
    if (file_read(path, text, &size) == LS_OK) return LS_OK;
    if (errno == ENOENT) {
        *text = mem_alloc(1, 1);
        return LS_OK;
    }
    diag_error(d, (place){.file = path}, "cannot be read: %s", file_reason());
    return LS_ENV;
}

/* What is malformed is told first; then what is missing. */
ls_status stock_load(const target *t, const char *dir, stock *out, diags *d)
{
    char *text = NULL;
    reader r = {.target = t, .out = out, .d = d};
    const char *path = stock_path(t, dir, &r.mem);
    ls_status rc = read_text(path, &text, d);
    memset(out, 0, sizeof *out);
    r.where = (place){.file = path, .text = text, .line = 1, .column = 1};
    r.s = text;
    if (rc == LS_OK) read_lines(&r);
    if (rc == LS_OK && !r.failed) check_complete(&r, dir);
    if (rc == LS_OK && r.failed) rc = LS_INPUT;
    mem_free(text);
    arena_free(&r.mem);
    return rc;
}

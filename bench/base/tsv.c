// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tsv.c - reads the benches' data files and checks the names in them against the spec.
 *
 * A misspelt operation would silently be a row that matches nothing; so every name is looked up,
 * and what is wrong is reported with line and column like any other bad input. */
#include "tsv.h"

#include <stdlib.h>
#include <string.h>

static place place_of(const tsv_row *r, unsigned f)
{
    place at = r->where;
    for (unsigned i = 0; i < f; i++) at.column += (int)strlen(r->field[i]) + 1;
    return at;
}

/* Cuts the line at its tabs. */
static bool split(tsv *t, tsv_row *r, const char *line, size_t length, unsigned nfields, diags *d)
{
    unsigned n = 0;
    for (const char *end = line + length;; n++) {
        const char *tab = memchr(line, '\t', (size_t)(end - line));
        if (n < nfields)
            r->field[n] = arena_strndup(&t->mem, line, (size_t)((tab ? tab : end) - line));
        if (!tab) break;
        line = tab + 1;
    }
    if (n + 1 == nfields) return true;
    diag_error(d, r->where, "%u field%s in this row; expected %u, separated by tabs", n + 1,
               n ? "s" : "", nfields);
    return false;
}

static void read_lines(tsv *t, const char *path, const char *text, unsigned nfields, diags *d)
{
    int number = 0;
    size_t n;
    for (const char *s = text; *s; s += n + (s[n] == '\n')) {
        n = strcspn(s, "\n");
        number++;
        if (!n || *s == '#') continue;
        tsv_row r = {.where = {.file = path, .text = text, .line = number, .column = 1}};
        if (!split(t, &r, s, n, nfields, d)) continue;
        t->row = mem_grow(t->row, t->count + 1, sizeof *t->row);
        t->row[t->count++] = r;
    }
}

ls_status tsv_read(tsv *t, const char *path, unsigned nfields, diags *d)
{
    char *text;
    size_t size;
    unsigned before = d->count;
    *t = (tsv){0};
    require(nfields <= TSV_FIELDS_MAX, "a row has at most TSV_FIELDS_MAX fields");
    if (file_read(path, &text, &size) != LS_OK) {
        diag_error(d, (place){.file = path}, "cannot read the file: %s", file_reason());
        return LS_ENV;
    }
    const char *kept = arena_strndup(&t->mem, text, size);
    mem_free(text);
    read_lines(t, arena_strdup(&t->mem, path), kept, nfields, d);
    return d->count == before ? LS_OK : LS_INPUT;
}

void tsv_free(tsv *t)
{
    arena_free(&t->mem);
    mem_free(t->row);
    *t = (tsv){0};
}

bool tsv_lists(const char *list, const char *word)
{
    size_t length = strlen(word);
    if (!strcmp(list, "*")) return true;
    for (const char *s = list; *s;) {
        size_t n = strcspn(s, ",");
        if (n == length && !memcmp(s, word, n)) return true;
        s += n + (s[n] == ',');
    }
    return false;
}

bool tsv_check_names(const tsv_row *r, unsigned f, const spec *s, tsv_known_fn *known,
                     const char *kind, diags *d)
{
    char name[64];
    bool good = true;
    if (!strcmp(r->field[f], "*")) return true;
    for (const char *at = r->field[f]; *at;) {
        size_t n = strcspn(at, ",");
        snprintf(name, sizeof name, "%.*s", (int)n, at);
        if (!known(s, name)) {
            place where = place_of(r, f);
            where.column += (int)(at - r->field[f]);
            diag_error(d, where, "the spec has no %s '%s'", kind, name);
            good = false;
        }
        at += n + (at[n] == ',');
    }
    return good;
}

int tsv_number(const tsv_row *r, unsigned f, diags *d)
{
    const char *s = r->field[f];
    size_t n = strspn(s, "0123456789");
    if (n && n <= 6 && !s[n]) return atoi(s);
    diag_error(d, place_of(r, f), "'%s' is no number; expected 0..999999", s);
    return -1;
}

bool tsv_is_op(const spec *s, const char *name)
{
    return spec_find_op(s, name) != NULL;
}

bool tsv_is_class(const spec *s, const char *name)
{
    return spec_find_class(s, name) != NULL;
}

bool tsv_is_target(const spec *s, const char *name)
{
    return spec_find_target(s, name) != NULL;
}

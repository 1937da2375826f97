// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* table.c - aligned text and JSON from rows of cells.
 *
 * A cell is text as it will be printed; a column says whether it is a number. So the figures that a person reads and
 * those that a machine reads are the same characters. The last column is not padded, so lines have no blanks at
 * their ends. */
#include "table.h"

#include <stdarg.h>
#include <string.h>

#include "../cli/app.h"

enum { COLUMNS_MAX = 16 };

void table_init(table *t, const char *name, const char *title, const column *columns, unsigned ncolumns)
{
    require(ncolumns > 0 && ncolumns <= COLUMNS_MAX, "a table has 1 to COLUMNS_MAX columns");
    *t = (table){.name = name, .title = title, .columns = columns, .ncolumns = ncolumns};
}

static void print_row(const table *t, unsigned r);

void table_put(table *t, const char *fmt, ...)
{
    va_list ap;
    char text[1024];
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    if (t->ncells == t->cap) t->cell = mem_grow(t->cell, t->cap = t->cap ? 2 * t->cap : 64, sizeof *t->cell);
    t->cell[t->ncells++] = arena_strdup(&t->mem, text);
    if (t->followed && t->ncells % t->ncolumns == 0) print_row(t, table_rows(t) - 1);
}

void table_put_count(table *t, int n)
{
    if (n < 0)
        table_put(t, "%s", "");
    else
        table_put(t, "%d", n);
}

void table_put_value(table *t, double value, unsigned places)
{
    if (value < 0)
        table_put(t, "%s", "");
    else
        table_put(t, "%.*f", (int)places, value);
}

unsigned table_rows(const table *t)
{
    return t->ncells / t->ncolumns;
}

void table_free(table *t)
{
    arena_free(&t->mem);
    mem_free(t->cell);
    *t = (table){0};
}

static const char *cell_at(const table *t, unsigned row, unsigned col)
{
    return t->cell[row * t->ncolumns + col];
}

static const char *shown(const char *text)
{
    return *text ? text : "-";
}

/* ---- text ---- */

static unsigned column_width(const table *t, unsigned col)
{
    size_t width = strlen(t->columns[col].name);
    for (unsigned r = 0; r < table_rows(t); r++) {
        size_t n = strlen(shown(cell_at(t, r, col)));
        if (n > width) width = n;
    }
    return (unsigned)width;
}

static void print_cell(const table *t, unsigned col, unsigned width, const char *text, FILE *out)
{
    bool last = col + 1 == t->ncolumns;
    if (col) fputs("  ", out);
    if (t->columns[col].kind == COLUMN_NUMBER)
        fprintf(out, "%*s", (int)width, text);
    else
        fprintf(out, "%-*s", last ? 0 : (int)width, text);
    if (last) putc('\n', out);
}

static void print_text(const table *t, FILE *out)
{
    unsigned width[COLUMNS_MAX];
    if (*t->title) fprintf(out, "%s\n\n", t->title);
    for (unsigned c = 0; c < t->ncolumns; c++) width[c] = column_width(t, c);
    for (unsigned c = 0; c < t->ncolumns; c++) print_cell(t, c, width[c], t->columns[c].name, out);
    for (unsigned r = 0; r < table_rows(t); r++)
        for (unsigned c = 0; c < t->ncolumns; c++) print_cell(t, c, width[c], shown(cell_at(t, r, c)), out);
}

static void print_row(const table *t, unsigned r)
{
    for (unsigned col = 0; col < t->ncolumns; col++) print_cell(t, col, t->width[col], shown(cell_at(t, r, col)), t->followed);
    fflush(t->followed);
}

void table_follow(table *t, const unsigned *width, FILE *out)
{
    t->width = width;
    t->followed = out;
    if (*t->title) fprintf(out, "%s\n\n", t->title);
    for (unsigned col = 0; col < t->ncolumns; col++) print_cell(t, col, width[col], t->columns[col].name, out);
    for (unsigned r = 0; r < table_rows(t); r++) print_row(t, r);
    fflush(out);
}

static void print_texts(const table *const *tables, unsigned count, FILE *out)
{
    bool first = true;
    for (unsigned i = 0; i < count; i++) {
        if (!table_rows(tables[i])) continue;
        if (!first) putc('\n', out);
        if (!tables[i]->followed) print_text(tables[i], out);
        first = false;
    }
}

/* ---- JSON ---- */

static void print_value(const table *t, unsigned row, unsigned col, FILE *out)
{
    const char *text = cell_at(t, row, col);
    json_print(t->columns[col].name, out);
    fputs(": ", out);
    if (!*text)
        fputs("null", out);
    else if (t->columns[col].kind == COLUMN_NUMBER)
        fputs(text, out);
    else
        json_print(text, out);
}

static void print_json(const table *t, FILE *out)
{
    fputs("  ", out);
    json_print(t->name, out);
    fputs(": [", out);
    for (unsigned r = 0; r < table_rows(t); r++) {
        fputs(r ? ",\n    {" : "\n    {", out);
        for (unsigned c = 0; c < t->ncolumns; c++) {
            if (c) fputs(", ", out);
            print_value(t, r, c, out);
        }
        putc('}', out);
    }
    fputs("]", out);
}

void tables_print(const table *const *tables, unsigned count, bool json, FILE *out)
{
    if (!json) {
        print_texts(tables, count, out);
        return;
    }
    fputs("{\n", out);
    for (unsigned i = 0; i < count; i++) {
        print_json(tables[i], out);
        fputs(i + 1 < count ? ",\n" : "\n", out);
    }
    fputs("}\n", out);
}

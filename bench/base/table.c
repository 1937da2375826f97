// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* table.c - aligned text and JSON from rows of cells.
 *
 * A cell is text as it will be printed; a column says whether it is a number. So the figures that
 * a person reads and those that a machine reads have the same value. The last column is not padded,
 * so lines have no blanks at their ends. */
#include "table.h"

#include <stdarg.h>
#include <string.h>

#include "cli/app/json.h"

enum { COLUMNS_MAX = 16 };

void table_init(table *t, const char *name, const char *title, const column *columns,
                unsigned ncolumns)
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
    if (t->ncells == t->cap)
        t->cell = mem_grow(t->cell, t->cap = t->cap ? 2 * t->cap : 64, sizeof *t->cell);
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
        for (unsigned c = 0; c < t->ncolumns; c++)
            print_cell(t, c, width[c], shown(cell_at(t, r, c)), out);
}

static void print_row(const table *t, unsigned r)
{
    for (unsigned col = 0; col < t->ncolumns; col++)
        print_cell(t, col, t->width[col], shown(cell_at(t, r, col)), t->followed);
    fflush(t->followed);
}

void table_follow(table *t, const unsigned *width, FILE *out)
{
    t->width = width;
    t->followed = out;
    if (*t->title) fprintf(out, "%s\n\n", t->title);
    for (unsigned col = 0; col < t->ncolumns; col++)
        print_cell(t, col, width[col], t->columns[col].name, out);
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

/* A number is read from its text: what is none, as "inf", is null. */
static json_t *value_json(const table *t, const char *text, unsigned col)
{
    if (!*text) return json_null();
    if (t->columns[col].kind == COLUMN_TEXT) return json_text(text);
    json_t *number = json_loads(text, JSON_DECODE_ANY, NULL);
    return number ? number : json_null();
}

static json_t *rows_json(const table *t)
{
    json_t *rows = json_array();
    for (unsigned r = 0; r < table_rows(t); r++) {
        json_t *row = json_object();
        for (unsigned c = 0; c < t->ncolumns; c++)
            json_put(row, t->columns[c].name, value_json(t, cell_at(t, r, c), c));
        json_array_append_new(rows, row);
    }
    return rows;
}

static void print_json(const table *const *tables, unsigned count, FILE *out)
{
    json_t *all = json_object();
    for (unsigned i = 0; i < count; i++) json_put(all, tables[i]->name, rows_json(tables[i]));
    json_print(all, out);
}

void tables_print(const table *const *tables, unsigned count, bool json, FILE *out)
{
    (json ? print_json : print_texts)(tables, count, out);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* stock.c - the list of stock forms, and figures between those that were measured. Called by the
 * generator and the reader of the figures, by prices.c and by the pass's plan. */
#include "stock.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* A form's name and how many columns its rows have at most. */
static const struct {
    const char *name;
    unsigned columns;
} forms[STOCK_FORMS] = {
#define X(name, text, columns) {text, columns},
    STOCK_MOVES(X)
#undef X
#define X(name, text) {text, STOCK_COLUMNS},
        STOCK_FIELDS(X)
#undef X
};

static const unsigned registers[] = {16, 32, 64};
static const unsigned widths[STOCK_SIZES] = {1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 48};
static const unsigned counts[STOCK_COLUMNS] = {2, 8, 32, 128};

/* LLVM needs long for more bits in a vector. */
enum { MEASURED_BITS = 1024 };

#define LENGTH(array) (sizeof(array) / sizeof *(array))

const char *stock_name(stock_form f) { return forms[f].name; }

stock_form stock_find(const char *name)
{
    unsigned f = 0;
    while (f < STOCK_FORMS && strcmp(forms[f].name, name)) f++;
    return (stock_form)f;
}

static bool is_move(stock_form f) { return f < STOCK_GET; }

unsigned stock_size(stock_form f, unsigned i)
{
    if (is_move(f)) return i < LENGTH(registers) ? registers[i] : 0;
    return i < LENGTH(widths) ? widths[i] : 0;
}

unsigned stock_count(stock_form f, unsigned column)
{
    if (f == STOCK_BYTES_OF_PARTS) return 1U << column;
    return is_move(f) ? column + 1 : counts[column];
}

unsigned stock_columns(stock_form f, unsigned size)
{
    unsigned n = forms[f].columns;
    while (!is_move(f) && n && counts[n - 1] * size > MEASURED_BITS) n--;
    return n;
}

/* ---- between what was measured ---- */

/* On the line through the columns k - 1 and k, to the nearest whole number. */
static int on_line(stock_form f, const short *row, unsigned k, unsigned count)
{
    int x0 = (int)stock_count(f, k - 1), x1 = (int)stock_count(f, k), y0 = row[k - 1], y1 = row[k];
    int above = (y1 - y0) * ((int)count - x0), step = x1 - x0;
    return y0 + (2 * above + (above < 0 ? -step : step)) / (2 * step);
}

static int at_count(stock_form f, const short *row, unsigned size, unsigned count)
{
    unsigned n = stock_columns(f, size), k = 1;
    if (n == 1 || count == stock_count(f, 0)) return row[0];
    while (k + 1 < n && stock_count(f, k) < count) k++;
    return on_line(f, row, k, count);
}

unsigned stock_move(const stock *s, stock_form f, unsigned bytes, unsigned sources)
{
    unsigned i = 0;
    while (i + 1 < LENGTH(registers) && registers[i] < bytes) i++;
    int value = s ? at_count(f, s->value[f][i], registers[i], sources) : 0;
    return value < 0 ? 0 : (unsigned)value;
}

static bool is_number(unsigned w) { return w == 8 || w == 16 || w == 32; }

/* The row for a width: its own, or the next one of those that are no bytes, words, doublewords
 * either. */
static unsigned row_of_width(unsigned w)
{
    unsigned i = 0;
    while (i + 1 < LENGTH(widths) &&
           (is_number(w) ? widths[i] != w : widths[i] < w || is_number(widths[i])))
        i++;
    return i;
}

int stock_fields(const stock *s, stock_form f, unsigned w, unsigned n)
{
    unsigned i = row_of_width(w);
    return s ? at_count(f, s->value[f][i], widths[i], n) : 0;
}

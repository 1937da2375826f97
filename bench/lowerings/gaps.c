// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* gaps.c - cells without a winner or without a figure, gathered by operation and reason.
 *
 * A spec of hundreds of operations has thousands of cells; when a whole family has not been
 * searched, one line says so. */
#include "gaps.h"

#include <string.h>

static const column columns[] = {{"operation", COLUMN_TEXT},
                                 {"widths", COLUMN_TEXT},
                                 {"cells", COLUMN_NUMBER},
                                 {"reason", COLUMN_TEXT},
                                 {"such as", COLUMN_TEXT}};

typedef struct gap {
    const char *name;
    size_t stem; /* of the name, without the number at its end */
    const char *reason;
    const cell *first;
    unsigned cells;
    bool width[TERM_WIDTH_MAX + 1];
} gap;

void gaps_table(table *t, const char *name, const char *title)
{
    TABLE_INIT(t, name, title, columns);
}

/* "shl_" of shl_3; all of the name when there is no _ before a number at its end. */
static size_t stem_of(const char *name)
{
    size_t all = strlen(name), n = all;
    while (n && name[n - 1] >= '0' && name[n - 1] <= '9') n--;
    return n && n < all && name[n - 1] == '_' ? n : all;
}

static bool is_of(const gap *g, const char *name, const char *reason)
{
    size_t n = stem_of(name);
    return g->stem == n && !memcmp(g->name, name, n) && !strcmp(g->reason, reason);
}

static void put_gap(table *t, const gap *g)
{
    strbuf text = {0};
    bool family = g->name[g->stem];
    table_put(t, "%.*s%s", (int)g->stem, g->name, family ? "K" : "");
    for (unsigned w = 1; w <= TERM_WIDTH_MAX; w++)
        if (g->width[w]) strbuf_printf(&text, "%s%u", text.len ? "," : "", w);
    table_put(t, "%s", strbuf_text(&text));
    table_put_count(t, (int)g->cells);
    table_put(t, "%s", g->reason);
    strbuf_clear(&text);
    cell_print(g->first, &text);
    table_put(t, "%s", strbuf_text(&text));
    strbuf_free(&text);
}

void gaps_put(table *t, const figures *f, gap_fn *why)
{
    gap *list = NULL;
    unsigned count = 0, cap = 0;
    for (unsigned i = 0; i < f->count; i++) {
        const cell *c = &f->row[i].cell;
        const char *reason = why(&f->row[i]);
        unsigned g = 0;
        if (!reason) continue;
        while (g < count && !is_of(&list[g], c->op->name, reason)) g++;
        if (g == count) {
            if (count == cap) list = mem_grow(list, cap = cap ? 2 * cap : 32, sizeof *list);
            list[count++] = (gap){
                .name = c->op->name, .stem = stem_of(c->op->name), .reason = reason, .first = c};
        }
        list[g].cells++;
        list[g].width[c->w] = true;
    }
    for (unsigned g = 0; g < count; g++) put_gap(t, &list[g]);
    mem_free(list);
}

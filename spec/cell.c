// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cell.c - cells: their order and text, and which of them exist. */
#include "cell.h"

#include "op.h"

unsigned cell_fields(const cell *c) { return c->cls->bits / c->w; }

void cell_print(const cell *c, strbuf *out)
{
    strbuf_printf(out, "%s %u %s %s", c->op->name, c->w, c->cls->name, c->target->name);
}

int cell_compare(const cell *a, const cell *b)
{
    const unsigned x[4] = {a->op->index, a->w, a->cls->index, a->target->index};
    const unsigned y[4] = {b->op->index, b->w, b->cls->index, b->target->index};
    for (unsigned i = 0; i < 4; i++)
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}

unsigned cell_first(const void *list, size_t size, unsigned count, const cell *c)
{
    unsigned low = 0, high = count;
    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        const cell *at = (const void *)((const char *)list + middle * size);
        if (cell_compare(at, c) < 0) low = middle + 1;
        else high = middle;
    }
    return low;
}

bool cell_same_but_target(const cell *a, const cell *b)
{
    return a->op == b->op && a->w == b->w && a->cls == b->cls;
}

/* Whether the registers of other classes that the operation names are there, and no wider. */
static bool has_other_classes(const cell *c)
{
    const regclass *second = c->op->second.cls;
    bool has = !second || (second->bits <= c->cls->bits && target_has_class(c->target, second));
    for (unsigned i = 0; i < c->op->arity; i++) {
        const regclass *in = c->op->in[i];
        has = has && (!in || (in->bits <= c->cls->bits && target_has_class(c->target, in)));
    }
    return has;
}

bool cell_exists(const cell *c)
{
    if (c->cls->of && (!c->op->blocks || (c->op->planes && c->cls->parts != c->w))) return false;
    bool fits = c->w && (c->w <= c->cls->bits / 2 || c->w == c->cls->bits) && has_other_classes(c);
    return fits && target_has_class(c->target, c->cls) && op_exists(c->op, c->w, cell_fields(c));
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* layouts.c - lays vectors of small fields out in registers.
 *
 * A vector takes as many of the widest registers as it fills, and for the rest the narrowest
 * register that holds it: <64 x i2> is one x128, <16 x i2> one r32 with 0 bits unused, <24 x i2>
 * one r64 with 16 bits unused, <320 x i2> two y256 and one x128. A register holds whole fields
 * only: where w does not divide its width the top bits stay unused. Only register classes for which
 * the table has lowerings of that field width count. Called by plan.c. */
#include "layouts.h"

/* The register for the next `rest` bits: the narrowest that holds them all, or else the widest. 0:
 * there is none. */
static unsigned register_for(const target_view *v, unsigned w, unsigned rest)
{
    unsigned widest = 0;
    for (const unsigned *bits = v->use->table->class_bits; *bits; bits++) {
        if (!target_has_class(v, w, *bits)) continue;
        widest = *bits;
        if (*bits / w * w >= rest) break;
    }
    return widest;
}

static const layout *make_layout(layouts *l, unsigned w, unsigned n)
{
    if (n > UINT32_MAX / w) return NULL;
    piece pieces[LAYOUT_MAX_PIECES];
    unsigned count = 0, offset = 0, total = n * w;
    while (offset < total) {
        unsigned bits = register_for(l->view, w, total - offset);
        if (!bits || count == LAYOUT_MAX_PIECES) return NULL;
        unsigned room = bits / w * w;
        unsigned used = total - offset < room ? total - offset : room;
        pieces[count++] = (piece){bits, used, offset};
        offset += used;
    }
    layout *result = arena_new(l->arena, 1, layout);
    piece *copy = arena_new(l->arena, count, piece);
    for (unsigned i = 0; i < count; i++) copy[i] = pieces[i];
    *result = (layout){w, n, total, count, copy};
    return result;
}

/* Remembered for types that have no layout. */
static layout no_layout;

const layout *layout_of(layouts *l, LLVMTypeRef type)
{
    void *known = map_get(&l->known, type);
    if (known) return known == &no_layout ? NULL : known;
    unsigned w, n;
    const layout *made = fields_of_type(type, &w, &n) ? make_layout(l, w, n) : NULL;
    map_put(&l->known, type, made ? (void *)(uintptr_t)made : &no_layout);
    return made;
}

void layouts_free(layouts *l)
{
    map_free(&l->known);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* moves.c - where the bits of a result come from, for operations that only move bits.
 *
 * Labels (synth/permute/permute.h) say for each bit of the result which bit of which operand it is.
 * Neighbours that move together are one movement. Called by chunk.c for the pictures. */
#include "report.h"
#include "synth/permute/shuffle.h"

/* How many bits from bit i on come from neighbours, or are zero, or are free. */
static unsigned run_length(const labels *l, unsigned i, unsigned bits)
{
    unsigned n = 1;
    label first = l->at[i], step = first > LABEL_ZERO;
    while (i + n < bits && l->at[i + n] == (label)(first + (label)n * step)) n++;
    return n;
}

/* The end of an operand's register ends a movement. */
static unsigned within_operand(label first, unsigned n, unsigned bits)
{
    unsigned left = first > LABEL_ZERO ? bits - (unsigned)(first - 1) % bits : n;
    return n < left ? n : left;
}

/* Movements begin anew at each field of the result, so that each can be drawn. */
static unsigned within_field(unsigned i, unsigned n, unsigned w)
{
    unsigned left = w - i % w;
    return n < left ? n : left;
}

json_t *report_moves(const op *o, unsigned w, const regclass *cls)
{
    labels l;
    diags d = {0};
    bool moves = o->arity <= PERMUTE_INPUTS_MAX && shuffle_goal(o, w, cls, &l, &d);
    diag_free(&d);
    if (!moves) return json_null();
    json_t *list = json_array();
    for (unsigned i = 0, n; i < cls->bits; i += n) {
        n = within_field(i, within_operand(l.at[i], run_length(&l, i, cls->bits), cls->bits), w);
        if (l.at[i] != LABEL_FREE)
            json_array_append_new(list, json_pack("[i, i, i]", (int)i, (int)n, (int)l.at[i]));
    }
    return list;
}

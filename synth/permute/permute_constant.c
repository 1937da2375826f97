// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_constant.c - constants of masks and choices, solved from what a goal asks for. Called
 * wherever a way needs one: permute_choice.c, permute_way.c, permute_one_step.c. */
#include "permute_constant.h"

#include "permute_goal.h"
#include "spec/term/bv.h"

/* The label of bit i when its unit has value number v, and the sources have the labels x. */
static label chosen(const permute *p, const mover *m, unsigned v, unsigned i,
                    const labels *const x[2])
{
    label l = m->choice[i * m->nvalues + v];
    if (l <= LABEL_ZERO) return l < 0 ? LABEL_NONE : LABEL_ZERO;
    return x[goal_source_of(p, l)]->at[goal_place_of(p, l)];
}

/* Where label l is among sources that are inputs, as the mover's labels say it; LABEL_NONE when it
 * is not. */
static label place_in_inputs(const permute *p, const mover *m, label l, const labels *const x[2])
{
    const labels *input = &p->index.input[goal_source_of(p, l)];
    for (unsigned k = 0; k < m->nvars; k++)
        if (x[k] == input) return (label)(1 + (int)(k * p->m->bits) + goal_place_of(p, l));
    return LABEL_NONE;
}

static bool are_inputs(const permute *p, const mover *m, const labels *const x[2])
{
    for (unsigned k = 0; k < m->nvars; k++)
        if (x[k] < p->index.input || x[k] >= p->index.input + p->ninputs) return false;
    return true;
}

/* The first of labels from..count-1 that is l; count when none is. */
static unsigned find_label(const label *at, unsigned from, unsigned count, label l)
{
    for (; from + 8 <= count; from += 8) {
        unsigned any = 0;
        for (unsigned k = 0; k < 8; k++) any |= at[from + k] == l;
        if (any) break;
    }
    while (from < count && at[from] != l) from++;
    return from;
}

int constant_choose_value(const permute *p, const mover *m, unsigned u, const labels *g,
                          const labels *const x[2])
{
    unsigned first = u * m->unit, end = first + m->unit;
    while (first < end && g->at[first] == LABEL_FREE) first++;
    bool inputs = first < end && g->at[first] > 0 && are_inputs(p, m, x);
    label place = inputs ? place_in_inputs(p, m, g->at[first], x) : LABEL_NONE;
    if (inputs && place == LABEL_NONE) return -1;
    for (unsigned v = 0; v < m->nvalues; v++) {
        unsigned i = first;
        /* the first bit tells most values apart */
        if (inputs) v = find_label(&m->choice[first * m->nvalues], v, m->nvalues, place);
        if (v == m->nvalues) break;
        while (i < end && (g->at[i] == LABEL_FREE || g->at[i] == chosen(p, m, v, i, x))) i++;
        if (i == end) return (int)v;
    }
    return -1;
}

void constant_put_value(const mover *m, unsigned u, uint64_t value, uint64_t *konst)
{
    for (unsigned k = 0; k < m->unit; k++)
        if (value >> k & 1) bv_set_bit(konst, u * m->unit + k, true);
}

bool constant_chooses_all(const permute *p, const mover *m, const labels *g,
                          const labels *const x[2], uint64_t *konst)
{
    for (unsigned u = 0; u < p->m->bits / m->unit; u++) {
        int v = constant_choose_value(p, m, u, g, x);
        if (v < 0) return false;
        constant_put_value(m, u, m->value[v], konst);
    }
    return true;
}

int constant_keep_value(const permute *p, const mover *m, unsigned u, unsigned source)
{
    for (unsigned v = 0; v < m->nvalues; v++) {
        unsigned i = u * m->unit, end = i + m->unit;
        while (i < end && m->choice[i * m->nvalues + v] == (label)(1 + source * p->m->bits + i))
            i++;
        if (i == end) return (int)v;
    }
    return -1;
}

bool constant_deposits(const permute *p, const labels *g, uint64_t *konst)
{
    /* bits of the goal before `end` are decided, n of them come from the input */
    int n = 0, end = 0;
    for (int i = 0; i < (int)p->m->bits; i++) {
        if (g->at[i] <= LABEL_ZERO) continue;
        for (; end < i && n < goal_place_of(p, g->at[i]); end++)
            if (g->at[end] == LABEL_FREE) bv_set_bit(konst, (unsigned)end, true), n++;
        if (n++ != goal_place_of(p, g->at[i])) return false;
        bv_set_bit(konst, (unsigned)i, true);
        end = i + 1;
    }
    return true;
}

bool constant_extracts(const permute *p, const labels *g, uint64_t *konst)
{
    unsigned count = p->m->bits;
    int next = 0; /* the lowest place from where the next bit may come */
    while (count && g->at[count - 1] <= LABEL_ZERO) count--;
    for (unsigned i = 0; i < count; i++) {
        label l = g->at[i];
        if (l == LABEL_ZERO || (l > 0 && goal_place_of(p, l) < next)) return false;
        if (l > 0) next = goal_place_of(p, l);
        if (next >= (int)p->m->bits) return false;
        bv_set_bit(konst, (unsigned)next++, true);
    }
    return true;
}

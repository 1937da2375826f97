// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_choice.c - ways to make a goal by one mover with a constant, which permute_constant.c
 * solves; permute_way.c collects them with the others. */
#include "permute_choice.h"

#include "permute_constant.h"
#include "permute_goal.h"
#include "spec/term/bv.h"

void choice_offer_input(const permute *p, const mover *m, const labels *g, unsigned input,
                        ways *all)
{
    const labels *x[2] = {&p->index.input[input]};
    way w;
    list_start(&w, WAY_CHOOSE, m, 1, 1);
    if (constant_chooses_all(p, m, g, x, w.konst)) {
        w.goal[0] = *x[0];
        list_offer(p, all, &w);
        return;
    }
    way part;
    list_start(&part, WAY_OR, NULL, 1, 2);
    unsigned taken = 0, left = 0;
    for (unsigned u = 0; u < p->m->bits / m->unit; u++) {
        bool can = constant_choose_value(p, m, u, g, x) >= 0, some = false;
        for (unsigned i = u * m->unit; i < (u + 1) * m->unit; i++) {
            some = some || g->at[i] > 0;
            part.goal[0].at[i] = can ? g->at[i] : g->at[i] > 0 ? LABEL_ZERO : g->at[i];
            part.goal[1].at[i] = can && g->at[i] > 0 ? LABEL_ZERO : g->at[i];
        }
        taken += can && some;
        left += !can && some;
    }
    if (taken && left) list_offer(p, all, &part);
}

void choice_offer_places(const permute *p, const mover *m, const labels *g, ways *all)
{
    unsigned unit = m->unit, bits = p->m->bits;
    way w;
    list_start(&w, WAY_CHOOSE, m, 1, m->nvars);
    for (unsigned v = 0; v < m->nvars; v++) goal_clear(p, &w.goal[v]);
    for (unsigned u = 0; u < bits / unit; u++) {
        int from = -1;
        for (unsigned i = u * unit; i < (u + 1) * unit; i++) {
            if (g->at[i] < 1) continue;
            int at = (m->nvars == 1 ? goal_place_of(p, g->at[i]) : g->at[i] - 1) / (int)unit;
            if (from >= 0 && from != at) return;
            from = at;
        }
        if (from < 0) continue;
        unsigned first = (unsigned)from * unit, source = first / bits;
        if (source >= m->nvars) return;
        for (unsigned k = 0; k < unit; k++)
            if (!goal_demand(&w.goal[source], first % bits + k, g->at[u * unit + k])) return;
    }
    for (unsigned v = 0; v < m->nvars; v++)
        if (m->nvars == 1 ? goal_is_same(p, &w.goal[v], g) : goal_is_blank(p, &w.goal[v])) return;
    const labels *x[2] = {&w.goal[0], &w.goal[1]};
    if (constant_chooses_all(p, m, g, x, w.konst)) list_offer(p, all, &w);
}

static bool wants_unit(const labels *g, unsigned first, unsigned unit)
{
    for (unsigned i = first; i < first + unit; i++)
        if (g->at[i] != LABEL_FREE) return true;
    return false;
}

/* Of two inputs, each unit from one of them. */
static void offer_choice_of_inputs(const permute *p, const mover *m, const labels *g, ways *all)
{
    way w;
    for (unsigned a = 0; a < p->ninputs; a++)
        for (unsigned b = 0; b < p->ninputs; b++) {
            const labels *x[2] = {&p->index.input[a], &p->index.input[b]};
            if (a == b) continue;
            list_start(&w, WAY_CHOOSE, m, 1, 2);
            if (!constant_chooses_all(p, m, g, x, w.konst)) continue;
            for (unsigned k = 0; k < 2; k++) w.goal[k] = *x[k];
            list_offer(p, all, &w);
        }
}

/* What units of an input can be is taken from it; the others are in their places already. */
static void offer_choice_beside_input(const permute *p, const mover *m, const labels *g,
                                      unsigned input, unsigned source, ways *all)
{
    labels none;
    const labels *x[2] = {&none, &none};
    way w;
    unsigned taken = 0, left = 0;
    list_start(&w, WAY_CHOOSE, m, 1, 2);
    x[source] = &p->index.input[input];
    for (unsigned i = 0; i < p->m->bits; i++) none.at[i] = LABEL_NONE;
    goal_clear(p, &w.goal[1 - source]);
    for (unsigned u = 0; u < p->m->bits / m->unit; u++) {
        if (!wants_unit(g, u * m->unit, m->unit)) continue;
        int v = constant_choose_value(p, m, u, g, x),
            keep = constant_keep_value(p, m, u, 1 - source);
        taken += v >= 0;
        left += v < 0;
        if (v < 0 && keep < 0) return;
        for (unsigned i = u * m->unit; v < 0 && i < (u + 1) * m->unit; i++)
            w.goal[1 - source].at[i] = g->at[i];
        constant_put_value(m, u, m->value[v < 0 ? keep : v], w.konst);
    }
    w.goal[source] = *x[source];
    if (taken && left) list_offer(p, all, &w);
}

void choice_offer_two(const permute *p, const mover *m, const labels *g, ways *all)
{
    offer_choice_of_inputs(p, m, g, all);
    for (unsigned k = 0; k < p->ninputs; k++)
        for (unsigned source = 0; source < 2; source++)
            offer_choice_beside_input(p, m, g, k, source, all);
    choice_offer_places(p, m, g, all);
}

/* Which bit of its source byte each bit of g's byte b is: a row of the matrix. False when its
 * labels are of several bytes. */
static bool read_byte(const labels *g, unsigned b, unsigned of, int8_t row[8], labels *before)
{
    int from = -1;
    for (unsigned k = 0; k < 8; k++) {
        label l = g->at[8 * b + k];
        if (l == LABEL_FREE) continue;
        if (l == LABEL_ZERO && (row[k] == -2 || row[k] == -1)) row[k] = -1;
        if (l == LABEL_ZERO && row[k] != -1) return false;
        if (l == LABEL_ZERO) continue;
        int at = (l - 1) / (int)of, bit = (l - 1) % (int)of;
        if ((from >= 0 && from != at) || (row[k] != -2 && row[k] != bit)) return false;
        from = at;
        row[k] = (int8_t)bit;
        if (!goal_demand(before, 8 * b + (unsigned)bit, l)) return false;
    }
    return true;
}

void choice_offer_matrix(const permute *p, const mover *m, const labels *g, ways *all)
{
    way w = {.kind = WAY_MATRIX, .m = m, .cost = 1, .ngoals = 1};
    goal_clear(p, &w.goal[0]);
    for (unsigned q = 0; q < p->m->bits / 64; q++) {
        int8_t row[8] = {-2, -2, -2, -2, -2, -2, -2, -2};
        for (unsigned b = 0; b < 8; b++)
            if (!read_byte(g, 8 * q + b, 8, row, &w.goal[0])) return;
        for (unsigned k = 0; k < 8; k++)
            if (row[k] >= 0) w.konst[q] |= (uint64_t)1 << (8 * (7 - k) + (unsigned)row[k]);
    }
    if (!goal_is_same(p, &w.goal[0], g)) list_offer(p, all, &w);
}

void choice_offer_table(const permute *p, const mover *m, const labels *g, ways *all)
{
    way w = {.kind = WAY_TABLE, .m = m, .cost = 1, .ngoals = 1};
    goal_clear(p, &w.goal[0]);
    for (unsigned lane = 0; lane < p->m->bits / 128; lane++) {
        int8_t row[8] = {-2, -2, -2, -2, -2, -2, -2, -2};
        for (unsigned b = 0; b < 16; b++)
            if (!read_byte(g, 16 * lane + b, 4, row, &w.goal[0])) return;
        for (unsigned b = 0; b < 16; b++) {
            if (!goal_demand(&w.goal[0], 128 * lane + 8 * b + 7, LABEL_ZERO)) return;
            for (unsigned k = 0; k < 8; k++)
                if (row[k] >= 0 && b >> row[k] & 1)
                    bv_set_bit(w.konst, 128 * lane + 8 * b + k, true);
        }
    }
    if (!goal_is_same(p, &w.goal[0], g)) list_offer(p, all, &w);
}

void choice_offer_picks(const permute *p, const mover *m, const labels *g, ways *all)
{
    way w;
    int source = goal_only_source(p, g);
    unsigned n = 0;
    list_start(&w, WAY_PICK, m, 1, 1);
    if (source >= 0 &&
        (m->kind == MOVER_DEPOSIT ? constant_deposits : constant_extracts)(p, g, w.konst)) {
        goal_of_input(p, (unsigned)source, &w.goal[0]);
        list_offer(p, all, &w);
        return;
    }
    if (m->kind != MOVER_DEPOSIT) return;
    list_start(&w, WAY_PICK, m, 1, 1);
    goal_clear(p, &w.goal[0]);
    for (unsigned i = 0; i < p->m->bits; i++) {
        if (g->at[i] <= LABEL_ZERO) continue;
        bv_set_bit(w.konst, i, true);
        w.goal[0].at[n++] = g->at[i];
    }
    if (!goal_is_same(p, &w.goal[0], g)) list_offer(p, all, &w);
}

void choice_offer_mask(const permute *p, const labels *g, ways *all)
{
    way w = {.kind = WAY_MASK, .cost = 1, .ngoals = 1};
    if (p->m->and_ < 0 || !goal_has_zero(p, g)) return;
    for (unsigned i = 0; i < p->m->bits; i++) {
        w.goal[0].at[i] = g->at[i] == LABEL_ZERO ? LABEL_FREE : g->at[i];
        if (g->at[i] > 0) bv_set_bit(w.konst, i, true);
    }
    list_offer(p, all, &w);
}

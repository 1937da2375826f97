// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_index.c - movers by what they do, and the goals before one: the ways to make a goal
 * (permute_way.c, permute_one_step.c) ask for them.
 *
 * What a move needs before it follows from what it does to labels, so most moves fail at the first
 * bit. */
#include "permute_index.h"

#include <string.h>

#include "permute_goal.h"

static bool is_simple(const mover *m) { return m->kind == MOVER_PURE && m->nvars == 1 && !m->need; }

static unsigned *begin_of(const permute *p, unsigned bit)
{
    return p->index.begin + (size_t)bit * (p->m->bits + 2);
}
static unsigned *simple_of(const permute *p, unsigned bit)
{
    return p->index.simple + (size_t)bit * p->index.nsimple;
}

/* One bit's list: counted, then laid out. */
static void sort_simple(permute *p, unsigned bit)
{
    unsigned *begin = begin_of(p, bit), *list = simple_of(p, bit), count = p->m->bits + 1;
    for (unsigned i = 0; i < p->m->nmovers; i++)
        if (is_simple(&p->m->movers[i])) begin[p->m->movers[i].map[bit] + 1]++;
    for (unsigned l = 0; l < count; l++) begin[l + 1] += begin[l];
    for (unsigned i = 0; i < p->m->nmovers; i++)
        if (is_simple(&p->m->movers[i])) list[begin[p->m->movers[i].map[bit]]++] = i;
    /* each had become the next one's */
    for (unsigned l = count; l > 0; l--) begin[l] = begin[l - 1];
    begin[0] = 0;
}

/* Of a PURE mover whose result is whole bytes of its sources, or zero: which. Most are. */
static bool read_bytes(const permute *p, const mover *m, uint8_t *byte)
{
    bool whole = m->kind == MOVER_PURE && !m->need && p->m->bits >= 8;
    for (unsigned b = 0; whole && b < p->m->bits / 8; b++) {
        const label *at = &m->map[8 * b];
        byte[b] = at[0] == LABEL_ZERO ? BYTE_ZERO : (uint8_t)((at[0] - 1) / 8);
        whole = at[0] == LABEL_ZERO || (at[0] - 1) % 8 == 0;
        for (int k = 1; k < 8; k++)
            whole = whole && at[k] == (at[0] == LABEL_ZERO ? LABEL_ZERO : at[0] + k);
    }
    return whole;
}

void index_open(permute *p)
{
    const permute_machine *m = p->m;
    if (p->index.zeros) return;
    p->index.zeros = mem_alloc(m->nmovers + 1, sizeof *p->index.zeros);
    p->index.byte = mem_alloc(m->nmovers + 1, sizeof *p->index.byte);
    p->index.moves_bytes = mem_alloc(m->nmovers + 1, sizeof *p->index.moves_bytes);
    p->index.choice = mem_alloc(m->nmovers + 1, sizeof *p->index.choice);
    for (unsigned i = 0; i < p->ninputs; i++) goal_of_input(p, i, &p->index.input[i]);
    for (unsigned i = 0; i < m->nmovers; i++) {
        p->index.nsimple += is_simple(&m->movers[i]);
        p->index.moves_bytes[i] = read_bytes(p, &m->movers[i], p->index.byte[i]);
        if (m->movers[i].kind == MOVER_EXTRACT && !p->index.extract)
            p->index.extract = &m->movers[i];
        if (m->movers[i].kind == MOVER_DEPOSIT && !p->index.deposit)
            p->index.deposit = &m->movers[i];
        if (m->movers[i].kind == MOVER_CHOICE) p->index.choice[p->index.nchoices++] = &m->movers[i];
        for (unsigned k = 0; m->movers[i].kind == MOVER_PURE && k < m->bits; k++)
            if (m->movers[i].map[k] == LABEL_ZERO) bv_set_bit(p->index.zeros[i], k, true);
    }
    p->index.begin = mem_alloc((size_t)m->bits * (m->bits + 2), sizeof *p->index.begin);
    p->index.simple = mem_alloc((size_t)m->bits * p->index.nsimple + 1, sizeof *p->index.simple);
    for (unsigned k = 0; k < m->bits; k++) sort_simple(p, k);
}

void index_close(permute *p)
{
    mem_free(p->index.zeros);
    mem_free(p->index.byte);
    mem_free(p->index.moves_bytes);
    mem_free(p->index.choice);
    mem_free(p->index.begin);
    mem_free(p->index.simple);
    p->index = (mover_index){0};
}

/* What a PURE mover needs beyond what it moves. */
static bool demand_needs(const permute *p, const mover *m, labels goal[2])
{
    unsigned bits = p->m->bits;
    for (unsigned i = 0; m->need && i < m->nvars * bits; i++) {
        label n = m->need[i];
        if (n == LABEL_FREE) continue;
        label same = n == LABEL_ZERO ? LABEL_ZERO
                                     : goal[(unsigned)(n - 1) / bits].at[(unsigned)(n - 1) % bits];
        if (n != LABEL_ZERO && same == LABEL_FREE) return false;
        if (!goal_demand(&goal[i / bits], i % bits, same)) return false;
    }
    return true;
}

/* The same as pull_back, of a mover that moves bytes. */
static bool pull_back_bytes(const permute *p, const uint8_t *byte, const labels *g, labels goal[2])
{
    uint64_t taken[2 * PERMUTE_BYTES / 64] = {0};
    for (unsigned b = 0; b < p->m->bits / 8; b++) {
        if (byte[b] == BYTE_ZERO) continue;
        labels *to = &goal[goal_source_of(p, (label)(8 * byte[b] + 1))];
        unsigned at = (unsigned)goal_place_of(p, (label)(8 * byte[b] + 1));
        if (!bv_bit(taken, byte[b])) memcpy(&to->at[at], &g->at[8 * b], 8 * sizeof(label));
        else
            for (unsigned k = 0; k < 8; k++)
                if (!goal_demand(to, at + k, g->at[8 * b + k])) return false;
        bv_set_bit(taken, byte[b], true);
    }
    return true;
}

bool index_pull_back(const permute *p, const mover *m, const labels *g, labels goal[2])
{
    unsigned number = (unsigned)(m - p->m->movers);
    for (unsigned v = 0; v < m->nvars; v++) goal_clear(p, &goal[v]);
    if (p->index.moves_bytes[number]) return pull_back_bytes(p, p->index.byte[number], g, goal);
    for (unsigned i = 0; i < p->m->bits; i++) {
        label from = m->map[i];
        if (g->at[i] == LABEL_FREE || from == LABEL_ZERO) continue;
        if (!goal_demand(&goal[goal_source_of(p, from)], (unsigned)goal_place_of(p, from),
                         g->at[i]))
            return false;
    }
    return demand_needs(p, m, goal);
}

/* Whether a simple mover makes the goal of the input whose labels begin at base. */
static bool moves_input(const permute *p, const mover *m, const labels *g, int base)
{
    for (unsigned i = 0; i < p->m->bits; i++)
        if (g->at[i] != LABEL_FREE &&
            g->at[i] != (m->map[i] == LABEL_ZERO ? LABEL_ZERO : m->map[i] + base))
            return false;
    return true;
}

const mover *index_find_simple(const permute *p, const labels *g, unsigned x, unsigned first)
{
    int base = (int)(x * p->m->bits), l = g->at[first] - base;
    for (unsigned i = begin_of(p, first)[l]; i < begin_of(p, first)[l + 1]; i++) {
        const mover *m = &p->m->movers[simple_of(p, first)[i]];
        if (moves_input(p, m, g, base)) return m;
    }
    return NULL;
}

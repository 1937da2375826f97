// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_way.c - the ways to make a goal: one step back, or the few that are worth nothing by
 * themselves.
 *
 * A way has one or two goals before it. What a move needs there follows from what it does to
 * labels, so most moves fail at the first bit; constants of masks, choices, matrices and tables are
 * solved. Lists keep the most promising ways, which look least far. */
#include "permute_way.h"

#include <limits.h>
#include <stddef.h>
#include <string.h>

#include "permute_goal.h"
#include "spec/term/bv.h"

enum { CLASSES_SPLIT = 6 };

/* ---- the index ---- */

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

void way_open_index(permute *p)
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

void way_close_index(permute *p)
{
    mem_free(p->index.zeros);
    mem_free(p->index.byte);
    mem_free(p->index.moves_bytes);
    mem_free(p->index.choice);
    mem_free(p->index.begin);
    mem_free(p->index.simple);
    p->index = (mover_index){0};
}

/* The bits of a goal that are labelled. */
typedef struct labelled {
    uint64_t at[PERMUTE_LIMBS];
} labelled;

static labelled labelled_bits(const permute *p, const labels *g)
{
    labelled out = {{0}};
    for (unsigned i = 0; i < p->m->bits; i++)
        if (g->at[i] > 0) bv_set_bit(out.at, i, true);
    return out;
}

/* Whether it makes no bit zero that is labelled: mostly it does, and cannot make the goal. */
static bool leaves(const permute *p, const mover *m, const labelled *bits)
{
    const uint64_t *zeros = p->index.zeros[m - p->m->movers];
    for (unsigned k = 0; k < bv_limbs(p->m->bits); k++)
        if (zeros[k] & bits->at[k]) return false;
    return true;
}

/* ---- lists ---- */

/* A way whose goals are not filled in: most ways are dropped before they are. */
static void start_way(way *w, way_kind kind, const mover *m, int cost, unsigned ngoals)
{
    memset(w, 0, offsetof(way, goal));
    w->kind = kind;
    w->m = m;
    w->cost = cost;
    w->ngoals = ngoals;
}

static void copy_way(const permute *p, way *to, const way *from)
{
    memcpy(to, from, offsetof(way, goal));
    for (unsigned i = 0; i < from->ngoals; i++)
        memcpy(to->goal[i].at, from->goal[i].at, p->m->bits * sizeof(label));
}

static void offer(const permute *p, ways *all, way *w)
{
    unsigned at = all->count;
    int most = at == all->max ? all->at[at - 1].far : INT_MAX;
    w->far = w->cost;
    for (unsigned i = 0; i < w->ngoals && w->far < most; i++)
        w->far += w->near ? 1 : goal_distance_below(p, &w->goal[i], most - w->far);
    if (w->far >= most) return;
    if (at < all->max) all->count++;
    else at--;
    for (; at && all->at[at - 1].far > w->far; at--) copy_way(p, &all->at[at], &all->at[at - 1]);
    copy_way(p, &all->at[at], w);
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

/* The goals before a PURE mover that leaves the labelled bits; false when it cannot make the goal.
 */
static bool pull_back(const permute *p, const mover *m, const labels *g, labels goal[2])
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

/* Of a move with two sources: both are one value, one of them shifted. */
static void offer_forks(const permute *p, const way *w, ways *all)
{
    labels before[2];
    labelled bits[2] = {labelled_bits(p, &w->goal[0]), labelled_bits(p, &w->goal[1])};
    for (unsigned k = 0; k < p->m->nmovers; k++) {
        const mover *by = &p->m->movers[k];
        if (by->kind != MOVER_PURE || !by->shift || by->shift >= 64 || by->shift <= -64) continue;
        for (unsigned second = 0; second < 2; second++) {
            if (!leaves(p, by, &bits[second]) || !pull_back(p, by, &w->goal[second], before))
                continue;
            way f;
            start_way(&f, WAY_FORK, w->m, 2, 1);
            f.by = by;
            f.second = second;
            f.goal[0] = w->goal[1 - second];
            if (goal_join(p, &f.goal[0], &before[0])) offer(p, all, &f);
        }
    }
}

static void offer_move(const permute *p, const mover *m, const labels *g, const labelled *bits,
                       ways *all)
{
    if (!leaves(p, m, bits)) return;
    way w;
    start_way(&w, WAY_MOVE, m, 1, m->nvars);
    if (!pull_back(p, m, g, w.goal) || (m->nvars == 1 && goal_is_same(p, &w.goal[0], g))) return;
    if (m->nvars == 2 && (goal_is_blank(p, &w.goal[0]) || goal_is_blank(p, &w.goal[1])) &&
        goal_distance(p, &w.goal[0]) + goal_distance(p, &w.goal[1]) >= goal_distance(p, g))
        return;
    w.near = m->shift && way_is_one_step(p, &w.goal[0]);
    offer(p, all, &w);
    if (m->mixes && !goal_is_blank(p, &w.goal[0]) && !goal_is_blank(p, &w.goal[1]))
        offer_forks(p, &w, all);
}

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

/* The value that makes unit u of g from the labels x of the sources; -1: none. */
static int choose_value(const permute *p, const mover *m, unsigned u, const labels *g,
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

static void put_value(const mover *m, unsigned u, uint64_t value, uint64_t *konst)
{
    for (unsigned k = 0; k < m->unit; k++)
        if (value >> k & 1) bv_set_bit(konst, u * m->unit + k, true);
}

static bool chooses_all(const permute *p, const mover *m, const labels *g, const labels *const x[2],
                        uint64_t *konst)
{
    for (unsigned u = 0; u < p->m->bits / m->unit; u++) {
        int v = choose_value(p, m, u, g, x);
        if (v < 0) return false;
        put_value(m, u, m->value[v], konst);
    }
    return true;
}

/* Of an input: all of the goal, or some units of it and the rest by other means. */
static void offer_choice_of_input(const permute *p, const mover *m, const labels *g, unsigned input,
                                  ways *all)
{
    const labels *x[2] = {&p->index.input[input]};
    way w;
    start_way(&w, WAY_CHOOSE, m, 1, 1);
    if (chooses_all(p, m, g, x, w.konst)) {
        w.goal[0] = *x[0];
        offer(p, all, &w);
        return;
    }
    way part;
    start_way(&part, WAY_OR, NULL, 1, 2);
    unsigned taken = 0, left = 0;
    for (unsigned u = 0; u < p->m->bits / m->unit; u++) {
        bool can = choose_value(p, m, u, g, x) >= 0, some = false;
        for (unsigned i = u * m->unit; i < (u + 1) * m->unit; i++) {
            some = some || g->at[i] > 0;
            part.goal[0].at[i] = can ? g->at[i] : g->at[i] > 0 ? LABEL_ZERO : g->at[i];
            part.goal[1].at[i] = can && g->at[i] > 0 ? LABEL_ZERO : g->at[i];
        }
        taken += can && some;
        left += !can && some;
    }
    if (taken && left) offer(p, all, &part);
}

/* Units move as they are, and what is inside them was made before, in the place where it came from:
 * of a choice of two each source has the labels of one input. */
static void offer_choice_of_places(const permute *p, const mover *m, const labels *g, ways *all)
{
    unsigned unit = m->unit, bits = p->m->bits;
    way w;
    start_way(&w, WAY_CHOOSE, m, 1, m->nvars);
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
    if (chooses_all(p, m, g, x, w.konst)) offer(p, all, &w);
}

static bool wants_unit(const labels *g, unsigned first, unsigned unit)
{
    for (unsigned i = first; i < first + unit; i++)
        if (g->at[i] != LABEL_FREE) return true;
    return false;
}

/* The value that leaves unit u of that source in its place; -1: none. */
static int keep_value(const permute *p, const mover *m, unsigned u, unsigned source)
{
    for (unsigned v = 0; v < m->nvalues; v++) {
        unsigned i = u * m->unit, end = i + m->unit;
        while (i < end && m->choice[i * m->nvalues + v] == (label)(1 + source * p->m->bits + i))
            i++;
        if (i == end) return (int)v;
    }
    return -1;
}

/* Of two inputs, each unit from one of them. */
static void offer_choice_of_inputs(const permute *p, const mover *m, const labels *g, ways *all)
{
    way w;
    for (unsigned a = 0; a < p->ninputs; a++)
        for (unsigned b = 0; b < p->ninputs; b++) {
            const labels *x[2] = {&p->index.input[a], &p->index.input[b]};
            if (a == b) continue;
            start_way(&w, WAY_CHOOSE, m, 1, 2);
            if (!chooses_all(p, m, g, x, w.konst)) continue;
            for (unsigned k = 0; k < 2; k++) w.goal[k] = *x[k];
            offer(p, all, &w);
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
    start_way(&w, WAY_CHOOSE, m, 1, 2);
    x[source] = &p->index.input[input];
    for (unsigned i = 0; i < p->m->bits; i++) none.at[i] = LABEL_NONE;
    goal_clear(p, &w.goal[1 - source]);
    for (unsigned u = 0; u < p->m->bits / m->unit; u++) {
        if (!wants_unit(g, u * m->unit, m->unit)) continue;
        int v = choose_value(p, m, u, g, x), keep = keep_value(p, m, u, 1 - source);
        taken += v >= 0;
        left += v < 0;
        if (v < 0 && keep < 0) return;
        for (unsigned i = u * m->unit; v < 0 && i < (u + 1) * m->unit; i++)
            w.goal[1 - source].at[i] = g->at[i];
        put_value(m, u, m->value[v < 0 ? keep : v], w.konst);
    }
    w.goal[source] = *x[source];
    if (taken && left) offer(p, all, &w);
}

static void offer_choices_of_two(const permute *p, const mover *m, const labels *g, ways *all)
{
    offer_choice_of_inputs(p, m, g, all);
    for (unsigned k = 0; k < p->ninputs; k++)
        for (unsigned source = 0; source < 2; source++)
            offer_choice_beside_input(p, m, g, k, source, all);
    offer_choice_of_places(p, m, g, all);
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

/* Bit i of a byte is the parity of the byte and the matrix' byte 7 - i. */
static void offer_matrix(const permute *p, const mover *m, const labels *g, ways *all)
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
    if (!goal_is_same(p, &w.goal[0], g)) offer(p, all, &w);
}

/* Each byte is a function of one nibble. */
static void offer_table(const permute *p, const mover *m, const labels *g, ways *all)
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
    if (!goal_is_same(p, &w.goal[0], g)) offer(p, all, &w);
}

/* The constant by which a deposit makes the goal of one input: bits that nobody looks at take up
 * those of the input that are not asked for. */
static bool deposits_input(const permute *p, const labels *g, uint64_t *konst)
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

/* The same of an extract: bits of the input in their order, zeros above. */
static bool extracts_input(const permute *p, const labels *g, uint64_t *konst)
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

/* Of an input; or the bits that are asked for, in their order, of what has them from bit 0 on. */
static void offer_picks(const permute *p, const mover *m, const labels *g, ways *all)
{
    way w;
    int source = goal_only_source(p, g);
    unsigned n = 0;
    start_way(&w, WAY_PICK, m, 1, 1);
    if (source >= 0 &&
        (m->kind == MOVER_DEPOSIT ? deposits_input : extracts_input)(p, g, w.konst)) {
        goal_of_input(p, (unsigned)source, &w.goal[0]);
        offer(p, all, &w);
        return;
    }
    if (m->kind != MOVER_DEPOSIT) return;
    start_way(&w, WAY_PICK, m, 1, 1);
    goal_clear(p, &w.goal[0]);
    for (unsigned i = 0; i < p->m->bits; i++) {
        if (g->at[i] <= LABEL_ZERO) continue;
        bv_set_bit(w.konst, i, true);
        w.goal[0].at[n++] = g->at[i];
    }
    if (!goal_is_same(p, &w.goal[0], g)) offer(p, all, &w);
}

void way_offer_mask(const permute *p, const labels *g, ways *all)
{
    way w = {.kind = WAY_MASK, .cost = 1, .ngoals = 1};
    if (p->m->and_ < 0 || !goal_has_zero(p, g)) return;
    for (unsigned i = 0; i < p->m->bits; i++) {
        w.goal[0].at[i] = g->at[i] == LABEL_ZERO ? LABEL_FREE : g->at[i];
        if (g->at[i] > 0) bv_set_bit(w.konst, i, true);
    }
    offer(p, all, &w);
}

/* ---- two parts ---- */

/* The goal in two by units that stay where they are: those with bits of which first is set, and the
 * others. */
static void offer_blend(const permute *p, const mover *m, const labels *g, const bool *first,
                        ways *all)
{
    way w = {.kind = WAY_CHOOSE, .m = m, .cost = 1, .ngoals = 2};
    goal_clear(p, &w.goal[0]);
    goal_clear(p, &w.goal[1]);
    for (unsigned u = 0; u < p->m->bits / m->unit; u++) {
        unsigned n[2] = {0, 0};
        for (unsigned i = u * m->unit; i < (u + 1) * m->unit; i++) n[!first[i]] += g->at[i] > 0;
        unsigned source = n[0] ? 0 : 1;
        int keep = keep_value(p, m, u, source);
        if (keep < 0 || (n[0] && n[1])) return;
        for (unsigned i = u * m->unit; i < (u + 1) * m->unit; i++) w.goal[source].at[i] = g->at[i];
        put_value(m, u, m->value[keep], w.konst);
    }
    offer(p, all, &w);
}

/* The goal in two: bits of which first is set, and the others. */
static void offer_split(const permute *p, const labels *g, const bool *first, ways *all)
{
    unsigned bits = p->m->bits, n[2] = {0, 0};
    way w = {.kind = WAY_OR, .cost = 1, .ngoals = 2};
    for (unsigned i = 0; i < bits; i++) {
        label l = g->at[i];
        n[first[i]] += l > 0;
        w.goal[0].at[i] = l > 0 && !first[i] ? LABEL_ZERO : l;
        w.goal[1].at[i] = l > 0 && first[i] ? LABEL_ZERO : l;
    }
    if (!n[0] || !n[1]) return;
    if (p->m->table3 < 0) {
        offer(p, all, &w);
        for (unsigned k = 0; k < p->m->nmovers; k++)
            if (p->m->movers[k].kind == MOVER_CHOICE && p->m->movers[k].nvars == 2)
                offer_blend(p, &p->m->movers[k], g, first, all);
        return;
    }
    w.kind = WAY_BLEND; /* (x & k) | (y & ~k) */
    for (unsigned i = 0; i < bits; i++) {
        label l = g->at[i];
        if (first[i] && l > 0) bv_set_bit(w.konst, i, true);
        w.goal[0].at[i] = first[i] && l > 0 ? l : LABEL_FREE;
        w.goal[1].at[i] = first[i] && l > 0 ? LABEL_FREE : l;
    }
    offer(p, all, &w);
    w.kind = WAY_AND_OR; /* (x & k) | y */
    for (unsigned i = 0; i < bits; i++)
        if (first[i] && g->at[i] > 0) w.goal[1].at[i] = LABEL_ZERO;
    offer(p, all, &w);
}

static void offer_splits(const permute *p, const labels *g, ways *all)
{
    unsigned bits = p->m->bits;
    bool first[PERMUTE_BITS_MAX];
    int d[DISTANCES_MAX];
    unsigned n = goal_collect_distances(p, g, d);
    if (p->m->or_ < 0) return;
    for (unsigned x = 0; p->ninputs > 1 && x + 1 < p->ninputs; x++) {
        for (unsigned i = 0; i < bits; i++)
            first[i] = g->at[i] > 0 && goal_source_of(p, g->at[i]) == (int)x;
        offer_split(p, g, first, all);
    }
    for (unsigned k = 0; n <= CLASSES_SPLIT && k < n; k++) {
        for (unsigned i = 0; i < bits; i++)
            first[i] = g->at[i] > 0 &&
                       goal_source_of(p, g->at[i]) * 4096 + goal_place_of(p, g->at[i]) - (int)i ==
                           d[k];
        offer_split(p, g, first, all);
    }
    for (unsigned lane = 8; lane < bits; lane *= 2) {
        for (unsigned i = 0; i < bits; i++)
            first[i] = g->at[i] > 0 && (unsigned)goal_place_of(p, g->at[i]) / lane == i / lane;
        offer_split(p, g, first, all);
    }
    for (unsigned part = 1; part < bits; part *= 2) {
        for (unsigned i = 0; i < bits; i++) first[i] = i / part & 1;
        offer_split(p, g, first, all);
        for (unsigned i = 0; i < bits; i++)
            first[i] = g->at[i] > 0 && ((unsigned)goal_place_of(p, g->at[i]) / part & 1);
        offer_split(p, g, first, all);
    }
    for (unsigned i = 0; i < bits; i++)
        first[i] = g->at[i] > 0 && goal_place_of(p, g->at[i]) < (int)i;
    offer_split(p, g, first, all);
}

/* ---- a value and itself shifted ---- */

/* g = x | shift(x). A bit comes by the shift when the distance that it has to go says so: by its
 * binary digit, or when it is just that distance (Hacker's Delight 7-4: compress and expand by
 * steps). */
static void offer_self(const permute *p, const mover *m, const labels *g, bool by_digit, ways *all)
{
    way w;
    unsigned shifted = 0, kept = 0;
    int k = m->shift < 0 ? -m->shift : m->shift;
    start_way(&w, WAY_SELF, m, 2, 1);
    goal_clear(p, &w.goal[0]);
    for (unsigned i = 0; i < p->m->bits; i++) {
        label l = g->at[i];
        if (l == LABEL_FREE) continue;
        int to_go = l < 1 ? 0 : (goal_place_of(p, l) - (int)i) * (m->shift < 0 ? -1 : 1);
        bool moves = l > 0 && m->map[i] > 0 && (by_digit ? to_go > 0 && (to_go & k) : to_go == k);
        shifted += moves;
        kept += l > 0 && !moves;
        if (!goal_demand(&w.goal[0], i, moves ? LABEL_ZERO : l)) return;
        if (m->map[i] > 0 &&
            !goal_demand(&w.goal[0], (unsigned)m->map[i] - 1, moves ? l : LABEL_ZERO))
            return;
    }
    if (!shifted || !kept) return;
    w.near = way_is_one_step(p, &w.goal[0]);
    offer(p, all, &w);
}

/* Sign extension from bit s of every lane: ((x ^ 2^s) - 2^s) of what is extended by zeros. */
static void offer_sign(const permute *p, const labels *g, unsigned lane, ways *all)
{
    unsigned s = 0, width = 8u << lane;
    way w = {.kind = WAY_SIGN, .lane = lane, .cost = 2, .ngoals = 1};
    if (p->m->sub[lane] < 0 || p->m->xor_ < 0 || width > p->m->bits) return;
    for (s = 0; s + 1 < width && (g->at[s] < 1 || g->at[s] != g->at[width - 1]); s++) {}
    if (s + 1 >= width) return;
    for (unsigned i = 0; i < p->m->bits; i++) {
        unsigned k = i % width;
        if (k > s && g->at[i] != g->at[i - k + s]) return;
        w.goal[0].at[i] = k > s ? LABEL_ZERO : g->at[i];
        if (k == s) bv_set_bit(w.konst, i, true);
    }
    offer(p, all, &w);
}

/* A shift that brings bit i + k to bit i wherever bit number k of i is 0 (up: i to i + k). */
const mover *way_find_shift(const permute *p, int shift)
{
    unsigned k = (unsigned)(shift < 0 ? -shift : shift);
    for (unsigned j = 0; j < p->m->nmovers; j++) {
        const mover *m = &p->m->movers[j];
        unsigned i = 0;
        if (m->kind != MOVER_PURE || m->shift != shift || m->need) continue;
        while (i < p->m->bits &&
               (!(i & k) != (shift > 0) || m->map[i] == (label)((int)i + shift + 1)))
            i++;
        if (i == p->m->bits) return m;
    }
    return NULL;
}

/* A shift that brings the bits of a delta to each other. */
static const mover *find_delta(const permute *p, int shift, unsigned a, unsigned b)
{
    for (unsigned j = 0; j < p->m->nmovers; j++) {
        const mover *m = &p->m->movers[j];
        unsigned i = 0;
        if (m->kind != MOVER_PURE || m->shift != shift || m->need) continue;
        for (; i < p->m->bits; i++) {
            bool low = i >> a & 1, high = i >> b & 1;
            if (low != high && low == (shift > 0) && m->map[i] != (label)((int)i + shift + 1))
                break;
        }
        if (i == p->m->bits) return m;
    }
    return NULL;
}

/* Neighbours of k bits change places everywhere. */
static void offer_swap(const permute *p, const labels *g, unsigned k, ways *all)
{
    way w = {.kind = WAY_SWAP,
             .m = way_find_shift(p, (int)k),
             .by = way_find_shift(p, -(int)k),
             .cost = p->m->table3 < 0 ? 5 : 3,
             .ngoals = 1};
    if (!w.m || !w.by || p->m->and_ < 0 || p->m->or_ < 0) return;
    for (unsigned i = 0; i < p->m->bits; i++) {
        w.goal[0].at[i] = g->at[i ^ k];
        if (!(i & k)) bv_set_bit(w.konst, i, true);
    }
    if (!goal_is_same(p, &w.goal[0], g)) offer(p, all, &w);
}

/* Bits whose numbers have a one at place a and none at b, and those that have it the other way
 * round, change places. */
static void offer_delta(const permute *p, const labels *g, unsigned a, unsigned b, ways *all)
{
    int by = (1 << b) - (1 << a);
    way w = {.kind = WAY_DELTA,
             .m = find_delta(p, by, a, b),
             .by = find_delta(p, -by, a, b),
             .cost = 6,
             .ngoals = 1};
    if (!w.m || !w.by || p->m->and_ < 0 || p->m->xor_ < 0) return;
    for (unsigned i = 0; i < p->m->bits; i++) {
        bool low = i >> a & 1, high = i >> b & 1;
        w.goal[0].at[i] = g->at[low == high ? i : i ^ (1u << a | 1u << b)];
        if (low && !high) bv_set_bit(w.konst, i, true);
    }
    if (!goal_is_same(p, &w.goal[0], g)) offer(p, all, &w);
}

/* splits have a list of their own, since what they are worth shows only when their parts are looked
 * at. */
void way_collect(const permute *p, const labels *g, ways *all, ways *splits)
{
    const permute_machine *m = p->m;
    labelled bits = labelled_bits(p, g);
    for (unsigned i = 0; i < m->nmovers; i++) {
        const mover *x = &m->movers[i];
        switch (x->kind) {
        case MOVER_PURE:
            offer_move(p, x, g, &bits, all);
            if (m->or_ < 0 || !x->shift) break;
            offer_self(p, x, g, true, all);
            offer_self(p, x, g, false, all);
            break;
        case MOVER_CHOICE:
            if (x->nvars == 2) {
                offer_choices_of_two(p, x, g, all);
                break;
            }
            for (unsigned k = 0; k < p->ninputs; k++) offer_choice_of_input(p, x, g, k, all);
            offer_choice_of_places(p, x, g, all);
            break;
        case MOVER_MATRIX: offer_matrix(p, x, g, all); break;
        case MOVER_TABLE: offer_table(p, x, g, all); break;
        case MOVER_EXTRACT:
        case MOVER_DEPOSIT: offer_picks(p, x, g, all); break;
        }
    }
    for (unsigned lane = 0; lane < PERMUTE_LANES; lane++) offer_sign(p, g, lane, all);
    for (unsigned k = 1; k < 64; k *= 2) offer_swap(p, g, k, splits);
    for (unsigned a = 0; a < 5; a++)
        for (unsigned b = a + 1; b < 6; b++) offer_delta(p, g, a, b, splits);
    offer_splits(p, g, splits);
}

/* ---- goals one step from an input ---- */

/* Whether a simple mover makes the goal of the input whose labels begin at base. */
static bool moves_input(const permute *p, const mover *m, const labels *g, int base)
{
    for (unsigned i = 0; i < p->m->bits; i++)
        if (g->at[i] != LABEL_FREE &&
            g->at[i] != (m->map[i] == LABEL_ZERO ? LABEL_ZERO : m->map[i] + base))
            return false;
    return true;
}

/* The first simple mover that makes the goal of input x, or NULL. first: a bit of the goal that is
 * labelled. */
static const mover *find_simple(const permute *p, const labels *g, unsigned x, unsigned first)
{
    int base = (int)(x * p->m->bits), l = g->at[first] - base;
    for (unsigned i = begin_of(p, first)[l]; i < begin_of(p, first)[l + 1]; i++) {
        const mover *m = &p->m->movers[simple_of(p, first)[i]];
        if (moves_input(p, m, g, base)) return m;
    }
    return NULL;
}

/* Whether the mover, a choice, makes the goal of the inputs in from. first: a bit of the goal that
 * is labelled. */
static bool chooses_inputs(const permute *p, const labels *g, unsigned first, one_step *out)
{
    const labels *x[2] = {&p->index.input[out->from[0]], &p->index.input[out->from[1]]};
    memset(out->konst, 0, sizeof out->konst);
    return choose_value(p, out->m, first / out->m->unit, g, x) >= 0 &&
           chooses_all(p, out->m, g, x, out->konst);
}

/* The same for some two inputs. */
static bool chooses_two_inputs(const permute *p, const labels *g, unsigned first, one_step *out)
{
    for (out->from[0] = 0; out->from[0] < p->ninputs; out->from[0]++)
        for (out->from[1] = 0; out->from[1] < p->ninputs; out->from[1]++)
            if (out->from[0] != out->from[1] && chooses_inputs(p, g, first, out)) return true;
    return false;
}

/* Whether an extract or a deposit makes the goal of the only input that it asks for. */
static bool picks_input(const permute *p, const labels *g, one_step *out)
{
    out->m = p->index.deposit;
    if (out->m && deposits_input(p, g, out->konst)) return true;
    memset(out->konst, 0, sizeof out->konst);
    out->m = p->index.extract;
    return out->m && extracts_input(p, g, out->konst);
}

/* The first move that makes the goal of inputs; false: none does. */
bool way_find_one_step(const permute *p, const labels *g, one_step *out)
{
    unsigned first = 0;
    while (first < p->m->bits && g->at[first] < 1) first++;
    if (first == p->m->bits || goal_match_input(p, g) >= 0) return false;
    unsigned source = (unsigned)goal_source_of(p, g->at[first]);
    bool one = goal_only_source(p, g) >= 0;
    const mover *simple = one ? find_simple(p, g, source, first) : NULL,
                *end = simple ? simple : p->m->movers + p->m->nmovers;
    for (unsigned i = 0; i < p->index.nchoices && p->index.choice[i] < end; i++) {
        out->m = p->index.choice[i];
        out->from[0] = source;
        out->from[1] = 0;
        if ((out->m->nvars == 1) != one) continue;
        if (one ? chooses_inputs(p, g, first, out) : chooses_two_inputs(p, g, first, out))
            return true;
    }
    *out = (one_step){.m = simple, .from = {source}};
    if (simple) memcpy(out->konst, simple->konst, sizeof simple->konst);
    return simple || (one && picks_input(p, g, out));
}

int way_add_one_step(permute *p, const one_step *s)
{
    return permute_add_mover(p, s->m, (int)s->from[0], s->m->nvars == 2 ? (int)s->from[1] : -1,
                             s->konst);
}

bool way_is_one_step(const permute *p, const labels *g)
{
    one_step s;
    return way_find_one_step(p, g, &s);
}

/* Whether a shift makes the goal of what is one step from an input. */
bool way_is_two_steps(const permute *p, const labels *g)
{
    labels before[2];
    labelled bits = labelled_bits(p, g);
    for (unsigned i = 0; i < p->m->nmovers; i++) {
        const mover *m = &p->m->movers[i];
        if (m->kind == MOVER_PURE && m->shift && leaves(p, m, &bits) &&
            pull_back(p, m, g, before) && way_is_one_step(p, &before[0]))
            return true;
    }
    return false;
}

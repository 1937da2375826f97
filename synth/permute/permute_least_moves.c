// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_least_moves.c - what a step of permute_least.h can do: the moves of a machine and logic,
 * as acts, indexed.
 *
 * Admissible bound: a unit of a goal (a byte, say) that draws from d units of inputs needs at least
 * log d steps to the base of the most units that a step draws one from. permute_least.c prunes by
 * it what remains to be chosen. */
#include "permute_least_moves.h"

#include <string.h>

#include "permute_least_inside.h"
#include "spec/term/bv.h"

/* ---- acts ---- */

/* Every bit of a byte is one of the `choices` lowest ones, or zero: the same bit in all bytes of a
 * span. */
static void open_rows(const least *x, act *a, unsigned choices, unsigned span)
{
    a->nvalues = choices + 1;
    a->span = span;
    a->stride = 8;
    a->option = a->owned = mem_alloc((size_t)x->m->bits * a->nvalues, sizeof *a->owned);
    for (unsigned i = 0; i < x->m->bits; i++)
        for (unsigned v = 0; v < choices; v++)
            a->owned[i * a->nvalues + v] = (label)(1 + i - i % 8 + v);
}

/* Bytes are looked up by their low nibble where bit 7 is zero. */
static void need_no_signs(const least *x, act *a)
{
    a->owned_need = mem_alloc(x->m->bits, sizeof *a->owned_need);
    for (unsigned i = 0; i < x->m->bits; i++)
        a->owned_need[i] = i % 8 == 7 ? LABEL_ZERO : LABEL_FREE;
    a->need = a->owned_need;
}

static void drop_act(act *a)
{
    mem_free(a->owned);
    mem_free(a->owned_need);
    mem_free(a->reach);
}

static void add_mover(least *x, const mover *m)
{
    act *a = &x->acts[x->nacts++];
    *a = (act){
        .kind = ACT_MOVE, .m = m, .nvars = m->nvars, .nvalues = 1, .span = x->m->bits, .stride = 1};
    switch (m->kind) {
    case MOVER_PURE:
        a->option = m->map;
        a->need = m->need;
        break;
    case MOVER_CHOICE:
        a->span = m->unit;
        a->nvalues = m->nvalues;
        a->option = m->choice;
        break;
    case MOVER_MATRIX: open_rows(x, a, 8, 64); break;
    case MOVER_TABLE:
        open_rows(x, a, 4, 128);
        need_no_signs(x, a);
        break;
    case MOVER_EXTRACT:
    case MOVER_DEPOSIT: break;
    }
}

bool permute_least_has(const mover *m)
{
    return m->kind != MOVER_EXTRACT && m->kind != MOVER_DEPOSIT;
}

static void open_reach(const least *x, act *a)
{
    if (a->kind != ACT_MOVE || a->nvalues == 1) return;
    a->reach = mem_alloc(x->m->bits * reach_limbs(x, a), sizeof *a->reach);
    for (unsigned i = 0; i < x->m->bits; i++)
        for (unsigned v = 0; v < a->nvalues; v++) {
            label o = a->option[i * a->nvalues + v];
            if (o > LABEL_ZERO) bv_set_bit(a->reach + i * reach_limbs(x, a), (unsigned)o - 1, true);
        }
}

static void add_logic(least *x, act_kind kind, unsigned nvars, unsigned nvalues)
{
    x->acts[x->nacts++] = (act){
        .kind = kind, .nvars = nvars, .nvalues = nvalues, .span = 1, .stride = 1};
}

/* Whether an act before the last does the same: products by either operand, moves that several
 * instructions have. */
static bool is_known(const least *x)
{
    const act *b = &x->acts[x->nacts - 1];
    size_t bits = x->m->bits;
    for (const act *a = x->acts; a < b; a++) {
        bool same = a->nvars == b->nvars && a->nvalues == b->nvalues && a->span == b->span &&
                    a->stride == b->stride && !a->need == !b->need;
        if (!same || memcmp(a->option, b->option, bits * a->nvalues * sizeof(label))) continue;
        if (!a->need || !memcmp(a->need, b->need, a->nvars * bits * sizeof(label))) return true;
    }
    return false;
}

/* With tables of three inputs a blend does what a join does, and (x & k) | y; x & y and x & ~y do
 * what a mask does. */
static void open_acts(least *x)
{
    const permute_machine *m = x->m;
    x->acts = mem_alloc(m->nmovers + 4, sizeof *x->acts);
    for (unsigned i = 0; i < m->nmovers; i++) {
        if (!permute_least_has(&m->movers[i])) continue;
        add_mover(x, &m->movers[i]);
        if (is_known(x)) drop_act(&x->acts[--x->nacts]);
    }
    if (m->and_ >= 0 || m->table3 >= 0) add_logic(x, ACT_MASK, 1, 2);
    if (m->table3 >= 0) {
        add_logic(x, ACT_BLEND, 2, 3);
        add_logic(x, ACT_KEEP, 2, 4);
    } else if (m->or_ >= 0 || m->xor_ >= 0) add_logic(x, ACT_JOIN, 2, 4);
}

/* Acts of one value by where each bit comes from; the others in a list. */
static void open_index(least *x)
{
    unsigned bits = x->m->bits, n = 0;
    x->controlled = mem_alloc(x->nacts + 1, sizeof *x->controlled);
    x->begin = mem_alloc((size_t)bits * (bits + 1) + 1, sizeof *x->begin);
    for (unsigned k = 0; k < x->nacts; k++)
        if (x->acts[k].nvalues == 1) n++;
        else x->controlled[x->ncontrolled++] = k;
    x->fixed = mem_alloc((size_t)n * bits + 1, sizeof *x->fixed);
    n = 0;
    for (unsigned i = 0; i < bits; i++) {
        unsigned *begin = &x->begin[i * (bits + 1)], *count = mem_alloc(bits + 1, sizeof *count);
        for (unsigned k = 0; k < x->nacts; k++)
            if (x->acts[k].nvalues == 1 && x->acts[k].option[i] > 0)
                count[place_of(x, x->acts[k].option[i])]++;
        for (unsigned p = 0; p <= bits; p++) {
            begin[p] = n;
            n += count[p];
            count[p] = begin[p];
        }
        for (unsigned k = 0; k < x->nacts; k++)
            if (x->acts[k].nvalues == 1 && x->acts[k].option[i] > 0)
                x->fixed[count[place_of(x, x->acts[k].option[i])]++] = k;
        mem_free(count);
    }
}

/* ---- the spread ---- */

/* The units of a set, of `unit` bits, that labels fall into. */
typedef struct unit_set {
    uint64_t in[PERMUTE_INPUTS_MAX];
} unit_set;

static void put_unit(const least *x, unit_set *s, label l, unsigned unit)
{
    /* of at least 8 bits: at most 64 */
    if (l > 0) s->in[source_of(x, l)] |= (uint64_t)1 << place_of(x, l) / unit;
}

static unsigned count_units(const unit_set *s)
{
    unsigned n = 0;
    for (unsigned i = 0; i < PERMUTE_INPUTS_MAX; i++) n += (unsigned)__builtin_popcountll(s->in[i]);
    return n;
}

/* The most units that the bits from first to end, a unit, draw from, whatever the values of the
 * controls. */
static unsigned act_fan(const least *x, const act *a, unsigned first, unsigned end, unsigned unit)
{
    unsigned sum = 0;
    unit_set any = {{0}};
    if (a->kind != ACT_MOVE) return a->nvars;
    for (unsigned c = control_of(a, first), last = control_of(a, end - 1); c <= last; c++) {
        unsigned most = 0;
        for (unsigned v = 0; v < a->nvalues; v++) {
            unit_set s = {{0}};
            for (unsigned k = 0; k < control_bits(a); k++) {
                unsigned i = first_bit(a, c) + k * a->stride;
                if (i < first || i >= end) continue;
                put_unit(x, &s, a->option[i * a->nvalues + v], unit);
                put_unit(x, &any, a->option[i * a->nvalues + v], unit);
            }
            if (count_units(&s) > most) most = count_units(&s);
        }
        sum += most;
    }
    return sum < count_units(&any) ? sum : count_units(&any);
}

static void open_fans(least *x)
{
    for (unsigned f = 0; f < FANS && 8u << f <= x->m->bits; f++)
        for (unsigned k = 0; k < x->nacts; k++)
            for (unsigned i = 0; i < x->m->bits; i += 8u << f) {
                unsigned n = act_fan(x, &x->acts[k], i, i + (8u << f), 8u << f);
                if (n > x->fan[f]) x->fan[f] = n;
            }
}

unsigned permute_least_spread(const permute_least *x, const labels *goal)
{
    unsigned most = 0;
    for (unsigned f = 0; f < FANS && 8u << f <= x->m->bits; f++)
        for (unsigned i = 0; i < x->m->bits; i += 8u << f) {
            unit_set s = {{0}};
            unsigned steps = 0;
            for (unsigned k = 0; k < 8u << f; k++) put_unit(x, &s, goal->at[i + k], 8u << f);
            for (unsigned reached = 1, n = count_units(&s);
                 reached < n && steps<PERMUTE_LEAST_STEPS + 1; reached *= x->fan[f]> 1 ? x->fan[f]
                                                                                       : n)
                steps++;
            if (steps > most) most = steps;
        }
    return most;
}

permute_least *permute_least_new(const permute_machine *m, unsigned ninputs)
{
    least *x = mem_alloc(1, sizeof *x);
    require(m->bits && !(m->bits & (m->bits - 1)), "a register has a power of two of bits");
    *x = (least){.m = m, .ninputs = ninputs, .log_bits = (unsigned)__builtin_ctz(m->bits)};
    open_acts(x);
    for (unsigned k = 0; k < x->nacts; k++) open_reach(x, &x->acts[k]);
    open_index(x);
    open_fans(x);
    for (unsigned k = 0; k < x->nacts; k++)
        x->wirings += x->acts[k].nvars == 1 ? ninputs : (uint64_t)(ninputs + 1) * (ninputs + 1) - 1;
    return x;
}

void permute_least_free(permute_least *x)
{
    if (!x) return;
    for (unsigned k = 0; k < x->nacts; k++) drop_act(&x->acts[k]);
    mem_free(x->acts);
    mem_free(x->fixed);
    mem_free(x->begin);
    mem_free(x->controlled);
    mem_free(x);
}

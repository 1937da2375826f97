// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_least.c - exhaustive search on labels, for lower bounds.
 *
 * A program of k steps is steps k-1 (the last) to 0, each an `act` with sources: earlier steps,
 * inputs, zero. Acts are chosen from the last to the first. What is asked of a step's bits are its
 * *demands*: the goal of the last step; those of others follow from the values of the constants of
 * later steps. A constant falls into *controls*, each of which decides some bits of the result by
 * itself: the amount of a lane, the index of a byte, a row of a matrix, a bit of a mask. A move
 * without a constant is one control of one value, so its demands go on to its sources at once. Once
 * all acts are chosen, controls are decided one after the other, those of the last step first; a
 * demand that no value of a control can meet ends the attempt at once. A step with inputs as
 * sources needs no decision: its controls do not depend on each other.
 *
 * What is left out can only add programs, never lose one: two labels that have to be equal but are
 * asked for by nobody, are not made equal. So what is excluded is excluded, and what is found is a
 * proposal. */
#include "permute_least.h"

#include <string.h>

#include "permute_least_inside.h"
#include "spec/term/bv.h"

/* ---- demands ---- */

static bool demand(least *x, int from, unsigned bit, label l, bool make);

static label input_label(const least *x, int from, unsigned bit)
{
    return (label)(1 + ((unsigned)(from - FROM_INPUT) << x->log_bits) + bit);
}

/* What is known of a bit: its label, or LABEL_FREE. */
static label known(const least *x, int from, unsigned bit)
{
    return from == FROM_ZERO    ? LABEL_ZERO
           : from >= FROM_INPUT ? input_label(x, from, bit)
                                : x->demand[from].at[bit];
}

static bool has_inputs_only(const step *s)
{
    return s->from[0] >= FROM_INPUT && (s->a->nvars == 1 || s->from[1] >= FROM_INPUT);
}

/* Whether the bit can be l by some value of its control, other bits aside. */
static bool can_be(const least *x, const step *s, unsigned bit, label l)
{
    const act *a = s->a;
    if (l == LABEL_ZERO) return true;
    for (unsigned v = 0; v < a->nvars; v++) {
        if (s->from[v] == FROM_ZERO) continue;
        if (s->from[v] < FROM_INPUT) return true; /* a step: it may be anything */
        if (s->from[v] != FROM_INPUT + (int)source_of(x, l)) continue;
        if (a->reach ? bv_bit(a->reach + bit * reach_limbs(x, a), v * x->m->bits + place_of(x, l))
                     : place_of(x, l) == bit)
            return true;
    }
    return false;
}

/* Both sources have the same there. */
static bool demand_equal(least *x, const step *s, unsigned bit, bool make)
{
    label a = known(x, s->from[0], bit), b = known(x, s->from[1], bit);
    label both = a == LABEL_FREE ? b : a;
    if (both == LABEL_FREE) return true; /* nobody says what */
    return demand(x, s->from[0], bit, both, make) && demand(x, s->from[1], bit, both, make);
}

/* Whether the bit of the step can be l when its control has value v; make: asks its sources for it.
 */
static bool ask(least *x, const step *s, unsigned bit, label l, unsigned v, bool make)
{
    label o;
    switch (s->a->kind) {
    case ACT_MOVE:
        o = s->a->option[bit * s->a->nvalues + v];
        if (o <= LABEL_ZERO) return o == l;
        return demand(x, s->from[source_of(x, o)], place_of(x, o), l, make);
    case ACT_MASK: return v ? l == LABEL_ZERO : demand(x, s->from[0], bit, l, make);
    /* x & ~y, y */
    case ACT_BLEND:
        return v < 2 ? demand(x, s->from[v], bit, l, make)
                     : l == LABEL_ZERO && demand_equal(x, s, bit, make);
    case ACT_KEEP:
    case ACT_JOIN:
        if (v == 3)
            return l == LABEL_ZERO &&
                   (s->a->kind == ACT_KEEP || (x->m->xor_ >= 0 && demand_equal(x, s, bit, make)));
        if (s->a->kind == ACT_KEEP && l == LABEL_ZERO) return false; /* by v = 3 */
        return demand(x, s->from[0], bit, v == 1 ? LABEL_ZERO : l, make) &&
               demand(x, s->from[1], bit, v == 0 ? LABEL_ZERO : l, make);
    }
    return false;
}

/* How many values of the control can meet what is asked of its bits, up to `enough`; *which: the
 * first of them. */
static unsigned count_values(least *x, const step *s, const labels *asked, unsigned control,
                             unsigned enough, unsigned *which)
{
    const act *a = s->a;
    unsigned n = 0, v = 0;
    for (; v < a->nvalues && n < enough; v++) {
        unsigned k = 0;
        for (unsigned i = first_bit(a, control); k < control_bits(a); k++, i += a->stride)
            if (asked->at[i] != LABEL_FREE && !ask(x, s, i, asked->at[i], v, false)) break;
        if (k < control_bits(a)) continue;
        if (!n++) *which = v;
    }
    x->work -= v < x->work ? v : x->work; /* spend() sees when none is left */
    return n;
}

static bool has_value(least *x, const step *s, const labels *asked, unsigned control,
                      unsigned *which)
{
    return count_values(x, s, asked, control, 1, which) > 0;
}

/* Asks that a bit of a source be l. make: keeps the demand; else only whether it contradicts what
 * is known. */
static bool demand(least *x, int from, unsigned bit, label l, bool make)
{
    unsigned which;
    if (from >= FROM_INPUT) return known(x, from, bit) == l;
    const step *s = &x->step[from];
    label *at = &x->demand[from].at[bit];
    if (*at != LABEL_FREE) return *at == l;
    if (!make)
        return !s->a || (s->a->nvalues == 1 ? ask(x, s, bit, l, 0, false) : can_be(x, s, bit, l));
    *at = l;
    x->log[x->logged].step = (uint16_t)from;
    x->log[x->logged++].bit = (uint16_t)bit;
    if (!s->a) return true;
    return s->a->nvalues == 1 ? ask(x, s, bit, l, 0, true)
                              : has_value(x, s, &x->demand[from], control_of(s->a, bit), &which);
}

static void take_back(least *x, unsigned to)
{
    while (x->logged > to) {
        x->logged--;
        x->demand[x->log[x->logged].step].at[x->log[x->logged].bit] = LABEL_FREE;
    }
}

/* ---- what a move assumes ---- */

static bool ask_zeros(least *x, const step *s)
{
    for (unsigned i = 0; s->a->need && i < s->a->nvars * x->m->bits; i++)
        if (s->a->need[i] == LABEL_ZERO &&
            !demand(x, s->from[i >> x->log_bits], i & (x->m->bits - 1), LABEL_ZERO, true))
            return false;
    return true;
}

/* Bits that have to be equal, where one of them is known. */
static bool ask_equals(least *x, const step *s)
{
    for (unsigned i = 0; s->a->need && i < s->a->nvars * x->m->bits; i++) {
        label n = s->a->need[i];
        if (n <= LABEL_ZERO) continue;
        int from = s->from[i >> x->log_bits], other = s->from[source_of(x, n)];
        unsigned bit = i & (x->m->bits - 1), place = place_of(x, n);
        label both = known(x, from, bit) == LABEL_FREE ? known(x, other, place)
                                                       : known(x, from, bit);
        if (both == LABEL_FREE) continue;
        if (!demand(x, from, bit, both, true) || !demand(x, other, place, both, true)) return false;
    }
    return true;
}

/* ---- controls ---- */

static bool is_asked(const labels *asked, const act *a, unsigned control)
{
    for (unsigned k = 0, i = first_bit(a, control); k < control_bits(a); k++, i += a->stride)
        if (asked->at[i] != LABEL_FREE) return true;
    return false;
}

static bool spend(least *x)
{
    x->ended = x->ended || !x->work;
    x->work -= !x->ended;
    return !x->ended;
}

static bool set_control(least *x, unsigned j, unsigned control, unsigned v)
{
    const step *s = &x->step[j];
    for (unsigned k = 0, i = first_bit(s->a, control); k < control_bits(s->a);
         k++, i += s->a->stride) {
        label l = x->demand[j].at[i];
        if (l != LABEL_FREE && !ask(x, s, i, l, v, true)) return false;
    }
    return true;
}

/* The undecided control of step j, of those that are asked for something, with the fewest values;
 * -1: all are decided. *values: how many, as far as that matters; *which: the first of them. */
static int choose_control(least *x, unsigned j, unsigned *values, unsigned *which)
{
    const step *s = &x->step[j];
    int best = -1;
    /* where the last attempt ended, this one often does */
    unsigned count = control_count(x, s->a), begin = x->hot[j] < count ? x->hot[j] : 0;
    *values = s->a->nvalues + 1;
    for (unsigned i = 0; i < count && *values > 1; i++) {
        unsigned first = 0, c = begin + i < count ? begin + i : begin + i - count;
        if (x->value[j][c] != UNDECIDED || !is_asked(&x->demand[j], s->a, c)) continue;
        unsigned n = count_values(x, s, &x->demand[j], c, *values, &first);
        if (n >= *values) continue;
        *values = n;
        *which = first;
        best = (int)c;
    }
    if (best >= 0 && !*values) x->hot[j] = (unsigned)best;
    return best;
}

static bool decide(least *x, unsigned j);

/* Tries the values of a control, from the first that may do. */
static bool decide_control(least *x, unsigned j, unsigned control, unsigned first)
{
    bool found = false;
    for (unsigned v = first, mark = x->logged; !found && v < x->step[j].a->nvalues && spend(x);
         v++) {
        x->value[j][control] = (uint16_t)v;
        found = set_control(x, j, control, v) && decide(x, j);
        if (!found) take_back(x, mark);
    }
    if (!found) x->value[j][control] = UNDECIDED;
    return found;
}

/* Decides the controls of step j, those first that leave the least choice, then those of the steps
 * before it. */
static bool decide(least *x, unsigned j)
{
    for (;; j--) {
        unsigned values, which;
        bool open = x->step[j].a->nvalues > 1 && !has_inputs_only(&x->step[j]);
        int control = open ? choose_control(x, j, &values, &which) : -1;
        if (control >= 0) return values && decide_control(x, j, (unsigned)control, which);
        if (!j) break;
    }
    for (unsigned k = x->steps; k-- > 0;)
        if (!ask_equals(x, &x->step[k])) return false;
    return true;
}

/* ---- acts and their sources ---- */

/* What was asked of the step before its act was known. */
static bool meets_demands(least *x, unsigned j)
{
    const step *s = &x->step[j];
    const labels *asked = &x->demand[j];
    unsigned which;
    if (s->a->nvalues > 1) {
        for (unsigned i = 0; i < x->m->bits; i++)
            if (asked->at[i] != LABEL_FREE && !can_be(x, s, i, asked->at[i])) return false;
        for (unsigned c = 0; c < control_count(x, s->a); c++)
            if (is_asked(asked, s->a, c) && !has_value(x, s, asked, c, &which)) return false;
    } else
        for (unsigned i = 0; i < x->m->bits; i++)
            if (asked->at[i] != LABEL_FREE && !ask(x, s, i, asked->at[i], 0, true)) return false;
    return ask_zeros(x, s);
}

static bool are_fixed(const least *x, unsigned above)
{
    for (unsigned k = above; k < x->steps; k++)
        if (x->step[k].a->nvalues > 1) return false;
    return true;
}

static bool is_used(const least *x, unsigned j)
{
    for (unsigned k = j + 1; k < x->steps; k++)
        if (x->step[k].from[0] == (int)j ||
            (x->step[k].a->nvars == 2 && x->step[k].from[1] == (int)j))
            return true;
    return false;
}

static bool asks_for_input(const least *x, const labels *g)
{
    for (unsigned i = 0; i < x->m->bits; i++)
        if (g->at[i] > 0) return true;
    return false;
}

static bool choose(least *x, unsigned j);

/* Step j has its act and sources: goes on with those before it. */
static bool go_on(least *x, unsigned j)
{
    unsigned mark = x->logged;
    bool found = false;
    if (!spend(x)) return false;
    if (meets_demands(x, j)) {
        if (j == 0) found = decide(x, x->steps - 1);
        else if (is_used(x, j - 1)) {
            const labels *next = &x->demand[j - 1];
            bool known = are_fixed(x, j);
            found = (!known || (asks_for_input(x, next) && permute_least_spread(x, next) <= j)) &&
                    choose(x, j - 1);
        }
    }
    if (!found) take_back(x, mark);
    return found;
}

/* All sources of an act: at each place the steps before j, then inputs, then zero. */
static int next_from(const least *x, unsigned j, int from)
{
    if (from < (int)j - 1) return from + 1;
    if (from < FROM_INPUT) return FROM_INPUT;
    return from + 1 < FROM_INPUT + (int)x->ninputs ? from + 1 : from == FROM_ZERO ? -1 : FROM_ZERO;
}

static int first_from(unsigned j) { return j ? 0 : FROM_INPUT; }

static bool is_worth(const act *a, int p, int q)
{
    bool exchangeable = a->kind != ACT_MOVE;
    if (p == FROM_ZERO && (a->nvars == 1 || q == FROM_ZERO)) return false;
    return !exchangeable || a->nvars == 1 || (p < q && q != FROM_ZERO);
}

static bool try_act(least *x, unsigned j, const act *a)
{
    step *s = &x->step[j];
    bool found = false;
    s->a = a;
    for (int p = first_from(j); !found && p >= 0; p = next_from(x, j, p))
        for (int q = a->nvars == 2 ? first_from(j) : FROM_ZERO; !found && q >= 0;
             q = next_from(x, j, q)) {
            if (!is_worth(a, p, q)) continue;
            s->from[0] = p;
            s->from[1] = q;
            found = go_on(x, j);
        }
    if (!found) s->a = NULL;
    return found;
}

/* Step 0, when all that is asked of it is known: only acts that bring the first bit asked for to
 * its place. */
static bool choose_first(least *x)
{
    const labels *g = &x->demand[0];
    unsigned bits = x->m->bits, i = 0;
    bool found = false;
    while (g->at[i] < 1) i++;
    const unsigned *begin = &x->begin[i * (bits + 1) + place_of(x, g->at[i])];
    for (unsigned k = begin[0]; !found && k < begin[1]; k++)
        found = try_act(x, 0, &x->acts[x->fixed[k]]);
    for (unsigned k = 0; !found && k < x->ncontrolled; k++)
        found = try_act(x, 0, &x->acts[x->controlled[k]]);
    return found;
}

static bool choose(least *x, unsigned j)
{
    bool found = false;
    if (j == 0) x->candidates += x->wirings;
    if (j == 0 && are_fixed(x, 1)) return choose_first(x);
    for (unsigned k = 0; !found && !x->ended && k < x->nacts; k++)
        found = try_act(x, j, &x->acts[k]);
    return found;
}

/* ---- a program ---- */

static void put_value(const step *s, unsigned control, unsigned v, uint64_t *konst)
{
    const mover *m = s->a->m;
    switch (m->kind) {
    case MOVER_PURE:
    case MOVER_EXTRACT:
    case MOVER_DEPOSIT: break;
    case MOVER_CHOICE:
        for (unsigned k = 0; k < m->unit; k++)
            bv_set_bit(konst, control * m->unit + k, m->value[v] >> k & 1);
        break;
    case MOVER_MATRIX:
        if (v < 8) bv_set_bit(konst, control / 8 * 64 + 8 * (7 - control % 8) + v, true);
        break;
    case MOVER_TABLE:
        for (unsigned b = 0; v < 4 && b < 16; b++)
            bv_set_bit(konst, control / 8 * 128 + 8 * b + control % 8, b >> v & 1);
        break;
    }
}

/* The constant of a step: by decided controls, or by what inputs allow. */
static void write_const(least *x, unsigned j, uint64_t *konst)
{
    const step *s = &x->step[j];
    if (s->a->m && s->a->m->kind == MOVER_PURE)
        memcpy(konst, s->a->m->konst, PERMUTE_LIMBS * sizeof *konst);
    for (unsigned c = 0; s->a->nvalues > 1 && c < control_count(x, s->a); c++) {
        unsigned v = x->value[j][c];
        bool asked = is_asked(&x->demand[j], s->a, c);
        if (!asked) v = 0;
        else if (has_inputs_only(s)) has_value(x, s, &x->demand[j], c, &v);
        if (s->a->kind == ACT_MOVE) put_value(s, c, v, konst);
        else bv_set_bit(konst, c, asked && (s->a->kind == ACT_KEEP ? v < 3 : v == 0));
    }
}

static int write_step(least *x, unsigned j, permute *out, const int *done)
{
    const step *s = &x->step[j];
    const permute_machine *m = x->m;
    uint64_t konst[PERMUTE_LIMBS] = {0}, zero[PERMUTE_LIMBS] = {0};
    int n[2] = {-1, -1};
    write_const(x, j, konst);
    for (unsigned i = 0; i < s->a->nvars; i++)
        n[i] = s->from[i] == FROM_ZERO    ? permute_add_const(out, zero)
               : s->from[i] >= FROM_INPUT ? s->from[i] - FROM_INPUT
                                          : done[s->from[i]];
    switch (s->a->kind) {
    case ACT_MOVE: return permute_add_mover(out, s->a->m, n[0], n[1], konst);
    case ACT_MASK:
        return m->and_ >= 0
                   ? permute_add(out, m->and_, 0, n[0], permute_add_const(out, konst), -1)
                   : permute_add(out, m->table3, 0xa0, n[0], n[0], permute_add_const(out, konst));
    case ACT_BLEND:
        return permute_add(out, m->table3, 0xe4, n[0], n[1], permute_add_const(out, konst));
    case ACT_KEEP:
        return permute_add(out, m->table3, 0xa8, n[0], n[1], permute_add_const(out, konst));
    case ACT_JOIN: return permute_add(out, m->or_ >= 0 ? m->or_ : m->xor_, 0, n[0], n[1], -1);
    }
    return -1;
}

permute_verdict permute_least_search(permute_least *x, const labels *goal, unsigned steps,
                                     uint64_t work, permute *out, int *node, uint64_t *candidates)
{
    require(steps >= 1 && steps <= PERMUTE_LEAST_STEPS, "few steps");
    x->steps = steps;
    x->work = work;
    x->ended = false;
    x->logged = 0;
    x->candidates = 0;
    memset(x->hot, 0, sizeof x->hot);
    for (unsigned j = 0; j < steps; j++) {
        x->step[j] = (step){0};
        memset(x->demand[j].at, 0xff, sizeof x->demand[j].at); /* LABEL_FREE */
        memset(x->value[j], 0xff, sizeof x->value[j]);         /* UNDECIDED */
    }
    x->demand[steps - 1] = *goal;
    bool found = permute_least_spread(x, goal) <= steps && asks_for_input(x, goal) &&
                 choose(x, steps - 1);
    *node = -1;
    *candidates += x->candidates ? x->candidates : 1;
    if (!found) return x->ended ? PERMUTE_UNDECIDED : PERMUTE_EXCLUDED;
    int done[PERMUTE_LEAST_STEPS];
    for (unsigned j = 0; j < steps; j++) done[j] = write_step(x, j, out, done);
    *node = done[steps - 1];
    return PERMUTE_FOUND;
}

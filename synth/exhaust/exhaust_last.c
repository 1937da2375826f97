// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* exhaust_last.c - the last instructions, which are not enumerated: the last one where it is the
 * only one, and the last two.
 *
 * Each r, the last one, is inverted (exhaust_inverse.c), and p, the one before, is looked for
 * (exhaust_find.c). Values that no instruction uses yet have to be used by these two, which leaves
 * few p for most r. Called by exhaust_walk.c. */
#include "exhaust_inside.h"

/* ---- the last instruction alone: levels 0 and 1 ---- */

static inline bool need_row(xi m, const aim *t, unsigned row, unsigned *ones, unsigned *zeros)
{
    bool need1 = !is_zero(m & t->on), need0 = !is_zero(m & t->off);
    *ones |= (unsigned)need1 << row;
    *zeros |= (unsigned)need0 << row;
    return !(need1 && need0);
}

/* The table of x, y, z that the aim needs; false when there is none. */
static inline bool needed_table3(const aim *t, xi x, xi y, xi z, unsigned *ones, unsigned *zeros)
{
    *ones = *zeros = 0;
    xi xy = x & y, xn = x & ~y, nx = ~x & y, nn = ~(x | y);
    return need_row(xy & z, t, 7, ones, zeros) && need_row(nn & ~z, t, 0, ones, zeros) &&
           need_row(xy & ~z, t, 6, ones, zeros) && need_row(nn & z, t, 1, ones, zeros) &&
           need_row(xn & z, t, 5, ones, zeros) && need_row(nx & z, t, 3, ones, zeros) &&
           need_row(xn & ~z, t, 4, ones, zeros) && need_row(nx & ~z, t, 2, ones, zeros);
}

static void try_last(walk *w, xi v, step f)
{
    for (unsigned t = 0; t < w->ngoals; t++)
        if (is_zero((v ^ w->goal[t].target) & w->goal[t].care)) report(w, t, &f, 1);
}

void last_one(walk *w)
{
    for (unsigned i = 0; i < w->ncand; i++) try_last(w, w->cand[i], w->form[i]);
    w->n.last += w->ncand;
    for (unsigned a = 0; w->any >= 0 && !w->setup.o->tables_inside && a < w->nval; a++)
        for (unsigned b = a; b < w->nval; b++)
            for (unsigned c = b; c < w->nval; c++)
                for (unsigned t = 0; t < w->ngoals; t++) {
                    unsigned ones, zeros;
                    w->n.last += 256;
                    if (!needed_table3(&w->goal[t], w->val[a], w->val[b], w->val[c], &ones, &zeros))
                        continue;
                    step f = {
                        (uint16_t)w->any, (uint8_t)ones, {(uint8_t)a, (uint8_t)b, (uint8_t)c}};
                    report(w, t, &f, 1);
                }
}

void level_zero(walk *w)
{
    for (unsigned t = 0; t < w->ngoals; t++)
        for (unsigned v = 0; v < w->first; v++) {
            chain x;
            w->n.last++;
            if (!is_zero((w->val[v] ^ w->goal[t].target) & w->goal[t].care) ||
                !(w->sorts[v] >> w->g->result_sort & 1))
                continue;
            export_chain(w, &x);
            x.result = v;
            w->setup.found(w->setup.context, &x, t, w->n.work);
        }
}

/* ---- the last two instructions ---- */

/* Candidates p, a lower count, that use what is left over; for the statistics. */
static uint64_t eligible(const walk *w, const two *x, unsigned q)
{
    unsigned left = left_over(x, q, q);
    if (left == 0) return all_for_p(w, x).count;
    if (left > 1) return w->binary_orders;
    return w->grown[x->must[0] == q ? x->must[1] : x->must[0]];
}

static void last_two_with(walk *w, const two *x, unsigned q)
{
    if (!w->about[q].made) note_value(w, q);
    ask(w, x, &w->about[q]);
}

static void last_two_binary(walk *w, const two *x)
{
    for (unsigned q = 0; q < w->nval; q++) {
        if (left_over(x, q, q) > w->sources_max) continue;
        w->n.last += eligible(w, x, q) * w->binary_orders;
        last_two_with(w, x, q);
    }
}

static void last_two_same(walk *w, const two *x)
{
    if (x->n <= w->sources_max) ask(w, x, &w->twice);
}

static void last_two_unary(walk *w, const two *x)
{
    if (x->n > w->sources_max) return;
    ask(w, x, &w->alone);
    w->n.last += w->nones * eligible(w, x, ~0u);
}

/* r with three sources, p at one or more places, the others values. */
static void last_two_ternary(walk *w, const two *x, unsigned k)
{
    const grammar_member *m = &w->g->member[k];
    for (unsigned places = 1; places < 8; places++)
        for (unsigned a = 0; a < w->nval; a++)
            for (unsigned b = 0; b < w->nval; b++) {
                unsigned pick[2] = {a, b}, at = 0;
                step r = {.member = (uint16_t)k};
                bool fits = true;
                for (unsigned i = 0; i < 3; i++) {
                    unsigned v = places >> i & 1 ? PLACE_P : pick[at < 2 ? at++ : 1];
                    r.src[i] = (uint8_t)v;
                    fits = fits && (v == PLACE_P || takes(w, m, i, v));
                }
                if ((at < 2 && b) || (at < 1 && a)) continue; /* the same again */
                if (!fits || left_over(x, at > 0 ? a : ~0u, at > 1 ? b : ~0u) > w->sources_max)
                    continue;
                w->n.last += all_for_p(w, x).count;
                compute_all(w, x, ALL_GOALS, r);
            }
}

/* With two or three values that must be used: p takes two of them, or one each. The newest value is
 * among them. */
static void last_two_in_haste(walk *w, const two *x)
{
    unsigned ncand = w->ncand, nundo = w->nundo, newest = w->nval - 1;
    if (x->n > 3) return;
    for (unsigned i = 0; i < x->n; i++)
        for (unsigned k = i + 1; k < x->n; k++) {
            two both = *x;
            both.low = w->ncand;
            expand_two(w, x->must[i], x->must[k]);
            if (x->n == 3) last_two_with(w, &both, x->must[3 - i - k]);
            for (unsigned q = 0; x->n == 2 && q < w->nval; q++) last_two_with(w, &both, q);
            if (x->n == 2) {
                last_two_same(w, &both);
                last_two_unary(w, &both);
            }
            w->n.last += (uint64_t)w->binary_orders * w->binary_orders * (x->n == 3 ? 1 : w->nval);
            forget(w, nundo);
            w->ncand = ncand;
        }
    if (x->n == 3) return;
    last_two_with(w, x, newest);
    two over = *x;
    over.over_newest = true;
    last_two_with(w, &over, x->must[0]);
    w->n.last += ((uint64_t)w->grown[x->must[0]] + w->binary_orders * w->nval) * w->binary_orders;
}

/* Two values have to be used: candidates that are no tables and use both, behind the offers. */
static void make_pairs(walk *w, two *x)
{
    unsigned from = w->grown_from[x->must[1]];
    x->has_pairs = true;
    w->npairs = 0;
    for (unsigned i = from > x->low ? from : x->low; i < w->ncand; i++)
        if ((int)w->form[i].member != w->any && !(w->unused & ~used_by(w, w->form[i])))
            put_offer(w, w->noffers + w->npairs++, i);
}

void last_two(walk *w, unsigned low)
{
    two x = {.low = low};
    for (unsigned v = w->first; v < w->nval; v++)
        if (w->unused >> (v - w->first) & 1 && x.n < MUST_MAX) x.must[x.n++] = v;
    if (w->level > 2 && in_haste(w)) {
        last_two_in_haste(w, &x);
        return;
    }
    x.solved = tables_everywhere(w);
    x.low_offer = low < w->ncand ? w->offers_before[low] : w->noffers;
    if (x.n == 2) make_pairs(w, &x);
    w->nweak = 0;
    last_two_unary(w, &x);
    last_two_same(w, &x);
    last_two_binary(w, &x);
    for (unsigned i = 0; i < w->nother3; i++) last_two_ternary(w, &x, w->other3[i]);
    if (w->any >= 0) last_two_tables(w, &x);
}

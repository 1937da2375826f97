// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* exhaust_inverse.c - the last instruction inverted: what it asks of p, the one before.
 *
 * The last instruction r = m(p, q) is inverted: for each m and each value q, what r has to be
 * becomes what p has to be. That is exact (p = r ^ q, r - q, r + q, q - r, not r, a rotation),
 * partial (under an and only the ones of q matter, a shift loses bits, a minimum that is not q is
 * p), or a contradiction (an and that has to give a one where q is zero).
 *
 * What r asks of p depends on r and q only. So the questions of all r over a value are written down
 * when the value appears and asked in every state below. Called by exhaust_walk.c and
 * exhaust_last.c. */
#include "exhaust_inside.h"

/* bits that are known of p: so many candidates agree with fewer that to compute all is faster */
enum { FEW = 8 };

static unsigned count_ones(xi v)
{
    unsigned n = 0;
    for (unsigned i = 0; i < 2 * IMAGES; i++) n += (unsigned)__builtin_popcountll(v[i]);
    return n;
}

/* r without a formula, for goal t: most are settled by what p has to be at least; where too little
 * is known of that they are computed. */
static void invert_other(walk *w, const two *x, unsigned t, step r, unsigned how, const xi *q)
{
    const grammar_member *m = &w->g->member[r.member];
    const aim *g = &w->goal[t];
    xi on, off;
    if (!m->back[how].run_on) {
        compute_all(w, x, t, r);
        return;
    }
    w->n.work++;
    m->back[how].run_on((const image *)&g->target, (const image *)&g->care, (const image *)q,
                        (image *)&on, IMAGES);
    m->back[how].run_off((const image *)&g->target, (const image *)&g->care, (const image *)q,
                         (image *)&off, IMAGES);
    if (!is_zero(on & off)) return;
    if (count_ones(on | off) < FEW) compute_all(w, x, t, r);
    else find_p(w, x, t, on, on | off, is_zero(~(on | off)), r);
}

static void invert_others(walk *w, const two *x, unsigned t, unsigned k, unsigned q)
{
    const grammar_member *m = &w->g->member[k];
    if (takes(w, m, 1, q))
        invert_other(w, x, t, (step){(uint16_t)k, 0, {PLACE_P, (uint8_t)q, (uint8_t)q}}, BACK_FIRST,
                     &w->val[q]);
    if ((!m->commutative || w->many_sorts) && takes(w, m, 0, q))
        invert_other(w, x, t, (step){(uint16_t)k, 0, {(uint8_t)q, PLACE_P, PLACE_P}}, BACK_SECOND,
                     &w->val[q]);
}

/* r has p as its only source, once or twice (p + p). */
static void invert_shift(walk *w, const two *x, unsigned t, step r, unsigned lane, unsigned by,
                         bool left)
{
    const aim *a = &w->goal[t];
    xi ones = ~(a->target ^ a->target),
       reach = shift_lanes(shift_lanes(ones, lane, by, !left), lane, by, left);
    if (!is_zero(a->on & ~reach)) return; /* zeros come in, a one is wanted */
    xi care = shift_lanes(a->care, lane, by, !left);
    find_p(w, x, t, shift_lanes(a->target, lane, by, !left), care, false, r);
}

/* r = p shifted right with its sign. Where all of r is known, its top bits are one bit. */
static void invert_signed_shift(walk *w, const two *x, unsigned t, step r, const grammar_member *m)
{
    const aim *a = &w->goal[t];
    xi p = shift_lanes(a->target, m->lane, m->by, true),
       care = shift_lanes(a->care, m->lane, m->by, true), back;
    compute(m, &p, NULL, NULL, &back, 1);
    if (a->whole && !equal(back, a->target)) return;
    if (count_ones(care) < FEW) compute_all(w, x, t, r);
    else find_p(w, x, t, p, care, false, r);
}

/* Whether an instruction of one source says what p has to be; else it is computed. */
static bool is_inverted(const walk *w, unsigned t, const grammar_member *m)
{
    return (m->is_table && m->table == 1) || m->shape == SHAPE_SHL || m->shape == SHAPE_LSHR ||
           m->shape == SHAPE_ROTL || m->shape == SHAPE_ASHR ||
           (m->shape == SHAPE_NEG && w->goal[t].whole);
}

static void invert_one(walk *w, const two *x, unsigned t, unsigned k)
{
    const grammar_member *m = &w->g->member[k];
    const aim *a = &w->goal[t];
    step r = {(uint16_t)k, 0, {PLACE_P, PLACE_P, PLACE_P}};
    if (!is_inverted(w, t, m)) invert_other(w, x, t, r, BACK_ALL, NULL);
    else if (m->is_table) find_p(w, x, t, ~a->target & a->care, a->care, a->whole, r);
    else if (m->shape == SHAPE_SHL || m->shape == SHAPE_LSHR)
        invert_shift(w, x, t, r, m->lane, m->by, m->shape == SHAPE_SHL);
    else if (m->shape == SHAPE_ROTL)
        find_p(w, x, t, rotate_lanes(a->target, m->lane, m->lane - m->by),
               rotate_lanes(a->care, m->lane, m->lane - m->by), a->whole, r);
    else if (m->shape == SHAPE_ASHR) invert_signed_shift(w, x, t, r, m);
    else find_p(w, x, t, sub_lanes(a->target ^ a->target, a->target, m->lane), a->care, true, r);
}

static void invert_tables(walk *w, const two *x, unsigned t, unsigned q)
{
    const aim *a = &w->goal[t];
    xi v = w->val[q], none = v ^ v;
    unsigned have = forced(a, v);
    for (unsigned i = 0; i < w->nvariants; i++) {
        const variant *f = &w->variants[i];
        w->n.work++;
        if (have & f->forbid || !takes(w, &w->g->member[f->member], f->swapped ? 0 : 1, q))
            continue;
        xi care = a->care & ((f->use1 ? v : none) | (f->use0 ? ~v : none));
        xi want = a->target ^ (f->flip1 ? v : none) ^ (f->flip0 ? ~v : none);
        step r = {f->member,
                  0,
                  {f->swapped ? (uint8_t)q : PLACE_P, f->swapped ? PLACE_P : (uint8_t)q,
                   f->swapped ? PLACE_P : (uint8_t)q}};
        find_p(w, x, t, want, care, a->whole && f->use1 && f->use0, r);
    }
}

/* What p has to be for p + q, p - q or p + (q << by); then for q - p. */
static xi without_second(const grammar_member *m, xi r, xi q)
{
    if (m->shape == SHAPE_SUB) return add_lanes(r, q, m->lane);
    return sub_lanes(r, m->shape == SHAPE_LEA ? shift_lanes(q, m->lane, m->by, true) : q, m->lane);
}

static xi without_first(const grammar_member *m, xi r, xi q)
{
    return m->shape == SHAPE_SUB ? sub_lanes(q, r, m->lane) : sub_lanes(r, q, m->lane);
}

/* q + (p << by): the difference has zeros below and says nothing about the bits that p loses. */
static void invert_scaled(walk *w, const two *x, unsigned t, const grammar_member *m, xi q, step r)
{
    xi scaled = sub_lanes(w->goal[t].target, q, m->lane), ones = ~(q ^ q);
    if (!is_zero(scaled & ~shift_lanes(ones, m->lane, m->by, true))) return;
    find_p(w, x, t, shift_lanes(scaled, m->lane, m->by, false),
           shift_lanes(ones, m->lane, m->by, false), false, r);
}

static void invert_group(walk *w, const two *x, unsigned t, unsigned k, unsigned q)
{
    const grammar_member *m = &w->g->member[k];
    const aim *a = &w->goal[t];
    xi v = w->val[q];
    step first = {(uint16_t)k, 0, {PLACE_P, (uint8_t)q, (uint8_t)q}},
         second = {(uint16_t)k, 0, {(uint8_t)q, PLACE_P, PLACE_P}};
    if (takes(w, m, 1, q)) find_p(w, x, t, without_second(m, a->target, v), a->care, true, first);
    if (!takes(w, m, 0, q) ||
        (m->shape == SHAPE_ADD && (!w->many_sorts || m->takes[0] == m->takes[1])))
        return;
    if (m->shape == SHAPE_LEA) invert_scaled(w, x, t, m, v, second);
    else find_p(w, x, t, without_first(m, a->target, v), a->care, true, second);
}

/* Where the result is not q it is p, if the member picks p there; else p is not seen. False when r
 * cannot be had with q. */
static inline bool without_picked(const grammar_member *m, xi r, xi q, xi *care)
{
    xi again;
    compute(m, &r, &q, NULL, &again, 1);
    *care = nonzero_lanes(r ^ q, m->lane);
    return equal(again, r);
}

static bool picks(const walk *w, unsigned t, const grammar_member *m)
{
    return m->shape == SHAPE_PICK && m->commutative && w->goal[t].whole && !w->many_sorts;
}

/* Minima and maxima are inverted, comparisons computed, if they can be the last at all. */
static void invert_choice(walk *w, const two *x, unsigned t, unsigned k, unsigned q)
{
    const grammar_member *m = &w->g->member[k];
    xi care;
    if (!picks(w, t, m)) {
        if (can_end(w, t, m)) invert_others(w, x, t, k, q);
        return;
    }
    w->n.work++;
    if (without_picked(m, w->goal[t].target, w->val[q], &care))
        find_p(w, x, t, w->goal[t].target, care, false,
               (step){(uint16_t)k, 0, {PLACE_P, (uint8_t)q, (uint8_t)q}});
}

/* r over p and q. */
static void invert_with(walk *w, const two *x, unsigned q)
{
    for (unsigned t = 0; t < w->ngoals; t++) {
        if (w->any < 0) invert_tables(w, x, t, q); /* an any-table instruction covers them */
        for (unsigned i = 0; i < w->ngroup; i++) {
            if (w->goal[t].whole) invert_group(w, x, t, w->group[i], q);
            else invert_others(w, x, t, w->group[i], q);
        }
        for (unsigned i = 0; i < w->nchoice; i++) invert_choice(w, x, t, w->choice[i], q);
        for (unsigned i = 0; i < w->nother2; i++) invert_others(w, x, t, w->other2[i], q);
    }
}

/* r = m(p, p) is p, or a constant whatever p is: worth an instruction where p lacks the sort that
 * is wanted. */
static void invert_same(walk *w, const two *x, unsigned t, unsigned k)
{
    const grammar_member *m = &w->g->member[k];
    const aim *a = &w->goal[t];
    step r = {(uint16_t)k, 0, {PLACE_P, PLACE_P, PLACE_P}};
    unsigned rows = m->table & 9;
    bool is_p = m->is_table ? rows == 8 : m->shape == SHAPE_PICK;
    bool fits = m->is_table ? (rows == 0 && is_zero(a->on)) || (rows == 9 && is_zero(a->off))
                            : m->shape == SHAPE_SUB && is_zero(a->on);
    xi none = a->target ^ a->target;
    if (is_p) find_p(w, x, t, a->target, a->care, a->whole, r);
    else if (fits) find_p(w, x, t, none, none, false, r);
    else if (m->shape == SHAPE_FILL && can_end(w, t, m)) compute_all(w, x, t, r);
}

/* r = m(p, p): sums double, tables give p, not p or a constant, the rest is computed. */
static void invert_twice(walk *w, const two *x, unsigned unused_q)
{
    (void)unused_q;
    for (unsigned i = 0; i < w->ngroup; i++) {
        const grammar_member *m = &w->g->member[w->group[i]];
        step r = {w->group[i], 0, {PLACE_P, PLACE_P, PLACE_P}};
        for (unsigned t = 0; m->shape == SHAPE_ADD && t < w->ngoals; t++)
            invert_shift(w, x, t, r, m->lane, 1, true);
        if (m->shape == SHAPE_LEA) compute_all(w, x, ALL_GOALS, r);
    }
    for (unsigned i = 0; i < w->nvariants; i++) {
        unsigned table = w->g->member[w->variants[i].member].table;
        step r = {w->variants[i].member, 0, {PLACE_P, PLACE_P, PLACE_P}};
        for (unsigned t = 0; (table & 9) == 1 && t < w->ngoals; t++)
            find_p(w, x, t, ~w->goal[t].target & w->goal[t].care, w->goal[t].care, w->goal[t].whole,
                   r);
    }
    for (unsigned i = 0; i < w->nother2; i++)
        for (unsigned t = 0; t < w->ngoals; t++)
            invert_other(w, x, t, (step){w->other2[i], 0, {PLACE_P, PLACE_P, PLACE_P}}, BACK_ALL,
                         NULL);
    for (unsigned k = 0; w->many_sorts && k < w->g->count; k++)
        for (unsigned t = 0; w->g->member[k].nsrc == 2 && t < w->ngoals; t++)
            invert_same(w, x, t, k);
}

/* r = m(p). */
static void invert_alone(walk *w, const two *x, unsigned unused_q)
{
    (void)unused_q;
    for (unsigned t = 0; t < w->ngoals; t++)
        for (unsigned i = 0; i < w->nones; i++) invert_one(w, x, t, w->one[i]);
}

/* What the instructions ask of p is written down. */
static void note(walk *w, questions *to, void (*invert)(walk *w, const two *x, unsigned q),
                 unsigned q)
{
    const two nothing = {0};
    uint64_t before = w->n.work;
    to->count = 0;
    w->noting = to;
    invert(w, &nothing, q);
    w->noting = NULL;
    to->work = w->n.work - before;
    to->made = true;
    w->n.work = before;
}

void note_value(walk *w, unsigned q) { note(w, &w->about[q], invert_with, q); }

void note_alone(walk *w)
{
    note(w, &w->alone, invert_alone, 0);
    note(w, &w->twice, invert_twice, 0);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvchoice.c - see tvchoice.h.
 *
 * An equation is solved from outside inwards, as if every operation had an inverse; of several
 * equations for one bit the first counts. What was frozen can be whatever the second function wants
 * of it; but it was so before the second function's undef is chosen, which a guess for it must not
 * depend on. Called by tvsolve.c. */
#include "tvchoice.h"

#include <string.h>

#include "spec/term/bv.h"

typedef struct guesser {
    term_ctx *c;
    const tv_side *first, *second;
    bool *has_choice; /* by term: those that were there at the beginning */
    size_t nterms;
    term **bit; /* of each choice: what its bits should be; TERM_NONE: nothing known */
    unsigned steps;
} guesser;

enum { STEPS = 50000 };

static term op2(const guesser *g, term_op o, term a, term b)
{
    return term_mk_binary(g->c, o, a, b);
}
static term cut(const guesser *g, term t, unsigned high, unsigned low)
{
    return term_mk_extract(g->c, high, low, t);
}

/* ---- what the second function freezes too ---- */

/* t with bits from `at` on as in `part`. */
static term with_part(term_ctx *c, term t, unsigned at, term part)
{
    unsigned bits = term_width(c, t), n = term_width(c, part), parts = 0;
    term piece[3];
    if (at) piece[parts++] = term_mk_extract(c, at - 1, 0, t);
    piece[parts++] = part;
    if (at + n < bits) piece[parts++] = term_mk_extract(c, bits - 1, at + n, t);
    return term_mk_concat_n(c, piece, parts);
}

/* The bits of what the first function freezes that the second freezes too get the second's choice,
 * once each. */
static term guess_frozen(const guesser *g, const tv_choice *mine, term guess, bool *taken)
{
    unsigned bits = term_width(g->c, mine->var);
    for (unsigned k = 0; k < g->second->nchoices; k++) {
        const tv_choice *theirs = &g->second->choices[k];
        if (taken[k] || !theirs->of) continue;
        unsigned width = term_width(g->c, theirs->of);
        for (unsigned at = 0; at < bits; at++) {
            unsigned n = width < bits - at ? width : bits - at;
            if (cut(g, mine->of, at + n - 1, at) != cut(g, theirs->of, n - 1, 0)) continue;
            guess = with_part(g->c, guess, at, cut(g, theirs->var, n - 1, 0));
            taken[k] = true;
            break;
        }
    }
    return guess;
}

/* ---- variables as the second function has frozen them ---- */

typedef struct pairs {
    term *var, *by;
    unsigned count, cap;
} pairs;

static term *place_of(pairs *p, term var)
{
    for (unsigned i = 0; i < p->count; i++)
        if (p->var[i] == var) return &p->by[i];
    if (p->count == p->cap) {
        p->cap = p->cap ? 2 * p->cap : 64;
        p->var = mem_grow(p->var, p->cap, sizeof *p->var);
        p->by = mem_grow(p->by, p->cap, sizeof *p->by);
    }
    p->var[p->count] = p->by[p->count] = var;
    return &p->by[p->count++];
}

/* Notes of each variable in `of`, which is side by side of such, what it is in `frozen`. */
static void note_frozen(const guesser *g, pairs *p, term of, term frozen)
{
    for (unsigned at = 0;;) {
        bool more = term_get_op(g->c, of) == TERM_CONCAT;
        term low = more ? term_arg(g->c, of, 1) : of;
        unsigned n = term_width(g->c, low), from = 0;
        term value = cut(g, frozen, at + n - 1, at), var = low;
        if (term_get_op(g->c, low) == TERM_EXTRACT) {
            from = term_int(g->c, low, 1);
            var = term_arg(g->c, low, 0);
        }
        if (term_get_op(g->c, var) == TERM_VAR) {
            term *by = place_of(p, var);
            *by = with_part(g->c, *by, from, value);
        }
        if (!more) return;
        of = term_arg(g->c, of, 0);
        at += n;
    }
}

/* ---- equations ---- */

static void mark_choices(guesser *g)
{
    g->nterms = term_count(g->c) + 1;
    g->has_choice = mem_alloc(g->nterms + 1, sizeof *g->has_choice);
    for (unsigned i = 0; i < g->first->nchoices; i++)
        if (g->first->choices[i].var < g->nterms) g->has_choice[g->first->choices[i].var] = true;
    for (term t = 1; t < g->nterms; t++)
        for (unsigned k = 0; k < term_nargs(g->c, t); k++)
            g->has_choice[t] |= g->has_choice[term_arg(g->c, t, k)];
}

static bool may_be_chosen(const guesser *g, term t) { return t < g->nterms && g->has_choice[t]; }

static void assign(guesser *g, term var, unsigned low, term wanted)
{
    unsigned i = 0, n = term_width(g->c, wanted);
    while (i < g->first->nchoices && g->first->choices[i].var != var) i++;
    if (i == g->first->nchoices) return;
    for (unsigned k = 0; k < n; k++)
        if (!g->bit[i][low + k]) g->bit[i][low + k] = cut(g, wanted, k, k);
}

/* 1 / odd modulo 2^64, by Newton's rule. */
static uint64_t inverse(uint64_t odd)
{
    uint64_t x = odd;
    for (unsigned i = 0; i < 6; i++) x *= 2 - odd * x;
    return x;
}

static void solve(guesser *g, term t, term wanted);

static void solve_product(guesser *g, term t, term wanted)
{
    term x = term_arg(g->c, t, 0), k = term_arg(g->c, t, 1);
    unsigned bits = term_width(g->c, t);
    if (term_is_const(g->c, x)) {
        k = x;
        x = term_arg(g->c, t, 1);
    }
    if (bits > 64 || !term_is_const(g->c, k) || !(term_limbs(g->c, k)[0] & 1)) return;
    solve(g, x,
          op2(g, TERM_BVMUL, wanted, term_mk_u64(g->c, inverse(term_limbs(g->c, k)[0]), bits)));
}

/* An operation with two arguments, of which a may be chosen. */
static void solve_left(guesser *g, term_op o, term a, term b, term wanted)
{
    switch (o) {
    case TERM_BVADD: solve(g, a, op2(g, TERM_BVSUB, wanted, b)); return;
    case TERM_BVSUB: solve(g, a, op2(g, TERM_BVADD, wanted, b)); return;
    case TERM_BVXOR: solve(g, a, op2(g, TERM_BVXOR, wanted, b)); return;
    case TERM_BVSHL: solve(g, a, op2(g, TERM_BVLSHR, wanted, b)); return;
    case TERM_BVLSHR:
    case TERM_BVASHR: solve(g, a, op2(g, TERM_BVSHL, wanted, b)); return;
    case TERM_BVUDIV:
    case TERM_BVSDIV: solve(g, a, op2(g, TERM_BVMUL, wanted, b)); return;
    case TERM_BVAND:
    case TERM_BVOR:
    case TERM_BVUREM:
    case TERM_BVSREM:
    case TERM_AND:
    case TERM_OR: solve(g, a, wanted); return;
    case TERM_EQ: /* wanted: a Bool */
        if (term_width(g->c, b))
            solve(g, a, term_mk_ite(g->c, wanted, b, term_mk_unary(g->c, TERM_BVNOT, b)));
        return;
    default: return;
    }
}

static void solve_binary(guesser *g, term t, term wanted)
{
    term_op o = term_get_op(g->c, t);
    term a = term_arg(g->c, t, 0), b = term_arg(g->c, t, 1);
    bool left = may_be_chosen(g, a),
         both_ways = o == TERM_BVAND || o == TERM_BVOR || o == TERM_AND || o == TERM_OR;
    if (o == TERM_BVMUL)
        solve_product(g, t, wanted);
    else if (left)
        solve_left(g, o, a, b, wanted);
    if (!may_be_chosen(g, b) || (left && !both_ways)) return;
    if (o == TERM_BVSUB)
        solve(g, b, op2(g, TERM_BVSUB, a, wanted));
    else if (both_ways || o == TERM_BVADD || o == TERM_BVXOR || o == TERM_EQ)
        solve_left(g, o, b, a, wanted);
}

static void solve_ite(guesser *g, term t, term wanted)
{
    term condition = term_arg(g->c, t, 0), a = term_arg(g->c, t, 1), b = term_arg(g->c, t, 2);
    if (may_be_chosen(g, condition)) solve(g, condition, op2(g, TERM_EQ, a, wanted));
    if (may_be_chosen(g, a)) solve(g, a, wanted);
    if (may_be_chosen(g, b)) solve(g, b, wanted);
}

/* t should be wanted. */
static void solve(guesser *g, term t, term wanted)
{
    if (!may_be_chosen(g, t) || g->steps == STEPS) return;
    g->steps++;
    term x = term_nargs(g->c, t) ? term_arg(g->c, t, 0) : TERM_NONE;
    switch (term_get_op(g->c, t)) {
    case TERM_VAR: assign(g, t, 0, wanted); return;
    case TERM_EXTRACT:
        if (term_get_op(g->c, x) == TERM_VAR) assign(g, x, term_int(g->c, t, 1), wanted);
        return;
    case TERM_CONCAT: {
        unsigned low = term_width(g->c, term_arg(g->c, t, 1)), all = term_width(g->c, t);
        solve(g, x, cut(g, wanted, all - 1, low));
        solve(g, term_arg(g->c, t, 1), cut(g, wanted, low - 1, 0));
        return;
    }
    case TERM_NOT:
    case TERM_BVNOT:
    case TERM_BVNEG: solve(g, x, term_mk_unary(g->c, term_get_op(g->c, t), wanted)); return;
    case TERM_ZERO_EXTEND:
    case TERM_SIGN_EXTEND: solve(g, x, cut(g, wanted, term_width(g->c, x) - 1, 0)); return;
    case TERM_ITE: solve_ite(g, t, wanted); return;
    default:
        if (term_nargs(g->c, t) == 2) solve_binary(g, t, wanted);
    }
}

/* ---- both kinds ---- */

static void open_guesser(guesser *g, const tv_goals *goals, const tv_side *first,
                         const tv_side *second)
{
    *g = (guesser){.c = goals->c, .first = first, .second = second};
    g->bit = mem_alloc(first->nchoices + 1, sizeof *g->bit);
    for (unsigned i = 0; i < first->nchoices; i++)
        g->bit[i] = mem_alloc(term_width(g->c, first->choices[i].var), sizeof **g->bit);
    mark_choices(g);
    for (unsigned i = 0; i < goals->nequations; i++)
        solve(g, goals->equation[i].first, goals->equation[i].second);
}

static void close_guesser(guesser *g)
{
    for (unsigned i = 0; i < g->first->nchoices; i++) mem_free(g->bit[i]);
    mem_free(g->bit);
    mem_free(g->has_choice);
}

/* Choice i by the equations, and as in `other` where they say nothing. */
static term by_equations(const guesser *g, unsigned i, term other)
{
    unsigned n = term_width(g->c, g->first->choices[i].var);
    term *part = mem_alloc(n, sizeof *part);
    for (unsigned k = 0; k < n; k++) part[k] = g->bit[i][k] ? g->bit[i][k] : cut(g, other, k, k);
    term all = term_mk_concat_n(g->c, part, n);
    mem_free(part);
    return all;
}

/* by[i] without choices of the first function, which become as in `known`; and, of what is frozen,
 * without the second's undef. */
static void ground(const guesser *g, const term *known, term *by)
{
    unsigned n = g->first->nchoices, m = g->second->nchoices, undefs = 0;
    term *mine = mem_alloc(n + 1, sizeof *mine), *theirs = mem_alloc(m + 1, sizeof *theirs),
         *zero = mem_alloc(m + 1, sizeof *zero);
    tv_replacement r;
    for (unsigned i = 0; i < n; i++) mine[i] = g->first->choices[i].var;
    for (unsigned i = 0; i < m; i++) {
        if (!g->second->choices[i].undef) continue;
        theirs[undefs] = g->second->choices[i].var;
        zero[undefs++] = term_mk_u64(g->c, 0, term_width(g->c, g->second->choices[i].var));
    }
    tv_replacement_make(&r, g->first->apps, mine, known, n);
    for (unsigned i = 0; i < n; i++) by[i] = tv_replace(&r, g->c, by[i]);
    tv_replacement_free(&r);
    tv_replacement_make(&r, g->first->apps, theirs, zero, undefs);
    for (unsigned i = 0; i < n; i++)
        if (!g->first->choices[i].undef) by[i] = tv_replace(&r, g->c, by[i]);
    tv_replacement_free(&r);
    mem_free(mine);
    mem_free(theirs);
    mem_free(zero);
}

void tv_guess_as_second(const tv_goals *goals, const tv_side *first, const tv_side *second,
                        term *by)
{
    guesser g;
    pairs frozen = {0};
    bool *taken = mem_alloc(second->nchoices + 1, sizeof *taken);
    term *mine = mem_alloc(first->nchoices + 1, sizeof *mine),
         *known = mem_alloc(first->nchoices + 1, sizeof *known);
    open_guesser(&g, goals, first, second);
    for (unsigned i = 0; i < second->nchoices; i++)
        if (second->choices[i].of)
            note_frozen(&g, &frozen, second->choices[i].of, second->choices[i].frozen);
    /* one after the other: what is frozen may depend on choices before it */
    for (unsigned i = 0; i < first->nchoices; i++) {
        const tv_choice *k = &first->choices[i];
        mine[i] = k->var;
        known[i] = k->against ? term_mk_ones(g.c, term_width(g.c, k->var))
                              : term_mk_u64(g.c, 0, term_width(g.c, k->var));
        if (!k->of) continue;
        tv_replacement r, s;
        tv_replacement_make(&r, first->apps, mine, known, i);
        tv_replacement_make(&s, first->apps, frozen.var, frozen.by, frozen.count);
        known[i] = guess_frozen(&g, k, tv_replace(&s, g.c, tv_replace(&r, g.c, k->of)), taken);
        tv_replacement_free(&r);
        tv_replacement_free(&s);
    }
    for (unsigned i = 0; i < first->nchoices; i++)
        by[i] = first->choices[i].of ? known[i] : by_equations(&g, i, known[i]);
    ground(&g, known, by);
    close_guesser(&g);
    mem_free(taken);
    mem_free(mine);
    mem_free(known);
    mem_free(frozen.var);
    mem_free(frozen.by);
}

void tv_guess_by_equations(const tv_goals *goals, const tv_side *first, const tv_side *second,
                           const term *known, term *by)
{
    guesser g;
    open_guesser(&g, goals, first, second);
    for (unsigned i = 0; i < first->nchoices; i++) by[i] = by_equations(&g, i, known[i]);
    ground(&g, known, by);
    close_guesser(&g);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* sweep.c - see sweep.h.
 *
 * Replacing two equal values by one free variable is sound: what holds for any value of the
 * variable holds for the one that both have. Where it is too general, an equality is not proved,
 * and the values stay what they are. Called by tactics.c. */
#include "sweep.h"

#include <stdio.h>
#include <string.h>

#include "ask.h"
#include "lanes.h"

enum { BATCH = 128, WORD = 64, CANDIDATES_MAX = 8, PIECE = 64, STEPS = 10000000 };

/* A value in the claim that is 0 or 1 on all samples. */
typedef struct value {
    term t;
    uint64_t bits; /* one a sample */
} value;

/* Two that were proved equal: both are the variable from then on. */
typedef struct equal {
    term carry, other, variable; /* variable: of one bit */
} equal;

typedef struct sweeper {
    obligation *o;
    smt *solver;
    unsigned steps;
    sweep_known *known;
    term_ctx *c;
    term *pieces; /* of the claim: that they differ */
    unsigned npieces;
    term *carries; /* one bit each, the lowest first */
    unsigned ncarries;
    value *values;
    unsigned nvalues;
    equal *equals;
    unsigned nequals;
    term asked; /* this variable is not put in the place of what it stands for */
} sweeper;

/* ---- values on samples ---- */

static term extended(term_ctx *c, term t, unsigned width)
{
    unsigned more = width - term_width(c, t);
    return more ? term_mk_extend(c, TERM_ZERO_EXTEND, more, t) : t;
}

/* The batch side by side, each in a word. */
static term side_by_side(term_ctx *c, const term *t, unsigned count)
{
    term word[BATCH];
    for (unsigned i = 0; i < count; i++) word[i] = extended(c, t[i], WORD);
    return term_mk_concat_n(c, word, count);
}

static void try_batch(const sweeper *w, const term *t, unsigned count, uint64_t *bits, bool *is_bit)
{
    const claim *k = &w->o->chunk;
    term all = side_by_side(w->c, t, count);
    term_evaluator *e = term_evaluator_new(w->c, all, k->input, w->o->ninputs);
    sample *s = mem_alloc(1, sizeof *s);
    for (unsigned n = 0; n < SAMPLES; n++) {
        const uint64_t *values[CLAIM_INPUTS_MAX];
        uint64_t out[CLAIM_LIMBS];
        sample_draw(n, k->width, WORD, s);
        for (unsigned i = 0; i < w->o->ninputs; i++) values[i] = s->limb[i];
        term_evaluator_run(e, values, out);
        for (unsigned i = 0; i < count; i++) {
            is_bit[i] = is_bit[i] && out[i] <= 1;
            bits[i] |= (out[i] & 1) << n;
        }
    }
    mem_free(s);
    term_evaluator_free(e);
}

/* Of the terms, those that are bits. */
static value *try_all(const sweeper *w, const term *t, unsigned count, unsigned *n)
{
    value *out = mem_alloc(count + 1, sizeof *out);
    *n = 0;
    for (unsigned first = 0; first < count; first += BATCH) {
        uint64_t bits[BATCH] = {0};
        bool is_bit[BATCH];
        unsigned m = count - first < BATCH ? count - first : BATCH;
        for (unsigned i = 0; i < m; i++) is_bit[i] = true;
        try_batch(w, t + first, m, bits, is_bit);
        for (unsigned i = 0; i < m; i++)
            if (is_bit[i]) out[(*n)++] = (value){t[first + i], bits[i]};
    }
    return out;
}

/* What may be a carry in the program: computed, in a general register, or a bit of one. */
static bool may_be_carry(const term_ctx *c, term t)
{
    unsigned width = term_width(c, t);
    return width && width <= WORD && term_nargs(c, t) && !term_is_const(c, t);
}

/* Marks what occurs in the pieces. */
static bool *mark_all(const sweeper *w, term *last)
{
    *last = 0;
    for (unsigned i = 0; i < w->npieces; i++)
        if (w->pieces[i] > *last) *last = w->pieces[i];
    bool *all = mem_alloc(*last + 1, sizeof *all);
    for (unsigned i = 0; i < w->npieces; i++) {
        bool *one = term_mark_needed(w->c, w->pieces[i]);
        for (term t = 0; t <= w->pieces[i]; t++) all[t] |= one[t];
        mem_free(one);
    }
    return all;
}

static void find_values(sweeper *w)
{
    term last;
    bool *needed = mark_all(w, &last);
    unsigned n = 0, kept = 0;
    for (unsigned i = 0; i < w->ncarries; i++)
        if (w->carries[i] <= last && needed[w->carries[i]]) w->carries[kept++] = w->carries[i];
    w->ncarries = kept;
    term *list = mem_alloc(last + 1, sizeof *list);
    for (term t = 1; t <= last; t++)
        if (needed[t] && may_be_carry(w->c, t)) list[n++] = t;
    w->values = try_all(w, list, n, &w->nvalues);
    mem_free(list);
    mem_free(needed);
}

/* ---- questions ---- */

struct sweep_known {
    char (*key)[HASH_TEXT];
    unsigned count, cap;
};

sweep_known *sweep_known_new(void) { return mem_alloc(1, sizeof(sweep_known)); }

void sweep_known_free(sweep_known *k)
{
    if (k) mem_free(k->key);
    mem_free(k);
}

static bool is_known(const sweep_known *k, const char *key)
{
    for (unsigned i = 0; k && i < k->count; i++)
        if (!strcmp(k->key[i], key)) return true;
    return false;
}

static void add_known(sweep_known *k, const char *key)
{
    if (!k) return;
    if (k->count == k->cap)
        k->key = mem_grow(k->key, k->cap = k->cap ? 2 * k->cap : 64, sizeof *k->key);
    memcpy(k->key[k->count++], key, HASH_TEXT);
}

static void hash_question(const term_ctx *c, term t, char out[HASH_TEXT])
{
    strbuf text = {0};
    term_print(c, t, &text);
    hash_text(strbuf_text(&text), out);
    strbuf_free(&text);
}

/* Bits of a variable. */
typedef struct piece {
    term of;
    unsigned low, high;
} piece;

/* What a condition has of variables, in the order in which it is met: first as it is there, then
 * cut so that no two pieces have a bit in common but those that are equal. */
typedef struct leaves {
    term_ctx *c;
    bool *seen;
    piece *whole, *cut;
    unsigned nwhole, ncut;
} leaves;

static bool is_leaf(const term_ctx *c, term t, piece *out)
{
    term_op how = term_get_op(c, t);
    if (how == TERM_VAR) return *out = (piece){t, 0, term_width(c, t) - 1}, true;
    if (how != TERM_EXTRACT || term_get_op(c, term_arg(c, t, 0)) != TERM_VAR) return false;
    *out = (piece){term_arg(c, t, 0), term_int(c, t, 1), term_int(c, t, 0)};
    return true;
}

static void find_leaves(leaves *l, term t)
{
    if (l->seen[t]) return;
    l->seen[t] = true;
    if (is_leaf(l->c, t, &l->whole[l->nwhole])) l->nwhole++;
    else
        for (unsigned i = 0; i < term_nargs(l->c, t); i++) find_leaves(l, term_arg(l->c, t, i));
}

/* The last bit of what begins at `low` and is cut no more. */
static unsigned end_of_cut(const leaves *l, const piece *p, unsigned low)
{
    unsigned high = p->high;
    for (unsigned i = 0; i < l->nwhole; i++) {
        const piece *q = &l->whole[i];
        if (q->of != p->of) continue;
        if (q->low > low && q->low - 1 < high) high = q->low - 1;
        if (q->high >= low && q->high < high) high = q->high;
    }
    return high;
}

static unsigned number_of(leaves *l, piece p)
{
    unsigned i = 0;
    while (i < l->ncut && (l->cut[i].of != p.of || l->cut[i].low != p.low)) i++;
    if (i == l->ncut) l->cut[l->ncut++] = p;
    return i;
}

static term rename_leaf(void *user, term t, const term arg[TERM_ARGS_MAX])
{
    leaves *l = user;
    piece p;
    if (!is_leaf(l->c, t, &p)) return term_rebuild(l->c, l->c, t, arg);
    term part[TERM_WIDTH_MAX];
    unsigned n = 0;
    for (unsigned low = p.low, high; low <= p.high; low = high + 1) {
        char name[32];
        high = end_of_cut(l, &p, low);
        snprintf(name, sizeof name, "part!%u!%u", number_of(l, (piece){p.of, low, high}),
                 high - low + 1);
        part[n++] = term_mk_var(l->c, name, high - low + 1);
    }
    return term_mk_concat_n(l->c, part, n);
}

/* Numbers pieces in the order in which they are met, whatever the order of terms. */
static void number_leaves(leaves *l)
{
    for (unsigned i = 0; i < l->nwhole; i++)
        for (unsigned low = l->whole[i].low, high; low <= l->whole[i].high; low = high + 1) {
            high = end_of_cut(l, &l->whole[i], low);
            number_of(l, (piece){l->whole[i].of, low, high});
        }
}

/* The condition with variables of its own for variables and parts of these, numbered. If that can
 * never be met, neither can the condition. Of two registers it is the same. */
static term without_names(term_ctx *c, term condition)
{
    leaves l = {.c = c,
                .seen = mem_alloc(condition + 1, sizeof *l.seen),
                .whole = mem_alloc(condition + 2, sizeof *l.whole)};
    find_leaves(&l, condition);
    /* Cuts are at both ends of each, and beside. */
    l.cut = mem_alloc(4 * (size_t)l.nwhole + 64, sizeof *l.cut);
    number_leaves(&l);
    term t = term_map(c, condition, rename_leaf, &l);
    mem_free(l.seen);
    mem_free(l.whole);
    mem_free(l.cut);
    return t;
}

/* ---- equal values ---- */

static term replace(void *user, term t, const term arg[TERM_ARGS_MAX])
{
    const sweeper *w = user;
    for (unsigned i = 0; i < w->nequals; i++) {
        const equal *q = &w->equals[i];
        if (q->variable == w->asked) continue;
        if (t == q->carry) return q->variable;
        if (t == q->other) return extended(w->c, q->variable, term_width(w->c, t));
    }
    return term_rebuild(w->c, w->c, t, arg);
}

/* Whether the condition, with what is known to be equal, can never be met. */
static bool is_impossible(sweeper *w, term condition, unsigned steps)
{
    smt_answer answer = SMT_UNKNOWN;
    char reason[SMT_REASON], key[HASH_TEXT];
    term t = without_names(w->c, term_map(w->c, condition, replace, w));
    if (t == term_mk_bool(w->c, false)) return true;
    hash_question(w->c, t, key);
    if (is_known(w->known, key)) return true;
    ls_status rc = tactics_solve(w->solver, w->c, t, steps < w->steps ? steps : w->steps, NULL, 0,
                                 NULL, &answer, reason);
    if (rc != LS_OK || answer != SMT_UNSAT) return false;
    add_known(w->known, key);
    return true;
}

static term wide_carry(const sweeper *w, term carry, term other)
{
    return extended(w->c, carry, term_width(w->c, other));
}

/* For what the other is, its variable, if it has one, not being known. */
static bool are_equal(sweeper *w, term carry, term other, term variable)
{
    term_ctx *c = w->c;
    term same = term_mk_binary(c, TERM_EQ, wide_carry(w, carry, other), other);
    w->asked = variable;
    bool agree = is_impossible(w, term_mk_unary(c, TERM_NOT, same), STEPS);
    w->asked = TERM_NONE;
    return agree;
}

/* Of the carry or the value; TERM_NONE: neither has one yet. */
static term variable_of(const sweeper *w, term carry, term other)
{
    for (unsigned i = 0; i < w->nequals; i++)
        if (w->equals[i].other == other || w->equals[i].carry == carry)
            return w->equals[i].variable;
    return TERM_NONE;
}

static void add_equal(sweeper *w, term carry, term other, term variable)
{
    char name[32];
    snprintf(name, sizeof name, "carry!%u", w->nequals);
    if (variable == TERM_NONE) variable = term_mk_var(w->c, name, 1);
    w->equals[w->nequals++] = (equal){carry, other, variable};
}

/* Whether the value is a carry of the sum, in a word: it says nothing of the program. */
static bool is_of_sum(const sweeper *w, term t)
{
    for (unsigned i = 0; i < w->ncarries; i++)
        if (wide_carry(w, w->carries[i], t) == t) return true;
    return false;
}

static bool is_candidate(const sweeper *w, const value *carry, const value *v)
{
    return v->bits == carry->bits && !is_of_sum(w, v->t);
}

/* Inside of a register carries are no values of the program: they are bits of a sum there. */
static bool is_between_registers(const sweeper *w, const value *carry)
{
    for (unsigned i = 0; i < w->nvalues; i++)
        if (term_width(w->c, w->values[i].t) > 1 && is_candidate(w, carry, &w->values[i]))
            return true;
    return false;
}

/* Looks for values of the program that are the carry. The sum may be there twice, as it is and for
 * what is carried out of it: then another carry was found to be that value before. */
static void sweep(sweeper *w, const value *carry)
{
    if (!is_between_registers(w, carry)) return;
    for (unsigned i = 0, tried = 0; i < w->nvalues && tried < CANDIDATES_MAX; i++) {
        term other = w->values[i].t;
        if (!is_candidate(w, carry, &w->values[i])) continue;
        tried++;
        term variable = variable_of(w, carry->t, other);
        if (are_equal(w, carry->t, other, variable)) add_equal(w, carry->t, other, variable);
    }
}

/* ---- the claim ---- */

/* "The piece of the result differs", its sums cut into lanes. */
static term piece_differs(const sweeper *w, unsigned low)
{
    term_ctx *c = w->c;
    const claim *k = &w->o->chunk;
    unsigned high = low + PIECE < k->width ? low + PIECE - 1 : k->width - 1, count;
    term side[CLAIM_TERMS], *carries;
    for (unsigned i = 0; i < CLAIM_TERMS; i++) side[i] = term_mk_extract(c, high, low, k->side[i]);
    term differs = term_mk_binary(c, TERM_BVXOR, side[CLAIM_PROGRAM], side[CLAIM_OPERATION]);
    differs = term_mk_binary(c, TERM_BVAND, differs, side[CLAIM_CARE]);
    differs = term_mk_binary(c, TERM_EQ, differs, term_mk_u64(c, 0, high - low + 1));
    differs = term_mk_unary(c, TERM_NOT, differs);
    term cut = lanes_cut(c, differs, &carries, &count);
    mem_free(carries);
    return cut == TERM_NONE ? differs : cut;
}

/* The carries of all sums, and the claim in pieces: terms are other ones in a piece of a result
 * than in all of it. False: there are no sums. */
static bool cut_claim(sweeper *w)
{
    const claim *k = &w->o->chunk;
    w->pieces = mem_alloc(k->width / PIECE + 1, sizeof *w->pieces);
    term all = lanes_cut(w->c, claim_difference(w->o, k), &w->carries, &w->ncarries);
    for (unsigned low = 0; all != TERM_NONE && low < k->width; low += PIECE)
        w->pieces[w->npieces++] = piece_differs(w, low);
    return all != TERM_NONE;
}

/* Whether something is carried between registers, and not only out of the last. */
static bool is_chain(const sweeper *w)
{
    for (unsigned i = 0; i < w->nequals; i++)
        if (w->equals[i].carry != w->carries[w->ncarries - 1]) return true;
    return false;
}

bool sweep_proves(obligation *o, smt *solver, unsigned steps, sweep_known *known)
{
    sweeper w = {.o = o, .solver = solver, .steps = steps, .known = known, .c = o->c};
    bool proved = cut_claim(&w);
    if (proved) {
        unsigned n;
        find_values(&w);
        value *carries = try_all(&w, w.carries, w.ncarries, &n);
        w.equals = mem_alloc((size_t)n * CANDIDATES_MAX + 1, sizeof *w.equals);
        for (unsigned i = 0; i < n; i++) sweep(&w, &carries[i]);
        proved = is_chain(&w);
        for (unsigned i = 0; proved && i < w.npieces; i++)
            proved = is_impossible(&w, w.pieces[i], steps);
        mem_free(carries);
    }
    mem_free(w.pieces);
    mem_free(w.equals);
    mem_free(w.values);
    mem_free(w.carries);
    return proved;
}

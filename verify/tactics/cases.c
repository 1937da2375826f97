// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cases.c - an operation that chooses by few bits, shown by all their values.
 *
 * A variable shuffle chooses each field by an index; a solver that sees tables of bytes on one side
 * and a chain of choices on the other has a hard time, though for every single index both sides are
 * the same bits of the other operand. So the bits that conditions of the operation look at are made
 * constants, one after the other (Shannon's expansion); what is known already makes the terms small
 * before the next one is tried. Where that is not enough, the bits by which the program still
 * chooses or shifts come next. No solver is asked: both sides have to become one term.
 *
 * Called by verify.c. */
#include "cases.h"

#include <stdio.h>
#include <string.h>

#include "multisets.h"

enum { BITS_MAX = 16, TERMS_MAX = 1 << 24, LEAVES_TERMS = 1 << 12 };

typedef struct expansion {
    term_ctx *c;
    term *memo;         /* by term, of the substitution number stamp */
    unsigned *stamp;
    size_t cap;
    unsigned now;
    term bit[BITS_MAX]; /* variables of one bit */
    unsigned nbits;
    size_t first; /* terms that there were before */
    /* a small context for what is left at the end: whoever restates a term there need not walk
     * around c */
    term_ctx *leaves;
} expansion;

/* ---- which bits ---- */

typedef struct slice {
    term var;
    unsigned high, low;
} slice;

typedef struct selectors {
    const term_ctx *c;
    uint8_t *seen; /* 1: as a value, 2: in a condition */
    slice list[BITS_MAX];
    unsigned count;
    bool shifts; /* amounts of shifts count as conditions */
    bool many;   /* too many, or a condition on a whole input or an order */
} selectors;

static void add_slice(selectors *s, slice x)
{
    for (unsigned i = 0; i < s->count; i++) {
        slice *k = &s->list[i];
        if (k->var != x.var || x.high + 1 < k->low || k->high + 1 < x.low) continue;
        if (x.low < k->low) k->low = x.low;
        if (x.high > k->high) k->high = x.high;
        return;
    }
    s->many = s->many || s->count == BITS_MAX;
    if (!s->many) s->list[s->count++] = x;
}

/* Whether the argument of that number is what an operator chooses by. */
static bool chooses(const selectors *s, term_op kind, unsigned argument)
{
    bool shift = kind == TERM_BVSHL || kind == TERM_BVLSHR || kind == TERM_BVASHR;
    return kind == TERM_ITE ? argument == 0 : shift && s->shifts && argument == 1;
}

static void find_selectors(selectors *s, term t, bool in_condition)
{
    uint8_t mark = in_condition ? 2 : 1;
    term_op kind = term_get_op(s->c, t);
    if (s->many || s->seen[t] & mark) return;
    s->seen[t] |= mark;
    if (in_condition && kind == TERM_EXTRACT &&
        term_get_op(s->c, term_arg(s->c, t, 0)) == TERM_VAR) {
        add_slice(s, (slice){term_arg(s->c, t, 0), term_int(s->c, t, 0), term_int(s->c, t, 1)});
        return;
    }
    bool order = kind == TERM_BVULT || kind == TERM_BVULE || kind == TERM_BVSLT ||
                 kind == TERM_BVSLE;
    /* an order of numbers is the solver's business, which is good at it */
    if (in_condition && (kind == TERM_VAR || order)) s->many = true;
    for (unsigned i = 0; i < term_nargs(s->c, t); i++)
        find_selectors(s, term_arg(s->c, t, i), in_condition || chooses(s, kind, i));
}

static unsigned count_bits(const selectors *s)
{
    unsigned bits = 0;
    for (unsigned i = 0; i < s->count; i++) bits += s->list[i].high - s->list[i].low + 1;
    return bits;
}

/* ---- substitution ---- */

static void make_room(expansion *e)
{
    size_t need = term_count(e->c) + 1;
    if (need <= e->cap) return;
    size_t cap = need + need / 2;
    e->memo = mem_grow(e->memo, cap, sizeof *e->memo);
    e->stamp = mem_grow(e->stamp, cap, sizeof *e->stamp);
    for (size_t i = e->cap; i < cap; i++) e->stamp[i] = 0;
    e->cap = cap;
}

static term rebuild(term_ctx *c, term t, const term *arg)
{
    if (term_get_op(c, t) == TERM_BVAND && term_is_const(c, arg[1]))
        return term_mk_masked(c, arg[0], arg[1], TERM_WIDTH_MAX);
    if (term_get_op(c, t) == TERM_BVAND && term_is_const(c, arg[0]))
        return term_mk_masked(c, arg[1], arg[0], TERM_WIDTH_MAX);
    return term_rebuild(c, c, t, arg);
}

/* The term with what memo has for this stamp; of a choice that is made, the other side is not
 * looked at. */
static term substitute(expansion *e, term t)
{
    if (e->stamp[t] == e->now) return e->memo[t];
    term arg[TERM_ARGS_MAX] = {TERM_NONE}, out = TERM_NONE;
    unsigned n = term_nargs(e->c, t);
    if (term_get_op(e->c, t) == TERM_ITE) {
        term cond = substitute(e, term_arg(e->c, t, 0));
        if (cond == term_mk_bool(e->c, true)) out = substitute(e, term_arg(e->c, t, 1));
        if (cond == term_mk_bool(e->c, false)) out = substitute(e, term_arg(e->c, t, 2));
    }
    if (!out) {
        for (unsigned i = 0; i < n; i++) arg[i] = substitute(e, term_arg(e->c, t, i));
        out = rebuild(e->c, t, arg);
    }
    e->stamp[t] = e->now;
    e->memo[t] = out;
    return out;
}

static void begin(expansion *e)
{
    make_room(e);
    e->now++;
}

static void set(expansion *e, term var, term value)
{
    e->stamp[var] = e->now;
    e->memo[var] = value;
}

/* ---- the end of a branch ---- */

/* The term in the context of leaves. Its memory is that of a substitution: begin comes before. */
static term copy(expansion *e, term t)
{
    term arg[TERM_ARGS_MAX] = {TERM_NONE};
    if (e->stamp[t] == e->now) return e->memo[t];
    for (unsigned i = 0; i < term_nargs(e->c, t); i++) arg[i] = copy(e, term_arg(e->c, t, i));
    e->stamp[t] = e->now;
    return e->memo[t] = term_rebuild(e->leaves, e->c, t, arg);
}

/* Whether both sides are one term with sums and the like in normal form. */
static bool is_one_restated(expansion *e, const term side[CLAIM_TERMS])
{
    if (e->leaves && term_count(e->leaves) > LEAVES_TERMS) {
        term_ctx_free(e->leaves);
        e->leaves = NULL;
    }
    if (!e->leaves) e->leaves = term_ctx_new();
    begin(e);
    term program = copy(e, side[CLAIM_PROGRAM]), operation = copy(e, side[CLAIM_OPERATION]);
    return multisets_restate(e->leaves, program) == multisets_restate(e->leaves, operation);
}

/* ---- the expansion ---- */

/* The variable with the bits of slices replaced by variables of one bit, which are noted. */
static term with_bits(expansion *e, const selectors *s, term var)
{
    term part[TERM_WIDTH_MAX];
    unsigned width = term_width(e->c, var);
    for (unsigned at = 0; at < width; at++) {
        bool chosen = false;
        for (unsigned i = 0; i < s->count; i++)
            chosen = chosen ||
                     (s->list[i].var == var && at >= s->list[i].low && at <= s->list[i].high);
        part[at] = term_mk_extract(e->c, at, at, var);
        if (chosen) {
            char name[32];
            snprintf(name, sizeof name, "case.%u", e->nbits);
            part[at] = e->bit[e->nbits++] = term_mk_var(e->c, name, 1);
        }
    }
    return term_mk_concat_n(e->c, part, width);
}

/* More bits to expand: those by which t chooses, and shifts if that is asked. False when there are
 * none, or too many. */
static bool add_bits(expansion *e, term t, bool shifts, const term side[CLAIM_TERMS],
                     term out[CLAIM_TERMS])
{
    selectors s = {.c = e->c, .shifts = shifts, .seen = mem_alloc(term_count(e->c) + 1, 1)};
    term by[BITS_MAX] = {0};
    find_selectors(&s, t, false);
    mem_free(s.seen);
    if (s.many || !s.count || e->nbits + count_bits(&s) > BITS_MAX) return false;
    for (unsigned i = 0; i < s.count; i++) {
        bool again = false;
        for (unsigned k = 0; k < i; k++) again = again || s.list[k].var == s.list[i].var;
        by[i] = again ? TERM_NONE : with_bits(e, &s, s.list[i].var);
    }
    begin(e);
    for (unsigned i = 0; i < s.count; i++)
        if (by[i]) set(e, s.list[i].var, by[i]);
    for (unsigned i = 0; i < CLAIM_TERMS; i++) out[i] = substitute(e, side[i]);
    return true;
}

static bool is_settled(expansion *e, const term side[CLAIM_TERMS])
{
    return term_is_zero(e->c, side[CLAIM_CARE]) || side[CLAIM_PROGRAM] == side[CLAIM_OPERATION];
}

static bool holds(expansion *e, const term side[CLAIM_TERMS], unsigned from)
{
    term part[CLAIM_TERMS];
    if (is_settled(e, side)) return true;
    if (term_count(e->c) - e->first > TERMS_MAX) return false;
    if (from == e->nbits) {
        if (is_one_restated(e, side)) return true;
        unsigned before = e->nbits;
        bool more = add_bits(e, side[CLAIM_PROGRAM], true, side, part) && holds(e, part, from);
        e->nbits = before;
        return more;
    }
    term bit = e->bit[from];
    for (unsigned value = 0; value < 2; value++) {
        begin(e);
        set(e, bit, term_mk_u64(e->c, value, 1));
        for (unsigned i = 0; i < CLAIM_TERMS; i++) part[i] = substitute(e, side[i]);
        if (!holds(e, part, from + 1)) return false;
    }
    return true;
}

/* All fields at once, which share most of what they are made of: where few bits decide all of them.
 */
static bool settle_whole(expansion *e, const claim *k)
{
    term side[CLAIM_TERMS];
    if (k->side[CLAIM_CARE] != term_mk_ones(e->c, k->width)) return false;
    e->nbits = 0;
    return add_bits(e, k->side[CLAIM_OPERATION], false, k->side, side) && holds(e, side, 0);
}

/* One field by itself. */
static bool settle_field(expansion *e, const term part[CLAIM_TERMS])
{
    term side[CLAIM_TERMS];
    e->nbits = 0;
    return is_settled(e, part) ||
           (add_bits(e, part[CLAIM_OPERATION], false, part, side) && holds(e, side, 0));
}

/* One after the other; of fields that are the same terms, as those of a splat, the first stands for
 * all. */
static bool settle_fields(expansion *e, const claim *k, unsigned width)
{
    unsigned count = 0;
    bool settled = true;
    term(*done)[CLAIM_TERMS] = mem_alloc(k->width / width, sizeof *done);
    for (unsigned low = 0; settled && low < k->width; low += width) {
        unsigned same = 0;
        for (unsigned i = 0; i < CLAIM_TERMS; i++)
            done[count][i] = term_mk_extract(e->c, low + width - 1, low, k->side[i]);
        while (memcmp(done[same], done[count], sizeof *done)) same++;
        if (same == count) settled = settle_field(e, done[count++]);
    }
    mem_free(done);
    return settled;
}

bool cases_settle(const obligation *o, unsigned width)
{
    const claim *k = &o->chunk;
    expansion e = {.c = o->c, .first = term_count(o->c)};
    bool settled = o->forms <= 1 && k->width % width == 0 &&
                   (settle_whole(&e, k) || settle_fields(&e, k, width));
    if (e.leaves) term_ctx_free(e.leaves);
    mem_free(e.memo);
    mem_free(e.stamp);
    return settled;
}

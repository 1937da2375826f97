// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* carries.c - known bits, and sums cut where they show that no carry goes.
 *
 * Every term is rebuilt from the leaves with what is known of its bits: a mask of bits that are
 * always zero, one of bits that are always one. Under an addition the carry into bit i + 1 is zero
 * when both bits i are zero, or when one is and no carry comes in; under a subtraction nothing is
 * borrowed over a bit that is one above a zero, and over equal ones when nothing is borrowed below.
 *
 * A piece of a sum is known by its least and greatest value as well: a field whose highest bits
 * were clear may take one more carry.
 *
 * Called by verify.c. */
#include "carries.h"

#include <string.h>

#include "spec/term/bv.h"

typedef struct known {
    term t; /* the rebuilt term; TERM_NONE: not yet */
    uint64_t *zero, *one;
    /* bits from one edge up to the next are a number, from least to most; most is kept complemented
     */
    uint64_t *edge, *least, *most;
} known;

typedef struct splitter {
    term_ctx *c;
    unsigned granule;
    size_t count; /* of terms when it began */
    known *of;    /* by old term */
    arena mem;
} splitter;

static bool is_zero(const known *k, unsigned bit) { return bv_bit(k->zero, bit); }
static bool is_one(const known *k, unsigned bit) { return bv_bit(k->one, bit); }

static void set_known(known *k, unsigned bit, bool zero, bool one)
{
    if (zero) bv_set_bit(k->zero, bit, true);
    if (one) bv_set_bit(k->one, bit, true);
}

/* Of bits high..low. */
static unsigned leading_zeros(const known *k, unsigned high, unsigned low)
{
    unsigned n = 0;
    while (n <= high - low && is_zero(k, high - n)) n++;
    return n;
}

static unsigned trailing_zeros(const known *k, unsigned high, unsigned low)
{
    unsigned n = 0;
    while (n <= high - low && is_zero(k, low + n)) n++;
    return n;
}

/* ---- sums and products ---- */

/* Whether nothing is carried (borrowed) out of bit i, given that of the bit below. */
static bool carry_stops(bool sub, const known *a, const known *b, unsigned i, bool none_below)
{
    if (sub)
        return (is_one(a, i) && is_zero(b, i)) || (none_below && (is_zero(b, i) || is_one(a, i)));
    return (is_zero(a, i) && is_zero(b, i)) || (none_below && (is_zero(a, i) || is_zero(b, i)));
}

/* ---- ranges ---- */

static bool bit_of(const known *k, bool most, unsigned i)
{
    return most ? !bv_bit(k->most, i) : bv_bit(k->least, i);
}
static bool is_edge(const known *k, unsigned i, unsigned width)
{
    return i == width || bv_bit(k->edge, i);
}

/* Whether bits high..low of a sum of the greatest values fit, or of a difference the least value is
 * not below the greatest. */
static bool range_stops(bool sub, const known *a, const known *b, unsigned high, unsigned low,
                        unsigned width)
{
    bool carry = false;
    if (!is_edge(a, low, width) || !is_edge(b, low, width) || !is_edge(a, high + 1, width) ||
        !is_edge(b, high + 1, width))
        return false;
    for (unsigned i = low; i <= high; i++) {
        bool x = bit_of(a, !sub, i), y = bit_of(b, true, i);
        carry = sub ? (!x && y) || (x == y && carry) : (x && y) || ((x || y) && carry);
    }
    return !carry;
}

/* Of bits high..low of a sum or difference over whose upper edge nothing goes. */
static void set_range(known *out, bool sub, const known *a, const known *b, unsigned high,
                      unsigned low, unsigned width)
{
    /* stopped by bits that are known: any number */
    if (!range_stops(sub, a, b, high, low, width)) {
        bv_set_bit(out->edge, low, true);
        return;
    }
    bool c = false, d = false;
    bv_set_bit(out->edge, low, true);
    for (unsigned i = low; i <= high; i++) {
        bool x = bit_of(a, true, i), y = bit_of(b, !sub, i), u = bit_of(a, false, i),
             v = bit_of(b, sub, i);
        bv_set_bit(out->most, i, !(x ^ y ^ c));
        bv_set_bit(out->least, i, u ^ v ^ d);
        c = sub ? (!x && y) || (x == y && c) : (x && y) || ((x || y) && c);
        d = sub ? (!u && v) || (u == v && d) : (u && v) || ((u || v) && d);
    }
}

/* Of other terms every bit stands for itself. */
static void set_bit_ranges(known *k, unsigned width)
{
    for (unsigned i = 0; i < width; i++) {
        bv_set_bit(k->edge, i, true);
        bv_set_bit(k->least, i, is_one(k, i));
        bv_set_bit(k->most, i, is_zero(k, i));
    }
}

/* Bits high..low of a sum or difference, of which nothing else is a part. */
static void know_sum(known *out, bool sub, const known *a, const known *b, unsigned high,
                     unsigned low)
{
    unsigned la = leading_zeros(a, high, low), lb = leading_zeros(b, high, low),
             top = la < lb ? la : lb;
    unsigned ta = trailing_zeros(a, high, low), tb = trailing_zeros(b, high, low),
             least = ta < tb ? ta : tb;
    for (unsigned i = 0; !sub && i + 1 < top; i++) set_known(out, high - i, true, false);
    for (unsigned i = 0; i < least; i++) set_known(out, low + i, true, false);
}

static term piece(splitter *s, term_op op, term a, term b, unsigned high, unsigned low)
{
    return term_mk_binary(s->c, op, term_mk_extract(s->c, high, low, a),
                          term_mk_extract(s->c, high, low, b));
}

/* out: of the sum, its ranges and bits. */
static term split_sum(splitter *s, term_op op, const known *a, const known *b, known *out)
{
    unsigned width = term_width(s->c, a->t), parts = 0, low = 0;
    term *part = mem_alloc(width, sizeof *part);
    bool none = true, sub = op == TERM_BVSUB;
    for (unsigned i = 0; i < width; i++) {
        none = carry_stops(sub, a, b, i, none) ||
               (s->granule == 1 && range_stops(sub, a, b, i, low, width));
        if (i + 1 < width && !(none && (i + 1) % s->granule == 0)) continue;
        part[parts++] = piece(s, op, a->t, b->t, i, low);
        set_range(out, sub, a, b, i, low, width);
        know_sum(out, sub, a, b, i, low);
        low = i + 1;
    }
    term t = parts == 1 ? term_mk_binary(s->c, op, a->t, b->t)
                        : term_mk_concat_n(s->c, part, parts);
    mem_free(part);
    return t;
}

/* Zeros at the low end of a factor are zeros at the low end of the product of the rest. */
static term split_product(splitter *s, const known *a, const known *b)
{
    unsigned width = term_width(s->c, a->t), za = trailing_zeros(a, width - 1, 0),
             zb = trailing_zeros(b, width - 1, 0), low = za + zb;
    if (!low) return term_mk_binary(s->c, TERM_BVMUL, a->t, b->t);
    if (low >= width) return term_mk_u64(s->c, 0, width);
    term x = term_mk_extract(s->c, za + (width - low) - 1, za, a->t),
         y = term_mk_extract(s->c, zb + (width - low) - 1, zb, b->t);
    return term_mk_binary(s->c, TERM_CONCAT, term_mk_binary(s->c, TERM_BVMUL, x, y),
                          term_mk_u64(s->c, 0, low));
}

/* ---- masks ---- */

/* Where sums are cut anywhere, masks are too. */
static term rebuild_and(splitter *s, term a, term b)
{
    if (s->granule == 1 && term_is_const(s->c, a))
        return term_mk_masked(s->c, b, a, TERM_WIDTH_MAX);
    if (s->granule == 1 && term_is_const(s->c, b))
        return term_mk_masked(s->c, a, b, TERM_WIDTH_MAX);
    return term_mk_binary(s->c, TERM_BVAND, a, b);
}

/* ---- known bits ---- */

static void know_product(known *out, const known *a, const known *b, unsigned width)
{
    unsigned top = leading_zeros(a, width - 1, 0) + leading_zeros(b, width - 1, 0);
    unsigned low = trailing_zeros(a, width - 1, 0) + trailing_zeros(b, width - 1, 0);
    for (unsigned i = 0; top > width && i < top - width; i++)
        set_known(out, width - 1 - i, true, false);
    for (unsigned i = 0; i < low && i < width; i++) set_known(out, i, true, false);
}

/* What one bit is known to be. */
typedef struct known_bit {
    bool zero, one;
} known_bit;

static known_bit known_at(const known *k, unsigned i)
{
    return (known_bit){is_zero(k, i), is_one(k, i)};
}

/* Of an operator that works on each bit for itself. */
static known_bit logic_bit(term_op op, known_bit a, known_bit b)
{
    switch (op) {
    case TERM_BVAND: return (known_bit){a.zero || b.zero, a.one && b.one};
    case TERM_BVOR: return (known_bit){a.zero && b.zero, a.one || b.one};
    default: /* TERM_BVXOR */
        return (known_bit){(a.zero && b.zero) || (a.one && b.one),
                           (a.zero && b.one) || (a.one && b.zero)};
    }
}

/* Bit i of a concatenation or an extension. */
static known_bit moved_bit(const splitter *s, term t, known *const *arg, unsigned i)
{
    term_op op = term_get_op(s->c, t);
    if (op == TERM_CONCAT) {
        unsigned low = term_width(s->c, term_arg(s->c, t, 1));
        return i < low ? known_at(arg[1], i) : known_at(arg[0], i - low);
    }
    unsigned inner = term_width(s->c, term_arg(s->c, t, 0));
    if (i >= inner && op == TERM_ZERO_EXTEND) return (known_bit){true, false};
    return known_at(arg[0], i < inner ? i : inner - 1);
}

/* Bit i of an old term, from its arguments. */
static known_bit know_bit(const splitter *s, term t, known *const *arg, unsigned i)
{
    known_bit a, b;
    term_op op = term_get_op(s->c, t);
    switch (op) {
    case TERM_CONST:
        a.one = bv_bit(term_limbs(s->c, t), i);
        a.zero = !a.one;
        return a;
    case TERM_BVNOT: a = known_at(arg[0], i); return (known_bit){a.one, a.zero};
    case TERM_BVAND:
    case TERM_BVOR:
    case TERM_BVXOR: return logic_bit(op, known_at(arg[0], i), known_at(arg[1], i));
    case TERM_ITE:
        a = known_at(arg[1], i), b = known_at(arg[2], i);
        return (known_bit){a.zero && b.zero, a.one && b.one};
    case TERM_EXTRACT: return known_at(arg[0], i + term_int(s->c, t, 1));
    case TERM_CONCAT:
    case TERM_ZERO_EXTEND:
    case TERM_SIGN_EXTEND: return moved_bit(s, t, arg, i);
    default: return (known_bit){false, false};
    }
}

/* All bits of an old term, from its arguments. */
static void know(const splitter *s, term t, known *out, known *const *arg)
{
    unsigned width = term_width(s->c, t);
    for (unsigned i = 0; i < width; i++) {
        known_bit k = know_bit(s, t, arg, i);
        if (k.zero || k.one) set_known(out, i, k.zero, k.one);
    }
    if (term_get_op(s->c, t) == TERM_BVMUL) know_product(out, arg[0], arg[1], width);
}

/* ---- rebuilding ---- */

static term rebuild(splitter *s, term t, known *const *arg, known *out)
{
    term_op op = term_get_op(s->c, t);
    term now[TERM_ARGS_MAX] = {TERM_NONE};
    for (unsigned i = 0; i < term_nargs(s->c, t); i++) now[i] = arg[i]->t;
    switch (op) {
    case TERM_BVMUL: return split_product(s, arg[0], arg[1]);
    case TERM_BVAND: return rebuild_and(s, now[0], now[1]);
    case TERM_BVADD: case TERM_BVSUB: return split_sum(s, op, arg[0], arg[1], out);
    default: return term_rebuild(s->c, s->c, t, now);
    }
}

static bool is_sum(term_op op) { return op == TERM_BVADD || op == TERM_BVSUB; }

term carries_split(term_ctx *c, term t, unsigned granule)
{
    splitter s = {.c = c, .granule = granule, .count = term_count(c) + 1};
    bool *needed = term_mark_needed(c, t);
    s.of = mem_alloc(s.count + 1, sizeof *s.of);
    for (term k = 1; k <= t; k++) {
        known *arg[TERM_ARGS_MAX] = {NULL};
        if (!needed[k]) continue;
        for (unsigned i = 0; i < term_nargs(c, k); i++) arg[i] = &s.of[term_arg(c, k, i)];
        unsigned limbs = bv_limbs(term_width(c, k) ? term_width(c, k) : 1);
        s.of[k].zero = arena_new(&s.mem, limbs, uint64_t);
        s.of[k].one = arena_new(&s.mem, limbs, uint64_t);
        s.of[k].edge = arena_new(&s.mem, limbs, uint64_t);
        s.of[k].least = arena_new(&s.mem, limbs, uint64_t);
        s.of[k].most = arena_new(&s.mem, limbs, uint64_t);
        s.of[k].t = rebuild(&s, k, arg, &s.of[k]);
        know(&s, k, &s.of[k], arg);
        if (!is_sum(term_get_op(c, k))) set_bit_ranges(&s.of[k], term_width(c, k));
    }
    term out = s.of[t].t;
    mem_free(needed);
    mem_free(s.of);
    arena_free(&s.mem);
    return out;
}

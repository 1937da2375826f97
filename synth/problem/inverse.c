// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* inverse.c - computes what the operand must be, given the result of a term.
 *
 * It walks from the root down to the operand and keeps the known bits of each subterm. Where the
 * operand occurs on both sides of an operator, nothing is known. There are three exceptions:
 *
 * - `ite`: both branches are inverted; bits on which they agree are known, and all bits of the only
 *   branch that can be.
 * - `x + x`: a shift by one.
 * - `x * x`: its low bits are known. */
#include "inverse.h"

typedef struct inverter {
    term_ctx *c;
    term p;
    bool *holds; /* p, by term, of those that were there at the beginning */
} inverter;

/* Of a subterm: its value in the bits that are known; whether it can be at all. */
typedef struct known {
    term value, bits, can;
} known;

static term mk(inverter *x, term_op op, term a, term b) { return term_mk_binary(x->c, op, a, b); }
static term inv(inverter *x, term a) { return term_mk_unary(x->c, TERM_BVNOT, a); }
static term number(inverter *x, uint64_t v, term like)
{
    return term_mk_u64(x->c, v, term_width(x->c, like));
}
static term ones(inverter *x, term like) { return term_mk_ones(x->c, term_width(x->c, like)); }
static term is_none(inverter *x, term a) { return mk(x, TERM_EQ, a, number(x, 0, a)); }
static term is_all(inverter *x, term a) { return mk(x, TERM_EQ, a, ones(x, a)); }
static term either_holds(inverter *x, term a, term b) { return mk(x, TERM_OR, a, b); }
static term implies(inverter *x, term a, term b)
{
    return mk(x, TERM_OR, term_mk_unary(x->c, TERM_NOT, a), b);
}

static known nothing_of(inverter *x)
{
    unsigned w = term_width(x->c, x->p);
    return (known){term_mk_u64(x->c, 0, w), term_mk_u64(x->c, 0, w), term_mk_bool(x->c, true)};
}

static known only_if(inverter *x, known k, term condition)
{
    k.can = mk(x, TERM_AND, k.can, condition);
    return k;
}

/* a or b is the case. */
static known either(inverter *x, known a, known b)
{
    term agree = mk(x, TERM_BVAND, mk(x, TERM_BVAND, a.bits, b.bits),
                    inv(x, mk(x, TERM_BVXOR, a.value, b.value)));
    return (known){
        .value = term_mk_ite(x->c, a.can, a.value, b.value),
        .bits = term_mk_ite(x->c, a.can, term_mk_ite(x->c, b.can, agree, a.bits), b.bits),
        .can = mk(x, TERM_OR, a.can, b.can)};
}

/* Both are the case. */
static known both(inverter *x, known a, known b)
{
    term clash = mk(x, TERM_BVAND, mk(x, TERM_BVAND, a.bits, b.bits),
                    mk(x, TERM_BVXOR, a.value, b.value));
    term value = mk(x, TERM_BVOR, mk(x, TERM_BVAND, a.value, a.bits),
                    mk(x, TERM_BVAND, b.value, b.bits));
    return (known){value, mk(x, TERM_BVOR, a.bits, b.bits),
                   mk(x, TERM_AND, mk(x, TERM_AND, a.can, b.can), is_none(x, clash))};
}

/* The known bits below the lowest unknown one: as far as sums and products are known. */
static term low_run(inverter *x, term bits)
{
    return mk(x, TERM_BVAND, bits, inv(x, mk(x, TERM_BVADD, bits, number(x, 1, bits))));
}

/* Zeros below the lowest one of a, as ones; all of zero. */
static term below_lowest(inverter *x, term a)
{
    return mk(x, TERM_BVAND, inv(x, a), mk(x, TERM_BVSUB, a, number(x, 1, a)));
}

static term lowest(inverter *x, term a)
{
    return mk(x, TERM_BVAND, a, term_mk_unary(x->c, TERM_BVNEG, a));
}

static known invert(inverter *x, term t, term v, term k); /* of a t that holds the source */
static term in_range(inverter *x, term t, term v, term k);

/* A term that may not hold the source is what it is. */
static known invert_any(inverter *x, term t, term v, term k)
{
    if (x->holds[t]) return invert(x, t, v, k);
    return only_if(x, nothing_of(x), is_none(x, mk(x, TERM_BVAND, mk(x, TERM_BVXOR, t, v), k)));
}

/* The one argument that holds the source; TERM_NONE when both do. */
static term holder(const inverter *x, term t, term *other)
{
    term a = term_arg(x->c, t, 0), b = term_arg(x->c, t, 1);
    if (x->holds[a] && x->holds[b]) return TERM_NONE;
    *other = x->holds[a] ? b : a;
    return x->holds[a] ? a : b;
}

/* The bits above the highest one of a, as ones. */
static term above_highest(inverter *x, term a)
{
    for (unsigned by = 1; by < term_width(x->c, a); by *= 2)
        a = mk(x, TERM_BVOR, a, mk(x, TERM_BVLSHR, a, number(x, by, a)));
    return inv(x, a);
}

/* The low bits are known as far as v is without a gap. So is what the ends of the range that v may
 * be in have in common at their high ends. */
static known invert_sum(inverter *x, term t, term v, term k)
{
    term a = term_arg(x->c, t, 0), other, s = holder(x, t, &other), one = number(x, 1, v);
    bool add = term_get_op(x->c, t) == TERM_BVADD;
    if (!s && add &&
        a == term_arg(x->c, t, 1)) /* a shift: the lowest bit is zero, the highest one is lost */
        return only_if(x, invert(x, a, mk(x, TERM_BVLSHR, v, one), mk(x, TERM_BVLSHR, k, one)),
                       is_none(x, mk(x, TERM_BVAND, mk(x, TERM_BVAND, v, k), one)));
    if (!s) return only_if(x, nothing_of(x), in_range(x, t, v, k));
    term end[2] = {mk(x, TERM_BVAND, v, k), mk(x, TERM_BVOR, v, inv(x, k))}, run = low_run(x, k);
    for (unsigned i = 0; i < 2; i++) {
        if (add) end[i] = mk(x, TERM_BVSUB, end[i], other);
        else end[i] = s == a ? mk(x, TERM_BVADD, end[i], other) : mk(x, TERM_BVSUB, other, end[i]);
    }
    unsigned low = add || s == a ? 0 : 1;
    term ordered = mk(x, TERM_BVULE, end[low], end[1 - low]),
         differ = mk(x, TERM_BVXOR, end[0], end[1]);
    term common = end[0] == end[1]
                      ? ones(x, v)
                      : term_mk_ite(x->c, ordered, above_highest(x, differ), number(x, 0, v));
    return invert(x, s, end[0], mk(x, TERM_BVOR, run, common));
}

static known invert_logic(inverter *x, term t, term v, term k)
{
    term other, s = holder(x, t, &other), wrong;
    if (!s) return nothing_of(x);
    switch (term_get_op(x->c, t)) {
    case TERM_BVXOR: return invert(x, s, mk(x, TERM_BVXOR, v, other), k);
    case TERM_BVAND:
        wrong = mk(x, TERM_BVAND, mk(x, TERM_BVAND, v, k), inv(x, other));
        return only_if(x, invert(x, s, v, mk(x, TERM_BVAND, k, other)), is_none(x, wrong));
    default:
        wrong = mk(x, TERM_BVAND, mk(x, TERM_BVAND, inv(x, v), k), other);
        return only_if(x, invert(x, s, v, mk(x, TERM_BVAND, k, inv(x, other))), is_none(x, wrong));
    }
}

/* 1/a modulo 2^w, of an odd a: each of Newton's steps doubles the bits that are right, of which a
 * itself has three (Warren 2013, 10-16). */
static term reciprocal(inverter *x, term a)
{
    term y = a;
    for (unsigned right = 3; right < term_width(x->c, a); right *= 2)
        y = mk(x, TERM_BVMUL, y, mk(x, TERM_BVSUB, number(x, 2, a), mk(x, TERM_BVMUL, a, y)));
    return y;
}

/* What t is the zero or sign extension of, if that has at most half of its bits; else TERM_NONE. */
static term extended(const inverter *x, term t, bool *has_sign)
{
    term_op op = term_get_op(x->c, t);
    term s = TERM_NONE;
    if (op == TERM_ZERO_EXTEND || op == TERM_SIGN_EXTEND) s = term_arg(x->c, t, 0);
    if (op == TERM_CONCAT && term_is_zero(x->c, term_arg(x->c, t, 0))) s = term_arg(x->c, t, 1);
    *has_sign = op == TERM_SIGN_EXTEND;
    return s && 2 * term_width(x->c, s) <= term_width(x->c, t) ? s : TERM_NONE;
}

/* The least and the greatest that t can be, as signed numbers of two bits more. */
typedef struct range {
    term least, most;
    bool has_sign; /* t is a signed number of its own bits */
} range;
enum { RANGE_BITS = 2 };

/* Of a product of extended factors: at the ends of the one that holds the source. Half of the bits
 * hold either, so nothing is lost. */
static bool range_of_product(inverter *x, term t, range *r)
{
    bool s_signed, factor_signed;
    term factor, s = holder(x, t, &factor), first = term_arg(x->c, t, 0);
    if (first == term_arg(x->c, t, 1) && (s = extended(x, first, &s_signed))) {
        /* at most 2^m or less than that, squared */
        unsigned m = term_width(x->c, s) - s_signed, w = term_width(x->c, t) + RANGE_BITS;
        *r = (range){term_mk_u64(x->c, 0, w),
                     mk(x, TERM_BVSHL, term_mk_u64(x->c, 1, w), term_mk_u64(x->c, 2 * m, w)),
                     s_signed};
        return true;
    }
    if (!s || !extended(x, factor, &factor_signed) || !(s = extended(x, s, &s_signed)))
        return false;
    unsigned w = term_width(x->c, t) + RANGE_BITS, m = term_width(x->c, s);
    term f = term_mk_extend(x->c, factor_signed ? TERM_SIGN_EXTEND : TERM_ZERO_EXTEND, RANGE_BITS,
                            factor),
         all = term_mk_ones(x->c, w);
    term least = s_signed ? mk(x, TERM_BVSHL, all, number(x, m - 1, all)) : number(x, 0, all);
    term most = inv(x, mk(x, TERM_BVSHL, all, number(x, s_signed ? m - 1 : m, all)));
    term one_end = mk(x, TERM_BVMUL, least, f), other_end = mk(x, TERM_BVMUL, most, f),
         negative = mk(x, TERM_BVSLT, f, number(x, 0, all));
    *r = (range){term_mk_ite(x->c, negative, other_end, one_end),
                 term_mk_ite(x->c, negative, one_end, other_end), s_signed || factor_signed};
    return true;
}

static bool range_of_sum(inverter *x, term t, range *r)
{
    range a, b;
    if (term_get_op(x->c, t) == TERM_BVMUL) return range_of_product(x, t, r);
    if (term_get_op(x->c, t) != TERM_BVADD) return false;
    for (unsigned i = 0; i < 2; i++)
        if (term_get_op(x->c, term_arg(x->c, t, i)) != TERM_BVMUL ||
            !range_of_product(x, term_arg(x->c, t, i), i ? &b : &a))
            return false;
    if (!a.has_sign || !b.has_sign) return false;
    *r = (range){mk(x, TERM_BVADD, a.least, b.least), mk(x, TERM_BVADD, a.most, b.most), true};
    return true;
}

/* Whether t, of which bits are known, can be in its range; sums may wrap around. */
static term in_range(inverter *x, term t, term v, term k)
{
    range r;
    unsigned w = term_width(x->c, t);
    if (!range_of_sum(x, t, &r)) return term_mk_bool(x->c, true);
    term_op extend = r.has_sign ? TERM_SIGN_EXTEND : TERM_ZERO_EXTEND;
    term low = mk(x, TERM_BVAND, v, k), high = mk(x, TERM_BVOR, v, inv(x, k)),
         can = term_mk_bool(x->c, false);
    if (r.has_sign) { /* an unknown sign */
        term sign = mk(x, TERM_BVSHL, number(x, 1, v), number(x, w - 1, v)),
             unknown = is_none(x, mk(x, TERM_BVAND, k, sign));
        low = term_mk_ite(x->c, unknown, mk(x, TERM_BVOR, low, sign), low);
        high = term_mk_ite(x->c, unknown, mk(x, TERM_BVAND, high, inv(x, sign)), high);
    }
    low = term_mk_extend(x->c, extend, RANGE_BITS, low);
    high = term_mk_extend(x->c, extend, RANGE_BITS, high);
    term round = mk(x, TERM_BVSHL, number(x, 1, low), number(x, w, low));
    for (int turns = -1; turns <= 1; turns++) {
        term by = turns < 0 ? term_mk_unary(x->c, TERM_BVNEG, round)
                  : turns   ? round
                            : number(x, 0, low);
        term inside = mk(x, TERM_AND, mk(x, TERM_BVSLE, mk(x, TERM_BVADD, low, by), r.most),
                         mk(x, TERM_BVSLE, r.least, mk(x, TERM_BVADD, high, by)));
        can = either_holds(x, can, inside);
    }
    return can;
}

/* A product has the zeros of a factor at its low end. By an odd factor it can be divided. */
static known invert_product(inverter *x, term t, term v, term k)
{
    term factor, s = holder(x, t, &factor), run = low_run(x, k), one = number(x, 1, v),
                 zero = number(x, 0, v);
    /* squares are 1 modulo 8, or 0 modulo 4 */
    if (!s && term_arg(x->c, t, 0) == term_arg(x->c, t, 1) && term_width(x->c, t) >= 3) {
        term seven = number(x, 7, v), three = number(x, 3, v), low = mk(x, TERM_BVAND, v, seven);
        term square = either_holds(x, mk(x, TERM_EQ, low, one),
                                   is_none(x, mk(x, TERM_BVAND, v, three)));
        return only_if(
            x,
            only_if(x, nothing_of(x),
                    implies(x, mk(x, TERM_EQ, mk(x, TERM_BVAND, k, seven), seven), square)),
            in_range(x, t, v, k));
    }
    if (!s) return nothing_of(x);
    term odd = mk(x, TERM_EQ, mk(x, TERM_BVAND, factor, one), one);
    term zeros = is_none(x, mk(x, TERM_BVAND, mk(x, TERM_BVAND, v, run), below_lowest(x, factor)));
    known r = invert(x, s, mk(x, TERM_BVMUL, v, reciprocal(x, factor)),
                     term_mk_ite(x->c, odd, run, zero));
    return only_if(x, only_if(x, r, zeros), in_range(x, t, v, k));
}

/* By an amount that is known. */
static known invert_shifted(inverter *x, term_op op, term s, term by, term v, term k)
{
    term all = ones(x, v), w = number(x, term_width(x->c, v), v),
         last = number(x, term_width(x->c, v) - 1, v);
    term_op back = op == TERM_BVSHL ? TERM_BVLSHR : TERM_BVSHL;
    if (op == TERM_BVASHR) {
        by = term_mk_ite(x->c, mk(x, TERM_BVULT, by, w), by, last);
        term p = mk(x, TERM_BVSHL, v, by), again = mk(x, TERM_BVASHR, p, by);
        return only_if(x, invert(x, s, p, mk(x, TERM_BVSHL, k, by)),
                       implies(x, is_all(x, k), mk(x, TERM_EQ, again, v)));
    }
    term reach = mk(x, op, all, by),
         wrong = mk(x, TERM_BVAND, mk(x, TERM_BVAND, v, k), inv(x, reach));
    return only_if(x, invert(x, s, mk(x, back, v, by), mk(x, back, k, by)), is_none(x, wrong));
}

/* Shifted up until the highest bit is one. */
static term to_the_top(inverter *x, term a)
{
    unsigned w = term_width(x->c, a), by = 1;
    while (2 * by < w) by *= 2;
    for (; by; by /= 2) {
        term above = mk(x, TERM_BVLSHR, a, number(x, w - by, a));
        a = term_mk_ite(x->c, is_none(x, above), mk(x, TERM_BVSHL, a, number(x, by, a)), a);
    }
    return a;
}

/* Whether v can be s shifted right: both begin with the same bits, as far as v has any. */
static term begins(inverter *x, term s, term v)
{
    term top = to_the_top(x, v), differ = mk(x, TERM_BVXOR, to_the_top(x, s), top);
    return either_holds(
        x, is_none(x, v),
        mk(x, TERM_AND, mk(x, TERM_BVULE, v, s), mk(x, TERM_BVULT, differ, lowest(x, top))));
}

/* Whether v can be s shifted by some amount. To the left, the lowest one moves with the rest, so v
 * * lowest(s) is s * lowest(v). */
static term is_some_shift(inverter *x, term_op op, term s, term v)
{
    term zero = number(x, 0, v);
    if (op == TERM_BVSHL) {
        term same = mk(x, TERM_EQ, mk(x, TERM_BVMUL, v, lowest(x, s)),
                       mk(x, TERM_BVMUL, s, lowest(x, v)));
        return either_holds(x, is_none(x, v),
                            mk(x, TERM_AND, term_mk_unary(x->c, TERM_NOT, is_none(x, s)), same));
    }
    if (op == TERM_BVLSHR) return begins(x, s, v);
    term negative[2] = {mk(x, TERM_BVSLT, s, zero), mk(x, TERM_BVSLT, v, zero)};
    term as_signed = begins(x, term_mk_ite(x->c, negative[0], inv(x, s), s),
                            term_mk_ite(x->c, negative[0], inv(x, v), v));
    return mk(x, TERM_AND, mk(x, TERM_EQ, negative[0], negative[1]), as_signed);
}

/* Whether v can be a number shifted by itself: by less than its bits it is small, by more nothing
 * is left, or the sign. */
static term is_own_shift(inverter *x, term_op op, term v)
{
    unsigned w = term_width(x->c, v), log = 0;
    while (1u << log < w) log++;
    term small = mk(x, TERM_BVULT, mk(x, TERM_BVLSHR, v, number(x, log, v)),
                    op == TERM_BVSHL ? lowest(x, v) : number(x, 1, v));
    term rest = either_holds(x, is_none(x, v),
                             op == TERM_BVASHR ? is_all(x, v) : term_mk_bool(x->c, false));
    return either_holds(x, small, rest);
}

static known invert_shift(inverter *x, term t, term v, term k)
{
    term a = term_arg(x->c, t, 0), b = term_arg(x->c, t, 1);
    term_op op = term_get_op(x->c, t);
    if (!x->holds[b]) return invert_shifted(x, op, a, b, v, k);
    if (x->holds[a] && a != b) return nothing_of(x);
    term can = a == b ? is_own_shift(x, op, v) : is_some_shift(x, op, a, v);
    return only_if(x, nothing_of(x), implies(x, is_all(x, k), can));
}

/* A sign extension; constructors make zero extensions concatenations. */
static known invert_extended(inverter *x, term t, term v, term k)
{
    term s = term_arg(x->c, t, 0);
    unsigned w = term_width(x->c, s);
    term low = term_mk_extract(x->c, w - 1, 0, v), bits = term_mk_extract(x->c, w - 1, 0, k);
    term again = term_mk_extend(x->c, TERM_SIGN_EXTEND, term_width(x->c, t) - w, low);
    term right = is_none(x, mk(x, TERM_BVAND, mk(x, TERM_BVXOR, again, v), k)),
         has_sign = is_all(x, term_mk_extract(x->c, w - 1, w - 1, bits));
    return only_if(x, invert(x, s, low, bits), implies(x, has_sign, right));
}

/* Bits high..low of s. */
static known invert_extracted(inverter *x, term t, term v, term k)
{
    term s = term_arg(x->c, t, 0), by = number(x, term_int(x->c, t, 1), s);
    unsigned more = term_width(x->c, s) - term_width(x->c, t);
    term wide[2] = {term_mk_extend(x->c, TERM_ZERO_EXTEND, more, v),
                    term_mk_extend(x->c, TERM_ZERO_EXTEND, more, k)};
    return invert(x, s, mk(x, TERM_BVSHL, wide[0], by), mk(x, TERM_BVSHL, wide[1], by));
}

static known invert_concat(inverter *x, term t, term v, term k)
{
    term high = term_arg(x->c, t, 0), low = term_arg(x->c, t, 1);
    unsigned w = term_width(x->c, t), at = term_width(x->c, low);
    known a = invert_any(x, high, term_mk_extract(x->c, w - 1, at, v),
                         term_mk_extract(x->c, w - 1, at, k));
    known b = invert_any(x, low, term_mk_extract(x->c, at - 1, 0, v),
                         term_mk_extract(x->c, at - 1, 0, k));
    return both(x, a, b);
}

/* What a sum is clamped between, when t is clamped: its ends, clamped, are the ends of t. */
static term in_clamped_range(inverter *x, term t, term v, term k)
{
    term below = term_arg(x->c, t, 0), rest = term_arg(x->c, t, 2), sum, end[2];
    range r;
    if (term_get_op(x->c, below) != TERM_BVSLT || term_get_op(x->c, rest) != TERM_ITE)
        return term_mk_bool(x->c, true);
    sum = term_arg(x->c, below, 0);
    term above = term_arg(x->c, rest, 0), inside = term_arg(x->c, rest, 2),
         least = term_arg(x->c, t, 1), most = term_arg(x->c, rest, 1);
    unsigned w = term_width(x->c, t), more = term_width(x->c, sum) - w;
    bool clamps = term_get_op(x->c, above) == TERM_BVSLT && term_arg(x->c, above, 1) == sum &&
                  inside == term_mk_extract(x->c, w - 1, 0, sum) &&
                  term_arg(x->c, below, 1) == term_mk_extend(x->c, TERM_SIGN_EXTEND, more, least) &&
                  term_arg(x->c, above, 0) == term_mk_extend(x->c, TERM_SIGN_EXTEND, more, most);
    if (!clamps || !range_of_sum(x, sum, &r) || !r.has_sign) return term_mk_bool(x->c, true);
    for (unsigned i = 0; i < 2; i++) {
        term e = i ? r.most : r.least, wide[2];
        wide[0] = term_mk_extend(x->c, TERM_SIGN_EXTEND, more + RANGE_BITS, least);
        wide[1] = term_mk_extend(x->c, TERM_SIGN_EXTEND, more + RANGE_BITS, most);
        e = term_mk_ite(x->c, mk(x, TERM_BVSLT, e, wide[0]), wide[0],
                        term_mk_ite(x->c, mk(x, TERM_BVSLT, wide[1], e), wide[1], e));
        end[i] = term_mk_extract(x->c, w - 1, 0, e);
    }
    return implies(x, is_all(x, k),
                   mk(x, TERM_AND, mk(x, TERM_BVSLE, end[0], v), mk(x, TERM_BVSLE, v, end[1])));
}

/* What is known where a condition holds, or does not: below a power of two the high bits are zero,
 * of what is negative the sign is one. */
static known invert_condition(inverter *x, term t, bool holds)
{
    term_op op = term_get_op(x->c, t);
    if (!x->holds[t]) return nothing_of(x);
    if (op == TERM_NOT) return invert_condition(x, term_arg(x->c, t, 0), !holds);
    if (term_nargs(x->c, t) != 2) return nothing_of(x);
    term a = term_arg(x->c, t, 0), b = term_arg(x->c, t, 1);
    if (op == TERM_AND && holds)
        return both(x, invert_condition(x, a, true), invert_condition(x, b, true));
    if (op == TERM_EQ && holds && term_width(x->c, a) && x->holds[a] != x->holds[b])
        return invert(x, x->holds[a] ? a : b, x->holds[a] ? b : a, ones(x, a));
    if (!x->holds[a] || x->holds[b] || !term_is_const(x->c, b)) return nothing_of(x);
    unsigned w = term_width(x->c, a);
    if (op == TERM_BVSLT && term_is_zero(x->c, b)) {
        term sign = mk(x, TERM_BVSHL, number(x, 1, a), number(x, w - 1, a));
        return invert(x, a, holds ? sign : number(x, 0, a), sign);
    }
    if (op == TERM_BVULT && holds)
        return invert(x, a, number(x, 0, a),
                      above_highest(x, mk(x, TERM_BVSUB, b, number(x, 1, b))));
    return nothing_of(x);
}

/* Where the source is wholly known on a side the condition tells whether that side can be. */
static known invert_choice(inverter *x, term t, term v, term k)
{
    term condition = term_arg(x->c, t, 0);
    known side[2];
    for (unsigned i = 0; i < 2; i++) {
        side[i] = both(x, invert_any(x, term_arg(x->c, t, 1 + i), v, k),
                       invert_condition(x, condition, i == 0));
        term here = term_substitute(x->c, condition, &x->p, &side[i].value, 1);
        if (i) here = term_mk_unary(x->c, TERM_NOT, here);
        side[i] = only_if(x, side[i],
                          x->holds[condition] ? implies(x, is_all(x, side[i].bits), here) : here);
    }
    return only_if(x, either(x, side[0], side[1]), in_clamped_range(x, t, v, k));
}

static known invert(inverter *x, term t, term v, term k)
{
    if (t == x->p) return (known){v, k, term_mk_bool(x->c, true)};
    switch (term_get_op(x->c, t)) {
    case TERM_BVNOT: return invert(x, term_arg(x->c, t, 0), inv(x, v), k);
    case TERM_BVNEG:
        return invert(x, term_arg(x->c, t, 0), term_mk_unary(x->c, TERM_BVNEG, v), low_run(x, k));
    case TERM_BVADD:
    case TERM_BVSUB: return invert_sum(x, t, v, k);
    case TERM_BVAND:
    case TERM_BVOR:
    case TERM_BVXOR: return invert_logic(x, t, v, k);
    case TERM_BVMUL: return invert_product(x, t, v, k);
    case TERM_BVSHL:
    case TERM_BVLSHR:
    case TERM_BVASHR: return invert_shift(x, t, v, k);
    case TERM_SIGN_EXTEND: return invert_extended(x, t, v, k);
    case TERM_EXTRACT: return invert_extracted(x, t, v, k);
    case TERM_CONCAT: return invert_concat(x, t, v, k);
    case TERM_ITE: return invert_choice(x, t, v, k);
    default: return nothing_of(x);
    }
}

inverse inverse_of(term_ctx *c, term t, term p, term r, term care)
{
    inverter x = {.c = c, .p = p, .holds = mem_alloc((size_t)t + 1, sizeof *x.holds)};
    for (term i = 1; i <= t; i++) {
        x.holds[i] = i == p;
        for (unsigned k = 0; k < term_nargs(c, i); k++)
            x.holds[i] = x.holds[i] || x.holds[term_arg(c, i, k)];
    }
    known k = invert_any(&x, t, r, care);
    term all = term_mk_ones(c, term_width(c, p));
    mem_free(x.holds);
    return (inverse){
        .on = term_mk_ite(c, k.can, mk(&x, TERM_BVAND, k.value, k.bits), all),
        .off = term_mk_ite(c, k.can, mk(&x, TERM_BVAND, inv(&x, k.value), k.bits), all)};
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irfloat.c - conversions between integers and binary floating-point numbers, and quotients of
 * such, as terms.
 *
 * The magnitude's highest one gives the exponent; what stands below it, moved to the top of the
 * fraction, is rounded where it is longer. A carry of the rounding goes into the exponent, as the
 * formats are made for. */
#include "irfloat.h"

bool float_format_of(LLVMTypeRef type, float_format *out)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMHalfTypeKind: *out = (float_format){16, 5, 10}; return true;
    case LLVMBFloatTypeKind: *out = (float_format){16, 8, 7}; return true;
    case LLVMFloatTypeKind: *out = (float_format){32, 8, 23}; return true;
    case LLVMDoubleTypeKind: *out = (float_format){64, 11, 52}; return true;
    default: return false;
    }
}

static unsigned bias(const float_format *f) { return (1u << (f->exponent - 1)) - 1; }

bool float_holds(const float_format *f, unsigned bits) { return bits <= bias(f); }

static term num(term_ctx *c, uint64_t value, unsigned bits) { return term_mk_u64(c, value, bits); }
static term op2(term_ctx *c, term_op op, term a, term b) { return term_mk_binary(c, op, a, b); }

static term has_bit(term_ctx *c, term x, unsigned i)
{
    return op2(c, TERM_EQ, term_mk_extract(c, i, i, x), num(c, 1, 1));
}

static term is_zero(term_ctx *c, term x) { return op2(c, TERM_EQ, x, num(c, 0, term_width(c, x))); }

/* x with zeros above, or cut. */
static term resized(term_ctx *c, term x, unsigned bits)
{
    unsigned have = term_width(c, x);
    return bits < have ? term_mk_extract(c, bits - 1, 0, x)
                       : term_mk_extend(c, TERM_ZERO_EXTEND, bits - have, x);
}

/* 1 in the format's width where the bits of size below `low` round what stands from there up to the
 * next number. */
static term round_up(term_ctx *c, const float_format *f, term size, unsigned low)
{
    term half = term_mk_extract(c, low - 1, low - 1, size),
         more = term_mk_extract(c, low, low, size);
    if (low > 1) {
        term none = is_zero(c, term_mk_extract(c, low - 2, 0, size));
        more = op2(c, TERM_BVOR, more, term_mk_ite(c, none, num(c, 0, 1), num(c, 1, 1)));
    }
    return resized(c, op2(c, TERM_BVAND, half, more), f->bits);
}

/* The number size, whose highest one is bit i. The one itself, added to the exponent's place, makes
 * up for an exponent less by 1. */
static term with_highest(term_ctx *c, const float_format *f, term size, unsigned i)
{
    term exponent = op2(c, TERM_BVSHL, num(c, bias(f) + i - 1, f->bits),
                        num(c, f->fraction, f->bits));
    if (i <= f->fraction) {
        term significand = op2(c, TERM_BVSHL, resized(c, size, f->bits),
                               num(c, f->fraction - i, f->bits));
        return op2(c, TERM_BVADD, exponent, significand);
    }
    unsigned low = i - f->fraction;
    term significand = resized(c, term_mk_extract(c, i, low, size), f->bits);
    return op2(c, TERM_BVADD, op2(c, TERM_BVADD, exponent, significand), round_up(c, f, size, low));
}

term float_from_integer(term_ctx *c, const float_format *f, term x, bool is_signed)
{
    unsigned bits = term_width(c, x);
    term negative = is_signed ? has_bit(c, x, bits - 1) : term_mk_bool(c, false);
    term size = term_mk_ite(c, negative, term_mk_unary(c, TERM_BVNEG, x), x),
         out = num(c, 0, f->bits);
    for (unsigned i = 0; i < bits; i++)
        out = term_mk_ite(c, has_bit(c, size, i), with_highest(c, f, size, i), out);
    term sign = term_mk_ite(c, negative, num(c, 1, 1), num(c, 0, 1));
    const term parts[] = {term_mk_extract(c, f->bits - 2, 0, out), sign};
    return term_mk_concat_n(c, parts, 2);
}

term float_to_integer(term_ctx *c, const float_format *f, term x, unsigned bits, bool is_signed,
                      term *fits)
{
    unsigned wide = bits + f->fraction + 1;
    term exponent = term_mk_extract(c, f->bits - 2, f->fraction, x),
         negative = has_bit(c, x, f->bits - 1);
    const term parts[] = {term_mk_extract(c, f->fraction - 1, 0, x), num(c, 1, 1)};
    term significand = resized(c, term_mk_concat_n(c, parts, 2), wide);
    term below_one = op2(c, TERM_BVULT, exponent, num(c, bias(f), f->exponent));
    term in_reach = op2(c, TERM_BVULT, exponent, num(c, bias(f) + bits, f->exponent));
    term by = resized(c, op2(c, TERM_BVSUB, exponent, num(c, bias(f), f->exponent)), wide);
    term moved = op2(c, TERM_BVSHL, significand, by);
    term size = term_mk_extract(c, f->fraction + bits, f->fraction, moved); /* bits + 1 of them */
    term one = num(c, 1, bits + 1),
         limit = op2(c, TERM_BVSHL, one, num(c, is_signed ? bits - 1 : bits, bits + 1));
    term least_size = is_signed ? limit : num(c, 0, bits + 1);
    term most = op2(c, TERM_BVSUB, limit, one);
    term in_range = op2(c, TERM_BVULE, size, term_mk_ite(c, negative, least_size, most));
    *fits = op2(c, TERM_OR, below_one, op2(c, TERM_AND, in_reach, in_range));
    term value = term_mk_extract(c, bits - 1, 0, size);
    value = term_mk_ite(c, negative, term_mk_unary(c, TERM_BVNEG, value), value);
    return term_mk_ite(c, below_one, num(c, 0, bits), value);
}

/* ---- quotients ---- */

/* A number taken apart. Of a subnormal one the highest one of the significand is where that of
 * others is, too. */
typedef struct float_parts {
    term negative, zero, infinite, nan; /* Bools */
    term significand;                   /* fraction + 1 bits */
    term exponent;                      /* signed, of exponent + SLACK bits */
} float_parts;

enum { SLACK = 6, EXTRA = 3 }; /* EXTRA: bits of a quotient below its fraction */

static term both(term_ctx *c, term a, term b) { return op2(c, TERM_AND, a, b); }
static term either(term_ctx *c, term a, term b) { return op2(c, TERM_OR, a, b); }
static term negated(term_ctx *c, term a) { return term_mk_unary(c, TERM_NOT, a); }

/* The highest one moved to the top, in steps of powers of two. */
static void normalise(term_ctx *c, const float_format *f, float_parts *p)
{
    unsigned bits = f->fraction + 1, most = 1;
    while (2 * most < bits) most *= 2;
    for (unsigned by = most; by; by /= 2) {
        term low = is_zero(c, term_mk_extract(c, bits - 1, bits - by, p->significand));
        p->significand = term_mk_ite(c, low, op2(c, TERM_BVSHL, p->significand, num(c, by, bits)),
                                     p->significand);
        p->exponent = term_mk_ite(
            c, low, op2(c, TERM_BVSUB, p->exponent, num(c, by, f->exponent + SLACK)), p->exponent);
    }
}

static float_parts take_apart(term_ctx *c, const float_format *f, term x)
{
    float_parts p = {.negative = has_bit(c, x, f->bits - 1)};
    term fraction = term_mk_extract(c, f->fraction - 1, 0, x),
         exponent = term_mk_extract(c, f->bits - 2, f->fraction, x);
    term low = is_zero(c, exponent), high = op2(c, TERM_EQ, exponent, term_mk_ones(c, f->exponent)),
         whole = is_zero(c, fraction);
    const term parts[] = {fraction, term_mk_ite(c, low, num(c, 0, 1), num(c, 1, 1))};
    p.zero = both(c, low, whole);
    p.infinite = both(c, high, whole);
    p.nan = both(c, high, negated(c, whole));
    p.significand = term_mk_concat_n(c, parts, 2);
    p.exponent = resized(c, term_mk_ite(c, low, num(c, 1, f->exponent), exponent),
                         f->exponent + SLACK);
    normalise(c, f, &p);
    return p;
}

/* 2^by * x / 2^by with a one below where something was cut off. */
static term shifted_down(term_ctx *c, term x, term by)
{
    unsigned bits = term_width(c, x);
    term moved = op2(c, TERM_BVLSHR, x, by), back = op2(c, TERM_BVSHL, moved, by);
    term lost = term_mk_ite(c, op2(c, TERM_EQ, back, x), num(c, 0, bits), num(c, 1, bits));
    return op2(c, TERM_BVOR, moved, lost);
}

/* The number without its sign that is significand * 2^(exponent - bias - fraction - EXTRA).
 * significand: its highest one is its highest bit, EXTRA bits below the fraction, the lowest of
 * which stands for all that is cut off. */
static term rounded(term_ctx *c, const float_format *f, term significand, term exponent)
{
    unsigned bits = f->fraction + 1 + EXTRA, wide = f->exponent + SLACK;
    term least = num(c, 1, wide), too_low = op2(c, TERM_BVSLT, exponent, least);
    term below = op2(c, TERM_BVSUB, least, exponent), all = num(c, bits, wide);
    below = term_mk_ite(c, op2(c, TERM_BVULT, below, all), below, all);
    require(wide <= bits, "a shift fits what it shifts");
    significand = term_mk_ite(c, too_low, shifted_down(c, significand, resized(c, below, bits)),
                              significand);
    exponent = term_mk_ite(c, too_low, least, exponent);
    /* the highest one makes up for an exponent less by 1; without it the number is subnormal */
    term place = op2(c, TERM_BVSHL, resized(c, op2(c, TERM_BVSUB, exponent, least), f->bits),
                     num(c, f->fraction, f->bits));
    term kept = resized(c, term_mk_extract(c, bits - 1, EXTRA, significand), f->bits);
    term size = op2(c, TERM_BVADD, op2(c, TERM_BVADD, place, kept),
                    round_up(c, f, significand, EXTRA));
    term too_high = op2(c, TERM_BVSLT, num(c, (1u << f->exponent) - 2, wide), exponent);
    term infinity = num(c, ((uint64_t)1 << f->exponent) - 1, f->bits);
    return term_mk_ite(c, too_high, op2(c, TERM_BVSHL, infinity, num(c, f->fraction, f->bits)),
                       size);
}

bool float_can_divide(const float_format *f)
{
    return f->exponent + SLACK <= f->fraction + 1 + EXTRA;
}

term float_divide(term_ctx *c, const float_format *f, term x, term y)
{
    float_parts a = take_apart(c, f, x), b = take_apart(c, f, y);
    unsigned wide = f->exponent + SLACK, bits = f->fraction + 1 + EXTRA,
             long_bits = 2 * f->fraction + 1 + EXTRA + 1;
    /* Of two significands from 1 to 2 the quotient is from 1/2 to 2. */
    term dividend = op2(c, TERM_BVSHL, resized(c, a.significand, long_bits),
                        num(c, f->fraction + EXTRA, long_bits));
    term divisor = resized(c, b.significand, long_bits);
    term quotient = op2(c, TERM_BVUDIV, dividend, divisor),
         rest = op2(c, TERM_BVUREM, dividend, divisor);
    term exponent = op2(c, TERM_BVADD, op2(c, TERM_BVSUB, a.exponent, b.exponent),
                        num(c, bias(f), wide));
    term significand = term_mk_extract(c, bits - 1, 0, quotient),
         small = negated(c, has_bit(c, significand, bits - 1));
    significand = term_mk_ite(c, small, op2(c, TERM_BVSHL, significand, num(c, 1, bits)),
                              significand);
    significand = op2(c, TERM_BVOR, significand,
                      term_mk_ite(c, is_zero(c, rest), num(c, 0, bits), num(c, 1, bits)));
    exponent = term_mk_ite(c, small, op2(c, TERM_BVSUB, exponent, num(c, 1, wide)), exponent);

    term none = either(c, either(c, a.nan, b.nan),
                       either(c, both(c, a.zero, b.zero), both(c, a.infinite, b.infinite)));
    term top = op2(c, TERM_BVSHL, num(c, ((uint64_t)1 << f->exponent) - 1, f->bits),
                   num(c, f->fraction, f->bits));
    term quiet = op2(c, TERM_BVOR, top,
                     op2(c, TERM_BVSHL, num(c, 1, f->bits), num(c, f->fraction - 1, f->bits)));
    term size = rounded(c, f, significand, exponent);
    size = term_mk_ite(c, either(c, a.zero, b.infinite), num(c, 0, f->bits), size);
    size = term_mk_ite(c, either(c, a.infinite, b.zero), top, size);
    term minus = term_mk_ite(c, op2(c, TERM_EQ, a.negative, b.negative), num(c, 0, 1),
                             num(c, 1, 1));
    const term parts[] = {term_mk_extract(c, f->bits - 2, 0, size), minus};
    return term_mk_ite(c, none, quiet, term_mk_concat_n(c, parts, 2));
}

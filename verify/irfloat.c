/* irfloat.c - conversions between integers and binary floating-point numbers, as terms.
 *
 * The magnitude's highest one gives the exponent; what stands below it, moved to the top of the fraction, is rounded where it is
 * longer. A carry of the rounding goes into the exponent, as the formats are made for. */
#include "irfloat.h"

bool float_format_of(LLVMTypeRef type, float_format *out)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMHalfTypeKind: *out = (float_format){16, 5, 10}; return true;
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
    return bits < have ? term_mk_extract(c, bits - 1, 0, x) : term_mk_extend(c, TERM_ZERO_EXTEND, bits - have, x);
}

/* 1 in the format's width where the bits of size below `low` round what stands from there up to the next number. */
static term round_up(term_ctx *c, const float_format *f, term size, unsigned low)
{
    term half = term_mk_extract(c, low - 1, low - 1, size), more = term_mk_extract(c, low, low, size);
    if (low > 1) {
        term none = is_zero(c, term_mk_extract(c, low - 2, 0, size));
        more = op2(c, TERM_BVOR, more, term_mk_ite(c, none, num(c, 0, 1), num(c, 1, 1)));
    }
    return resized(c, op2(c, TERM_BVAND, half, more), f->bits);
}

/* The number size, whose highest one is bit i. The one itself, added to the exponent's place, makes up for an exponent less by 1. */
static term with_highest(term_ctx *c, const float_format *f, term size, unsigned i)
{
    term exponent = op2(c, TERM_BVSHL, num(c, bias(f) + i - 1, f->bits), num(c, f->fraction, f->bits));
    if (i <= f->fraction) {
        term significand = op2(c, TERM_BVSHL, resized(c, size, f->bits), num(c, f->fraction - i, f->bits));
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
    term size = term_mk_ite(c, negative, term_mk_unary(c, TERM_BVNEG, x), x), out = num(c, 0, f->bits);
    for (unsigned i = 0; i < bits; i++) out = term_mk_ite(c, has_bit(c, size, i), with_highest(c, f, size, i), out);
    term sign = term_mk_ite(c, negative, num(c, 1, 1), num(c, 0, 1));
    const term parts[] = {term_mk_extract(c, f->bits - 2, 0, out), sign};
    return term_mk_concat_n(c, parts, 2);
}

term float_to_integer(term_ctx *c, const float_format *f, term x, unsigned bits, bool is_signed, term *fits)
{
    unsigned wide = bits + f->fraction + 1;
    term exponent = term_mk_extract(c, f->bits - 2, f->fraction, x), negative = has_bit(c, x, f->bits - 1);
    const term parts[] = {term_mk_extract(c, f->fraction - 1, 0, x), num(c, 1, 1)};
    term significand = resized(c, term_mk_concat_n(c, parts, 2), wide);
    term below_one = op2(c, TERM_BVULT, exponent, num(c, bias(f), f->exponent));
    term in_reach = op2(c, TERM_BVULT, exponent, num(c, bias(f) + bits, f->exponent));
    term by = resized(c, op2(c, TERM_BVSUB, exponent, num(c, bias(f), f->exponent)), wide);
    term moved = op2(c, TERM_BVSHL, significand, by);
    term size = term_mk_extract(c, f->fraction + bits, f->fraction, moved); /* bits + 1 of them */
    term one = num(c, 1, bits + 1), limit = op2(c, TERM_BVSHL, one, num(c, is_signed ? bits - 1 : bits, bits + 1));
    term least_size = is_signed ? limit : num(c, 0, bits + 1);
    term most = op2(c, TERM_BVSUB, limit, one);
    term in_range = op2(c, TERM_BVULE, size, term_mk_ite(c, negative, least_size, most));
    *fits = op2(c, TERM_OR, below_one, op2(c, TERM_AND, in_reach, in_range));
    term value = term_mk_extract(c, bits - 1, 0, size);
    value = term_mk_ite(c, negative, term_mk_unary(c, TERM_BVNEG, value), value);
    return term_mk_ite(c, below_one, num(c, 0, bits), value);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irmake.h - short names for making terms, for those who say what IR means. */
#ifndef LANESMITH_IRMAKE_H
#define LANESMITH_IRMAKE_H

#include "spec/term/term.h"

static inline term op2(term_ctx *c, term_op op, term a, term b)
{
    return term_mk_binary(c, op, a, b);
}
static inline term num(term_ctx *c, uint64_t value, unsigned bits)
{
    return term_mk_u64(c, value, bits);
}
static inline term not(term_ctx * c, term a) { return term_mk_unary(c, TERM_NOT, a); }
static inline term equal(term_ctx *c, term a, term b) { return op2(c, TERM_EQ, a, b); }

static inline term is_zero(term_ctx *c, term a) { return equal(c, a, num(c, 0, term_width(c, a))); }

static inline term zext(term_ctx *c, unsigned extra, term a)
{
    return term_mk_extend(c, TERM_ZERO_EXTEND, extra, a);
}
static inline term sext(term_ctx *c, unsigned extra, term a)
{
    return term_mk_extend(c, TERM_SIGN_EXTEND, extra, a);
}
static inline term bits_of(term_ctx *c, term a, unsigned high, unsigned low)
{
    return term_mk_extract(c, high, low, a);
}

static inline term pick(term_ctx *c, term_op relation, term a, term b, term yes, term no)
{
    return term_mk_ite(c, op2(c, relation, a, b), yes, no);
}

static inline term is_set(term_ctx *c, term a, unsigned bit)
{
    return equal(c, bits_of(c, a, bit, bit), num(c, 1, 1));
}

static inline term is_negative(term_ctx *c, term a) { return is_set(c, a, term_width(c, a) - 1); }

/* The least signed number. */
static inline term least(term_ctx *c, unsigned bits)
{
    return op2(c, TERM_BVSHL, num(c, 1, bits), num(c, bits - 1, bits));
}

/* To so many bits, no fewer than it has; op: TERM_ZERO_EXTEND, TERM_SIGN_EXTEND. */
static inline term extended(term_ctx *c, term_op op, term a, unsigned bits)
{
    return term_mk_extend(c, op, bits - term_width(c, a), a);
}

/* Zeros come above it, or its high bits go. */
static inline term resize(term_ctx *c, term a, unsigned bits)
{
    unsigned from = term_width(c, a);
    return from < bits ? zext(c, bits - from, a) : bits_of(c, a, bits - 1, 0);
}

#endif

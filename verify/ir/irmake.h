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
    return op2(c, TERM_EQ, bits_of(c, a, bit, bit), num(c, 1, 1));
}

static inline term resize(term_ctx *c, term a, unsigned bits)
{
    unsigned from = term_width(c, a);
    return from < bits ? zext(c, bits - from, a) : bits_of(c, a, bits - 1, 0);
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* quotients.c - see quotients.h.
 *
 * With 2^s <= m d <= 2^s + 2^(s-u) the bits of m x from s up are x / d for every x below 2^u
 * (Granlund and Montgomery, Division by Invariant Integers using Multiplication, 1994,
 * theorem 4.2); m and s are the program's, and d, if there is one, is (2^s + 2^(s-u)) / m. A
 * remainder is less than d, so that its upper bits are zero and the lower ones those of x - d (x /
 * d).
 *
 * Called by verify.c. */
#include "quotients.h"

#include <stdio.h>

enum { WORD = 64 };

typedef struct rewriter {
    term_ctx *c;
    unsigned remainder_bits;
    bool changed;
} rewriter;

/* How many bits a constant of a word has, or 0: it is zero, or too wide. */
static unsigned bits_of(const term_ctx *c, term t)
{
    if (!term_is_const(c, t)) return 0;
    unsigned n = 0;
    for (unsigned i = 0; i < term_width(c, t); i++)
        if (term_limbs(c, t)[i / WORD] >> i % WORD & 1) n = i + 1;
    return n <= WORD ? n : 0;
}

/* Named by the numbers of the terms, which no input's name looks like. */
static term quotient(rewriter *r, term x, uint64_t d)
{
    char name[64];
    snprintf(name, sizeof name, "quotient.%u.%llu", (unsigned)x, (unsigned long long)d);
    r->changed = true;
    return term_mk_var(r->c, name, term_width(r->c, x));
}

static term rest(rewriter *r, term x, term divisor)
{
    term_ctx *c = r->c;
    unsigned width = term_width(c, x), most = bits_of(c, divisor),
             bits = r->remainder_bits > most ? r->remainder_bits : most;
    term q = quotient(r, x, term_limbs(c, divisor)[0]),
         left = term_mk_binary(c, TERM_BVSUB, x, term_mk_binary(c, TERM_BVMUL, q, divisor));
    return bits >= width ? left
                         : term_mk_extend(c, TERM_ZERO_EXTEND, width - bits,
                                          term_mk_extract(c, bits - 1, 0, left));
}

/* x without the zeros above it. */
static term significant(const term_ctx *c, term t)
{
    for (;;) {
        if (term_get_op(c, t) == TERM_CONCAT && term_is_zero(c, term_arg(c, t, 0)))
            t = term_arg(c, t, 1);
        else if (term_get_op(c, t) == TERM_ZERO_EXTEND) t = term_arg(c, t, 0);
        else return t;
    }
}

/* Bits high to low of the product m x, as those of a quotient; TERM_NONE when they are not. */
static term high_part(rewriter *r, unsigned high, unsigned low, term product)
{
    term_ctx *c = r->c;
    if (term_get_op(c, product) != TERM_BVMUL || low >= WORD - 1) return TERM_NONE;
    unsigned which = term_is_const(c, term_arg(c, product, 0)) ? 0 : 1;
    term factor = term_arg(c, product, which), x = significant(c, term_arg(c, product, 1 - which));
    unsigned m_bits = bits_of(c, factor), u = term_width(c, x);
    /* nothing of the product is lost */
    if (!m_bits || u > low || m_bits + u > term_width(c, product)) return TERM_NONE;
    uint64_t m = term_limbs(c, factor)[0], one = (uint64_t)1 << low, most = one + (one >> u),
             d = most / m;
    if (d < 2 || d * m < one || d >> u) return TERM_NONE;
    term q = quotient(r, x, d);
    unsigned bits = high - low + 1;
    return bits <= u ? term_mk_extract(c, bits - 1, 0, q)
                     : term_mk_extend(c, TERM_ZERO_EXTEND, bits - u, q);
}

static term restate(void *user, term t, const term arg[TERM_ARGS_MAX])
{
    rewriter *r = user;
    term_ctx *c = r->c;
    switch (term_get_op(c, t)) {
    case TERM_BVUDIV:
        if (bits_of(c, arg[1])) return quotient(r, arg[0], term_limbs(c, arg[1])[0]);
        break;
    case TERM_BVUREM:
        if (bits_of(c, arg[1])) return rest(r, arg[0], arg[1]);
        break;
    case TERM_EXTRACT: {
        term part = high_part(r, term_int(c, t, 0), term_int(c, t, 1), arg[0]);
        if (part != TERM_NONE) return part;
        break;
    }
    default: break;
    }
    return term_rebuild(c, c, t, arg);
}

term quotients_restate(term_ctx *c, term t, unsigned remainder_bits)
{
    rewriter r = {.c = c, .remainder_bits = remainder_bits};
    term out = term_map(c, t, restate, &r);
    return r.changed ? out : TERM_NONE;
}

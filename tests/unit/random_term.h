// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* random_term.h - random terms over given variables, the same in every run. */
#ifndef LANESMITH_TEST_RANDOM_TERM_H
#define LANESMITH_TEST_RANDOM_TERM_H

#include <stdbool.h>
#include <stdint.h>

#include "spec/term/term.h"

static uint64_t random_seed = 20240611;

static inline uint64_t random_bits(void)
{
    random_seed ^= random_seed << 13;
    random_seed ^= random_seed >> 7;
    random_seed ^= random_seed << 17;
    return random_seed * 0x2545f4914f6cdd1du;
}

enum { DEPTH = 3 };

static inline term random_term(term_ctx *c, const term *vars, unsigned nvars, unsigned width,
                        unsigned depth);

static inline term random_bool(term_ctx *c, const term *vars, unsigned nvars, unsigned depth,
                               term_op kind)
{
    unsigned width = 1 + (unsigned)(random_bits() % 70);
    if (kind == TERM_NOT)
        return term_mk_unary(c, kind, random_bool(c, vars, nvars, depth, TERM_BVULT));
    if (kind == TERM_AND || kind == TERM_OR)
        return term_mk_binary(c, kind, random_bool(c, vars, nvars, depth, TERM_BVSLE),
                              random_bool(c, vars, nvars, depth, TERM_EQ));
    return term_mk_binary(c, kind, random_term(c, vars, nvars, width, depth),
                          random_term(c, vars, nvars, width, depth));
}

/* A variable, or a constant now and then, brought to the width. */
static inline term random_leaf(term_ctx *c, const term *vars, unsigned nvars, unsigned width)
{
    uint64_t limbs[TERM_LIMBS_MAX];
    for (unsigned i = 0; i < TERM_LIMBS_MAX; i++) limbs[i] = random_bits();
    if (random_bits() % 4 == 0) return term_mk_const(c, limbs, width);
    term v = vars[random_bits() % nvars];
    unsigned from = term_width(c, v);
    if (from < width) return term_mk_extend(c, TERM_ZERO_EXTEND, width - from, v);
    unsigned low = (unsigned)(random_bits() % (from - width + 1));
    return term_mk_extract(c, low + width - 1, low, v);
}

static inline term random_of_op(term_ctx *c, const term *vars, unsigned nvars, term_op kind,
                         unsigned width, unsigned depth)
{
    unsigned less = width > 1 ? 1 + (unsigned)(random_bits() % (width - 1)) : 0;
    switch (kind) {
    case TERM_BVNOT:
    case TERM_BVNEG: return term_mk_unary(c, kind, random_term(c, vars, nvars, width, depth));
    case TERM_ITE:
        return term_mk_ite(c, random_bool(c, vars, nvars, depth, TERM_AND),
                           random_term(c, vars, nvars, width, depth),
                           random_term(c, vars, nvars, width, depth));
    case TERM_CONCAT:
        if (!less) return random_leaf(c, vars, nvars, width);
        return term_mk_binary(c, kind, random_term(c, vars, nvars, width - less, depth),
                              random_term(c, vars, nvars, less, depth));
    case TERM_EXTRACT:
        return term_mk_extract(c, width + 2, 3, random_term(c, vars, nvars, width + 5, depth));
    case TERM_ZERO_EXTEND: case TERM_SIGN_EXTEND:
        return term_mk_extend(c, kind, less, random_term(c, vars, nvars, width - less, depth));
    default:
        return term_mk_binary(c, kind, random_term(c, vars, nvars, width, depth),
                              random_term(c, vars, nvars, width, depth));
    }
}

static inline bool is_bit_vector_op(term_op kind)
{
    return kind >= TERM_ITE && !(kind >= TERM_BVULT && kind <= TERM_BVSLE);
}

static inline term random_term(term_ctx *c, const term *vars, unsigned nvars, unsigned width,
                        unsigned depth)
{
    term_op kind = (term_op)(random_bits() % TERM_OP_COUNT);
    if (depth == 0 || !is_bit_vector_op(kind)) return random_leaf(c, vars, nvars, width);
    return random_of_op(c, vars, nvars, kind, width, depth - 1);
}

#endif

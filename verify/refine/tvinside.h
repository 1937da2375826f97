// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvinside.h - what the files that execute a stretch share: tvrun.c, tvchoose.c, tvaddress.c,
 * tvpromise.c. */
#ifndef LANESMITH_TVINSIDE_H
#define LANESMITH_TVINSIDE_H

#include "tvside.h"

#define GROW(array, count, cap)                                                                    \
    do {                                                                                           \
        if ((count) == (cap))                                                                      \
            (array) = mem_grow((array), (cap) = (cap) ? 2 * (cap) : 32, sizeof *(array));          \
    } while (0)

static inline term op2(tv_side *s, term_op op, term a, term b)
{
    return term_mk_binary(s->ir.c, op, a, b);
}
static inline term not(tv_side * s, term a) { return term_mk_unary(s->ir.c, TERM_NOT, a); }
static inline term num(tv_side *s, uint64_t value, unsigned bits)
{
    return term_mk_u64(s->ir.c, value, bits);
}
static inline term no(tv_side *s) { return term_mk_bool(s->ir.c, false); }
static inline term is_set(tv_side *s, term bit) { return op2(s, TERM_EQ, bit, num(s, 1, 1)); }

static inline term any_poison(tv_side *s, const ir_value *v)
{
    return not(s, op2(s, TERM_EQ, v->poison, num(s, 0, term_width(s->ir.c, v->poison))));
}

/* Notes that the stretch has no defined behaviour where `when` holds and the block at hand is
 * reached. */
static inline void tv_add_trap(tv_side *s, term when, LLVMValueRef insn)
{
    when = op2(s, TERM_AND, s->guard, when);
    if (when == no(s)) return;
    GROW(s->traps, s->ntraps, s->traps_cap);
    s->traps[s->ntraps++] = (tv_trap){when, insn};
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvinside.h - what the files that execute a stretch share: tvrun.c, tvchoose.c, tvaddress.c. */
#ifndef LANESMITH_TVINSIDE_H
#define LANESMITH_TVINSIDE_H

#include "tvrun.h"

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
void tv_add_trap(tv_side *s, term when, LLVMValueRef insn);

/* tvchoose.c. owner is the side; see ir_reader. */
bool tv_choose_undefined(void *owner, unsigned bits, term *value, term *poison);
bool tv_choose_frozen(void *owner, const ir_value *in, ir_value *out);
term tv_choose_byte(void *owner);
term tv_choose_apply(void *owner, const char *what, const term *args, unsigned nargs, bool commutes,
                     unsigned bits);
term tv_choose_bit(void *owner);
/* What v is for another use of it. */
ir_value tv_chosen_again(tv_side *s, const ir_value *v);
/* Bool: poison, or undef so that it matters: what a branch, an address and a noundef argument must
 * not be. */
term tv_is_undefined(tv_side *s, const ir_value *v);

/* tvaddress.c */
ir_value tv_address_value(tv_side *s, address a);
bool tv_read_global(tv_side *s, LLVMValueRef v, ir_value *out);
bool tv_read_gep(tv_side *s, LLVMValueRef gep, ir_value *out);

/* tvpromise.c. Notes an access and what attributes forbid of it; a.way is filled in. */
void tv_touch(tv_side *s, mem_access a, LLVMValueRef pointer);
term tv_breaks_attributes(tv_side *s, unsigned argument, term value);
void tv_demand_dereferenceable(tv_side *s, unsigned argument, const ir_value *v);

#endif

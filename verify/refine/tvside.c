// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvside.c - the values of a function: a hash table by LLVM's values. Called by tvrun.c. */
#include "tvside.h"

#include <stdio.h>

static tv_slot *slot_of(tv_slot *env, unsigned size, LLVMValueRef key)
{
    unsigned i = (unsigned)((uintptr_t)key >> 4) * 2654435761u & (size - 1);
    while (env[i].key && env[i].key != key) i = (i + 1) & (size - 1);
    return &env[i];
}

static void widen_env(tv_side *s)
{
    unsigned size = s->env_size ? 2 * s->env_size : 256;
    tv_slot *wider = mem_alloc(size, sizeof *wider);
    for (unsigned i = 0; i < s->env_size; i++)
        if (s->env[i].key) *slot_of(wider, size, s->env[i].key) = s->env[i];
    mem_free(s->env);
    s->env = wider;
    s->env_size = size;
}

tv_slot *tv_side_find_slot(const tv_side *s, LLVMValueRef key)
{
    return s->env_size ? slot_of(s->env, s->env_size, key) : NULL;
}

void tv_side_define(tv_side *s, LLVMValueRef key, ir_value v)
{
    if (2 * s->env_count >= s->env_size) widen_env(s);
    tv_slot *slot = slot_of(s->env, s->env_size, key);
    s->env_count += !slot->key;
    *slot = (tv_slot){key, v};
}

bool tv_side_value(tv_side *s, LLVMValueRef v, ir_value *out)
{
    return ir_read_value(&s->ir, v, out);
}

static bool is_negation(term_ctx *c, term a, term b)
{
    return (term_get_op(c, a) == TERM_NOT && term_arg(c, a, 0) == b) ||
           (term_get_op(c, b) == TERM_NOT && term_arg(c, b, 0) == a);
}

term tv_or(term_ctx *c, term a, term b)
{
    if (term_get_op(c, a) == TERM_AND && term_get_op(c, b) == TERM_AND &&
        term_arg(c, a, 0) == term_arg(c, b, 0) &&
        is_negation(c, term_arg(c, a, 1), term_arg(c, b, 1)))
        return term_arg(c, a, 0);
    if (is_negation(c, a, b)) return term_mk_bool(c, true);
    return term_mk_binary(c, TERM_OR, a, b);
}

ir_value tv_variable(term_ctx *c, const char *name, ir_shape shape)
{
    char poison_name[160];
    term lane[TERM_WIDTH_MAX];
    snprintf(poison_name, sizeof poison_name, "%s.poison", name);
    term lanes = term_mk_var(c, poison_name, shape.lanes);
    for (unsigned i = 0; i < shape.lanes; i++)
        lane[i] = term_mk_extend(c, TERM_SIGN_EXTEND, shape.bits - 1,
                                 term_mk_extract(c, i, i, lanes));
    return (ir_value){shape, term_mk_var(c, name, ir_shape_bits(shape)),
                      term_mk_concat_n(c, lane, shape.lanes), TERM_NONE};
}

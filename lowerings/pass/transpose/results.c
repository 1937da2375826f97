// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* results.c - the values of a block that are wanted, and of which each bit is one bit of a leaf;
 * transpose.c asks. */
#include "inside.h"

bool transpose_is_small_shuffle(LLVMValueRef v)
{
    return LLVMIsAShuffleVectorInst(v) && fields_small(LLVMTypeOf(v));
}

bool transpose_is_inner(const finder *x, LLVMValueRef v)
{
    const trace *t = map_get(&x->tracer.known, v);
    return t && t->inner;
}

bool transpose_is_register(const finder *x, LLVMValueRef value)
{
    return !LLVMIsConstant(value) && trace_has_bits(LLVMTypeOf(value)) &&
           all_bits(LLVMTypeOf(value)) % x->bits == 0 &&
           all_bits(LLVMTypeOf(value)) / x->bits <= PARTS_MAX;
}

static bool is_call(LLVMValueRef v)
{
    LLVMValueRef callee = LLVMIsACallInst(v) || LLVMIsAInvokeInst(v) ? LLVMGetCalledValue(v) : NULL;
    return callee && !(LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee));
}

/* Does LLVM take the fields one by one where the value goes? */
static bool goes_apart(LLVMValueRef value)
{
    if (!fields_small(LLVMTypeOf(value))) return false;
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (is_call(user) || LLVMIsAReturnInst(user) || LLVMIsAInsertValueInst(user) ||
            LLVMIsAExtractElementInst(user))
            return true;
    }
    return false;
}

static bool is_bits_of_leaves(const trace *t)
{
    for (unsigned i = 0; i < t->bits; i++)
        if (!mix_is_bit(trace_at(t, i))) return false;
    return true;
}

static bool can_be_result(const finder *x, LLVMValueRef value)
{
    return is_numbers(LLVMTypeOf(value)) && transpose_is_register(x, value) &&
           !map_get(&x->refused, value) && !goes_apart(value) &&
           is_bits_of_leaves(map_get(&x->tracer.known, value));
}

static void add_part(finder *x, LLVMValueRef value, unsigned part)
{
    const trace *t = map_get(&x->tracer.known, value);
    result *r = arena_new(x->arena, 1, result);
    *r = (result){.value = value, .part = part, .from = arena_new(x->arena, x->bits, uint32_t)};
    for (unsigned i = 0; i < x->bits; i++) r->from[i] = trace_at(t, part * x->bits + i).a - MIX_BIT;
    if (x->last) x->last->next = r;
    else x->results = r;
    x->last = r;
}

static bool has_other_user(const finder *x, LLVMValueRef value)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (!transpose_is_inner(x, LLVMGetUser(use))) return true;
    return false;
}

/* Backwards: where a wanted value is no result, its operands are wanted. */
void transpose_find_results(finder *x)
{
    map wanted = {0};
    stack found = {0};
    for (size_t k = x->order.count; k-- > 0;) {
        LLVMValueRef v = x->order.items[k];
        if (!transpose_is_inner(x, v) || !(map_get(&wanted, v) || has_other_user(x, v))) continue;
        if (can_be_result(x, v)) {
            stack_push(&found, v);
            continue;
        }
        for (int i = 0; i < LLVMGetNumOperands(v); i++)
            map_put(&wanted, LLVMGetOperand(v, (unsigned)i), v);
    }
    x->results = x->last = NULL;
    for (size_t k = found.count; k-- > 0;) {
        unsigned parts = all_bits(LLVMTypeOf(found.items[k])) / x->bits;
        for (unsigned i = 0; i < parts; i++) add_part(x, found.items[k], i);
    }
    map_free(&wanted);
    stack_free(&found);
}

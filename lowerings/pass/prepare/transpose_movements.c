// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* transpose_movements.c - movements of a block, and where each bit of what they give comes from;
 * transpose.c collects them. */
#include <string.h>

#include "transpose_inside.h"

bool transpose_is_movement(LLVMValueRef v)
{
    if (!LLVMIsAInstruction(v) || !is_numbers(LLVMTypeOf(v))) return false;
    if (LLVMIsABitCastInst(v)) return is_numbers(LLVMTypeOf(LLVMGetOperand(v, 0)));
    return LLVMIsAShuffleVectorInst(v) != NULL;
}

bool transpose_is_small_shuffle(LLVMValueRef v)
{
    return LLVMIsAShuffleVectorInst(v) && fields_small(LLVMTypeOf(v));
}

bool transpose_is_inner(const finder *x, LLVMValueRef v)
{
    return transpose_is_movement(v) && LLVMGetInstructionParent(v) == x->block;
}

bool transpose_is_wanted(const finder *x, LLVMValueRef movement)
{
    for (LLVMUseRef use = LLVMGetFirstUse(movement); use; use = LLVMGetNextUse(use))
        if (!transpose_is_inner(x, LLVMGetUser(use))) return true;
    return false;
}

static bool is_call(LLVMValueRef v)
{
    LLVMValueRef callee = LLVMIsACallInst(v) || LLVMIsAInvokeInst(v) ? LLVMGetCalledValue(v) : NULL;
    return callee && !(LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee));
}

/* Does LLVM hold the fields one by one where the value comes from? Then to move them costs nothing.
 */
static bool comes_apart(LLVMValueRef value)
{
    return !LLVMIsAInstruction(value) || is_call(value) || LLVMIsAExtractValueInst(value) ||
           LLVMIsAInsertElementInst(value);
}

bool transpose_goes_apart(LLVMValueRef value)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (is_call(user) || LLVMIsAReturnInst(user) || LLVMIsAInsertValueInst(user) ||
            LLVMIsAExtractElementInst(user))
            return true;
    }
    return false;
}

/* ---- what is where ---- */

static uintptr_t first_source(finder *x, LLVMValueRef value)
{
    uintptr_t known = (uintptr_t)map_get(&x->known, value);
    unsigned parts = all_bits(LLVMTypeOf(value)) / x->bits;
    if (known) return known - 1;
    if (x->nsources + parts > x->cap) {
        source *more = arena_new(x->arena, x->cap = 2 * (x->nsources + parts), source);
        if (x->nsources) memcpy(more, x->sources, x->nsources * sizeof *more);
        x->sources = more;
    }
    for (unsigned k = 0; k < parts; k++)
        x->sources[x->nsources + k] = (source){.value = value, .part = k};
    map_put(&x->known, value, (void *)(uintptr_t)(x->nsources + 1));
    x->nsources += parts;
    return x->nsources - parts;
}

bool transpose_is_register(const finder *x, LLVMValueRef value)
{
    return !LLVMIsConstant(value) && all_bits(LLVMTypeOf(value)) % x->bits == 0 &&
           all_bits(LLVMTypeOf(value)) / x->bits <= PARTS_MAX;
}

/* Where `count` bits of a value from `bit` on come from. */
static void follow(finder *x, LLVMValueRef value, unsigned bit, unsigned count, unsigned depth,
                   uint32_t *from)
{
    x->failed |= depth == DEPTH || (!transpose_is_inner(x, value) &&
                                    (comes_apart(value) || !transpose_is_register(x, value)));
    if (x->failed) return;
    if (!transpose_is_inner(x, value)) {
        for (unsigned i = 0; i < count; i++)
            from[i] = (uint32_t)(first_source(x, value) * x->bits + bit + i);
        return;
    }
    if (!map_get(&x->met, value)) stack_push(&x->inner, value);
    map_put(&x->met, value, value);
    if (!LLVMIsAShuffleVectorInst(value)) {
        follow(x, LLVMGetOperand(value, 0), bit, count, depth + 1, from);
        return;
    }
    unsigned w = field_bits(LLVMTypeOf(value)),
             n = LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(value, 0)));
    for (unsigned done = 0, some; done < count && !x->failed; done += some, bit += some) {
        some = w - bit % w < count - done ? w - bit % w : count - done;
        int field = LLVMGetMaskValue(value, bit / w);
        x->failed |= field < 0;
        if (field >= 0)
            follow(x, LLVMGetOperand(value, (unsigned)field / n), (unsigned)field % n * w + bit % w,
                   some, depth + 1, from + done);
    }
}

void transpose_add_results(finder *x, LLVMValueRef value)
{
    result **end = x->last ? &x->last->next : &x->results, *last = x->last;
    unsigned parts = all_bits(LLVMTypeOf(value)) / x->bits;
    x->failed = false;
    for (unsigned k = 0; k < parts && !x->failed; k++) {
        result *r = arena_new(x->arena, 1, result);
        *r = (result){.value = value, .part = k, .from = arena_new(x->arena, x->bits, uint32_t)};
        follow(x, value, k * x->bits, x->bits, 0, r->from);
        if (x->last) x->last->next = r;
        else x->results = r;
        x->last = r;
    }
    if (!x->failed) return;
    *end = NULL;
    x->last = last;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* longs_vectors.c - bits of two vectors side by side, and what stands for what. Called by the other
 * files of longs.c. */
#include "longs_inside.h"

#include <string.h>

/* Words first, first + 1 ... of low, then of high behind it, as many as each has. */
static LLVMValueRef window(const longs *x, LLVMValueRef low, LLVMValueRef high, int first)
{
    LLVMValueRef index[WORDS_MAX];
    unsigned words = LLVMGetVectorSize(LLVMTypeOf(low));
    if (first == 0) return low;
    if (first == (int)words) return high;
    for (unsigned i = 0; i < words; i++) index[i] = index_number(x, (unsigned)first + i);
    return LLVMBuildShuffleVector(x->b, low, high, LLVMConstVector(index, words), "");
}

LLVMValueRef longs_call(const longs *x, const char *name, LLVMTypeRef type,
                         const LLVMValueRef *args, unsigned nargs)
{
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(x->module, id, &type, 1);
    return LLVMBuildCall2(x->b, LLVMGlobalGetValueType(f), f, (LLVMValueRef *)(uintptr_t)args,
                          nargs, "");
}

LLVMValueRef longs_bits_from(const longs *x, LLVMValueRef low, LLVMValueRef high, unsigned from)
{
    LLVMTypeRef type = LLVMTypeOf(low);
    int q = (int)(from / WORD);
    unsigned s = from % WORD;
    if (!s) return window(x, low, high, q);
    LLVMValueRef zero = LLVMConstNull(type), down = window(x, low, high, q);
    /* one word more: of what is above both nothing is needed but when q is the last */
    unsigned words = LLVMGetVectorSize(type);
    LLVMValueRef up = (unsigned)q + 1 > words ? zero : window(x, low, high, q + 1);
    LLVMValueRef amount = splat(x, words, s);
    if (LLVMIsNull(up)) return LLVMBuildLShr(x->b, down, amount, "");
    if (LLVMIsNull(down)) return LLVMBuildShl(x->b, up, splat(x, words, WORD - s), "");
    return longs_call(x, "llvm.fshr", type, (LLVMValueRef[]){up, down, amount}, 3);
}

void longs_place_behind(const longs *x, LLVMValueRef v)
{
    LLVMValueRef next;
    if (LLVMIsAInstruction(v)) {
        next = LLVMGetNextInstruction(v);
        while (LLVMIsAPHINode(next)) next = LLVMGetNextInstruction(next);
    } else {
        LLVMValueRef f = LLVMGetParamParent(v);
        next = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f));
    }
    LLVMPositionBuilderBefore(x->b, next);
}

void longs_note(longs *x, LLVMValueRef inst)
{
    if (map_get(&x->done, inst)) return;
    map_put(&x->done, inst, inst);
    stack_push(&x->made, inst);
}

void longs_stand_for(longs *x, LLVMValueRef v, LLVMValueRef sum)
{
    map_put(&x->vectors, v, sum);
    longs_note(x, v);
}

void longs_replace(longs *x, LLVMValueRef inst, LLVMValueRef by)
{
    LLVMReplaceAllUsesWith(inst, by);
    longs_note(x, inst);
}

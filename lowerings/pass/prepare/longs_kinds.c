// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* longs_kinds.c - which instructions on long integers are known. Called by the other files of
 * longs.c. */
#include "longs.h"

#include <stdio.h>
#include <string.h>

#include "longs_inside.h"
#include "words.h"

const char *longs_intrinsic(LLVMValueRef v)
{
    size_t length;
    LLVMValueRef f = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    if (!f || !LLVMIsAFunction(f) || !LLVMGetIntrinsicID(f)) return "";
    const char *name = LLVMGetValueName2(f, &length);
    return strncmp(name, "llvm.", 5) ? "" : name + 5;
}

bool longs_has_stem(LLVMValueRef v, const char *stem)
{
    return !strncmp(longs_intrinsic(v), stem, strlen(stem));
}

/* A constant amount below the type's width. */
static bool has_amount(LLVMValueRef v, unsigned *amount)
{
    unsigned bits = long_bits(LLVMTypeOf(v));
    if (!LLVMIsAConstantInt(v)) return false;
    LLVMValueRef low = LLVMConstTrunc(v, LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(v))));
    uint64_t n = LLVMConstIntGetZExtValue(low);
    /* what is above 64 bits makes it another number than its low ones */
    char *text = LLVMPrintValueToString(v);
    char plain[32];
    snprintf(plain, sizeof plain, "i%u %llu", bits, (unsigned long long)n);
    bool small = strcmp(text, plain) == 0;
    LLVMDisposeMessage(text);
    *amount = (unsigned)n;
    return small && n < bits;
}

bool longs_is_shift(LLVMValueRef v, unsigned *amount)
{
    return (is_opcode(v, LLVMShl) || is_opcode(v, LLVMLShr) || is_opcode(v, LLVMAShr)) &&
           is_long(v) && has_amount(LLVMGetOperand(v, 1), amount);
}

bool longs_is_funnel(LLVMValueRef v, unsigned *amount)
{
    return (longs_has_stem(v, "fshl.") || longs_has_stem(v, "fshr.")) && is_long(v) &&
           has_amount(LLVMGetOperand(v, 2), amount);
}

bool longs_is_variable(LLVMValueRef v)
{
    unsigned amount;
    bool shift = is_opcode(v, LLVMShl) || is_opcode(v, LLVMLShr) || is_opcode(v, LLVMAShr),
         funnel = longs_has_stem(v, "fshl.") || longs_has_stem(v, "fshr.");
    return (shift || funnel) && is_long(v) && !longs_is_shift(v, &amount) &&
           !longs_is_funnel(v, &amount) && !LLVMIsConstant(LLVMGetOperand(v, funnel ? 2 : 1));
}

bool longs_is_pair(LLVMValueRef v)
{
    return (longs_has_stem(v, "uadd.with.overflow.") || longs_has_stem(v, "usub.with.overflow.")) &&
           is_long(LLVMGetOperand(v, 0));
}

bool longs_is_sum(LLVMValueRef v)
{
    return (is_opcode(v, LLVMAdd) || is_opcode(v, LLVMSub)) && is_long(v);
}

bool longs_is_order(LLVMValueRef v)
{
    if (!is_opcode(v, LLVMICmp) || !is_long(LLVMGetOperand(v, 0))) return false;
    LLVMIntPredicate p = LLVMGetICmpPredicate(v);
    return p != LLVMIntEQ && p != LLVMIntNE;
}

bool longs_is_equality(LLVMValueRef v)
{
    return is_opcode(v, LLVMICmp) && is_long(LLVMGetOperand(v, 0)) && !longs_is_order(v);
}

bool longs_is_count(LLVMValueRef v) { return longs_has_stem(v, "ctpop.") && is_long(v); }

bool longs_is_work(LLVMValueRef inst)
{
    unsigned amount;
    return longs_is_shift(inst, &amount) || longs_is_funnel(inst, &amount) ||
           longs_is_variable(inst) || longs_is_pair(inst) || longs_is_sum(inst) ||
           longs_is_order(inst) || words_is_work(inst);
}

static unsigned least_of(LLVMValueRef v)
{
    unsigned amount;
    if (longs_is_pair(v)) return long_bits(LLVMTypeOf(LLVMGetOperand(v, 0))) / WORD;
    bool moves = longs_is_shift(v, &amount) || longs_is_funnel(v, &amount);
    bool by_words = longs_is_sum(v) || (moves && amount % WORD);
    return by_words ? long_bits(LLVMTypeOf(v)) / WORD : 0;
}

unsigned longs_least(LLVMValueRef function)
{
    unsigned least = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            least += least_of(i);
    return least;
}

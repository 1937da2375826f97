// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* prepare.c - rewriting of IR on small fields within IR, before the plan.
 *
 * Two shuffles one after the other are one that is not dearer than the first: movements cost by
 * what ends up where, not by how the program says it. LLVM leaves them alone, since for it each is
 * a price of its own (VINCI, section 4.2, composes adjacent permutations); nor does it move them
 * behind extensions. Arithmetic with overflow, saturating shifts and three-way compares are what
 * LLVM's own expansion makes of them, or would; single expressions are rewritten by rewrite.c.
 * Called by pass.c. */
#include "prepare.h"

#include <string.h>

#include "lowerings/pass/table/formula.h"
#include "rewrite.h"
#include "spec/base/map.h"

/* ---- shuffles of shuffles ---- */

typedef struct composed {
    LLVMValueRef source[2]; /* NULL: none yet */
    unsigned count;
    int mask[FIELDS_MAX];   /* fields of both sources side by side; below zero: poison */
} composed;

static bool is_inner(LLVMValueRef v, LLVMValueRef outer)
{
    if (!LLVMIsAShuffleVectorInst(v)) return false;
    for (LLVMUseRef use = LLVMGetFirstUse(v); use; use = LLVMGetNextUse(use))
        if (LLVMGetUser(use) != outer) return false;
    return true;
}

/* Field i of the result is field `at` of source; false when that would be a third source, or one of
 * another length. */
static bool put(composed *c, unsigned i, LLVMValueRef source, unsigned at)
{
    unsigned k = 0;
    if (LLVMIsPoison(source)) {
        c->mask[i] = -1;
        return true;
    }
    while (k < 2 && c->source[k] && c->source[k] != source) k++;
    if (k == 2 || (k == 1 && LLVMTypeOf(source) != LLVMTypeOf(c->source[0]))) return false;
    c->source[k] = source;
    c->mask[i] = (int)(k * LLVMGetVectorSize(LLVMTypeOf(source)) + at);
    return true;
}

/* Follows field i of the shuffle through one that it is made of. */
static bool follow(composed *c, LLVMValueRef shuffle, unsigned i)
{
    int from = LLVMGetMaskValue(shuffle, i);
    c->mask[i] = -1;
    if (from < 0) return true;
    unsigned fields = LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(shuffle, 0)));
    LLVMValueRef source = LLVMGetOperand(shuffle, (unsigned)from / fields);
    unsigned at = (unsigned)from % fields;
    if (!is_inner(source, shuffle)) return put(c, i, source, at);
    from = LLVMGetMaskValue(source, at);
    if (from < 0) return true;
    fields = LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(source, 0)));
    return put(c, i, LLVMGetOperand(source, (unsigned)from / fields), (unsigned)from % fields);
}

static bool is_identity(const composed *c, LLVMTypeRef type)
{
    if (!c->source[0] || LLVMTypeOf(c->source[0]) != type) return false;
    for (unsigned i = 0; i < c->count; i++)
        if (c->mask[i] >= 0 && c->mask[i] != (int)i) return false;
    return true;
}

static LLVMValueRef build(LLVMBuilderRef b, const composed *c, LLVMTypeRef type)
{
    static _Thread_local LLVMValueRef index[FIELDS_MAX];
    if (!c->source[0]) return LLVMGetPoison(type);
    if (is_identity(c, type)) return c->source[0];
    LLVMTypeRef number = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
    for (unsigned i = 0; i < c->count; i++)
        index[i] = c->mask[i] < 0 ? LLVMGetPoison(number)
                                  : LLVMConstInt(number, (unsigned)c->mask[i], false);
    LLVMValueRef second = c->source[1] ? c->source[1] : LLVMGetPoison(LLVMTypeOf(c->source[0]));
    return LLVMBuildShuffleVector(b, c->source[0], second, LLVMConstVector(index, c->count), "");
}

static bool compose(LLVMBuilderRef b, LLVMValueRef shuffle)
{
    static _Thread_local composed c;
    LLVMValueRef first = LLVMGetOperand(shuffle, 0), second = LLVMGetOperand(shuffle, 1);
    LLVMTypeRef type = LLVMTypeOf(shuffle);
    bool inner[2] = {is_inner(first, shuffle), is_inner(second, shuffle) && second != first};
    if (!fields_small(type) || LLVMGetVectorSize(type) > FIELDS_MAX || (!inner[0] && !inner[1]))
        return false;
    c.source[0] = c.source[1] = NULL;
    c.count = LLVMGetVectorSize(type);
    for (unsigned i = 0; i < c.count; i++)
        if (!follow(&c, shuffle, i)) return false;
    LLVMPositionBuilderBefore(b, shuffle);
    LLVMReplaceAllUsesWith(shuffle, build(b, &c, type));
    LLVMInstructionEraseFromParent(shuffle);
    if (inner[0]) LLVMInstructionEraseFromParent(first);
    if (inner[1]) LLVMInstructionEraseFromParent(second);
    return true;
}

/* ---- shuffles before and after an extension ---- */

/* Are all elements a fixed distance from where they were, but for as many as a vector's ends may
 * have? */
static bool moves_along(LLVMValueRef shuffle)
{
    enum { ENDS = 2 };
    int n = (int)LLVMGetVectorSize(LLVMTypeOf(shuffle)),
        distance = LLVMGetMaskValue(shuffle, (unsigned)n / 2) - n / 2, others = 0;
    for (int i = 0; i < n; i++) {
        int from = LLVMGetMaskValue(shuffle, (unsigned)i);
        if (from >= n) return false; /* of the second vector */
        if (from >= 0 && from - i != distance) others++;
    }
    return n > ENDS && others <= ENDS;
}

static bool is_extended(LLVMValueRef value, LLVMValueRef like)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMGetInstructionOpcode(user) == LLVMGetInstructionOpcode(like) &&
            LLVMTypeOf(user) == LLVMTypeOf(like))
            return true;
    }
    return false;
}

/* A vector that is extended, and extended again after its elements were moved along: it is extended
 * once, and whole bytes are moved, which is less work (VINCI, section 7.2, moves permutations
 * through what is done field by field). LLVM shares the extensions. */
static bool extend_first(LLVMBuilderRef b, LLVMValueRef extend)
{
    static _Thread_local composed c;
    LLVMValueRef shuffle = LLVMGetOperand(extend, 0);
    LLVMTypeRef type = LLVMTypeOf(shuffle), wide = LLVMTypeOf(extend);
    if (!LLVMIsAShuffleVectorInst(shuffle) || !fields_small(type) || fields_small(wide))
        return false;
    LLVMValueRef x = LLVMGetOperand(shuffle, 0);
    bool shared = LLVMGetNextUse(LLVMGetFirstUse(shuffle)) != NULL;
    if (shared || LLVMTypeOf(x) != type || LLVMIsConstant(x) || !is_extended(x, extend) ||
        !moves_along(shuffle))
        return false;
    c.count = LLVMGetVectorSize(type);
    if (c.count > FIELDS_MAX) return false;
    LLVMPositionBuilderBefore(b, extend);
    c.source[0] = LLVMBuildCast(b, LLVMGetInstructionOpcode(extend), x, wide, "");
    c.source[1] = NULL;
    for (unsigned i = 0; i < c.count; i++) c.mask[i] = LLVMGetMaskValue(shuffle, i);
    LLVMReplaceAllUsesWith(extend, build(b, &c, wide));
    LLVMInstructionEraseFromParent(extend);
    LLVMInstructionEraseFromParent(shuffle);
    return true;
}

/* ---- arithmetic that tells of overflow; saturating shifts; three-way compares ---- */

typedef enum arithmetic {
    UADD,
    SADD,
    USUB,
    SSUB,
    UMUL,
    SMUL,
    USHL,
    SSHL,
    UCMP,
    SCMP,
    ARITHMETIC_COUNT
} arithmetic;

static arithmetic find_arithmetic(LLVMValueRef call)
{
    static const char *const names[ARITHMETIC_COUNT] = {
        "llvm.uadd.with.overflow.", "llvm.sadd.with.overflow.", "llvm.usub.with.overflow.",
        "llvm.ssub.with.overflow.", "llvm.umul.with.overflow.", "llvm.smul.with.overflow.",
        "llvm.ushl.sat.", "llvm.sshl.sat.", "llvm.ucmp.", "llvm.scmp."};
    LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
    size_t length;
    if (!callee || !LLVMIsAFunction(callee) || !LLVMGetIntrinsicID(callee)) return ARITHMETIC_COUNT;
    const char *name = LLVMGetValueName2(callee, &length);
    arithmetic k = UADD;
    while (k < ARITHMETIC_COUNT && strncmp(name, names[k], strlen(names[k]))) k++;
    return k;
}

static bool is_taken_apart(LLVMValueRef call)
{
    for (LLVMUseRef use = LLVMGetFirstUse(call); use; use = LLVMGetNextUse(use))
        if (!LLVMIsAExtractValueInst(LLVMGetUser(use))) return false;
    return true;
}

/* Whether a sum or difference of signed numbers has the wrong sign: the sign bits of x and y both
 * say so. */
static LLVMValueRef has_wrong_sign(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y)
{
    LLVMValueRef both = LLVMBuildAnd(b, x, y, "");
    return LLVMBuildICmp(b, LLVMIntSLT, both, LLVMConstNull(LLVMTypeOf(both)), "");
}

static LLVMTypeRef twice_as_wide(LLVMTypeRef type)
{
    unsigned bits = LLVMGetIntTypeWidth(LLVMGetElementType(type));
    return LLVMVectorType(LLVMIntTypeInContext(LLVMGetTypeContext(type), 2 * bits),
                          LLVMGetVectorSize(type));
}

static void build_product(LLVMBuilderRef b, bool is_signed, LLVMValueRef x, LLVMValueRef y,
                          LLVMValueRef out[2])
{
    LLVMTypeRef type = LLVMTypeOf(x), wide = twice_as_wide(type);
    LLVMOpcode extend = is_signed ? LLVMSExt : LLVMZExt;
    LLVMValueRef p = LLVMBuildMul(b, LLVMBuildCast(b, extend, x, wide, ""),
                                  LLVMBuildCast(b, extend, y, wide, ""), "");
    out[0] = LLVMBuildTrunc(b, p, type, "");
    out[1] = LLVMBuildICmp(b, LLVMIntNE, p, LLVMBuildCast(b, extend, out[0], wide, ""), "");
}

/* Where what was shifted out does not come back: the most there is, or of negative numbers the
 * least. */
static LLVMValueRef build_shift(LLVMBuilderRef b, bool is_signed, LLVMValueRef x, LLVMValueRef y)
{
    LLVMTypeRef type = LLVMTypeOf(x);
    LLVMValueRef most = LLVMConstAllOnes(type), out = LLVMBuildShl(b, x, y, "");
    LLVMValueRef back = is_signed ? LLVMBuildAShr(b, out, y, "") : LLVMBuildLShr(b, out, y, "");
    if (is_signed) { /* the sign in all bits but the highest, which is its complement's */
        LLVMValueRef ones = most, greatest = LLVMBuildLShr(b, ones, LLVMConstNeg(ones), "");
        LLVMValueRef negative = LLVMBuildICmp(b, LLVMIntSLT, x, LLVMConstNull(type), "");
        most = LLVMBuildXor(b, LLVMBuildSExt(b, negative, type, ""), greatest, "");
    }
    return LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntEQ, back, x, ""), out, most, "");
}

static LLVMValueRef build_order(LLVMBuilderRef b, bool is_signed, LLVMValueRef x, LLVMValueRef y,
                                LLVMTypeRef type)
{
    LLVMValueRef more = LLVMBuildICmp(b, is_signed ? LLVMIntSGT : LLVMIntUGT, x, y, "");
    LLVMValueRef less = LLVMBuildICmp(b, is_signed ? LLVMIntSLT : LLVMIntULT, x, y, "");
    return LLVMBuildSub(b, LLVMBuildZExt(b, more, type, ""), LLVMBuildZExt(b, less, type, ""), "");
}

static void build_arithmetic(LLVMBuilderRef b, arithmetic k, LLVMValueRef x, LLVMValueRef y,
                             LLVMValueRef out[2])
{
    LLVMValueRef changed;
    switch (k) {
    case UADD:
        out[0] = LLVMBuildAdd(b, x, y, "");
        out[1] = LLVMBuildICmp(b, LLVMIntULT, out[0], x, "");
        return;
    case SADD:
        out[0] = LLVMBuildAdd(b, x, y, "");
        changed = LLVMBuildXor(b, x, out[0], "");
        out[1] = has_wrong_sign(b, changed, LLVMBuildXor(b, y, out[0], ""));
        return;
    case USUB:
        out[0] = LLVMBuildSub(b, x, y, "");
        out[1] = LLVMBuildICmp(b, LLVMIntULT, x, y, "");
        return;
    case SSUB:
        out[0] = LLVMBuildSub(b, x, y, "");
        changed = LLVMBuildXor(b, x, out[0], "");
        out[1] = has_wrong_sign(b, changed, LLVMBuildXor(b, x, y, ""));
        return;
    default: build_product(b, k == SMUL, x, y, out); return;
    }
}

bool prepare_is_work(LLVMValueRef inst)
{
    arithmetic k = find_arithmetic(inst);
    if (k == ARITHMETIC_COUNT) return rewrite_applies(inst);
    if (!fields_small(LLVMTypeOf(LLVMGetOperand(inst, 0)))) return false;
    return LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(inst, 0))) <= FIELDS_MAX &&
           (k >= USHL || is_taken_apart(inst));
}

/* Products and saturating shifts are left to LLVM's own ways, which are better, where nothing of
 * them is lowered. */
static bool helps_anyhow(LLVMValueRef inst)
{
    arithmetic k = find_arithmetic(inst);
    if (k == ARITHMETIC_COUNT) return rewrite_helps_anyhow(inst);
    return k != UMUL && k != SMUL && k != USHL && k != SSHL;
}

static bool pays(const target_view *v, LLVMValueRef inst)
{
    return find_arithmetic(inst) != ARITHMETIC_COUNT || rewrite_pays(v, inst);
}

static void take_apart(LLVMBuilderRef b, LLVMValueRef call, arithmetic k, LLVMValueRef part[2])
{
    build_arithmetic(b, k, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), part);
    for (LLVMUseRef use = LLVMGetFirstUse(call); use; use = LLVMGetFirstUse(call)) {
        LLVMValueRef extract = LLVMGetUser(use);
        LLVMReplaceAllUsesWith(extract, part[LLVMGetIndices(extract)[0]]);
        LLVMInstructionEraseFromParent(extract);
    }
}

static LLVMValueRef build_value(LLVMBuilderRef b, LLVMValueRef call, arithmetic k)
{
    LLVMValueRef x = LLVMGetOperand(call, 0), y = LLVMGetOperand(call, 1);
    if (k >= UCMP) return build_order(b, k == SCMP, x, y, LLVMTypeOf(call));
    return build_shift(b, k == SSHL, x, y);
}

/* How many instructions may be rewritten; numbers, if not NULL: they are numbered, before anything
 * is, from 1 in the order of the function. */
static unsigned number_work(LLVMValueRef function, map *numbers)
{
    uintptr_t count = 0;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
            if (!prepare_is_work(i)) continue;
            count++;
            if (numbers) map_put(numbers, i, (void *)count);
        }
    return (unsigned)count;
}

/* Erases what nobody uses any more, and what that used, but not the instruction `kept`; the map has
 * what is erased. What comes to lie there has no number. */
static void erase_unused(LLVMValueRef value, LLVMValueRef kept, map *numbers, map *erased)
{
    LLVMValueRef operand[2] = {NULL, NULL};
    if (!value || map_get(erased, value)) return;
    bool pure = LLVMIsACastInst(value) || LLVMIsABinaryOperator(value) ||
                LLVMIsAInsertElementInst(value) ||
                (LLVMIsACallInst(value) && formula_name(value));
    if (!pure || value == kept || LLVMGetFirstUse(value)) return;
    for (unsigned i = 0; i < 2 && i < (unsigned)LLVMGetNumOperands(value); i++)
        operand[i] = LLVMGetOperand(value, i);
    map_put(numbers, value, NULL);
    map_put(erased, value, value);
    LLVMInstructionEraseFromParent(value);
    for (unsigned i = 0; i < 2; i++) erase_unused(operand[i], kept, numbers, erased);
}

static void erase_operands(const LLVMValueRef operand[2], LLVMValueRef kept, map *numbers)
{
    map erased = {0};
    for (unsigned i = 0; i < 2; i++) erase_unused(operand[i], kept, numbers, &erased);
    map_free(&erased);
}

/* What comes behind what was the instruction; NULL: the end of the block. */
static LLVMValueRef expand(LLVMBuilderRef b, const target_view *v, LLVMValueRef inst,
                           LLVMValueRef part[2], map *numbers)
{
    arithmetic k = find_arithmetic(inst);
    LLVMBasicBlockRef block = LLVMGetInstructionParent(inst);
    LLVMPositionBuilderBefore(b, inst);
    LLVMValueRef inner[2] = {LLVMGetOperand(inst, 0),
                             LLVMGetNumOperands(inst) > 1 ? LLVMGetOperand(inst, 1) : NULL};
    if (k < USHL) take_apart(b, inst, k, part);
    else if (k == ARITHMETIC_COUNT)
        LLVMReplaceAllUsesWith(inst, rewrite_build(b, v, inst, &part[0]));
    else LLVMReplaceAllUsesWith(inst, part[0] = build_value(b, inst, k));
    LLVMValueRef last = LLVMGetPreviousInstruction(inst);
    map_put(numbers, inst, NULL);
    LLVMInstructionEraseFromParent(inst);
    LLVMValueRef next = last ? LLVMGetNextInstruction(last) : LLVMGetFirstInstruction(block);
    if (k == ARITHMETIC_COUNT) erase_operands(inner, next, numbers);
    return next;
}

unsigned prepare_count(LLVMValueRef function)
{
    return number_work(function, NULL);
}

bool prepare_function(const target_view *v, LLVMValueRef function, const bool *wanted,
                      LLVMValueRef *made)
{
    bool changed = false;
    map numbers = {0};
    number_work(function, &numbers);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
            LLVMValueRef part[2] = {NULL, NULL};
            uintptr_t number = (uintptr_t)map_get(&numbers, i);
            bool work = number && prepare_is_work(i) && pays(v, i) &&
                        (!wanted || wanted[number - 1] || helps_anyhow(i));
            next = LLVMGetNextInstruction(i);
            if (LLVMIsAShuffleVectorInst(i)) changed |= compose(b, i);
            else if (LLVMIsAZExtInst(i) || LLVMIsASExtInst(i)) changed |= extend_first(b, i);
            if (work) next = expand(b, v, i, part, &numbers);
            if (work && made) memcpy(made + 2 * (number - 1), part, sizeof part);
            changed |= work;
        }
    LLVMDisposeBuilder(b);
    map_free(&numbers);
    return changed;
}

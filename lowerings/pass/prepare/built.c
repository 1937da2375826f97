// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* built.c - vectors of small fields that are built of scalars.
 *
 * To put in one field after the other takes a few instructions each. LLVM puts together vectors of
 * bytes well, of bytes that lie side by side in memory by one load: so numbers become such a
 * vector, which is truncated at once. (LLVM's own vectorizer does that, but not where it does not
 * run, nor for parts.) One scalar in all fields is a product: x * 0b0101...01 has the two bits of x
 * in all of its fields, and of single bits it is 0 - x. Called by rewrite.c. */
#include "built.h"

#include "lowerings/pass/base/convert.h"
#include "lowerings/pass/lower/casts.h"

enum { WORD = 64, LEAST = 4 };

static bool small_vector(LLVMTypeRef type, unsigned *w, unsigned *n)
{
    return fields_of_type(type, w, n) && *n <= FIELDS_MAX;
}

static LLVMTypeRef number_type(LLVMValueRef any, unsigned bits)
{
    return LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(any)), bits);
}

/* ---- one after the other ---- */

static bool is_used_once(LLVMValueRef value)
{
    LLVMUseRef use = LLVMGetFirstUse(value);
    return use && !LLVMGetNextUse(use);
}

/* The insertion that the value is put in by; false where it is none, at a place that is constant,
 * of a truncated number of `lane` bits or more. */
static bool is_link(LLVMValueRef inst, unsigned lane, unsigned n)
{
    if (!LLVMIsAInsertElementInst(inst)) return false;
    LLVMValueRef element = LLVMGetOperand(inst, 1), index = LLVMGetOperand(inst, 2);
    return LLVMIsAConstantInt(index) && LLVMConstIntGetZExtValue(index) < n &&
           LLVMIsATruncInst(element) &&
           LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(element, 0))) >= lane;
}

static bool is_inserted_into(LLVMValueRef value)
{
    if (!is_used_once(value)) return false;
    LLVMValueRef user = LLVMGetUser(LLVMGetFirstUse(value));
    return LLVMIsAInsertElementInst(user) && LLVMGetOperand(user, 0) == value;
}

bool built_of_numbers(LLVMValueRef inst)
{
    unsigned w, n, links = 0;
    if (!LLVMIsAInsertElementInst(inst) || is_inserted_into(inst) ||
        !small_vector(LLVMTypeOf(inst), &w, &n) || w > 32)
        return false;
    LLVMValueRef at = inst;
    for (; is_link(at, casts_lane(w), n); at = LLVMGetOperand(at, 0)) {
        if (at != inst && !is_used_once(at)) return false;
        links++;
    }
    return LLVMIsUndef(at) && links >= LEAST && 2 * links >= n;
}

/* In the order in which they were put in; what is put over another is put over it here, too. */
static LLVMValueRef put_in(LLVMBuilderRef b, LLVMValueRef link, LLVMTypeRef numbers)
{
    if (!LLVMIsAInsertElementInst(link)) return LLVMGetPoison(numbers);
    LLVMValueRef number = LLVMGetOperand(LLVMGetOperand(link, 1), 0);
    return LLVMBuildInsertElement(b, put_in(b, LLVMGetOperand(link, 0), numbers),
                                  LLVMBuildTrunc(b, number, LLVMGetElementType(numbers), ""),
                                  LLVMGetOperand(link, 2), "");
}

/* The lowest bits, as signs: LLVM would truncate each number before it is put in. */
static LLVMValueRef lowest_bits(LLVMBuilderRef b, LLVMValueRef numbers, unsigned lane)
{
    LLVMTypeRef type = LLVMTypeOf(numbers);
    LLVMValueRef top = LLVMBuildShl(b, numbers, convert_number(type, lane - 1), "");
    return LLVMBuildICmp(b, LLVMIntSLT, top, LLVMConstNull(type), "");
}

LLVMValueRef built_as_numbers(LLVMBuilderRef b, const target_view *v, LLVMValueRef inst,
                              LLVMValueRef *made)
{
    unsigned w, n;
    (void)v;
    small_vector(LLVMTypeOf(inst), &w, &n);
    LLVMTypeRef type = LLVMVectorType(number_type(inst, casts_lane(w)), n);
    LLVMValueRef numbers = put_in(b, inst, type);
    return *made = w == 1 ? lowest_bits(b, numbers, casts_lane(w))
                          : LLVMBuildTrunc(b, numbers, LLVMTypeOf(inst), "");
}

/* ---- one in all ---- */

static bool is_first(LLVMValueRef shuffle, unsigned n)
{
    int undefined = LLVMGetUndefMaskElem();
    for (unsigned i = 0; i < n; i++)
        if (LLVMGetMaskValue(shuffle, i) != 0 && LLVMGetMaskValue(shuffle, i) != undefined)
            return false;
    return true;
}

/* The scalar at place 0 of the shuffled vector, or NULL. */
static LLVMValueRef scalar_of(LLVMValueRef shuffle)
{
    LLVMValueRef from = LLVMGetOperand(shuffle, 0);
    if (!LLVMIsAInsertElementInst(from) || !LLVMIsUndef(LLVMGetOperand(from, 0))) return NULL;
    LLVMValueRef index = LLVMGetOperand(from, 2);
    return LLVMIsAConstantInt(index) && LLVMIsNull(index) ? LLVMGetOperand(from, 1) : NULL;
}

/* A shift of all fields by one amount is an operation of its own. */
static bool is_amount(LLVMValueRef splat)
{
    for (LLVMUseRef use = LLVMGetFirstUse(splat); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        LLVMOpcode opcode = LLVMGetInstructionOpcode(user);
        bool shift = opcode == LLVMShl || opcode == LLVMLShr || opcode == LLVMAShr;
        if (shift && LLVMGetOperand(user, 1) == splat) return true;
    }
    return false;
}

bool built_of_one(LLVMValueRef inst)
{
    unsigned w, n;
    if (!LLVMIsAShuffleVectorInst(inst) || !small_vector(LLVMTypeOf(inst), &w, &n)) return false;
    bool fills = n * w <= WORD || (WORD % w == 0 && n * w % WORD == 0);
    return fills && n >= LEAST && is_first(inst, n) && scalar_of(inst) && !is_amount(inst);
}

LLVMValueRef built_as_words(LLVMBuilderRef b, const target_view *v, LLVMValueRef inst,
                            LLVMValueRef *made)
{
    unsigned w, n;
    uint64_t ones = 0;
    (void)v;
    small_vector(LLVMTypeOf(inst), &w, &n);
    unsigned bits = n * w < WORD ? n * w : WORD;
    for (unsigned i = 0; i < bits; i += w) ones |= UINT64_C(1) << i;
    LLVMTypeRef word = number_type(inst, bits);
    LLVMValueRef x = LLVMBuildZExt(b, scalar_of(inst), word, "");
    x = w == 1 ? LLVMBuildNeg(b, x, "") : LLVMBuildMul(b, x, LLVMConstInt(word, ones, 0), "");
    if (n * w > WORD) {
        LLVMTypeRef words = LLVMVectorType(word, n * w / WORD);
        LLVMTypeRef places = LLVMVectorType(number_type(inst, 32), n * w / WORD);
        x = LLVMBuildInsertElement(b, LLVMGetPoison(words), x, convert_number(word, 0), "");
        x = LLVMBuildShuffleVector(b, x, LLVMGetPoison(words), LLVMConstNull(places), "");
    }
    return *made = LLVMBuildBitCast(b, x, LLVMTypeOf(inst), "");
}

bool built_of_bits(LLVMValueRef inst)
{
    unsigned w, n;
    return fields_of_type(LLVMTypeOf(inst), &w, &n) && w == 1;
}

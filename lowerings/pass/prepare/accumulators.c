// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* accumulators.c - counters of a byte for each field (a pileup, say): zext <n x i2> to <n x i8>,
 * added in a loop.
 *
 * To extend is to shift and to mask, which gives every fourth field, and to interleave, which puts
 * the fields in order. Addition goes field by field, so the order does not matter to it: the sums
 * are kept as the shifts leave them, and interleaved once, behind the loop. (VINCI, section 7.2,
 * moves permutations through operations by elements; here one leaves a loop.) Called by rewrite.c.
 */
#include "accumulators.h"

#include "lowerings/pass/base/convert.h"
#include "lowerings/pass/base/fields.h"
#include "lowerings/pass/lower/memory.h"
#include "lowerings/pass/table/pattern.h"

enum { BYTE = 8, PARTS_MAX = 4 };

/* sum: phi [start, before the loop], [next, the loop]; next = sum + extend */
typedef struct accumulator {
    LLVMValueRef extend, sum, next, start;
    LLVMBasicBlockRef before, loop;
    unsigned w, n; /* of the fields, also if a mask of them is extended */
} accumulator;

static bool find_fields(LLVMValueRef extend, accumulator *a)
{
    unsigned to, n;
    if (!LLVMIsAZExtInst(extend) || LLVMGetTypeKind(LLVMTypeOf(extend)) != LLVMVectorTypeKind)
        return false;
    LLVMValueRef x = LLVMGetOperand(extend, 0);
    fields_of_type(LLVMTypeOf(extend), &to, &n);
    fields_of_type(LLVMTypeOf(x), &a->w, &a->n);
    if (a->w == 1) a->w = pattern_mask_width(x);
    return to == BYTE && (a->w == 2 || a->w == 4) && a->n <= FIELDS_MAX && a->n * a->w % 64 == 0;
}

static LLVMValueRef only_user(LLVMValueRef value)
{
    LLVMUseRef use = LLVMGetFirstUse(value);
    return use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
}

static bool find_sum(accumulator *a)
{
    a->next = only_user(a->extend);
    if (!a->next || LLVMGetInstructionOpcode(a->next) != LLVMAdd) return false;
    a->sum = LLVMGetOperand(a->next, LLVMGetOperand(a->next, 0) == a->extend);
    if (!LLVMIsAPHINode(a->sum) || LLVMCountIncoming(a->sum) != 2 || only_user(a->sum) != a->next)
        return false;
    unsigned back = LLVMGetIncomingValue(a->sum, 1) == a->next;
    a->start = LLVMGetIncomingValue(a->sum, 1 - back);
    a->before = LLVMGetIncomingBlock(a->sum, 1 - back);
    a->loop = LLVMGetIncomingBlock(a->sum, back);
    bool one_block = LLVMGetInstructionParent(a->sum) == a->loop &&
                     LLVMGetInstructionParent(a->next) == a->loop;
    return LLVMGetIncomingValue(a->sum, back) == a->next && one_block &&
           LLVMGetInstructionParent(a->extend) == a->loop;
}

/* Does the user read the sums behind the loop, or hand them to code there? A phi does the latter if
 * it is for one value only. */
static bool is_behind(const accumulator *a, LLVMValueRef user)
{
    if (LLVMGetInstructionParent(user) == a->loop) return false;
    return !LLVMIsAPHINode(user) || LLVMCountIncoming(user) == 1;
}

/* Where code can be put at the end, and at the head of what comes next. */
static bool ends_plainly(LLVMBasicBlockRef block)
{
    return LLVMIsABranchInst(LLVMGetBasicBlockTerminator(block)) != NULL;
}

static bool find(LLVMValueRef extend, accumulator *a)
{
    a->extend = extend;
    if (!find_fields(extend, a) || !find_sum(a) || !ends_plainly(a->before) ||
        !ends_plainly(a->loop))
        return false;
    for (LLVMUseRef use = LLVMGetFirstUse(a->next); use; use = LLVMGetNextUse(use))
        if (LLVMGetUser(use) != a->sum && !is_behind(a, LLVMGetUser(use))) return false;
    return true;
}

bool accumulators_apply(LLVMValueRef inst)
{
    accumulator a;
    return find(inst, &a);
}

bool accumulators_of_plain(LLVMValueRef inst)
{
    LLVMValueRef x = LLVMGetOperand(inst, 0);
    return memory_is_plain_load(x) && only_user(x) == inst;
}

bool accumulators_pay(const target_view *v)
{
    return target_register_bits(v) < 256;
}

/* ---- code ---- */

/* Elements first, first + step ... of a vector. */
static LLVMValueRef every(LLVMBuilderRef b, LLVMValueRef vector, unsigned first, unsigned step)
{
    LLVMValueRef index[FIELDS_MAX];
    unsigned n = LLVMGetVectorSize(LLVMTypeOf(vector)) / step;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(vector)));
    for (unsigned i = 0; i < n; i++) index[i] = LLVMConstInt(i32, first + i * step, false);
    return LLVMBuildShuffleVector(b, vector, LLVMGetPoison(LLVMTypeOf(vector)),
                                  LLVMConstVector(index, n), "");
}

/* Runs of `run` elements of two vectors in turn. */
static LLVMValueRef in_turn(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y, unsigned run)
{
    LLVMValueRef index[FIELDS_MAX];
    unsigned n = LLVMGetVectorSize(LLVMTypeOf(x));
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(x)));
    for (unsigned i = 0; i < 2 * n; i++) {
        unsigned at = i / (2 * run) * run + i % run;
        index[i] = LLVMConstInt(i32, i / run % 2 ? n + at : at, false);
    }
    return LLVMBuildShuffleVector(b, x, y, LLVMConstVector(index, 2 * n), "");
}

static LLVMValueRef in_order(LLVMBuilderRef b, const LLVMValueRef *part, unsigned parts)
{
    LLVMValueRef low = in_turn(b, part[0], part[1], 1);
    return parts == 2 ? low : in_turn(b, low, in_turn(b, part[2], part[3], 1), 2);
}

/* The fields' bytes, where field k of every byte is its bits from k w on; of a mask the fields are
 * 0 and 1. Frozen as fields, lest a poison field make its neighbours poison, or read from memory as
 * bytes. */
static LLVMValueRef bytes_of(LLVMBuilderRef b, const accumulator *a)
{
    LLVMValueRef x = LLVMGetOperand(a->extend, 0);
    LLVMTypeRef type = convert_vector(x, BYTE, a->n * a->w / BYTE);
    if (accumulators_of_plain(a->extend)) {
        LLVMPositionBuilderBefore(b, x);
        LLVMValueRef bytes = memory_load_bytes(b, x, a->n * a->w / BYTE);
        LLVMPositionBuilderBefore(b, a->extend);
        return bytes;
    }
    unsigned bits, n;
    fields_of_type(LLVMTypeOf(x), &bits, &n);
    if (bits != a->w) x = LLVMBuildZExt(b, x, convert_vector(x, a->w, n), "");
    return LLVMBuildBitCast(b, LLVMBuildFreeze(b, x, ""), type, "");
}

static LLVMValueRef shifted(LLVMBuilderRef b, LLVMValueRef bytes, unsigned amount)
{
    enum { WORD = 16 };
    LLVMTypeRef type = LLVMTypeOf(bytes);
    LLVMValueRef words = LLVMBuildBitCast(
        b, bytes, convert_vector(bytes, WORD, LLVMGetVectorSize(type) / 2), "");
    return LLVMBuildBitCast(
        b, LLVMBuildLShr(b, words, convert_number(LLVMTypeOf(words), amount), ""), type, "");
}

static void give_sums(LLVMBuilderRef b, const accumulator *a, const LLVMValueRef *next,
                      unsigned parts)
{
    for (LLVMUseRef use = LLVMGetFirstUse(a->next); use; use = LLVMGetFirstUse(a->next)) {
        LLVMValueRef user = LLVMGetUser(use), at = user;
        if (LLVMIsAPHINode(user))
            while (LLVMIsAPHINode(at)) at = LLVMGetNextInstruction(at);
        LLVMPositionBuilderBefore(b, at);
        LLVMValueRef sums = in_order(b, next, parts);
        if (LLVMIsAPHINode(user)) {
            LLVMReplaceAllUsesWith(user, sums);
            LLVMInstructionEraseFromParent(user);
            continue;
        }
        for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(user); i++)
            if (LLVMGetOperand(user, i) == a->next) LLVMSetOperand(user, i, sums);
    }
}

LLVMValueRef accumulators_build(LLVMBuilderRef b, const target_view *v, LLVMValueRef inst,
                                LLVMValueRef *made)
{
    (void)v;
    accumulator a;
    LLVMValueRef sum[PARTS_MAX], next[PARTS_MAX], start[PARTS_MAX];
    find(inst, &a);
    unsigned parts = BYTE / a.w;
    LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(a.before));
    for (unsigned k = 0; k < parts; k++) start[k] = every(b, a.start, k, parts);
    LLVMPositionBuilderBefore(b, a.sum);
    for (unsigned k = 0; k < parts; k++) sum[k] = LLVMBuildPhi(b, LLVMTypeOf(start[k]), "");
    LLVMPositionBuilderBefore(b, inst);
    LLVMValueRef bytes = *made = bytes_of(b, &a),
                 mask = convert_number(LLVMTypeOf(bytes), (UINT64_C(1) << a.w) - 1);
    for (unsigned k = 0; k < parts; k++) {
        LLVMValueRef part = LLVMBuildAnd(b, k ? shifted(b, bytes, k * a.w) : bytes, mask, "");
        next[k] = LLVMBuildAdd(b, sum[k], part, "");
        LLVMAddIncoming(sum[k], (LLVMValueRef[]){start[k], next[k]},
                        (LLVMBasicBlockRef[]){a.before, a.loop}, 2);
    }
    /* by `next`, which goes, too */
    LLVMReplaceAllUsesWith(a.sum, LLVMConstNull(LLVMTypeOf(a.sum)));
    LLVMInstructionEraseFromParent(a.sum);
    give_sums(b, &a, next, parts);
    LLVMInstructionEraseFromParent(a.next);
    LLVMPositionBuilderBefore(b, inst);
    return LLVMConstNull(LLVMTypeOf(inst)); /* which nobody uses any more */
}

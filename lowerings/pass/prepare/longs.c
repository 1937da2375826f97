// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* longs.c - long integers as vectors: an integer of N = 64 k bits becomes <k x i64>, word 0 first.
 *
 * LLVM takes integers that no register holds apart into words, and brings each to a general
 * register. Here they stay in vector registers:
 *
 *   shifts     by a constant c = 64 q + s: words move up (or down) by q and q + 1, and each result
 *              word is a funnel shift of two of them; rotations and funnel shifts alike. An or of
 *              the two halves of a funnel shift is one.
 *              By a variable: the words are chosen by numbers, where the target can.
 *   sums       (Lin 2014, section 4.4) words are added by themselves; g, one bit a word: it gave a
 *              carry; p: it is all ones, and passes a carry on. t = 2 g + c_in + p moves all
 *              carries in one sum, the words of t ^ p are one more, and bit k of t goes out. No
 *              word has both, so no more is needed. Differences with g: less than what is taken
 *              away, p: zero.
 *   compares   the words that are less, and those that are greater, as two numbers: the highest
 *              word that differs decides. Equal are those of which no word differs.
 *   ones       are counted in each word.
 *   carried    what a loop carries from block to block as the highest bits of the block before
 *              (Advance) is that block itself, in its register.
 *
 * Sums that are written word by word are put together first (words.c). A sum and a sum of that with
 * a carry, whose overflows meet in an or, are one sum. All other
 * values of such types are cast where they come in or go out. The code is LLVM's own, without an
 * intrinsic of any processor.
 *
 * The other way is the chain: values stay integers, and only such double sums are made one, word by
 * word, which LLVM turns into additions with carry. Called by pass.c, which keeps the shortest. */
#include "longs.h"

#include "longs_inside.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

enum { WHOLE = 512 };

static void store_vector(longs *x, LLVMValueRef store)
{
    if (LLVMGetVolatile(store) || LLVMGetOrdering(store) != LLVMAtomicOrderingNotAtomic) return;
    LLVMValueRef v = operand(x, store, 0);
    place_before(x, store);
    LLVMValueRef fresh = LLVMBuildStore(x->b, v, LLVMGetOperand(store, 1));
    LLVMSetAlignment(fresh, LLVMGetAlignment(store));
    longs_note(x, store);
}

/* Bits [from, from + 64) of a vector, as far as there are any. */
static LLVMValueRef word_from(const longs *x, LLVMValueRef v, unsigned from)
{
    unsigned words = LLVMGetVectorSize(LLVMTypeOf(v)), q = from / WORD, s = from % WORD;
    LLVMTypeRef type = LLVMInt64TypeInContext(x->context);
    LLVMValueRef low = LLVMBuildExtractElement(x->b, v, index_number(x, q), "");
    if (!s) return low;
    LLVMValueRef amount = LLVMConstInt(type, s, 0);
    if (q + 1 == words) return LLVMBuildLShr(x->b, low, amount, "");
    LLVMValueRef high = LLVMBuildExtractElement(x->b, v, index_number(x, q + 1), "");
    return longs_call(x, "llvm.fshr", type, (LLVMValueRef[]){high, low, amount}, 3);
}

/* A number of at most 64 bits that is cut out. */
static void cut_vector(longs *x, LLVMValueRef trunc)
{
    unsigned from = 0;
    LLVMValueRef v = LLVMGetOperand(trunc, 0);
    if (LLVMGetIntTypeWidth(LLVMTypeOf(trunc)) > WORD) return;
    if (is_opcode(v, LLVMLShr) && longs_is_shift(v, &from)) v = LLVMGetOperand(v, 0);
    else from = 0;
    v = longs_vector_of(x, v);
    place_before(x, trunc);
    LLVMValueRef n = LLVMBuildTrunc(x->b, word_from(x, v, from), LLVMTypeOf(trunc), "");
    longs_replace(x, trunc, n);
}

/* An integer that is wanted as a vector after all. */
static void cast_vector(longs *x, LLVMValueRef cast)
{
    LLVMValueRef v = operand(x, cast, 0);
    place_before(x, cast);
    longs_replace(x, cast, LLVMBuildBitCast(x->b, v, LLVMTypeOf(cast), ""));
}

static LLVMValueRef flip_sign(const longs *x, LLVMValueRef v)
{
    LLVMValueRef word[WORDS_MAX];
    unsigned words = LLVMGetVectorSize(LLVMTypeOf(v));
    LLVMTypeRef type = LLVMInt64TypeInContext(x->context);
    for (unsigned i = 0; i < words; i++)
        word[i] = LLVMConstInt(type, i + 1 == words ? UINT64_C(1) << 63 : 0, 0);
    return LLVMBuildXor(x->b, v, LLVMConstVector(word, words), "");
}

static void compare_equal(longs *x, LLVMValueRef compare)
{
    LLVMValueRef a = operand(x, compare, 0), c = operand(x, compare, 1);
    unsigned words = LLVMGetVectorSize(LLVMTypeOf(a));
    place_before(x, compare);
    LLVMValueRef differ = LLVMBuildICmp(x->b, LLVMIntNE, a, c, "");
    LLVMTypeRef type = LLVMIntTypeInContext(x->context, words);
    LLVMValueRef bits = LLVMBuildBitCast(x->b, differ, type, "");
    longs_replace(
        x, compare,
        LLVMBuildICmp(x->b, LLVMGetICmpPredicate(compare), bits, LLVMConstNull(type), ""));
}

static void compare_vectors(longs *x, LLVMValueRef compare)
{
    LLVMValueRef carry = longs_carry_of_sum(x, compare), answer = carry;
    if (!answer && x->chain) return;
    if (!answer) {
        LLVMIntPredicate p = LLVMGetICmpPredicate(compare);
        LLVMValueRef a = operand(x, compare, 0), c = operand(x, compare, 1);
        bool sign = p == LLVMIntSLT || p == LLVMIntSLE || p == LLVMIntSGT || p == LLVMIntSGE;
        place_before(x, compare);
        if (sign) a = flip_sign(x, a), c = flip_sign(x, c);
        LLVMValueRef less = longs_as_number(x, LLVMBuildICmp(x->b, LLVMIntULT, a, c, ""));
        LLVMValueRef more = longs_as_number(x, LLVMBuildICmp(x->b, LLVMIntUGT, a, c, ""));
        /* of the numbers, as of the highest words that differ */
        LLVMIntPredicate of_more = p == LLVMIntSLT   ? LLVMIntULT
                                   : p == LLVMIntSLE ? LLVMIntULE
                                   : p == LLVMIntSGT ? LLVMIntUGT
                                   : p == LLVMIntSGE ? LLVMIntUGE
                                                     : p;
        answer = LLVMBuildICmp(x->b, of_more, more, less, "");
    }
    longs_replace(x, compare, answer);
}

/* What is taken from a pair as its overflow. */
static bool is_overflow(LLVMValueRef v)
{
    return LLVMIsAExtractValueInst(v) && longs_is_pair(LLVMGetOperand(v, 0)) && !is_long(v);
}

/* What no long integer comes of, but of long ones. */
static void take_instruction(longs *x, LLVMValueRef i)
{
    LLVMValueRef inner;
    if (map_get(&x->done, i)) return;
    if (is_overflow(i) && !longs_is_for_way(x, LLVMGetOperand(LLVMGetOperand(i, 0), 0))) return;
    bool of_longs = longs_is_order(i) || longs_is_sum(i);
    if (of_longs && !longs_is_for_way(x, LLVMGetOperand(i, 0))) return;
    if (x->chain && longs_is_sum(i) && longs_bit_of_sum(i, &inner) && only_user(inner) == i)
        longs_stand_for(x, i, longs_make_sum(x, i));
    if (x->chain && !longs_is_order(i) && !LLVMIsAExtractValueInst(i)) return;
    if (LLVMIsAStoreInst(i) && is_long(LLVMGetOperand(i, 0))) store_vector(x, i);
    else if (is_opcode(i, LLVMTrunc) && is_long(LLVMGetOperand(i, 0))) cut_vector(x, i);
    else if (is_opcode(i, LLVMBitCast) && is_long(LLVMGetOperand(i, 0))) cast_vector(x, i);
    else if (longs_is_order(i)) compare_vectors(x, i);
    else if (longs_is_equality(i)) compare_equal(x, i);
    else if (is_overflow(i) && LLVMGetFirstUse(i) && !longs_is_first(LLVMGetOperand(i, 0)))
        longs_make_pair(x, LLVMGetOperand(i, 0));
}

/* Values from calls that may unwind have no place behind them, nor have phis where what was thrown
 * is caught. */
static bool has_only_plain(LLVMValueRef function)
{
    if (LLVMHasPersonalityFn(function)) return false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
        if (!last || is_long(last)) return false;
    }
    return true;
}

static void list_instructions(LLVMValueRef function, stack *out)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            stack_push(out, i);
}

/* Who still wants the integer that a vector stands for gets it cast back. */
static void cast_out(longs *x, LLVMValueRef v)
{
    LLVMValueRef vector = map_get(&x->vectors, v), cast = NULL;
    if (!vector || !is_long(v)) return;
    for (LLVMUseRef use = LLVMGetFirstUse(v), next; use; use = next) {
        LLVMValueRef user = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (map_get(&x->done, user)) continue;
        if (!cast && x->chain) cast = vector;
        if (!cast) {
            longs_place_behind(x, LLVMIsAInstruction(vector) ? vector : v);
            cast = LLVMBuildBitCast(x->b, vector, LLVMTypeOf(v), "");
        }
        for (int i = 0; i < LLVMGetNumOperands(user); i++)
            if (LLVMGetOperand(user, (unsigned)i) == v) LLVMSetOperand(user, (unsigned)i, cast);
        next = LLVMGetFirstUse(v); /* the list has changed */
        while (next && map_get(&x->done, LLVMGetUser(next))) next = LLVMGetNextUse(next);
    }
}

/* Parts of a sum that is made otherwise, which nobody uses any more. Nothing else may go: a load
 * may be volatile, a number that is not wanted may come from an atomic instruction. */
static bool is_idle(LLVMValueRef v)
{
    return !LLVMGetFirstUse(v) && (longs_is_sum(v) || longs_is_pair(v) || longs_sum_of_pair(v) ||
                                   is_overflow(v) || (is_opcode(v, LLVMZExt) && is_long(v)));
}

static void delete_done(longs *x, stack *all)
{
    for (size_t i = 0; i < x->made.count; i++) {
        LLVMTypeRef type = LLVMTypeOf(x->made.items[i]);
        if (LLVMGetTypeKind(type) != LLVMVoidTypeKind)
            LLVMReplaceAllUsesWith(x->made.items[i], LLVMGetPoison(type));
    }
    for (size_t i = 0; i < all->count; i++)
        if (map_get(&x->done, all->items[i])) {
            LLVMInstructionEraseFromParent(all->items[i]);
            all->items[i] = NULL;
        }
    for (size_t i = all->count; i-- > 0;)
        if (all->items[i] && is_idle(all->items[i])) LLVMInstructionEraseFromParent(all->items[i]);
}

static LLVMAttributeRef string_attribute(LLVMValueRef function, const char *name)
{
    return LLVMGetStringAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                         name, (unsigned)strlen(name));
}

/* LLVM splits vectors of 512 bits unless the function says that it needs them whole; not where the
 * user prefers them split. */
static void keep_whole(const longs *x, LLVMValueRef function)
{
    static const char name[] = "min-legal-vector-width";
    LLVMAttributeRef now = string_attribute(function, name);
    unsigned length;
    if (!now || string_attribute(function, "prefer-vector-width")) return;
    if (strtoul(LLVMGetStringAttributeValue(now, &length), NULL, 10) >= WHOLE) return;
    LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(x->context, name, sizeof name - 1, "512", 3));
}

static bool has_whole(const longs *x)
{
    for (size_t i = 0; i < x->made.count; i++)
        if (is_long(x->made.items[i]) && long_bits(LLVMTypeOf(x->made.items[i])) >= WHOLE)
            return true;
    return false;
}

unsigned longs_function(const target_view *view, LLVMValueRef function, longs_way way)
{
    longs x = {.module = LLVMGetGlobalParent(function), .view = view, .chain = way == LONGS_CHAIN};
    stack all = {0};
    if (!has_only_plain(function)) return 0;
    x.context = LLVMGetModuleContext(x.module);
    x.b = LLVMCreateBuilderInContext(x.context);
    unsigned gathered = x.chain ? 0 : words_gather(function, x.b);
    list_instructions(function, &all);
    for (size_t i = 0; i < all.count; i++) longs_take_joint(&x, all.items[i]);
    for (size_t i = 0; i < all.count; i++) take_instruction(&x, all.items[i]);
    for (size_t i = 0; i < x.made.count; i++) cast_out(&x, x.made.items[i]);
    unsigned count = (unsigned)x.made.count + gathered;
    if (!x.chain && has_whole(&x)) keep_whole(&x, function);
    delete_done(&x, &all);
    LLVMDisposeBuilder(x.b);
    map_free(&x.vectors);
    map_free(&x.done);
    stack_free(&all);
    stack_free(&x.made);
    return count;
}

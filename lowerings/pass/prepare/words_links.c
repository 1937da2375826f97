// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* words_links.c - chains of words, read from their last link down. A *link* is the sum of two words
 * and a bit, in one of these forms:
 *
 *     two uadd.with.overflow.i64, the second of which adds the extended bit; an or joins the
 * carries one of them, where there is no bit, or sub a, b and a < b: the first link the processor's
 * own sum with a carry add (add a, b), bit: the last link, whose carry nobody wants
 *
 * Called by words.c. */
#include "words_inside.h"

#include <string.h>

#include "lowerings/pass/base/shim.h"

/* ---- links ---- */

/* A call that gives a sum, or a difference, of words and whether it overflows. */
static bool is_pair(LLVMValueRef v, bool *minus)
{
    size_t length;
    LLVMValueRef f = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    if (!f || !LLVMIsAFunction(f) || !LLVMGetIntrinsicID(f)) return false;
    const char *name = LLVMGetValueName2(f, &length);
    *minus = !strcmp(name, "llvm.usub.with.overflow.i64");
    return *minus || !strcmp(name, "llvm.uadd.with.overflow.i64");
}

/* What is taken from a pair: 0 its word, 1 its bit. NULL: it is nothing of that. */
static LLVMValueRef part_of_pair(LLVMValueRef v, unsigned part, bool *minus)
{
    if (!LLVMIsAExtractValueInst(v) || *LLVMGetIndices(v) != part) return NULL;
    LLVMValueRef pair = LLVMGetOperand(v, 0);
    return is_pair(pair, minus) ? pair : NULL;
}

static bool has_one_use(LLVMValueRef v)
{
    LLVMUseRef use = LLVMGetFirstUse(v);
    return use && !LLVMGetNextUse(use);
}

static LLVMValueRef extended_bit(LLVMValueRef v)
{
    if (!is_instruction(v, LLVMZExt)) return NULL;
    return is_integer(LLVMGetOperand(v, 0), 1) ? LLVMGetOperand(v, 0) : NULL;
}

static void own(link *x, LLVMValueRef inst)
{
    if (x->nown < OWN_MAX) x->own[x->nown++] = inst;
}

/* The operands of `inner` and the bit are what `whole` adds, which is the first that goes. */
static link sum_with_bit(bool minus, LLVMValueRef inner, LLVMValueRef bit, LLVMValueRef whole)
{
    return (link){.minus = minus,
                  .a = LLVMGetOperand(inner, 0),
                  .b = LLVMGetOperand(inner, 1),
                  .in = bit,
                  .whole = whole,
                  .own = {whole},
                  .nown = 1};
}

/* The pair `outer` of the word of a pair and a bit. */
static bool read_double(LLVMValueRef outer, link *x)
{
    bool minus, inner_minus;
    if (!is_pair(outer, &minus)) return false;
    for (unsigned i = 0; i < (minus ? 1U : 2U); i++) {
        LLVMValueRef word = LLVMGetOperand(outer, i), extension = LLVMGetOperand(outer, 1 - i),
                     inner = part_of_pair(word, 0, &inner_minus), bit = extended_bit(extension);
        if (!inner || !bit || inner_minus != minus || !has_one_use(word)) continue;
        *x = sum_with_bit(minus, inner, bit, outer);
        own(x, word);
        own(x, inner);
        if (has_one_use(extension)) own(x, extension);
        return true;
    }
    return false;
}

/* The processor's own. */
static bool read_carried(LLVMValueRef call, link *x)
{
    int minus;
    if (!shim_carries_word(call, &minus)) return false;
    LLVMValueRef in = LLVMGetOperand(call, 0);
    *x = (link){.minus = minus != 0,
                .a = LLVMGetOperand(call, 1),
                .b = LLVMGetOperand(call, 2),
                .in = LLVMIsNull(in)     ? NULL
                      : extended_bit(in) ? extended_bit(in)
                                         : in,
                .whole = call};
    own(x, call);
    if (extended_bit(in) && has_one_use(in)) own(x, in);
    return true;
}

/* The bit that is added, or taken away, at all bits: LLVM takes a bit away by adding it so. */
static LLVMValueRef taken_bit(LLVMValueRef sum, LLVMValueRef v, bool *minus)
{
    bool spread = is_instruction(v, LLVMSExt) && is_integer(LLVMGetOperand(v, 0), 1);
    *minus = is_instruction(sum, LLVMSub) || spread;
    if (spread) return is_instruction(sum, LLVMAdd) ? LLVMGetOperand(v, 0) : NULL;
    return extended_bit(v);
}

/* add (add a, b), bit, or sub (sub a, b), bit. */
static bool read_last(LLVMValueRef sum, link *x)
{
    bool minus, takes = is_instruction(sum, LLVMSub);
    if ((!takes && !is_instruction(sum, LLVMAdd)) || !is_integer(sum, WORD_BITS)) return false;
    for (unsigned i = 0; i < (takes ? 1U : 2U); i++) {
        LLVMValueRef inner = LLVMGetOperand(sum, i), extension = LLVMGetOperand(sum, 1 - i),
                     bit = taken_bit(sum, extension, &minus);
        if (!bit || !has_one_use(inner) || !is_instruction(inner, minus ? LLVMSub : LLVMAdd))
            continue;
        *x = sum_with_bit(minus, inner, bit, sum);
        own(x, inner);
        if (has_one_use(extension)) own(x, extension);
        return true;
    }
    return false;
}

/* The instruction that takes the bit from the pair of one word. */
static bool is_bit_of(LLVMValueRef v, LLVMValueRef pair)
{
    bool minus;
    return part_of_pair(v, 1, &minus) == pair && has_one_use(v);
}

/* The link whose carry the bit is: two pairs' bits joined. */
static bool read_joined(LLVMValueRef bit, link *x)
{
    bool minus;
    if (!is_instruction(bit, LLVMOr) && !is_instruction(bit, LLVMXor) &&
        !is_instruction(bit, LLVMAdd))
        return false;
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef one = LLVMGetOperand(bit, i), other = LLVMGetOperand(bit, 1 - i),
                     outer = part_of_pair(one, 1, &minus);
        if (!outer || !read_double(outer, x) || !is_bit_of(one, outer) ||
            !is_bit_of(other, x->own[2]))
            continue;
        own(x, one);
        own(x, other);
        own(x, bit);
        x->out = bit;
        return true;
    }
    return false;
}

/* a < b, where somebody takes b from a: what LLVM makes of a difference's bit. */
static bool read_compare(LLVMValueRef compare, link *x)
{
    if (!is_instruction(compare, LLVMICmp) || !is_integer(LLVMGetOperand(compare, 0), WORD_BITS))
        return false;
    LLVMIntPredicate p = LLVMGetICmpPredicate(compare);
    if (p != LLVMIntULT && p != LLVMIntUGT) return false;
    LLVMValueRef a = LLVMGetOperand(compare, p == LLVMIntUGT),
                 b = LLVMGetOperand(compare, p == LLVMIntULT);
    if (LLVMIsAConstant(a)) return false; /* used all over */
    for (LLVMUseRef use = LLVMGetFirstUse(a); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!is_instruction(user, LLVMSub) || LLVMGetOperand(user, 0) != a ||
            LLVMGetOperand(user, 1) != b)
            continue;
        *x = (link){.minus = true, .a = a, .b = b, .whole = user, .out = compare};
        own(x, user);
        own(x, compare);
        return true;
    }
    return false;
}

/* The link whose carry it is. */
static bool read_carry(LLVMValueRef carry, link *x)
{
    bool minus;
    LLVMValueRef call = LLVMIsAExtractValueInst(carry) && *LLVMGetIndices(carry) == 0
                            ? LLVMGetOperand(carry, 0)
                            : NULL;
    if (call && read_carried(call, x)) {
        own(x, carry);
        x->out = carry;
        return true;
    }
    if (read_joined(carry, x) || read_compare(carry, x)) return true;
    LLVMValueRef pair = part_of_pair(carry, 1, &minus);
    if (!pair) return false;
    *x = (link){.minus = minus,
                .a = LLVMGetOperand(pair, 0),
                .b = LLVMGetOperand(pair, 1),
                .whole = pair,
                .out = carry};
    own(x, pair);
    own(x, carry);
    return true;
}

/* ---- chains ---- */

/* The last link, of which nobody takes the carry on. */
static bool read_top(LLVMValueRef inst, link *x)
{
    return read_carried(inst, x) || read_double(inst, x) || read_last(inst, x);
}

/* The carry that the last link gives, if it does: its joint, or the processor's. */
void words_find_out(link *x)
{
    for (LLVMUseRef use = LLVMGetFirstUse(x->whole); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use), joint;
        link again;
        if (!LLVMIsAExtractValueInst(user)) continue;
        joint = has_one_use(user) ? LLVMGetUser(LLVMGetFirstUse(user)) : NULL;
        if (read_carry(user, &again) && again.whole == x->whole && again.in == x->in) *x = again;
        else if (joint && read_carry(joint, &again) && again.whole == x->whole) *x = again;
    }
}

/* Nobody but the next link takes the carry, extended or not. */
static bool is_private(LLVMValueRef carry)
{
    if (!LLVMIsAInstruction(carry) || !has_one_use(carry)) return false;
    LLVMValueRef user = LLVMGetUser(LLVMGetFirstUse(carry));
    bool extends = is_instruction(user, LLVMZExt) || is_instruction(user, LLVMSExt);
    return !extends || has_one_use(user);
}

void words_follow(LLVMValueRef top, chain *c)
{
    c->count = 0;
    if (!read_top(top, &c->links[0])) return;
    for (c->count = 1; c->count < LINKS_MAX; c->count++) {
        link *above = &c->links[c->count - 1], *x = &c->links[c->count];
        if (!above->in || !is_private(above->in) || !read_carry(above->in, x) ||
            x->minus != above->minus || !same_block(x->whole, top))
            return;
    }
}

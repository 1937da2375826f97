// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* words_links.c - chains of words, read from their last link down. A *link* is the sum of two words
 * and a bit, in one of these forms:
 *
 *     two uadd.with.overflow.i64, the second of which adds the extended bit; an or joins carries
 *     two plain sums, the carries of which are compares: s = a + b, s < a; s = a - b, a < b
 *     one of them, where there is no bit: the first link
 *     the processor's own sum with a carry
 *     add (add a, b), bit: the last link, whose carry nobody wants
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

static bool joins(LLVMValueRef v)
{
    return is_instruction(v, LLVMOr) || is_instruction(v, LLVMXor) || is_instruction(v, LLVMAdd);
}

/* Two carries, extended before they are joined: a bit if they are those of a link. */
static bool joins_words(LLVMValueRef v)
{
    return joins(v) && extended_bit(LLVMGetOperand(v, 0)) && extended_bit(LLVMGetOperand(v, 1));
}

/* A bit that is added as a word: extended, a word that is 0 or 1 itself, or a joint. */
static LLVMValueRef added_bit(LLVMValueRef v)
{
    LLVMValueRef bit = extended_bit(v);
    return bit ? bit : joins_words(v) || shim_is_bit(v) ? v : NULL;
}

/* Is what comes into the first link a bit, whatever it is a joint of? (The processor's carry is, as
 * it reads it.) */
static bool is_bit(LLVMValueRef in)
{
    return !in || !is_integer(in, WORD_BITS) || shim_is_bit(in);
}

/* ---- sums and what they carry ---- */

static bool is_plain_sum(LLVMValueRef v, bool *minus)
{
    *minus = is_instruction(v, LLVMSub);
    return (*minus || is_instruction(v, LLVMAdd)) && is_integer(v, WORD_BITS);
}

/* A pair, or a plain sum. */
static bool is_sum(LLVMValueRef v, bool *minus)
{
    return is_pair(v, minus) || is_plain_sum(v, minus);
}

/* The sum whose word it is. */
static LLVMValueRef sum_of_word(LLVMValueRef v, bool *minus)
{
    return is_plain_sum(v, minus) ? v : part_of_pair(v, 0, minus);
}

/* a - b, where somebody has it. */
static LLVMValueRef find_difference(LLVMValueRef a, LLVMValueRef b)
{
    if (LLVMIsAConstant(a)) return NULL; /* used all over */
    for (LLVMUseRef use = LLVMGetFirstUse(a); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (is_instruction(user, LLVMSub) && LLVMGetOperand(user, 0) == a &&
            LLVMGetOperand(user, 1) == b)
            return user;
    }
    return NULL;
}

/* The plain sum whose carry the compare is: a + b < a, or a < b beside a - b. */
static LLVMValueRef sum_of_compare(LLVMValueRef compare, bool *minus)
{
    if (!is_instruction(compare, LLVMICmp) || !is_integer(LLVMGetOperand(compare, 0), WORD_BITS))
        return NULL;
    LLVMIntPredicate p = LLVMGetICmpPredicate(compare);
    if (p != LLVMIntULT && p != LLVMIntUGT) return NULL;
    LLVMValueRef less = LLVMGetOperand(compare, p == LLVMIntUGT),
                 more = LLVMGetOperand(compare, p == LLVMIntULT);
    *minus = !is_instruction(less, LLVMAdd) ||
             (LLVMGetOperand(less, 0) != more && LLVMGetOperand(less, 1) != more);
    return *minus ? find_difference(less, more) : less;
}

/* The sum whose carry it is. */
static LLVMValueRef sum_of_carry(LLVMValueRef bit, bool *minus)
{
    LLVMValueRef pair = part_of_pair(bit, 1, minus);
    return pair ? pair : sum_of_compare(bit, minus);
}

/* Nobody wants the word but the sum `by`, and compares of carries. */
static bool is_wanted_by(LLVMValueRef word, LLVMValueRef by)
{
    for (LLVMUseRef use = LLVMGetFirstUse(word); use; use = LLVMGetNextUse(use))
        if (LLVMGetUser(use) != by && !is_instruction(LLVMGetUser(use), LLVMICmp)) return false;
    return true;
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
                  .inner = inner,
                  .whole = whole,
                  .own = {whole},
                  .nown = 1};
}

/* The sum `outer` of the word of a sum and a bit. */
static bool read_double(LLVMValueRef outer, link *x)
{
    bool minus, inner_minus;
    if (!is_sum(outer, &minus)) return false;
    for (unsigned i = 0; i < (minus ? 1U : 2U); i++) {
        LLVMValueRef word = LLVMGetOperand(outer, i), extension = LLVMGetOperand(outer, 1 - i),
                     inner = sum_of_word(word, &inner_minus);
        if (!inner || inner_minus != minus || !is_wanted_by(word, outer)) continue;
        LLVMValueRef bit = added_bit(extension);
        if (!bit) continue;
        *x = sum_with_bit(minus, inner, bit, outer);
        own(x, word);
        own(x, inner);
        if (extended_bit(extension) && is_wanted_by(extension, outer)) own(x, extension);
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

/* One of two carries that are joined, extended or not. */
static LLVMValueRef joined_carry(LLVMValueRef joint, unsigned i)
{
    LLVMValueRef v = LLVMGetOperand(joint, i), bit = extended_bit(v);
    return bit && has_one_use(v) ? bit : v;
}

/* The carry, which nobody else wants, of the sum. */
static bool is_carry_of(LLVMValueRef v, LLVMValueRef sum)
{
    bool minus;
    return has_one_use(v) && sum_of_carry(v, &minus) == sum;
}

/* The link whose carry the bit is: two sums' carries joined. */
static bool read_joined(LLVMValueRef bit, link *x)
{
    bool minus;
    if (!joins(bit)) return false;
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef one = joined_carry(bit, i), other = joined_carry(bit, 1 - i),
                     outer = sum_of_carry(one, &minus);
        if (!outer || !read_double(outer, x) || x->minus != minus || !is_carry_of(one, outer) ||
            !is_carry_of(other, x->inner))
            continue;
        own(x, one);
        own(x, other);
        if (LLVMGetOperand(bit, i) != one) own(x, LLVMGetOperand(bit, i));
        if (LLVMGetOperand(bit, 1 - i) != other) own(x, LLVMGetOperand(bit, 1 - i));
        own(x, bit);
        x->out = bit;
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
    if (read_joined(carry, x)) return true;
    LLVMValueRef sum = sum_of_carry(carry, &minus);
    if (!sum) return false;
    *x = (link){.minus = minus,
                .a = LLVMGetOperand(sum, 0),
                .b = LLVMGetOperand(sum, 1),
                .whole = sum,
                .out = carry};
    own(x, sum);
    own(x, carry);
    return true;
}

/* ---- chains ---- */

/* The last link, of which nobody takes the carry on. */
static bool read_top(LLVMValueRef inst, link *x)
{
    return read_carried(inst, x) || read_double(inst, x) || read_last(inst, x);
}

/* The carry of x, if `v` is it or is joined with another to be it. */
static bool take_out(LLVMValueRef v, link *x)
{
    link again;
    LLVMValueRef joint = v;
    if (read_carry(v, &again) && again.whole == x->whole && again.in == x->in) {
        *x = again;
        return true;
    }
    for (unsigned i = 0; i < 2; i++) { /* extended before it is joined */
        joint = has_one_use(joint) ? LLVMGetUser(LLVMGetFirstUse(joint)) : NULL;
        if (!joint || !LLVMIsAInstruction(joint)) return false;
        if (!read_carry(joint, &again) || again.whole != x->whole) continue;
        *x = again;
        return true;
    }
    return false;
}

/* Among those who use the value. */
static bool find_out_at(LLVMValueRef value, link *x)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool carries = LLVMIsAExtractValueInst(user) || is_instruction(user, LLVMICmp);
        if (carries && take_out(user, x)) return true;
    }
    return false;
}

/* The carry that the last link gives, if it does: its joint, a compare, or the processor's. What
 * is compared with a difference is what it is of. */
static void find_out(link *x)
{
    bool minus;
    if (find_out_at(x->whole, x) || !is_plain_sum(x->whole, &minus) || !minus) return;
    if (!LLVMIsAConstant(LLVMGetOperand(x->whole, 0)))
        find_out_at(LLVMGetOperand(x->whole, 0), x);
}

static bool is_own(const link *x, LLVMValueRef inst)
{
    for (unsigned i = 0; i < x->nown; i++)
        if (x->own[i] == inst) return true;
    return false;
}

/* Nobody but the link uses the value, extended or not. */
static bool is_private(LLVMValueRef v, const link *to, bool extended)
{
    if (!LLVMIsAInstruction(v) || !LLVMGetFirstUse(v)) return false;
    for (LLVMUseRef use = LLVMGetFirstUse(v); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool extends = is_instruction(user, LLVMZExt) || is_instruction(user, LLVMSExt);
        if (extends && !extended ? !is_private(user, to, true) : !is_own(to, user)) return false;
    }
    return true;
}

void words_follow(LLVMValueRef top, chain *c)
{
    c->count = 0;
    if (!read_top(top, &c->links[0])) return;
    find_out(&c->links[0]);
    for (c->count = 1; c->count < LINKS_MAX; c->count++) {
        link *above = &c->links[c->count - 1], *x = &c->links[c->count];
        if (!above->in || !is_private(above->in, above, false) || !read_carry(above->in, x) ||
            x->minus != above->minus || !same_block(x->whole, top))
            break;
    }
    if (!is_bit(c->links[c->count - 1].in)) c->count = 0;
}

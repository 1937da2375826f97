// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* longs_sums.c - sums and differences with carries, on vectors or word by word; which of two are
 * one. longs.c says how. */
#include "longs_inside.h"

enum { CHAIN_BITS_MAX = 1024 }; /* LLVM needs long for more, of which vectors take less */

LLVMValueRef longs_as_number(const longs *x, LLVMValueRef flags)
{
    unsigned words = LLVMGetVectorSize(LLVMTypeOf(flags));
    return LLVMBuildBitCast(x->b, flags, LLVMIntTypeInContext(x->context, words), "");
}

/* Of the words' own sums r the sum, or difference, with what is carried in (a bit, or NULL) and
 * out. own: the words that gave a carry. */
static LLVMValueRef carry_over(const longs *x, LLVMValueRef r, LLVMValueRef own, bool minus,
                               LLVMValueRef in, LLVMValueRef *out)
{
    LLVMTypeRef type = LLVMTypeOf(r);
    unsigned words = LLVMGetVectorSize(type), room = words < 32 ? 32 : words < 64 ? 64 : 128;
    LLVMTypeRef number = LLVMIntTypeInContext(x->context, room);
    LLVMValueRef passing = minus ? LLVMConstNull(type) : LLVMConstAllOnes(type);
    LLVMValueRef p = longs_as_number(x, LLVMBuildICmp(x->b, LLVMIntEQ, r, passing, ""));
    LLVMValueRef g = longs_as_number(x, own);
    p = LLVMBuildZExt(x->b, p, number, "");
    g = LLVMBuildZExt(x->b, g, number, "");
    LLVMValueRef t = LLVMBuildShl(x->b, g, LLVMConstInt(number, 1, 0), "");
    if (in) t = LLVMBuildOr(x->b, t, LLVMBuildZExt(x->b, in, number, ""), "");
    t = LLVMBuildAdd(x->b, t, p, "");
    LLVMTypeRef one = LLVMInt1TypeInContext(x->context);
    *out = LLVMBuildTrunc(x->b, LLVMBuildLShr(x->b, t, LLVMConstInt(number, words, 0), ""), one,
                          "");
    LLVMValueRef more = LLVMBuildTrunc(x->b, LLVMBuildXor(x->b, t, p, ""),
                                       LLVMIntTypeInContext(x->context, words), "");
    more = LLVMBuildBitCast(x->b, more, LLVMVectorType(one, words), "");
    more = LLVMBuildSExt(x->b, more, type, "");
    return minus ? LLVMBuildAdd(x->b, r, more, "") : LLVMBuildSub(x->b, r, more, "");
}

/* The sum of two vectors and a bit (NULL: none), or their difference less it. */
static LLVMValueRef add_vectors(const longs *x, LLVMValueRef a, LLVMValueRef c, bool minus,
                                LLVMValueRef in, LLVMValueRef *out)
{
    LLVMValueRef r = minus ? LLVMBuildSub(x->b, a, c, "") : LLVMBuildAdd(x->b, a, c, "");
    LLVMValueRef own = minus ? LLVMBuildICmp(x->b, LLVMIntULT, a, c, "")
                             : LLVMBuildICmp(x->b, LLVMIntULT, r, a, "");
    return carry_over(x, r, own, minus, in, out);
}

/* The single bit that the value is the extension of; NULL: it is none. */
static LLVMValueRef extended_bit(LLVMValueRef v)
{
    if (!is_opcode(v, LLVMZExt)) return NULL;
    LLVMValueRef x = LLVMGetOperand(v, 0);
    return LLVMTypeOf(x) == LLVMInt1TypeInContext(LLVMGetTypeContext(LLVMTypeOf(x))) ? x : NULL;
}

LLVMValueRef longs_sum_of_pair(LLVMValueRef v)
{
    if (!LLVMIsAExtractValueInst(v) || *LLVMGetIndices(v) != 0) return NULL;
    return longs_is_pair(LLVMGetOperand(v, 0)) ? LLVMGetOperand(v, 0) : NULL;
}

/* Of a sum of the sum `first` and a bit: that bit. NULL where it is none, or of the other kind. */
static LLVMValueRef added_bit(LLVMValueRef pair, LLVMValueRef *first)
{
    bool minus = longs_has_stem(pair, "usub");
    for (unsigned i = 0; i < (minus ? 1U : 2U); i++) {
        LLVMValueRef inner = longs_sum_of_pair(LLVMGetOperand(pair, i)),
                     bit = extended_bit(LLVMGetOperand(pair, 1 - i));
        if (!inner || !bit || longs_has_stem(inner, "usub") != minus) continue;
        *first = inner;
        return bit;
    }
    return NULL;
}

/* The instruction that takes from a pair whether it overflows, if one does; false: several, or the
 * pair is used otherwise. */
static bool find_overflow(LLVMValueRef pair, LLVMValueRef *bit)
{
    *bit = NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(pair); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAExtractValueInst(user)) return false;
        if (*LLVMGetIndices(user) == 0) continue;
        if (*bit) return false;
        *bit = user;
    }
    return true;
}

static bool joins(LLVMValueRef v, LLVMValueRef a, LLVMValueRef b)
{
    return (is_opcode(v, LLVMOr) || is_opcode(v, LLVMXor) || is_opcode(v, LLVMAdd)) &&
           ((LLVMGetOperand(v, 0) == a && LLVMGetOperand(v, 1) == b) ||
            (LLVMGetOperand(v, 0) == b && LLVMGetOperand(v, 1) == a));
}

/* May the sum `outer` of `first` and a bit be made at once? Nobody wants the sum without the bit,
 * and of the overflows only that there is one. joint: who says so, or NULL where nobody asks. */
static bool is_whole_sum(LLVMValueRef outer, LLVMValueRef first, LLVMValueRef *joint)
{
    LLVMValueRef one, other;
    *joint = NULL;
    if (!find_overflow(first, &one) || !find_overflow(outer, &other)) return false;
    for (LLVMUseRef use = LLVMGetFirstUse(first); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (user != one && only_user(user) != outer) return false;
    }
    bool asked = (one && LLVMGetFirstUse(one)) || (other && LLVMGetFirstUse(other));
    if (!asked) return true;
    *joint = one ? only_user(one) : NULL;
    return *joint && other && only_user(other) == *joint && joins(*joint, one, other);
}

static LLVMValueRef word_of(const longs *x, LLVMValueRef v, unsigned i)
{
    LLVMValueRef amount = LLVMConstInt(LLVMTypeOf(v), WORD * (uint64_t)i, 0);
    LLVMValueRef down = i ? LLVMBuildLShr(x->b, v, amount, "") : v;
    return LLVMBuildTrunc(x->b, down, LLVMInt64TypeInContext(x->context), "");
}

/* One word's sum with a bit (NULL: none), which becomes the bit that is carried on. */
static LLVMValueRef add_word(const longs *x, LLVMValueRef a, LLVMValueRef c, bool minus,
                             LLVMValueRef *bit)
{
    const char *name = minus ? "llvm.usub.with.overflow" : "llvm.uadd.with.overflow";
    LLVMTypeRef type = LLVMTypeOf(a);
    LLVMValueRef pair = longs_call(x, name, type, (LLVMValueRef[]){a, c}, 2);
    LLVMValueRef sum = LLVMBuildExtractValue(x->b, pair, 0, "");
    LLVMValueRef over = LLVMBuildExtractValue(x->b, pair, 1, "");
    if (*bit) {
        LLVMValueRef in = LLVMBuildZExt(x->b, *bit, type, "");
        pair = longs_call(x, name, type, (LLVMValueRef[]){sum, in}, 2);
        sum = LLVMBuildExtractValue(x->b, pair, 0, "");
        over = LLVMBuildOr(x->b, over, LLVMBuildExtractValue(x->b, pair, 1, ""), "");
    }
    *bit = over;
    return sum;
}

static LLVMValueRef add_words(const longs *x, LLVMValueRef a, LLVMValueRef c, bool minus,
                              LLVMValueRef in, LLVMValueRef *out)
{
    LLVMTypeRef type = LLVMTypeOf(a);
    unsigned words = LLVMGetIntTypeWidth(type) / WORD;
    LLVMValueRef all = LLVMConstNull(type);
    *out = in;
    for (unsigned i = 0; i < words; i++) {
        LLVMValueRef sum = add_word(x, word_of(x, a, i), word_of(x, c, i), minus, out);
        sum = LLVMBuildZExt(x->b, sum, type, "");
        if (i) sum = LLVMBuildShl(x->b, sum, LLVMConstInt(type, WORD * (uint64_t)i, 0), "");
        all = LLVMBuildOr(x->b, all, sum, "");
    }
    return all;
}

static LLVMValueRef add_longs(const longs *x, LLVMValueRef a, LLVMValueRef c, bool minus,
                              LLVMValueRef in, LLVMValueRef *out)
{
    return x->chain ? add_words(x, a, c, minus, in, out) : add_vectors(x, a, c, minus, in, out);
}

/* The vector stands for what is taken from a pair as its sum. */
static void take_sum(longs *x, LLVMValueRef pair, LLVMValueRef sum)
{
    map_put(&x->vectors, pair, sum);
    longs_note(x, pair);
    for (LLVMUseRef use = LLVMGetFirstUse(pair); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAExtractValueInst(user) || *LLVMGetIndices(user) != 0) continue;
        map_put(&x->vectors, user, sum);
        longs_note(x, user);
    }
}

/* What is carried out stands for the joint of two overflows, or for the only one. */
static void replace_bits(longs *x, LLVMValueRef first, LLVMValueRef bit, LLVMValueRef joint,
                         LLVMValueRef out)
{
    LLVMValueRef one = NULL;
    if (joint) longs_replace(x, joint, out);
    else if (bit) longs_replace(x, bit, out);
    if (!joint || !find_overflow(first, &one)) return;
    if (one) longs_note(x, one);
    if (bit) longs_note(x, bit);
}

LLVMValueRef longs_make_pair(longs *x, LLVMValueRef pair)
{
    LLVMValueRef known = map_get(&x->vectors, pair), first = pair, joint = NULL, bit, out;
    if (known || !find_overflow(pair, &bit)) return known;
    bool minus = longs_has_stem(pair, "usub");
    LLVMValueRef in = added_bit(pair, &first);
    if (in && !is_whole_sum(pair, first, &joint)) {
        in = NULL;
        first = pair;
    }
    LLVMValueRef a = operand(x, first, 0), c = operand(x, first, 1);
    place_before(x, pair);
    LLVMValueRef sum = add_longs(x, a, c, minus, in, &out);
    take_sum(x, pair, sum);
    replace_bits(x, first, bit, joint, out);
    return sum;
}

LLVMValueRef longs_bit_of_sum(LLVMValueRef v, LLVMValueRef *inner)
{
    bool minus = is_opcode(v, LLVMSub);
    for (unsigned i = 0; i < (minus ? 1U : 2U); i++) {
        LLVMValueRef bit = extended_bit(LLVMGetOperand(v, 1 - i));
        *inner = LLVMGetOperand(v, i);
        if (bit && is_opcode(*inner, minus ? LLVMSub : LLVMAdd)) return bit;
    }
    return NULL;
}

LLVMValueRef longs_make_sum(longs *x, LLVMValueRef v)
{
    bool minus = is_opcode(v, LLVMSub);
    LLVMValueRef out, inner, in = longs_bit_of_sum(v, &inner);
    if (in && only_user(inner) != v) in = NULL;
    LLVMValueRef sum = in ? inner : v, a = operand(x, sum, 0), c = operand(x, sum, 1);
    place_before(x, v);
    return add_longs(x, a, c, minus, in, &out);
}

/* Does the compare tell that the sum, or difference, overflows? */
static bool tells_overflow(LLVMValueRef compare, LLVMValueRef sum)
{
    if (!longs_is_order(compare)) return false;
    LLVMIntPredicate p = LLVMGetICmpPredicate(compare);
    if (p != LLVMIntULT && p != LLVMIntUGT) return false;
    LLVMValueRef less = LLVMGetOperand(compare, p == LLVMIntUGT),
                 more = LLVMGetOperand(compare, p == LLVMIntULT);
    LLVMValueRef a = LLVMGetOperand(sum, 0), c = LLVMGetOperand(sum, 1);
    if (is_opcode(sum, LLVMSub)) return less == a && more == c;
    return less == sum && (more == a || more == c);
}

/* Is `inner` wanted by nobody but the sum of it and a bit and what tells of overflows? */
static bool is_private(LLVMValueRef inner, LLVMValueRef outer, LLVMValueRef joint)
{
    for (LLVMUseRef use = LLVMGetFirstUse(inner); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (user != outer && only_user(user) != joint) return false;
    }
    return true;
}

/* The sum of a sum and a bit of which `outer_tells` says whether it overflows. */
static LLVMValueRef find_outer(LLVMValueRef compare)
{
    for (unsigned i = 0; longs_is_order(compare) && i < 2; i++) {
        LLVMValueRef v = LLVMGetOperand(compare, i), inner;
        if (longs_is_sum(v) && longs_bit_of_sum(v, &inner) && tells_overflow(compare, v)) return v;
        /* a difference is told by its operands */
        for (LLVMUseRef use = LLVMGetFirstUse(v); use; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            if (is_opcode(user, LLVMSub) && is_long(user) && longs_bit_of_sum(user, &inner) &&
                tells_overflow(compare, user))
                return user;
        }
    }
    return NULL;
}

bool longs_is_for_way(const longs *x, LLVMValueRef v)
{
    return !x->chain || long_bits(LLVMTypeOf(v)) <= CHAIN_BITS_MAX;
}

void longs_take_joint(longs *x, LLVMValueRef joint)
{
    LLVMValueRef tells[2], out, inner;
    if (!is_opcode(joint, LLVMOr) && !is_opcode(joint, LLVMXor)) return;
    for (unsigned i = 0; i < 2; i++) tells[i] = LLVMGetOperand(joint, i);
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef outer = find_outer(tells[i]);
        LLVMValueRef bit = outer ? longs_bit_of_sum(outer, &inner) : NULL;
        if (!bit || !longs_is_for_way(x, outer) || !tells_overflow(tells[1 - i], inner) ||
            !is_private(inner, outer, joint) || only_user(tells[0]) != joint ||
            only_user(tells[1]) != joint)
            continue;
        LLVMValueRef a = operand(x, inner, 0), c = operand(x, inner, 1);
        place_before(x, outer);
        longs_stand_for(x, outer, add_longs(x, a, c, is_opcode(outer, LLVMSub), bit, &out));
        longs_replace(x, joint, out);
        for (unsigned k = 0; k < 2; k++) longs_note(x, tells[k]);
        longs_note(x, inner);
        return;
    }
}

LLVMValueRef longs_carry_of_sum(longs *x, LLVMValueRef compare)
{
    for (unsigned i = 0; i < 2; i++) {
        LLVMIntPredicate p = LLVMGetICmpPredicate(compare);
        LLVMValueRef sum = LLVMGetOperand(compare, i), other = LLVMGetOperand(compare, 1 - i), out;
        if (p != (i ? LLVMIntUGT : LLVMIntULT) || !is_opcode(sum, LLVMAdd)) continue;
        if (LLVMGetOperand(sum, 0) != other && LLVMGetOperand(sum, 1) != other) continue;
        if (map_get(&x->vectors, sum)) continue;
        LLVMValueRef a = operand(x, sum, 0), c = operand(x, sum, 1);
        place_before(x, sum);
        longs_stand_for(x, sum, add_longs(x, a, c, false, NULL, &out));
        return out;
    }
    return NULL;
}

bool longs_is_first(LLVMValueRef pair)
{
    for (LLVMUseRef use = LLVMGetFirstUse(pair); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use), outer = only_user(user), first = NULL, joint;
        if (!LLVMIsAExtractValueInst(user) || !outer || !longs_is_pair(outer)) continue;
        if (added_bit(outer, &first) && first == pair && is_whole_sum(outer, first, &joint))
            return true;
    }
    return false;
}

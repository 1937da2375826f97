// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* longs.c - long integers as vectors: an integer of N = 64 k bits becomes <k x i64>, word 0 first.
 *
 * LLVM takes integers that no register holds apart into words, and brings each to a general
 * register. Here they stay in vector registers:
 *
 *   shifts     by a constant c = 64 q + s: words move up (or down) by q and q + 1, and each result
 *              word is a funnel shift of two of them; rotations and funnel shifts alike. An or of
 *              the two halves of a funnel shift is one.
 *   sums       (Lin 2014, section 4.4) words are added by themselves; g, one bit a word: it gave a
 *              carry; p: it is all ones, and passes a carry on. t = 2 g + c_in + p moves all
 *              carries in one sum, the words of t ^ p are one more, and bit k of t goes out. No
 *              word has both, so no more is needed. Differences with g: less than what is taken
 *              away, p: zero.
 *   compares   the words that are less, and those that are greater, as two numbers: the highest
 *              word that differs decides.
 *   carried    what a loop carries from block to block as the highest bits of the block before
 *              (Advance) is that block itself, in its register.
 *
 * A sum and a sum of that with a carry, whose overflows meet in an or, are one sum. All other
 * values of such types are cast where they come in or go out. The code is LLVM's own, without an
 * intrinsic of any processor.
 *
 * The other way is the chain: values stay integers, and only such double sums are made one, word by
 * word, which LLVM turns into additions with carry. Called by pass.c, which keeps the shortest. */
#include "longs.h"

#include "lowerings/pass/base/convert.h"
#include "spec/base/base.h"
#include "spec/base/map.h"

#include <stdio.h>
#include <string.h>

enum { WORD = 64, BITS_MIN = 128, BITS_MAX = 4096, WORDS_MAX = BITS_MAX / WORD };
enum { CHAIN_BITS_MAX = 1024 }; /* LLVM needs long for more, of which vectors take less */

typedef struct longs {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef b;
    bool chain;  /* values stay integers: each stands for itself */
    map vectors; /* from a long value to the vector that stands for it */
    map done;    /* instructions that others stand for */
    stack made;  /* the same, in their order */
} longs;

/* ---- what there is ---- */

static unsigned long_bits(LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind) return 0;
    unsigned bits = LLVMGetIntTypeWidth(type);
    return bits >= BITS_MIN && bits <= BITS_MAX && bits % WORD == 0 ? bits : 0;
}

static bool is_long(LLVMValueRef v)
{
    return long_bits(LLVMTypeOf(v)) != 0;
}

/* The intrinsic's name behind "llvm."; "" for other values. */
static const char *intrinsic(LLVMValueRef v)
{
    size_t length;
    LLVMValueRef f = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    if (!f || !LLVMIsAFunction(f) || !LLVMGetIntrinsicID(f)) return "";
    const char *name = LLVMGetValueName2(f, &length);
    return strncmp(name, "llvm.", 5) ? "" : name + 5;
}

static bool has_stem(LLVMValueRef v, const char *stem)
{
    return !strncmp(intrinsic(v), stem, strlen(stem));
}

static bool is_opcode(LLVMValueRef v, LLVMOpcode opcode)
{
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == opcode;
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

static bool is_shift(LLVMValueRef v, unsigned *amount)
{
    return (is_opcode(v, LLVMShl) || is_opcode(v, LLVMLShr) || is_opcode(v, LLVMAShr)) &&
           is_long(v) && has_amount(LLVMGetOperand(v, 1), amount);
}

static bool is_funnel(LLVMValueRef v, unsigned *amount)
{
    return (has_stem(v, "fshl.") || has_stem(v, "fshr.")) && is_long(v) &&
           has_amount(LLVMGetOperand(v, 2), amount);
}

/* A call that gives a sum, or a difference, and whether it overflows as an unsigned one. */
static bool is_pair(LLVMValueRef v)
{
    return (has_stem(v, "uadd.with.overflow.") || has_stem(v, "usub.with.overflow.")) &&
           is_long(LLVMGetOperand(v, 0));
}

static bool is_sum(LLVMValueRef v)
{
    return (is_opcode(v, LLVMAdd) || is_opcode(v, LLVMSub)) && is_long(v);
}

static bool is_order(LLVMValueRef v)
{
    if (!is_opcode(v, LLVMICmp) || !is_long(LLVMGetOperand(v, 0))) return false;
    LLVMIntPredicate p = LLVMGetICmpPredicate(v);
    return p != LLVMIntEQ && p != LLVMIntNE;
}

bool longs_is_work(LLVMValueRef inst)
{
    unsigned amount;
    return is_shift(inst, &amount) || is_funnel(inst, &amount) || is_pair(inst) || is_sum(inst) ||
           is_order(inst);
}

static unsigned least_of(LLVMValueRef v)
{
    unsigned amount;
    if (is_pair(v)) return long_bits(LLVMTypeOf(LLVMGetOperand(v, 0))) / WORD;
    bool by_words = is_sum(v) || ((is_shift(v, &amount) || is_funnel(v, &amount)) && amount % WORD);
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

/* ---- vectors ---- */

static LLVMTypeRef vector_type(const longs *x, unsigned words)
{
    return LLVMVectorType(LLVMInt64TypeInContext(x->context), words);
}

static LLVMValueRef index_number(const longs *x, unsigned n)
{
    return LLVMConstInt(LLVMInt32TypeInContext(x->context), n, 0);
}

static LLVMValueRef splat(const longs *x, unsigned words, uint64_t n)
{
    return convert_number(vector_type(x, words), n);
}

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

static LLVMValueRef call(const longs *x, const char *name, LLVMTypeRef type,
                         const LLVMValueRef *args, unsigned nargs)
{
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(x->module, id, &type, 1);
    return LLVMBuildCall2(x->b, LLVMGlobalGetValueType(f), f, (LLVMValueRef *)(uintptr_t)args,
                          nargs, "");
}

/* The N bits from bit `from` on of two numbers side by side. */
static LLVMValueRef bits_from(const longs *x, LLVMValueRef low, LLVMValueRef high, unsigned from)
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
    return call(x, "llvm.fshr", type, (LLVMValueRef[]){up, down, amount}, 3);
}

static void place_before(const longs *x, LLVMValueRef inst)
{
    LLVMPositionBuilderBefore(x->b, inst);
}

/* Behind the instruction, or where an argument is defined. */
static void place_behind(const longs *x, LLVMValueRef v)
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

static LLVMValueRef vector_of(longs *x, LLVMValueRef v);

static LLVMValueRef operand(longs *x, LLVMValueRef v, unsigned i)
{
    return vector_of(x, LLVMGetOperand(v, i));
}

/* ---- sums ---- */

/* One bit a word, as a number of k bits. */
static LLVMValueRef as_number(const longs *x, LLVMValueRef flags)
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
    LLVMValueRef p = as_number(x, LLVMBuildICmp(x->b, LLVMIntEQ, r, passing, ""));
    LLVMValueRef g = as_number(x, own);
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

/* The call whose sum the value is. */
static LLVMValueRef sum_of_pair(LLVMValueRef v)
{
    if (!LLVMIsAExtractValueInst(v) || *LLVMGetIndices(v) != 0) return NULL;
    return is_pair(LLVMGetOperand(v, 0)) ? LLVMGetOperand(v, 0) : NULL;
}

/* Of a sum of the sum `first` and a bit: that bit. NULL where it is none, or of the other kind. */
static LLVMValueRef added_bit(LLVMValueRef pair, LLVMValueRef *first)
{
    bool minus = has_stem(pair, "usub");
    for (unsigned i = 0; i < (minus ? 1U : 2U); i++) {
        LLVMValueRef inner = sum_of_pair(LLVMGetOperand(pair, i)),
                     bit = extended_bit(LLVMGetOperand(pair, 1 - i));
        if (!inner || !bit || has_stem(inner, "usub") != minus) continue;
        *first = inner;
        return bit;
    }
    return NULL;
}

/* Has the value exactly one use? Its user then. */
static LLVMValueRef only_user(LLVMValueRef v)
{
    LLVMUseRef use = LLVMGetFirstUse(v);
    return use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
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

/* ---- sums word by word ---- */

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
    LLVMValueRef pair = call(x, name, type, (LLVMValueRef[]){a, c}, 2);
    LLVMValueRef sum = LLVMBuildExtractValue(x->b, pair, 0, "");
    LLVMValueRef over = LLVMBuildExtractValue(x->b, pair, 1, "");
    if (*bit) {
        LLVMValueRef in = LLVMBuildZExt(x->b, *bit, type, "");
        pair = call(x, name, type, (LLVMValueRef[]){sum, in}, 2);
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

/* ---- which sums ---- */

static void note(longs *x, LLVMValueRef inst)
{
    if (map_get(&x->done, inst)) return;
    map_put(&x->done, inst, inst);
    stack_push(&x->made, inst);
}

/* The vector stands for what is taken from a pair as its sum. */
static void take_sum(longs *x, LLVMValueRef pair, LLVMValueRef sum)
{
    map_put(&x->vectors, pair, sum);
    note(x, pair);
    for (LLVMUseRef use = LLVMGetFirstUse(pair); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAExtractValueInst(user) || *LLVMGetIndices(user) != 0) continue;
        map_put(&x->vectors, user, sum);
        note(x, user);
    }
}

/* The sum's vector, or integer, stands for a long value. */
static void stand_for(longs *x, LLVMValueRef v, LLVMValueRef sum)
{
    map_put(&x->vectors, v, sum);
    note(x, v);
}

static void replace(longs *x, LLVMValueRef inst, LLVMValueRef by)
{
    LLVMReplaceAllUsesWith(inst, by);
    note(x, inst);
}

/* The vector of a pair's sum; what it carries out takes the place of its bit. */
static LLVMValueRef make_pair(longs *x, LLVMValueRef pair)
{
    LLVMValueRef known = map_get(&x->vectors, pair), first = pair, joint = NULL, bit, out;
    if (known) return known;
    bool minus = has_stem(pair, "usub");
    LLVMValueRef in = added_bit(pair, &first);
    if (in && !is_whole_sum(pair, first, &joint)) {
        in = NULL;
        first = pair;
    }
    LLVMValueRef a = operand(x, first, 0), c = operand(x, first, 1);
    bool plain = find_overflow(pair, &bit);
    place_before(x, pair);
    LLVMValueRef sum = add_longs(x, a, c, minus, in, &out);
    take_sum(x, pair, sum);
    if (joint) replace(x, joint, out);
    else if (plain && bit) replace(x, bit, out);
    return sum;
}

/* Of a sum of a sum and a bit: that bit, and the inner sum. NULL: it is none. */
static LLVMValueRef bit_of_sum(LLVMValueRef v, LLVMValueRef *inner)
{
    bool minus = is_opcode(v, LLVMSub);
    for (unsigned i = 0; i < (minus ? 1U : 2U); i++) {
        LLVMValueRef bit = extended_bit(LLVMGetOperand(v, 1 - i));
        *inner = LLVMGetOperand(v, i);
        if (bit && is_opcode(*inner, minus ? LLVMSub : LLVMAdd)) return bit;
    }
    return NULL;
}

static LLVMValueRef make_sum(longs *x, LLVMValueRef v)
{
    bool minus = is_opcode(v, LLVMSub);
    LLVMValueRef out, inner, in = bit_of_sum(v, &inner);
    if (in && only_user(inner) != v) in = NULL;
    LLVMValueRef sum = in ? inner : v, a = operand(x, sum, 0), c = operand(x, sum, 1);
    place_before(x, v);
    return add_longs(x, a, c, minus, in, &out);
}

/* Does the compare tell that the sum, or difference, overflows? */
static bool tells_overflow(LLVMValueRef compare, LLVMValueRef sum)
{
    if (!is_order(compare)) return false;
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
    for (unsigned i = 0; is_order(compare) && i < 2; i++) {
        LLVMValueRef v = LLVMGetOperand(compare, i), inner;
        if (is_sum(v) && bit_of_sum(v, &inner) && tells_overflow(compare, v)) return v;
        /* a difference is told by its operands */
        for (LLVMUseRef use = LLVMGetFirstUse(v); use; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            if (is_opcode(user, LLVMSub) && is_long(user) && bit_of_sum(user, &inner) &&
                tells_overflow(compare, user))
                return user;
        }
    }
    return NULL;
}

/* May sums of such a value be made in the way at hand? */
static bool is_for_way(const longs *x, LLVMValueRef v)
{
    return !x->chain || long_bits(LLVMTypeOf(v)) <= CHAIN_BITS_MAX;
}

/* a + b + bit, whose two compares for overflow meet in an or: one sum. */
static void take_joint(longs *x, LLVMValueRef joint)
{
    LLVMValueRef tells[2], out, inner;
    if (!is_opcode(joint, LLVMOr) && !is_opcode(joint, LLVMXor)) return;
    for (unsigned i = 0; i < 2; i++) tells[i] = LLVMGetOperand(joint, i);
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef outer = find_outer(tells[i]), bit = outer ? bit_of_sum(outer, &inner) : NULL;
        if (!bit || !is_for_way(x, outer) || !tells_overflow(tells[1 - i], inner) ||
            !is_private(inner, outer, joint) || only_user(tells[0]) != joint ||
            only_user(tells[1]) != joint)
            continue;
        LLVMValueRef a = operand(x, inner, 0), c = operand(x, inner, 1);
        place_before(x, outer);
        stand_for(x, outer, add_longs(x, a, c, is_opcode(outer, LLVMSub), bit, &out));
        replace(x, joint, out);
        for (unsigned k = 0; k < 2; k++) note(x, tells[k]);
        note(x, inner);
        return;
    }
}

/* ---- one value ---- */

static LLVMValueRef make_shift(longs *x, LLVMValueRef v, unsigned c)
{
    LLVMValueRef a = operand(x, v, 0), none = LLVMConstNull(LLVMTypeOf(a));
    unsigned words = LLVMGetVectorSize(LLVMTypeOf(a)), bits = words * WORD;
    place_before(x, v);
    if (c == 0) return a;
    if (is_opcode(v, LLVMShl)) return bits_from(x, none, a, bits - c);
    if (is_opcode(v, LLVMLShr)) return bits_from(x, a, none, c);
    LLVMValueRef top[WORDS_MAX];
    for (unsigned i = 0; i < words; i++) top[i] = index_number(x, words - 1);
    LLVMValueRef sign = LLVMBuildShuffleVector(x->b, a, a, LLVMConstVector(top, words), "");
    return bits_from(x, a, LLVMBuildAShr(x->b, sign, splat(x, words, WORD - 1), ""), c);
}

static LLVMValueRef make_funnel(longs *x, LLVMValueRef v, unsigned c)
{
    LLVMValueRef high = operand(x, v, 0), low = operand(x, v, 1);
    unsigned bits = LLVMGetVectorSize(LLVMTypeOf(high)) * WORD;
    bool left = has_stem(v, "fshl.");
    place_before(x, v);
    if (c == 0) return left ? high : low;
    return bits_from(x, low, high, left ? bits - c : c);
}

/* An or of a shift to the left and one to the right that meet. */
static LLVMValueRef make_joined(longs *x, LLVMValueRef v)
{
    unsigned up, down;
    LLVMValueRef l = LLVMGetOperand(v, 0), r = LLVMGetOperand(v, 1);
    if (is_opcode(l, LLVMLShr)) {
        LLVMValueRef held = l;
        l = r;
        r = held;
    }
    unsigned bits = long_bits(LLVMTypeOf(v));
    if (!is_opcode(l, LLVMShl) || !is_opcode(r, LLVMLShr) || !is_shift(l, &up) ||
        !is_shift(r, &down) || up + down != bits || !up)
        return NULL;
    LLVMValueRef high = operand(x, l, 0), low = operand(x, r, 0);
    place_before(x, v);
    return bits_from(x, low, high, down);
}

/* A number of at most 64 bits in word 0. */
static LLVMValueRef make_extension(longs *x, LLVMValueRef v)
{
    LLVMValueRef n = LLVMGetOperand(v, 0);
    LLVMTypeRef type = LLVMTypeOf(n);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > WORD)
        return NULL;
    unsigned words = long_bits(LLVMTypeOf(v)) / WORD;
    place_before(x, v);
    n = LLVMBuildZExt(x->b, n, LLVMInt64TypeInContext(x->context), "");
    return LLVMBuildInsertElement(x->b, splat(x, words, 0), n, index_number(x, 0), "");
}

static LLVMValueRef make_phi(longs *x, LLVMValueRef v)
{
    unsigned words = long_bits(LLVMTypeOf(v)) / WORD, count = LLVMCountIncoming(v);
    place_before(x, v);
    LLVMValueRef phi = LLVMBuildPhi(x->b, vector_type(x, words), "");
    map_put(&x->vectors, v, phi);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef value = vector_of(x, LLVMGetIncomingValue(v, i));
        LLVMBasicBlockRef block = LLVMGetIncomingBlock(v, i);
        LLVMAddIncoming(phi, &value, &block, 1);
    }
    return phi;
}

static LLVMValueRef make_select(longs *x, LLVMValueRef v)
{
    LLVMValueRef yes = operand(x, v, 1), no = operand(x, v, 2);
    place_before(x, v);
    return LLVMBuildSelect(x->b, LLVMGetOperand(v, 0), yes, no, "");
}

static LLVMValueRef make_load(longs *x, LLVMValueRef v)
{
    if (LLVMGetVolatile(v) || LLVMGetOrdering(v) != LLVMAtomicOrderingNotAtomic) return NULL;
    place_before(x, v);
    LLVMTypeRef type = vector_type(x, long_bits(LLVMTypeOf(v)) / WORD);
    LLVMValueRef load = LLVMBuildLoad2(x->b, type, LLVMGetOperand(v, 0), "");
    LLVMSetAlignment(load, LLVMGetAlignment(v));
    return load;
}

/* Is the number, of at most 64 bits, known to be below 2^k? */
static bool is_below(LLVMValueRef n, unsigned k)
{
    if (is_opcode(n, LLVMZExt)) return LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(n, 0))) <= k;
    LLVMValueRef bound = is_opcode(n, LLVMAnd) ? LLVMGetOperand(n, 1) : n;
    return LLVMIsAConstantInt(bound) && LLVMConstIntGetZExtValue(bound) >> k == 0;
}

/* The block whose k highest bits the number is, cut out of it; NULL: it is not that. */
static LLVMValueRef block_of(LLVMValueRef n, LLVMTypeRef type, unsigned k)
{
    unsigned amount;
    LLVMValueRef shift = is_opcode(n, LLVMTrunc) ? LLVMGetOperand(n, 0) : NULL;
    if (!shift || LLVMTypeOf(shift) != type || !is_opcode(shift, LLVMLShr) ||
        !is_shift(shift, &amount) || amount != LLVMGetIntTypeWidth(type) - k)
        return NULL;
    return LLVMGetOperand(shift, 0);
}

/* A phi of blocks for one of their k highest bits; a number that is none becomes those of one. */
static LLVMValueRef carry_blocks(longs *x, LLVMValueRef phi, LLVMTypeRef type, unsigned k)
{
    unsigned words = long_bits(type) / WORD, count = LLVMCountIncoming(phi);
    LLVMTypeRef i64 = LLVMInt64TypeInContext(x->context);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef n = LLVMGetIncomingValue(phi, i);
        if (!block_of(n, type, k) && !is_below(n, k)) return NULL;
    }
    place_before(x, phi);
    LLVMValueRef blocks = LLVMBuildPhi(x->b, vector_type(x, words), "");
    for (unsigned i = 0; i < count; i++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
        LLVMValueRef n = LLVMGetIncomingValue(phi, i), block = block_of(n, type, k), value;
        if (block) {
            value = vector_of(x, block);
        } else {
            place_before(x, LLVMGetBasicBlockTerminator(from));
            n = LLVMBuildZExt(x->b, n, i64, "");
            n = LLVMBuildShl(x->b, n, LLVMConstInt(i64, WORD - k, 0), "");
            value = LLVMBuildInsertElement(x->b, splat(x, words, 0), n,
                                           index_number(x, words - 1), "");
        }
        LLVMAddIncoming(blocks, &value, &from, 1);
    }
    return blocks;
}

/* A block moved up by k, and in its place what the block before had above: of the two one funnel
 * shift, where a loop carries the number. */
static LLVMValueRef make_advance(longs *x, LLVMValueRef v)
{
    for (unsigned i = 0; i < 2; i++) {
        unsigned k;
        LLVMValueRef up = LLVMGetOperand(v, i), in = LLVMGetOperand(v, 1 - i);
        if (!is_opcode(up, LLVMShl) || !is_shift(up, &k) || !k || k >= WORD ||
            !is_opcode(in, LLVMZExt) || !LLVMIsAPHINode(LLVMGetOperand(in, 0)) ||
            LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(in, 0))) > WORD)
            continue;
        LLVMTypeRef type = LLVMTypeOf(v);
        LLVMValueRef before = carry_blocks(x, LLVMGetOperand(in, 0), type, k);
        if (!before) return NULL;
        LLVMValueRef block = operand(x, up, 0);
        place_before(x, v);
        return bits_from(x, before, block, long_bits(type) - k);
    }
    return NULL;
}

static LLVMValueRef make_logic(longs *x, LLVMValueRef v)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(v);
    LLVMValueRef joined = opcode == LLVMOr ? make_joined(x, v) : NULL;
    if (!joined && opcode == LLVMOr) joined = make_advance(x, v);
    if (joined) return joined;
    LLVMValueRef a = operand(x, v, 0), c = operand(x, v, 1);
    place_before(x, v);
    return LLVMBuildBinOp(x->b, opcode, a, c, "");
}

/* NULL: of no kind that is known here. */
static LLVMValueRef make(longs *x, LLVMValueRef v)
{
    unsigned amount;
    if (!LLVMIsAInstruction(v)) return NULL;
    if (is_shift(v, &amount)) return make_shift(x, v, amount);
    if (is_funnel(v, &amount)) return make_funnel(x, v, amount);
    if (is_sum(v)) return make_sum(x, v);
    if (sum_of_pair(v)) return make_pair(x, sum_of_pair(v));
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor: return make_logic(x, v);
    case LLVMZExt: return make_extension(x, v);
    case LLVMPHI: return make_phi(x, v);
    case LLVMSelect: return make_select(x, v);
    case LLVMLoad: return make_load(x, v);
    case LLVMFreeze: {
        LLVMValueRef a = operand(x, v, 0);
        place_before(x, v);
        return LLVMBuildFreeze(x->b, a, "");
    }
    default: return NULL;
    }
}

/* A value that comes in as it is. */
static LLVMValueRef cast_in(longs *x, LLVMValueRef v)
{
    LLVMTypeRef type = vector_type(x, long_bits(LLVMTypeOf(v)) / WORD);
    if (LLVMIsConstant(v)) return LLVMConstBitCast(v, type);
    place_behind(x, v);
    return LLVMBuildBitCast(x->b, v, type, "");
}

static LLVMValueRef vector_of(longs *x, LLVMValueRef v)
{
    LLVMValueRef known = map_get(&x->vectors, v);
    if (known || x->chain) return known ? known : v;
    LLVMValueRef vector = make(x, v);
    if (vector && !map_get(&x->vectors, v)) map_put(&x->vectors, v, vector);
    if (vector) note(x, v);
    if (!vector) map_put(&x->vectors, v, vector = cast_in(x, v));
    return vector;
}

/* ---- what takes such values ---- */

static void store_vector(longs *x, LLVMValueRef store)
{
    if (LLVMGetVolatile(store) || LLVMGetOrdering(store) != LLVMAtomicOrderingNotAtomic)
        return;
    LLVMValueRef v = operand(x, store, 0);
    place_before(x, store);
    LLVMValueRef fresh = LLVMBuildStore(x->b, v, LLVMGetOperand(store, 1));
    LLVMSetAlignment(fresh, LLVMGetAlignment(store));
    note(x, store);
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
    return call(x, "llvm.fshr", type, (LLVMValueRef[]){high, low, amount}, 3);
}

/* A number of at most 64 bits that is cut out. */
static void cut_vector(longs *x, LLVMValueRef trunc)
{
    unsigned from = 0;
    LLVMValueRef v = LLVMGetOperand(trunc, 0);
    if (LLVMGetIntTypeWidth(LLVMTypeOf(trunc)) > WORD) return;
    if (is_opcode(v, LLVMLShr) && is_shift(v, &from)) v = LLVMGetOperand(v, 0);
    else from = 0;
    v = vector_of(x, v);
    place_before(x, trunc);
    LLVMValueRef n = LLVMBuildTrunc(x->b, word_from(x, v, from), LLVMTypeOf(trunc), "");
    replace(x, trunc, n);
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

/* s = a + b carries exactly when s < a, which the sum's own words tell. */
static LLVMValueRef carry_of_sum(longs *x, LLVMValueRef compare)
{
    for (unsigned i = 0; i < 2; i++) {
        LLVMIntPredicate p = LLVMGetICmpPredicate(compare);
        LLVMValueRef sum = LLVMGetOperand(compare, i), other = LLVMGetOperand(compare, 1 - i), out;
        if (p != (i ? LLVMIntUGT : LLVMIntULT) || !is_opcode(sum, LLVMAdd)) continue;
        if (LLVMGetOperand(sum, 0) != other && LLVMGetOperand(sum, 1) != other) continue;
        if (map_get(&x->vectors, sum)) continue;
        LLVMValueRef a = operand(x, sum, 0), c = operand(x, sum, 1);
        place_before(x, sum);
        stand_for(x, sum, add_longs(x, a, c, false, NULL, &out));
        return out;
    }
    return NULL;
}

static void compare_vectors(longs *x, LLVMValueRef compare)
{
    LLVMValueRef carry = carry_of_sum(x, compare), answer = carry;
    if (!answer && x->chain) return;
    if (!answer) {
        LLVMIntPredicate p = LLVMGetICmpPredicate(compare);
        LLVMValueRef a = operand(x, compare, 0), c = operand(x, compare, 1);
        bool sign = p == LLVMIntSLT || p == LLVMIntSLE || p == LLVMIntSGT || p == LLVMIntSGE;
        place_before(x, compare);
        if (sign) a = flip_sign(x, a), c = flip_sign(x, c);
        LLVMValueRef less = as_number(x, LLVMBuildICmp(x->b, LLVMIntULT, a, c, ""));
        LLVMValueRef more = as_number(x, LLVMBuildICmp(x->b, LLVMIntUGT, a, c, ""));
        /* of the numbers, as of the highest words that differ */
        LLVMIntPredicate of_more = p == LLVMIntSLT   ? LLVMIntULT
                                   : p == LLVMIntSLE ? LLVMIntULE
                                   : p == LLVMIntSGT ? LLVMIntUGT
                                   : p == LLVMIntSGE ? LLVMIntUGE
                                                     : p;
        answer = LLVMBuildICmp(x->b, of_more, more, less, "");
    }
    replace(x, compare, answer);
}

/* Is the pair the first of two that are one sum? */
static bool is_first(LLVMValueRef pair)
{
    for (LLVMUseRef use = LLVMGetFirstUse(pair); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use), outer = only_user(user), first = NULL, joint;
        if (!LLVMIsAExtractValueInst(user) || !outer || !is_pair(outer)) continue;
        if (added_bit(outer, &first) && first == pair && is_whole_sum(outer, first, &joint))
            return true;
    }
    return false;
}

/* What no long integer comes of, but of long ones. */
static void take_instruction(longs *x, LLVMValueRef i)
{
    LLVMValueRef inner;
    if (map_get(&x->done, i)) return;
    if (LLVMIsAExtractValueInst(i) && is_pair(LLVMGetOperand(i, 0)) &&
        !is_for_way(x, LLVMGetOperand(LLVMGetOperand(i, 0), 0)))
        return;
    if ((is_order(i) || is_sum(i)) && !is_for_way(x, LLVMGetOperand(i, 0))) return;
    if (x->chain && is_sum(i) && bit_of_sum(i, &inner) && only_user(inner) == i)
        stand_for(x, i, make_sum(x, i));
    if (x->chain && !is_order(i) && !LLVMIsAExtractValueInst(i)) return;
    if (LLVMIsAStoreInst(i) && is_long(LLVMGetOperand(i, 0))) store_vector(x, i);
    else if (is_opcode(i, LLVMTrunc) && is_long(LLVMGetOperand(i, 0))) cut_vector(x, i);
    else if (is_order(i)) compare_vectors(x, i);
    else if (LLVMIsAExtractValueInst(i) && is_pair(LLVMGetOperand(i, 0)) && !is_long(i) &&
             LLVMGetFirstUse(i) && !is_first(LLVMGetOperand(i, 0)))
        make_pair(x, LLVMGetOperand(i, 0));
}

/* ---- the function ---- */

/* Such values from calls that may unwind, and the like, have no place behind them. */
static bool has_only_plain(LLVMValueRef function)
{
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
            place_behind(x, LLVMIsAInstruction(vector) ? vector : v);
            cast = LLVMBuildBitCast(x->b, vector, LLVMTypeOf(v), "");
        }
        for (int i = 0; i < LLVMGetNumOperands(user); i++)
            if (LLVMGetOperand(user, (unsigned)i) == v) LLVMSetOperand(user, (unsigned)i, cast);
        next = LLVMGetFirstUse(v); /* the list has changed */
        while (next && map_get(&x->done, LLVMGetUser(next))) next = LLVMGetNextUse(next);
    }
}

/* Instructions without effects of which nothing is left but what is done otherwise. */
static bool is_idle(LLVMValueRef v)
{
    return !LLVMGetFirstUse(v) && !LLVMIsATerminatorInst(v) &&
           (is_long(v) || is_pair(v) || LLVMIsAExtractValueInst(v)) &&
           (!LLVMIsACallInst(v) || *intrinsic(v));
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

unsigned longs_function(LLVMValueRef function, longs_way way)
{
    longs x = {.module = LLVMGetGlobalParent(function), .chain = way == LONGS_CHAIN};
    stack all = {0};
    if (!has_only_plain(function)) return 0;
    x.context = LLVMGetModuleContext(x.module);
    x.b = LLVMCreateBuilderInContext(x.context);
    list_instructions(function, &all);
    for (size_t i = 0; i < all.count; i++) take_joint(&x, all.items[i]);
    for (size_t i = 0; i < all.count; i++) take_instruction(&x, all.items[i]);
    for (size_t i = 0; i < x.made.count; i++) cast_out(&x, x.made.items[i]);
    unsigned count = (unsigned)x.made.count;
    delete_done(&x, &all);
    LLVMDisposeBuilder(x.b);
    map_free(&x.vectors);
    map_free(&x.done);
    stack_free(&all);
    stack_free(&x.made);
    return count;
}

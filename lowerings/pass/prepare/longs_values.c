// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* longs_values.c - the vector that stands for a long value: shifts, logic, loads, phis. Called by
 * longs.c for what takes such values. */
#include "longs_inside.h"

/* Words of nothing but the sign. */
static LLVMValueRef signs_of(longs *x, LLVMValueRef a)
{
    LLVMValueRef top[WORDS_MAX];
    unsigned words = LLVMGetVectorSize(LLVMTypeOf(a));
    for (unsigned i = 0; i < words; i++) top[i] = index_number(x, words - 1);
    LLVMValueRef sign = LLVMBuildShuffleVector(x->b, a, a, LLVMConstVector(top, words), "");
    return LLVMBuildAShr(x->b, sign, splat(x, words, WORD - 1), "");
}

static LLVMValueRef make_shift(longs *x, LLVMValueRef v, unsigned c)
{
    LLVMValueRef a = operand(x, v, 0), none = LLVMConstNull(LLVMTypeOf(a));
    unsigned words = LLVMGetVectorSize(LLVMTypeOf(a)), bits = words * WORD;
    place_before(x, v);
    if (c == 0) return a;
    if (is_opcode(v, LLVMShl)) return longs_bits_from(x, none, a, bits - c);
    if (is_opcode(v, LLVMLShr)) return longs_bits_from(x, a, none, c);
    return longs_bits_from(x, a, signs_of(x, a), c);
}

static LLVMValueRef make_funnel(longs *x, LLVMValueRef v, unsigned c)
{
    LLVMValueRef high = operand(x, v, 0), low = operand(x, v, 1);
    unsigned bits = LLVMGetVectorSize(LLVMTypeOf(high)) * WORD;
    bool left = longs_has_stem(v, "fshl.");
    place_before(x, v);
    if (c == 0) return left ? high : low;
    return longs_bits_from(x, low, high, left ? bits - c : c);
}

/* ---- shifts by a variable ---- */

/* The low 64 bits of an amount. */
static LLVMValueRef low_word(longs *x, LLVMValueRef n, LLVMValueRef user)
{
    LLVMTypeRef word = LLVMInt64TypeInContext(x->context);
    LLVMValueRef inner = is_opcode(n, LLVMZExt) ? LLVMGetOperand(n, 0) : NULL;
    if (inner && LLVMGetTypeKind(LLVMTypeOf(inner)) == LLVMIntegerTypeKind &&
        LLVMGetIntTypeWidth(LLVMTypeOf(inner)) <= WORD) {
        place_before(x, user);
        return LLVMBuildZExt(x->b, inner, word, "");
    }
    LLVMValueRef v = longs_vector_of(x, n);
    place_before(x, user);
    return LLVMBuildExtractElement(x->b, v, index_number(x, 0), "");
}

static LLVMValueRef splat_of(longs *x, LLVMValueRef n, unsigned words)
{
    LLVMValueRef zeros = LLVMConstNull(LLVMVectorType(LLVMInt32TypeInContext(x->context), words)),
                 any = LLVMGetPoison(vector_type(x, words));
    LLVMValueRef first = LLVMBuildInsertElement(x->b, any, n, index_number(x, 0), "");
    return LLVMBuildShuffleVector(x->b, first, any, zeros, "");
}

static LLVMValueRef numbers_from(const longs *x, unsigned words, unsigned first)
{
    LLVMValueRef number[WORDS_MAX];
    for (unsigned i = 0; i < words; i++)
        number[i] = LLVMConstInt(LLVMInt64TypeInContext(x->context), first + i, 0);
    return LLVMConstVector(number, words);
}

/* Words of low and, behind them, high: word i is number first + i, and q more or less. What is
 * below word 0 is the last of high. */
static LLVMValueRef choose(longs *x, LLVMValueRef low, LLVMValueRef high, unsigned first,
                           LLVMValueRef q, bool more)
{
    unsigned words = LLVMGetVectorSize(LLVMTypeOf(low));
    LLVMValueRef from = numbers_from(x, words, first);
    LLVMValueRef index = more ? LLVMBuildAdd(x->b, from, q, "") : LLVMBuildSub(x->b, from, q, "");
    return target_apply(x->view, x->b, CHOOSES_LONGS_OF_TWO, (LLVMValueRef[]){low, index, high},
                        LLVMTypeOf(low));
}

/* The high half of high and low side by side, moved up by n bits, or the low one, moved down. n is
 * below the width. */
static LLVMValueRef window_at(longs *x, LLVMValueRef low, LLVMValueRef high, LLVMValueRef n,
                              bool up)
{
    unsigned words = LLVMGetVectorSize(LLVMTypeOf(low));
    LLVMTypeRef word = LLVMInt64TypeInContext(x->context), type = LLVMTypeOf(low);
    LLVMValueRef q = LLVMBuildLShr(x->b, n, LLVMConstInt(word, 6, 0), ""),
                 s = LLVMBuildAnd(x->b, n, LLVMConstInt(word, WORD - 1, 0), "");
    LLVMValueRef by = splat_of(x, q, words), amount = splat_of(x, s, words);
    LLVMValueRef upper = choose(x, low, high, up ? words : 1, by, !up),
                 lower = choose(x, low, high, up ? words - 1 : 0, by, !up);
    return longs_call(x, up ? "llvm.fshl" : "llvm.fshr", type,
                      (LLVMValueRef[]){upper, lower, amount}, 3);
}

static bool can_choose(const longs *x, LLVMValueRef v)
{
    unsigned bits = long_bits(LLVMTypeOf(v));
    return x->view && target_can(x->view, CHOOSES_LONGS_OF_TWO, bits / 8);
}

/* Funnel shifts take an amount modulo the width, which is a power of two here. */
static LLVMValueRef make_variable(longs *x, LLVMValueRef v)
{
    bool funnel = LLVMIsACallInst(v), up = is_opcode(v, LLVMShl) || longs_has_stem(v, "fshl.");
    LLVMTypeRef word = LLVMInt64TypeInContext(x->context);
    LLVMValueRef a = operand(x, v, 0), c = funnel ? operand(x, v, 1) : NULL,
                 n = low_word(x, LLVMGetOperand(v, funnel ? 2 : 1), v),
                 none = LLVMConstNull(LLVMTypeOf(a));
    place_before(x, v);
    if (funnel) {
        LLVMValueRef most = LLVMConstInt(word, long_bits(LLVMTypeOf(v)) - 1, 0);
        return window_at(x, c, a, LLVMBuildAnd(x->b, n, most, ""), up);
    }
    if (up) return window_at(x, none, a, n, true);
    return window_at(x, a, is_opcode(v, LLVMAShr) ? signs_of(x, a) : none, n, false);
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
    if (!is_opcode(l, LLVMShl) || !is_opcode(r, LLVMLShr) || !longs_is_shift(l, &up) ||
        !longs_is_shift(r, &down) || up + down != bits || !up)
        return NULL;
    LLVMValueRef high = operand(x, l, 0), low = operand(x, r, 0);
    place_before(x, v);
    return longs_bits_from(x, low, high, down);
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

/* The ones of few words are counted one by one; of many, all at once. */
static LLVMValueRef make_count(longs *x, LLVMValueRef v)
{
    enum { FEW = 2 };
    LLVMValueRef a = operand(x, v, 0), sum;
    unsigned words = LLVMGetVectorSize(LLVMTypeOf(a));
    LLVMTypeRef word = LLVMInt64TypeInContext(x->context);
    place_before(x, v);
    if (words > FEW) {
        LLVMValueRef counts = longs_call(x, "llvm.ctpop", LLVMTypeOf(a), &a, 1);
        sum = longs_call(x, "llvm.vector.reduce.add", LLVMTypeOf(a), &counts, 1);
    } else {
        sum = LLVMConstNull(word);
        for (unsigned i = 0; i < words; i++) {
            LLVMValueRef w = LLVMBuildExtractElement(x->b, a, index_number(x, i), "");
            sum = LLVMBuildAdd(x->b, sum, longs_call(x, "llvm.ctpop", word, &w, 1), "");
        }
    }
    return LLVMBuildInsertElement(x->b, splat(x, words, 0), sum, index_number(x, 0), "");
}

static LLVMValueRef make_phi(longs *x, LLVMValueRef v)
{
    unsigned words = long_bits(LLVMTypeOf(v)) / WORD, count = LLVMCountIncoming(v);
    place_before(x, v);
    LLVMValueRef phi = LLVMBuildPhi(x->b, vector_type(x, words), "");
    map_put(&x->vectors, v, phi);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef value = longs_vector_of(x, LLVMGetIncomingValue(v, i));
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

/* The block whose k highest bits, all of them, the number is; NULL: it is not that. */
static LLVMValueRef block_of(LLVMValueRef n, LLVMTypeRef type, unsigned k)
{
    unsigned amount;
    LLVMValueRef shift = is_opcode(n, LLVMTrunc) ? LLVMGetOperand(n, 0) : NULL;
    if (!shift || LLVMGetIntTypeWidth(LLVMTypeOf(n)) < k || LLVMTypeOf(shift) != type ||
        !is_opcode(shift, LLVMLShr) || !longs_is_shift(shift, &amount) ||
        amount != LLVMGetIntTypeWidth(type) - k)
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
        for (unsigned before = 0; before < i; before++) /* of a switch, say */
            if (LLVMGetIncomingBlock(phi, before) == LLVMGetIncomingBlock(phi, i)) return NULL;
    }
    place_before(x, phi);
    LLVMValueRef blocks = LLVMBuildPhi(x->b, vector_type(x, words), "");
    for (unsigned i = 0; i < count; i++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
        LLVMValueRef n = LLVMGetIncomingValue(phi, i), block = block_of(n, type, k), value;
        if (block) {
            value = longs_vector_of(x, block);
        } else {
            place_before(x, LLVMGetBasicBlockTerminator(from));
            n = LLVMBuildZExt(x->b, n, i64, "");
            n = LLVMBuildShl(x->b, n, LLVMConstInt(i64, WORD - k, 0), "");
            value = LLVMBuildInsertElement(x->b, splat(x, words, 0), n, index_number(x, words - 1),
                                           "");
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
        if (!is_opcode(up, LLVMShl) || !longs_is_shift(up, &k) || !k || k >= WORD ||
            !is_opcode(in, LLVMZExt) || !LLVMIsAPHINode(LLVMGetOperand(in, 0)) ||
            LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(in, 0))) > WORD)
            continue;
        LLVMTypeRef type = LLVMTypeOf(v);
        LLVMValueRef before = carry_blocks(x, LLVMGetOperand(in, 0), type, k);
        if (!before) return NULL;
        LLVMValueRef block = operand(x, up, 0);
        place_before(x, v);
        return longs_bits_from(x, before, block, long_bits(type) - k);
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
    if (longs_is_shift(v, &amount)) return make_shift(x, v, amount);
    if (longs_is_funnel(v, &amount)) return make_funnel(x, v, amount);
    if (longs_is_variable(v)) return can_choose(x, v) ? make_variable(x, v) : NULL;
    if (longs_is_sum(v)) return longs_make_sum(x, v);
    if (longs_is_count(v)) return make_count(x, v);
    if (longs_sum_of_pair(v)) return longs_make_pair(x, longs_sum_of_pair(v));
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
    longs_place_behind(x, v);
    return LLVMBuildBitCast(x->b, v, type, "");
}

LLVMValueRef longs_vector_of(longs *x, LLVMValueRef v)
{
    LLVMValueRef known = map_get(&x->vectors, v);
    if (known || x->chain) return known ? known : v;
    LLVMValueRef vector = make(x, v);
    if (vector && !map_get(&x->vectors, v)) map_put(&x->vectors, v, vector);
    if (vector) longs_note(x, v);
    if (!vector) map_put(&x->vectors, v, vector = cast_in(x, v));
    return vector;
}

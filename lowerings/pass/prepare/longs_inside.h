// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* longs_inside.h - a function whose long integers become vectors, for the files of longs.c.
 *
 * longs_kinds.c: what is known. longs_vectors.c: vectors put together. longs_sums.c: sums that
 * carry. longs_values.c: the vector of a value. longs.c: what takes such values, and the
 * function. */
#ifndef LANESMITH_PASS_LONGS_INSIDE_H
#define LANESMITH_PASS_LONGS_INSIDE_H

#include "lowerings/pass/base/convert.h"
#include "lowerings/pass/table/target.h"
#include "spec/base/base.h"
#include "spec/base/map.h"

enum { WORD = 64, BITS_MIN = 128, BITS_MAX = 4096, WORDS_MAX = BITS_MAX / WORD };

typedef struct longs {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef b;
    const target_view *view; /* NULL: not known */
    bool chain;  /* values stay integers: each stands for itself */
    map vectors; /* from a long value to the vector that stands for it */
    map done;    /* instructions that others stand for */
    stack made;  /* the same, in their order */
} longs;

static inline unsigned long_bits(LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind) return 0;
    unsigned bits = LLVMGetIntTypeWidth(type);
    return bits >= BITS_MIN && bits <= BITS_MAX && bits % WORD == 0 ? bits : 0;
}

static inline bool is_long(LLVMValueRef v)
{
    return long_bits(LLVMTypeOf(v)) != 0;
}

static inline bool is_opcode(LLVMValueRef v, LLVMOpcode opcode)
{
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == opcode;
}

static inline LLVMTypeRef vector_type(const longs *x, unsigned words)
{
    return LLVMVectorType(LLVMInt64TypeInContext(x->context), words);
}

static inline LLVMValueRef index_number(const longs *x, unsigned n)
{
    return LLVMConstInt(LLVMInt32TypeInContext(x->context), n, 0);
}

static inline LLVMValueRef splat(const longs *x, unsigned words, uint64_t n)
{
    return convert_number(vector_type(x, words), n);
}

static inline void place_before(const longs *x, LLVMValueRef inst)
{
    LLVMPositionBuilderBefore(x->b, inst);
}

/* Has the value exactly one use? Its user then. */
static inline LLVMValueRef only_user(LLVMValueRef v)
{
    LLVMUseRef use = LLVMGetFirstUse(v);
    return use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
}

/* ---- kinds ---- */

/* The intrinsic's name behind "llvm."; "" for other values. */
const char *longs_intrinsic(LLVMValueRef v);
/* Is it a call of such an intrinsic? */
bool longs_has_stem(LLVMValueRef v, const char *stem);
/* Shifts, and funnel shifts, of a long integer by a constant below its width. */
bool longs_is_shift(LLVMValueRef v, unsigned *amount);
bool longs_is_funnel(LLVMValueRef v, unsigned *amount);
/* The same by any other amount. */
bool longs_is_variable(LLVMValueRef v);
/* A call that gives a sum, or a difference, and whether it overflows as an unsigned one. */
bool longs_is_pair(LLVMValueRef v);
bool longs_is_sum(LLVMValueRef v);
/* A compare of long integers, but for equality. */
bool longs_is_order(LLVMValueRef v);
bool longs_is_equality(LLVMValueRef v);
/* A call that counts the ones of a long integer. */
bool longs_is_count(LLVMValueRef v);

/* ---- vectors ---- */

/* A call of the overloaded intrinsic for one type. */
LLVMValueRef longs_call(const longs *x, const char *name, LLVMTypeRef type,
                         const LLVMValueRef *args, unsigned nargs);
/* The N bits from bit `from` on of two numbers side by side. */
LLVMValueRef longs_bits_from(const longs *x, LLVMValueRef low, LLVMValueRef high, unsigned from);
/* Behind the instruction, or where an argument is defined. */
void longs_place_behind(const longs *x, LLVMValueRef v);
/* Others stand for what the instruction does: it is deleted in the end. */
void longs_note(longs *x, LLVMValueRef inst);
/* The sum's vector, or integer, stands for a long value. */
void longs_stand_for(longs *x, LLVMValueRef v, LLVMValueRef sum);
/* The same of a value that is no long one, at once. */
void longs_replace(longs *x, LLVMValueRef inst, LLVMValueRef by);

/* ---- sums ---- */

/* One bit a word, as a number of k bits. */
LLVMValueRef longs_as_number(const longs *x, LLVMValueRef flags);
/* The call whose sum the value is. */
LLVMValueRef longs_sum_of_pair(LLVMValueRef v);
/* The vector of a pair's sum; what it carries out takes the place of its bit. NULL where the pair
 * is wanted as a whole. */
LLVMValueRef longs_make_pair(longs *x, LLVMValueRef pair);
/* Of a sum of a sum and a bit: that bit, and the inner sum. NULL: it is none. */
LLVMValueRef longs_bit_of_sum(LLVMValueRef v, LLVMValueRef *inner);
/* The vector, or integer, of a sum, with the bit that is added to it. */
LLVMValueRef longs_make_sum(longs *x, LLVMValueRef v);
/* May sums of such a value be made in the way at hand? */
bool longs_is_for_way(const longs *x, LLVMValueRef v);
/* a + b + bit, whose two compares for overflow meet in an or: one sum. */
void longs_take_joint(longs *x, LLVMValueRef joint);
/* s = a + b carries exactly when s < a, which the sum's own words tell. */
LLVMValueRef longs_carry_of_sum(longs *x, LLVMValueRef compare);
/* Is the pair the first of two that are one sum? */
bool longs_is_first(LLVMValueRef pair);

/* ---- values ---- */

/* The vector that stands for the value; in chains the integer itself. */
LLVMValueRef longs_vector_of(longs *x, LLVMValueRef v);

static inline LLVMValueRef operand(longs *x, LLVMValueRef v, unsigned i)
{
    return longs_vector_of(x, LLVMGetOperand(v, i));
}

#endif

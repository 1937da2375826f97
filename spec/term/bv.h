// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* bv.h - arithmetic on little-endian 64-bit limbs, the reference semantics of QF_BV for any width.
 *
 * Every function takes canonical values (bits from width up are zero) and gives canonical ones. out
 * may be an operand. Division by zero is SMT-LIB's: all ones, remainder the dividend. */
#ifndef LANESMITH_BV_H
#define LANESMITH_BV_H

#include "spec/base/base.h"

static inline unsigned bv_limbs(unsigned width)
{
    return (width + 63) / 64;
}
void bv_trim(uint64_t *a, unsigned width); /* clears the bits from width up in the last limb */
static inline bool bv_bit(const uint64_t *a, unsigned i)
{
    return a[i / 64] >> i % 64 & 1;
}
static inline void bv_set_bit(uint64_t *a, unsigned i, bool value)
{
    a[i / 64] = (a[i / 64] & ~((uint64_t)1 << i % 64)) | (uint64_t)value << i % 64;
}
bool bv_is_zero(const uint64_t *a, unsigned width);
bool bv_is_ones(const uint64_t *a, unsigned width);
bool bv_equal(const uint64_t *a, const uint64_t *b, unsigned width);
bool bv_ult(const uint64_t *a, const uint64_t *b, unsigned width);
bool bv_slt(const uint64_t *a, const uint64_t *b, unsigned width);

void bv_add(uint64_t *out, const uint64_t *a, const uint64_t *b, unsigned width);
void bv_sub(uint64_t *out, const uint64_t *a, const uint64_t *b, unsigned width);
void bv_mul(uint64_t *out, const uint64_t *a, const uint64_t *b, unsigned width);
void bv_neg(uint64_t *out, const uint64_t *a, unsigned width);
void bv_udivrem(uint64_t *quotient, uint64_t *remainder, const uint64_t *a, const uint64_t *b,
                unsigned width);
void bv_sdivrem(uint64_t *quotient, uint64_t *remainder, const uint64_t *a, const uint64_t *b,
                unsigned width);
/* Shifts by a number of bits; width or more shifts everything out. */
void bv_shl(uint64_t *out, const uint64_t *a, unsigned by, unsigned width);
void bv_lshr(uint64_t *out, const uint64_t *a, unsigned by, unsigned width);
void bv_ashr(uint64_t *out, const uint64_t *a, unsigned by, unsigned width);
/* out gets bits high..low of a. */
void bv_extract(uint64_t *out, const uint64_t *a, unsigned high, unsigned low);
/* Writes part (part_width bits) into out at bit position at, leaving the rest. */
void bv_insert(uint64_t *out, const uint64_t *part, unsigned part_width, unsigned at);
/* The shift amount as a number, saturated at width. */
unsigned bv_amount(const uint64_t *a, unsigned width);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irfloat.h - conversions between integers and binary floating-point numbers, and quotients of
 * such, as terms.
 *
 * A floating-point number is its bits: sign, exponent, fraction (IEEE 754). Rounding is to nearest,
 * ties to even, which LLVM assumes of all instructions without a rounding mode. */
#ifndef LANESMITH_IRFLOAT_H
#define LANESMITH_IRFLOAT_H

#include <stdbool.h>

#include <llvm-c/Core.h>

#include "spec/term/term.h"

typedef struct float_format {
    unsigned bits, exponent, fraction; /* the sign is one bit more */
} float_format;

/* half, bfloat, float, double. False for other types. */
bool float_format_of(LLVMTypeRef type, float_format *out);

/* Whether every integer of so many bits is in the format's range. */
bool float_holds(const float_format *f, unsigned bits);
/* The number nearest to x. Requires: float_holds(f, width of x). */
term float_from_integer(term_ctx *c, const float_format *f, term x, bool is_signed);
/* The integer of so many bits, by cutting off the fraction of x; *fits, a Bool, says whether it is
 * one: not infinite, no NaN, in range. Requires: float_holds(f, bits). */
term float_to_integer(term_ctx *c, const float_format *f, term x, unsigned bits, bool is_signed,
                      term *fits);

/* Whether the format is one that float_divide knows: bfloat has too few bits. */
bool float_can_divide(const float_format *f);
/* The quotient x / y, rounded; with subnormal numbers, infinities and signed zeros as IEEE 754 has
 * them. Where it is no number: a NaN, of which nobody may look at the sign or the fraction. */
term float_divide(term_ctx *c, const float_format *f, term x, term y);

#endif

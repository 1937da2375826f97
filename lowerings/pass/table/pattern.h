// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* pattern.h - finds expressions in IR that are written as text. */
#ifndef LANESMITH_PASS_PATTERN_H
#define LANESMITH_PASS_PATTERN_H

#include "formula.h"

enum { PATTERN_MAX_INNER = 8 };

typedef struct pattern_match {
    /* A, B, C; NULL for those that the pattern does not name */
    LLVMValueRef arg[FORMULA_MAX_OPERANDS];
    /* what is between the root and them, users before what they use */
    LLVMValueRef inner[PATTERN_MAX_INNER];
    unsigned ninner;
} pattern_match;

/* May a value be within a match? */
typedef bool (*pattern_filter)(const void *context, LLVMValueRef value);

/* Is `root` an expression of that pattern? A, B and C are any values, in every place the same; *B
 * is one number in all fields, and B the number. A whole number is that number in every field,
 * modulo 2^w; ^ is 2^w - 1 for the width w of root's fields. Names are those of formulas, of which
 * the order of two operands does not matter where it does not matter to LLVM, and select, zext,
 * sext and trunc. */
bool pattern_matches(const char *pattern, LLVMValueRef root, pattern_filter may,
                     const void *context, pattern_match *m);
/* Could a pattern match there? Quick. Requires: name is pattern_name's of the root. */
bool pattern_begins(const char *pattern, const char *name);
/* The name that patterns have for an instruction; "" if none. */
const char *pattern_name(LLVMValueRef inst);

/* And, or, xor. */
bool pattern_is_logic(LLVMValueRef inst);
/* A quotient or a remainder, of signed numbers or not: LLVM makes each field's by itself. */
bool pattern_is_division(LLVMValueRef inst);
/* Has the value users, and is each an end, or logic with such users only, as far as a fixed number
 * of uses tells? */
bool pattern_ends(LLVMValueRef value, bool (*is_end)(LLVMValueRef user));
/* The width, above 1, of the fields whose compares bits are made of, by logic at most; 0: of none.
 */
unsigned pattern_mask_width(LLVMValueRef mask);

#endif

/* pattern.h - finds expressions in IR that are written as text. */
#ifndef LANESMITH_PASS_PATTERN_H
#define LANESMITH_PASS_PATTERN_H

#include "formula.h"

enum { PATTERN_MAX_INNER = 8 };

typedef struct pattern_match {
    LLVMValueRef arg[FORMULA_MAX_OPERANDS];  /* A, B, C; NULL for those that the pattern does not name */
    LLVMValueRef inner[PATTERN_MAX_INNER];   /* what is between the root and them, users before what they use */
    unsigned ninner;
} pattern_match;

/* May a value be within a match? */
typedef bool (*pattern_filter)(const void *context, LLVMValueRef value);

/* Is `root` an expression of that pattern? A, B and C are any values, in every place the same; *B is one number in all fields, and B the
 * number. A whole number is that number in every field, modulo 2^w; ^ is 2^w - 1 for the width w of root's fields. Names are those of
 * formulas, of which the order of two operands does not matter where it does not matter to LLVM, and select, zext, sext and trunc. */
bool pattern_matches(const char *pattern, LLVMValueRef root, pattern_filter may, const void *context, pattern_match *m);
/* Could a pattern match there? Quick. Requires: name is pattern_name's of the root. */
bool pattern_begins(const char *pattern, const char *name);
/* The name that patterns have for an instruction; "" if none. */
const char *pattern_name(LLVMValueRef inst);

#endif

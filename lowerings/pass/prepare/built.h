// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* built.h - vectors of small fields that are built of scalars: one field after the other, or one
 * scalar in all fields. */
#ifndef LANESMITH_PASS_BUILT_H
#define LANESMITH_PASS_BUILT_H

#include "lowerings/pass/table/target.h"

/* Is the instruction the last of a row of insertions at constant places, of truncated numbers,
 * into nothing? */
bool built_of_numbers(LLVMValueRef inst);
/* The numbers in a vector of whole bytes, words or doublewords, truncated. *made: what that gives.
 * Requires: built_of_numbers. */
LLVMValueRef built_as_numbers(LLVMBuilderRef b, const target_view *v, LLVMValueRef inst,
                              LLVMValueRef *made);
/* Is the instruction a shuffle of a scalar to all fields, which fill words of 64 bits, or one, and
 * not by which others are shifted? */
bool built_of_one(LLVMValueRef inst);
/* The scalar multiplied to fill a word, and words of that. *made: their bits as fields. Requires:
 * built_of_one. */
LLVMValueRef built_as_words(LLVMBuilderRef b, const target_view *v, LLVMValueRef inst,
                            LLVMValueRef *made);
/* Has the vector single bits, which LLVM truncates to, and takes of words, well? */
bool built_of_bits(LLVMValueRef inst);

#endif

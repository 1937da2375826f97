// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* words.h - sums and differences of long numbers that are written word by word. */
#ifndef LANESMITH_PASS_WORDS_H
#define LANESMITH_PASS_WORDS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Whether the instruction is the last link of a chain of words of 64 bits, each of which takes the
 * carry of the one before, that is long enough to be one sum. */
bool words_is_work(LLVMValueRef inst);

/* Makes each such chain one sum of vectors of words, cast to integers of 256 to 4,096 bits, for
 * longs.c to go on with. Returns how many. A chain stays where stores of its words would have to
 * move over what may touch the same memory. Words are frozen, since a sum of which one word is
 * poison would be poison as a whole. */
unsigned words_gather(LLVMValueRef function, LLVMBuilderRef b);

#endif

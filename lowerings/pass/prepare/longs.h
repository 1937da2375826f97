// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* longs.h - integers of 128 to 4,096 bits as vectors of words of 64 bits. */
#ifndef LANESMITH_PASS_LONGS_H
#define LANESMITH_PASS_LONGS_H

#include "lowerings/pass/table/target.h"

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Whether the instruction shifts such an integer, adds or compares it. */
bool longs_is_work(LLVMValueRef inst);
/* About the least that LLVM needs for the function's sums and shifts of such integers, which it
 * does word by word: an instruction a word. */
unsigned longs_least(LLVMValueRef function);

typedef enum longs_way {
    LONGS_VECTORS, /* all that the function does with such integers is done on vectors */
    LONGS_CHAIN,   /* sums with a carry are made word by word */
    LONGS_WAYS
} longs_way;
/* Returns how many instructions are done otherwise; 0: nothing has changed. Whether it is shorter
 * is for the caller to find out. The result refines what there was. view: what the function may
 * use, for shifts by variables; NULL leaves them. */
unsigned longs_function(const target_view *view, LLVMValueRef function, longs_way way);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* digits_code.h - what a way of digits.h does to registers: on labels, and as LLVM IR. */
#ifndef LANESMITH_PASS_DIGITS_CODE_H
#define LANESMITH_PASS_DIGITS_CODE_H

#include "lowerings/pass/table/target.h"
#include "lowerings/permute/digits.h"

enum { DIGITS_BITS = 1 << DIGITS_PLACES };

typedef struct digits_run {
    const digits_goal *goal;
    const target_view *view;
    unsigned flips;  /* of the goal's, those that are left */
    arrangement now; /* behind: what results' numbers stand for */
    /* behind: by number and place of wide registers, number << DIGITS_PLACES | place in the sources
     */
    uint16_t label[DIGITS_REGISTERS][DIGITS_BITS];
    LLVMBuilderRef b; /* NULL: labels only */
    /* <k x i8>, by number: before, the sources, which are not poison, joined as way->start has it;
     * behind, the results */
    LLVMValueRef value[DIGITS_REGISTERS];
} digits_run;

/* Requires: goal and view are set; b and value for code. Labels follow what is emitted, instruction
 * by instruction. */
void digits_run_way(digits_run *r, const digits_way *way);

#endif

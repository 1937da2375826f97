// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* accumulators.h - sums of extended fields over a loop, kept in another order while the loop runs.
 */
#ifndef LANESMITH_PASS_ACCUMULATORS_H
#define LANESMITH_PASS_ACCUMULATORS_H

#include "lowerings/pass/table/target.h"

/* Is the instruction the extension to bytes of fields of 2 or 4 bits, or of a mask of such, that a
 * loop of one block adds to sums which only code behind the loop reads? */
bool accumulators_apply(LLVMValueRef inst);
/* Are the fields read from memory for nothing else? Then LLVM reads them as bytes itself. Requires:
 * accumulators_apply. */
bool accumulators_of_plain(LLVMValueRef inst);
/* Is to sum them out of order better on the target? In registers of more than 16
 * bytes they are spread in a step or two. */
bool accumulators_pay(const target_view *v);
/* Sums the first fields of all bytes, the second and so on in vectors of their own, which are put
 * in order behind the loop. Gives what nobody uses then. *made: the fields' bits, which have to be
 * lowered for this to be any good. Requires: accumulators_apply. */
LLVMValueRef accumulators_build(LLVMBuilderRef b, const target_view *v, LLVMValueRef inst,
                                LLVMValueRef *made);

#endif

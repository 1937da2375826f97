// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* lower_carriers.h - the carriers of values while a function is lowered. */
#ifndef LANESMITH_PASS_LOWER_CARRIERS_H
#define LANESMITH_PASS_LOWER_CARRIERS_H

#include "lower_inside.h"

/* Room for the carriers of a value, in the plan's memory. */
LLVMValueRef *carriers_new(lowerer *lo, const layout *l);
/* Behind a value, and behind what was put there before: always before the instruction that stood
 * behind it at first, or before the first one after that which need not stand at the head of its
 * block. */
void carriers_place_behind(lowerer *lo, LLVMValueRef value);
/* The carriers of an operand, in the layout that its user wants it in. */
const LLVMValueRef *carriers_of(lowerer *lo, const layout *l, LLVMValueRef value);
/* The value itself if LLVM knows that it is not poison. */
LLVMValueRef carriers_frozen(lowerer *lo, LLVMValueRef value);
/* The carriers of a node's operand, in the layout that the node takes. */
const LLVMValueRef *carriers_of_operand(lowerer *lo, const node *n, unsigned i);
/* The operand of a node for which the highest bits of a mask's fields are enough. */
const LLVMValueRef *carriers_of_operand_or_tops(lowerer *lo, const node *n, unsigned i);

#endif

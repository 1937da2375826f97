// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irinsn.h - what LLVM's instructions that compute values mean, as terms: bits, and poison lane by
 * lane.
 *
 * It shares no code and no table with the emitters, the spec or the pass: the source is LLVM's
 * language reference. What a function is made of besides (parameters, memory, control flow,
 * choices) is the business of who reads it: irterm.c and tvrun.c give the functions of ir_reader.
 */
#ifndef LANESMITH_IRINSN_H
#define LANESMITH_IRINSN_H

#include "irconst.h"

/* Whether the instruction computes a value of integers from such values alone; calls: of intrinsics
 * without effects. */
bool ir_is_computed(LLVMValueRef insn);
/* The value of such an instruction; r->trap with it. False with r->why when it is not modelled. */
bool ir_read_insn(ir_reader *r, LLVMValueRef insn, ir_value *out);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irfp.h - floating-point arithmetic. What moves, compares or negates numbers is said exactly, on
 * their bits; of sums, products and so on only that equal operands give equal results. */
#ifndef LANESMITH_IRFP_H
#define LANESMITH_IRFP_H

#include "irreader.h"

/* Whether irfp_read_call knows the intrinsic of this name. */
bool irfp_is_known(const char *name);
bool irfp_read_call(ir_reader *r, LLVMValueRef insn, const char *name, const ir_value *args,
                    unsigned nargs, ir_value *out);
/* fadd fsub fmul fdiv frem fneg fptrunc fpext; out->shape is that of the result. */
bool irfp_read_operation(ir_reader *r, LLVMValueRef insn, const ir_value *in, unsigned nargs,
                         ir_value *out);
bool irfp_read_fcmp(ir_reader *r, LLVMValueRef insn, const ir_value *in, ir_value *out);
/* What fast-math flags make of a value that is moved (select): *out is what it is without. */
bool irfp_apply_flags(ir_reader *r, LLVMValueRef insn, ir_value *out);
/* Whether the function says of subnormal numbers anything but what IEEE 754 does. */
bool irfp_rounds_to_zero(LLVMValueRef insn);

#endif

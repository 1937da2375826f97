// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irflags.h - where arithmetic breaks a promise: its result is poison there. */
#ifndef LANESMITH_IRFLAGS_H
#define LANESMITH_IRFLAGS_H

#include "irreader.h"

/* Whether the instruction has nuw, nsw, exact, disjoint or nneg. */
bool ir_has_flag(LLVMValueRef insn);
/* Poison for *out, the result of a binary operator, in the lanes that break a flag of it. */
void ir_break_flags(ir_reader *r, LLVMValueRef insn, term_op op, const ir_value *in, ir_value *out);
/* A Bool: the sum, difference or product of extended numbers is not the extended result. */
term ir_overflows(term_ctx *c, term_op op, term_op extension, term a, term b);
/* Ones in the lanes whose amount of a shift is their width or more. */
term ir_too_far(term_ctx *c, const ir_value *amount, ir_shape shape);

#endif

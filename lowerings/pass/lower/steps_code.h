// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* steps_code.h - programs of steps as LLVM IR, and two of their instructions by themselves. */
#ifndef LANESMITH_PASS_STEPS_CODE_H
#define LANESMITH_PASS_STEPS_CODE_H

#include <llvm-c/Core.h>

#include "lowerings/pass/table/target.h"
#include "lowerings/permute/steps.h"

/* The machine that programs for the target are for. */
machine steps_machine(const target_view *v);

/* Emits what `value` needs. input: of type <bytes x i8>, or an integer when scalar, as is the
 * result. */
LLVMValueRef steps_emit(steps *s, unsigned value, LLVMModuleRef module, LLVMBuilderRef b,
                        LLVMValueRef input);

/* The sums of neighbouring products of two vectors of 16, 32 or 64 bytes, elements twice as wide:
 * pmaddubsw, of unsigned with signed bytes, or pmaddwd, of words. Requires: the target has it. */
LLVMValueRef steps_add_pairs(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y);

/* The product of bytes by the matrix of 8 by 8 bits in each 64: bit i of byte j is the parity of
 * x's byte j and of byte 7 - i of the matrix (gf2p8affineqb). Both of 16, 32 or 64 bytes. Requires:
 * the target has it. */
LLVMValueRef steps_multiply_bits(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef matrix);

#endif

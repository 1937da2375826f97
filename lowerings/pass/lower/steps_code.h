// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* steps_code.h - programs of steps as LLVM IR. */
#ifndef LANESMITH_PASS_STEPS_CODE_H
#define LANESMITH_PASS_STEPS_CODE_H

#include "lowerings/pass/table/target.h"
#include "lowerings/permute/steps.h"

/* Emits what `value` needs. input: of type <bytes x i8>, or an integer when scalar, as is the
 * result. */
LLVMValueRef steps_emit(steps *s, unsigned value, const target_view *v, LLVMBuilderRef b,
                        LLVMValueRef input);

#endif

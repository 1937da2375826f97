// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* ircall.h - calls of intrinsics, and the parts of what they give. */
#ifndef LANESMITH_IRCALL_H
#define LANESMITH_IRCALL_H

#include "irrule.h"

/* The name of the intrinsic that is called; NULL when none is. */
const char *ir_callee_name(LLVMValueRef call);
ir_read_fn ir_read_call, ir_read_extractvalue;
/* Whether the instruction is arithmetic that tells of overflow: nothing by itself, its parts are
 * values (extractvalue). */
bool ir_is_pair(LLVMValueRef insn);
bool ir_is_pair_name(const char *name); /* of an intrinsic, "llvm.uadd.with.overflow.i8" */

#endif

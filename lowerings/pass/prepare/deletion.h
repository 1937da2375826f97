// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* deletion.h - parallel deletion: LLVM's intrinsic that keeps the fields whose mask bit is one. */
#ifndef LANESMITH_PASS_DELETION_H
#define LANESMITH_PASS_DELETION_H

#include "lowerings/pass/table/target.h"

/* Whether the instruction is a call of it, on fields of less than a byte. */
bool deletion_is_work(LLVMValueRef inst);
/* Replaces such calls by the table's operation. Returns how many. The result refines what there
 * was. */
unsigned deletion_function(const target_view *v, LLVMValueRef function);

#endif

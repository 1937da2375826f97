// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* prepare.h - small fields' instructions brought into the forms that the plan knows, before
 * anything is planned. */
#ifndef LANESMITH_PASS_PREPARE_H
#define LANESMITH_PASS_PREPARE_H

#include <stdbool.h>

#include "lowerings/pass/table/target.h"

/* Whether the instruction is work that only prepare_function sees. */
bool prepare_is_work(LLVMValueRef inst);
/* How many instructions of the function may be rewritten. */
unsigned prepare_count(LLVMValueRef function);
/* Shuffles of shuffles become one, those before an extension come behind it where it is shared
 * then; of the instructions that may be rewritten, in the order of the function, those are that are
 * wanted (NULL: all), and those for which that helps in any case. The result refines what there
 * was. made, if not NULL, gets two values an instruction: what stands for its value, or for those
 * of its pair; NULL for none. Whether anything was changed. */
bool prepare_function(const target_view *v, LLVMValueRef function, const bool *wanted,
                      LLVMValueRef *made);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* uses.h - which lowerings of the table a function was made of, for who wants to know
 * (`-pass-remarks-analysis=lanesmith`, `-Rpass-analysis=lanesmith`). */
#ifndef LANESMITH_PASS_USES_H
#define LANESMITH_PASS_USES_H

#include <stdbool.h>

#include <llvm-c/Core.h>

#include "spec/base/base.h"
#include "table.h"

/* Does anybody want to know? */
bool uses_wanted(LLVMModuleRef module);
/* What copies of the entry's code are marked with: "add 2 128 x86-64", in the arena. */
const char *uses_name(arena *p, const struct lowering_entry *entry,
                      const struct lowering_target *target);
/* Marks an instruction of a copy, the only one that is. */
void uses_mark(LLVMValueRef instruction, const char *name);
/* Takes the marks of the function away, and tells what they were: how often each. */
void uses_tell(LLVMValueRef function);

#endif

/* prepare.h - small fields' instructions brought into the forms that the plan knows, before anything is planned. */
#ifndef LANESMITH_PASS_PREPARE_H
#define LANESMITH_PASS_PREPARE_H

#include <stdbool.h>

#include <llvm-c/Core.h>

/* Whether the instruction is work that only prepare_function sees. */
bool prepare_is_work(LLVMValueRef inst);
/* Shuffles of shuffles become one; arithmetic that tells of overflow becomes ordinary instructions. The result refines what there
 * was. Whether anything was changed. */
bool prepare_function(LLVMValueRef function);

#endif

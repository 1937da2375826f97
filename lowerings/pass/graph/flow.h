// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* flow.h - the blocks of a function in an order in which definitions come before uses, and which of
 * them loop. */
#ifndef LANESMITH_PASS_FLOW_H
#define LANESMITH_PASS_FLOW_H

#include <llvm-c/Core.h>

#include "spec/base/base.h"

typedef struct flow {
    unsigned count; /* blocks that can be reached */
    LLVMBasicBlockRef *blocks; /* in reverse postorder */
    bool *loops;               /* is blocks[i] part of a loop? */
} flow;

/* Time and memory linear in the function's blocks and edges. */
void flow_make(flow *f, arena *p, LLVMValueRef function);

/* Is it of those instructions that stand at the head of a block, before code that is put there? */
bool flow_stays_first(LLVMValueRef inst);

#endif

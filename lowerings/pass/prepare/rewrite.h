// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* rewrite.h - expressions that have a better form for vectors of small fields than the one that
 * LLVM prefers. */
#ifndef LANESMITH_PASS_REWRITE_H
#define LANESMITH_PASS_REWRITE_H

#include <stdbool.h>

#include "lowerings/pass/table/target.h"

/* Has the instruction's value a better form? */
bool rewrite_applies(LLVMValueRef inst);
/* Is it better on the target? Requires: rewrite_applies. */
bool rewrite_pays(const target_view *v, LLVMValueRef inst);
/* Is that form good even if nothing of it is lowered? Requires: rewrite_applies. */
bool rewrite_helps_anyhow(LLVMValueRef inst);
/* Builds it, for the target. *made: the part of it that has to be lowered for it to be any good.
 * Requires: rewrite_applies. */
LLVMValueRef rewrite_build(LLVMBuilderRef b, const target_view *v, LLVMValueRef inst,
                           LLVMValueRef *made);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* transpose.h - movements between several registers that permute the digits of places' numbers,
 * made anew as a whole. */
#ifndef LANESMITH_PASS_TRANSPOSE_H
#define LANESMITH_PASS_TRANSPOSE_H

#include "lowerings/pass/base/stats.h"
#include "lowerings/pass/table/target.h"

/* Replaces shuffles of small fields that, taken together, transpose registers, where that takes
 * fewer instructions than to do them one by one. The result refines what there was. Whether
 * anything was changed. */
bool transpose_function(const target_view *v, LLVMValueRef function, lanesmith_stats *stats);

#endif

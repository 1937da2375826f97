// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* wide.h - fields of 33 to 63 bits, with which LLVM computes well once each is in a lane of 64
 * bits. */
#ifndef LANESMITH_PASS_WIDE_H
#define LANESMITH_PASS_WIDE_H

#include "lowerings/pass/base/stats.h"
#include "lowerings/pass/table/target.h"

/* Whether the instruction brings such fields from or to memory, or makes them of small ones or
 * those of them, as LLVM does one by one. */
bool wide_is_work(LLVMValueRef inst);
/* Replaces such instructions. The result refines what there was. Whether anything was changed. */
bool wide_function(const target_view *v, LLVMValueRef function, lanesmith_stats *stats);

#endif

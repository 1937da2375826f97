// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irintrin_x86.h - intrinsics of x86. */
#ifndef LANESMITH_IRINTRIN_X86_H
#define LANESMITH_IRINTRIN_X86_H

#include "irintrin_table.h"

/* By what stands behind "llvm.x86." and the name of a group, as "avx512.": "pmulhu.w". */
extern const ir_intrinsic irintrin_x86[];
/* The groups; NULL-terminated. */
extern const char *const irintrin_x86_groups[];

#endif

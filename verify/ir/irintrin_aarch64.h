// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irintrin_aarch64.h - intrinsics of AArch64. */
#ifndef LANESMITH_IRINTRIN_AARCH64_H
#define LANESMITH_IRINTRIN_AARCH64_H

#include "irintrin_table.h"

/* By what stands behind "llvm.aarch64." and the name of a group, as "neon.": "uhadd". */
extern const ir_intrinsic irintrin_aarch64[];
/* The groups; NULL-terminated. */
extern const char *const irintrin_aarch64_groups[];

#endif

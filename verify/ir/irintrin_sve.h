// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irintrin_sve.h - intrinsics of AArch64 on scalable vectors; see irscalable.h. */
#ifndef LANESMITH_IRINTRIN_SVE_H
#define LANESMITH_IRINTRIN_SVE_H

#include "irintrin_table.h"

/* By stem, without "llvm.aarch64.sve.". Of each the lowest 128 bits of the result depend on the
 * lowest 128 bits of the arguments alone, and nothing else may be entered. */
extern const ir_intrinsic irintrin_sve[];

#endif

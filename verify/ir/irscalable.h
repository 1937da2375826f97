// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irscalable.h - scalable vectors as the lowest 128 bits of registers of any length.
 *
 * A value of type <vscale x N x iM> is read as its lowest N lanes. What stands above them is not
 * modelled, and nothing can look at it: such a value comes from llvm.vector.insert of N lanes at 0
 * alone, goes through intrinsics whose lowest 128 bits depend on no others, and ends in
 * llvm.vector.extract of N lanes at 0. So what is proved holds for any vscale, and functions need
 * no vscale_range. Any other use of such a value is refused. */
#ifndef LANESMITH_IRSCALABLE_H
#define LANESMITH_IRSCALABLE_H

#include "irreader.h"

/* Whether an intrinsic of this name ("llvm.aarch64.sve.eor3.nxv2i64") is read here. */
bool irscalable_is_known(const char *name);
/* Whether the instruction is a call that makes or takes a scalable vector, of a name known here. */
bool irscalable_is_call(LLVMValueRef insn);
/* Requires: irscalable_is_call. */
bool irscalable_read(ir_reader *r, LLVMValueRef call, ir_value *out);

#endif

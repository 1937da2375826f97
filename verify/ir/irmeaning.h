// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irmeaning.h - intrinsics whose meaning is a text: functions of LLVM IR, an instruction set's.
 *
 * `spec/targets/SET/intrinsics.ll` defines "@x86.ssse3.phadd.sw.128" where LLVM has an intrinsic of
 * that name behind "llvm.". It is a second description, from the vendor's manual, beside the one in
 * isa/ that the emitters use, as irintrin.c is for the intrinsics that it knows. */
#ifndef LANESMITH_IRMEANING_H
#define LANESMITH_IRMEANING_H

#include "irreader.h"

/* For ir_reader: a call of the intrinsic that r->meanings define gives *out. False with r->why when
 * none does, or when what it says is not modelled. */
bool irmeaning_call(ir_reader *r, LLVMValueRef call, const char *name, const ir_value *args,
                    unsigned nargs, ir_value *out);

#endif

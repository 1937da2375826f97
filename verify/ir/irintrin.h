// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irintrin.h - what LLVM's intrinsics mean, as terms: the generic ones on integers, those of x86
 * and of AArch64. */
#ifndef LANESMITH_IRINTRIN_H
#define LANESMITH_IRINTRIN_H

#include "irvalue.h"

enum { IR_ARGS_MAX = 4 };

/* Whether the meaning of the intrinsic ("llvm.umin.v16i8") is known here; its immediates may still
 * be of another kind. */
bool irintrin_is_known(const char *name);

/* The same of an intrinsic on scalable vectors ("llvm.aarch64.sve.eor3.nxv2i64") whose lowest lanes
 * of the result depend on the lowest lanes of the arguments alone. */
bool irintrin_is_scalable(const char *name);

/* A call of the intrinsic name ("llvm.umin.v16i8") on args gives *out, of the given shape. Returns
 * NULL, or what is not known about it. */
const char *irintrin_call(term_ctx *c, const char *name, const ir_value *args, unsigned nargs,
                          ir_shape result, ir_value *out);

#endif

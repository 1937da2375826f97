// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irintrin_generic.h - LLVM's generic intrinsics on integers, and what others share with them. */
#ifndef LANESMITH_IRINTRIN_GENERIC_H
#define LANESMITH_IRINTRIN_GENERIC_H

#include "irintrin_table.h"

/* By what stands behind "llvm.": "umin". */
extern const ir_intrinsic irintrin_generic[];

/* Brings a signed number into the range of a narrower signed or unsigned one. */
term ir_saturate(term_ctx *c, term a, unsigned bits, bool is_signed);
/* The lanes of v that the mask m chooses, one beside the other from the lowest on; above them the
 * lanes of p. */
term ir_compress(term_ctx *c, term v, term m, term p, ir_shape s);

#endif

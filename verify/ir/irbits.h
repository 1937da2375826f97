// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irbits.h - bits gathered and scattered by a mask, as more than one processor does it. */
#ifndef LANESMITH_IRBITS_H
#define LANESMITH_IRBITS_H

#include "irvalue.h"

/* The bits of a where mask has ones, side by side from bit 0 on, zeros above. All are as wide. */
term ir_gather_bits(term_ctx *c, term a, term mask);
/* The low bits of a, in their order, where mask has ones; zeros elsewhere. */
term ir_scatter_bits(term_ctx *c, term a, term mask);

#endif

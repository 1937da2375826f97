// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irbits.h - bits gathered and scattered by a mask, products of polynomials: what more than one
 * processor does. */
#ifndef LANESMITH_IRBITS_H
#define LANESMITH_IRBITS_H

#include "irvalue.h"

/* The bits of a[0] where a[1] has ones, side by side from bit 0 on, zeros above. */
term ir_gather_bits(term_ctx *c, const term *a, unsigned bits);
/* The low bits of a[0], in their order, where a[1] has ones; zeros elsewhere. */
term ir_scatter_bits(term_ctx *c, const term *a, unsigned bits);
/* The product of polynomials over one bit, of twice as many bits. */
term ir_polynomial(term_ctx *c, term a, term b);

#endif

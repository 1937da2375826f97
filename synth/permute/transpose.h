// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* transpose.h - the engine for operations that permute the digits of bits' numbers over a block of
 * registers, or in one: planes of bits from fields, and back.
 *
 * The way is found on digits (lowerings/permute/digits.h), the same as in the pass. Each of
 * its steps moves bits between two registers, or within one: permute.h finds instructions for it,
 * which serve all registers. */
#ifndef LANESMITH_TRANSPOSE_H
#define LANESMITH_TRANSPOSE_H

#include "lowerings/derive/capabilities.h"
#include "lowerings/derive/movers.h"
#include "spec/cell.h"
#include "spec/prog.h"

/* Whether the operation is one of blocks, with one operand of the cell's class. */
bool transpose_is_for(const cell *c);

/* Requires: transpose_is_for(c). False: the operation permutes no digits, nothing is found, or it
 * would have more than PROG_INSNS_MAX instructions. */
bool transpose_find(const mover_book *movers, const capability_book *book, const cell *c,
                    prog *out);

#endif

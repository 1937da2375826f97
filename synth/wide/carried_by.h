// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* carried_by.h - which operation is it? Of one register and a carry, by what it computes. */
#ifndef LANESMITH_SYNTH_WIDE_CARRIED_BY_H
#define LANESMITH_SYNTH_WIDE_CARRIED_BY_H

#include "spec/cell.h"
#include "spec/term/term.h"

/* Both results side by side, as op_elaborate has them, of a register of `bits` bits and a carry in
 * another. */
typedef term carried_definition(term_ctx *c, term a, term carry, unsigned bits);

/* Whether the cell's operation is on the whole register, with a carry as second operand, and agrees
 * with the definition on samples. */
bool carried_computes(const cell *c, carried_definition *expected);

#endif

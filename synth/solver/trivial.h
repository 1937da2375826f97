// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* trivial.h - the bound that needs no search: whether an operation can do without any
 * instruction. */
#ifndef LANESMITH_SYNTH_TRIVIAL_H
#define LANESMITH_SYNTH_TRIVIAL_H

#include "spec/cell.h"

/* The grammar of such a bound: a program of one instruction is the shortest whatever the
 * instruction is. */
#define TRIVIAL_GRAMMAR "instructions: none; constants: any"

/* 1 when on some inputs no operand is the result, nor any one constant; else 0. *excluded: how many
 * programs that are. */
unsigned trivial_bound(const cell *c, uint64_t *excluded);

#endif

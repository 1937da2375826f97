// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* parity.h - prefix xor of a whole register, with the parity so far carried in and out: bit i of
 * the result says whether the carry and the bits 0 to i have an odd number of ones.
 *
 * In lanes it is computed by doubling, x ^= x << 1, 2, 4 ..., or as a carry-less product with all
 * ones (Lemire and Langdale 2019, 3.1.1). A lane is then complemented where the lanes below have an
 * odd number of ones. These parities are the same function of the lanes' top bits: in a general
 * register by doubling, by a carry-less product, or by one product that counts the ones below each
 * place, with room for the counts; or in lanes, by doubling.
 *
 * The carry out waits for nothing but the carry in and the block's own parity: two to four
 * instructions, so that blocks of a loop overlap. */
#ifndef LANESMITH_SYNTH_WIDE_PARITY_H
#define LANESMITH_SYNTH_WIDE_PARITY_H

#include "parts.h"

/* Whether the operation is this one, as samples say. */
bool parity_is_for(const cell *c);

/* Calls found for every program that there is. general: the class of carries. */
void parity_propose(const spec *s, const cell *c, const regclass *general, wide_found_fn *found,
                    void *context);

#endif

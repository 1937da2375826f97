// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* operands.h - what instructions are tried on: corner values, all of them, and random values of
 * several kinds.
 *
 * A case is one register for each source. A corner case repeats a value in every field of 8, 16, 32
 * or 64 bits, in each source another, over all pairs of sources and all pairs of corner values; or
 * it is about single bits of a whole register. The corner values of a field are 0, 1, 2, -1, -2,
 * min, max and their neighbours, 2^k, 2^k - 1, 0x55.. and its like; equal operands and operands
 * that are off by one are added for each. */
#ifndef LANESMITH_OPERANDS_H
#define LANESMITH_OPERANDS_H

#include "spec/spec.h"

enum { OPERANDS_LIMBS = 8, OPERANDS_BLOCKS_MAX = 64 }; /* of a register, at most 512 bits */

/* Cases of one pattern; see operands.c. */
typedef struct operands_block {
    unsigned width;         /* of a field; 0: the whole register */
    unsigned first, second; /* the sources that vary */
    unsigned count;
    bool near;              /* equal or off by one, not all pairs */
} operands_block;

typedef struct operand_set {
    unsigned nsrc, bits[SPEC_SRC_MAX];
    operands_block block[OPERANDS_BLOCKS_MAX];
    unsigned nblocks;
    unsigned corners; /* cases in all blocks */
} operand_set;

/* Limbs of a source's register in memory. */
unsigned operands_limbs(const operand_set *o, unsigned source);
void operands_init(operand_set *o, const instr *in);
/* Writes corner case number i < corners: source s to at[s]. */
void operands_corner(const operand_set *o, unsigned i, uint64_t *const at[SPEC_SRC_MAX]);
/* Writes a random case: uniform bits, corner values in every field, few or many bits set, small
 * numbers, or sources that are nearly the same. */
void operands_random(const operand_set *o, uint64_t *state, uint64_t *const at[SPEC_SRC_MAX]);

#endif

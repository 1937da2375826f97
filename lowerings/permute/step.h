// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* step.h - a step of a program that moves bits, and a program of such steps, as steps.h makes them.
 * */
#ifndef LANESMITH_PASS_STEP_H
#define LANESMITH_PASS_STEP_H

#include <stdint.h>

#include "label.h"
#include "machine.h"
#include "spec/base/base.h"

enum { STEPS_MAX = 512, STEPS_MAX_BYTES = 512, BYTE_ZERO = -1 };

typedef enum step_kind {
    STEP_INPUT, /* the only value that is not computed */
    /* byte i is byte map[i] of a, then of b; or zero. `any` bytes are chosen when the step is made
     */
    STEP_BYTES,
    STEP_LANES, /* byte i is byte map[i] of a, which is of the same 16 bytes; or zero. What the
                   processor's byte shuffle does: LLVM is not to look for another way */
    STEP_SHL,   /* every lane of `lane` bits shifted by `amount`, zeros come in */
    STEP_SHR,
    /* every lane of `lane` bits, 16 or 32, by its own number in `each`, less than lane; zeros come
       in */
    STEP_SHL_EACH,
    STEP_SHR_EACH,
    STEP_PAIRS, /* every lane of `lane` bits, 16 or 32: its lower half is a number of `amount` bits,
                   its upper half another; they come side by side, zeros above */
    /* every lane of 32 bits: its two words times those of mask, which are little-endian, all
       signed, and added */
    STEP_MULTIPLY,
    STEP_AND, /* with the constant `mask` */
    STEP_XOR,
    STEP_OR,   /* of a and b, which have no ones in the same place */
    STEP_SIGN, /* lanes whose lowest `amount` bits are complemented at the top and zero above: less
                  that top bit, which is the sign-extended number */
    /* bytes below 16: each result bit k is bit pick[k] of the byte, or zero where that is 4 */
    STEP_TABLE,
    STEP_TEST, /* bytes of ones where the one bit of the byte that mask has is one, else zero */
    /* one bit a byte: the one of the byte that mask has; the result has an eighth of the bytes */
    STEP_BITS,
    /* byte i of each 64 bits: the eight bits from bit each[i] of the 64 on, which go round */
    STEP_WINDOWS,
    /* bit i of byte j of each 64 bits: the one bit that mask has in byte j, of byte 7 - i of the
       64 */
    STEP_MATRIX,
    STEP_SELECT, /* bits of a where mask has ones, else of b */
    STEP_PEXT,   /* 4 or 8 bytes: the bits where mask has ones, gathered in the low bits */
    STEP_PDEP    /* the low bits scattered to where mask has ones */
} step_kind;

typedef struct step {
    step_kind kind;
    unsigned a, b;       /* numbers of steps; b may be that of a */
    unsigned bytes;      /* of the result */
    unsigned lane, amount;
    const uint8_t *mask; /* one a byte of the result */
    const int16_t *map;  /* the same */
    const uint8_t *each; /* one a lane, or a byte */
    uint8_t pick[8];
    label *labels;       /* 8 a byte */
} step;

typedef struct steps {
    arena *arena;
    machine machine;
    bool scalar;             /* values are integers of 1, 2, 4 or 8 bytes, and so is every lane */
    bool broken;             /* too many steps, or a step that must not be used as it was */
    unsigned count, cost;    /* cost: instructions, as far as can be told without compiling */
    step step[STEPS_MAX];
} steps;

/* Has the result bytes of a and b, in this order, from `low` to before `high`? */
static inline bool steps_uses(const step *t, unsigned low, unsigned high)
{
    for (unsigned i = 0; i < t->bytes; i++)
        if (t->map[i] >= (int)low && t->map[i] < (int)high) return true;
    return false;
}

#endif

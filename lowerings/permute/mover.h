// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* mover.h - instructions that move bits, as data: what each does to labels.
 *
 * lowerings/derive/movers.h makes them from terms; no instruction set is known here. */
#ifndef LANESMITH_MOVER_H
#define LANESMITH_MOVER_H

#include "label.h"
#include "spec/base/base.h"

enum { PERMUTE_BITS_MAX = 512, PERMUTE_LIMBS = PERMUTE_BITS_MAX / 64, PERMUTE_INPUTS_MAX = 3 };

typedef enum mover_kind {
    MOVER_PURE, /* every bit of the result is always the same bit of a source, or zero */
    /* each unit of a constant chooses what comes to that unit of the result, of one source or of
       two */
    MOVER_CHOICE,
    /* a constant of 8 by 8 bits in each 64 chooses the bits of each byte among those of its source
     */
    MOVER_MATRIX,
    /* a constant table of 16 bytes in each 128 bits, looked up by the low nibble of bytes whose bit
       7 is zero */
    MOVER_TABLE,
    MOVER_EXTRACT, /* the bits where a constant has ones, side by side from bit 0 on, zeros above */
    MOVER_DEPOSIT, /* the lowest bits, where a constant has ones, zeros elsewhere */
} mover_kind;

enum { MOVER_CONSTANT = -1, MOVER_NOTHING = -2 };

typedef struct mover {
    mover_kind kind;
    unsigned instr; /* the caller's number of the instruction; with its immediate */
    int64_t imm;
    unsigned nvars;        /* sources that hold data: 1 or 2 */
    /* of the instruction: the number of a data source, MOVER_CONSTANT, MOVER_NOTHING */
    int8_t operand[3];
    uint64_t konst[PERMUTE_LIMBS]; /* of a PURE mover with a constant operand */
    label *map;            /* PURE: [bits], labels over the data sources */
    label *need; /* PURE: [nvars * bits], what the map assumes: LABEL_FREE nothing, LABEL_ZERO that
                    the bit is zero, else that it equals the bit labelled; or NULL */
    /* PURE: when bit i comes from bit i + shift or is zero, for all i; else 0 */
    int shift;
    /* PURE, of two sources: bits of one source travel three distances or more, as in a merge */
    bool mixes;
    /* CHOICE: bits of a unit; values that a unit of the constant may have */
    unsigned unit, nvalues;
    uint64_t *value;
    label *choice;         /* CHOICE: [bits][nvalues], labels over the data sources */
} mover;

/* Instructions with a part of their own in the search; PERMUTE_NONE: there is none. */
enum { PERMUTE_NONE = -1, PERMUTE_LANES = 4 };
typedef struct permute_machine {
    unsigned bits;                   /* of a register: a power of two */
    mover *movers;
    unsigned nmovers;
    int and_, or_, xor_, table3;     /* table3: immediate bit 4a+2b+c */
    int equal8;                      /* bytes: all ones where equal, else zero */
    int sub[PERMUTE_LANES];          /* lanes of 8, 16, 32, 64 bits */
} permute_machine;

#endif

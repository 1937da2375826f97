// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* machine.h - what a program that moves bits has to know of the processor that it is for.
 *
 * A capability is what some instruction of the processor does. Which processor has which is read
 * off the terms of its instructions (lowerings/derive/capabilities.h) when the pass's table is
 * made, which also has the code of each; no instruction is known here. */
#ifndef LANESMITH_MACHINE_H
#define LANESMITH_MACHINE_H

#include <stdbool.h>

#include "stock.h"

/* Registers are x, y, z in this order. Bits and bytes are numbered from the lowest on. */
typedef enum capability {
    /* byte i is the byte of x's same 16 that the low 4 bits of byte i of y name, or zero where its
       bit 7 is set */
    CHOOSES_IN_16,
    /* in registers of more than 16 bytes: byte i is the byte of x that byte i of y names */
    CHOOSES_IN_ALL,
    /* byte i is the byte of x, and of z behind it, that byte i of y names */
    CHOOSES_OF_TWO,
    /* in registers of 32 bytes and more: 64 bits number i are those of x, and of z behind it, that
       the low bits of y's 64 bits number i name, as many low bits as it takes */
    CHOOSES_LONGS_OF_TWO,
    /* byte i of each 64 bits is the 8 bits of x's same 64 from bit number byte i of y on, which go
       round */
    TAKES_WINDOWS,
    /* of each 16 bytes the low bytes of x's words, and of y's behind them; of words below 256 */
    PACKS_WORDS,
    /* the 8 bytes of each 64 bits of x are the rows of a matrix, byte 7 - i row i, by which each
       byte of y is multiplied: where that has only bit k, bit i is bit k of row i */
    MULTIPLIES_BITS,
    /* products of x's unsigned bytes by y's signed ones, as words, neighbours added; of less than
       15 bits */
    ADDS_PRODUCTS_8,
    ADDS_PRODUCTS_16, /* of words, both signed, as doublewords */
    GATHERS_BITS,     /* bits of x where y has ones, side by side from bit 0 on, zeros above */
    SCATTERS_BITS,    /* the lowest bits of x where y has ones, zeros elsewhere */
    SHIFTS_EACH_16,   /* each word of x to the left by the number in that of y */
    SHIFTS_EACH_32,
    SELECTS_BITS,     /* bits of x where z has ones, else of y */
    /* bytes are compared, the result has a bit for each; known of registers of any width */
    COMPARES_TO_BITS,
    COUNTS_ONES,      /* in x */
    CAPABILITIES
} capability;

typedef struct machine {
    unsigned register_bytes;      /* of the widest vector register */
    unsigned char can[CAPABILITIES]; /* bit k: in registers of 4 << k bytes */
    const stock *stock;           /* what LLVM makes of stock forms; NULL: not known, all are 0 */
} machine;

/* "chooses_bytes_in_16": the table's name of it. */
const char *capability_name(capability a);
/* How many registers it works on. */
unsigned capability_arity(capability a);

enum { MACHINE_WIDTHS = 5 }; /* 4, 8, 16, 32, 64 bytes */
bool machine_can(const machine *m, capability a, unsigned bytes);
void machine_add(machine *m, capability a, unsigned bytes);

#endif

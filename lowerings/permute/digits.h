// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* digits.h - the cheapest way to permute the digits of places' numbers over several registers. */
#ifndef LANESMITH_DIGITS_H
#define LANESMITH_DIGITS_H

#include <stdint.h>

#include "lowerings/permute/machine.h"
#include "spec/base/base.h"

enum {
    DIGITS_IN_BYTE = 3, /* of the place of a bit in its byte */
    DIGITS_PLACES = 9,  /* of a place in a register, at most: 512 bits */
    DIGITS_BYTES = DIGITS_PLACES - DIGITS_IN_BYTE,
    DIGITS_MOST = 5, /* of a register's number, at most */
    DIGITS_ALL = DIGITS_PLACES + DIGITS_MOST,
    DIGITS_REGISTERS = 1 << DIGITS_MOST,
    DIGITS_STEPS = 24
};

/* 2^f registers of 2^places bits. Digits 0 ... places - 1 are those of a bit's place, the others
 * those of its register's number. Digit j of the place in a result is digit goal[j] of the place
 * and number in the sources; the digits that are left are those of the result's number, in any
 * order.
 *
 * It may be done in wider registers, each of 2^joined of these: `joined` digits of numbers are the
 * top ones of places then, which ones is the way's choice. */
typedef struct digits_goal {
    unsigned places, f, joined;
    uint8_t goal[DIGITS_PLACES];
    unsigned flips; /* the digits, of places in the sources, that are complements in the results */
    bool loaded;    /* the sources are read from memory */
} digits_goal;

/* Which digit each digit of a place, and of a register's number, stands for. */
typedef struct arrangement {
    uint8_t place[DIGITS_PLACES], number[DIGITS_MOST];
} arrangement;

typedef enum digits_kind {
    DIGITS_MOVE, /* whole bytes, within each register or between pairs of them: at most one digit of
                    bytes' places is exchanged with one of numbers, and those of bytes' places are
                    in another order then */
    DIGITS_TURN, /* the same, and the bytes of each 64 bits in the other direction: for what follows
                  */
    DIGITS_MATRIX,   /* the digits of places in bytes and the lowest three of bytes' places, by
                        MULTIPLIES_BITS, which reads the bytes in the other direction */
    DIGITS_EXCHANGE, /* one digit of the place in a byte and one of registers' numbers */
    DIGITS_FLIP      /* whole bytes, by the complements that are left */
} digits_kind;

/* From one arrangement to another. */
typedef struct digits_step {
    digits_kind kind;
    arrangement to;
} digits_step;

typedef struct digits_way {
    unsigned cost; /* instructions for all registers, moves between registers not counted */
    unsigned count;
    arrangement start;
    digits_step step[DIGITS_STEPS];
} digits_way;

/* In p. NULL: none is known. */
const digits_way *digits_find(arena *p, const machine *m, const digits_goal *goal);
/* Of the registers that it is done in: the digits of a place and of a number. */
static inline unsigned digits_places(const digits_goal *goal)
{
    return goal->places + goal->joined;
}

static inline unsigned digits_numbers(const digits_goal *goal) { return goal->f - goal->joined; }
static inline unsigned digits_bytes(const digits_goal *goal)
{
    return 1U << (digits_places(goal) - DIGITS_IN_BYTE);
}

/* ---- what a step does to registers, for those who make its code ---- */

enum { DIGITS_BYTES_MAX = 1 << DIGITS_BYTES, DIGITS_NONE = 0xff };

/* The digit of numbers in which the arrangements differ; digits_numbers(goal): in none. */
unsigned digits_changed(const digits_goal *goal, const arrangement *now, const arrangement *to);
/* MOVE, TURN, FLIP: byte i of a register is byte from[i] of two, side by side, the one whose digit
 * `changed` of its number is zero first. half: that digit of the register's own number. Byte i is
 * what would be byte i ^ turn. */
void digits_find_bytes(const digits_goal *goal, const arrangement *now, const arrangement *to,
                       unsigned half, unsigned turn, uint8_t from[DIGITS_BYTES_MAX]);
/* EXCHANGE: which digit of places within bytes it is. */
unsigned digits_exchanged(const arrangement *now, const arrangement *to);
/* MATRIX: bit k of byte i of each 64 bits is bit bit[i] of byte 7 - k. flips: the digits whose
 * complements are taken. */
void digits_find_matrix(const digits_goal *goal, const arrangement *now, const arrangement *to,
                        unsigned flips, uint8_t bit[8]);

#endif

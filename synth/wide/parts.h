// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* parts.h - the parts that sums of whole registers are made of, found among a target's instructions
 * by what they compute: sums and logic, compares whose outcomes become bits of a general register,
 * bits that become lanes.
 *
 * Every function appends instructions to the program and returns the value number of the result, or
 * PARTS_NONE where the target has nothing for it; then the program is of no use. Lanes are of
 * parts.lane bits; lane i belongs to bit i of a general register. */
#ifndef LANESMITH_SYNTH_WIDE_PARTS_H
#define LANESMITH_SYNTH_WIDE_PARTS_H

#include "spec/cell.h"
#include "spec/prog.h"
#include "spec/term/term.h"

enum { PARTS_NONE = 0xffff };

typedef enum compare { COMPARE_LESS, COMPARE_LESS_SIGNED, COMPARE_EQUAL } compare;

/* What the engine calls with each program that it has made. */
typedef void wide_found_fn(void *context, const prog *p);

typedef struct parts {
    const spec *s;
    const cell *c;
    unsigned lane;
    const regclass *general; /* where bits and carries are */
    prog *p;                 /* being made; its constants are there already */
    term_ctx *terms;
    struct found_part *found; /* what was asked for before; the caller begins with NULL */
    unsigned nfound;
} parts;
void parts_free(parts *x);

/* A constant of the program: its number among the values, and its low 64 bits, which repeat. */
typedef struct parts_constant {
    unsigned number;
    uint64_t value;
} parts_constant;

/* Of two registers of the cell's class, lane by lane (ADD, SUB) or bit by bit (AND, OR, XOR). */
unsigned parts_lanes(parts *x, term_op how, unsigned a, unsigned b);
/* BVNOT, or an exclusive or with the value `ones` of all ones. */
unsigned parts_not(parts *x, unsigned a, unsigned ones);
/* In general registers: a + b, a ^ b and so on; a + 2 b; a >> amount. */
unsigned parts_general(parts *x, term_op how, unsigned a, unsigned b);
unsigned parts_add_twice(parts *x, unsigned a, unsigned b);
unsigned parts_shift_down(parts *x, unsigned a, unsigned amount);
unsigned parts_sign(parts *x, unsigned a); /* all ones where a is negative, else zero */
/* Bit i: whether lane i of a compares so with lane i of b; zeros above. */
unsigned parts_compare(parts *x, compare how, unsigned a, unsigned b);
/* Bit i: the top bit of lane i. Lane i: ones where its top bit is one, else zeros. */
unsigned parts_tops(parts *x, unsigned a, unsigned zero);
unsigned parts_signs(parts *x, unsigned a, unsigned zero);
/* Lanes moved up by so many, zeros below; the bits of each lane of a register of cls moved up,
 * which is one lane where it is no vector. */
unsigned parts_up(parts *x, unsigned a, unsigned by, unsigned zero);
unsigned parts_shift_up(parts *x, const regclass *cls, unsigned a, unsigned amount);
/* Lanes moved up by one, the top lane of `from` below; the low lanes of a and b, where these have
 * two lanes each. */
unsigned parts_up_from(parts *x, unsigned a, unsigned from);
unsigned parts_lows(parts *x, unsigned a, unsigned b);
/* A general register at the low end, zeros above. */
unsigned parts_low(parts *x, unsigned a);
/* The bits of each lane moved down; moved up, and the top bits of b's lanes below. */
unsigned parts_lanes_down(parts *x, unsigned a, unsigned amount);
unsigned parts_joined(parts *x, unsigned a, unsigned b, unsigned amount);
/* The low lane of a general register in all lanes. */
unsigned parts_repeat(parts *x, unsigned a);
/* Bit i of each lane, or of the general register: whether an odd number of its bits 0 to i are
 * ones. By carry-less products with all ones, and lanes of 64 bits; the general register by way of
 * a vector register. */
unsigned parts_prefixes(parts *x, unsigned a, const parts_constant *ones);
unsigned parts_general_prefix(parts *x, unsigned a, const parts_constant *ones);
/* The low bits of a general register at the ones of the constant, zeros elsewhere; the bits at the
 * ones of the constant, side by side at the low end. */
unsigned parts_place(parts *x, unsigned a, const parts_constant *places);
unsigned parts_gather(parts *x, unsigned a, const parts_constant *places);
/* Lane i: ones where bit i of a is one, else zeros. each: the constant whose lane i is 1 << i. */
unsigned parts_spread(parts *x, unsigned a, unsigned each);
/* The same where bits are so many apart: lane i of each is 1 << (i * room). */
unsigned parts_spread_apart(parts *x, unsigned a, unsigned each, unsigned room);

#endif

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

/* Of two registers of the cell's class, lane by lane (ADD, SUB) or bit by bit (AND, OR, XOR). */
unsigned parts_lanes(parts *x, term_op how, unsigned a, unsigned b);
/* BVNOT, or an exclusive or with the value `ones` of all ones. */
unsigned parts_not(parts *x, unsigned a, unsigned ones);
/* In general registers: a + b, a ^ b; a + 2 b; a >> amount. */
unsigned parts_general(parts *x, term_op how, unsigned a, unsigned b);
unsigned parts_add_twice(parts *x, unsigned a, unsigned b);
unsigned parts_shift_down(parts *x, unsigned a, unsigned amount);
/* Bit i: whether lane i of a compares so with lane i of b; zeros above. */
unsigned parts_compare(parts *x, compare how, unsigned a, unsigned b);
/* Lane i: ones where bit i of a is one, else zeros. each: the constant whose lane i is 1 << i. */
unsigned parts_spread(parts *x, unsigned a, unsigned each);

#endif

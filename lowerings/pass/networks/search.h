// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* search.h - the cheapest way to permute the elements of registers between the stages of a
 * network. */
#ifndef LANESMITH_PASS_SEARCH_H
#define LANESMITH_PASS_SEARCH_H

#include "space.h"
#include "spec/base/base.h"

enum { SEARCH_LANES = 6, SEARCH_STAGES = 64, SEARCH_MOVES = 8 * SEARCH_STAGES };

/* Elements have addresses. Those that a stage reads have the number of a thread in the low digits,
 * and above it the slot in which the thread reads the element. What it gives has the thread's
 * number, too, and above it which of the thread's results it is. */
typedef struct search_stage {
    unsigned threads, slots, outs; /* digits */
    bool symmetric;                /* a thread's slots can change places */
    /* what each digit of the address becomes that an element had where it was made */
    digits image[SPACE_DIGITS];
} search_stage;

typedef struct search_problem {
    unsigned lanes;   /* digits of a lane's number */
    unsigned element; /* digits of the bytes of an element */
    /* prices for a register: elements of four bytes and more anywhere in 16 bytes, or anywhere;
     * elements anywhere in 16 bytes, or such of two bytes in 8; 0: not to be done */
    unsigned words_in_16, words, any_in_16, shorts_in_8;
    /* The last stage begins with a move, which brings elements to their lanes whatever number is
     * added to the digits of their addresses: that is not looked at otherwise. */
    bool ends_in_move;
    unsigned count;
    /* the last stage has no slots: its addresses are those of the results in memory */
    search_stage stage[SEARCH_STAGES];
} search_problem;

/* Where elements are. The one in lane l of a register has the register's first address and, for
 * each digit of l that is one, that digit's vector. Registers' first addresses span `registers`. */
typedef struct search_layout {
    unsigned stage; /* before whose operations it is made; in the addresses that this reads */
    digits lane[SEARCH_LANES];
    space registers;
} search_layout;

typedef struct search_plan {
    unsigned cost, count;
    search_layout layout[SEARCH_MOVES];
} search_plan;

/* At first the elements are in the order of their addresses. False: no way is known. */
bool search_find(const search_problem *problem, search_plan *plan);

#endif

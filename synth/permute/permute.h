// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute.h - programs for movements of bits, found on labels instead of values.
 *
 * A goal says for each bit of a register which input bit it has to be, that it has to be zero, or that it may be anything. The
 * search goes backwards: a goal that a move makes from other goals is as far from the inputs as those are, plus one step. What the
 * moves do is data (struct mover); this module knows no instruction set, no terms, no solver and no database, so that a compiler
 * can call it. What it answers is a proposal that the caller has to prove or to justify (docs/shuffles.md).
 *
 * Sources: Cameron, Towards a library of shufflevector patterns (patterns, lanes); Ren, VINCI, chapters 4 and 7 (labels with
 * don't-cares, decomposition); Warren, Hacker's Delight, 7-4 (compress by steps); Benes 1964 and Steele 1972 (exchanges). */
#ifndef LANESMITH_PERMUTE_H
#define LANESMITH_PERMUTE_H

#include "spec/base/base.h"

enum { PERMUTE_BITS_MAX = 512, PERMUTE_LIMBS = PERMUTE_BITS_MAX / 64, PERMUTE_INPUTS_MAX = 3, PERMUTE_NODES_MAX = 6000 };

/* What a bit is or has to be: LABEL_ZERO, LABEL_FREE, or 1 + input * bits + bit number. */
typedef int16_t label;
enum { LABEL_FREE = -1, LABEL_ZERO = 0 };
typedef struct labels {
    label at[PERMUTE_BITS_MAX];
} labels;

typedef enum mover_kind {
    MOVER_PURE,   /* every bit of the result is always the same bit of a source, or zero */
    MOVER_CHOICE, /* each unit of a constant chooses what comes to that unit of the result, of one source or of two */
    MOVER_MATRIX, /* a constant of 8 by 8 bits in each 64 chooses the bits of each byte among those of its source */
    MOVER_TABLE,  /* a constant table of 16 bytes in each 128 bits, looked up by the low nibble of bytes whose bit 7 is zero */
    MOVER_EXTRACT, /* the bits where a constant has ones, side by side from bit 0 on, zeros above */
    MOVER_DEPOSIT, /* the lowest bits, where a constant has ones, zeros elsewhere */
} mover_kind;

enum { MOVER_CONSTANT = -1, MOVER_NOTHING = -2 };

typedef struct mover {
    mover_kind kind;
    unsigned instr; /* the caller's number of the instruction; with its immediate */
    int64_t imm;
    unsigned nvars;        /* sources that hold data: 1 or 2 */
    int8_t operand[3];     /* of the instruction: the number of a data source, MOVER_CONSTANT, MOVER_NOTHING */
    uint64_t konst[PERMUTE_LIMBS]; /* of a PURE mover with a constant operand */
    label *map;            /* PURE: [bits], labels over the data sources */
    label *need;           /* PURE: [nvars * bits], what the map assumes: LABEL_FREE nothing, LABEL_ZERO that the bit is zero, else
                              that it equals the bit labelled; or NULL */
    int shift;             /* PURE: when bit i comes from bit i + shift or is zero, for all i; else 0 */
    bool mixes;            /* PURE, of two sources: bits of one source travel three distances or more, as in a merge */
    unsigned unit, nvalues; /* CHOICE: bits of a unit; values that a unit of the constant may have */
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

/* A value of a program. */
typedef struct permute_node {
    bool is_const, is_input;
    uint64_t konst[PERMUTE_LIMBS];
    int instr;
    int64_t imm;
    int src[3]; /* nodes; -1 where there is none */
} permute_node;

typedef struct permute permute; /* one search; inputs are nodes 0 to ninputs - 1 */
permute *permute_new(const permute_machine *m, unsigned ninputs);
void permute_free(permute *p);
const permute_node *permute_get_node(const permute *p, int n);
unsigned permute_count(const permute *p, int n); /* instructions of the program that ends in node n */
unsigned permute_count_both(const permute *p, int a, int b); /* of a program with two results */

/* Searches programs of at most max_steps instructions, fewer first; work bounds the goals that are expanded. The node of the
 * result, or -1. Not exhaustive beyond two steps: of the goals before a goal the most promising are tried. */
int permute_search(permute *p, const labels *goal, unsigned max_steps, unsigned work);
/* A program by construction, for any goal of one 128-bit register where bytes can be chosen freely: time bounded by the number of
 * bits. -1 when the machine lacks what it takes. */
int permute_construct(permute *p, const labels *goal);
/* Whether a goal asks nothing that no input gives: indices in range. */
bool permute_is_goal(const permute_machine *m, unsigned ninputs, const labels *goal);
/* The number of bits, a power of two up to 64, that move as one block everywhere. */
unsigned permute_grain(const permute_machine *m, const labels *goal);

/* For permute_construct and the search. */
int permute_add_const(permute *p, const uint64_t *konst);
int permute_add(permute *p, int instr, int64_t imm, int a, int b, int c);
int permute_add_mover(permute *p, const mover *m, int a, int b, const uint64_t *konst);
const permute_machine *permute_get_machine(const permute *p);

#endif

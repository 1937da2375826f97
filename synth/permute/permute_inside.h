// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_inside.h - the state of a search on labels, for its own files.
 *
 * permute_nodes.c: the programs. permute_goal.c: what a goal asks for. permute_index.c: movers by
 * what they do. permute_constant.c: their constants. permute_way.c, permute_choice.c: one step back
 * from a goal. permute_list.c: lists of such ways. permute_one_step.c: goals next to an input.
 * permute.c: the order in which that is done. */
#ifndef LANESMITH_PERMUTE_INSIDE_H
#define LANESMITH_PERMUTE_INSIDE_H

#include "permute_labels.h"

enum { PERMUTE_BYTES = PERMUTE_BITS_MAX / 8, BYTE_ZERO = 255 };

/* The movers by what they do, so that most need not be looked at. */
typedef struct mover_index {
    uint64_t (*zeros)[PERMUTE_LIMBS]; /* by mover, of a PURE one: the bits that it makes zero */
    /* of a PURE one that moves bytes: which byte of its sources each byte of the result is, or
     * BYTE_ZERO */
    uint8_t (*byte)[PERMUTE_BYTES];
    bool *moves_bytes;                /* by mover */
    /* [bits][nsimple]: PURE, of one source and without needs, by the label of that bit, then by
     * number */
    unsigned *simple;
    unsigned *begin;                  /* [bits][bits + 2]: where a label's begin there */
    unsigned nsimple;
    const mover **choice;             /* those of kind CHOICE */
    unsigned nchoices;
    const mover *extract, *deposit;   /* the first of the kind, or NULL */
    labels input[PERMUTE_INPUTS_MAX]; /* the inputs as goals */
} mover_index;

struct permute_memo;
struct permute_node;
struct permute {
    const permute_machine *m;
    /* kept: goals whose ways are remembered */
    unsigned ninputs, log_bits, nnodes, memos, kept, work;
    bool cut; /* since the round began, ways of some goal were left out */
    struct permute_node *node;
    struct permute_memo *memo;
    mover_index index; /* of a search */
};

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* classify.h - members of a grammar as a search can use them: tables, shapes of lanes. */
#ifndef LANESMITH_CLASSIFY_H
#define LANESMITH_CLASSIFY_H

#include "spec/term/term.h"

enum { GRAMMAR_CHUNK = 64 }; /* bits of a chunk, in grammars of chunks */

/* What a member does to lanes, beside being a table: for these an operand can be computed from the
 * result. */
typedef enum grammar_shape {
    SHAPE_OTHER,
    SHAPE_ADD,  /* a + b */
    SHAPE_SUB,  /* a - b */
    SHAPE_NEG,  /* -a */
    SHAPE_SHL,  /* a << by */
    SHAPE_LSHR, /* a >> by, zeros come in */
    SHAPE_ASHR, /* a >> by, the sign comes in */
    SHAPE_ROTL, /* a rotated left by `by` */
    SHAPE_LEA,  /* a + (b << by) */
    SHAPE_PICK, /* a or b, whole lanes, by a comparison of the two: minimum, maximum */
    SHAPE_FILL  /* all ones or all zeros: comparisons; of a with itself always the same */
} grammar_shape;

/* a << by, a >> by, with the sign, a rotated: as one term, as two that are joined */
enum { SHIFTED_LEFT, SHIFTED_RIGHT, SHIFTED_SIGN, SHIFTED_ROUND, SHIFTED_ROUND_OR, SHIFT_KINDS };

/* What lanes shifted by constants are, of the last variable that was asked for. One for each term
 * context; it begins as zeros. */
typedef struct shifted_lanes {
    term of;
    term by[SHIFT_KINDS][64];
} shifted_lanes;

/* Whether every bit of t is the same function of the bits of vars[0..nsrc) at its place: which.
 * Requires: nsrc is at most 3; t and vars are width bits. */
bool classify_table(term_ctx *c, term t, const term *vars, unsigned nsrc, unsigned width,
                    uint8_t *table);
/* What the term of a lane of so many bits over one or two sources is; *by: the amount of a shift.
 * Those whose operands can be computed back are solved in lanes of 8, 16, 32 and 64 bits only. */
grammar_shape classify_shape(term_ctx *c, shifted_lanes *shifted, term lane, const term *v,
                             unsigned nsrc, unsigned bits, unsigned *by);

#endif

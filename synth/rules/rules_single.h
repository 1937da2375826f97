// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* rules_single.h - programs of one instruction for the operations of a table. */
#ifndef LANESMITH_RULES_SINGLE_H
#define LANESMITH_RULES_SINGLE_H

#include "rules_inside.h"

typedef struct single {
    const instr *in;
    int64_t imm;
    int src[3];
    image first; /* its value on image 0 */
} single;

typedef struct singles {
    single *at;
    unsigned count, cap;
} singles;

/* All single instructions over so many inputs, zero and ones. */
void rules_collect_singles(const rulebook *b, const table *t, values *f, unsigned width,
                           unsigned ninputs, singles *out);
/* The instruction of the table that multiplies bytes by bit matrices; NULL: it has none. */
const instr *rules_find_matrix_product(const rulebook *b, const table *t);
/* Offers to the table what the inputs, the collected instructions, those of a three-input table and
 * those of a bit matrix are. f: as rules_collect_singles left it. */
void rules_offer_singles(const rulebook *b, table *t, const op *o, unsigned width, values *f,
                         const singles *all);

#endif

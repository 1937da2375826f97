// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* gates_symmetry.h - reorderings and complements of inputs, as maps of truth tables: n! * 2^n of
 * them, by number. */
#ifndef LANESMITH_GATES_SYMMETRY_H
#define LANESMITH_GATES_SYMMETRY_H

#include "gate.h"

typedef struct gates_symmetry {
    unsigned rows;
    uint8_t from[1u << GATES_INPUTS_MAX]; /* row r of the image is this row of the function */
} gates_symmetry;

unsigned gates_symmetry_count(unsigned n);
void gates_symmetry_make(unsigned n, unsigned number, gates_symmetry *out);
/* The image of a function, made normal by complementing it where needed. */
uint64_t gates_symmetry_apply(const gates_symmetry *s, uint64_t function);

#endif

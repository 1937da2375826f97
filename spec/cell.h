// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cell.h - cells: an operation at a field width, for a register class of a target. */
#ifndef LANESMITH_CELL_H
#define LANESMITH_CELL_H

#include "spec.h"

/* What is computed where: on the n fields of w bits that fit the class. Bits of the class above
 * them are free. */
typedef struct cell {
    const op *op;
    unsigned w;
    const regclass *cls;
    const target *target;
} cell;
unsigned cell_fields(const cell *c); /* n */
void cell_print(const cell *c, strbuf *out); /* "add 2 x128 x86-64" */
/* Order of cells in every output: operation, width, class, target, each in order of declaration. */
int cell_compare(const cell *a, const cell *b);
/* In a list of so many elements of `size` bytes, each of which begins with its cell, in order of
 * cells: the number of the first that is not of a cell before c. */
unsigned cell_first(const void *list, size_t size, unsigned count, const cell *c);
bool cell_same_but_target(const cell *a, const cell *b);

/* Whether the cell can be asked for: the class belongs to the target, two fields or more fit it or
 * one fills it, the operation exists. */
bool cell_exists(const cell *c);

#endif

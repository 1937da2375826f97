// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* single.h - programs of one instruction: whether any described instruction, with any immediate,
 * over the operands and any constants, does what an operation does. */
#ifndef LANESMITH_SINGLE_H
#define LANESMITH_SINGLE_H

#include "spec/cell.h"

/* What a grammar of such programs ends with; before it stand the names of all instructions. */
#define SINGLE_CONSTANTS "; constants: any"

typedef struct single single;
/* For cells of the classes and targets of these. */
single *single_open(const spec *s, const cell *cells, unsigned count);
void single_close(single *x);
/* How many steps, of its own count, the solver may take for a question; what it does not answer
 * excludes nothing. */
void single_set_steps(single *x, unsigned steps);
/* 2 when no program of one instruction is right, nor one of none; else 0: there may be one.
 * *candidates: how many programs were looked at, each with all values of its constants as one.
 * LS_ENV when the solver fails. */
ls_status single_bound(single *x, const cell *c, unsigned *bound, uint64_t *candidates);
/* Every described machine instruction of the cell's target whose result is of its class. */
void single_grammar(const spec *s, const cell *c, strbuf *out);

#endif

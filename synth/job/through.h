// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* through.h - general registers by way of a vector register. */
#ifndef LANESMITH_THROUGH_H
#define LANESMITH_THROUGH_H

#include "judge.h"
#include "verify/verify.h"

/* How values of a general register come to a vector register and back on a target. */
typedef struct through {
    const regclass *cls;
    const instr *there, *back; /* there: what lies above is zero */
    /* the value that came, to all places of its width in the vector; NULL: there is none */
    const instr *repeat;
    int64_t amount;            /* its immediate */
} through;

/* False when there is no way. */
bool through_find(const spec *s, const target *t, const regclass *cls, const regclass *vector,
                  through *out);
/* Adds programs of the cell, whose class is through->cls, made of the shortest of its operation's
 * programs in the vector register that the target has: their operands moved there, with zeros above
 * or repeated, the result moved back. Only what agrees with the operation on samples; of reductions
 * and the like, steps that it does not need are left out. */
void through_propose(const through *x, verifier *v, const cell *c, const pool *programs, pool *out);

#endif

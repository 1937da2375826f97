// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* vector_path.h - general registers by way of a vector register. */
#ifndef LANESMITH_SYNTH_VECTOR_PATH_H
#define LANESMITH_SYNTH_VECTOR_PATH_H

#include "judge.h"
#include "verify/verify.h"

/* How values of a general register come to a vector register and back on a target. */
typedef struct vector_path {
    const regclass *cls;
    const instr *there, *back; /* there: what lies above is zero */
    /* the value that came, to all places of its width in the vector; NULL: there is none */
    const instr *repeat;
    int64_t amount;            /* its immediate */
} vector_path;

/* False when there is none. */
bool vector_path_find(const spec *s, const target *t, const regclass *cls, const regclass *vector,
                      vector_path *out);
/* Adds programs of the cell, whose class is path->cls, made of the shortest of its operation's
 * programs in the vector register that the target has: their operands moved there, with zeros above
 * or repeated, the result moved back. Only what agrees with the operation on samples; of reductions
 * and the like, steps that it does not need are left out. */
void vector_path_propose(const vector_path *x, verifier *v, const cell *c, const pool *programs,
                         pool *out);

#endif

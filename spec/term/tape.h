// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tape.h - a term as a list of steps over columns of 64-bit values: term_eval for millions of
 * inputs.
 *
 * The same meaning as term_eval, in other code: what is written down for one operator there is
 * written down again here. Whoever uses a tape compares the two on a sample. */
#ifndef LANESMITH_TAPE_H
#define LANESMITH_TAPE_H

#include "term.h"

/* The values of one variable or result: that of case i is at[i * stride], canonical (bits from its
 * width up are 0). */
typedef struct tape_column {
    const uint64_t *at;
    size_t stride;
} tape_column;

typedef struct tape tape;
/* Requires: t mentions no variables but vars[0..nvars). NULL when t or a subterm is wider than 64
 * bits. */
tape *tape_new(const term_ctx *c, term t, const term *vars, unsigned nvars);
/* out[i * stride] = t with vars[k] = in[k], for i < count; a Bool is 0 or 1. */
void tape_run(tape *p, const tape_column *in, size_t count, uint64_t *out, size_t stride);
unsigned tape_steps(const tape *p); /* what a case costs */
void tape_free(tape *p);

#endif

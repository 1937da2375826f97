// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* problem.h - a cell's operation on test images: what the search looks at instead of the operation
 * itself.
 *
 * Image 0 is the search image; it holds every combination of small fields several times, each among
 * random neighbours. The others filter what matches on image 0. Of wider fields (above 2 bits) no
 * image can hold all: operands are drawn there, corner values, equal ones and neighbours among
 * them. Where fields depend on each other every second image has operands of which all fields but
 * one are alike. Random fields come from a fixed seed, so problems are reproducible. Fields need
 * not fill a register: what is left over above them is random in operands, and does not matter in
 * the result. */
#ifndef LANESMITH_PROBLEM_H
#define LANESMITH_PROBLEM_H

#include "grammar.h"
#include "spec/prog.h"

enum { PROBLEM_IMAGES = 24, PROBLEM_INPUTS_MAX = 8, PROBLEM_SEED = 1 };
/* of fields whose images hold all combinations, or random ones; those of wider fields are drawn */
enum { PROBLEM_FILLED_WIDTH_MAX = 2 };

typedef struct problem {
    const op *op; /* NULL, like cls and w, when it is no cell's */
    const regclass *cls;
    unsigned w, ninputs;
    /* a field of the result depends on the operands' fields of its number alone, on all alike */
    bool fieldwise;
    image in[PROBLEM_INPUTS_MAX][PROBLEM_IMAGES];
    image target[PROBLEM_IMAGES]; /* what the operation gives */
    image care[PROBLEM_IMAGES];   /* ones where it matters */
} problem;

/* LS_INPUT with diagnostics when the operation's definition is at fault. */
ls_status problem_init(problem *p, const op *o, unsigned w, const regclass *cls, uint64_t seed,
                       diags *d);

/* What problem_init finds out about `fieldwise`, alone. */
bool problem_is_fieldwise(const op *o, unsigned w, const regclass *cls);

/* How many images tell programs apart, for exhaust_options.images: those of 16 fields or more;
 * where fields depend on each other a register is one test, and it takes many. */
unsigned problem_images(const problem *p);

/* A problem given by terms: result and care (ones where the result matters) over vars, all of bits
 * bits, which divide IMAGE_BITS; input i uses its low widths[i] bits, the others are zero. Tests
 * are filled in order, register by register and image by image: first the given ones (given[t][i]
 * is input i of test t), then corner values and random ones. vars that are no inputs: none. */
void problem_init_terms(problem *p, term_ctx *c, const term *vars, unsigned ninputs,
                        const unsigned *widths, term result, term care, unsigned bits,
                        const uint64_t (*given)[PROBLEM_INPUTS_MAX], unsigned ngiven,
                        uint64_t seed);

/* The value of a program in the grammar on image k. */
image problem_run(const grammar *g, const problem *p, const prog *q, unsigned k);

static inline bool image_is_zero(image v)
{
    return (v[0] | v[1]) == 0;
}

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* probe.h - what a term does to the bits of its operands, found by evaluating it.
 *
 * What an instruction does is read off its term, never off its name: it is evaluated on images
 * whose bits are the digits of their own numbers, and on random ones to see that it is a movement
 * at all. What is found this way is a proposal: programs made of it are proved, or followed on
 * labels, and executed by tests. */
#ifndef LANESMITH_PROBE_H
#define LANESMITH_PROBE_H

#include "lowerings/permute/label.h"
#include "spec/spec.h"

enum { PROBE_BITS_MAX = 512, PROBE_SOURCES = 3 };

/* A function of up to three registers of data: an instruction with some operands constant, or an
 * operation. All registers have `bits` bits. */
typedef struct probe {
    term_ctx *c;
    term t, var[PROBE_SOURCES];
    term_evaluator *evaluator; /* of t, made when it is first run */
    unsigned bits, nterms, nvars;
    int8_t operand[PROBE_SOURCES];                 /* number of the data, below zero: constant */
    uint64_t konst[PROBE_SOURCES][TERM_LIMBS_MAX]; /* of constant operands */
    /* NULL, or of each bit of data: LABEL_FREE, LABEL_ZERO, or whose copy it is */
    const label *need;
    uint64_t seed;
} probe;

/* Of all sources of the instruction; bits is the width of its result. */
void probe_open(probe *p, const instr *in, int64_t imm);
void probe_close(probe *p);

/* out: of `bits` bits, the rest is zero. */
void probe_run(probe *p, uint64_t (*data)[TERM_LIMBS_MAX], uint64_t *out);
/* The label of each bit of the result; false when the function is no movement. */
bool probe_read(probe *p, label *map);
/* The same without the trial whether it is one. */
bool probe_read_planes(probe *p, label *map);
/* Is every bit of the result the labelled bit, on random data, on zeros and on ones? */
bool probe_moves_as(probe *p, const label *map);
/* False for most functions that are no movement, by three runs. */
bool probe_may_move(probe *p);

/* Repeats the low `unit` bits of value over `bits` bits. */
void probe_splat(uint64_t *out, unsigned bits, unsigned unit, uint64_t value);

#endif

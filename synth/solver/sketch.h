// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* sketch.h - a program with holes: so many steps of a grammar, whose instructions, operands and
 * constants a solver chooses.
 *
 * The holes are variables of the grammar's terms: for each step the number of its member, the
 * numbers of its sources, and its table if the member is an any-table one; for each free constant
 * its value. Each example states what the program makes of concrete inputs. Values are numbered as
 * in a chain: inputs, the grammar's constants, the free constants, steps.
 *
 * The rules that the sketch states keep, of all programs that compute the same with so many steps,
 * at least one, provided that no program of fewer steps does: see sketch.c. */
#ifndef LANESMITH_SKETCH_H
#define LANESMITH_SKETCH_H

#include "synth/problem/chain.h"
#include "verify/claim/smt.h"

enum { SKETCH_CONSTANTS_MAX = 8, SKETCH_INPUTS_MAX = 8 };

typedef struct sketch {
    const grammar *g;
    smt_session *session;
    bool constant_steps;
    unsigned ninputs, nconstants, nsteps, nleaves, nvalues, value_bits;
    unsigned examples;
    term constant[SKETCH_CONSTANTS_MAX];
    term member[CHAIN_STEPS_MAX], table[CHAIN_STEPS_MAX], src[CHAIN_STEPS_MAX][3];
    term result; /* without steps: the number of the leaf */
} sketch;

/* What a program has to make of inputs, in the bits of care. */
typedef struct sketch_example {
    uint64_t input[SKETCH_INPUTS_MAX];
    uint64_t want, care;
} sketch_example;

/* States the rules in session, which is over g->terms. Requires: g->bits at most 64, nconstants
 * free constants fit the grammar. constant_steps: whether a step may use nothing but constants. g
 * and session must outlive the sketch. */
void sketch_open(sketch *k, const grammar *g, smt_session *session, unsigned ninputs,
                 unsigned nconstants, unsigned nsteps, bool constant_steps);
void sketch_add_example(sketch *k, const sketch_example *x);
/* Asks for a program that is right on every example. When SMT_SAT, *out is one, over the grammar
 * with the free constants appended to its own, and constants[0..nconstants) are their values.
 * Status, answer and reason as in smt_solve. */
ls_status sketch_solve(const sketch *k, unsigned milliseconds, chain *out, uint64_t *constants,
                       smt_answer *answer, char reason[SMT_REASON]);

#endif

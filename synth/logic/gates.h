// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* gates.h - engine `gates`: the least number of two-input gates for Boolean functions, with the
 * chain that has them.
 *
 * A function of n inputs is a truth table: bit r is its value where input i is bit i of r. A
 * function that is 0 at row 0 is *normal*; so are all gates of a chain, and of the ten two-input
 * gates that depend on both inputs the five normal ones are enough: complementing a gate changes
 * its users into other gates and nothing else. Outputs are counted as Knuth counts them
 * (TAOCP 7.1.2): constants, inputs and complements of inputs cost nothing, and every output may be
 * taken complemented, so a function and its complement are one output. See gates_walk.c for the
 * method and docs/search.md for the proof that a number is least. */
#ifndef LANESMITH_GATES_H
#define LANESMITH_GATES_H

#include "gate.h"

typedef struct gates_result {
    bool found;
    /* no chain of fewer gates exists; found chains have exactly so many: they are proved least */
    unsigned bound;
    gates_chain chain; /* when found */
    uint64_t judged;   /* gates computed; those that a look-up excludes are not counted */
} gates_result;

/* The least chain that computes the targets. Requires: 1 to GATES_INPUTS_MAX inputs, 1 to
 * GATES_OUTPUTS_MAX targets within gates_rows. There is no budget but max_gates: the work grows
 * about a hundredfold with a gate. */
void gates_least(unsigned n, const uint64_t *targets, unsigned ntargets, const gates_options *o,
                 gates_result *out);

/* The targets that need a gate, each once and normal, into out (room for ntargets). Returns how
 * many. */
unsigned gates_needed(unsigned n, const uint64_t *targets, unsigned ntargets, uint64_t *out);

/* ---- all functions of n inputs, by class ---- */

/* A class: functions that differ in the order of the inputs, and in the complement of inputs and of
 * the result. */
typedef struct gates_class {
    uint64_t function; /* its least normal function */
    bool found;
    unsigned gates;    /* when found; proved least, as all lower levels are complete */
    uint64_t member;   /* the function of the class that the chain computes */
    gates_chain chain;
} gates_class;

typedef struct gates_census {
    unsigned n, nclasses, nfound, level; /* levels below `level` are done */
    gates_class class[GATES_CLASSES_MAX]; /* by function */
    unsigned count[GATES_MAX + 1];       /* classes by gates */
    uint64_t judged[GATES_MAX + 1];
    gates_options o;
    uint8_t *class_of; /* of normal function f at f / 2 */
} gates_census;

/* Requires: 1 to GATES_CLASSES_INPUTS_MAX inputs. Then gates_census_next does one level, all chains
 * of so many gates, and returns false when every class is found or max_gates is done. */
void gates_census_open(gates_census *c, unsigned n, const gates_options *o);
bool gates_census_next(gates_census *c);
void gates_census_close(gates_census *c);

#endif

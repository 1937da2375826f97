// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* gates.h - engine `gates`: the least number of two-input gates for Boolean functions, with the chain that has them.
 *
 * A function of n inputs is a truth table: bit r is its value where input i is bit i of r. A function that is 0 at row 0 is
 * *normal*; so are all gates of a chain, and of the ten two-input gates that depend on both inputs the five normal ones are
 * enough: complementing a gate changes its users into other gates and nothing else. Outputs are counted as Knuth counts them
 * (TAOCP 7.1.2): constants, inputs and complements of inputs cost nothing, and every output may be taken complemented, so a
 * function and its complement are one output. See gates_walk.c for the method and docs/search.md for the proof that
 * a number is least. */
#ifndef LANESMITH_GATES_H
#define LANESMITH_GATES_H

#include "spec/base/base.h"

enum { GATES_INPUTS_MAX = 6, GATES_OUTPUTS_MAX = 6, GATES_MAX = 12, GATES_CLASSES_INPUTS_MAX = 4, GATES_CLASSES_MAX = 222 };

/* X(enumerator, text between the operands, value): the normal gates; BUT_NOT counts for two, as its operands can change places. */
#define GATE_OPS(X)                                                                                                    \
    X(AND, "&", a & b)                                                                                                 \
    X(BUT_NOT, "&~", a & ~b)                                                                                           \
    X(OR, "|", a | b)                                                                                                  \
    X(XOR, "^", a ^ b)

typedef enum gate_op {
#define X(e, text, value) GATE_##e,
    GATE_OPS(X)
#undef X
        GATE_OP_COUNT
} gate_op;

typedef struct gate {
    uint8_t op;   /* gate_op */
    uint8_t a, b; /* values: inputs, then gates, by number */
} gate;

enum { GATES_ZERO = 255 }; /* the value of a constant output */

typedef struct gates_chain {
    unsigned ninputs, ngates, noutputs;
    gate gate[GATES_MAX];
    struct {
        uint8_t value; /* or GATES_ZERO */
        bool complement;
    } output[GATES_OUTPUTS_MAX];
} gates_chain;

typedef struct gates_options {
    unsigned max_gates; /* at most GATES_MAX */
    unsigned threads;   /* 0 and 1: the caller's thread only. Results do not depend on it. */
    bool no_pruning;    /* plain enumeration, for tests: every gate over every two values, in every order */
} gates_options;

typedef struct gates_result {
    bool found;
    unsigned bound;    /* no chain of fewer gates exists; found chains have exactly so many: they are proved least */
    gates_chain chain; /* when found */
    uint64_t judged;   /* gates computed; those that a look-up excludes are not counted */
} gates_result;

/* The truth table of input i of n, and the bits that tables of n inputs have. */
uint64_t gates_input(unsigned n, unsigned i);
uint64_t gates_rows(unsigned n);

/* The least chain that computes the targets. Requires: 1 to GATES_INPUTS_MAX inputs, 1 to GATES_OUTPUTS_MAX targets within
 * gates_rows. There is no budget but max_gates: the work grows about a hundredfold with a gate. */
void gates_least(unsigned n, const uint64_t *targets, unsigned ntargets, const gates_options *o, gates_result *out);

/* The targets that need a gate, each once and normal, into out (room for ntargets). Returns how many. */
unsigned gates_needed(unsigned n, const uint64_t *targets, unsigned ntargets, uint64_t *out);
/* Whether the chain is well-formed and its outputs are the targets, evaluated row by row, apart from the search's code. */
bool gates_check(const gates_chain *x, const uint64_t *targets);
/* "e=a^c f=b&~d; e ~f": gates, then outputs. Inputs are a, b, ... and gates go on from there; 0 is the constant. */
void gates_print(const gates_chain *x, strbuf *out);

/* ---- all functions of n inputs, by class ---- */

/* A class: functions that differ in the order of the inputs, and in the complement of inputs and of the result. */
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

/* Requires: 1 to GATES_CLASSES_INPUTS_MAX inputs. Then gates_census_next does one level, all chains of so many gates, and
 * returns false when every class is found or max_gates is done. */
void gates_census_open(gates_census *c, unsigned n, const gates_options *o);
bool gates_census_next(gates_census *c);
void gates_census_close(gates_census *c);

#endif

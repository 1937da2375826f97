// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* gate.h - two-input gates, chains of them, their limits, and the options of searches for them.
 *
 * A function of n inputs is a truth table: bit r is its value where input i is bit i of r. */
#ifndef LANESMITH_GATE_H
#define LANESMITH_GATE_H

#include "spec/base/base.h"

enum {
    GATES_INPUTS_MAX = 6,
    GATES_OUTPUTS_MAX = 6,
    GATES_MAX = 12,
    GATES_CLASSES_INPUTS_MAX = 4,
    GATES_CLASSES_MAX = 222
};

/* X(enumerator, text between the operands, value): the normal gates; BUT_NOT counts for two, as its
 * operands can change places. */
#define GATE_OPS(X)                                                                                \
    X(AND, "&", a &b)                                                                              \
    X(BUT_NOT, "&~", a & ~b)                                                                       \
    X(OR, "|", a | b)                                                                              \
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
    /* plain enumeration, for tests: every gate over every two values, in every order */
    bool no_pruning;
} gates_options;

/* The truth table of input i of n, and the bits that tables of n inputs have. */
uint64_t gates_input(unsigned n, unsigned i);
uint64_t gates_rows(unsigned n);

/* Whether the chain is well-formed and its outputs are the targets, evaluated row by row, apart
 * from the search's code. */
bool gates_check(const gates_chain *x, const uint64_t *targets);
/* "e=a^c f=b&~d; e ~f": gates, then outputs. Inputs are a, b, ... and gates go on from there; 0 is
 * the constant. */
void gates_print(const gates_chain *x, strbuf *out);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* chain.h - chains: straight-line programs over a grammar, as searches find them.
 *
 * Values are numbered: inputs, then the grammar's constants, then steps; the last step is the
 * result, or value `result` when there is no step. A chain of a cell's grammar becomes a program
 * (spec/prog.h); any chain becomes a term. */
#ifndef LANESMITH_CHAIN_H
#define LANESMITH_CHAIN_H

#include "grammar.h"
#include "spec/prog.h"

enum { CHAIN_STEPS_MAX = 24 };

typedef struct chain_step {
    const grammar_member *member;
    int64_t imm; /* the table of an any-table member, else the member's */
    uint8_t src[3];
} chain_step;

typedef struct chain {
    unsigned ninputs, nconsts, nsteps;
    chain_step step[CHAIN_STEPS_MAX];
    unsigned result;
} chain;

/* The value of the chain over args (registers of g->bits, one an input), in the grammar's terms. */
term chain_term(const grammar *g, const chain *x, const term *args);
/* The chain as a program for an operation, tidied. Requires: every member is an instruction. */
void chain_prog(const grammar *g, const chain *x, const op *o, prog *out);

#endif

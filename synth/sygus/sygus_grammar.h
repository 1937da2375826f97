// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* sygus_grammar.h - the grammar of a SyGuS function as one that searches take.
 *
 * A search skips operations on constants alone, which a SyGuS grammar may have; so constants are
 * further inputs, as many as there is room for. The others are constants of the search, and its
 * bounds are worth less. Where a nonterminal takes any constant, (Constant S), the search is
 * another (cegis.h), and all constants are constants.
 *
 * Every value lives in a register of 8, 16, 32 or 64 bits, the least that holds all sorts of the
 * function: a bit-vector zero-extended, a Bool as 0 or 1. Nonterminals are sorts of values. */
#ifndef LANESMITH_SYGUS_GRAMMAR_H
#define LANESMITH_SYGUS_GRAMMAR_H

#include "sygus_terms.h"
#include "synth/problem/chain.h"

enum { SYGUS_LITERALS_MAX = 256, SYGUS_INPUTS_MAX = 8 };

/* A constant as a nonterminal writes it. */
typedef struct sygus_literal {
    unsigned constant; /* its number */
    uint32_t sorts;
    const char *text;
} sygus_literal;

typedef struct sygus_grammar {
    const sygus_fun *f;
    grammar g;
    /* the production of g.member[i], with the symbol " k" where source k stands */
    const sexp *form[GRAMMAR_MEMBERS_MAX];
    sygus_literal literal[SYGUS_LITERALS_MAX];
    unsigned nliterals;
    /* values; value nparams + i of a chain is constant i, then any constants */
    uint64_t constant[GRAMMAR_CONSTS_MAX];
    uint32_t constant_sorts[GRAMMAR_CONSTS_MAX];
    unsigned nconstants;
    unsigned nsorts; /* nonterminals, then parameters that productions mention beside others */
    /* the sort that only the parameter has, -1 while there is none */
    int param_sort[SYGUS_PARAMS_MAX];
    /* nonterminals that may be replaced by the nonterminal, itself among them */
    uint32_t above[SYGUS_SORTS_MAX];
    bool any_constant;                /* some nonterminal takes any: g.free_sorts are not empty */
    /* of a search: the parameters, then constants, which have their value in every test */
    unsigned ninputs;
    term input[SYGUS_INPUTS_MAX];     /* registers */
} sygus_grammar;

/* Bits of the register for the function. */
unsigned sygus_register_bits(const sygus_fun *f);
/* Adds the function's productions to s, whose g is open: with the function's register, and with the
 * terms of t. False with diagnostics in t->e.d. */
bool sygus_grammar_fill(sygus_grammar *s, const sygus_fun *f, sygus_terms *t, kernel_set *kernels);

/* A value of sort width as a register, and back. */
term sygus_to_register(term_ctx *c, term v, unsigned bits);
term sygus_from_register(term_ctx *c, term v, unsigned width);

#endif

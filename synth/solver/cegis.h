// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cegis.h - engine `cegis`: programs found, or excluded, by a solver that chooses instructions,
 * operands and constants.
 *
 * It shares nothing with the enumeration of `exhaust` but the grammar, so that the one's bounds
 * confirm the other's; and it finds constants that a grammar lacks. See cegis.c for the method and
 * docs/search.md for what its bounds mean. */
#ifndef LANESMITH_CEGIS_H
#define LANESMITH_CEGIS_H

#include "sketch.h"
#include "synth/problem/problem.h"
#include "verify/verify.h"

/* What is to be computed: result, in the bits of care, for all values of var[0..ninputs). All are
 * registers of the grammar, in its terms. */
typedef struct cegis_problem {
    unsigned ninputs;
    term var[PROBLEM_INPUTS_MAX];
    /* an input has so many bits, those above are zero; 0: as many as the register */
    unsigned width[PROBLEM_INPUTS_MAX];
    term result, care;
    /* the chunk on which the search runs is the register or a multiple of this; 0: any */
    unsigned field;
} cegis_problem;

typedef struct cegis_options {
    /* levels below are known to have no solution: bounds rest on the caller's word */
    unsigned min_level;
    unsigned max_level;          /* instructions; at most CHAIN_STEPS_MAX */
    /* free constants, at most SKETCH_CONSTANTS_MAX, of the grammar's free sorts */
    unsigned constants;
    /* instructions may have constants only as sources; else they would be other constants */
    bool constant_steps;
    unsigned milliseconds;       /* of the search, 0: no limit */
    unsigned query_milliseconds; /* of a query, 0: no limit */
    unsigned megabytes;          /* of Z3, 0: no limit */
} cegis_options;

/* Why the search ended. */
typedef enum cegis_end {
    CEGIS_COMPLETE, /* a program was found, or every level was excluded */
    CEGIS_TIME,     /* the search's time is over */
    CEGIS_UNKNOWN /* a query had no answer, or the grammar is not one for this engine: see reason */
} cegis_end;

typedef struct cegis_result {
    cegis_end end;
    char reason[SMT_REASON]; /* when not CEGIS_COMPLETE */
    /* no program of fewer instructions exists, whatever the free constants are; 0: nothing excluded
     */
    unsigned bound;
    bool solved;             /* program computes the problem: proved on the chunk */
    chain program;           /* over the grammar with constants appended: cegis_extend */
    /* 64-bit patterns, repeated over the register; used ones only */
    uint64_t constant[SKETCH_CONSTANTS_MAX];
    unsigned nconstants;
    unsigned chunk;             /* bits on which the search ran */
    unsigned examples, queries; /* concrete inputs; questions to the solver */
} cegis_result;

/* The operation of a cell of the grammar's class and field width. LS_INPUT with diagnostics when
 * its definition is at fault. */
ls_status cegis_state_op(cegis_problem *p, const grammar *g, const op *o, diags *d);

/* Levels from min_level on, each until a program is found or excluded; the search ends with the
 * first program, or the first level without an answer. LS_ENV, with out->reason, when the solver
 * failed in a way that is no answer. */
ls_status cegis_search(const grammar *g, const cegis_problem *p, const cegis_options *o,
                       cegis_result *out);

/* g with the constants of the result appended, for chain_term, chain_prog and grammar_print. It
 * shares g's terms: no grammar_free, and g outlives it. */
void cegis_extend(const grammar *g, const cegis_result *r, grammar *out);

/* "No program of the grammar has fewer than bound instructions": proved, refuted by out->program,
 * or unknown. o gives the limits and constant_steps; its levels and constants are not looked at.
 * Status as of cegis_search. */
ls_status cegis_confirm(const grammar *g, const cegis_problem *p, unsigned bound,
                        const cegis_options *o, proof_answer *answer, cegis_result *out);

#endif

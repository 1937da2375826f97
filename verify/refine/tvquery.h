// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvquery.h - a question about the goals of a comparison, with its guesses and the solver's last
 * model: what tvsolve.c, which asks, and tvexplain.c, which shows the model, share. */
#ifndef LANESMITH_TVQUERY_H
#define LANESMITH_TVQUERY_H

#include "tvgoals.h"
#include "tvside.h"
#include "verify/claim/smt.h"

enum { GUESSES = 12 };

typedef struct model {
    term *var;
    uint64_t **value;
    uint64_t *limbs;
    unsigned count;
} model;

typedef struct guess {
    term *by;      /* of each choice of the first function */
    unsigned copy; /* of the second function's undef; 0: itself */
} guess;

typedef struct query {
    arena mem;
    smt *solver;
    const tv_limits *limits;
    term_ctx *c;
    tv_side *first, *second;
    mem_world *world;
    term facts;
    const tv_goals *goals;
    guess guess[GUESSES];
    unsigned nguesses;
    tv_replacement made, undefs; /* of the newest guess */
    term *bad;                   /* of each goal, with the newest guess put in */
    term rest;                   /* Bool: the guesses before it are broken */
    const tv_goal
        *shown;     /* the goal that the counterexample breaks; an exact one if there is any */
    term *excluded; /* what cannot be where no input has poison */
    unsigned nexcluded, excluded_cap;
    model m;
    tv_answer *out;
} query;

static inline term op2(query *q, term_op o, term a, term b)
{
    return term_mk_binary(q->c, o, a, b);
}
static inline term not(query * q, term a) { return term_mk_unary(q->c, TERM_NOT, a); }

void query_free_model(model *m);
void query_make_model(query *q, term condition); /* room for its variables */
bool query_has_value(const query *q, term var);
/* The value of t in the model; variables that it lacks are zero. */
void query_evaluate(query *q, term t, uint64_t *out);
bool query_is_true(query *q, term t);
/* t with the newest guess put in. */
term query_guessed(query *q, term t);
/* Writes the counterexample to q->out. False when no goal is broken in the model, which would be a
 * fault of this program or of the solver. */
bool query_explain(query *q);

/* tvlearn.c: add lemmas that the model breaks to the facts; whether there are any. Memory is the
 * same at equal addresses; operations of which only the name is known give equal results of equal
 * operands, and (real) those that they have in fact. */
bool query_learn_memory(query *q);
bool query_learn_functions(query *q, bool real);
/* Whether the goal, which the model breaks, depends on an operation of which the model says what it
 * does not do, as far as is known. */
bool query_rests_on_functions(query *q, const tv_goal *g);

#endif

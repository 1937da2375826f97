// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* sygus_spec.h - what the constraints of a SyGuS file ask of one function.
 *
 * Constraints may say much; what the search needs is a result for each input, and for which inputs
 * anything will do. */
#ifndef LANESMITH_SYGUS_SPEC_H
#define LANESMITH_SYGUS_SPEC_H

#include "sygus_terms.h"
#include "verify/claim/smt.h"

/* (= (f c ...) c) */
typedef struct sygus_example {
    uint64_t in[SYGUS_PARAMS_MAX], out; /* a Bool: 0 or 1 */
    const sexp *at;
} sygus_example;

/* The solver, each of whose answers takes no more than `seconds`, nor more than is left on the
 * clock. */
typedef struct sygus_solver {
    smt *smt;
    const sygus_clock *clock;
    unsigned seconds; /* 0: no limit */
} sygus_solver;

/* LS_ENV when the solver cannot be set up; end with smt_free. */
ls_status sygus_solver_open(sygus_solver *s);
/* As smt_solve. */
ls_status sygus_ask(sygus_solver *s, const term_ctx *c, term condition, const term *vars,
                    unsigned nvars, uint64_t *const *values, smt_answer *answer,
                    char reason[SMT_REASON]);

typedef struct sygus_spec {
    const sygus_fun *f;
    term param[SYGUS_PARAMS_MAX], result; /* variables of their own sorts */
    /* what has to hold of them, a Bool: all constraints but the examples; true when there are none
     */
    term holds;
    /* over the parameters; holds says that result = value where care is true, elsewhere nothing */
    term value, care;
    /* holds is equivalent to "care implies result = value"; else that could not be decided */
    bool exact;
    bool late;  /* the time was over before all constraints were read: nothing else is of use */
    sygus_example *example;
    unsigned nexamples, cap;
    sygus_index by_inputs; /* numbers of examples */
    const sexp *at; /* of a constraint that is more than an equation, else of the first */
} sygus_spec;

/* LS_NO, with why, when no function meets the constraints. LS_INPUT with diagnostics in t->e.d when
 * they are malformed or not supported. LS_ENV when the solver failed, with why. Whatever it
 * returns, end with sygus_spec_close. */
ls_status sygus_spec_open(sygus_spec *p, sygus_terms *t, const sygus_fun *f, sygus_solver *solver,
                          strbuf *why);
/* The example with these inputs, NULL when there is none. */
const sygus_example *sygus_spec_example(sygus_spec *p, const uint64_t in[SYGUS_PARAMS_MAX]);
/* The first example with which v, a term over the parameters, disagrees; NULL when there is none.
 */
const sygus_example *sygus_spec_failed_example(const sygus_spec *p, const term_ctx *c, term v);
void sygus_spec_close(sygus_spec *p);

/* A value of a sort as SyGuS writes it: #x0f, #b101, true. */
void sygus_put_value(strbuf *out, uint64_t v, unsigned width);
/* "x = #x0f, y = #x00" */
void sygus_put_inputs(strbuf *out, const sygus_fun *f, const uint64_t *in);

#endif

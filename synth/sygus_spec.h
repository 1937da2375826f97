/* sygus_spec.h - what the constraints of a SyGuS file ask of one function.
 *
 * Constraints may say much; what the search needs is a result for each input, and for which inputs anything will do. */
#ifndef LANESMITH_SYGUS_SPEC_H
#define LANESMITH_SYGUS_SPEC_H

#include "../verify/smt.h"
#include "sygus_terms.h"

/* (= (f c ...) c) */
typedef struct sygus_example {
    uint64_t in[SYGUS_PARAMS_MAX], out; /* a Bool: 0 or 1 */
    const sexp *at;
} sygus_example;

typedef struct sygus_spec {
    const sygus_fun *f;
    term param[SYGUS_PARAMS_MAX], result; /* variables of their own sorts */
    term holds;       /* what has to hold of them, a Bool: all constraints but the examples; true when there are none */
    term value, care; /* over the parameters; holds says that result = value where care is true, elsewhere nothing */
    bool exact;       /* holds is equivalent to "care implies result = value"; else that could not be decided */
    sygus_example *example;
    unsigned nexamples, cap;
    const sexp *at; /* of a constraint that is more than an equation, else of the first */
} sygus_spec;

/* LS_NO, with why, when no function meets the constraints. LS_INPUT with diagnostics in t->e.d when they are malformed or not
 * supported. LS_ENV when the solver failed, with why. Whatever it returns, end with sygus_spec_close. */
ls_status sygus_spec_open(sygus_spec *p, sygus_terms *t, const sygus_fun *f, smt *solver, strbuf *why);
void sygus_spec_close(sygus_spec *p);

/* A value of a sort as SyGuS writes it: #x0f, #b101, true. */
void sygus_put_value(strbuf *out, uint64_t v, unsigned width);
/* "x = #x0f, y = #x00" */
void sygus_put_inputs(strbuf *out, const sygus_fun *f, const uint64_t *in);

#endif

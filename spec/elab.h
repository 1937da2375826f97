/* elab.h - elaboration: integer expressions, conditions and terms of the spec language, checked as they are built. */
#ifndef LANESMITH_ELAB_H
#define LANESMITH_ELAB_H

#include "sexp.h"
#include "spec.h"

typedef struct elab {
    term_ctx *c;
    diags *d;
    arena *mem;           /* bindings of let and each */
    bool in_op;           /* (each i BODY) over n fields of w bits; else (each i W BODY) over the result register */
    unsigned total_bits;  /* of the result register */
    unsigned field_width; /* of the enclosing each; w in an op; 0 outside in an instr */
} elab;

/* Each gives false / TERM_NONE after one diagnostic. */
bool elab_integer(elab *e, const sexp *x, const sexp_env *env, int64_t *out);
bool elab_condition(elab *e, const sexp *x, const sexp_env *env, bool *out);
term elab_bits(elab *e, const sexp *x, const sexp_env *env); /* a bit-vector */
term elab_bool(elab *e, const sexp *x, const sexp_env *env); /* a Bool */

const sexp_env *elab_bind_integer(arena *mem, const sexp_env *env, const char *name, int64_t value);
const sexp_env *elab_bind_term(arena *mem, const sexp_env *env, const char *name, env_kind kind, term t);

#endif

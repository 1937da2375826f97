// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* elab.h - elaboration: integer expressions, conditions and terms of the spec language, checked as
 * they are built; and terms of SMT-LIB, which are the same without integers and fields. */
#ifndef LANESMITH_ELAB_H
#define LANESMITH_ELAB_H

#include "sexp.h"

typedef struct elab {
    term_ctx *c;
    diags *d;
    arena *mem;           /* bindings of let and each */
    /* (each i BODY) over n fields of the result; else (each i W BODY) over the result register */
    bool in_op;
    unsigned total_bits;  /* of the result register; of n fields of the result in an op */
    unsigned steps;       /* terms elaborated so far: folds within folds could take any number */
    unsigned field_width; /* of the enclosing each; of a field of the result in an op; 0 outside in
                             an instr */
    /* Set for terms of SMT-LIB's own language (SyGuS files), where there are no fields and (_ bvN
     * W) is a literal: builds (name term ...) for a name that is no operator; TERM_NONE after a
     * diagnostic. */
    term (*apply)(struct elab *e, const sexp *x, const sexp_env *env);
    /* Set where names have a meaning that no environment binds; TERM_NONE, without a diagnostic,
     * for a name that has none. */
    term (*name)(struct elab *e, const char *name);
    /* Set where an integer may be what an operation gives: (op x ...) of integers. False after a
     * diagnostic. */
    bool (*operation)(struct elab *e, const sexp *x, const sexp_env *env, int64_t *out);
} elab;

/* Each gives false / TERM_NONE after one diagnostic. */
bool elab_integer(elab *e, const sexp *x, const sexp_env *env, int64_t *out);
bool elab_condition(elab *e, const sexp *x, const sexp_env *env, bool *out);
term elab_bits(elab *e, const sexp *x, const sexp_env *env); /* a bit-vector */
term elab_bool(elab *e, const sexp *x, const sexp_env *env); /* a Bool */
term elab_any(elab *e, const sexp *x, const sexp_env *env);  /* either */
/* Whether a name has a meaning that nobody can change: an operator, true, false. */
bool elab_is_operator(const elab *e, const char *name);

const sexp_env *elab_bind_integer(arena *mem, const sexp_env *env, const char *name, int64_t value);
const sexp_env *elab_bind_term(arena *mem, const sexp_env *env, const char *name, env_kind kind,
                               term t);
/* A register in fields of field bits each: what (field a i) takes. */
const sexp_env *elab_bind_fields(arena *mem, const sexp_env *env, const char *name, term t,
                                 unsigned field);

#endif

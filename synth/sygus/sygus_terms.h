// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* sygus_terms.h - terms of a SyGuS file: its functions, its constraints, the productions of its
 * grammars.
 *
 * Terms belong to one context, that of the grammar that is searched. An application of a function
 * that is to be found is a variable; which one stands for which function and arguments is kept
 * here. */
#ifndef LANESMITH_SYGUS_TERMS_H
#define LANESMITH_SYGUS_TERMS_H

#include "spec/language/elab.h"
#include "sygus.h"

/* (f arg ...) in a constraint */
typedef struct sygus_application {
    const sygus_fun *f;
    term arg[SYGUS_PARAMS_MAX], value; /* value: the variable that stands for it */
} sygus_application;

/* A function of the file: value over param[0..nparams). */
typedef struct sygus_macro {
    term *param, value;
} sygus_macro;

typedef struct sygus_terms {
    elab e; /* first: e.apply gets from it to the rest */
    const sygus *s;
    sygus_macro *macro; /* of s->define[0..nmacros) */
    unsigned nmacros;
    sygus_application *application;
    unsigned napplications, cap;
    sygus_index by_arguments, by_value; /* numbers of applications */
    bool in_constraint;
    unsigned *depth; /* of terms 0..ndepths - 1 */
    unsigned ndepths, depth_cap;
} sygus_terms;

/* Makes terms of the file's functions, checking names and sorts of all that it declares. False with
 * diagnostics. Whatever it returns, end with sygus_terms_close. */
bool sygus_terms_open(sygus_terms *t, const sygus *s, term_ctx *c, arena *mem, diags *d);
void sygus_terms_close(sygus_terms *t);
/* The constraint, a Bool over declared variables and applications. TERM_NONE after a diagnostic. */
term sygus_terms_constraint(sygus_terms *t, const sexp *x);
/* The application that v, a variable, stands for; NULL when it stands for none. */
const sygus_application *sygus_terms_application(sygus_terms *t, term v);
/* A production's term, of the sort width; env binds its holes. TERM_NONE after a diagnostic. */
term sygus_terms_production(sygus_terms *t, const sexp *x, unsigned width, const sexp_env *env);
/* The variable of a parameter or declared variable, of its own sort. */
term sygus_terms_param(const sygus_terms *t, const sygus_var *v);
/* "Bool" or "8 bits" */
const char *sygus_sort_text(unsigned width, char buffer[32]);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvapply.h - functions of which only the name is known: what they give is a variable for each list
 * of arguments.
 *
 * Floating-point arithmetic is such for translation validation: equal operands give equal results,
 * and no more is known. The same operation on the same terms is the same variable, in both
 * functions; where operands turn out equal that are other terms, tvsolve.c demands equal results
 * when an answer depends on it. */
#ifndef LANESMITH_TVAPPLY_H
#define LANESMITH_TVAPPLY_H

#include "spec/term/term.h"

enum { TV_APPLY_ARGS = 4 };

typedef struct tv_application {
    const char *what; /* the operation, its type and whatever else it depends on */
    term arg[TV_APPLY_ARGS];
    unsigned nargs;
    bool commutes; /* in its first two arguments */
    term value;    /* a variable */
    unsigned uses[2]; /* how often the first and the second function compute it */
} tv_application;

typedef struct tv_applications {
    term_ctx *c;
    arena mem;
    tv_application *list; /* arguments contain the values of earlier ones only */
    unsigned count, cap;
} tv_applications;

void tv_applications_free(tv_applications *a);
term tv_apply(tv_applications *a, const char *what, const term *args, unsigned nargs, bool commutes,
              unsigned bits);
/* Counts a use by the second or the first function; whether the second computes more often than the
 * first what is the same. */
bool tv_apply_again(tv_applications *a, term value, bool second);
/* The application that has this value, or NULL. */
const tv_application *tv_application_of(const tv_applications *a, term value);

/* A replacement of variables by terms, with that of the applications whose arguments change by it.
 */
typedef struct tv_replacement {
    term *var, *by;
    unsigned count;
} tv_replacement;
void tv_replacement_make(tv_replacement *r, tv_applications *a, const term *vars, const term *by,
                         unsigned count);
void tv_replacement_free(tv_replacement *r);
term tv_replace(const tv_replacement *r, term_ctx *c, term t);

/* The variables of t, and those of the arguments of applications among them. The caller frees the
 * list (mem_free). */
term *tv_all_variables(const tv_applications *a, term t, unsigned *count);

#endif

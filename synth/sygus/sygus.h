// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* sygus.h - SyGuS-IF 2 files about bit-vectors: commands, sorts and grammars, as far as their form
 * goes.
 *
 * What a file says is kept as s-expressions with places; sygus_terms.h makes terms of them.
 * docs/sygus.md says what is supported. */
#ifndef LANESMITH_SYGUS_H
#define LANESMITH_SYGUS_H

#include "spec/language/sexp.h"
#include "sygus_clock.h"
#include "sygus_index.h"

enum { SYGUS_PARAMS_MAX = 8, SYGUS_WIDTH_MAX = 64, SYGUS_FUNS_MAX = 32, SYGUS_SORTS_MAX = 31 };

/* A sort is a width in bits, 0 for Bool, as in spec/term/term.h. */
typedef struct sygus_var {
    const char *name;
    unsigned width;
    const sexp *at;
} sygus_var;

typedef struct sygus_define {
    const char *name;
    sygus_var *param;
    unsigned nparams, width;
    const sexp *at, *body;
} sygus_define;

typedef struct sygus_nonterminal {
    const char *name;
    unsigned width;
    const sexp *at, *rules; /* rules: the list of productions */
} sygus_nonterminal;

/* A function to be found. The first nonterminal is the result. */
typedef struct sygus_fun {
    const char *name;
    sygus_var *param;
    unsigned nparams, width;
    const sexp *at;
    sygus_nonterminal *nonterminal;
    unsigned nnonterminals;
    bool grammar_is_default; /* none was given: every operator, the parameters, 0 and 1 */
} sygus_fun;

typedef struct sygus {
    sygus_define *define; /* in the order of the file, as everything here */
    sygus_var *var;
    sygus_fun *fun;
    const sexp **constraint, **assumption; /* the terms */
    unsigned ndefines, nvars, nfuns, nconstraints, nassumptions;
    sygus_index *name; /* of all of them: sygus_find_name */
} sygus;

/* What a name of the file stands for, and its number among those. */
typedef enum sygus_kind { SYGUS_DEFINE, SYGUS_VAR, SYGUS_FUN } sygus_kind;
/* False when nothing has the name. */
bool sygus_find_name(const sygus *s, const char *name, sygus_kind *kind, unsigned *number);

/* Reads a whole file. NULL with diagnostics when it is malformed or uses what is not supported;
 * NULL without when the time was over before its end. All is in mem; text must live as long. */
sygus *sygus_read(const char *file, const char *text, size_t size, const sygus_clock *clock,
                  arena *mem, diags *d);

#endif

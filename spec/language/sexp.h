// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* sexp.h - s-expressions with places, the surface of the spec language, and the environments that
 * bind their symbols. */
#ifndef LANESMITH_SEXP_H
#define LANESMITH_SEXP_H

#include "spec/base/diag.h"
#include "spec/term/term.h"

typedef enum sexp_kind { SEXP_SYMBOL, SEXP_INTEGER, SEXP_STRING, SEXP_BITS, SEXP_LIST } sexp_kind;

typedef struct sexp {
    sexp_kind kind;
    const char *text;          /* SYMBOL, STRING (unescaped), BITS ("#b01") */
    int64_t value;             /* INTEGER */
    struct sexp **item;        /* LIST */
    unsigned count;
    place where;
} sexp;

/* Parses a whole file. NULL with diagnostics when malformed. The result is a LIST of the top-level
 * forms, in mem. */
sexp *sexp_parse(const char *file, const char *text, size_t size, arena *mem, diags *d);

bool sexp_is_symbol(const sexp *x, const char *name);
/* The head symbol of a list, or "" when there is none. */
const char *sexp_head(const sexp *x);

/* A definition is (head NAME OPERANDS RESULT CLAUSE ... BODY); load_check_shape says whether.
 * The first clause of that name in a definition, or NULL. */
const sexp *sexp_clause(const sexp *form, const char *name);
/* The body: the last item of a checked definition. */
const sexp *sexp_body(const sexp *form);

struct regclass;
typedef enum env_kind { ENV_INTEGER, ENV_STRING, ENV_CLASS, ENV_TERM, ENV_REGISTER } env_kind;

/* One binding; an environment is a list of them, innermost first. */
typedef struct sexp_env {
    const struct sexp_env *next;
    const char *name;
    env_kind kind;
    int64_t value;               /* INTEGER; how many bits a CLASS has */
    const char *text;            /* STRING; the name of a CLASS */
    const struct regclass *cls;  /* CLASS; nothing here looks into it */
    term t;                      /* TERM, REGISTER */
    /* REGISTER of an op: bits of its fields; 0: those of the enclosing each */
    unsigned field;
} sexp_env;
const sexp_env *sexp_env_find(const sexp_env *env, const char *name);

/* Canonical text: single spaces, symbols that env binds to integers, strings or classes replaced by
 * what they stand for. */
void sexp_print(const sexp *x, const sexp_env *env, strbuf *out);

#endif

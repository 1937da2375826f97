// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* bdd.h - reduced ordered binary decision diagrams (Bryant, "Graph-based algorithms for Boolean
 * function manipulation", 1986).
 *
 * A function of the variables 0, 1, ... is one number: equal functions of one store are the same
 * number. Edges may be complemented (Brace, Rudell, Bryant 1990), so that a complement costs
 * nothing. */
#ifndef LANESMITH_VERIFY_BDD_H
#define LANESMITH_VERIFY_BDD_H

#include "spec/base/base.h"

typedef uint32_t bdd; /* 2 * node + complemented */
enum { BDD_FALSE = 0, BDD_TRUE = 1 };

typedef struct bdd_store bdd_store; /* belongs to one thread */
/* Of that many nodes at most, made in that many steps at most. */
bdd_store *bdd_store_new(size_t nodes, uint64_t steps);
void bdd_store_free(bdd_store *s);
/* Whether a limit was met: then no function that was made since means anything. */
bool bdd_exhausted(const bdd_store *s);
size_t bdd_count(const bdd_store *s); /* nodes */

/* Variable 0 is asked first, in every function. */
bdd bdd_var(bdd_store *s, unsigned number);
bdd bdd_ite(bdd_store *s, bdd f, bdd g, bdd h); /* f ? g : h */
static inline bdd bdd_not(bdd f) { return f ^ 1; }
static inline bdd bdd_and(bdd_store *s, bdd f, bdd g) { return bdd_ite(s, f, g, BDD_FALSE); }
static inline bdd bdd_or(bdd_store *s, bdd f, bdd g) { return bdd_ite(s, f, BDD_TRUE, g); }
static inline bdd bdd_xor(bdd_store *s, bdd f, bdd g) { return bdd_ite(s, f, bdd_not(g), g); }

/* The function's value where variable i is value[i]. */
bool bdd_eval(const bdd_store *s, bdd f, const bool *value);
/* Requires: f is not false. Makes value such that f is true; variables that do not matter stay as
 * they are. */
void bdd_satisfy(const bdd_store *s, bdd f, bool *value);

#endif

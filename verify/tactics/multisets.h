// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* multisets.h - claims whose sides differ in the order in which they add, or compare, the same
 * things.
 *
 * A prefix sum by doubled steps is, field by field, the sum of the specification in another order;
 * so is a greatest field found by halves. For a SAT solver each is a hard puzzle of adders; here
 * both sides become one normal form. */
#ifndef LANESMITH_MULTISETS_H
#define LANESMITH_MULTISETS_H

#include "spec/term/term.h"

/* A term equal to t for all inputs, with sums, extremes, conjunctions and disjunctions in normal
 * form. */
term multisets_restate(term_ctx *c, term t);
/* Whether t divides or shifts by a choice: its normal form is then the easier question, even where
 * it is no answer. */
bool multisets_helps(const term_ctx *c, term t);

#endif

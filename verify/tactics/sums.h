// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* sums.h - a claim about products, restated so that a solver's normal form for sums of products
 * decides it. */
#ifndef LANESMITH_SUMS_H
#define LANESMITH_SUMS_H

#include "verify/claim/obligation.h"

/* Whether t multiplies what is not constant. */
bool sums_has_product(const term_ctx *c, term t);
/* A Bool that can be satisfied if and only if the chunk's claim fails, over variables of its own:
 * inputs are cut where the claim extracts from them. TERM_NONE when the claim does not care about
 * every bit. */
term sums_restate(const obligation *o);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* products.h - a claim about products of pieces, with the products made variables. */
#ifndef LANESMITH_PRODUCTS_H
#define LANESMITH_PRODUCTS_H

#include "verify/claim/obligation.h"

/* A Bool that no input satisfies if the chunk's claim holds for whatever values the products of
 * pieces take that are at most those of the greatest pieces. So: unsatisfiable means proved; a
 * model means nothing. TERM_NONE when nothing is multiplied or there are too many pieces. */
term products_restate(const obligation *o);

#endif

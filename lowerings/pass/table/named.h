// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* named.h - shuffles that are an operation of the table: merges, packs, slides, rotations, splats,
 * reversals. */
#ifndef LANESMITH_PASS_NAMED_H
#define LANESMITH_PASS_NAMED_H

#include "table.h"

#include <stdbool.h>

typedef struct target_view target_view; /* target.h */

enum { NAMED_ANY = -1, NAMED_ZERO = -2 };

typedef struct named_move {
    const struct lowering_entry *entry; /* NULL: none */
    bool swapped;                       /* its operands are the shuffle's the other way round */
} named_move;

/* The cheapest operation that does it. from[i]: which bit of the sources bit i of the result is,
 * those of the second from `bits` on, or NAMED_ANY, NAMED_ZERO. w: of the fields that move; bits:
 * of a source and of the result. second: the second source is used. */
named_move named_find(const target_view *v, const int *from, unsigned w, unsigned bits,
                      bool second);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irintrin_table.h - a table of intrinsics, each with the function that gives its meaning. */
#ifndef LANESMITH_IRINTRIN_TABLE_H
#define LANESMITH_IRINTRIN_TABLE_H

#include "irvalue.h"

/* Lane by lane: a[i] is the lane of argument i. TERM_NONE when these arguments are not modelled; so
 * below. */
typedef term ir_lane_fn(term_ctx *c, const term *a, unsigned bits);
/* Across lanes: a[i] is the whole argument i. */
typedef term ir_whole_fn(term_ctx *c, const ir_value *a, ir_shape result);

typedef struct ir_intrinsic {
    const char *stem; /* of the name; NULL ends a table */
    unsigned nargs;
    ir_lane_fn *lane; /* one of the two */
    ir_whole_fn *whole;
    /* of what moves whole lanes and does nothing else: 1 + the number of the argument that says
     * where to */
    unsigned mask;
} ir_intrinsic;

#define LANES(stem, nargs, fn)                                                                     \
    {                                                                                              \
        stem, nargs, fn, NULL, 0                                                                   \
    }
#define WHOLE(stem, nargs, fn)                                                                     \
    {                                                                                              \
        stem, nargs, NULL, fn, 0                                                                   \
    }
#define MOVES(stem, nargs, fn, mask)                                                               \
    {                                                                                              \
        stem, nargs, NULL, fn, (mask) + 1                                                          \
    }

#endif

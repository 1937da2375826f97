// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* shortest.h - lowers one function in the way that gives the fewest machine instructions, or leaves
 * it. */
#ifndef LANESMITH_PASS_SHORTEST_H
#define LANESMITH_PASS_SHORTEST_H

#include "lowerings/pass/base/stats.h"
#include "lowerings/pass/table/target.h"

/* How a function is lowered, and what came of it. */
typedef struct attempt {
    targets *targets;
    target_view view;
    bool always, quiet; /* whatever it costs; on a copy */
    bool clear;         /* out: it pays beyond doubt */
    bool priced_out;    /* out: some is left for its price alone */
    long ours, theirs;  /* out: prices; 0: none */
    lanesmith_stats stats;
} attempt;

/* Operations on small fields. True when anything changed. */
bool shortest_fields(attempt *a, LLVMValueRef function);
/* Integers of several words. True when anything changed. Requires: it has some. */
bool shortest_longs(attempt *a, LLVMValueRef function);
/* How many instructions on bytes were transposed anew. */
unsigned shortest_transposition(const attempt *a, LLVMValueRef function);
/* The same of networks. */
unsigned shortest_networks(const attempt *a, LLVMValueRef function);

#endif

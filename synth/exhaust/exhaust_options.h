// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* exhaust_options.h - how far an exhaustive search goes, and how it can end. */
#ifndef LANESMITH_EXHAUST_OPTIONS_H
#define LANESMITH_EXHAUST_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct exhaust_options {
    /* levels below are known to have no solution: bounds rest on the caller's word */
    unsigned min_level;
    unsigned max_level;       /* instructions; at most CHAIN_STEPS_MAX */
    /* image operations; reaching it ends the search without a bound for the level; 0: no limit */
    uint64_t max_work;
    /* a level that is not expected to end within max_work is not begun: for bounds */
    bool whole_levels;
    /* any-table instructions at every place, not only the last: needed for a bound */
    bool tables_inside;
    /* also look for programs whose last instructions repair don't-care bits */
    bool suffixes;
    /* searched on: up to 1, 4, more: one, two, eight, as tell wide fields apart, of which one image
     * holds few */
    unsigned images;
    /* plain enumeration, for tests: no equivalence of images, no order, no solving, no unused rule
     */
    bool no_pruning;
    unsigned max_solutions;   /* programs reported */
    /* reaching so many programs that agree on the search images only ends the search like max_work;
     * 0: no limit */
    unsigned max_wrong;
    /* instructions of a program at hand: longer ones are of no interest; 0 when there is none */
    unsigned best_known;
    unsigned threads;         /* 0 and 1: the caller's thread only. Results do not depend on it. */
    /* memory of each thread, 0: no limit. Reaching it ends the search like max_work. */
    uint64_t max_bytes;
    /* wall clock, 0: no limit. Reaching it ends the search like max_work; results then depend on
     * time. */
    unsigned milliseconds;
    /* file that remembers what levels and branches are done, or NULL: a search that was killed goes
     * on */
    const char *checkpoint;
} exhaust_options;

/* Why a search ended before max_level without a solution. */
typedef enum exhaust_end {
    EXHAUST_COMPLETE,
    EXHAUST_WORK,
    EXHAUST_MEMORY,
    EXHAUST_TIME
} exhaust_end;

#endif

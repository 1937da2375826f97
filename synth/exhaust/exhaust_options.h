// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* exhaust_options.h - how far an exhaustive search goes, and how it can end. */
#ifndef LANESMITH_EXHAUST_OPTIONS_H
#define LANESMITH_EXHAUST_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct exhaust_options {
    unsigned min_level;       /* levels below are known to have no solution: bounds rest on the caller's word */
    unsigned max_level;       /* instructions; at most CHAIN_STEPS_MAX */
    uint64_t max_work;        /* image operations; reaching it ends the search without a bound for the level; 0: no limit */
    bool whole_levels;        /* a level that is not expected to end within max_work is not begun: for bounds */
    bool tables_inside;       /* any-table instructions at every place, not only the last: needed for a bound */
    bool suffixes;            /* also look for programs whose last instructions repair don't-care bits */
    unsigned images;          /* searched on: up to 1, 4, more: one, two, eight, as tell wide fields apart, of which one image holds few */
    bool no_pruning;          /* plain enumeration, for tests: no equivalence of images, no order, no solving, no unused rule */
    unsigned max_solutions;   /* programs reported */
    unsigned max_wrong;       /* reaching so many programs that agree on the search images only ends the search like max_work; 0: no limit */
    unsigned best_known;      /* instructions of a program at hand: longer ones are of no interest; 0 when there is none */
    unsigned threads;         /* 0 and 1: the caller's thread only. Results do not depend on it. */
    uint64_t max_bytes;       /* memory of each thread, 0: no limit. Reaching it ends the search like max_work. */
    unsigned milliseconds;    /* wall clock, 0: no limit. Reaching it ends the search like max_work; results then depend on time. */
    const char *checkpoint;   /* file that remembers what levels and branches are done, or NULL: a search that was killed goes on */
} exhaust_options;

/* Why a search ended before max_level without a solution. */
typedef enum exhaust_end { EXHAUST_COMPLETE, EXHAUST_WORK, EXHAUST_MEMORY, EXHAUST_TIME } exhaust_end;

#endif

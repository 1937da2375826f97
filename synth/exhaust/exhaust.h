// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* exhaust.h - engine `exhaust`: every straight-line program of a grammar by increasing number of
 * instructions.
 *
 * See exhaust.c for the method and docs/search.md for what its bounds mean. */
#ifndef LANESMITH_EXHAUST_H
#define LANESMITH_EXHAUST_H

#include "exhaust_options.h"
#include "synth/problem/chain.h"
#include "synth/problem/problem.h"

typedef struct exhaust_result {
    /* no program of fewer instructions exists in the grammar (0: nothing excluded) */
    unsigned bound;
    /* candidates: instructions with their operands, computed or excluded by a look-up */
    uint64_t judged;
    /* of them, on inner levels (computed, deduplicated) and among the last two instructions */
    uint64_t inner, last;
    uint64_t excluded;        /* of them, those judged when the bound was reached */
    uint64_t work;            /* image operations, the budget's unit */
    unsigned solutions;
    /* programs that agreed with the search images and not with the others */
    unsigned refuted;
    exhaust_end end;
} exhaust_result;

/* Calls found, one at a time but in any of the search's threads, for programs that agree with the
 * problem on all its images, shortest first within a goal. */
typedef void exhaust_found_fn(void *context, const chain *x);
void exhaust_search(const grammar *g, const problem *p, const exhaust_options *o,
                    exhaust_found_fn *found, void *context, exhaust_result *out);

/* Visits (NULL: only counts) programs of at most max_level instructions, over the problem's inputs,
 * in which every value is used; each image once a path. v holds the value on every image of the
 * problem; the program is made by exhaust_visited. */
typedef struct exhaust_visit exhaust_visit;
typedef void exhaust_visit_fn(void *context, const exhaust_visit *at, image v, unsigned level);
/* Returns how many instructions were computed and looked up among the images seen. */
uint64_t exhaust_visit_all(const grammar *g, const problem *p, unsigned max_level,
                           uint64_t max_work, exhaust_visit_fn *visit, void *context);
void exhaust_visited(const exhaust_visit *at, chain *out);

#endif

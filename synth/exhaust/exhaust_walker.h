// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* exhaust_walker.h - one level of an exhaustive search, on values of a certain number of images:
 * private to exhaust.c.
 *
 * exhaust.c opens a walker for each thread, begins a level on each and gives them the level's
 * branches (the first instruction chosen) in turn; what a walker finds it hands to found. Walkers
 * share nothing. The same sources are compiled for one image, for two and for eight
 * (exhaust_inside.h). */
#ifndef LANESMITH_EXHAUST_WALKER_H
#define LANESMITH_EXHAUST_WALKER_H

#include "exhaust_options.h"
#include "synth/problem/chain.h"
#include "synth/problem/problem.h"

enum { WIDE_IMAGES = 8, STRIDE = 16, SUFFIX_MAX = 3, GOALS_MAX = 8, HOLE = 0 };

/* A result to aim at: any value that agrees with target where care is one, followed by the steps.
 */
typedef struct goal {
    image target[WIDE_IMAGES], care[WIDE_IMAGES];
    /* applied after the search: source numbers are HOLE, 1 + constant, 1 + nconsts + step */
    chain_step step[SUFFIX_MAX];
    unsigned nsteps;
} goal;

typedef struct walk walk;

typedef struct walk_setup {
    const grammar *g;
    const exhaust_options *o;
    const image *input[PROBLEM_INPUTS_MAX]; /* as many images as the walker takes */
    unsigned ninputs;
    /* x agrees with the goal on the walker's images. */
    void (*found)(void *context, const chain *x, unsigned goal, uint64_t work);
    bool visiting, counting; /* no goals; and nothing is done with programs of full length */
    /* For visiting: v is the chain's value. May be NULL. */
    void (*visit)(void *context, const walk *w, image v, unsigned level);
    bool (*late)(void *context); /* asked now and then; NULL: never */
    void *context;
} walk_setup;

typedef struct walk_counts {
    uint64_t inner, last, work;
} walk_counts;

typedef struct walker {
    unsigned images;
    walk *(*open)(const walk_setup *s);
    void (*close)(walk *w);
    void (*begin)(walk *w, unsigned level, const goal *const *goals, unsigned ngoals);
    /* The first instruction chosen, and for long programs the second's number modulo STRIDE. */
    unsigned (*branches)(const walk *w);
    /* Runs a branch with so much work at most (0: no limit); why it was left, EXHAUST_COMPLETE when
     * it was not. */
    exhaust_end (*run)(walk *w, unsigned branch, uint64_t max_work, walk_counts *counts);
    uint64_t (*visit_all)(walk *w, unsigned level, uint64_t max_work); /* how many were computed */
    void (*current)(const walk *w, chain *out);
} walker;

/* narrow: one image, for cells of narrow fields; also for processors with AVX2, nearly twice as
 * fast. double: two, for words of 16 to 64 bits. wide: eight, for wide fields, of which one image
 * holds too few to tell functions apart. */
extern const walker exhaust_narrow, exhaust_narrow_avx2, exhaust_double, exhaust_wide;

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* window.h - engine `window`: replaces parts of a long program by shorter ones until nothing
 * changes.
 *
 * See window.c for the method. What it gives agrees with the problem on all its images; the judge
 * proves it. */
#ifndef LANESMITH_WINDOW_H
#define LANESMITH_WINDOW_H

#include "synth/problem/problem.h"

enum { WINDOW_SIZE_MAX = 6 };

typedef struct window_options {
    unsigned max_size;     /* instructions of a window, at most WINDOW_SIZE_MAX */
    /* windows up to this size are also replaced by equally many instructions; 0: none is */
    unsigned equal_size;
    unsigned breadth;      /* equally long programs that are looked at beside the first */
    uint64_t max_work;     /* image operations of one search; 0: no limit */
    unsigned max_searches; /* 0: no limit */
    unsigned max_wrong;    /* as in exhaust_options, of one search */
} window_options;

extern const window_options window_default_options;

/* Calls found for q, tidied, for every program that is shorter than all before, and, up to breadth,
 * for those as long as the last that compute other values. Returns the instructions of the
 * shortest. When q is no program of the grammar, which is a cell's, or is wrong on an image,
 * nothing is found and q's instructions are returned. */
typedef void window_found_fn(void *context, const prog *q);
unsigned window_propose(const grammar *g, const problem *p, const prog *q, const window_options *o,
                        window_found_fn *found, void *context);

/* The first of the shortest programs that are found; q and false when none is shorter. */
bool window_improve(const grammar *g, const problem *p, const prog *q, const window_options *o,
                    prog *out);

#endif

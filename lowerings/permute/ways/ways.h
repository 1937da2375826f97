// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* ways.h - what the ways of making a shuffle share: the shuffle as bits, and the shape of a way. */
#ifndef LANESMITH_PASS_WAYS_H
#define LANESMITH_PASS_WAYS_H

#include "lowerings/permute/steps.h"

enum { MAX_IN = 256, MAX_OUT = 128, NONE = -1, ANY_BYTE = -2 };

/* A shuffle as bits: result bit i is bit from[i] of the sources, or any where NONE. */
typedef struct problem {
    unsigned w;
    /* of both sources; of the result; of the first source */
    unsigned in_bytes, out_bytes, first_bytes;
    int from[MAX_OUT * 8];
    label wanted[MAX_OUT * 8];
} problem;

/* The value that should be the result; what it is, the labels of s say. in: the sources' bytes, one
 * source after the other. */
typedef unsigned way(steps *s, unsigned in, const problem *p);

static inline unsigned or_all(steps *s, unsigned sum, bool any, unsigned value)
{
    return any ? steps_or(s, sum, value) : value;
}

#endif

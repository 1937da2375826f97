// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* rounds.h - several ways of doing the same, measured in turn.
 *
 * In a round each way runs once, so that whatever slows the machine slows all of them. Quotients
 * are of one round, and of the rounds the median. */
#ifndef LANESMITH_BENCH_ROUNDS_H
#define LANESMITH_BENCH_ROUNDS_H

enum { ROUNDS_MAX = 999, ROUNDS_WAYS_MAX = 8 };

typedef void rounds_call(void *context, unsigned way);

typedef struct timing {
    unsigned ways, count;
    double seconds[ROUNDS_WAYS_MAX][ROUNDS_MAX]; /* a call, by way and round */
} timing;

/* Sorts the list. Requires: count is odd. */
double rounds_median_of(double *list, unsigned count);
/* Fills r->seconds for r->ways ways and r->count rounds, which is odd. */
void rounds_measure(timing *r, rounds_call *call, void *context);
double rounds_median(const timing *r, unsigned way);
/* Of the seconds of two ways. */
double rounds_quotient(const timing *r, unsigned above, unsigned below);

#endif

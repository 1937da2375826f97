// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* rounds.c - measures in rounds: a way runs as often as takes a millisecond, and at least once.
 *
 * Times are the processor's, since others may use the machine. */
#include "rounds.h"

#include <stdlib.h>
#include <string.h>

#include "spec/base/clock.h"

static const double SLICE = 1e-3; /* seconds that one way runs in one round, at least */

static int by_value(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

double rounds_median_of(double *list, unsigned count)
{
    qsort(list, count, sizeof *list, by_value);
    return list[count / 2];
}

static double seconds_of(rounds_call *call, void *context, unsigned way, unsigned calls)
{
    double start = clock_processor_seconds();
    for (unsigned k = 0; k < calls; k++) call(context, way);
    return clock_processor_seconds() - start;
}

/* Calls that take SLICE together. */
static unsigned calibrate(rounds_call *call, void *context, unsigned way)
{
    unsigned calls = 1;
    while (calls < 1u << 20 && seconds_of(call, context, way, calls) < SLICE) calls *= 2;
    return calls;
}

void rounds_measure(timing *r, rounds_call *call, void *context)
{
    unsigned calls[ROUNDS_WAYS_MAX];
    for (unsigned w = 0; w < r->ways; w++) calls[w] = calibrate(call, context, w);
    for (unsigned k = 0; k < r->count; k++)
        for (unsigned w = 0; w < r->ways; w++)
            r->seconds[w][k] = seconds_of(call, context, w, calls[w]) / calls[w];
}

double rounds_median(const timing *r, unsigned way)
{
    double list[ROUNDS_MAX];
    memcpy(list, r->seconds[way], r->count * sizeof *list);
    return rounds_median_of(list, r->count);
}

double rounds_quotient(const timing *r, unsigned above, unsigned below)
{
    double list[ROUNDS_MAX];
    for (unsigned k = 0; k < r->count; k++) list[k] = r->seconds[above][k] / r->seconds[below][k];
    return rounds_median_of(list, r->count);
}

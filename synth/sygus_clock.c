// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* sygus_clock.c - called by every part of `lanesmith sygus` that can take long, and by the command,
 * which starts it. */
#include "sygus_clock.h"

#include <time.h>

double sygus_clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

bool sygus_clock_is_over(const sygus_clock *c)
{
    return c->seconds && sygus_clock_now() >= c->start + c->seconds;
}

unsigned sygus_clock_left(const sygus_clock *c)
{
    if (!c->seconds) return 0;
    double left = c->start + c->seconds - sygus_clock_now();
    return left > 0.001 ? (unsigned)(left * 1000) : 1;
}

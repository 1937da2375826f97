// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* sygus_clock.c - called by every part of `lanesmith sygus` that can take long, and by the command,
 * which starts it. */
#include "sygus_clock.h"

#include "spec/base/clock.h"

bool sygus_clock_is_over(const sygus_clock *c)
{
    return c->seconds && clock_seconds() >= c->start + c->seconds;
}

unsigned sygus_clock_left(const sygus_clock *c)
{
    if (!c->seconds) return 0;
    double left = c->start + c->seconds - clock_seconds();
    return left > 0.001 ? (unsigned)(left * 1000) : 1;
}

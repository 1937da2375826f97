// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* sygus_clock.h - the time that a SyGuS file may take, from before it is read. */
#ifndef LANESMITH_SYGUS_CLOCK_H
#define LANESMITH_SYGUS_CLOCK_H

#include <stdbool.h>

typedef struct sygus_clock {
    double start;     /* as clock_seconds gives it */
    unsigned seconds; /* from start on, 0: no limit */
} sygus_clock;

bool sygus_clock_is_over(const sygus_clock *c);
/* Milliseconds until the time is over, at least 1; 0: no limit. */
unsigned sygus_clock_left(const sygus_clock *c);

#endif

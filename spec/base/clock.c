// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* clock.c - the only place that asks the system for the time. */
#define _POSIX_C_SOURCE 200809L
#include "clock.h"

#include <time.h>

double clock_seconds(void)
{
    struct timespec t = {0};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* clock.c - the only place that asks the system for the time. */
#define _POSIX_C_SOURCE 200809L
#include "clock.h"

#include <sys/resource.h>
#include <time.h>

double clock_seconds(void)
{
    struct timespec t = {0};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double clock_processor_seconds(void)
{
    struct timespec t = {0};
    struct rusage of_children = {0};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    getrusage(RUSAGE_CHILDREN, &of_children);
    const struct timeval *user = &of_children.ru_utime, *system = &of_children.ru_stime;
    return (double)(t.tv_sec + user->tv_sec + system->tv_sec) + 1e-9 * (double)t.tv_nsec +
           1e-6 * (double)(user->tv_usec + system->tv_usec);
}

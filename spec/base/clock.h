// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* clock.h - the clock for time limits and for times that are shown. No result depends on it. */
#ifndef LANESMITH_CLOCK_H
#define LANESMITH_CLOCK_H

/* Seconds of a clock that only goes forward, whatever happens to the time of day. Only differences
 * mean anything; they may be taken between processes. */
double clock_seconds(void);
/* Seconds that processors worked for this process, and for children that it waited for. */
double clock_processor_seconds(void);

#endif

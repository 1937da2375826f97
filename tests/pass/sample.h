// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* sample.h - of the rows of a long test, those that the revision chooses.
 *
 * LANESMITH_TEST_SHARE: one row in so many is tested; LANESMITH_TEST_DRAW, a number, says which.
 * Without them all are. scripts/test sets them in CI. */
#ifndef LANESMITH_TEST_SAMPLE_H
#define LANESMITH_TEST_SAMPLE_H

#include <stdbool.h>
#include <stdlib.h>

static unsigned rows_left; /* which were not chosen */

static inline unsigned long sample_number(const char *name, unsigned long otherwise)
{
    const char *number = getenv(name);
    return number ? strtoul(number, NULL, 10) : otherwise;
}

/* Is the next row one of them? */
static inline bool row_is_chosen(void)
{
    static unsigned long row;
    unsigned long share = sample_number("LANESMITH_TEST_SHARE", 1);
    bool chosen = share < 2 || (row++ + sample_number("LANESMITH_TEST_DRAW", 0)) % share == 0;
    rows_left += !chosen;
    return chosen;
}

#endif

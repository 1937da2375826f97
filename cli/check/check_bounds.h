// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* check_bounds.h - stored bounds under verification. */
#ifndef LANESMITH_CLI_CHECK_BOUNDS_H
#define LANESMITH_CLI_CHECK_BOUNDS_H

#include "cli/app/cells.h"
#include "rebound.h"

/* Whether a bound is to be computed again; whether that it takes too long is a failure. */
typedef enum bound_choice { BOUND_LEFT, BOUND_SAMPLED, BOUND_REQUIRED } bound_choice;
typedef bound_choice bound_choose_fn(void *context, const db_bound *b);

typedef struct bound_finding {
    const db_bound *stored;
    unsigned computed;
} bound_finding;

typedef struct bound_checks {
    unsigned chosen;                        /* bounds that were to be computed */
    unsigned confirmed, searches; /* bounds that came out the same; searches that said so */
    unsigned unfinished, foreign; /* whose search was cut off; whose grammar is made no more */
    unsigned missing;                       /* of these two, the required ones */
    bound_finding *wrong;                   /* bounds that are too high */
    unsigned nwrong;
    double seconds;
} bound_checks;

/* Computes the chosen bounds, and stores what was confirmed as proved here. limit: image operations
 * that a search may take, 0: no limit; not time, so that what is confirmed does not depend on the
 * machine. Memory is the app's. */
ls_status bounds_check(bound_checks *out, app *a, bound_choose_fn *choose, void *context,
                       uint64_t limit, unsigned jobs);

#endif

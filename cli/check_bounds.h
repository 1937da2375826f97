/* check_bounds.h - stored bounds under verification. */
#ifndef LANESMITH_CLI_CHECK_BOUNDS_H
#define LANESMITH_CLI_CHECK_BOUNDS_H

#include "cells.h"
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
    unsigned confirmed, searches;           /* bounds that came out the same; searches that said so */
    unsigned unfinished, foreign;           /* whose time was over; whose grammar is made no more */
    unsigned missing;                       /* of these two, the required ones */
    bound_finding *wrong;                   /* bounds that are too high */
    unsigned nwrong;
    double seconds;
} bound_checks;

/* Computes the chosen bounds, those that are expected to be quick first, and stores what was confirmed as proved here. seconds: limit of a
 * search, 0: none; total: limit of all of them, 0: none. Memory is the app's. */
ls_status bounds_check(bound_checks *out, app *a, bound_choose_fn *choose, void *context, unsigned seconds, unsigned total, unsigned jobs);

#endif

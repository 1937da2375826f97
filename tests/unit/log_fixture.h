// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* log_fixture.h - what a run reports to its sink, as text. */
#ifndef LANESMITH_LOG_FIXTURE_H
#define LANESMITH_LOG_FIXTURE_H

#include "fixture.h"
#include "synth/run/synth.h"

typedef struct log {
    strbuf text; /* written by the test's own functions */
    uint64_t candidates; /* of the last bound */
    unsigned done, lowerings;
} log;

static inline ls_status log_done(void *context, const cell *c, unsigned lowerings)
{
    log *to = context;
    assert_non_null(c);
    to->done++;
    to->lowerings += lowerings;
    return LS_OK;
}

#endif

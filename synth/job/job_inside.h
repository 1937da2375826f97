// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* job_inside.h - the state of a job, for its own files.
 *
 * job_propose.c: what the engines propose. job_report.c: what becomes of that, and is told. job.c:
 * the order of families, targets and engines. */
#ifndef LANESMITH_SYNTH_JOB_INSIDE_H
#define LANESMITH_SYNTH_JOB_INSIDE_H

#include "few.h"
#include "judge.h"
#include "search.h"
#include "synth/exhaust/exhaust.h"
#include "context.h"

/* What jobs know from the families that they have done. */
struct seeds {
    pool pool[JOB_FAMILIES];
    /* of the most capable target; NULL until the family is done */
    const grammar *grammar[JOB_FAMILIES];
};

/* The bounds of a cell's grammars, by tier. */
typedef struct tier_bounds {
    const grammar *g[GRAMMAR_TIERS];
    exhaust_result r[GRAMMAR_TIERS];
} tier_bounds;

typedef struct job {
    const search_context *w;
    judge judge;
    const synth_sink *sink;
    diags *d;
    few_end ends[GRAMMAR_TIERS]; /* of the enumerations for first programs, in the family at hand */
} job;

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* targets.h - the targets that a bench runs programs for, with their goals. */
#ifndef LANESMITH_BENCH_TARGETS_H
#define LANESMITH_BENCH_TARGETS_H

#include "cli/app/app.h"
#include "cli/app/options.h"

typedef struct target_goal {
    const target *target;
    int gain; /* times faster than stock LLVM, in the geometric mean; 0: no goal */
} target_goal;

typedef struct target_goals {
    target_goal *goal; /* in the order of the file; in the app's memory */
    unsigned count, skipped;
} target_goals;

/* The targets of a file with rows "target, gain" ("-": no goal), or those asked for, which need not
 * stand in it; of these those that this processor can execute. The others are counted, and named on
 * stderr. Diagnostics are reported. */
ls_status targets_choose(app *a, const char *command, const char *file, const option_words *wanted,
                         target_goals *out);

#endif

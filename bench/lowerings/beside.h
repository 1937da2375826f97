// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* beside.h - the machine instructions of functions as stock LLVM makes them, beside those that the
 * pass makes: the pass alone, and in LLVM's own pipeline. */
#ifndef LANESMITH_BENCH_BESIDE_H
#define LANESMITH_BENCH_BESIDE_H

#include "spec/spec.h"

typedef enum beside_way {
    BESIDE_ALONE, /* -passes=lanesmith, against the module as it is */
    BESIDE_O2,    /* -passes='default<O2>', with the plugin and without */
    BESIDE_WAYS
} beside_way;

typedef enum beside_side { BESIDE_STOCK, BESIDE_OURS, BESIDE_SIDES } beside_side;

enum {
    BESIDE_UNKNOWN = -1, /* it has gone: inlined everywhere */
    BESIDE_DIED = -2     /* the compiler died of it, or took too long */
};

typedef struct beside_module {
    const char *ir;           /* text; functions that name no CPU get the target's */
    const char *const *names; /* of the functions to be counted */
    unsigned count;
    const target *target;
    const char *plugin;
    unsigned seconds; /* limit of a compiler's run */
} beside_module;

/* Sets out[i], machine instructions of function i but its return. LS_ENV when opt-19 or LLVM's code
 * generator fails; LLVM may also end this process, or never come back. */
ls_status beside_count(const beside_module *m, beside_way way, beside_side side, int *out);

#endif

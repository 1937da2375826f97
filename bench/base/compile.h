// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* compile.h - compiles example programs with the stock tools, with and without the plugin. */
#ifndef LANESMITH_BENCH_COMPILE_H
#define LANESMITH_BENCH_COMPILE_H

#include "cli/app/app.h"
#include "cli/app/cells.h"

typedef struct compile_output {
    const char *path; /* of the assembly */
    const char *text; /* its content, in the app's memory */
} compile_output;

typedef struct compile_pair {
    const char *file; /* "two_bit.ll" */
    const target *target;
    compile_output before, after;
    unsigned lowered, left; /* operations, as the plugin's statistics say */
    const char *notes;      /* what the plugin said, with a remark of each function's lowerings */
    /* it includes <lanesmith/...>: its lowerings are in the source, with or without the plugin */
    bool uses_headers;
} compile_pair;

typedef struct compile_set {
    /* in: directory of programs, plugin, headers, directory for results */
    const char *examples, *plugin, *include, *out;
    /* in: compile though results are newer than what they are made from */
    bool fresh;
    unsigned jobs;                                 /* in: processes at a time */
    /* out: by file name, then target; in the app's memory */
    compile_pair *pair;
    unsigned count;
} compile_set;

/* LS_ENV, reported, when a tool is missing or fails, or files cannot be read or written; LS_INPUT
 * when there is no program. */
ls_status compile_examples(app *a, compile_set *s, const cell_filter *targets);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* programs.h - what benches of whole programs have in common: which are asked for, each is built,
 * then run in a process of its own, and what goals are held against. */
#ifndef LANESMITH_BENCH_PROGRAMS_H
#define LANESMITH_BENCH_PROGRAMS_H

#include "bench/base/table.h"
#include "cli/app/app.h"
#include "cli/app/options.h"

/* Whether the name is asked for: by these words, or there are none. */
bool programs_are_named(const option_words *words, const char *name);
/* How many names there are before NULL. */
unsigned programs_count(const char *const *names);
/* A usage error where a word is none of the names, which end in NULL. kind: "workload". */
ls_status programs_check_names(const char *command, const char *kind, const option_words *words,
                               const char *const *names);

typedef struct programs {
    void *context;
    unsigned count;
    const char *built; /* "workloads compiled" */
    ls_status (*build)(void *context, unsigned i);
    /* In a process of its own; *result is zero before. */
    void (*run)(void *context, unsigned i, void *result);
    void *results;                             /* count of them */
    size_t result_size, trouble, trouble_size; /* trouble: where a result says what went wrong */
} programs;
/* All are built, then run, one after the other: they are measured. LS_ENV when that cannot be. */
ls_status programs_run(const programs *p);

/* Quotients of times from here on are level. */
extern const double programs_level;
/* The table of goals. */
enum { GOAL_COLUMNS = 5 };
extern const column goal_columns[GOAL_COLUMNS];
void programs_put_goal(table *t, const target *of, const char *goal, const char *wanted,
                       const char *measured, bool met);

#endif

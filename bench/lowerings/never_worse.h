// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* never_worse.h - what `bench never-worse` has counted, and the judgement of it. */
#ifndef LANESMITH_BENCH_NEVER_WORSE_H
#define LANESMITH_BENCH_NEVER_WORSE_H

#include "beside.h"
#include "cli/app/app.h"

/* One function: a generated one of that number, or one of a file. */
typedef struct worse_function {
    const char *file; /* NULL: generated */
    const char *name; /* "f12" */
    unsigned number;
} worse_function;

typedef int worse_counts[BESIDE_WAYS][BESIDE_SIDES];

typedef struct worse_results {
    uint64_t seed;
    const worse_function *function;
    unsigned nfunctions;
    const target *const *target;
    unsigned ntargets;
    worse_counts *counts; /* function by function, of each its targets */
} worse_results;

/* Not more than these. */
typedef struct worse_limits {
    unsigned more;   /* instructions that a function has more than stock LLVM's */
    unsigned longer; /* functions of 10,000 that are longer at all */
} worse_limits;

/* A function of a seed, "define ... @fNUMBER(...) #0 { ... }". Every tenth has many operations, all
 * others one. kind: what it does, and on what. */
void worse_print(uint64_t seed, unsigned number, char kind[96], strbuf *out);
/* The attributes #0, which worse_print's functions refer to. */
void worse_print_attributes(strbuf *out);

/* Prints the tables; what: so many of the worst are listed. True where no limit is exceeded; else
 * it is told on stderr which ones are. */
bool worse_judge(app *a, const worse_results *r, const worse_limits *limits, unsigned worst,
                 bool json);
/* The worst ones, at most `count`: numbers of functions, each once. Returns how many. */
unsigned worse_list(const worse_results *r, unsigned count, unsigned *out);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* workload.h - the real workloads: programs on packed fields, as LLVM IR
 * (examples/workloads/NAME.ll) and as a competent author's C on our headers
 * (bench/workloads/NAME.c).
 *
 * Every function is `void f(const void *a, const void *b, void *out, size_t n)`, n units of a and b
 * to n units of out. It is compiled three ways, and run on the same data. */
#ifndef LANESMITH_BENCH_WORKLOAD_H
#define LANESMITH_BENCH_WORKLOAD_H

#include "cli/app/app.h"

typedef enum workload_way {
    WAY_STOCK, /* the IR, stock LLVM */
    WAY_PASS,  /* the IR, with the plugin at its place in default<O2> */
    WAY_HAND,  /* the C file, clang -O3 */
    WAYS
} workload_way;

typedef enum workload_data {
    DATA_BYTES, /* any bytes */
    DATA_TEXT,  /* letters and signs, some addresses among them */
    DATA_BASES  /* ASCII letters of DNA, large and small */
} workload_data;

typedef struct workload_function {
    const char *workload, *name;
    workload_data data;                 /* what stands in a; b has any bytes */
    unsigned a_bytes, b_bytes, o_bytes; /* of a unit; 0: the whole fits into WORKLOAD_SLACK bytes */
    unsigned o_bits;                    /* of each unit of out that are specified; 0: all */
} workload_function;

/* Bytes behind the units of every buffer: rows below an image, tables, totals. */
enum { WORKLOAD_SLACK = 512, WORKLOAD_FUNCTIONS_MAX = 16 };

extern const char *const workload_names[]; /* ended by NULL */
/* The functions of a workload, in the order of its file; *count at most WORKLOAD_FUNCTIONS_MAX. */
const workload_function *workload_functions(const char *workload, unsigned *count);

/* ---- compiling: workload_build.c ---- */

typedef enum workload_answer {
    ANSWER_NOT_TRIED,
    ANSWER_PROVED,
    ANSWER_UNKNOWN,
    ANSWER_REFUTED
} workload_answer;

typedef struct workload_pair { /* a workload for a target */
    const char *workload;
    const target *target;
    const char *library[WAYS];      /* out: shared objects */
    /* out: WAY_STOCK, WAY_PASS: processor seconds of opt and llc, the median */
    double compiling[2];
    workload_answer proof[WORKLOAD_FUNCTIONS_MAX]; /* out */
} workload_pair;

typedef struct workload_tools {
    const char *sources, *hand, *plugin, *include, *out; /* directories but for plugin, a file */
    unsigned compiles; /* how often the IR is compiled, at least 1 */
    unsigned seconds;  /* for the proof of a function; 0: none is tried */
} workload_tools;

/* Fills what is out. LS_ENV, reported, when a tool is missing or fails, or files cannot be read or
 * written. */
ls_status workload_build(app *a, const workload_tools *t, workload_pair *p);

/* ---- running: workload_run.c ---- */

typedef struct workload_time {
    double nanoseconds[WAYS]; /* a call with all units, the median */
    /* stock / pass and hand / pass, each the median of the quotients of single rounds */
    double gain, hand;
} workload_time;

typedef struct workload_result {
    /* total: all functions one after the other */
    workload_time time[WORKLOAD_FUNCTIONS_MAX], total;
    char trouble[512]; /* "": all ways gave the same; else what differs, or cannot be loaded */
} workload_result;

/* Loads the pair's three objects, compares their results on the same data and measures them in
 * turn. To be called in a process that may crash. units: of each function; rounds: odd, 0: only
 * compares. */
void workload_run(const workload_pair *p, unsigned units, unsigned rounds, unsigned seed,
                  workload_result *out);

#endif

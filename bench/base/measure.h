// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* measure.h - many functions compiled and counted, several to a module, in processes of their own.
 *
 * LLVM may crash on a function, or take hours: such a function has no count, and costs no other
 * function its own. */
#ifndef LANESMITH_BENCH_MEASURE_H
#define LANESMITH_BENCH_MEASURE_H

#include "lowerings/measure/codegen.h"

typedef struct measure_job {
    const target *target;
    const char *name;    /* of the function; another one for each job */
    const char *ir;      /* its definition */
    const char *decls;   /* the declarations that it needs, a line each; "" */
    codegen_count count; /* out */
    const char *failure; /* out: NULL, or why there is no count */
} measure_job;

/* Fills count or failure of every job; texts are in mem. what: for the line that shows the
 * progress. LS_ENV, said on stderr, when no process can be made. */
ls_status measure_all(measure_job *jobs, unsigned count, unsigned processes, const char *what,
                      arena *mem);

#endif

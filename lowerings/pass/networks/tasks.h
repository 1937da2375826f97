// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tasks.h - what a plan comes to, register by register: shuffles and operations. */
#ifndef LANESMITH_PASS_TASKS_H
#define LANESMITH_PASS_TASKS_H

#include "network.h"

enum { TASK_LANES = 1 << SEARCH_LANES };

/* What is made of the same registers. */
typedef struct task {
    bool done;
    unsigned nin, *in, nout, *out; /* registers */
    /* a shuffle: which lane of both sources, side by side, each lane of each result is of */
    unsigned (*mask)[TASK_LANES];
    /* else the operations of a stage, and the threads in the lanes; `in` are its slots */
    const stage *stage;
    unsigned threads[TASK_LANES];
} task;

typedef struct tasks {
    unsigned lanes;  /* of a register */
    unsigned leaves; /* registers 0 to leaves - 1 are read, in the order of their addresses */
    unsigned nregisters, count;
    task *task;
    unsigned *maker;  /* the task that makes a register, plus one */
    unsigned *result; /* the registers of the results, in the order of their addresses */
} tasks;

/* False where an element is not where the plan's next step needs it. All is in the network's arena.
 */
bool tasks_find(const network *n, const search_plan *plan, tasks *t);

#endif

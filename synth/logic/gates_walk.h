// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* gates_walk.h - one level of the search for chains of gates: every chain of so many gates, on
 * several threads. */
#ifndef LANESMITH_GATES_WALK_H
#define LANESMITH_GATES_WALK_H

#include "gate.h"

/* What is looked for: chains that make all targets, or, with class_of, a chain for each class. */
typedef struct gates_job {
    unsigned n, level;
    const uint64_t *target; /* distinct, normal, none of them 0 or an input; at most `level` many */
    unsigned ntargets;
    const uint8_t *class_of; /* class of normal function f at f / 2; NULL when targets are given */
    unsigned nclasses;
    const gates_options *o;
} gates_job;

/* A chain for the targets, or for a class. It has no outputs yet; the values are those of its
 * functions. */
typedef struct gates_hit {
    /* in which it was met, on however many threads; GATES_NO_HIT when there is none */
    uint64_t order;
    gates_chain chain;
    uint64_t value[GATES_INPUTS_MAX + GATES_MAX];
} gates_hit;
#define GATES_NO_HIT UINT64_MAX

/* Requires: every lower level is complete and missed what this one looks for: only then may chains
 * that a lower level would have met be left out. hits: one for the targets, or one a class; their
 * order must be set, hits that are there stay. With targets the level ends at the first hit.
 * Returns the number of gates computed. */
uint64_t gates_walk_level(const gates_job *job, gates_hit *hits);

#endif

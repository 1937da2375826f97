// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* job_propose.h - what the engines propose for a job: into a pool, judged later. */
#ifndef LANESMITH_SYNTH_JOB_PROPOSE_H
#define LANESMITH_SYNTH_JOB_PROPOSE_H

#include "job_inside.h"
#include "synth/problem/chain.h"

/* Where an engine puts its programs. */
typedef struct proposer {
    pool *pool;
    const char *engine;
    const grammar *g;
    const op *op;
} proposer;

/* Adds a program of an enumeration. context: a proposer. */
void job_take_chain(void *context, const chain *x);
/* Instructions of the pool's shortest program that the grammar's target has; 0: none. */
unsigned job_shortest(const pool *p, const grammar *g);
/* By the enumerating engines, and those that start from their programs. *bound: of the core
 * tier. */
void job_propose(const search_context *w, const grammar *g, const problem *p, synth_effort effort,
                 const struct seeds *seeds, pool *out, exhaust_result *bound);
/* What rules give for the classes of a family. */
void job_propose_by_rules(const search_context *w, const cell *first, unsigned f, const target *t,
                          pool *out);
/* The operation as LLVM itself lowers it, so that no cell need be worse than that; and the other
 * ways that are left to LLVM. */
void job_propose_forms(const search_context *w, const cell *first, unsigned f, pool *out);
/* What the engine for permutations gives for the classes of a family. */
void job_propose_by_shuffle(const search_context *w, const cell *first, unsigned f, const target *t,
                            synth_effort effort, pool *out, diags *d);
/* The shortest vector programs, for general registers. */
void job_propose_through_vector(job *j, const op *o, unsigned width, const struct seeds *seeds,
                                unsigned f, const target *t, pool *out);
/* Programs of a few instructions, in each tier that is searched for them. before: by tier, the
 * grammar of an earlier target, in which nothing new is found. */
void job_propose_first(job *j, const problem *p, unsigned f, const target *t, synth_effort effort,
                       pool *out, const grammar *before[GRAMMAR_TIERS]);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* efforts.h - how far jobs search, by effort. */
#ifndef LANESMITH_SYNTH_EFFORTS_H
#define LANESMITH_SYNTH_EFFORTS_H

#include "search.h"
#include "synth/problem/grammar.h"

/* Levels and image operations of the searches: for bounds, for programs; levels of the tiers'
 * bounds, without and with three-input tables. */
typedef struct effort_limits {
    unsigned level, table_level;
    uint64_t bound_work, program_work;
    unsigned tier_level[GRAMMAR_TIERS], tier_table_level[GRAMMAR_TIERS];
    unsigned goals; /* that the engine shuffle may expand */
} effort_limits;
extern const effort_limits efforts[SYNTH_EFFORT_COUNT];

/* The level of a tier's bound; 0: it is not searched. */
unsigned efforts_level(synth_effort effort, grammar_tier tier, bool tables);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* efforts.c - how far jobs search, by effort: read where grammars are made (context.c), and where
 * engines are called (job.c, job_propose.c). */
#include "efforts.h"

const char *const synth_effort_names[SYNTH_EFFORT_COUNT] = {"quick", "normal", "long"};

const effort_limits efforts[SYNTH_EFFORT_COUNT] = {
    [SYNTH_QUICK] = {.goals = 300,
                     .level = 5,
                     .table_level = 2,
                     .bound_work = 40000000,
                     .program_work = 40000000},
    [SYNTH_NORMAL] = {.goals = 1000,
                      .level = 8,
                      .table_level = 3,
                      .bound_work = 3000000000,
                      .program_work = 600000000,
                      .tier_level = {[GRAMMAR_VARIED] = 4},
                      .tier_table_level = {[GRAMMAR_VARIED] = 3}},
    [SYNTH_LONG] = {.goals = 10000,
                    .level = 8,
                    .table_level = 4,
                    .bound_work = 10000000000,
                    .program_work = 2000000000,
                    .tier_level = {[GRAMMAR_ORDERED] = 5,
                                   [GRAMMAR_VARIED] = 5,
                                   [GRAMMAR_MIDDLE] = 5,
                                   [GRAMMAR_FULL] = 4},
                    .tier_table_level = {[GRAMMAR_CORE] = 5,
                                         [GRAMMAR_ORDERED] = 5,
                                         [GRAMMAR_VARIED] = 4,
                                         [GRAMMAR_MIDDLE] = 5,
                                         [GRAMMAR_FULL] = 4}},
};

unsigned efforts_level(synth_effort effort, grammar_tier tier, bool tables)
{
    return tables ? efforts[effort].tier_table_level[tier] : efforts[effort].tier_level[tier];
}

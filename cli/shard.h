// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* shard.h - `synth --shard K/N`: one of N disjoint parts of the chosen cells. */
#ifndef LANESMITH_CLI_SHARD_H
#define LANESMITH_CLI_SHARD_H

#include "spec/cell.h"

enum { SHARDS_MAX = 10000 };

typedef struct shard {
    unsigned which, of; /* 1 <= which <= of <= SHARDS_MAX; of 0: everything */
} shard;

/* "2/8". LS_INPUT after a message when it is none; NULL is everything. */
ls_status shard_parse(shard *out, const char *command, const char *word);
/* The shard's cells of all[0..total), in their order, in mem; returns how many. The same cells give
 * the same parts, whatever has been searched. Requires: all is in the order of cell_compare. */
unsigned shard_take(const shard *x, const spec *s, const cell *all, unsigned total, arena *mem,
                    cell **out);

#endif

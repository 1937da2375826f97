// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* stats.c - prints what was counted. Called by plugin.cpp and opt.c. */
#include "stats.h"

void lanesmith_print_stats(const lanesmith_stats *stats, FILE *out)
{
#define X(name, text) \
    if (stats->name) fprintf(out, "%8u lanesmith - %s\n", stats->name, text);
    LANESMITH_STATS(X)
#undef X
}

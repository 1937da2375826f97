// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_way.h - ways to make a goal of labels: one step back, or a few that belong together. */
#ifndef LANESMITH_PERMUTE_WAY_H
#define LANESMITH_PERMUTE_WAY_H

#include "permute_list.h"

/* The steps back from g, of one move or of a few that belong together. Splits have a list of their
 * own, since what they are worth shows only when their parts are looked at. */
void way_collect(const permute *p, const labels *g, ways *all, ways *splits);
/* A shift that brings bit i + k to bit i wherever bit number k of i is 0 (up: i to i + k). */
const mover *way_find_shift(const permute *p, int shift);

#endif

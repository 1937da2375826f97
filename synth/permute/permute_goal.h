// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_goal.h - what a goal of labels asks for, and how far it looks from the inputs. */
#ifndef LANESMITH_PERMUTE_GOAL_H
#define LANESMITH_PERMUTE_GOAL_H

#include "permute_inside.h"
#include "permute_nodes.h"

/* LABEL_NONE: equal to nothing that a goal asks for */
enum { LABEL_NONE = -2, DISTANCES_MAX = 96 };

/* Of a label above zero: the input, and its bit. */
static inline int goal_source_of(const permute *p, label l) { return (l - 1) >> p->log_bits; }
static inline int goal_place_of(const permute *p, label l)
{
    return (l - 1) & (int)(p->m->bits - 1);
}

/* Asks that bit i of a goal be l as well. */
static inline bool goal_demand(labels *g, unsigned i, label l)
{
    if (l == LABEL_FREE || g->at[i] == l) return true;
    if (g->at[i] != LABEL_FREE) return false;
    g->at[i] = l;
    return true;
}

/* the input that meets the goal; -1: none */
int goal_match_input(const permute *p, const labels *g);
/* the only input of its labels; -1 when there are several */
int goal_only_source(const permute *p, const labels *g);
bool goal_has_zero(const permute *p, const labels *g);
bool goal_is_blank(const permute *p, const labels *g); /* it asks for no bit of an input */
bool goal_is_same(const permute *p, const labels *a, const labels *b);
/* [DISTANCES_MAX]: pairs of input and distance; their number */
unsigned goal_collect_distances(const permute *p, const labels *g, int *out);
int goal_distance(const permute *p, const labels *g); /* how far it looks from the inputs */
/* the same where that is below limit, else at least limit */
int goal_distance_below(const permute *p, const labels *g, int limit);
void goal_clear(const permute *p, labels *g);
void goal_of_input(const permute *p, unsigned x, labels *out);
bool goal_join(const permute *p, labels *a, const labels *b);

#endif

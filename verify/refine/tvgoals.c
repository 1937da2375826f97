// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvgoals.c - lists of goals. Called by tvcompare.c, which states them, and tv.c. */
#include "tvgoals.h"

void tv_goals_add(tv_goals *g, tv_goal goal)
{
    if (term_get_op(g->c, goal.bad) == TERM_FALSE) return;
    if (g->count == g->cap)
        g->goal = mem_grow(g->goal, g->cap = g->cap ? 2 * g->cap : 64, sizeof *g->goal);
    g->goal[g->count++] = goal;
}

void tv_goals_equate(tv_goals *g, term first, term second)
{
    if (first == second) return;
    if (g->nequations == g->equations_cap)
        g->equation = mem_grow(g->equation,
                               g->equations_cap = g->equations_cap ? 2 * g->equations_cap : 64,
                               sizeof *g->equation);
    g->equation[g->nequations++] = (tv_equation){first, second};
}

void tv_goals_free(tv_goals *g)
{
    mem_free(g->goal);
    mem_free(g->equation);
    arena_free(&g->mem);
    *g = (tv_goals){0};
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_list.c - lists of ways to make a goal: those that look least far are kept. permute_way.c
 * and permute_choice.c fill them. */
#include "permute_list.h"

#include <limits.h>

#include "permute_goal.h"

static void copy_way(const permute *p, way *to, const way *from)
{
    memcpy(to, from, offsetof(way, goal));
    for (unsigned i = 0; i < from->ngoals; i++)
        memcpy(to->goal[i].at, from->goal[i].at, p->m->bits * sizeof(label));
}

void list_offer(const permute *p, ways *all, way *w)
{
    unsigned at = all->count;
    int most = at == all->max ? all->at[at - 1].far : INT_MAX;
    w->far = w->cost;
    for (unsigned i = 0; i < w->ngoals && w->far < most; i++)
        w->far += w->near ? 1 : goal_distance_below(p, &w->goal[i], most - w->far);
    if (w->far >= most) return;
    if (at < all->max) all->count++;
    else at--;
    for (; at && all->at[at - 1].far > w->far; at--) copy_way(p, &all->at[at], &all->at[at - 1]);
    copy_way(p, &all->at[at], w);
}

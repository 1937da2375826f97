// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* reach.c - the bounds of the database that are of all described instructions. */
#include "reach.h"

#include <string.h>

#include "cli/app/bounds.h"
#include "synth/run/permutations.h"
#include "synth/solver/single.h"

struct reach {
    db_bound *list;
    unsigned count;
    tier_texts full;
};

ls_status reach_open(reach **out, app *a)
{
    reach *r = *out = mem_alloc(1, sizeof *r);
    tier_texts_open(&r->full, a->spec, GRAMMAR_FULL);
    return app_report(a, db_list_bounds(a->db, a->spec, false, &a->mem, &r->list, &r->count));
}

void reach_close(reach *r)
{
    tier_texts_close(&r->full);
    mem_free(r);
}

static bool is_of_all(reach *r, const db_bound *b)
{
    if (strstr(b->grammar, PERMUTATIONS_CONSTANTS)) return false; /* which end as the others do */
    return strstr(b->grammar, SINGLE_CONSTANTS) || tier_texts_match(&r->full, &b->cell, b->grammar);
}

unsigned reach_of(reach *r, const cell *c)
{
    unsigned best = 0;
    for (unsigned i = bounds_find(r->list, r->count, c);
         i < r->count && !cell_compare(&r->list[i].cell, c); i++)
        if (r->list[i].insns > best && is_of_all(r, &r->list[i])) best = r->list[i].insns;
    return best;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_one_step.c - goals that one move makes of inputs: ways that end there come first, and
 * permute.c ends a program with one. */
#include "permute_one_step.h"

#include <string.h>

#include "permute_constant.h"
#include "permute_goal.h"
#include "permute_index.h"

/* Whether the mover, a choice, makes the goal of the inputs in from. first: a bit of the goal that
 * is labelled. */
static bool chooses_inputs(const permute *p, const labels *g, unsigned first, one_step *out)
{
    const labels *x[2] = {&p->index.input[out->from[0]], &p->index.input[out->from[1]]};
    memset(out->konst, 0, sizeof out->konst);
    return constant_choose_value(p, out->m, first / out->m->unit, g, x) >= 0 &&
           constant_chooses_all(p, out->m, g, x, out->konst);
}

/* The same for some two inputs. */
static bool chooses_two_inputs(const permute *p, const labels *g, unsigned first, one_step *out)
{
    for (out->from[0] = 0; out->from[0] < p->ninputs; out->from[0]++)
        for (out->from[1] = 0; out->from[1] < p->ninputs; out->from[1]++)
            if (out->from[0] != out->from[1] && chooses_inputs(p, g, first, out)) return true;
    return false;
}

/* Whether an extract or a deposit makes the goal of the only input that it asks for. */
static bool picks_input(const permute *p, const labels *g, one_step *out)
{
    out->m = p->index.deposit;
    if (out->m && constant_deposits(p, g, out->konst)) return true;
    memset(out->konst, 0, sizeof out->konst);
    out->m = p->index.extract;
    return out->m && constant_extracts(p, g, out->konst);
}

bool one_step_find(const permute *p, const labels *g, one_step *out)
{
    unsigned first = 0;
    while (first < p->m->bits && g->at[first] < 1) first++;
    if (first == p->m->bits || goal_match_input(p, g) >= 0) return false;
    unsigned source = (unsigned)goal_source_of(p, g->at[first]);
    bool one = goal_only_source(p, g) >= 0;
    const mover *simple = one ? index_find_simple(p, g, source, first) : NULL,
                *end = simple ? simple : p->m->movers + p->m->nmovers;
    for (unsigned i = 0; i < p->index.nchoices && p->index.choice[i] < end; i++) {
        out->m = p->index.choice[i];
        out->from[0] = source;
        out->from[1] = 0;
        if ((out->m->nvars == 1) != one) continue;
        if (one ? chooses_inputs(p, g, first, out) : chooses_two_inputs(p, g, first, out))
            return true;
    }
    *out = (one_step){.m = simple, .from = {source}};
    if (simple) memcpy(out->konst, simple->konst, sizeof simple->konst);
    return simple || (one && picks_input(p, g, out));
}

int one_step_add(permute *p, const one_step *s)
{
    return permute_add_mover(p, s->m, (int)s->from[0], s->m->nvars == 2 ? (int)s->from[1] : -1,
                             s->konst);
}

bool one_step_makes(const permute *p, const labels *g)
{
    one_step s;
    return one_step_find(p, g, &s);
}

bool two_steps_make(const permute *p, const labels *g)
{
    labels before[2];
    labelled bits = labelled_bits(p, g);
    for (unsigned i = 0; i < p->m->nmovers; i++) {
        const mover *m = &p->m->movers[i];
        if (m->kind == MOVER_PURE && m->shift && leaves(p, m, &bits) &&
            index_pull_back(p, m, g, before) && one_step_makes(p, &before[0]))
            return true;
    }
    return false;
}

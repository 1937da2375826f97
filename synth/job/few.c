// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* few.c - limits of the enumeration for first programs.
 *
 * Its grammars have few members, so a level is cheap at any width; wide fields are drawn
 * (problem.h). Called by job.c. */
#include "few.h"

#include "synth/rules/definition.h"

/* Levels of the searches, in vector registers and in general ones. Budgets are counted in image
 * operations. */
static const struct {
    unsigned vector[GRAMMAR_TIERS], general[GRAMMAR_TIERS];
    uint64_t work;
} efforts[SYNTH_EFFORT_COUNT] = {
    [SYNTH_QUICK] = {{[GRAMMAR_CORE] = 3, [GRAMMAR_VARIED] = 2, [GRAMMAR_WIDE] = 1},
                     {[GRAMMAR_CORE] = 3, [GRAMMAR_FULL] = 2}, 30000000},
    [SYNTH_NORMAL] = {{[GRAMMAR_CORE] = 4, [GRAMMAR_VARIED] = 3, [GRAMMAR_WIDE] = 2},
                      {[GRAMMAR_CORE] = 4, [GRAMMAR_FULL] = 2}, 300000000},
    [SYNTH_LONG] = {{[GRAMMAR_CORE] = 5, [GRAMMAR_VARIED] = 4, [GRAMMAR_WIDE] = 3},
                    {[GRAMMAR_CORE] = 5, [GRAMMAR_FULL] = 3}, 10000000000},
};
/* Programs that agree on what a search looks at and are wrong. */
enum { WRONG_MAX = 2000, PROGRAMS = 16 };

unsigned few_levels(synth_effort effort, const regclass *family, grammar_tier tier)
{
    return family->vector ? efforts[effort].vector[tier] : efforts[effort].general[tier];
}

exhaust_options few_options(synth_effort effort, const problem *p, grammar_tier tier)
{
    return (exhaust_options){.max_level = few_levels(effort, p->cls, tier),
                             .tables_inside = true,
                             .max_work = efforts[effort].work,
                             .max_wrong = WRONG_MAX,
                             .max_solutions = PROGRAMS,
                             .images = problem_images(p)};
}

static void explain_search(const few_end *e, strbuf *out)
{
    static const char *const words[] = {[EXHAUST_COMPLETE] = "",
                                        [EXHAUST_WORK] = ", then its budget ended",
                                        [EXHAUST_MEMORY] = ", then its memory ended",
                                        [EXHAUST_TIME] = ", then its time ended"};
    strbuf_printf(out, "; no program of fewer than %u instructions among %u members%s", e->bound,
                  e->members, words[e->end]);
    if (e->wrong) strbuf_printf(out, " (%u were wrong)", e->wrong);
}

void few_explain(const cell *c, const few_end ends[GRAMMAR_TIERS], strbuf *out)
{
    arena mem = {0};
    rule unused[DEFINITION_RULES_MAX];
    const char *why;
    bool any = false;
    if (definition_rules(c->op, c->w, &mem, unused, &why))
        strbuf_puts(out, "; of its definition some operator has no program here");
    else strbuf_printf(out, "; its definition makes no rule: %s", why);
    for (unsigned tier = 0; tier < GRAMMAR_TIERS; tier++) {
        any |= ends[tier].members > 0;
        if (ends[tier].members) explain_search(&ends[tier], out);
    }
    if (!any)
        strbuf_puts(out, "; not enumerated: fields of vectors that cross lanes, or depend on each "
                         "other");
    arena_free(&mem);
}

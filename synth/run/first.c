// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* first.c - first programs for cells that have none.
 *
 * The jobs are those of the search (job.c), with two differences. The rules of the specification
 * have company: the definition of each operation, as a rule (definition.h). And few instructions are
 * enumerated at every width, in grammars of few members; wide fields are drawn (problem.h). */
#include "first.h"

#include <string.h>

#include "schedule.h"
#include "synth/rules/definition.h"

/* Levels of the searches, in vector registers and in general ones. Budgets are counted in image
 * operations. */
static const struct {
    unsigned vector[GRAMMAR_TIERS], general[GRAMMAR_TIERS];
    uint64_t work;
} efforts[SYNTH_EFFORT_COUNT] = {
    [SYNTH_QUICK] = {{[GRAMMAR_CORE] = 3, [GRAMMAR_VARIED] = 2},
                     {[GRAMMAR_CORE] = 3, [GRAMMAR_FULL] = 2}, 30000000},
    [SYNTH_NORMAL] = {{[GRAMMAR_CORE] = 4, [GRAMMAR_VARIED] = 3},
                      {[GRAMMAR_CORE] = 4, [GRAMMAR_FULL] = 2}, 300000000},
    [SYNTH_LONG] = {{[GRAMMAR_CORE] = 5, [GRAMMAR_VARIED] = 4},
                    {[GRAMMAR_CORE] = 5, [GRAMMAR_FULL] = 3}, 10000000000},
};
/* Programs that agree on what a search looks at and are wrong. */
enum { WRONG_MAX = 2000, PROGRAMS = 16 };

unsigned first_levels(synth_effort effort, const regclass *family, grammar_tier tier)
{
    return family->vector ? efforts[effort].vector[tier] : efforts[effort].general[tier];
}

exhaust_options first_options(synth_effort effort, const problem *p, grammar_tier tier)
{
    return (exhaust_options){.max_level = first_levels(effort, p->cls, tier),
                             .max_work = efforts[effort].work,
                             .max_wrong = WRONG_MAX,
                             .max_solutions = PROGRAMS,
                             .images = problem_images(p)};
}

/* Changes whenever what is found changes. */
static const char version[] = "first 1";

void first_search_key(const spec *s, const cell *c, synth_effort effort, char out[HASH_TEXT])
{
    strbuf text = {0};
    char search[HASH_TEXT];
    synth_search_key(s, c, effort, search);
    strbuf_printf(&text, "%s\n%s\n%s\n", version, synth_effort_names[effort], search);
    hash_text(text.s, out);
    strbuf_free(&text);
}

static bool is_same_job(const cell *a, const cell *b) { return a->op == b->op && a->w == b->w; }

/* The specification with the definitions of the cells' operations as rules behind its own. */
static spec add_definitions(const spec *s, const cell *cells, unsigned count, arena *mem)
{
    spec out = *s;
    out.rules = arena_new(mem, s->nrules + DEFINITION_RULES_MAX * (size_t)count + 1, rule);
    if (s->nrules) memcpy(out.rules, s->rules, s->nrules * sizeof *s->rules);
    for (unsigned i = 0; i < count; i++) {
        const char *why;
        if (i && is_same_job(&cells[i], &cells[i - 1])) continue;
        out.nrules += definition_rules(cells[i].op, cells[i].w, mem, out.rules + out.nrules, &why);
    }
    return out;
}

static void explain_search(const first_end *e, strbuf *out)
{
    static const char *const words[] = {[EXHAUST_COMPLETE] = "",
                                        [EXHAUST_WORK] = ", then its budget ended",
                                        [EXHAUST_MEMORY] = ", then its memory ended",
                                        [EXHAUST_TIME] = ", then its time ended"};
    strbuf_printf(out, "; no program of fewer than %u instructions among %u members%s", e->bound,
                  e->members, words[e->end]);
    if (e->wrong) strbuf_printf(out, " (%u were wrong)", e->wrong);
}

void first_explain(const cell *c, const first_end ends[GRAMMAR_TIERS], strbuf *out)
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

ls_status first_run(const spec *s, const cell *cells, unsigned count, const synth_options *o,
                    const synth_sink *sink, diags *d)
{
    arena mem = {0};
    if (!count) return LS_OK;
    spec more = add_definitions(s, cells, count, &mem);
    synth_options alone = *o; /* which cells of other shards have no program is not known here */
    alone.whole = NULL;
    ls_status rc = schedule_run(&more, true, cells, count, &alone, sink, d);
    arena_free(&mem);
    return rc;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* first.c - first programs for cells that have none.
 *
 * The jobs are those of the search (job.c), with two differences. Behind the rules of the
 * specification stand the definitions of the operations, as rules (definition.h). And few
 * instructions are enumerated at every width (few.h). */
#include "first.h"

#include <string.h>

#include "schedule.h"
#include "synth.h"
#include "synth/rules/definition.h"

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

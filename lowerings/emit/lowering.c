// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* lowering.c - names of lowerings, and their stories.
 *
 * Everything that is written about a lowering, in whatever language, is made here once: its name,
 * and the story (meaning, program, cost, proof) that stands above it. Called by the other files of
 * emit/.
 *
 * Invariant: output depends on the arguments only, never on addresses or the environment, so the
 * same lowerings give the same bytes. */
#include "lowering.h"

#include <string.h>

#include "emit_text.h"
#include "spec/engine.h"

/* ---- names ---- */

void lowering_print_cell(const cell *c, strbuf *out)
{
    emit_identifier(c->op->name, out);
    strbuf_printf(out, "_%u_", c->w);
    emit_identifier(c->cls->name, out);
}

void lowering_print_name(const cell *c, strbuf *out)
{
    strbuf_puts(out, "lanesmith_");
    lowering_print_cell(c, out);
    strbuf_puts(out, "_");
    emit_identifier(c->target->name, out);
}

/* ---- the story ---- */

static const char *plural(unsigned n) { return n == 1 ? "" : "s"; }

static void story_meaning(const lowering *l, const char *prefix, strbuf *out)
{
    const cell *c = &l->cell;
    bool doc = c->op->doc && *c->op->doc;
    emit_comment(out, prefix, "%s on %u fields of %u bit%s in %s%s%s", c->op->name, cell_fields(c),
                 c->w, plural(c->w), c->cls->name, doc ? ": " : "", doc ? c->op->doc : "");
}

static void story_program(const lowering *l, const char *prefix, strbuf *out)
{
    strbuf text = {0};
    prog_print(&l->prog, &text);
    for (const char *line = strbuf_text(&text); *line;) {
        size_t n = strcspn(line, "\n");
        emit_comment(out, prefix, "    %.*s", (int)n, line);
        line += n + (line[n] == '\n');
    }
    strbuf_free(&text);
}

static void story_cost(const lowering *l, const char *prefix, strbuf *out)
{
    const cost *k = &l->cost;
    emit_comment(out, prefix,
                 "cost: %u instruction%s, %u micro-operation%s, %.2f cycles throughput, %.0f "
                 "cycles latency, "
                 "%u constant%s, %u bytes",
                 k->insns, plural(k->insns), k->uops, plural(k->uops), k->rthroughput, k->latency,
                 k->consts, plural(k->consts), k->bytes);
}

static void story_proof(const lowering *l, const char *prefix, strbuf *out)
{
    char bound[32] = "";
    if (l->bound >= 0) snprintf(bound, sizeof bound, ", bound %d", l->bound);
    bool found = l->engine && *l->engine;
    emit_comment(out, prefix, "status: %s%s%s%s", l->status ? l->status : "best found", bound,
                 found ? ", found by " : "", found ? engine_name(l->engine) : "");
    if (l->obligation && *l->obligation)
        emit_comment(out, prefix, "proved: obligation %s%s%s", l->obligation,
                     l->solver ? " by " : "", l->solver ? l->solver : "");
}

void lowering_print_story(const lowering *l, const char *prefix, strbuf *out)
{
    story_meaning(l, prefix, out);
    story_program(l, prefix, out);
    story_cost(l, prefix, out);
    story_proof(l, prefix, out);
}

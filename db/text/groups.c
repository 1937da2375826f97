// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* groups.c - what is said of one operation on one target, as text for digests.
 *
 * Digests are signed (db/attested), so these forms must not change: they do not follow the form of
 * the texts in git, but are what a dump of version 1 had. docs/trust.md says what a digest covers.
 * The text depends on what is stored and on nothing else: no times, no row numbers; cells in the
 * order of cell_compare, versions in order of declaration. */
#include "text.h"

#include <string.h>

/* ---- meanings ---- */

static bool same_text(const char *a, const char *b) { return a == b || !strcmp(a, b); }

/* instrs: NULL where none is named. */
static void put_meanings(const spec *s, const db_group *g, const bool *ops, const bool *instrs,
                         strbuf *out)
{
    for (unsigned i = 0; i < s->nops; i++)
        if (ops[i]) strbuf_printf(out, "operation %s %s\n", s->ops[i].name, g->op_hash[i]);
    for (unsigned i = 0, n = instrs ? spec_all_instrs(s) : 0; i < n; i++) {
        if (!instrs[i]) continue;
        const instr *in = spec_instr(s, i);
        strbuf_printf(out, "instruction %s %s %s\n", in->name, in->result->name,
                      g->instr_hash[i]);
    }
}

/* The preamble of a group's text: what it is about, and which meanings its rows were found with. */
static void begin_group(const spec *s, const db_group *g, const char *what, bool with_programs,
                        strbuf *out)
{
    bool *ops = mem_alloc(s->nops + 1, sizeof *ops);
    bool *instrs = mem_alloc(spec_all_instrs(s) + 1, sizeof *instrs);
    strbuf_printf(out, "%s %s %s cpu %s\n", what, g->op->name, g->target->name, g->target->cpu);
    ops[g->op->index] = true;
    for (unsigned i = 0; with_programs && i < g->nlowerings; i++)
        db_mark_named_instrs(s, g->target, g->lowerings[i].text, instrs);
    put_meanings(s, g, ops, with_programs ? instrs : NULL, out);
    mem_free(ops);
    mem_free(instrs);
}

/* ---- lowerings ---- */

/* Lines of text under an indentation; an empty line stays empty. */
static void put_indented(strbuf *out, const char *text, const char *indent)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        if (n) strbuf_printf(out, "%s%.*s", indent, (int)n, text);
        strbuf_puts(out, "\n");
        text += n + (text[n] == '\n');
    }
}

#define PUT_u(out, x) strbuf_printf(out, "%u", x)
#define PUT_f(out, x) text_put_double(out, x)

static void put_cost(strbuf *out, const cost *c)
{
    strbuf_puts(out, "  cost");
#define X(member, how)                                                                             \
    strbuf_puts(out, " " #member "=");                                                             \
    PUT_##how(out, c->member);
    COST_FIELDS(X)
#undef X
    strbuf_puts(out, "\n");
}

static void put_proof(strbuf *out, const char *subject, const db_proof *p)
{
    if (!p->obligation[0]) return;
    strbuf_printf(out, "  proof %s %s chunk=%u obligation=%s solver=%s\n", subject, p->answer,
                  p->chunk, p->obligation, p->solver);
}

static void put_lowering(strbuf *out, const db_lowering *l, bool with_proofs)
{
    strbuf_printf(out, "  engine %s\n", l->engine);
    put_cost(out, &l->cost);
    if (with_proofs) put_proof(out, "program", &l->program);
    if (with_proofs) put_proof(out, "ir", &l->ir);
    strbuf_puts(out, "  program\n");
    put_indented(out, l->text, "    ");
    if (!l->parent || !*l->parent) return;
    strbuf_puts(out, "  parent\n");
    put_indented(out, l->parent, "    ");
}

static void put_cell_name(strbuf *out, const cell *c)
{
    strbuf_printf(out, "cell %u %s\n", c->w, c->cls->name);
}

void db_print_lowerings(const spec *s, const db_group *g, strbuf *out)
{
    begin_group(s, g, "lowerings", true, out);
    for (unsigned i = 0; i < g->nlowerings; i++) {
        put_cell_name(out, &g->lowerings[i].cell);
        put_lowering(out, &g->lowerings[i], g->with_proofs);
        strbuf_printf(out, "  emitted %s\n", g->lowerings[i].ir_text);
    }
}

/* ---- bounds and marks ---- */

static const db_meanings *meanings_of(const spec *s, const db_group *g, const char *grammar)
{
    for (const db_meanings *x = *g->memo; x; x = x->next)
        if (x->target == g->target && same_text(x->grammar, grammar)) return x;
    strbuf text = {0};
    bool *marks = mem_alloc(spec_all_instrs(s) + 1, sizeof *marks);
    db_mark_named_instrs(s, g->target, grammar, marks);
    for (unsigned i = 0; i < spec_all_instrs(s); i++)
        if (marks[i])
            strbuf_printf(&text, "%s %s %s\n", spec_instr(s, i)->name,
                          spec_instr(s, i)->result->name, g->instr_hash[i]);
    db_meanings *x = arena_new(g->mem, 1, db_meanings);
    *x = (db_meanings){.next = *g->memo, .target = g->target, .grammar = grammar};
    hash_text(grammar, x->hash);
    hash_text(strbuf_text(&text), x->meanings);
    *g->memo = x;
    mem_free(marks);
    strbuf_free(&text);
    return x;
}

void db_print_bounds(const spec *s, const db_group *g, strbuf *out)
{
    strbuf_printf(out, "bounds %s %s cpu %s\noperation %s\n", g->op->name, g->target->name,
                  g->target->cpu, g->op_hash[g->op->index]);
    for (unsigned i = 0; i < g->nbounds; i++) {
        const db_bound *b = &g->bounds[i];
        const db_meanings *m = meanings_of(s, g, b->grammar);
        put_cell_name(out, &b->cell);
        strbuf_printf(out, "  bound %u candidates=%llu engine=%s grammar=%s meanings=%s\n",
                      b->insns, (unsigned long long)b->candidates, b->engine, m->hash, m->meanings);
    }
}

void db_print_marks(const spec *s, const db_group *g, strbuf *out)
{
    begin_group(s, g, "searched", false, out);
    for (unsigned i = 0; i < g->nmarks; i++) {
        put_cell_name(out, &g->marks[i].cell);
        strbuf_printf(out, "  searched %s\n", g->marks[i].key);
    }
}

/* ---- groups of the database ---- */

/* The rows of a target, in the order of the text. */
static ls_status list_rows(db *d, const spec *s, const target *t, arena *mem, db_group *all)
{
    *all = (db_group){.target = t, .op_hash = d->now.op, .instr_hash = d->now.instr};
    ls_status rc = db_list_lowerings(d, s, t, DB_KEPT, mem, &all->lowerings, &all->nlowerings);
    if (rc == LS_OK) rc = db_list_target_bounds(d, s, t, mem, &all->bounds, &all->nbounds);
    return rc == LS_OK ? db_list_searched(d, t, mem, &all->marks, &all->nmarks) : rc;
}

/* How many of the rows from *at on are of the operation: the lists are sorted by operation first.
 */
#define TAKE_ROWS(list, count, at, o, n)                                                           \
    for (n = 0; at + n < count && list[at + n].cell.op == o; n++) {                                \
    }

ls_status db_list_groups(db *d, const spec *s, const target *t, arena *mem, db_group **out,
                         unsigned *count)
{
    db_group all;
    unsigned i = 0, j = 0, k = 0;
    db_meanings **memo = arena_new(mem, 1, db_meanings *);
    *count = 0;
    *out = arena_new(mem, s->nops + 1, db_group);
    ls_status rc = list_rows(d, s, t, mem, &all);
    for (unsigned o = 0; rc == LS_OK && o < s->nops; o++) {
        db_group g = {.op = &s->ops[o],
                      .target = t,
                      .op_hash = all.op_hash,
                      .instr_hash = all.instr_hash,
                      .memo = memo,
                      .mem = mem,
                      .lowerings = all.lowerings + i,
                      .bounds = all.bounds + j,
                      .marks = all.marks + k};
        TAKE_ROWS(all.lowerings, all.nlowerings, i, g.op, g.nlowerings)
        TAKE_ROWS(all.bounds, all.nbounds, j, g.op, g.nbounds)
        TAKE_ROWS(all.marks, all.nmarks, k, g.op, g.nmarks)
        i += g.nlowerings;
        j += g.nbounds;
        k += g.nmarks;
        if (g.nlowerings + g.nbounds + g.nmarks) (*out)[(*count)++] = g;
    }
    return rc;
}


// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* dump.c - the winners of one target as text, for review and for git.
 *
 * What it writes, load.c reads; docs/database.md gives the form. The text depends on what is stored and on nothing
 * else: no times, no row numbers; cells in the order of cell_compare, versions in order of declaration, grammars in order of
 * first use. Numbers are written with as few digits as bring the same number back. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct dump {
    const spec *s;
    const target *target;
    strbuf *out;
    arena mem;
    const db_lowering *l; /* two a cell at most: the winner, and one beside it */
    const db_bound *b;
    const db_mark *m;
    const char **grammar; /* the distinct ones, in order of first use */
    unsigned nl, nb, nm, ngrammars;
    const char *const *op_hash, *const *instr_hash;
} dump;

static void put_double(strbuf *out, double x)
{
    char text[32];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, x);
        if (strtod(text, NULL) == x) break;
    }
    strbuf_puts(out, text);
}

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

/* ---- versions and grammars ---- */

static bool same_text(const char *a, const char *b) { return a == b || !strcmp(a, b); }

static void collect_grammars(dump *u)
{
    u->grammar = arena_new(&u->mem, u->nb, const char *);
    for (unsigned i = 0, k; i < u->nb; i++) {
        for (k = 0; k < u->ngrammars && !same_text(u->grammar[k], u->b[i].grammar); k++) {}
        if (k == u->ngrammars) u->grammar[u->ngrammars++] = u->b[i].grammar;
    }
}

static void put_versions(dump *u)
{
    const spec *s = u->s;
    bool *ops = arena_new(&u->mem, s->nops, bool), *instrs = arena_new(&u->mem, spec_all_instrs(s), bool);
    for (unsigned i = 0; i < u->nl; i++) {
        ops[u->l[i].cell.op->index] = true;
        db_mark_named_instrs(s, u->target, u->l[i].text, instrs);
    }
    for (unsigned i = 0; i < u->nb; i++) ops[u->b[i].cell.op->index] = true;
    for (unsigned i = 0; i < u->ngrammars; i++) db_mark_named_instrs(s, u->target, u->grammar[i], instrs);
    for (unsigned i = 0; i < u->nm; i++) ops[u->m[i].cell.op->index] = true;
    for (unsigned i = 0; i < s->nops; i++)
        if (ops[i]) strbuf_printf(u->out, "operation %s %s\n", s->ops[i].name, u->op_hash[i]);
    for (unsigned i = 0; i < spec_all_instrs(s); i++) {
        const instr *in = spec_instr(s, i);
        if (instrs[i])
            strbuf_printf(u->out, "instruction %s %s %s\n", in->name, in->result->name,
                          u->instr_hash[i]);
    }
}

static void put_grammars(dump *u)
{
    char hash[HASH_TEXT];
    for (unsigned i = 0; i < u->ngrammars; i++) {
        hash_text(u->grammar[i], hash);
        strbuf_printf(u->out, "\ngrammar %s\n", hash);
        put_indented(u->out, u->grammar[i], "  ");
        strbuf_puts(u->out, "end\n");
    }
}

/* ---- cells ---- */

#define PUT_u(out, x) strbuf_printf(out, "%u", x)
#define PUT_f(out, x) put_double(out, x)

static void put_cost(strbuf *out, const cost *c)
{
    strbuf_puts(out, "  cost");
#define X(member, how)                                                                                                 \
    strbuf_puts(out, " " #member "=");                                                                                 \
    PUT_##how(out, c->member);
    COST_FIELDS(X)
#undef X
    strbuf_puts(out, "\n");
}

static void put_proof(strbuf *out, const char *subject, const db_proof *p)
{
    if (!p->obligation[0]) return;
    strbuf_printf(out, "  proof %s %s chunk=%u obligation=%s solver=%s\n", subject, p->answer, p->chunk, p->obligation,
                  p->solver);
}

static void put_lowering(strbuf *out, const db_lowering *l)
{
    strbuf_printf(out, "  engine %s\n", l->engine);
    put_cost(out, &l->cost);
    put_proof(out, "program", &l->program);
    put_proof(out, "ir", &l->ir);
    strbuf_puts(out, "  program\n");
    put_indented(out, l->text, "    ");
    if (!l->parent || !*l->parent) return;
    strbuf_puts(out, "  parent\n");
    put_indented(out, l->parent, "    ");
}

static void put_bound(strbuf *out, const db_bound *b)
{
    char hash[HASH_TEXT];
    hash_text(b->grammar, hash);
    strbuf_printf(out, "  bound %u candidates=%llu engine=%s grammar=%s\n", b->insns, (unsigned long long)b->candidates,
                  b->engine, hash);
}

/* The least cell among the next rows of the three lists, or NULL at their end. */
static const cell *next_cell(const dump *u, unsigned i, unsigned j, unsigned k)
{
    const cell *c = i < u->nl ? &u->l[i].cell : NULL;
    if (j < u->nb && (!c || cell_compare(&u->b[j].cell, c) < 0)) c = &u->b[j].cell;
    if (k < u->nm && (!c || cell_compare(&u->m[k].cell, c) < 0)) c = &u->m[k].cell;
    return c;
}

static void put_cells(dump *u)
{
    unsigned i = 0, j = 0, k = 0;
    for (const cell *c; (c = next_cell(u, i, j, k));) {
        strbuf_printf(u->out, "\ncell %s %u %s\n", c->op->name, c->w, c->cls->name);
        unsigned first = i;
        if (i < u->nl && !cell_compare(&u->l[i].cell, c)) put_lowering(u->out, &u->l[i++]);
        while (j < u->nb && !cell_compare(&u->b[j].cell, c)) put_bound(u->out, &u->b[j++]);
        while (k < u->nm && !cell_compare(&u->m[k].cell, c)) strbuf_printf(u->out, "  searched %s\n", u->m[k++].key);
        strbuf_puts(u->out, "end\n");
        if (i == first || i == u->nl || cell_compare(&u->l[i].cell, c)) continue;
        strbuf_printf(u->out, "\nbeside %s %u %s\n", c->op->name, c->w, c->cls->name);
        put_lowering(u->out, &u->l[i++]);
        strbuf_puts(u->out, "end\n");
    }
}

static void take_group(dump *u, const db_group *g)
{
    u->l = g->lowerings;
    u->b = g->bounds;
    u->m = g->marks;
    u->nl = g->nlowerings;
    u->nb = g->nbounds;
    u->nm = g->nmarks;
    u->op_hash = g->op_hash;
    u->instr_hash = g->instr_hash;
}

/* ---- the file ---- */

ls_status db_count_shorter_claims(db *d, const target *t, unsigned *count)
{
    int64_t n = 0;
    ls_status rc = db_get_int(d, STMT_SHORTER_CLAIMS, &n, "t", t->name);
    *count = (unsigned)n;
    return rc;
}

/* The rows of a target, in the order of the text. */
static ls_status list_rows(db *d, const spec *s, const target *t, arena *mem, db_group *all)
{
    *all = (db_group){.target = t, .op_hash = d->now.op, .instr_hash = d->now.instr};
    ls_status rc = db_list_lowerings(d, s, t, DB_KEPT, mem, &all->lowerings, &all->nlowerings);
    if (rc == LS_OK) rc = db_list_target_bounds(d, s, t, mem, &all->bounds, &all->nbounds);
    return rc == LS_OK ? db_list_searched(d, t, mem, &all->marks, &all->nmarks) : rc;
}

ls_status db_dump_winners(db *d, const spec *s, const target *t, strbuf *out)
{
    require(t, "a target is given");
    db_group all;
    dump u = {.s = s, .target = t, .out = out};
    ls_status rc = list_rows(d, s, t, &u.mem, &all);
    if (rc == LS_OK) {
        take_group(&u, &all);
        collect_grammars(&u);
        strbuf_printf(
            out,
            "# Winners for %s. Generated by `lanesmith db dump`; loaded by `lanesmith db load`.\n"
            "# " LICENSE_TAG "\n",
            t->name);
        strbuf_printf(out, "version 1\ntarget %s\n\n", t->name);
        put_versions(&u);
        put_grammars(&u);
        put_cells(&u);
    }
    arena_free(&u.mem);
    return rc;
}

/* ---- groups ---- */

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

/* The preamble of a group's text: what it is about, and which meanings its rows were found with. */
static void begin_group(dump *u, const spec *s, const db_group *g, const char *what, strbuf *out)
{
    *u = (dump){.s = s, .target = g->target, .out = out};
    take_group(u, g);
    strbuf_printf(out, "%s %s %s cpu %s\n", what, g->op->name, g->target->name, g->target->cpu);
}

static void put_cell_name(strbuf *out, const cell *c)
{
    strbuf_printf(out, "cell %u %s\n", c->w, c->cls->name);
}

void db_print_lowerings(const spec *s, const db_group *g, strbuf *out)
{
    dump u;
    begin_group(&u, s, g, "lowerings", out);
    u.nb = u.nm = 0;
    put_versions(&u);
    for (unsigned i = 0; i < g->nlowerings; i++) {
        put_cell_name(out, &g->lowerings[i].cell);
        put_lowering(out, &g->lowerings[i]);
        strbuf_printf(out, "  emitted %s\n", g->lowerings[i].ir_text);
    }
    arena_free(&u.mem);
}

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
    dump u;
    begin_group(&u, s, g, "searched", out);
    u.nl = u.nb = 0;
    put_versions(&u);
    for (unsigned i = 0; i < g->nmarks; i++) {
        put_cell_name(out, &g->marks[i].cell);
        strbuf_printf(out, "  searched %s\n", g->marks[i].key);
    }
    arena_free(&u.mem);
}

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
    db_lowering *l; /* one a cell at most */
    db_bound *b;
    db_mark *m;
    const char **grammar; /* the distinct ones, in order of first use */
    unsigned nl, nb, nm, ngrammars;
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

static void collect_grammars(dump *u)
{
    u->grammar = arena_new(&u->mem, u->nb, const char *);
    for (unsigned i = 0, k; i < u->nb; i++) {
        for (k = 0; k < u->ngrammars && strcmp(u->grammar[k], u->b[i].grammar); k++) {}
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
        if (ops[i]) strbuf_printf(u->out, "operation %s %s\n", s->ops[i].name, s->ops[i].hash);
    for (unsigned i = 0; i < spec_all_instrs(s); i++) {
        const instr *in = spec_instr(s, i);
        if (instrs[i]) strbuf_printf(u->out, "instruction %s %s %s\n", in->name, in->result->name, in->hash);
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
    if (!*l->parent) return;
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

/* ---- the file ---- */

/* The bounds of one target, out of those of all. */
static void keep_target(dump *u)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < u->nb; i++)
        if (u->b[i].cell.target == u->target) u->b[kept++] = u->b[i];
    u->nb = kept;
}

ls_status db_count_shorter_claims(db *d, const target *t, unsigned *count)
{
    int64_t n = 0;
    ls_status rc = db_get_int(d, STMT_SHORTER_CLAIMS, &n, "t", t->name);
    *count = (unsigned)n;
    return rc;
}

ls_status db_dump_winners(db *d, const spec *s, const target *t, strbuf *out)
{
    require(t, "a target is given");
    dump u = {.s = s, .target = t, .out = out};
    ls_status rc = db_list_lowerings(d, s, t, DB_KEPT, &u.mem, &u.l, &u.nl);
    if (rc == LS_OK) rc = db_list_bounds(d, s, &u.mem, &u.b, &u.nb);
    if (rc == LS_OK) rc = db_list_searched(d, t, &u.mem, &u.m, &u.nm);
    if (rc != LS_OK) goto out;
    keep_target(&u);
    collect_grammars(&u);
    strbuf_printf(out, "# Winners for %s. Generated by `lanesmith db dump`; loaded by `lanesmith db load`.\n", t->name);
    strbuf_printf(out, "version 1\ntarget %s\n\n", t->name);
    put_versions(&u);
    put_grammars(&u);
    put_cells(&u);
out:
    arena_free(&u.mem);
    return rc;
}

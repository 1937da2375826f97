// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* dump.c - the database as winners texts of version 2, for review and for git.
 *
 * What it writes, version2.c reads; docs/database.md gives the form. A row is a statement and all
 * cells that share it, so that a change of one winner is a change of one line. The texts depend on
 * what is stored and on nothing else: no times, no row numbers; operations, classes, targets and
 * instructions in order of declaration, widths ascending, grammars by hash. Numbers are written
 * with as few digits as bring the same number back. */
#include "text.h"

#include <stdlib.h>
#include <string.h>

void text_put_double(strbuf *out, double x)
{
    char text[32];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, x);
        if (strtod(text, NULL) == x) break;
    }
    strbuf_puts(out, text);
}

/* ---- rows ---- */

/* A statement of one cell; then of several, all of one instruction set. */
typedef struct item {
    unsigned w, cls, rank; /* rank: order within a cell */
    const isa *set;        /* that the targets are of, and the instructions' names */
    uint64_t targets;      /* bit: index of the target */
    const char *says;
    const char *widths; /* NULL: w alone */
} item;

typedef struct items {
    item *list;
    unsigned count, cap;
} items;

typedef struct dump {
    const spec *s;
    arena mem;
    db_group **groups; /* by target */
    unsigned *ngroups, *at;
    items of[ROW_KINDS]; /* the operation at hand */
    bool *instrs;        /* that programs and grammars name */
    const char **grammar; /* the distinct texts */
    char (*grammar_hash)[HASH_TEXT];
    unsigned ngrammars, grammars_cap;
    const char *const *op_hash, *const *instr_hash;
} dump;

static void add_item(items *all, const cell *c, unsigned rank, const char *says)
{
    if (all->count == all->cap)
        all->list = mem_grow(all->list, all->cap = all->cap ? 2 * all->cap : 64, sizeof *all->list);
    all->list[all->count++] = (item){.w = c->w,
                                     .cls = c->cls->index,
                                     .rank = rank,
                                     .set = c->target->set,
                                     .targets = 1ULL << c->target->index,
                                     .says = says};
}

static int compare_unsigned(unsigned a, unsigned b) { return (a > b) - (a < b); }

static int compare_targets(uint64_t a, uint64_t b)
{
    uint64_t differ = a ^ b;
    if (!differ) return 0;
    return a & differ & (0 - differ) ? -1 : 1; /* the one that has the first is less */
}

/* By cell, of the target its instruction set alone, then by what is said. In another set the same
 * words may mean other instructions. */
static int compare_items(const void *pa, const void *pb)
{
    const item *a = pa, *b = pb;
    int r = compare_unsigned(a->w, b->w);
    if (!r) r = compare_unsigned(a->cls, b->cls);
    if (!r) r = compare_unsigned(a->rank, b->rank);
    if (!r) r = compare_unsigned(a->set->index, b->set->index);
    return r ? r : strcmp(a->says, b->says);
}

/* By everything but the width. */
static int compare_statements(const void *pa, const void *pb)
{
    const item *a = pa, *b = pb;
    int r = compare_unsigned(a->cls, b->cls);
    if (!r) r = compare_targets(a->targets, b->targets);
    if (!r) r = compare_unsigned(a->rank, b->rank);
    if (!r) r = strcmp(a->says, b->says);
    return r ? r : compare_unsigned(a->w, b->w);
}

static int compare_output(const void *pa, const void *pb)
{
    const item *a = pa, *b = pb;
    int r = compare_unsigned(a->w, b->w);
    if (!r) r = compare_unsigned(a->cls, b->cls);
    if (!r) r = compare_targets(a->targets, b->targets);
    if (!r) r = compare_unsigned(a->rank, b->rank);
    return r ? r : strcmp(a->says, b->says);
}

static void sort(items *all, int (*compare)(const void *, const void *))
{
    if (all->count) qsort(all->list, all->count, sizeof *all->list, compare);
}

/* One item for all targets that share a statement. */
static void join_targets(items *all)
{
    unsigned n = 0;
    sort(all, compare_items);
    for (unsigned i = 0; i < all->count; i++)
        if (n && !compare_items(&all->list[n - 1], &all->list[i]))
            all->list[n - 1].targets |= all->list[i].targets;
        else
            all->list[n++] = all->list[i];
    all->count = n;
}

static bool same_but_width(const item *a, const item *b)
{
    return a->cls == b->cls && a->targets == b->targets && a->rank == b->rank &&
           !strcmp(a->says, b->says);
}

/* One item for all widths that share it. */
static void join_widths(items *all, arena *mem)
{
    unsigned n = 0;
    sort(all, compare_statements);
    for (unsigned i = 0, end; i < all->count; i = end) {
        strbuf widths = {0};
        for (end = i; end < all->count && same_but_width(&all->list[i], &all->list[end]); end++)
            strbuf_printf(&widths, "%s%u", end > i ? "," : "", all->list[end].w);
        all->list[n] = all->list[i];
        all->list[n++].widths = arena_strdup(mem, widths.s);
        strbuf_free(&widths);
    }
    all->count = n;
}

static void put_row(const spec *s, const item *x, strbuf *out)
{
    const char *comma = "";
    if (x->widths)
        strbuf_printf(out, "%s %s ", x->widths, spec_class(s, x->cls)->name);
    else
        strbuf_printf(out, "%u %s ", x->w, spec_class(s, x->cls)->name);
    for (unsigned t = 0; t < s->ntargets; t++) {
        if (!(x->targets >> t & 1)) continue;
        strbuf_printf(out, "%s%s", comma, s->targets[t].name);
        comma = ",";
    }
    strbuf_printf(out, "  %s\n", x->says);
}

/* ---- statements ---- */

/* Lines on one line: each line feed but the last becomes "; ". What would be taken for one, or for
 * the sign of it, gets a backslash. */
static void put_joined(strbuf *out, const char *text)
{
    size_t n = strlen(text);
    while (n && text[n - 1] == '\n') n--;
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '\n') {
            strbuf_puts(out, "; ");
            continue;
        }
        if (text[i] == ';' || text[i] == '\\') strbuf_puts(out, "\\");
        strbuf_putn(out, text + i, 1);
    }
}

static const char *finish(dump *u, strbuf *b)
{
    const char *text = arena_strdup(&u->mem, strbuf_text(b));
    strbuf_free(b);
    return text;
}

static const char *winner_text(dump *u, const db_lowering *l)
{
    strbuf b = {0};
    strbuf_printf(&b, "%s  ", l->engine);
    put_joined(&b, l->text);
    if (l->parent && *l->parent) {
        strbuf_puts(&b, " <- ");
        put_joined(&b, l->parent);
    }
    return finish(u, &b);
}

#define PUT_u(out, x) strbuf_printf(out, "%u", x)
#define PUT_f(out, x) text_put_double(out, x)

static const char *cost_text(dump *u, const cost *c, bool form)
{
    strbuf b = {0};
    const char *space = form ? "llvm " : "";
#define X(member, how)                                                                             \
    strbuf_puts(&b, space);                                                                        \
    PUT_##how(&b, c->member);                                                                      \
    space = " ";
    COST_FIELDS(X)
#undef X
    return finish(u, &b);
}

static const char *hash_of_grammar(dump *u, const char *text)
{
    for (unsigned i = u->ngrammars; i--;)
        if (u->grammar[i] == text || !strcmp(u->grammar[i], text)) return u->grammar_hash[i];
    if (u->ngrammars == u->grammars_cap) {
        u->grammars_cap = u->grammars_cap ? 2 * u->grammars_cap : 64;
        u->grammar = mem_grow(u->grammar, u->grammars_cap, sizeof *u->grammar);
        u->grammar_hash = mem_grow(u->grammar_hash, u->grammars_cap, sizeof *u->grammar_hash);
    }
    u->grammar[u->ngrammars] = text;
    hash_text(text, u->grammar_hash[u->ngrammars]);
    return u->grammar_hash[u->ngrammars++];
}

static const char *bound_text(dump *u, const db_bound *b)
{
    return arena_printf(&u->mem, "%u %llu %s %s", b->insns, (unsigned long long)b->candidates,
                        b->engine, hash_of_grammar(u, b->grammar));
}

/* ---- one operation ---- */

/* As prog_has_form, of a program's text. */
static bool has_form(const db_lowering *l) { return strstr(l->text, " = llvm.") != NULL; }

static void add_group(dump *u, const db_group *g)
{
    for (unsigned i = 0; i < g->nlowerings; i++) {
        const db_lowering *l = &g->lowerings[i];
        bool form = has_form(l);
        add_item(&u->of[ROW_WINNER], &l->cell, !form, winner_text(u, l));
        add_item(&u->of[ROW_COST], &l->cell, !form, cost_text(u, &l->cost, form));
        db_mark_named_instrs(u->s, g->target, l->text, u->instrs);
    }
    for (unsigned i = 0; i < g->nbounds; i++) {
        const db_bound *b = &g->bounds[i];
        add_item(&u->of[ROW_BOUND], &b->cell, 0, bound_text(u, b));
    }
    for (unsigned i = 0; i < g->nmarks; i++)
        add_item(&u->of[ROW_MARK], &g->marks[i].cell, 0, g->marks[i].key);
}

/* The rows of the operation from all targets. */
static void collect(dump *u, const op *o)
{
    for (row_kind k = 0; k < ROW_KINDS; k++) u->of[k].count = 0;
    for (unsigned t = 0; t < u->s->ntargets; t++)
        if (u->at[t] < u->ngroups[t] && u->groups[t][u->at[t]].op == o)
            add_group(u, &u->groups[t][u->at[t]++]);
    for (row_kind k = 0; k < ROW_KINDS; k++) {
        join_targets(&u->of[k]);
        if (k == ROW_BOUND || k == ROW_MARK) join_widths(&u->of[k], &u->mem);
        sort(&u->of[k], compare_output);
    }
}

/* ---- the texts ---- */

static const struct part {
    const char *heading, *title;
    bool has_hash;
} parts[ROW_KINDS] = {
    [ROW_WINNER] = {"winners", "Winners", true},
    [ROW_COST] = {"costs", "Costs of the winners", false},
    [ROW_BOUND] = {"bounds", "Bounds", true},
    [ROW_MARK] = {"searched", "Finished searches", true},
};

static void begin_text(strbuf *out, const char *title, const char *of)
{
    strbuf_clear(out);
    strbuf_printf(out,
                  "# %s%s%s. Generated by `lanesmith db dump`; loaded by `lanesmith db load`.\n"
                  "# " LICENSE_TAG "\nversion %d\n",
                  title, *of ? " of " : "", of, TEXT_VERSION);
}

static ls_status put_part(dump *u, const op *o, row_kind k, db_put_text *put, void *context)
{
    const items *all = &u->of[k];
    strbuf text = {0};
    if (!all->count) return LS_OK;
    begin_text(&text, parts[k].title, o->name);
    strbuf_printf(&text, "\n%s %s", parts[k].heading, o->name);
    if (parts[k].has_hash) strbuf_printf(&text, " %s", u->op_hash[o->index]);
    strbuf_puts(&text, "\n");
    for (unsigned i = 0; i < all->count; i++) put_row(u->s, &all->list[i], &text);
    char *path = arena_printf(&u->mem, "%s/%s.low", parts[k].heading, o->name);
    ls_status rc = put(context, path, strbuf_text(&text), text.len);
    strbuf_free(&text);
    return rc;
}

static ls_status put_operations(dump *u, db_put_text *put, void *context)
{
    ls_status rc = LS_OK;
    for (unsigned o = 0; rc == LS_OK && o < u->s->nops; o++) {
        collect(u, &u->s->ops[o]);
        for (row_kind k = 0; rc == LS_OK && k < ROW_KINDS; k++)
            rc = put_part(u, &u->s->ops[o], k, put, context);
    }
    return rc;
}

/* Another set has an instruction of the name and class. */
static bool is_in_several_sets(const spec *s, const instr *in)
{
    unsigned count;
    const instr *const *named = spec_named(s, in->name, strlen(in->name), &count);
    for (unsigned i = 0; i < count; i++)
        if (named[i]->result == in->result && named[i]->set != in->set) return true;
    return false;
}

static void put_instruction(dump *u, const instr *in, strbuf *out)
{
    strbuf_printf(out, "instruction %s %s %s", in->name, in->result->name,
                  u->instr_hash[in->index]);
    if (in->set && is_in_several_sets(u->s, in)) strbuf_printf(out, " %s", in->set->name);
    strbuf_puts(out, "\n");
}

static ls_status put_instructions(dump *u, db_put_text *put, void *context)
{
    strbuf text = {0};
    bool any = false;
    begin_text(&text, "Meanings of instructions that winners and grammars name", "");
    strbuf_puts(&text, "\n");
    for (unsigned i = 0; i < spec_all_instrs(u->s); i++) {
        if (!u->instrs[i]) continue;
        put_instruction(u, spec_instr(u->s, i), &text);
        any = true;
    }
    ls_status rc = any ? put(context, "instructions.low", strbuf_text(&text), text.len) : LS_OK;
    strbuf_free(&text);
    return rc;
}

/* Lines of text under an indentation; an empty line stays empty. */
static void put_indented(strbuf *out, const char *text)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        if (n) strbuf_printf(out, "  %.*s", (int)n, text);
        strbuf_puts(out, "\n");
        text += n + (text[n] == '\n');
    }
}

typedef struct named_grammar {
    const char *hash, *text;
} named_grammar;

static int compare_grammars(const void *a, const void *b)
{
    return strcmp(((const named_grammar *)a)->hash, ((const named_grammar *)b)->hash);
}

static ls_status put_grammars(dump *u, db_put_text *put, void *context)
{
    strbuf text = {0};
    named_grammar *list = arena_new(&u->mem, u->ngrammars + 1, named_grammar);
    if (!u->ngrammars) return LS_OK;
    for (unsigned i = 0; i < u->ngrammars; i++)
        list[i] = (named_grammar){u->grammar_hash[i], u->grammar[i]};
    qsort(list, u->ngrammars, sizeof *list, compare_grammars);
    begin_text(&text, "Grammars that bounds were found for", "");
    for (unsigned i = 0; i < u->ngrammars; i++) {
        strbuf_printf(&text, "\ngrammar %s\n", list[i].hash);
        put_indented(&text, list[i].text);
        strbuf_puts(&text, "end\n");
    }
    ls_status rc = put(context, "grammars.low", strbuf_text(&text), text.len);
    strbuf_free(&text);
    return rc;
}

/* What the grammars of a target name: each grammar once. */
static void mark_grammars(dump *u, unsigned t)
{
    const char **seen = NULL;
    unsigned n = 0, cap = 0;
    for (unsigned i = 0; i < u->ngroups[t]; i++)
        for (unsigned k = 0; k < u->groups[t][i].nbounds; k++) {
            const char *text = u->groups[t][i].bounds[k].grammar;
            unsigned j = 0;
            while (j < n && seen[j] != text) j++;
            if (j < n) continue;
            if (n == cap) seen = mem_grow(seen, cap = cap ? 2 * cap : 64, sizeof *seen);
            seen[n++] = text;
            db_mark_named_instrs(u->s, &u->s->targets[t], text, u->instrs);
        }
    mem_free(seen);
}

static ls_status list_targets(db *d, dump *u, const bool *wanted)
{
    ls_status rc = LS_OK;
    unsigned n = u->s->ntargets;
    require(n <= 64, "a row has bits for 64 targets");
    u->groups = arena_new(&u->mem, n + 1, db_group *);
    u->ngroups = arena_new(&u->mem, n + 1, unsigned);
    u->at = arena_new(&u->mem, n + 1, unsigned);
    u->instrs = arena_new(&u->mem, spec_all_instrs(u->s) + 1, bool);
    for (unsigned t = 0; t < n && rc == LS_OK; t++) {
        if (wanted && !wanted[t]) continue;
        rc = db_list_groups(d, u->s, &u->s->targets[t], &u->mem, &u->groups[t], &u->ngroups[t]);
        if (rc == LS_OK) mark_grammars(u, t);
    }
    return rc;
}

ls_status db_dump_texts(db *d, const spec *s, const bool *wanted, db_put_text *put, void *context)
{
    dump u = {.s = s, .op_hash = d->now.op, .instr_hash = d->now.instr};
    ls_status rc = list_targets(d, &u, wanted);
    if (rc == LS_OK) rc = put_operations(&u, put, context);
    if (rc == LS_OK) rc = put_grammars(&u, put, context);
    if (rc == LS_OK) rc = put_instructions(&u, put, context);
    for (row_kind k = 0; k < ROW_KINDS; k++) mem_free(u.of[k].list);
    mem_free(u.grammar);
    mem_free(u.grammar_hash);
    arena_free(&u.mem);
    return rc;
}

/* ---- all of it as one text ---- */

static ls_status append_part(void *context, const char *path, const char *text, size_t size)
{
    strbuf *out = context;
    const char *body = strstr(text, "\nversion ");
    body = body ? strchr(body + 1, '\n') : text;
    strbuf_putn(out, body + 1, size - (size_t)(body + 1 - text));
    (void)path;
    return LS_OK;
}

ls_status db_dump_winners(db *d, const spec *s, const bool *wanted, strbuf *out)
{
    strbuf head = {0};
    begin_text(&head, "Winners", "");
    strbuf_puts(out, strbuf_text(&head));
    strbuf_free(&head);
    return db_dump_texts(d, s, wanted, append_part, out);
}

ls_status db_count_shorter_claims(db *d, const target *t, unsigned *count)
{
    int64_t n = 0;
    ls_status rc = db_get_int(d, STMT_SHORTER_CLAIMS, &n, "t", t->name);
    *count = (unsigned)n;
    return rc;
}

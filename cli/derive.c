// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* derive.c - bounds that follow from stored ones without a search.
 *
 * Cells are searched at different times, with other effort, or not at all; what is known of one may
 * say something of others: programs that a grammar lacks its parts lack, too. */
#include "derive.h"

#include <stdlib.h>
#include <string.h>

#include "cli/app/bounds.h"
#include "spec/op.h"
#include "synth/solver/trivial.h"

static ls_status put_bound(app *a, const db_bound *b)
{
    ls_status rc = db_begin_cell(a->db, &b->cell);
    if (rc == LS_OK) rc = db_put_bound(a->db, b);
    if (rc == LS_OK) return db_commit_cell(a->db);
    db_rollback_cell(a->db);
    return rc;
}

static ls_status store_trivial(app *a, const cell *c)
{
    db_bound b = {.cell = *c, .grammar = TRIVIAL_GRAMMAR, .engine = "exhaust"};
    b.insns = trivial_bound(c, &b.candidates);
    return b.insns ? put_bound(a, &b) : LS_OK;
}

/* What LLVM makes one instruction of is the shortest when no program of none is right. That needs
 * no search, and can be said for every width. */
static ls_status store_all_trivial(app *a)
{
    db_lowering *list;
    unsigned count;
    ls_status rc = db_list_lowerings(a->db, a->spec, NULL, DB_WINNERS, &a->mem, &list, &count);
    for (unsigned i = 0; rc == LS_OK && i < count; i++)
        if (list[i].cost.insns == 1 && strcmp(list[i].status, "optimal"))
            rc = store_trivial(a, &list[i].cell);
    return rc;
}

/* Targets that share a grammar share what was excluded of it, also when they were searched in
 * different runs. */
static ls_status share_targets(app *a)
{
    db_bound *list;
    unsigned count;
    ls_status rc = db_list_bounds(a->db, a->spec, false, &a->mem, &list, &count);
    for (unsigned i = 0, first = 0; rc == LS_OK && i < count; i++) { /* they are sorted */
        const db_bound *best = &list[i];
        while (!cell_same_but_target(&list[first].cell, &list[i].cell)) first++;
        for (unsigned k = first; k < count && cell_same_but_target(&list[k].cell, &list[i].cell);
             k++)
            if (list[k].insns > best->insns && list[k].cell.target->set == best->cell.target->set &&
                !strcmp(list[k].grammar, best->grammar))
                best = &list[k];
        db_bound shared = *best;
        shared.cell = list[i].cell;
        if (best != &list[i]) rc = put_bound(a, &shared);
    }
    return rc;
}

/* Whether the cell has as much of the grammar as x; list[first..count) begins with the bounds of
 * x's operation, width and class. */
static bool has_as_much(const db_bound *list, unsigned first, unsigned count, const db_bound *x,
                        const cell *c)
{
    for (unsigned k = first; k < count && cell_same_but_target(&list[k].cell, c); k++)
        if (!cell_compare(&list[k].cell, c) && list[k].insns >= x->insns &&
            !strcmp(list[k].grammar, x->grammar))
            return true;
    return false;
}

/* A target whose core tier is that of another has its bounds, also where it was not searched
 * itself. */
static ls_status share_core(app *a, const cell *chosen, unsigned total)
{
    db_bound *list;
    unsigned count;
    tier_texts core;
    ls_status rc = db_list_bounds(a->db, a->spec, false, &a->mem, &list, &count);
    tier_texts_open(&core, a->spec, GRAMMAR_CORE);
    for (unsigned i = 0, first = 0; rc == LS_OK && i < count; i++) {
        const db_bound *x = &list[i];
        while (!cell_same_but_target(&list[first].cell, &x->cell)) first++;
        if (!tier_texts_match(&core, &x->cell, x->grammar)) continue;
        for (unsigned t = 0; rc == LS_OK && t < a->spec->ntargets; t++) {
            db_bound shared = *x;
            shared.cell.target = &a->spec->targets[t];
            if (shared.cell.target->set != x->cell.target->set) continue;
            if (!cell_exists(&shared.cell) || !cells_have(chosen, total, &shared.cell) ||
                !tier_texts_match(&core, &shared.cell, x->grammar))
                continue;
            if (!has_as_much(list, first, count, x, &shared.cell)) rc = put_bound(a, &shared);
        }
    }
    tier_texts_close(&core);
    return rc;
}

/* ---- larger grammars ---- */

/* A grammar of 64-bit chunks in a register class. Few differ. */
typedef struct chunk_grammar {
    char *text;
    const isa *set; /* whose instructions the text names */
    const regclass *cls;
    unsigned w, count;
    char (*action)[HASH_TEXT];
    signed char *covers; /* by the other's index: 1 or 0; -1: not looked at */
} chunk_grammar;

enum { GRAMMARS_MAX = 1024 };

typedef struct chunk_grammars {
    chunk_grammar list[GRAMMARS_MAX];
    unsigned count;
    bool *seen; /* by target, register class and width, up to 64 bits */
} chunk_grammars;

/* The constants, and the size of a chunk, of a grammar of chunks: "; constants: 0x00* 0xff*; on
 * chunks of 64 bits"; NULL of others. */
static const char *constants_of(const char *text)
{
    const char *chunks = strstr(text, "; on chunks of ");
    return chunks ? strstr(text, "; constants: ") : NULL;
}

static chunk_grammar *find_grammar(chunk_grammars *all, const isa *set, const regclass *cls,
                                   unsigned w, const char *text)
{
    for (unsigned i = 0; i < all->count; i++)
        if (all->list[i].set == set && all->list[i].cls == cls && all->list[i].w == w &&
            !strcmp(all->list[i].text, text)) return &all->list[i];
    return NULL;
}

static void add_grammar(chunk_grammars *all, const grammar *g)
{
    strbuf text = {0};
    grammar_print(g, &text);
    if (all->count == GRAMMARS_MAX || !constants_of(text.s) ||
        find_grammar(all, g->target->set, g->cls, g->w, text.s)) {
        strbuf_free(&text);
        return;
    }
    chunk_grammar *k = &all->list[all->count++];
    *k = (chunk_grammar){.text = text.s,
                         .set = g->target->set,
                         .cls = g->cls,
                         .w = g->w,
                         .count = g->count,
                         .covers = mem_alloc(GRAMMARS_MAX, 1)};
    memset(k->covers, -1, GRAMMARS_MAX);
    k->action = mem_alloc(g->count + 1, sizeof *k->action);
    grammar_actions(g, k->action);
}

/* NULL: no grammar of today prints the bound's text. */
static chunk_grammar *grammar_of(chunk_grammars *all, const spec *s, const db_bound *b)
{
    const cell *c = &b->cell;
    chunk_grammar *k = find_grammar(all, c->target->set, c->cls, c->w, b->grammar);
    bool *seen = &all->seen[(c->target->index * s->nclasses + c->cls->index) * 65 + c->w];
    if (k || *seen) return k;
    grammar *g = mem_alloc(1, sizeof *g);
    for (grammar_tier tier = 0; tier < GRAMMAR_BOUND_TIERS; tier++) {
        grammar_init(g, s, c->cls, c->target, c->w, tier, NULL);
        add_grammar(all, g);
        grammar_free(g);
    }
    mem_free(g);
    *seen = true;
    return find_grammar(all, c->target->set, c->cls, c->w, b->grammar);
}

static void grammars_free(chunk_grammars *all)
{
    for (unsigned i = 0; i < all->count; i++) {
        free(all->list[i].text);
        mem_free(all->list[i].action);
        mem_free(all->list[i].covers);
    }
    mem_free(all->seen);
    mem_free(all);
}

/* Whether a program of chunks of b's grammar is one of a's, with the same constants. */
static bool covers(const chunk_grammars *all, chunk_grammar *a, const chunk_grammar *b)
{
    signed char *known = &a->covers[b - all->list];
    if (*known >= 0) return *known;
    *known = grammar_covers((const char(*)[HASH_TEXT])a->action, a->count,
                            (const char(*)[HASH_TEXT])b->action, b->count);
    return *known;
}

/* Whether y says more than x does, and may be of a larger grammar. */
static bool says_more(const db_bound *y, const db_bound *x)
{
    const char *constants = constants_of(y->grammar);
    return y->insns > x->insns && constants && !strcmp(constants, constants_of(x->grammar));
}

/* The word after p, before end: its length is *n. */
static const char *next_word(const char *p, const char *end, size_t *n)
{
    p += strspn(p, " ");
    *n = p < end ? strcspn(p, " ;") : 0;
    return p;
}

static bool has_word(const char *text, const char *word, size_t length)
{
    const char *end = constants_of(text), *p = text;
    for (size_t n; (p = next_word(p, end, &n), n); p += n)
        if (n == length && !strncmp(p, word, n)) return true;
    return false;
}

/* Whether the larger grammar's text has all instructions of the other, with their immediates. */
static bool has_all_words(const char *larger, const char *text)
{
    const char *end = constants_of(text), *p = text;
    for (size_t n; (p = next_word(p, end, &n), n); p += n)
        if (!has_word(larger, p, n)) return false;
    return true;
}

/* Bounds list[0..n) are of one operation at one width; x is one of them. */
static ls_status raise_bound(app *a, chunk_grammars *all, const db_bound *list, unsigned n,
                             const db_bound *x)
{
    const db_bound *best = x;
    for (unsigned i = 0; i < n; i++) {
        if (!says_more(&list[i], best)) continue;
        chunk_grammar *larger = grammar_of(all, a->spec, &list[i]),
                      *mine = grammar_of(all, a->spec, x);
        if (larger && mine && covers(all, larger, mine)) best = &list[i];
    }
    if (best == x) return LS_OK;
    db_bound raised = *x;
    raised.insns = best->insns;
    raised.candidates = best->candidates;
    return put_bound(a, &raised);
}

/* When an instruction enters the spec, tiers that have it print another text. Where a grammar of
 * today has all instructions of that of x, and the cell a bound of it that is as high, x says
 * nothing, and nobody can compute it again: it goes. */
static ls_status drop_if_implied(app *a, chunk_grammars *all, const db_bound *list, unsigned n,
                                 const db_bound *x)
{
    bool implied = false;
    for (unsigned i = 0; i < n && !implied; i++) {
        const db_bound *y = &list[i];
        const char *constants = constants_of(y->grammar);
        if (cell_compare(&y->cell, &x->cell) || y->insns < x->insns || !constants ||
            strcmp(constants, constants_of(x->grammar)))
            continue;
        implied = grammar_of(all, a->spec, y) && has_all_words(y->grammar, x->grammar);
    }
    if (!implied) return LS_OK;
    ls_status rc = db_begin_cell(a->db, &x->cell);
    if (rc == LS_OK) rc = db_forget_bound(a->db, x);
    if (rc == LS_OK) return db_commit_cell(a->db);
    db_rollback_cell(a->db);
    return rc;
}

/* A program on registers of instructions that act on every chunk for itself is, on chunk 0, one of
 * their actions there, in whatever class: so what a grammar of chunks lacks, one with some of its
 * actions lacks, too. Only bounds are raised that the cells have: that the operation itself works
 * chunk by chunk was seen to when they were stored. Grammars take time to make, so this is for
 * chosen cells only. */
static ls_status share_larger(app *a, const cell *chosen, unsigned total)
{
    db_bound *list;
    unsigned count;
    chunk_grammars *all = mem_alloc(1, sizeof *all);
    all->seen = mem_alloc((size_t)a->spec->ntargets * a->spec->nclasses * 65, sizeof *all->seen);
    ls_status rc = db_list_bounds(a->db, a->spec, false, &a->mem, &list, &count);
    for (unsigned first = 0, next; rc == LS_OK && first < count; first = next) {
        for (next = first + 1; next < count; next++)
            if (list[next].cell.op != list[first].cell.op ||
                list[next].cell.w != list[first].cell.w)
                break;
        for (unsigned i = first; rc == LS_OK && i < next; i++) {
            const db_bound *x = &list[i];
            if (!constants_of(x->grammar) || !cells_have(chosen, total, &x->cell)) continue;
            bool of_today = grammar_of(all, a->spec, x) != NULL;
            rc = of_today ? raise_bound(a, all, &list[first], next - first, x)
                          : drop_if_implied(a, all, &list[first], next - first, x);
        }
    }
    grammars_free(all);
    return rc;
}

/* ---- operands exchanged ---- */

/* What was excluded of an operation is excluded of that with the operands exchanged: programs are,
 * too. */
static ls_status share_exchanged(app *a)
{
    db_bound *list;
    unsigned count;
    const op *last = NULL, *other = NULL;
    ls_status rc = db_list_bounds(a->db, a->spec, false, &a->mem, &list, &count);
    for (unsigned i = 0; rc == LS_OK && i < count; i++) {
        const db_bound *b = &list[i];
        if (b->cell.op != last) other = op_find_exchanged(a->spec, b->cell.op);
        last = b->cell.op;
        if (!other) continue;
        db_bound shared = *b;
        shared.cell.op = other;
        unsigned k = bounds_find(list, count, &shared.cell);
        /* a cell of which nothing was searched */
        bool known = k == count || cell_compare(&list[k].cell, &shared.cell);
        for (; k < count && !cell_compare(&list[k].cell, &shared.cell); k++)
            known = known || (list[k].insns >= b->insns && !strcmp(list[k].grammar, b->grammar));
        if (!known && op_is_exchanged(b->cell.op, other, b->cell.w, cell_fields(&b->cell)))
            rc = put_bound(a, &shared);
    }
    return rc;
}

static void hash_cells(const cell *c, unsigned count, char out[HASH_TEXT])
{
    strbuf b = {0};
    for (unsigned i = 0; i < count; i++)
        strbuf_printf(&b, "%u %u %u %u\n", c[i].op->index, c[i].w, c[i].cls->index,
                      c[i].target->index);
    hash_text(strbuf_text(&b), out);
    strbuf_free(&b);
}

ls_status derive_bounds(app *a, const cell *chosen, unsigned total)
{
    char cells[HASH_TEXT];
    hash_cells(chosen, total, cells);
    if (db_is_derived(a->db, cells)) return LS_OK;
    ls_status rc = store_all_trivial(a);
    if (rc == LS_OK) rc = share_targets(a);
    if (rc == LS_OK) rc = share_core(a, chosen, total);
    if (rc == LS_OK) rc = share_larger(a, chosen, total);
    if (rc == LS_OK) rc = share_exchanged(a);
    return rc == LS_OK ? db_note_derived(a->db, cells) : rc;
}

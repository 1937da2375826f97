// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* winners.c - winners texts into the database: all blocks are stored in one transaction, or none.
 *
 * What a text says of proofs, costs, bounds and marks is a claim, unless the caller's function
 * finds it attested. What it says of meanings (its operation and instruction lines) decides with
 * which versions its rows are stored: a row found under another meaning than the spec's arrives
 * stale. */
#include "text.h"

#include <errno.h>
#include <string.h>

#include "spec/base/stop.h"

/* ---- groups ---- */

/* Copies a block's rows behind those of the group, or back when what is attested is known. */
static void move_rows(db_group *g, block *k, bool back)
{
    if (k->l.text) {
        db_lowering *x = &g->lowerings[g->nlowerings++];
        *(back ? &k->l : x) = *(back ? x : &k->l);
    }
    db_bound *bounds = g->bounds + g->nbounds;
    db_mark *marks = g->marks + g->nmarks;
    if (k->nbounds)
        memcpy(back ? k->bounds : bounds, back ? bounds : k->bounds, k->nbounds * sizeof *bounds);
    if (k->nmarks)
        memcpy(back ? k->marks : marks, back ? marks : k->marks, k->nmarks * sizeof *marks);
    g->nbounds += k->nbounds;
    g->nmarks += k->nmarks;
}

/* Asks about the blocks of one operation, from `first` up to `end`. */
static void attest_group(loader *u, block *first, const block *end, db_attest_fn *attest,
                         void *context)
{
    unsigned nl = 0, nb = 0, nm = 0;
    for (block *k = first; k != end; k = k->next) {
        nl += k->l.text != NULL;
        nb += k->nbounds;
        nm += k->nmarks;
    }
    db_group g = {.op = first->cell.op, .target = u->target, .op_hash = u->meanings.op,
                  .instr_hash = u->meanings.instr, .memo = &u->memo, .mem = &u->mem};
    g.lowerings = mem_alloc(nl + 1, sizeof *g.lowerings);
    g.bounds = mem_alloc(nb + 1, sizeof *g.bounds);
    g.marks = mem_alloc(nm + 1, sizeof *g.marks);
    for (block *k = first; k != end; k = k->next) move_rows(&g, k, false);
    attest(context, &g);
    g.nlowerings = g.nbounds = g.nmarks = 0;
    for (block *k = first; k != end; k = k->next) move_rows(&g, k, true);
    mem_free(g.lowerings);
    mem_free(g.bounds);
    mem_free(g.marks);
}

static ls_status attest_all(loader *u, db_attest_fn *attest, void *context)
{
    for (block *first = u->first, *end; first; first = end) {
        for (end = first->next; end && end->cell.op == first->cell.op;) end = end->next;
        if (stop_signal()) return LS_STOPPED;
        attest_group(u, first, end, attest, context);
    }
    return LS_OK;
}

/* ---- storing ---- */

/* The program is parsed a second time: kept in the block it would take 8 KB. */
static ls_status store_lowering(db *d, int64_t id, const block *k, const semantics *m)
{
    diags quiet = {0};
    prog p;
    bool good = prog_parse_cell(&p, d->spec, &k->cell, k->l.text, (place){0}, &quiet);
    diag_free(&quiet);
    require(good, "the program was parsed when it was read");
    return db_store_lowering(d, id, &k->l, &p, m);
}

static ls_status store_block(db *d, const loader *u, block *k)
{
    int64_t id;
    /* The handle remembers more of its own meanings. */
    const semantics *m = u->foreign ? &u->meanings : &d->now;
    ls_status rc = db_find_cell(d, &k->cell, m, &id);
    if (rc == LS_OK && k->l.text) rc = store_lowering(d, id, k, m);
    for (unsigned i = 0; i < k->nbounds && rc == LS_OK; i++)
        rc = db_store_bound(d, id, &k->bounds[i], m);
    for (unsigned i = 0; i < k->nmarks && rc == LS_OK; i++)
        rc = db_store_searched(d, id, &k->marks[i], m);
    return rc;
}

/* Bounds that contradict programs are all named before the load is given up. */
static ls_status store_text(db *d, const loader *u, unsigned *cells, bool *contradicted)
{
    ls_status rc = LS_OK;
    for (block *k = u->first; k && rc == LS_OK; k = k->next, ++*cells) {
        rc = stop_signal() ? LS_STOPPED : store_block(d, u, k);
        if (rc != LS_NO) continue;
        *contradicted = true;
        if (!text_has_too_many_errors(u))
            diag_error(u->dg, (place){.file = k->file}, "%s", strbuf_text(&d->error));
        rc = LS_OK;
    }
    return rc;
}

static ls_status store_all(db *d, const loader *u, unsigned n)
{
    unsigned cells = 0;
    bool contradicted = false;
    ls_status rc = db_begin(d);
    if (rc != LS_OK) return rc;
    for (unsigned i = 0; i < n && rc == LS_OK; i++)
        rc = store_text(d, &u[i], &cells, &contradicted);
    if (rc == LS_OK && !contradicted) {
        db_count_run(d, cells);
        return db_commit(d);
    }
    db_rollback_cell(d);
    return contradicted ? LS_NO : rc;
}

/* ---- the texts ---- */

struct db_winners {
    const spec *s;
    loader *text; /* of each file; then of each target that texts of version 2 are about */
    unsigned count;
    whole all;
};

void text_set_up(loader *u)
{
    const spec *s = u->s;
    u->last = &u->first;
    u->errors_before = u->dg->count;
    u->op_seen = arena_new(&u->mem, s->nops, bool);
    u->instr_seen = arena_new(&u->mem, spec_all_instrs(s), bool);
    u->meanings.op = arena_new(&u->mem, s->nops, const char *);
    u->meanings.instr = arena_new(&u->mem, spec_all_instrs(s), const char *);
    for (unsigned i = 0; i < s->nops; i++) u->meanings.op[i] = s->ops[i].hash;
    for (unsigned i = 0; i < spec_all_instrs(s); i++) u->meanings.instr[i] = spec_instr(s, i)->hash;
}

static ls_status read_file(loader *u, whole *all)
{
    char *text;
    size_t size = 0;
    const char *path = strcmp(u->file, "-") ? u->file : "/dev/stdin";
    if (file_read(path, &text, &size) != LS_OK) {
        diag_error(u->dg, (place){.file = u->file}, "cannot read it: %s", strerror(errno));
        return LS_ENV;
    }
    u->text = u->next = u->line = u->at = text;
    u->text_end = text + size;
    text_set_up(u);
    text_read(u, all);
    return u->dg->count > u->errors_before ? LS_INPUT : LS_OK;
}

/* The texts of version 2, as one. */
static ls_status join_texts(db_winners *w, diags *dg)
{
    unsigned before = dg->count;
    w->count += whole_make_blocks(&w->all, w->s, dg, &w->text[w->count]);
    return dg->count > before ? LS_INPUT : LS_OK;
}

ls_status db_read_winners(db_winners **out, const spec *s, const char *const *paths, unsigned count,
                          db_attest_fn *attest, void *context, diags *dg)
{
    db_winners *w = mem_alloc(1, sizeof *w);
    ls_status worst = LS_OK;
    *w = (db_winners){.s = s, .text = mem_alloc(count + s->ntargets + 1, sizeof *w->text)};
    *out = w;
    for (; w->count < count && worst < LS_ENV && !diag_is_full(dg); w->count++) {
        loader *u = &w->text[w->count];
        *u = (loader){.s = s, .dg = dg, .file = paths[w->count]};
        ls_status rc = stop_check();
        if (rc == LS_OK) rc = read_file(u, &w->all);
        if (rc > worst) worst = rc;
    }
    if (worst == LS_OK && w->all.any) worst = join_texts(w, dg);
    for (unsigned i = 0; worst == LS_OK && attest && i < w->count; i++)
        worst = attest_all(&w->text[i], attest, context);
    return worst;
}

ls_status db_store_winners(db *d, const db_winners *w, diags *dg)
{
    db_check(d);
    require(d->state == DB_OPEN, "no cell is open");
    require(!strcmp(w->s->hash, d->spec->hash),
            "the spec is the one that the database was opened with");
    for (unsigned i = 0; i < w->count; i++) w->text[i].dg = dg;
    ls_status rc = store_all(d, w->text, w->count);
    db_forget_ids(d); /* they may be those of meanings that were the texts' */
    return rc;
}

void db_free_winners(db_winners *w)
{
    for (unsigned i = 0; w && i < w->count; i++) {
        mem_free((char *)w->text[i].text);
        arena_free(&w->text[i].mem);
    }
    if (!w) return;
    whole_free(&w->all);
    mem_free(w->text);
    mem_free(w);
}

ls_status db_load_winners(db *d, const spec *s, const char *const *paths, unsigned count,
                          db_attest_fn *attest, void *context, diags *dg)
{
    db_winners *w;
    ls_status rc = db_read_winners(&w, s, paths, count, attest, context, dg);
    if (rc == LS_OK) rc = db_store_winners(d, w, dg);
    db_free_winners(w);
    return rc;
}

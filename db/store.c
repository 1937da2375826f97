// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* store.c - transactions and rows in.
 *
 * One transaction a cell. A put that fails makes the cell a failed one; whatever comes next is
 * refused, and committing rolls back. So the file holds whole cells only.
 *
 * The invariant of lowerings: the instruction versions and the proofs of a row belong together. A
 * row that has gone stale is therefore never updated in place but replaced, and what was proved of
 * its former meaning goes with it. */
#include "internal.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- transactions ---- */

ls_status db_begin(db *d)
{
    db_check(d);
    require(d->state == DB_OPEN, "no cell is open");
    d->new_lowerings = d->new_proofs = 0;
    d->contradiction = false;
    ls_status rc = db_run(d, STMT_BEGIN, "");
    if (rc == LS_OK) d->state = DB_IN_CELL;
    return rc;
}

void db_rollback_cell(db *d)
{
    db_check(d);
    require(d->state != DB_OPEN, "a cell is open");
    if (!sqlite3_get_autocommit(d->sql)) {
        sqlite3_step(d->stmt[STMT_ROLLBACK]); /* fails only where the transaction is gone already */
        sqlite3_reset(d->stmt[STMT_ROLLBACK]);
    }
    db_forget_ids(d);
    d->state = DB_OPEN;
}

ls_status db_commit(db *d)
{
    db_check(d);
    require(d->state != DB_OPEN, "a cell is open");
    ls_status failed = d->contradiction ? LS_NO : LS_ENV;
    ls_status rc = d->state == DB_FAILED ? failed : db_run(d, STMT_COMMIT, "");
    if (rc == LS_OK)
        d->state = DB_OPEN;
    else
        db_rollback_cell(d);
    return rc;
}

ls_status db_begin_cell(db *d, const cell *c)
{
    require(c && cell_exists(c), "the cell exists");
    return db_begin(d);
}

void db_count_run(db *d, unsigned cells)
{
    if (!d->run || d->state != DB_IN_CELL) return;
    db_run(d, STMT_COUNT_RUN, "iiii", d->run, (int64_t)cells, (int64_t)d->new_lowerings,
           (int64_t)d->new_proofs);
}

ls_status db_commit_cell(db *d)
{
    require(d->state != DB_OPEN, "a cell is open");
    db_count_run(d, 1);
    return db_commit(d);
}

/* Puts go into an open cell; one that has failed takes no more. */
static bool accepting(const db *d)
{
    db_check(d);
    require(d->state != DB_OPEN, "a cell is open");
    return d->state == DB_IN_CELL;
}

/* ---- runs ---- */

ls_status db_begin_run(db *d, const char *command, const char *revision, const char *options,
                       const char *machine)
{
    db_check(d);
    require(d->state == DB_OPEN, "no cell is open");
    if (d->run) db_run(d, STMT_END_RUN, "iz", d->run, d->interrupted);
    d->run = 0;
    memset(d->stated, 0, sizeof d->stated); /* they name the run */
    ls_status rc = db_run(d, STMT_PUT_RUN, "ttttt", command, revision, d->spec->hash, options,
                          machine);
    if (rc == LS_OK) d->run = sqlite3_last_insert_rowid(d->sql);
    return rc;
}

void db_interrupt_run(db *d, const char *signal_name)
{
    db_check(d);
    d->interrupted = arena_strdup(&d->mem, signal_name);
}

/* ---- proofs ---- */

static bool is_answer(const char *s)
{
    return !strcmp(s, "proved") || !strcmp(s, "refuted") || !strcmp(s, "unknown");
}

static void require_proof(const db_proof *p)
{
    require(p->answer && is_answer(p->answer), "an answer is proved, refuted or unknown");
    require(p->stated || db_is_hash(p->obligation, strlen(p->obligation)),
            "an obligation is a hash");
    if (p->stated) {
        require(!p->obligation[0] && !*p->solver && p->state != TRUTH_HERE,
                "a text states a proof and nothing of it");
        return;
    }
    require(p->solver && *p->solver && *p->solver != ' ' && db_is_printable(p->solver) &&
                !strchr(p->solver, '\n'),
            "a solver has a name");
    require(!p->reason || db_is_printable(p->reason), "a reason is text");
}

/* Where the handle keeps the row of such a proof, on which thousands of lowerings rest; NULL: it
 * does not. */
static int64_t *kept_row(db *d, const db_proof *p)
{
    return p->stated && !strcmp(p->answer, "proved") ? &d->stated[p->state] : NULL;
}

/* The row of what was answered, or said. */
static ls_status put_proof(db *d, const db_proof *p, int64_t *id)
{
    char seal[HASH_TEXT];
    const char *state = db_state_words[p->state];
    int64_t *kept = kept_row(d, p);
    if (kept && *kept) return *id = *kept, LS_OK;
    db_seal_proof(p, seal);
    ls_status rc = db_run(d, STMT_PUT_PROOF,
                          "tttitdtt"
                          "r",
                          p->obligation, state, p->answer, (int64_t)p->chunk, p->solver,
                          p->seconds, p->reason ? p->reason : "", seal);
    if (rc == LS_OK && sqlite3_changes(d->sql)) d->new_proofs += p->state == TRUTH_HERE;
    if (rc == LS_OK) rc = db_get_int(d, STMT_FIND_PROOF, id, "tt", p->obligation, state);
    if (rc == LS_OK && kept) *kept = *id;
    return rc;
}

/* What the row of a lowering rests on. */
typedef struct link {
    db_truth state;
    bool there, proved, known; /* known: which obligation it is */
} link;

typedef struct links {
    link program, ir;
    char ir_text[HASH_TEXT];
} links;

static link read_link(sqlite3_stmt *q, int column, int obligation)
{
    link x = {.state = TRUTH_CLAIMED};
    const char *state = (const char *)sqlite3_column_text(q, column),
               *answer = (const char *)sqlite3_column_text(q, column + 1);
    x.there = state && db_read_truth(state, &x.state);
    x.proved = answer && !strcmp(answer, "proved");
    x.known = sqlite3_column_bytes(q, obligation) > 0;
    return x;
}

static ls_status read_links(db *d, int64_t lowering, links *out)
{
    sqlite3_stmt *q = db_bind(d, STMT_GET_PROOFS, "i", lowering);
    ls_status rc = db_next(d, q);
    if (rc != LS_OK) return rc == LS_NO ? db_fail(d, SQLITE_CORRUPT, "find a lowering") : rc;
    const char *ir = (const char *)sqlite3_column_text(q, 4);
    out->program = read_link(q, 0, 5);
    out->ir = read_link(q, 2, 6);
    snprintf(out->ir_text, sizeof out->ir_text, "%s", ir ? ir : "");
    sqlite3_reset(q);
    return LS_OK;
}

/* A weaker state never replaces a stronger one; nor a time-out a proof, but one that was only
 * claimed. */
static bool replaces(const db_proof *p, const link *old)
{
    if (!old->there) return true;
    if (p->state > old->state) return false;
    if (p->stated && old->known && old->proved && p->state == old->state) return false;
    return strcmp(p->answer, "unknown") || !old->proved || old->state == TRUTH_CLAIMED;
}

static ls_status store_program_proof(db *d, int64_t lowering, const db_proof *p, const links *old)
{
    int64_t id;
    if (!db_has_proof(p)) return LS_OK;
    require_proof(p);
    if (!replaces(p, &old->program)) return LS_OK;
    ls_status rc = put_proof(d, p, &id);
    return rc == LS_OK ? db_run(d, STMT_SET_PROGRAM_PROOF, "ii", lowering, id) : rc;
}

/* What was proved of another IR text says nothing of today's. */
static ls_status store_ir_proof(db *d, int64_t lowering, const db_proof *p, const char *ir_text,
                                const links *old)
{
    int64_t id;
    if (!db_has_proof(p)) return LS_OK;
    require_proof(p);
    bool changed = *ir_text && p->state == TRUTH_HERE && strcmp(ir_text, old->ir_text);
    if (!changed && !replaces(p, &old->ir)) return LS_OK;
    ls_status rc = put_proof(d, p, &id);
    return rc == LS_OK ? db_run(d, STMT_SET_IR_PROOF, "iit", lowering, id, ir_text) : rc;
}

/* ---- lowerings ---- */

/* A parent's text as programs are stored, with exactly one newline at its end; "" when there is
 * none. */
static const char *parent_text(arena *mem, const char *parent)
{
    const char *trimmed = db_trim_text(mem, parent ? parent : "");
    return *trimmed ? arena_printf(mem, "%s\n", trimmed) : "";
}

/* Its row; *id 0 when there is none. */
static ls_status find_parent(db *d, const char *text, int64_t *id)
{
    *id = 0;
    return *text ? db_find_program(d, text, id) : LS_OK;
}

static bool sane_cost(const cost *c)
{
    return isfinite(c->rthroughput) && isfinite(c->latency) && c->rthroughput >= 0 &&
           c->latency >= 0;
}

/* The arguments of a cost in the order of COST_FIELDS, and their types. */
#define COST_ARG_u(v) (int64_t)(v)
#define COST_ARG_f(v) (v)
#define COST_ARGS(c)                                                                               \
    COST_ARG_u((c)->insns), COST_ARG_u((c)->uops), COST_ARG_f((c)->rthroughput),                   \
        COST_ARG_f((c)->latency), COST_ARG_u((c)->consts), COST_ARG_u((c)->bytes),                 \
        COST_ARG_u((c)->moves), COST_ARG_u((c)->const_loads)
#define COST_TYPES "iiddiiii"

/* What bounds are compared with: machine instructions. Only LLVM knows how many a form is. */
static int64_t length_of(const db_lowering *l, const prog *p)
{
    return prog_has_form(p) ? l->cost.insns : prog_length(p);
}

static ls_status find_program_set(db *d, const prog *p, const semantics *m, char hash[HASH_TEXT],
                                  int64_t *id)
{
    unsigned index[PROG_INSNS_MAX], n = 0;
    for (unsigned i = 0, k; i < p->ninsns; i++) {
        for (k = 0; k < n && index[k] != p->insn[i].in->index;) k++;
        index[k] = p->insn[i].in->index;
        n += k == n;
    }
    return db_find_set(d, m, index, n, hash, id);
}

/* The row of the proof; *id 0 where there is none. */
static ls_status put_any_proof(db *d, const db_proof *p, int64_t *id)
{
    *id = 0;
    if (!db_has_proof(p)) return LS_OK;
    require_proof(p);
    return put_proof(d, p, id);
}

static ls_status insert_row(db *d, const db_lowering *l, const lowering_row *r)
{
    char seal[HASH_TEXT];
    db_seal_new_lowering(l, r, seal);
    return db_run(d, STMT_INSERT_LOWERING,
                  "iiiitnt"
                  "r" COST_TYPES "nntt",
                  r->cell, r->program, r->set, r->length, l->engine, r->parent,
                  db_state_words[l->cost_state], COST_ARGS(&l->cost), r->program_proof, r->ir_proof,
                  r->ir_proof ? l->ir_text : "", seal);
}

/* Of r the cell and the program are known. */
static ls_status insert_lowering(db *d, const db_lowering *l, const prog *p, const semantics *m,
                                 lowering_row *r, int64_t *id)
{
    arena mem = {0};
    r->length = length_of(l, p);
    r->op_hash = m->op[l->cell.op->index];
    r->parent_text = parent_text(&mem, l->parent);
    ls_status rc = find_program_set(d, p, m, r->set_hash, &r->set);
    if (rc == LS_OK) rc = find_parent(d, r->parent_text, &r->parent);
    if (rc == LS_OK) rc = put_any_proof(d, &l->program, &r->program_proof);
    if (rc == LS_OK) rc = put_any_proof(d, &l->ir, &r->ir_proof);
    if (rc == LS_OK) rc = insert_row(d, l, r);
    *id = sqlite3_last_insert_rowid(d->sql);
    arena_free(&mem);
    return rc;
}

/* A weaker state never replaces a stronger one: figures that a text claims do not displace what was
 * measured. */
static ls_status update_lowering(db *d, int64_t id, db_truth old, const db_lowering *l,
                                 const prog *p)
{
    arena mem = {0};
    int64_t parent;
    if (l->cost_state > old) return LS_OK;
    ls_status rc = find_parent(d, parent_text(&mem, l->parent), &parent);
    arena_free(&mem);
    if (rc != LS_OK) return rc;
    return db_run(d, STMT_UPDATE_LOWERING, "itnit" COST_TYPES, id, l->engine, parent,
                  length_of(l, p), db_state_words[l->cost_state], COST_ARGS(&l->cost));
}

/* A row of a cell with the program at hand. */
typedef struct stored {
    int64_t id;
    bool stale;
    db_truth cost_state;
} stored;

/* LS_NO when there is none. */
static ls_status find_lowering(db *d, int64_t cell_id, int64_t program, stored *out)
{
    sqlite3_stmt *q = db_bind(d, STMT_FIND_LOWERING, "ii", cell_id, program);
    ls_status rc = db_next(d, q);
    if (rc != LS_OK) return rc;
    const char *state = (const char *)sqlite3_column_text(q, 2);
    *out = (stored){sqlite3_column_int64(q, 0), sqlite3_column_int(q, 1), TRUTH_CLAIMED};
    if (state) db_read_truth(state, &out->cost_state);
    sqlite3_reset(q);
    return LS_OK;
}

/* Whether every meaning that the lowering was found with is the spec's. */
static bool is_fresh(const db *d, const db_lowering *l, const prog *p, const semantics *m)
{
    if (m == &d->now) return true;
    bool fresh = !strcmp(m->op[l->cell.op->index], d->now.op[l->cell.op->index]);
    for (unsigned i = 0; i < p->ninsns && fresh; i++) {
        unsigned k = p->insn[i].in->index;
        fresh = !strcmp(m->instr[k], d->now.instr[k]);
    }
    return fresh;
}

/* Fresh and fresh: update. A stale row gives way to any; a fresh one stays when what comes is
 * stale. LS_NO when a new row is to be inserted. */
static ls_status merge_lowering(db *d, const db_lowering *l, const prog *p, const stored *old,
                                bool new_fresh)
{
    if (!old->stale) return new_fresh ? update_lowering(d, old->id, old->cost_state, l, p) : LS_OK;
    ls_status rc = db_run(d, STMT_DELETE_LOWERING, "i", old->id);
    return rc == LS_OK ? LS_NO : rc;
}

static ls_status store_proofs(db *d, int64_t id, const db_lowering *l)
{
    links old;
    ls_status rc = read_links(d, id, &old);
    if (rc == LS_OK) rc = store_program_proof(d, id, &l->program, &old);
    if (rc == LS_OK) rc = store_ir_proof(d, id, &l->ir, l->ir_text, &old);
    return rc == LS_OK ? db_seal_lowering(d, id) : rc;
}

/* What an old row says of its proofs; and LLVM may make something else of it now. */
static ls_status renew(db *d, int64_t id, const db_lowering *l)
{
    ls_status rc = store_proofs(d, id, l);
    return rc == LS_OK ? db_run(d, STMT_FORGET_REACHED, "i", id) : rc;
}

static ls_status store_text(db *d, int64_t cell_id, const char *text, const db_lowering *l,
                            const prog *p, const semantics *m)
{
    lowering_row r = {.cell = cell_id, .text = text};
    stored old = {0};
    bool fresh = is_fresh(d, l, p, m);
    ls_status rc = db_find_program(d, text, &r.program);
    if (rc == LS_OK) rc = find_lowering(d, cell_id, r.program, &old);
    if (rc == LS_OK && !old.stale && !fresh) return LS_OK;
    if (rc == LS_OK) rc = merge_lowering(d, l, p, &old, fresh);
    bool added = rc == LS_NO;
    if (added) rc = insert_lowering(d, l, p, m, &r, &old.id);
    if (rc != LS_OK) return rc;
    d->new_lowerings++;
    if (fresh && db_has_old_ops(d)) rc = db_run(d, STMT_DELETE_OLDER, "ii", cell_id, r.program);
    /* a row that was deleted from outside may have left what it reached, under this number */
    if (rc == LS_OK) rc = added ? db_run(d, STMT_FORGET_REACHED, "i", old.id) : renew(d, old.id, l);
    return rc == LS_OK ? db_compare_levels(d, &l->cell, cell_id, 0, old.id) : rc;
}

ls_status db_store_lowering(db *d, int64_t cell_id, const db_lowering *l, const prog *p,
                            const semantics *m)
{
    strbuf text = {0};
    prog_print(p, &text);
    ls_status rc = store_text(d, cell_id, text.s, l, p, m);
    strbuf_free(&text);
    return rc;
}

/* The put has failed: with LS_NO because of a contradiction. */
static ls_status note_failure(db *d, ls_status rc)
{
    if (rc == LS_NO) d->contradiction = true;
    if (rc == LS_NO) d->state = DB_FAILED;
    return rc;
}

ls_status db_put_lowering(db *d, const db_lowering *l)
{
    if (!accepting(d)) return LS_ENV;
    require(l->engine && db_is_word(l->engine), "an engine is one word");
    require(!l->parent || db_is_printable(l->parent), "the parent is text");
    require(sane_cost(&l->cost), "costs are finite and not negative");
    require(!*l->ir_text || db_is_hash(l->ir_text, strlen(l->ir_text)), "the IR's text has a hash");
    diags dg = {0};
    prog p;
    bool good = prog_parse_cell(&p, d->spec, &l->cell, l->text, (place){0}, &dg);
    if (!good) diag_print(&dg, stderr);
    diag_free(&dg);
    require(good, "the text is a program of the cell");
    require(prog_fits(&p, l->cell.target), "the target has the program's instructions");
    int64_t id;
    ls_status rc = db_find_cell(d, &l->cell, &d->now, &id);
    return rc == LS_OK ? note_failure(d, db_store_lowering(d, id, l, &p, &d->now)) : rc;
}

/* ---- bounds, marks, baselines ---- */

static ls_status insert_bound(db *d, int64_t cell_id, const db_bound *b, const known_grammar *g,
                              const semantics *m)
{
    char seal[HASH_TEXT];
    db_seal_bound(b, m->op[b->cell.op->index], g->hash, g->set_hash, seal);
    ls_status rc = db_run(d, STMT_INSERT_BOUND,
                          "iiiiittt"
                          "r",
                          cell_id, g->id, g->set, (int64_t)b->insns, (int64_t)b->candidates,
                          b->engine, db_state_words[b->state], seal);
    return rc == LS_OK
               ? db_compare_levels(d, &b->cell, cell_id, sqlite3_last_insert_rowid(d->sql), 0)
               : rc;
}

/* A bound of the same cell and grammar. */
typedef struct old_bound {
    int64_t id, length;
    bool held;
    db_truth state;
} old_bound;

enum { OLD_BOUNDS_MAX = 4 }; /* one in each state, at most */

static ls_status find_old_bounds(db *d, int64_t cell_id, int64_t grammar,
                                 old_bound out[OLD_BOUNDS_MAX], unsigned *n)
{
    sqlite3_stmt *q = db_bind(d, STMT_FIND_BOUNDS, "ii", cell_id, grammar);
    ls_status rc;
    for (*n = 0; (rc = db_next(d, q)) == LS_OK && *n < OLD_BOUNDS_MAX;) {
        const char *state = (const char *)sqlite3_column_text(q, 2);
        old_bound *x = &out[(*n)++];
        *x = (old_bound){sqlite3_column_int64(q, 0), sqlite3_column_int64(q, 1),
                         sqlite3_column_int(q, 3), TRUTH_CLAIMED};
        if (state) db_read_truth(state, &x->state);
    }
    sqlite3_reset(q);
    return rc == LS_NO ? LS_OK : rc;
}

/* Whether the old one is to stay and the new one is not wanted: it holds, and the new one neither
 * says more nor is surer. */
static bool outdoes(const old_bound *old, const db_bound *b, bool fresh)
{
    if (!old->held || !fresh) return old->held;
    if (b->state == TRUTH_CLAIMED) return old->state < TRUTH_CLAIMED || old->length >= b->insns;
    return old->state < TRUTH_CLAIMED &&
           (old->length > b->insns || (old->length == b->insns && old->state <= b->state));
}

/* LS_OK when a bound of this grammar is to stay; else those that give way are deleted, and LS_NO.
 */
static ls_status keep_bound(db *d, int64_t cell_id, const db_bound *b, const known_grammar *g,
                            bool fresh)
{
    old_bound old[OLD_BOUNDS_MAX];
    unsigned n;
    ls_status rc = find_old_bounds(d, cell_id, g->id, old, &n);
    for (unsigned i = 0; i < n && rc == LS_OK; i++)
        if (outdoes(&old[i], b, fresh)) return LS_OK;
    for (unsigned i = 0; i < n && rc == LS_OK; i++)
        if (!old[i].held || old[i].state < TRUTH_CLAIMED || old[i].length <= b->insns ||
            b->state == TRUTH_CLAIMED)
            rc = db_run(d, STMT_DELETE_BOUND, "i", old[i].id);
    return rc == LS_OK ? LS_NO : rc;
}

ls_status db_store_bound(db *d, int64_t cell_id, const db_bound *b, const semantics *m)
{
    arena mem = {0};
    const known_grammar *g;
    ls_status rc = db_find_grammar(d, b->cell.target, db_trim_text(&mem, b->grammar), m, &g);
    unsigned o = b->cell.op->index;
    bool fresh = rc == LS_OK && g->fresh && !strcmp(m->op[o], d->now.op[o]);
    if (rc == LS_OK) rc = keep_bound(d, cell_id, b, g, fresh);
    if (rc == LS_NO) rc = insert_bound(d, cell_id, b, g, m);
    arena_free(&mem);
    return rc;
}

ls_status db_put_bound(db *d, const db_bound *b)
{
    if (!accepting(d)) return d->contradiction ? LS_NO : LS_ENV;
    require(b->engine && db_is_word(b->engine), "an engine is one word");
    require(b->grammar && db_is_printable(b->grammar), "a grammar is text");
    require(b->candidates <= INT64_MAX, "candidates fit 63 bits");
    int64_t id;
    ls_status rc = db_find_cell(d, &b->cell, &d->now, &id);
    return rc == LS_OK ? note_failure(d, db_store_bound(d, id, b, &d->now)) : rc;
}

ls_status db_forget_bound(db *d, const db_bound *b)
{
    arena mem = {0};
    char hash[HASH_TEXT];
    int64_t id;
    if (!accepting(d)) return LS_ENV;
    hash_text(db_trim_text(&mem, b->grammar), hash);
    arena_free(&mem);
    ls_status rc = db_find_cell(d, &b->cell, &d->now, &id);
    return rc == LS_OK ? db_run(d, STMT_FORGET_BOUND, "it", id, hash) : rc;
}

ls_status db_store_searched(db *d, int64_t cell_id, const db_mark *mark, const semantics *m)
{
    int64_t effort;
    char seal[HASH_TEXT];
    ls_status rc = db_find_effort(d, mark->key, &effort);
    db_seal_mark(mark, m->op[mark->cell.op->index], seal);
    return rc == LS_OK ? db_run(d, STMT_PUT_SEARCHED, "iittr", cell_id, effort,
                                db_state_words[mark->state], seal)
                       : rc;
}

static ls_status put_mark(db *d, const cell *c, const char *key, db_truth state)
{
    if (!accepting(d)) return LS_ENV;
    require(db_is_word(key), "a key is one word");
    int64_t id;
    ls_status rc = db_find_cell(d, c, &d->now, &id);
    return rc == LS_OK ? db_store_searched(d, id, &(db_mark){*c, key, state}, &d->now) : rc;
}

ls_status db_mark_searched(db *d, const cell *c, const char *key)
{
    return put_mark(d, c, key, TRUTH_HERE);
}

ls_status db_mark_latest(db *d, const cell *c, const char *prefix, const char *key)
{
    int64_t id;
    ls_status rc = put_mark(d, c, key, TRUTH_HERE);
    if (rc == LS_OK) rc = db_find_cell(d, c, &d->now, &id);
    return rc == LS_OK ? db_run(d, STMT_DROP_OTHER_MARKS, "itt", id, prefix, key) : rc;
}

ls_status db_claim_searched(db *d, const cell *c, const char *key)
{
    return put_mark(d, c, key, TRUTH_CLAIMED);
}

ls_status db_forget_forms(db *d, const cell *c)
{
    if (!accepting(d)) return LS_ENV;
    int64_t id;
    ls_status rc = db_find_cell(d, c, &d->now, &id);
    return rc == LS_OK ? db_run(d, STMT_DELETE_FORMS, "i", id) : rc;
}

static bool is_source(const char *s)
{
    return !strcmp(s, "llvm") || !strcmp(s, "parabix") || !strcmp(s, "thesis") ||
           !strcmp(s, "hand");
}

static ls_status put_baseline(db *d, const db_baseline *b)
{
    int64_t id;
    require(b->source && is_source(b->source), "a source is llvm, parabix, thesis or hand");
    require(b->how && db_is_printable(b->how), "how is text");
    ls_status rc = db_find_cell(d, &b->cell, &d->now, &id);
    return rc == LS_OK
               ? db_run(d, STMT_PUT_BASELINE, "itit", id, b->source, (int64_t)b->insns, b->how)
               : rc;
}

ls_status db_put_baselines(db *d, const db_baseline *list, unsigned count)
{
    db_check(d);
    bool alone = d->state == DB_OPEN;
    if (d->state == DB_FAILED) return LS_ENV;
    if (alone && db_begin(d) != LS_OK) return LS_ENV;
    ls_status rc = LS_OK;
    for (unsigned i = 0; i < count && rc == LS_OK; i++) rc = put_baseline(d, &list[i]);
    return alone ? db_commit(d) : rc;
}

ls_status db_put_baseline(db *d, const db_baseline *b)
{
    return db_put_baselines(d, b, 1);
}

/* ---- what the spec has left behind ---- */

static ls_status drop_marks(db *d, const target *t, db_mark_counts *counts, void *context,
                            unsigned *dropped)
{
    arena mem = {0};
    db_mark *m;
    unsigned n;
    ls_status rc = db_list_searched(d, t, &mem, &m, &n);
    for (unsigned i = 0; i < n && rc == LS_OK; i++) {
        const cell *c = &m[i].cell;
        if (counts(context, c, m[i].key)) continue;
        rc = db_run(d, STMT_DROP_MARK, "tittt", c->op->name, (int64_t)c->w, c->cls->name, t->name,
                    m[i].key);
        *dropped += (unsigned)sqlite3_changes(d->sql);
    }
    arena_free(&mem);
    return rc;
}

ls_status db_drop_stale(db *d, db_mark_counts *counts, void *context, unsigned *dropped)
{
    static const stmt_id each[] = {STMT_DROP_LOWERINGS, STMT_DROP_BOUNDS, STMT_DROP_SEARCHED,
                                   STMT_DROP_BASELINES};
    *dropped = 0;
    ls_status rc = db_begin(d);
    if (rc != LS_OK) return rc;
    for (size_t i = 0; i < sizeof each / sizeof *each && rc == LS_OK; i++) {
        rc = db_run(d, each[i], "");
        *dropped += (unsigned)sqlite3_changes(d->sql);
    }
    if (rc == LS_OK) rc = db_run(d, STMT_DROP_SETS, "");
    if (rc == LS_OK) rc = db_run(d, STMT_DROP_PROGRAMS, "");
    for (unsigned i = 0; i < d->spec->ntargets && rc == LS_OK; i++)
        rc = drop_marks(d, &d->spec->targets[i], counts, context, dropped);
    db_forget_ids(d);
    return db_commit(d);
}

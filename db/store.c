/* store.c - transactions and rows in.
 *
 * One transaction a cell. A put that fails makes the cell a failed one; whatever comes next is refused, and committing
 * rolls back. So the file holds whole cells only.
 *
 * The invariant of lowerings: the instruction versions and the proofs of a row belong together. A row that has gone stale is
 * therefore never updated in place but replaced, and what was proved of its former meaning goes with it. */
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
    d->state = DB_OPEN;
}

ls_status db_commit(db *d)
{
    db_check(d);
    require(d->state != DB_OPEN, "a cell is open");
    ls_status rc = d->state == DB_FAILED ? LS_ENV : db_run(d, STMT_COMMIT, "");
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
    db_run(d, STMT_COUNT_RUN, "iiii", d->run, (int64_t)cells, (int64_t)d->new_lowerings, (int64_t)d->new_proofs);
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

ls_status db_begin_run(db *d, const char *command, const char *revision, const char *options, const char *machine)
{
    db_check(d);
    require(d->state == DB_OPEN, "no cell is open");
    if (d->run) db_run(d, STMT_END_RUN, "i", d->run);
    d->run = 0;
    ls_status rc = db_run(d, STMT_PUT_RUN, "ttttt", command, revision, d->spec->hash, options, machine);
    if (rc == LS_OK) d->run = sqlite3_last_insert_rowid(d->sql);
    return rc;
}

/* ---- cells and versions ---- */

static ls_status find_op(db *d, const op *o, const char *hash, int64_t *id)
{
    ls_status rc = db_get_int(d, STMT_FIND_OP, id, "tt", o->name, hash);
    if (rc != LS_NO) return rc;
    rc = db_run(d, STMT_PUT_OP, "tttii", o->name, hash, o->doc ? o->doc : "", (int64_t)o->index, (int64_t)0);
    return rc == LS_OK ? db_get_int(d, STMT_FIND_OP, id, "tt", o->name, hash) : rc;
}

ls_status db_find_instr(db *d, const instr *in, const char *hash, int64_t *id)
{
    arena mem = {0};
    const char *cls = in->result->name, *requires_ = db_join_features(&mem, in);
    ls_status rc = db_get_int(d, STMT_FIND_INSTR, id, "tttt", in->name, cls, hash, requires_);
    if (rc == LS_NO)
        rc = db_run(d, STMT_PUT_INSTR, "ttttttii", in->name, cls, hash, requires_, instr_kind_names[in->kind],
                    in->c ? in->c : "", (int64_t)in->index, (int64_t)!strcmp(hash, d->now.instr[in->index]));
    if (rc == LS_OK) rc = db_get_int(d, STMT_FIND_INSTR, id, "tttt", in->name, cls, hash, requires_);
    arena_free(&mem);
    return rc;
}

ls_status db_find_cell(db *d, const cell *c, const semantics *m, int64_t *id)
{
    int64_t o;
    ls_status rc = find_op(d, c->op, m->op[c->op->index], &o);
    if (rc != LS_OK) return rc;
    rc = db_run(d, STMT_PUT_CELL, "iitt", o, (int64_t)c->w, c->cls->name, c->target->name);
    if (rc != LS_OK) return rc;
    return db_get_int(d, STMT_FIND_CELL, id, "iitt", o, (int64_t)c->w, c->cls->name, c->target->name);
}

/* ---- proofs ---- */

/* "z3 4.8.12" is name and version. */
static char *solver_name(arena *mem, const char *solver)
{
    return arena_strndup(mem, solver, strcspn(solver, " "));
}

static const char *solver_version(const char *solver)
{
    const char *space = strchr(solver, ' ');
    return space ? space + 1 : "";
}

static ls_status store_claim(db *d, int64_t lowering, const char *subject, const db_proof *p, const char *name)
{
    return db_run(d, STMT_PUT_CLAIM, "itttitt", lowering, subject, p->answer, p->obligation, (int64_t)p->chunk, name,
                  solver_version(p->solver));
}

static ls_status store_answer(db *d, int64_t lowering, const char *subject, const db_proof *p, const char *name)
{
    bool of_program = !strcmp(subject, "program");
    ls_status rc = db_run(d, STMT_PUT_PROOF, "ttittdtr", p->obligation, p->answer, (int64_t)p->chunk, name,
                          solver_version(p->solver), p->seconds, p->reason ? p->reason : "");
    if (rc != LS_OK) return rc;
    d->new_proofs += sqlite3_changes(d->sql) > 0;
    rc = of_program ? db_run(d, STMT_SET_PROGRAM_PROOF, "itt", lowering, p->obligation, p->answer)
                    : db_run(d, STMT_SET_IR_PROOF, "it", lowering, p->obligation);
    return rc == LS_OK ? db_run(d, STMT_DELETE_CLAIM, "it", lowering, subject) : rc;
}

static bool is_answer(const char *s)
{
    return !strcmp(s, "proved") || !strcmp(s, "refuted") || !strcmp(s, "unknown");
}

/* subject: "program" or "ir". A claim stands beside a solver's answer without effect (see lowering_states). */
static ls_status store_proof(db *d, int64_t lowering, const char *subject, const db_proof *p)
{
    if (!p->obligation[0]) return LS_OK;
    require(db_is_hash(p->obligation, strlen(p->obligation)), "an obligation is a hash");
    require(p->answer && is_answer(p->answer), "an answer is proved, refuted or unknown");
    require(p->solver && *p->solver && *p->solver != ' ' && db_is_printable(p->solver) && !strchr(p->solver, '\n'),
            "a solver has a name");
    arena mem = {0};
    const char *name = solver_name(&mem, p->solver);
    ls_status rc = p->claimed ? store_claim(d, lowering, subject, p, name) : store_answer(d, lowering, subject, p, name);
    arena_free(&mem);
    return rc;
}

/* ---- lowerings ---- */

/* A parent's text as it is stored: with exactly one newline at its end, or empty. */
static char *parent_text(arena *mem, const char *parent)
{
    const char *trimmed = db_trim_text(mem, parent ? parent : "");
    return *trimmed ? arena_printf(mem, "%s\n", trimmed) : arena_strdup(mem, "");
}

static bool sane_cost(const cost *c)
{
    return isfinite(c->rthroughput) && isfinite(c->latency) && c->rthroughput >= 0 && c->latency >= 0;
}

/* The arguments of a cost in the order of COST_FIELDS, and their types. */
#define COST_ARG_u(v) (int64_t)(v)
#define COST_ARG_f(v) (v)
#define COST_ARGS(c)                                                                                                   \
    COST_ARG_u((c)->insns), COST_ARG_u((c)->uops), COST_ARG_f((c)->rthroughput), COST_ARG_f((c)->latency),             \
        COST_ARG_u((c)->consts), COST_ARG_u((c)->bytes), COST_ARG_u((c)->moves), COST_ARG_u((c)->const_loads)
#define COST_TYPES "iiddiiii"

/* What bounds are compared with: machine instructions. Only LLVM knows how many a form is. */
static int64_t length_of(const db_lowering *l, const prog *p)
{
    return prog_has_form(p) ? l->cost.insns : prog_length(p);
}

static ls_status insert_lowering(db *d, int64_t cell_id, const db_lowering *l, const char *text, const prog *p,
                                 const semantics *m, int64_t *id)
{
    arena mem = {0};
    ls_status rc = db_run(d, STMT_INSERT_LOWERING, "ititt" "r" COST_TYPES, cell_id, text, length_of(l, p), l->engine,
                          parent_text(&mem, l->parent), COST_ARGS(&l->cost));
    arena_free(&mem);
    if (rc != LS_OK) return rc;
    *id = sqlite3_last_insert_rowid(d->sql);
    for (unsigned i = 0; i < p->ninsns && rc == LS_OK; i++) {
        int64_t version;
        rc = db_find_instr(d, p->insn[i].in, m->instr[p->insn[i].in->index], &version);
        if (rc == LS_OK) rc = db_run(d, STMT_PUT_LOWERING_INSTR, "ii", *id, version);
    }
    return rc;
}

static ls_status update_lowering(db *d, int64_t id, const db_lowering *l, const prog *p)
{
    arena mem = {0};
    ls_status rc = db_run(d, STMT_UPDATE_LOWERING, "itti" COST_TYPES, id, l->engine, parent_text(&mem, l->parent), length_of(l, p),
                          COST_ARGS(&l->cost));
    arena_free(&mem);
    return rc;
}

/* LS_OK with the row and whether it is stale; LS_NO when there is none. */
static ls_status find_lowering(db *d, int64_t cell_id, const char *text, int64_t *id, bool *stale)
{
    sqlite3_stmt *q = db_bind(d, STMT_FIND_LOWERING, "it", cell_id, text);
    ls_status rc = db_next(d, q);
    if (rc != LS_OK) return rc;
    *id = sqlite3_column_int64(q, 0);
    *stale = sqlite3_column_int(q, 1);
    sqlite3_reset(q);
    return LS_OK;
}

/* Which of the cell's bounds the new lowering reaches, or which lowerings reach the new bound; the other one is 0. Where programs without
 * instructions are excluded, whatever LLVM makes one instruction of is as short as can be. */
static ls_status store_reached(db *d, int64_t cell_id, const cell *c, int64_t new_bound, int64_t new_lowering)
{
    typedef struct pair {
        int64_t bound, lowering;
        struct pair *next;
    } pair;
    arena mem = {0};
    pair *first = NULL;
    sqlite3_stmt *q = db_bind(d, STMT_LEVEL_PAIRS, "iii", cell_id, new_bound, new_lowering);
    ls_status rc = db_next(d, q);
    for (; rc == LS_OK; rc = db_next(d, q)) {
        const char *grammar = (const char *)sqlite3_column_text(q, 2), *text = (const char *)sqlite3_column_text(q, 3);
        diags quiet = {0};
        prog p;
        bool within = db_is_of_no_instruction(grammar), good = prog_parse(&p, d->spec, c->op, c->cls, text, (place){0}, &quiet);
        if (good && (within || (sqlite3_column_int(q, 4) && db_grammar_has(grammar, &p)))) {
            pair *x = arena_new(&mem, 1, pair);
            *x = (pair){sqlite3_column_int64(q, 0), sqlite3_column_int64(q, 1), first};
            first = x;
        }
        diag_free(&quiet);
    }
    sqlite3_reset(q);
    if (rc == LS_NO) rc = LS_OK;
    for (const pair *x = first; rc == LS_OK && x; x = x->next) rc = db_run(d, STMT_PUT_REACHED, "ii", x->bound, x->lowering);
    arena_free(&mem);
    return rc;
}

/* Whether every meaning that the lowering was found with is the spec's. */
static bool is_fresh(const db *d, const db_lowering *l, const prog *p, const semantics *m)
{
    bool fresh = !strcmp(m->op[l->cell.op->index], d->now.op[l->cell.op->index]);
    for (unsigned i = 0; i < p->ninsns && fresh; i++) {
        unsigned k = p->insn[i].in->index;
        fresh = !strcmp(m->instr[k], d->now.instr[k]);
    }
    return fresh;
}

/* A row with the same text exists. Fresh and fresh: update. A stale one gives way to any; a fresh one stays when what
 * comes is stale. Returns LS_NO when a new row is to be inserted. */
static ls_status merge_lowering(db *d, const db_lowering *l, const prog *p, int64_t id, bool old_stale, bool new_fresh)
{
    if (!old_stale) return new_fresh ? update_lowering(d, id, l, p) : LS_OK;
    ls_status rc = db_run(d, STMT_DELETE_LOWERING, "i", id);
    return rc == LS_OK ? LS_NO : rc;
}

ls_status db_store_lowering(db *d, int64_t cell_id, const db_lowering *l, const prog *p, const semantics *m)
{
    strbuf text = {0};
    int64_t id = 0;
    bool old_stale = false, fresh = is_fresh(d, l, p, m);
    prog_print(p, &text);
    ls_status rc = find_lowering(d, cell_id, text.s, &id, &old_stale);
    bool kept_fresh = rc == LS_OK && !old_stale && !fresh;
    if (rc == LS_OK) rc = merge_lowering(d, l, p, id, old_stale, fresh);
    if (rc == LS_NO) rc = insert_lowering(d, cell_id, l, text.s, p, m, &id);
    if (rc != LS_OK || kept_fresh) goto out;
    d->new_lowerings++;
    if (fresh) rc = db_run(d, STMT_DELETE_OLDER, "it", cell_id, text.s);
    if (rc == LS_OK) rc = store_proof(d, id, "program", &l->program);
    if (rc == LS_OK) rc = store_proof(d, id, "ir", &l->ir);
    if (rc == LS_OK) rc = db_run(d, STMT_FORGET_REACHED, "i", id); /* LLVM may make something else of it now */
    if (rc == LS_OK) rc = store_reached(d, cell_id, &l->cell, 0, id);
out:
    strbuf_free(&text);
    return rc;
}

ls_status db_put_lowering(db *d, const db_lowering *l)
{
    if (!accepting(d)) return LS_ENV;
    require(l->engine && db_is_word(l->engine), "an engine is one word");
    require(!l->parent || db_is_printable(l->parent), "the parent is text");
    require(sane_cost(&l->cost), "costs are finite and not negative");
    diags dg = {0};
    prog p;
    bool good = prog_parse(&p, d->spec, l->cell.op, l->cell.cls, l->text, (place){0}, &dg);
    if (!good) diag_print(&dg, stderr);
    diag_free(&dg);
    require(good, "the text is a program of the cell");
    require(prog_fits(&p, l->cell.target), "the target has the program's instructions");
    int64_t id;
    ls_status rc = db_find_cell(d, &l->cell, &d->now, &id);
    return rc == LS_OK ? db_store_lowering(d, id, l, &p, &d->now) : rc;
}

/* ---- bounds, marks, baselines ---- */

/* Which instructions the grammar names, by index; remembered, since thousands of bounds share a grammar. */
static const bool *named_by(db *d, const target *t, const char *grammar, const char *hash)
{
    for (named_instrs *x = d->named; x; x = x->next)
        if (x->target == t && !strcmp(x->grammar, hash)) return x->marks;
    named_instrs *x = arena_new(&d->mem, 1, named_instrs);
    *x = (named_instrs){.next = d->named, .target = t, .marks = arena_new(&d->mem, spec_all_instrs(d->spec), bool)};
    memcpy(x->grammar, hash, sizeof x->grammar);
    db_mark_named_instrs(d->spec, t, grammar, x->marks);
    d->named = x;
    return x->marks;
}

/* Whether every meaning that the bound was proved with is the spec's. */
static bool is_bound_fresh(const db *d, const db_bound *b, const semantics *m, const bool *marks)
{
    bool fresh = !strcmp(m->op[b->cell.op->index], d->now.op[b->cell.op->index]);
    for (unsigned i = 0; i < spec_all_instrs(d->spec) && fresh; i++) fresh = !marks[i] || !strcmp(m->instr[i], d->now.instr[i]);
    return fresh;
}

/* The set of the marked instructions as m understands them; it is there already when another bound has it. */
static ls_status store_set(db *d, const semantics *m, const bool *marks, char hash[HASH_TEXT])
{
    strbuf text = {0};
    arena mem = {0};
    int64_t one, version;
    for (unsigned i = 0; i < spec_all_instrs(d->spec); i++) {
        const instr *in = spec_instr(d->spec, i);
        if (marks[i]) strbuf_printf(&text, "%s %s %s %s\n", in->name, in->result->name, m->instr[i], db_join_features(&mem, in));
    }
    hash_text(strbuf_text(&text), hash);
    strbuf_free(&text);
    arena_free(&mem);
    ls_status rc = db_get_int(d, STMT_HAS_SET, &one, "t", hash);
    if (rc != LS_NO) return rc;
    rc = LS_OK;
    for (unsigned i = 0; i < spec_all_instrs(d->spec) && rc == LS_OK; i++) {
        if (!marks[i]) continue;
        rc = db_find_instr(d, spec_instr(d->spec, i), m->instr[i], &version);
        if (rc == LS_OK) rc = db_run(d, STMT_PUT_IN_SET, "ti", hash, version);
    }
    return rc;
}

static ls_status insert_bound(db *d, int64_t cell_id, const db_bound *b, const char *hash, const semantics *m,
                              const bool *marks)
{
    char set[HASH_TEXT];
    ls_status rc = store_set(d, m, marks, set);
    if (rc == LS_OK) rc = db_run(d, STMT_INSERT_BOUND, "ittiit" "r", cell_id, hash, set, (int64_t)b->insns, (int64_t)b->candidates, b->engine);
    return rc == LS_OK ? store_reached(d, cell_id, &b->cell, sqlite3_last_insert_rowid(d->sql), 0) : rc;
}

/* LS_OK when a bound of this grammar is to stay: it holds, and the new one is not higher or does not hold. Else what
 * there was is deleted and LS_NO. */
static ls_status keep_bound(db *d, int64_t cell_id, const char *hash, unsigned insns, bool fresh)
{
    sqlite3_stmt *q = db_bind(d, STMT_FIND_BOUND, "it", cell_id, hash);
    ls_status rc = db_next(d, q);
    if (rc != LS_OK) return rc;
    int64_t old = sqlite3_column_int64(q, 0);
    bool held = sqlite3_column_int(q, 1);
    sqlite3_reset(q);
    if (held && (old >= insns || !fresh)) return LS_OK;
    rc = db_run(d, STMT_DELETE_BOUND, "it", cell_id, hash);
    return rc == LS_OK ? LS_NO : rc;
}

ls_status db_store_bound(db *d, int64_t cell_id, const db_bound *b, const semantics *m)
{
    arena mem = {0};
    char hash[HASH_TEXT];
    const char *grammar = db_trim_text(&mem, b->grammar);
    hash_text(grammar, hash);
    const bool *marks = named_by(d, b->cell.target, grammar, hash);
    bool fresh = is_bound_fresh(d, b, m, marks);
    ls_status rc = db_run(d, STMT_PUT_GRAMMAR, "tt", hash, grammar);
    if (rc == LS_OK) rc = keep_bound(d, cell_id, hash, b->insns, fresh);
    if (rc == LS_NO) rc = insert_bound(d, cell_id, b, hash, m, marks);
    arena_free(&mem);
    return rc;
}

ls_status db_put_bound(db *d, const db_bound *b)
{
    if (!accepting(d)) return LS_ENV;
    require(b->engine && db_is_word(b->engine), "an engine is one word");
    require(b->grammar && db_is_printable(b->grammar), "a grammar is text");
    require(b->candidates <= INT64_MAX, "candidates fit 63 bits");
    int64_t id;
    ls_status rc = db_find_cell(d, &b->cell, &d->now, &id);
    return rc == LS_OK ? db_store_bound(d, id, b, &d->now) : rc;
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
    return rc == LS_OK ? db_run(d, STMT_DELETE_BOUND, "it", id, hash) : rc;
}

ls_status db_store_searched(db *d, int64_t cell_id, const char *key)
{
    return db_run(d, STMT_PUT_SEARCHED, "itr", cell_id, key);
}

ls_status db_mark_searched(db *d, const cell *c, const char *key)
{
    if (!accepting(d)) return LS_ENV;
    require(db_is_word(key), "a key is one word");
    int64_t id;
    ls_status rc = db_find_cell(d, c, &d->now, &id);
    return rc == LS_OK ? db_store_searched(d, id, key) : rc;
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
    return !strcmp(s, "llvm") || !strcmp(s, "parabix") || !strcmp(s, "thesis") || !strcmp(s, "hand");
}

static ls_status put_baseline(db *d, const db_baseline *b)
{
    int64_t id;
    require(b->source && is_source(b->source), "a source is llvm, parabix, thesis or hand");
    require(b->how && db_is_printable(b->how), "how is text");
    ls_status rc = db_find_cell(d, &b->cell, &d->now, &id);
    return rc == LS_OK ? db_run(d, STMT_PUT_BASELINE, "itit", id, b->source, (int64_t)b->insns, b->how) : rc;
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

static ls_status drop_marks(db *d, const target *t, db_mark_counts *counts, void *context, unsigned *dropped)
{
    arena mem = {0};
    db_mark *m;
    unsigned n;
    ls_status rc = db_list_searched(d, t, &mem, &m, &n);
    for (unsigned i = 0; i < n && rc == LS_OK; i++) {
        const cell *c = &m[i].cell;
        if (counts(context, c, m[i].key)) continue;
        rc = db_run(d, STMT_DROP_MARK, "tittt", c->op->name, (int64_t)c->w, c->cls->name, t->name, m[i].key);
        *dropped += (unsigned)sqlite3_changes(d->sql);
    }
    arena_free(&mem);
    return rc;
}

ls_status db_drop_stale(db *d, db_mark_counts *counts, void *context, unsigned *dropped)
{
    static const stmt_id each[] = {STMT_DROP_LOWERINGS, STMT_DROP_BOUNDS, STMT_DROP_SEARCHED, STMT_DROP_BASELINES};
    *dropped = 0;
    ls_status rc = db_begin(d);
    if (rc != LS_OK) return rc;
    for (size_t i = 0; i < sizeof each / sizeof *each && rc == LS_OK; i++) {
        rc = db_run(d, each[i], "");
        *dropped += (unsigned)sqlite3_changes(d->sql);
    }
    if (rc == LS_OK) rc = db_run(d, STMT_DROP_SETS, "");
    for (unsigned i = 0; i < d->spec->ntargets && rc == LS_OK; i++)
        rc = drop_marks(d, &d->spec->targets[i], counts, context, dropped);
    return db_commit(d);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* list.c - rows out.
 *
 * SQL says what belongs together and what state it is in (the views lowering_states and
 * bounds_held), ranks.c how good it is; the order of cells and of costs is that of cell_compare and
 * cost_compare, so sorting and choosing winners is done here. The view `winner_ids` makes the same
 * choice for people; tests/unit/db/test_db_views.c compares them.
 *
 * Rows of operations, classes or targets that the spec does not have cannot be named by a cell and
 * are left out. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* A growing array whose rows are handed out in the caller's arena. */
typedef struct rows {
    char *base;
    size_t count, cap, size;
} rows;

static void *rows_add(rows *r)
{
    if (r->count == r->cap) r->base = mem_grow(r->base, r->cap = r->cap ? 2 * r->cap : 64, r->size);
    void *row = r->base + r->count++ * r->size;
    memset(row, 0, r->size);
    return row;
}

/* Sorts, moves the rows into the arena, and frees the array. */
static void *rows_finish(rows *r, arena *mem, int (*compare)(const void *, const void *),
                         unsigned *count)
{
    if (r->count) qsort(r->base, r->count, r->size, compare);
    char *out = arena_alloc(mem, r->count ? r->count : 1, r->size);
    if (r->count) memcpy(out, r->base, r->count * r->size);
    *count = (unsigned)r->count;
    mem_free(r->base);
    *r = (rows){.size = r->size};
    return out;
}

static const char *text_of(sqlite3_stmt *q, int column, arena *mem)
{
    const unsigned char *s = sqlite3_column_text(q, column);
    return arena_strdup(mem, s ? (const char *)s : "");
}

static const char *name_of(sqlite3_stmt *q, int column)
{
    const unsigned char *s = sqlite3_column_text(q, column);
    return s ? (const char *)s : "";
}

/* Rows of one operation stand together, mostly. */
static const op *find_op(const db *d, const char *name, const op *last)
{
    return last && !strcmp(last->name, name) ? last : spec_find_op(d->spec, name);
}

/* Reads columns 0 to 3. False when the spec has no such cell, or when it is another target's. */
static bool read_cell(const db *d, sqlite3_stmt *q, const target *t, cell *c)
{
    c->op = find_op(d, name_of(q, 0), c->op);
    c->w = (unsigned)sqlite3_column_int64(q, 1);
    c->cls = spec_find_class(d->spec, name_of(q, 2));
    c->target = spec_find_target(d->spec, name_of(q, 3));
    return c->op && c->cls && c->target && (!t || t == c->target) && cell_exists(c);
}

/* ---- what a row may hold ----
 * Whatever was written through put or load has these shapes; a file that is damaged, or made by
 * somebody else, need not. */

static bool is_count(sqlite3_stmt *q, int column)
{
    int64_t x = sqlite3_column_int64(q, column);
    return x >= 0 && x <= INT32_MAX;
}

static bool is_figure(sqlite3_stmt *q, int column)
{
    double x = sqlite3_column_double(q, column);
    return x >= 0 && x <= 1e300;
}

#define IS_u is_count
#define IS_f is_figure

static bool is_cost(sqlite3_stmt *q, int column)
{
#define X(member, how) if (!IS_##how(q, column++)) return false;
    COST_FIELDS(X)
#undef X
    return true;
}

static bool is_printable_at(sqlite3_stmt *q, int column)
{
    return db_is_printable(name_of(q, column));
}

static bool is_hash_or_nothing(sqlite3_stmt *q, int column)
{
    const char *s = name_of(q, column);
    return !*s || db_is_hash(s, strlen(s));
}

/* A solver has a name, on one line. */
static bool is_solver(const char *s)
{
    return *s && *s != ' ' && !strchr(s, '\n') && db_is_printable(s);
}

/* The proof is one, and says what was stored. */
static bool is_proof(sqlite3_stmt *q, int identity, int rest)
{
    char seal[HASH_TEXT];
    db_proof p = {.answer = name_of(q, rest),
                  .solver = name_of(q, rest + 1),
                  .seconds = sqlite3_column_double(q, rest + 3),
                  .reason = name_of(q, rest + 4)};
    bool stated = !*name_of(q, identity);
    if (!*name_of(q, identity + 1)) return stated;
    if (!is_hash_or_nothing(q, identity) || !db_read_truth(name_of(q, identity + 1), &p.state))
        return false;
    if (stated ? *p.solver : !is_solver(p.solver)) return false;
    if (!is_count(q, rest + 2) || !db_is_printable(p.reason)) return false;
    p.chunk = (unsigned)sqlite3_column_int64(q, rest + 2);
    snprintf(p.obligation, sizeof p.obligation, "%s", name_of(q, identity));
    db_seal_proof(&p, seal);
    return !strcmp(seal, name_of(q, rest + 5));
}

/* Why the row of a lowering cannot be believed, or NULL. */
static const char *check_lowering(sqlite3_stmt *q)
{
    if (!db_is_sealed(q, LOWERING_SEALED)) return "its seal is broken";
    if (!db_is_word(name_of(q, 7))) return "its engine is no word";
    if (!is_printable_at(q, 5) || !is_printable_at(q, 8))
        return "its text has characters that no program has";
    if (!is_count(q, 6) || !is_cost(q, 9)) return "its cost is none";
    if (!is_proof(q, 17, COLUMN_PROGRAM_PROOF) || !is_proof(q, 19, COLUMN_IR_PROOF))
        return "the seal of its proof is broken";
    return is_hash_or_nothing(q, 21) ? NULL : "the hash of its IR is none";
}

static const char *check_bound(sqlite3_stmt *q, const char *grammar)
{
    db_truth state;
    if (!grammar) return "its grammar has not the hash that it should have";
    if (!db_is_sealed(q, BOUND_SEALED)) return "its seal is broken";
    if (!is_count(q, 6) || sqlite3_column_int64(q, 7) < 0) return "its numbers are none";
    return db_is_word(name_of(q, 8)) && db_read_truth(name_of(q, 9), &state)
               ? NULL
               : "its engine is no word";
}

static void require_same_spec(const db *d, const spec *s)
{
    db_check(d);
    require(s && !strcmp(s->hash, d->spec->hash),
            "the spec is the one that the database was opened with");
}

/* ---- predicates ---- */

/* A damaged mark suppresses no search. */
bool db_is_searched(db *d, const cell *c, const char *key)
{
    db_check(d);
    bool found = false;
    sqlite3_stmt *q = db_bind(d, STMT_MARKS_OF_CELL, "tittt", c->op->name, (int64_t)c->w,
                              c->cls->name, c->target->name, key);
    while (!found && db_next(d, q) == LS_OK) found = db_is_sealed(q, MARK_SEALED);
    sqlite3_reset(q);
    return found;
}

/* Any thread may ask: the statement is this function's own, and SQLite serialises its connection.
 */
bool db_is_proved(db *d, const char *obligation)
{
    pthread_mutex_lock(&d->proved_lock);
    sqlite3_stmt *q = d->stmt[STMT_IS_PROVED];
    bool found = sqlite3_bind_text(q, 1, obligation, -1, SQLITE_TRANSIENT) == SQLITE_OK &&
                 sqlite3_step(q) == SQLITE_ROW;
    sqlite3_reset(q);
    pthread_mutex_unlock(&d->proved_lock);
    return found;
}

/* ---- bounds ---- */

static int compare_bounds(const void *pa, const void *pb)
{
    const db_bound *a = &((const db_held *)pa)->b, *b = &((const db_held *)pb)->b;
    int r = cell_compare(&a->cell, &b->cell);
    if (!r) r = (a->insns < b->insns) - (a->insns > b->insns);
    return r ? r : strcmp(a->grammar, b->grammar);
}

/* Texts of grammars, each once. */
typedef struct grammar_text {
    struct grammar_text *next;
    char hash[HASH_TEXT];
    const char *text; /* NULL: it has not the hash */
} grammar_text;

static const char *find_text(grammar_text **all, sqlite3_stmt *q, arena *mem)
{
    char real[HASH_TEXT];
    const char *hash = name_of(q, 5);
    for (grammar_text *x = *all; x; x = x->next)
        if (!strcmp(x->hash, hash)) return x->text;
    grammar_text *x = arena_new(mem, 1, grammar_text);
    *x = (grammar_text){.next = *all, .text = text_of(q, BOUND_SEALED + 2, mem)};
    snprintf(x->hash, sizeof x->hash, "%s", hash);
    hash_text(x->text, real);
    if (strcmp(real, hash) || !db_is_printable(x->text)) x->text = NULL;
    *all = x;
    return x->text;
}

static ls_status list_held(db *d, db_scope of_what, bool claimed, arena *mem, db_held **out,
                           unsigned *count)
{
    rows r = {.size = sizeof(db_held)};
    sqlite3_stmt *q =
        db_bind_scope(d, of_what, STMT_LIST_BOUNDS, STMT_TARGET_BOUNDS, STMT_CELL_BOUNDS);
    grammar_text *texts = NULL;
    ls_status rc;
    cell of = {0};
    while ((rc = db_next_of_list(d, q)) == LS_OK) {
        const char *text = find_text(&texts, q, mem), *why = check_bound(q, text);
        db_truth state = TRUTH_CLAIMED;
        if (why && (rc = db_report_damage(d, "bounds", sqlite3_column_int64(q, BOUND_SEALED + 1),
                                          why)) != LS_OK)
            break;
        db_read_truth(name_of(q, 9), &state);
        if (why || (state == TRUTH_CLAIMED && !claimed)) continue;
        if (!read_cell(d, q, of_what.target, &of)) continue;
        db_held *x = rows_add(&r);
        x->id = sqlite3_column_int64(q, BOUND_SEALED + 1);
        x->b = (db_bound){.cell = of,
                          .insns = (unsigned)sqlite3_column_int64(q, 6),
                          .grammar = text,
                          .candidates = (uint64_t)sqlite3_column_int64(q, 7),
                          .engine = text_of(q, 8, mem),
                          .state = state};
    }
    sqlite3_reset(q);
    *out = rows_finish(&r, mem, compare_bounds, count);
    return rc == LS_NO ? LS_OK : rc;
}

static ls_status list_bounds(db *d, db_scope of_what, bool claimed, arena *mem, db_bound **out,
                             unsigned *count)
{
    db_held *x;
    *count = 0;
    ls_status rc = db_check_names(d, of_what);
    if (rc == LS_OK) rc = list_held(d, of_what, claimed, mem, &x, count);
    *out = arena_new(mem, *count ? *count : 1, db_bound);
    for (unsigned i = 0; i < *count; i++) (*out)[i] = x[i].b;
    return rc;
}

ls_status db_list_target_bounds(db *d, const spec *s, const target *t, arena *mem, db_bound **out,
                                unsigned *count)
{
    require_same_spec(d, s);
    return list_bounds(d, (db_scope){.target = t}, true, mem, out, count);
}

ls_status db_list_bounds(db *d, const spec *s, bool claimed, arena *mem, db_bound **out,
                         unsigned *count)
{
    require_same_spec(d, s);
    return list_bounds(d, (db_scope){0}, claimed, mem, out, count);
}

/* ---- lowerings ---- */

static const char *const answers[] = {"proved", "refuted", "unknown"};

static const char *one_of(const char *const *names, size_t n, const char *s)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(names[i], s)) return names[i];
    return names[n - 1];
}

/* identity: obligation and state. rest: answer, solver, chunk, seconds, reason. */
static void read_proof(sqlite3_stmt *q, int identity, int rest, arena *mem, db_proof *p)
{
    snprintf(p->obligation, sizeof p->obligation, "%s", name_of(q, identity));
    p->state = TRUTH_CLAIMED;
    db_read_truth(name_of(q, identity + 1), &p->state);
    p->stated = !p->obligation[0] && *name_of(q, identity + 1);
    p->answer = db_has_proof(p) ? one_of(answers, 3, name_of(q, rest)) : "";
    p->solver = text_of(q, rest + 1, mem);
    p->chunk = (unsigned)sqlite3_column_int64(q, rest + 2);
    p->seconds = sqlite3_column_double(q, rest + 3);
    p->reason = text_of(q, rest + 4, mem);
}

#define COLUMN_u(q, i) (unsigned)sqlite3_column_int64(q, i)
#define COLUMN_f(q, i) sqlite3_column_double(q, i)

static void read_cost(sqlite3_stmt *q, int column, cost *c)
{
#define X(member, how) c->member = COLUMN_##how(q, column++);
    COST_FIELDS(X)
#undef X
}

static db_truth truth_named(const char *name)
{
    unsigned i = 0;
    while (i < 2 && strcmp(db_truth_names[i], name)) i++;
    return (db_truth)i;
}

static void read_lowering(sqlite3_stmt *q, arena *mem, db_listed *x)
{
    const char *proof = name_of(q, COLUMN_PROOF);
    db_lowering *l = &x->l;
    l->text = text_of(q, 5, mem);
    l->length = (unsigned)sqlite3_column_int64(q, 6);
    l->engine = text_of(q, 7, mem);
    l->parent = text_of(q, 8, mem);
    read_cost(q, 9, &l->cost);
    read_proof(q, 17, COLUMN_PROGRAM_PROOF, mem, &l->program);
    read_proof(q, 19, COLUMN_IR_PROOF, mem, &l->ir);
    snprintf(l->ir_text, sizeof l->ir_text, "%s", name_of(q, 21));
    l->cost_state = TRUTH_CLAIMED;
    db_read_truth(name_of(q, 22), &l->cost_state);
    l->stale = sqlite3_column_int(q, COLUMN_STALE);
    l->state = truth_named(proof);
    l->proved = !l->stale && strcmp(proof, "unproved") && strcmp(proof, "unknown") &&
                strcmp(proof, "refuted") && l->state != TRUTH_CLAIMED;
    x->refuted = !strcmp(proof, "refuted");
    l->run = sqlite3_column_int64(q, COLUMN_RUN);
}

static int compare_lowerings(const void *pa, const void *pb)
{
    const db_listed *a = pa, *b = pb;
    int r = cell_compare(&a->l.cell, &b->l.cell);
    if (!r) r = cost_compare(&a->l.cost, &b->l.cost, OBJECTIVE_THROUGHPUT);
    if (!r) r = strcmp(a->l.text, b->l.text);
    return r ? r : (a->id > b->id) - (a->id < b->id); /* in order of storage */
}

/* rows[0..n) are one cell's, cheapest first. The best: the first proved one, else the first that
 * may yet be proved. */
static db_listed *choose_best(db_listed *list, size_t n)
{
    db_listed *best = NULL;
    for (size_t i = 0; i < n; i++) {
        if (list[i].l.proved) {
            list[i].l.winner = true;
            return &list[i];
        }
        if (!best && !list[i].l.stale && !list[i].refuted) best = &list[i];
    }
    return best;
}

static size_t same_cell(const db_listed *list, size_t count)
{
    size_t n = 1;
    while (n < count && !cell_compare(&list[0].l.cell, &list[n].l.cell)) n++;
    return n;
}

/* As prog_has_form, of a program's text: names of forms, and no others, begin so. */
static bool has_form(const db_lowering *l)
{
    return strstr(l->text, " = llvm.") != NULL;
}

/* The best of a cell's rows that has no form; NULL when there is none. */
static const db_listed *choose_plain(const db_listed *list, size_t n)
{
    const db_listed *best = NULL;
    for (size_t i = 0; i < n; i++) {
        if (has_form(&list[i].l) || list[i].l.stale || list[i].refuted) continue;
        if (list[i].l.proved) return &list[i];
        if (!best) best = &list[i];
    }
    return best;
}

/* Marks the winners, and copies the rows that are asked for. */
static unsigned choose(db_listed *list, size_t count, db_choice which, db_lowering *out)
{
    unsigned kept = 0;
    for (size_t i = 0, n; i < count; i += n) {
        n = same_cell(list + i, count - i);
        const db_listed *best = choose_best(list + i, n),
                     *plain = best && has_form(&best->l) ? choose_plain(list + i, n) : NULL;
        if (which != DB_ALL && best) out[kept++] = best->l;
        if (which == DB_KEPT && plain) out[kept++] = plain->l;
        for (size_t k = 0; k < n && which == DB_ALL; k++) out[kept++] = list[i + k].l;
    }
    return kept;
}

/* How good a lowering is rests on bounds: those of the scope are read, and checked, with it. */
static ls_status list_lowerings(db *d, db_scope of_what, db_choice which, arena *mem,
                                db_lowering **out, unsigned *count)
{
    db_held *bound;
    unsigned nbounds;
    rows r = {.size = sizeof(db_listed)};
    cell c = {0};
    *count = 0;
    ls_status rc = db_check_names(d, of_what);
    if (rc == LS_OK) rc = list_held(d, of_what, true, mem, &bound, &nbounds);
    if (rc != LS_OK) return rc;
    sqlite3_stmt *q =
        db_bind_scope(d, of_what, STMT_LIST_LOWERINGS, STMT_TARGET_LOWERINGS, STMT_CELL_LOWERINGS);
    while ((rc = db_next_of_list(d, q)) == LS_OK) {
        const char *why = check_lowering(q);
        if (why && (rc = db_report_damage(d, "lowerings", sqlite3_column_int64(q, COLUMN_ID),
                                          why)) != LS_OK)
            break;
        if (why || !read_cell(d, q, of_what.target, &c)) continue;
        db_listed *x = rows_add(&r);
        x->l.cell = c;
        x->id = sqlite3_column_int64(q, COLUMN_ID);
        read_lowering(q, mem, x);
    }
    sqlite3_reset(q);
    if (r.count) qsort(r.base, r.count, r.size, compare_lowerings);
    if (rc == LS_NO)
        rc = db_rank(d, of_what, (db_listed *)(void *)r.base, r.count, bound, nbounds);
    *out = arena_new(mem, r.count ? r.count : 1, db_lowering);
    *count = choose((db_listed *)(void *)r.base, r.count, which, *out);
    mem_free(r.base);
    return rc;
}

ls_status db_list_lowerings(db *d, const spec *s, const target *t, db_choice which, arena *mem,
                            db_lowering **out, unsigned *count)
{
    require_same_spec(d, s);
    return list_lowerings(d, (db_scope){.target = t}, which, mem, out, count);
}

/* ---- baselines, runs, marks ---- */

static int compare_baselines(const void *pa, const void *pb)
{
    const db_baseline *a = pa, *b = pb;
    int r = cell_compare(&a->cell, &b->cell);
    return r ? r : strcmp(a->source, b->source);
}

static ls_status list_baselines(db *d, db_scope of_what, arena *mem, db_baseline **out,
                                unsigned *count)
{
    rows r = {.size = sizeof(db_baseline)};
    sqlite3_stmt *q = of_what.cell
                          ? db_bind_scope(d, of_what, STMT_COUNT, STMT_COUNT, STMT_CELL_BASELINES)
                          : db_bind(d, STMT_LIST_BASELINES, "");
    ls_status rc;
    cell c = {0};
    while ((rc = db_next_of_list(d, q)) == LS_OK) {
        if (!read_cell(d, q, of_what.target, &c)) continue;
        bool good = is_printable_at(q, 4) && is_count(q, 5) && is_printable_at(q, 6);
        if (!good && (rc = db_report_damage(d, "baselines", 0, "its words are none")) != LS_OK)
            break;
        if (!good) continue;
        db_baseline *b = rows_add(&r);
        *b = (db_baseline){c, text_of(q, 4, mem), (unsigned)sqlite3_column_int64(q, 5),
                           text_of(q, 6, mem)};
    }
    sqlite3_reset(q);
    *out = rows_finish(&r, mem, compare_baselines, count);
    return rc == LS_NO ? LS_OK : rc;
}

ls_status db_list_baselines(db *d, const spec *s, const target *t, arena *mem, db_baseline **out,
                            unsigned *count)
{
    require_same_spec(d, s);
    return list_baselines(d, (db_scope){.target = t}, mem, out, count);
}

static int compare_runs(const void *pa, const void *pb)
{
    const db_journal_run *a = pa, *b = pb;
    return (a->number > b->number) - (a->number < b->number);
}

static bool is_run(sqlite3_stmt *q)
{
    return is_printable_at(q, 1) && is_printable_at(q, 2) && is_printable_at(q, 3) &&
           is_count(q, 4) && is_count(q, 5) && is_count(q, 6);
}

ls_status db_list_runs(db *d, arena *mem, db_journal_run **out, unsigned *count)
{
    rows r = {.size = sizeof(db_journal_run)};
    ls_status rc;
    db_check(d);
    sqlite3_stmt *q = db_bind(d, STMT_LIST_RUNS, "");
    while ((rc = db_next_of_list(d, q)) == LS_OK) {
        int64_t number = sqlite3_column_int64(q, 0);
        bool good = is_run(q);
        if (!good && (rc = db_report_damage(d, "runs", number, "its words are none")) != LS_OK)
            break;
        if (!good) continue;
        db_journal_run *x = rows_add(&r);
        *x = (db_journal_run){number, text_of(q, 1, mem), text_of(q, 2, mem), text_of(q, 3, mem),
                      (unsigned)sqlite3_column_int64(q, 4), (unsigned)sqlite3_column_int64(q, 5),
                      (unsigned)sqlite3_column_int64(q, 6)};
    }
    sqlite3_reset(q);
    *out = rows_finish(&r, mem, compare_runs, count);
    return rc == LS_NO ? LS_OK : rc;
}

ls_status db_list_cell(db *d, const spec *s, const cell *c, arena *mem, db_rows *out)
{
    require_same_spec(d, s);
    db_scope this = {.cell = c};
    ls_status rc = list_lowerings(d, this, DB_ALL, mem, &out->lowerings, &out->nlowerings);
    if (rc == LS_OK) rc = list_bounds(d, this, true, mem, &out->bounds, &out->nbounds);
    if (rc == LS_OK) rc = list_baselines(d, this, mem, &out->baselines, &out->nbaselines);
    return rc;
}

static int compare_marks(const void *pa, const void *pb)
{
    const db_mark *a = pa, *b = pb;
    int r = cell_compare(&a->cell, &b->cell);
    return r ? r : strcmp(a->key, b->key);
}

static const char *check_mark(sqlite3_stmt *q)
{
    db_truth state;
    if (!db_is_sealed(q, MARK_SEALED)) return "its seal is broken";
    return db_is_word(name_of(q, 5)) && db_read_truth(name_of(q, 6), &state) ? NULL
                                                                             : "its key is no word";
}

ls_status db_list_searched(db *d, const target *t, arena *mem, db_mark **out, unsigned *count)
{
    rows r = {.size = sizeof(db_mark)};
    cell c = {0};
    ls_status rc = db_check_names(d, (db_scope){.target = t});
    sqlite3_stmt *q = db_bind(d, STMT_LIST_SEARCHED, "z", t ? t->name : "");
    while (rc == LS_OK && (rc = db_next_of_list(d, q)) == LS_OK) {
        const char *why = check_mark(q);
        if (why && (rc = db_report_damage(d, "searched", sqlite3_column_int64(q, MARK_SEALED + 1),
                                          why)) != LS_OK)
            break;
        if (why || !read_cell(d, q, t, &c)) continue;
        db_mark *m = rows_add(&r);
        *m = (db_mark){.cell = c, .key = text_of(q, 5, mem)};
        db_read_truth(name_of(q, 6), &m->state);
    }
    sqlite3_reset(q);
    *out = rows_finish(&r, mem, compare_marks, count);
    return rc == LS_NO ? LS_OK : rc;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* seal.c - whether a row still says what was stored.
 *
 * SQLite does not notice a flipped bit inside a value. So rows of lowerings, proofs, bounds
 * and marks carry a seal, a hash of everything that they say, written with the row and checked
 * whenever it is read. A seal is no signature: who can write the file can write seals. It tells
 * damage; claims.c of the command tells what a text may claim.
 *
 * The seal covers values as SQLite gives them, each with its type and length. */
#include "internal.h"

#include <string.h>

/* ---- values ---- */

/* In decimal, between a letter and a mark; without printf, since rows are read by thousands. */
static void put_number(strbuf *out, char kind, uint64_t x, bool negative, char end)
{
    char text[24], *p = text + sizeof text;
    *--p = end;
    do *--p = (char)('0' + x % 10);
    while (x /= 10);
    if (negative) *--p = '-';
    *--p = kind;
    strbuf_putn(out, p, (size_t)(text + sizeof text - p));
}

static void put_integer(strbuf *out, int64_t x)
{
    put_number(out, 'i', x < 0 ? -(uint64_t)x : (uint64_t)x, x < 0, ';');
}

static void put_real(strbuf *out, double x)
{
    if (x > 0 && x < 1e15 && x == (double)(uint64_t)x)
        put_number(out, 'r', (uint64_t)x, false, ';');
    else
        strbuf_printf(out, "r%.17g;", x);
}

static void put_text(strbuf *out, const char *s)
{
    size_t n = strlen(s);
    put_number(out, 't', n, false, ':');
    strbuf_putn(out, s, n);
}

static void put_value(strbuf *out, sqlite3_stmt *q, int i)
{
    const unsigned char *s;
    switch (sqlite3_column_type(q, i)) {
    case SQLITE_INTEGER: put_integer(out, sqlite3_column_int64(q, i)); return;
    case SQLITE_FLOAT: put_real(out, sqlite3_column_double(q, i)); return;
    case SQLITE_TEXT:
        s = sqlite3_column_text(q, i);
        put_text(out, s ? (const char *)s : "");
        return;
    default: strbuf_puts(out, "n;"); return;
    }
}

static void close_seal(strbuf *b, char out[HASH_TEXT])
{
    hash_bytes(strbuf_text(b), b->len, out);
    strbuf_free(b);
}

void db_seal_row(sqlite3_stmt *q, int count, char out[HASH_TEXT])
{
    strbuf b = {0};
    for (int i = 0; i < count; i++) put_value(&b, q, i);
    close_seal(&b, out);
}

bool db_is_sealed(sqlite3_stmt *q, int count)
{
    char seal[HASH_TEXT];
    const char *stored = (const char *)sqlite3_column_text(q, count);
    db_seal_row(q, count, seal);
    return stored && !strcmp(stored, seal);
}

/* ---- rows ---- */

ls_status db_seal_lowering(db *d, int64_t id)
{
    char seal[HASH_TEXT];
    sqlite3_stmt *q = db_bind(d, STMT_SEALED_LOWERING, "i", id);
    ls_status rc = db_next(d, q);
    if (rc != LS_OK) return rc == LS_NO ? db_fail(d, SQLITE_CORRUPT, "seal a lowering") : rc;
    db_seal_row(q, LOWERING_SEALED, seal);
    sqlite3_reset(q);
    return db_run(d, STMT_SEAL_LOWERING, "it", id, seal);
}

/* As CELL_COLUMNS. */
static void put_cell(strbuf *out, const cell *c, const char *op_hash)
{
    put_text(out, c->op->name);
    put_integer(out, c->w);
    put_text(out, c->cls->name);
    put_text(out, c->target->name);
    put_text(out, op_hash);
}

/* The columns of a proof in a row that rests on it, or on none. */
static void put_proof_key(strbuf *out, const db_proof *p, bool there)
{
    put_text(out, there ? p->obligation : "");
    put_text(out, there ? db_state_words[p->state] : "");
}

#define PUT_u put_integer
#define PUT_f put_real
/* As LOWERING_COLUMNS. */
void db_seal_new_lowering(const db_lowering *l, const lowering_row *r, char out[HASH_TEXT])
{
    strbuf s = {0};
    put_cell(&s, &l->cell, r->op_hash);
    put_text(&s, r->text);
    put_integer(&s, r->length);
    put_text(&s, l->engine);
    put_text(&s, r->parent_text);
#define X(member, how) PUT_##how(&s, l->cost.member);
    COST_FIELDS(X)
#undef X
    put_proof_key(&s, &l->program, r->program_proof);
    put_proof_key(&s, &l->ir, r->ir_proof);
    put_text(&s, r->ir_proof ? l->ir_text : "");
    put_text(&s, db_state_words[l->cost_state]);
    put_text(&s, r->set_hash);
    close_seal(&s, out);
}

void db_seal_mark(const db_mark *m, const char *op_hash, char out[HASH_TEXT])
{
    strbuf s = {0};
    put_cell(&s, &m->cell, op_hash);
    put_text(&s, m->key);
    put_text(&s, db_state_words[m->state]);
    close_seal(&s, out);
}

void db_seal_bound(const db_bound *b, const char *op_hash, const char *grammar, const char *set,
                   char out[HASH_TEXT])
{
    strbuf s = {0};
    put_cell(&s, &b->cell, op_hash);
    put_text(&s, grammar);
    put_integer(&s, b->insns);
    put_integer(&s, (int64_t)b->candidates);
    put_text(&s, b->engine);
    put_text(&s, db_state_words[b->state]);
    put_text(&s, set);
    close_seal(&s, out);
}

void db_seal_proof(const db_proof *p, char out[HASH_TEXT])
{
    strbuf s = {0};
    put_text(&s, p->obligation);
    put_text(&s, db_state_words[p->state]);
    put_text(&s, p->answer);
    put_integer(&s, p->chunk);
    put_text(&s, p->solver);
    put_real(&s, p->seconds);
    put_text(&s, p->reason ? p->reason : "");
    close_seal(&s, out);
}

/* ---- damage ---- */

ls_status db_report_damage(db *d, const char *table, int64_t id, const char *why)
{
    strbuf what = {0};
    strbuf_printf(&what, "row %lld of %s is damaged: %s", (long long)id, table, why);
    if (d->damage) {
        d->damage(d->damage_context, strbuf_text(&what));
        strbuf_free(&what);
        return LS_OK;
    }
    strbuf_clear(&d->error);
    strbuf_printf(&d->error,
                  "%s: %s; `lanesmith db check` lists all such rows; build the database again from "
                  "the winners' text "
                  "with `lanesmith db load`",
                  d->path, strbuf_text(&what));
    strbuf_free(&what);
    return LS_INPUT;
}

/* What a list passes over it tells; the rows themselves are not wanted. */
static ls_status list_all(db *d, const spec *s)
{
    arena mem = {0};
    db_lowering *l;
    db_bound *b;
    db_mark *m;
    db_baseline *x;
    unsigned n;
    ls_status rc = db_list_lowerings(d, s, NULL, DB_ALL, &mem, &l, &n);
    if (rc == LS_OK) rc = db_list_bounds(d, s, true, &mem, &b, &n);
    if (rc == LS_OK) rc = db_list_searched(d, NULL, &mem, &m, &n);
    if (rc == LS_OK) rc = db_list_baselines(d, s, NULL, &mem, &x, &n);
    arena_free(&mem);
    return rc;
}

/* Lowerings are found by hashes of their programs' texts. */
static ls_status check_hashes(db *d)
{
    sqlite3_stmt *q = db_bind(d, STMT_ALL_PROGRAMS, "");
    ls_status rc;
    while ((rc = db_next_of_list(d, q)) == LS_OK) {
        char hash[HASH_TEXT];
        const char *stored = (const char *)sqlite3_column_text(q, 1),
                   *text = (const char *)sqlite3_column_text(q, 2);
        hash_text(text ? text : "", hash);
        if ((!stored || strcmp(hash, stored)) &&
            db_report_damage(d, "programs", sqlite3_column_int64(q, 0),
                             "its text has another hash") != LS_OK)
            break;
    }
    sqlite3_reset(q);
    return rc == LS_NO ? LS_OK : rc;
}

/* The seconds of a proof are a real number in the table, also where they are whole. */
static ls_status check_proofs(db *d)
{
    sqlite3_stmt *q = db_bind(d, STMT_ALL_PROOFS, "");
    ls_status rc;
    while ((rc = db_next_of_list(d, q)) == LS_OK)
        if (!db_is_sealed(q, PROOF_SEALED) &&
            db_report_damage(d, "proofs", sqlite3_column_int64(q, PROOF_SEALED + 1),
                             "its seal is broken") != LS_OK)
            break;
    sqlite3_reset(q);
    return rc == LS_NO ? LS_OK : rc;
}

/* Rows that refer to none: foreign keys are ours to keep, whoever else writes the file need not. */
static ls_status check_references(db *d)
{
    sqlite3_stmt *q = db_bind(d, STMT_FOREIGN_KEYS, "");
    ls_status rc;
    while ((rc = db_next_of_list(d, q)) == LS_OK) {
        const char *table = (const char *)sqlite3_column_text(q, 0);
        if (db_report_damage(d, table ? table : "", sqlite3_column_int64(q, 1),
                             "it refers to a row that is not there") != LS_OK)
            break;
    }
    sqlite3_reset(q);
    return rc == LS_NO ? LS_OK : rc;
}

ls_status db_find_damage(db *d, const spec *s, db_damage_fn *found, void *context)
{
    d->damage = found;
    d->damage_context = context;
    ls_status rc = check_references(d);
    d->names_known = d->sets_known = false;
    if (rc == LS_OK) rc = check_hashes(d);
    if (rc == LS_OK) rc = check_proofs(d);
    if (rc == LS_OK) rc = list_all(d, s);
    d->damage = NULL;
    return rc;
}

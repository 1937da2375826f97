// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* names.c - whether the names that rows refer to mean what they meant.
 *
 * A row of `lowerings` or `bounds` is stale when its operation or one of its instructions has
 * another meaning now: that hangs on operations, classes, targets, instructions and the sets of
 * instructions. Seals cover the hashes that a row was stored with. Here the other end is held: what
 * is marked as the spec's is the spec's, and nothing else is; and a set has the members that its
 * hash is of.
 *
 * Lists call this before they read rows. What this process stores itself is right, so it looks once
 * for each handle. */
#include "internal.h"

#include <string.h>

#define NOT_THE_SPECS                                                                              \
    "the specification says otherwise; or the file is in use with another specification"

static const char *word_of(sqlite3_stmt *q, int column)
{
    const char *s = (const char *)sqlite3_column_text(q, column);
    return s ? s : "";
}

/* What one of the tables has. */
typedef struct table {
    const char *name;
    stmt_id all;
    int current; /* the column */
    /* Whether the row says what the spec says; *counted: it has to be there. */
    bool (*is_ours)(const spec *s, sqlite3_stmt *q, bool *counted);
    unsigned (*expected)(const spec *s);
} table;

static bool is_class(const spec *s, sqlite3_stmt *q, bool *counted)
{
    const regclass *c = spec_find_class(s, word_of(q, 1));
    return *counted = c && c->bits == sqlite3_column_int64(q, 2) &&
                      c->index == sqlite3_column_int64(q, 3);
}

static bool is_target(const spec *s, sqlite3_stmt *q, bool *counted)
{
    const target *t = spec_find_target(s, word_of(q, 1));
    return *counted = t && !strcmp(t->cpu, word_of(q, 2)) && t->index == sqlite3_column_int64(q, 3);
}

static bool is_op(const spec *s, sqlite3_stmt *q, bool *counted)
{
    const op *o = spec_find_op(s, word_of(q, 1));
    return *counted = o && !strcmp(o->hash, word_of(q, 2)) &&
                      o->index == sqlite3_column_int64(q, 3);
}

/* Of those that programs alone bring, features are not asked for: open.c. */
static bool is_instr_at(const spec *s, sqlite3_stmt *q, unsigned i)
{
    arena mem = {0};
    const instr *in = spec_instr(s, i);
    bool same = !strcmp(in->name, word_of(q, 1)) && !strcmp(in->result->name, word_of(q, 2)) &&
                !strcmp(in->hash, word_of(q, 3)) &&
                (i >= s->ninstrs || !strcmp(db_join_features(&mem, in), word_of(q, 4)));
    arena_free(&mem);
    return same;
}

/* The position of a row is where it is, mostly. */
static bool is_instr(const spec *s, sqlite3_stmt *q, bool *counted)
{
    unsigned n = spec_all_instrs(s), i = (unsigned)sqlite3_column_int64(q, 5);
    if (i >= n || !is_instr_at(s, q, i))
        for (i = 0; i < n && !is_instr_at(s, q, i);) i++;
    *counted = i < s->ninstrs;
    return i < n;
}

static unsigned count_classes(const spec *s) { return s->nclasses + s->nblocks; }
static unsigned count_targets(const spec *s) { return s->ntargets; }
static unsigned count_ops(const spec *s) { return s->nops; }

static bool is_same_row(const instr *a, const instr *b)
{
    const char *const *x = a->requires_, *const *y = b->requires_;
    if (strcmp(a->result->name, b->result->name) || strcmp(a->hash, b->hash)) return false;
    for (; *x && *y; x++, y++)
        if (strcmp(*x, *y)) return false;
    return !*x && !*y;
}

/* One of two sets may be another's: they have one row. */
static unsigned count_instrs(const spec *s)
{
    unsigned rows = 0;
    for (unsigned i = 0; i < s->ninstrs; i++) {
        const instr *in = &s->instrs[i];
        unsigned n, k = 0;
        const instr *const *same = spec_named(s, in->name, strlen(in->name), &n);
        while (k < n && (same[k]->index >= in->index || !is_same_row(same[k], in))) k++;
        rows += k == n;
    }
    return rows;
}

static const table tables[] = {
    {"classes", STMT_ALL_CLASSES, 4, is_class, count_classes},
    {"targets", STMT_ALL_TARGETS, 4, is_target, count_targets},
    {"operations", STMT_ALL_OPS, 4, is_op, count_ops},
    {"instructions", STMT_ALL_INSTRS, 6, is_instr, count_instrs},
};

/* Each row is current if and only if it is the spec's, and none of the spec's is missing. */
static ls_status check_table(db *d, const table *t)
{
    unsigned found = 0;
    sqlite3_stmt *q = db_bind(d, t->all, "");
    ls_status rc;
    while ((rc = db_next(d, q)) == LS_OK) {
        bool counted, ours = t->is_ours(d->spec, q, &counted);
        found += counted;
        if (ours != (sqlite3_column_int(q, t->current) == 1) &&
            (rc = db_report_damage(d, t->name, sqlite3_column_int64(q, 0), NOT_THE_SPECS)) != LS_OK)
            break;
    }
    sqlite3_reset(q);
    if (rc == LS_NO) rc = LS_OK;
    if (rc == LS_OK && found != t->expected(d->spec))
        rc = db_report_damage(d, t->name, 0, "names of the specification are missing");
    return rc;
}

/* ---- sets of instructions ---- */

/* The set whose members are being read. */
typedef struct set {
    int64_t id;
    char hash[HASH_TEXT]; /* that it should have */
    strbuf members;
} set;

static ls_status end_set(db *d, set *s)
{
    char hash[HASH_TEXT];
    if (!s->id) return LS_OK;
    hash_text(strbuf_text(&s->members), hash);
    strbuf_clear(&s->members);
    return !strcmp(hash, s->hash) ? LS_OK
                                  : db_report_damage(d, "instruction_sets", s->id,
                                                     "its members are others than its hash is of");
}

static ls_status check_sets(db *d, db_scope of_what)
{
    set s = {0};
    sqlite3_stmt *q = of_what.cell ? db_bind_scope(d, of_what, STMT_COUNT, STMT_COUNT,
                                                   STMT_CELL_MEMBERS)
                                   : db_bind(d, STMT_ALL_MEMBERS, "");
    ls_status rc;
    while ((rc = db_next(d, q)) == LS_OK) {
        int64_t id = sqlite3_column_int64(q, 0);
        if (id != s.id && (rc = end_set(d, &s)) != LS_OK) break;
        s.id = id;
        snprintf(s.hash, sizeof s.hash, "%s", word_of(q, 1));
        if (sqlite3_column_type(q, 2) != SQLITE_NULL)
            db_print_member(&s.members, word_of(q, 2), word_of(q, 3), word_of(q, 4), word_of(q, 5));
    }
    sqlite3_reset(q);
    if (rc == LS_NO) rc = end_set(d, &s);
    strbuf_free(&s.members);
    return rc;
}

ls_status db_check_names(db *d, db_scope of_what)
{
    ls_status rc = LS_OK;
    for (size_t i = 0; i < sizeof tables / sizeof *tables && rc == LS_OK && !d->names_known; i++)
        rc = check_table(d, &tables[i]);
    if (rc == LS_OK) d->names_known = true;
    if (rc == LS_OK && !d->sets_known) rc = check_sets(d, of_what);
    if (rc == LS_OK && !of_what.cell) d->sets_known = true;
    return rc;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* ids.c - names and texts become row numbers.
 *
 * A table of texts has one row for each text, and other tables refer to it by number. Loading all
 * winners asks for hundreds of thousands of numbers, so those of the spec's own meanings and of
 * grammars are remembered in the handle. What is remembered is forgotten with a rollback. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* The id in the row that `find` gives for the key, or that of the row that `put` makes. */
static ls_status find_or_put(db *d, stmt_id find, stmt_id put, const char *key, const char *text,
                             int64_t *id)
{
    ls_status rc = text ? db_get_int(d, find, id, "tt", key, text)
                        : db_get_int(d, find, id, "t", key);
    if (rc != LS_NO) return rc;
    rc = text ? db_run(d, put, "tt", key, text) : db_run(d, put, "t", key);
    *id = sqlite3_last_insert_rowid(d->sql);
    return rc;
}

void db_forget_ids(db *d)
{
    d->grammars = NULL;
    d->old_ops = -1;
    memset(d->stated, 0, sizeof d->stated);
    if (d->op_ids) memset(d->op_ids, 0, d->spec->nops * sizeof *d->op_ids);
    if (d->instr_ids) memset(d->instr_ids, 0, spec_all_instrs(d->spec) * sizeof *d->instr_ids);
}

bool db_has_old_ops(db *d)
{
    int64_t one;
    if (d->old_ops < 0) d->old_ops = db_get_int(d, STMT_HAS_OLD_OPS, &one, "") != LS_NO;
    return d->old_ops;
}

/* ---- operations, instructions, cells ---- */

static ls_status look_up_op(db *d, const op *o, const char *hash, int64_t *id)
{
    ls_status rc = db_get_int(d, STMT_FIND_OP, id, "tt", o->name, hash);
    if (rc != LS_NO) return rc;
    d->old_ops = -1;
    rc = db_run(d, STMT_PUT_OP, "tttii", o->name, hash, o->doc ? o->doc : "", (int64_t)o->index,
                (int64_t)0);
    return rc == LS_OK ? db_get_int(d, STMT_FIND_OP, id, "tt", o->name, hash) : rc;
}

static ls_status find_op(db *d, const op *o, const char *hash, int64_t *id)
{
    bool now = hash == d->now.op[o->index];
    ls_status rc = LS_OK;
    if (now && d->op_ids[o->index]) *id = d->op_ids[o->index];
    else rc = look_up_op(d, o, hash, id);
    if (now && rc == LS_OK) d->op_ids[o->index] = *id;
    return rc;
}

static ls_status look_up_instr(db *d, const instr *in, const char *hash, int64_t *id)
{
    arena mem = {0};
    const char *cls = in->result->name, *requires_ = db_join_features(&mem, in);
    ls_status rc = db_get_int(d, STMT_FIND_INSTR, id, "tttt", in->name, cls, hash, requires_);
    if (rc == LS_NO) {
        rc = db_run(d, STMT_PUT_INSTR, "ttttttii", in->name, cls, hash, requires_,
                    instr_kind_names[in->kind], in->c ? in->c : "", (int64_t)in->index,
                    (int64_t)!strcmp(hash, d->now.instr[in->index]));
        if (rc == LS_OK)
            rc = db_get_int(d, STMT_FIND_INSTR, id, "tttt", in->name, cls, hash, requires_);
    }
    arena_free(&mem);
    return rc;
}

ls_status db_find_instr(db *d, const instr *in, const char *hash, int64_t *id)
{
    bool now = hash == d->now.instr[in->index];
    ls_status rc = LS_OK;
    if (now && d->instr_ids[in->index]) *id = d->instr_ids[in->index];
    else rc = look_up_instr(d, in, hash, id);
    if (now && rc == LS_OK) d->instr_ids[in->index] = *id;
    return rc;
}

ls_status db_find_cell(db *d, const cell *c, const semantics *m, int64_t *id)
{
    int64_t o;
    ls_status rc = find_op(d, c->op, m->op[c->op->index], &o);
    if (rc != LS_OK) return rc;
    rc = db_run(d, STMT_PUT_CELL, "iitt", o, (int64_t)c->w, c->cls->name, c->target->name);
    if (rc != LS_OK) return rc;
    if (!sqlite3_changes(d->sql))
        return db_get_int(d, STMT_FIND_CELL, id, "iitt", o, (int64_t)c->w, c->cls->name,
                          c->target->name);
    *id = sqlite3_last_insert_rowid(d->sql);
    return LS_OK;
}

/* ---- texts ---- */

ls_status db_find_program(db *d, const char *text, int64_t *id)
{
    char hash[HASH_TEXT];
    hash_text(text, hash);
    return find_or_put(d, STMT_FIND_PROGRAM, STMT_PUT_PROGRAM, hash, text, id);
}

ls_status db_find_effort(db *d, const char *key, int64_t *id)
{
    return find_or_put(d, STMT_FIND_EFFORT, STMT_PUT_EFFORT, key, NULL, id);
}

/* ---- sets of instructions ---- */

void db_print_member(strbuf *out, const char *name, const char *cls, const char *hash,
                     const char *features)
{
    const char *const word[] = {name, " ", cls, " ", hash, " ", features, "\n"};
    for (unsigned i = 0; i < sizeof word / sizeof *word; i++) strbuf_puts(out, word[i]);
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void hash_set(const db *d, const semantics *m, const unsigned *index, unsigned n,
                     char hash[HASH_TEXT])
{
    arena mem = {0};
    strbuf all = {0}, line = {0};
    char **lines = arena_new(&mem, n + 1, char *);
    for (unsigned i = 0; i < n; i++) {
        const instr *in = spec_instr(d->spec, index[i]);
        strbuf_clear(&line);
        db_print_member(&line, in->name, in->result->name, m->instr[index[i]],
                        db_join_features(&mem, in));
        lines[i] = arena_strdup(&mem, strbuf_text(&line));
    }
    if (n) qsort(lines, n, sizeof *lines, compare_lines);
    for (unsigned i = 0; i < n; i++) strbuf_puts(&all, lines[i]);
    hash_text(strbuf_text(&all), hash);
    strbuf_free(&all);
    strbuf_free(&line);
    arena_free(&mem);
}

static ls_status make_set(db *d, const semantics *m, const unsigned *index, unsigned n,
                          const char *hash, int64_t *id)
{
    int64_t version = 0;
    ls_status rc = db_run(d, STMT_PUT_SET, "t", hash);
    *id = sqlite3_last_insert_rowid(d->sql);
    for (unsigned i = 0; i < n && rc == LS_OK; i++) {
        rc = db_find_instr(d, spec_instr(d->spec, index[i]), m->instr[index[i]], &version);
        if (rc == LS_OK) rc = db_run(d, STMT_PUT_IN_SET, "ii", *id, version);
    }
    return rc;
}

ls_status db_find_set(db *d, const semantics *m, const unsigned *index, unsigned n,
                      char hash[HASH_TEXT], int64_t *id)
{
    hash_set(d, m, index, n, hash);
    ls_status rc = db_get_int(d, STMT_FIND_SET, id, "t", hash);
    return rc == LS_NO ? make_set(d, m, index, n, hash, id) : rc;
}

/* ---- grammars ---- */

static known_grammar *remembered(db *d, const target *t, const char *text)
{
    char hash[HASH_TEXT];
    hash_text(text, hash);
    for (known_grammar *x = d->grammars; x; x = x->next)
        if (x->target == t && !strcmp(x->hash, hash)) return x;
    known_grammar *x = arena_new(&d->mem, 1, known_grammar);
    *x = (known_grammar){.next = d->grammars,
                         .target = t,
                         .marks = arena_new(&d->mem, spec_all_instrs(d->spec), bool)};
    memcpy(x->hash, hash, sizeof x->hash);
    db_mark_named_instrs(d->spec, t, text, x->marks);
    d->grammars = x;
    return x;
}

static ls_status understand(db *d, known_grammar *x, const semantics *m)
{
    unsigned *index = mem_alloc(spec_all_instrs(d->spec) + 1, sizeof *index), n = 0;
    x->fresh = true;
    for (unsigned i = 0; i < spec_all_instrs(d->spec); i++) {
        if (!x->marks[i]) continue;
        x->fresh = x->fresh && !strcmp(m->instr[i], d->now.instr[i]);
        index[n++] = i;
    }
    ls_status rc = db_find_set(d, m, index, n, x->set_hash, &x->set);
    x->meanings = rc == LS_OK ? m : NULL;
    mem_free(index);
    return rc;
}

ls_status db_find_grammar(db *d, const target *t, const char *text, const semantics *m,
                          const known_grammar **out)
{
    known_grammar *x = remembered(d, t, text);
    ls_status rc = LS_OK;
    if (!x->id) rc = find_or_put(d, STMT_FIND_GRAMMAR, STMT_PUT_GRAMMAR, x->hash, text, &x->id);
    if (rc == LS_OK && x->meanings != m) rc = understand(d, x, m);
    *out = x;
    return rc;
}

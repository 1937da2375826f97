// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* levels.c - bounds against programs of the same cell.
 *
 * A bound says that no program of fewer instructions is in its grammar. A program of the grammar
 * that has just as many reaches it: it is optimal there. A program of the grammar that has fewer
 * contradicts it, if it is said to be proved: one of the two is wrong, and neither may be stored
 * beside the other. */
#include "internal.h"

#include <string.h>

/* How a program stands to a bound of its cell. */
typedef enum level { LEVEL_NOTHING, LEVEL_REACHES, LEVEL_CONTRADICTS } level;

/* length: of the program, in machine instructions. insns: as LLVM emits it. Where programs without
 * instructions are excluded, a program that LLVM makes one instruction is as short as can be. */
static level compare(const char *grammar, unsigned bound, const prog *p, unsigned length,
                     unsigned insns)
{
    if (db_is_of_no_instruction(grammar)) {
        if (!length && bound && !prog_has_form(p)) return LEVEL_CONTRADICTS;
        return bound == length || bound == insns ? LEVEL_REACHES : LEVEL_NOTHING;
    }
    if (length > bound || !db_grammar_has(grammar, p)) return LEVEL_NOTHING;
    return length == bound ? LEVEL_REACHES : LEVEL_CONTRADICTS;
}

bool db_reaches(const char *grammar, unsigned bound, const prog *p, unsigned length, unsigned insns)
{
    return compare(grammar, bound, p, length, insns) == LEVEL_REACHES;
}

static level compare_texts(db *d, const cell *c, const char *grammar, unsigned bound,
                           const char *text, unsigned length, unsigned insns)
{
    diags quiet = {0};
    prog p;
    level x = prog_parse_cell(&p, d->spec, c, text, (place){0}, &quiet)
                  ? compare(grammar, bound, &p, length, insns)
                  : LEVEL_NOTHING;
    diag_free(&quiet);
    return x;
}

/* "add 2 x128 x86-64: a bound says that no program of fewer than 6 instructions is in grammar HASH;
 * this one has 5: ..." */
static void describe(strbuf *out, const cell *c, const char *grammar, unsigned bound,
                     const char *text, unsigned length)
{
    arena mem = {0};
    char hash[HASH_TEXT], *line = arena_strdup(&mem, text);
    hash_text(grammar, hash);
    for (char *s = line; *s; s++)
        if (*s == '\n') *s = s[1] ? ';' : 0;
    cell_print(c, out);
    strbuf_printf(out,
                  ": a bound says that no program of fewer than %u instructions is in the grammar "
                  "%s, but one of %u is: %s",
                  bound, hash, length, line);
    arena_free(&mem);
}

typedef struct pair {
    int64_t bound, lowering;
    struct pair *next;
} pair;

static ls_status contradict(db *d, const cell *c, sqlite3_stmt *q)
{
    strbuf_clear(&d->error);
    describe(&d->error, c, (const char *)sqlite3_column_text(q, 2),
             (unsigned)sqlite3_column_int(q, 4), (const char *)sqlite3_column_text(q, 3),
             (unsigned)sqlite3_column_int(q, 5));
    return LS_NO;
}

ls_status db_compare_levels(db *d, const cell *c, int64_t cell_id, int64_t new_bound,
                            int64_t new_lowering)
{
    arena mem = {0};
    pair *first = NULL;
    sqlite3_stmt *q = db_bind(d, STMT_LEVEL_PAIRS, "iii", cell_id, new_bound, new_lowering);
    ls_status rc = db_next(d, q), result = LS_OK;
    for (; rc == LS_OK; rc = db_next(d, q)) {
        const char *grammar = (const char *)sqlite3_column_text(q, 2),
                   *text = (const char *)sqlite3_column_text(q, 3);
        level x = compare_texts(d, c, grammar, (unsigned)sqlite3_column_int(q, 4), text,
                                (unsigned)sqlite3_column_int(q, 5),
                                (unsigned)sqlite3_column_int(q, 6));
        if (x == LEVEL_CONTRADICTS && sqlite3_column_int(q, 7)) result = contradict(d, c, q);
        if (x != LEVEL_REACHES) continue;
        pair *y = arena_new(&mem, 1, pair);
        *y = (pair){sqlite3_column_int64(q, 0), sqlite3_column_int64(q, 1), first};
        first = y;
    }
    sqlite3_reset(q);
    if (rc == LS_NO) rc = LS_OK;
    for (const pair *y = first; rc == LS_OK && y; y = y->next)
        rc = db_run(d, STMT_PUT_REACHED, "ii", y->bound, y->lowering);
    arena_free(&mem);
    return rc == LS_OK ? result : rc;
}

/* ---- the whole database ---- */

ls_status db_find_contradictions(db *d, const spec *s, db_damage_fn *found, void *context)
{
    sqlite3_stmt *q = db_bind(d, STMT_ALL_PAIRS, "");
    ls_status rc;
    while ((rc = db_next_of_list(d, q)) == LS_OK) {
        cell c = {spec_find_op(s, (const char *)sqlite3_column_text(q, 0)),
                  (unsigned)sqlite3_column_int(q, 1),
                  spec_find_class(s, (const char *)sqlite3_column_text(q, 2)),
                  spec_find_target(s, (const char *)sqlite3_column_text(q, 3))};
        const char *grammar = (const char *)sqlite3_column_text(q, 4),
                   *text = (const char *)sqlite3_column_text(q, 5);
        unsigned bound = (unsigned)sqlite3_column_int(q, 6),
                 length = (unsigned)sqlite3_column_int(q, 7);
        if (!c.op || !c.cls || !c.target) continue;
        if (compare_texts(d, &c, grammar, bound, text, length, length) != LEVEL_CONTRADICTS)
            continue;
        strbuf what = {0};
        describe(&what, &c, grammar, bound, text, length);
        found(context, strbuf_text(&what));
        strbuf_free(&what);
    }
    sqlite3_reset(q);
    return rc == LS_NO ? LS_OK : rc;
}

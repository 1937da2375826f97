// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* phrases.c - the index of phrases.h: one FTS5 table in a database of its own in memory.
 *
 * Called by cli/cmd_find.c. */
#include "phrases.h"

#include <sqlite3.h>

struct phrases {
    sqlite3 *sql;
    sqlite3_stmt *add, *find;
};

static const char create_sql[] = "create virtual table texts using fts5(phrase, name, meaning, "
                                 "tokenize = 'porter unicode61')";
static const char add_sql[] = "insert into texts(rowid, phrase, name, meaning) values (?, ?, ?, ?)";
/* Equal ranks are told apart by the order in which the texts came. */
static const char find_sql[] = "select rowid from texts where texts match ? "
                               "order by bm25(texts, 10.0, 6.0, 1.0), rowid limit ?";

ls_status phrases_new(phrases **out)
{
    phrases *p = mem_alloc(1, sizeof *p);
    *out = p;
    bool good = sqlite3_open(":memory:", &p->sql) == SQLITE_OK &&
                sqlite3_exec(p->sql, create_sql, NULL, NULL, NULL) == SQLITE_OK &&
                sqlite3_prepare_v2(p->sql, add_sql, -1, &p->add, NULL) == SQLITE_OK &&
                sqlite3_prepare_v2(p->sql, find_sql, -1, &p->find, NULL) == SQLITE_OK;
    if (good) return LS_OK;
    phrases_free(p);
    *out = NULL;
    return LS_ENV;
}

void phrases_free(phrases *p)
{
    if (!p) return;
    sqlite3_finalize(p->add);
    sqlite3_finalize(p->find);
    sqlite3_close(p->sql);
    mem_free(p);
}

ls_status phrases_add(phrases *p, unsigned number, const char *phrase, const char *name,
                      const char *meaning)
{
    const char *const text[] = {phrase, name, meaning};
    sqlite3_bind_int64(p->add, 1, number);
    for (int i = 0; i < 3; i++) sqlite3_bind_text(p->add, i + 2, text[i], -1, SQLITE_STATIC);
    int rc = sqlite3_step(p->add);
    sqlite3_reset(p->add);
    return rc == SQLITE_DONE ? LS_OK : LS_ENV;
}

/* "unpack" AND "nibbles": quoted, so that no word is an operator of FTS5. */
static void print_question(const char *const *words, unsigned count, bool all, strbuf *out)
{
    for (unsigned i = 0; i < count; i++) {
        strbuf_puts(out, i ? (all ? " AND \"" : " OR \"") : "\"");
        for (const char *s = words[i]; *s; s++) strbuf_printf(out, *s == '"' ? "\"\"" : "%c", *s);
        strbuf_puts(out, "\"");
    }
}

unsigned phrases_find(phrases *p, const char *const *words, unsigned count, bool all,
                      unsigned *numbers, unsigned max)
{
    strbuf question = {0};
    unsigned n = 0;
    if (!count) return 0;
    print_question(words, count, all, &question);
    sqlite3_bind_text(p->find, 1, strbuf_text(&question), -1, SQLITE_STATIC);
    sqlite3_bind_int64(p->find, 2, max);
    while (n < max && sqlite3_step(p->find) == SQLITE_ROW)
        numbers[n++] = (unsigned)sqlite3_column_int64(p->find, 0);
    sqlite3_reset(p->find);
    strbuf_free(&question);
    return n;
}

bool phrases_know(phrases *p, const char *word)
{
    unsigned number;
    return phrases_find(p, &word, 1, true, &number, 1) == 1;
}

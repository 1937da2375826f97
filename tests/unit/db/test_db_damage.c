// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_db_damage.c - what a database says that was changed behind our back is not believed.
 *
 * Each case changes a copy of a small, right database through SQLite, without foreign keys, as a
 * person with the shell can. */
#include "tests/unit/db_fixture.h"

#define GRAMMAR "pxor pand paddb"

/* Two programs of one cell, of which one reaches its bound; another cell with a bound below it. */
static void make_good(fixture *f)
{
    db *d = open_db(f, f->s);
    cell add = cell_of(f->s, "add", 2, "x128", "t1"), xor = cell_of(f->s, "xor", 2, "x128", "t1");
    must(d, db_begin_run(d, "synth", "abc123", "--op add", "2 cores"));
    put_one(d, lowering_of(add, ADD2_TEXT, 5, "p", "proved"));
    put_one(d, lowering_of(add, "t0 = pxor a b\nt1 = pand a b\nt2 = pand t1 0x55*\nt3 = paddb t2 "
                                "t2\nt4 = pxor t0 t3\nr = pand t4 t4\n", 6, "q", "proved"));
    put_one(d, lowering_of(xor, "t0 = pxor a b\nr = pand t0 t0\n", 2, "r", "proved"));
    put_bound(d, add, 5, GRAMMAR, 77);
    put_bound(d, xor, 1, GRAMMAR, 3);
    must(d, db_begin_cell(d, &add));
    must(d, db_mark_searched(d, &add, "key"));
    must(d, db_claim_searched(d, &add, "claimed-key"));
    must(d, db_commit_cell(d));
    must(d, db_put_baseline(d, &(db_baseline){add, "llvm", 877, "llc-19"}));
    db_close(d);
}

static int set_up_good(void **state)
{
    if (set_up(state)) return 1;
    make_good(*state);
    return 0;
}

/* Opens a copy of the database after a change. */
static db *open_changed(fixture *f, const char *sql)
{
    char good[160], *error = NULL;
    sqlite3 *file = NULL;
    strbuf copy = {0};
    db *d = NULL;
    strbuf_printf(&copy, "cp '%s' '%s'", f->path, in_dir(f, "copy.db", good));
    assert_int_equal(system(copy.s), 0);
    strbuf_free(&copy);
    assert_int_equal(sqlite3_open(good, &file), SQLITE_OK);
    if (sqlite3_exec(file, sql, NULL, NULL, &error) != SQLITE_OK) fail_msg("%s: %s", sql, error);
    if (!sqlite3_total_changes(file)) fail_msg("%s: nothing changed", sql);
    sqlite3_close(file);
    assert_int_equal(db_open(&d, good, f->s, &f->dg), LS_OK);
    return d;
}

static void count_one(void *context, const char *what)
{
    assert_non_null(what);
    ++*(unsigned *)context;
}

/* What lists say, of all cells and of one. */
static ls_status list_of(fixture *f, db *d, bool one)
{
    arena mem = {0};
    db_lowering *list;
    db_rows rows;
    unsigned n;
    cell add = cell_of(f->s, "add", 2, "x128", "t1");
    ls_status rc = one ? db_list_cell(d, f->s, &add, &mem, &rows)
                       : db_list_lowerings(d, f->s, NULL, DB_WINNERS, &mem, &list, &n);
    arena_free(&mem);
    return rc;
}

static unsigned count_damage(fixture *f, db *d)
{
    unsigned n = 0;
    must(d, db_find_damage(d, f->s, count_one, &n));
    return n;
}

/* Every list refuses it, with words; db check finds it. one: also who asks for one cell. */
static void check_refused(fixture *f, const char *sql, bool one, const char *words)
{
    db *d = open_changed(f, sql);
    if (list_of(f, d, false) != LS_INPUT) fail_msg("believed: %s", sql);
    if (!strstr(db_error(d), words)) fail_msg("%s: %s", sql, db_error(d));
    if (one && list_of(f, d, true) != LS_INPUT) fail_msg("believed, of one cell: %s", sql);
    if (!count_damage(f, d)) fail_msg("not found: %s", sql);
    db_close(d);
}

static void what_is_right_is_believed(void **state)
{
    fixture *f = *state;
    db *d = open_changed(f, "update runs set command = 'other'");
    must(d, list_of(f, d, false));
    must(d, list_of(f, d, true));
    assert_int_equal(count_damage(f, d), 0);
    db_close(d);
}

static void bounds_are_read_with_what_they_rank(void **state)
{
    static const char *const changes[] = {
        "update bounds set state = 'attested'", "update bounds set length = length - 1",
        "update bounds set candidates = 1e6", "update bounds set engine = 'other'",
        "update grammars set text = text || ' vpor'", "update grammars set hash = 'other'"};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        check_refused(*state, changes[i], true, "of bounds is damaged");
}

static void what_reaches_a_bound_is_derived(void **state)
{
    static const char *const changes[] = {
        "insert or ignore into reached select b.id, l.id from bounds b join lowerings l using "
        "(cell)",
        "update reached set lowering = 2", "delete from reached where lowering = 1"};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        check_refused(*state, changes[i], true, "of reached is damaged: lowering ");
    /* those of no cell, and of two, say nothing of any */
    check_refused(*state, "insert into reached values (2, 1)", false, "of another cell");
    fixture *f = *state;
    db *d = open_changed(f, "insert into reached values (1, 99)");
    assert_int_equal(count_damage(f, d), 1);
    db_close(d);
}

/* ---- every column ---- */

/* Columns that no command believes, as docs/database.md says. */
static bool is_for_people(const char *table, const char *column)
{
    static const char *const tables[] = {"runs", "baselines", "searching", "meta"},
                            *const columns[] = {"run", "doc", "kind"};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (!strcmp(table, tables[i])) return true;
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if (!strcmp(column, columns[i])) return true;
    return !strcmp(table, "instructions") && !strcmp(column, "position");
}

/* Another value of the column's kind that the schema admits. */
static const char *another_value(const char *column, const char *type)
{
    if (!strcmp(column, "state") || !strcmp(column, "cost_state"))
        return "iif(%1$s = 'here', 'attested', 'here')";
    if (!strcmp(column, "answer")) return "'refuted'";
    if (!strcmp(column, "current")) return "1 - %1$s";
    return !strcmp(type, "TEXT") ? "%1$s || 'x'" : "coalesce(%1$s, 0) + 100";
}

/* SQL that changes each column that is to be believed, one a line. */
static char *list_changes(fixture *f)
{
    strbuf out = {0};
    char *all = ask(f->path, "select m.name || ' ' || c.name || ' ' || c.type from sqlite_schema m "
                             "join pragma_table_info(m.name) c where m.type = 'table'");
    char table[64], column[64], type[64];
    for (const char *s = all; s; s = strchr(s, '\n')) {
        s += *s == '\n';
        assert_int_equal(sscanf(s, "%63s %63s %63s", table, column, type), 3);
        if (is_for_people(table, column)) continue;
        strbuf_printf(&out, "update or ignore %s set %s = ", table, column);
        const char *value = another_value(column, type);
        for (const char *at; (at = strstr(value, "%1$s")); value = at + 4)
            strbuf_printf(&out, "%.*s%s", (int)(at - value), value, column);
        strbuf_printf(&out, "%s\n", value);
    }
    mem_free(all);
    return out.s;
}

static void a_change_of_any_column_is_found(void **state)
{
    fixture *f = *state;
    unsigned tried = 0;
    char *all = list_changes(f), *rest = all;
    for (char *sql; (sql = strtok_r(rest, "\n", &rest)); tried++) {
        db *d = open_changed(f, sql);
        if (!count_damage(f, d)) fail_msg("not found: %s", sql);
        db_close(d);
    }
    assert_true(tried > 50);
    mem_free(all);
}

static void damaged_names_are_not_believed(void **state)
{
    static const char *const changes[] = {
        "update instructions set hash = 'other' where name = 'paddb'",
        "update instructions set current = 0 where name = 'paddb'",
        "update set_members set instruction = (select id from instructions where name = 'vpor') "
        "where instruction = (select id from instructions where name = 'paddb')",
        "update instruction_sets set hash = 'other' || id",
        "update lowerings set instructions = 3 - instructions where instructions < 3",
        "update operations set name = 'sub' where name = 'add'",
        "update operations set hash = 'other' where name = 'add'",
        "update classes set bits = 64", "delete from instructions where name = 'vpor'"};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        check_refused(*state, changes[i], true, "is damaged");
}

/* Whatever a mark says that somebody has changed, the search is made. */
static void a_damaged_mark_suppresses_no_search(void **state)
{
    fixture *f = *state;
    cell add = cell_of(f->s, "add", 2, "x128", "t1");
    db *d = open_changed(f, "update searched set state = 'here' where state = 'claimed'");
    assert_true(db_is_searched(d, &add, "key"));
    assert_false(db_is_searched(d, &add, "claimed-key"));
    db_close(d);
    d = open_changed(f, "update efforts set key = 'other' where key = 'key'");
    assert_false(db_is_searched(d, &add, "other"));
    assert_false(db_is_searched(d, &add, NULL));
    db_close(d);
}

#define T(name) cmocka_unit_test_setup_teardown(name, set_up_good, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(what_is_right_is_believed),
        T(bounds_are_read_with_what_they_rank),
        T(what_reaches_a_bound_is_derived),
        T(a_change_of_any_column_is_found),
        T(damaged_names_are_not_believed),
        T(a_damaged_mark_suppresses_no_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

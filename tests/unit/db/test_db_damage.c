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

#define T(name) cmocka_unit_test_setup_teardown(name, set_up_good, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(what_is_right_is_believed),
        T(bounds_are_read_with_what_they_rank),
        T(what_reaches_a_bound_is_derived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

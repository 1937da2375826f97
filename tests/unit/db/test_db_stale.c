// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_db_stale.c - another spec than last time: which rows are stale, how they are renewed, and
 * what is dropped. */
#include "tests/unit/db_fixture.h"

/* Stores a proved lowering with a bound and a mark, then opens with the changed spec. */
static db *open_after_change(fixture *f, const char *old, const char *new, spec **changed)
{
    db *d = open_db(f, f->s);
    cell c = cell_of(f->s, "add", 2, "x128", "t1");
    put_one(d, lowering_of(c, ADD2_TEXT, 5, "p", "proved"));
    put_bound(d, c, 5, "pxor pand paddb", 1);
    must(d, db_begin_cell(d, &c));
    must(d, db_mark_searched(d, &c, "key"));
    must(d, db_commit_cell(d));
    db_close(d);
    *changed = load_variant(f, old, new);
    return open_db(f, *changed);
}

static void check_stale(fixture *f, const char *old, const char *new, const char *changed_name,
                        bool op_changed)
{
    spec *changed;
    arena mem = {0};
    db *d = open_after_change(f, old, new, &changed);
    db_lowering x = only_row(d, changed, &mem);
    assert_true(x.stale && !x.winner && !x.proved && x.bound == -1);
    assert_int_equal(count_rows(d, changed, true), 0);
    cell c = cell_of(changed, "add", 2, "x128", "t1");
    assert_int_equal(db_is_searched(d, &c, "key"), !op_changed);
    check_ask(f->path, "select count(*) from winners", "0");
    check_ask(f->path, "select changed from stale", changed_name);
    char *text = dump_text(d, changed, "t1");
    assert_null(strstr(text, "program"));
    mem_free(text);
    db_close(d);
    d = open_db(f, f->s); /* the change is taken back: all is well again */
    assert_true(only_row(d, f->s, &mem).winner);
    check_rank(d, f->s, "optimal", 5);
    db_close(d);
    spec_free(changed);
    arena_free(&mem);
}

static void changed_instruction_makes_stale(void **state)
{
    check_stale(*state, PADDB_BODY, "(each i 8 (bvmul (field a i) (field b i)))",
                "instruction paddb x128", false);
}

static void changed_operation_makes_stale(void **state)
{
    check_stale(*state, OP_ADD_BODY, "(each i (bvsub (field a i) (field b i)))", "operation add",
                true);
}

#define PADDB "\"paddb\") ((a x128) (b x128)) x128 (requires "

/* What is found again with the new meaning holds, although the grammar reads as before. */
static void a_bound_that_is_found_again_holds(void **state)
{
    static const char *const changes[][2] = {
        {PADDB "\"sse2\")", PADDB "\"avx2\")"},
        {PADDB_BODY, "(each i 8 (bvmul (field a i) (field b i)))"}};
    fixture *f = *state;
    for (unsigned i = 0; i < 2; i++) {
        unlink(f->path);
        db *d = open_db(f, f->s);
        put_one(d, lowering_of(cell_of(f->s, "add", 2, "x128", "t3"), ADD2_TEXT, 5, "p", "proved"));
        put_bound(d, cell_of(f->s, "add", 2, "x128", "t3"), 5, "pxor pand paddb", 1);
        check_rank(d, f->s, "optimal", 5);
        db_close(d);
        spec *changed = load_variant(f, changes[i][0], changes[i][1]);
        d = open_db(f, changed);
        check_rank(d, changed, "best found", -1);
        put_one(d,
                lowering_of(cell_of(changed, "add", 2, "x128", "t3"), ADD2_TEXT, 5, "q", "proved"));
        put_bound(d, cell_of(changed, "add", 2, "x128", "t3"), 5, "pxor pand paddb", 1);
        check_rank(d, changed, "optimal", 5);
        db_close(d);
        spec_free(changed);
    }
}

static void changed_feature_makes_stale(void **state)
{
    check_stale(*state, "\"paddb\") ((a x128) (b x128)) x128 (requires \"sse2\") (commutative)",
                "\"paddb\") ((a x128) (b x128)) x128 (requires \"avx2\") (commutative)",
                "instruction paddb x128", false);
}

static void new_doc_or_new_instruction_makes_nothing_stale(void **state)
{
    fixture *f = *state;
    spec *changed;
    arena mem = {0};
    db *d = open_after_change(f, "\"Sum.\"", "\"The sum.\"", &changed);
    assert_true(only_row(d, changed, &mem).winner);
    check_ask(f->path, "select doc from operations where name = 'add'", "The sum.");
    db_close(d);
    spec_free(changed);
    arena_free(&mem);
}

static void vanished_operation_is_passed_over(void **state)
{
    fixture *f = *state;
    spec *changed;
    db *d = open_after_change(f, "(op add ", "(op sum ", &changed);
    assert_int_equal(count_rows(d, changed, false), 0);
    check_ask(f->path, "select count(*) from winners", "0");
    db_close(d);
    spec_free(changed);
}

static void putting_a_stale_row_again_renews_it(void **state)
{
    fixture *f = *state;
    spec *changed;
    arena mem = {0};
    db *d = open_after_change(f, OP_ADD_BODY, "(each i (bvsub (field a i) (field b i)))", &changed);
    db_lowering l = lowering_of(cell_of(changed, "add", 2, "x128", "t1"), ADD2_TEXT, 5, "", "");
    put_one(d, l);
    db_lowering x = only_row(d, changed, &mem); /* the old row is gone */
    /* and its proof did not come along */
    assert_true(!x.stale && !x.proved && !x.program.obligation[0]);
    l.program = l.ir = proof_of("p2", "proved", false);
    put_one(d, l);
    assert_true(only_row(d, changed, &mem).winner);
    db_close(d);
    spec_free(changed);
    arena_free(&mem);
}

static void proof_of_a_former_meaning_does_not_stick(void **state)
{
    fixture *f = *state;
    spec *changed;
    arena mem = {0};
    db *d = open_after_change(f, PADDB_BODY, "(each i 8 (bvmul (field a i) (field b i)))",
                              &changed);
    put_one(d, lowering_of(cell_of(changed, "add", 2, "x128", "t1"), ADD2_TEXT, 5, "", ""));
    db_lowering x = only_row(d, changed, &mem);
    assert_true(!x.stale && !x.proved && !x.program.obligation[0]);
    db_close(d);
    spec_free(changed);
    arena_free(&mem);
}

static bool any_mark_counts(void *context, const cell *c, const char *key)
{
    (void)context;
    return c && key;
}

static bool only_the_new_counts(void *context, const cell *c, const char *key)
{
    (void)context;
    return c && !strcmp(key, "new");
}

static void marks_that_do_not_count_are_dropped(void **state)
{
    fixture *f = *state;
    db *d = open_db(f, f->s);
    cell c = cell_of(f->s, "add", 2, "x128", "t1"), other = cell_of(f->s, "add", 2, "x128", "t3");
    unsigned dropped;
    const char *const marks[] = {"old", "new", "older"};
    for (unsigned i = 0; i < 3; i++) {
        must(d, db_begin_cell(d, &c));
        must(d, db_mark_searched(d, &c, marks[i]));
        must(d, db_commit_cell(d));
    }
    must(d, db_begin_cell(d, &other));
    must(d, db_mark_searched(d, &other, "old"));
    must(d, db_commit_cell(d));
    must(d, db_drop_stale(d, only_the_new_counts, NULL, &dropped));
    assert_int_equal(dropped, 3);
    assert_true(db_is_searched(d, &c, "new"));
    assert_false(db_is_searched(d, &c, "old"));
    assert_false(db_is_searched(d, &other, NULL));
    db_close(d);
}

/* It may be in the way: a list of digests signs no group of which one mark is only claimed. */
static void claimed_marks_are_dropped(void **state)
{
    fixture *f = *state;
    db *d = open_db(f, f->s);
    cell c = cell_of(f->s, "add", 2, "x128", "t1");
    unsigned dropped;
    must(d, db_begin_cell(d, &c));
    must(d, db_mark_searched(d, &c, "new"));
    must(d, db_mark_searched(d, &c, "another"));
    must(d, db_commit_cell(d));
    check_ask(f->path,
              "update searched set state = 'claimed' where effort = (select id from efforts where "
              "key = 'another')",
              "");
    must(d, db_drop_stale(d, any_mark_counts, NULL, &dropped));
    assert_int_equal(dropped, 1);
    check_ask(f->path, "select group_concat(key) from searched join efforts on id = effort", "new");
    db_close(d);
}

static void stale_rows_can_be_dropped(void **state)
{
    fixture *f = *state;
    spec *changed;
    unsigned dropped;
    db *d = open_after_change(f, OP_ADD_BODY, "(each i (bvsub (field a i) (field b i)))", &changed);
    must(d, db_drop_stale(d, any_mark_counts, NULL, &dropped));
    assert_int_equal(dropped, 3); /* lowering, bound, mark */
    assert_int_equal(count_rows(d, changed, false), 0);
    check_ask(f->path,
              "select (select count(*) from lowerings) + (select count(*) from programs) + (select "
              "count(*) from bounds) + "
              "(select count(*) from instruction_sets) + (select count(*) from set_members) + "
              "(select count(*) from reached)",
              "0");
    must(d, db_drop_stale(d, any_mark_counts, NULL, &dropped));
    assert_int_equal(dropped, 0);
    db_close(d);
    spec_free(changed);
}

#define T(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(a_bound_that_is_found_again_holds),
        T(changed_instruction_makes_stale),
        T(changed_operation_makes_stale),
        T(changed_feature_makes_stale),
        T(new_doc_or_new_instruction_makes_nothing_stale),
        T(vanished_operation_is_passed_over),
        T(putting_a_stale_row_again_renews_it),
        T(proof_of_a_former_meaning_does_not_stick),
        T(marks_that_do_not_count_are_dropped),
        T(claimed_marks_are_dropped),
        T(stale_rows_can_be_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_db_text.c - winners text: both ways without loss, and what its claims are worth.
 *
 * What is said about malformed ones is tested in test_db_malformed.c, several instruction sets in
 * test_db_sets.c. */
#include "tests/unit/db_text_fixture.h"

#include <glob.h>

static void check_dump(db *d, const spec *s, const char *of, const char *expected)
{
    char *text = dump_text(d, s, of);
    assert_string_equal(text, expected);
    mem_free(text);
}

/* ---- both ways ---- */

static void put_rich(fixture *f, db *d)
{
    cell c = cell_of(f->s, "add", 2, "x128", "t1"), other = cell_of(f->s, "xor", 4, "x128", "t1");
    cell elsewhere = cell_of(f->s, "xor", 2, "y256", "t3");
    db_lowering l = lowering_of(c, ADD2_TEXT, 5, "p", "proved");
    l.ir = proof_of("i", "proved", false);
    l.parent = "t0 = pxor a b\n\nr = t0";
    l.cost.rthroughput = 1.0 / 3;
    l.cost.latency = 1e-300;
    put_one(d, l);
    put_one(d, lowering_of(c, "t0 = pxor a b\nr = pxor t0 a\n", 4, "",
                           "")); /* cheaper, but not proved */
    put_one(d, lowering_of(elsewhere, "r = pxor a b\n", 1, "e", "proved"));
    must(d, db_begin_cell(d, &c));
    must(d, db_put_bound(d, &(db_bound){c, 5, "pxor pand paddb\n\n  imm 1..7\nconst 0x55*\n",
                                        123456789012345, "exhaust", TRUTH_HERE}));
    must(d, db_put_bound(d, &(db_bound){c, 6, "pxor", 1, "qm", TRUTH_HERE}));
    must(d, db_put_bound(d, &(db_bound){other, 2, "pxor", 1, "qm",
                                        TRUTH_HERE})); /* of a cell without a lowering */
    must(d, db_mark_searched(d, &c, "z-key"));
    must(d, db_mark_searched(d, &c, "a-key"));
    must(d, db_mark_searched(d, &other, "a-key"));
    must(d, db_commit_cell(d));
}

static void database_to_text_to_database(void **state)
{
    fixture *f = *state;
    db *d = open_db(f, f->s);
    put_rich(f, d);
    char *t1 = dump_text(d, f->s, "t1"), *t3 = dump_text(d, f->s, "t3");
    assert_non_null(strstr(t1, "\n2 x128 t1  5 5 0.3333333333333333 1e-300 1 "));
    assert_non_null(strstr(t1, "\n4 x128 t1  2 1 qm "));
    assert_non_null(strstr(t1, "\n2 x128 t1  a-key\n2 x128 t1  z-key\n"));
    assert_non_null(strstr(t1, "; r = pxor t0 t3 <- t0 = pxor a b; ; r = t0\n"));
    assert_null(strstr(t1, "r = pxor t0 a"));
    db_close(d);
    unlink(f->path);
    d = open_db(f, f->s);
    load_good(f, d, t1);
    load_good(f, d, t3);
    check_dump(d, f->s, "t1", t1);
    check_dump(d, f->s, "t3", t3);
    load_good(f, d, t1); /* once more: nothing changes */
    check_dump(d, f->s, "t1", t1);
    cell c = cell_of(f->s, "add", 2, "x128", "t1");
    assert_false(db_is_searched(d, &c, "z-key")); /* a text alone suppresses no search */
    check_ask(f->path,
              "select state from searched s join efforts e on e.id = s.effort where key = 'z-key'",
              "claimed");
    arena mem = {0};
    db_rows of;
    must(d, db_list_cell(d, f->s, &c, &mem, &of));
    assert_int_equal(of.nbounds, 2);
    assert_string_equal(of.bounds[1].grammar, "pxor pand paddb\n\n  imm 1..7\nconst 0x55*");
    assert_true(of.bounds[1].candidates == 123456789012345);
    arena_free(&mem);
    db_close(d);
    mem_free(t1);
    mem_free(t3);
}

static void hand_written_text_to_database_to_text(void **state)
{
    fixture *f = *state;
    db *d = open_db(f, f->s);
    char *text = good_text();
    load_good(f, d, text);
    char *dumped = dump_text(d, f->s, "t1");
    assert_non_null(strstr(dumped, "\nwinners add "));
    assert_non_null(strstr(dumped,
                           "\n2 x128 t1  exhaust  t0 = pxor a b; t1 = pand a b; t2 = pand t1 "
                           "0x55*; t3 = paddb t2 t2; r = pxor t0 t3\n"));
    assert_non_null(strstr(dumped, "\n2 x128 t1  5 5 1.67 4 1 23 1 1\n"));
    assert_non_null(strstr(dumped, "\n2 x128 t1  key-1\n"));
    assert_non_null(strstr(dumped, "\n2 x128 t1  qm  r = pxor a b\n"));
    assert_non_null(strstr(dumped, "\ninstruction paddb x128 "));
    assert_null(strstr(dumped, HASH_A)); /* proofs are left out */
    db_close(d);
    mem_free(dumped);
    mem_free(text);
}

static void dump_is_the_same_before_and_after_verification(void **state)
{
    fixture *f = *state;
    arena mem = {0};
    db_lowering *list;
    unsigned n;
    db *d = open_db(f, f->s);
    char *text = good_text();
    load_good(f, d, text);
    char *before = dump_text(d, f->s, "t1");
    must(d, db_list_lowerings(d, f->s, NULL, DB_WINNERS, &mem, &list, &n));
    assert_int_equal(n, 2);
    for (unsigned i = 0; i < n; i++) {
        assert_true(!list[i].winner && !list[i].proved && !list[i].stale);
        if (list[i].program.obligation[0])
            assert_true(list[i].program.state == TRUTH_CLAIMED &&
                        list[i].ir.state == TRUTH_CLAIMED);
    }
    list[0].program.state = list[0].ir.state = list[0].cost_state =
        TRUTH_HERE; /* the solver says the same */
    put_one(d, list[0]);
    check_dump(d, f->s, "t1", before);
    must(d, db_list_lowerings(d, f->s, NULL, DB_WINNERS, &mem, &list, &n));
    assert_true(list[0].winner && list[0].program.state == TRUTH_HERE);
    load_good(f, d, text); /* claims do not displace proofs */
    must(d, db_list_lowerings(d, f->s, NULL, DB_WINNERS, &mem, &list, &n));
    assert_true(list[0].winner);
    db_close(d);
    mem_free(before);
    mem_free(text);
    arena_free(&mem);
}

static void claims_are_no_proofs(void **state)
{
    fixture *f = *state;
    db *d = open_db(f, f->s);
    char *text = good_text();
    load_good(f, d, text);
    assert_false(db_is_proved(d, HASH_A));
    assert_false(db_is_proved(d, HASH_B));
    check_ask(f->path, "select proof from winners", "claimed\nunproved");
    arena mem = {0};
    db_lowering *list;
    unsigned n;
    must(d, db_list_lowerings(d, f->s, NULL, DB_WINNERS, &mem, &list, &n));
    put_one(d, list[0]); /* put back as it was listed, it is still a claim */
    assert_false(db_is_proved(d, HASH_A));
    check_ask(f->path, "select proof from winners", "claimed\nunproved");
    arena_free(&mem);
    db_close(d);
    mem_free(text);
}

/* Another program under the obligation of a proved one: the text may name it, but that proves
 * nothing. */
static void claimed_obligation_that_is_proved_elsewhere_proves_nothing(void **state)
{
    fixture *f = *state;
    db *d = open_db(f, f->s);
    db_lowering l = lowering_of(cell_of(f->s, "add", 4, "x128", "t1"), ADD2_TEXT, 5, "p", "proved");
    memcpy(l.program.obligation, HASH_A, HASH_TEXT);
    l.ir = l.program;
    put_one(d, l);
    assert_true(db_is_proved(d, HASH_A));
    char *text = good_text();
    load_good(f, d, text);
    check_ask(f->path, "select proof from winners where operation = 'add' and width = 2",
              "claimed");
    db_close(d);
    mem_free(text);
}

static void other_meanings_arrive_stale(void **state)
{
    static const char *const lines[] = {"operation add " HASH_A "\n",
                                        "instruction paddb x128 " HASH_A "\n"};
    fixture *f = *state;
    for (int i = 0; i < 2; i++) {
        strbuf b = {0};
        strbuf_printf(&b, "%s%s%s", good_head, lines[i], good_body);
        unlink(f->path);
        db *d = open_db(f, f->s);
        load_good(f, d, b.s);
        assert_int_equal(count_rows(d, f->s, false), 2);
        assert_int_equal(count_rows(d, f->s, true), 1); /* the xor */
        check_ask(f->path, "select operation || ' ' || changed from stale",
                  i ? "add instruction paddb x128" : "add operation add");
        put_one(d, lowering_of(cell_of(f->s, "add", 2, "x128", "t1"), ADD2_TEXT, 5, "p", "proved"));
        assert_int_equal(count_rows(d, f->s, true), 2); /* verified again: renewed */
        load_good(f, d, b.s);                           /* what is stale does not displace it */
        assert_int_equal(count_rows(d, f->s, true), 2);
        check_ask(f->path, "select proof from winners where operation = 'add'", "proved here");
        db_close(d);
        strbuf_free(&b);
    }
}

static void text_of_the_former_spec_is_stale(void **state)
{
    fixture *f = *state;
    db *d = open_db(f, f->s);
    put_rich(f, d);
    char *text = dump_text(d, f->s, "t1");
    db_close(d);
    unlink(f->path);
    spec *changed = load_variant(f, PADDB_BODY, "(each i 8 (bvmul (field a i) (field b i)))"),
         *old = f->s;
    d = open_db(f, changed);
    f->s = changed;
    load_good(f, d, text);
    assert_int_equal(count_rows(d, changed, true), 0);
    cell c = cell_of(changed, "add", 2, "x128", "t1");
    arena mem = {0};
    db_rows of;
    must(d, db_list_cell(d, changed, &c, &mem, &of));
    assert_true(of.nbounds == 1 &&
                !strcmp(of.bounds[0].grammar, "pxor")); /* the other one named paddb */
    db_close(d);
    f->s = old;
    d = open_db(f, old); /* and all is well with the former spec */
    check_dump(d, old, "t1", text);
    db_close(d);
    spec_free(changed);
    arena_free(&mem);
    mem_free(text);
}

/* ---- rows ---- */

static void rows_to_database_to_rows(void **state)
{
    fixture *f = *state;
    db *d = open_db(f, f->s);
    load_good(f, d, good_rows);
    check_ask(f->path, "select proof || ' ' || solver || chunk from winners",
              "claimed 0\nclaimed 0\nclaimed 0");
    check_ask(f->path, "select count(*) from searched", "4");
    check_ask(
        f->path,
        "select replace(u.text, char(10), '|') from lowerings l join programs u on u.id = l.parent "
        "where l.engine = 'qm'",
        "r = pxor b a||a;b\\|");
    strbuf all = {0};
    must(d, db_dump_winners(d, f->s, NULL, &all));
    assert_non_null(strstr(all.s, "\n2 x128 t1,t3  exhaust  t0 = pxor a b; "));
    assert_non_null(strstr(all.s, "\n2,4 x128 t1,t3  key-1\n"));
    assert_non_null(strstr(all.s, "\n2 x128 t1  qm  r = pxor a b <- r = pxor b a; ; a\\;b\\\\\n"));
    db_close(d);
    unlink(f->path);
    d = open_db(f, f->s);
    load_good(f, d, all.s);
    strbuf again = {0};
    must(d, db_dump_winners(d, f->s, NULL, &again));
    assert_string_equal(all.s, again.s);
    db_close(d);
    strbuf_free(&all);
    strbuf_free(&again);
}

static void texts_of_a_load_are_parts_of_one(void **state)
{
    static const char *const part[] = {
        "version 2\ncosts xor\n2 x128 t1  1 1 1 1 0 4 0 0\n",
        "version 2\nbounds xor\n2 x128 t1  1 7 qm %s\n",
        "version 2\nwinners xor\n2 x128 t1  qm  r = pxor a b\n",
        "version 2\ngrammar %s\n  pxor\nend\n",
    };
    enum { PARTS = sizeof part / sizeof *part };
    fixture *f = *state;
    char path[PARTS][160], name[16], hash[HASH_TEXT];
    const char *paths[PARTS];
    db *d = open_db(f, f->s);
    hash_text("pxor", hash);
    for (int i = 0; i < PARTS; i++) {
        strbuf b = {0};
        snprintf(name, sizeof name, "%d.low", i);
        const char *at = strstr(part[i], "%s");
        size_t n = at ? (size_t)(at - part[i]) : strlen(part[i]);
        strbuf_putn(&b, part[i], n);
        if (at) strbuf_printf(&b, "%s%s", hash, at + 2);
        write_file(f, name, b.s, b.len);
        paths[i] = in_dir(f, name, path[i]);
        strbuf_free(&b);
    }
    must(d, db_load_winners(d, f->s, paths, PARTS, NULL, NULL, &f->dg));
    check_ask(f->path,
              "select bytes || ' ' || bounds.length from lowerings join bounds using (cell)",
              "4 1");
    assert_int_equal(db_load_winners(d, f->s, paths, 2, NULL, NULL, &f->dg), LS_INPUT);
    check_says(f, "1.low:3:19: error: no grammar `");
    db_close(d);
}

/* Without a cost the program counts as having no more instructions than it has. */
static void program_without_cost_is_a_claim(void **state)
{
    fixture *f = *state;
    db *d = open_db(f, f->s);
    load_good(f, d, "version 2\nwinners add\n2 x128 t1  hand  t0 = pxor a b; r = pxor t0 a\n");
    check_ask(f->path, "select instructions || ' ' || proof from winners", "2 claimed");
    db_close(d);
}

/* What a text says of a proof takes no place of what is known of it. */
static void stated_proofs_displace_no_others(void **state)
{
    fixture *f = *state;
    db *d = open_db(f, f->s);
    char *text = good_text();
    load_good(f, d, text);
    load_good(f, d, good_rows);
    check_ask(
        f->path,
        "select solver || ' ' || proof from winners where operation = 'add' and target = 't1'",
        "z3 4.8.12 claimed");
    put_one(d, lowering_of(cell_of(f->s, "add", 2, "x128", "t3"), ADD2_TEXT, 5, "p", "proved"));
    load_good(f, d, good_rows);
    check_ask(f->path, "select proof from winners where operation = 'add' and target = 't3'",
              "proved here");
    db_close(d);
    mem_free(text);
}

/* ---- the winners that ship ---- */

enum { SHIPPED_MAX = 4096 };

/* The texts of db/ as they are in git. */
static unsigned shipped_texts(const char *source, const char **path)
{
    static const char *const patterns[] = {"", "winners/", "costs/", "bounds/", "searched/"};
    glob_t found = {0};
    unsigned n = 0;
    for (unsigned i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        strbuf pattern = {0};
        strbuf_printf(&pattern, "%s/db/%s*.low", source, patterns[i]);
        glob(pattern.s, i ? GLOB_APPEND : 0, NULL, &found);
        strbuf_free(&pattern);
    }
    for (; n < found.gl_pathc && n < SHIPPED_MAX; n++) path[n] = strdup(found.gl_pathv[n]);
    globfree(&found);
    return n;
}

typedef struct comparison {
    const char *source;
    unsigned equal;
} comparison;

static ls_status compare_text(void *context, const char *path, const char *text, size_t size)
{
    comparison *c = context;
    char *there;
    size_t length;
    strbuf name = {0};
    strbuf_printf(&name, "%s/db/%s", c->source, path);
    if (file_read(name.s, &there, &length) != LS_OK) fail_msg("%s: not in git", name.s);
    if (length != size || memcmp(there, text, size) != 0) fail_msg("%s: differs", name.s);
    c->equal++;
    mem_free(there);
    strbuf_free(&name);
    return LS_OK;
}

static void shipped_winners_come_back_byte_for_byte(void **state)
{
    static const char *path[SHIPPED_MAX];
    fixture *f = *state;
    comparison c = {getenv("LANESMITH_SOURCE"), 0};
    if (!c.source) skip();
    strbuf dir = {0};
    spec *s = NULL;
    strbuf_printf(&dir, "%s/spec", c.source);
    assert_int_equal(spec_load_dir(&s, dir.s, &f->dg), LS_OK);
    db *d = open_db(f, s);
    unsigned n = shipped_texts(c.source, path);
    ls_status rc = db_load_winners(d, s, path, n, NULL, NULL, &f->dg);
    diag_print(&f->dg, stderr);
    assert_int_equal(rc, LS_OK);
    must(d, db_dump_texts(d, s, NULL, compare_text, &c));
    assert_int_equal(c.equal, n);
    for (unsigned i = 0; i < n; i++) free((char *)(uintptr_t)path[i]);
    db_close(d);
    spec_free(s);
    strbuf_free(&dir);
}

#define T(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(database_to_text_to_database),
        T(hand_written_text_to_database_to_text),
        T(dump_is_the_same_before_and_after_verification),
        T(claims_are_no_proofs),
        T(claimed_obligation_that_is_proved_elsewhere_proves_nothing),
        T(other_meanings_arrive_stale),
        T(text_of_the_former_spec_is_stale),
        T(rows_to_database_to_rows),
        T(texts_of_a_load_are_parts_of_one),
        T(program_without_cost_is_a_claim),
        T(stated_proofs_displace_no_others),
        T(shipped_winners_come_back_byte_for_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

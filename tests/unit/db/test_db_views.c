// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_db_views.c - what people see of the database: its views, baselines, and what the manual says
 * of it. */
#include "tests/unit/db_fixture.h"

static unsigned random_below(unsigned n)
{
    static uint32_t seed = 12345;
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % n;
}

static void put_random_lowering(db *d, const spec *s, unsigned k)
{
    static const char *const ops[] = {"add", "xor"}, *const classes[] = {"x128", "y256"};
    static const char *const given[] = {"proved", "unknown", "refuted", "proved"};
    char text[64], seed[16];
    snprintf(text, sizeof text, "t0 = pxor a 0x%02x*\nr = pand t0 b\n", random_below(256));
    snprintf(seed, sizeof seed, "%u", k);
    cell c = cell_of(s, ops[random_below(2)], 1 + random_below(2), classes[random_below(2)], "t3");
    db_lowering l = lowering_of(c, text, 1 + random_below(2), random_below(3) ? seed : "",
                                given[random_below(4)]);
    l.cost.rthroughput = 0.5 * random_below(2);
    l.cost.uops = random_below(2);
    l.cost.latency = 0.25 * random_below(2);
    l.cost.consts = random_below(2);
    l.cost.bytes = random_below(2);
    put_one(d, l);
}

/* The view chooses by SQL, db_list_lowerings by cost_compare: they must agree. */
static void view_of_winners_agrees_with_the_list(void **state)
{
    fixture *f = *state;
    arena mem = {0};
    strbuf expected = {0};
    db_lowering *list;
    unsigned n;
    db *d = open_db(f, f->s);
    for (unsigned k = 0; k < 120; k++) put_random_lowering(d, f->s, k);
    must(d, db_list_lowerings(d, f->s, NULL, DB_WINNERS, &mem, &list, &n));
    assert_int_equal(n, 8);
    for (unsigned i = 0; i < n; i++) {
        strbuf_puts(&expected, i ? "\n" : "");
        cell_print(&list[i].cell, &expected);
        strbuf_printf(&expected, " %s %u %.*s; ", list[i].proved ? "proved" : "other",
                      list[i].cost.insns, (int)strcspn(list[i].text, "\n"), list[i].text);
        const char *second = strchr(list[i].text, '\n') + 1;
        strbuf_putn(&expected, second, strlen(second) - 1);
    }
    check_ask(f->path,
              "select printf('%s %d %s %s %s %d %s', operation, width, class, target, "
              "iif(proof = 'proved here', 'proved', 'other'), instructions, program) from winners",
              expected.s);
    db_close(d);
    strbuf_free(&expected);
    arena_free(&mem);
}

static void views_tell_the_story(void **state)
{
    fixture *f = *state;
    db *d = open_db(f, f->s);
    cell add = cell_of(f->s, "add", 2, "x128", "t1"), xor = cell_of(f->s, "xor", 2, "x128", "t1");
    must(d, db_begin_run(d, "synth", "abc123", "--op add", "2 cores"));
    put_one(d, lowering_of(add, ADD2_TEXT, 5, "p", "proved"));
    db_lowering late = lowering_of(xor, "r = pxor a b\n", 1, "q", "unknown");
    late.program.reason = "timeout";
    put_one(d, late);
    put_bound(d, add, 5, "pxor pand paddb", 77);
    must(d, db_put_baseline(d, &(db_baseline){add, "llvm", 877, "llc-19"}));
    must(d, db_put_baseline(d, &(db_baseline){add, "parabix", 8, "IDISA"}));
    must(d, db_put_baseline(d, &(db_baseline){add, "thesis", 7, "table"}));
    check_ask(
        f->path,
        "select printf('%s %s %d %s %d', operation, status, bound, proof, chunk) from winners",
        "add optimal 5 proved here 64\nxor best found 0 unknown 64");
    check_ask(f->path, "select program from winners where operation = 'add'",
              "t0 = pxor a b; t1 = pand a b; t2 = pand t1 0x55*; t3 = paddb t2 t2; r = pxor t0 t3");
    check_ask(f->path,
              "select printf('%s %s %d: %d %d %d %d %d', target, class, width, cells, proved_here, "
              "unproved, "
              "optimal, searched) from coverage",
              "t1 x128 2: 2 1 1 1 0");
    check_ask(f->path, "select operation || ' ' || proof || ' ' || reason from unproved",
              "xor unknown timeout");
    check_ask(f->path,
              "select printf('%d %d %d %d %s', ours, llvm, parabix, thesis, verdict) from "
              "against_baselines",
              "5 877 8 7 won");
    must(d, db_put_baseline(d, &(db_baseline){add, "hand", 5, "by hand"}));
    check_ask(f->path, "select verdict from against_baselines", "level");
    must(d, db_put_baseline(d, &(db_baseline){add, "hand", 4, "by a better hand"}));
    check_ask(f->path, "select verdict from against_baselines", "lost");
    check_ask(f->path,
              "select command || revision || state || cells || lowerings || proofs from journal",
              "synthabc123unfinished323");
    db_close(d);
    check_ask(f->path, "select state from journal", "finished");
}

static void baselines_are_listed(void **state)
{
    fixture *f = *state;
    arena mem = {0};
    db_baseline *list;
    unsigned n;
    db *d = open_db(f, f->s);
    cell c = cell_of(f->s, "add", 2, "x128", "t1"), other = cell_of(f->s, "add", 2, "x128", "t3");
    must(d, db_put_baseline(d, &(db_baseline){c, "thesis", 7, "table"}));
    must(d, db_put_baseline(d, &(db_baseline){c, "llvm", 800, "llc"}));
    must(d, db_put_baseline(d, &(db_baseline){c, "llvm", 877, "llc-19"}));
    must(d, db_put_baseline(d, &(db_baseline){other, "hand", 5, "x"}));
    must(d, db_list_baselines(d, f->s, c.target, &mem, &list, &n));
    assert_int_equal(n, 2);
    assert_string_equal(list[0].source, "llvm");
    assert_true(list[0].insns == 877 && list[1].insns == 7);
    assert_string_equal(list[0].how, "llc-19");
    arena_free(&mem);
    db_close(d);
}

/* ---- what the manual says ---- */

/* The first block of the manual between ```kind and ```, or NULL without the sources. */
static char *manual_block(const char *kind)
{
    const char *source = getenv("LANESMITH_SOURCE");
    char path[512], fence[32], *text, *block;
    size_t size;
    if (!source) return NULL;
    snprintf(path, sizeof path, "%s/docs/database.md", source);
    snprintf(fence, sizeof fence, "\n```%s\n", kind);
    assert_int_equal(file_read(path, &text, &size), LS_OK);
    char *begin = strstr(text, fence), *end = begin ? strstr(begin + strlen(fence), "```") : NULL;
    assert_non_null(end);
    begin += strlen(fence);
    block = mem_alloc((size_t)(end - begin) + 1, 1);
    memcpy(block, begin, (size_t)(end - begin));
    mem_free(text);
    return block;
}

static void queries_of_the_manual_work(void **state)
{
    fixture *f = *state;
    char *sql = manual_block("sql");
    if (!sql) skip();
    db *d = open_db(f, f->s);
    put_one(d, lowering_of(cell_of(f->s, "add", 2, "x128", "t1"), ADD2_TEXT, 5, "p", "proved"));
    sqlite3 *file;
    unsigned n = 0;
    assert_int_equal(sqlite3_open_v2(f->path, &file, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    for (const char *at = sql; *at;) {
        sqlite3_stmt *q;
        if (sqlite3_prepare_v2(file, at, -1, &q, &at) != SQLITE_OK)
            fail_msg("%s", sqlite3_errmsg(file));
        if (!q) continue;
        int rc;
        while ((rc = sqlite3_step(q)) == SQLITE_ROW) {}
        assert_int_equal(rc, SQLITE_DONE);
        sqlite3_finalize(q);
        n++;
    }
    assert_true(n >= 10);
    sqlite3_close(file);
    db_close(d);
    mem_free(sql);
}

static void winners_text_of_the_manual_loads(void **state)
{
    fixture *f = *state;
    char *text = manual_block("low"), path[512];
    if (!text) skip();
    spec *s = NULL;
    snprintf(path, sizeof path, "%s/spec", getenv("LANESMITH_SOURCE"));
    assert_int_equal(spec_load_dir(&s, path, &f->dg), LS_OK);
    write_file(f, "m.low", text, strlen(text));
    db *d = open_db(f, s);
    snprintf(path, sizeof path, "%s/m.low", f->dir);
    ls_status rc = load_file(d, s, path, &f->dg);
    diag_print(&f->dg, stderr);
    assert_int_equal(rc, LS_OK);
    assert_int_equal(count_rows(d, s, false), 2); /* a line for two targets */
    db_close(d);
    spec_free(s);
    mem_free(text);
}

#define T(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(view_of_winners_agrees_with_the_list),
        T(views_tell_the_story),
        T(baselines_are_listed),
        T(queries_of_the_manual_work),
        T(winners_text_of_the_manual_loads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

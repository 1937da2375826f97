// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_db.c - the database: rows in and out, winners, bounds, the views, the manual, staleness.
 *
 * The file and its refusals are tested in test_db_files.c, winners text in test_db_text.c, faults
 * of disk and memory in test_db_faults.c. */
#include "spec/form.h"
#include "tests/unit/db_fixture.h"

static db_lowering only_row(db *d, const spec *s, arena *mem)
{
    db_lowering *list;
    unsigned n;
    must(d, db_list_lowerings(d, s, NULL, DB_ALL, mem, &list, &n));
    assert_int_equal(n, 1);
    return list[0];
}

/* ---- rows ---- */

static void rows_come_back_as_they_were(void **state)
{
    fixture *f = *state;
    arena mem = {0};
    db *d = open_db(f, f->s);
    db_lowering l = lowering_of(cell_of(f->s, "add", 2, "x128", "t1"), ADD2_TEXT, 5, "p", "proved");
    l.ir = proof_of("i", "proved", false);
    l.parent = "r = pxor a b\n";
    l.cost.rthroughput = 1.0 / 3;
    put_one(d, l);
    db_close(d);
    d = open_db(f, f->s);
    db_lowering x = only_row(d, f->s, &mem);
    assert_int_equal(cell_compare(&x.cell, &l.cell), 0);
    assert_string_equal(x.text, l.text);
    assert_string_equal(x.parent, l.parent);
    assert_string_equal(x.engine, l.engine);
    assert_memory_equal(&x.cost, &l.cost, sizeof x.cost);
    assert_string_equal(x.program.obligation, l.program.obligation);
    assert_string_equal(x.program.solver, "z3 4.8.12");
    assert_string_equal(x.ir.answer, "proved");
    assert_true(x.program.chunk == 64 && x.program.seconds == 0.5 && x.program.state == TRUTH_HERE);
    assert_true(x.winner && x.proved && !x.stale && x.length == 5 && x.bound == -1);
    assert_string_equal(x.status, "best found");
    assert_true(db_is_proved(d, l.program.obligation) && db_is_proved(d, l.ir.obligation));
    assert_false(db_is_proved(d, "00000000000000000000000000000000"));
    db_close(d);
    arena_free(&mem);
}

static void putting_again_updates(void **state)
{
    fixture *f = *state;
    arena mem = {0};
    db *d = open_db(f, f->s);
    db_lowering l = lowering_of(cell_of(f->s, "add", 2, "x128", "t1"), ADD2_TEXT, 5, "p", "proved");
    put_one(d, l);
    l.cost.insns = 4;
    l.program.obligation[0] = 0; /* the proof of before stays */
    put_one(d, l);
    db_lowering x = only_row(d, f->s, &mem);
    assert_int_equal(x.cost.insns, 4);
    assert_true(x.proved);
    db_close(d);
    arena_free(&mem);
}

static void time_out_does_not_undo_a_proof_but_a_counterexample_does(void **state)
{
    fixture *f = *state;
    db *d = open_db(f, f->s);
    db_lowering l = lowering_of(cell_of(f->s, "add", 2, "x128", "t1"), ADD2_TEXT, 5, "p",
                                "unknown");
    l.program.reason = "timeout";
    put_one(d, l);
    assert_false(db_is_proved(d, l.program.obligation));
    l.program.answer = "proved";
    put_one(d, l);
    assert_true(db_is_proved(d, l.program.obligation));
    l.program.answer = "unknown";
    put_one(d, l);
    assert_true(db_is_proved(d, l.program.obligation));
    db_lowering stated_otherwise = l;
    stated_otherwise.program = proof_of("other", "unknown", false);
    put_one(d, stated_otherwise);
    assert_int_equal(count_rows(d, f->s, true), 1);
    check_ask(f->path, "select proof from winners", "proved here");
    l.program.answer = "refuted";
    put_one(d, l);
    assert_false(db_is_proved(d, l.program.obligation));
    assert_int_equal(count_rows(d, f->s, true), 0);
    db_close(d);
}

static void forms_are_forgotten_and_programs_are_not(void **state)
{
    fixture *f = *state;
    arena mem = {0};
    forms_make_instrs(f->s);
    db *d = open_db(f, f->s);
    db_lowering l = lowering_of(cell_of(f->s, "xor", 2, "x128", "t1"), "r = pxor a b\n", 1, "p",
                                "proved");
    db_lowering form = lowering_of(l.cell, "r = llvm.xor a b 2\n", 4, "q", "proved");
    db_lowering elsewhere = lowering_of(cell_of(f->s, "xor", 2, "x128", "t3"),
                                        "r = llvm.xor a b 2\n", 4, "r", "proved");
    put_one(d, l);
    put_one(d, form);
    put_one(d, elsewhere);
    assert_int_equal(count_rows(d, f->s, false), 3);
    must(d, db_begin_cell(d, &l.cell));
    must(d, db_forget_forms(d, &l.cell));
    must(d, db_commit_cell(d));
    assert_int_equal(count_rows(d, f->s, false), 2);
    must(d, db_begin_cell(d, &elsewhere.cell));
    must(d, db_forget_forms(d, &elsewhere.cell));
    must(d, db_commit_cell(d));
    assert_string_equal(only_row(d, f->s, &mem).text, "r = pxor a b\n");
    db_close(d);
    arena_free(&mem);
}

static void rolled_back_cell_leaves_nothing(void **state)
{
    fixture *f = *state;
    db *d = open_db(f, f->s);
    db_lowering l = lowering_of(cell_of(f->s, "add", 2, "x128", "t1"), ADD2_TEXT, 5, "p", "proved");
    must(d, db_begin_cell(d, &l.cell));
    must(d, db_put_lowering(d, &l));
    must(d, db_mark_searched(d, &l.cell, "key"));
    db_rollback_cell(d);
    assert_int_equal(count_rows(d, f->s, false), 0);
    assert_false(db_is_searched(d, &l.cell, "key"));
    must(d, db_begin_cell(d, &l.cell));
    must(d, db_put_lowering(d, &l));
    db_close(d); /* in the middle of a cell */
    d = open_db(f, f->s);
    assert_int_equal(count_rows(d, f->s, false), 0);
    db_close(d);
}

static void marks_are_by_cell_and_key(void **state)
{
    fixture *f = *state;
    db *d = open_db(f, f->s);
    cell c = cell_of(f->s, "add", 2, "x128", "t1"), other = cell_of(f->s, "add", 2, "x128", "t3");
    must(d, db_begin_cell(d, &c));
    must(d, db_mark_searched(d, &c, "key"));
    must(d, db_commit_cell(d));
    assert_true(db_is_searched(d, &c, "key"));
    assert_false(db_is_searched(d, &c, "other"));
    assert_false(db_is_searched(d, &other, "key"));
    db_close(d);
}

/* ---- winners, bounds, status ---- */

static void proved_beats_cheaper_and_refuted_never_wins(void **state)
{
    fixture *f = *state;
    arena mem = {0};
    db_lowering *list;
    unsigned n;
    db *d = open_db(f, f->s);
    cell c = cell_of(f->s, "xor", 2, "x128", "t1");
    put_one(d, lowering_of(c, "r = pand a b\n", 1, "wrong", "refuted"));
    put_one(d, lowering_of(c, "r = paddb a b\n", 2, "", ""));
    must(d, db_list_lowerings(d, f->s, c.target, DB_WINNERS, &mem, &list, &n));
    assert_true(n == 1 && !list[0].winner && !strcmp(list[0].text, "r = paddb a b\n"));
    put_one(d, lowering_of(c, "r = pxor a b\n", 7, "right", "proved"));
    must(d, db_list_lowerings(d, f->s, c.target, DB_WINNERS, &mem, &list, &n));
    assert_true(n == 1 && list[0].winner && !strcmp(list[0].text, "r = pxor a b\n"));
    must(d, db_list_lowerings(d, f->s, NULL, DB_ALL, &mem, &list, &n));
    assert_int_equal(n, 3);
    assert_string_equal(list[0].text, "r = pand a b\n");
    assert_true(!list[0].winner && !list[1].winner && list[2].winner);
    db_close(d);
    arena_free(&mem);
}

static void word_of_unproved_ir_makes_no_winner(void **state)
{
    fixture *f = *state;
    arena mem = {0};
    db *d = open_db(f, f->s);
    db_lowering l = lowering_of(cell_of(f->s, "add", 2, "x128", "t1"), ADD2_TEXT, 5, "p", "proved");
    l.ir = proof_of("i", "unknown", false);
    put_one(d, l);
    assert_false(only_row(d, f->s, &mem).proved);
    l.ir = proof_of("i", "proved", true); /* a claim does not help */
    put_one(d, l);
    assert_false(only_row(d, f->s, &mem).winner);
    l.ir = proof_of("i2", "proved", false);
    put_one(d, l);
    assert_true(only_row(d, f->s, &mem).winner);
    db_close(d);
    arena_free(&mem);
}

static void put_bound(db *d, cell c, unsigned insns, const char *grammar, uint64_t candidates)
{
    db_bound b = {c, insns, grammar, candidates, "exhaust", TRUTH_HERE};
    must(d, db_begin_cell(d, &c));
    must(d, db_put_bound(d, &b));
    must(d, db_commit_cell(d));
}

static void check_rank(db *d, const spec *s, const char *status, int bound)
{
    arena mem = {0};
    db_lowering x = only_row(d, s, &mem);
    assert_string_equal(x.status, status);
    assert_int_equal(x.bound, bound);
    arena_free(&mem);
}

/* A database with one lowering and, if grammar, one bound, either of them first. */
static db *open_ranked(fixture *f, const char *text, unsigned insns, const char *grammar,
                       unsigned bound, bool bound_first)
{
    unlink(f->path);
    db *d = open_db(f, f->s);
    cell c = cell_of(f->s, "add", 2, "x128", "t1");
    if (grammar && bound_first) put_bound(d, c, bound, grammar, 1);
    put_one(d, lowering_of(c, text, insns, "p", "proved"));
    if (grammar && !bound_first) put_bound(d, c, bound, grammar, 1);
    return d;
}

/* A winner is optimal for a grammar whose constants and amounts of shifts it keeps to; the bound
 * holds anyhow. */
static void optimal_is_within_the_grammar(void **state)
{
    static const struct {
        const char *grammar, *status;
    } cases[] = {
        {"instructions: pxor pand paddb; constants: 0x55* 0xaa*", "optimal"},
        {"instructions: pxor pand paddb; constants: 0x5555*", "optimal"}, /* the same digits */
        {"instructions: pxor pand paddb; constants: 0x5556* 0x5", "bounded"},
        {"instructions: pxor pand paddb; constants: 0x00*", "bounded"},
        {"instructions: pxor pandn paddb; constants: 0x55*", "bounded"}, /* another word */
        {"instructions: pxor pand paddb; constants: 0x55*; on chunks of 64 bits", "optimal"},
        {"instructions: pxor pand paddb; constants: any", "optimal"},
        {"instructions: pxor pand; constants: any", "bounded"},
        {"instructions: pxor(..) pand(..) pand(.k) paddb(..); constants: any", "optimal"},
        {"instructions: pxor pand(k.) pand(.k) pand(..) paddb; constants: any", "optimal"},
        {"instructions: pxor(..) pand(..) pand(k.) paddb(..); constants: any",
         "bounded"}, /* the constant comes last */
        {"instructions: pxor(..) pand(.k) paddb(..); constants: any",
         "bounded"}, /* and of two values */
        {"instructions: pxor(.k) pand(..) pand(.k) paddb(..); constants: any", "bounded"},
    };
    fixture *f = *state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (unsigned bound_first = 0; bound_first < 2; bound_first++) {
            db *d = open_ranked(f, ADD2_TEXT, 5, cases[i].grammar, 5, bound_first);
            check_rank(d, f->s, cases[i].status, 5);
            db_close(d);
        }
    }
}

/* What counts where programs of none or one instruction are excluded is what LLVM makes of a
 * program. */
static void one_instruction_as_emitted_is_optimal(void **state)
{
    static const struct {
        const char *text, *grammar;
        unsigned insns, bound;
        const char *status;
    } cases[] = {
        {"r = a\n", NULL, 0, 0, "optimal"},
        {"t0 = pxor a b\nr = paddb t0 t0\n", "instructions: none; constants: any", 1, 1, "optimal"},
        {"t0 = pxor a b\nr = paddb t0 t0\n", "instructions: none; constants: any", 2, 1, "bounded"},
        {"t0 = pxor a b\nr = paddb t0 t0\n", "instructions: pxor paddb; constants: any", 1, 1,
         "bounded"}, /* of programs, not of code */
        {"r = paddb a b\n", "instructions: none; constants: any", 1, 1, "optimal"},
        {"r = paddb a b\n", "instructions: pxor; constants: any", 1, 1, "bounded"},
        {"r = paddb a 0x00*\n", "instructions: paddb(..); constants: any", 1, 1,
         "optimal"}, /* zero is a value */
        {"r = paddb a 0x00*\n", "instructions: paddb(.k); constants: any", 1, 1,
         "optimal"}, /* or a constant */
        {"r = paddb a 0x01*\n", "instructions: paddb(..); constants: any", 1, 1, "bounded"},
    };
    fixture *f = *state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (unsigned bound_first = 0; bound_first < 2; bound_first++) {
            db *d = open_ranked(f, cases[i].text, cases[i].insns, cases[i].grammar, cases[i].bound,
                                bound_first);
            check_rank(d, f->s, cases[i].status, cases[i].grammar ? (int)cases[i].bound : -1);
            if (cases[i].insns == 1 && cases[i].bound) { /* another LLVM makes three of it */
                put_one(d, lowering_of(cell_of(f->s, "add", 2, "x128", "t1"), cases[i].text, 3, "p",
                                       "proved"));
                check_rank(d, f->s, strstr(cases[i].text, "t0") ? "bounded" : cases[i].status,
                           (int)cases[i].bound);
            }
            db_close(d);
        }
    }
}

static void bounds_make_winners_optimal(void **state)
{
    fixture *f = *state;
    db *d = open_db(f, f->s);
    cell c = cell_of(f->s, "add", 2, "x128", "t1");
    put_one(d, lowering_of(c, ADD2_TEXT, 5, "p", "proved"));
    check_rank(d, f->s, "best found", -1);
    put_bound(d, c, 4, "pxor pand paddb", 100);
    check_rank(d, f->s, "bounded", 4);
    put_bound(d, c, 9, "pxor", 100); /* a grammar that the winner is not in */
    check_rank(d, f->s, "bounded", 4);
    put_bound(d, c, 5, "instructions: pxor, pand:7.",
              100); /* as high as the winner, but again not its grammar */
    check_rank(d, f->s, "bounded", 5);
    put_bound(d, c, 5, "pxor pand paddb\n",
              200); /* the grammar of before: newlines at the end do not count */
    check_rank(d, f->s, "optimal", 5);
    put_bound(d, c, 3, "pxor pand paddb", 300); /* lower for the same grammar: the higher is kept */
    check_rank(d, f->s, "optimal", 5);
    arena mem = {0};
    db_rows of;
    must(d, db_list_cell(d, f->s, &c, &mem, &of));
    assert_int_equal(of.nbounds, 3);
    assert_true(of.bounds[0].insns == 9 && of.bounds[2].insns == 5 &&
                of.bounds[2].candidates == 200);
    assert_string_equal(of.bounds[2].grammar, "pxor pand paddb");
    assert_true(of.nlowerings == 1 && of.lowerings[0].bound == 5 &&
                !strcmp(of.lowerings[0].status, "optimal") && of.nbaselines == 0);
    cell other = cell_of(f->s, "add", 4, "x128", "t1");
    must(d, db_list_cell(d, f->s, &other, &mem, &of));
    assert_int_equal(of.nbounds + of.nlowerings, 0);
    arena_free(&mem);
    db_close(d);
}

/* ---- what people see ---- */

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

/* ---- staleness ---- */

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

/* A dump has what is proved; what is claimed and shorter would be lost with it. */
static void shorter_claims_are_counted(void **state)
{
    static const char shorter[] = "t0 = pxor a b\nr = paddb t0 t0\n";
    fixture *f = *state;
    unsigned n;
    db *d = open_db(f, f->s);
    cell c = cell_of(f->s, "add", 2, "x128", "t1");
    const target *t1 = spec_find_target(f->s, "t1"), *t3 = spec_find_target(f->s, "t3");
    db_lowering claimed = lowering_of(c, shorter, 2, "q", "proved");
    claimed.program.state = claimed.ir.state = claimed.cost_state = TRUTH_CLAIMED;
    put_one(d, claimed);
    must(d, db_count_shorter_claims(d, t1, &n));
    assert_int_equal(n, 0); /* it is the winner */
    put_one(d, lowering_of(c, ADD2_TEXT, 5, "p", "proved"));
    must(d, db_count_shorter_claims(d, t1, &n));
    assert_int_equal(n, 1);
    must(d, db_count_shorter_claims(d, t3, &n));
    assert_int_equal(n, 0);
    put_one(d, lowering_of(c, shorter, 2, "q", "proved"));
    must(d, db_count_shorter_claims(d, t1, &n));
    assert_int_equal(n, 0);
    db_close(d);
}

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
        T(rows_come_back_as_they_were),
        T(putting_again_updates),
        T(time_out_does_not_undo_a_proof_but_a_counterexample_does),
        T(forms_are_forgotten_and_programs_are_not),
        T(rolled_back_cell_leaves_nothing),
        T(marks_are_by_cell_and_key),
        T(proved_beats_cheaper_and_refuted_never_wins),
        T(word_of_unproved_ir_makes_no_winner),
        T(bounds_make_winners_optimal),
        T(one_instruction_as_emitted_is_optimal),
        T(a_bound_that_is_found_again_holds),
        T(shorter_claims_are_counted),
        T(optimal_is_within_the_grammar),
        T(view_of_winners_agrees_with_the_list),
        T(views_tell_the_story),
        T(baselines_are_listed),
        T(queries_of_the_manual_work),
        T(winners_text_of_the_manual_loads),
        T(changed_instruction_makes_stale),
        T(changed_operation_makes_stale),
        T(changed_feature_makes_stale),
        T(new_doc_or_new_instruction_makes_nothing_stale),
        T(vanished_operation_is_passed_over),
        T(putting_a_stale_row_again_renews_it),
        T(proof_of_a_former_meaning_does_not_stick),
        T(marks_that_do_not_count_are_dropped),
        T(stale_rows_can_be_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

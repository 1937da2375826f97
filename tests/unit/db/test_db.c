// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_db.c - the database: rows in and out, winners, bounds.
 *
 * Other tests: test_db_files.c the file and its refusals, test_db_views.c what people see,
 * test_db_stale.c changes of the spec, test_db_text.c winners text, test_db_faults.c faults of disk
 * and memory. */
#include "spec/form.h"
#include "tests/unit/db_fixture.h"

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
    spec_index_names(f->s);
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
        T(shorter_claims_are_counted),
        T(optimal_is_within_the_grammar),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

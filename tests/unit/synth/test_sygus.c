// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_sygus.c - guards reading of SyGuS files: look-ups stay few however much is declared, errors
 * end, the clock is asked. */
#include "spec/base/clock.h"
#include "synth/sygus/sygus_solve.h"
#include "synth/sygus/sygus_spec.h"
#include "tests/unit/fixture.h"

static const char GRAMMAR[] = "(set-logic BV)\n"
                              "(synth-fun f ((x (_ BitVec 32))) (_ BitVec 32)\n"
                              "  ((V (_ BitVec 32)))\n"
                              "  ((V (_ BitVec 32) (x #x00000001 (bvadd V V)))))\n";
static const sygus_clock NO_LIMIT = {0, 0};

/* ---- the index ---- */

static void the_index_keeps_the_first_number_of_a_key(void **state)
{
    (void)state;
    arena mem = {0};
    sygus_index x;
    sygus_index_open(&x, &mem);
    assert_int_equal(sygus_index_find(&x, "a", 1), SYGUS_INDEX_NONE);
    assert_int_equal(sygus_index_add(&x, "a", 1, 7), 7);
    assert_int_equal(sygus_index_add(&x, "a", 1, 8), 7);
    assert_int_equal(sygus_index_find(&x, "ab", 2), SYGUS_INDEX_NONE);
    assert_int_equal(sygus_index_find(&x, "", 0), SYGUS_INDEX_NONE);
    assert_int_equal(sygus_index_add(&x, "", 0, 9), 9);
    assert_int_equal(sygus_index_find(&x, "a", 1), 7);
    arena_free(&mem);
}

/* Slots looked at for so many keys, put and found again. */
static uint64_t compared(unsigned count)
{
    arena mem = {0};
    sygus_index x;
    char key[32];
    sygus_index_open(&x, &mem);
    for (unsigned i = 0; i < count; i++)
        sygus_index_add(&x, key, (size_t)snprintf(key, sizeof key, "v%u", i), i);
    for (unsigned i = 0; i < count; i++)
        assert_int_equal(sygus_index_find(&x, key, (size_t)snprintf(key, sizeof key, "v%u", i)), i);
    arena_free(&mem);
    return x.compared;
}

static void a_look_up_meets_few_slots_however_many_keys_there_are(void **state)
{
    (void)state;
    for (unsigned count = 100; count <= 100000; count *= 10)
        assert_true(compared(count) < 8 * (uint64_t)count);
}

/* ---- reading ---- */

static void put_many(strbuf *b, unsigned count)
{
    strbuf_puts(b, GRAMMAR);
    for (unsigned i = 0; i < count; i++) {
        strbuf_printf(b,
                      "(define-fun c%u () (_ BitVec 32) #x%08x)\n(declare-var v%u (_ BitVec 32))\n",
                      i, i, i);
        strbuf_printf(
            b, "(constraint (= (f v%u) (bvadd v%u #x00000001)))\n(constraint (= (f c%u) #x%08x))\n",
            i, i, i, i + 1);
    }
    strbuf_puts(b, "(check-synth)\n");
}

static sygus_options options(double start, unsigned seconds)
{
    return (sygus_options){.max_cost = 2,
                           .clock = {start, seconds},
                           .threads = 1,
                           .megabytes = 1000,
                           .solver_seconds = 60};
}

/* Look-ups are counted by the index of names; that nothing else is searched from end to end shows
 * in that the test ends. */
static void declarations_and_constraints_are_read_in_linear_time(void **state)
{
    (void)state;
    uint64_t steps[2];
    for (unsigned k = 0; k < 2; k++) {
        arena mem = {0};
        diags d = {0};
        strbuf b = {0};
        sygus_answer *a;
        sygus_options o = options(0, 0);
        put_many(&b, 10000 << k);
        sygus *s = sygus_read("many.sl", b.s, b.len, &NO_LIMIT, &mem, &d);
        assert_non_null(s);
        assert_int_equal(s->nvars, 10000 << k);
        assert_int_equal(s->nconstraints, 20000 << k);
        assert_int_equal(sygus_solve(s, &o, &mem, &a, &d), LS_OK);
        assert_int_equal(a[0].end, SYGUS_SOLVED);
        assert_true(a[0].shortest);
        steps[k] = s->name->compared;
        arena_free(&mem);
        diag_free(&d);
        strbuf_free(&b);
    }
    assert_true(steps[1] < 3 * steps[0]);
}

static void a_file_of_mistakes_gives_a_hundred_errors(void **state)
{
    (void)state;
    arena mem = {0};
    diags d = {0};
    strbuf b = {0};
    for (unsigned i = 0; i < 100000; i++) strbuf_puts(&b, "(oops)\n");
    assert_null(sygus_read("mistakes.sl", b.s, b.len, &NO_LIMIT, &mem, &d));
    assert_int_equal(d.count, DIAG_MAX + 1);
    assert_true(diag_is_full(&d));
    assert_true(d.mem.live_bytes < 100000);
    arena_free(&mem);
    diag_free(&d);
    strbuf_free(&b);
}

/* ---- time ---- */

static void reading_ends_with_the_time(void **state)
{
    (void)state;
    arena mem = {0};
    diags d = {0};
    strbuf b = {0};
    sygus_clock over = {clock_seconds() - 10, 5}, open = {clock_seconds() - 10, 1000000};
    put_many(&b, 1);
    assert_null(sygus_read("late.sl", b.s, b.len, &over, &mem, &d));
    assert_int_equal(d.count, 0);
    assert_non_null(sygus_read("late.sl", b.s, b.len, &open, &mem, &d));
    arena_free(&mem);
    strbuf_free(&b);
}

static void nothing_is_searched_when_the_time_was_over_before(void **state)
{
    (void)state;
    arena mem = {0};
    diags d = {0};
    strbuf b = {0};
    sygus_answer *a;
    sygus_options o = options(clock_seconds() - 10, 5);
    put_many(&b, 1);
    sygus *s = sygus_read("late.sl", b.s, b.len, &NO_LIMIT, &mem, &d);
    assert_non_null(s);
    assert_int_equal(sygus_solve(s, &o, &mem, &a, &d), LS_OK);
    assert_int_equal(a[0].end, SYGUS_TIME);
    assert_int_equal(a[0].searches, 0);
    assert_int_equal(a[0].excluded, 0);
    arena_free(&mem);
    strbuf_free(&b);
}

/* ---- claims ---- */

/* Claims are asked about together; the one that does not hold is found among them. */
static void the_claim_that_fails_is_named(void **state)
{
    (void)state;
    arena mem = {0};
    diags d = {0};
    strbuf b = {0};
    sygus_answer *a;
    sygus_options o = options(0, 0);
    strbuf_puts(&b, GRAMMAR);
    strbuf_puts(&b,
                "(declare-var v (_ BitVec 32))\n(constraint (= (f v) v))\n"); /* lines 5 and 6 */
    for (unsigned i = 7; i < 100; i++)
        strbuf_printf(&b, "(constraint (= (bvand v #x%08x) (bvand #x%08x v)))\n", i,
                      i == 68 ? i - 1 : i);
    strbuf_puts(&b, "(check-synth)\n");
    sygus *s = sygus_read("claims.sl", b.s, b.len, &NO_LIMIT, &mem, &d);
    assert_non_null(s);
    assert_int_equal(sygus_solve(s, &o, &mem, &a, &d), LS_OK);
    assert_int_equal(a[0].end, SYGUS_INFEASIBLE);
    assert_string_equal(
        a[0].why, "the constraint of line 68 names no function to be found, and does not hold");
    arena_free(&mem);
    strbuf_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_index_keeps_the_first_number_of_a_key),
        cmocka_unit_test(a_look_up_meets_few_slots_however_many_keys_there_are),
        cmocka_unit_test(declarations_and_constraints_are_read_in_linear_time),
        cmocka_unit_test(a_file_of_mistakes_gives_a_hundred_errors),
        cmocka_unit_test(reading_ends_with_the_time),
        cmocka_unit_test(nothing_is_searched_when_the_time_was_over_before),
        cmocka_unit_test(the_claim_that_fails_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

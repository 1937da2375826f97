// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_bdd.c - decision diagrams against truth tables of six variables; one number for one
 * function; limits. */
#include "spec/base/random.h"
#include "tests/unit/fixture.h"
#include "verify/tactics/bdd.h"

enum { VARS = 6, FUNCTIONS = 400, NODES = 1 << 16, STEPS = 1 << 20 };

typedef struct function {
    bdd f;
    uint64_t table; /* bit k: where variable i is bit i of k */
} function;

static function variable(bdd_store *s, unsigned i)
{
    static const uint64_t table[VARS] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc,
                                         0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00,
                                         0xffff0000ffff0000, 0xffffffff00000000};
    return (function){bdd_var(s, i), table[i]};
}

static function choose(bdd_store *s, function f, function g, function h)
{
    return (function){bdd_ite(s, f.f, g.f, h.f), (f.table & g.table) | (~f.table & h.table)};
}

static function invert(function f) { return (function){bdd_not(f.f), ~f.table}; }

static void check_values(const bdd_store *s, function f)
{
    bool value[VARS];
    for (unsigned k = 0; k < 64; k++) {
        for (unsigned i = 0; i < VARS; i++) value[i] = k >> i & 1;
        assert_int_equal(bdd_eval(s, f.f, value), f.table >> k & 1);
    }
}

static void check_satisfied(const bdd_store *s, function f)
{
    bool value[VARS] = {false};
    unsigned k = 0;
    if (f.f == BDD_FALSE) return;
    bdd_satisfy(s, f.f, value);
    for (unsigned i = 0; i < VARS; i++) k += (unsigned)value[i] << i;
    assert_true(f.table >> k & 1);
}

/* The constants, the variables, and what random choices make of them. */
static void make(bdd_store *s, function all[FUNCTIONS], uint64_t seed)
{
    all[0] = (function){BDD_FALSE, 0};
    all[1] = (function){BDD_TRUE, ~(uint64_t)0};
    for (unsigned i = 0; i < VARS; i++) all[2 + i] = variable(s, i);
    for (unsigned i = 2 + VARS; i < FUNCTIONS; i++) {
        function part[3];
        for (unsigned k = 0; k < 3; k++) {
            part[k] = all[random_next(&seed) % i];
            if (random_next(&seed) % 2) part[k] = invert(part[k]);
        }
        all[i] = choose(s, part[0], part[1], part[2]);
    }
}

static void choices_are_those_of_truth_tables(void **state)
{
    (void)state;
    function all[FUNCTIONS];
    for (uint64_t seed = 0; seed < 20; seed++) {
        bdd_store *s = bdd_store_new(NODES, STEPS);
        make(s, all, seed);
        for (unsigned i = 0; i < FUNCTIONS; i++) {
            check_values(s, all[i]);
            check_satisfied(s, all[i]);
        }
        assert_false(bdd_exhausted(s));
        bdd_store_free(s);
    }
}

static void one_function_is_one_number(void **state)
{
    (void)state;
    function all[FUNCTIONS];
    bdd_store *s = bdd_store_new(NODES, STEPS);
    make(s, all, 7);
    for (unsigned i = 0; i < FUNCTIONS; i++)
        for (unsigned k = 0; k < i; k++)
            assert_int_equal(all[i].f == all[k].f, all[i].table == all[k].table);
    bdd_store_free(s);
}

/* Of a conjunction with one variable the nodes are alike but for the other. */
static void variables_are_told_apart(void **state)
{
    (void)state;
    enum { MANY = 120 };
    unsigned pairs = 0;
    bdd_store *s = bdd_store_new(NODES, STEPS);
    for (unsigned i = 0; i < MANY; i++)
        for (unsigned k = 0; k < i; k++, pairs++) bdd_and(s, bdd_var(s, i), bdd_var(s, k));
    assert_int_equal(bdd_count(s), pairs + MANY + 1);
    bdd_store_free(s);
}

static void logic_is_a_choice(void **state)
{
    (void)state;
    function all[FUNCTIONS];
    bdd_store *s = bdd_store_new(NODES, STEPS);
    make(s, all, 8);
    for (unsigned i = 1; i < FUNCTIONS; i++) {
        function a = all[i], b = all[i - 1];
        check_values(s, (function){bdd_and(s, a.f, b.f), a.table & b.table});
        check_values(s, (function){bdd_or(s, a.f, b.f), a.table | b.table});
        check_values(s, (function){bdd_xor(s, a.f, b.f), a.table ^ b.table});
    }
    bdd_store_free(s);
}

/* Of n variables: whether they and n others are the same, in the order that makes that long. */
static bdd are_same(bdd_store *s, unsigned n)
{
    bdd same = BDD_TRUE;
    for (unsigned i = 0; i < n; i++)
        same = bdd_and(s, same, bdd_not(bdd_xor(s, bdd_var(s, i), bdd_var(s, n + i))));
    return same;
}

static void limits_are_told(void **state)
{
    (void)state;
    bdd_store *s = bdd_store_new(1 << 20, STEPS);
    are_same(s, 12);
    assert_false(bdd_exhausted(s));
    assert_true(bdd_count(s) > 1 << 12);
    bdd_store_free(s);
    s = bdd_store_new(1 << 12, STEPS);
    are_same(s, 12);
    assert_true(bdd_exhausted(s));
    assert_true(bdd_count(s) <= 1 << 12);
    bdd_store_free(s);
    s = bdd_store_new(1 << 20, 100);
    are_same(s, 12);
    assert_true(bdd_exhausted(s));
    bdd_store_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(choices_are_those_of_truth_tables),
        cmocka_unit_test(one_function_is_one_number),
        cmocka_unit_test(variables_are_told_apart),
        cmocka_unit_test(logic_is_a_choice),
        cmocka_unit_test(limits_are_told),
    };
    return cmocka_run_group_tests_name("bdd", tests, NULL, NULL);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_gates.c - guards the least numbers of gates: known ones, those that plain enumeration gives,
 * the same on any number of threads; and that a chain which does not compute its targets is
 * noticed.
 *
 * Three ways to the same numbers are compared: the search for given targets, the census by classes,
 * and both without any pruning. What is random comes from a fixed seed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "synth/logic/gates.h"
#include "synth/logic/gates_symmetry.h"

static uint64_t seed = 1;

static unsigned draw(unsigned below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % below;
}

static gates_result search(unsigned n, const uint64_t *targets, unsigned count, gates_options o)
{
    gates_result r;
    gates_least(n, targets, count, &o, &r);
    if (r.found) {
        assert_true(gates_check(&r.chain, targets));
        assert_int_equal(r.chain.ngates, r.bound);
    }
    return r;
}

static void assert_least(unsigned n, const uint64_t *targets, unsigned count, unsigned gates)
{
    gates_result r = search(n, targets, count, (gates_options){.max_gates = gates});
    assert_true(r.found);
    assert_int_equal(r.chain.ngates, gates);
    if (gates)
        assert_false(search(n, targets, count, (gates_options){.max_gates = gates - 1}).found);
}
#define LEAST(n, gates, ...)                                                                       \
    do {                                                                                           \
        const uint64_t targets_[] = {__VA_ARGS__};                                                 \
        assert_least(n, targets_, sizeof targets_ / sizeof *targets_, gates);                      \
    } while (0)

/* ---- known numbers ---- */

static void adders(void **state)
{
    (void)state;
    LEAST(2, 2, 0x6, 0x8);
    LEAST(3, 5, 0x96, 0xe8);
    LEAST(4, 4, 0x5a5a, 0x936c);         /* 2 bits */
    LEAST(4, 7, 0x5a5a, 0x936c, 0xec80); /* with carry out */
}

static void wide_functions(void **state)
{
    (void)state;
    LEAST(5, 4, 0x96696996);
    LEAST(6, 5, 0x8000000000000000);
    LEAST(6, 3, gates_input(6, 0) & gates_input(6, 1), gates_input(6, 2) ^ gates_input(6, 3),
          ~(gates_input(6, 4) | gates_input(6, 5)));
}

static void what_needs_no_gate(void **state)
{
    (void)state;
    LEAST(1, 0, 0x0, 0x3, 0x1, 0x2);
    LEAST(3, 0, 0x00, 0xff, 0xaa, 0x33);
    LEAST(6, 0, 0xffffffffffffffff, 0xffffffff00000000);
    /* a function, its complement, itself, a complement of an input */
    LEAST(3, 1, 0x88, 0x77, 0x88, 0x55);
}

static void a_bound_without_a_chain(void **state)
{
    (void)state;
    const uint64_t adder[] = {0x96, 0xe8};
    gates_result r = search(3, adder, 2, (gates_options){.max_gates = 4});
    assert_false(r.found);
    assert_int_equal(r.bound, 5);
    r = search(3, adder, 2, (gates_options){.max_gates = 1}); /* fewer gates than outputs */
    assert_false(r.found);
    assert_int_equal(r.bound, 2);
}

/* ---- by other ways ---- */

static gates_census *census(unsigned n, gates_options o)
{
    gates_census *c = malloc(sizeof *c);
    gates_census_open(c, n, &o);
    while (gates_census_next(c)) continue;
    return c;
}

static void free_census(gates_census *c)
{
    gates_census_close(c);
    free(c);
}

static void all_functions_of_three_inputs(void **state)
{
    static const unsigned counts[] = {2, 2, 5, 3, 2};
    (void)state;
    gates_census *c = census(3, (gates_options){.max_gates = GATES_MAX});
    gates_census *p = census(3, (gates_options){.max_gates = 4, .no_pruning = true});
    assert_int_equal(c->nclasses, 14);
    assert_int_equal(c->nfound, 14);
    assert_int_equal(p->nfound, 14);
    for (unsigned i = 0; i < 14; i++) assert_int_equal(c->class[i].gates, p->class[i].gates);
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++)
        assert_int_equal(c->count[i], counts[i]);
    for (unsigned f = 0; f < 256; f++) {
        uint64_t target = f;
        gates_result r = search(3, &target, 1, (gates_options){.max_gates = 4});
        assert_true(r.found);
        assert_int_equal(r.chain.ngates, c->class[c->class_of[(f & 1 ? ~f & 0xff : f) >> 1]].gates);
    }
    free_census(c);
    free_census(p);
}

static void classes_of_four_inputs(void **state)
{
    /* Knuth, TAOCP 7.1.2; the rest in `lanesmith bench npn` */
    static const unsigned counts[] = {2, 2, 5, 20, 34, 75};
    (void)state;
    gates_census *c = census(4, (gates_options){.max_gates = 5, .threads = 2});
    assert_int_equal(c->nclasses, 222);
    assert_int_equal(c->level, 6);
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++)
        assert_int_equal(c->count[i], counts[i]);
    for (unsigned i = 0; i < c->nclasses; i++) {
        const gates_class *k = &c->class[i];
        if (!k->found) continue;
        assert_true(gates_check(&k->chain, &k->member));
        assert_least(4, &k->function, 1, k->gates);
    }
    free_census(c);
}

/* Outputs of a random chain, so that there is something to find. */
static unsigned random_targets(unsigned n, unsigned gates, uint64_t *out)
{
    uint64_t v[GATES_INPUTS_MAX + GATES_MAX];
    unsigned count = 1 + draw(gates < 3 ? gates : 3);
    for (unsigned i = 0; i < n; i++) v[i] = gates_input(n, i);
    for (unsigned i = n; i < n + gates; i++) {
        uint64_t a = v[draw(i)], b = v[draw(i)];
        unsigned op = draw(4);
        v[i] = op == 0 ? a & b : op == 1 ? a & ~b : op == 2 ? a | b : a ^ b;
    }
    for (unsigned k = 0; k < count; k++)
        out[k] = draw(2) ? v[n + gates - 1 - k] : ~v[n + gates - 1 - k] & gates_rows(n);
    return count;
}

static void compare_plain(unsigned n, unsigned gates, unsigned cases)
{
    for (unsigned i = 0; i < cases; i++) {
        uint64_t t[GATES_OUTPUTS_MAX];
        unsigned count = random_targets(n, gates, t);
        gates_result fast = search(n, t, count, (gates_options){.max_gates = gates});
        gates_result plain = search(n, t, count,
                                    (gates_options){.max_gates = gates, .no_pruning = true});
        assert_true(fast.found && plain.found);
        assert_int_equal(fast.bound, plain.bound);
    }
}

static void plain_enumeration_agrees(void **state)
{
    (void)state;
    compare_plain(2, 3, 50);
    compare_plain(3, 3, 50);
    compare_plain(3, 4, 4);
    compare_plain(4, 3, 30);
    compare_plain(5, 2, 30);
    compare_plain(6, 2, 20);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    const uint64_t umin[] = {0xa2e0, 0xcc00};
    gates_result one = search(4, umin, 2, (gates_options){.max_gates = 6});
    assert_true(one.found);
    for (unsigned threads = 2; threads < 6; threads++) {
        gates_result r = search(4, umin, 2, (gates_options){.max_gates = 6, .threads = threads});
        assert_int_equal(r.judged, one.judged);
        assert_memory_equal(r.chain.gate, one.chain.gate, sizeof r.chain.gate);
    }
    gates_census *a = census(4, (gates_options){.max_gates = 4}),
                 *b = census(4, (gates_options){.max_gates = 4, .threads = 3});
    for (unsigned i = 0; i < a->nclasses; i++)
        assert_int_equal(a->class[i].member, b->class[i].member);
    assert_memory_equal(a->judged, b->judged, sizeof a->judged);
    free_census(a);
    free_census(b);
}

/* ---- symmetries ---- */

static void symmetries_differ(void **state)
{
    enum { COUNT = 24 << 4 };
    static gates_symmetry s[COUNT];
    (void)state;
    assert_int_equal(gates_symmetry_count(4), COUNT);
    for (unsigned e = 0; e < COUNT; e++) {
        unsigned rows = 0;
        gates_symmetry_make(4, e, &s[e]);
        for (unsigned r = 0; r < 16; r++) rows |= 1u << s[e].from[r];
        assert_int_equal(rows, 0xffff);
        assert_int_equal(gates_symmetry_apply(&s[e], 0x1235) & 1, 0);
        for (unsigned k = 0; k < e; k++) assert_memory_not_equal(s[k].from, s[e].from, 16);
    }
    assert_int_equal(gates_symmetry_apply(&s[0], 0x1234), 0x1234);
}

/* ---- chains ---- */

static void wrong_chains_are_noticed(void **state)
{
    (void)state;
    const uint64_t half_adder[] = {0x6, 0x8};
    gates_chain right = {.ninputs = 2,
                         .ngates = 2,
                         .noutputs = 2,
                         .gate = {{GATE_XOR, 0, 1}, {GATE_AND, 0, 1}},
                         .output = {{2, false}, {3, false}}};
    assert_true(gates_check(&right, half_adder));
    gates_chain x = right;
    x.gate[1].op = GATE_OR;
    assert_false(gates_check(&x, half_adder));
    x = right;
    x.output[0].complement = true;
    assert_false(gates_check(&x, half_adder));
    x = right;
    x.gate[0].b = 2; /* itself */
    assert_false(gates_check(&x, half_adder));
    x = right;
    x.output[1].value = 4; /* nothing */
    assert_false(gates_check(&x, half_adder));
    x = right;
    x.gate[0].op = GATE_OP_COUNT;
    assert_false(gates_check(&x, half_adder));
    x = right;
    x.output[1].value = GATES_ZERO;
    assert_false(gates_check(&x, half_adder));
}

static void chains_are_printed(void **state)
{
    (void)state;
    gates_chain x = {.ninputs = 2,
                     .ngates = 2,
                     .noutputs = 3,
                     .gate = {{GATE_BUT_NOT, 1, 0}, {GATE_OR, 2, 0}},
                     .output = {{3, true}, {GATES_ZERO, true}, {0, false}}};
    strbuf text = {0};
    gates_print(&x, &text);
    assert_string_equal(strbuf_text(&text), "c=b&~a d=c|a; ~d ~0 a");
    strbuf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adders),
        cmocka_unit_test(wide_functions),
        cmocka_unit_test(what_needs_no_gate),
        cmocka_unit_test(a_bound_without_a_chain),
        cmocka_unit_test(all_functions_of_three_inputs),
        cmocka_unit_test(classes_of_four_inputs),
        cmocka_unit_test(plain_enumeration_agrees),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(symmetries_differ),
        cmocka_unit_test(wrong_chains_are_noticed),
        cmocka_unit_test(chains_are_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

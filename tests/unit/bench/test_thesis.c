// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_thesis.c - guards the counts that stand for the thesis: never above the author's own
 * formulas, nor, where his are not known, other than what is written here; a change of them changes
 * what the winners are measured against.
 *
 * The counter is no library; the test includes it. Below it, the least covers that it and the
 * engine qm stand on. */
#include "bench/lowerings/thesis.c"
#include "tests/unit/fixture.h"

static const op *find(const char *name)
{
    for (unsigned i = 0; i < the_spec->nops; i++)
        if (!strcmp(the_spec->ops[i].name, name)) return &the_spec->ops[i];
    fail_msg("no operation %s", name);
    return NULL;
}

/* ---- counts ---- */

/* The author's formulas (llvm-parabix, ParabixGeneratedFuncs.h), counted as written; 0: his is not
 * known. */
static const struct expected {
    const char *op;
    unsigned insns, author;
} expected[] = {
    {"add", 7, 7},        {"sub", 7, 7},         {"mul", 15, 17},       {"eq", 8, 8},
    {"slt", 10, 11},      {"sgt", 10, 11},       {"ult", 10, 11},       {"ugt", 10, 11},
    {"ne", 7, 0},         {"sle", 11, 0},        {"sge", 11, 0},        {"ule", 10, 0},
    {"uge", 10, 0},       {"shl", 9, 0},         {"lshr", 9, 0},        {"ashr", 7, 0},
    {"shl_total", 12, 0}, {"lshr_total", 11, 0}, {"ashr_total", 10, 0},
};

static void counts_are_not_above_the_authors(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++) {
        thesis_formula f;
        assert_true(thesis_count(find(expected[i].op), &f));
        if (f.insns != expected[i].insns)
            fail_msg("%s: %u, expected %u", expected[i].op, f.insns, expected[i].insns);
        if (expected[i].author) assert_in_range(f.insns, 1, expected[i].author);
        assert_true(f.joined);
    }
}

static void plain_logic_needs_no_joining(void **state)
{
    (void)state;
    static const struct { const char *op; unsigned insns; } logic[] = {
        {"and", 1}, {"or", 1}, {"xor", 1}, {"andn", 1}, {"not", 1}, {"nor", 2}};
    for (unsigned i = 0; i < sizeof logic / sizeof *logic; i++) {
        thesis_formula f;
        assert_true(thesis_count(find(logic[i].op), &f));
        assert_int_equal(f.insns, logic[i].insns);
        assert_false(f.joined);
    }
}

static void other_arities_have_no_count(void **state)
{
    (void)state;
    static const char *const names[] = {"a", "b", "c"};
    thesis_formula f;
    assert_false(thesis_count(&(op){.name = "none", .arity = 0, .param = names}, &f));
    assert_false(thesis_count(&(op){.name = "three", .arity = 3, .param = names}, &f));
}

/* The check that stands behind every count. */
static void wrong_formulas_are_noticed(void **state)
{
    (void)state;
    maker m = {.node = mem_alloc(NODES_MAX, sizeof *m.node),
               .slot = mem_alloc(SLOTS, sizeof *m.slot)};
    least l = {.m = &m};
    unsigned a = mk(&m, NODE_INPUT, 0, 0), b = mk(&m, NODE_INPUT, 1, 0);
    truth_table t[WIDTH];
    assert_true(truth_read(find("and"), WIDTH, t));
    l.value = mk_and(&m, a, b);
    assert_true(is_right(&l, t));
    l.value = mk_or(&m, a, b);
    assert_false(is_right(&l, t));
    l.value = mk_and(&m, a, mk_shift(&m, b, 1));
    assert_false(is_right(&l, t));
    mem_free(m.node);
    mem_free(m.slot);
}

/* A count from part of the formulas might be too high, so there is none. */
static void more_formulas_than_fit_are_no_count(void **state)
{
    (void)state;
    maker m = {.node = mem_alloc(NODES_MAX, sizeof *m.node),
               .slot = mem_alloc(SLOTS, sizeof *m.slot)};
    words out = {0};
    cube c[PARTS_MAX + 1];
    for (unsigned i = 0; i <= PARTS_MAX; i++) c[i] = (cube){31, i};
    put_sum(&m, c, PARTS_MAX + 1, &out);
    assert_true(m.too_many);
    assert_int_equal(out.count, 0);
    mem_free(out.at);
    mem_free(m.node);
    mem_free(m.slot);
}

/* ---- covers ---- */

typedef struct tally {
    unsigned covers, products;
} tally;

static void tally_cover(void *context, const cube *c, unsigned count)
{
    tally *t = context;
    (void)c;
    t->covers++;
    t->products = count;
}

static truth_table table_of(unsigned nvars, uint64_t on, uint64_t care)
{
    return (truth_table){nvars, 1u << nvars, on, care};
}

static void covers_are_least(void **state)
{
    (void)state;
    cube c[COVER_ROWS_MAX];
    truth_table majority = table_of(3, 0xe8, 0xff), never = table_of(3, 0, 0xff),
                always = table_of(3, 0xff, 0xff);
    assert_int_equal(cover_least(&majority, c), 3);
    for (unsigned i = 0; i < 3; i++) assert_int_equal(__builtin_popcount(c[i].mask), 2);
    assert_int_equal(cover_least(&never, c), 0);
    assert_int_equal(cover_least(&always, c), 1);
    assert_int_equal(c[0].mask, 0);
}

static void freedom_is_used(void **state)
{
    (void)state;
    cube c[COVER_ROWS_MAX];
    truth_table exact = table_of(2, 0x8, 0xf), b_is_one = table_of(2, 0x8, 0xc),
                nowhere = table_of(2, 0xf, 0);
    assert_int_equal(cover_least(&exact, c), 1);
    assert_int_equal(c[0].mask, 3);
    assert_int_equal(cover_least(&b_is_one, c), 1);
    assert_int_equal(c[0].mask, 1);
    assert_int_equal(c[0].value, 1);
    assert_int_equal(cover_least(&nowhere, c), 0);
}

/* The textbook's cyclic table: two covers of three products, neither with an essential one. */
static void all_least_covers_are_visited(void **state)
{
    (void)state;
    truth_table cyclic = table_of(3, 0x7e, 0xff);
    tally t = {0, 0};
    cover_visit_least(&cyclic, tally_cover, &t);
    assert_int_equal(t.products, 3);
    assert_true(t.covers >= 2);
}

static void linear_variables_are_found(void **state)
{
    (void)state;
    truth_table add[WIDTH], mul[WIDTH], shl[WIDTH];
    assert_true(truth_read(find("add"), WIDTH, add) && truth_read(find("mul"), WIDTH, mul) &&
                truth_read(find("shl"), WIDTH, shl));
    assert_int_equal(linear_variables(&add[HIGH]), 1u << 1 | 1u << 3);
    assert_int_equal(linear_variables(&add[LOW]), 1u << 0 | 1u << 2);
    assert_int_equal(linear_variables(&mul[HIGH]), 0);
    assert_int_equal(linear_variables(&shl[HIGH]), 0); /* freedom: not looked for */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_not_above_the_authors),
        cmocka_unit_test(plain_logic_needs_no_joining),
        cmocka_unit_test(other_arities_have_no_count),
        cmocka_unit_test(wrong_formulas_are_noticed),
        cmocka_unit_test(more_formulas_than_fit_are_no_count),
        cmocka_unit_test(covers_are_least),
        cmocka_unit_test(freedom_is_used),
        cmocka_unit_test(all_least_covers_are_visited),
        cmocka_unit_test(linear_variables_are_found),
    };
    return cmocka_run_group_tests(tests, load_spec, drop_spec);
}

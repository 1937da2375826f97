// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_first.c - definitions as rules, images of fields that leave bits over, and few instructions
 * enumerated on them. */
#include "spec/language/sexp.h"
#include "synth/exhaust/exhaust.h"
#include "synth/rules/definition.h"
#include "tests/unit/grammar_fixture.h"

enum { GRAMMARS = 2 };
static grammar *shared[GRAMMARS];
static grammar **const odd = &shared[0], **const even = &shared[1];

static int set_up(void **state)
{
    open_kernels(state);
    *odd = make_grammar("r64", "x86-64", 13, GRAMMAR_CORE);
    *even = make_grammar("r64", "x86-64", 16, GRAMMAR_CORE);
    link_grammars(shared, GRAMMARS);
    return 0;
}

static int tear_down(void **state)
{
    for (unsigned i = 0; i < GRAMMARS; i++) release_grammar(shared[i]);
    return close_kernels(state);
}

/* ---- definitions ---- */

/* The body and the condition of the operation's rule; or what is in the way. */
static const char *defined(const char *name, unsigned w, arena *mem)
{
    rule r[DEFINITION_RULES_MAX];
    const char *why;
    strbuf text = {0};
    if (!definition_rules(spec_find_op(the_spec, name), w, mem, r, &why)) return why;
    sexp_print(r[0].where, NULL, &text);
    strbuf_puts(&text, " ");
    sexp_print(r[0].body, NULL, &text);
    const char *out = arena_strdup(mem, text.s);
    strbuf_free(&text);
    return out;
}

static void operators_become_operations(void **state)
{
    arena mem = {0};
    (void)state;
    const char *text = defined("xnor", 4, &mem);
    assert_non_null(strstr(text, "(== w 4) (== (% n 1) 0)) (let ((t"));
    assert_non_null(strstr(text, "(xor t"));
    assert_non_null(strstr(text, "(not t"));
    assert_non_null(strstr(defined("slt", 8, &mem), "(slt t"));
    assert_non_null(strstr(defined("slt", 8, &mem), "(select t"));
    assert_non_null(strstr(defined("lshr_total", 8, &mem), "(lshr_total t"));
    arena_free(&mem);
}

static void wide_values_take_the_room_of_two_fields(void **state)
{
    arena mem = {0};
    (void)state;
    const char *text = defined("uavg_ceil", 8, &mem);
    assert_non_null(strstr(text, "(and (== w 8) (== (% n 2) 0)) (at 16 (or (let "));
    assert_non_null(strstr(text, "((lshr_ 8) a)"));
    arena_free(&mem);
}

static void what_is_in_the_way_is_told(void **state)
{
    arena mem = {0};
    (void)state;
    assert_string_equal(defined("reduce_add", 8, &mem), "its fields depend on each other");
    assert_string_equal(defined("reverse", 8, &mem), "its fields depend on each other");
    arena_free(&mem);
}

/* ---- images of fields that leave bits over ---- */

static uint64_t field_of(const image *v, unsigned w, unsigned reg, unsigned i)
{
    return (*v)[reg] >> i * w & ((1ULL << w) - 1);
}

static void fields_stand_in_registers(void **state)
{
    static problem p;
    enum { W = 13, FIELDS = 4 };
    bool rest = false;
    (void)state;
    fresh_problem(&p, "add", *odd, PROBLEM_SEED);
    assert_true(p.fieldwise);
    for (unsigned k = 0; k < PROBLEM_IMAGES; k++)
        for (unsigned reg = 0; reg < 2; reg++) {
            assert_int_equal(p.care[k][reg], (1ULL << W * FIELDS) - 1);
            rest |= p.in[0][k][reg] >> W * FIELDS != 0;
            for (unsigned i = 0; i < FIELDS; i++) {
                uint64_t a = field_of(&p.in[0][k], W, reg, i), b = field_of(&p.in[1][k], W, reg, i);
                assert_int_equal(field_of(&p.target[k], W, reg, i), (a + b) & ((1u << W) - 1));
            }
        }
    assert_true(rest); /* what an operand has above its fields may be anything */
}

/* ---- few instructions ---- */

static void count(void *context, const chain *x)
{
    unsigned *length = context;
    if (!*length) *length = x->nsteps;
}

static unsigned length_of(const char *name, const grammar *g)
{
    static problem p;
    unsigned length = 0;
    exhaust_result r;
    fresh_problem(&p, name, g, PROBLEM_SEED);
    exhaust_options o = {.max_level = 3, .tables_inside = true, .max_solutions = 4,
                         .images = problem_images(&p)};
    exhaust_search(g, &p, &o, count, &length, &r);
    return length;
}

static void short_programs_are_found(void **state)
{
    (void)state;
    assert_int_equal(length_of("lshr_1", *even), 2);
    assert_int_equal(length_of("lshr_1", *odd), 2); /* a shift, and a mask in each field */
    assert_int_equal(length_of("nor", *odd), 2);
    assert_int_equal(length_of("mul", *odd), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_become_operations),
        cmocka_unit_test(wide_values_take_the_room_of_two_fields),
        cmocka_unit_test(what_is_in_the_way_is_told),
        cmocka_unit_test(fields_stand_in_registers),
        cmocka_unit_test(short_programs_are_found),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

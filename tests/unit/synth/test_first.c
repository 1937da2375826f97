// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_first.c - definitions as rules, images of fields that leave bits over, few instructions
 * enumerated on them, and instructions of three sources in grammars. */
#include "spec/language/sexp.h"
#include "synth/exhaust/exhaust.h"
#include "synth/rules/definition.h"
#include "tests/unit/grammar_fixture.h"
#include "tests/unit/small_fixture.h"

enum { GRAMMARS = 4 };
static grammar *shared[GRAMMARS];
static grammar **const odd = &shared[0], **const even = &shared[1], **const full = &shared[2],
                **const wide = &shared[3];

static int set_up(void **state)
{
    open_kernels(state);
    *odd = make_grammar("r64", "x86-64", 13, GRAMMAR_CORE);
    *even = make_grammar("r64", "x86-64", 16, GRAMMAR_CORE);
    *full = make_grammar("x128", "x86-64-v2", 8, GRAMMAR_FULL);
    *wide = make_grammar("x128", "x86-64-v2", 8, GRAMMAR_WIDE);
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

/* ---- three sources ---- */

static bool has(const grammar *g, const char *name)
{
    for (unsigned i = 0; i < g->count; i++)
        if (!strcmp(g->member[i].name, name)) return true;
    return false;
}

/* Bounds that are stored are of grammars without them. */
static void blends_by_a_register_are_in_the_wide_tier(void **state)
{
    (void)state;
    assert_false(has(*full, "pblendvb"));
    assert_true(has(*wide, "pblendvb") && has(*wide, "blendvps") && has(*wide, "blendvpd"));
    assert_int_equal((*wide)->count, (*full)->count + 3);
    assert_int_equal(length_of("select_sign", *wide), 1);
}

static const char three_sources[] =
    "(class x128 (bits 128) vector (llvm \"<2 x i64>\"))\n"
    "(spelling x128 (c \"v\") (literal \"v\") (splat8 \"$k\")\n"
    "  (splat16 \"$k\") (splat32 \"$k\") (splat64 \"$k\"))\n"
    "(target t (cpu \"x\") (triple \"x\") (suffix \"t\") (features \"f\") (classes x128))\n"
    "(instr (name \"eor3\") ((a x128) (b x128) (c x128)) x128\n"
    "  (requires \"f\") (kind logic3) (llvm \"f $a, $b, $c\") (c \"e($a, $b, $c)\")\n"
    "  (bvxor a b c))\n"
    "(instr (name \"bsl\") ((a x128) (b x128) (c x128)) x128\n"
    "  (requires \"f\") (kind logic3) (llvm \"f $a, $b, $c\") (c \"e($a, $b, $c)\")\n"
    "  (bvor (bvand a b) (bvand (bvnot a) c)))\n"
    "(instr (name \"sli\") ((a x128) (b x128) (k (imm 1 7))) x128\n"
    "  (requires \"f\") (kind shift) (llvm \"f $a, $b, $k\") (c \"e($a, $b, $k)\")\n"
    "  (each i 8 (bvor (bvshl (field b i) (bv k 8))\n"
    "    (bvand (field a i) (bvsub (bvshl (bv 1 8) (bv k 8)) (bv 1 8))))))\n"
    "(instr (name \"mla\") ((a x128) (b x128) (c x128)) x128\n"
    "  (requires \"f\") (kind multiply) (llvm \"f $a, $b, $c\") (c \"e($a, $b, $c)\")\n"
    "  (each i 8 (bvadd (field a i) (bvmul (field b i) (field c i)))))\n";

/* As other instruction sets have them: xor of three, selection, insertion with a shift, products
 * that are added. */
static void three_sources_take_part(void **state)
{
    (void)state;
    void *small = NULL;
    assert_int_equal(open_small(&small, "first-XXXXXX", three_sources), 0);
    const spec *s = ((fixture *)small)->s;
    grammar *g = mem_alloc(1, sizeof *g);
    for (grammar_tier tier = 0; tier < GRAMMAR_TIERS; tier++) {
        grammar_init(g, s, &s->classes[0], &s->targets[0], 8, tier, NULL);
        assert_true(has(g, "eor3"));
        assert_true(has(g, "sli"));
        assert_true(has(g, "bsl"));
        assert_int_equal(has(g, "mla"), tier >= GRAMMAR_FULL || tier == GRAMMAR_VARIED);
        grammar_free(g);
    }
    mem_free(g);
    assert_int_equal(close_small(&small), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_become_operations),
        cmocka_unit_test(wide_values_take_the_room_of_two_fields),
        cmocka_unit_test(what_is_in_the_way_is_told),
        cmocka_unit_test(fields_stand_in_registers),
        cmocka_unit_test(short_programs_are_found),
        cmocka_unit_test(blends_by_a_register_are_in_the_wide_tier),
        cmocka_unit_test(three_sources_take_part),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

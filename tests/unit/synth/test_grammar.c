// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_grammar.c - guards what a search is made of: kernels against the reference evaluator,
 * members of grammars that are found by what they do, and which bounds hold in wider classes. */
#include "spec/base/random.h"
#include "synth/problem/classify.h"
#include "synth/problem/kernel.h"
#include "tests/unit/grammar_fixture.h"

/* Of 2 bits, but for word32_1; full and word64: of the full tier. */
static grammar *sse, *full, *avx512, *word32, *word32_1, *word64;

static uint64_t seed = 1;

static int set_up(void **state)
{
    open_kernels(state);
    sse = make_grammar("x128", "x86-64", 2, GRAMMAR_CORE);
    full = make_grammar("x128", "x86-64-v4", 2, GRAMMAR_FULL);
    avx512 = make_grammar("x128", "x86-64-v4", 2, GRAMMAR_CORE);
    word32 = make_grammar("r32", "x86-64", 2, GRAMMAR_CORE);
    word32_1 = make_grammar("r32", "x86-64", 1, GRAMMAR_CORE);
    word64 = make_grammar("r64", "x86-64-v3", 2, GRAMMAR_FULL);
    link_grammars((grammar *const[]){sse, full, avx512, word32, word32_1, word64}, 6);
    return 0;
}

static int tear_down(void **state)
{
    grammar *const all[] = {sse, full, avx512, word32, word32_1, word64};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) release_grammar(all[i]);
    return close_kernels(state);
}

/* ---- kernels ---- */

static void register_of(const image *v, unsigned bits, unsigned i, uint64_t out[2])
{
    out[0] = bits == 128 ? (*v)[0] : (*v)[i * bits / 64] >> i * bits % 64;
    out[1] = bits == 128 ? (*v)[1] : 0;
    if (bits < 64) out[0] &= (1ULL << bits) - 1;
}

static void check_kernels(const grammar *g)
{
    for (unsigned i = 0; i < g->count; i++) {
        const grammar_member *m = &g->member[i];
        for (unsigned round = 0; round < 6; round++) {
            image in[3][2], out[2];
            for (unsigned k = 0; k < 3; k++)
                for (unsigned n = 0; n < 2; n++)
                    in[k][n] = round ? (image){random_next(&seed), random_next(&seed)}
                                     : (image){0, ~0ULL};
            m->run(in[0], in[1], in[2], out, 2);
            for (unsigned n = 0; n < 2; n++)
                for (unsigned r = 0; r < IMAGE_BITS / g->bits; r++) {
                    uint64_t v[3][2], want[2] = {0}, got[2];
                    const uint64_t *p[3] = {v[0], v[1], v[2]};
                    for (unsigned k = 0; k < 3; k++) register_of(&in[k][n], g->bits, r, v[k]);
                    term_eval(g->terms, m->body, m->arg, p, m->nsrc, want);
                    register_of(&out[n], g->bits, r, got);
                    if (memcmp(want, got, sizeof want))
                        fail_msg("kernel of %s differs from its term", m->name);
                }
        }
    }
}

/* The kernel of a difference, field by field, of registers of so many bits. */
static int add_difference(kernel_set *s, const char *first, const char *second, bool reversed,
                          unsigned field, unsigned width)
{
    term_ctx *c = term_ctx_new();
    term x[2] = {term_mk_var(c, first, width), term_mk_var(c, second, width)}, part[IMAGE_BITS];
    for (unsigned i = 0; i < width / field; i++) {
        term a = term_mk_extract(c, (i + 1) * field - 1, i * field, x[reversed]),
             b = term_mk_extract(c, (i + 1) * field - 1, i * field, x[!reversed]);
        part[i] = term_mk_binary(c, TERM_BVSUB, a, b);
    }
    int number = kernel_add(s, c, term_mk_concat_n(c, part, width / field), x, 2, width);
    term_ctx_free(c);
    return number;
}

static void equal_kernels_are_compiled_once(void **state)
{
    (void)state;
    kernel_set *s = kernel_set_new();
    int first = add_difference(s, "a", "b", false, 8, 64);
    assert_int_equal(add_difference(s, "x", "y", false, 8, 64), first);
    assert_int_equal(add_difference(s, "b", "a", false, 8, 128),
                     first); /* names mean nothing, nor how many fields there are */
    assert_int_not_equal(add_difference(s, "a", "b", true, 8, 64), first);
    assert_int_not_equal(add_difference(s, "a", "b", false, 16, 64), first);
    kernel_set_free(s);
}

static void kernels_compute_what_terms_say(void **state)
{
    (void)state;
    check_kernels(full); /* every instruction of AVX-512 on 128 bits */
    check_kernels(word64);
    check_kernels(word32_1);
}

/* ---- classification ---- */

static void tables_are_found_by_meaning(void **state)
{
    bool swapped;
    (void)state;
    assert_string_equal(grammar_find_table2(sse, 8, &swapped)->in->name, "pand");
    assert_string_equal(grammar_find_table2(sse, 6, &swapped)->in->name, "pxor");
    assert_string_equal(grammar_find_table2(sse, 4, &swapped)->in->name, "pandn");
    assert_true(swapped); /* pandn complements its first source */
    assert_null(grammar_find_table2(word32, 4, &swapped)); /* no andn without BMI */
    assert_string_equal(grammar_find_not(word32)->in->name, "not");
    assert_null(grammar_find_any_table(sse));
    assert_string_equal(grammar_find_any_table(avx512)->in->name, "vpternlogd");
}

/* Two classes with a logic instruction of one name; what it does in the wider one is given. */
static spec *load_two_classes(const char *wide)
{
    char path[FIXTURE_PATH];
    const char *const paths[] = {path};
    spec *s = NULL;
    diags d = {0};
    strbuf text = {0};
    for (unsigned i = 0; i < 2; i++) {
        const char *name = i ? "y" : "x";
        strbuf_printf(&text,
                      "(class %s (bits %u) vector (llvm \"l\"))\n(spelling %s (c \"c\") (literal "
                      "\"l\") (splat8 \"($k)\") "
                      "(splat16 \"($k)\") (splat32 \"($k)\") (splat64 \"($k)\"))\n",
                      name, i ? 256u : 128u, name);
        strbuf_printf(&text,
                      "(instr (name \"one\") ((a %s) (b %s)) %s (requires \"f\") (kind logic) "
                      "(llvm \"or $a, $b\") "
                      "(c \"($a, $b)\") %s)\n",
                      name, name, name, i ? wide : "(bvor a (bvnot b))");
    }
    strbuf_puts(&text, "(target t (cpu \"x86-64-v3\") (triple \"x86_64-unknown-linux-gnu\") "
                       "(suffix \"t\") (features \"f\") (classes x y))\n");
    write_temporary(path, strbuf_text(&text), text.len);
    ls_status rc = spec_load_files(&s, paths, 1, &d);
    diag_print(&d, stderr);
    unlink(path);
    strbuf_free(&text);
    assert_int_equal(rc, LS_OK);
    return s;
}

/* Whether the bounds of a cell's grammar hold in the wider class. */
static bool carries(const spec *s, const char *cls, const char *tgt, grammar_tier tier,
                    const char *wider)
{
    grammar *g = mem_alloc(1, sizeof *g);
    grammar_init(g, s, spec_find_class(s, cls), spec_find_target(s, tgt), 2, tier, NULL);
    bool yes = g->count && grammar_carries(g, spec_find_class(s, wider));
    grammar_free(g);
    mem_free(g);
    return yes;
}

static bool carries_one(const char *wide, grammar_tier tier)
{
    spec *s = load_two_classes(wide);
    bool yes = carries(s, "x", "t", tier, "y");
    spec_free(s);
    return yes;
}

/* A bound is not one for a wider class where an instruction of the same name does something else.
 */
static void bounds_are_carried_by_meaning(void **state)
{
    (void)state;
    for (grammar_tier tier = 0; tier < GRAMMAR_TIERS; tier++) {
        assert_true(carries_one("(bvor a (bvnot b))", tier));
        assert_false(carries_one("(bvor (bvnot a) b)", tier)); /* the sources exchanged */
        assert_false(carries_one("(bvand a (bvnot b))", tier));
        assert_false(carries_one("(each i 64 (bvadd (field a i) (field b i)))", tier));
    }
}

/* What is carried with the shipped instructions; 512 bits have comparisons into masks only, so
 * other grammars above the core. */
static void shipped_bounds_are_carried(void **state)
{
    (void)state;
    for (grammar_tier tier = 0; tier < GRAMMAR_TIERS; tier++) {
        assert_true(carries(the_spec, "x128", "x86-64-v3", tier, "y256"));
        assert_true(carries(the_spec, "x128", "x86-64-v4", tier, "y256"));
        assert_int_equal(carries(the_spec, "x128", "x86-64-v4", tier, "z512"),
                         tier == GRAMMAR_CORE);
    }
}

/* What is no table may still keep registers full of zeros and of ones as they are. */
static void only_tables_are_tables(void **state)
{
    static const unsigned widths[] = {8, 64, 96, 512};
    uint8_t table;
    (void)state;
    for (unsigned i = 0; i < sizeof widths / sizeof *widths; i++) {
        unsigned w = widths[i];
        term_ctx *c = term_ctx_new();
        term v[2] = {term_mk_var(c, "a", w), term_mk_var(c, "b", w)};
        term both = term_mk_binary(c, TERM_BVAND, v[0], term_mk_unary(c, TERM_BVNOT, v[1]));
        term parts[2] = {term_mk_extract(c, w - 1, w / 2, v[0]),
                         term_mk_extract(c, w / 2 - 1, 0, v[0])},
             mixed[2] = {parts[0], term_mk_extract(c, w / 2 - 1, 0, v[1])};
        assert_true(classify_table(c, both, v, 2, w, &table));
        assert_int_equal(table, 4);
        assert_false(classify_table(c, term_mk_concat_n(c, parts, 2), v, 1, w, &table));
        assert_false(classify_table(c, term_mk_concat_n(c, mixed, 2), v, 2, w, &table));
        assert_false(classify_table(c, term_mk_binary(c, TERM_BVADD, v[0], v[1]), v, 2, w, &table));
        term_ctx_free(c);
    }
}

static void shifts_are_found_by_meaning(void **state)
{
    (void)state;
    assert_string_equal(grammar_find_shift(sse, 1)->in->name, "psllw");
    assert_string_equal(grammar_find_shift(sse, -1)->in->name, "psrlw");
    assert_int_equal(grammar_find_shift(word32, -1)->imm, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_kernels_are_compiled_once),
        cmocka_unit_test(kernels_compute_what_terms_say),
        cmocka_unit_test(tables_are_found_by_meaning),
        cmocka_unit_test(only_tables_are_tables),
        cmocka_unit_test(shifts_are_found_by_meaning),
        cmocka_unit_test(bounds_are_carried_by_meaning),
        cmocka_unit_test(shipped_bounds_are_carried),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

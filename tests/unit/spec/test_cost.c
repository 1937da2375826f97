// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_cost.c - cost files, the cost of programs, and the generator that asks llvm-mca.
 *
 * The spec is a small one of its own, so that no change of the instruction set moves a number here;
 * the last test runs the generator on the real spec. */
#include "lowerings/measure/costgen.h"
#include "spec/cost.h"
#include "tests/unit/small_fixture.h"

static const char spec_text[] =
    "(class x128 (bits 128) vector (llvm \"<2 x i64>\")) (spelling x128 (c \"__m128i\") (literal "
    "\"long long\")\n"
    "  (splat8 \"_mm_set1_epi8($k)\") (splat16 \"_mm_set1_epi16($k)\") (splat32 "
    "\"_mm_set1_epi32($k)\")\n"
    "  (splat64 \"_mm_set1_epi64x($k)\"))\n"
    "(target t (cpu \"x86-64\") (triple \"x86_64-unknown-linux-gnu\") (suffix \"t\") (features "
    "\"sse2\") (classes x128))\n"
    "(target other (cpu \"x86-64-v4\") (triple \"x86_64-unknown-linux-gnu\") (suffix \"other\")\n"
    "  (features \"sse2\" \"avx512vl\") (classes x128))\n"
    "(op add ((a (vec n w)) (b (vec n w))) (vec n w) (doc \"sum\") (each i (bvadd (field a i) "
    "(field b i))))\n"
    "(instr (name \"pand\") ((a x128) (b x128)) x128 (requires \"sse2\") (commutative) (kind "
    "logic)\n"
    "  (llvm \"and <2 x i64> $a, $b\") (c \"_mm_and_si128($a, $b)\") (bvand a b))\n"
    "(instr (name \"paddb\") ((a x128) (b x128)) x128 (requires \"sse2\") (commutative) (kind add) "
    "(lanes 8)\n"
    "  (llvm \"add <16 x i8> $a, $b\") (c \"_mm_add_epi8($a, $b)\") (each i 8 (bvadd (field a i) "
    "(field b i))))\n"
    "(instr (name \"psrlw\") ((a x128) (k (imm 1 15))) x128 (requires \"sse2\") (kind shift) "
    "(lanes 16)\n"
    "  (llvm \"lshr <8 x i16> $a, splat (i16 $k)\") (c \"_mm_srli_epi16($a, $k)\")\n"
    "  (each i 16 (bvlshr (field a i) (bv k 16))))\n"
    "(instr (name \"vpandq\") ((a x128) (b x128)) x128 (requires \"avx512vl\") (kind logic)\n"
    "  (llvm \"and <2 x i64> $a, $b\") (c \"_mm_and_si128($a, $b)\") (bvand a b))\n";

static const char good_costs[] =
    "; generated\n"
    "dispatch 2\n"
    "pand x128 uops=1 latency=1 rthroughput=0.3333 ports=P0:0.3333,P1:0.3333,P5:0.3333\n"
    "\n"
    "paddb x128 uops=1 latency=2 rthroughput=0.5 ports=P1:0.5,P5:0.5 ; a comment\n"
    "psrlw x128 uops=2 latency=3 rthroughput=1 ports=P0:1\n";

static int setup(void **state)
{
    return open_small(state, "test_cost.XXXXXX", spec_text);
}

static ls_status load(fixture *f, const char *text, cost_model **m)
{
    write_text(f, "t.cost", text);
    return cost_model_load(m, f->s, &f->s->targets[0], f->dir, &f->d);
}

static prog parse(fixture *f, const char *text)
{
    prog p;
    place where = {.file = "test", .line = 1, .column = 1};
    bool ok = prog_parse(&p, f->s, &f->s->ops[0], &f->s->classes[0], text, where, &f->d);
    if (!ok) fail_msg("%s", diagnostics(f));
    return p;
}

/* ---- programs ---- */

static void costs_add_up_over_ports_and_paths(void **state)
{
    fixture *f = *state;
    cost_model *m;
    assert_int_equal(load(f, good_costs, &m), LS_OK);
    prog p = parse(f, "t0 = pand a 0x55*\nt1 = psrlw a 1\nt2 = pand t1 0x55*\nr = paddb t0 t2\n");
    cost c = {.insns = 7, .bytes = 9};
    cost_of_prog(m, &p, &c);
    assert_int_equal(c.uops, 5);
    assert_int_equal(c.consts, 1);
    assert_int_equal(c.insns, 7); /* left as they were */
    assert_int_equal(c.bytes, 9);
    assert_float_equal(c.latency, 6, 1e-9);       /* psrlw 3, pand 1, paddb 2 */
    /* 5 micro-operations, 2 a cycle; P0 is busy for 1.67 */
    assert_float_equal(c.rthroughput, 2.5, 1e-9);
    cost_model_free(m);
}

static void busiest_port_bounds_throughput(void **state)
{
    fixture *f = *state;
    cost_model *m;
    char text[sizeof good_costs];
    strcpy(text, good_costs);
    strstr(text, "dispatch 2")[9] = '8';
    assert_int_equal(load(f, text, &m), LS_OK);
    prog p = parse(f, "t0 = pand a b\nt1 = pand t0 a\nr = pand t1 b\n");
    cost c = {0};
    cost_of_prog(m, &p, &c);
    assert_float_equal(c.rthroughput, 1, 1e-9); /* a third three times is one */
    assert_float_equal(c.latency, 3, 1e-9);
    cost_model_free(m);
}

static void empty_program_costs_nothing(void **state)
{
    fixture *f = *state;
    cost_model *m;
    assert_int_equal(load(f, good_costs, &m), LS_OK);
    prog p = parse(f, "r = a\n");
    cost c = {0};
    cost_of_prog(m, &p, &c);
    assert_int_equal(c.uops, 0);
    assert_float_equal(c.rthroughput, 0, 0);
    assert_float_equal(c.latency, 0, 0);
    cost_model_free(m);
}

/* ---- objectives ---- */

static void objectives_order_their_keys(void **state)
{
    (void)state;
    cost few = {.insns = 3, .latency = 9, .bytes = 20},
         fast = {.insns = 4, .latency = 2, .bytes = 21},
         small = {.insns = 5, .latency = 5, .bytes = 10};
    assert_true(cost_compare(&few, &fast, OBJECTIVE_THROUGHPUT) < 0);
    assert_true(cost_compare(&fast, &few, OBJECTIVE_LATENCY) < 0);
    assert_true(cost_compare(&small, &few, OBJECTIVE_SIZE) < 0);
    assert_true(cost_compare(&few, &small, OBJECTIVE_SIZE) > 0);
    assert_int_equal(cost_compare(&few, &few, OBJECTIVE_THROUGHPUT), 0);
}

static void ties_go_to_the_next_key(void **state)
{
    (void)state;
    cost a = {.insns = 3, .rthroughput = 1, .uops = 3, .latency = 3, .consts = 1, .bytes = 12},
         b = a;
    b.bytes = 13;
    assert_true(cost_compare(&a, &b, OBJECTIVE_THROUGHPUT) < 0);
    b.consts = 0;
    assert_true(cost_compare(&a, &b, OBJECTIVE_THROUGHPUT) > 0);
    b.latency = 4;
    assert_true(cost_compare(&a, &b, OBJECTIVE_THROUGHPUT) < 0);
    b.uops = 2;
    assert_true(cost_compare(&a, &b, OBJECTIVE_THROUGHPUT) > 0);
    b.rthroughput = 1.01;
    assert_true(cost_compare(&a, &b, OBJECTIVE_THROUGHPUT) < 0);
}

static void objectives_have_names(void **state)
{
    (void)state;
    assert_string_equal(objective_names[OBJECTIVE_THROUGHPUT], "throughput");
    assert_string_equal(objective_names[OBJECTIVE_LATENCY], "latency");
    assert_string_equal(objective_names[OBJECTIVE_SIZE], "size");
}

/* ---- malformed files ---- */

typedef struct bad_file {
    const char *text, *message;
} bad_file;

#define PAND "pand x128 uops=1 latency=1 rthroughput=1 ports=P0:1\n"
#define PADDB "paddb x128 uops=1 latency=1 rthroughput=1 ports=P0:1\n"
#define PSRLW "psrlw x128 uops=1 latency=1 rthroughput=1 ports=P0:1\n"

static const bad_file bad_files[] = {
    {"", "no cost figures for 3 instructions on 1 target: "},
    {"dispatch 4\n" PAND PADDB,
     "for 1 instruction on 1 target: psrlw x128; `lanesmith cost --target t"},
    {PAND PADDB PSRLW, "expected a line 'dispatch WIDTH'; run `lanesmith cost`"},
    {"dispatch\n", "t.cost:1:9: error: expected the dispatch width, a positive number, found the "
                   "end of the line"},
    {"dispatch 0\n", "t.cost:1:10: error: expected the dispatch width"},
    {"dispatch four\n", "found 'four'"},
    {"dispatch 4\ndispatch 4\n", "t.cost:2:10: error: expected one dispatch line"},
    {"dispatch 4\nnop x128 uops=1\n",
     "t.cost:2:1: error: t has no instruction 'nop' of class x128"},
    {"vpandq x128 uops=1\n", "t.cost:1:1: error: t has no instruction 'vpandq'"},
    {"pand y999 uops=1\n", "t.cost:1:6: error: expected a register class, found 'y999'"},
    {"pand\n", "t.cost:1:5: error: expected a register class, found the end of the line"},
    {PAND PAND, "t.cost:2:1: error: expected one line an instruction"},
    {"pand x128 latency=1\n", "t.cost:1:11: error: expected uops=NUMBER, found 'latency=1'"},
    {"pand x128 uops=\n", "expected uops=NUMBER, found 'uops='"},
    {"pand x128 uops=1 latency=-1\n", "t.cost:1:18: error: expected latency=NUMBER"},
    {"pand x128 uops=1 latency=1 rthroughput=1.2.3\n", "expected rthroughput=NUMBER"},
    {"pand x128 uops=nan latency=1 rthroughput=1\n", "expected uops=NUMBER"},
    {"pand x128 uops=1 latency=1 rthroughput=1\n",
     "expected ports=PORT:CYCLES,... or ports=-, found the end"},
    {"pand x128 uops=1 latency=1 rthroughput=1 ports=\n",
     "expected ports=PORT:CYCLES,... or ports=-"},
    {"pand x128 uops=1 latency=1 rthroughput=1 ports=P0\n",
     "t.cost:1:48: error: expected PORT:CYCLES, found 'P0'"},
    {"pand x128 uops=1 latency=1 rthroughput=1 ports=P0:1,\n", "expected PORT:CYCLES"},
    {"pand x128 uops=1 latency=1 rthroughput=1 ports=:1\n", "expected PORT:CYCLES, found ':1'"},
    {"pand x128 uops=1 latency=1 rthroughput=1 ports=P0:x\n", "expected PORT:CYCLES, found 'P0:x'"},
    {"pand x128 uops=1 latency=1 rthroughput=1 ports=P0:1 more\n",
     "expected the end of the line, found 'more'"},
    {"pand x128 uops=99999999 latency=1 rthroughput=1 ports=-\n", "expected uops=NUMBER"},
};

static void malformed_files_are_diagnosed(void **state)
{
    fixture *f = *state;
    for (size_t i = 0; i < sizeof bad_files / sizeof *bad_files; i++) {
        cost_model *m;
        diag_free(&f->d);
        f->d = (diags){0};
        assert_int_equal(load(f, bad_files[i].text, &m), LS_INPUT);
        assert_null(m);
        assert_contains(diagnostics(f), bad_files[i].message);
    }
}

static void missing_file_names_the_remedy(void **state)
{
    fixture *f = *state;
    cost_model *m;
    assert_int_equal(cost_model_load(&m, f->s, &f->s->targets[0], "no/such/folder", &f->d),
                     LS_INPUT);
    assert_null(m);
    assert_contains(diagnostics(f), "no/such/folder: error: no cost figures for 3 instructions");
    assert_contains(diagnostics(f), "`lanesmith cost --target t --spec no/such/folder` makes them");
}

/* ---- the generator ---- */

static void generated_file_is_read_back(void **state)
{
    fixture *f = *state;
    strbuf text = {0};
    cost_model *m;
    ls_status status = costgen_target(f->s, &f->s->targets[0], &text, &f->d);
    if (status != LS_OK) fail_msg("%s", diagnostics(f));
    assert_contains(strbuf_text(&text), "Generated by `lanesmith cost`");
    assert_contains(strbuf_text(&text), "\ndispatch 4\n"); /* LLVM models x86-64 as Sandy Bridge */
    assert_contains(
        strbuf_text(&text),
        "\npaddb x128 uops=1 latency=1 rthroughput=0.5 ports=SBPort1:0.5,SBPort5:0.5\n");
    assert_contains(strbuf_text(&text),
                    "\npand x128 uops=1 latency=1 rthroughput=0.3333 ports=SBPort0:");
    assert_null(strstr(strbuf_text(&text), "vpandq"));
    assert_int_equal(load(f, strbuf_text(&text), &m), LS_OK);
    cost_model_free(m);
    strbuf_free(&text);
}

static void generator_is_deterministic(void **state)
{
    fixture *f = *state;
    strbuf one = {0}, two = {0};
    assert_int_equal(costgen_target(f->s, &f->s->targets[0], &one, &f->d), LS_OK);
    assert_int_equal(costgen_target(f->s, &f->s->targets[0], &two, &f->d), LS_OK);
    assert_string_equal(strbuf_text(&one), strbuf_text(&two));
    strbuf_free(&one);
    strbuf_free(&two);
}

/* A template that LLVM folds to nothing would give an instruction no cost: it is refused by name.
 */
static void instruction_without_code_is_diagnosed(void **state)
{
    fixture *f = *state;
    strbuf text = {0};
    const char *nothing[] = {"or <2 x i64> $a, zeroinitializer"};
    const char *const *kept = f->s->instrs[0].llvm;
    f->s->instrs[0].llvm = nothing;
    assert_int_equal(costgen_target(f->s, &f->s->targets[0], &text, &f->d), LS_INPUT);
    assert_contains(diagnostics(f), "'pand' compiles to no machine instruction on t");
    f->s->instrs[0].llvm = kept;
    strbuf_free(&text);
}

static void malformed_template_is_diagnosed(void **state)
{
    fixture *f = *state;
    strbuf text = {0};
    const char *nonsense[] = {"frobnicate <2 x i64> $a, $b"};
    const char *const *kept = f->s->instrs[0].llvm;
    f->s->instrs[0].llvm = nonsense;
    assert_int_equal(costgen_target(f->s, &f->s->targets[0], &text, &f->d), LS_INPUT);
    assert_contains(diagnostics(f), "expected instruction opcode");
    f->s->instrs[0].llvm = kept;
    strbuf_free(&text);
}

static void missing_llvm_mca_is_diagnosed(void **state)
{
    fixture *f = *state;
    strbuf text = {0};
    char *path = strdup(getenv("PATH"));
    setenv("PATH", "/no/such/folder", 1);
    assert_int_equal(costgen_target(f->s, &f->s->targets[0], &text, &f->d), LS_ENV);
    setenv("PATH", path, 1);
    assert_contains(diagnostics(f), "llvm-mca-19: error: cannot be run");
    free(path);
    strbuf_free(&text);
}

/* The file that the repository holds is what the generator writes. */
static void assert_shipped(const char *spec_dir, const target *t, const strbuf *generated)
{
    char path[1200], *text;
    size_t size;
    snprintf(path, sizeof path, "%s/targets/%s/cost/%s.cost", spec_dir, t->set->name, t->name);
    if (file_read(path, &text, &size) != LS_OK)
        fail_msg("%s is missing; run `lanesmith cost`", path);
    if (strcmp(text, strbuf_text(generated)))
        fail_msg("%s is out of date; run `lanesmith cost`", path);
    mem_free(text);
}

static void real_spec_has_current_figures_for_every_target(void **state)
{
    fixture *f = *state;
    const char *source = getenv("LANESMITH_SOURCE");
    char dir[1024];
    spec *s;
    snprintf(dir, sizeof dir, "%s/spec", source ? source : "..");
    if (spec_load_dir(&s, dir, &f->d) != LS_OK) fail_msg("%s", diagnostics(f));
    for (unsigned i = 0; i < s->ntargets; i++) {
        strbuf text = {0};
        cost_model *m;
        if (costgen_target(s, &s->targets[i], &text, &f->d) != LS_OK)
            fail_msg("%s", diagnostics(f));
        assert_shipped(dir, &s->targets[i], &text);
        if (cost_model_load(&m, s, &s->targets[i], dir, &f->d) != LS_OK)
            fail_msg("%s", diagnostics(f));
        cost_model_free(m);
        strbuf_free(&text);
    }
    spec_free(s);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, close_small)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(costs_add_up_over_ports_and_paths),
        TEST(busiest_port_bounds_throughput),
        TEST(empty_program_costs_nothing),
        TEST(objectives_order_their_keys),
        TEST(ties_go_to_the_next_key),
        TEST(objectives_have_names),
        TEST(malformed_files_are_diagnosed),
        TEST(missing_file_names_the_remedy),
        TEST(generated_file_is_read_back),
        TEST(generator_is_deterministic),
        TEST(instruction_without_code_is_diagnosed),
        TEST(malformed_template_is_diagnosed),
        TEST(missing_llvm_mca_is_diagnosed),
        TEST(real_spec_has_current_figures_for_every_target),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_lowerings.c - emitted IR, C and tables; code generation; the rules of counting.
 *
 * What is emitted is not only compared with expected text but given to those who must accept it:
 * LLVM's verifier and code generator, C and C++ compilers with warnings as errors. */
#include <pthread.h>

#include "lowerings/emit/emit.h"
#include "lowerings/emit/lowering.h"
#include "lowerings/measure/asmcount.h"
#include "lowerings/measure/codegen.h"
#include "tests/unit/small_fixture.h"

static const char spec_text[] =
    "(class r32 (bits 32) scalar (llvm \"i32\")) (spelling r32 (c \"uint32_t\") (splat8 \"$k\") "
    "(splat16 \"$k\")\n"
    "  (splat32 \"((uint32_t)$k)\") (splat64 \"$k\"))\n"
    "(class x128 (bits 128) vector (llvm \"<2 x i64>\")) (spelling x128 (c \"__m128i\") (literal "
    "\"long long\")\n"
    "  (splat8 \"_mm_set1_epi8((char)$k)\") (splat16 \"_mm_set1_epi16((short)$k)\")\n"
    "  (splat32 \"_mm_set1_epi32((int)$k)\") (splat64 \"_mm_set1_epi64x((long long)$k)\"))\n"
    "(target low (cpu \"x86-64\") (triple \"x86_64-unknown-linux-gnu\") (suffix \"low\") (features "
    "\"sse2\")\n"
    "  (classes r32 x128) (include \"immintrin.h\") (macros \"__SSE2__\"))\n"
    "(target high (cpu \"x86-64-v4\") (triple \"x86_64-unknown-linux-gnu\") (suffix \"high\")\n"
    "  (features \"sse2\" \"avx512vl\") (classes r32 x128) (include \"immintrin.h\")\n"
    "  (macros \"__SSE2__\" \"__AVX512VL__\"))\n"
    "(op add ((a (vec n w)) (b (vec n w))) (vec n w) (doc \"sum modulo 2^w\") (llvm \"add\") "
    "(commutative)\n"
    "  (each i (bvadd (field a i) (field b i))))\n"
    "(op eq ((a (vec n w)) (b (vec n w))) (vec n w) (doc \"ones where equal */ here\") (llvm "
    "\"icmp eq\" sext)\n"
    "  (each i (ite (= (field a i) (field b i)) (bv -1 w) (bv 0 w))))\n"
    "(op odd ((a (vec n w)) (b (vec n w))) (vec n w) (doc \"an operation that LLVM has no name "
    "for\")\n"
    "  (each i (bvadd (field a i) (field b i))))\n"
    "(family (r) ((r32)) (instr (name \"add\") ((a r) (b r)) r (commutative) (kind add)\n"
    "  (llvm \"add i32 $a, $b\") (c \"($a + $b)\") (bvadd a b)))\n"
    "(instr (name \"pand\") ((a x128) (b x128)) x128 (requires \"sse2\") (commutative) (kind "
    "logic)\n"
    "  (llvm \"and <2 x i64> $a, $b\") (c \"_mm_and_si128($a, $b)\") (bvand a b))\n"
    "(instr (name \"pandn\") ((a x128) (b x128)) x128 (requires \"sse2\") (kind logic)\n"
    "  (llvm \"$1 = xor <2 x i64> $a, splat (i64 -1)\") (llvm \"and <2 x i64> $1, $b\")\n"
    "  (c \"_mm_andnot_si128($a, $b)\") (bvand (bvnot a) b))\n"
    "(instr (name \"pxor\") ((a x128) (b x128)) x128 (requires \"sse2\") (commutative) (kind "
    "logic)\n"
    "  (llvm \"xor <2 x i64> $a, $b\") (c \"_mm_xor_si128($a, $b)\") (bvxor a b))\n"
    "(instr (name \"paddb\") ((a x128) (b x128)) x128 (requires \"sse2\") (commutative) (kind add) "
    "(lanes 8)\n"
    "  (llvm \"add <16 x i8> $a, $b\") (c \"_mm_add_epi8($a, $b)\") (each i 8 (bvadd (field a i) "
    "(field b i))))\n"
    "(instr (name \"psrlw\") ((a x128) (k (imm 1 15))) x128 (requires \"sse2\") (kind shift) "
    "(lanes 16)\n"
    "  (llvm \"lshr <8 x i16> $a, splat (i16 $k)\") (c \"_mm_srli_epi16($a, $k)\")\n"
    "  (each i 16 (bvlshr (field a i) (bv k 16))))\n"
    "(instr (name \"paddusb\") ((a x128) (b x128)) x128 (requires \"sse2\") (commutative) (kind "
    "add) (lanes 8)\n"
    "  (declare \"declare <16 x i8> @llvm.uadd.sat.v16i8(<16 x i8>, <16 x i8>)\")\n"
    "  (llvm \"call <16 x i8> @llvm.uadd.sat.v16i8(<16 x i8> $a, <16 x i8> $b)\") (c "
    "\"_mm_adds_epu8($a, $b)\")\n"
    "  (each i 8 (ite (bvult (bvadd (field a i) (field b i)) (field a i)) (bv -1 8) (bvadd (field "
    "a i) (field b i)))))\n"
    "(instr (name \"vpandq\") ((a x128) (b x128)) x128 (requires \"avx512vl\") (kind logic)\n"
    "  (llvm \"and <2 x i64> $a, $b\") (c \"_mm_and_si128($a, $b)\") (bvand a b))\n";

static const char add2_text[] =
    "t0 = pxor a b\nt1 = pand a b\nt2 = pand t1 0x55*\nt3 = paddb t2 t2\nr = pxor t0 t3\n";

static const asm_syntax *x; /* of the fixture's instruction set */

static int setup(void **state)
{
    int failed = open_small(state, "test_lowerings.XXXXXX", spec_text);
    if (!failed) x = isa_syntax(((fixture *)*state)->s->targets[0].set);
    return failed;
}

static void assert_lacks(const char *text, const char *what)
{
    if (strstr(text, what)) fail_msg("unexpected '%s' in:\n%s", what, text);
}

static lowering make(fixture *f, const char *op_name, unsigned w, const char *cls,
                     const char *target_name, const char *text)
{
    lowering l = {.engine = "test", .status = "best found", .bound = -1, .obligation = "0123"};
    l.cell = (cell){spec_find_op(f->s, op_name), w, spec_find_class(f->s, cls),
                    spec_find_target(f->s, target_name)};
    place where = {.file = "test", .line = 1, .column = 1};
    if (!prog_parse(&l.prog, f->s, l.cell.op, l.cell.cls, text, where, &f->d))
        fail_msg("%s", diagnostics(f));
    return l;
}

static lowering make_add2(fixture *f)
{
    return make(f, "add", 2, "x128", "low", add2_text);
}

static void compile_ir(fixture *f, const char *ir, const char *cpu)
{
    if (codegen_compile(ir, cpu, "x86_64-unknown-linux-gnu", NULL, &f->d) != LS_OK)
        fail_msg("%s\n%s", diagnostics(f), ir);
}

/* ---- names, types, constants ---- */

static void names_tell_the_cell(void **state)
{
    fixture *f = *state;
    strbuf name = {0};
    lowering l = make_add2(f);
    lowering_print_name(&l.cell, &name);
    assert_string_equal(strbuf_text(&name), "lanesmith_add_2_x128_low");
    strbuf_clear(&name);
    lowering_print_cell(&l.cell, &name);
    assert_string_equal(strbuf_text(&name), "add_2_x128");
    strbuf_clear(&name);
    emit_identifier("x86-64-v3", &name);
    assert_string_equal(strbuf_text(&name), "x86_64_v3");
    strbuf_free(&name);
}

static void types_are_read(void **state)
{
    (void)state;
    ir_type t;
    assert_true(ir_type_parse("<16 x i8>", &t));
    assert_int_equal(t.lanes * 1000 + t.lane_bits, 16008);
    assert_true(ir_type_parse("i64", &t));
    assert_false(t.vector);
    const char *bad[] = {"",        "float",        "i",         "i8x", "<16 x i8", "<0 x i8>",
                         "<16xi8>", "<16 x float>", "<16 x i8>>"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(ir_type_parse(bad[i], &t));
}

static void assert_const(const char *type, uint64_t low, uint64_t high, const char *expected)
{
    strbuf text = {0};
    ir_type t;
    assert_true(ir_type_parse(type, &t));
    ir_const_print(t, (const uint64_t[]){low, high}, &text);
    assert_string_equal(strbuf_text(&text), expected);
    strbuf_free(&text);
}

static void constants_are_written_in_the_type_wanted(void **state)
{
    (void)state;
    uint64_t fives = UINT64_C(0x5555555555555555);
    assert_const("<16 x i8>", fives, fives, "splat (i8 85)");
    assert_const("<2 x i64>", fives, fives, "splat (i64 6148914691236517205)");
    assert_const("<2 x i64>", 1, UINT64_MAX, "<i64 1, i64 -1>");
    assert_const("<4 x i32>", UINT64_C(0x200000001), 0, "<i32 1, i32 2, i32 0, i32 0>");
    assert_const("<8 x i16>", 0, 0, "zeroinitializer");
    assert_const("<16 x i8>", UINT64_MAX, UINT64_MAX, "splat (i8 -1)");
    assert_const("i32", UINT64_C(0x80000000), 0, "-2147483648");
    assert_const("i1", 1, 0, "true");
}

/* ---- IR ---- */

static void ir_follows_the_program(void **state)
{
    fixture *f = *state;
    strbuf ir = {0};
    lowering l = make_add2(f);
    emit_ir_module(&l.cell, &l.prog, "f", &ir);
    assert_string_equal(
        strbuf_text(&ir),
        "target triple = \"x86_64-unknown-linux-gnu\"\n\n"
        "define <2 x i64> @f(<2 x i64> %a, <2 x i64> %b) nounwind \"target-cpu\"=\"x86-64\" "
        "\"min-legal-vector-width\"=\"128\" {\n"
        "  %t0 = xor <2 x i64> %a, %b\n"
        "  %t1 = and <2 x i64> %a, %b\n"
        "  %t2 = and <2 x i64> %t1, splat (i64 6148914691236517205)\n"
        "  %t2.v16i8 = bitcast <2 x i64> %t2 to <16 x i8>\n"
        "  %t3 = add <16 x i8> %t2.v16i8, %t2.v16i8\n"
        "  %t3.v2i64 = bitcast <16 x i8> %t3 to <2 x i64>\n"
        "  %r = xor <2 x i64> %t0, %t3.v2i64\n"
        "  ret <2 x i64> %r\n"
        "}\n");
    compile_ir(f, strbuf_text(&ir), "x86-64");
    strbuf_free(&ir);
}

static void ir_casts_once_and_only_when_needed(void **state)
{
    fixture *f = *state;
    strbuf ir = {0};
    lowering l = make(f, "add", 8, "x128", "low",
                      "t0 = paddb a b\nt1 = paddb t0 a\nr = paddb t1 t0\n");
    emit_ir_module(&l.cell, &l.prog, "f", &ir);
    assert_contains(strbuf_text(&ir), "  %a.v16i8 = bitcast <2 x i64> %a to <16 x i8>\n");
    assert_contains(strbuf_text(&ir), "  %t1 = add <16 x i8> %t0, %a.v16i8\n");
    assert_contains(strbuf_text(&ir),
                    "  %r.v2i64 = bitcast <16 x i8> %r to <2 x i64>\n  ret <2 x i64> %r.v2i64\n");
    const char *first = strstr(strbuf_text(&ir), "bitcast <2 x i64> %a");
    assert_null(strstr(first + 1, "bitcast <2 x i64> %a"));
    compile_ir(f, strbuf_text(&ir), "x86-64");
    strbuf_free(&ir);
}

static void ir_numbers_template_temporaries(void **state)
{
    fixture *f = *state;
    strbuf ir = {0};
    lowering l = make(f, "add", 2, "x128", "low",
                      "t0 = pandn a b\nt1 = pandn b a\nt2 = psrlw t0 3\nr = pandn t1 t2\n");
    emit_ir_module(&l.cell, &l.prog, "f", &ir);
    assert_contains(
        strbuf_text(&ir),
        "  %t0.1 = xor <2 x i64> %a, splat (i64 -1)\n  %t0 = and <2 x i64> %t0.1, %b\n");
    assert_contains(strbuf_text(&ir), "  %t1.1 = xor <2 x i64> %b, splat (i64 -1)\n");
    assert_contains(strbuf_text(&ir), "  %t2 = lshr <8 x i16> %t0.v8i16, splat (i16 3)\n");
    compile_ir(f, strbuf_text(&ir), "x86-64");
    strbuf_free(&ir);
}

static void ir_declares_each_intrinsic_once(void **state)
{
    fixture *f = *state;
    strbuf ir = {0};
    lowering l = make(f, "add", 8, "x128", "low", "t0 = paddusb a b\nr = paddusb t0 0x01*\n");
    emit_ir_module(&l.cell, &l.prog, "f", &ir);
    const char *first = strstr(strbuf_text(&ir), "declare");
    assert_non_null(first);
    assert_null(strstr(first + 1, "declare"));
    assert_contains(strbuf_text(&ir), "<16 x i8> splat (i8 1))");
    compile_ir(f, strbuf_text(&ir), "x86-64");
    strbuf_free(&ir);
}

static void ir_of_programs_without_instructions(void **state)
{
    fixture *f = *state;
    strbuf ir = {0};
    lowering input = make(f, "add", 2, "x128", "low", "r = a\n"),
             konst = make(f, "add", 2, "x128", "low", "r = 0x7f*\n"),
             scalar = make(f, "add", 32, "r32", "low", "r = add a 0xfffffffe\n");
    emit_ir_module(&input.cell, &input.prog, "f", &ir);
    assert_contains(strbuf_text(&ir), "  ret <2 x i64> %a\n");
    emit_ir_function(&konst.cell, &konst.prog, "g", "internal", "", &(strbuf){0}, &ir);
    assert_contains(strbuf_text(&ir), "define internal <2 x i64> @g(");
    assert_contains(strbuf_text(&ir), "  ret <2 x i64> splat (i64 9187201950435737471)\n");
    emit_ir_function(&scalar.cell, &scalar.prog, "h", "", "", &(strbuf){0}, &ir);
    assert_contains(strbuf_text(&ir), "  %r = add i32 %a, -2\n");
    compile_ir(f, strbuf_text(&ir), "x86-64");
    strbuf_free(&ir);
}

static const char *layout_of(fixture *f, const target *t)
{
    const char *layout = codegen_data_layout(t, &f->s->mem, &f->d);
    if (!layout) fail_msg("%s", diagnostics(f));
    return layout;
}

static void ir_library_tells_the_story(void **state)
{
    fixture *f = *state;
    strbuf ir = {0};
    lowering l[2] = {make_add2(f), make(f, "add", 8, "x128", "low", "r = paddusb a b\n")};
    l[0].cost = (cost){
        .insns = 5, .uops = 5, .rthroughput = 1.67, .latency = 4, .consts = 1, .bytes = 20};
    l[0].status = "optimal";
    l[0].bound = 5;
    const char *layout = layout_of(f, l[0].cell.target);
    emit_ir_library(f->s, l[0].cell.target, layout, l, 2, &ir);
    assert_contains(strbuf_text(&ir), layout);
    assert_lacks(strbuf_text(&ir), "target triple");
    assert_contains(strbuf_text(&ir), "Generated by `lanesmith emit`; do not edit.");
    assert_contains(strbuf_text(&ir), "; add on 64 fields of 2 bits in x128: sum modulo 2^w\n");
    assert_contains(strbuf_text(&ir), ";     t2 = pand t1 0x55*\n");
    assert_contains(strbuf_text(&ir),
                    "; cost: 5 instructions, 5 micro-operations, 1.67 cycles throughput, 4 cycles "
                    "latency, 1 constant, 20 bytes\n");
    assert_contains(strbuf_text(&ir),
                    "; status: optimal, bound 5, found by test\n; proved: obligation 0123\n");
    assert_contains(
        strbuf_text(&ir),
        "define linkonce_odr <2 x i64> @lanesmith_add_2_x128_low(<2 x i64> %a, <2 x i64> "
        "%b) alwaysinline nounwind willreturn memory(none) \"target-cpu\"=\"x86-64\"");
    compile_ir(f, strbuf_text(&ir), "x86-64");
    write_text(f, "library.ll", strbuf_text(&ir));
    char command[256];
    snprintf(command, sizeof command, "opt-19 -passes=verify -disable-output ./%s/library.ll",
             f->dir);
    assert_int_equal(system(command), 0);
    strbuf_free(&ir);
}

/* ---- C ---- */

/* Compiles the header, and a user that calls nothing, with every compiler that is meant to take it.
 */
static void compile_header(fixture *f, const char *header)
{
    static const char *const compilers[] = {
        "gcc-12 -std=c99 -x c", "clang-19 -std=c99 -x c", "g++-12 -std=c++20 -x c++",
        "clang++-19 -std=c++20 -x c++", "gcc-12 -O2 -std=c11 -x c"};
    char command[512];
    write_text(f, "lanesmith.h", header);
    write_text(f, "user.c",
               "#include \"lanesmith.h\"\n#include \"lanesmith.h\"\nint main(void);\nint "
               "main(void) { return 0; }\n");
    for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++) {
        snprintf(command, sizeof command,
                 "%s -Wall -Wextra -Wpedantic -Wconversion -Werror -c ./%s/user.c -o ./%s/user.o",
                 compilers[i], f->dir, f->dir);
        if (system(command)) fail_msg("%s\n%s", command, header);
    }
}

static void header_follows_the_program(void **state)
{
    fixture *f = *state;
    strbuf c = {0};
    lowering l = make_add2(f);
    emit_c_file(f->s, &l, 1, "lanesmith", &c);
    assert_contains(strbuf_text(&c), "Generated by `lanesmith emit`");
    assert_contains(strbuf_text(&c), " * add on 64 fields of 2 bits in x128: sum modulo 2^w\n");
    assert_contains(strbuf_text(&c),
                    "__attribute__((target(\"sse2\")))\n"
                    "static inline __m128i lanesmith_add_2_x128(__m128i a, __m128i b) {\n"
                    "  const __m128i c0 = _mm_set1_epi8((char)0x55u);\n"
                    "  const __m128i t0 = _mm_xor_si128(a, b);\n"
                    "  const __m128i t1 = _mm_and_si128(a, b);\n"
                    "  const __m128i t2 = _mm_and_si128(t1, c0);\n"
                    "  const __m128i t3 = _mm_add_epi8(t2, t2);\n"
                    "  const __m128i r = _mm_xor_si128(t0, t3);\n"
                    "  return r;\n"
                    "}\n");
    compile_header(f, strbuf_text(&c));
    strbuf_free(&c);
}

static void header_writes_every_kind_of_constant(void **state)
{
    fixture *f = *state;
    strbuf c = {0};
    lowering l[] = {make(f, "add", 2, "x128", "low", "r = pxor a 0xaa*\n"),
                    make(f, "add", 4, "x128", "low", "r = pxor a 0x80ff*\n"),
                    make(f, "add", 8, "x128", "low", "r = pxor a 0xdeadbeef*\n"),
                    make(f, "add", 16, "x128", "low", "r = pxor a 0xfedcba9876543210*\n"),
                    make(f, "add", 32, "x128", "low", "r = pxor a 0x1\n"),
                    make(f, "add", 32, "r32", "low", "r = add a 0xfffffffe\n"),
                    make(f, "add", 1, "x128", "low", "r = 0x00*\n")};
    emit_c_file(f->s, l, sizeof l / sizeof *l, "lanesmith", &c);
    assert_contains(strbuf_text(&c), "_mm_set1_epi8((char)0xaau)");
    assert_contains(strbuf_text(&c), "_mm_set1_epi16((short)0x80ffu)");
    assert_contains(strbuf_text(&c), "_mm_set1_epi32((int)0xdeadbeefu)");
    assert_contains(strbuf_text(&c), "_mm_set1_epi64x((long long)0xfedcba9876543210ull)");
    assert_contains(strbuf_text(&c), "__extension__(__m128i){(long long)0x0000000000000001ull, "
                                     "(long long)0x0000000000000000ull}");
    assert_contains(strbuf_text(&c), "const uint32_t c0 = ((uint32_t)0xfffffffeu);");
    assert_contains(strbuf_text(&c), "  (void)b;\n"); /* an input that the program does not need */
    compile_header(f, strbuf_text(&c));
    strbuf_free(&c);
}

static void header_survives_odd_text(void **state)
{
    fixture *f = *state;
    strbuf c = {0};
    lowering l = make(f, "eq", 1, "x128", "high",
                      "r = vpandq a b\n"); /* its doc holds the end of a comment */
    emit_c_file(f->s, &l, 1, "lanesmith", &c);
    assert_lacks(strbuf_text(&c), "equal */ here");
    assert_contains(strbuf_text(&c), "__attribute__((target(\"sse2,avx512vl\")))");
    compile_header(f, strbuf_text(&c));
    strbuf_free(&c);
}

static void empty_header_compiles(void **state)
{
    fixture *f = *state;
    strbuf c = {0};
    emit_c_file(f->s, NULL, 0, "lanesmith", &c);
    assert_contains(strbuf_text(&c), "0 proved lowerings");
    compile_header(f, strbuf_text(&c));
    strbuf_free(&c);
}

/* ---- C headers ---- */

static const char *family_text(const c_headers *h, const char *name)
{
    for (unsigned i = 0; i < h->count; i++)
        if (!strcmp(strbuf_text(&h->family[i].name), name)) return strbuf_text(&h->family[i].text);
    return NULL;
}

/* Operations of one file of the spec are a family; other widths have their own. */
static void headers_are_by_family(void **state)
{
    fixture *f = *state;
    lowering l[] = {make_add2(f), make(f, "add", 3, "r32", "low", "r = add a b\n")};
    strbuf family = {0};
    c_headers h;
    emit_c_headers(&h, f->s, l[0].cell.target, l, 2);
    assert_int_equal(h.count, 2);
    lowering_print_family(&l[0].cell, &family);
    const char *even = family_text(&h, strbuf_text(&family));
    strbuf_puts(&family, "_odd");
    const char *odd = family_text(&h, strbuf_text(&family));
    assert_non_null(even);
    assert_non_null(odd);
    assert_contains(even, "static inline __m128i lanesmith_add_2_x128_low(__m128i a, __m128i b) {");
    assert_contains(
        even,
        "#ifdef LANESMITH_FOR_LOW\n#define lanesmith_add_2_x128 lanesmith_add_2_x128_low\n#endif");
    assert_lacks(even, "add_3");
    assert_contains(odd, "lanesmith_add_3_r32_low(uint32_t a, uint32_t b)");
    assert_contains(strbuf_text(&h.umbrella), "1 proved function");
    const char *asked =
        strstr(strbuf_text(&h.umbrella), "#ifdef LANESMITH_ODD_WIDTHS\n#include \"low/");
    assert_non_null(asked);
    assert_contains(asked, "_odd.h\"\n#endif\n");
    strbuf_free(&family);
    c_headers_free(&h);
}

/* The greatest target whose macros are there is the one that is compiled for. */
static void target_header_tells_the_target(void **state)
{
    fixture *f = *state;
    strbuf c = {0};
    char command[512];
    static const char *const expected[][2] = {{"-march=x86-64", "low"},
                                              {"-march=x86-64-v4", "high"}};
    emit_c_target_header(f->s, &c);
    write_text(f, "target.h", strbuf_text(&c));
    write_text(f, "which.c", "#include \"target.h\"\n#include <string.h>\n"
                             "int main(void) { return strcmp(LANESMITH_TARGET, EXPECTED); }\n");
    for (unsigned i = 0; i < 2; i++) {
        snprintf(command, sizeof command,
                 "cd ./%s && gcc-12 %s -DEXPECTED='\"%s\"' which.c -o which && ./which", f->dir,
                 expected[i][0], expected[i][1]);
        assert_int_equal(system(command), 0);
    }
    strbuf_free(&c);
}

/* Two files of different functions can be included in one; names end in targets, where several. */
static void files_have_guards_of_their_own(void **state)
{
    fixture *f = *state;
    strbuf one = {0}, two = {0};
    lowering low = make_add2(f), eq = make(f, "eq", 2, "x128", "low", "r = pxor a b\n");
    lowering both[] = {low, make(f, "add", 2, "x128", "high", add2_text)};
    emit_c_file(f->s, &eq, 1, "dna", &one);
    emit_c_file(f->s, both, 2, "dna", &two);
    assert_contains(strbuf_text(&one), "dna_eq_2_x128(");
    assert_contains(strbuf_text(&two), "dna_add_2_x128_low(");
    assert_contains(strbuf_text(&two), "dna_add_2_x128_high(");
    strbuf_puts(&one, strbuf_text(&two));
    compile_header(f, strbuf_text(&one));
    strbuf_free(&one);
    strbuf_free(&two);
}

/* The function does in C what its IR says; only add is checked here, the proofs are verify/'s. */
static void header_computes(void **state)
{
    fixture *f = *state;
    strbuf c = {0};
    lowering l = make_add2(f);
    emit_c_file(f->s, &l, 1, "lanesmith", &c);
    write_text(f, "lanesmith.h", strbuf_text(&c));
    write_text(
        f, "run.c",
        "#include \"lanesmith.h\"\n"
        "int main(void) {\n"
        "  __m128i r = lanesmith_add_2_x128(_mm_set1_epi8((char)0xe4), _mm_set1_epi8(0x55));\n"
        "  return _mm_cvtsi128_si32(r) != 0x39393939;\n" /* 3 2 1 0 + 1 1 1 1 = 0 3 2 1 */
        "}\n");
    char command[256];
    snprintf(command, sizeof command, "cd ./%s && gcc-12 -Wall -Werror run.c -o run && ./run",
             f->dir);
    assert_int_equal(system(command), 0);
    strbuf_free(&c);
}

/* ---- the real spec: every template of every instruction ---- */

/* An instruction of one source that leads back from a class to another (a mask spread over a
 * vector, say), or NULL. */
static const instr *find_way_back(const spec *s, const target *t, const regclass *from,
                                  const regclass *to)
{
    for (unsigned i = 0; i < s->ninstrs; i++) {
        const instr *in = &s->instrs[i];
        if (in->nsrc == 1 && in->src[0] == from && in->result == to && target_has_instr(t, in))
            return in;
    }
    return NULL;
}

/* A program of one instruction; of two when the result needs a way back to the class of the
 * sources. False when there is no such program. */
static bool make_instr_lowering(const spec *s, const target *t, const instr *in, op *o, lowering *l)
{
    static const char *const names[] = {"a", "b", "c"};
    const regclass *cls = in->nsrc ? in->src[0] : in->result;
    const instr *back = in->result == cls ? NULL : find_way_back(s, t, in->result, cls);
    if (!target_has_instr(t, in) || !target_has_class(t, cls) || in->nsrc > PROG_INPUTS_MAX)
        return false;
    for (unsigned i = 0; i < in->nsrc; i++)
        if (in->src[i] != cls) return false;
    if (in->result != cls && !back) return false;
    *o = (op){.name = in->name,
              .arity = in->nsrc,
              .param = names,
              .doc = "one instruction",
              .llvm = "any"};
    *l = (lowering){.cell = {o, 8, cls, t}, .bound = -1, .engine = "test", .obligation = ""};
    prog_init(&l->prog, o, cls);
    unsigned v = prog_add(&l->prog, in, (const unsigned[]){0, 1, 2, 3},
                          in->has_imm ? in->imm_high : 0);
    if (back) prog_add(&l->prog, back, &v, 0);
    return true;
}

static unsigned make_instr_lowerings(const spec *s, const target *t, op *ops, lowering *l)
{
    unsigned n = 0;
    for (unsigned i = 0; i < s->ninstrs; i++)
        n += make_instr_lowering(s, t, &s->instrs[i], &ops[n], &l[n]);
    return n;
}

static void every_instruction_compiles_as_c_and_ir(void **state)
{
    fixture *f = *state;
    const char *source = getenv("LANESMITH_SOURCE");
    char dir[1024];
    spec *s;
    snprintf(dir, sizeof dir, "%s/spec", source ? source : "..");
    if (spec_load_dir(&s, dir, &f->d) != LS_OK) fail_msg("%s", diagnostics(f));
    op *ops = mem_alloc(s->ninstrs, sizeof *ops);
    lowering *l = mem_alloc(s->ninstrs, sizeof *l);
    for (unsigned i = 0; i < s->ntargets; i++) {
        strbuf c = {0}, ir = {0};
        unsigned n = make_instr_lowerings(s, &s->targets[i], ops, l);
        emit_c_file(s, l, n, "lanesmith", &c);
        compile_header(f, strbuf_text(&c));
        emit_ir_library(s, &s->targets[i], layout_of(f, &s->targets[i]), l, n, &ir);
        compile_ir(f, strbuf_text(&ir), s->targets[i].cpu);
        strbuf_free(&c);
        strbuf_free(&ir);
    }
    mem_free(l);
    mem_free(ops);
    spec_free(s);
}

/* ---- the pass's table ---- */

/* The table compiles, and a program that walks it finds what was put in. */
static void table_holds_fields_that_are_no_whole_bytes(void **state)
{
    fixture *f = *state;
    strbuf c = {0};
    lowering low[] = {make(f, "odd", 2, "x128", "low", add2_text),
                      make(f, "eq", 2, "x128", "low", "r = pxor a b\n"),
                      make(f, "add", 8, "x128", "low", "r = paddb a b\n"), make_add2(f)};
    const lowering *lists[] = {low, NULL};
    low[3].cost.insns = 5;
    emit_pass_table(f->s, lists, (const unsigned[]){4, 0}, &c);
    assert_contains(strbuf_text(&c), "Generated by `lanesmith emit`");
    assert_lacks(strbuf_text(&c), "lanesmith_add_8"); /* fields that LLVM has itself */
    write_text(f, "table.c", strbuf_text(&c));
    write_text(
        f, "walk.c",
        "#include \"lowerings/pass/table/table.h\"\n#include <stdio.h>\n#include <string.h>\n"
        "int main(void) {\n"
        "  for (unsigned i = 0; i < lowering_target_count; i++) {\n"
        "    const struct lowering_target *t = &lowering_targets[i];\n"
        "    const unsigned *bits = t->class_bits;\n"
        "    printf(\"%s %s %s %u %u %u\\n\", t->name, t->cpu, t->features[0], bits[0],\n"
        "           bits[1], bits[2]);\n"
        "    for (unsigned j = 0; j < t->nentries; j++) {\n"
        "      const struct lowering_entry *e = &t->entries[j];\n"
        "      int named = strstr(e->ir, \" @\" LOWERING_FUNCTION \"(\") != 0;\n"
        "      printf(\"%s|%u|%u|%u|%s|%d|%u|%u\\n\", e->op, e->arity, e->w, e->bits,\n"
        "             e->carrier, named, e->insns, e->vector_bits);\n"
        "    }\n  }\n  return 0;\n}\n");
    const char *source = getenv("LANESMITH_SOURCE");
    char command[2048], out[1024];
    snprintf(command, sizeof command,
             "cd ./%s && gcc-12 -Wall -Wextra -Werror -I%s table.c walk.c -o walk && ./walk",
             f->dir, source ? source : "..");
    FILE *walk = popen(command, "r");
    out[fread(out, 1, sizeof out - 1, walk)] = '\0';
    assert_int_equal(pclose(walk), 0);
    assert_string_equal(out, "low x86-64 sse2 32 128 0\n"
                             "add|2|2|128|<2 x i64>|1|5|0\n"
                             "eq|2|2|128|<2 x i64>|1|0|0\n"
                             "odd|2|2|128|<2 x i64>|1|0|0\n"
                             "high x86-64-v4 sse2 32 128 0\n");
    strbuf_free(&c);
}

/* ---- counting ---- */

typedef struct counted_line {
    const char *text;
    asm_class cls;
} counted_line;

static const counted_line counted_lines[] = {
    /* no instructions */
    {"", ASM_NONE},
    {"f:", ASM_NONE},
    {".LBB0_1:                # %loop", ASM_NONE},
    {"\t.cfi_startproc", ASM_NONE},
    {"# %bb.0:", ASM_NONE},
    {"\tretq", ASM_RETURN},
    /* moves */
    {"\tmovdqa\t%xmm1, %xmm0", ASM_MOVE},
    {"\tmovaps\t%xmm1, %xmm0", ASM_MOVE},
    {"\tvmovdqa\t%ymm1, %ymm0", ASM_MOVE},
    {"\tvmovdqa64\t%zmm1, %zmm0", ASM_MOVE},
    {"\tmovq\t%rdi, %rax", ASM_MOVE},
    {"\tmovl\t%edi, %eax", ASM_MOVE},
    {"\tmovb\t%dil, %al", ASM_MOVE},
    {"\tmovl\t%r10d, %r8d", ASM_MOVE},
    {"\tvzeroupper", ASM_MOVE},
    {"\tkmovq\t%k1, %k0", ASM_MOVE},
    /* work that looks like a move */
    {"\tvmovdqu8\t%zmm1, %zmm0 {%k1}", ASM_COUNTED},
    {"\tvmovdqu8\t%zmm1, %zmm0 {%k1} {z}", ASM_COUNTED},
    {"\tmovq\t%xmm0, %rax", ASM_COUNTED},
    {"\tmovq\t%rdi, %xmm0", ASM_COUNTED},
    {"\tvmovd\t%edi, %xmm0", ASM_COUNTED},
    {"\tmovq\t%xmm1, %xmm0", ASM_COUNTED},
    {"\tkmovq\t%rdi, %k1", ASM_COUNTED},
    {"\tmovzbl\t%dil, %eax", ASM_COUNTED},
    {"\tvpmovm2b\t%k0, %zmm0", ASM_COUNTED},
    {"\tvpbroadcastb\t%edi, %zmm0", ASM_COUNTED},
    {"\tvpbroadcastb\t%xmm0, %zmm0", ASM_COUNTED},
    {"\tpmovsxbw\t%xmm0, %xmm0", ASM_COUNTED},
    /* constants */
    {"\tmovdqa\t.LCPI0_0(%rip), %xmm0             # xmm0 = [1,2,3,4]", ASM_CONST},
    {"\tvmovdqa64\t.LCPI0_0(%rip), %zmm0", ASM_CONST},
    {"\tmovdqa\t(%rip), %xmm0", ASM_CONST},
    {"\tvpbroadcastb\t.LCPI0_0(%rip), %ymm0", ASM_CONST},
    {"\tvpbroadcastq\t.LCPI0_0(%rip), %zmm0", ASM_CONST},
    {"\tvbroadcastss\t.LCPI0_0(%rip), %xmm0", ASM_CONST},
    {"\tvbroadcasti128\t.LCPI0_0(%rip), %ymm0", ASM_CONST},
    {"\tmovddup\t.LCPI0_0(%rip), %xmm0", ASM_CONST},
    {"\tvpmovsxbd\t.LCPI0_0(%rip), %xmm0", ASM_CONST},
    {"\tmovq\t.LCPI0_0(%rip), %xmm0", ASM_CONST},
    {"\tvmovss\t.LCPI0_0(%rip), %xmm0", ASM_CONST},
    {"\tkmovq\t.LCPI0_0(%rip), %k1", ASM_CONST},
    {"\tmovl\t$85, %eax", ASM_CONST},
    {"\tmovabsq\t$6148914691236517205, %rax", ASM_CONST},
    {"\tpxor\t%xmm2, %xmm2", ASM_CONST},
    {"\txorps\t%xmm2, %xmm2", ASM_CONST},
    {"\tvpxor\t%xmm2, %xmm2, %xmm2", ASM_CONST},
    {"\txorl\t%eax, %eax", ASM_CONST},
    {"\tpcmpeqd\t%xmm1, %xmm1", ASM_CONST},
    {"\tvpcmpeqd\t%ymm1, %ymm1, %ymm1", ASM_CONST},
    {"\tvpternlogd\t$255, %zmm1, %zmm1, %zmm1", ASM_CONST},
    {"\tkxnorq\t%k0, %k0, %k1", ASM_CONST},
    /* work that looks like a constant */
    {"\tpxor\t%xmm2, %xmm1", ASM_COUNTED},
    {"\tvpxor\t%xmm2, %xmm1, %xmm2", ASM_COUNTED},
    {"\tpcmpeqd\t%xmm1, %xmm2", ASM_COUNTED},
    {"\tvpternlogq\t$15, %zmm0, %zmm0, %zmm0", ASM_COUNTED}, /* a complement */
    {"\tpaddb\t%xmm0, %xmm0", ASM_COUNTED},
    {"\tpand\t.LCPI0_0(%rip), %xmm0", ASM_COUNTED}, /* the constant is free, the work is not */
    {"\tvpternlogq\t$216, .LCPI0_0(%rip){1to8}, %zmm1, %zmm0", ASM_COUNTED},
    {"\tandl\t$85, %eax", ASM_COUNTED},
    /* memory */
    {"\tmovdqa\t(%rdi), %xmm0", ASM_MEMORY},
    {"\tvmovdqu64\t64(%rdi,%rax,8), %zmm0", ASM_MEMORY},
    {"\tmovups\t%xmm0, (%rdi)", ASM_MEMORY},
    {"\tmovq\t(%rdi), %rax", ASM_MEMORY},
    {"\tmovl\t$0, (%rdi)", ASM_MEMORY},
    {"\tmovq\t%xmm0, (%rdi)", ASM_MEMORY},
    {"\tmovl\t%eax, -8(%rsp)", ASM_COUNTED}, /* a spill */
    {"\tmovdqa\t-24(%rsp), %xmm0", ASM_COUNTED},
    {"\tpushq\t%rbp", ASM_COUNTED},
    {"\tpaddb\t(%rdi), %xmm0", ASM_COUNTED},
    /* the rest is work */
    {"\tpaddb\t%xmm1, %xmm0", ASM_COUNTED},
    {"\tleal\t(%rdi,%rsi), %eax", ASM_COUNTED},
    {"\t{vex}\tvpdpbusd\t%xmm1, %xmm2, %xmm0", ASM_COUNTED},
    {"\tjmp\t.LBB0_1", ASM_COUNTED},
};

static void every_line_counts_as_agreed(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof counted_lines / sizeof *counted_lines; i++) {
        asm_state fresh = {0};
        asm_class cls = asm_classify(x, &fresh, counted_lines[i].text);
        if (cls != counted_lines[i].cls)
            fail_msg("'%s' is %s, expected %s", counted_lines[i].text, asm_class_names[cls],
                     asm_class_names[counted_lines[i].cls]);
    }
}

static void constants_are_followed_through_registers(void **state)
{
    (void)state;
    asm_state s = {0};
    assert_int_equal(asm_classify(x, &s, "movabsq $6148914691236517205, %rax"), ASM_CONST);
    assert_int_equal(asm_classify(x, &s, "vpbroadcastq %rax, %zmm3"), ASM_CONST);
    assert_int_equal(asm_classify(x, &s, "movl $21845, %ecx"), ASM_CONST);
    assert_int_equal(asm_classify(x, &s, "movl %ecx, %edx"), ASM_MOVE);
    assert_int_equal(asm_classify(x, &s, "kmovd %edx, %k1"), ASM_CONST);
    assert_int_equal(asm_classify(x, &s, "addl %edi, %ecx"), ASM_COUNTED);
    assert_int_equal(asm_classify(x, &s, "kmovd %ecx, %k1"), ASM_COUNTED);
    assert_int_equal(asm_classify(x, &s, "vmovq %rax, %xmm1"), ASM_CONST);
    assert_int_equal(asm_classify(x, &s, "vpbroadcastb %xmm1, %ymm1"), ASM_CONST);
    assert_int_equal(asm_classify(x, &s, "vpaddb %ymm0, %ymm1, %ymm1"), ASM_COUNTED);
    assert_int_equal(asm_classify(x, &s, "vpbroadcastb %xmm1, %ymm1"), ASM_COUNTED);
}

/* gcc makes a vector of a constant of 64 bits in three steps, or of two constants. */
static void constants_are_put_together(void **state)
{
    (void)state;
    asm_state s = {0};
    assert_int_equal(asm_classify(x, &s, "movabsq $-71777214294589696, %rax"), ASM_CONST);
    assert_int_equal(asm_classify(x, &s, "vmovq %rax, %xmm1"), ASM_CONST);
    assert_int_equal(asm_classify(x, &s, "vpunpcklqdq %xmm1, %xmm0, %xmm2"), ASM_COUNTED);
    assert_int_equal(asm_classify(x, &s, "vpunpcklqdq %xmm1, %xmm1, %xmm1"), ASM_CONST);
    assert_int_equal(asm_classify(x, &s, "vinserti128 $1, %xmm1, %ymm1, %ymm1"), ASM_CONST);
    assert_int_equal(asm_classify(x, &s, "vinserti128 $1, %xmm0, %ymm1, %ymm3"), ASM_COUNTED);
    assert_int_equal(asm_classify(x, &s, "movq %rax, %xmm4"), ASM_CONST);
    assert_int_equal(asm_classify(x, &s, "punpcklqdq %xmm4, %xmm4"), ASM_CONST);
    assert_int_equal(asm_classify(x, &s, "punpcklqdq %xmm4, %xmm5"), ASM_COUNTED);
    assert_int_equal(asm_classify(x, &s, "pinsrq $1, %rax, %xmm4"), ASM_CONST);
    assert_int_equal(asm_classify(x, &s, "pinsrq $1, %rdi, %xmm4"), ASM_COUNTED);
}

typedef struct named_counts {
    unsigned count;
    char text[128];
} named_counts;

static void note_function(void *context, const char *name, size_t length, const codegen_count *c)
{
    named_counts *n = context;
    n->count++;
    snprintf(n->text + strlen(n->text), sizeof n->text - strlen(n->text), "%.*s %u; ", (int)length,
             name, c->insns);
}

/* Of gcc and of LLVM; what holds a constant is forgotten between two functions. */
static void functions_of_a_file_are_counted(void **state)
{
    (void)state;
    named_counts n = {0};
    codegen_each_function(x,
                          "\t.file\t\"a.c\"\n\t.type\tf, @function\nf:\n.LFB0:\n\tmovl\t$1, %eax\n"
                          "\taddl\t%edi, %esi\n\tret\n\t.size\tf, .-f\n\taddl\t%edi, %esi\n"
                          "\t.type\tdata, @object\n\t.size\tdata, 4\n"
                          "\t.type\tg,@function\ng:                      # @g\n"
                          "\tvmovq\t%rax, %xmm0\n\tretq\n.Lfunc_end1:\n\t.size\tg, .Lfunc_end1-g\n",
                          note_function, &n);
    assert_int_equal(n.count, 2);
    assert_string_equal(n.text, "f 1; g 1; ");
}

static void registers_of_all_sizes_are_one(void **state)
{
    (void)state;
    assert_int_equal(asm_register(x, "%rax"), asm_register(x, "%al"));
    assert_int_equal(asm_register(x, "%eax"), asm_register(x, "%ax"));
    assert_int_equal(asm_register(x, "%rdi"), asm_register(x, "%dil"));
    assert_int_equal(asm_register(x, "%r11"), asm_register(x, "%r11b"));
    assert_int_equal(asm_register(x, "%xmm17"), asm_register(x, "%zmm17"));
    assert_int_not_equal(asm_register(x, "%xmm1"), asm_register(x, "%xmm11"));
    assert_int_not_equal(asm_register(x, "%k1"), asm_register(x, "%xmm1"));
    assert_int_equal(asm_register(x, "$5"), -1);
    assert_int_equal(asm_register(x, "%rip"), -1);
    assert_int_equal(asm_register(x, "%xmm32"), -1);
    assert_int_equal(asm_register(x, ""), -1);
}

static void functions_are_counted_apart(void **state)
{
    (void)state;
    static const char text[] =
        "\t.text\nff:\n\tpaddb\t%xmm1, %xmm0\n\tretq\n.Lfunc_end0:\n"
        "f:                                      # @f\n\t.cfi_startproc\n"
        "\tmovdqa\t%xmm0, %xmm2\n\tpand\t.LCPI0_0(%rip), %xmm2\n\tmovdqa\t.LCPI0_1(%rip), %xmm3\n"
        "\tpaddb\t%xmm2, %xmm0\n\tmovdqa\t%xmm0, (%rdi)\n\tretq\n.Lfunc_end1:\n\tpaddb\t%xmm0, "
        "%xmm0\n";
    codegen_count c;
    assert_true(codegen_count_function(x, text, "f", &c));
    assert_int_equal(c.insns, 2);
    assert_int_equal(c.moves, 1);
    assert_int_equal(c.const_loads, 1);
    assert_int_equal(c.memory, 1);
    assert_int_equal(codegen_count_whole(&c), 5);
    assert_true(codegen_count_function(x, text, "ff", &c));
    assert_int_equal(c.insns, 1);
    assert_false(codegen_count_function(x, text, "g", &c));
    assert_false(codegen_count_function(x, text, ".text", &c));
}

/* ---- code generation ---- */

static void add2_is_five_instructions(void **state)
{
    fixture *f = *state;
    strbuf ir = {0}, text = {0};
    codegen_count c, d;
    lowering l = make_add2(f);
    emit_ir_module(&l.cell, &l.prog, "f", &ir);
    assert_int_equal(codegen_measure(strbuf_text(&ir), "f", l.cell.target, &c, &text, &f->d),
                     LS_OK);
    assert_int_equal(c.insns, 5);
    assert_int_equal(c.memory, 0);
    assert_true(c.bytes >= 5 * 3 && c.bytes <= 5 * 8);
    assert_true(codegen_count_function(x, strbuf_text(&text), "f", &d));
    assert_int_equal(d.insns, c.insns); /* the printed and the encoded form agree */
    assert_int_equal(d.moves, c.moves);
    assert_int_equal(d.const_loads, c.const_loads);
    strbuf_free(&ir);
    strbuf_free(&text);
}

static void functions_of_one_module_are_measured_together(void **state)
{
    fixture *f = *state;
    static const char ir[] =
        "define <2 x i64> @f(<2 x i64> %a) {\n ret <2 x i64> %a\n}\n"
        "define i64 @g(i64 %a, i64 %b) {\n %c = mul i64 %a, %b\n ret i64 %c\n}\n";
    static const char *const names[] = {"g", "f", "h"};
    codegen_count c[3];
    assert_int_equal(codegen_measure_all(ir, names, 2, &f->s->targets[0], c, &f->d), LS_OK);
    assert_int_equal(c[0].insns, 1);
    assert_int_equal(c[0].moves, 1);
    assert_int_equal(c[0].bytes, 4);
    assert_int_equal(c[1].insns, 0);
    assert_int_equal(codegen_measure_all(ir, names, 3, &f->s->targets[0], c, &f->d), LS_INPUT);
    assert_contains(diagnostics(f), "there is no function 'h'");
}

static void malformed_ir_is_diagnosed(void **state)
{
    fixture *f = *state;
    codegen_count c;
    static const char syntax[] = "define i32 @f(i32 %a) {\n  ret i32 %b\n}\n";
    static const char invalid[] =
        "define i32 @f(i32 %a) {\n  %x = add i32 %y, 1\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n";
    assert_int_equal(codegen_measure(syntax, "f", &f->s->targets[0], &c, NULL, &f->d), LS_INPUT);
    assert_contains(diagnostics(f), "ir:2:11: error: use of undefined value '%b'");
    assert_contains(diagnostics(f), "  ret i32 %b\n");
    assert_int_equal(codegen_measure(invalid, "f", &f->s->targets[0], &c, NULL, &f->d), LS_INPUT);
    assert_contains(diagnostics(f), "Instruction does not dominate all uses");
    assert_int_equal(codegen_compile("", "x86-64", "no-such-machine", NULL, &f->d), LS_INPUT);
    assert_contains(diagnostics(f), "no code generator for 'no-such-machine'");
    assert_int_equal(f->d.count, 3);
}

/* Four threads compile at once, each its own text for its own CPU; every result is what one thread
 * alone gets. */
static void *measure_often(void *target_pointer)
{
    static const char ir[] =
        "define <2 x i64> @f(<2 x i64> %a, <2 x i64> %b) {\n %c = add <2 x i64> %a, %b\n"
        " %d = xor <2 x i64> %c, %b\n ret <2 x i64> %d\n}\n";
    uintptr_t right = 0;
    for (unsigned i = 0; i < 20; i++) {
        diags d = {0};
        codegen_count c;
        right += codegen_measure(ir, "f", target_pointer, &c, NULL, &d) == LS_OK && c.insns == 2;
        diag_free(&d);
    }
    return (void *)right;
}

static void threads_compile_at_once(void **state)
{
    fixture *f = *state;
    pthread_t thread[4];
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, measure_often, &f->s->targets[i % 2]), 0);
    for (unsigned i = 0; i < 4; i++) {
        void *right;
        assert_int_equal(pthread_join(thread[i], &right), 0);
        assert_int_equal((uintptr_t)right, 20);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, close_small)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(names_tell_the_cell),
        TEST(types_are_read),
        TEST(constants_are_written_in_the_type_wanted),
        TEST(ir_follows_the_program),
        TEST(ir_casts_once_and_only_when_needed),
        TEST(ir_numbers_template_temporaries),
        TEST(ir_declares_each_intrinsic_once),
        TEST(ir_of_programs_without_instructions),
        TEST(ir_library_tells_the_story),
        TEST(header_follows_the_program),
        TEST(header_writes_every_kind_of_constant),
        TEST(header_survives_odd_text),
        TEST(empty_header_compiles),
        TEST(headers_are_by_family),
        TEST(target_header_tells_the_target),
        TEST(files_have_guards_of_their_own),
        TEST(header_computes),
        TEST(every_instruction_compiles_as_c_and_ir),
        TEST(table_holds_fields_that_are_no_whole_bytes),
        TEST(every_line_counts_as_agreed),
        TEST(constants_are_followed_through_registers),
        TEST(constants_are_put_together),
        TEST(functions_of_a_file_are_counted),
        TEST(registers_of_all_sizes_are_one),
        TEST(functions_are_counted_apart),
        TEST(add2_is_five_instructions),
        TEST(functions_of_one_module_are_measured_together),
        TEST(malformed_ir_is_diagnosed),
        TEST(threads_compile_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

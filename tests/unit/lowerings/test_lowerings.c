// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_lowerings.c - emitted IR, C and tables.
 *
 * What is emitted is not only compared with expected text but given to those who must accept it:
 * LLVM's verifier and code generator, C and C++ compilers with warnings as errors. */
#include "lowerings/emit/emit.h"
#include "lowerings_fixture.h"
#include "tests/pass/sample.h"

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

/* Where C's types have the length that the command line says. */
static const char *length_of(const target *t)
{
    return t->set->types ? " -march=rv64gcv -mrvv-vector-bits=128" : "";
}

/* Compiles the header, and a user that calls nothing, with every compiler that is meant to take it:
 * for another processor than this one that is clang. */
static void compile_header(fixture *f, const target *t, const char *header)
{
    static const char *const compilers[] = {
        "gcc-12 -std=c99 -x c", "g++-12 -std=c++20 -x c++", "gcc-12 -O2 -std=c11 -x c",
        "clang-19 -std=c99 -x c", "clang++-19 -std=c++20 -x c++"};
    char command[512], other[160] = "";
    if (t && !t->set->runs_in_process)
        snprintf(other, sizeof other, "--target=%s -ffreestanding%s", t->triple, length_of(t));
    write_text(f, "lanesmith.h", header);
    write_text(f, "user.c",
               "#include \"lanesmith.h\"\n#include \"lanesmith.h\"\nint main(void);\nint "
               "main(void) { return 0; }\n");
    for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++) {
        if (*other && !strstr(compilers[i], "clang")) continue;
        snprintf(command, sizeof command,
                 "%s %s -Wall -Wextra -Wpedantic -Wconversion -Werror -c ./%s/user.c "
                 "-o ./%s/user.o",
                 compilers[i], other, f->dir, f->dir);
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
                    "static inline __m128i lanesmith_add_2_x128_low(__m128i a, __m128i b) {\n"
                    "  const __m128i c0 = _mm_set1_epi8((char)0x55u);\n"
                    "  const __m128i t2 = _mm_and_si128(_mm_and_si128(a, b), c0);\n"
                    "  return _mm_xor_si128(_mm_xor_si128(a, b), _mm_add_epi8(t2, t2));\n"
                    "}\n");
    compile_header(f, NULL, strbuf_text(&c));
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
    compile_header(f, NULL, strbuf_text(&c));
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
    compile_header(f, NULL, strbuf_text(&c));
    strbuf_free(&c);
}

static void empty_header_compiles(void **state)
{
    fixture *f = *state;
    strbuf c = {0};
    emit_c_file(f->s, NULL, 0, "lanesmith", &c);
    assert_contains(strbuf_text(&c), "0 proved lowerings");
    compile_header(f, NULL, strbuf_text(&c));
    strbuf_free(&c);
}

/* ---- C headers ---- */

static const char *family_text(const c_headers *h, const char *name)
{
    for (unsigned i = 0; i < h->count; i++)
        if (!strcmp(strbuf_text(&h->family[i].name), name)) return strbuf_text(&h->family[i].text);
    return NULL;
}

/* Steps share a line of at most 100 columns; what is used twice has a name. */
static void lines_of_c_are_short(void **state)
{
    fixture *f = *state;
    strbuf c = {0};
    lowering l = make(f, "add", 2, "x128", "low",
                      "t0 = pxor a b\nt1 = pand t0 0x55*\nt2 = pxor t1 0x0f*\n"
                      "t3 = pand t2 a\nt4 = pxor t3 0x33*\nt5 = pand t4 b\nr = pxor t5 a\n");
    emit_c_function(f->s, &l, "lanesmith", &c);
    assert_contains(strbuf_text(&c), "  return _mm_xor_si128(_mm_and_si128(");
    assert_lacks(strbuf_text(&c), "t0 =");
    for (const char *line = c.s; *line; line += strcspn(line, "\n") + 1)
        assert_true(strcspn(line, "\n") <= 100);
    strbuf_free(&c);
}

/* A second function that is the first but for its name is another name for it. */
static void one_function_has_two_names(void **state)
{
    fixture *f = *state;
    lowering l[] = {make(f, "add", 1, "x128", "low", "r = pxor a b\n"),
                    make(f, "add", 2, "x128", "low", "r = pxor a b\n"),
                    make(f, "add", 4, "x128", "low", "r = pand a b\n")};
    c_headers h;
    emit_c_headers(&h, f->s, l[0].cell.target, l, 3);
    const char *text = strbuf_text(&h.family[0].text);
    assert_contains(text, "static inline __m128i lanesmith_add_1_x128_low(");
    assert_contains(text, "#ifndef lanesmith_add_2_x128_low\n"
                          "#define lanesmith_add_2_x128_low lanesmith_add_1_x128_low\n#endif\n");
    assert_lacks(text, "static inline __m128i lanesmith_add_2_x128_low(");
    assert_contains(text, "static inline __m128i lanesmith_add_4_x128_low(");
    c_headers_free(&h);
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
        "#ifdef LANESMITH_FOR_LOW\n#undef lanesmith_add_2_x128\n"
        "#define lanesmith_add_2_x128 lanesmith_add_2_x128_low\n#endif");
    assert_contains(even, "#ifndef lanesmith_add_2_x128_low\n"
                          "#define lanesmith_add_2_x128_low lanesmith_add_2_x128_low\n");
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
                             "#define TEXT(x) #x\n"
                             "#define DOTS(x, y, z) TEXT(x) \".\" TEXT(y) \".\" TEXT(z)\n"
                             "int main(void) { return strcmp(LANESMITH_TARGET, EXPECTED) ||\n"
                             "  strcmp(LANESMITH_VERSION, DOTS(LANESMITH_VERSION_MAJOR,\n"
                             "    LANESMITH_VERSION_MINOR, LANESMITH_VERSION_PATCH)); }\n");
    for (unsigned i = 0; i < 2; i++) {
        snprintf(command, sizeof command,
                 "cd ./%s && gcc-12 %s -DEXPECTED='\"%s\"' which.c -o which && ./which", f->dir,
                 expected[i][0], expected[i][1]);
        assert_int_equal(system(command), 0);
    }
    strbuf_free(&c);
}

/* Two files of different functions can be included in one; names end in targets. */
static void files_have_guards_of_their_own(void **state)
{
    fixture *f = *state;
    strbuf one = {0}, two = {0};
    lowering low = make_add2(f), eq = make(f, "eq", 2, "x128", "low", "r = pxor a b\n");
    lowering both[] = {low, make(f, "add", 2, "x128", "high", add2_text)};
    emit_c_file(f->s, &eq, 1, "dna", &one);
    emit_c_file(f->s, both, 2, "dna", &two);
    assert_contains(strbuf_text(&one), "dna_eq_2_x128_low(");
    assert_contains(strbuf_text(&two), "dna_add_2_x128_low(");
    assert_contains(strbuf_text(&two), "dna_add_2_x128_high(");
    strbuf_puts(&one, strbuf_text(&two));
    compile_header(f, NULL, strbuf_text(&one));
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
        "#if LANESMITH_VERSION_MAJOR * 10 + LANESMITH_VERSION_MINOR < 2 || "
        "LANESMITH_VERSION_PATCH < 0\n#error \"an old one\"\n#endif\n"
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
        if (!row_is_chosen()) continue;
        strbuf c = {0}, ir = {0};
        unsigned n = make_instr_lowerings(s, &s->targets[i], ops, l);
        emit_c_file(s, l, n, "lanesmith", &c);
        compile_header(f, &s->targets[i], strbuf_text(&c));
        emit_ir_library(s, &s->targets[i], layout_of(f, &s->targets[i]), l, n, &ir);
        compile_ir_for(f, strbuf_text(&ir), s->targets[i].cpu, s->targets[i].triple);
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
    stock *stocks = mem_alloc(2, sizeof *stocks);
    stocks[0].value[STOCK_WORDS][0][1] = -7;
    emit_pass_table(f->s, stocks, lists, (const unsigned[]){4, 0}, &c);
    mem_free(stocks);
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
        "    printf(\"%d\\n\", t->stock->value[STOCK_WORDS][0][1]);\n"
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
    assert_string_equal(out, "low x86-64 sse2 32 128 0\n-7\n"
                             "add|2|2|128|<2 x i64>|1|5|0\n"
                             "eq|2|2|128|<2 x i64>|1|0|0\n"
                             "odd|2|2|128|<2 x i64>|1|0|0\n"
                             "high x86-64-v4 sse2 32 128 0\n0\n");
    strbuf_free(&c);
}

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
        TEST(lines_of_c_are_short),
        TEST(one_function_has_two_names),
        TEST(headers_are_by_family),
        TEST(target_header_tells_the_target),
        TEST(files_have_guards_of_their_own),
        TEST(header_computes),
        TEST(every_instruction_compiles_as_c_and_ir),
        TEST(table_holds_fields_that_are_no_whole_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

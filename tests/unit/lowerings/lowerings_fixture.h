// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* lowerings_fixture.h - a small instruction set, and lowerings for it, for the tests of what is
 * emitted and what is measured. */
#ifndef LANESMITH_TEST_LOWERINGS_FIXTURE_H
#define LANESMITH_TEST_LOWERINGS_FIXTURE_H

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

static inline int setup(void **state)
{
    int failed = open_small(state, "test_lowerings.XXXXXX", spec_text);
    if (!failed) x = isa_syntax(((fixture *)*state)->s->targets[0].set);
    return failed;
}

static inline void assert_lacks(const char *text, const char *what)
{
    if (strstr(text, what)) fail_msg("unexpected '%s' in:\n%s", what, text);
}

static inline lowering make(fixture *f, const char *op_name, unsigned w, const char *cls,
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

static inline lowering make_add2(fixture *f)
{
    return make(f, "add", 2, "x128", "low", add2_text);
}

static inline void compile_ir_for(fixture *f, const char *ir, const char *cpu, const char *triple)
{
    if (codegen_compile(ir, cpu, triple, NULL, &f->d) != LS_OK)
        fail_msg("%s\n%s", diagnostics(f), ir);
}

static inline void compile_ir(fixture *f, const char *ir, const char *cpu)
{
    compile_ir_for(f, ir, cpu, "x86_64-unknown-linux-gnu");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, close_small)

#endif

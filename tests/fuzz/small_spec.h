// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* small_spec.h - a small specification, so that no change of the instruction set moves a corpus. */
#ifndef LANESMITH_TEST_SMALL_SPEC_H
#define LANESMITH_TEST_SMALL_SPEC_H

#define SMALL_SPLATS                                                                               \
    "(splat8 \"s8($k)\") (splat16 \"s16($k)\") (splat32 \"s32($k)\") (splat64 \"s64($k)\"))\n"

#define SMALL_CLASSES                                                                              \
    "(class x128 (bits 128) vector (llvm \"<2 x i64>\")) (spelling x128 (c \"__m128i\") (literal " \
    "\"long long\") " SMALL_SPLATS                                                                 \
    "(class y256 (bits 256) vector (llvm \"<4 x i64>\")) (spelling y256 (c \"__m256i\") (literal " \
    "\"long long\") " SMALL_SPLATS                                                                 \
    "(target t1 (cpu \"x86-64\") (triple \"x86_64-unknown-linux-gnu\") (suffix \"t1\") (features " \
    "\"sse2\")\n"                                                                                  \
    "  (classes x128))\n"                                                                          \
    "(target t3 (cpu \"x86-64-v3\") (triple \"x86_64-unknown-linux-gnu\") (suffix \"t3\")\n"       \
    "  (features \"sse2\" \"avx2\") (classes x128 y256))\n"

/* Classes and targets; and with operations and instructions. */
static const char small_classes[] = SMALL_CLASSES;
__attribute__((unused)) static const char small_spec[] = SMALL_CLASSES
    "(op add ((a (vec n w)) (b (vec n w))) (vec n w) (doc \"Sum.\")\n"
    "  (each i (bvadd (field a i) (field b i))))\n"
    "(op xor ((a (vec n w)) (b (vec n w))) (vec n w) (doc \"Difference.\") (where (!= w 3)) (bvxor "
    "a b))\n"
    "(family (r l) ((x128 \"<2 x i64>\") (y256 \"<4 x i64>\"))\n"
    "  (instr (name \"pxor\") ((a r) (b r)) r (requires \"sse2\") (commutative) (kind logic)\n"
    "    (llvm \"xor \" l \" $a, $b\") (c \"xor($a, $b)\") (bvxor a b))\n"
    "  (instr (name \"pand\") ((a r) (b r)) r (requires \"sse2\") (commutative) (kind logic)\n"
    "    (llvm \"and \" l \" $a, $b\") (c \"and($a, $b)\") (bvand a b)))\n"
    "(instr (name \"paddb\") ((a x128) (b x128)) x128 (requires \"sse2\") (commutative) (kind add) "
    "(lanes 8)\n"
    "  (llvm \"add <16 x i8> $a, $b\") (c \"_mm_add_epi8($a, $b)\")\n"
    "  (each i 8 (bvadd (field a i) (field b i))))\n";

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* by_bits.h - what programs of by_bits.sh share, that run functions of the headers beside a loop
 * over bits: processors, random bytes, and what is said in the end. */
#ifndef BY_BITS_H
#define BY_BITS_H
#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { BYTES_MAX = 512, ROUNDS = 8 };

#define FEATURES_x86_64 "sse2"
#define FEATURES_x86_64_v2 "sse4.2,ssse3,popcnt"
#define FEATURES_x86_64_v3 "avx2,bmi,bmi2,lzcnt,popcnt"
#define FEATURES_x86_64_v4 FEATURES_x86_64_v3 ",avx512f,avx512bw,avx512dq,avx512vl,avx512cd"
#define FEATURES_icelake_server                                                               \
    FEATURES_x86_64_v4 ",gfni,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq,vpclmulqdq"

static int has_x86_64(void) { return 1; }
static int has_x86_64_v2(void) { return __builtin_cpu_supports("sse4.2"); }
static int has_x86_64_v3(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
}
static int has_x86_64_v4(void)
{
    return has_x86_64_v3() && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}
static int has_icelake_server(void)
{
    return has_x86_64_v4() && __builtin_cpu_supports("gfni") &&
           __builtin_cpu_supports("avx512vbmi");
}

static unsigned compared, skipped, wrong;
static uint64_t state = 1;

static void fill(uint8_t *byte, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        byte[i] = (uint8_t)state;
    }
}

static unsigned bit(const uint8_t *byte, unsigned i) { return byte[i / 8] >> (i % 8) & 1; }

static int report(void)
{
    printf("%u functions compared, %u wrong, %u skipped for want of a processor\n", compared,
           wrong, skipped);
    return wrong || !compared;
}

#endif

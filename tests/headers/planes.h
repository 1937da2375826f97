// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* planes.h - one function of the headers beside a loop over bits, for planes.sh. */
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

/* Bit k of field i, of n fields, is bit i of plane k. */
static int is_right(int planes, unsigned w, unsigned bits, const uint8_t *in, const uint8_t *out)
{
    unsigned n = bits / w;
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < w; k++) {
            unsigned field = i * w + k, plane = k * n + i;
            if (planes ? bit(in, field) != bit(out, plane) : bit(in, plane) != bit(out, field))
                return 0;
        }
    return 1;
}

static int report(void)
{
    printf("%u functions compared, %u wrong, %u skipped for want of a processor\n", compared,
           wrong, skipped);
    return wrong || !compared;
}

#define is_s2p 1
#define is_p2s 0
#define FUNCTION(NAME, W, CLASS, TARGET, TYPE)                                                 \
    __attribute__((target(FEATURES_##TARGET))) static void try_##NAME##W##CLASS##TARGET(void)  \
    {                                                                                          \
        uint8_t in[sizeof(TYPE)], out[sizeof(TYPE)];                                           \
        int right = 1;                                                                         \
        for (unsigned i = 0; i < ROUNDS; i++) {                                                \
            TYPE a;                                                                            \
            fill(in, sizeof in);                                                               \
            memcpy(&a, in, sizeof a);                                                          \
            a = lanesmith_##NAME##_##W##_##CLASS##_##TARGET(a);                                \
            memcpy(out, &a, sizeof a);                                                         \
            right &= is_right(is_##NAME, W, 8 * sizeof a, in, out);                            \
        }                                                                                      \
        if (!right) printf("%s %d %s %s is wrong\n", #NAME, W, #CLASS, #TARGET);               \
        wrong += !right;                                                                       \
    }
#define TRY(NAME, W, CLASS, TARGET, TYPE)                                                      \
    if (has_##TARGET()) compared++, try_##NAME##W##CLASS##TARGET();                            \
    else skipped++;

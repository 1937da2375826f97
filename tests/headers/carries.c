// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* carries.c - every function of the headers that has a carry, on numbers that let carries run
 * through all lanes, stop in any, or begin in any, against sums of words of 32 bits.
 *
 * Registers and blocks of several registers; carries go on from one to the next. Functions of
 * targets that this processor is not are counted as skipped; exit status 1 when a result is wrong.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <lanesmith/icelake_server/stream.h>
#include <lanesmith/icelake_server/stream_blocks.h>
#include <lanesmith/x86_64/stream.h>
#include <lanesmith/x86_64/stream_blocks.h>
#include <lanesmith/x86_64_v2/stream.h>
#include <lanesmith/x86_64_v2/stream_blocks.h>
#include <lanesmith/x86_64_v3/stream.h>
#include <lanesmith/x86_64_v3/stream_blocks.h>
#include <lanesmith/x86_64_v4/stream.h>
#include <lanesmith/x86_64_v4/stream_blocks.h>

enum { BYTES = 512, WORK = 10000000 }; /* WORK: bits of a function's operands, in all rounds */

typedef struct block {
    uint8_t byte[BYTES];
} block;

static uint64_t state = 1;

static uint64_t draw(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* ---- what is expected: words of 32 bits, one by one ---- */

static uint32_t word(const block *b, unsigned i)
{
    uint32_t w;
    memcpy(&w, b->byte + 4 * i, 4);
    return w;
}

static void put(block *b, unsigned i, uint32_t w)
{
    memcpy(b->byte + 4 * i, &w, 4);
}

static uint64_t sum(block *r, const block *a, const block *b, uint64_t carry, unsigned words)
{
    for (unsigned i = 0; i < words; i++) {
        uint64_t s = (uint64_t)word(a, i) + word(b, i) + carry;
        put(r, i, (uint32_t)s);
        carry = s >> 32;
    }
    return carry;
}

static uint64_t expect_add_carry(block *r, const block *a, const block *b, uint64_t c, unsigned n)
{
    return sum(r, a, b, c, n);
}

static uint64_t expect_sub_borrow(block *r, const block *a, const block *b, uint64_t c, unsigned n)
{
    block other;
    for (unsigned i = 0; i < n; i++) put(&other, i, ~word(b, i));
    return 1 - sum(r, a, &other, 1 - c, n);
}

static uint64_t expect_match_star(block *r, const block *m, const block *s, uint64_t c, unsigned n)
{
    block both, t;
    for (unsigned i = 0; i < n; i++) put(&both, i, word(m, i) & word(s, i));
    c = sum(&t, &both, s, c, n);
    for (unsigned i = 0; i < n; i++) put(r, i, (word(&t, i) ^ word(s, i)) | word(m, i));
    return c;
}

static uint64_t expect_scan_thru(block *r, const block *m, const block *s, uint64_t c, unsigned n)
{
    block t;
    c = sum(&t, m, s, c, n);
    for (unsigned i = 0; i < n; i++) put(r, i, word(&t, i) & ~word(s, i));
    return c;
}

static uint64_t expect_scan_to(block *r, const block *m, const block *t, uint64_t c, unsigned n)
{
    block others;
    for (unsigned i = 0; i < n; i++) put(&others, i, ~word(t, i));
    return expect_scan_thru(r, m, &others, c, n);
}

static uint64_t expect_inclusive_span(block *r, const block *s, const block *e, uint64_t c,
                                      unsigned n)
{
    block d;
    c = expect_sub_borrow(&d, e, s, c, n);
    for (unsigned i = 0; i < n; i++) put(r, i, word(&d, i) | word(e, i));
    return c;
}

static uint64_t expect_exclusive_span(block *r, const block *s, const block *e, uint64_t c,
                                      unsigned n)
{
    block d;
    c = expect_sub_borrow(&d, e, s, c, n);
    for (unsigned i = 0; i < n; i++) put(r, i, word(&d, i) & ~word(s, i));
    return c;
}

/* Of one operand: b is not looked at. */
static uint64_t expect_increment(block *r, const block *a, const block *b, uint64_t c, unsigned n)
{
    block none = {{0}};
    (void)b;
    return sum(r, a, &none, c, n);
}

static uint64_t expect_negate(block *r, const block *a, const block *b, uint64_t c, unsigned n)
{
    block none = {{0}};
    (void)b;
    return expect_sub_borrow(r, &none, a, c, n);
}

static uint64_t expect_advance(block *r, const block *a, const block *b, uint64_t c, unsigned n)
{
    (void)b;
    for (unsigned i = 0; i < n; i++) {
        put(r, i, word(a, i) << 1 | (uint32_t)c);
        c = word(a, i) >> 31;
    }
    return c;
}

static uint64_t expect_prefix_xor(block *r, const block *a, const block *b, uint64_t c, unsigned n)
{
    (void)b;
    for (unsigned i = 0; i < n; i++) {
        uint32_t so_far = 0;
        for (unsigned k = 0; k < 32; k++) {
            c ^= word(a, i) >> k & 1;
            so_far |= (uint32_t)c << k;
        }
        put(r, i, so_far);
    }
    return c;
}

/* ---- what the headers have ---- */

typedef uint64_t function(block *r, const block *a, const block *b, uint64_t c, unsigned words);

#define TWO x, y, c
#define OPERANDS_add_carry TWO
#define OPERANDS_sub_borrow TWO
#define OPERANDS_match_star TWO
#define OPERANDS_scan_thru TWO
#define OPERANDS_scan_to TWO
#define OPERANDS_inclusive_span TWO
#define OPERANDS_exclusive_span TWO
#define OPERANDS_increment x, c
#define OPERANDS_negate x, c
#define OPERANDS_prefix_xor x, c
#define OPERANDS_advance x, c
#define WRAP(NAME, BITS, CLS, TYPE, SUFFIX, FEATURES)                                              \
    __attribute__((target(FEATURES))) static uint64_t NAME##_##CLS##_##SUFFIX(                     \
        block *r, const block *a, const block *b, uint64_t c, unsigned words)                      \
    {                                                                                              \
        TYPE x, y, z;                                                                              \
        uint64_t carry;                                                                            \
        (void)words;                                                                               \
        memcpy(&x, a, sizeof x);                                                                   \
        memcpy(&y, b, sizeof y);                                                                   \
        (void)y;                                                                                   \
        z = lanesmith_##NAME##_##BITS##_##CLS##_##SUFFIX(OPERANDS_##NAME, &carry);                 \
        memcpy(r, &z, sizeof z);                                                                   \
        return carry;                                                                              \
    }
#define V3 "avx2,bmi,bmi2"
#define V4 "avx512f,avx512bw,avx512dq,avx512vl,bmi,bmi2"
#define ICE V4 ",pclmul,vpclmulqdq,avx512vbmi,avx512vbmi2"

/* X(operation, bits, class, type, target, features, whether the processor has them) */
#define OF_TARGETS(X, NAME)                                                                        \
    X(NAME, 128, x128, __m128i, x86_64, "sse2", 1)                                                 \
    X(NAME, 128, x128, __m128i, x86_64_v2, "sse4.2", __builtin_cpu_supports("sse4.2"))             \
    X(NAME, 128, x128, __m128i, x86_64_v3, V3, __builtin_cpu_supports("avx2"))                     \
    X(NAME, 128, x128, __m128i, x86_64_v4, V4, has_v4())                                           \
    X(NAME, 128, x128, __m128i, icelake_server, ICE, has_ice())                                    \
    X(NAME, 256, y256, __m256i, x86_64_v3, V3, __builtin_cpu_supports("avx2"))                     \
    X(NAME, 256, y256, __m256i, x86_64_v4, V4, has_v4())                                           \
    X(NAME, 256, y256, __m256i, icelake_server, ICE, has_ice())                                    \
    X(NAME, 512, z512, __m512i, x86_64_v4, V4, has_v4())                                           \
    X(NAME, 512, z512, __m512i, icelake_server, ICE, has_ice())
/* In blocks of registers. */
#define BLOCKS_OF_TARGETS(X, NAME)                                                                 \
    SHORTER_BLOCKS(X, NAME)                                                                        \
    X(NAME, 4096, z512x8, lanesmith_z512x8, x86_64_v4, V4, has_v4())                               \
    X(NAME, 4096, z512x8, lanesmith_z512x8, icelake_server, ICE, has_ice())
#define SHORTER_BLOCKS(X, NAME)                                                                    \
    OF_BLOCKS(X, NAME, x86_64, "sse2", 1)                                                          \
    OF_BLOCKS(X, NAME, x86_64_v2, "sse4.2", __builtin_cpu_supports("sse4.2"))                      \
    OF_BLOCKS(X, NAME, x86_64_v3, V3, __builtin_cpu_supports("avx2"))                              \
    OF_BLOCKS(X, NAME, x86_64_v4, V4, has_v4())                                                    \
    OF_BLOCKS(X, NAME, icelake_server, ICE, has_ice())                                             \
    OF_WIDE_BLOCKS(X, NAME, x86_64_v3, V3, __builtin_cpu_supports("avx2"))                         \
    OF_WIDE_BLOCKS(X, NAME, x86_64_v4, V4, has_v4())                                               \
    OF_WIDE_BLOCKS(X, NAME, icelake_server, ICE, has_ice())                                        \
    OF_WIDEST_BLOCKS(X, NAME, x86_64_v4, V4, has_v4())                                             \
    OF_WIDEST_BLOCKS(X, NAME, icelake_server, ICE, has_ice())
#define OF_BLOCKS(X, NAME, SUFFIX, FEATURES, HAS)                                                  \
    X(NAME, 256, x128x2, lanesmith_x128x2, SUFFIX, FEATURES, HAS)                                  \
    X(NAME, 512, x128x4, lanesmith_x128x4, SUFFIX, FEATURES, HAS)                                  \
    X(NAME, 1024, x128x8, lanesmith_x128x8, SUFFIX, FEATURES, HAS)
#define OF_WIDE_BLOCKS(X, NAME, SUFFIX, FEATURES, HAS)                                             \
    X(NAME, 512, y256x2, lanesmith_y256x2, SUFFIX, FEATURES, HAS)                                  \
    X(NAME, 1024, y256x4, lanesmith_y256x4, SUFFIX, FEATURES, HAS)                                 \
    X(NAME, 2048, y256x8, lanesmith_y256x8, SUFFIX, FEATURES, HAS)
#define OF_WIDEST_BLOCKS(X, NAME, SUFFIX, FEATURES, HAS)                                           \
    X(NAME, 1024, z512x2, lanesmith_z512x2, SUFFIX, FEATURES, HAS)                                 \
    X(NAME, 2048, z512x4, lanesmith_z512x4, SUFFIX, FEATURES, HAS)
#define ALL(X)                                                                                     \
    OF_TARGETS(X, add_carry) OF_TARGETS(X, sub_borrow) OF_TARGETS(X, match_star)                   \
    OF_TARGETS(X, scan_thru) OF_TARGETS(X, scan_to) OF_TARGETS(X, inclusive_span)                  \
    OF_TARGETS(X, exclusive_span) OF_TARGETS(X, increment) OF_TARGETS(X, negate)                   \
    OF_TARGETS(X, prefix_xor) OF_TARGETS(X, advance) GENERAL(X, prefix_xor)                        \
    BLOCKS_OF_TARGETS(X, add_carry) BLOCKS_OF_TARGETS(X, sub_borrow)                               \
    BLOCKS_OF_TARGETS(X, match_star) BLOCKS_OF_TARGETS(X, scan_thru)                               \
    BLOCKS_OF_TARGETS(X, scan_to) BLOCKS_OF_TARGETS(X, inclusive_span)                             \
    BLOCKS_OF_TARGETS(X, exclusive_span) SHORTER_BLOCKS(X, increment)                           \
    BLOCKS_OF_TARGETS(X, advance)
/* Also in general registers. */
#define GENERAL(X, NAME)                                                                           \
    X(NAME, 64, r64, uint64_t, x86_64, "sse2", 1)                                                  \
    X(NAME, 64, r64, uint64_t, x86_64_v2, "sse4.2", __builtin_cpu_supports("sse4.2"))              \
    X(NAME, 64, r64, uint64_t, x86_64_v3, V3, __builtin_cpu_supports("avx2"))                      \
    X(NAME, 64, r64, uint64_t, x86_64_v4, V4, has_v4())                                            \
    X(NAME, 64, r64, uint64_t, icelake_server, ICE, has_ice())

static int has_v4(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}

static int has_ice(void)
{
    return has_v4() && __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("vpclmulqdq") &&
           __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2");
}

#define DEFINE(NAME, BITS, CLS, TYPE, SUFFIX, FEATURES, HAS)                                       \
    WRAP(NAME, BITS, CLS, TYPE, SUFFIX, FEATURES)
ALL(DEFINE)

/* ---- trials ---- */

/* Bytes of ones, zeros, what the other lacks to ones, one more than that, or anything. */
static void draw_pair(block *a, block *b, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++) {
        uint64_t how = draw();
        uint8_t x = how & 1 ? (uint8_t)(how & 2 ? 0xff : 0) : (uint8_t)(how >> 8);
        const uint8_t other[4] = {(uint8_t)~x, (uint8_t)-x, 0, (uint8_t)(how >> 16)};
        a->byte[i] = x;
        b->byte[i] = other[how >> 2 & 15 ? 0 : how >> 6 & 3]; /* most let a carry pass */
    }
}

static int is_right(const char *name, function *f, function *expected, unsigned bits)
{
    uint64_t carry = 0;
    for (unsigned i = 0; i < WORK / bits; i++) {
        block a, b, got, want;
        draw_pair(&a, &b, bits / 8);
        uint64_t in = i % 3 == 2 ? draw() & 1 : carry, x = f(&got, &a, &b, in, 0),
                 y = expected(&want, &a, &b, in, bits / 32);
        if (x != y || memcmp(&got, &want, bits / 8)) {
            printf("%s is wrong in round %u\n", name, i);
            return 0;
        }
        carry = x;
    }
    return 1;
}

int main(void)
{
    unsigned run = 0, skipped = 0, wrong = 0;
#define TRY(NAME, BITS, CLS, TYPE, SUFFIX, FEATURES, HAS)                                          \
    if (HAS) {                                                                                     \
        run++;                                                                                     \
        wrong += !is_right(#NAME "_" #CLS "_" #SUFFIX, NAME##_##CLS##_##SUFFIX, expect_##NAME,     \
                           BITS);                                                                  \
    } else skipped++;
    ALL(TRY)
    printf("%u functions, %u wrong; %u skipped\n", run, wrong, skipped);
    return wrong > 0;
}

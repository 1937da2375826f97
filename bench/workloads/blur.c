// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* blur.c - examples/workloads/blur.ll by hand: rows widened to bytes, neighbours by byte shifts, packed by the header. */
#include "target.h"

enum { ROW = 32 }; /* bytes */

#ifdef __AVX2__
enum { PARTS = 2 };
typedef __m256i part;
#define EACH(op, ...) _mm256_##op(__VA_ARGS__)

/* Each byte in 16 bits, its halves apart. */
static inline void widen(const unsigned char *p, part m[PARTS])
{
    for (int k = 0; k < PARTS; k++) {
        part x = _mm256_cvtepu8_epi16(load(p + 16 * k));
        m[k] = _mm256_and_si256(_mm256_or_si256(x, _mm256_slli_epi16(x, 4)), _mm256_set1_epi8(15));
    }
}

static inline void narrow(unsigned char *q, const part m[PARTS])
{
    _mm256_storeu_si256((void *)q, lanesmith_packl_8_y256(m[0], m[1]));
}

/* The bytes of x one place up, with the highest of the part below, or the lowest twice. */
static inline part left_of(part x, part below, int first)
{
    part carried = first ? _mm256_permute2x128_si256(x, x, 0x08) : _mm256_permute2x128_si256(below, x, 0x21);
    part r = _mm256_alignr_epi8(x, carried, 15);
    return first ? _mm256_or_si256(r, _mm256_and_si256(x, _mm256_setr_epi32(0xff, 0, 0, 0, 0, 0, 0, 0))) : r;
}

static inline part right_of(part x, part above, int last)
{
    part carried = last ? _mm256_permute2x128_si256(x, x, 0x81) : _mm256_permute2x128_si256(x, above, 0x21);
    part r = _mm256_alignr_epi8(carried, x, 1);
    return last ? _mm256_or_si256(r, _mm256_and_si256(x, _mm256_setr_epi32(0, 0, 0, 0, 0, 0, 0, (int)0xff000000))) : r;
}
#else
enum { PARTS = 4 };
typedef __m128i part;
#define EACH(op, ...) _mm_##op(__VA_ARGS__)

static inline void widen(const unsigned char *p, part m[PARTS])
{
    for (int k = 0; k < 2; k++) {
        __m128i half = load(p + 16 * k);
        m[2 * k] = lanesmith_zext2_0_8_x128(half);
        m[2 * k + 1] = lanesmith_zext2_1_8_x128(half);
    }
}

static inline void narrow(unsigned char *q, const part m[PARTS])
{
    store(q, lanesmith_packl_8_x128(m[0], m[1]));
    store(q + 16, lanesmith_packl_8_x128(m[2], m[3]));
}

static inline part left_of(part x, part below, int first)
{
    part carried = first ? _mm_and_si128(x, _mm_setr_epi32(0xff, 0, 0, 0)) : _mm_srli_si128(below, 15);
    return _mm_or_si128(_mm_slli_si128(x, 1), carried);
}

static inline part right_of(part x, part above, int last)
{
    part carried = last ? _mm_and_si128(x, _mm_setr_epi32(0, 0, 0, (int)0xff000000)) : _mm_slli_si128(above, 15);
    return _mm_or_si128(_mm_srli_si128(x, 1), carried);
}
#endif

typedef struct row {
    part m[PARTS];
} row;

/* 1-2-1 along a row, in bytes. */
static inline row row_sum(const unsigned char *p)
{
    row x, s;
    widen(p, x.m);
    for (int k = 0; k < PARTS; k++) {
        part left = left_of(x.m[k], x.m[k ? k - 1 : 0], k == 0);
        part right = right_of(x.m[k], x.m[k + 1 < PARTS ? k + 1 : k], k == PARTS - 1);
        s.m[k] = EACH(add_epi8, EACH(add_epi8, left, right), EACH(add_epi8, x.m[k], x.m[k]));
    }
    return s;
}

void blur(const void *a, const void *b, void *out, size_t n)
{
    const unsigned char *p = a;
    unsigned char *q = out;
    row above = row_sum(p), here = row_sum(p + ROW);
    (void)b;
    for (size_t i = 0; i < n; i++) {
        row below = row_sum(p + ROW * (i + 2)), mean;
        for (int k = 0; k < PARTS; k++) {
            part s = EACH(add_epi8, EACH(add_epi8, above.m[k], below.m[k]), EACH(add_epi8, here.m[k], here.m[k]));
            mean.m[k] = EACH(srli_epi16, EACH(add_epi8, s, EACH(set1_epi8, 8)), 4); /* what is above a nibble is not packed */
        }
        narrow(q + ROW * i, mean.m);
        above = here;
        here = below;
    }
}

void blur_difference(const void *a, const void *b, void *out, size_t n)
{
#ifdef __AVX2__
    const __m256i *p = a, *q = b;
    __m256i *r = out;
    for (size_t i = 0; i < n; i++) r[i] = lanesmith_uabs_diff_4_y256(p[i], q[i]);
#else
    const __m128i *p = a, *q = b;
    __m128i *r = out;
    for (size_t i = 0; i < 2 * n; i++) r[i] = lanesmith_uabs_diff_4_x128(p[i], q[i]);
#endif
}

/* Pixels of one shade among 64: a one in the lowest bit of each, four words laid into one. */
static inline uint64_t count_shade(const uint64_t row[4], unsigned shade)
{
    const uint64_t ones = 0x1111111111111111, all = ones * shade;
    uint64_t bits = 0;
    for (int k = 0; k < 4; k++) bits |= (lanesmith_eq_4_r64(row[k], all) & ones) << k;
    return (uint64_t)__builtin_popcountll(bits);
}

void blur_histogram(const void *a, const void *b, void *out, size_t n)
{
    uint64_t *bins = out, count[16] = {0};
    (void)b;
    for (size_t i = 0; i < n; i++) {
        uint64_t row[4];
        memcpy(row, (const unsigned char *)a + ROW * i, sizeof row);
        for (unsigned shade = 0; shade < 16; shade++) count[shade] += count_shade(row, shade);
    }
    for (unsigned shade = 0; shade < 16; shade++) bins[shade] += count[shade];
}

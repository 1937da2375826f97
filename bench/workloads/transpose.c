// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* transpose.c - examples/workloads/transpose.ll by hand: packs of bytes where the IR has them and for matching, the header's packs
 * and merges for the ideal form, general registers for the carries. */
#include "target.h"

typedef struct streams {
    __m128i b[8];
} streams;

/* Of two registers the bits that the mask chooses, and the others. */
#define STEP(s0, s1, mask, shift, high, low) step(s0, s1, _mm_set1_epi8((char)(mask)), shift, &(high), &(low))
static inline void step(__m128i s0, __m128i s1, __m128i mask, int shift, __m128i *high, __m128i *low)
{
    __m128i bytes = _mm_set1_epi16(0xff);
    __m128i h = _mm_packus_epi16(_mm_srli_epi16(s0, 8), _mm_srli_epi16(s1, 8));
    __m128i l = _mm_packus_epi16(_mm_and_si128(s0, bytes), _mm_and_si128(s1, bytes));
    *high = _mm_or_si128(_mm_and_si128(mask, h), _mm_andnot_si128(mask, _mm_srli_epi16(l, shift)));
    *low = _mm_or_si128(_mm_and_si128(mask, _mm_slli_epi16(h, shift)), _mm_andnot_si128(mask, l));
}

static inline streams bytepack(const unsigned char *p)
{
    streams r;
    __m128i s[8], h[4], l[4], hh[2], hl[2], lh[2], ll[2];
    for (int k = 0; k < 8; k++) s[k] = load(p + 16 * k);
    for (int k = 0; k < 4; k++) STEP(s[2 * k], s[2 * k + 1], 0xaa, 1, h[k], l[k]);
    for (int k = 0; k < 2; k++) {
        STEP(h[2 * k], h[2 * k + 1], 0xcc, 2, hh[k], hl[k]);
        STEP(l[2 * k], l[2 * k + 1], 0xcc, 2, lh[k], ll[k]);
    }
    STEP(hh[0], hh[1], 0xf0, 4, r.b[0], r.b[4]);
    STEP(hl[0], hl[1], 0xf0, 4, r.b[2], r.b[6]);
    STEP(lh[0], lh[1], 0xf0, 4, r.b[1], r.b[5]);
    STEP(ll[0], ll[1], 0xf0, 4, r.b[3], r.b[7]);
    return r;
}

void s2p_bytepack(const void *a, const void *b, void *out, size_t n)
{
    (void)b;
    for (size_t i = 0; i < n; i++) {
        streams t = bytepack((const unsigned char *)a + 128 * i);
        for (int k = 0; k < 8; k++) store((unsigned char *)out + 128 * i + 16 * k, t.b[k]);
    }
}

void s2p_ideal(const void *a, const void *b, void *out, size_t n)
{
    (void)b;
    for (size_t i = 0; i < n; i++) {
        const unsigned char *p = (const unsigned char *)a + 128 * i;
        unsigned char *q = (unsigned char *)out + 128 * i;
        __m128i half[2][4], pair[4][2];
        for (int k = 0; k < 4; k++) {
            __m128i x = load(p + 32 * k), y = load(p + 32 * k + 16);
            half[0][k] = lanesmith_packh_8_x128(x, y);
            half[1][k] = lanesmith_packl_8_x128(x, y);
        }
        for (int g = 0; g < 2; g++)
            for (int k = 0; k < 2; k++) {
                pair[2 * g][k] = lanesmith_packh_4_x128(half[g][2 * k], half[g][2 * k + 1]);
                pair[2 * g + 1][k] = lanesmith_packl_4_x128(half[g][2 * k], half[g][2 * k + 1]);
            }
        for (int g = 0; g < 4; g++) {
            store(q + 32 * g, lanesmith_packh_2_x128(pair[g][0], pair[g][1]));
            store(q + 32 * g + 16, lanesmith_packl_2_x128(pair[g][0], pair[g][1]));
        }
    }
}

void p2s_ideal(const void *a, const void *b, void *out, size_t n)
{
    (void)b;
    for (size_t i = 0; i < n; i++) {
        const unsigned char *p = (const unsigned char *)a + 128 * i;
        unsigned char *q = (unsigned char *)out + 128 * i;
        __m128i pair[4][2], half[2][4];
        for (int g = 0; g < 4; g++) {
            __m128i high = load(p + 32 * g), low = load(p + 32 * g + 16);
            pair[g][0] = lanesmith_mergel_1_x128(low, high);
            pair[g][1] = lanesmith_mergeh_1_x128(low, high);
        }
        for (int g = 0; g < 2; g++)
            for (int k = 0; k < 2; k++) {
                half[g][2 * k] = lanesmith_mergel_2_x128(pair[2 * g + 1][k], pair[2 * g][k]);
                half[g][2 * k + 1] = lanesmith_mergeh_2_x128(pair[2 * g + 1][k], pair[2 * g][k]);
            }
        for (int k = 0; k < 4; k++) {
            store(q + 32 * k, lanesmith_mergel_4_x128(half[1][k], half[0][k]));
            store(q + 32 * k + 16, lanesmith_mergeh_4_x128(half[1][k], half[0][k]));
        }
    }
}

/* ---- matching ---- */

typedef unsigned __int128 stream;

static inline stream to_stream(__m128i x)
{
    stream s;
    memcpy(&s, &x, sizeof s);
    return s;
}

static inline __m128i or(__m128i x, __m128i y)
{
    return _mm_or_si128(x, y);
}

static inline __m128i and(__m128i x, __m128i y)
{
    return _mm_and_si128(x, y);
}

/* 011 and then 1 to 26 */
static inline __m128i is_lower(const __m128i *b)
{
    __m128i column = _mm_andnot_si128(b[0], and(b[1], b[2]));
    __m128i some = or(or(b[3], b[4]), or(b[5], or(b[6], b[7])));
    __m128i above = and(and(b[3], b[4]), or(b[5], and(b[6], b[7])));
    return _mm_andnot_si128(above, and(column, some));
}

static inline __m128i is_at(const __m128i *b)
{
    return _mm_andnot_si128(or(or(or(b[0], b[2]), or(b[3], b[4])), or(or(b[5], b[6]), b[7])), b[1]);
}

static inline stream match_star(stream m, stream class)
{
    return (((m & class) + class) ^ class) | m;
}

void match_address(const void *a, const void *b, void *out, size_t n)
{
    (void)b;
    for (size_t i = 0; i < n; i++) {
        streams t = bytepack((const unsigned char *)a + 128 * i);
        stream lower = to_stream(is_lower(t.b)), at = to_stream(is_at(t.b));
        stream name = match_star(lower << 1, lower);
        stream begun = (name & at) << 1 & lower;
        stream match = match_star(begun << 1, lower);
        memcpy((unsigned char *)out + 16 * i, &match, sizeof match);
    }
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* quant.c - examples/workloads/quant.ll by hand: weights widened, by the header in 128 bits, products of 16 bits added in pairs (pmaddwd). */
#include "target.h"

#ifdef __AVX512BW__
typedef __m512i sums;
static inline sums zero(void)
{
    return _mm512_setzero_si512();
}

/* 64 products of 8-bit numbers added to 16 sums. */
static inline sums add_64(sums s, __m512i w, const signed char *x)
{
    __m512i w0 = _mm512_cvtepi8_epi16(_mm512_castsi512_si256(w)), w1 = _mm512_cvtepi8_epi16(_mm512_extracti64x4_epi64(w, 1));
    __m512i x0 = _mm512_cvtepi8_epi16(_mm256_loadu_si256((const void *)x));
    __m512i x1 = _mm512_cvtepi8_epi16(_mm256_loadu_si256((const void *)(x + 32)));
    return _mm512_add_epi32(s, _mm512_add_epi32(_mm512_madd_epi16(w0, x0), _mm512_madd_epi16(w1, x1)));
}

/* 64 weights in 32 bytes: each byte in 16 bits, its halves apart, their signs extended. */
static inline sums add_i4(sums s, const unsigned char *w, const signed char *x)
{
    __m512i y = _mm512_cvtepu8_epi16(_mm256_loadu_si256((const void *)w)), sign = _mm512_set1_epi8(8);
    y = _mm512_and_si512(_mm512_or_si512(y, _mm512_slli_epi16(y, 4)), _mm512_set1_epi8(15));
    return add_64(s, _mm512_sub_epi8(_mm512_xor_si512(y, sign), sign), x);
}

/* 64 weights in 16 bytes: the same in two steps. */
static inline sums add_i2(sums s, const unsigned char *w, const signed char *x)
{
    __m512i y = _mm512_cvtepu8_epi32(load(w)), sign = _mm512_set1_epi8(2);
    y = _mm512_and_si512(_mm512_or_si512(y, _mm512_slli_epi32(y, 12)), _mm512_set1_epi16(15));
    y = _mm512_and_si512(_mm512_or_si512(y, _mm512_slli_epi16(y, 6)), _mm512_set1_epi8(3));
    return add_64(s, _mm512_sub_epi8(_mm512_xor_si512(y, sign), sign), x);
}

static inline int32_t total(sums s)
{
    return _mm512_reduce_add_epi32(s);
}
#elif defined __AVX2__
typedef __m256i sums;
static inline sums zero(void)
{
    return _mm256_setzero_si256();
}

static inline sums add_32(sums s, __m256i w, const signed char *x)
{
    __m256i w0 = _mm256_cvtepi8_epi16(_mm256_castsi256_si128(w)), w1 = _mm256_cvtepi8_epi16(_mm256_extracti128_si256(w, 1));
    __m256i x0 = _mm256_cvtepi8_epi16(load(x)), x1 = _mm256_cvtepi8_epi16(load(x + 16));
    return _mm256_add_epi32(s, _mm256_add_epi32(_mm256_madd_epi16(w0, x0), _mm256_madd_epi16(w1, x1)));
}

/* 32 weights in 16 bytes: each byte in 16 bits, its halves apart, their signs extended. */
static inline sums add_half(sums s, const unsigned char *w, const signed char *x)
{
    __m256i y = _mm256_cvtepu8_epi16(load(w)), sign = _mm256_set1_epi8(8);
    y = _mm256_and_si256(_mm256_or_si256(y, _mm256_slli_epi16(y, 4)), _mm256_set1_epi8(15));
    return add_32(s, _mm256_sub_epi8(_mm256_xor_si256(y, sign), sign), x);
}

static inline sums add_i4(sums s, const unsigned char *w, const signed char *x)
{
    return add_half(add_half(s, w, x), w + 16, x + 32);
}

/* 32 weights in 8 bytes: the same in two steps. */
static inline sums add_quarter(sums s, const unsigned char *w, const signed char *x)
{
    __m256i y = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const void *)w)), sign = _mm256_set1_epi8(2);
    y = _mm256_and_si256(_mm256_or_si256(y, _mm256_slli_epi32(y, 12)), _mm256_set1_epi16(15));
    y = _mm256_and_si256(_mm256_or_si256(y, _mm256_slli_epi16(y, 6)), _mm256_set1_epi8(3));
    return add_32(s, _mm256_sub_epi8(_mm256_xor_si256(y, sign), sign), x);
}

static inline sums add_i2(sums s, const unsigned char *w, const signed char *x)
{
    return add_quarter(add_quarter(s, w, x), w + 8, x + 32);
}

static inline int32_t total(sums s)
{
    __m128i t = _mm_add_epi32(_mm256_castsi256_si128(s), _mm256_extracti128_si256(s, 1));
    t = _mm_add_epi32(t, _mm_shuffle_epi32(t, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(t, _mm_shuffle_epi32(t, 0xb1)));
}
#else
typedef __m128i sums;
static inline sums zero(void)
{
    return _mm_setzero_si128();
}

/* The sign comes with the byte in the upper half of 16 bits. */
static inline __m128i low16(__m128i x)
{
    return _mm_srai_epi16(_mm_unpacklo_epi8(x, x), 8);
}

static inline __m128i high16(__m128i x)
{
    return _mm_srai_epi16(_mm_unpackhi_epi8(x, x), 8);
}

static inline sums add_16(sums s, __m128i w, const signed char *x)
{
    __m128i y = load(x);
    s = _mm_add_epi32(s, _mm_madd_epi16(low16(w), low16(y)));
    return _mm_add_epi32(s, _mm_madd_epi16(high16(w), high16(y)));
}

static inline sums add_i4(sums s, const unsigned char *w, const signed char *x)
{
    __m128i low = load(w), high = load(w + 16);
    s = add_16(add_16(s, lanesmith_sext2_0_8_x128(low), x), lanesmith_sext2_1_8_x128(low), x + 16);
    return add_16(add_16(s, lanesmith_sext2_0_8_x128(high), x + 32), lanesmith_sext2_1_8_x128(high), x + 48);
}

static inline sums add_i2(sums s, const unsigned char *w, const signed char *x)
{
    __m128i all = load(w);
    s = add_16(add_16(s, lanesmith_sext4_0_8_x128(all), x), lanesmith_sext4_1_8_x128(all), x + 16);
    return add_16(add_16(s, lanesmith_sext4_2_8_x128(all), x + 32), lanesmith_sext4_3_8_x128(all), x + 48);
}

static inline int32_t total(sums t)
{
    t = _mm_add_epi32(t, _mm_shuffle_epi32(t, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(t, _mm_shuffle_epi32(t, 0xb1)));
}
#endif

void quant_dot_i4(const void *a, const void *b, void *out, size_t n)
{
    const unsigned char *w = a;
    int32_t *r = out;
    for (size_t i = 0; i < n; i++, w += 128) {
        sums s = zero();
        for (int k = 0; k < 4; k++) s = add_i4(s, w + 32 * k, (const signed char *)b + 64 * k);
        r[i] = total(s);
    }
}

void quant_dot_i2(const void *a, const void *b, void *out, size_t n)
{
    const unsigned char *w = a;
    int32_t *r = out;
    for (size_t i = 0; i < n; i++, w += 64) {
        sums s = zero();
        for (int k = 0; k < 4; k++) s = add_i2(s, w + 16 * k, (const signed char *)b + 64 * k);
        r[i] = total(s);
    }
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* dna.c - examples/workloads/dna.ll by hand: bases are gathered by pext where there is one, and counted in general registers. */
#include "target.h"

static const uint64_t LOW = 0x5555555555555555;

#ifdef __BMI2__
static inline void pack(const unsigned char *p, unsigned char *q)
{
    for (int k = 0; k < 8; k++) {
        uint16_t bases = (uint16_t)_pext_u64(load64(p + 8 * k), 0x0606060606060606);
        memcpy(q + 2 * k, &bases, sizeof bases);
    }
}
#else
/* Four bases of four letters in the low byte of every 32 bits. */
static inline __m128i gather(__m128i letters)
{
    __m128i x = _mm_and_si128(_mm_srli_epi16(letters, 1), _mm_set1_epi8(3));
    x = _mm_or_si128(x, _mm_srli_epi16(x, 6));
    x = _mm_or_si128(x, _mm_srli_epi32(x, 12));
    return _mm_and_si128(x, _mm_set1_epi32(0xff));
}

static inline void pack(const unsigned char *p, unsigned char *q)
{
    __m128i x = _mm_packs_epi32(gather(load(p)), gather(load(p + 16)));
    __m128i y = _mm_packs_epi32(gather(load(p + 32)), gather(load(p + 48)));
    store(q, _mm_packus_epi16(x, y));
}
#endif

void dna_pack(const void *a, const void *b, void *out, size_t n)
{
    (void)b;
    for (size_t i = 0; i < n; i++) pack((const unsigned char *)a + 64 * i, (unsigned char *)out + 16 * i);
}

/* A one in the low bit of each of 32 bases that is not 0. */
static inline uint64_t not_zero(uint64_t x)
{
    return (x | x >> 1) & LOW;
}

void dna_mismatches(const void *a, const void *b, void *out, size_t n)
{
    const unsigned char *p = a, *q = b;
    uint32_t *r = out;
    for (size_t i = 0; i < n; i++) {
        uint64_t low = not_zero(load64(p + 16 * i) ^ load64(q + 16 * i));
        uint64_t high = not_zero(load64(p + 16 * i + 8) ^ load64(q + 16 * i + 8));
        r[i] = (uint32_t)__builtin_popcountll(low | high << 1);
    }
}

void dna_matches(const void *a, const void *b, void *out, size_t n)
{
    const unsigned char *p = a, *q = b;
    uint32_t *r = out;
    for (size_t i = 0; i < n; i++) {
        uint64_t x = load64(q + 16 * i), y = load64(q + 16 * i + 8);
        uint64_t low = not_zero(x) & ~not_zero(x ^ load64(p + 16 * i));
        uint64_t high = not_zero(y) & ~not_zero(y ^ load64(p + 16 * i + 8));
        r[i] = (uint32_t)__builtin_popcountll(low | high << 1);
    }
}

#ifdef __AVX512BW__
void dna_pileup(const void *a, const void *b, void *out, size_t n)
{
    __m512i sum = _mm512_setzero_si512();
    uint64_t x = load64(b), y = load64((const unsigned char *)b + 8);
    for (size_t i = 0; i < n; i++) {
        const unsigned char *p = (const unsigned char *)a + 16 * i;
        uint64_t differ = _pext_u64(not_zero(load64(p) ^ x), LOW) | _pext_u64(not_zero(load64(p + 8) ^ y), LOW) << 32;
        sum = _mm512_mask_add_epi8(sum, ~differ, sum, _mm512_set1_epi8(1));
    }
    _mm512_storeu_si512(out, sum);
}
#else
/* Sums of bases 4j + k of every byte j in register k; in order at the end. */
void dna_pileup(const void *a, const void *b, void *out, size_t n)
{
    __m128i reference = load(b), sum[4], one = _mm_set1_epi8(1);
    unsigned char *q = out;
    for (int k = 0; k < 4; k++) sum[k] = _mm_setzero_si128();
    for (size_t i = 0; i < n; i++) {
        __m128i same = lanesmith_eq_2_x128(load((const unsigned char *)a + 16 * i), reference);
        sum[0] = _mm_add_epi8(sum[0], _mm_and_si128(same, one));
        sum[1] = _mm_add_epi8(sum[1], _mm_and_si128(_mm_srli_epi16(same, 2), one));
        sum[2] = _mm_add_epi8(sum[2], _mm_and_si128(_mm_srli_epi16(same, 4), one));
        sum[3] = _mm_add_epi8(sum[3], _mm_and_si128(_mm_srli_epi16(same, 6), one));
    }
    __m128i l01 = _mm_unpacklo_epi8(sum[0], sum[1]), h01 = _mm_unpackhi_epi8(sum[0], sum[1]);
    __m128i l23 = _mm_unpacklo_epi8(sum[2], sum[3]), h23 = _mm_unpackhi_epi8(sum[2], sum[3]);
    store(q, _mm_unpacklo_epi16(l01, l23));
    store(q + 16, _mm_unpackhi_epi16(l01, l23));
    store(q + 32, _mm_unpacklo_epi16(h01, h23));
    store(q + 48, _mm_unpackhi_epi16(h01, h23));
}
#endif

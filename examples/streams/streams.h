// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* streams.h - parallel bit streams in plain C for clang: docs/streams.md explains them.
 *
 * A text is read in blocks of BLOCK bytes. A stream has one bit for each byte of the block, bit i
 * for byte i, and is one long integer. What crosses from one block to the next is a carry, which
 * the caller keeps from block to block and begins with {0}.
 *
 * Nothing here names a processor: it is `_BitInt` and vectors of clang. */
#ifndef STREAMS_H
#define STREAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Bits of a stream: one register of AVX-512, two of AVX2. 128 and 256 work as well. */
#ifndef BLOCK
#define BLOCK 512
#endif
enum { WORDS = BLOCK / 64 };

/* A stream that goes through a call goes through memory. Without calls there is no convention of
 * calls that clang need warn of. */
#pragma clang diagnostic ignored "-Wpsabi"
#define INLINE static inline __attribute__((always_inline))

typedef unsigned _BitInt(BLOCK) stream;
typedef struct {
    stream bit[8]; /* bit j of every byte */
} basis;

/* ---- single streams ---- */

INLINE void to_words(stream x, uint64_t words[WORDS]) { memcpy(words, &x, sizeof x); }

INLINE bool any(stream x)
{
    uint64_t words[WORDS], all = 0;
    to_words(x, words);
    for (int i = 0; i < WORDS; i++) all |= words[i];
    return all != 0;
}

/* The ones of several blocks side by side, wherever they begin. */
static inline __attribute__((noinline)) uint64_t count_all(const void *streams, int blocks)
{
    const uint8_t *from = streams;
    uint64_t ones = 0;
    for (int i = 0; i < blocks * WORDS; i++) {
        uint64_t word;
        memcpy(&word, from + 8 * i, sizeof word);
        ones += (uint64_t)__builtin_popcountll(word);
    }
    return ones;
}

/* The first n bits of a block; n at most BLOCK. */
INLINE stream first(size_t n) { return n == BLOCK ? ~(stream)0 : ((stream)1 << n) - 1; }

/* The bits of x where the mask has ones, side by side at the low end. */
INLINE uint64_t extract(uint64_t x, uint64_t mask)
{
#ifdef __BMI2__
    return __builtin_ia32_pext_di(x, mask);
#else
    uint64_t kept = 0;
    for (int to = 0; mask; mask &= mask - 1, to++) kept |= (x >> __builtin_ctzll(mask) & 1) << to;
    return kept;
#endif
}

/* Deletion: the same in every word. */
INLINE stream extract_words(stream x, const uint64_t mask[WORDS])
{
    uint64_t words[WORDS];
    to_words(x, words);
    for (int i = 0; i < WORDS; i++) words[i] = extract(words[i], mask[i]);
    memcpy(&x, words, sizeof x);
    return x;
}

/* ---- streams that run over blocks ---- */

/* Every bit moves k places on, towards later bytes. *before: the block before. */
INLINE stream advance(stream x, int k, stream *before)
{
    stream moved = x << k | *before >> (BLOCK - k);
    *before = x;
    return moved;
}

INLINE stream add(stream a, stream b, bool *carry)
{
    stream sum, all;
    bool over = __builtin_add_overflow(a, b, &sum);
    over |= __builtin_add_overflow(sum, (stream)*carry, &all);
    *carry = over;
    return all;
}

/* Where one can get from the markers through any number of bytes of the class, none included. */
INLINE stream match_star(stream markers, stream class, bool *carry)
{
    return (add(markers & class, class, carry) ^ class) | markers;
}

/* Each marker moves on to the first byte that is not of the class. At most one marker stands in
 * each run of the class. */
INLINE stream scan_thru(stream markers, stream class, bool *carry)
{
    return add(markers, class, carry) & ~class;
}

/* Bit i is the parity of bits 0..i: ones from every first marker up to its second. *before: the
 * result of the block before, whose last bit says whether one is still open. */
INLINE stream prefix_xor(stream x, stream *before)
{
#pragma clang loop unroll(full)
    for (int k = 1; k < BLOCK; k *= 2) x ^= x << k;
    x ^= (stream)((signed _BitInt(BLOCK)) * before >> (BLOCK - 1));
    *before = x;
    return x;
}

/* ---- bytes to streams and back ---- */

typedef uint8_t bytes __attribute__((ext_vector_type(BLOCK / 8)));     /* an eighth of a block */
typedef uint16_t pairs __attribute__((ext_vector_type(BLOCK / 16)));   /* the same, by twos */
typedef uint8_t two_bytes __attribute__((ext_vector_type(BLOCK / 4))); /* a quarter */

INLINE bytes up(bytes x, int n) { return (bytes)((pairs)x << (uint16_t)n); }
INLINE bytes down(bytes x, int n) { return (bytes)((pairs)x >> (uint16_t)n); }
INLINE bytes choose(uint8_t mask, bytes yes, bytes no)
{
    return (yes & mask) | (no & (uint8_t)~mask);
}

/* 2n registers become n that have of each byte the bits of the mask, and n that have the others:
 * those of two neighbours side by side (the byte-pack form of Lin 2014, appendix A.1). */
INLINE void take_apart(const bytes *v, int n, int shift, uint8_t mask, bytes *high, bytes *low)
{
#pragma clang loop unroll(full)
    for (int i = 0; i < n; i++) {
        two_bytes both;
        memcpy(&both, v + 2 * i, sizeof both);
        high[i] = choose(mask, both.odd, down(both.even, shift));
        low[i] = choose(mask, up(both.odd, shift), both.even);
    }
}

/* The inverse of take_apart. */
INLINE void put_together(const bytes *high, const bytes *low, int n, int shift, uint8_t mask,
                         bytes *v)
{
#pragma clang loop unroll(full)
    for (int i = 0; i < n; i++) {
        two_bytes both;
        both.odd = choose(mask, high[i], down(low[i], shift));
        both.even = choose(mask, up(high[i], shift), low[i]);
        memcpy(v + 2 * i, &both, sizeof both);
    }
}

/* Transposition: BLOCK bytes to eight streams. */
INLINE basis s2p(const uint8_t *text)
{
    bytes v[8], half[2][4], quarter[4][2], bit[8];
    basis x;
    memcpy(v, text, sizeof v);
    take_apart(v, 4, 1, 0xaa, half[1], half[0]);
    for (int i = 0; i < 2; i++) take_apart(half[i], 2, 2, 0xcc, quarter[i + 2], quarter[i]);
    for (int i = 0; i < 4; i++) take_apart(quarter[i], 1, 4, 0xf0, &bit[i + 4], &bit[i]);
    memcpy(&x, bit, sizeof x);
    return x;
}

/* And back. */
INLINE void p2s(const basis *x, uint8_t *text)
{
    bytes v[8], half[2][4], quarter[4][2], bit[8];
    memcpy(bit, x, sizeof bit);
    for (int i = 0; i < 4; i++) put_together(&bit[i + 4], &bit[i], 1, 4, 0xf0, quarter[i]);
    for (int i = 0; i < 2; i++) put_together(quarter[i + 2], quarter[i], 2, 2, 0xcc, half[i]);
    put_together(half[1], half[0], 4, 1, 0xaa, v);
    memcpy(text, v, sizeof v);
}

/* The bytes of low and high streams as numbers of 16 bits. */
INLINE void p2s_pairs(const basis *low, const basis *high, uint16_t *to)
{
    bytes l[8], h[8];
    p2s(low, (uint8_t *)l);
    p2s(high, (uint8_t *)h);
    for (int i = 0; i < 8; i++) {
        two_bytes both;
        both.even = l[i];
        both.odd = h[i];
        memcpy(to + i * (BLOCK / 8), &both, sizeof both);
    }
}

/* ---- classes of characters ---- */

/* The bytes that are c. */
INLINE stream is_byte(const basis *x, uint8_t c)
{
    stream all = ~(stream)0;
#pragma clang loop unroll(full)
    for (int j = 0; j < 8; j++) all &= c >> j & 1 ? x->bit[j] : ~x->bit[j];
    return all;
}

/* The bytes below c, which is not 0. */
INLINE stream is_below(const basis *x, uint8_t c)
{
    stream below = 0;
#pragma clang loop unroll(full)
    for (int j = 0; j < 8; j++) below = c >> j & 1 ? below | ~x->bit[j] : below & ~x->bit[j];
    return below;
}

/* The bytes from a up to b, which is not 255. */
INLINE stream is_between(const basis *x, uint8_t a, uint8_t b)
{
    return is_below(x, (uint8_t)(b + 1)) & ~is_below(x, a);
}

/* ---- a text, block by block ---- */

/* The block at i: bytes of the text, behind its end zeros. room: BLOCK bytes. */
INLINE const uint8_t *block_at(const uint8_t *text, size_t n, size_t i, uint8_t *room)
{
    if (n - i >= BLOCK) return text + i;
    memset(room, 0, BLOCK);
    memcpy(room, text + i, n - i);
    return room;
}

#endif

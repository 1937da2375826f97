// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* bv.c - limb arithmetic. Plain and slow on purpose where it does not matter (division,
 * multiplication): this is the reference that everything else is checked against. */
#include "bv.h"

#include <string.h>

enum { BV_MAX = 64 }; /* limbs: 4096 bits */

void bv_trim(uint64_t *a, unsigned width)
{
    if (width % 64) a[width / 64] &= (1ULL << width % 64) - 1;
}

bool bv_is_zero(const uint64_t *a, unsigned width)
{
    for (unsigned i = 0; i < bv_limbs(width); i++)
        if (a[i]) return false;
    return true;
}

bool bv_is_ones(const uint64_t *a, unsigned width)
{
    for (unsigned i = 0; i < width / 64; i++)
        if (~a[i]) return false;
    return width % 64 == 0 || a[width / 64] == (1ULL << width % 64) - 1;
}

bool bv_equal(const uint64_t *a, const uint64_t *b, unsigned width)
{
    return !memcmp(a, b, bv_limbs(width) * sizeof *a);
}

bool bv_ult(const uint64_t *a, const uint64_t *b, unsigned width)
{
    for (unsigned i = bv_limbs(width); i-- > 0;)
        if (a[i] != b[i]) return a[i] < b[i];
    return false;
}

bool bv_slt(const uint64_t *a, const uint64_t *b, unsigned width)
{
    bool sa = bv_bit(a, width - 1), sb = bv_bit(b, width - 1);
    return sa != sb ? sa : bv_ult(a, b, width);
}

void bv_add(uint64_t *out, const uint64_t *a, const uint64_t *b, unsigned width)
{
    unsigned __int128 carry = 0;
    for (unsigned i = 0; i < bv_limbs(width); i++) {
        carry += (unsigned __int128)a[i] + b[i];
        out[i] = (uint64_t)carry;
        carry >>= 64;
    }
    bv_trim(out, width);
}

void bv_sub(uint64_t *out, const uint64_t *a, const uint64_t *b, unsigned width)
{
    unsigned borrow = 0;
    for (unsigned i = 0; i < bv_limbs(width); i++) {
        unsigned __int128 d = (unsigned __int128)a[i] - b[i] - borrow;
        out[i] = (uint64_t)d;
        borrow = (unsigned)(d >> 64) & 1;
    }
    bv_trim(out, width);
}

void bv_neg(uint64_t *out, const uint64_t *a, unsigned width)
{
    static const uint64_t zero[BV_MAX];
    bv_sub(out, zero, a, width);
}

void bv_mul(uint64_t *out, const uint64_t *a, const uint64_t *b, unsigned width)
{
    uint64_t r[BV_MAX] = {0};
    unsigned n = bv_limbs(width);
    for (unsigned i = 0; i < n; i++) {
        uint64_t carry = 0;
        for (unsigned j = 0; i + j < n; j++) {
            unsigned __int128 t = (unsigned __int128)a[i] * b[j] + r[i + j] + carry;
            r[i + j] = (uint64_t)t;
            carry = (uint64_t)(t >> 64);
        }
    }
    memcpy(out, r, n * sizeof *r);
    bv_trim(out, width);
}

/* Restoring division, one bit a step. */
void bv_udivrem(uint64_t *quotient, uint64_t *remainder, const uint64_t *a, const uint64_t *b,
                unsigned width)
{
    uint64_t q[BV_MAX] = {0}, r[BV_MAX + 1] = {0};
    unsigned n = bv_limbs(width);
    if (bv_is_zero(b, width)) {
        memset(q, 0xff, n * sizeof *q);
        bv_trim(q, width);
        memcpy(r, a, n * sizeof *r);
    } else {
        for (unsigned i = width; i-- > 0;) {
            bool out_bit = bv_bit(r, width - 1);
            bv_shl(r, r, 1, width);
            r[0] |= bv_bit(a, i);
            if (!out_bit && bv_ult(r, b, width)) continue;
            bv_sub(r, r, b, width);
            bv_set_bit(q, i, true);
        }
    }
    if (quotient) memcpy(quotient, q, n * sizeof *q);
    if (remainder) memcpy(remainder, r, n * sizeof *r);
}

/* SMT-LIB: defined through the unsigned ones on absolute values; the remainder has the dividend's
 * sign. */
void bv_sdivrem(uint64_t *quotient, uint64_t *remainder, const uint64_t *a, const uint64_t *b,
                unsigned width)
{
    uint64_t x[BV_MAX], y[BV_MAX], q[BV_MAX], r[BV_MAX];
    bool sa = bv_bit(a, width - 1), sb = bv_bit(b, width - 1);
    unsigned n = bv_limbs(width);
    memcpy(x, a, n * sizeof *x);
    memcpy(y, b, n * sizeof *y);
    if (sa) bv_neg(x, x, width);
    if (sb) bv_neg(y, y, width);
    bv_udivrem(q, r, x, y, width);
    if (sa != sb) bv_neg(q, q, width);
    if (sa) bv_neg(r, r, width);
    if (quotient) memcpy(quotient, q, n * sizeof *q);
    if (remainder) memcpy(remainder, r, n * sizeof *r);
}

void bv_shl(uint64_t *out, const uint64_t *a, unsigned by, unsigned width)
{
    unsigned n = bv_limbs(width), limbs = by / 64, bits = by % 64;
    for (unsigned i = n; i-- > 0;) {
        uint64_t v = 0;
        if (by < width && i >= limbs) v = a[i - limbs] << bits;
        if (by < width && bits && i > limbs) v |= a[i - limbs - 1] >> (64 - bits);
        out[i] = v;
    }
    bv_trim(out, width);
}

void bv_lshr(uint64_t *out, const uint64_t *a, unsigned by, unsigned width)
{
    unsigned n = bv_limbs(width), limbs = by / 64, bits = by % 64;
    for (unsigned i = 0; i < n; i++) {
        uint64_t v = 0;
        if (by < width && i + limbs < n) v = a[i + limbs] >> bits;
        if (by < width && bits && i + limbs + 1 < n) v |= a[i + limbs + 1] << (64 - bits);
        out[i] = v;
    }
}

void bv_ashr(uint64_t *out, const uint64_t *a, unsigned by, unsigned width)
{
    bool sign = bv_bit(a, width - 1);
    if (by > width) by = width;
    bv_lshr(out, a, by, width);
    for (unsigned i = width - by; sign && i < width; i++) bv_set_bit(out, i, true);
}

void bv_extract(uint64_t *out, const uint64_t *a, unsigned high, unsigned low)
{
    unsigned width = high - low + 1, limbs = low / 64, bits = low % 64, last = high / 64;
    for (unsigned i = 0; i < bv_limbs(width); i++) {
        uint64_t v = a[i + limbs] >> bits;
        if (bits && i + limbs + 1 <= last) v |= a[i + limbs + 1] << (64 - bits);
        out[i] = v;
    }
    bv_trim(out, width);
}

static void insert_bits(uint64_t *out, uint64_t value, unsigned count, unsigned at)
{
    unsigned limb = at / 64, shift = at % 64;
    uint64_t mask = count == 64 ? ~0ULL : (1ULL << count) - 1;
    out[limb] = (out[limb] & ~(mask << shift)) | (value & mask) << shift;
    if (shift + count <= 64) return;
    out[limb + 1] = (out[limb + 1] & ~(mask >> (64 - shift))) | (value & mask) >> (64 - shift);
}

void bv_insert(uint64_t *out, const uint64_t *part, unsigned part_width, unsigned at)
{
    for (unsigned i = 0; i < part_width; i += 64)
        insert_bits(out, part[i / 64], part_width - i < 64 ? part_width - i : 64, at + i);
}

unsigned bv_amount(const uint64_t *a, unsigned width)
{
    for (unsigned i = 1; i < bv_limbs(width); i++)
        if (a[i]) return width;
    return a[0] < width ? (unsigned)a[0] : width;
}

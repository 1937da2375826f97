// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* lane.h - what the references of test_spec.c and test_spec_ops.c are written in: random numbers
 * with a fixed seed, bits of registers, lanes, and the functions of a lane that instructions and
 * operations share. */
#ifndef LANESMITH_TEST_LANE_H
#define LANESMITH_TEST_LANE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "spec/base/random.h"

static uint64_t seed = 1;

static inline uint64_t random_bits(void)
{
    return random_next(&seed);
}

static inline uint64_t ones(unsigned w) { return w >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << w) - 1; }

/* A w-bit value, often a corner: near zero, near w (a shift amount), near the ends of both number
 * ranges. */
static inline uint64_t random_value(unsigned w)
{
    uint64_t sign = (uint64_t)1 << (w - 1);
    const uint64_t corner[] = {0,           1,       2,     sign - 1, sign, sign + 1,
                               ones(w) - 1, ones(w), w - 1, w,        w + 1};
    uint64_t r = random_bits();
    if (r % 3 == 0)
        return corner[(r >> 8) % (sizeof corner / sizeof *corner)] & ones(w);
    if (r % 3 == 1)
        return (r >> 8) % (2 * w) & ones(w);
    return random_bits() & ones(w);
}

/* Bits of a register: little-endian limbs. */

enum { LIMBS = 16 };

static inline uint64_t get_bits(const uint64_t *limbs, unsigned low, unsigned w)
{
    uint64_t v = 0;
    for (unsigned i = 0; i < w; i++)
        v |= (limbs[(low + i) / 64] >> ((low + i) % 64) & 1) << i;
    return v;
}

static inline void put_bits(uint64_t *limbs, unsigned low, unsigned w, uint64_t v)
{
    for (unsigned i = 0; i < w; i++) {
        uint64_t mask = (uint64_t)1 << ((low + i) % 64);
        uint64_t *l = &limbs[(low + i) / 64];
        *l = (v >> i & 1) ? *l | mask : *l & ~mask;
    }
}

static inline void fill_random(uint64_t *limbs, unsigned bits)
{
    static const unsigned widths[] = {8, 16, 32, 64};
    unsigned w = widths[random_bits() % 4];
    if (w > bits)
        w = bits;
    memset(limbs, 0, LIMBS * sizeof *limbs);
    for (unsigned low = 0; low < bits; low += w)
        put_bits(limbs, low, w, random_value(w));
}

/* One lane: sources a b c of w bits (those that are there), the immediate k, the lane's number i;
 * and whole registers for instructions that look at other lanes. */
typedef struct lane {
    uint64_t a, b, c;
    unsigned k, i, w;
    const uint64_t *reg[3];
    unsigned bits; /* of the registers */
    unsigned n;    /* fields, of an operation's lane */
} lane;
typedef uint64_t (*lane_fn)(const lane *v);

static inline int64_t as_signed(uint64_t v, unsigned w)
{
    return v >> (w - 1) & 1 ? (int64_t)(v | ~ones(w)) : (int64_t)v;
}
static inline int64_t sa(const lane *v) { return as_signed(v->a, v->w); }
static inline int64_t sb(const lane *v) { return as_signed(v->b, v->w); }
static inline uint64_t mask_if(bool cond) { return cond ? ~(uint64_t)0 : 0; }

/* Requires: the exact value fits 64 bits, so for lanes of at most 32 bits. */
static inline uint64_t clamp(int64_t v, int64_t low, int64_t high)
{
    return (uint64_t)(v < low ? low : v > high ? high : v);
}
static inline uint64_t clamp_signed(int64_t v, unsigned w)
{
    return clamp(v, -((int64_t)1 << (w - 1)), ((int64_t)1 << (w - 1)) - 1);
}

static inline uint64_t ref_and(const lane *v) { return v->a & v->b; }
static inline uint64_t ref_or(const lane *v) { return v->a | v->b; }
static inline uint64_t ref_xor(const lane *v) { return v->a ^ v->b; }
static inline uint64_t ref_not(const lane *v) { return ~v->a; }
static inline uint64_t ref_andn(const lane *v) { return ~v->a & v->b; }
static inline uint64_t ref_add(const lane *v) { return v->a + v->b; }
static inline uint64_t ref_sub(const lane *v) { return v->a - v->b; }
static inline uint64_t ref_neg(const lane *v) { return 0 - v->a; }
static inline uint64_t ref_mul(const lane *v) { return v->a * v->b; }
static inline uint64_t ref_lea2(const lane *v) { return v->a + 2 * v->b; }
static inline uint64_t ref_lea4(const lane *v) { return v->a + 4 * v->b; }
static inline uint64_t ref_lea8(const lane *v) { return v->a + 8 * v->b; }
static inline uint64_t ref_shl(const lane *v) { return v->a << v->k; }
static inline uint64_t ref_shr(const lane *v) { return v->a >> v->k; }
static inline uint64_t ref_sar(const lane *v) { return (uint64_t)(sa(v) >> v->k); }
static inline uint64_t ref_rol(const lane *v) { return v->a << v->k | v->a >> (v->w - v->k); }
static inline uint64_t ref_shlx(const lane *v) { return v->a << v->b % v->w; }
static inline uint64_t ref_shrx(const lane *v) { return v->a >> v->b % v->w; }
static inline uint64_t ref_sarx(const lane *v) { return (uint64_t)(sa(v) >> v->b % v->w); }
static inline uint64_t ref_sllv(const lane *v) { return v->b < v->w ? v->a << v->b : 0; }
static inline uint64_t ref_srlv(const lane *v) { return v->b < v->w ? v->a >> v->b : 0; }
static inline uint64_t ref_srav(const lane *v)
{
    return (uint64_t)(sa(v) >> (v->b < v->w ? v->b : v->w - 1));
}
static inline uint64_t ref_cmpeq(const lane *v) { return mask_if(v->a == v->b); }
static inline uint64_t ref_cmpneq(const lane *v) { return mask_if(v->a != v->b); }
static inline uint64_t ref_cmpgt(const lane *v) { return mask_if(sa(v) > sb(v)); }
static inline uint64_t ref_cmplt(const lane *v) { return mask_if(sa(v) < sb(v)); }
static inline uint64_t ref_cmple(const lane *v) { return mask_if(sa(v) <= sb(v)); }
static inline uint64_t ref_cmpltu(const lane *v) { return mask_if(v->a < v->b); }
static inline uint64_t ref_cmpleu(const lane *v) { return mask_if(v->a <= v->b); }
static inline uint64_t ref_copy(const lane *v) { return v->a; }
static inline uint64_t ref_movm(const lane *v) { return mask_if(v->a & 1); }
static inline uint64_t ref_minu(const lane *v) { return v->a < v->b ? v->a : v->b; }
static inline uint64_t ref_maxu(const lane *v) { return v->a < v->b ? v->b : v->a; }
static inline uint64_t ref_mins(const lane *v) { return sa(v) < sb(v) ? v->a : v->b; }
static inline uint64_t ref_maxs(const lane *v) { return sa(v) < sb(v) ? v->b : v->a; }
static inline uint64_t ref_avg(const lane *v) { return (v->a + v->b + 1) >> 1; }
static inline uint64_t ref_abs(const lane *v) { return sa(v) < 0 ? 0 - v->a : v->a; }
static inline uint64_t ref_sign(const lane *v)
{
    return sb(v) < 0 ? 0 - v->a : sb(v) == 0 ? 0 : v->a;
}
static inline uint64_t ref_adds(const lane *v) { return clamp_signed(sa(v) + sb(v), v->w); }
static inline uint64_t ref_subs(const lane *v) { return clamp_signed(sa(v) - sb(v), v->w); }
static inline uint64_t ref_addus(const lane *v)
{
    return clamp((int64_t)(v->a + v->b), 0, (int64_t)ones(v->w));
}
static inline uint64_t ref_subus(const lane *v) { return v->a > v->b ? v->a - v->b : 0; }
static inline uint64_t ref_mulhw(const lane *v) { return (uint64_t)(sa(v) * sb(v) >> 16); }
static inline uint64_t ref_mulhuw(const lane *v) { return v->a * v->b >> 16; }
static inline uint64_t ref_muludq(const lane *v)
{
    return (v->a & 0xffffffff) * (v->b & 0xffffffff);
}

static inline uint64_t ref_blsi(const lane *v)
{
    for (unsigned j = 0; j < v->w; j++)
        if (v->a >> j & 1)
            return (uint64_t)1 << j;
    return 0;
}
static inline uint64_t ref_blsr(const lane *v) { return v->a - ref_blsi(v); }
static inline uint64_t ref_pext(const lane *v)
{
    uint64_t r = 0;
    for (unsigned i = 0, k = 0; i < v->w; i++)
        if (v->b >> i & 1) r |= (v->a >> i & 1) << k++;
    return r;
}
static inline uint64_t ref_pdep(const lane *v)
{
    uint64_t r = 0;
    for (unsigned i = 0, k = 0; i < v->w; i++)
        if (v->b >> i & 1) r |= (v->a >> k++ & 1) << i;
    return r;
}

#endif

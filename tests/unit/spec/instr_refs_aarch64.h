// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* instr_refs_aarch64.h - what the instructions of the set aarch64 give in lane i of their result,
 * in plain C: the references of test_spec_aarch64.c. */
#ifndef LANESMITH_TEST_INSTR_REFS_AARCH64_H
#define LANESMITH_TEST_INSTR_REFS_AARCH64_H

#include "tests/unit/lane.h"

/* Exact sums, products and shifts of lanes of 64 bits. */
__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

/* Lane j of w bits of source s, unsigned and signed. */
static uint64_t get(const lane *v, unsigned s, unsigned j, unsigned w)
{
    return get_bits(v->reg[s], j * w, w);
}
static int64_t get_signed(const lane *v, unsigned s, unsigned j, unsigned w)
{
    return as_signed(get(v, s, j, w), w);
}

static uint64_t saturate_signed(wide x, unsigned w)
{
    wide top = ((wide)1 << (w - 1)) - 1;
    return (uint64_t)(x > top ? top : x < -top - 1 ? -top - 1 : x);
}
static uint64_t saturate_unsigned(wide x, unsigned w)
{
    wide top = ((wide)1 << w) - 1;
    return (uint64_t)(x > top ? top : x < 0 ? 0 : x);
}

/* ---- logic ---- */

static uint64_t ref_bic(const lane *v) { return v->a & ~v->b; }
static uint64_t ref_orn(const lane *v) { return v->a | ~v->b; }
static uint64_t ref_eon(const lane *v) { return ~(v->a ^ v->b); }
static uint64_t ref_bsl(const lane *v) { return v->c ^ ((v->b ^ v->c) & v->a); }
static uint64_t ref_eor3(const lane *v) { return v->a ^ v->b ^ v->c; }
static uint64_t ref_bcax(const lane *v) { return v->a ^ (v->b & ~v->c); }
static uint64_t ref_ror_k(const lane *v) { return v->a >> v->k | v->a << (v->w - v->k); }
static uint64_t ref_xar(const lane *v)
{
    uint64_t x = v->a ^ v->b;
    return x >> v->k | x << (64 - v->k);
}

/* ---- arithmetic ---- */

static uint64_t ref_sqabs(const lane *v)
{
    return saturate_signed(sa(v) < 0 ? -(wide)sa(v) : sa(v), v->w);
}
static uint64_t ref_sqneg(const lane *v) { return saturate_signed(-(wide)sa(v), v->w); }
static uint64_t ref_uhadd(const lane *v) { return (v->a + v->b) / 2; }
static uint64_t ref_urhadd(const lane *v) { return (v->a + v->b + 1) / 2; }
static uint64_t ref_shadd(const lane *v) { return (uint64_t)((sa(v) + sb(v)) >> 1); }
static uint64_t ref_srhadd(const lane *v) { return (uint64_t)((sa(v) + sb(v) + 1) >> 1); }
static uint64_t ref_uhsub(const lane *v)
{
    return (uint64_t)(((int64_t)v->a - (int64_t)v->b) >> 1);
}
static uint64_t ref_shsub(const lane *v) { return (uint64_t)((sa(v) - sb(v)) >> 1); }
static uint64_t ref_uabd(const lane *v) { return v->a > v->b ? v->a - v->b : v->b - v->a; }
static uint64_t ref_sabd(const lane *v) { return sa(v) > sb(v) ? v->a - v->b : v->b - v->a; }
static uint64_t ref_uaba(const lane *v) { return v->c + ref_uabd(v); }
static uint64_t ref_saba(const lane *v) { return v->c + ref_sabd(v); }
static uint64_t ref_umin(const lane *v) { return v->a < v->b ? v->a : v->b; }
static uint64_t ref_umax(const lane *v) { return v->a > v->b ? v->a : v->b; }
static uint64_t ref_smin(const lane *v) { return sa(v) < sb(v) ? v->a : v->b; }
static uint64_t ref_smax(const lane *v) { return sa(v) > sb(v) ? v->a : v->b; }
static uint64_t ref_uqadd(const lane *v) { return saturate_unsigned((wide)v->a + v->b, v->w); }
static uint64_t ref_sqadd(const lane *v) { return saturate_signed((wide)sa(v) + sb(v), v->w); }
static uint64_t ref_uqsub(const lane *v) { return saturate_unsigned((wide)v->a - v->b, v->w); }
static uint64_t ref_sqsub(const lane *v) { return saturate_signed((wide)sa(v) - sb(v), v->w); }
static uint64_t ref_usqadd(const lane *v) { return saturate_unsigned((wide)v->a + sb(v), v->w); }
static uint64_t ref_suqadd(const lane *v) { return saturate_signed((wide)sa(v) + v->b, v->w); }
static uint64_t ref_mla(const lane *v) { return v->c + v->a * v->b; }
static uint64_t ref_mls(const lane *v) { return v->c - v->a * v->b; }
static uint64_t ref_sqdmulh(const lane *v)
{
    return saturate_signed((wide)sa(v) * sb(v) * 2 >> v->w, v->w);
}
static uint64_t ref_sqrdmulh(const lane *v)
{
    return saturate_signed(((wide)sa(v) * sb(v) * 2 + ((wide)1 << (v->w - 1))) >> v->w, v->w);
}
static uint64_t ref_umulh(const lane *v) { return (uint64_t)((uwide)v->a * v->b >> 64); }
static uint64_t ref_smulh(const lane *v) { return (uint64_t)((wide)sa(v) * sb(v) >> 64); }

static uwide carryless(uint64_t a, uint64_t b)
{
    uwide sum = 0;
    for (unsigned i = 0; i < 64; i++)
        if (b >> i & 1) sum ^= (uwide)a << i;
    return sum;
}
static uint64_t ref_pmul(const lane *v) { return (uint64_t)carryless(v->a, v->b); }

/* ---- compares ---- */

static uint64_t ref_cmeq(const lane *v) { return mask_if(v->a == v->b); }
static uint64_t ref_cmtst(const lane *v) { return mask_if((v->a & v->b) != 0); }
static uint64_t ref_cmhi(const lane *v) { return mask_if(v->a > v->b); }
static uint64_t ref_cmhs(const lane *v) { return mask_if(v->a >= v->b); }
static uint64_t ref_cmgt(const lane *v) { return mask_if(sa(v) > sb(v)); }
static uint64_t ref_cmge(const lane *v) { return mask_if(sa(v) >= sb(v)); }

/* ---- shifts ---- */

static uint64_t ref_sli(const lane *v) { return v->b << v->k | (v->a & ones(v->k)); }
static uint64_t ref_sri(const lane *v) { return v->b >> v->k | (v->a & ~ones(v->w - v->k)); }
static uint64_t ref_usra(const lane *v) { return v->a + (v->b >> v->k); }
static uint64_t ref_ssra(const lane *v) { return v->a + (uint64_t)(sb(v) >> v->k); }

static int amount(const lane *v) { return (int8_t)(v->b & 0xff); }

/* x shifted to the left, or to the right with so much added first. */
static wide shifted(wide x, int by, bool rounded)
{
    if (by >= 0) return by > 126 ? 0 : (wide)((uwide)x << by);
    if (rounded && -by > 100) return 0;
    wide half = rounded ? (wide)1 << (-by - 1) : 0;
    return -by > 126 ? (x < 0 ? -1 : 0) : (x + half) >> -by;
}
static uint64_t ref_ushl(const lane *v) { return (uint64_t)shifted(v->a, amount(v), false); }
static uint64_t ref_sshl(const lane *v) { return (uint64_t)shifted(sa(v), amount(v), false); }
static uint64_t ref_urshl(const lane *v) { return (uint64_t)shifted(v->a, amount(v), true); }
static uint64_t ref_srshl(const lane *v) { return (uint64_t)shifted(sa(v), amount(v), true); }
static uint64_t ref_urshr(const lane *v) { return (uint64_t)shifted(v->a, -(int)v->k, true); }
static uint64_t ref_srshr(const lane *v) { return (uint64_t)shifted(sa(v), -(int)v->k, true); }

/* Whatever is not nothing is too much when it goes that far. */
static uint64_t saturating_u(const lane *v, int by)
{
    if (by < 0) return (uint64_t)shifted(v->a, by, false);
    if ((unsigned)by >= v->w) return v->a ? ones(v->w) : 0;
    return saturate_unsigned((wide)v->a << by, v->w);
}
static uint64_t saturating_s(const lane *v, int by)
{
    if (by < 0) return (uint64_t)shifted(sa(v), by, false);
    if (v->a && (unsigned)by >= v->w) return sa(v) < 0 ? (uint64_t)1 << (v->w - 1) : ones(v->w - 1);
    return v->a ? saturate_signed(sa(v) * ((wide)1 << by), v->w) : 0;
}
static uint64_t ref_uqshl(const lane *v) { return saturating_u(v, amount(v)); }
static uint64_t ref_sqshl(const lane *v) { return saturating_s(v, amount(v)); }
static uint64_t ref_uqshl_n(const lane *v) { return saturating_u(v, (int)v->k); }
static uint64_t ref_sqshl_n(const lane *v) { return saturating_s(v, (int)v->k); }
static uint64_t ref_ror_r(const lane *v)
{
    unsigned by = (unsigned)(v->b % v->w);
    return by ? v->a >> by | v->a << (v->w - by) : v->a;
}

/* ---- the second source shifted on the way; bits of general registers ---- */

static uint64_t ref_add_lsl(const lane *v) { return v->a + (v->b << v->k); }
static uint64_t ref_add_lsr(const lane *v) { return v->a + (v->b >> v->k); }
static uint64_t ref_sub_lsl(const lane *v) { return v->a - (v->b << v->k); }
static uint64_t ref_sub_lsr(const lane *v) { return v->a - (v->b >> v->k); }
static uint64_t ref_and_lsl(const lane *v) { return v->a & v->b << v->k; }
static uint64_t ref_and_lsr(const lane *v) { return v->a & v->b >> v->k; }
static uint64_t ref_orr_lsl(const lane *v) { return v->a | v->b << v->k; }
static uint64_t ref_orr_lsr(const lane *v) { return v->a | v->b >> v->k; }
static uint64_t ref_eor_lsl(const lane *v) { return v->a ^ v->b << v->k; }
static uint64_t ref_eor_lsr(const lane *v) { return v->a ^ v->b >> v->k; }
static uint64_t ref_extr(const lane *v) { return v->b >> v->k | v->a << (v->w - v->k); }

static uint64_t field_of(const lane *v, unsigned m) { return v->a >> v->k & ones(m); }
static uint64_t ref_ubfx_1(const lane *v) { return field_of(v, 1); }
static uint64_t ref_ubfx_2(const lane *v) { return field_of(v, 2); }
static uint64_t ref_ubfx_4(const lane *v) { return field_of(v, 4); }
static uint64_t ref_ubfx_8(const lane *v) { return field_of(v, 8); }
static uint64_t ref_ubfx_16(const lane *v) { return field_of(v, 16); }
static uint64_t ref_sbfx_1(const lane *v) { return (uint64_t)as_signed(field_of(v, 1), 1); }
static uint64_t ref_sbfx_2(const lane *v) { return (uint64_t)as_signed(field_of(v, 2), 2); }
static uint64_t ref_sbfx_4(const lane *v) { return (uint64_t)as_signed(field_of(v, 4), 4); }
static uint64_t ref_sbfx_8(const lane *v) { return (uint64_t)as_signed(field_of(v, 8), 8); }
static uint64_t ref_sbfx_16(const lane *v) { return (uint64_t)as_signed(field_of(v, 16), 16); }
static uint64_t inserted(const lane *v, unsigned m)
{
    uint64_t r = v->a;
    put_bits(&r, v->k, m, v->b);
    return r;
}
static uint64_t ref_bfi_1(const lane *v) { return inserted(v, 1); }
static uint64_t ref_bfi_2(const lane *v) { return inserted(v, 2); }
static uint64_t ref_bfi_4(const lane *v) { return inserted(v, 4); }
static uint64_t ref_bfi_8(const lane *v) { return inserted(v, 8); }
static uint64_t ref_bfi_16(const lane *v) { return inserted(v, 16); }

/* ---- bits counted and reversed ---- */

static uint64_t ref_cnt(const lane *v) { return (uint64_t)__builtin_popcountll(v->a); }
static uint64_t ref_clz(const lane *v)
{
    return v->a ? (uint64_t)__builtin_clzll(v->a) - (64 - v->w) : v->w;
}
static uint64_t ref_cls(const lane *v)
{
    unsigned n = 0;
    while (n < v->w - 1 && (v->a >> (v->w - 2 - n) & 1) == v->a >> (v->w - 1)) n++;
    return n;
}
static uint64_t ref_rbit(const lane *v)
{
    uint64_t r = 0;
    for (unsigned i = 0; i < v->w; i++) r |= (v->a >> i & 1) << (v->w - 1 - i);
    return r;
}
static uint64_t ref_rev(const lane *v) { return __builtin_bswap64(v->a) >> (64 - v->w); }

/* Lanes in reverse inside so many bits; of a general register the bytes. */
static uint64_t reversed(const lane *v, unsigned bits)
{
    unsigned per = bits / v->w;
    return get(v, 0, v->i / per * per + per - 1 - v->i % per, v->w);
}
static uint64_t ref_rev16(const lane *v)
{
    if (v->w == 8) return reversed(v, 16);
    return (v->a >> 8 & 0x00ff00ff00ff00ff) | (v->a << 8 & ~(uint64_t)0x00ff00ff00ff00ff);
}
static uint64_t ref_rev32(const lane *v) { return reversed(v, 32); }
static uint64_t ref_rev64(const lane *v) { return reversed(v, 64); }

/* ---- lanes moved ---- */

static unsigned half_of(const lane *v) { return 64 / v->w; }
static uint64_t ref_zip1(const lane *v) { return get(v, v->i % 2, v->i / 2, v->w); }
static uint64_t ref_zip2(const lane *v) { return get(v, v->i % 2, v->i / 2 + half_of(v), v->w); }
static uint64_t ref_uzp1(const lane *v)
{
    return get(v, v->i / half_of(v), v->i % half_of(v) * 2, v->w);
}
static uint64_t ref_uzp2(const lane *v)
{
    return get(v, v->i / half_of(v), v->i % half_of(v) * 2 + 1, v->w);
}
static uint64_t ref_trn1(const lane *v) { return get(v, v->i % 2, v->i / 2 * 2, v->w); }
static uint64_t ref_trn2(const lane *v) { return get(v, v->i % 2, v->i / 2 * 2 + 1, v->w); }
static uint64_t ref_ext(const lane *v) { return get(v, (v->i + v->k) / 16, (v->i + v->k) % 16, 8); }
static uint64_t ref_dup(const lane *v) { return get(v, 0, v->k, v->w); }
static uint64_t ref_tbl1(const lane *v) { return v->b < 16 ? get(v, 0, (unsigned)v->b, 8) : 0; }
static uint64_t ref_tbl2(const lane *v)
{
    return v->c < 32 ? get(v, (unsigned)v->c / 16, (unsigned)v->c % 16, 8) : 0;
}
static uint64_t ref_tbx1(const lane *v) { return v->c < 16 ? get(v, 1, (unsigned)v->c, 8) : v->a; }
static uint64_t ref_fmov(const lane *v) { return v->i ? 0 : get(v, 0, 0, v->w); }
static uint64_t ref_dup_r(const lane *v) { return get(v, 0, 0, v->w); }
static uint64_t ref_umov(const lane *v) { return v->i ? 0 : get(v, 0, v->k, v->w); }

/* ---- neighbours; all lanes ---- */

/* Lane j of both sources, one behind the other. */
static lane pair_of(const lane *v)
{
    unsigned n = 128 / v->w, j = 2 * v->i;
    lane r = *v;
    r.a = get(v, j / n, j % n, v->w);
    r.b = get(v, j / n, j % n + 1, v->w);
    return r;
}
#define PAIRWISE(name, of)                                                                         \
    static uint64_t name(const lane *v)                                                            \
    {                                                                                              \
        lane r = pair_of(v);                                                                       \
        return of(&r);                                                                             \
    }
PAIRWISE(ref_addp, ref_add)
PAIRWISE(ref_uminp, ref_umin)
PAIRWISE(ref_umaxp, ref_umax)
PAIRWISE(ref_sminp, ref_smin)
PAIRWISE(ref_smaxp, ref_smax)

#define ACROSS(name, of)                                                                           \
    static uint64_t name(const lane *v)                                                            \
    {                                                                                              \
        lane r = *v;                                                                               \
        r.a = get(v, 0, 0, v->w);                                                                  \
        for (unsigned j = 1; j < 128 / v->w; j++) {                                                \
            r.b = get(v, 0, j, v->w);                                                              \
            r.a = of(&r) & ones(v->w);                                                             \
        }                                                                                          \
        return v->i ? 0 : r.a;                                                                     \
    }
ACROSS(ref_addv, ref_add)
ACROSS(ref_uminv, ref_umin)
ACROSS(ref_umaxv, ref_umax)
ACROSS(ref_sminv, ref_smin)
ACROSS(ref_smaxv, ref_smax)

static uint64_t ref_uaddlp(const lane *v)
{
    return get(v, 0, 2 * v->i, v->w / 2) + get(v, 0, 2 * v->i + 1, v->w / 2);
}
static uint64_t ref_saddlp(const lane *v)
{
    return (uint64_t)(get_signed(v, 0, 2 * v->i, v->w / 2) +
                      get_signed(v, 0, 2 * v->i + 1, v->w / 2));
}
static uint64_t ref_uadalp(const lane *v) { return v->b + ref_uaddlp(v); }
static uint64_t ref_sadalp(const lane *v) { return v->b + ref_saddlp(v); }
/* Named by the narrow lanes: lanes 0 and 1 together are the sum. */
static uint64_t sum_part(const lane *v, uint64_t sum)
{
    return v->i == 0 ? sum : v->i == 1 ? (v->w == 64 ? 0 : sum >> v->w) : 0;
}
static uint64_t ref_uaddlv(const lane *v)
{
    uint64_t sum = 0;
    for (unsigned j = 0; j < 128 / v->w; j++) sum += get(v, 0, j, v->w);
    return sum_part(v, sum);
}
static uint64_t ref_saddlv(const lane *v)
{
    uint64_t sum = 0;
    for (unsigned j = 0; j < 128 / v->w; j++) sum += (uint64_t)get_signed(v, 0, j, v->w);
    return sum_part(v, sum & ones(2 * v->w));
}

/* ---- twice and half the width ---- */

/* The narrow lane of source s that this lane is made of: of the low half, or the high one. */
static unsigned narrow_lane(const lane *v, bool high) { return v->i + (high ? 128 / v->w : 0); }
static lane low_u(const lane *v, bool high)
{
    lane r = *v;
    r.a = get(v, 0, narrow_lane(v, high), v->w / 2);
    r.b = get(v, 1, narrow_lane(v, high), v->w / 2);
    return r;
}
static lane low_s(const lane *v, bool high)
{
    lane r = *v;
    r.a = (uint64_t)get_signed(v, 0, narrow_lane(v, high), v->w / 2);
    r.b = (uint64_t)get_signed(v, 1, narrow_lane(v, high), v->w / 2);
    return r;
}
#define LONG_ONE(name, of, sign, high)                                                             \
    static uint64_t name(const lane *v)                                                            \
    {                                                                                              \
        lane r = low_##sign(v, high);                                                              \
        return of(&r);                                                                             \
    }
/* u and s, low and high half. */
#define LONG(name, of)                                                                             \
    LONG_ONE(ref_u##name, of, u, false)                                                            \
    LONG_ONE(ref_u##name##2, of, u, true)                                                          \
    LONG_ONE(ref_s##name, of, s, false)                                                            \
    LONG_ONE(ref_s##name##2, of, s, true)
static uint64_t narrow_distance(const lane *v)
{
    return (int64_t)v->a > (int64_t)v->b ? v->a - v->b : v->b - v->a;
}
static uint64_t first_and_wide(const lane *v) { return get(v, 0, v->i, v->w) + v->b; }
static uint64_t first_less_wide(const lane *v) { return get(v, 0, v->i, v->w) - v->b; }
LONG(shll, ref_shl)
LONG(addl, ref_add)
LONG(subl, ref_sub)
LONG(mull, ref_mul)
LONG(mlal, ref_mla)
LONG(mlsl, ref_mls)
LONG(abdl, narrow_distance)
LONG(addw, first_and_wide)
LONG(subw, first_less_wide)
static uint64_t wide_carryless(const lane *v, unsigned half)
{
    if (v->w == 16)
        return (uint64_t)carryless(get(v, 0, v->i + 8 * half, 8), get(v, 1, v->i + 8 * half, 8));
    return (uint64_t)(carryless(v->reg[0][half], v->reg[1][half]) >> 64 * v->i);
}
static uint64_t ref_pmull(const lane *v) { return wide_carryless(v, 0); }
static uint64_t ref_pmull2(const lane *v) { return wide_carryless(v, 1); }

/* Lane j of twice the width of source s. */
static uint64_t twice(const lane *v, unsigned s, unsigned j) { return get(v, s, j, 2 * v->w); }
static int64_t twice_signed(const lane *v, unsigned j) { return get_signed(v, 0, j, 2 * v->w); }
static uint64_t ref_xtn(const lane *v) { return v->i < half_of(v) ? twice(v, 0, v->i) : 0; }
static uint64_t ref_xtn2(const lane *v)
{
    return v->i < half_of(v) ? v->a : twice(v, 1, v->i - half_of(v));
}
static uint64_t ref_shrn(const lane *v) { return ref_xtn(v) >> v->k; }
static uint64_t ref_shrn2(const lane *v)
{
    return v->i < half_of(v) ? v->a : twice(v, 1, v->i - half_of(v)) >> v->k;
}
static uint64_t ref_addhn(const lane *v)
{
    return v->i < half_of(v) ? (twice(v, 0, v->i) + twice(v, 1, v->i)) >> v->w : 0;
}
static uint64_t ref_subhn(const lane *v)
{
    return v->i < half_of(v) ? (twice(v, 0, v->i) - twice(v, 1, v->i)) >> v->w : 0;
}
static uint64_t ref_uqxtn(const lane *v)
{
    return v->i < half_of(v) ? saturate_unsigned(twice(v, 0, v->i), v->w) : 0;
}
static uint64_t ref_sqxtn(const lane *v)
{
    return v->i < half_of(v) ? saturate_signed(twice_signed(v, v->i), v->w) : 0;
}
static uint64_t ref_sqxtun(const lane *v)
{
    return v->i < half_of(v) ? saturate_unsigned(twice_signed(v, v->i), v->w) : 0;
}
static uint64_t ref_udot(const lane *v)
{
    uint64_t sum = v->c;
    for (unsigned j = 4 * v->i; j < 4 * v->i + 4; j++) sum += get(v, 0, j, 8) * get(v, 1, j, 8);
    return sum;
}
static uint64_t ref_sdot(const lane *v)
{
    uint64_t sum = v->c;
    for (unsigned j = 4 * v->i; j < 4 * v->i + 4; j++)
        sum += (uint64_t)(get_signed(v, 0, j, 8) * get_signed(v, 1, j, 8));
    return sum;
}

/* ---- by name, without the arrangement ---- */

#define R(name)                                                                                    \
    {                                                                                              \
#name, ref_##name                                                                          \
    }
#define R4(name) R(u##name), R(u##name##2), R(s##name), R(s##name##2)
struct ref {
    const char *name;
    lane_fn fn;
};
static const struct ref refs[] = {
    R(and),
    {"orr", ref_or},
    {"eor", ref_xor},
    R(bic),
    R(orn),
    R(eon),
    {"mvn", ref_not},
    R(bsl),
    R(eor3),
    R(bcax),
    R(xar),
    R(add),
    R(sub),
    R(neg),
    R(abs),
    R(sqabs),
    R(sqneg),
    R(uhadd),
    R(urhadd),
    R(uhsub),
    R(shadd),
    R(srhadd),
    R(shsub),
    R(uabd),
    R(sabd),
    R(uaba),
    R(saba),
    R(umin),
    R(umax),
    R(smin),
    R(smax),
    R(uqadd),
    R(sqadd),
    R(uqsub),
    R(sqsub),
    R(usqadd),
    R(suqadd),
    R(mul),
    R(mla),
    R(mls),
    {"madd", ref_mla},
    {"msub", ref_mls},
    R(sqdmulh),
    R(sqrdmulh),
    R(umulh),
    R(smulh),
    R(pmul),
    R(cmeq),
    R(cmtst),
    R(cmhi),
    R(cmhs),
    R(cmgt),
    R(cmge),
    R(shl),
    {"ushr", ref_shr},
    {"sshr", ref_sar},
    R(sli),
    R(sri),
    R(usra),
    R(ssra),
    R(ushl),
    R(sshl),
    R(urshl),
    R(srshl),
    R(urshr),
    R(srshr),
    R(uqshl),
    R(sqshl),
    R(uqshl_n),
    R(sqshl_n),
    {"lsl", ref_shl},
    {"lsr", ref_shr},
    {"asr", ref_sar},
    {"ror", ref_ror_k},
    {"lsl_r", ref_shlx},
    {"lsr_r", ref_shrx},
    {"asr_r", ref_sarx},
    R(ror_r),
    R(add_lsl),
    R(add_lsr),
    R(sub_lsl),
    R(sub_lsr),
    R(and_lsl),
    R(and_lsr),
    R(orr_lsl),
    R(orr_lsr),
    R(eor_lsl),
    R(eor_lsr),
    R(extr),
    R(ubfx_1),
    R(ubfx_2),
    R(ubfx_4),
    R(ubfx_8),
    R(ubfx_16),
    R(sbfx_1),
    R(sbfx_2),
    R(sbfx_4),
    R(sbfx_8),
    R(sbfx_16),
    R(bfi_1),
    R(bfi_2),
    R(bfi_4),
    R(bfi_8),
    R(bfi_16),
    R(cnt),
    R(clz),
    R(cls),
    R(rbit),
    R(rev),
    R(rev16),
    R(rev32),
    R(rev64),
    R(zip1),
    R(zip2),
    R(uzp1),
    R(uzp2),
    R(trn1),
    R(trn2),
    R(ext),
    R(dup),
    R(tbl1),
    R(tbl2),
    R(tbx1),
    R(fmov),
    R(dup_r),
    R(umov),
    R(addp),
    R(uminp),
    R(umaxp),
    R(sminp),
    R(smaxp),
    R(addv),
    R(uminv),
    R(umaxv),
    R(sminv),
    R(smaxv),
    R(uaddlp),
    R(saddlp),
    R(uadalp),
    R(sadalp),
    R(uaddlv),
    R(saddlv),
    R4(shll),
    R4(addl),
    R4(subl),
    R4(mull),
    R4(mlal),
    R4(mlsl),
    R4(abdl),
    R4(addw),
    R4(subw),
    R(pmull),
    R(pmull2),
    R(xtn),
    R(xtn2),
    R(shrn),
    R(shrn2),
    R(addhn),
    R(subhn),
    R(uqxtn),
    R(sqxtn),
    R(sqxtun),
    R(udot),
    R(sdot),
};

#endif

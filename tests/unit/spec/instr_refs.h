// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* instr_refs.h - what the instructions of the shipped spec do to a lane, in plain C: the references
 * of test_spec.c. */
#ifndef LANESMITH_TEST_INSTR_REFS_H
#define LANESMITH_TEST_INSTR_REFS_H

#include <stdlib.h>

#include "tests/unit/lane.h"

/* Lanes of 32 bits: two signed words in each source. */
static uint64_t ref_maddwd(const lane *v)
{
    int64_t low = (int64_t)(int16_t)(v->a & 0xffff) * (int16_t)(v->b & 0xffff);
    int64_t high = (int64_t)(int16_t)(v->a >> 16) * (int16_t)(v->b >> 16);
    return (uint64_t)(low + high);
}

/* Lanes of 16 bits: two unsigned bytes in a, two signed ones in b. */
static uint64_t ref_maddubsw(const lane *v)
{
    int64_t low = (int64_t)(uint8_t)(v->a & 0xff) * (int8_t)(v->b & 0xff);
    int64_t high = (int64_t)(uint8_t)(v->a >> 8) * (int8_t)(v->b >> 8);
    return clamp_signed(low + high, 16);
}

static uint64_t ref_ternlog(const lane *v)
{
    uint64_t r = 0;
    for (unsigned j = 0; j < v->w; j++) {
        unsigned row = (unsigned)((v->a >> j & 1) << 2 | (v->b >> j & 1) << 1 | (v->c >> j & 1));
        r |= (uint64_t)(v->k >> row & 1) << j;
    }
    return r;
}

static uint64_t ref_blendw(const lane *v) { return v->k >> v->i % 8 & 1 ? v->b : v->a; }
static uint64_t ref_blendd(const lane *v) { return v->k >> v->i & 1 ? v->b : v->a; }
static uint64_t ref_blendv(const lane *v) { return v->c >> (v->w - 1) & 1 ? v->b : v->a; }

static uint64_t ref_zx(const lane *v) { return v->a; }
static uint64_t ref_low_byte(const lane *v) { return v->a & 0xff; }
static uint64_t ref_sx(const lane *v) { return (uint64_t)sa(v); }

static uint64_t ref_blsmsk(const lane *v)
{
    return v->a ? ref_blsi(v) | (ref_blsi(v) - 1) : ~(uint64_t)0;
}
static uint64_t ref_bzhi(const lane *v)
{
    return (v->b & 0xff) < v->w ? v->a & ones((unsigned)(v->b & 0xff)) : v->a;
}

/* Lane i of source s. */
static uint64_t lane_of(const lane *v, unsigned s, unsigned i)
{
    return get_bits(v->reg[s], i * v->w, v->w);
}

/* The first lane of the block of n bits that this lane is in. */
static unsigned block_of(const lane *v, unsigned n) { return v->i * v->w / n * n / v->w; }

static uint64_t ref_shufb(const lane *v)
{
    return v->b & 0x80 ? 0 : lane_of(v, 0, block_of(v, 128) + (unsigned)(v->b & 15));
}

/* Two bits of the immediate for each of four places. */
static unsigned two_bits(const lane *v) { return v->k >> 2 * (v->i % 4) & 3; }

static uint64_t ref_shufd(const lane *v) { return lane_of(v, 0, block_of(v, 128) + two_bits(v)); }
static uint64_t ref_permq4(const lane *v) { return lane_of(v, 0, block_of(v, 256) + two_bits(v)); }
static uint64_t ref_shuflw(const lane *v)
{
    return v->i % 8 < 4 ? lane_of(v, 0, block_of(v, 128) + two_bits(v)) : v->a;
}
static uint64_t ref_shufhw(const lane *v)
{
    return v->i % 8 < 4 ? v->a : lane_of(v, 0, block_of(v, 128) + 4 + two_bits(v));
}

static uint64_t interleaved(const lane *v, unsigned first)
{
    unsigned block = block_of(v, 128);
    return lane_of(v, v->i % 2, block + first + (v->i - block) / 2);
}
static uint64_t ref_unpackl(const lane *v) { return interleaved(v, 0); }
static uint64_t ref_unpackh(const lane *v) { return interleaved(v, 64 / v->w); }

/* What comes to this lane of a pack, twice as wide and signed. */
static int64_t packed(const lane *v)
{
    unsigned block = block_of(v, 128), half = 64 / v->w, at = v->i - block;
    return as_signed(get_bits(v->reg[at / half], block * v->w + at % half * 2 * v->w, 2 * v->w),
                     2 * v->w);
}
static uint64_t ref_packus(const lane *v) { return clamp(packed(v), 0, (int64_t)ones(v->w)); }
static uint64_t ref_packss(const lane *v) { return clamp_signed(packed(v), v->w); }

static uint64_t ref_hadd(const lane *v)
{
    unsigned block = block_of(v, 128), half = 64 / v->w, at = v->i - block;
    return lane_of(v, at / half, block + at % half * 2) +
           lane_of(v, at / half, block + at % half * 2 + 1);
}

static uint64_t ref_alignr(const lane *v)
{
    unsigned block = block_of(v, 128), at = v->i - block + v->k;
    return lane_of(v, at < 16, block + at % 16);
}
static uint64_t ref_slldq(const lane *v)
{
    return v->i % 16 < v->k ? 0 : lane_of(v, 0, v->i - v->k);
}
static uint64_t ref_srldq(const lane *v)
{
    return v->i % 16 + v->k > 15 ? 0 : lane_of(v, 0, v->i + v->k);
}
static uint64_t ref_perm(const lane *v)
{
    return lane_of(v, 0, (unsigned)(v->b % (v->bits / v->w)));
}

static uint64_t ref_perm_two(const lane *v)
{
    unsigned n = v->bits / v->w;
    return lane_of(v, v->c / n % 2, (unsigned)(v->c % n));
}

static uint64_t ref_permilps(const lane *v)
{
    return lane_of(v, 0, block_of(v, 128) + (unsigned)(v->b & 3));
}

/* By one amount, the low quadword. */
static uint64_t ref_sll_one(const lane *v)
{
    return v->reg[1][0] < v->w ? v->a << v->reg[1][0] : 0;
}
static uint64_t ref_srl_one(const lane *v)
{
    return v->reg[1][0] < v->w ? v->a >> v->reg[1][0] : 0;
}

/* The processor's own, rounding as C does. */
static uint64_t ref_float(const lane *v)
{
    float x = (float)(int32_t)v->a;
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static uint64_t ref_compress(const lane *v)
{
    unsigned seen = 0;
    for (unsigned i = 0; i < v->bits / v->w; i++)
        if (get_bits(v->reg[1], i, 1) && seen++ == v->i) return lane_of(v, 0, i);
    return 0;
}
static uint64_t ref_expand(const lane *v)
{
    unsigned below = 0;
    for (unsigned i = 0; i < v->i; i++) below += (unsigned)get_bits(v->reg[1], i, 1);
    return get_bits(v->reg[1], v->i, 1) ? lane_of(v, 0, below) : 0;
}

/* One bit a lane, all in the lowest quadword. */
static uint64_t ref_movmsk(const lane *v)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < v->bits / v->w; i++) bits |= (lane_of(v, 0, i) >> (v->w - 1) & 1) << i;
    return v->i ? 0 : bits;
}
static uint64_t ref_testm(const lane *v)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < v->bits / v->w; i++)
        bits |= (uint64_t)((lane_of(v, 0, i) & lane_of(v, 1, i)) != 0) << i;
    return v->i ? 0 : bits;
}
static uint64_t ref_testnm(const lane *v) { return v->i ? 0 : ref_testm(v) ^ ones(v->bits / v->w); }

static uint64_t ref_minpos(const lane *v)
{
    unsigned at = 0;
    for (unsigned i = 1; i < 8; i++)
        if (lane_of(v, 0, i) < lane_of(v, 0, at)) at = i;
    return v->i ? 0 : lane_of(v, 0, at) | (uint64_t)at << 16;
}

static uint64_t ref_valign(const lane *v)
{
    unsigned at = v->i + v->k, n = v->bits / v->w;
    return lane_of(v, at < n, at % n);
}

static uint64_t ref_multishift(const lane *v)
{
    uint64_t r = 0;
    for (unsigned j = 0; j < 8; j++)
        r |= get_bits(v->reg[1], v->i / 8 * 64 + (v->a + j) % 64, 1) << j;
    return r;
}

static uint64_t ref_bswap(const lane *v)
{
    uint64_t r = 0;
    for (unsigned j = 0; j < v->w; j += 8) r = r << 8 | (v->a >> j & 255);
    return r;
}

static uint64_t ref_popcnt(const lane *v)
{
    uint64_t n = 0;
    for (unsigned j = 0; j < v->w; j++) n += v->a >> j & 1;
    return n;
}
static uint64_t ref_lzcnt(const lane *v)
{
    unsigned n = 0;
    while (n < v->w && !(v->a >> (v->w - 1 - n) & 1)) n++;
    return n;
}
static uint64_t ref_tzcnt(const lane *v)
{
    unsigned n = 0;
    while (n < v->w && !(v->a >> n & 1)) n++;
    return n;
}

/* Places of bits, with bit k set. */
static uint64_t ref_or_bsr(const lane *v)
{
    unsigned n = v->w - 1;
    while (n != v->k && !(v->a >> n & 1)) n--;
    return n;
}
static uint64_t ref_or_bsf(const lane *v)
{
    unsigned n = 0;
    while (n != v->k && !(v->a >> n & 1)) n++;
    return n;
}

/* Bit by bit: n places on in low and, above it, high. */
static uint64_t funnel(const lane *v, uint64_t low, uint64_t high, unsigned n)
{
    uint64_t r = 0;
    for (unsigned j = 0; j < v->w; j++)
        r |= (n + j < v->w ? low >> (n + j) & 1 : high >> (n + j - v->w) & 1) << j;
    return r;
}
static uint64_t ref_shld(const lane *v) { return funnel(v, v->b, v->a, v->w - v->k); }
static uint64_t ref_shrd(const lane *v) { return funnel(v, v->a, v->b, v->k); }
static uint64_t ref_shldv(const lane *v)
{
    return funnel(v, v->b, v->a, v->w - (unsigned)(v->c % v->w));
}
static uint64_t ref_shrdv(const lane *v) { return funnel(v, v->a, v->b, (unsigned)(v->c % v->w)); }
static uint64_t ref_rolv(const lane *v)
{
    return funnel(v, v->a, v->a, v->w - (unsigned)(v->b % v->w));
}
static uint64_t ref_rorv(const lane *v) { return funnel(v, v->a, v->a, (unsigned)(v->b % v->w)); }



/* By halves of 32 bits. */
static uint64_t ref_mulx(const lane *v)
{
    uint64_t low = 0xffffffff, a0 = v->a & low, a1 = v->a >> 32, b0 = v->b & low, b1 = v->b >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (middle & low);
    return a1 * b1 + (middle >> 32) + (other >> 32);
}
static uint64_t ref_mul_high(const lane *v)
{
    return v->w == 64 ? ref_mulx(v) : v->a * v->b >> v->w;
}
/* Of signed ones the unsigned half less what a negative factor counts too much. */
static uint64_t ref_imul_high(const lane *v)
{
    return (ref_mul_high(v) - (as_signed(v->a, v->w) < 0 ? v->b : 0) -
            (as_signed(v->b, v->w) < 0 ? v->a : 0)) &
           ones(v->w);
}
static uint64_t ref_set_eq(const lane *v) { return v->a == v->b; }
static uint64_t ref_set_ne(const lane *v) { return v->a != v->b; }
static uint64_t ref_cmovz(const lane *v) { return v->a ? v->c : v->b; }
static uint64_t ref_add_sat(const lane *v)
{
    return v->a > ones(v->w) - v->b ? ones(v->w) : v->a + v->b;
}

static uint64_t ref_mulhrs(const lane *v) { return (uint64_t)((sa(v) * sb(v) + 0x4000) >> 15); }

static uint64_t ref_sad(const lane *v)
{
    uint64_t sum = 0;
    for (unsigned j = 0; j < 64; j += 8)
        sum += (uint64_t)abs((int)(v->a >> j & 255) - (int)(v->b >> j & 255));
    return sum;
}

static uint64_t ref_affine(const lane *v)
{
    uint64_t r = v->k;
    for (unsigned j = 0; j < 8; j++)
        r ^= (uint64_t)(__builtin_popcountll(lane_of(v, 1, v->i / 8 * 8 + 7 - j) & v->a) & 1) << j;
    return r;
}

static uint64_t ref_gfmul(const lane *v)
{
    unsigned product = 0;
    for (unsigned j = 0; j < 8; j++) product ^= (unsigned)(v->b >> j & 1) * (unsigned)v->a << j;
    for (unsigned j = 14; j >= 8; j--) product ^= (product >> j & 1) * (0x11bu << (j - 8));
    return product;
}

/* Half of a product of 128 bits: lane i of the result. */
static uint64_t ref_clmul(const lane *v)
{
    uint64_t x = lane_of(v, 0, v->i / 2 * 2 + (v->k & 1)),
             y = lane_of(v, 1, v->i / 2 * 2 + (v->k >> 4)), r = 0;
    for (unsigned j = 0; j < 64; j++) {
        if (!(x >> j & 1)) continue;
        if (v->i % 2 == 0) r ^= y << j;
        else if (j > 0) r ^= y >> (64 - j);
    }
    return r;
}

static uint64_t ref_top(const lane *v) { return v->a >> (v->w - 1); }
/* The lowest lane, of twice the width that is said of the source, so that there are as many. */
static uint64_t ref_broadcast32(const lane *v) { return get_bits(v->reg[0], 0, 32); }
static uint64_t ref_broadcast64(const lane *v) { return get_bits(v->reg[0], 0, 64); }

/* References of instructions. letters: the endings of the name, each a lane width (b 8, w 16, d 32,
 * q 64); "" for a name without such an ending. in, out: lane widths of sources and result; 0 is the
 * letter's or, without one, the class's. Result lanes beyond the sources' are zero. */
static const struct ref {
    const char *stem, *letters;
    unsigned in, out;
    lane_fn fn;
} refs[] = {
    {"and", "", 0, 0, ref_and},
    {"or", "", 0, 0, ref_or},
    {"xor", "", 0, 0, ref_xor},
    {"not", "", 0, 0, ref_not},
    {"andn", "", 0, 0, ref_andn},
    {"add", "", 0, 0, ref_add},
    {"sub", "", 0, 0, ref_sub},
    {"neg", "", 0, 0, ref_neg},
    {"imul", "", 0, 0, ref_mul},
    {"lea2", "", 0, 0, ref_lea2},
    {"lea4", "", 0, 0, ref_lea4},
    {"lea8", "", 0, 0, ref_lea8},
    {"shl", "", 0, 0, ref_shl},
    {"shr", "", 0, 0, ref_shr},
    {"sar", "", 0, 0, ref_sar},
    {"rol", "", 0, 0, ref_rol},
    {"shlx", "", 0, 0, ref_shlx},
    {"shrx", "", 0, 0, ref_shrx},
    {"sarx", "", 0, 0, ref_sarx},
    {"blsi", "", 0, 0, ref_blsi},
    {"blsr", "", 0, 0, ref_blsr},
    {"blsmsk", "", 0, 0, ref_blsmsk},
    {"bzhi", "", 0, 0, ref_bzhi},
    {"pand", "", 8, 8, ref_and},
    {"por", "", 8, 8, ref_or},
    {"pxor", "", 8, 8, ref_xor},
    {"pandn", "", 8, 8, ref_andn},
    {"vpternlogd", "", 8, 8, ref_ternlog},
    {"pblendw", "", 16, 16, ref_blendw},
    {"vpblendd", "", 32, 32, ref_blendd},
    {"pblendvb", "", 8, 8, ref_blendv},
    {"padd", "bwdq", 0, 0, ref_add},
    {"psub", "bwdq", 0, 0, ref_sub},
    {"padds", "bw", 0, 0, ref_adds},
    {"psubs", "bw", 0, 0, ref_subs},
    {"paddus", "bw", 0, 0, ref_addus},
    {"psubus", "bw", 0, 0, ref_subus},
    {"pavg", "bw", 0, 0, ref_avg},
    {"pminu", "bwdq", 0, 0, ref_minu},
    {"pmaxu", "bwdq", 0, 0, ref_maxu},
    {"pmins", "bwdq", 0, 0, ref_mins},
    {"pmaxs", "bwdq", 0, 0, ref_maxs},
    {"pabs", "bwdq", 0, 0, ref_abs},
    {"psign", "bwd", 0, 0, ref_sign},
    {"pmull", "wdq", 0, 0, ref_mul},
    {"pmulhw", "", 16, 16, ref_mulhw},
    {"pmulhuw", "", 16, 16, ref_mulhuw},
    {"pmuludq", "", 64, 64, ref_muludq},
    {"pmaddwd", "", 32, 32, ref_maddwd},
    {"pmaddubsw", "", 16, 16, ref_maddubsw},
    {"pcmpeq", "bwdq", 0, 0, ref_cmpeq},
    {"pcmpgt", "bwdq", 0, 0, ref_cmpgt},
    {"psll", "wdq", 0, 0, ref_shl},
    {"psrl", "wdq", 0, 0, ref_shr},
    {"psra", "wdq", 0, 0, ref_sar},
    {"vprol", "dq", 0, 0, ref_rol},
    {"vpsllv", "wdq", 0, 0, ref_sllv},
    {"vpsrlv", "wdq", 0, 0, ref_srlv},
    {"vpsrav", "wdq", 0, 0, ref_srav},
    {"vpcmpeq", "bwdq", 0, 1, ref_cmpeq},
    {"vpcmpneq", "bwdq", 0, 1, ref_cmpneq},
    {"vpcmpgt", "bwdq", 0, 1, ref_cmpgt},
    {"vpcmple", "bwdq", 0, 1, ref_cmple},
    {"vpcmpltu", "bwdq", 0, 1, ref_cmpltu},
    {"vpcmpleu", "bwdq", 0, 1, ref_cmpleu},
    {"vpmovm2", "bwdq", 1, 0, ref_movm},
    {"pshufb", "", 8, 8, ref_shufb},
    {"pshufd", "", 32, 32, ref_shufd},
    {"pshuflw", "", 16, 16, ref_shuflw},
    {"pshufhw", "", 16, 16, ref_shufhw},
    {"punpcklbw", "", 8, 8, ref_unpackl},
    {"punpcklwd", "", 16, 16, ref_unpackl},
    {"punpckldq", "", 32, 32, ref_unpackl},
    {"punpcklqdq", "", 64, 64, ref_unpackl},
    {"punpckhbw", "", 8, 8, ref_unpackh},
    {"punpckhwd", "", 16, 16, ref_unpackh},
    {"punpckhdq", "", 32, 32, ref_unpackh},
    {"punpckhqdq", "", 64, 64, ref_unpackh},
    {"packuswb", "", 8, 8, ref_packus},
    {"packusdw", "", 16, 16, ref_packus},
    {"packsswb", "", 8, 8, ref_packss},
    {"packssdw", "", 16, 16, ref_packss},
    {"palignr", "", 8, 8, ref_alignr},
    {"pslldq", "", 8, 8, ref_slldq},
    {"psrldq", "", 8, 8, ref_srldq},
    {"vperm", "bwdq", 0, 0, ref_perm},
    {"vpermt2", "bwdq", 0, 0, ref_perm_two},
    {"vpermq4", "", 64, 64, ref_permq4},
    {"valign", "dq", 0, 0, ref_valign},
    {"vpmultishiftqb", "", 8, 8, ref_multishift},
    {"bswap", "", 0, 0, ref_bswap},
    {"popcnt", "", 0, 0, ref_popcnt},
    {"lzcnt", "", 0, 0, ref_lzcnt},
    {"tzcnt", "", 0, 0, ref_tzcnt},
    {"vpopcnt", "bwdq", 0, 0, ref_popcnt},
    {"vplzcnt", "dq", 0, 0, ref_lzcnt},
    {"shld", "", 0, 0, ref_shld},
    {"shrd", "", 0, 0, ref_shrd},
    {"vpshld", "wdq", 0, 0, ref_shld},
    {"vpshrd", "wdq", 0, 0, ref_shrd},
    {"vpshldv", "wdq", 0, 0, ref_shldv},
    {"vpshrdv", "wdq", 0, 0, ref_shrdv},
    {"vprolv", "dq", 0, 0, ref_rolv},
    {"vprorv", "dq", 0, 0, ref_rorv},
    {"pmulhrsw", "", 16, 16, ref_mulhrs},
    {"phadd", "wd", 0, 0, ref_hadd},
    {"psadbw", "", 64, 64, ref_sad},
    {"gf2p8affineqb", "", 8, 8, ref_affine},
    {"gf2p8mulb", "", 8, 8, ref_gfmul},
    {"pclmulqdq", "", 64, 64, ref_clmul},
    {"mulx", "", 0, 0, ref_mulx},
    {"mul", "", 0, 0, ref_mulx},
    {"pext", "", 0, 0, ref_pext},
    {"pdep", "", 0, 0, ref_pdep},
    {"shl_cl", "", 0, 0, ref_shlx},
    {"shr_cl", "", 0, 0, ref_shrx},
    {"sar_cl", "", 0, 0, ref_sarx},
    {"rol_cl", "", 0, 0, ref_rolv},
    {"ror_cl", "", 0, 0, ref_rorv},
    {"blendvps", "", 32, 32, ref_blendv},
    {"blendvpd", "", 64, 64, ref_blendv},
    {"pmovzxbw", "", 8, 16, ref_zx},
    {"pmovzxbd", "", 8, 32, ref_zx},
    {"pmovzxbq", "", 8, 64, ref_zx},
    {"pmovzxwd", "", 16, 32, ref_zx},
    {"pmovzxwq", "", 16, 64, ref_zx},
    {"pmovzxdq", "", 32, 64, ref_zx},
    {"pmovsxbw", "", 8, 16, ref_sx},
    {"pmovsxbd", "", 8, 32, ref_sx},
    {"pmovsxbq", "", 8, 64, ref_sx},
    {"pmovsxwd", "", 16, 32, ref_sx},
    {"pmovsxwq", "", 16, 64, ref_sx},
    {"pmovsxdq", "", 32, 64, ref_sx},
    {"vpmovwb", "", 16, 8, ref_low_byte},
    {"vpmovdb", "", 32, 8, ref_low_byte},
    {"psllw_x", "", 16, 16, ref_sll_one},
    {"pslld_x", "", 32, 32, ref_sll_one},
    {"psllq_x", "", 64, 64, ref_sll_one},
    {"psrlw_x", "", 16, 16, ref_srl_one},
    {"psrld_x", "", 32, 32, ref_srl_one},
    {"psrlq_x", "", 64, 64, ref_srl_one},
    {"cvtdq2ps", "", 32, 32, ref_float},
    {"vpermilps", "", 32, 32, ref_permilps},
    {"vpcompress", "bwdq", 0, 0, ref_compress},
    {"vpexpand", "bwdq", 0, 0, ref_expand},
    /* Sequences: what the vector instruction in them does; moves between classes. */
    {"vpcmp.eq", "bwdq", 0, 0, ref_cmpeq},
    {"vpcmp.ne", "bwdq", 0, 0, ref_cmpneq},
    {"vpcmp.slt", "bwdq", 0, 0, ref_cmplt},
    {"vpcmp.sle", "bwdq", 0, 0, ref_cmple},
    {"vpcmp.ult", "bwdq", 0, 0, ref_cmpltu},
    {"vpcmp.ule", "bwdq", 0, 0, ref_cmpleu},
    {"or_bsr", "", 0, 0, ref_or_bsr},
    {"or_bsf", "", 0, 0, ref_or_bsf},
    {"set.eq", "", 0, 0, ref_set_eq},
    {"set.ne", "", 0, 0, ref_set_ne},
    {"cmovz", "", 0, 0, ref_cmovz},
    {"movmsk", "bdq", 0, 64, ref_movmsk},
    {"vptestm", "dq", 0, 64, ref_testm},
    {"vptestnm", "dq", 0, 64, ref_testnm},
    {"phminposuw", "", 16, 64, ref_minpos},
    {"umin", "", 0, 0, ref_minu},
    {"umax", "", 0, 0, ref_maxu},
    {"smin", "", 0, 0, ref_mins},
    {"smax", "", 0, 0, ref_maxs},
    {"cmp.eq", "", 0, 0, ref_cmpeq},
    {"cmp.ne", "", 0, 0, ref_cmpneq},
    {"cmp.slt", "", 0, 0, ref_cmplt},
    {"cmp.sle", "", 0, 0, ref_cmple},
    {"cmp.ult", "", 0, 0, ref_cmpltu},
    {"cmp.ule", "", 0, 0, ref_cmpleu},
    {"uadd.sat", "", 0, 0, ref_add_sat},
    {"usub.sat", "", 0, 0, ref_subus},
    {"mul_high", "", 0, 0, ref_mul_high},
    {"imul_high", "", 0, 0, ref_imul_high},
    {"vpcmpk.eq", "dq", 0, 1, ref_cmpeq},
    {"vpcmpk.ult", "dq", 0, 1, ref_cmpltu},
    {"vpcmpk.slt", "dq", 0, 1, ref_cmplt},
    {"vpmovk2", "dq", 1, 0, ref_movm},
    {"movmskps", "", 32, 1, ref_top},
    {"movmskpd", "", 64, 1, ref_top},
    {"vmovmskps", "", 32, 1, ref_top},
    {"vmovmskpd", "", 64, 1, ref_top},
    {"vpbroadcastd", "", 8, 32, ref_broadcast32},
    {"vpbroadcastq", "", 16, 64, ref_broadcast64},
    {"movd", "", 32, 32, ref_copy},
    {"movq", "", 64, 64, ref_copy},
};

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irintrin_x86.c - what intrinsics of x86 mean, one function each.
 *
 * Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2. Shares nothing
 * with spec/targets/x86/isa, on purpose. */
#include "irintrin_x86.h"

#include "irbits.h"
#include "irintrin_generic.h"
#include "irmake.h"

/* ---- lane by lane ---- */

static term pavg(term_ctx *c, const term *a, unsigned bits)
{
    term sum = op2(c, TERM_BVADD, zext(c, 1, a[0]), zext(c, 1, a[1]));
    return bits_of(c, op2(c, TERM_BVADD, sum, num(c, 1, bits + 1)), bits, 1);
}

static term pmulhu(term_ctx *c, const term *a, unsigned bits)
{
    return bits_of(c, op2(c, TERM_BVMUL, zext(c, bits, a[0]), zext(c, bits, a[1])), 2 * bits - 1,
                   bits);
}

static term signed_product(term_ctx *c, term a, term b)
{
    unsigned bits = term_width(c, a);
    return op2(c, TERM_BVMUL, sext(c, bits, a), sext(c, bits, b));
}

static term pmulh(term_ctx *c, const term *a, unsigned bits)
{
    return bits_of(c, signed_product(c, a[0], a[1]), 2 * bits - 1, bits);
}

/* The product, rounded, of numbers with 15 bits after the point. */
static term pmulhrs(term_ctx *c, const term *a, unsigned bits)
{
    term product = signed_product(c, a[0], a[1]);
    term rounded = op2(c, TERM_BVADD, bits_of(c, product, 2 * bits - 1, bits - 2),
                       num(c, 1, bits + 2));
    return bits_of(c, rounded, bits, 1);
}

static term psign(term_ctx *c, const term *a, unsigned bits)
{
    term zero = num(c, 0, bits), kept = pick(c, TERM_EQ, a[1], zero, zero, a[0]);
    return pick(c, TERM_BVSLT, a[1], zero, term_mk_unary(c, TERM_BVNEG, a[0]), kept);
}

/* An amount of bits or more shifts everything out, as SMT-LIB's shifts do. */
static term psllv(term_ctx *c, const term *a, unsigned bits)
{
    (void)bits;
    return op2(c, TERM_BVSHL, a[0], a[1]);
}
static term psrlv(term_ctx *c, const term *a, unsigned bits)
{
    (void)bits;
    return op2(c, TERM_BVLSHR, a[0], a[1]);
}
static term psrav(term_ctx *c, const term *a, unsigned bits)
{
    (void)bits;
    return op2(c, TERM_BVASHR, a[0], a[1]);
}

/* An amount of another width than the lane, cut off at the number of bits. */
static term lane_amount(term_ctx *c, term amount, unsigned bits)
{
    unsigned from = term_width(c, amount);
    return pick(c, TERM_BVULT, amount, num(c, bits, from), resize(c, amount, bits),
                num(c, bits, bits));
}

static term pslli(term_ctx *c, const term *a, unsigned bits)
{
    return op2(c, TERM_BVSHL, a[0], lane_amount(c, a[1], bits));
}

static term psrli(term_ctx *c, const term *a, unsigned bits)
{
    return op2(c, TERM_BVLSHR, a[0], lane_amount(c, a[1], bits));
}

static term psrai(term_ctx *c, const term *a, unsigned bits)
{
    return op2(c, TERM_BVASHR, a[0], lane_amount(c, a[1], bits));
}

/* Bit (a b c), read as a number, of the immediate. */
static term pternlog(term_ctx *c, const term *a, unsigned bits)
{
    term sum = num(c, 0, bits);
    if (!term_is_const(c, a[3])) return TERM_NONE;
    for (unsigned row = 0; row < 8; row++) {
        term all = term_mk_ones(c, bits);
        if (!(term_limbs(c, a[3])[0] >> row & 1)) continue;
        for (unsigned k = 0; k < 3; k++) {
            bool positive = row >> (2 - k) & 1;
            all = op2(c, TERM_BVAND, all, positive ? a[k] : term_mk_unary(c, TERM_BVNOT, a[k]));
        }
        sum = op2(c, TERM_BVOR, sum, all);
    }
    return sum;
}

static term pblendv(term_ctx *c, const term *a, unsigned bits)
{
    return term_mk_ite(c, is_set(c, a[2], bits - 1), a[1], a[0]);
}

/* Bytes as polynomials modulo x^8 + x^4 + x^3 + x + 1, by Horner's rule. */
static term gf2p8mul(term_ctx *c, const term *a, unsigned bits)
{
    term sum = num(c, 0, bits);
    for (unsigned i = bits; i-- > 0;) {
        term doubled = op2(c, TERM_BVSHL, sum, num(c, 1, bits));
        doubled = term_mk_ite(c, is_set(c, sum, bits - 1),
                              op2(c, TERM_BVXOR, doubled, num(c, 0x1b, bits)), doubled);
        sum = term_mk_ite(c, is_set(c, a[1], i), op2(c, TERM_BVXOR, doubled, a[0]), doubled);
    }
    return sum;
}

/* a and the ones below position n: n of bits or more keeps all. */
static term keep_low(term_ctx *c, term a, term n)
{
    unsigned bits = term_width(c, a);
    term one_above = op2(c, TERM_BVSHL, num(c, 1, bits), resize(c, n, bits));
    return op2(c, TERM_BVAND, a, op2(c, TERM_BVSUB, one_above, num(c, 1, bits)));
}

static term bzhi(term_ctx *c, const term *a, unsigned bits)
{
    (void)bits;
    return keep_low(c, a[0], bits_of(c, a[1], 7, 0));
}

static term bextr(term_ctx *c, const term *a, unsigned bits)
{
    term start = bits_of(c, a[1], 7, 0), length = bits_of(c, a[1], 15, 8);
    return keep_low(c, op2(c, TERM_BVLSHR, a[0], resize(c, start, bits)), length);
}

/* ---- across lanes ---- */

/* A shift of all lanes by the low 64 bits of the second argument. */
static term shift_all(term_ctx *c, const ir_value *a, ir_shape result, term_op shift)
{
    term out[TERM_WIDTH_MAX];
    term by = lane_amount(c, bits_of(c, a[1].bits, 63, 0), result.bits);
    for (unsigned i = 0; i < result.lanes; i++) out[i] = op2(c, shift, ir_lane(c, &a[0], i), by);
    return term_mk_concat_n(c, out, result.lanes);
}

static term psll(term_ctx *c, const ir_value *a, ir_shape r)
{
    return shift_all(c, a, r, TERM_BVSHL);
}
static term psrl(term_ctx *c, const ir_value *a, ir_shape r)
{
    return shift_all(c, a, r, TERM_BVLSHR);
}
static term psra(term_ctx *c, const ir_value *a, ir_shape r)
{
    return shift_all(c, a, r, TERM_BVASHR);
}

static term pmadd_wd(term_ctx *c, const ir_value *a, ir_shape result)
{
    term out[TERM_WIDTH_MAX];
    for (unsigned i = 0; i < result.lanes; i++) {
        term low = signed_product(c, ir_lane(c, &a[0], 2 * i), ir_lane(c, &a[1], 2 * i));
        term high = signed_product(c, ir_lane(c, &a[0], 2 * i + 1), ir_lane(c, &a[1], 2 * i + 1));
        out[i] = op2(c, TERM_BVADD, low, high);
    }
    return term_mk_concat_n(c, out, result.lanes);
}

/* Unsigned bytes of the first times signed bytes of the second. */
static term mixed_product(term_ctx *c, const ir_value *a, unsigned lane, unsigned bits)
{
    term x = zext(c, bits - 8, ir_lane(c, &a[0], lane)),
         y = sext(c, bits - 8, ir_lane(c, &a[1], lane));
    return op2(c, TERM_BVMUL, x, y);
}

static term pmadd_ub_sw(term_ctx *c, const ir_value *a, ir_shape result)
{
    term out[TERM_WIDTH_MAX];
    for (unsigned i = 0; i < result.lanes; i++) {
        term sum = op2(c, TERM_BVADD, mixed_product(c, a, 2 * i, 18),
                       mixed_product(c, a, 2 * i + 1, 18));
        out[i] = ir_saturate(c, sum, 16, true);
    }
    return term_mk_concat_n(c, out, result.lanes);
}

static term psad_bw(term_ctx *c, const ir_value *a, ir_shape result)
{
    term out[TERM_WIDTH_MAX];
    for (unsigned i = 0; i < result.lanes; i++) {
        term sum = num(c, 0, result.bits);
        for (unsigned k = 8 * i; k < 8 * i + 8; k++) {
            term x = ir_lane(c, &a[0], k), y = ir_lane(c, &a[1], k);
            term distance = pick(c, TERM_BVULT, x, y, op2(c, TERM_BVSUB, y, x),
                                 op2(c, TERM_BVSUB, x, y));
            sum = op2(c, TERM_BVADD, sum, resize(c, distance, result.bits));
        }
        out[i] = sum;
    }
    return term_mk_concat_n(c, out, result.lanes);
}

/* Within every 128 bits: sums of neighbours in the first below, in the second above. */
static term phadd(term_ctx *c, const ir_value *a, ir_shape result)
{
    term out[TERM_WIDTH_MAX];
    unsigned block = 128 / result.bits, half = block / 2;
    for (unsigned i = 0; i < result.lanes; i++) {
        unsigned in_block = i % block, from = i / block * block + in_block % half * 2;
        const ir_value *x = &a[in_block / half];
        out[i] = op2(c, TERM_BVADD, ir_lane(c, x, from), ir_lane(c, x, from + 1));
    }
    return term_mk_concat_n(c, out, result.lanes);
}

static term smaller(term_ctx *c, term a, term b) { return pick(c, TERM_BVULT, a, b, a, b); }

/* The least word and, above it, its place: of the words that are least the first. */
static term phminposuw(term_ctx *c, const ir_value *a, ir_shape result)
{
    term least = ir_lane(c, &a[0], 0), at = num(c, 0, result.bits), out[TERM_WIDTH_MAX];
    for (unsigned i = 1; i < result.lanes; i++) least = smaller(c, least, ir_lane(c, &a[0], i));
    for (unsigned i = result.lanes; i-- > 0;)
        at = pick(c, TERM_EQ, ir_lane(c, &a[0], i), least, num(c, i, result.bits), at);
    for (unsigned i = 0; i < result.lanes; i++) out[i] = num(c, 0, result.bits);
    out[0] = least, out[1] = at;
    return term_mk_concat_n(c, out, result.lanes);
}

/* Within every 128 bits: the lanes of the first below, those of the second above. */
static term pack(term_ctx *c, const ir_value *a, ir_shape result, bool is_signed)
{
    term out[TERM_WIDTH_MAX];
    unsigned block = 128 / result.bits, half = block / 2;
    for (unsigned i = 0; i < result.lanes; i++) {
        unsigned in_block = i % block, from = i / block * half + in_block % half;
        out[i] = ir_saturate(c, ir_lane(c, &a[in_block / half], from), result.bits, is_signed);
    }
    return term_mk_concat_n(c, out, result.lanes);
}

static term packus(term_ctx *c, const ir_value *a, ir_shape r) { return pack(c, a, r, false); }
static term packss(term_ctx *c, const ir_value *a, ir_shape r) { return pack(c, a, r, true); }

/* table[index], for a table of 2^n lanes; index is taken modulo its size. */
static term look_up(term_ctx *c, const term *table, unsigned size, term index)
{
    if (size == 1) return table[0];
    unsigned half = size / 2, bit = 0;
    while (1u << (bit + 1) < size) bit++;
    term high = look_up(c, table + half, half, index), low = look_up(c, table, half, index);
    return term_mk_ite(c, is_set(c, index, bit), high, low);
}

static void split(term_ctx *c, const ir_value *a, term *lane)
{
    for (unsigned i = 0; i < a->shape.lanes; i++) lane[i] = ir_lane(c, a, i);
}

static term pshuf_b(term_ctx *c, const ir_value *a, ir_shape result)
{
    term table[TERM_WIDTH_MAX], out[TERM_WIDTH_MAX];
    split(c, &a[0], table);
    for (unsigned i = 0; i < result.lanes; i++) {
        term index = ir_lane(c, &a[1], i), found = look_up(c, table + i / 16 * 16, 16, index);
        out[i] = term_mk_ite(c, is_set(c, index, 7), num(c, 0, 8), found);
    }
    return term_mk_concat_n(c, out, result.lanes);
}

static term permute(term_ctx *c, const term *table, unsigned size, const ir_value *index)
{
    term out[TERM_WIDTH_MAX];
    for (unsigned i = 0; i < index->shape.lanes; i++)
        out[i] = look_up(c, table, size, ir_lane(c, index, i));
    return term_mk_concat_n(c, out, index->shape.lanes);
}

static term permvar(term_ctx *c, const ir_value *a, ir_shape result)
{
    term table[TERM_WIDTH_MAX];
    split(c, &a[0], table);
    return permute(c, table, result.lanes, &a[1]);
}

static term vpermi2var(term_ctx *c, const ir_value *a, ir_shape result)
{
    term table[2 * TERM_WIDTH_MAX];
    split(c, &a[0], table);
    split(c, &a[2], table + result.lanes);
    return permute(c, table, 2 * result.lanes, &a[1]);
}

/* Byte i: 8 bits of the quadword of the second, from the position in byte i of the first, around
 * its end. */
static term pmultishift(term_ctx *c, const ir_value *a, ir_shape result)
{
    term out[TERM_WIDTH_MAX];
    for (unsigned i = 0; i < result.lanes; i++) {
        term q = bits_of(c, a[1].bits, i / 8 * 64 + 63, i / 8 * 64),
             twice = op2(c, TERM_CONCAT, q, q);
        term by = resize(c, bits_of(c, ir_lane(c, &a[0], i), 5, 0), 128);
        out[i] = bits_of(c, op2(c, TERM_BVLSHR, twice, by), 7, 0);
    }
    return term_mk_concat_n(c, out, result.lanes);
}

static term parity(term_ctx *c, term a)
{
    term sum = bits_of(c, a, 0, 0);
    for (unsigned i = 1; i < term_width(c, a); i++)
        sum = op2(c, TERM_BVXOR, sum, bits_of(c, a, i, i));
    return sum;
}

/* Bit i of a byte: row 7 - i of the quadword's matrix times the byte, plus bit i of the immediate.
 */
static term gf2p8affine(term_ctx *c, const ir_value *a, ir_shape result)
{
    term out[TERM_WIDTH_MAX];
    for (unsigned i = 0; i < result.lanes; i++) {
        term bit[8], x = ir_lane(c, &a[0], i);
        for (unsigned k = 0; k < 8; k++) {
            term row = ir_lane(c, &a[1], i / 8 * 8 + 7 - k);
            bit[k] = op2(c, TERM_BVXOR, parity(c, op2(c, TERM_BVAND, row, x)),
                         bits_of(c, a[2].bits, k, k));
        }
        out[i] = term_mk_concat_n(c, bit, 8);
    }
    return term_mk_concat_n(c, out, result.lanes);
}

static term pmovmskb(term_ctx *c, const ir_value *a, ir_shape result)
{
    term bit[TERM_WIDTH_MAX];
    for (unsigned i = 0; i < a[0].shape.lanes; i++)
        bit[i] = bits_of(c, a[0].bits, 8 * i + 7, 8 * i + 7);
    return resize(c, term_mk_concat_n(c, bit, a[0].shape.lanes), result.bits);
}

/* Lanes of each 128 bits by the low bits of the lanes of the second. */
static term vpermilvar(term_ctx *c, const ir_value *a, ir_shape s)
{
    term out[TERM_WIDTH_MAX];
    for (unsigned i = 0; i < s.lanes; i++) {
        term by = bits_of(c, ir_lane(c, &a[1], i), 1, 0);
        out[i] = ir_lane(c, &a[0], i / 4 * 4);
        for (unsigned k = 1; k < 4; k++)
            out[i] = pick(c, TERM_EQ, by, num(c, k, 2), ir_lane(c, &a[0], i / 4 * 4 + k), out[i]);
    }
    return term_mk_concat_n(c, out, s.lanes);
}

/* Bits 0 and 4 of the immediate choose the halves. */
static term pclmulqdq(term_ctx *c, const ir_value *a, ir_shape result)
{
    term block[TERM_WIDTH_MAX / 128];
    if (!term_is_const(c, a[2].bits)) return TERM_NONE;
    unsigned imm = (unsigned)term_limbs(c, a[2].bits)[0];
    for (unsigned i = 0; i < result.lanes / 2; i++) {
        term x = ir_lane(c, &a[0], 2 * i + (imm & 1)),
             y = ir_lane(c, &a[1], 2 * i + (imm >> 4 & 1));
        block[i] = ir_polynomial(c, x, y);
    }
    return term_mk_concat_n(c, block, result.lanes / 2);
}

/* ---- lanes gathered and scattered by a mask ---- */

/* What is left of v goes down by a lane when one is taken. */
static term expand(term_ctx *c, term v, term m, term p, ir_shape s)
{
    unsigned all = s.lanes * s.bits;
    term state = v;
    for (unsigned i = 0; i < s.lanes; i++) {
        unsigned at = i * s.bits;
        term left = bits_of(c, state, all + at - 1, at), wanted = is_set(c, m, i);
        term lane = term_mk_ite(c, wanted, bits_of(c, left, s.bits - 1, 0),
                                bits_of(c, p, at + s.bits - 1, at));
        term rest = term_mk_ite(c, wanted, op2(c, TERM_BVLSHR, left, num(c, s.bits, all)), left);
        const term parts[] = {i ? bits_of(c, state, at - 1, 0) : lane, i ? lane : rest, rest};
        state = term_mk_concat_n(c, parts, i ? 3 : 2);
    }
    return bits_of(c, state, all - 1, 0);
}

static term mask_compress(term_ctx *c, const ir_value *a, ir_shape s)
{
    return ir_compress(c, a[0].bits, a[2].bits, a[1].bits, s);
}
static term mask_expand(term_ctx *c, const ir_value *a, ir_shape s)
{
    return expand(c, a[0].bits, a[2].bits, a[1].bits, s);
}

/* ---- the table ---- */

const ir_intrinsic irintrin_x86[] = {
    LANES("pavg.b", 2, pavg),
    LANES("pavg.w", 2, pavg),
    LANES("pmulhu.w", 2, pmulhu),
    LANES("pmulh.w", 2, pmulh),
    LANES("pmul.hr.sw", 2, pmulhrs),
    LANES("psign.b", 2, psign),
    LANES("psign.w", 2, psign),
    LANES("psign.d", 2, psign),
    LANES("psllv.w", 2, psllv),
    LANES("psllv.d", 2, psllv),
    LANES("psllv.q", 2, psllv),
    LANES("psrlv.w", 2, psrlv),
    LANES("psrlv.d", 2, psrlv),
    LANES("psrlv.q", 2, psrlv),
    LANES("psrav.w", 2, psrav),
    LANES("psrav.d", 2, psrav),
    LANES("psrav.q", 2, psrav),
    LANES("pslli.w", 2, pslli),
    LANES("pslli.d", 2, pslli),
    LANES("pslli.q", 2, pslli),
    LANES("psrli.w", 2, psrli),
    LANES("psrli.d", 2, psrli),
    LANES("psrli.q", 2, psrli),
    LANES("psrai.w", 2, psrai),
    LANES("psrai.d", 2, psrai),
    LANES("psrai.q", 2, psrai),
    WHOLE("psll.w", 2, psll),
    WHOLE("psll.d", 2, psll),
    WHOLE("psll.q", 2, psll),
    WHOLE("psrl.w", 2, psrl),
    WHOLE("psrl.d", 2, psrl),
    WHOLE("psrl.q", 2, psrl),
    WHOLE("psra.w", 2, psra),
    WHOLE("psra.d", 2, psra),
    WHOLE("psra.q", 2, psra),
    LANES("pternlog.d", 4, pternlog),
    LANES("pternlog.q", 4, pternlog),
    LANES("pblendvb", 3, pblendv),
    LANES("vgf2p8mulb", 2, gf2p8mul),
    LANES("bzhi.32", 2, bzhi),
    LANES("bzhi.64", 2, bzhi),
    LANES("bextr.32", 2, bextr),
    LANES("bextr.64", 2, bextr),
    LANES("pdep.32", 2, ir_scatter_bits),
    LANES("pdep.64", 2, ir_scatter_bits),
    LANES("pext.32", 2, ir_gather_bits),
    LANES("pext.64", 2, ir_gather_bits),
    WHOLE("pmadd.wd", 2, pmadd_wd),
    WHOLE("pmaddw.d", 2, pmadd_wd),
    WHOLE("pmadd.ub.sw", 2, pmadd_ub_sw),
    WHOLE("pmaddubs.w", 2, pmadd_ub_sw),
    WHOLE("psad.bw", 2, psad_bw),
    WHOLE("phminposuw", 1, phminposuw),
    WHOLE("phadd.w", 2, phadd),
    WHOLE("phadd.d", 2, phadd),
    WHOLE("packuswb", 2, packus),
    WHOLE("packusdw", 2, packus),
    WHOLE("packsswb", 2, packss),
    WHOLE("packssdw", 2, packss),
    WHOLE("pshuf.b", 2, pshuf_b),
    WHOLE("permd", 2, permvar),
    WHOLE("permvar.qi", 2, permvar),
    WHOLE("permvar.hi", 2, permvar),
    WHOLE("permvar.si", 2, permvar),
    WHOLE("permvar.di", 2, permvar),
    WHOLE("vpermi2var.qi", 3, vpermi2var),
    WHOLE("vpermi2var.hi", 3, vpermi2var),
    WHOLE("vpermi2var.d", 3, vpermi2var),
    WHOLE("vpermi2var.q", 3, vpermi2var),
    WHOLE("pmultishift.qb", 2, pmultishift),
    WHOLE("vgf2p8affineqb", 3, gf2p8affine),
    WHOLE("pmovmskb", 1, pmovmskb),
    WHOLE("pclmulqdq", 3, pclmulqdq),
    WHOLE("vpermilvar.ps", 2, vpermilvar),
    MOVES("mask.compress", 3, mask_compress, 2),
    MOVES("mask.expand", 3, mask_expand, 2),
    {0},
};

const char *const irintrin_x86_groups[] = {"sse2.", "ssse3.",  "sse41.", "avx.",
                                           "avx2.", "avx512.", "bmi.",   NULL};

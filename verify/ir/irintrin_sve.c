// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irintrin_sve.c - what intrinsics of AArch64 on scalable vectors mean, one function each, on the
 * lowest 128 bits.
 *
 * Source: Arm Architecture Reference Manual for A-profile, "SVE instructions", and the Arm C
 * Language Extensions. Shares nothing with spec/targets/aarch64/isa, on purpose. */
#include "irintrin_sve.h"

#include "irbits.h"
#include "irmake.h"

static term and(term_ctx *c, term a, term b) { return op2(c, TERM_BVAND, a, b); }
static term or(term_ctx *c, term a, term b) { return op2(c, TERM_BVOR, a, b); }
static term exclusive(term_ctx *c, term a, term b) { return op2(c, TERM_BVXOR, a, b); }
static term inverted(term_ctx *c, term a) { return term_mk_unary(c, TERM_BVNOT, a); }

/* ---- logic ---- */

static term eor3(term_ctx *c, const term *a, unsigned bits)
{
    (void)bits;
    return exclusive(c, a[0], exclusive(c, a[1], a[2]));
}

static term bcax(term_ctx *c, const term *a, unsigned bits)
{
    (void)bits;
    return exclusive(c, a[0], and(c, a[1], inverted(c, a[2])));
}

/* Bits of x where those of by are set, of y elsewhere. */
static term choose(term_ctx *c, term x, term y, term by)
{
    return or(c, and(c, x, by), and(c, y, inverted(c, by)));
}

static term bsl(term_ctx *c, const term *a, unsigned bits)
{
    (void)bits;
    return choose(c, a[0], a[1], a[2]);
}
static term bsl1n(term_ctx *c, const term *a, unsigned bits)
{
    (void)bits;
    return choose(c, inverted(c, a[0]), a[1], a[2]);
}
static term bsl2n(term_ctx *c, const term *a, unsigned bits)
{
    (void)bits;
    return choose(c, a[0], inverted(c, a[1]), a[2]);
}
static term nbsl(term_ctx *c, const term *a, unsigned bits)
{
    (void)bits;
    return inverted(c, choose(c, a[0], a[1], a[2]));
}

static term xar(term_ctx *c, const term *a, unsigned bits)
{
    if (!term_is_const(c, a[2])) return TERM_NONE;
    unsigned by = (unsigned)(term_limbs(c, a[2])[0] % bits);
    term x = exclusive(c, a[0], a[1]);
    return by ? op2(c, TERM_CONCAT, bits_of(c, x, by - 1, 0), bits_of(c, x, bits - 1, by)) : x;
}

/* ---- bits permuted ---- */

/* What the mask leaves, from the lowest bit on, goes in at the top. */
static term bgrp(term_ctx *c, const term *a, unsigned bits)
{
    term top = num(c, 0, bits);
    for (unsigned i = 0; i < bits; i++) {
        term pushed = op2(c, TERM_CONCAT, bits_of(c, a[0], i, i), bits_of(c, top, bits - 1, 1));
        top = term_mk_ite(c, is_set(c, a[1], i), top, pushed);
    }
    return or(c, ir_gather_bits(c, a, bits), top);
}

/* ---- under a predicate, all of whose lanes have to be active ---- */

static bool is_active(term_ctx *c, const term *a) { return a[0] == num(c, 1, 1); }

static term high_half(term_ctx *c, const term *a, unsigned bits, term_op extension)
{
    if (!is_active(c, a)) return TERM_NONE;
    term x = term_mk_extend(c, extension, bits, a[1]), y = term_mk_extend(c, extension, bits, a[2]);
    return bits_of(c, op2(c, TERM_BVMUL, x, y), 2 * bits - 1, bits);
}

static term umulh(term_ctx *c, const term *a, unsigned bits)
{
    return high_half(c, a, bits, TERM_ZERO_EXTEND);
}
static term smulh(term_ctx *c, const term *a, unsigned bits)
{
    return high_half(c, a, bits, TERM_SIGN_EXTEND);
}

/* Amounts are numbers without sign, all of whose bits count, as in SMT-LIB. */
static term lsl(term_ctx *c, const term *a, unsigned bits)
{
    (void)bits;
    return is_active(c, a) ? op2(c, TERM_BVSHL, a[1], a[2]) : TERM_NONE;
}
static term lsr(term_ctx *c, const term *a, unsigned bits)
{
    (void)bits;
    return is_active(c, a) ? op2(c, TERM_BVLSHR, a[1], a[2]) : TERM_NONE;
}
static term asr(term_ctx *c, const term *a, unsigned bits)
{
    (void)bits;
    return is_active(c, a) ? op2(c, TERM_BVASHR, a[1], a[2]) : TERM_NONE;
}

static term lesser(term_ctx *c, const term *a, term_op less, bool greater)
{
    if (!is_active(c, a)) return TERM_NONE;
    return greater ? pick(c, less, a[1], a[2], a[2], a[1]) : pick(c, less, a[1], a[2], a[1], a[2]);
}

static term umin(term_ctx *c, const term *a, unsigned bits)
{
    (void)bits;
    return lesser(c, a, TERM_BVULT, false);
}
static term umax(term_ctx *c, const term *a, unsigned bits)
{
    (void)bits;
    return lesser(c, a, TERM_BVULT, true);
}
static term smin(term_ctx *c, const term *a, unsigned bits)
{
    (void)bits;
    return lesser(c, a, TERM_BVSLT, false);
}
static term smax(term_ctx *c, const term *a, unsigned bits)
{
    (void)bits;
    return lesser(c, a, TERM_BVSLT, true);
}

/* Of the patterns only "all". */
static term ptrue(term_ctx *c, const ir_value *a, ir_shape result)
{
    enum { ALL = 31 };
    return a[0].bits == num(c, ALL, 32) ? term_mk_ones(c, result.lanes) : TERM_NONE;
}

/* ---- pairs of lanes ---- */

/* To the even lanes of a[0] those of a[1], or the odd ones, are added with a carry, which is the
 * lowest bit of the odd lanes of a[2]; the carries out become the odd lanes. Of differences the
 * inverse is added. */
static term long_carry(term_ctx *c, const ir_value *a, ir_shape result, bool top, bool subtracted)
{
    term out[TERM_WIDTH_MAX];
    unsigned bits = result.bits;
    for (unsigned i = 0; i < result.lanes; i += 2) {
        term y = ir_lane(c, &a[1], i + top), in = bits_of(c, ir_lane(c, &a[2], i + 1), 0, 0);
        if (subtracted) y = inverted(c, y);
        term sum = op2(c, TERM_BVADD, zext(c, 1, ir_lane(c, &a[0], i)), zext(c, 1, y));
        sum = op2(c, TERM_BVADD, sum, zext(c, bits, in));
        out[i] = bits_of(c, sum, bits - 1, 0);
        out[i + 1] = zext(c, bits - 1, bits_of(c, sum, bits, bits));
    }
    return term_mk_concat_n(c, out, result.lanes);
}

static term adclb(term_ctx *c, const ir_value *a, ir_shape r)
{
    return long_carry(c, a, r, false, false);
}
static term adclt(term_ctx *c, const ir_value *a, ir_shape r)
{
    return long_carry(c, a, r, true, false);
}
static term sbclb(term_ctx *c, const ir_value *a, ir_shape r)
{
    return long_carry(c, a, r, false, true);
}
static term sbclt(term_ctx *c, const ir_value *a, ir_shape r)
{
    return long_carry(c, a, r, true, true);
}

/* Products of polynomials, of the even lanes or of the odd ones, each in the place of a pair. */
static term products(term_ctx *c, const ir_value *a, ir_shape result, bool top)
{
    term out[TERM_WIDTH_MAX];
    for (unsigned i = 0; i < result.lanes; i += 2)
        out[i / 2] = ir_polynomial(c, ir_lane(c, &a[0], i + top), ir_lane(c, &a[1], i + top));
    return term_mk_concat_n(c, out, result.lanes / 2);
}

static term pmullb(term_ctx *c, const ir_value *a, ir_shape r) { return products(c, a, r, false); }
static term pmullt(term_ctx *c, const ir_value *a, ir_shape r) { return products(c, a, r, true); }

/* ---- the table ---- */

const ir_intrinsic irintrin_sve[] = {
    LANES("eor3", 3, eor3),           LANES("bcax", 3, bcax),
    LANES("bsl", 3, bsl),             LANES("bsl1n", 3, bsl1n),
    LANES("bsl2n", 3, bsl2n),         LANES("nbsl", 3, nbsl),
    LANES("xar", 3, xar),             LANES("bext.x", 2, ir_gather_bits),
    LANES("bgrp.x", 2, bgrp),         LANES("bdep.x", 2, ir_scatter_bits),
    LANES("umulh.u", 3, umulh),       LANES("smulh.u", 3, smulh),
    LANES("lsl.u", 3, lsl),           LANES("lsr.u", 3, lsr),
    LANES("asr.u", 3, asr),           LANES("umin.u", 3, umin),
    LANES("umax.u", 3, umax),         LANES("smin.u", 3, smin),
    LANES("smax.u", 3, smax),         WHOLE("ptrue", 1, ptrue),
    WHOLE("adclb", 3, adclb),         WHOLE("adclt", 3, adclt),
    WHOLE("sbclb", 3, sbclb),         WHOLE("sbclt", 3, sbclt),
    WHOLE("pmullb.pair", 2, pmullb),  WHOLE("pmullt.pair", 2, pmullt),
    {0},
};

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irintrin_generic.c - what LLVM's generic intrinsics on integers mean, one function each.
 *
 * Source: LLVM Language Reference. */
#include "irintrin_generic.h"

#include "irmake.h"

/* ---- lane by lane ---- */

static term umin(term_ctx *c, const term *a, unsigned bits)
{
    (void)bits;
    return pick(c, TERM_BVULT, a[0], a[1], a[0], a[1]);
}

static term umax(term_ctx *c, const term *a, unsigned bits)
{
    (void)bits;
    return pick(c, TERM_BVULT, a[0], a[1], a[1], a[0]);
}

static term smin(term_ctx *c, const term *a, unsigned bits)
{
    (void)bits;
    return pick(c, TERM_BVSLT, a[0], a[1], a[0], a[1]);
}

static term smax(term_ctx *c, const term *a, unsigned bits)
{
    (void)bits;
    return pick(c, TERM_BVSLT, a[0], a[1], a[1], a[0]);
}

/* The flag "the least number is poison" must be false. */
static term absolute(term_ctx *c, const term *a, unsigned bits)
{
    if (!term_is_zero(c, a[1])) return TERM_NONE;
    return pick(c, TERM_BVSLT, a[0], num(c, 0, bits), term_mk_unary(c, TERM_BVNEG, a[0]), a[0]);
}

static term ctpop(term_ctx *c, const term *a, unsigned bits)
{
    term sum = num(c, 0, bits);
    for (unsigned i = 0; i < bits; i++)
        sum = op2(c, TERM_BVADD, sum, resize(c, bits_of(c, a[0], i, i), bits));
    return sum;
}

/* The flag "zero is poison" must be false. */
static term ctlz(term_ctx *c, const term *a, unsigned bits)
{
    term count = num(c, bits, bits);
    if (!term_is_zero(c, a[1])) return TERM_NONE;
    for (unsigned i = 0; i < bits; i++)
        count = term_mk_ite(c, is_set(c, a[0], i), num(c, bits - 1 - i, bits), count);
    return count;
}

static term cttz(term_ctx *c, const term *a, unsigned bits)
{
    term count = num(c, bits, bits);
    if (!term_is_zero(c, a[1])) return TERM_NONE;
    for (unsigned i = bits; i-- > 0;)
        count = term_mk_ite(c, is_set(c, a[0], i), num(c, i, bits), count);
    return count;
}

static term reverse_units(term_ctx *c, term a, unsigned bits, unsigned unit)
{
    term part[TERM_WIDTH_MAX];
    unsigned n = bits / unit;
    for (unsigned i = 0; i < n; i++) part[n - 1 - i] = bits_of(c, a, (i + 1) * unit - 1, i * unit);
    return term_mk_concat_n(c, part, n);
}

static term bswap(term_ctx *c, const term *a, unsigned bits)
{
    return reverse_units(c, a[0], bits, 8);
}
static term bitreverse(term_ctx *c, const term *a, unsigned bits)
{
    return reverse_units(c, a[0], bits, 1);
}

/* Both halves of a funnel shift by the amount modulo the width. */
static term funnel(term_ctx *c, const term *a, unsigned bits, term_op shift)
{
    term by = op2(c, TERM_BVUREM, a[2], num(c, bits, bits));
    return op2(c, shift, op2(c, TERM_CONCAT, a[0], a[1]), zext(c, bits, by));
}

static term fshl(term_ctx *c, const term *a, unsigned bits)
{
    return bits_of(c, funnel(c, a, bits, TERM_BVSHL), 2 * bits - 1, bits);
}

static term fshr(term_ctx *c, const term *a, unsigned bits)
{
    return bits_of(c, funnel(c, a, bits, TERM_BVLSHR), bits - 1, 0);
}

term ir_saturate(term_ctx *c, term a, unsigned bits, bool is_signed)
{
    unsigned wide = term_width(c, a);
    term low = is_signed ? sext(c, wide - bits,
                                op2(c, TERM_BVSHL, num(c, 1, bits), num(c, bits - 1, bits)))
                         : num(c, 0, wide);
    term high = is_signed ? term_mk_unary(c, TERM_BVNOT, low)
                          : zext(c, wide - bits, term_mk_ones(c, bits));
    term clipped = pick(c, TERM_BVSLT, a, low, low, pick(c, TERM_BVSLT, high, a, high, a));
    return bits_of(c, clipped, bits - 1, 0);
}

static term uadd_sat(term_ctx *c, const term *a, unsigned bits)
{
    term sum = op2(c, TERM_BVADD, a[0], a[1]);
    return pick(c, TERM_BVULT, sum, a[0], term_mk_ones(c, bits), sum);
}

static term usub_sat(term_ctx *c, const term *a, unsigned bits)
{
    return pick(c, TERM_BVULT, a[0], a[1], num(c, 0, bits), op2(c, TERM_BVSUB, a[0], a[1]));
}

static term sadd_sat(term_ctx *c, const term *a, unsigned bits)
{
    return ir_saturate(c, op2(c, TERM_BVADD, sext(c, 1, a[0]), sext(c, 1, a[1])), bits, true);
}

static term ssub_sat(term_ctx *c, const term *a, unsigned bits)
{
    return ir_saturate(c, op2(c, TERM_BVSUB, sext(c, 1, a[0]), sext(c, 1, a[1])), bits, true);
}

/* What is shifted out is not what comes back: the most there is, or of negative numbers the least.
 */
static term ushl_sat(term_ctx *c, const term *a, unsigned bits)
{
    term out = op2(c, TERM_BVSHL, a[0], a[1]);
    return pick(c, TERM_EQ, op2(c, TERM_BVLSHR, out, a[1]), a[0], out, term_mk_ones(c, bits));
}

static term sshl_sat(term_ctx *c, const term *a, unsigned bits)
{
    term out = op2(c, TERM_BVSHL, a[0], a[1]),
         least = op2(c, TERM_BVSHL, num(c, 1, bits), num(c, bits - 1, bits));
    term limit = pick(c, TERM_BVSLT, a[0], num(c, 0, bits), least,
                      term_mk_unary(c, TERM_BVNOT, least));
    return pick(c, TERM_EQ, op2(c, TERM_BVASHR, out, a[1]), a[0], out, limit);
}

/* -1, 0 or 1 in a lane of its own width. */
static term order(term_ctx *c, term_op less, const term *a, unsigned bits)
{
    term more = pick(c, less, a[1], a[0], num(c, 1, bits), num(c, 0, bits));
    return pick(c, less, a[0], a[1], term_mk_ones(c, bits), more);
}
static term ucmp(term_ctx *c, const term *a, unsigned bits)
{
    return order(c, TERM_BVULT, a, bits);
}
static term scmp(term_ctx *c, const term *a, unsigned bits)
{
    return order(c, TERM_BVSLT, a, bits);
}

/* ---- lanes gathered by a mask: v, m, p the lanes, the mask, and what stands where no lane comes
 * to ---- */

/* The chosen lanes, from the highest down, one below the other. */
static term gather(term_ctx *c, term v, term m, ir_shape s)
{
    unsigned all = s.lanes * s.bits;
    term low = num(c, 0, all);
    for (unsigned i = s.lanes; i-- > 0;) {
        const term parts[] = {bits_of(c, v, (i + 1) * s.bits - 1, i * s.bits), low};
        low = term_mk_ite(c, is_set(c, m, i), bits_of(c, term_mk_concat_n(c, parts, 2), all - 1, 0),
                          low);
    }
    return low;
}

term ir_compress(term_ctx *c, term v, term m, term p, ir_shape s)
{
    term low = gather(c, v, m, s);
    if (term_is_zero(c, p)) return low;
    term filled = gather(c, term_mk_ones(c, s.lanes * s.bits), m, s);
    return op2(c, TERM_BVOR, low, op2(c, TERM_BVAND, p, term_mk_unary(c, TERM_BVNOT, filled)));
}

static term vector_compress(term_ctx *c, const ir_value *a, ir_shape s)
{
    return ir_compress(c, a[0].bits, a[1].bits, a[2].bits, s);
}

/* ---- reductions ---- */

static term reduce(term_ctx *c, const ir_value *a, ir_shape result, ir_lane_fn *fn)
{
    term both[2] = {ir_lane(c, a, 0)};
    for (unsigned i = 1; i < a->shape.lanes; i++) {
        both[1] = ir_lane(c, a, i);
        both[0] = fn(c, both, result.bits);
    }
    return both[0];
}

static term sum_of(term_ctx *c, const term *a, unsigned bits)
{
    (void)bits;
    return op2(c, TERM_BVADD, a[0], a[1]);
}
static term product_of(term_ctx *c, const term *a, unsigned bits)
{
    (void)bits;
    return op2(c, TERM_BVMUL, a[0], a[1]);
}
static term and_of(term_ctx *c, const term *a, unsigned bits)
{
    (void)bits;
    return op2(c, TERM_BVAND, a[0], a[1]);
}
static term or_of(term_ctx *c, const term *a, unsigned bits)
{
    (void)bits;
    return op2(c, TERM_BVOR, a[0], a[1]);
}
static term xor_of(term_ctx *c, const term *a, unsigned bits)
{
    (void)bits;
    return op2(c, TERM_BVXOR, a[0], a[1]);
}

static term reduce_add(term_ctx *c, const ir_value *a, ir_shape r)
{
    return reduce(c, a, r, sum_of);
}
static term reduce_mul(term_ctx *c, const ir_value *a, ir_shape r)
{
    return reduce(c, a, r, product_of);
}
static term reduce_and(term_ctx *c, const ir_value *a, ir_shape r)
{
    return reduce(c, a, r, and_of);
}
static term reduce_or(term_ctx *c, const ir_value *a, ir_shape r) { return reduce(c, a, r, or_of); }
static term reduce_xor(term_ctx *c, const ir_value *a, ir_shape r)
{
    return reduce(c, a, r, xor_of);
}
static term reduce_umin(term_ctx *c, const ir_value *a, ir_shape r)
{
    return reduce(c, a, r, umin);
}
static term reduce_umax(term_ctx *c, const ir_value *a, ir_shape r)
{
    return reduce(c, a, r, umax);
}
static term reduce_smin(term_ctx *c, const ir_value *a, ir_shape r)
{
    return reduce(c, a, r, smin);
}
static term reduce_smax(term_ctx *c, const ir_value *a, ir_shape r)
{
    return reduce(c, a, r, smax);
}

/* ---- the table ---- */

const ir_intrinsic irintrin_generic[] = {
    LANES("umin", 2, umin),
    LANES("umax", 2, umax),
    LANES("smin", 2, smin),
    LANES("smax", 2, smax),
    LANES("abs", 2, absolute),
    LANES("ctpop", 1, ctpop),
    LANES("ctlz", 2, ctlz),
    LANES("cttz", 2, cttz),
    LANES("bswap", 1, bswap),
    LANES("bitreverse", 1, bitreverse),
    LANES("fshl", 3, fshl),
    LANES("fshr", 3, fshr),
    LANES("uadd.sat", 2, uadd_sat),
    LANES("usub.sat", 2, usub_sat),
    LANES("sadd.sat", 2, sadd_sat),
    LANES("ssub.sat", 2, ssub_sat),
    LANES("ushl.sat", 2, ushl_sat),
    LANES("sshl.sat", 2, sshl_sat),
    LANES("ucmp", 2, ucmp),
    LANES("scmp", 2, scmp),
    WHOLE("vector.reduce.add", 1, reduce_add),
    WHOLE("vector.reduce.mul", 1, reduce_mul),
    WHOLE("vector.reduce.and", 1, reduce_and),
    WHOLE("vector.reduce.or", 1, reduce_or),
    WHOLE("vector.reduce.xor", 1, reduce_xor),
    WHOLE("vector.reduce.umin", 1, reduce_umin),
    WHOLE("vector.reduce.umax", 1, reduce_umax),
    WHOLE("vector.reduce.smin", 1, reduce_smin),
    WHOLE("vector.reduce.smax", 1, reduce_smax),
    MOVES("experimental.vector.compress", 3, vector_compress, 1),
    {0},
};

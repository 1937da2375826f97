// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irintrin_aarch64.c - what intrinsics of AArch64 mean, one function each.
 *
 * Source: Arm Architecture Reference Manual for A-profile, "A64 Advanced SIMD and floating-point
 * instructions", whose pseudocode computes with unbounded integers: here they have as many bits as
 * no result exceeds. Shares nothing with spec/targets/aarch64/isa, on purpose. */
#include "irintrin_aarch64.h"

#include "irbits.h"
#include "irintrin_generic.h"
#include "irmake.h"

static term minus(term_ctx *c, term a) { return term_mk_unary(c, TERM_BVNEG, a); }
static term plus(term_ctx *c, term a, term b) { return op2(c, TERM_BVADD, a, b); }

/* a with more bits, by its sign or without. */
static term widen(term_ctx *c, bool is_signed, unsigned extra, term a)
{
    return is_signed ? sext(c, extra, a) : zext(c, extra, a);
}

/* ---- lane by lane ---- */

static term sqabs(term_ctx *c, const term *a, unsigned bits)
{
    term x = sext(c, 1, a[0]);
    return ir_saturate(c, pick(c, TERM_BVSLT, x, num(c, 0, bits + 1), minus(c, x), x), bits, true);
}

static term sqneg(term_ctx *c, const term *a, unsigned bits)
{
    return ir_saturate(c, minus(c, sext(c, 1, a[0])), bits, true);
}

/* Half of a + b, or a - b, plus what is added to it first. */
static term half(term_ctx *c, const term *a, unsigned bits, bool is_signed, term_op op,
                 uint64_t add)
{
    term sum = op2(c, op, widen(c, is_signed, 2, a[0]), widen(c, is_signed, 2, a[1]));
    return bits_of(c, plus(c, sum, num(c, add, bits + 2)), bits, 1);
}

static term uhadd(term_ctx *c, const term *a, unsigned bits)
{
    return half(c, a, bits, false, TERM_BVADD, 0);
}
static term shadd(term_ctx *c, const term *a, unsigned bits)
{
    return half(c, a, bits, true, TERM_BVADD, 0);
}
static term urhadd(term_ctx *c, const term *a, unsigned bits)
{
    return half(c, a, bits, false, TERM_BVADD, 1);
}
static term srhadd(term_ctx *c, const term *a, unsigned bits)
{
    return half(c, a, bits, true, TERM_BVADD, 1);
}
static term uhsub(term_ctx *c, const term *a, unsigned bits)
{
    return half(c, a, bits, false, TERM_BVSUB, 0);
}
static term shsub(term_ctx *c, const term *a, unsigned bits)
{
    return half(c, a, bits, true, TERM_BVSUB, 0);
}

/* The absolute value of the exact difference. */
static term distance(term_ctx *c, const term *a, unsigned bits, bool is_signed)
{
    term d = op2(c, TERM_BVSUB, widen(c, is_signed, 1, a[0]), widen(c, is_signed, 1, a[1]));
    return bits_of(c, term_mk_ite(c, is_negative(c, d), minus(c, d), d), bits - 1, 0);
}

static term uabd(term_ctx *c, const term *a, unsigned bits) { return distance(c, a, bits, false); }
static term sabd(term_ctx *c, const term *a, unsigned bits) { return distance(c, a, bits, true); }

static term usqadd(term_ctx *c, const term *a, unsigned bits)
{
    return ir_saturate(c, plus(c, zext(c, 2, a[0]), sext(c, 2, a[1])), bits, false);
}
static term suqadd(term_ctx *c, const term *a, unsigned bits)
{
    return ir_saturate(c, plus(c, sext(c, 2, a[0]), zext(c, 2, a[1])), bits, true);
}

/* The high half of twice the product, after a sum. */
static term doubled_high(term_ctx *c, const term *a, unsigned bits, bool rounded)
{
    unsigned all = 2 * bits + 2;
    term product = op2(c, TERM_BVMUL, sext(c, bits + 2, a[0]), sext(c, bits + 2, a[1]));
    term twice = op2(c, TERM_BVSHL, product, num(c, 1, all));
    if (rounded) twice = plus(c, twice, num(c, 1ULL << (bits - 1), all));
    return ir_saturate(c, bits_of(c, twice, all - 1, bits), bits, true);
}

static term sqdmulh(term_ctx *c, const term *a, unsigned bits)
{
    return doubled_high(c, a, bits, false);
}
static term sqrdmulh(term_ctx *c, const term *a, unsigned bits)
{
    return doubled_high(c, a, bits, true);
}

static term pmul(term_ctx *c, const term *a, unsigned bits)
{
    return bits_of(c, ir_polynomial(c, a[0], a[1]), bits - 1, 0);
}

/* Bits below the sign that are equal to it, up to the first that is not. */
static term cls(term_ctx *c, const term *a, unsigned bits)
{
    term count = num(c, bits - 1, bits);
    for (unsigned i = 0; i + 1 < bits; i++) {
        term differs = term_mk_unary(
            c, TERM_NOT, equal(c, bits_of(c, a[0], i, i), bits_of(c, a[0], bits - 1, bits - 1)));
        count = term_mk_ite(c, differs, num(c, bits - 2 - i, bits), count);
    }
    return count;
}

/* Shifts by a signed byte: how far to the right, then to the left where it is positive. */
typedef struct amount {
    term is_right, right, left; /* both of as many bits as were asked for */
} amount;

static amount amount_of(term_ctx *c, term by, unsigned bits)
{
    term byte = bits_of(c, by, 7, 0), wide = sext(c, bits - 8, byte);
    return (amount){is_negative(c, byte), minus(c, wide), wide};
}

static term shift(term_ctx *c, const term *a, unsigned bits, bool is_signed)
{
    amount by = amount_of(c, a[1], bits);
    term right = op2(c, is_signed ? TERM_BVASHR : TERM_BVLSHR, a[0], by.right);
    return term_mk_ite(c, by.is_right, right, op2(c, TERM_BVSHL, a[0], by.left));
}

static term ushl(term_ctx *c, const term *a, unsigned bits) { return shift(c, a, bits, false); }
static term sshl(term_ctx *c, const term *a, unsigned bits) { return shift(c, a, bits, true); }

/* Half of the last bit's value is added before a shift to the right. */
static term rounding_shift(term_ctx *c, const term *a, unsigned bits, bool is_signed)
{
    unsigned all = bits + 130; /* 2^128 is the most that is added */
    amount by = amount_of(c, a[1], all);
    term x = widen(c, is_signed, 130, a[0]);
    term half_unit = op2(c, TERM_BVSHL, num(c, 1, all),
                         op2(c, TERM_BVSUB, by.right, num(c, 1, all)));
    term right = op2(c, is_signed ? TERM_BVASHR : TERM_BVLSHR, plus(c, x, half_unit), by.right);
    term left = op2(c, TERM_BVSHL, x, by.left);
    return bits_of(c, term_mk_ite(c, by.is_right, right, left), bits - 1, 0);
}

static term urshl(term_ctx *c, const term *a, unsigned bits)
{
    return rounding_shift(c, a, bits, false);
}
static term srshl(term_ctx *c, const term *a, unsigned bits)
{
    return rounding_shift(c, a, bits, true);
}

/* What does not fit becomes the nearest number that does. */
static term saturating_shift(term_ctx *c, const term *a, unsigned bits, bool is_signed)
{
    unsigned all = bits + 130;
    amount by = amount_of(c, a[1], all);
    term x = widen(c, is_signed, 130, a[0]);
    term right = op2(c, is_signed ? TERM_BVASHR : TERM_BVLSHR, x, by.right);
    term left = op2(c, TERM_BVSHL, x, by.left);
    return ir_saturate(c, term_mk_ite(c, by.is_right, right, left), bits, is_signed);
}

static term uqshl(term_ctx *c, const term *a, unsigned bits)
{
    return saturating_shift(c, a, bits, false);
}
static term sqshl(term_ctx *c, const term *a, unsigned bits)
{
    return saturating_shift(c, a, bits, true);
}

/* Ones where the shifted value is inserted. */
static term insert(term_ctx *c, const term *a, unsigned bits, term_op op)
{
    if (!term_is_const(c, a[2])) return TERM_NONE;
    term by = num(c, term_limbs(c, a[2])[0], bits), mask = op2(c, op, term_mk_ones(c, bits), by);
    term kept = op2(c, TERM_BVAND, a[0], term_mk_unary(c, TERM_BVNOT, mask));
    return op2(c, TERM_BVOR, kept, op2(c, op, a[1], by));
}

static term vsli(term_ctx *c, const term *a, unsigned bits)
{
    return insert(c, a, bits, TERM_BVSHL);
}
static term vsri(term_ctx *c, const term *a, unsigned bits)
{
    return insert(c, a, bits, TERM_BVLSHR);
}

/* The exclusive or, rotated to the right. */
static term xar(term_ctx *c, const term *a, unsigned bits)
{
    term x = op2(c, TERM_BVXOR, a[0], a[1]), by = resize(c, a[2], 2 * bits);
    return bits_of(c, op2(c, TERM_BVLSHR, op2(c, TERM_CONCAT, x, x), by), bits - 1, 0);
}

/* ---- across lanes ---- */

/* Lane i of the two arguments, one behind the other. */
static term of_both(term_ctx *c, const ir_value *a, unsigned i)
{
    unsigned n = a[0].shape.lanes;
    return ir_lane(c, &a[i / n], i % n);
}

typedef term both_fn(term_ctx *c, term a, term b);

static term pairwise(term_ctx *c, const ir_value *a, ir_shape result, both_fn *fn)
{
    term out[TERM_WIDTH_MAX];
    for (unsigned i = 0; i < result.lanes; i++)
        out[i] = fn(c, of_both(c, a, 2 * i), of_both(c, a, 2 * i + 1));
    return term_mk_concat_n(c, out, result.lanes);
}

static term least_unsigned(term_ctx *c, term a, term b) { return pick(c, TERM_BVULE, a, b, a, b); }
static term most_unsigned(term_ctx *c, term a, term b) { return pick(c, TERM_BVULE, a, b, b, a); }
static term least_signed(term_ctx *c, term a, term b) { return pick(c, TERM_BVSLE, a, b, a, b); }
static term most_signed(term_ctx *c, term a, term b) { return pick(c, TERM_BVSLE, a, b, b, a); }

static term uminp(term_ctx *c, const ir_value *a, ir_shape r)
{
    return pairwise(c, a, r, least_unsigned);
}
static term umaxp(term_ctx *c, const ir_value *a, ir_shape r)
{
    return pairwise(c, a, r, most_unsigned);
}
static term sminp(term_ctx *c, const ir_value *a, ir_shape r)
{
    return pairwise(c, a, r, least_signed);
}
static term smaxp(term_ctx *c, const ir_value *a, ir_shape r)
{
    return pairwise(c, a, r, most_signed);
}
static term addp(term_ctx *c, const ir_value *a, ir_shape r) { return pairwise(c, a, r, plus); }

/* Groups of so many lanes of a, widened, added up in each lane of the result. */
static term sums(term_ctx *c, const ir_value *a, ir_shape result, bool is_signed)
{
    term out[TERM_WIDTH_MAX];
    unsigned each = a->shape.lanes / result.lanes;
    for (unsigned i = 0; i < result.lanes; i++) {
        out[i] = num(c, 0, result.bits);
        for (unsigned k = i * each; k < (i + 1) * each; k++)
            out[i] = plus(c, out[i],
                          widen(c, is_signed, result.bits - a->shape.bits, ir_lane(c, a, k)));
    }
    return term_mk_concat_n(c, out, result.lanes);
}

static term usums(term_ctx *c, const ir_value *a, ir_shape r) { return sums(c, a, r, false); }
static term ssums(term_ctx *c, const ir_value *a, ir_shape r) { return sums(c, a, r, true); }

/* The byte of the table whose number an index is, or what stands for a number that is too large. */
static term table_byte(term_ctx *c, const ir_value *table, unsigned registers, term index,
                       term otherwise)
{
    term found = otherwise;
    for (unsigned i = 0; i < registers * 16; i++)
        found = term_mk_ite(c, equal(c, index, num(c, i, 8)), ir_lane(c, &table[i / 16], i % 16),
                            found);
    return found;
}

static term look_up(term_ctx *c, const ir_value *table, unsigned registers, const ir_value *kept)
{
    term out[TERM_WIDTH_MAX];
    const ir_value *index = &table[registers];
    for (unsigned i = 0; i < index->shape.lanes; i++)
        out[i] = table_byte(c, table, registers, ir_lane(c, index, i),
                            kept ? ir_lane(c, kept, i) : num(c, 0, 8));
    return term_mk_concat_n(c, out, index->shape.lanes);
}

static term tbl1(term_ctx *c, const ir_value *a, ir_shape r)
{
    (void)r;
    return look_up(c, a, 1, NULL);
}
static term tbl2(term_ctx *c, const ir_value *a, ir_shape r)
{
    (void)r;
    return look_up(c, a, 2, NULL);
}
static term tbx1(term_ctx *c, const ir_value *a, ir_shape r)
{
    (void)r;
    return look_up(c, a + 1, 1, a);
}

static term pmull(term_ctx *c, const ir_value *a, ir_shape result)
{
    term out[TERM_WIDTH_MAX];
    for (unsigned i = 0; i < a[0].shape.lanes; i++)
        out[i] = ir_polynomial(c, ir_lane(c, &a[0], i), ir_lane(c, &a[1], i));
    (void)result;
    return term_mk_concat_n(c, out, a[0].shape.lanes);
}

/* Each lane brought into the range of half as many bits. */
static term narrow(term_ctx *c, const ir_value *a, ir_shape result, bool from_signed,
                   bool to_signed)
{
    term out[TERM_WIDTH_MAX];
    for (unsigned i = 0; i < result.lanes; i++)
        out[i] = ir_saturate(c, widen(c, from_signed, 1, ir_lane(c, a, i)), result.bits, to_signed);
    return term_mk_concat_n(c, out, result.lanes);
}

static term uqxtn(term_ctx *c, const ir_value *a, ir_shape r)
{
    return narrow(c, a, r, false, false);
}
static term sqxtn(term_ctx *c, const ir_value *a, ir_shape r)
{
    return narrow(c, a, r, true, true);
}
static term sqxtun(term_ctx *c, const ir_value *a, ir_shape r)
{
    return narrow(c, a, r, true, false);
}

/* Four products of bytes, added to each lane of the first argument. */
static term dot(term_ctx *c, const ir_value *a, ir_shape result, bool is_signed)
{
    term out[TERM_WIDTH_MAX];
    for (unsigned i = 0; i < result.lanes; i++) {
        out[i] = ir_lane(c, &a[0], i);
        for (unsigned k = 4 * i; k < 4 * i + 4; k++) {
            term product = op2(c, TERM_BVMUL, widen(c, is_signed, 8, ir_lane(c, &a[1], k)),
                               widen(c, is_signed, 8, ir_lane(c, &a[2], k)));
            out[i] = plus(c, out[i], widen(c, is_signed, result.bits - 16, product));
        }
    }
    return term_mk_concat_n(c, out, result.lanes);
}

static term udot(term_ctx *c, const ir_value *a, ir_shape r) { return dot(c, a, r, false); }
static term sdot(term_ctx *c, const ir_value *a, ir_shape r) { return dot(c, a, r, true); }

static term cls64(term_ctx *c, const ir_value *a, ir_shape result)
{
    return bits_of(c, cls(c, &a->bits, 64), result.bits - 1, 0);
}

/* ---- the table ---- */

const ir_intrinsic irintrin_aarch64[] = {
    LANES("sqabs", 1, sqabs),     LANES("sqneg", 1, sqneg),
    LANES("uhadd", 2, uhadd),     LANES("shadd", 2, shadd),
    LANES("urhadd", 2, urhadd),   LANES("srhadd", 2, srhadd),
    LANES("uhsub", 2, uhsub),     LANES("shsub", 2, shsub),
    LANES("uabd", 2, uabd),       LANES("sabd", 2, sabd),
    LANES("usqadd", 2, usqadd),   LANES("suqadd", 2, suqadd),
    LANES("sqdmulh", 2, sqdmulh), LANES("sqrdmulh", 2, sqrdmulh),
    LANES("pmul", 2, pmul),       LANES("cls", 1, cls),
    LANES("ushl", 2, ushl),       LANES("sshl", 2, sshl),
    LANES("urshl", 2, urshl),     LANES("srshl", 2, srshl),
    LANES("uqshl", 2, uqshl),     LANES("sqshl", 2, sqshl),
    LANES("vsli", 3, vsli),       LANES("vsri", 3, vsri),
    LANES("xar", 3, xar),         WHOLE("uminp", 2, uminp),
    WHOLE("umaxp", 2, umaxp),     WHOLE("sminp", 2, sminp),
    WHOLE("smaxp", 2, smaxp),     WHOLE("addp", 2, addp),
    WHOLE("uaddlp", 1, usums),    WHOLE("saddlp", 1, ssums),
    WHOLE("uaddlv", 1, usums),    WHOLE("saddlv", 1, ssums),
    WHOLE("tbl1", 2, tbl1),       WHOLE("tbl2", 3, tbl2),
    WHOLE("tbx1", 3, tbx1),       WHOLE("pmull", 2, pmull),
    WHOLE("pmull64", 2, pmull),   WHOLE("uqxtn", 1, uqxtn),
    WHOLE("sqxtn", 1, sqxtn),     WHOLE("sqxtun", 1, sqxtun),
    WHOLE("udot", 3, udot),       WHOLE("sdot", 3, sdot),
    WHOLE("cls64", 1, cls64),     {0},
};

const char *const irintrin_aarch64_groups[] = {"neon.", "crypto.", NULL};

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* instr_refs_wasm.h - what the instructions of the set wasm give in lane i of their result, in
 * plain C: the references of test_spec_wasm.c. */
#ifndef LANESMITH_TEST_INSTR_REFS_WASM_H
#define LANESMITH_TEST_INSTR_REFS_WASM_H

#include "tests/unit/lane.h"

/* Lane j of w bits of source s, unsigned and signed. */
static uint64_t get(const lane *v, unsigned s, unsigned j, unsigned w)
{
    return get_bits(v->reg[s], j * w, w);
}
static int64_t get_signed(const lane *v, unsigned s, unsigned j, unsigned w)
{
    return as_signed(get(v, s, j, w), w);
}
static unsigned lanes(const lane *v) { return 128 / v->w; }

/* ---- lane by lane ---- */

static uint64_t ref_andnot(const lane *v) { return v->a & ~v->b; }
static uint64_t ref_bitselect(const lane *v) { return v->b ^ ((v->a ^ v->b) & v->c); }
static uint64_t ref_gt_s(const lane *v) { return mask_if(sa(v) > sb(v)); }
static uint64_t ref_ge_s(const lane *v) { return mask_if(sa(v) >= sb(v)); }
static uint64_t ref_gt_u(const lane *v) { return mask_if(v->a > v->b); }
static uint64_t ref_ge_u(const lane *v) { return mask_if(v->a >= v->b); }
static uint64_t ref_add_sat_s(const lane *v) { return clamp_signed(sa(v) + sb(v), v->w); }
static uint64_t ref_sub_sat_s(const lane *v) { return clamp_signed(sa(v) - sb(v), v->w); }
static uint64_t ref_add_sat_u(const lane *v)
{
    return clamp((int64_t)(v->a + v->b), 0, (int64_t)ones(v->w));
}
static uint64_t ref_sub_sat_u(const lane *v) { return v->a > v->b ? v->a - v->b : 0; }
static uint64_t ref_q15mulr(const lane *v)
{
    return clamp_signed((sa(v) * sb(v) + 0x4000) >> 15, 16);
}
static uint64_t ref_popcnt(const lane *v) { return (uint64_t)__builtin_popcountll(v->a); }

/* ---- between widths: lanes of half the width, and of twice ---- */

static uint64_t ref_extend_low_u(const lane *v) { return get(v, 0, v->i, v->w / 2); }
static uint64_t ref_extend_high_u(const lane *v) { return get(v, 0, lanes(v) + v->i, v->w / 2); }
static uint64_t ref_extend_low_s(const lane *v)
{
    return (uint64_t)get_signed(v, 0, v->i, v->w / 2);
}
static uint64_t ref_extend_high_s(const lane *v)
{
    return (uint64_t)get_signed(v, 0, lanes(v) + v->i, v->w / 2);
}

static uint64_t product_u(const lane *v, unsigned j)
{
    return get(v, 0, j, v->w / 2) * get(v, 1, j, v->w / 2);
}
static uint64_t product_s(const lane *v, unsigned j)
{
    return (uint64_t)(get_signed(v, 0, j, v->w / 2) * get_signed(v, 1, j, v->w / 2));
}
static uint64_t ref_extmul_low_u(const lane *v) { return product_u(v, v->i); }
static uint64_t ref_extmul_high_u(const lane *v) { return product_u(v, lanes(v) + v->i); }
static uint64_t ref_extmul_low_s(const lane *v) { return product_s(v, v->i); }
static uint64_t ref_extmul_high_s(const lane *v) { return product_s(v, lanes(v) + v->i); }
static uint64_t ref_dot(const lane *v)
{
    return product_s(v, 2 * v->i) + product_s(v, 2 * v->i + 1);
}
static uint64_t ref_extadd_u(const lane *v)
{
    return get(v, 0, 2 * v->i, v->w / 2) + get(v, 0, 2 * v->i + 1, v->w / 2);
}
static uint64_t ref_extadd_s(const lane *v)
{
    return (uint64_t)(get_signed(v, 0, 2 * v->i, v->w / 2) +
                      get_signed(v, 0, 2 * v->i + 1, v->w / 2));
}
static int64_t wide_lane(const lane *v)
{
    unsigned half = lanes(v) / 2;
    return get_signed(v, v->i / half, v->i % half, 2 * v->w);
}
static uint64_t ref_narrow_s(const lane *v) { return clamp_signed(wide_lane(v), v->w); }
static uint64_t ref_narrow_u(const lane *v) { return clamp(wide_lane(v), 0, (int64_t)ones(v->w)); }

/* ---- movements ---- */

static uint64_t ref_zip_low(const lane *v) { return get(v, v->i % 2, v->i / 2, v->w); }
static uint64_t ref_zip_high(const lane *v)
{
    return get(v, v->i % 2, (v->i + lanes(v)) / 2, v->w);
}
/* Lane j of both sources side by side. */
static uint64_t get_both(const lane *v, unsigned j)
{
    return get(v, j / lanes(v), j % lanes(v), v->w);
}
static uint64_t ref_even(const lane *v) { return get_both(v, 2 * v->i); }
static uint64_t ref_odd(const lane *v) { return get_both(v, 2 * v->i + 1); }
static uint64_t ref_trn_even(const lane *v) { return get(v, v->i % 2, v->i & ~1u, v->w); }
static uint64_t ref_trn_odd(const lane *v) { return get(v, v->i % 2, v->i | 1, v->w); }
static uint64_t ref_align(const lane *v) { return get_both(v, v->i + v->k); }
static uint64_t mirrored(const lane *v, unsigned unit)
{
    return get(v, 0, v->i ^ (unit / v->w - 1), v->w);
}
static uint64_t ref_rev16(const lane *v) { return mirrored(v, 16); }
static uint64_t ref_rev32(const lane *v) { return mirrored(v, 32); }
static uint64_t ref_rev64(const lane *v) { return mirrored(v, 64); }
static uint64_t ref_rev128(const lane *v) { return mirrored(v, 128); }
static uint64_t ref_swizzle(const lane *v) { return v->b < 16 ? get(v, 0, (unsigned)v->b, 8) : 0; }

/* ---- to and from general registers; the width is that of the lanes of the vector ---- */

static uint64_t ref_splat(const lane *v) { return get(v, 0, 0, v->w); }
static uint64_t ref_extract_u(const lane *v) { return get(v, 0, v->k, v->w); }
static uint64_t ref_extract_s(const lane *v) { return (uint64_t)get_signed(v, 0, v->k, v->w); }
static uint64_t ref_bitmask(const lane *v)
{
    uint64_t bits = 0;
    for (unsigned j = 0; j < lanes(v); j++) bits |= get(v, 0, j, v->w) >> (v->w - 1) << j;
    return bits;
}
static uint64_t ref_all_true(const lane *v)
{
    for (unsigned j = 0; j < lanes(v); j++)
        if (!get(v, 0, j, v->w)) return 0;
    return 1;
}
static uint64_t ref_any_true(const lane *v) { return (v->reg[0][0] | v->reg[0][1]) != 0; }

/* By what stands behind the first dot, without a number at its end. A star stands for the shape of
 * the source; what is `whole` gives one number. */
static const struct {
    const char *name;
    lane_fn fn;
    bool whole;
} refs[] = {
    {"and", ref_and, false},
    {"or", ref_or, false},
    {"xor", ref_xor, false},
    {"andnot", ref_andnot, false},
    {"not", ref_not, false},
    {"bitselect", ref_bitselect, false},
    {"add", ref_add, false},
    {"sub", ref_sub, false},
    {"neg", ref_neg, false},
    {"abs", ref_abs, false},
    {"mul", ref_mul, false},
    {"min_u", ref_minu, false},
    {"max_u", ref_maxu, false},
    {"min_s", ref_mins, false},
    {"max_s", ref_maxs, false},
    {"avgr_u", ref_avg, false},
    {"add_sat_u", ref_add_sat_u, false},
    {"add_sat_s", ref_add_sat_s, false},
    {"sub_sat_u", ref_sub_sat_u, false},
    {"sub_sat_s", ref_sub_sat_s, false},
    {"q15mulr_sat_s", ref_q15mulr, false},
    {"shl", ref_shl, false},
    {"shr_u", ref_shr, false},
    {"shr_s", ref_sar, false},
    {"eq", ref_cmpeq, false},
    {"ne", ref_cmpneq, false},
    {"gt_s", ref_gt_s, false},
    {"ge_s", ref_ge_s, false},
    {"lt_s", ref_cmplt, false},
    {"le_s", ref_cmple, false},
    {"gt_u", ref_gt_u, false},
    {"ge_u", ref_ge_u, false},
    {"lt_u", ref_cmpltu, false},
    {"le_u", ref_cmpleu, false},
    {"popcnt", ref_popcnt, false},
    {"extend_low_*_u", ref_extend_low_u, false},
    {"extend_low_*_s", ref_extend_low_s, false},
    {"extend_high_*_u", ref_extend_high_u, false},
    {"extend_high_*_s", ref_extend_high_s, false},
    {"extmul_low_*_u", ref_extmul_low_u, false},
    {"extmul_low_*_s", ref_extmul_low_s, false},
    {"extmul_high_*_u", ref_extmul_high_u, false},
    {"extmul_high_*_s", ref_extmul_high_s, false},
    {"extadd_pairwise_*_u", ref_extadd_u, false},
    {"extadd_pairwise_*_s", ref_extadd_s, false},
    {"narrow_*_u", ref_narrow_u, false},
    {"narrow_*_s", ref_narrow_s, false},
    {"dot_*_s", ref_dot, false},
    {"shuffle.zip_low", ref_zip_low, false},
    {"shuffle.zip_high", ref_zip_high, false},
    {"shuffle.even", ref_even, false},
    {"shuffle.odd", ref_odd, false},
    {"shuffle.trn_even", ref_trn_even, false},
    {"shuffle.trn_odd", ref_trn_odd, false},
    {"shuffle.align", ref_align, false},
    {"shuffle.rev16_", ref_rev16, false},
    {"shuffle.rev32_", ref_rev32, false},
    {"shuffle.rev64_", ref_rev64, false},
    {"shuffle.rev128_", ref_rev128, false},
    {"swizzle", ref_swizzle, false},
    {"splat", ref_splat, false},
    {"extract_lane", ref_extract_u, true},
    {"extract_lane_u", ref_extract_u, true},
    {"extract_lane_s", ref_extract_s, true},
    {"bitmask", ref_bitmask, true},
    {"all_true", ref_all_true, true},
    {"any_true", ref_any_true, true},
};

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* instr_refs_riscv.h - what the instructions of the set riscv give in lane i of their result, in
 * plain C: the references of test_spec_riscv.c. */
#ifndef LANESMITH_TEST_INSTR_REFS_RISCV_H
#define LANESMITH_TEST_INSTR_REFS_RISCV_H

#include "tests/unit/lane.h"

__extension__ typedef __int128 wide;

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

static uint64_t clamped(wide x, wide low, wide high)
{
    return (uint64_t)(x < low ? low : x > high ? high : x);
}
static uint64_t clamped_signed(const lane *v, wide x)
{
    return clamped(x, -((wide)1 << (v->w - 1)), ((wide)1 << (v->w - 1)) - 1);
}
static uint64_t ref_sadd(const lane *v) { return clamped_signed(v, (wide)sa(v) + sb(v)); }
static uint64_t ref_ssub(const lane *v) { return clamped_signed(v, (wide)sa(v) - sb(v)); }
static uint64_t ref_saddu(const lane *v)
{
    return clamped((wide)v->a + v->b, 0, (wide)ones(v->w));
}
static uint64_t ref_ssubu(const lane *v) { return v->a > v->b ? v->a - v->b : 0; }
static uint64_t ref_mulh(const lane *v) { return (uint64_t)(sa(v) * sb(v) >> v->w); }
static uint64_t ref_mulhu(const lane *v) { return v->a * v->b >> v->w; }
static uint64_t ref_madd(const lane *v) { return v->a * v->b + v->c; }
static uint64_t ref_nmsub(const lane *v) { return v->c - v->a * v->b; }

/* ---- between widths: the lanes of the result are twice as wide, or half ---- */

static uint64_t ref_zext_low(const lane *v) { return get(v, 0, v->i, v->w / 2); }
static uint64_t ref_zext_high(const lane *v) { return get(v, 0, lanes(v) + v->i, v->w / 2); }
static uint64_t ref_sext_low(const lane *v) { return (uint64_t)get_signed(v, 0, v->i, v->w / 2); }
static uint64_t ref_sext_high(const lane *v)
{
    return (uint64_t)get_signed(v, 0, lanes(v) + v->i, v->w / 2);
}
static uint64_t ref_waddu(const lane *v)
{
    return get(v, 0, v->i, v->w / 2) + get(v, 1, v->i, v->w / 2);
}
static uint64_t ref_wadd(const lane *v)
{
    return (uint64_t)(get_signed(v, 0, v->i, v->w / 2) + get_signed(v, 1, v->i, v->w / 2));
}
static uint64_t ref_wmulu(const lane *v)
{
    return get(v, 0, v->i, v->w / 2) * get(v, 1, v->i, v->w / 2);
}
static uint64_t ref_wmul(const lane *v)
{
    return (uint64_t)(get_signed(v, 0, v->i, v->w / 2) * get_signed(v, 1, v->i, v->w / 2));
}
static uint64_t ref_nsrl(const lane *v)
{
    unsigned half = lanes(v) / 2;
    return get(v, v->i / half, v->i % half, 2 * v->w) >> v->k;
}

/* ---- movements ---- */

/* Lane j of both sources side by side. */
static uint64_t get_both(const lane *v, unsigned j)
{
    return get(v, j / lanes(v), j % lanes(v), v->w);
}
static uint64_t mirrored(const lane *v, unsigned unit)
{
    return get(v, 0, v->i ^ (unit / v->w - 1), v->w);
}
static uint64_t ref_rev32(const lane *v) { return mirrored(v, 32); }
static uint64_t ref_rev64(const lane *v) { return mirrored(v, 64); }
static uint64_t ref_rev128(const lane *v) { return mirrored(v, 128); }
/* Up by bytes; of lanes of 64 bits the low ones of both. */
static uint64_t ref_slideup(const lane *v)
{
    if (v->w == 64) return get(v, v->i, 0, 64);
    return v->i < v->k ? 0 : get(v, 0, v->i - v->k, v->w);
}
static uint64_t ref_slidedown(const lane *v)
{
    return v->i + v->k < lanes(v) ? get(v, 0, v->i + v->k, v->w) : 0;
}
static uint64_t ref_align(const lane *v) { return get_both(v, v->i + v->k); }
static uint64_t ref_odd(const lane *v) { return get(v, v->i % 2, v->i, v->w); }
static uint64_t ref_zip(const lane *v) { return get(v, v->i % 2, v->i / 2, v->w); }

/* ---- to and from general registers ---- */

static uint64_t ref_lowest(const lane *v) { return get(v, 0, 0, v->w); }
static uint64_t ref_lowest_signed(const lane *v) { return (uint64_t)get_signed(v, 0, 0, v->w); }

/* By the name without a number at its end; what is `whole` gives one number. */
static const struct {
    const char *name;
    lane_fn fn;
    bool whole;
} refs[] = {
    {"vand.vv", ref_and, false},
    {"vor.vv", ref_or, false},
    {"vxor.vv", ref_xor, false},
    {"vnot.v", ref_not, false},
    {"vadd.vv.e", ref_add, false},
    {"vsub.vv.e", ref_sub, false},
    {"vrsub.vi.e", ref_neg, false},
    {"vmul.vv.e", ref_mul, false},
    {"vmulh.vv.e", ref_mulh, false},
    {"vmulhu.vv.e", ref_mulhu, false},
    {"vmadd.vv.e", ref_madd, false},
    {"vnmsub.vv.e", ref_nmsub, false},
    {"vminu.vv.e", ref_minu, false},
    {"vmaxu.vv.e", ref_maxu, false},
    {"vmin.vv.e", ref_mins, false},
    {"vmax.vv.e", ref_maxs, false},
    {"vsaddu.vv.e", ref_saddu, false},
    {"vssubu.vv.e", ref_ssubu, false},
    {"vsadd.vv.e", ref_sadd, false},
    {"vssub.vv.e", ref_ssub, false},
    {"vsll.vi.e", ref_shl, false},
    {"vsrl.vi.e", ref_shr, false},
    {"vsra.vi.e", ref_sar, false},
    {"vmseq.vv.e", ref_cmpeq, false},
    {"vmsne.vv.e", ref_cmpneq, false},
    {"vmslt.vv.e", ref_cmplt, false},
    {"vmsle.vv.e", ref_cmple, false},
    {"vmsltu.vv.e", ref_cmpltu, false},
    {"vmsleu.vv.e", ref_cmpleu, false},
    {"vzext.vf2.low_e", ref_zext_low, false},
    {"vzext.vf2.high_e", ref_zext_high, false},
    {"vsext.vf2.low_e", ref_sext_low, false},
    {"vsext.vf2.high_e", ref_sext_high, false},
    {"vwadd.vv.e", ref_wadd, false},
    {"vwaddu.vv.e", ref_waddu, false},
    {"vwmul.vv.e", ref_wmul, false},
    {"vwmulu.vv.e", ref_wmulu, false},
    {"vnsrl.wi.e", ref_nsrl, false},
    {"vrgather.vv.rev32_", ref_rev32, false},
    {"vrgather.vv.rev64_", ref_rev64, false},
    {"vrgather.vv.rev128_", ref_rev128, false},
    {"vslideup.vi.e", ref_slideup, false},
    {"vslidedown.vi.e", ref_slidedown, false},
    {"vslidedown.vi.align", ref_align, false},
    {"vmerge.vvm.odd", ref_odd, false},
    {"vwaddu.vv.zip", ref_zip, false},
    {"vmv.v.x.e", ref_lowest, false},
    {"vmv.x.s.e", ref_lowest_signed, true},
};

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* instr_refs_sve.h - what the instructions of SVE and SVE2 in the set aarch64 give in lane i of
 * their result, in plain C: references of test_spec_aarch64.c. */
#ifndef LANESMITH_TEST_INSTR_REFS_SVE_H
#define LANESMITH_TEST_INSTR_REFS_SVE_H

#include "instr_refs_aarch64.h"

/* ---- logic ---- */

static uint64_t sve_choose(uint64_t x, uint64_t y, uint64_t by) { return y ^ ((x ^ y) & by); }
static uint64_t sve_bsl(const lane *v) { return sve_choose(v->a, v->b, v->c); }
static uint64_t sve_bsl1n(const lane *v) { return sve_choose(~v->a, v->b, v->c); }
static uint64_t sve_bsl2n(const lane *v) { return sve_choose(v->a, ~v->b, v->c); }
static uint64_t sve_nbsl(const lane *v) { return ~sve_choose(v->a, v->b, v->c); }
static uint64_t sve_xar(const lane *v)
{
    uint64_t x = v->a ^ v->b;
    return x >> v->k | x << (v->w - v->k);
}

/* ---- bits permuted: one bit after the other is looked at ---- */

static uint64_t sve_bext(const lane *v)
{
    uint64_t r = 0, next = 1;
    for (uint64_t bit = 1; bit && bit <= ones(v->w); bit <<= 1)
        if (v->b & bit) {
            if (v->a & bit) r |= next;
            next <<= 1;
        }
    return r;
}
static uint64_t sve_bdep(const lane *v)
{
    uint64_t r = 0, next = 1;
    for (uint64_t bit = 1; bit && bit <= ones(v->w); bit <<= 1)
        if (v->b & bit) {
            if (v->a & next) r |= bit;
            next <<= 1;
        }
    return r;
}
static uint64_t sve_bgrp(const lane *v)
{
    uint64_t r = 0;
    unsigned next = 0;
    for (unsigned wanted = 2; wanted-- > 0;)
        for (unsigned i = 0; i < v->w; i++)
            if ((v->b >> i & 1) == wanted) r |= (v->a >> i & 1) << next++;
    return r;
}

/* ---- arithmetic ---- */

static uint64_t sve_umulh(const lane *v) { return (uint64_t)((uwide)v->a * v->b >> v->w); }
static uint64_t sve_smulh(const lane *v) { return (uint64_t)((wide)sa(v) * sb(v) >> v->w); }
static uint64_t sve_lsl(const lane *v) { return v->b < v->w ? v->a << v->b : 0; }
static uint64_t sve_lsr(const lane *v) { return v->b < v->w ? v->a >> v->b : 0; }
static uint64_t sve_asr(const lane *v)
{
    return (uint64_t)(sa(v) >> (v->b < v->w ? v->b : v->w - 1));
}

static uint64_t sve_cnt(const lane *v)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < v->w; i++) n += v->a >> i & 1;
    return n;
}
static uint64_t sve_rbit(const lane *v)
{
    uint64_t r = 0;
    for (unsigned i = 0; i < v->w; i++) r = r << 1 | (v->a >> i & 1);
    return r;
}

/* ---- pairs of lanes ---- */

/* The sum in an even lane, its carry in the odd one above. */
static uint64_t sve_carry(const lane *v, unsigned top, uint64_t flip)
{
    unsigned even = v->i / 2 * 2;
    uwide sum = (uwide)get(v, 0, even, v->w) + ((get(v, 1, even + top, v->w) ^ flip) & ones(v->w)) +
                (get(v, 2, even + 1, v->w) & 1);
    return v->i % 2 ? (uint64_t)(sum >> v->w) : (uint64_t)sum;
}
static uint64_t sve_adclb(const lane *v) { return sve_carry(v, 0, 0); }
static uint64_t sve_adclt(const lane *v) { return sve_carry(v, 1, 0); }
static uint64_t sve_sbclb(const lane *v) { return sve_carry(v, 0, UINT64_MAX); }
static uint64_t sve_sbclt(const lane *v) { return sve_carry(v, 1, UINT64_MAX); }

static uint64_t sve_pmull(const lane *v, unsigned top)
{
    unsigned even = v->i / 2 * 2;
    uint64_t x = get(v, 0, even + top, v->w), y = get(v, 1, even + top, v->w), r = 0;
    for (unsigned i = 0; i < v->w; i++)
        if (y >> i & 1) r ^= x << i;
    return v->i % 2 ? r >> v->w : r;
}
static uint64_t sve_pmullb(const lane *v) { return sve_pmull(v, 0); }
static uint64_t sve_pmullt(const lane *v) { return sve_pmull(v, 1); }

static const struct ref sve_refs[] = {
    {"eor3", ref_eor3},   {"bcax", ref_bcax},     {"bsl", sve_bsl},       {"bsl1n", sve_bsl1n},
    {"bsl2n", sve_bsl2n}, {"nbsl", sve_nbsl},     {"xar", sve_xar},       {"bext", sve_bext},
    {"bdep", sve_bdep},   {"bgrp", sve_bgrp},     {"mul", ref_mul},       {"umulh", sve_umulh},
    {"smulh", sve_smulh}, {"lsl", sve_lsl},       {"lsr", sve_lsr},       {"asr", sve_asr},
    {"umin", ref_umin},   {"umax", ref_umax},     {"smin", ref_smin},     {"smax", ref_smax},
    {"cnt", sve_cnt},     {"rbit", sve_rbit},     {"adclb", sve_adclb},   {"adclt", sve_adclt},
    {"sbclb", sve_sbclb}, {"sbclt", sve_sbclt},   {"pmullb", sve_pmullb}, {"pmullt", sve_pmullt},
};

#endif

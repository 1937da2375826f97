// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* op_refs.h - what the operations of the shipped spec do to a field, in plain C: the references of
 * test_spec_ops.c. */
#ifndef LANESMITH_TEST_OP_REFS_H
#define LANESMITH_TEST_OP_REFS_H

#include "tests/unit/lane.h"

/* Operations. An op's reference is a lane function, of the operands' fields with one number; what
 * an operation has of a scalar or of packed bits stands in the lane too, and k is the amount in an
 * operation's name. A reduction's reference takes one field into the sum of the others. */

typedef unsigned __int128 wide;

static uint64_t op_andn(const lane *v) { return v->a & ~v->b; }
static uint64_t op_orn(const lane *v) { return v->a | ~v->b; }
static uint64_t op_nor(const lane *v) { return ~(v->a | v->b); }
static uint64_t op_nand(const lane *v) { return ~(v->a & v->b); }
static uint64_t op_xnor(const lane *v) { return ~(v->a ^ v->b); }
static uint64_t op_and3(const lane *v) { return v->a & v->b & v->c; }
static uint64_t op_or3(const lane *v) { return v->a | v->b | v->c; }
static uint64_t op_xor3(const lane *v) { return v->a ^ v->b ^ v->c; }
static uint64_t op_majority(const lane *v) { return (v->a & v->b) | (v->a & v->c) | (v->b & v->c); }
static uint64_t op_sge(const lane *v) { return mask_if(sa(v) >= sb(v)); }
static uint64_t op_ugt(const lane *v) { return mask_if(v->a > v->b); }
static uint64_t op_uge(const lane *v) { return mask_if(v->a >= v->b); }
static uint64_t op_mulhu(const lane *v) { return (uint64_t)((wide)v->a * v->b >> v->w); }
static uint64_t op_mulhs(const lane *v)
{
    return (uint64_t)((wide)((__int128)sa(v) * sb(v)) >> v->w);
}
static uint64_t op_udiv(const lane *v) { return v->a / v->b; }
static uint64_t op_urem(const lane *v) { return v->a % v->b; }
static uint64_t op_sdiv(const lane *v) { return (uint64_t)(sa(v) / sb(v)); }
static uint64_t op_srem(const lane *v) { return (uint64_t)(sa(v) % sb(v)); }
static uint64_t op_uabs_diff(const lane *v) { return v->a > v->b ? v->a - v->b : v->b - v->a; }
static uint64_t op_sabs_diff(const lane *v) { return sa(v) > sb(v) ? v->a - v->b : v->b - v->a; }
static uint64_t op_uadd_sat(const lane *v)
{
    return ones(v->w) - v->a < v->b ? ones(v->w) : v->a + v->b;
}

static uint64_t saturated(__int128 v, unsigned w)
{
    __int128 top = ((__int128)1 << (w - 1)) - 1;
    return (uint64_t)(v > top ? top : v < -top - 1 ? -top - 1 : v);
}
static uint64_t op_sadd_sat(const lane *v) { return saturated((__int128)sa(v) + sb(v), v->w); }
static uint64_t op_ssub_sat(const lane *v) { return saturated((__int128)sa(v) - sb(v), v->w); }

/* Without an intermediate that overflows: Warren, Hacker's Delight, section 2-5. */
static uint64_t op_uavg_floor(const lane *v) { return (v->a & v->b) + ((v->a ^ v->b) >> 1); }
static uint64_t op_uavg_ceil(const lane *v) { return (v->a | v->b) - ((v->a ^ v->b) >> 1); }
static uint64_t op_savg_floor(const lane *v)
{
    return (uint64_t)((sa(v) & sb(v)) + ((sa(v) ^ sb(v)) >> 1));
}
static uint64_t op_savg_ceil(const lane *v)
{
    return (uint64_t)((sa(v) | sb(v)) - ((sa(v) ^ sb(v)) >> 1));
}

static uint64_t op_shl_k(const lane *v) { return v->a << v->k; }
static uint64_t op_lshr_k(const lane *v) { return v->a >> v->k; }
static uint64_t op_ashr_k(const lane *v) { return (uint64_t)(sa(v) >> v->k); }
static uint64_t op_funnel(const lane *v, uint64_t high, uint64_t low, uint64_t left)
{
    unsigned by = (unsigned)(left % v->w);
    return by ? high << by | low >> (v->w - by) : high;
}
static uint64_t op_rotl_k(const lane *v) { return op_funnel(v, v->a, v->a, v->k); }
static uint64_t op_rotr_k(const lane *v) { return op_funnel(v, v->a, v->a, v->w - v->k); }
static uint64_t op_rotl(const lane *v) { return op_funnel(v, v->a, v->a, v->b); }
static uint64_t op_rotr(const lane *v) { return op_funnel(v, v->a, v->a, v->w - v->b % v->w); }
static uint64_t op_fshl(const lane *v) { return op_funnel(v, v->a, v->b, v->c); }
static uint64_t op_fshr(const lane *v)
{
    return v->c % v->w ? op_funnel(v, v->a, v->b, v->w - v->c % v->w) : v->b;
}

static uint64_t op_ctpop(const lane *v) { return (uint64_t)__builtin_popcountll(v->a); }
static uint64_t op_ctlz(const lane *v)
{
    return v->a ? (uint64_t)__builtin_clzll(v->a) - (64 - v->w) : v->w;
}
static uint64_t op_cttz(const lane *v) { return v->a ? (uint64_t)__builtin_ctzll(v->a) : v->w; }
static uint64_t op_parity(const lane *v) { return (uint64_t)__builtin_parityll(v->a); }
static uint64_t op_bswap(const lane *v) { return __builtin_bswap64(v->a) >> (64 - v->w); }
static uint64_t op_bitreverse(const lane *v)
{
    uint64_t r = 0;
    for (unsigned j = 0; j < v->w; j++) r |= (v->a >> j & 1) << (v->w - 1 - j);
    return r;
}
/* Fields of such widths cross the edges of 64-bit lanes. */
static bool is_crossing(unsigned w)
{
    return w <= 32 && (w & (w - 1));
}
static uint64_t op_edge_up(const lane *v)
{
    unsigned below = 64 - v->i * v->w % 64;
    return below < v->w ? v->a << 1 & (uint64_t)1 << below : 0;
}
static uint64_t op_select(const lane *v) { return (v->a & v->b) | (~v->a & v->c); }
static uint64_t op_select_sign(const lane *v) { return sa(v) < 0 ? v->b : v->c; }
static uint64_t op_select_odd(const lane *v) { return v->a & 1 ? v->b : v->c; }

static uint64_t high_half(const lane *v) { return v->a >> v->w / 2; }
static uint64_t low_half(const lane *v) { return v->a & ones(v->w / 2); }
static uint64_t op_add_hl(const lane *v) { return high_half(v) + low_half(v); }
static uint64_t op_xor_hl(const lane *v) { return high_half(v) ^ low_half(v); }
static uint64_t op_min_hl(const lane *v)
{
    return high_half(v) < low_half(v) ? high_half(v) : low_half(v);
}
static uint64_t op_max_hl(const lane *v)
{
    return high_half(v) > low_half(v) ? high_half(v) : low_half(v);
}
static uint64_t op_sext_high(const lane *v) { return (uint64_t)as_signed(high_half(v), v->w / 2); }
static uint64_t op_sext_low(const lane *v) { return (uint64_t)as_signed(low_half(v), v->w / 2); }

static uint64_t op_mul_low(const lane *v) { return low_half(v) * (v->b & ones(v->w / 2)); }
static uint64_t op_spread_high(const lane *v) { return mask_if(high_half(v) & 1); }
static uint64_t op_sign_bits(const lane *v) { return v->a >> (v->w - 1) & 1; }
static uint64_t op_splat_low(const lane *v) { return get_bits(v->reg[0], 0, v->w); }

/* Field at of two registers side by side, of lo's first; n fields each. */
static uint64_t field_of_both(const lane *v, unsigned w, unsigned at)
{
    return get_bits(v->reg[at / v->n], at % v->n * w, w);
}

/* The two halves of a field of a pack, each made of a whole field. */
static uint64_t two_narrowed(const lane *v, uint64_t (*narrow)(uint64_t x, unsigned w))
{
    uint64_t low = narrow(field_of_both(v, v->w, 2 * v->i), v->w),
             high = narrow(field_of_both(v, v->w, 2 * v->i + 1), v->w);
    return (low & ones(v->w / 2)) | high << v->w / 2;
}
static uint64_t as_is(uint64_t x, unsigned w) { return (void)w, x; }
static uint64_t upper(uint64_t x, unsigned w) { return x >> w / 2; }
static uint64_t unsigned_to_unsigned(uint64_t x, unsigned w)
{
    return x >> w / 2 ? ~(uint64_t)0 : x;
}
static uint64_t signed_to_unsigned(uint64_t x, unsigned w)
{
    return x >> (w - 1) ? 0 : unsigned_to_unsigned(x, w);
}
static uint64_t signed_to_signed(uint64_t x, unsigned w)
{
    return clamp_signed(as_signed(x, w), w / 2);
}
static uint64_t op_packl(const lane *v) { return two_narrowed(v, as_is); }
static uint64_t op_packh(const lane *v) { return two_narrowed(v, upper); }
static uint64_t op_packus_u(const lane *v) { return two_narrowed(v, unsigned_to_unsigned); }
static uint64_t op_packus_s(const lane *v) { return two_narrowed(v, signed_to_unsigned); }
static uint64_t op_packss(const lane *v) { return two_narrowed(v, signed_to_signed); }
static uint64_t op_mergel(const lane *v)
{
    return get_bits(v->reg[v->i % 2], v->i / 2 * v->w, v->w);
}
static uint64_t op_mergeh(const lane *v)
{
    return get_bits(v->reg[v->i % 2], (v->n / 2 + v->i / 2) * v->w, v->w);
}
static uint64_t op_reverse(const lane *v)
{
    return get_bits(v->reg[0], (v->n - v->i - 1) * v->w, v->w);
}
static uint64_t op_swap_fields(const lane *v)
{
    return get_bits(v->reg[0], (v->i ^ 1) * v->w, v->w);
}
/* Bit by bit: plane k begins at bit k * n. */
static uint64_t op_s2p(const lane *v)
{
    uint64_t r = 0;
    for (unsigned j = 0; j < v->w; j++) {
        unsigned at = v->i * v->w + j;
        r |= get_bits(v->reg[0], at % v->n * v->w + at / v->n, 1) << j;
    }
    return r;
}
static uint64_t op_p2s(const lane *v)
{
    uint64_t r = 0;
    for (unsigned k = 0; k < v->w; k++) r |= get_bits(v->reg[0], k * v->n + v->i, 1) << k;
    return r;
}
static uint64_t op_slide_up(const lane *v)
{
    return v->i < v->k ? 0 : get_bits(v->reg[0], (v->i - v->k) * v->w, v->w);
}
static uint64_t op_slide_down(const lane *v)
{
    return v->i + v->k >= v->n ? 0 : get_bits(v->reg[0], (v->i + v->k) * v->w, v->w);
}
static uint64_t op_rotate_up(const lane *v)
{
    return get_bits(v->reg[0], (v->i + v->n - v->k) % v->n * v->w, v->w);
}
static uint64_t op_window(const lane *v) { return field_of_both(v, v->w, v->i + v->k); }
static uint64_t op_splat(const lane *v) { return get_bits(v->reg[0], v->k * v->w, v->w); }

/* k is 10 * m + p: of narrow fields of w/m bits, the ones in the part p of the register. */
static uint64_t op_zext(const lane *v)
{
    unsigned m = v->k / 10, p = v->k % 10;
    return get_bits(v->reg[0], (p * v->n + v->i) * (v->w / m), v->w / m);
}
static uint64_t op_sext(const lane *v)
{
    return (uint64_t)as_signed(op_zext(v), v->w / (v->k / 10));
}

static bool is_shape_of_pack(unsigned w, unsigned n, unsigned k)
{
    return (void)k, w % 2 == 0 && n % 2 == 0;
}
static bool is_shape_of_pairs(unsigned w, unsigned n, unsigned k)
{
    return (void)w, (void)k, n % 2 == 0;
}
static bool is_shape_of_planes(unsigned w, unsigned n, unsigned k)
{
    return (void)k, w > 1 && n > 1;
}
static bool is_shape_of_many(unsigned w, unsigned n, unsigned k) { return (void)w, (void)k, n > 1; }
static bool is_shape_with_field(unsigned w, unsigned n, unsigned k) { return (void)w, k < n; }
static bool is_shape_of_parts(unsigned w, unsigned n, unsigned k)
{
    return (void)n, w % (k / 10) == 0;
}

/* Single fields; b or c is an index. */
static uint64_t op_insert(const lane *v) { return v->i == v->k ? v->b : v->a; }
static uint64_t op_extract_at(const lane *v)
{
    return get_bits(v->reg[0], (unsigned)(v->b % v->n) * v->w, v->w);
}
static uint64_t op_insert_at(const lane *v) { return v->i == v->c % v->n ? v->b : v->a; }
static uint64_t op_build_2(const lane *v) { return v->i == 0 ? v->a : v->i == 1 ? v->b : 0; }
static uint64_t op_build_3(const lane *v) { return v->i == 2 ? v->c : op_build_2(v); }
static bool is_shape_to_build_3(unsigned w, unsigned n, unsigned k)
{
    return (void)w, (void)k, n > 2;
}
static bool is_shape_to_insert(unsigned w, unsigned n, unsigned k)
{
    return (void)w, n > 1 && k < n;
}
static bool is_shape_of_indexed(unsigned w, unsigned n, unsigned k)
{
    return (void)w, (void)k, n > 1 && !(n & (n - 1));
}
static bool is_shape_of_permute(unsigned w, unsigned n, unsigned k)
{
    return is_shape_of_indexed(w, n, k) && n <= 64 && !(w & (w - 1));
}
static bool is_shape_of_few(unsigned w, unsigned n, unsigned k)
{
    return (void)w, (void)k, n > 1 && n <= 64;
}

/* Field i is the one with i chosen ones below it; and the other way round. */
static uint64_t op_compress(const lane *v)
{
    unsigned seen = 0;
    for (unsigned i = 0; i < v->n; i++)
        if (get_bits(v->reg[1], i, 1) && seen++ == v->i) return get_bits(v->reg[0], i * v->w, v->w);
    return 0;
}
static uint64_t op_expand(const lane *v)
{
    unsigned below = 0;
    for (unsigned i = 0; i < v->i; i++) below += (unsigned)get_bits(v->reg[1], i, 1);
    return v->b ? get_bits(v->reg[0], below * v->w, v->w) : 0;
}

/* The processor's own conversion; k is 80 + p or, of fields of two bits, p. */
static uint64_t float_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}
static uint64_t part_of(const lane *v, unsigned w, unsigned p)
{
    return get_bits(v->reg[0], (p * v->n + v->i) * w, w);
}
static uint64_t op_uitofp4(const lane *v) { return float_bits((float)part_of(v, 4, v->k - 80)); }
static uint64_t op_sitofp4(const lane *v)
{
    return float_bits((float)as_signed(part_of(v, 4, v->k - 80), 4));
}
static uint64_t op_uitofp2(const lane *v) { return float_bits((float)part_of(v, 2, v->k)); }
static uint64_t op_sitofp2(const lane *v)
{
    return float_bits((float)as_signed(part_of(v, 2, v->k), 2));
}
static bool is_shape_of_floats(unsigned w, unsigned n, unsigned k)
{
    return (void)n, (void)k, w == 32;
}

static uint64_t fold_any(const lane *v) { return mask_if(v->a || v->b); }
static uint64_t fold_all(const lane *v) { return mask_if(v->a && v->b); }

static bool amount_fits(const lane *v) { return v->b < v->w; }
static bool a_is_set(const lane *v) { return v->a != 0; }
static bool a_is_mask(const lane *v) { return v->a == 0 || v->a == ones(v->w); }
static bool high_is_mask(const lane *v)
{
    return high_half(v) == 0 || high_half(v) == ones(v->w / 2);
}
static bool divides(const lane *v) { return v->b != 0; }
static bool divides_signed(const lane *v)
{
    return v->b != 0 && !(v->a == (uint64_t)1 << (v->w - 1) && v->b == ones(v->w));
}

static bool is_narrow(unsigned w) { return w <= 8; }
static bool is_up_to_16(unsigned w) { return w <= 16; }
static bool is_even(unsigned w) { return w % 2 == 0; }
static bool is_nowhere(unsigned w)
{
    (void)w;
    return false;
}

static bool is_bytes(unsigned w) { return w % 16 == 0; }

enum fold_kind { NO_FOLD, FOLD, PREFIX };

static const struct op_ref {
    const char *name; /* a stem, with fixed: of names that end in an amount below w */
    lane_fn fn;
    const char *llvm; /* instruction or intrinsic */
    bool (*pre)(const lane *v);
    bool (*exists)(unsigned w);
    bool fixed;
    bool top; /* of a field that matters the highest bit does */
    /* where it exists, when that depends on more than w */
    bool (*shape)(unsigned w, unsigned n, unsigned k);
    unsigned members;      /* how many amounts its name has, with shape */
    /* fn on what is folded so far and a field; the first field is folded with initial */
    enum fold_kind fold;
    uint64_t initial;
} op_refs[] = {
    {"eq_top", .fn = ref_cmpeq, .top = true},
    {"ne_top", .fn = ref_cmpneq, .top = true},
    {"slt_top", .fn = ref_cmplt, .top = true},
    {"sgt_top", .fn = ref_cmpgt, .top = true},
    {"ult_top", .fn = ref_cmpltu, .top = true},
    {"ugt_top", .fn = op_ugt, .top = true},
    {"sle_top", .fn = ref_cmple, .top = true},
    {"sge_top", .fn = op_sge, .top = true},
    {"ule_top", .fn = ref_cmpleu, .top = true},
    {"uge_top", .fn = op_uge, .top = true},
    {"and", ref_and, .llvm = "and"},
    {"or", ref_or, .llvm = "or"},
    {"xor", ref_xor, .llvm = "xor"},
    {"andn", .fn = op_andn},
    {"nor", .fn = op_nor},
    {"not", .fn = ref_not},
    {"nand", .fn = op_nand},
    {"xnor", .fn = op_xnor},
    {"orn", .fn = op_orn},
    {"and3", .fn = op_and3},
    {"or3", .fn = op_or3},
    {"xor3", .fn = op_xor3},
    {"majority", .fn = op_majority},
    {"add", ref_add, .llvm = "add"},
    {"sub", ref_sub, .llvm = "sub"},
    {"mul", ref_mul, .llvm = "mul"},
    {"neg", .fn = ref_neg},
    {"abs", ref_abs, .llvm = "llvm.abs"},
    {"mulhu", .fn = op_mulhu},
    {"mulhs", .fn = op_mulhs},
    {"uabs_diff", .fn = op_uabs_diff},
    {"sabs_diff", .fn = op_sabs_diff},
    {"udiv", op_udiv, .llvm = "udiv", .pre = divides, .exists = is_narrow},
    {"urem", op_urem, .llvm = "urem", .pre = divides, .exists = is_narrow},
    {"sdiv", op_sdiv, .llvm = "sdiv", .pre = divides_signed, .exists = is_narrow},
    {"srem", op_srem, .llvm = "srem", .pre = divides_signed, .exists = is_narrow},
    {"umin", ref_minu, .llvm = "llvm.umin"},
    {"umax", ref_maxu, .llvm = "llvm.umax"},
    {"smin", ref_mins, .llvm = "llvm.smin"},
    {"smax", ref_maxs, .llvm = "llvm.smax"},
    {"uadd_sat", op_uadd_sat, .llvm = "llvm.uadd.sat"},
    {"usub_sat", ref_subus, .llvm = "llvm.usub.sat"},
    {"sadd_sat", op_sadd_sat, .llvm = "llvm.sadd.sat"},
    {"ssub_sat", op_ssub_sat, .llvm = "llvm.ssub.sat"},
    {"uavg_floor", .fn = op_uavg_floor},
    {"uavg_ceil", .fn = op_uavg_ceil},
    {"savg_floor", .fn = op_savg_floor},
    {"savg_ceil", .fn = op_savg_ceil},
    {"eq", ref_cmpeq, .llvm = "icmp eq"},
    {"ne", ref_cmpneq, .llvm = "icmp ne"},
    {"slt", ref_cmplt, .llvm = "icmp slt"},
    {"sgt", ref_cmpgt, .llvm = "icmp sgt"},
    {"ult", ref_cmpltu, .llvm = "icmp ult"},
    {"ugt", op_ugt, .llvm = "icmp ugt"},
    {"sle", ref_cmple, .llvm = "icmp sle"},
    {"sge", op_sge, .llvm = "icmp sge"},
    {"ule", ref_cmpleu, .llvm = "icmp ule"},
    {"uge", op_uge, .llvm = "icmp uge"},
    {"eq_bits", .fn = ref_cmpeq},
    {"ne_bits", .fn = ref_cmpneq},
    {"slt_bits", .fn = ref_cmplt},
    {"sgt_bits", .fn = ref_cmpgt},
    {"ult_bits", .fn = ref_cmpltu},
    {"ugt_bits", .fn = op_ugt},
    {"sle_bits", .fn = ref_cmple},
    {"sge_bits", .fn = op_sge},
    {"ule_bits", .fn = ref_cmpleu},
    {"uge_bits", .fn = op_uge},
    {"shl", ref_sllv, .llvm = "shl", .pre = amount_fits},
    {"lshr", ref_srlv, .llvm = "lshr", .pre = amount_fits},
    {"ashr", ref_srav, .llvm = "ashr", .pre = amount_fits},
    {"shl_total", .fn = ref_sllv},
    {"lshr_total", .fn = ref_srlv},
    {"ashr_total", .fn = ref_srav},
    {"shl_all", ref_sllv, .pre = amount_fits},
    {"lshr_all", ref_srlv, .pre = amount_fits},
    {"ashr_all", ref_srav, .pre = amount_fits},
    {"rotl", .fn = op_rotl},
    {"rotr", .fn = op_rotr},
    {"fshl", op_fshl, .llvm = "llvm.fshl"},
    {"fshr", op_fshr, .llvm = "llvm.fshr"},
    {"shl", op_shl_k, .fixed = true},
    {"lshr", op_lshr_k, .fixed = true},
    {"ashr", op_ashr_k, .fixed = true},
    {"rotl", op_rotl_k, .fixed = true},
    {"rotr", op_rotr_k, .fixed = true},
    /* of whole registers: test_spec_ops.c has their reference */
    {"fshl", op_rotl_k, .fixed = true, .members = 18, .exists = is_nowhere},
    {"ctpop", op_ctpop, .llvm = "llvm.ctpop"},
    {"ctlz", op_ctlz, .llvm = "llvm.ctlz"},
    {"cttz", op_cttz, .llvm = "llvm.cttz"},
    {"ctlz_nz", op_ctlz, .llvm = "llvm.ctlz", .pre = a_is_set},
    {"cttz_nz", op_cttz, .llvm = "llvm.cttz", .pre = a_is_set},
    {"parity", .fn = op_parity},
    {"bitreverse", op_bitreverse, .llvm = "llvm.bitreverse"},
    {"bswap", op_bswap, .llvm = "llvm.bswap", .exists = is_bytes},
    {"lowest_bit", .fn = ref_blsi},
    {"clear_lowest_bit", .fn = ref_blsr},
    {"pext", .fn = ref_pext},
    {"pdep", .fn = ref_pdep},
    {"select", .fn = op_select},
    {"select_sign", .fn = op_select_sign},
    {"select_mask", op_select_odd, .pre = a_is_mask},
    {"select_bits", .fn = op_select_odd},
    {"add_hl", op_add_hl, .exists = is_even},
    {"xor_hl", op_xor_hl, .exists = is_even},
    {"min_hl", op_min_hl, .exists = is_even},
    {"max_hl", op_max_hl, .exists = is_even},
    {"zext_high", high_half, .exists = is_even},
    {"zext_low", low_half, .exists = is_even},
    {"sext_high", op_sext_high, .exists = is_even},
    {"sext_low", op_sext_low, .exists = is_even},
    {"reduce_add", ref_add, .fold = FOLD},
    {"reduce_mul", ref_mul, .fold = FOLD, .initial = 1, .exists = is_up_to_16},
    {"reduce_and", ref_and, .fold = FOLD, .initial = ~(uint64_t)0},
    {"reduce_or", ref_or, .fold = FOLD},
    {"reduce_xor", ref_xor, .fold = FOLD},
    {"reduce_umin", ref_minu, .fold = FOLD, .initial = ~(uint64_t)0},
    {"reduce_umax", ref_maxu, .fold = FOLD},
    {"reduce_smin", ref_mins, .fold = FOLD},
    {"reduce_smax", ref_maxs, .fold = FOLD},
    {"any", fold_any, .fold = FOLD},
    {"all", fold_all, .fold = FOLD, .initial = ~(uint64_t)0},
    {"prefix_add", ref_add, .fold = PREFIX},
    {"mul_low", .fn = op_mul_low, .exists = is_even},
    {"spread_high", op_spread_high, .pre = high_is_mask, .exists = is_even},
    {"splat_low", .fn = op_splat_low},
    {"mask_bits", ref_movm, .pre = a_is_mask},
    {"sign_bits", .fn = op_sign_bits},
    {"bits_mask", .fn = ref_movm},
    {"edge_up", .fn = op_edge_up, .exists = is_crossing},
    {"packl", op_packl, .shape = is_shape_of_pack},
    {"packh", op_packh, .shape = is_shape_of_pack},
    {"packus_u", op_packus_u, .shape = is_shape_of_pack},
    {"packus_s", op_packus_s, .shape = is_shape_of_pack},
    {"packss", op_packss, .shape = is_shape_of_pack},
    {"mergel", op_mergel, .shape = is_shape_of_pairs},
    {"mergeh", op_mergeh, .shape = is_shape_of_pairs},
    {"reverse", op_reverse, .shape = is_shape_of_many},
    {"swap_fields", op_swap_fields, .shape = is_shape_of_pairs},
    {"s2p", op_s2p, .shape = is_shape_of_planes},
    {"p2s", op_p2s, .shape = is_shape_of_planes},
    {"slide_up", op_slide_up, .fixed = true, .shape = is_shape_with_field, .members = 5},
    {"slide_down", op_slide_down, .fixed = true, .shape = is_shape_with_field, .members = 5},
    {"rotate_up", op_rotate_up, .fixed = true, .shape = is_shape_with_field, .members = 5},
    {"window", op_window, .fixed = true, .shape = is_shape_with_field, .members = 5},
    {"splat", op_splat, .fixed = true, .shape = is_shape_with_field, .members = 5},
    {"zext", op_zext, .fixed = true, .shape = is_shape_of_parts, .members = 14},
    {"sext", op_sext, .fixed = true, .shape = is_shape_of_parts, .members = 14},
    {"extract", op_splat, .fixed = true, .shape = is_shape_with_field, .members = 6},
    {"insert", op_insert, .fixed = true, .shape = is_shape_to_insert, .members = 6},
    {"extract_at", op_extract_at, .shape = is_shape_of_indexed},
    {"splat_at", op_extract_at, .shape = is_shape_of_indexed},
    {"insert_at", op_insert_at, .shape = is_shape_of_indexed},
    {"build_2", op_build_2, .shape = is_shape_of_many},
    {"build_3", op_build_3, .shape = is_shape_to_build_3},
    {"permute", .fn = op_extract_at, .shape = is_shape_of_permute},
    {"compress", .fn = op_compress, .shape = is_shape_of_few},
    {"expand", .fn = op_expand, .shape = is_shape_of_few},
    {"uitofp", op_uitofp4, .fixed = true, .shape = is_shape_of_floats, .members = 8},
    {"sitofp", op_sitofp4, .fixed = true, .shape = is_shape_of_floats, .members = 8},
    {"uitofp16", op_uitofp2, .fixed = true, .shape = is_shape_of_floats, .members = 16},
    {"sitofp16", op_sitofp2, .fixed = true, .shape = is_shape_of_floats, .members = 16},
};

#endif

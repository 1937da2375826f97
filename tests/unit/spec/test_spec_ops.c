// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_spec_ops.c - the operations of the shipped spec against plain C: as test_spec.c does with
 * instructions. An operation without a reference fails the test, so that none is added unchecked.
 */
#include "spec/op.h"
#include "spec/spec.h"
#include "tests/unit/fixture.h"
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

/* The amount at the end of a name, "shl_12", and of the two numbers of "zext4_3" 10 times the first
 * and the second; -1 when there is none. */
static int fixed_amount(const op *o, const char *stem)
{
    size_t n = strlen(stem);
    unsigned m, p;
    char rest;
    if (strncmp(o->name, stem, n) == 0 && sscanf(o->name + n, "%1u_%1u%c", &m, &p, &rest) == 2)
        return (int)(10 * m + p);
    if (strncmp(o->name, stem, n) != 0 || o->name[n] != '_')
        return -1;
    char *end;
    unsigned long k = strtoul(o->name + n + 1, &end, 10);
    return *end ? -1 : (int)k;
}

static const struct op_ref *find_op_ref(const op *o)
{
    for (size_t r = 0; r < sizeof op_refs / sizeof *op_refs; r++)
        if (op_refs[r].fixed ? fixed_amount(o, op_refs[r].name) >= 0
                             : !strcmp(o->name, op_refs[r].name))
            return &op_refs[r];
    return NULL;
}

/* What the operand has for field i. */
static uint64_t operand(const op *o, unsigned k, const uint64_t *reg, unsigned w, unsigned i)
{
    if (k >= o->arity)
        return 0;
    unsigned width = op_type_width(o->type[k], w);
    return get_bits(reg, op_type_fields(o->type[k], 2) == 1 ? 0 : i * width, width);
}

static lane op_lane(const op *o, uint64_t src[3][LIMBS], const struct op_ref *ref, unsigned w,
                    unsigned n, unsigned i)
{
    lane v = {.i = i,
              .w = w,
              .n = n,
              .k = ref->fixed ? (unsigned)fixed_amount(o, ref->name) : 0,
              .reg = {src[0], src[1], src[2]}};
    v.a = operand(o, 0, src[0], w, i);
    v.b = operand(o, 1, src[1], w, i);
    v.c = operand(o, 2, src[2], w, i);
    return v;
}

/* What field i of the result has to be: of a reduction, the fields up to i or all of them folded.
 */
static uint64_t expected(const op *o, uint64_t src[3][LIMBS], const struct op_ref *ref, unsigned w,
                         unsigned n, unsigned i)
{
    lane v = op_lane(o, src, ref, w, n, i);
    if (ref->fold == NO_FOLD)
        return ref->fn(&v);
    uint64_t first = get_bits(src[0], 0, w), done = ref->initial & ones(w);
    bool bounded = strstr(o->name, "smin") ||
                   strstr(o->name, "smax"); /* their first field is folded with itself */
    if (bounded)
        done = first;
    for (unsigned k = 0; k < (ref->fold == PREFIX ? i + 1 : n); k++) {
        lane x = {.a = done, .b = get_bits(src[0], k * w, w), .w = w};
        done = ref->fn(&x) & ones(w);
    }
    return done;
}

/* One trial: all bits of got and cared, those above the result's included. */
static void check_trial(const op *o, const struct op_ref *ref, uint64_t src[3][LIMBS],
                        const uint64_t *got, const uint64_t *cared, unsigned w, unsigned n,
                        unsigned bits)
{
    unsigned width = op_type_width(o->result, w), fields = op_type_fields(o->result, n);
    for (unsigned i = 0; i < fields; i++) {
        lane v = op_lane(o, src, ref, w, n, i);
        bool matters = !ref->pre || ref->pre(&v);
        uint64_t cares = get_bits(cared, i * width, width), is = get_bits(got, i * width, width);
        if (cares != (matters ? ref->top ? (uint64_t)1 << (width - 1) : ones(width) : 0))
            fail_msg("%s, w %u, n %u: field %u cares 0x%llx", o->name, w, n, i,
                     (unsigned long long)cares);
        uint64_t want = matters ? expected(o, src, ref, w, n, i) & ones(width) : is;
        if (is != want)
            fail_msg("%s, w %u, n %u: field %u of 0x%llx, 0x%llx, 0x%llx is 0x%llx, not 0x%llx",
                     o->name, w, n, i, (unsigned long long)v.a, (unsigned long long)v.b,
                     (unsigned long long)v.c, (unsigned long long)is, (unsigned long long)want);
    }
    for (unsigned at = fields * width; at < bits; at++)
        if (get_bits(cared, at, 1) != 0)
            fail_msg("%s, w %u, n %u: bit %u of a register of %u cares", o->name, w, n, at, bits);
}

/* Random bits above what the operand's type has, corner values and all pairs of small fields in it.
 */
static void fill_operand(const op *o, unsigned k, uint64_t *reg, unsigned w, unsigned n,
                         unsigned bits, uint64_t pair)
{
    unsigned width = op_type_width(o->type[k], w) < bits ? op_type_width(o->type[k], w) : bits;
    memset(reg, 0, LIMBS * sizeof *reg);
    for (unsigned at = 0; at < bits; at++) put_bits(reg, at, 1, random_bits() >> 17);
    for (unsigned i = 0; i < op_type_fields(o->type[k], n); i++, pair++)
        put_bits(reg, i * width, width,
                 w <= 4 && k < 2 ? pair >> k * w & ones(width) : random_value(width));
}

/* n fields of w bits in a register of spare bits more. While 2w is at most 8 the trials run through
 * all pairs of fields. */
static void check_op(const op *o, const struct op_ref *ref, unsigned w, unsigned n, unsigned spare)
{
    static const char *const names[] = {"a", "b", "c"};
    diags d = {0};
    term_ctx *c = term_ctx_new();
    unsigned bits = w * n + spare, trials = ref->fixed ? 4 : w <= 4 ? (1u << 2 * w) / n + 1 : 24;
    term args[3], result, care;
    for (unsigned k = 0; k < 3; k++) args[k] = term_mk_var(c, names[k], bits);
    assert_true(op_elaborate(o, w, n, c, args, &result, &care, &d));
    assert_int_equal(d.count, 0);
    assert_int_equal(term_width(c, result), bits);
    assert_int_equal(term_width(c, care), bits);
    for (unsigned trial = 0; trial < trials; trial++) {
        uint64_t src[3][LIMBS], got[LIMBS] = {0}, cared[LIMBS] = {0};
        const uint64_t *values[3] = {src[0], src[1], src[2]};
        for (unsigned k = 0; k < o->arity; k++)
            fill_operand(o, k, src[k], w, n, bits, (uint64_t)trial * n);
        if (o->arity > 1 && trial % 8 == 5)
            memcpy(src[1], src[0], sizeof src[0]);
        term_eval(c, result, args, values, o->arity, got);
        term_eval(c, care, args, values, o->arity, cared);
        check_trial(o, ref, src, got, cared, w, n, bits);
    }
    term_ctx_free(c);
    diag_free(&d);
}

/* At some numbers of fields, odd and even, where an operation's existence depends on them. */
static void check_op_by_shape(const op *o, const struct op_ref *ref, unsigned w)
{
    const unsigned counts[] = {1, 2, 3, 4, 6, 9, 128 / w};
    for (size_t j = 0; j < sizeof counts / sizeof *counts; j++) {
        bool exists = ref->shape(w, counts[j],
                                 ref->fixed ? (unsigned)fixed_amount(o, ref->name) : 0);
        if (op_exists(o, w, counts[j]) != exists)
            fail_msg("%s exists%s for %u fields of %u bits", o->name, exists ? " not" : "",
                     counts[j], w);
        if (exists)
            check_op(o, ref, w, counts[j], j % 2 ? 0 : 5);
    }
}

static void every_operation_does_what_its_reference_does(void **state)
{
    (void)state;
    static const unsigned widths[] = {1, 2, 3, 4, 5, 8, 12, 16, 32, 64};
    for (unsigned k = 0; k < the_spec->nops; k++) {
        const op *o = &the_spec->ops[k];
        const struct op_ref *ref = find_op_ref(o);
        if (!op_is_plain(o))
            continue; /* below */
        if (!ref)
            fail_msg("%s has no reference in this test", o->name);
        for (unsigned j = 0; j < sizeof widths / sizeof *widths; j++) {
            unsigned w = widths[j];
            if (ref->shape) {
                check_op_by_shape(o, ref, w);
                continue;
            }
            bool exists = (!ref->exists || ref->exists(w)) &&
                          (!ref->fixed || (unsigned)fixed_amount(o, ref->name) < w);
            if (op_exists(o, w, 128 / w) != exists)
                fail_msg("%s exists%s for fields of %u bits", o->name, exists ? " not" : "", w);
            if (!exists)
                continue;
            check_op(o, ref, w, 1, 0);
            check_op(o, ref, w, 3, 5);
            check_op(o, ref, w, 128 / w, 128 % w);
        }
    }
}

static void every_reference_is_that_of_an_operation(void **state)
{
    (void)state;
    for (size_t r = 0; r < sizeof op_refs / sizeof *op_refs; r++) {
        unsigned found = 0;
        for (unsigned k = 0; k < the_spec->nops; k++)
            found += find_op_ref(&the_spec->ops[k]) == &op_refs[r];
        assert_int_equal(found, op_refs[r].members ? op_refs[r].members
                                : op_refs[r].fixed ? 67
                                                   : 1);
    }
}

/* ---- two results: sums of whole registers, with a carry in and out ---- */

/* r = a + b + carry, or a - b - carry, of so many limbs; what is carried out. */
static uint64_t add_limbs(uint64_t *r, const uint64_t *a, const uint64_t *b, uint64_t carry,
                          unsigned limbs, bool sub)
{
    for (unsigned i = 0; i < limbs; i++) {
        wide s = sub ? (wide)a[i] - b[i] - carry : (wide)a[i] + b[i] + carry;
        r[i] = (uint64_t)s;
        carry = (uint64_t)(s >> 64) & 1;
    }
    return carry;
}

static uint64_t two_add(uint64_t *r, const uint64_t *a, const uint64_t *b, uint64_t c, unsigned n)
{
    return add_limbs(r, a, b, c, n, false);
}

static uint64_t two_sub(uint64_t *r, const uint64_t *a, const uint64_t *b, uint64_t c, unsigned n)
{
    return add_limbs(r, a, b, c, n, true);
}

static uint64_t two_match(uint64_t *r, const uint64_t *m, const uint64_t *s, uint64_t c, unsigned n)
{
    uint64_t both[LIMBS], sum[LIMBS];
    for (unsigned i = 0; i < n; i++)
        both[i] = m[i] & s[i];
    c = add_limbs(sum, both, s, c, n, false);
    for (unsigned i = 0; i < n; i++)
        r[i] = (sum[i] ^ s[i]) | m[i];
    return c;
}

static uint64_t two_scan(uint64_t *r, const uint64_t *m, const uint64_t *s, uint64_t c, unsigned n)
{
    c = add_limbs(r, m, s, c, n, false);
    for (unsigned i = 0; i < n; i++)
        r[i] &= ~s[i];
    return c;
}

static const struct {
    const char *name;
    uint64_t (*fn)(uint64_t *r, const uint64_t *a, const uint64_t *b, uint64_t c, unsigned limbs);
} two_refs[] = {{"add_carry", two_add},
                {"sub_borrow", two_sub},
                {"match_star", two_match},
                {"scan_thru", two_scan}};

/* Limbs that let carries through, make them, or stop them; anything above the carry's bit. */
static void fill_carrying(uint64_t src[3][LIMBS], unsigned limbs)
{
    for (unsigned i = 0; i < limbs; i++) {
        uint64_t x = random_bits() % 3 ? ones(64) * (random_bits() & 1) : random_bits();
        const uint64_t other[4] = {~x, -x, x, random_bits()};
        src[0][i] = x;
        src[1][i] = other[random_bits() % 4];
    }
    src[2][0] = random_bits();
}

static void check_two_results(const op *o, size_t r, unsigned w)
{
    diags d = {0};
    term_ctx *c = term_ctx_new();
    term args[3], result, care;
    for (unsigned k = 0; k < 3; k++)
        args[k] = term_mk_var(c, o->param[k], 2 * w);
    assert_int_equal(op_term_bits(o, w), 2 * w);
    assert_true(op_elaborate(o, w, 1, c, args, &result, &care, &d));
    for (unsigned trial = 0; trial < 200; trial++) {
        uint64_t src[3][LIMBS] = {{0}}, got[LIMBS] = {0}, cared[LIMBS] = {0}, want[LIMBS] = {0};
        const uint64_t *values[3] = {src[0], src[1], src[2]};
        fill_carrying(src, w / 64);
        want[w / 64] = two_refs[r].fn(want, src[0], src[1], src[2][0] & 1, w / 64);
        term_eval(c, result, args, values, 3, got);
        term_eval(c, care, args, values, 3, cared);
        assert_memory_equal(got, want, sizeof got);
        for (unsigned i = 0; i < 2 * w / 64; i++)
            assert_true(cared[i] == (i <= w / 64 ? ones(64) : 0)); /* zeros above the carry, too */
    }
    term_ctx_free(c);
}

static void two_results_are_what_their_references_are(void **state)
{
    (void)state;
    for (unsigned k = 0; k < the_spec->nops; k++) {
        const op *o = &the_spec->ops[k];
        size_t r = 0;
        while (r < 4 && strcmp(two_refs[r].name, o->name))
            r++;
        if (op_is_plain(o))
            continue;
        if (r == 4)
            fail_msg("%s has no reference in this test", o->name);
        for (unsigned w = 1; w <= 512; w++)
            assert_int_equal(op_exists(o, w, 1), w >= 128);
        for (unsigned w = 128; w <= 512; w *= 2)
            check_two_results(o, r, w);
    }
}

/* Sums, counts and orders over many fields stay cheap: a fold shares what it has done. */
static void a_reduction_is_linear_in_the_fields(void **state)
{
    (void)state;
    for (unsigned k = 0; k < the_spec->nops; k++) {
        const op *o = &the_spec->ops[k];
        diags d = {0};
        term_ctx *c = term_ctx_new();
        term args[3], result, care;
        for (unsigned i = 0; i < 3; i++)
            args[i] = term_mk_var(c, i == 0 ? "a" : i == 1 ? "b" : "c", 512);
        for (unsigned w = 1; w <= 64; w *= 8) {
            size_t before = term_count(c);
            bool across = o->result == OP_SCALAR || !strcmp(o->name, "prefix_add");
            if (!across || !op_exists(o, w, 512 / w))
                continue;
            assert_true(op_elaborate(o, w, 512 / w, c, args, &result, &care, &d));
            if (term_count(c) - before > 6 * 512)
                fail_msg("%s, w %u: %zu terms", o->name, w, term_count(c) - before);
        }
        term_ctx_free(c);
    }
}

static void every_operation_names_its_llvm_form(void **state)
{
    (void)state;
    for (unsigned k = 0; k < the_spec->nops; k++) {
        const op *o = &the_spec->ops[k];
        const struct op_ref *ref = find_op_ref(o);
        assert_non_null(o->doc);
        if (!op_is_plain(o)) {
            assert_true(!o->llvm && !o->llvm_intrinsic);
            continue;
        }
        assert_non_null(ref);
        bool intrinsic = ref->llvm && !strncmp(ref->llvm, "llvm.", 5);
        const char *form = intrinsic ? o->llvm_intrinsic : o->llvm;
        assert_null(intrinsic ? o->llvm : o->llvm_intrinsic);
        if (ref->llvm)
            assert_string_equal(form, ref->llvm);
        else
            assert_null(form);
        bool flag = intrinsic && (!strcmp(form, "llvm.abs") || !strcmp(form, "llvm.ctlz") ||
                                  !strcmp(form, "llvm.cttz"));
        if (flag)
            assert_string_equal(o->llvm_flag, strstr(o->name, "_nz") ? "true" : "false");
        else
            assert_null(o->llvm_flag);
        assert_int_equal(o->llvm_sext, ref->llvm != NULL && strncmp(ref->llvm, "icmp", 4) == 0);
        assert_ptr_equal(spec_find_op(the_spec, o->name), o);
    }
}

static void an_operation_says_that_it_commutes_when_it_does(void **state)
{
    (void)state;
    static const char *const commuting[] = {
        "and",       "or",         "xor",       "nor",        "nand",      "xnor",  "and3",
        "or3",       "xor3",       "majority",  "add",        "mul",       "mulhu", "mulhs",
        "uabs_diff", "sabs_diff",  "umin",      "umax",       "smin",      "smax",  "uadd_sat",
        "sadd_sat",  "uavg_floor", "uavg_ceil", "savg_floor", "savg_ceil", "eq",    "ne",
        "eq_bits",   "ne_bits",    "eq_top",    "ne_top",     "mul_low",
        "add_carry"};
    for (unsigned k = 0; k < the_spec->nops; k++) {
        bool want = false;
        for (size_t j = 0; j < sizeof commuting / sizeof *commuting; j++)
            want = want || strcmp(the_spec->ops[k].name, commuting[j]) == 0;
        if (the_spec->ops[k].commutative != want)
            fail_msg("%s is%s declared commutative", the_spec->ops[k].name, want ? " not" : "");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operation_does_what_its_reference_does),
        cmocka_unit_test(every_reference_is_that_of_an_operation),
        cmocka_unit_test(two_results_are_what_their_references_are),
        cmocka_unit_test(a_reduction_is_linear_in_the_fields),
        cmocka_unit_test(every_operation_names_its_llvm_form),
        cmocka_unit_test(an_operation_says_that_it_commutes_when_it_does),
    };
    return cmocka_run_group_tests_name("operations", tests, load_spec, drop_spec);
}

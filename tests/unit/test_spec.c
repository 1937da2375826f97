/* test_spec.c - the shipped spec against plain C.
 *
 * Every instruction and every operation of spec/ is evaluated on random and corner values and compared with a reference
 * written here independently, lane by lane on 64-bit integers. An instruction or operation without a reference fails
 * the test, so that none is added unchecked. What a processor says about the same text is the business of verify. */
#include "../../spec/spec.h"
#include "fixture.h"

/* Random numbers: one generator, one seed. */

static uint64_t seed = 0x9e3779b97f4a7c15u;

static uint64_t random_bits(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed * 0x2545f4914f6cdd1du;
}

static uint64_t ones(unsigned w) { return w >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << w) - 1; }

/* A w-bit value, often a corner: near zero, near w (a shift amount), near the ends of both number ranges. */
static uint64_t random_value(unsigned w)
{
    uint64_t sign = (uint64_t)1 << (w - 1);
    const uint64_t corner[] = {0, 1, 2, sign - 1, sign, sign + 1, ones(w) - 1, ones(w), w - 1, w, w + 1};
    uint64_t r = random_bits();
    if (r % 3 == 0)
        return corner[(r >> 8) % (sizeof corner / sizeof *corner)] & ones(w);
    if (r % 3 == 1)
        return (r >> 8) % (2 * w) & ones(w);
    return random_bits() & ones(w);
}

/* Bits of a register: little-endian limbs. */

enum { LIMBS = 16 };

static uint64_t get_bits(const uint64_t *limbs, unsigned low, unsigned w)
{
    uint64_t v = 0;
    for (unsigned i = 0; i < w; i++)
        v |= (limbs[(low + i) / 64] >> ((low + i) % 64) & 1) << i;
    return v;
}

static void put_bits(uint64_t *limbs, unsigned low, unsigned w, uint64_t v)
{
    for (unsigned i = 0; i < w; i++) {
        uint64_t mask = (uint64_t)1 << ((low + i) % 64);
        uint64_t *l = &limbs[(low + i) / 64];
        *l = (v >> i & 1) ? *l | mask : *l & ~mask;
    }
}

static void fill_random(uint64_t *limbs, unsigned bits)
{
    static const unsigned widths[] = {8, 16, 32, 64};
    unsigned w = widths[random_bits() % 4];
    if (w > bits)
        w = bits;
    memset(limbs, 0, LIMBS * sizeof *limbs);
    for (unsigned low = 0; low < bits; low += w)
        put_bits(limbs, low, w, random_value(w));
}

/* One lane: sources a b c of w bits (those that are there), the immediate k, the lane's number i; and whole registers for
 * instructions that look at other lanes. */
typedef struct lane {
    uint64_t a, b, c;
    unsigned k, i, w;
    const uint64_t *reg[3];
    unsigned bits; /* of the registers */
    unsigned n;    /* fields, of an operation's lane */
} lane;
typedef uint64_t (*lane_fn)(const lane *v);

static int64_t as_signed(uint64_t v, unsigned w)
{
    return v >> (w - 1) & 1 ? (int64_t)(v | ~ones(w)) : (int64_t)v;
}
static int64_t sa(const lane *v) { return as_signed(v->a, v->w); }
static int64_t sb(const lane *v) { return as_signed(v->b, v->w); }
static uint64_t mask_if(bool cond) { return cond ? ~(uint64_t)0 : 0; }

/* Requires: the exact value fits 64 bits, so for lanes of at most 32 bits. */
static uint64_t clamp(int64_t v, int64_t low, int64_t high)
{
    return (uint64_t)(v < low ? low : v > high ? high : v);
}
static uint64_t clamp_signed(int64_t v, unsigned w)
{
    return clamp(v, -((int64_t)1 << (w - 1)), ((int64_t)1 << (w - 1)) - 1);
}

static uint64_t ref_and(const lane *v) { return v->a & v->b; }
static uint64_t ref_or(const lane *v) { return v->a | v->b; }
static uint64_t ref_xor(const lane *v) { return v->a ^ v->b; }
static uint64_t ref_not(const lane *v) { return ~v->a; }
static uint64_t ref_andn(const lane *v) { return ~v->a & v->b; }
static uint64_t ref_add(const lane *v) { return v->a + v->b; }
static uint64_t ref_sub(const lane *v) { return v->a - v->b; }
static uint64_t ref_neg(const lane *v) { return 0 - v->a; }
static uint64_t ref_mul(const lane *v) { return v->a * v->b; }
static uint64_t ref_lea2(const lane *v) { return v->a + 2 * v->b; }
static uint64_t ref_lea4(const lane *v) { return v->a + 4 * v->b; }
static uint64_t ref_lea8(const lane *v) { return v->a + 8 * v->b; }
static uint64_t ref_shl(const lane *v) { return v->a << v->k; }
static uint64_t ref_shr(const lane *v) { return v->a >> v->k; }
static uint64_t ref_sar(const lane *v) { return (uint64_t)(sa(v) >> v->k); }
static uint64_t ref_rol(const lane *v) { return v->a << v->k | v->a >> (v->w - v->k); }
static uint64_t ref_shlx(const lane *v) { return v->a << v->b % v->w; }
static uint64_t ref_shrx(const lane *v) { return v->a >> v->b % v->w; }
static uint64_t ref_sarx(const lane *v) { return (uint64_t)(sa(v) >> v->b % v->w); }
static uint64_t ref_sllv(const lane *v) { return v->b < v->w ? v->a << v->b : 0; }
static uint64_t ref_srlv(const lane *v) { return v->b < v->w ? v->a >> v->b : 0; }
static uint64_t ref_srav(const lane *v) { return (uint64_t)(sa(v) >> (v->b < v->w ? v->b : v->w - 1)); }
static uint64_t ref_cmpeq(const lane *v) { return mask_if(v->a == v->b); }
static uint64_t ref_cmpneq(const lane *v) { return mask_if(v->a != v->b); }
static uint64_t ref_cmpgt(const lane *v) { return mask_if(sa(v) > sb(v)); }
static uint64_t ref_cmplt(const lane *v) { return mask_if(sa(v) < sb(v)); }
static uint64_t ref_cmple(const lane *v) { return mask_if(sa(v) <= sb(v)); }
static uint64_t ref_cmpltu(const lane *v) { return mask_if(v->a < v->b); }
static uint64_t ref_cmpleu(const lane *v) { return mask_if(v->a <= v->b); }
static uint64_t ref_copy(const lane *v) { return v->a; }
static uint64_t ref_movm(const lane *v) { return mask_if(v->a & 1); }
static uint64_t ref_minu(const lane *v) { return v->a < v->b ? v->a : v->b; }
static uint64_t ref_maxu(const lane *v) { return v->a < v->b ? v->b : v->a; }
static uint64_t ref_mins(const lane *v) { return sa(v) < sb(v) ? v->a : v->b; }
static uint64_t ref_maxs(const lane *v) { return sa(v) < sb(v) ? v->b : v->a; }
static uint64_t ref_avg(const lane *v) { return (v->a + v->b + 1) >> 1; }
static uint64_t ref_abs(const lane *v) { return sa(v) < 0 ? 0 - v->a : v->a; }
static uint64_t ref_sign(const lane *v) { return sb(v) < 0 ? 0 - v->a : sb(v) == 0 ? 0 : v->a; }
static uint64_t ref_adds(const lane *v) { return clamp_signed(sa(v) + sb(v), v->w); }
static uint64_t ref_subs(const lane *v) { return clamp_signed(sa(v) - sb(v), v->w); }
static uint64_t ref_addus(const lane *v) { return clamp((int64_t)(v->a + v->b), 0, (int64_t)ones(v->w)); }
static uint64_t ref_subus(const lane *v) { return v->a > v->b ? v->a - v->b : 0; }
static uint64_t ref_mulhw(const lane *v) { return (uint64_t)(sa(v) * sb(v) >> 16); }
static uint64_t ref_mulhuw(const lane *v) { return v->a * v->b >> 16; }
static uint64_t ref_muludq(const lane *v) { return (v->a & 0xffffffff) * (v->b & 0xffffffff); }

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
static uint64_t ref_sx(const lane *v) { return (uint64_t)sa(v); }

static uint64_t ref_blsi(const lane *v)
{
    for (unsigned j = 0; j < v->w; j++)
        if (v->a >> j & 1)
            return (uint64_t)1 << j;
    return 0;
}
static uint64_t ref_blsr(const lane *v) { return v->a - ref_blsi(v); }
static uint64_t ref_blsmsk(const lane *v) { return v->a ? ref_blsi(v) | (ref_blsi(v) - 1) : ~(uint64_t)0; }
static uint64_t ref_bzhi(const lane *v) { return (v->b & 0xff) < v->w ? v->a & ones((unsigned)(v->b & 0xff)) : v->a; }

/* Lane i of source s. */
static uint64_t lane_of(const lane *v, unsigned s, unsigned i) { return get_bits(v->reg[s], i * v->w, v->w); }

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
static uint64_t ref_shuflw(const lane *v) { return v->i % 8 < 4 ? lane_of(v, 0, block_of(v, 128) + two_bits(v)) : v->a; }
static uint64_t ref_shufhw(const lane *v) { return v->i % 8 < 4 ? v->a : lane_of(v, 0, block_of(v, 128) + 4 + two_bits(v)); }

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
    return as_signed(get_bits(v->reg[at / half], block * v->w + at % half * 2 * v->w, 2 * v->w), 2 * v->w);
}
static uint64_t ref_packus(const lane *v) { return clamp(packed(v), 0, (int64_t)ones(v->w)); }
static uint64_t ref_packss(const lane *v) { return clamp_signed(packed(v), v->w); }

static uint64_t ref_alignr(const lane *v)
{
    unsigned block = block_of(v, 128), at = v->i - block + v->k;
    return lane_of(v, at < 16, block + at % 16);
}
static uint64_t ref_slldq(const lane *v) { return v->i % 16 < v->k ? 0 : lane_of(v, 0, v->i - v->k); }
static uint64_t ref_srldq(const lane *v) { return v->i % 16 + v->k > 15 ? 0 : lane_of(v, 0, v->i + v->k); }
static uint64_t ref_perm(const lane *v) { return lane_of(v, 0, (unsigned)(v->b % (v->bits / v->w))); }

static uint64_t ref_valign(const lane *v)
{
    unsigned at = v->i + v->k, n = v->bits / v->w;
    return lane_of(v, at < n, at % n);
}

static uint64_t ref_multishift(const lane *v)
{
    uint64_t r = 0;
    for (unsigned j = 0; j < 8; j++) r |= get_bits(v->reg[1], v->i / 8 * 64 + (v->a + j) % 64, 1) << j;
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

/* Bit by bit: n places on in low and, above it, high. */
static uint64_t funnel(const lane *v, uint64_t low, uint64_t high, unsigned n)
{
    uint64_t r = 0;
    for (unsigned j = 0; j < v->w; j++) r |= (n + j < v->w ? low >> (n + j) & 1 : high >> (n + j - v->w) & 1) << j;
    return r;
}
static uint64_t ref_shld(const lane *v) { return funnel(v, v->b, v->a, v->w - v->k); }
static uint64_t ref_shrd(const lane *v) { return funnel(v, v->a, v->b, v->k); }
static uint64_t ref_shldv(const lane *v) { return funnel(v, v->b, v->a, v->w - (unsigned)(v->c % v->w)); }
static uint64_t ref_shrdv(const lane *v) { return funnel(v, v->a, v->b, (unsigned)(v->c % v->w)); }
static uint64_t ref_rolv(const lane *v) { return funnel(v, v->a, v->a, v->w - (unsigned)(v->b % v->w)); }
static uint64_t ref_rorv(const lane *v) { return funnel(v, v->a, v->a, (unsigned)(v->b % v->w)); }

static uint64_t ref_pext(const lane *v)
{
    uint64_t r = 0;
    for (unsigned i = 0, k = 0; i < v->w; i++)
        if (v->b >> i & 1) r |= (v->a >> i & 1) << k++;
    return r;
}

static uint64_t ref_pdep(const lane *v)
{
    uint64_t r = 0;
    for (unsigned i = 0, k = 0; i < v->w; i++)
        if (v->b >> i & 1) r |= (v->a >> k++ & 1) << i;
    return r;
}

/* By halves of 32 bits. */
static uint64_t ref_mulx(const lane *v)
{
    uint64_t low = 0xffffffff, a0 = v->a & low, a1 = v->a >> 32, b0 = v->b & low, b1 = v->b >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (middle & low);
    return a1 * b1 + (middle >> 32) + (other >> 32);
}

static uint64_t ref_mulhrs(const lane *v) { return (uint64_t)((sa(v) * sb(v) + 0x4000) >> 15); }

static uint64_t ref_sad(const lane *v)
{
    uint64_t sum = 0;
    for (unsigned j = 0; j < 64; j += 8) sum += (uint64_t)abs((int)(v->a >> j & 255) - (int)(v->b >> j & 255));
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
    uint64_t x = lane_of(v, 0, v->i / 2 * 2 + (v->k & 1)), y = lane_of(v, 1, v->i / 2 * 2 + (v->k >> 4)), r = 0;
    for (unsigned j = 0; j < 64; j++) {
        if (!(x >> j & 1)) continue;
        if (v->i % 2 == 0) r ^= y << j;
        else if (j > 0) r ^= y >> (64 - j);
    }
    return r;
}

/* References of instructions. letters: the endings of the name, each a lane width (b 8, w 16, d 32, q 64); "" for a name
 * without such an ending. in, out: lane widths of sources and result; 0 is the letter's or, without one, the class's.
 * Result lanes beyond the sources' are zero. */
static const struct ref {
    const char *stem, *letters;
    unsigned in, out;
    lane_fn fn;
} refs[] = {
    {"and", "", 0, 0, ref_and},         {"or", "", 0, 0, ref_or},          {"xor", "", 0, 0, ref_xor},
    {"not", "", 0, 0, ref_not},         {"andn", "", 0, 0, ref_andn},      {"add", "", 0, 0, ref_add},
    {"sub", "", 0, 0, ref_sub},         {"neg", "", 0, 0, ref_neg},        {"imul", "", 0, 0, ref_mul},
    {"lea2", "", 0, 0, ref_lea2},       {"lea4", "", 0, 0, ref_lea4},      {"lea8", "", 0, 0, ref_lea8},
    {"shl", "", 0, 0, ref_shl},         {"shr", "", 0, 0, ref_shr},        {"sar", "", 0, 0, ref_sar},
    {"rol", "", 0, 0, ref_rol},         {"shlx", "", 0, 0, ref_shlx},      {"shrx", "", 0, 0, ref_shrx},
    {"sarx", "", 0, 0, ref_sarx},       {"blsi", "", 0, 0, ref_blsi},      {"blsr", "", 0, 0, ref_blsr},
    {"blsmsk", "", 0, 0, ref_blsmsk},   {"bzhi", "", 0, 0, ref_bzhi},      {"pand", "", 8, 8, ref_and},
    {"por", "", 8, 8, ref_or},          {"pxor", "", 8, 8, ref_xor},       {"pandn", "", 8, 8, ref_andn},
    {"vpternlogd", "", 8, 8, ref_ternlog}, {"pblendw", "", 16, 16, ref_blendw}, {"vpblendd", "", 32, 32, ref_blendd},
    {"pblendvb", "", 8, 8, ref_blendv}, {"padd", "bwdq", 0, 0, ref_add},  {"psub", "bwdq", 0, 0, ref_sub},
    {"padds", "bw", 0, 0, ref_adds},    {"psubs", "bw", 0, 0, ref_subs},   {"paddus", "bw", 0, 0, ref_addus},
    {"psubus", "bw", 0, 0, ref_subus},  {"pavg", "bw", 0, 0, ref_avg},     {"pminu", "bwdq", 0, 0, ref_minu},
    {"pmaxu", "bwdq", 0, 0, ref_maxu},  {"pmins", "bwdq", 0, 0, ref_mins}, {"pmaxs", "bwdq", 0, 0, ref_maxs},
    {"pabs", "bwdq", 0, 0, ref_abs},    {"psign", "bwd", 0, 0, ref_sign},  {"pmull", "wdq", 0, 0, ref_mul},
    {"pmulhw", "", 16, 16, ref_mulhw},  {"pmulhuw", "", 16, 16, ref_mulhuw}, {"pmuludq", "", 64, 64, ref_muludq},
    {"pmaddwd", "", 32, 32, ref_maddwd}, {"pmaddubsw", "", 16, 16, ref_maddubsw},
    {"pcmpeq", "bwdq", 0, 0, ref_cmpeq}, {"pcmpgt", "bwdq", 0, 0, ref_cmpgt},
    {"psll", "wdq", 0, 0, ref_shl},     {"psrl", "wdq", 0, 0, ref_shr},    {"psra", "wdq", 0, 0, ref_sar},
    {"vprol", "dq", 0, 0, ref_rol},     {"vpsllv", "wdq", 0, 0, ref_sllv}, {"vpsrlv", "wdq", 0, 0, ref_srlv},
    {"vpsrav", "wdq", 0, 0, ref_srav},  {"vpcmpeq", "bwdq", 0, 1, ref_cmpeq}, {"vpcmpneq", "bwdq", 0, 1, ref_cmpneq},
    {"vpcmpgt", "bwdq", 0, 1, ref_cmpgt}, {"vpcmple", "bwdq", 0, 1, ref_cmple},
    {"vpcmpltu", "bwdq", 0, 1, ref_cmpltu}, {"vpcmpleu", "bwdq", 0, 1, ref_cmpleu},
    {"vpmovm2", "bwdq", 1, 0, ref_movm},
    {"pshufb", "", 8, 8, ref_shufb},    {"pshufd", "", 32, 32, ref_shufd}, {"pshuflw", "", 16, 16, ref_shuflw},
    {"pshufhw", "", 16, 16, ref_shufhw}, {"punpcklbw", "", 8, 8, ref_unpackl}, {"punpcklwd", "", 16, 16, ref_unpackl},
    {"punpckldq", "", 32, 32, ref_unpackl}, {"punpcklqdq", "", 64, 64, ref_unpackl},
    {"punpckhbw", "", 8, 8, ref_unpackh}, {"punpckhwd", "", 16, 16, ref_unpackh},
    {"punpckhdq", "", 32, 32, ref_unpackh}, {"punpckhqdq", "", 64, 64, ref_unpackh},
    {"packuswb", "", 8, 8, ref_packus}, {"packusdw", "", 16, 16, ref_packus}, {"packsswb", "", 8, 8, ref_packss},
    {"packssdw", "", 16, 16, ref_packss}, {"palignr", "", 8, 8, ref_alignr}, {"pslldq", "", 8, 8, ref_slldq},
    {"psrldq", "", 8, 8, ref_srldq},    {"vperm", "bwdq", 0, 0, ref_perm}, {"vpermq4", "", 64, 64, ref_permq4},
    {"valign", "dq", 0, 0, ref_valign}, {"vpmultishiftqb", "", 8, 8, ref_multishift}, {"bswap", "", 0, 0, ref_bswap},
    {"popcnt", "", 0, 0, ref_popcnt},   {"lzcnt", "", 0, 0, ref_lzcnt},    {"tzcnt", "", 0, 0, ref_tzcnt},
    {"vpopcnt", "bwdq", 0, 0, ref_popcnt}, {"vplzcnt", "dq", 0, 0, ref_lzcnt},
    {"shld", "", 0, 0, ref_shld},       {"shrd", "", 0, 0, ref_shrd},      {"vpshld", "wdq", 0, 0, ref_shld},
    {"vpshrd", "wdq", 0, 0, ref_shrd},  {"vpshldv", "wdq", 0, 0, ref_shldv}, {"vpshrdv", "wdq", 0, 0, ref_shrdv},
    {"vprolv", "dq", 0, 0, ref_rolv},   {"vprorv", "dq", 0, 0, ref_rorv},  {"pmulhrsw", "", 16, 16, ref_mulhrs},
    {"psadbw", "", 64, 64, ref_sad},    {"gf2p8affineqb", "", 8, 8, ref_affine}, {"gf2p8mulb", "", 8, 8, ref_gfmul},
    {"pclmulqdq", "", 64, 64, ref_clmul}, {"mulx", "", 0, 0, ref_mulx}, {"mul", "", 0, 0, ref_mulx},
    {"pext", "", 0, 0, ref_pext},       {"pdep", "", 0, 0, ref_pdep},
    {"shl_cl", "", 0, 0, ref_shlx},     {"shr_cl", "", 0, 0, ref_shrx},    {"sar_cl", "", 0, 0, ref_sarx},
    {"rol_cl", "", 0, 0, ref_rolv},     {"ror_cl", "", 0, 0, ref_rorv},
    {"blendvps", "", 32, 32, ref_blendv}, {"blendvpd", "", 64, 64, ref_blendv},
    {"pmovzxbw", "", 8, 16, ref_zx},    {"pmovzxbd", "", 8, 32, ref_zx},   {"pmovzxbq", "", 8, 64, ref_zx},
    {"pmovzxwd", "", 16, 32, ref_zx},   {"pmovzxwq", "", 16, 64, ref_zx},  {"pmovzxdq", "", 32, 64, ref_zx},
    {"pmovsxbw", "", 8, 16, ref_sx},    {"pmovsxbd", "", 8, 32, ref_sx},   {"pmovsxbq", "", 8, 64, ref_sx},
    {"pmovsxwd", "", 16, 32, ref_sx},   {"pmovsxwq", "", 16, 64, ref_sx},  {"pmovsxdq", "", 32, 64, ref_sx},
    /* Sequences: what the vector instruction in them does; moves between classes. */
    {"vpcmp.eq", "bwdq", 0, 0, ref_cmpeq}, {"vpcmp.ne", "bwdq", 0, 0, ref_cmpneq},
    {"vpcmp.slt", "bwdq", 0, 0, ref_cmplt}, {"vpcmp.sle", "bwdq", 0, 0, ref_cmple},
    {"vpcmp.ult", "bwdq", 0, 0, ref_cmpltu}, {"vpcmp.ule", "bwdq", 0, 0, ref_cmpleu},
    {"movd", "", 32, 32, ref_copy}, {"movq", "", 64, 64, ref_copy},
};

static unsigned letter_width(char c) { return c == 'b' ? 8 : c == 'w' ? 16 : c == 'd' ? 32 : 64; }

/* The reference of an instruction and its lane widths; NULL when there is none. */
static const struct ref *find_ref(const instr *in, unsigned *src_lane, unsigned *res_lane)
{
    for (size_t r = 0; r < sizeof refs / sizeof *refs; r++) {
        size_t n = strlen(refs[r].stem), len = strlen(in->name);
        if (strncmp(in->name, refs[r].stem, n) != 0)
            continue;
        bool plain = !*refs[r].letters && len == n;
        bool ending = len == n + 1 && strchr(refs[r].letters, in->name[n]) != NULL;
        if (!plain && !ending)
            continue;
        unsigned w = ending ? letter_width(in->name[n]) : in->result->bits;
        *src_lane = refs[r].in ? refs[r].in : w;
        *res_lane = refs[r].out ? refs[r].out : w;
        return &refs[r];
    }
    return NULL;
}

/* Compares the term of an instruction with its reference on one random input. */
static void check_once(const instr *in, const struct ref *ref, term_ctx *c, term t, const term *vars, int64_t imm,
                       unsigned src_lane, unsigned res_lane)
{
    uint64_t src[3][LIMBS] = {{0}}, got[LIMBS] = {0}, want[LIMBS] = {0};
    const uint64_t *values[3] = {src[0], src[1], src[2]};
    unsigned lanes = in->result->bits / res_lane;
    for (unsigned s = 0; s < in->nsrc; s++) {
        fill_random(src[s], in->src[s]->bits);
        if (in->src[s]->bits / src_lane < lanes)
            lanes = in->src[s]->bits / src_lane;
    }
    if (random_bits() % 8 == 0)
        memcpy(src[1], src[0], sizeof src[0]);
    for (unsigned i = 0; i < lanes; i++) {
        lane v = {.k = (unsigned)imm, .i = i, .w = src_lane, .reg = {src[0], src[1], src[2]}, .bits = in->src[0]->bits};
        v.a = get_bits(src[0], i * src_lane, src_lane);
        v.b = in->nsrc > 1 ? get_bits(src[1], i * src_lane, src_lane) : 0;
        v.c = in->nsrc > 2 ? get_bits(src[2], i * src_lane, src_lane) : 0;
        put_bits(want, i * res_lane, res_lane, ref->fn(&v));
    }
    term_eval(c, t, vars, values, in->nsrc, got);
    for (unsigned low = 0; low < in->result->bits; low += 8)
        if (get_bits(got, low, 8) != get_bits(want, low, 8))
            fail_msg("%s on %s, immediate %d: byte %u is 0x%02x, not 0x%02x", in->name, in->result->name, (int)imm, low / 8,
                     (unsigned)get_bits(got, low, 8), (unsigned)get_bits(want, low, 8));
}

static term apply_to_vars(const instr *in, term_ctx *c, term *vars, int64_t imm)
{
    for (unsigned s = 0; s < in->nsrc; s++)
        vars[s] = term_mk_var(c, in->src_name[s], in->src[s]->bits);
    return instr_apply(in, c, vars, imm);
}

static void every_instruction_does_what_its_reference_does(void **state)
{
    (void)state;
    for (unsigned n = 0; n < the_spec->ninstrs; n++) {
        const instr *in = &the_spec->instrs[n];
        unsigned src_lane = 0, res_lane = 0;
        const struct ref *ref = find_ref(in, &src_lane, &res_lane);
        if (!ref)
            fail_msg("%s has no reference in this test", in->name);
        int64_t low = in->has_imm ? in->imm_low : 0, high = in->has_imm ? in->imm_high : 0;
        for (int64_t imm = low; imm <= high; imm++) {
            term_ctx *c = term_ctx_new();
            term vars[SPEC_SRC_MAX];
            term t = apply_to_vars(in, c, vars, imm);
            assert_int_equal(term_width(c, t), in->result->bits);
            for (int trial = 0; trial < (in->has_imm ? 3 : 48); trial++)
                check_once(in, ref, c, t, vars, imm, src_lane, res_lane);
            term_ctx_free(c);
        }
    }
}

/* Whether swapping the first two sources ever changes the result, on random inputs. */
static bool swap_changes(const instr *in)
{
    term_ctx *c = term_ctx_new();
    term vars[SPEC_SRC_MAX];
    term t = apply_to_vars(in, c, vars, in->has_imm ? in->imm_low : 0);
    bool changes = false;
    for (int trial = 0; trial < 32 && !changes; trial++) {
        uint64_t src[3][LIMBS], one[LIMBS] = {0}, other[LIMBS] = {0};
        const uint64_t *values[3] = {src[0], src[1], src[2]}, *swapped[3] = {src[1], src[0], src[2]};
        for (unsigned s = 0; s < in->nsrc; s++)
            fill_random(src[s], in->src[s]->bits);
        term_eval(c, t, vars, values, in->nsrc, one);
        term_eval(c, t, vars, swapped, in->nsrc, other);
        changes = memcmp(one, other, sizeof one) != 0;
    }
    term_ctx_free(c);
    return changes;
}

static void an_instruction_says_that_it_commutes_when_it_does(void **state)
{
    (void)state;
    for (unsigned n = 0; n < the_spec->ninstrs; n++) {
        const instr *in = &the_spec->instrs[n];
        if (in->nsrc < 2 || in->src[0] != in->src[1] || in->has_imm)
            assert_false(in->commutative);
        else if (in->commutative == swap_changes(in))
            fail_msg("%s on %s is%s declared commutative", in->name, in->result->name, in->commutative ? "" : " not");
    }
}

static void every_instruction_can_be_emitted_and_belongs_to_a_target(void **state)
{
    (void)state;
    const regclass *k64 = spec_find_class(the_spec, "k64");
    for (unsigned n = 0; n < the_spec->ninstrs; n++) {
        const instr *in = &the_spec->instrs[n];
        bool some = in->result == k64 || in->src[0] == k64; /* no target has cells in k64 */
        assert_true(in->nllvm >= 1);
        assert_non_null(in->c);
        for (unsigned t = 0; t < the_spec->ntargets; t++)
            some = some || target_has_instr(&the_spec->targets[t], in);
        if (!some)
            fail_msg("no target has %s on %s", in->name, in->result->name);
        assert_ptr_equal(spec_find_instr(the_spec, in->name, in->result), in);
    }
}

static bool target_can(const char *target_name, const char *name, const char *class_name)
{
    const target *t = spec_find_target(the_spec, target_name);
    const instr *in = spec_find_instr(the_spec, name, spec_find_class(the_spec, class_name));
    assert_non_null(t);
    return in != NULL && target_has_instr(t, in);
}

static void targets_have_their_instructions_and_no_others(void **state)
{
    (void)state;
    assert_true(target_can("x86-64", "pminub", "x128"));
    assert_false(target_can("x86-64", "pminsb", "x128")); /* SSE4.1 */
    assert_false(target_can("x86-64", "pcmpeqq", "x128"));
    assert_false(target_can("x86-64", "andn", "r64")); /* BMI */
    assert_false(target_can("x86-64", "paddb", "y256"));
    assert_true(target_can("x86-64-v3", "pminsb", "x128"));
    assert_true(target_can("x86-64-v3", "paddb", "y256"));
    assert_true(target_can("x86-64-v3", "andn", "r64"));
    assert_false(target_can("x86-64-v3", "paddb", "z512"));
    assert_false(target_can("x86-64-v3", "vpternlogd", "x128")); /* AVX-512VL */
    assert_false(target_can("x86-64-v3", "psraq", "y256"));
    assert_true(target_can("x86-64-v4", "vpternlogd", "x128"));
    assert_true(target_can("x86-64-v4", "vpternlogd", "z512"));
    assert_true(target_can("x86-64-v4", "pmullq", "y256"));
    assert_false(target_can("x86-64-v4", "pcmpeqb", "z512")); /* goes through a mask */
    assert_false(target_can("x86-64", "pshufb", "x128"));
    assert_true(target_can("x86-64-v2", "pshufb", "x128"));
    assert_true(target_can("x86-64-v2", "popcnt", "r64"));
    assert_false(target_can("x86-64-v2", "lzcnt", "r64"));
    assert_false(target_can("x86-64-v2", "pshufb", "y256"));
    assert_false(target_can("x86-64-v4", "vpermb", "z512"));
    assert_false(target_can("x86-64-v4", "gf2p8affineqb", "x128"));
    assert_true(target_can("icelake-server", "vpermb", "z512"));
    assert_true(target_can("icelake-server", "gf2p8affineqb", "x128"));
}

static void classes_are_declared_with_their_widths(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        unsigned bits;
        bool vector;
    } want[] = {{"r32", 32, false},  {"r64", 64, false},  {"x128", 128, true},
                {"y256", 256, true}, {"z512", 512, true}, {"k64", 64, false}};
    assert_int_equal(the_spec->nclasses, 6);
    for (unsigned i = 0; i < 6; i++) {
        assert_string_equal(the_spec->classes[i].name, want[i].name);
        assert_int_equal(the_spec->classes[i].bits, want[i].bits);
        assert_int_equal(the_spec->classes[i].vector, want[i].vector);
        assert_ptr_equal(spec_find_class(the_spec, want[i].name), &the_spec->classes[i]);
    }
    assert_null(spec_find_class(the_spec, "x64"));
}

/* Operations. An op's reference is a lane function, of the operands' fields with one number; what an operation has of a
 * scalar or of packed bits stands in the lane too, and k is the amount in an operation's name. A reduction's reference
 * takes one field into the sum of the others. */

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
static uint64_t op_mulhs(const lane *v) { return (uint64_t)((wide)((__int128)sa(v) * sb(v)) >> v->w); }
static uint64_t op_udiv(const lane *v) { return v->a / v->b; }
static uint64_t op_urem(const lane *v) { return v->a % v->b; }
static uint64_t op_sdiv(const lane *v) { return (uint64_t)(sa(v) / sb(v)); }
static uint64_t op_srem(const lane *v) { return (uint64_t)(sa(v) % sb(v)); }
static uint64_t op_uabs_diff(const lane *v) { return v->a > v->b ? v->a - v->b : v->b - v->a; }
static uint64_t op_sabs_diff(const lane *v) { return sa(v) > sb(v) ? v->a - v->b : v->b - v->a; }
static uint64_t op_uadd_sat(const lane *v) { return ones(v->w) - v->a < v->b ? ones(v->w) : v->a + v->b; }

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
static uint64_t op_savg_floor(const lane *v) { return (uint64_t)((sa(v) & sb(v)) + ((sa(v) ^ sb(v)) >> 1)); }
static uint64_t op_savg_ceil(const lane *v) { return (uint64_t)((sa(v) | sb(v)) - ((sa(v) ^ sb(v)) >> 1)); }

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
static uint64_t op_fshr(const lane *v) { return v->c % v->w ? op_funnel(v, v->a, v->b, v->w - v->c % v->w) : v->b; }

static uint64_t op_ctpop(const lane *v) { return (uint64_t)__builtin_popcountll(v->a); }
static uint64_t op_ctlz(const lane *v) { return v->a ? (uint64_t)__builtin_clzll(v->a) - (64 - v->w) : v->w; }
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
static uint64_t op_min_hl(const lane *v) { return high_half(v) < low_half(v) ? high_half(v) : low_half(v); }
static uint64_t op_max_hl(const lane *v) { return high_half(v) > low_half(v) ? high_half(v) : low_half(v); }
static uint64_t op_sext_high(const lane *v) { return (uint64_t)as_signed(high_half(v), v->w / 2); }
static uint64_t op_sext_low(const lane *v) { return (uint64_t)as_signed(low_half(v), v->w / 2); }

static uint64_t op_mul_low(const lane *v) { return low_half(v) * (v->b & ones(v->w / 2)); }
static uint64_t op_spread_high(const lane *v) { return mask_if(high_half(v) & 1); }
static uint64_t op_splat_low(const lane *v) { return get_bits(v->reg[0], 0, v->w); }

/* Field at of two registers side by side, of lo's first; n fields each. */
static uint64_t field_of_both(const lane *v, unsigned w, unsigned at)
{
    return get_bits(v->reg[at / v->n], at % v->n * w, w);
}

/* The two halves of a field of a pack, each made of a whole field. */
static uint64_t two_narrowed(const lane *v, uint64_t (*narrow)(uint64_t x, unsigned w))
{
    uint64_t low = narrow(field_of_both(v, v->w, 2 * v->i), v->w), high = narrow(field_of_both(v, v->w, 2 * v->i + 1), v->w);
    return (low & ones(v->w / 2)) | high << v->w / 2;
}
static uint64_t as_is(uint64_t x, unsigned w) { return (void)w, x; }
static uint64_t upper(uint64_t x, unsigned w) { return x >> w / 2; }
static uint64_t unsigned_to_unsigned(uint64_t x, unsigned w) { return x >> w / 2 ? ~(uint64_t)0 : x; }
static uint64_t signed_to_unsigned(uint64_t x, unsigned w) { return x >> (w - 1) ? 0 : unsigned_to_unsigned(x, w); }
static uint64_t signed_to_signed(uint64_t x, unsigned w) { return clamp_signed(as_signed(x, w), w / 2); }
static uint64_t op_packl(const lane *v) { return two_narrowed(v, as_is); }
static uint64_t op_packh(const lane *v) { return two_narrowed(v, upper); }
static uint64_t op_packus_u(const lane *v) { return two_narrowed(v, unsigned_to_unsigned); }
static uint64_t op_packus_s(const lane *v) { return two_narrowed(v, signed_to_unsigned); }
static uint64_t op_packss(const lane *v) { return two_narrowed(v, signed_to_signed); }
static uint64_t op_mergel(const lane *v) { return get_bits(v->reg[v->i % 2], v->i / 2 * v->w, v->w); }
static uint64_t op_mergeh(const lane *v) { return get_bits(v->reg[v->i % 2], (v->n / 2 + v->i / 2) * v->w, v->w); }
static uint64_t op_reverse(const lane *v) { return get_bits(v->reg[0], (v->n - v->i - 1) * v->w, v->w); }
static uint64_t op_swap_fields(const lane *v) { return get_bits(v->reg[0], (v->i ^ 1) * v->w, v->w); }
static uint64_t op_slide_up(const lane *v) { return v->i < v->k ? 0 : get_bits(v->reg[0], (v->i - v->k) * v->w, v->w); }
static uint64_t op_slide_down(const lane *v) { return v->i + v->k >= v->n ? 0 : get_bits(v->reg[0], (v->i + v->k) * v->w, v->w); }
static uint64_t op_rotate_up(const lane *v) { return get_bits(v->reg[0], (v->i + v->n - v->k) % v->n * v->w, v->w); }
static uint64_t op_window(const lane *v) { return field_of_both(v, v->w, v->i + v->k); }
static uint64_t op_splat(const lane *v) { return get_bits(v->reg[0], v->k * v->w, v->w); }

/* k is 10 * m + p: of narrow fields of w/m bits, the ones in the part p of the register. */
static uint64_t op_zext(const lane *v)
{
    unsigned m = v->k / 10, p = v->k % 10;
    return get_bits(v->reg[0], (p * v->n + v->i) * (v->w / m), v->w / m);
}
static uint64_t op_sext(const lane *v) { return (uint64_t)as_signed(op_zext(v), v->w / (v->k / 10)); }

static bool is_shape_of_pack(unsigned w, unsigned n, unsigned k) { return (void)k, w % 2 == 0 && n % 2 == 0; }
static bool is_shape_of_pairs(unsigned w, unsigned n, unsigned k) { return (void)w, (void)k, n % 2 == 0; }
static bool is_shape_of_many(unsigned w, unsigned n, unsigned k) { return (void)w, (void)k, n > 1; }
static bool is_shape_with_field(unsigned w, unsigned n, unsigned k) { return (void)w, k < n; }
static bool is_shape_of_parts(unsigned w, unsigned n, unsigned k) { return (void)n, w % (k / 10) == 0; }

static uint64_t fold_any(const lane *v) { return mask_if(v->a || v->b); }
static uint64_t fold_all(const lane *v) { return mask_if(v->a && v->b); }

static bool amount_fits(const lane *v) { return v->b < v->w; }
static bool a_is_set(const lane *v) { return v->a != 0; }
static bool a_is_mask(const lane *v) { return v->a == 0 || v->a == ones(v->w); }
static bool high_is_mask(const lane *v) { return high_half(v) == 0 || high_half(v) == ones(v->w / 2); }
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
    bool (*shape)(unsigned w, unsigned n, unsigned k); /* where it exists, when that depends on more than w */
    unsigned members;      /* how many amounts its name has, with shape */
    enum fold_kind fold; /* fn on what is folded so far and a field; the first field is folded with initial */
    uint64_t initial;
} op_refs[] = {
    {"and", ref_and, .llvm = "and"}, {"or", ref_or, .llvm = "or"}, {"xor", ref_xor, .llvm = "xor"},
    {"andn", .fn = op_andn}, {"nor", .fn = op_nor}, {"not", .fn = ref_not}, {"nand", .fn = op_nand},
    {"xnor", .fn = op_xnor}, {"orn", .fn = op_orn}, {"and3", .fn = op_and3}, {"or3", .fn = op_or3},
    {"xor3", .fn = op_xor3}, {"majority", .fn = op_majority}, {"add", ref_add, .llvm = "add"},
    {"sub", ref_sub, .llvm = "sub"}, {"mul", ref_mul, .llvm = "mul"}, {"neg", .fn = ref_neg},
    {"abs", ref_abs, .llvm = "llvm.abs"}, {"mulhu", .fn = op_mulhu}, {"mulhs", .fn = op_mulhs},
    {"uabs_diff", .fn = op_uabs_diff}, {"sabs_diff", .fn = op_sabs_diff},
    {"udiv", op_udiv, .llvm = "udiv", .pre = divides, .exists = is_narrow},
    {"urem", op_urem, .llvm = "urem", .pre = divides, .exists = is_narrow},
    {"sdiv", op_sdiv, .llvm = "sdiv", .pre = divides_signed, .exists = is_narrow},
    {"srem", op_srem, .llvm = "srem", .pre = divides_signed, .exists = is_narrow},
    {"umin", ref_minu, .llvm = "llvm.umin"}, {"umax", ref_maxu, .llvm = "llvm.umax"},
    {"smin", ref_mins, .llvm = "llvm.smin"}, {"smax", ref_maxs, .llvm = "llvm.smax"},
    {"uadd_sat", op_uadd_sat, .llvm = "llvm.uadd.sat"}, {"usub_sat", ref_subus, .llvm = "llvm.usub.sat"},
    {"sadd_sat", op_sadd_sat, .llvm = "llvm.sadd.sat"}, {"ssub_sat", op_ssub_sat, .llvm = "llvm.ssub.sat"},
    {"uavg_floor", .fn = op_uavg_floor}, {"uavg_ceil", .fn = op_uavg_ceil}, {"savg_floor", .fn = op_savg_floor},
    {"savg_ceil", .fn = op_savg_ceil}, {"eq", ref_cmpeq, .llvm = "icmp eq"}, {"ne", ref_cmpneq, .llvm = "icmp ne"},
    {"slt", ref_cmplt, .llvm = "icmp slt"}, {"sgt", ref_cmpgt, .llvm = "icmp sgt"},
    {"ult", ref_cmpltu, .llvm = "icmp ult"}, {"ugt", op_ugt, .llvm = "icmp ugt"},
    {"sle", ref_cmple, .llvm = "icmp sle"}, {"sge", op_sge, .llvm = "icmp sge"},
    {"ule", ref_cmpleu, .llvm = "icmp ule"}, {"uge", op_uge, .llvm = "icmp uge"}, {"eq_bits", .fn = ref_cmpeq},
    {"ne_bits", .fn = ref_cmpneq}, {"slt_bits", .fn = ref_cmplt}, {"sgt_bits", .fn = ref_cmpgt},
    {"ult_bits", .fn = ref_cmpltu}, {"ugt_bits", .fn = op_ugt}, {"sle_bits", .fn = ref_cmple},
    {"sge_bits", .fn = op_sge}, {"ule_bits", .fn = ref_cmpleu}, {"uge_bits", .fn = op_uge},
    {"shl", ref_sllv, .llvm = "shl", .pre = amount_fits}, {"lshr", ref_srlv, .llvm = "lshr", .pre = amount_fits},
    {"ashr", ref_srav, .llvm = "ashr", .pre = amount_fits}, {"shl_total", .fn = ref_sllv},
    {"lshr_total", .fn = ref_srlv}, {"ashr_total", .fn = ref_srav}, {"shl_all", ref_sllv, .pre = amount_fits},
    {"lshr_all", ref_srlv, .pre = amount_fits}, {"ashr_all", ref_srav, .pre = amount_fits}, {"rotl", .fn = op_rotl},
    {"rotr", .fn = op_rotr}, {"fshl", op_fshl, .llvm = "llvm.fshl"}, {"fshr", op_fshr, .llvm = "llvm.fshr"},
    {"shl", op_shl_k, .fixed = true}, {"lshr", op_lshr_k, .fixed = true}, {"ashr", op_ashr_k, .fixed = true},
    {"rotl", op_rotl_k, .fixed = true}, {"rotr", op_rotr_k, .fixed = true}, {"ctpop", op_ctpop, .llvm = "llvm.ctpop"},
    {"ctlz", op_ctlz, .llvm = "llvm.ctlz"}, {"cttz", op_cttz, .llvm = "llvm.cttz"},
    {"ctlz_nz", op_ctlz, .llvm = "llvm.ctlz", .pre = a_is_set},
    {"cttz_nz", op_cttz, .llvm = "llvm.cttz", .pre = a_is_set}, {"parity", .fn = op_parity},
    {"bitreverse", op_bitreverse, .llvm = "llvm.bitreverse"},
    {"bswap", op_bswap, .llvm = "llvm.bswap", .exists = is_bytes}, {"lowest_bit", .fn = ref_blsi},
    {"clear_lowest_bit", .fn = ref_blsr}, {"pext", .fn = ref_pext}, {"pdep", .fn = ref_pdep},
    {"select", .fn = op_select}, {"select_sign", .fn = op_select_sign},
    {"select_mask", op_select_odd, .pre = a_is_mask}, {"select_bits", .fn = op_select_odd},
    {"add_hl", op_add_hl, .exists = is_even}, {"xor_hl", op_xor_hl, .exists = is_even},
    {"min_hl", op_min_hl, .exists = is_even}, {"max_hl", op_max_hl, .exists = is_even},
    {"zext_high", high_half, .exists = is_even}, {"zext_low", low_half, .exists = is_even},
    {"sext_high", op_sext_high, .exists = is_even}, {"sext_low", op_sext_low, .exists = is_even},
    {"reduce_add", ref_add, .fold = FOLD}, {"reduce_mul", ref_mul, .fold = FOLD, .initial = 1, .exists = is_up_to_16},
    {"reduce_and", ref_and, .fold = FOLD, .initial = ~(uint64_t)0}, {"reduce_or", ref_or, .fold = FOLD},
    {"reduce_xor", ref_xor, .fold = FOLD}, {"reduce_umin", ref_minu, .fold = FOLD, .initial = ~(uint64_t)0},
    {"reduce_umax", ref_maxu, .fold = FOLD}, {"reduce_smin", ref_mins, .fold = FOLD},
    {"reduce_smax", ref_maxs, .fold = FOLD}, {"any", fold_any, .fold = FOLD},
    {"all", fold_all, .fold = FOLD, .initial = ~(uint64_t)0}, {"prefix_add", ref_add, .fold = PREFIX},
    {"mul_low", .fn = op_mul_low, .exists = is_even},
    {"spread_high", op_spread_high, .pre = high_is_mask, .exists = is_even}, {"splat_low", .fn = op_splat_low},
    {"mask_bits", ref_movm, .pre = a_is_mask}, {"bits_mask", .fn = ref_movm},
    {"edge_up", .fn = op_edge_up, .exists = is_crossing},
    {"packl", op_packl, .shape = is_shape_of_pack}, {"packh", op_packh, .shape = is_shape_of_pack},
    {"packus_u", op_packus_u, .shape = is_shape_of_pack}, {"packus_s", op_packus_s, .shape = is_shape_of_pack},
    {"packss", op_packss, .shape = is_shape_of_pack}, {"mergel", op_mergel, .shape = is_shape_of_pairs},
    {"mergeh", op_mergeh, .shape = is_shape_of_pairs}, {"reverse", op_reverse, .shape = is_shape_of_many},
    {"swap_fields", op_swap_fields, .shape = is_shape_of_pairs},
    {"slide_up", op_slide_up, .fixed = true, .shape = is_shape_with_field, .members = 5},
    {"slide_down", op_slide_down, .fixed = true, .shape = is_shape_with_field, .members = 5},
    {"rotate_up", op_rotate_up, .fixed = true, .shape = is_shape_with_field, .members = 5},
    {"window", op_window, .fixed = true, .shape = is_shape_with_field, .members = 5},
    {"splat", op_splat, .fixed = true, .shape = is_shape_with_field, .members = 5},
    {"zext", op_zext, .fixed = true, .shape = is_shape_of_parts, .members = 14},
    {"sext", op_sext, .fixed = true, .shape = is_shape_of_parts, .members = 14},
};

/* The amount at the end of a name, "shl_12", and of the two numbers of "zext4_3" 10 times the first and the second; 0 when
 * there is none. */
static unsigned fixed_amount(const op *o, const char *stem)
{
    size_t n = strlen(stem);
    unsigned m, p;
    char rest;
    if (strncmp(o->name, stem, n) == 0 && sscanf(o->name + n, "%1u_%1u%c", &m, &p, &rest) == 2)
        return 10 * m + p;
    if (strncmp(o->name, stem, n) != 0 || o->name[n] != '_')
        return 0;
    char *end;
    unsigned long k = strtoul(o->name + n + 1, &end, 10);
    return *end ? 0 : (unsigned)k;
}

static const struct op_ref *find_op_ref(const op *o)
{
    for (size_t r = 0; r < sizeof op_refs / sizeof *op_refs; r++)
        if (op_refs[r].fixed ? fixed_amount(o, op_refs[r].name) : !strcmp(o->name, op_refs[r].name))
            return &op_refs[r];
    return NULL;
}

/* What the operand has for field i. */
static uint64_t operand(const op *o, unsigned k, const uint64_t *reg, unsigned w, unsigned i)
{
    if (k >= o->arity)
        return 0;
    unsigned width = op_type_width(o->type[k], w);
    return get_bits(reg, o->type[k] == OP_SCALAR ? 0 : i * width, width);
}

static lane op_lane(const op *o, uint64_t src[3][LIMBS], const struct op_ref *ref, unsigned w, unsigned n, unsigned i)
{
    lane v = {.i = i, .w = w, .n = n, .k = ref->fixed ? fixed_amount(o, ref->name) : 0, .reg = {src[0], src[1], src[2]}};
    v.a = operand(o, 0, src[0], w, i);
    v.b = operand(o, 1, src[1], w, i);
    v.c = operand(o, 2, src[2], w, i);
    return v;
}

/* What field i of the result has to be: of a reduction, the fields up to i or all of them folded. */
static uint64_t expected(const op *o, uint64_t src[3][LIMBS], const struct op_ref *ref, unsigned w, unsigned n, unsigned i)
{
    lane v = op_lane(o, src, ref, w, n, i);
    if (ref->fold == NO_FOLD)
        return ref->fn(&v);
    uint64_t first = get_bits(src[0], 0, w), done = ref->initial & ones(w);
    bool bounded = strstr(o->name, "smin") || strstr(o->name, "smax"); /* their first field is folded with itself */
    if (bounded)
        done = first;
    for (unsigned k = 0; k < (ref->fold == PREFIX ? i + 1 : n); k++) {
        lane x = {.a = done, .b = get_bits(src[0], k * w, w), .w = w};
        done = ref->fn(&x) & ones(w);
    }
    return done;
}

/* One trial: all bits of got and cared, those above the result's included. */
static void check_trial(const op *o, const struct op_ref *ref, uint64_t src[3][LIMBS], const uint64_t *got,
                        const uint64_t *cared, unsigned w, unsigned n, unsigned bits)
{
    unsigned width = op_type_width(o->result, w), fields = op_type_fields(o->result, n);
    for (unsigned i = 0; i < fields; i++) {
        lane v = op_lane(o, src, ref, w, n, i);
        bool matters = !ref->pre || ref->pre(&v);
        uint64_t cares = get_bits(cared, i * width, width), is = get_bits(got, i * width, width);
        if (cares != (matters ? ones(width) : 0))
            fail_msg("%s, w %u, n %u: field %u cares 0x%llx", o->name, w, n, i, (unsigned long long)cares);
        uint64_t want = matters ? expected(o, src, ref, w, n, i) & ones(width) : is;
        if (is != want)
            fail_msg("%s, w %u, n %u: field %u of 0x%llx, 0x%llx, 0x%llx is 0x%llx, not 0x%llx", o->name, w, n, i,
                     (unsigned long long)v.a, (unsigned long long)v.b, (unsigned long long)v.c, (unsigned long long)is,
                     (unsigned long long)want);
    }
    for (unsigned at = fields * width; at < bits; at++)
        if (get_bits(cared, at, 1) != 0)
            fail_msg("%s, w %u, n %u: bit %u of a register of %u cares", o->name, w, n, at, bits);
}

/* Random bits above what the operand's type has, corner values and all pairs of small fields in it. */
static void fill_operand(const op *o, unsigned k, uint64_t *reg, unsigned w, unsigned n, unsigned bits, uint64_t pair)
{
    unsigned width = op_type_width(o->type[k], w);
    memset(reg, 0, LIMBS * sizeof *reg);
    for (unsigned at = 0; at < bits; at++) put_bits(reg, at, 1, random_bits() >> 17);
    for (unsigned i = 0; i < op_type_fields(o->type[k], n); i++, pair++)
        put_bits(reg, i * width, width, w <= 4 && k < 2 ? pair >> k * w & ones(width) : random_value(width));
}

/* n fields of w bits in a register of spare bits more. While 2w is at most 8 the trials run through all pairs of fields. */
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
        for (unsigned k = 0; k < o->arity; k++) fill_operand(o, k, src[k], w, n, bits, (uint64_t)trial * n);
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
        bool exists = ref->shape(w, counts[j], ref->fixed ? fixed_amount(o, ref->name) : 0);
        if (op_exists(o, w, counts[j]) != exists)
            fail_msg("%s exists%s for %u fields of %u bits", o->name, exists ? " not" : "", counts[j], w);
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
        if (!ref)
            fail_msg("%s has no reference in this test", o->name);
        for (unsigned j = 0; j < sizeof widths / sizeof *widths; j++) {
            unsigned w = widths[j];
            if (ref->shape) {
                check_op_by_shape(o, ref, w);
                continue;
            }
            bool exists = (!ref->exists || ref->exists(w)) && (!ref->fixed || fixed_amount(o, ref->name) < w);
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
        for (unsigned k = 0; k < the_spec->nops; k++) found += find_op_ref(&the_spec->ops[k]) == &op_refs[r];
        assert_int_equal(found, op_refs[r].members ? op_refs[r].members : op_refs[r].fixed ? 67 : 1);
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
        for (unsigned i = 0; i < 3; i++) args[i] = term_mk_var(c, i == 0 ? "a" : i == 1 ? "b" : "c", 512);
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
        assert_non_null(ref);
        assert_non_null(o->doc);
        bool intrinsic = ref->llvm && !strncmp(ref->llvm, "llvm.", 5);
        const char *form = intrinsic ? o->llvm_intrinsic : o->llvm;
        assert_null(intrinsic ? o->llvm : o->llvm_intrinsic);
        if (ref->llvm)
            assert_string_equal(form, ref->llvm);
        else
            assert_null(form);
        bool flag = intrinsic && (!strcmp(form, "llvm.abs") || !strcmp(form, "llvm.ctlz") || !strcmp(form, "llvm.cttz"));
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
        "and", "or", "xor", "nor", "nand", "xnor", "and3", "or3", "xor3", "majority", "add", "mul", "mulhu", "mulhs",
        "uabs_diff", "sabs_diff", "umin", "umax", "smin", "smax", "uadd_sat", "sadd_sat", "uavg_floor", "uavg_ceil",
        "savg_floor", "savg_ceil", "eq", "ne", "eq_bits", "ne_bits", "mul_low"};
    for (unsigned k = 0; k < the_spec->nops; k++) {
        bool want = false;
        for (size_t j = 0; j < sizeof commuting / sizeof *commuting; j++)
            want = want || strcmp(the_spec->ops[k].name, commuting[j]) == 0;
        if (the_spec->ops[k].commutative != want)
            fail_msg("%s is%s declared commutative", the_spec->ops[k].name, want ? " not" : "");
    }
}

/* Two loads of the same text give the same hashes, and no two definitions share one. */
static void hashes_identify_definitions(void **state)
{
    (void)state;
    spec *kept = the_spec;
    assert_int_equal(load_spec(state), 0);
    spec *again = the_spec;
    the_spec = kept;
    assert_string_equal(again->hash, the_spec->hash);
    for (unsigned k = 0; k < the_spec->ninstrs; k++) {
        assert_string_equal(again->instrs[k].hash, the_spec->instrs[k].hash);
        for (unsigned j = 0; j < k; j++)
            if (strcmp(the_spec->instrs[k].hash, the_spec->instrs[j].hash) == 0)
                fail_msg("%s on %s and %s on %s have one hash", the_spec->instrs[k].name, the_spec->instrs[k].result->name,
                         the_spec->instrs[j].name, the_spec->instrs[j].result->name);
    }
    for (unsigned k = 0; k < the_spec->nops; k++) {
        assert_string_equal(again->ops[k].hash, the_spec->ops[k].hash);
        for (unsigned j = 0; j < k; j++)
            assert_string_not_equal(the_spec->ops[k].hash, the_spec->ops[j].hash);
    }
    spec_free(again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_are_declared_with_their_widths),
        cmocka_unit_test(targets_have_their_instructions_and_no_others),
        cmocka_unit_test(every_instruction_can_be_emitted_and_belongs_to_a_target),
        cmocka_unit_test(every_instruction_does_what_its_reference_does),
        cmocka_unit_test(an_instruction_says_that_it_commutes_when_it_does),
        cmocka_unit_test(every_operation_does_what_its_reference_does),
        cmocka_unit_test(every_reference_is_that_of_an_operation),
        cmocka_unit_test(a_reduction_is_linear_in_the_fields),
        cmocka_unit_test(every_operation_names_its_llvm_form),
        cmocka_unit_test(an_operation_says_that_it_commutes_when_it_does),
        cmocka_unit_test(hashes_identify_definitions),
    };
    return cmocka_run_group_tests_name("spec", tests, load_spec, drop_spec);
}

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

/* One lane: sources a b c of w bits (those that are there), the immediate k, the lane's number i. */
typedef struct lane {
    uint64_t a, b, c;
    unsigned k, i, w;
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
static uint64_t ref_cmple(const lane *v) { return mask_if(sa(v) <= sb(v)); }
static uint64_t ref_cmpltu(const lane *v) { return mask_if(v->a < v->b); }
static uint64_t ref_cmpleu(const lane *v) { return mask_if(v->a <= v->b); }
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
static uint64_t ref_blendvb(const lane *v) { return v->c & 0x80 ? v->b : v->a; }

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
    {"pblendvb", "", 8, 8, ref_blendvb}, {"padd", "bwdq", 0, 0, ref_add},  {"psub", "bwdq", 0, 0, ref_sub},
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
        lane v = {.k = (unsigned)imm, .i = i, .w = src_lane};
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

/* Operations. An op's reference is a lane function with the amounts and both operands of w bits. */

static uint64_t op_andn(const lane *v) { return v->a & ~v->b; }
static uint64_t op_nor(const lane *v) { return ~(v->a | v->b); }
static uint64_t op_slt(const lane *v) { return mask_if(sa(v) < sb(v)); }
static uint64_t op_sge(const lane *v) { return mask_if(sa(v) >= sb(v)); }
static uint64_t op_ugt(const lane *v) { return mask_if(v->a > v->b); }
static uint64_t op_uge(const lane *v) { return mask_if(v->a >= v->b); }

static const struct op_ref {
    const char *name;
    lane_fn fn;
    bool amount_below_w; /* the precondition */
    const char *llvm;
} op_refs[] = {
    {"and", ref_and, false, "and"},        {"or", ref_or, false, "or"},           {"xor", ref_xor, false, "xor"},
    {"andn", op_andn, false, NULL},        {"nor", op_nor, false, NULL},          {"not", ref_not, false, NULL},
    {"add", ref_add, false, "add"},        {"sub", ref_sub, false, "sub"},        {"mul", ref_mul, false, "mul"},
    {"eq", ref_cmpeq, false, "icmp eq"},   {"ne", ref_cmpneq, false, "icmp ne"},  {"slt", op_slt, false, "icmp slt"},
    {"sgt", ref_cmpgt, false, "icmp sgt"}, {"ult", ref_cmpltu, false, "icmp ult"}, {"ugt", op_ugt, false, "icmp ugt"},
    {"sle", ref_cmple, false, "icmp sle"}, {"sge", op_sge, false, "icmp sge"},    {"ule", ref_cmpleu, false, "icmp ule"},
    {"uge", op_uge, false, "icmp uge"},    {"shl", ref_sllv, true, "shl"},        {"lshr", ref_srlv, true, "lshr"},
    {"ashr", ref_srav, true, "ashr"},      {"shl_total", ref_sllv, false, NULL},  {"lshr_total", ref_srlv, false, NULL},
    {"ashr_total", ref_srav, false, NULL},
};

static const struct op_ref *find_op_ref(const op *o)
{
    for (size_t r = 0; r < sizeof op_refs / sizeof *op_refs; r++)
        if (strcmp(o->name, op_refs[r].name) == 0)
            return &op_refs[r];
    return NULL;
}

/* Fields of w bits, n of them. While 2w is at most 8 the trials run through all pairs of fields. */
static void check_op(const op *o, const struct op_ref *ref, unsigned w, unsigned n)
{
    diags d = {0};
    term_ctx *c = term_ctx_new();
    term args[2] = {term_mk_var(c, "a", w * n), term_mk_var(c, "b", w * n)}, result, care;
    assert_true(op_elaborate(o, w, n, c, args, &result, &care, &d));
    assert_int_equal(d.count, 0);
    assert_int_equal(term_width(c, result), w * n);
    assert_int_equal(term_width(c, care), w * n);
    uint64_t pair = 0;
    unsigned trials = w <= 4 ? (1u << 2 * w) / n + 1 : 64;
    for (unsigned trial = 0; trial < trials; trial++) {
        uint64_t src[2][LIMBS] = {{0}}, got[LIMBS] = {0}, cared[LIMBS] = {0};
        const uint64_t *values[2] = {src[0], src[1]};
        for (unsigned i = 0; i < n; i++, pair++) {
            put_bits(src[0], i * w, w, w <= 4 ? pair & ones(w) : random_value(w));
            put_bits(src[1], i * w, w, w <= 4 ? pair >> w & ones(w) : random_value(w));
        }
        term_eval(c, result, args, values, 2, got);
        term_eval(c, care, args, values, 2, cared);
        for (unsigned i = 0; i < n; i++) {
            lane v = {.a = get_bits(src[0], i * w, w), .b = get_bits(src[1], i * w, w), .i = i, .w = w};
            uint64_t want = ref->fn(&v) & ones(w), is = get_bits(got, i * w, w), cares = get_bits(cared, i * w, w);
            bool matters = !ref->amount_below_w || v.b < w;
            if (cares != (matters ? ones(w) : 0))
                fail_msg("%s, w %u, n %u: field %u with b = %u cares 0x%x", o->name, w, n, i, (unsigned)v.b, (unsigned)cares);
            if (matters && is != want)
                fail_msg("%s, w %u, n %u: field %u of 0x%llx and 0x%llx is 0x%llx, not 0x%llx", o->name, w, n, i,
                         (unsigned long long)v.a, (unsigned long long)v.b, (unsigned long long)is,
                         (unsigned long long)want);
        }
    }
    term_ctx_free(c);
    diag_free(&d);
}

static void every_operation_does_what_its_reference_does(void **state)
{
    (void)state;
    static const unsigned widths[] = {1, 2, 3, 4, 5, 8, 16, 32, 64};
    assert_int_equal(the_spec->nops, sizeof op_refs / sizeof *op_refs);
    for (unsigned k = 0; k < the_spec->nops; k++) {
        const op *o = &the_spec->ops[k];
        const struct op_ref *ref = find_op_ref(o);
        if (!ref)
            fail_msg("%s has no reference in this test", o->name);
        for (unsigned j = 0; j < sizeof widths / sizeof *widths; j++) {
            unsigned w = widths[j];
            assert_true(op_exists(o, w, 128 / w));
            check_op(o, ref, w, 1);
            check_op(o, ref, w, 3);
            check_op(o, ref, w, 128 / w);
        }
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
        if (ref->llvm)
            assert_string_equal(o->llvm, ref->llvm);
        else
            assert_null(o->llvm);
        assert_int_equal(o->llvm_sext, ref->llvm != NULL && strncmp(ref->llvm, "icmp", 4) == 0);
        assert_ptr_equal(spec_find_op(the_spec, o->name), o);
    }
}

static void an_operation_says_that_it_commutes_when_it_does(void **state)
{
    (void)state;
    static const char *const commuting[] = {"and", "or", "xor", "nor", "add", "mul", "eq", "ne"};
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
        cmocka_unit_test(every_operation_names_its_llvm_form),
        cmocka_unit_test(an_operation_says_that_it_commutes_when_it_does),
        cmocka_unit_test(hashes_identify_definitions),
    };
    return cmocka_run_group_tests_name("spec", tests, load_spec, drop_spec);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* shuffle.c - what instructions do to labels, from their terms, and operations as goals. */
#include "shuffle.h"

#include <stdlib.h>
#include <string.h>

#include "spec/base/random.h"
#include "spec/instr.h"
#include "spec/op.h"
#include "spec/term/bv.h"

enum { TRIALS = 6, LIMBS = TERM_LIMBS_MAX, VALUES_MAX = 320, DISTINCT_MIN = 3 };

typedef struct mover_list {
    const regclass *cls;
    mover *at;
    unsigned count, cap;
    permute_machine roles; /* of no target: instructions by number */
} mover_list;

struct shuffle_book {
    const spec *s;
    arena mem;
    mover_list *list;
    unsigned nlists;
};

/* ---- terms on images ---- */

/* A function of one or two registers of data: an instruction with some operands constant, or an
 * operation. */
typedef struct probe {
    term_ctx *c;
    term t, var[3];
    term_evaluator *evaluator; /* of t, made when it is first run */
    unsigned bits, nterms, nvars;
    int8_t operand[3];
    uint64_t konst[3][LIMBS]; /* of constant operands */
    const label *need;
    uint64_t seed;
} probe;

/* Makes data meet what is assumed of it. */
static void meet_needs(const probe *p, uint64_t (*data)[LIMBS])
{
    for (unsigned i = 0; p->need && i < p->nvars * p->bits; i++) {
        label n = p->need[i];
        if (n == LABEL_FREE) continue;
        bool on = n != LABEL_ZERO &&
                  bv_bit(data[(unsigned)(n - 1) / p->bits], (unsigned)(n - 1) % p->bits);
        bv_set_bit(data[i / p->bits], i % p->bits, on);
    }
}

static void run(probe *p, uint64_t (*data)[LIMBS], uint64_t *out)
{
    const uint64_t *values[3];
    for (unsigned i = 0; i < p->nterms; i++)
        values[i] = p->operand[i] < 0 ? p->konst[i] : data[p->operand[i]];
    if (!p->evaluator) p->evaluator = term_evaluator_new(p->c, p->t, p->var, p->nterms);
    memset(out, 0, LIMBS * sizeof *out);
    term_evaluator_run(p->evaluator, values, out);
}

/* Most functions are no movements, since they make something of nothing. */
static bool keeps_zero(probe *p)
{
    uint64_t data[3][LIMBS] = {{0}}, out[LIMBS], any = 0;
    run(p, data, out);
    for (unsigned k = 0; k < LIMBS; k++) any |= out[k];
    return !any;
}

/* Whether every bit of the result is the labelled bit, on random data, zeros and ones. */
static bool moves_as(probe *p, const label *map)
{
    uint64_t data[3][LIMBS], out[LIMBS];
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        for (unsigned v = 0; v < p->nvars; v++)
            for (unsigned k = 0; k < LIMBS; k++)
                data[v][k] = trial > 1 ? random_next(&p->seed) : trial ? ~(uint64_t)0 : 0;
        for (unsigned v = 0; v < p->nvars && p->bits % 64; v++)
            data[v][p->bits / 64] &= ((uint64_t)1 << p->bits % 64) - 1;
        meet_needs(p, data);
        for (unsigned v = 0; v < p->nvars; v++)
            memset(&data[v][(p->bits + 63) / 64], 0,
                   (LIMBS - (p->bits + 63) / 64) * sizeof(uint64_t));
        run(p, data, out);
        for (unsigned i = 0; i < p->bits; i++) {
            bool is = map[i] > 0 && bv_bit(data[(unsigned)(map[i] - 1) / p->bits],
                                           (unsigned)(map[i] - 1) % p->bits);
            if (map[i] != LABEL_FREE && bv_bit(out, i) != is) return false;
        }
    }
    return true;
}

/* The labels of the result, if it is a movement; false when it is none. */
static bool read_planes(probe *p, label *map)
{
    uint64_t data[3][LIMBS], out[LIMBS];
    if (!keeps_zero(p)) return false;
    memset(map, 0, p->bits * sizeof *map);
    for (unsigned plane = 0; p->nvars * p->bits >> plane; plane++) {
        memset(data, 0, sizeof data);
        for (unsigned i = 0; i < p->nvars * p->bits; i++)
            bv_set_bit(data[i / p->bits], i % p->bits, (i + 1) >> plane & 1);
        meet_needs(p, data);
        run(p, data, out);
        for (unsigned i = 0; i < p->bits; i++) map[i] = (label)(map[i] | bv_bit(out, i) << plane);
    }
    for (unsigned i = 0; i < p->bits; i++)
        if (map[i] > (label)(p->nvars * p->bits)) return false;
    return true;
}

static bool read_map(probe *p, label *map)
{
    return read_planes(p, map) && moves_as(p, map);
}

static void probe_open(probe *p, const instr *in, int64_t imm)
{
    *p = (probe){.c = term_ctx_new(),
                 .bits = in->result->bits,
                 .nterms = in->nsrc,
                 .nvars = in->nsrc,
                 .operand = {0, 1, 2},
                 .seed = 1};
    for (unsigned i = 0; i < in->nsrc; i++) p->var[i] = term_mk_var(p->c, in->src_name[i], p->bits);
    p->t = instr_apply(in, p->c, p->var, imm);
}

static void probe_close(probe *p)
{
    term_evaluator_free(p->evaluator);
    term_ctx_free(p->c);
}

/* ---- movers ---- */

static mover *add_mover(mover_list *l, mover_kind kind, const instr *in, int64_t imm,
                        const probe *p)
{
    if (l->count == l->cap)
        l->at = mem_grow(l->at, l->cap = l->cap ? 2 * l->cap : 64, sizeof *l->at);
    mover *m = &l->at[l->count++];
    *m = (mover){.kind = kind, .instr = in->index, .imm = imm, .nvars = p->nvars};
    for (unsigned i = 0; i < 3; i++) m->operand[i] = i < in->nsrc ? p->operand[i] : MOVER_NOTHING;
    return m;
}

static int uniform_shift(const label *map, unsigned bits)
{
    int shift = 0;
    for (unsigned i = 0; i < bits; i++) {
        if (map[i] == LABEL_ZERO) continue;
        int k = map[i] - 1 - (int)i;
        if (!k || (shift && k != shift) || map[i] > (label)bits) return 0;
        shift = k;
    }
    return shift;
}

/* A difference of a value and itself, or the lesser of them: nothing, or what was there. */
static bool moves_nothing(const label *map, unsigned bits)
{
    unsigned zeros = 0, stay = 0;
    for (unsigned i = 0; i < bits; i++) {
        zeros += map[i] == LABEL_ZERO;
        stay += map[i] > 0 && (unsigned)(map[i] - 1) % bits == i &&
                (map[i] > (label)bits) == (map[0] > (label)bits);
    }
    return zeros == bits || stay == bits;
}

/* Whether bits travel more than one distance. */
static bool has_two_distances(const label *map, unsigned bits)
{
    int some = 0;
    for (unsigned i = 0; i < bits; i++) {
        int k = map[i] - (int)i + (int)bits; /* never zero */
        if (map[i] == LABEL_ZERO) continue;
        if (some && k != some) return true;
        some = k;
    }
    return false;
}

static bool mixes_first(const label *map, unsigned bits)
{
    int seen[3];
    unsigned n = 0;
    for (unsigned i = 0; i < bits && n < 3; i++) {
        int k = map[i] - (int)i;
        if (map[i] == LABEL_ZERO || map[i] > (label)bits || (n && k == seen[0]) ||
            (n > 1 && k == seen[1]))
            continue;
        seen[n++] = k;
    }
    return n == 3;
}

static bool is_known(const mover_list *l, const label *map, const probe *p)
{
    for (unsigned i = 0; i < l->count; i++) {
        const mover *m = &l->at[i];
        if (m->kind == MOVER_PURE && m->need && m->nvars == p->nvars &&
            !memcmp(m->map, map, p->bits * sizeof *map))
            return true;
    }
    return false;
}

/* Adds the mover that the probe is, if it is one. */
static bool add_pure(shuffle_book *b, mover_list *l, const instr *in, int64_t imm, probe *p)
{
    label map[PERMUTE_BITS_MAX];
    unsigned nlimbs = (p->bits + 63) / 64;
    if (!read_map(p, map) || moves_nothing(map, p->bits)) return false;
    if (p->need && p->nvars == 1 && (!has_two_distances(map, p->bits) || is_known(l, map, p)))
        return true;
    mover *m = add_mover(l, MOVER_PURE, in, imm, p);
    m->map = arena_new(&b->mem, p->bits, label);
    memcpy(m->map, map, p->bits * sizeof *map);
    if (p->need) {
        m->need = arena_new(&b->mem, p->nvars * p->bits, label);
        memcpy(m->need, p->need, p->nvars * p->bits * sizeof(label));
    }
    for (unsigned i = 0; i < in->nsrc; i++)
        if (p->operand[i] < 0) memcpy(m->konst, p->konst[i], nlimbs * sizeof(uint64_t));
    m->mixes = p->nvars == 2 && mixes_first(map, p->bits);
    m->shift = p->nvars == 1 && !p->need ? uniform_shift(map, p->bits) : 0;
    return true;
}

/* The upper half of every lane is zero, or copies of the sign of the lower half. */
static void assume_upper_half(label *need, unsigned nvars, unsigned bits, unsigned lane, bool sign)
{
    for (unsigned i = 0; i < nvars * bits; i++) {
        bool upper = i % lane >= lane / 2;
        need[i] = (label)(!upper ? LABEL_FREE : sign ? (int)(i - i % lane + lane / 2) : LABEL_ZERO);
    }
}

static void add_under_assumptions(shuffle_book *b, mover_list *l, const instr *in, int64_t imm,
                                  probe *p)
{
    label need[2 * PERMUTE_BITS_MAX];
    for (unsigned lane = 16; lane <= 64 && lane <= p->bits; lane *= 2)
        for (unsigned sign = 0; sign < 2; sign++) {
            assume_upper_half(need, p->nvars, p->bits, lane, sign);
            p->need = need;
            bool found = add_pure(b, l, in, imm, p);
            p->need = NULL;
            if (found) return;
        }
}

/* Products by 1 and 2^k in turn, when every even lane has k bits only: pairs side by side. */
static void add_products(shuffle_book *b, mover_list *l, const instr *in, probe *p)
{
    label need[PERMUTE_BITS_MAX];
    p->nvars = 1;
    p->operand[0] = 0;
    p->operand[1] = MOVER_CONSTANT;
    for (unsigned lane = 8; lane <= 32; lane *= 2)
        for (unsigned k = 1; k < lane; k++) {
            memset(p->konst[1], 0, sizeof p->konst[1]);
            for (unsigned i = 0; i < p->bits; i++) {
                bv_set_bit(p->konst[1], i, i % (2 * lane) == 0 || i % (2 * lane) == lane + k);
                need[i] = i % (2 * lane) >= k && i % (2 * lane) < lane ? LABEL_ZERO : LABEL_FREE;
            }
            p->need = need;
            add_pure(b, l, in, 0, p);
        }
    p->need = NULL;
}

/* ---- movers that a constant controls ---- */

static void splat(uint64_t *out, unsigned bits, unsigned unit, uint64_t value)
{
    for (unsigned i = 0; i < bits; i++) bv_set_bit(out, i, value >> i % unit & 1);
}

typedef struct choices {
    unsigned count;
    uint64_t value[VALUES_MAX];
    label *map[VALUES_MAX];
} choices;

/* Most values make no movement, which three runs show: on random data, on its complement, on ones.
 */
static bool may_move(probe *p)
{
    uint64_t data[3][LIMBS] = {{0}}, some[LIMBS], rest[LIMBS], all[LIMBS];
    for (unsigned i = 0; i < p->nvars * p->bits; i++)
        bv_set_bit(data[i / p->bits], i % p->bits, random_next(&p->seed) & 1);
    run(p, data, some);
    for (unsigned i = 0; i < p->nvars * p->bits; i++)
        bv_set_bit(data[i / p->bits], i % p->bits, !bv_bit(data[i / p->bits], i % p->bits));
    run(p, data, rest);
    for (unsigned i = 0; i < p->nvars * p->bits; i++)
        bv_set_bit(data[i / p->bits], i % p->bits, true);
    run(p, data, all);
    for (unsigned k = 0; k < LIMBS; k++)
        if ((some[k] & rest[k]) || (some[k] | rest[k]) != all[k]) return false;
    return true;
}

static void try_value(probe *p, unsigned control, unsigned unit, uint64_t value, choices *out)
{
    label map[PERMUTE_BITS_MAX];
    splat(p->konst[control], p->bits, unit, value);
    if (out->count == VALUES_MAX || !may_move(p) || !read_planes(p, map)) return;
    for (unsigned k = 0; k < out->count; k++)
        if (!memcmp(out->map[k], map, p->bits * sizeof *map)) return;
    if (!moves_as(p, map)) return;
    out->value[out->count] = value;
    out->map[out->count] = mem_alloc(p->bits, sizeof *map);
    memcpy(out->map[out->count++], map, p->bits * sizeof *map);
}

/* Values of one unit do nothing to other units: units of different values together. */
static bool units_are_independent(probe *p, unsigned control, unsigned unit, const choices *x)
{
    label map[PERMUTE_BITS_MAX];
    for (unsigned round = 0; round < 4; round++) {
        for (unsigned u = 0; u < p->bits / unit; u++) {
            unsigned v = (unsigned)(random_next(&p->seed) % x->count);
            for (unsigned k = 0; k < unit; k++) {
                bv_set_bit(p->konst[control], u * unit + k, x->value[v] >> k & 1);
                map[u * unit + k] = x->map[v][u * unit + k];
            }
        }
        if (!moves_as(p, map)) return false;
    }
    return true;
}

static bool add_choice(shuffle_book *b, mover_list *l, const instr *in, probe *p, unsigned control,
                       unsigned unit)
{
    choices x = {0};
    bool found = false;
    for (uint64_t v = 0; v < 4; v++) try_value(p, control, unit, v, &x);
    /* blends look at the sign */
    if (p->nvars == 2) try_value(p, control, unit, (uint64_t)1 << (unit - 1), &x);
    if (x.count >= 2 && units_are_independent(p, control, unit, &x)) {
        for (uint64_t v = 4; v < 256; v++) try_value(p, control, unit, v, &x);
        for (unsigned k = 8; k < unit; k++) try_value(p, control, unit, (uint64_t)1 << k, &x);
        found = x.count >= (p->nvars == 2 ? 2 : DISTINCT_MIN) &&
                units_are_independent(p, control, unit, &x);
    }
    if (found) {
        mover *m = add_mover(l, MOVER_CHOICE, in, 0, p);
        m->unit = unit;
        m->nvalues = x.count;
        m->value = arena_new(&b->mem, x.count, uint64_t);
        m->choice = arena_new(&b->mem, x.count * p->bits, label);
        for (unsigned k = 0; k < x.count; k++) {
            m->value[k] = x.value[k];
            for (unsigned i = 0; i < p->bits; i++) m->choice[i * x.count + k] = x.map[k][i];
        }
    }
    for (unsigned k = 0; k < x.count; k++) mem_free(x.map[k]);
    return found;
}

/* Rows of a byte chosen at random, and the map that they should make. */
static bool is_matrix(probe *p, unsigned control)
{
    label map[PERMUTE_BITS_MAX];
    for (unsigned round = 0; round < 3; round++) {
        memset(p->konst[control], 0, sizeof p->konst[control]);
        for (unsigned q = 0; q < p->bits / 64; q++)
            for (unsigned k = 0; k < 8; k++) {
                unsigned from = (unsigned)(random_next(&p->seed) % 9);
                if (from < 8) bv_set_bit(p->konst[control], 64 * q + 8 * (7 - k) + from, true);
                for (unsigned byte = 0; byte < 8; byte++)
                    map[64 * q + 8 * byte + k] = from < 8 ? (label)(1 + 64 * q + 8 * byte + from)
                                                          : LABEL_ZERO;
            }
        if (!moves_as(p, map)) return false;
    }
    return true;
}

static bool is_table(probe *p, unsigned control)
{
    label map[PERMUTE_BITS_MAX], need[PERMUTE_BITS_MAX];
    bool good = true;
    for (unsigned i = 0; i < p->bits; i++) need[i] = i % 8 == 7 ? LABEL_ZERO : LABEL_FREE;
    p->need = need;
    for (unsigned round = 0; good && round < 3; round++) {
        for (unsigned k = 0; k < 8; k++) {
            unsigned from = (unsigned)(random_next(&p->seed) % 4);
            for (unsigned i = k; i < p->bits; i += 8) {
                bv_set_bit(p->konst[control], i, i % 128 / 8 >> from & 1);
                map[i] = (label)(1 + i - k + from);
            }
        }
        good = moves_as(p, map);
    }
    p->need = NULL;
    return good;
}

/* Whether the bits where a constant has ones are brought together, or the lowest bits brought
 * there. */
static bool picks(probe *p, unsigned control, bool deposit)
{
    label map[PERMUTE_BITS_MAX];
    if (p->bits > 64) return false; /* registers with such an instruction are general ones */
    for (unsigned round = 0; round < 4; round++) {
        unsigned n = 0;
        memset(map, 0, sizeof map);
        memset(p->konst[control], 0, sizeof p->konst[control]);
        for (unsigned i = 0; i < p->bits; i++) {
            if (random_next(&p->seed) >> 20 & 1) continue;
            bv_set_bit(p->konst[control], i, true);
            map[deposit ? i : n] = (label)(1 + (deposit ? n : i));
            n++;
        }
        if (!moves_as(p, map)) return false;
    }
    return true;
}

static void add_controlled(shuffle_book *b, mover_list *l, const instr *in, int64_t imm, probe *p)
{
    p->nvars = 1;
    for (unsigned control = 0; control < 2; control++) {
        p->operand[control] = MOVER_CONSTANT;
        p->operand[1 - control] = 0;
        bool found = false;
        for (unsigned unit = 8; !found && !imm && unit <= 64 && unit <= p->bits; unit *= 2)
            found = add_choice(b, l, in, p, control, unit);
        if (!imm && picks(p, control, false)) add_mover(l, MOVER_EXTRACT, in, imm, p);
        if (!imm && picks(p, control, true)) add_mover(l, MOVER_DEPOSIT, in, imm, p);
        if (p->bits >= 128 && is_matrix(p, control)) add_mover(l, MOVER_MATRIX, in, imm, p);
        if (p->bits >= 128 && !imm && is_table(p, control)) add_mover(l, MOVER_TABLE, in, imm, p);
    }
}

/* ---- instructions with a part of their own ---- */

/* A function of two lanes of at most 64 bits, as the roles of permute_machine have them. */
typedef uint64_t role_fn(uint64_t a, uint64_t b);
static uint64_t role_and(uint64_t a, uint64_t b) { return a & b; }
static uint64_t role_or(uint64_t a, uint64_t b) { return a | b; }
static uint64_t role_xor(uint64_t a, uint64_t b) { return a ^ b; }
static uint64_t role_sub(uint64_t a, uint64_t b) { return a - b; }
static uint64_t role_equal(uint64_t a, uint64_t b) { return a == b ? ~(uint64_t)0 : 0; }

static bool plays(probe *p, role_fn *fn, unsigned lane)
{
    uint64_t data[3][LIMBS], out[LIMBS],
        ones = lane == 64 ? ~(uint64_t)0 : ((uint64_t)1 << lane) - 1;
    for (unsigned trial = 0; trial < 2 * TRIALS; trial++) {
        memset(data, 0, sizeof data);
        for (unsigned i = 0; i < p->bits; i += lane) {
            uint64_t a = random_next(&p->seed) & ones, b = a;
            if (random_next(&p->seed) % 3) b = random_next(&p->seed) & ones;
            data[0][i / 64] |= a << i % 64;
            data[1][i / 64] |= b << i % 64;
        }
        run(p, data, out);
        for (unsigned i = 0; i < p->bits; i += lane)
            if ((out[i / 64] >> i % 64 & ones) !=
                (fn(data[0][i / 64] >> i % 64 & ones, data[1][i / 64] >> i % 64 & ones) & ones))
                return false;
    }
    return true;
}

/* Whether immediates are truth tables, bit 4a+2b+c of one the result. */
static bool is_table3(const instr *in)
{
    static const int64_t tries[] = {0xe4, 0xec, 0x96, 0x17};
    bool good = in->nsrc == 3 && in->has_imm && in->imm_low == 0 && in->imm_high == 255;
    for (unsigned k = 0; good && k < 4; k++) {
        probe p;
        uint64_t data[3][LIMBS], out[LIMBS];
        probe_open(&p, in, tries[k]);
        for (unsigned i = 0; i < LIMBS; i++) {
            bool in_register = i < p.bits / 64;
            data[0][i] = in_register ? 0xf0f0f0f0f0f0f0f0 : 0;
            data[1][i] = in_register ? 0xcccccccccccccccc : 0;
            data[2][i] = in_register ? 0xaaaaaaaaaaaaaaaa : 0;
        }
        run(&p, data, out);
        good = p.bits >= 64 && out[0] == (uint64_t)tries[k] * 0x0101010101010101u;
        probe_close(&p);
    }
    return good;
}

static void take_role(int *role, bool plays_it, const instr *in)
{
    if (*role == PERMUTE_NONE && plays_it) *role = (int)in->index;
}

/* True when it is bitwise logic, which is nothing else. */
static bool take_roles(permute_machine *m, const instr *in, probe *p)
{
    static role_fn *const logic[] = {role_and, role_or, role_xor};
    int *const at[] = {&m->and_, &m->or_, &m->xor_};
    for (unsigned k = 0; k < 3; k++)
        if (plays(p, logic[k], p->bits < 64 ? p->bits : 64)) {
            take_role(at[k], true, in);
            return true;
        }
    for (unsigned k = 0; k < PERMUTE_LANES && 8u << k <= p->bits; k++)
        take_role(&m->sub[k], m->sub[k] < 0 && plays(p, role_sub, 8u << k), in);
    take_role(&m->equal8, m->equal8 < 0 && plays(p, role_equal, 8), in);
    return in->kind == INSTR_LOGIC;
}

/* ---- an instruction ---- */

static void add_binary(shuffle_book *b, mover_list *l, const instr *in, int64_t imm, probe *p)
{
    if (!in->has_imm && take_roles(&l->roles, in, p)) return;
    if (add_pure(b, l, in, imm, p)) return;
    p->nvars = 1;
    p->operand[1] = 0;
    add_pure(b, l, in, imm, p); /* of one source twice */
    p->nvars = 2;
    p->operand[1] = 1;
    if (in->kind != INSTR_NAMED) add_under_assumptions(b, l, in, imm, p);
    if (in->kind == INSTR_MULTIPLY) add_products(b, l, in, p);
    if (!in->has_imm || imm == 0) add_controlled(b, l, in, imm, p);
}

/* Of three sources one that is constant may choose among the others, as in blends and in permutes
 * of two registers. */
static void add_chosen_of_two(shuffle_book *b, mover_list *l, const instr *in)
{
    probe p;
    bool found = false;
    probe_open(&p, in, 0);
    p.nvars = 2;
    for (unsigned control = 0; !found && control < 3; control++) {
        for (unsigned i = 0, data = 0; i < 3; i++)
            p.operand[i] = i == control ? MOVER_CONSTANT : (int8_t)data++;
        for (unsigned unit = 8; !found && unit <= 64 && unit <= p.bits; unit *= 2)
            found = add_choice(b, l, in, &p, control, unit);
    }
    probe_close(&p);
}

static bool is_of_class(const instr *in, const regclass *cls)
{
    bool all = in->result == cls;
    for (unsigned i = 0; i < in->nsrc; i++) all = all && in->src[i] == cls;
    return all;
}

/* Whether the instruction has a namesake of narrower registers that moves nothing by this
 * immediate. */
static bool is_barren(const shuffle_book *b, const mover_list *l, const instr *in, int64_t imm)
{
    for (const mover_list *k = b->list; k < l; k++)
        for (unsigned i = 0; i < b->s->ninstrs; i++) {
            const instr *x = &b->s->instrs[i];
            if (!is_of_class(x, k->cls) || x->nsrc != in->nsrc || strcmp(x->name, in->name) ||
                imm < x->imm_low || imm > x->imm_high)
                continue;
            unsigned m = 0;
            while (m < k->count && (k->at[m].instr != x->index || k->at[m].imm != imm)) m++;
            return m == k->count;
        }
    return false;
}

static void add_instr(shuffle_book *b, mover_list *l, const instr *in)
{
    if (in->machine > 1) return;
    if (in->nsrc == 3) take_role(&l->roles.table3, is_table3(in), in);
    if (in->nsrc == 3 && !in->has_imm) add_chosen_of_two(b, l, in);
    if (in->nsrc > 2) return;
    for (int64_t imm = in->has_imm ? in->imm_low : 0;
         imm <= (in->has_imm ? in->imm_high : 0) && imm < 256; imm++) {
        probe p;
        if (in->has_imm && is_barren(b, l, in, imm)) continue;
        probe_open(&p, in, imm);
        if (in->nsrc == 1) add_pure(b, l, in, imm, &p);
        else add_binary(b, l, in, imm, &p);
        probe_close(&p);
    }
}

shuffle_book *shuffle_book_new(const spec *s, const regclass *const *classes, unsigned nclasses)
{
    shuffle_book *b = mem_alloc(1, sizeof *b);
    *b = (shuffle_book){.s = s, .nlists = nclasses, .list = mem_alloc(nclasses, sizeof *b->list)};
    for (unsigned k = 0; k < nclasses; k++) {
        permute_machine none = {.bits = classes[k]->bits,
                                .and_ = -1,
                                .or_ = -1,
                                .xor_ = -1,
                                .table3 = -1,
                                .equal8 = -1,
                                .sub = {-1, -1, -1, -1}};
        b->list[k] = (mover_list){.cls = classes[k], .roles = none};
        require(classes[k]->bits <= PERMUTE_BITS_MAX, "labels hold a register");
        for (unsigned i = 0; i < s->ninstrs; i++)
            if (is_of_class(&s->instrs[i], classes[k])) add_instr(b, &b->list[k], &s->instrs[i]);
    }
    return b;
}

void shuffle_book_free(shuffle_book *b)
{
    if (!b) return;
    for (unsigned k = 0; k < b->nlists; k++) mem_free(b->list[k].at);
    mem_free(b->list);
    arena_free(&b->mem);
    mem_free(b);
}

static const mover_list *list_of(const shuffle_book *b, const regclass *cls)
{
    for (unsigned k = 0; k < b->nlists; k++)
        if (b->list[k].cls == cls) return &b->list[k];
    return NULL;
}

enum { ROLES = 5 + PERMUTE_LANES };

static void list_roles(permute_machine *m, int *role[ROLES])
{
    int *const all[] = {&m->and_, &m->or_, &m->xor_, &m->table3, &m->equal8};
    memcpy(role, all, sizeof all);
    for (unsigned i = 0; i < PERMUTE_LANES; i++) role[5 + i] = &m->sub[i];
}

permute_machine shuffle_machine(const shuffle_book *b, const regclass *cls, const target *t,
                                arena *mem)
{
    const mover_list *l = list_of(b, cls);
    require(l != NULL, "the book was made for the class");
    permute_machine m = l->roles;
    int *role[ROLES];
    list_roles(&m, role);
    for (unsigned i = 0; i < ROLES; i++)
        if (*role[i] >= 0 && !target_has_instr(t, &b->s->instrs[*role[i]])) *role[i] = PERMUTE_NONE;
    m.movers = arena_new(mem, l->count + 1, mover);
    for (unsigned i = 0; i < l->count; i++)
        if (target_has_instr(t, &b->s->instrs[l->at[i].instr])) m.movers[m.nmovers++] = l->at[i];
    return m;
}

/* Both targets have the instruction, or neither has. */
static bool is_same_for(const instr *in, const target *t, const target *u)
{
    return target_has_instr(t, in) == target_has_instr(u, in);
}

bool shuffle_is_alike(const shuffle_book *b, const regclass *cls, const target *t, const target *u)
{
    const mover_list *l = list_of(b, cls);
    require(l != NULL, "the book was made for the class");
    permute_machine m = l->roles;
    int *role[ROLES];
    bool alike = true;
    list_roles(&m, role);
    for (unsigned i = 0; i < ROLES; i++)
        alike = alike && (*role[i] < 0 || is_same_for(&b->s->instrs[*role[i]], t, u));
    for (unsigned i = 0; i < l->count; i++)
        alike = alike && is_same_for(&b->s->instrs[l->at[i].instr], t, u);
    return alike;
}

/* ---- operations ---- */

static bool goal_of_term(probe *p, term care, labels *out)
{
    uint64_t all[LIMBS] = {0};
    if (!term_is_const(p->c, care) || !read_map(p, out->at)) return false;
    memcpy(all, term_limbs(p->c, care), (p->bits + 63) / 64 * sizeof(uint64_t));
    for (unsigned i = 0; i < p->bits; i++)
        if (!bv_bit(all, i)) out->at[i] = LABEL_FREE;
    return true;
}

bool shuffle_goal(const op *o, unsigned w, const regclass *cls, labels *out, diags *d)
{
    probe p = {.c = term_ctx_new(),
               .bits = cls->bits,
               .nterms = o->arity,
               .nvars = o->arity,
               .operand = {0, 1, 2},
               .seed = 1};
    term care;
    bool good = cls->bits <= PERMUTE_BITS_MAX && op_exists(o, w, cls->bits / w);
    for (unsigned i = 0; i < o->arity; i++) p.var[i] = term_mk_var(p.c, o->param[i], p.bits);
    good = good && op_elaborate(o, w, cls->bits / w, p.c, p.var, &p.t, &care, d) &&
           goal_of_term(&p, care, out);
    probe_close(&p);
    return good;
}

/* ---- programs ---- */

bool shuffle_prog(const permute *p, int n, const spec *s, const op *o, const regclass *cls,
                  prog *out)
{
    int value[PERMUTE_NODES_MAX];
    bool *used = mem_alloc((size_t)n + 1, sizeof *used);
    bool good = true;
    used[n] = true;
    for (int i = n; i >= 0; i--)
        for (unsigned k = 0; used[i] && k < 3; k++) {
            const permute_node *x = permute_get_node(p, i);
            if (!x->is_const && !x->is_input && x->src[k] >= 0) used[x->src[k]] = true;
        }
    prog_init(out, o, cls);
    for (int i = 0; i <= n && good; i++) {
        const permute_node *x = permute_get_node(p, i);
        uint64_t limbs[LIMBS] = {0};
        memcpy(limbs, x->konst, sizeof x->konst);
        if (x->is_input) value[i] = i;
        if (!used[i] || !x->is_const) continue;
        good = out->nconsts < PROG_CONSTS_MAX;
        if (good) value[i] = (int)prog_add_const(out, limbs);
    }
    if (permute_get_node(p, n)->is_const || permute_get_node(p, n)->is_input)
        out->result = (unsigned)value[n];
    for (int i = 0; i <= n && good; i++) {
        const permute_node *x = permute_get_node(p, i);
        unsigned src[SPEC_SRC_MAX] = {0};
        if (!used[i] || x->is_const || x->is_input) continue;
        for (unsigned k = 0; k < 3; k++)
            if (x->src[k] >= 0) src[k] = (unsigned)value[x->src[k]];
        good = out->ninsns < PROG_INSNS_MAX;
        if (good) value[i] = (int)prog_add(out, &s->instrs[x->instr], src, x->imm);
    }
    if (good) prog_tidy(out);
    mem_free(used);
    return good;
}

/* Every 128 bits of the goal are the lowest ones, moved along: a program of 128 bits serves. */
static bool is_chunked(const labels *g, unsigned bits, unsigned ninputs)
{
    (void)ninputs;
    for (unsigned i = 0; i < bits; i++) {
        label l = g->at[i], low = g->at[i % 128];
        unsigned chunk = i / 128 * 128;
        if ((l < 1 || low < 1) ? l != low : l != low + (label)chunk) return false;
    }
    return true;
}

void shuffle_propose(const shuffle_book *b, const cell *c, unsigned work, unsigned max_steps,
                     shuffle_found_fn *found, void *context, diags *d)
{
    labels goal;
    arena mem = {0};
    unsigned inputs = c->op->arity;
    if (!list_of(b, c->cls) || !shuffle_goal(c->op, c->w, c->cls, &goal, d)) return;
    if (c->cls->bits > 128 && is_chunked(&goal, c->cls->bits, inputs)) return;
    permute_machine m = shuffle_machine(b, c->cls, c->target, &mem);
    for (unsigned way = 0; way < 2; way++) {
        permute *p = permute_new(&m, inputs);
        prog q;
        int n = way ? permute_construct(p, &goal) : permute_search(p, &goal, max_steps, work);
        if (n >= 0 && shuffle_prog(p, n, b->s, c->op, c->cls, &q)) found(context, &q);
        permute_free(p);
    }
    arena_free(&mem);
}

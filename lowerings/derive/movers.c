// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* movers.c - what instructions do to labels, from their terms. */
#include "movers.h"

#include <stdlib.h>
#include <string.h>

#include "probe.h"
#include "spec/base/random.h"
#include "spec/instr.h"
#include "spec/term/bv.h"

enum { TRIALS = 6, LIMBS = TERM_LIMBS_MAX, VALUES_MAX = 320, DISTINCT_MIN = 3 };

/* Of one class and one instruction set. */
typedef struct mover_list {
    const regclass *cls;
    const isa *set;
    bool derived; /* what follows is there */
    mover *at;
    unsigned count, cap;
    permute_machine roles; /* of no target: instructions by number */
} mover_list;

struct mover_book {
    const spec *s;
    arena *mem;
    mover_list *list; /* those of one set together, its classes in the caller's order */
    unsigned nlists;
};

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
static bool add_pure(const mover_book *b, mover_list *l, const instr *in, int64_t imm, probe *p)
{
    label map[PERMUTE_BITS_MAX];
    unsigned nlimbs = (p->bits + 63) / 64;
    if (!probe_read(p, map) || moves_nothing(map, p->bits)) return false;
    if (p->need && p->nvars == 1 && (!has_two_distances(map, p->bits) || is_known(l, map, p)))
        return true;
    mover *m = add_mover(l, MOVER_PURE, in, imm, p);
    m->map = arena_new(b->mem, p->bits, label);
    memcpy(m->map, map, p->bits * sizeof *map);
    if (p->need) {
        m->need = arena_new(b->mem, p->nvars * p->bits, label);
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

static void add_under_assumptions(const mover_book *b, mover_list *l, const instr *in, int64_t imm,
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
static void add_products(const mover_book *b, mover_list *l, const instr *in, probe *p)
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

typedef struct choices {
    unsigned count;
    uint64_t value[VALUES_MAX];
    label *map[VALUES_MAX];
} choices;

static void try_value(probe *p, unsigned control, unsigned unit, uint64_t value, choices *out)
{
    label map[PERMUTE_BITS_MAX];
    probe_splat(p->konst[control], p->bits, unit, value);
    if (out->count == VALUES_MAX || !probe_may_move(p) || !probe_read_planes(p, map)) return;
    for (unsigned k = 0; k < out->count; k++)
        if (!memcmp(out->map[k], map, p->bits * sizeof *map)) return;
    if (!probe_moves_as(p, map)) return;
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
        if (!probe_moves_as(p, map)) return false;
    }
    return true;
}

static bool add_choice(const mover_book *b, mover_list *l, const instr *in, probe *p,
                       unsigned control, unsigned unit)
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
        m->value = arena_new(b->mem, x.count, uint64_t);
        m->choice = arena_new(b->mem, x.count * p->bits, label);
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
        if (!probe_moves_as(p, map)) return false;
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
        good = probe_moves_as(p, map);
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
        if (!probe_moves_as(p, map)) return false;
    }
    return true;
}

static void add_controlled(const mover_book *b, mover_list *l, const instr *in, int64_t imm,
                           probe *p)
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
        probe_run(p, data, out);
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
        probe_run(&p, data, out);
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

static void add_binary(const mover_book *b, mover_list *l, const instr *in, int64_t imm, probe *p)
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
static void add_chosen_of_two(const mover_book *b, mover_list *l, const instr *in)
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
static bool is_barren(const mover_book *b, const mover_list *l, const instr *in, int64_t imm)
{
    for (const mover_list *k = b->list; k < l; k++)
        for (unsigned i = 0; i < b->s->ninstrs; i++) {
            const instr *x = &b->s->instrs[i];
            if (k->set != in->set || x->set != in->set || !is_of_class(x, k->cls) ||
                x->nsrc != in->nsrc || strcmp(x->name, in->name) || imm < x->imm_low ||
                imm > x->imm_high)
                continue;
            unsigned m = 0;
            while (m < k->count && (k->at[m].instr != x->index || k->at[m].imm != imm)) m++;
            return m == k->count;
        }
    return false;
}

static void add_instr(const mover_book *b, mover_list *l, const instr *in)
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

static void init_list(mover_list *l, const isa *set, const regclass *cls)
{
    permute_machine none = {.bits = cls->bits,
                            .and_ = -1,
                            .or_ = -1,
                            .xor_ = -1,
                            .table3 = -1,
                            .equal8 = -1,
                            .sub = {-1, -1, -1, -1}};
    require(cls->bits <= PERMUTE_BITS_MAX, "labels hold a register");
    *l = (mover_list){.cls = cls, .set = set, .roles = none};
}

mover_book *mover_book_new(const spec *s, const regclass *const *classes, unsigned nclasses)
{
    mover_book *b = mem_alloc(1, sizeof *b);
    unsigned n = nclasses * s->nsets;
    *b = (mover_book){.s = s,
                      .mem = mem_alloc(1, sizeof *b->mem),
                      .nlists = n,
                      .list = mem_alloc(n + 1, sizeof *b->list)};
    for (unsigned i = 0; i < n; i++)
        init_list(&b->list[i], s->sets[i / nclasses], classes[i % nclasses]);
    return b;
}

void mover_book_free(mover_book *b)
{
    if (!b) return;
    for (unsigned k = 0; k < b->nlists; k++) mem_free(b->list[k].at);
    mem_free(b->list);
    arena_free(b->mem);
    mem_free(b->mem);
    mem_free(b);
}

static void derive_list(const mover_book *b, mover_list *l)
{
    if (l->derived) return;
    l->derived = true;
    for (unsigned i = 0; i < b->s->ninstrs; i++)
        if (b->s->instrs[i].set == l->set && is_of_class(&b->s->instrs[i], l->cls))
            add_instr(b, l, &b->s->instrs[i]);
}

void mover_book_derive(const mover_book *b, const isa *set)
{
    for (unsigned k = 0; k < b->nlists; k++)
        if (b->list[k].set == set) derive_list(b, &b->list[k]);
}

/* Derived, with those of narrower classes, which it refers to. */
static const mover_list *list_of(const mover_book *b, const regclass *cls, const isa *set)
{
    for (unsigned k = 0; k < b->nlists; k++) {
        if (b->list[k].set != set) continue;
        derive_list(b, &b->list[k]);
        if (b->list[k].cls == cls) return &b->list[k];
    }
    return NULL;
}

enum { ROLES = 5 + PERMUTE_LANES };

static void list_roles(permute_machine *m, int *role[ROLES])
{
    int *const all[] = {&m->and_, &m->or_, &m->xor_, &m->table3, &m->equal8};
    memcpy(role, all, sizeof all);
    for (unsigned i = 0; i < PERMUTE_LANES; i++) role[5 + i] = &m->sub[i];
}

permute_machine mover_machine(const mover_book *b, const regclass *cls, const target *t, arena *mem)
{
    const mover_list *l = list_of(b, cls, t->set);
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

bool mover_machines_are_alike(const mover_book *b, const regclass *cls, const target *t,
                              const target *u)
{
    const mover_list *l = list_of(b, cls, t->set);
    require(l != NULL, "the book was made for the class");
    permute_machine m = l->roles;
    int *role[ROLES];
    bool alike = t->set == u->set;
    list_roles(&m, role);
    for (unsigned i = 0; i < ROLES; i++)
        alike = alike && (*role[i] < 0 || is_same_for(&b->s->instrs[*role[i]], t, u));
    for (unsigned i = 0; i < l->count; i++)
        alike = alike && is_same_for(&b->s->instrs[l->at[i].instr], t, u);
    return alike;
}

bool mover_book_has(const mover_book *b, const regclass *cls)
{
    for (unsigned k = 0; k < b->nlists; k++)
        if (b->list[k].cls == cls) return true;
    return false;
}

const spec *mover_book_spec(const mover_book *b) { return b->s; }

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* operands.c - corner cases by number, random cases from a seed.
 *
 * Corner cases are blocks, one after the other: for each field width and each pair of sources, all
 * pairs of that width's corner values (what other sources there are get some corner value, too),
 * then all sources equal but one that is equal or off by one; and for registers wider than a field
 * the same for 2^k and 2^k - 1 of the whole register. So a case is a number, and nothing need be
 * kept.
 *
 * An instruction's lanes are not looked at: all widths are tried on every instruction, since a
 * description with wrong lanes should be found, too. Called by validate.c. */
#include "operands.h"

#include <string.h>

#include "spec/base/random.h"
#include "spec/term/bv.h"

enum { CORNERS_MAX = 160, FIELD_WIDTHS = 4, WHOLE_VARIANTS = 6, NEAR_VARIANTS = 3 };

/* ---- the corner values of a field ---- */

typedef struct corner_list {
    uint64_t value[CORNERS_MAX];
    unsigned count;
} corner_list;

static uint64_t ones(unsigned width)
{
    return width >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << width) - 1;
}

static void add(corner_list *l, uint64_t value, unsigned width)
{
    value &= ones(width);
    for (unsigned i = 0; i < l->count; i++)
        if (l->value[i] == value) return;
    require(l->count < CORNERS_MAX, "a field has at most CORNERS_MAX corner values");
    l->value[l->count++] = value;
}

static void make_corners(corner_list *l, unsigned width)
{
    static const uint64_t patterns[] = {0x5555555555555555, 0xaaaaaaaaaaaaaaaa, 0x3333333333333333,
                                        0xcccccccccccccccc, 0x0f0f0f0f0f0f0f0f, 0xf0f0f0f0f0f0f0f0};
    uint64_t min = UINT64_C(1) << (width - 1);
    const uint64_t ends[] = {0, 1, 2, ones(width), ones(width) - 1, min, min + 1, min - 1, min - 2};
    for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++) add(l, ends[i], width);
    for (unsigned i = 0; i < sizeof patterns / sizeof *patterns; i++) add(l, patterns[i], width);
    for (unsigned k = 0; k < width; k++) add(l, UINT64_C(1) << k, width);
    for (unsigned k = 0; k < width; k++) add(l, (UINT64_C(1) << k) - 1, width);
}

/* Of fields of 8, 16, 32 and 64 bits; made once. */
static const corner_list *corners_of(unsigned width)
{
    static corner_list lists[FIELD_WIDTHS];
    unsigned i = width == 8 ? 0 : width == 16 ? 1 : width == 32 ? 2 : 3;
    if (!lists[i].count) make_corners(&lists[i], width);
    return &lists[i];
}

/* ---- registers ---- */

unsigned operands_limbs(const operand_set *o, unsigned source)
{
    return bv_limbs(o->bits[source]);
}

static void put_field(uint64_t *reg, unsigned width, unsigned index, uint64_t value)
{
    unsigned at = index * width;
    reg[at / 64] |= (value & ones(width)) << (at % 64);
}

static uint64_t get_field(const uint64_t *reg, unsigned width, unsigned index)
{
    unsigned at = index * width;
    return reg[at / 64] >> (at % 64) & ones(width);
}

/* The same value in every field. */
static void splat(uint64_t *reg, unsigned bits, unsigned width, uint64_t value)
{
    memset(reg, 0, bv_limbs(bits) * sizeof *reg);
    for (unsigned i = 0; i < bits / width; i++) put_field(reg, width, i, value);
}

/* Bit k of the register, or all below it, k <= bits. */
static void whole_corner(uint64_t *reg, unsigned bits, unsigned k, bool below)
{
    memset(reg, 0, bv_limbs(bits) * sizeof *reg);
    for (unsigned i = 0; below && i < k; i++) bv_set_bit(reg, i, true);
    if (!below && k < bits) bv_set_bit(reg, k, true);
}

/* A register made of another: itself, one more, one less, 0, ones, its complement. */
static void whole_variant(uint64_t *reg, const uint64_t *from, unsigned bits, unsigned variant)
{
    uint64_t one[OPERANDS_LIMBS] = {1};
    unsigned limbs = bv_limbs(bits);
    if (reg != from) memcpy(reg, from, limbs * sizeof *reg);
    if (variant == 1) bv_add(reg, reg, one, bits);
    if (variant == 2) bv_sub(reg, reg, one, bits);
    if (variant == 3) memset(reg, 0, limbs * sizeof *reg);
    for (unsigned i = 0; variant >= 4 && i < limbs; i++)
        reg[i] = variant == 4 ? ~UINT64_C(0) : ~reg[i];
    bv_trim(reg, bits);
}

/* ---- blocks ---- */

static void add_block(operand_set *o, operands_block b)
{
    if (!b.count) return;
    require(o->nblocks < OPERANDS_BLOCKS_MAX, "blocks fit their table");
    o->block[o->nblocks++] = b;
    o->corners += b.count;
}

static unsigned narrowest(const operand_set *o)
{
    unsigned bits = o->nsrc ? o->bits[0] : 0;
    for (unsigned s = 1; s < o->nsrc; s++) bits = o->bits[s] < bits ? o->bits[s] : bits;
    return bits;
}

/* All pairs for sources first and second, and those that are nearly equal. A single source is its
 * own partner. */
static void add_pair(operand_set *o, unsigned first, unsigned second)
{
    for (unsigned width = 8; width <= 64 && width <= narrowest(o); width *= 2) {
        unsigned n = corners_of(width)->count;
        add_block(o, (operands_block){width, first, second, first == second ? n : n * n, false});
        add_block(o, (operands_block){width, first, second, first == second ? 0 : n * NEAR_VARIANTS,
                                      true});
    }
    if (narrowest(o) > 64)
        add_block(
            o, (operands_block){0, first, second, 2 * (narrowest(o) + 1) * WHOLE_VARIANTS, true});
}

void operands_init(operand_set *o, const instr *in)
{
    *o = (operand_set){.nsrc = in->nsrc};
    for (unsigned s = 0; s < o->nsrc; s++) {
        o->bits[s] = in->src[s]->bits;
        require(bv_limbs(o->bits[s]) <= OPERANDS_LIMBS, "a register has at most 512 bits");
    }
    if (o->nsrc == 1) add_pair(o, 0, 0);
    for (unsigned first = 0; first < o->nsrc; first++)
        for (unsigned second = first + 1; second < o->nsrc; second++) add_pair(o, first, second);
}

static uint64_t near_value(uint64_t value, unsigned variant)
{
    return variant == 1 ? value + 1 : variant == 2 ? value - 1 : value;
}

static void write_near(const operand_set *o, const operands_block *b, unsigned i,
                       uint64_t *const at[SPEC_SRC_MAX])
{
    uint64_t value = corners_of(b->width)->value[i / NEAR_VARIANTS];
    for (unsigned s = 0; s < o->nsrc; s++)
        splat(at[s], o->bits[s], b->width,
              s == b->second ? near_value(value, i % NEAR_VARIANTS) : value);
}

static void write_pair(const operand_set *o, const operands_block *b, unsigned i,
                       uint64_t *const at[SPEC_SRC_MAX])
{
    const corner_list *l = corners_of(b->width);
    unsigned x = i % l->count, y = i / l->count;
    for (unsigned s = 0; s < o->nsrc; s++) {
        unsigned k = s == b->first ? x : s == b->second ? y : (x + 7 * y) % l->count;
        splat(at[s], o->bits[s], b->width, l->value[k]);
    }
}

static void write_whole(const operand_set *o, const operands_block *b, unsigned i,
                        uint64_t *const at[SPEC_SRC_MAX])
{
    unsigned variant = i % WHOLE_VARIANTS, k = i / WHOLE_VARIANTS / 2,
             below = i / WHOLE_VARIANTS % 2;
    for (unsigned s = 0; s < o->nsrc; s++) {
        whole_corner(at[s], o->bits[s], k, below);
        if (s == b->second) whole_variant(at[s], at[s], o->bits[s], variant);
    }
}

void operands_corner(const operand_set *o, unsigned i, uint64_t *const at[SPEC_SRC_MAX])
{
    const operands_block *b = o->block;
    require(i < o->corners, "the case exists");
    for (; i >= b->count; b++) i -= b->count;
    if (!b->width)
        write_whole(o, b, i, at);
    else if (b->near)
        write_near(o, b, i, at);
    else
        write_pair(o, b, i, at);
}

/* ---- random cases ---- */

/* A number below limit from 32 random bits. */
static unsigned number_below(uint64_t random, unsigned limit)
{
    return (unsigned)((random & 0xffffffff) * limit >> 32);
}

static unsigned random_width(const operand_set *o, uint64_t *state)
{
    unsigned width = 8U << number_below(random_next(state), FIELD_WIDTHS);
    return width <= narrowest(o) ? width : 8;
}

/* Uniform, few bits set, or many. */
static void random_bits(uint64_t *reg, unsigned bits, unsigned kind, uint64_t *state)
{
    for (unsigned i = 0; i < bv_limbs(bits); i++) {
        uint64_t x = random_next(state);
        if (kind == 1) x &= random_next(state) & random_next(state);
        if (kind == 2) x |= random_next(state) | random_next(state);
        reg[i] = x;
    }
    bv_trim(reg, bits);
}

/* A corner value, or a number that could be an amount to shift by, in every field. */
static void random_fields(uint64_t *reg, unsigned bits, unsigned width, bool small, uint64_t *state)
{
    const corner_list *l = corners_of(width);
    memset(reg, 0, bv_limbs(bits) * sizeof *reg);
    for (unsigned i = 0; i < bits / width; i++) {
        uint64_t random = random_next(state);
        put_field(reg, width, i,
                  small ? number_below(random, 2 * width)
                        : l->value[number_below(random, l->count)]);
    }
}

/* In every field another source's value: itself mostly, or one more, or one less. */
static void random_near(uint64_t *reg, const uint64_t *other, unsigned bits, unsigned width,
                        uint64_t *state)
{
    memset(reg, 0, bv_limbs(bits) * sizeof *reg);
    for (unsigned i = 0; i < bits / width; i++)
        put_field(reg, width, i,
                  near_value(get_field(other, width, i), number_below(random_next(state), 5)));
}

static void random_register(const operand_set *o, unsigned s, uint64_t *state,
                            uint64_t *const at[SPEC_SRC_MAX])
{
    unsigned kind = number_below(random_next(state), 8);
    bool has_other = s > 0 && o->bits[s - 1] == o->bits[s];
    if (kind == 3 || kind == 4)
        random_fields(at[s], o->bits[s], random_width(o, state), kind == 4, state);
    else if (kind == 5 && has_other)
        random_near(at[s], at[s - 1], o->bits[s], random_width(o, state), state);
    else
        random_bits(at[s], o->bits[s], kind, state);
}

void operands_random(const operand_set *o, uint64_t *state, uint64_t *const at[SPEC_SRC_MAX])
{
    for (unsigned s = 0; s < o->nsrc; s++) random_register(o, s, state, at);
}

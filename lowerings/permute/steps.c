// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* steps.c - programs that move bits: made step by step, followed on labels (follow.c), counted
 * (prices.c). steps_code.c emits them.
 *
 * A step that the machine does not have, or that is used as it must not be, breaks the program, so
 * that the final check fails. Called by casts.c and moves.c, and by the ways that they try. */
#include "steps.h"

#include <string.h>

#include "follow.h"
#include "prices.h"

steps *steps_new(arena *p, machine m, bool scalar)
{
    steps *s = arena_new(p, 1, steps);
    s->arena = p;
    s->scalar = scalar;
    s->machine = m;
    return s;
}

void steps_begin_again(steps *s)
{
    s->count = s->cost = 0;
    s->broken = false;
}

bool steps_gives(const steps *s, unsigned value, const label *wanted, unsigned bits)
{
    if (s->broken || value >= s->count || s->step[value].bytes * 8 < bits) return false;
    for (unsigned i = 0; i < bits; i++)
        if (wanted[i] != LABEL_FREE && s->step[value].labels[i] != wanted[i]) return false;
    return true;
}

/* ---- making ---- */

/* How many entries `each` has, and `mask`. */
static unsigned count_of_each(const step *t)
{
    return t->kind == STEP_WINDOWS ? t->bytes : t->bytes * 8 / t->lane;
}

static unsigned count_of_mask(const step *t)
{
    return t->kind == STEP_BITS ? 8 * t->bytes : t->bytes;
}

static bool same_step(const step *x, const step *y)
{
    return x->kind == y->kind && x->a == y->a && x->b == y->b && x->bytes == y->bytes &&
           x->lane == y->lane && x->amount == y->amount && !x->each == !y->each &&
           (!x->each || memcmp(x->each, y->each, count_of_each(x)) == 0) &&
           memcmp(x->pick, y->pick, sizeof x->pick) == 0 && !x->mask == !y->mask &&
           (!x->mask || memcmp(x->mask, y->mask, count_of_mask(x)) == 0) && !x->map == !y->map &&
           (!x->map || memcmp(x->map, y->map, x->bytes * sizeof *x->map) == 0);
}

static unsigned add(steps *s, step t)
{
    for (unsigned i = 0; i < s->count; i++)
        if (same_step(&s->step[i], &t)) return i;
    if (s->count == STEPS_MAX || t.bytes > STEPS_MAX_BYTES || !t.bytes) {
        s->broken = true;
        return 0;
    }
    t.labels = arena_new(s->arena, t.bytes * 8, label);
    s->step[s->count] = t;
    follow_step(s, &s->step[s->count]);
    s->cost += prices_of_step(s, &t);
    return s->count++;
}

unsigned steps_input(steps *s, unsigned bytes)
{
    return add(s, (step){.kind = STEP_INPUT, .bytes = bytes});
}

/* Bytes that may be any go on as the one before does, where they can, so that patterns stay whole.
 */
unsigned steps_bytes(steps *s, unsigned a, unsigned b, const int16_t *from, unsigned bytes)
{
    int16_t *copy = arena_new(s->arena, bytes, int16_t);
    int limit = (int)(s->step[a].bytes + (a == b ? 0 : s->step[b].bytes));
    for (unsigned i = 0; i < bytes; i++) {
        int m = from[i];
        if (m == -2) m = (int)i < limit ? (int)i : BYTE_ZERO;
        if (from[i] == -2 && i && copy[i - 1] >= 0 && copy[i - 1] + 1 < limit) m = copy[i - 1] + 1;
        if (m >= limit) s->broken = true;
        copy[i] = (int16_t)(m >= limit ? 0 : m);
    }
    return add(s, (step){.kind = STEP_BYTES, .a = a, .b = b, .bytes = bytes, .map = copy});
}

unsigned steps_lanes(steps *s, unsigned a, const int16_t *from)
{
    unsigned bytes = s->step[a].bytes;
    if (!steps_can_table(s, steps_part_bytes(s, bytes)) || bytes % 16) s->broken = true;
    if (s->broken) return 0;
    int16_t *copy = arena_new(s->arena, bytes, int16_t);
    memcpy(copy, from, bytes * sizeof *from);
    return add(s, (step){.kind = STEP_LANES, .a = a, .b = a, .bytes = bytes, .map = copy});
}

unsigned steps_shift(steps *s, unsigned a, unsigned lane, int left)
{
    if (left == 0) return a;
    unsigned amount = (unsigned)(left < 0 ? -left : left);
    if (amount >= lane || s->step[a].bytes * 8 % lane) s->broken = true;
    if (s->broken) return 0;
    return add(s, (step){.kind = left < 0 ? STEP_SHR : STEP_SHL,
                         .a = a,
                         .bytes = s->step[a].bytes,
                         .lane = lane,
                         .amount = amount});
}

unsigned steps_shift_each(steps *s, unsigned a, unsigned lane, const int *left)
{
    unsigned lanes = s->step[a].bytes * 8 / lane;
    uint8_t *each = arena_new(s->arena, lanes, uint8_t);
    bool any = false, right = false;
    for (unsigned i = 0; i < lanes; i++) {
        unsigned amount = (unsigned)(left[i] < 0 ? -left[i] : left[i]);
        if (amount >= lane || (any && amount && right != (left[i] < 0))) s->broken = true;
        if (amount) right = left[i] < 0;
        any |= amount != 0;
        each[i] = (uint8_t)amount;
    }
    if (s->scalar || s->step[a].bytes * 8 % lane) s->broken = true;
    if (s->broken || !any) return s->broken ? 0 : a;
    return add(s, (step){.kind = right ? STEP_SHR_EACH : STEP_SHL_EACH,
                         .a = a,
                         .bytes = s->step[a].bytes,
                         .lane = lane,
                         .each = each});
}

/* How many of so many bytes an instruction takes at a time. */
unsigned steps_part_bytes(const steps *s, unsigned bytes)
{
    return bytes < s->machine.register_bytes ? bytes : s->machine.register_bytes;
}

/* Products are of signed words, and of unsigned with signed bytes, which bounds the width. */
unsigned steps_pairs(steps *s, unsigned a, unsigned lane, unsigned width)
{
    unsigned bytes = s->step[a].bytes, most = lane == 16 ? 7 : 14,
             part = steps_part_bytes(s, bytes);
    capability product = lane == 16 ? ADDS_PRODUCTS_8 : ADDS_PRODUCTS_16;
    bool known = (lane == 16 || lane == 32) && machine_can(&s->machine, product, part);
    if (s->scalar || bytes % part || !known || width > most) s->broken = true;
    return s->broken ? 0
                     : add(s, (step){.kind = STEP_PAIRS,
                                     .a = a,
                                     .bytes = bytes,
                                     .lane = lane,
                                     .amount = width});
}

static const uint8_t *copied(steps *s, const uint8_t *bytes, unsigned count)
{
    uint8_t *copy = arena_new(s->arena, count, uint8_t);
    memcpy(copy, bytes, count);
    return copy;
}

static unsigned with_mask(steps *s, step_kind kind, unsigned a, const uint8_t *mask)
{
    unsigned bytes = s->step[a].bytes;
    return add(s, (step){.kind = kind, .a = a, .bytes = bytes, .mask = copied(s, mask, bytes)});
}

unsigned steps_multiply(steps *s, unsigned a, const uint8_t *factors)
{
    if (s->scalar || s->step[a].bytes != 16 || !machine_can(&s->machine, ADDS_PRODUCTS_16, 16))
        s->broken = true;
    return s->broken ? 0 : with_mask(s, STEP_MULTIPLY, a, factors);
}

static bool masks_nothing(const steps *s, unsigned a, const uint8_t *mask)
{
    for (unsigned i = 0; i < s->step[a].bytes * 8; i++)
        if (!(mask[i / 8] >> (i % 8) & 1) && s->step[a].labels[i] != LABEL_ZERO) return false;
    return true;
}

unsigned steps_and(steps *s, unsigned a, const uint8_t *mask)
{
    return masks_nothing(s, a, mask) ? a : with_mask(s, STEP_AND, a, mask);
}

static const uint8_t *repeated(steps *s, unsigned a, uint64_t pattern, unsigned pattern_bytes)
{
    uint8_t *mask = arena_new(s->arena, s->step[a].bytes, uint8_t);
    for (unsigned i = 0; i < s->step[a].bytes; i++)
        mask[i] = (uint8_t)(pattern >> (i % pattern_bytes * 8));
    return mask;
}

unsigned steps_and_splat(steps *s, unsigned a, uint64_t pattern, unsigned pattern_bytes)
{
    return steps_and(s, a, repeated(s, a, pattern, pattern_bytes));
}

uint64_t steps_comb(unsigned ones, unsigned stride)
{
    uint64_t mask = 0;
    for (unsigned i = 0; i < 64; i++)
        if (i % stride < ones) mask |= UINT64_C(1) << i;
    return mask;
}

unsigned steps_and_comb(steps *s, unsigned a, unsigned ones, unsigned stride, unsigned above)
{
    return steps_and_splat(s, a, steps_comb(ones, stride) << above, 8);
}

unsigned steps_xor_splat(steps *s, unsigned a, uint64_t pattern, unsigned pattern_bytes)
{
    return with_mask(s, STEP_XOR, a, repeated(s, a, pattern, pattern_bytes));
}

unsigned steps_or(steps *s, unsigned a, unsigned b)
{
    if (s->step[a].bytes != s->step[b].bytes) s->broken = true;
    return a == b ? a : add(s, (step){.kind = STEP_OR, .a = a, .b = b, .bytes = s->step[a].bytes});
}

unsigned steps_sign(steps *s, unsigned a, unsigned lane, unsigned width)
{
    return add(
        s,
        (step){
            .kind = STEP_SIGN, .a = a, .bytes = s->step[a].bytes, .lane = lane, .amount = width});
}

unsigned steps_table(steps *s, unsigned a, const uint8_t pick[8])
{
    step t = {.kind = STEP_TABLE, .a = a, .bytes = s->step[a].bytes};
    memcpy(t.pick, pick, sizeof t.pick);
    return add(s, t);
}

bool steps_can_table(const steps *s, unsigned bytes)
{
    if (s->scalar || bytes > s->machine.register_bytes) return false;
    return machine_can(&s->machine, CHOOSES_IN_16, bytes);
}

unsigned steps_test(steps *s, unsigned a, const uint8_t *mask)
{
    return with_mask(s, STEP_TEST, a, mask);
}

/* Has the machine the capability on all of so many bytes, taken by registers? */
static bool can_on_vectors(const steps *s, unsigned bytes, capability a)
{
    unsigned part = steps_part_bytes(s, bytes);
    return !s->scalar && bytes % part == 0 && machine_can(&s->machine, a, part);
}

/* Where registers are of 16 bytes, tests by bits (steps_test) are as short. */
unsigned steps_bits(steps *s, unsigned a, const uint8_t *mask)
{
    unsigned bytes = s->step[a].bytes;
    unsigned widest = s->machine.register_bytes;
    if (s->scalar || widest < 32 || bytes % widest) s->broken = true;
    if (s->broken) return 0;
    return add(
        s, (step){.kind = STEP_BITS, .a = a, .bytes = bytes / 8, .mask = copied(s, mask, bytes)});
}

unsigned steps_windows(steps *s, unsigned a, const uint8_t *first)
{
    unsigned bytes = s->step[a].bytes;
    if (!can_on_vectors(s, bytes, TAKES_WINDOWS)) s->broken = true;
    if (s->broken) return 0;
    return add(
        s, (step){.kind = STEP_WINDOWS, .a = a, .bytes = bytes, .each = copied(s, first, bytes)});
}

unsigned steps_matrix(steps *s, unsigned a, const uint8_t *mask)
{
    if (!can_on_vectors(s, s->step[a].bytes, MULTIPLIES_BITS)) s->broken = true;
    return s->broken ? 0 : with_mask(s, STEP_MATRIX, a, mask);
}

unsigned steps_select(steps *s, unsigned a, unsigned b, const uint8_t *mask)
{
    unsigned bytes = s->step[a].bytes;
    if (s->step[b].bytes != bytes) s->broken = true;
    if (s->broken) return 0;
    return add(
        s,
        (step){
            .kind = STEP_SELECT, .a = a, .b = b, .bytes = bytes, .mask = copied(s, mask, bytes)});
}

static unsigned with_bit_mask(steps *s, step_kind kind, unsigned a, const uint8_t *mask)
{
    capability by = kind == STEP_PEXT ? GATHERS_BITS : SCATTERS_BITS;
    if (!s->scalar || !machine_can(&s->machine, by, s->step[a].bytes)) s->broken = true;
    return s->broken ? 0 : with_mask(s, kind, a, mask);
}

unsigned steps_pext(steps *s, unsigned a, const uint8_t *mask)
{
    return with_bit_mask(s, STEP_PEXT, a, mask);
}

unsigned steps_pdep(steps *s, unsigned a, const uint8_t *mask)
{
    return with_bit_mask(s, STEP_PDEP, a, mask);
}

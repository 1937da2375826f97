// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* labels.c - guards steps.c: what the labels of a value say is so, whatever the steps were. Random
 * programs of steps, used as they should be and as they should not, are computed on random inputs
 * from what steps.h says of each step; every bit with a label must be the bit of the input that it
 * names, or zero. A wrong label would let the pass emit a wrong program. */
#include "lowerings/permute/steps.h"
#include "spec/base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { PROGRAMS = 4000, STEPS_EACH = 6, INPUTS = 8, REGISTER = 16, KINDS = 16 };

/* A processor that has everything. */
static machine everything(void)
{
    machine m = {.register_bytes = REGISTER};
    memset(m.can, 0xff, sizeof m.can);
    return m;
}

static uint64_t random_state = 2026;

static unsigned draw(unsigned below)
{
    return (unsigned)(random_next(&random_state) % below);
}

/* ---- what steps do ---- */

static bool bit_of(const uint8_t *x, unsigned i) { return x[i / 8] >> (i % 8) & 1; }

static uint64_t lane_of(const uint8_t *x, unsigned lane, unsigned i)
{
    uint64_t v = 0;
    memcpy(&v, x + i * (lane / 8), lane / 8);
    return v;
}

static void put_lane(uint8_t *x, unsigned lane, unsigned i, uint64_t v)
{
    memcpy(x + i * (lane / 8), &v, lane / 8);
}

static void shift_lanes(const step *t, const uint8_t *a, bool left, uint8_t *out)
{
    for (unsigned i = 0; i < t->bytes * 8 / t->lane; i++) {
        unsigned amount = t->each ? t->each[i] : t->amount;
        uint64_t v = lane_of(a, t->lane, i);
        put_lane(out, t->lane, i, left ? v << amount : v >> amount);
    }
}

static void multiply_words(const step *t, const uint8_t *a, uint8_t *out)
{
    for (unsigned i = 0; i < t->bytes / 4; i++) {
        uint32_t sum = 0;
        for (unsigned k = 2 * i; k < 2 * i + 2; k++)
            sum += (uint32_t)((int32_t)(int16_t)lane_of(a, 16, k) *
                              (int16_t)lane_of(t->mask, 16, k));
        put_lane(out, 32, i, sum);
    }
}

static void join_pairs(const step *t, const uint8_t *a, uint8_t *out)
{
    for (unsigned i = 0; i < t->bytes * 8 / t->lane; i++) {
        unsigned half = t->lane / 2;
        int64_t low = (int64_t)lane_of(a, half, 2 * i), high = (int64_t)lane_of(a, half, 2 * i + 1);
        if (half == 16) low = (int16_t)low, high = (int16_t)high;
        put_lane(out, t->lane, i, (uint64_t)(low + high * (1 << t->amount)));
    }
}

static void multiply_matrix(const step *t, const uint8_t *a, uint8_t *out)
{
    for (unsigned i = 0; i < t->bytes * 8; i++) {
        uint8_t row = a[i / 64 * 8 + 7 - i % 8] & t->mask[i / 8];
        out[i / 8] |= (uint8_t)(__builtin_parity(row) << i % 8);
    }
}

static uint8_t byte_of(const step *t, const uint8_t *a, const uint8_t *b, unsigned a_bytes,
                       unsigned i)
{
    if (t->map[i] == BYTE_ZERO) return 0;
    return (unsigned)t->map[i] < a_bytes ? a[t->map[i]] : b[(unsigned)t->map[i] - a_bytes];
}

static uint8_t looked_up(const step *t, uint8_t byte)
{
    uint8_t v = 0;
    for (unsigned k = 0; k < 8 && byte < 128; k++)
        v |= (uint8_t)(t->pick[k] < 4 ? (byte >> t->pick[k] & 1) << k : 0);
    return v;
}

static void compute(const steps *s, const step *t, uint8_t (*value)[REGISTER], uint8_t *out)
{
    const uint8_t *a = value[t->a], *b = value[t->b];
    memset(out, 0, REGISTER);
    if (t->kind == STEP_SHL || t->kind == STEP_SHL_EACH) shift_lanes(t, a, true, out);
    if (t->kind == STEP_SHR || t->kind == STEP_SHR_EACH) shift_lanes(t, a, false, out);
    if (t->kind == STEP_MULTIPLY) multiply_words(t, a, out);
    if (t->kind == STEP_PAIRS) join_pairs(t, a, out);
    if (t->kind == STEP_MATRIX) multiply_matrix(t, a, out);
    for (unsigned i = 0; i < t->bytes; i++) {
        if (t->kind == STEP_BYTES || t->kind == STEP_LANES)
            out[i] = byte_of(t, a, b, s->step[t->a].bytes, i);
        if (t->kind == STEP_AND) out[i] = a[i] & t->mask[i];
        if (t->kind == STEP_XOR) out[i] = a[i] ^ t->mask[i];
        if (t->kind == STEP_OR) out[i] = a[i] | b[i];
        if (t->kind == STEP_SELECT) out[i] = (uint8_t)((a[i] & t->mask[i]) | (b[i] & ~t->mask[i]));
        if (t->kind == STEP_TEST) out[i] = (a[i] & t->mask[i]) == t->mask[i] ? 0xff : 0;
        if (t->kind == STEP_TABLE) out[i] = looked_up(t, a[i]);
        for (unsigned k = 0; k < 8 && t->kind == STEP_WINDOWS; k++)
            out[i] |= (uint8_t)(bit_of(a, i / 8 * 64 + (t->each[i] + k) % 64) << k);
    }
}

/* ---- random programs ---- */

static void draw_mask(uint8_t *mask, unsigned style)
{
    for (unsigned i = 0; i < REGISTER; i++)
        mask[i] = (uint8_t)(style == 0   ? draw(256)
                            : style == 1 ? 1U << draw(8)
                            : draw(3)    ? 0
                                         : 1U << draw(8));
}

static void add_bytes(steps *s, unsigned a, unsigned b, bool in_lane)
{
    int16_t from[REGISTER];
    for (unsigned i = 0; i < REGISTER; i++)
        from[i] = (int16_t)(draw(8) ? draw(a == b || in_lane ? REGISTER : 2 * REGISTER) : -1U);
    if (in_lane) steps_lanes(s, a, from);
    else steps_bytes(s, a, b, from, REGISTER);
}

static void add_shift_of_each(steps *s, unsigned a)
{
    int left[REGISTER / 2], sign = draw(2) ? 1 : -1;
    unsigned lane = draw(2) ? 16 : 32;
    for (unsigned i = 0; i < 8 * REGISTER / lane; i++) left[i] = sign * (int)draw(lane);
    steps_shift_each(s, a, lane, left);
}

static void add_random(steps *s)
{
    unsigned a = draw(s->count), b = draw(s->count), lane = 16U << draw(3);
    uint8_t mask[REGISTER], first[REGISTER], pick[8];
    draw_mask(mask, draw(3));
    for (unsigned i = 0; i < REGISTER; i++) first[i] = (uint8_t)draw(64);
    for (unsigned i = 0; i < 8; i++) pick[i] = (uint8_t)draw(5);
    switch (draw(KINDS)) {
    case 0: add_bytes(s, a, b, false); break;
    case 1: add_bytes(s, a, a, true); break;
    case 2: steps_shift(s, a, lane, (int)draw(2 * lane - 1) - (int)lane + 1); break;
    case 3: add_shift_of_each(s, a); break;
    case 4: steps_pairs(s, a, draw(2) ? 16 : 32, 1 + draw(6)); break;
    case 5: steps_xor_splat(s, a, draw(256), 1); break;
    case 6:
    case 7: steps_or(s, a, b); break;
    case 8: steps_table(s, a, pick); break;
    case 9: steps_test(s, a, mask); break;
    case 10: steps_windows(s, a, first); break;
    case 11: steps_matrix(s, a, mask); break;
    case 12: steps_select(s, a, b, mask); break;
    case 13:
    case 14: steps_multiply(s, a, mask); break;
    default: steps_and(s, a, mask);
    }
}

/* ---- the claim ---- */

static void assert_label(const steps *s, unsigned value, unsigned i, label l, bool is,
                         const uint8_t *input)
{
    if (l == LABEL_FREE) return;
    bool flip = l & LABEL_FLIP,
         should = l != LABEL_ZERO && bit_of(input, (unsigned)(l & ~LABEL_FLIP) - LABEL_BIT) != flip;
    if (is != should)
        fail_msg("step %u of kind %u: bit %u is %d, its label says %d", value, s->step[value].kind,
                 i, is, should);
}

/* Returns how many labels say something. */
static unsigned check_program(const steps *s)
{
    unsigned known = 0;
    for (unsigned round = 0; round < INPUTS; round++) {
        static uint8_t value[STEPS_MAX][REGISTER];
        for (unsigned i = 0; i < REGISTER; i++)
            value[0][i] = (uint8_t)(round == 0 ? 0xff : draw(256));
        for (unsigned n = 1; n < s->count; n++) {
            compute(s, &s->step[n], value, value[n]);
            for (unsigned i = 0; i < 8 * REGISTER; i++) {
                assert_label(s, n, i, s->step[n].labels[i], bit_of(value[n], i), value[0]);
                known += s->step[n].labels[i] != LABEL_FREE && s->step[n].labels[i] != LABEL_ZERO;
            }
        }
    }
    return known;
}

static void labels_tell_the_truth(void **state)
{
    (void)state;
    unsigned known[STEP_PDEP + 1] = {0};
    for (unsigned n = 0; n < PROGRAMS; n++) {
        arena memory = {0};
        steps *s = steps_new(&memory, everything(), false);
        steps_input(s, REGISTER);
        for (unsigned k = 0; k < STEPS_EACH; k++) {
            add_random(s);
            s->broken = false; /* what must not be added was not */
        }
        known[s->step[s->count - 1].kind] += check_program(s);
        arena_free(&memory);
    }
    static const step_kind kinds[] = {STEP_BYTES,    STEP_LANES,    STEP_SHL,    STEP_SHR,
                                      STEP_SHL_EACH, STEP_SHR_EACH, STEP_PAIRS,  STEP_AND,
                                      STEP_XOR,      STEP_OR,       STEP_TABLE,  STEP_TEST,
                                      STEP_WINDOWS,  STEP_MATRIX,   STEP_SELECT, STEP_MULTIPLY};
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!known[kinds[i]]) fail_msg("no label of a step of kind %u was checked", kinds[i]);
}

/* Two bits that meet carry, and bit 15 of a word is negative: what stands above has no label. */
static void products_that_carry_have_no_labels(void **state)
{
    (void)state;
    arena memory = {0};
    steps *s = steps_new(&memory, everything(), false);
    uint8_t low_bits[REGISTER] = {3}, factors[REGISTER] = {3}, top[REGISTER] = {0, 0x80},
            one[REGISTER] = {1};
    unsigned in = steps_input(s, REGISTER);
    /* (2 x + y) * 3 */
    const label *met = s->step[steps_multiply(s, steps_and(s, in, low_bits), factors)].labels;
    assert_int_equal(met[0], LABEL_BIT);
    assert_int_equal(met[1], LABEL_FREE);
    assert_int_equal(met[2], LABEL_FREE);
    const label *negative = s->step[steps_multiply(s, steps_and(s, in, top), one)].labels;
    assert_int_equal(negative[15], LABEL_BIT + 15);
    assert_int_equal(negative[16], LABEL_FREE);
    arena_free(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_tell_the_truth),
        cmocka_unit_test(products_that_carry_have_no_labels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

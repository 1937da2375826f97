// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* steps.c - programs that move bits: made step by step, followed on labels, counted. steps_code.c
 * emits them.
 *
 * Each kind of step has one argument why its labels are right, and it is the case of `follow` that
 * says it. Where a step is used as it must not be (an or of two ones, a sign-extension of what is
 * no number of that width) the labels become LABEL_FREE, so that the final check fails; no step can
 * make a wrong program pass. Costs are those of the instructions that LLVM 19 chooses, known from
 * looking at its output. Called by casts.c and moves.c. */
#include "steps.h"

#include <string.h>

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

/* ---- labels ---- */

static label either(label x, label y)
{
    if (x == LABEL_ZERO) return y;
    if (y == LABEL_ZERO) return x;
    return x == y && x != LABEL_FREE ? x : LABEL_FREE;
}

static label moved_in_lane(const step *t, const label *in, unsigned i)
{
    int from = t->map[i / 8];
    if (from == BYTE_ZERO) return LABEL_ZERO;
    return (unsigned)from / 16 == i / 128 ? in[8 * (unsigned)from + i % 8] : LABEL_FREE;
}

/* One bit is moved within its lane; zeros come in. */
static label shifted(const step *t, const label *in, unsigned i)
{
    unsigned place = i % t->lane;
    if (t->kind == STEP_SHL) return place >= t->amount ? in[i - t->amount] : LABEL_ZERO;
    return place + t->amount < t->lane ? in[i + t->amount] : LABEL_ZERO;
}

static label shifted_each(const step *t, const label *in, unsigned i)
{
    unsigned place = i % t->lane, amount = t->each[i / t->lane];
    if (t->kind == STEP_SHL_EACH) return place >= amount ? in[i - amount] : LABEL_ZERO;
    return place + amount < t->lane ? in[i + amount] : LABEL_ZERO;
}

/* low * 1 + high * 2^width, of numbers that are less than that. */
static label paired(const step *t, const label *in, unsigned i)
{
    unsigned base = i - i % t->lane, half = t->lane / 2, place = i % t->lane;
    for (unsigned k = 0; k < t->lane; k++)
        if (k % half >= t->amount && in[base + k] != LABEL_ZERO) return LABEL_FREE;
    if (place < t->amount) return in[base + place];
    return place < 2 * t->amount ? in[base + half + place - t->amount] : LABEL_ZERO;
}

/* (x ^ s) - s with s = 2^(width - 1) is x sign-extended; the xor was done before. */
static label extended(const step *t, const label *in, unsigned i)
{
    unsigned base = i - i % t->lane, sign = base + t->amount - 1;
    for (unsigned k = sign + 1; k < base + t->lane; k++)
        if (in[k] != LABEL_ZERO) return LABEL_FREE;
    if (in[sign] == LABEL_FREE || !(in[sign] & LABEL_FLIP)) return LABEL_FREE;
    return i >= sign ? in[sign] ^ LABEL_FLIP : in[i];
}

static label looked_up(const step *t, const label *in, unsigned i)
{
    unsigned base = i - i % 8;
    for (unsigned k = 4; k < 8; k++)
        if (in[base + k] != LABEL_ZERO) return LABEL_FREE;
    return t->pick[i % 8] < 4 ? in[base + t->pick[i % 8]] : LABEL_ZERO;
}

/* The number of the mask's only bit in that byte; 8 when it has none, or several. */
static unsigned only_bit(const step *t, unsigned byte)
{
    unsigned k = 0;
    while (k < 8 && t->mask[byte] != 1U << k) k++;
    return k;
}

static label tested(const step *t, const label *in, unsigned i)
{
    unsigned k = only_bit(t, i / 8);
    return k < 8 ? in[i - i % 8 + k] : LABEL_FREE;
}

static label packed(const step *t, const label *in, unsigned i)
{
    unsigned k = only_bit(t, i);
    return k < 8 ? in[8 * i + k] : LABEL_FREE;
}

static label windowed(const step *t, const label *in, unsigned i)
{
    return in[i - i % 64 + (t->each[i / 8] + i % 8) % 64];
}

static label multiplied(const step *t, const label *in, unsigned i)
{
    unsigned k = only_bit(t, i / 8);
    if (!t->mask[i / 8]) return LABEL_ZERO;
    return k < 8 ? in[i - i % 64 + (7 - i % 8) * 8 + k] : LABEL_FREE;
}

static bool mask_bit(const step *t, unsigned i)
{
    return t->mask[i / 8] >> (i % 8) & 1;
}

static void follow_gather(const step *t, const label *in)
{
    unsigned from = 0, to = 0, bits = t->bytes * 8;
    for (; from < bits; from++)
        if (mask_bit(t, from)) t->labels[to++] = in[from];
    while (to < bits) t->labels[to++] = LABEL_ZERO;
}

static void follow_scatter(const step *t, const label *in)
{
    unsigned from = 0, bits = t->bytes * 8;
    for (unsigned to = 0; to < bits; to++)
        t->labels[to] = mask_bit(t, to) ? in[from++] : LABEL_ZERO;
}

static void follow_bytes(const steps *s, const step *t)
{
    unsigned first = s->step[t->a].bytes;
    for (unsigned i = 0; i < t->bytes; i++) {
        unsigned byte = t->map[i] == BYTE_ZERO ? 0 : (unsigned)t->map[i];
        const label *in = byte < first ? s->step[t->a].labels + 8 * byte
                                       : s->step[t->b].labels + 8 * (byte - first);
        for (unsigned k = 0; k < 8; k++)
            t->labels[8 * i + k] = t->map[i] == BYTE_ZERO ? LABEL_ZERO : in[k];
    }
}

static label flipped(const step *t, const label *in, unsigned i)
{
    if (!mask_bit(t, i) || in[i] == LABEL_FREE) return in[i];
    return in[i] == LABEL_ZERO ? LABEL_FREE : in[i] ^ LABEL_FLIP; /* ones have no label */
}

/* One lane: bits of both words go up by every power of two in their factors. Where two meet they
 * carry, and bit 15 of a word, or of a factor, counts as negative: it is one by itself, but what is
 * above is disturbed. */
static void follow_product(const label *in, label *out, const uint8_t *factors)
{
    bool disturbed = false;
    for (unsigned place = 0; place < 32; place++) {
        bool disturbs = false;
        out[place] = LABEL_ZERO;
        for (unsigned word = 0; word < 2; word++) {
            /* powers of two that bring a bit here */
            unsigned reach = (2U << place) - 1, lowest = place > 15 ? place - 15 : 0;
            unsigned powers = ((unsigned)factors[2 * word] | (unsigned)factors[2 * word + 1] << 8) &
                              reach;
            for (powers = powers >> lowest << lowest; powers; powers &= powers - 1) {
                unsigned power = (unsigned)__builtin_ctz(powers);
                label term = in[16 * word + place - power];
                if (term == LABEL_ZERO) continue;
                disturbs |= out[place] != LABEL_ZERO || (place - power == 15) != (power == 15);
                out[place] = out[place] == LABEL_ZERO ? term : LABEL_FREE;
            }
        }
        if (disturbed) out[place] = LABEL_FREE;
        disturbed |= disturbs;
    }
}

static void follow_and(const step *t, const label *in)
{
    for (unsigned i = 0; i < t->bytes; i++)
        for (unsigned k = 0; k < 8; k++)
            t->labels[8 * i + k] = t->mask[i] >> k & 1 ? in[8 * i + k] : LABEL_ZERO;
}

static void follow_or(const step *t, const label *x, const label *y)
{
    for (unsigned i = 0; i < t->bytes * 8; i++) t->labels[i] = either(x[i], y[i]);
}

static void follow_products(const step *t, const label *in)
{
    for (unsigned i = 0; i < t->bytes; i += 4)
        follow_product(in + 8 * i, t->labels + 8 * i, t->mask + i);
}

static label follow_bit(const steps *s, const step *t, unsigned i)
{
    const label *in = s->step[t->a].labels;
    switch (t->kind) {
    case STEP_INPUT: return label_of_bit(i);
    case STEP_LANES: return moved_in_lane(t, in, i);
    case STEP_SHL:
    case STEP_SHR: return shifted(t, in, i);
    case STEP_SHL_EACH:
    case STEP_SHR_EACH: return shifted_each(t, in, i);
    case STEP_PAIRS: return paired(t, in, i);
    case STEP_XOR: return flipped(t, in, i);
    case STEP_SIGN: return extended(t, in, i);
    case STEP_TABLE: return looked_up(t, in, i);
    case STEP_TEST: return tested(t, in, i);
    case STEP_BITS: return packed(t, in, i);
    case STEP_WINDOWS: return windowed(t, in, i);
    case STEP_MATRIX: return multiplied(t, in, i);
    case STEP_SELECT: return mask_bit(t, i) ? in[i] : s->step[t->b].labels[i];
    case STEP_BYTES:
    case STEP_AND:
    case STEP_OR:
    case STEP_MULTIPLY:
    case STEP_PEXT:
    case STEP_PDEP: break; /* see follow */
    }
    return LABEL_FREE;
}

static void follow(const steps *s, const step *t)
{
    const label *in = s->step[t->a].labels;
    switch (t->kind) {
    case STEP_BYTES: follow_bytes(s, t); break;
    case STEP_AND: follow_and(t, in); break;
    case STEP_OR: follow_or(t, in, s->step[t->b].labels); break;
    case STEP_MULTIPLY: follow_products(t, in); break;
    case STEP_PEXT: follow_gather(t, in); break;
    case STEP_PDEP: follow_scatter(t, in); break;
    default:
        for (unsigned i = 0; i < t->bytes * 8; i++) t->labels[i] = follow_bit(s, t, i);
    }
}

bool steps_gives(const steps *s, unsigned value, const label *wanted, unsigned bits)
{
    if (s->broken || value >= s->count || s->step[value].bytes * 8 < bits) return false;
    for (unsigned i = 0; i < bits; i++)
        if (wanted[i] != LABEL_FREE && s->step[value].labels[i] != wanted[i]) return false;
    return true;
}

/* ---- cost ---- */

static unsigned registers(const steps *s, unsigned bytes)
{
    return s->scalar ? 1 : (bytes + s->machine.register_bytes - 1) / s->machine.register_bytes;
}

bool steps_uses(const step *t, unsigned low, unsigned high)
{
    for (unsigned i = 0; i < t->bytes; i++)
        if (t->map[i] >= (int)low && t->map[i] < (int)high) return true;
    return false;
}

/* Are the bytes those of a followed by b, at a distance: byte i is byte i * scale + offset, or
 * zero? */
static bool is_run(const step *t, int scale, int offset)
{
    for (unsigned i = 0; i < t->bytes; i++)
        if (t->map[i] != BYTE_ZERO && t->map[i] != (int)i * scale + offset) return false;
    return true;
}

/* Bytes of a and of b (or zeros) in turn, from `from` on: an unpack, or an extension with zeros. */
static bool is_interleave(const step *t, unsigned first, unsigned size)
{
    int from = -1;
    for (unsigned i = 0; i < t->bytes; i++) {
        int m = t->map[i], second = (int)(i / size % 2),
            place = (int)(i / size / 2 * size + i % size);
        if (m == BYTE_ZERO && second) continue;
        int base = m - place - (second ? (int)first : 0);
        if (m == BYTE_ZERO || (from >= 0 && base != from)) return false;
        from = base;
    }
    return true;
}

/* Chunks of `size` bytes stay whole. */
static bool moves_whole(const step *t, int size)
{
    for (unsigned i = 0; i < t->bytes; i += (unsigned)size)
        for (int k = 0; k < size; k++) {
            int head = t->map[i], m = t->map[i + (unsigned)k];
            if (head == BYTE_ZERO ? m != BYTE_ZERO : (head % size || m != head + k)) return false;
        }
    return true;
}

static bool stays_in_lane(const step *t)
{
    for (unsigned i = 0; i < t->bytes; i++)
        if (t->map[i] != BYTE_ZERO && (unsigned)t->map[i] % t->bytes / 16 != i / 16) return false;
    return true;
}

/* Are they the same 8 or 16 bytes again and again? */
static bool repeats(const step *t, unsigned period)
{
    for (unsigned i = 0; i < t->bytes; i++)
        if (t->map[i] == BYTE_ZERO || t->map[i] != t->map[0] + (int)(i % period)) return false;
    return t->bytes > period && (unsigned)t->map[0] % period == 0;
}

/* The registers of `size` bytes that bytes `begin` to `end` of the result come from, of a and of b.
 */
static unsigned sources_of(const step *t, unsigned first, unsigned size, unsigned begin,
                           unsigned end)
{
    bool used[2 * STEPS_MAX_BYTES / 16 + 1] = {false};
    unsigned count = 0, before = (first + size - 1) / size;
    for (unsigned i = begin; i < end && i < t->bytes; i++) {
        if (t->map[i] == BYTE_ZERO) continue;
        unsigned byte = (unsigned)t->map[i],
                 at = byte < first ? byte / size : before + (byte - first) / size;
        count += !used[at];
        used[at] = true;
    }
    return count;
}

/* The same, the most for any register of the result. */
static unsigned most_sources(const step *t, unsigned first, unsigned size)
{
    unsigned most = 1;
    for (unsigned begin = 0; begin < t->bytes; begin += size) {
        unsigned count = sources_of(t, first, size, begin, begin + size);
        if (count > most) most = count;
    }
    return most;
}

/* For a half whose words stay in it. */
static unsigned cost_of_half(const int16_t *from, unsigned base)
{
    for (unsigned i = 0; i < 8; i++)
        if (from[i] != (int)(base + i)) return 1;
    return 0;
}

/* Are the 8 bytes of two doublewords at most? */
static bool draws_on_two(const int16_t *from)
{
    int found[2] = {BYTE_ZERO, BYTE_ZERO};
    for (unsigned i = 0; i < 8; i++) {
        int dword = from[i] / 4;
        if (found[0] == BYTE_ZERO) found[0] = dword;
        else if (found[0] != dword && found[1] == BYTE_ZERO) found[1] = dword;
        else if (found[0] != dword && found[1] != dword) return false;
    }
    return true;
}

static bool in_half(const int16_t *from, unsigned size, int base)
{
    for (unsigned i = 0; i < size; i++)
        if (from[i] < base || from[i] >= base + (int)size) return false;
    return true;
}

/* 16 bytes whose words, or doublewords, stay whole, none zero, where bytes cannot be chosen. */
static unsigned cost_of_words(const int16_t *from, bool dwords)
{
    int low = from[0] / 16 * 16, high = from[8] / 16 * 16;
    bool one = true, halves = true;
    for (unsigned i = 0; i < 16; i++) {
        one &= from[i] / 16 == low / 16;
        halves &= from[i] / 16 == (i < 8 ? low : high) / 16;
    }
    if (dwords) return one || halves ? 1 : 2;
    if (!one) return 8;
    if (in_half(from, 8, low) && in_half(from + 8, 8, low + 8))
        return cost_of_half(from, (unsigned)low) + cost_of_half(from + 8, (unsigned)low + 8);
    return draws_on_two(from) && draws_on_two(from + 8) ? 3 : 5;
}

static bool has_zeros(const step *t)
{
    for (unsigned i = 0; i < t->bytes; i++)
        if (t->map[i] == BYTE_ZERO) return true;
    return false;
}

static unsigned cost_of_bytes(const steps *s, const step *t)
{
    unsigned first = s->step[t->a].bytes, regs = registers(s, t->bytes);
    bool one = !steps_uses(t, first, 2 * STEPS_MAX_BYTES) || !steps_uses(t, 0, first);
    if (t->bytes <= first && is_run(t, 1, t->map[0]) && t->map[0] >= 0 &&
        (unsigned)t->map[0] % t->bytes == 0)
        return !s->scalar && s->step[t->a].kind != STEP_INPUT &&
               (unsigned)t->map[0] % s->machine.register_bytes;
    if (repeats(t, 8) || repeats(t, 16)) return 1;
    if (is_interleave(t, first, 1) || is_interleave(t, first, 2) || is_interleave(t, first, 4))
        return regs * (s->machine.register_bytes > 16 && !one && t->bytes > 16 ? 2 : 1);
    if (s->scalar) return 4;
    if (is_run(t, 1, 0) && t->bytes > first && first % s->machine.register_bytes == 0) return 0;
    bool chooses = machine_can(&s->machine, CHOOSES_IN_16, 16);
    if (t->bytes == 16 && !chooses && moves_whole(t, 2) && !has_zeros(t))
        return cost_of_words(t->map, moves_whole(t, 4));
    if (t->bytes <= 16 && one && (is_run(t, 1, t->map[0]) || moves_whole(t, 4))) return 1;
    /* words of a half register */
    if (t->bytes <= 8 && !steps_uses(t, 8, 2 * STEPS_MAX_BYTES) && moves_whole(t, 2)) return 1;
    bool anywhere = machine_can(&s->machine, CHOOSES_IN_ALL, s->machine.register_bytes);
    unsigned size = t->bytes <= 16 && !anywhere ? 16 : s->machine.register_bytes;
    unsigned sources = most_sources(t, first, size);
    /* two are taken at once */
    if (anywhere) return regs * (2 * sources - (sources == 1 ? 1 : 3));
    unsigned per = t->bytes <= 16 || stays_in_lane(t) ? 1 : size == 64 ? 5 : 4;
    bool truncates = machine_can(&s->machine, COMPARES_TO_BITS, 64) &&
                     2 * t->bytes <= s->machine.register_bytes;
    if (is_run(t, 2, t->map[0] & 1)) return truncates ? 1U + (unsigned)(t->map[0] & 1) : regs * 3;
    if (chooses) return regs * (sources * (per + 1) - 1);
    return regs * (moves_whole(t, 4)   ? 3
                   : moves_whole(t, 2) ? sources == 1 ? 5 : 8
                   : sources == 1      ? 16
                                       : 24);
}

/* LLVM makes products of shifts to the left, and their upper halves of those to the right, where
 * shifts by lanes are missing. */
static unsigned cost_of_each(const steps *s, const step *t)
{
    bool right = t->kind == STEP_SHR_EACH, zero = false;
    if (machine_can(&s->machine, t->lane == 32 ? SHIFTS_EACH_32 : SHIFTS_EACH_16, 16)) return 1;
    for (unsigned i = 0; i < t->bytes * 8 / t->lane; i++) zero |= !t->each[i];
    if (t->lane == 16) return right && zero ? 2 + !machine_can(&s->machine, CHOOSES_IN_16, 16) : 1;
    return right ? 7 : machine_can(&s->machine, CHOOSES_IN_16, 16) ? 1 : 5;
}

/* A test into a mask register, or a compare and its top bits; then a general register a piece, and
 * from there to a vector. */
static unsigned cost_of_bits(const steps *s, const step *t)
{
    unsigned pieces = registers(s, 8 * t->bytes);
    return pieces * (machine_can(&s->machine, COMPARES_TO_BITS, 64) ? 3 : 4) +
           (pieces > 2 || s->machine.register_bytes < 64 ? 0 : pieces - 1);
}

static unsigned cost_of(const steps *s, const step *t)
{
    switch (t->kind) {
    case STEP_INPUT: return 0;
    case STEP_BYTES: return cost_of_bytes(s, t);
    case STEP_SHL_EACH:
    case STEP_SHR_EACH: return registers(s, t->bytes) * cost_of_each(s, t);
    case STEP_SIGN: return registers(s, t->bytes) * (t->lane % 8 ? 2 : 1);
    case STEP_TEST: return registers(s, t->bytes) * 2;
    case STEP_BITS: return cost_of_bits(s, t);
    case STEP_SELECT:
        return registers(s, t->bytes) * (machine_can(&s->machine, SELECTS_BITS, 16) ? 1 : 3);
    default: return registers(s, t->bytes);
    }
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
    follow(s, &s->step[s->count]);
    s->cost += cost_of(s, &t);
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
    ability product = lane == 16 ? ADDS_PRODUCTS_8 : ADDS_PRODUCTS_16;
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

/* Has the machine the ability on all of so many bytes, taken by registers? */
static bool can_on_vectors(const steps *s, unsigned bytes, ability a)
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
    ability by = kind == STEP_PEXT ? GATHERS_BITS : SCATTERS_BITS;
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

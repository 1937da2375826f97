// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* prices.c - how many instructions a step takes: those that LLVM 19 chooses, known from looking at
 * its output. steps.c adds them up. */
#include "prices.h"

static unsigned registers(const steps *s, unsigned bytes)
{
    return s->scalar ? 1 : (bytes + s->machine.register_bytes - 1) / s->machine.register_bytes;
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

unsigned prices_of_step(const steps *s, const step *t)
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

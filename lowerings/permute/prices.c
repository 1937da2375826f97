// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* prices.c - how many instructions a step takes: here it is told which stock form it is, what LLVM
 * makes of that was measured (stock.h). What is one instruction of the processor, or of every
 * processor, costs one a register. steps.c adds the prices up. */
#include "prices.h"

#include <limits.h>
#include <string.h>

static unsigned registers(const steps *s, unsigned bytes)
{
    return s->scalar ? 1 : (bytes + s->machine.register_bytes - 1) / s->machine.register_bytes;
}

/* The bytes of the registers that a value of so many bytes is in. */
static unsigned register_of(const steps *s, unsigned bytes)
{
    unsigned size = 16;
    while (size < bytes && size < s->machine.register_bytes) size *= 2;
    return size;
}

static unsigned price(const steps *s, stock_form f, unsigned bytes, unsigned sources)
{
    return stock_move(s->machine.stock, f, register_of(s, bytes), sources);
}

/* ---- kinds of movements ---- */

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

/* Does every byte stay within its `window` bytes, seen in registers of `size` bytes? */
static bool stays_within(const step *t, unsigned window, unsigned size)
{
    for (unsigned i = 0; i < t->bytes; i++)
        if (t->map[i] != BYTE_ZERO && (unsigned)t->map[i] % size / window != i % size / window)
            return false;
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

/* Are the 8 bytes of two doublewords at most? */
static bool draws_on_two(const int16_t *from)
{
    int found[2] = {BYTE_ZERO, BYTE_ZERO};
    for (unsigned i = 0; i < 8; i++) {
        if (from[i] == BYTE_ZERO) continue;
        int dword = from[i] / 4;
        if (found[0] == BYTE_ZERO) found[0] = dword;
        else if (found[0] != dword && found[1] == BYTE_ZERO) found[1] = dword;
        else if (found[0] != dword && found[1] != dword) return false;
    }
    return true;
}

static bool draws_on_pairs(const step *t)
{
    for (unsigned i = 0; i + 8 <= t->bytes; i += 8)
        if (!draws_on_two(t->map + i)) return false;
    return t->bytes % 8 == 0;
}

/* Comes each 8 bytes of the result from the same 16 of the sources? */
static bool has_halves(const step *t)
{
    for (unsigned i = 0; i < t->bytes; i++) {
        int head = t->map[i / 8 * 8];
        if (t->map[i] == BYTE_ZERO || t->map[i] / 16 != head / 16) return false;
    }
    return true;
}

/* The same bytes of a doubleword, but of other 16 bytes maybe; those of one 16 each. */
static bool same_in_lane(const int16_t *a, const int16_t *b)
{
    for (unsigned k = 0; k < 4; k++)
        if (a[k] == BYTE_ZERO || b[k] == BYTE_ZERO || a[k] / 16 != a[0] / 16 ||
            b[k] / 16 != b[0] / 16 || a[k] % 16 != b[k] % 16)
            return false;
    return true;
}

/* Would it do to change bytes within all 16 alike, and then to bring doublewords to their places?
 */
static bool is_to_dwords(const step *t)
{
    const int16_t *kind[4];
    unsigned kinds = 0;
    for (unsigned i = 0; i + 4 <= t->bytes; i += 4) {
        unsigned k = 0;
        while (k < kinds && !same_in_lane(kind[k], t->map + i)) k++;
        if (k == 4 || !same_in_lane(t->map + i, t->map + i)) return false;
        if (k == kinds) kind[kinds++] = t->map + i;
    }
    return t->bytes % 4 == 0;
}

/* Do each 16 bytes come from 16 that lie side by side? */
static bool is_of_runs(const step *t)
{
    for (unsigned i = 0; i < t->bytes; i += 16) {
        int low = INT_MAX, high = 0;
        for (unsigned k = i; k < i + 16 && k < t->bytes; k++) {
            if (t->map[k] == BYTE_ZERO) continue;
            low = t->map[k] < low ? t->map[k] : low;
            high = t->map[k] > high ? t->map[k] : high;
        }
        if (high - low >= 16) return false;
    }
    return true;
}

/* How many of the two halves of 16 bytes are not as they were. */
static unsigned halves_changed(const step *t)
{
    bool changed[2] = {false, false};
    for (unsigned i = 0; i < t->bytes; i++)
        changed[i / 8 % 2] |= t->map[i] == BYTE_ZERO || t->map[i] % 16 != (int)i % 16;
    return (unsigned)changed[0] + changed[1];
}

/* ---- their prices, for all registers of the result ---- */

static unsigned cost_of_words(const steps *s, const step *t, unsigned sources)
{
    unsigned size = register_of(s, t->bytes), regs = registers(s, t->bytes);
    if (moves_whole(t, 4)) {
        stock_form form = has_halves(t) && sources <= 2 ? STOCK_DWORD_HALVES : STOCK_DWORDS;
        return regs * price(s, form, size, sources);
    }
    if (sources == 1 && stays_within(t, 8, size))
        return regs * (price(s, STOCK_WORDS_IN_HALVES, size, 1) * halves_changed(t) + 1) / 2;
    bool pairs = sources == 1 && draws_on_pairs(t);
    return regs * price(s, pairs ? STOCK_WORDS_OF_PAIRS : STOCK_WORDS, size, sources);
}

static bool is_zero_byte(const step *t, unsigned byte)
{
    for (unsigned k = 0; byte < t->bytes && k < 8; k++)
        if (t->labels[8 * byte + k] != LABEL_ZERO) return false;
    return true;
}

/* Are the bytes 1, 3, 5 ... of the sources zero? */
static bool is_clear_between(const steps *s, const step *t, unsigned first)
{
    for (unsigned i = 1; i < 2 * t->bytes; i += 2)
        if (!is_zero_byte(&s->step[i < first ? t->a : t->b], i < first ? i : i - first))
            return false;
    return true;
}

/* The first byte of every `distance`, or the second: from so many times as many bytes. */
static unsigned cost_of_every(const steps *s, const step *t, stock_form form, unsigned distance)
{
    unsigned from = distance * t->bytes, regs = registers(s, from);
    if (regs <= distance) return price(s, form, from, regs);
    return regs / distance * price(s, form, from, distance);
}

/* Bytes of no form that is cheaper. Those of the program's input may be in memory, where every part
 * begins a register. */
static unsigned cost_of_any_bytes(const steps *s, const step *t, unsigned first, unsigned sources)
{
    unsigned regs = registers(s, t->bytes);
    if (t->bytes <= 16 && first > 16 && s->step[t->a].kind != STEP_INPUT)
        return price(s, STOCK_BYTES_OF_PARTS, first, sources);
    bool in_lanes = stays_within(t, 16, register_of(s, t->bytes));
    if (!in_lanes && sources == 1 && is_to_dwords(t))
        return regs * price(s, STOCK_BYTES_TO_DWORDS, t->bytes, 1);
    if (!in_lanes && sources == 1 && is_of_runs(t))
        return regs * price(s, STOCK_BYTES_OF_RUNS, t->bytes, 1);
    return regs * price(s, in_lanes ? STOCK_BYTES_IN_LANES : STOCK_BYTES, t->bytes, sources);
}

/* A run of a's bytes that begins where as many could stand. */
static bool is_part(const step *t, unsigned first)
{
    return t->bytes <= first && t->map[0] >= 0 && is_run(t, 1, t->map[0]) &&
           (unsigned)t->map[0] % t->bytes == 0;
}

static bool is_any_interleave(const step *t, unsigned first)
{
    return is_interleave(t, first, 1) || is_interleave(t, first, 2) || is_interleave(t, first, 4);
}

static unsigned cost_of_interleave(const steps *s, const step *t, bool one)
{
    unsigned regs = registers(s, t->bytes);
    if (!one && regs == 1) return price(s, STOCK_INTERLEAVE_PARTS, t->bytes, 1);
    return regs * price(s, STOCK_INTERLEAVE, t->bytes, one ? 1 : 2);
}

static unsigned cost_of_part(const steps *s, const step *t, unsigned first)
{
    bool begins_register = (unsigned)t->map[0] % s->machine.register_bytes == 0;
    if (s->scalar || begins_register || s->step[t->a].kind == STEP_INPUT) return 0;
    return price(s, STOCK_PART, first, 1);
}

static unsigned cost_of_bytes(const steps *s, const step *t)
{
    unsigned first = s->step[t->a].bytes, regs = registers(s, t->bytes);
    bool one = !steps_uses(t, first, 2 * STEPS_MAX_BYTES) || !steps_uses(t, 0, first);
    if (is_part(t, first)) return cost_of_part(s, t, first);
    if (s->scalar) return price(s, STOCK_BYTES_OF_NUMBER, t->bytes, 1);
    if (repeats(t, 8) || repeats(t, 16)) return price(s, STOCK_REPEAT, t->bytes, 1);
    if (is_any_interleave(t, first)) return cost_of_interleave(s, t, one);
    if (is_run(t, 1, 0) && t->bytes > first && first % s->machine.register_bytes == 0) return 0;
    unsigned sources = most_sources(t, first, register_of(s, t->bytes));
    if (is_run(t, 1, t->map[0]) && sources <= 2)
        return regs * price(s, STOCK_SLIDE, t->bytes, sources);
    if (is_run(t, 2, 0))
        return cost_of_every(s, t, is_clear_between(s, t, first) ? STOCK_EVEN_CLEAR : STOCK_EVEN,
                             2);
    if (is_run(t, 2, 1)) return cost_of_every(s, t, STOCK_ODD, 2);
    if (is_run(t, 4, 0)) return cost_of_every(s, t, STOCK_FOURTH, 4);
    if (moves_whole(t, 2)) return cost_of_words(s, t, sources);
    return cost_of_any_bytes(s, t, first, sources);
}

static unsigned cost_of_each(const steps *s, const step *t)
{
    bool right = t->kind == STEP_SHR_EACH, some = false;
    for (unsigned i = 0; i < t->bytes * 8 / t->lane; i++) some |= !t->each[i];
    if (t->lane == 32) return price(s, right ? STOCK_SHR_EACH_32 : STOCK_SHL_EACH_32, t->bytes, 1);
    stock_form to_right = some ? STOCK_SHR_SOME_16 : STOCK_SHR_EACH_16;
    return price(s, right ? to_right : STOCK_SHL_EACH_16, t->bytes, 1);
}

static bool same_constant(const step *x, const step *t)
{
    if (x->kind != t->kind || x->bytes != t->bytes || x->lane != t->lane) return false;
    return t->each ? memcmp(x->each, t->each, t->bytes * 8 / t->lane) == 0
                   : memcmp(x->mask, t->mask, t->bytes) == 0;
}

/* 1 where a constant is used a second time, else 0: it is loaded into a register then; one that is
 * used once is an operand in memory. */
static unsigned cost_of_constant(const steps *s, const step *t)
{
    unsigned uses = 0;
    for (unsigned i = 0; i < s->count; i++)
        uses += &s->step[i] != t && same_constant(&s->step[i], t);
    return uses == 1;
}

unsigned prices_of_step(const steps *s, const step *t)
{
    unsigned regs = registers(s, t->bytes), all = 8 * t->bytes;
    switch (t->kind) {
    case STEP_INPUT: return 0;
    case STEP_BYTES: return cost_of_bytes(s, t);
    case STEP_SHL_EACH:
    case STEP_SHR_EACH: return regs * cost_of_each(s, t) + cost_of_constant(s, t);
    case STEP_SIGN:
        return regs * price(s, t->lane % 8 ? STOCK_SIGN_IN_BYTES : STOCK_SIGN, t->bytes, 1);
    case STEP_TEST: return regs * price(s, STOCK_TEST, t->bytes, 1);
    case STEP_BITS: return price(s, STOCK_PACK_TEST, all, registers(s, all));
    case STEP_AND:
    case STEP_MULTIPLY: return regs + cost_of_constant(s, t);
    case STEP_SELECT: return regs * price(s, STOCK_SELECT_BITS, t->bytes, 1);
    default: return regs;
    }
}

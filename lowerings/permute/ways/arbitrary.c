// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* arbitrary.c - ways of making shuffles that have no structure.
 *
 *   words      for each place in a word, the words that have its field brought there, shifted to
 *              the top lane by lane, and all such tops shifted together: where bytes cannot be
 *              chosen, but words can, and be multiplied
 *   tests      the byte of every bit brought to a byte of its own, tested for the bit, the answers
 *              packed
 *   windows    the byte of every field brought to a byte of its own, the eight bits taken so that
 *              the field is at its place (TAKES_WINDOWS), then those of one byte joined
 *   matrices   the byte of every bit brought to a byte of its own, the eight bits from it on; bits
 *              0 of eight bytes are a byte of the product by a bit matrix that these bytes are
 *              (MULTIPLIES_BITS)
 *
 * All but the first write as many bytes as there are bits, or fields in a byte times bytes:
 * registers of 64 bytes do that eight result bytes at a time. Called by moves.c. */
#include "arbitrary.h"

#include <string.h>

enum { WORD = 16, QWORD_BYTES = 8, LANE_BYTES = 16 };

/* ---- bytes for bits ---- */

/* All lanes with the 16 bytes of the sources from `first` on, or the 8 twice when there are no
 * more. */
static unsigned in_all_lanes(steps *s, unsigned in, unsigned first, unsigned bytes)
{
    int16_t from[STEPS_MAX_BYTES];
    unsigned count = s->step[in].bytes - first < LANE_BYTES ? s->step[in].bytes - first
                                                            : LANE_BYTES;
    for (unsigned i = 0; i < bytes; i++) from[i] = (int16_t)(first + i % count);
    return steps_bytes(s, in, in, from, bytes);
}

/* Every byte by byte shuffles within lanes: one for each 16 bytes of the sources. */
static unsigned spread_by_lanes(steps *s, unsigned in, const int16_t *from, unsigned bytes)
{
    unsigned sum = 0;
    bool any = false;
    for (unsigned first = 0; first < s->step[in].bytes && !s->broken; first += LANE_BYTES) {
        int16_t within[STEPS_MAX_BYTES];
        bool some = false;
        for (unsigned i = 0; i < bytes; i++) {
            bool here = from[i] >= (int)first && from[i] < (int)(first + LANE_BYTES);
            within[i] = here ? (int16_t)((unsigned)from[i] - first + i / LANE_BYTES * LANE_BYTES)
                             : BYTE_ZERO;
            some |= here;
        }
        if (!some) continue;
        sum = or_all(s, sum, any, steps_lanes(s, in_all_lanes(s, in, first, bytes), within));
        any = true;
    }
    return sum;
}

static unsigned spread(steps *s, unsigned in, const int16_t *from, unsigned bytes)
{
    if (bytes > STEPS_MAX_BYTES || s->machine.register_bytes < 32 ||
        s->step[in].bytes % QWORD_BYTES)
        s->broken = true;
    if (s->broken) return 0;
    return machine_can(&s->machine, CHOOSES_IN_ALL, s->machine.register_bytes)
               ? steps_bytes(s, in, in, from, bytes)
               : spread_by_lanes(s, in, from, bytes);
}

/* ---- tests ---- */

unsigned by_tests(steps *s, unsigned in, const problem *p)
{
    int16_t from[STEPS_MAX_BYTES];
    uint8_t mask[STEPS_MAX_BYTES];
    unsigned bits = p->out_bytes * 8;
    if (bits > STEPS_MAX_BYTES) s->broken = true;
    for (unsigned i = 0; i < bits && !s->broken; i++) {
        from[i] = (int16_t)(p->from[i] == NONE ? ANY_BYTE : p->from[i] / 8);
        mask[i] = (uint8_t)(p->from[i] == NONE ? 1 : 1 << p->from[i] % 8);
    }
    unsigned value = spread(s, in, from, bits);
    return s->broken ? 0 : steps_bits(s, value, mask);
}

/* ---- windows ---- */

/* Field i / out_bytes of result byte i % out_bytes, at its place, in byte i. */
static unsigned fields_at_place(steps *s, unsigned in, const problem *p, unsigned per_byte)
{
    int16_t from[STEPS_MAX_BYTES];
    uint8_t first[STEPS_MAX_BYTES];
    unsigned bytes = p->out_bytes * per_byte;
    for (unsigned i = 0; i < bytes; i++) {
        unsigned place = i / p->out_bytes * p->w;
        int bit = p->from[i % p->out_bytes * 8 + place];
        from[i] = (int16_t)(bit == NONE ? ANY_BYTE : bit / 8);
        first[i] = bit == NONE
                       ? 0
                       : (uint8_t)((i % QWORD_BYTES * 8 + (unsigned)bit % 8 + 64 - place) % 64);
    }
    return steps_windows(s, spread(s, in, from, bytes), first);
}

/* The two halves in one: fields 0 to count - 1 stand in count parts, the upper half has those of
 * its own. */
static unsigned fold(steps *s, unsigned value, const problem *p, unsigned count)
{
    int16_t lower[STEPS_MAX_BYTES], upper[STEPS_MAX_BYTES];
    uint8_t mask[STEPS_MAX_BYTES] = {0};
    unsigned half = s->step[value].bytes / 2;
    for (unsigned i = 0; i < half; i++) {
        lower[i] = (int16_t)i;
        upper[i] = (int16_t)(half + i);
        for (unsigned field = 0; field < 8 / p->w; field++)
            if (field % count == count / 2 + i / p->out_bytes)
                mask[i] |= (uint8_t)(((1U << p->w) - 1) << field * p->w);
    }
    return steps_select(s, steps_bytes(s, value, value, upper, half),
                        steps_bytes(s, value, value, lower, half), mask);
}

unsigned by_windows(steps *s, unsigned in, const problem *p)
{
    unsigned per_byte = 8 % p->w ? 0 : 8 / p->w;
    if (per_byte < 2 || p->out_bytes * per_byte > STEPS_MAX_BYTES) s->broken = true;
    if (s->broken) return 0;
    unsigned value = fields_at_place(s, in, p, per_byte);
    for (unsigned count = per_byte; count > 1 && !s->broken; count /= 2)
        value = fold(s, value, p, count);
    return value;
}

/* ---- matrices ---- */

unsigned by_matrices(steps *s, unsigned in, const problem *p)
{
    int16_t from[STEPS_MAX_BYTES], lowest[MAX_OUT];
    uint8_t first[STEPS_MAX_BYTES], ones[STEPS_MAX_BYTES];
    unsigned bits = p->out_bytes * 8;
    if (bits > STEPS_MAX_BYTES) s->broken = true;
    if (s->broken) return 0;
    for (unsigned i = 0; i < bits; i++) {
        int bit = p->from[i / 8 * 8 + 7 - i % 8]; /* the matrix is read backwards */
        from[i] = (int16_t)(bit == NONE ? ANY_BYTE : bit / 8);
        first[i] = (uint8_t)(bit == NONE ? 0 : i % QWORD_BYTES * 8 + (unsigned)bit % 8);
        ones[i] = i % QWORD_BYTES == 0;
        lowest[i / 8] = (int16_t)(i / 8 * QWORD_BYTES);
    }
    unsigned value = steps_matrix(s, steps_windows(s, spread(s, in, from, bits), first), ones);
    return s->broken ? 0 : steps_bytes(s, value, value, lowest, p->out_bytes);
}

/* ---- words ---- */

/* The words that have field `place` of each result word, with that field at the top. */
static unsigned fields_at_top(steps *s, unsigned in, const problem *p, unsigned place)
{
    int16_t from[MAX_OUT];
    int left[MAX_OUT / 2];
    for (unsigned i = 0; i < p->out_bytes / 2; i++) {
        int bit = p->from[i * WORD + place];
        from[2 * i] = (int16_t)(bit == NONE ? ANY_BYTE : bit / WORD * 2);
        from[2 * i + 1] = (int16_t)(bit == NONE ? ANY_BYTE : bit / WORD * 2 + 1);
        left[i] = bit == NONE ? 0 : WORD - (int)p->w - bit % WORD;
    }
    return steps_shift_each(s, steps_bytes(s, in, in, from, p->out_bytes), WORD, left);
}

unsigned by_words(steps *s, unsigned in, const problem *p)
{
    unsigned sum = 0;
    if (WORD % p->w || p->in_bytes % 2 || p->out_bytes % 2) s->broken = true;
    for (unsigned place = 0; place < WORD && !s->broken; place += p->w) {
        unsigned top = fields_at_top(s, in, p, place);
        if (!place) { /* what is below is shifted out */
            sum = top;
            continue;
        }
        top = steps_and_splat(s, top, ((1U << p->w) - 1) << (WORD - p->w), 2);
        sum = steps_or(s, steps_shift(s, sum, WORD, -(int)p->w), top);
    }
    return sum;
}

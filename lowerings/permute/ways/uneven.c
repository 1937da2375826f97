// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* uneven.c - ways to widen and to narrow fields that cross bytes.
 *
 * Eight fields of w bits fill w bytes. To widen, by doubling: the w bytes lie in a lane of 64 bits,
 * in which halves, quarters and fields are moved apart (of less than 4 bits both stay where they
 * are until what is too much is masked off). By windows: the bytes that hold a field are brought
 * into its lane, each lane is shifted by its own amount, and what is too much is masked off; for
 * bytes as lanes two fields, each in its window of 16 bits, share one. To narrow, the same
 * backwards; or neighbours are brought together by multiplying the upper one and adding, which the
 * machine has for bytes and words. Muła's base64 programs do both for 6 bits. Called by casts.c. */
#include "uneven.h"

enum { GROUP = 8, MAX_LANES = STEPS_MAX_BYTES / 2 };

static unsigned broken(steps *s)
{
    s->broken = true;
    return 0;
}

/* ---- by doubling ---- */

/* The first `part` bytes of every lane of `lane` from side by side, zeros above; or the way back.
 */
static unsigned apart(steps *s, unsigned value, unsigned part, unsigned lane)
{
    int16_t from[STEPS_MAX_BYTES];
    unsigned bytes = s->step[value].bytes / part * lane;
    if (bytes > STEPS_MAX_BYTES) return broken(s);
    for (unsigned i = 0; i < bytes; i++)
        from[i] = (int16_t)(i % lane < part ? (int)(i / lane * part + i % lane) : BYTE_ZERO);
    return steps_bytes(s, value, value, from, bytes);
}

static unsigned together(steps *s, unsigned value, unsigned part, unsigned lane)
{
    int16_t from[STEPS_MAX_BYTES];
    unsigned bytes = s->step[value].bytes / lane * part;
    for (unsigned i = 0; i < bytes; i++) from[i] = (int16_t)(i / part * lane + i % part);
    return steps_bytes(s, value, value, from, bytes);
}

static unsigned widen_by_doubling(steps *s, unsigned in, unsigned w)
{
    unsigned value = apart(s, in, w, GROUP);
    for (unsigned fields = 4; fields && !s->broken; fields /= 2) {
        unsigned moved = steps_shift(s, value, 64, (int)(fields * (8 - w)));
        if (w < 4) value = steps_and_comb(s, steps_or(s, value, moved), fields * w, fields * 8, 0);
        else
            value = steps_or(s, steps_and_comb(s, value, fields * w, fields * 16, 0),
                             steps_and_comb(s, moved, fields * w, fields * 16, fields * 8));
    }
    return value;
}

static unsigned narrow_by_doubling(steps *s, unsigned in, unsigned w)
{
    unsigned value = in;
    for (unsigned fields = 1; fields <= 4; fields *= 2) {
        int down = -(int)(fields * (8 - w));
        if (w < 4) {
            value = steps_and_comb(s, value, fields * w, fields * 8, 0);
            value = steps_or(s, value, steps_shift(s, value, 64, down));
        } else {
            unsigned moved = steps_shift(
                s, steps_and_comb(s, value, fields * w, fields * 16, fields * 8), 64, down);
            value = steps_or(s, steps_and_comb(s, value, fields * w, fields * 16, 0), moved);
        }
    }
    return together(s, value, w, GROUP);
}

/* ---- by windows ---- */

/* Where a field begins: the byte, and the bit in that. */
static unsigned first_byte(unsigned field, unsigned w)
{
    return field * w / 8;
}

static unsigned first_bit(unsigned field, unsigned w)
{
    return field * w % 8;
}

/* Lane i has the bytes of field first + i * stride from its first on, or from the one that is
 * `skip` further. */
static unsigned windows(steps *s, unsigned in, unsigned w, unsigned lane, unsigned first,
                        unsigned stride, unsigned skip)
{
    int16_t from[STEPS_MAX_BYTES];
    unsigned size = lane / 8, bytes = s->step[in].bytes, lanes = bytes * 8 / w / stride;
    if (lanes * size > STEPS_MAX_BYTES) return broken(s);
    for (unsigned i = 0; i < lanes * size; i++) {
        unsigned field = first + i / size * stride, byte = first_byte(field, w) + skip + i % size;
        unsigned end = first_byte(field, w) + (first_bit(field, w) + w + 7) / 8;
        from[i] = (int16_t)(byte >= bytes || (skip && byte >= end) ? BYTE_ZERO : (int)byte);
    }
    return steps_bytes(s, in, in, from, lanes * size);
}

/* Bytes as lanes: the even fields' numbers in even bytes, the odd ones' in odd bytes. high: the
 * even ones are shifted to odd bytes first, so that all shifts are to the left. */
static unsigned widen_pairs(steps *s, unsigned in, unsigned w, bool high)
{
    int left[2][MAX_LANES];
    unsigned lanes = s->step[in].bytes * 8 / w / 2;
    if (lanes > MAX_LANES) return broken(s);
    for (unsigned i = 0; i < lanes; i++) {
        left[0][i] = high ? 8 - (int)first_bit(2 * i, w) : -(int)first_bit(2 * i, w);
        left[1][i] = 8 - (int)first_bit(2 * i + 1, w);
    }
    unsigned even = steps_shift_each(s, windows(s, in, w, 16, 0, 2, 0), 16, left[0]);
    unsigned odd = steps_shift_each(s, windows(s, in, w, 16, 1, 2, 0), 16, left[1]);
    if (high) even = steps_shift(s, even, 16, -8);
    if (s->broken) return 0;
    return steps_or(s, steps_and_comb(s, even, w, 16, 0), steps_and_comb(s, odd, w, 16, 8));
}

/* A lane a field. What does not fit the window beside the bits below comes from the byte behind it.
 */
static unsigned widen_each(steps *s, unsigned in, unsigned w, unsigned lane)
{
    int down[MAX_LANES], up[MAX_LANES];
    bool over = false;
    unsigned lanes = s->step[in].bytes * 8 / w;
    if (lanes > MAX_LANES) return broken(s);
    for (unsigned i = 0; i < lanes; i++) {
        unsigned at = first_bit(i, w);
        down[i] = -(int)at;
        up[i] = at + w > lane ? (int)(lane - at) : 0;
        over |= at + w > lane;
    }
    unsigned value = steps_shift_each(s, windows(s, in, w, lane, 0, 1, 0), lane, down);
    if (over && !s->broken)
        value = steps_or(s, value,
                         steps_shift_each(s, windows(s, in, w, lane, 0, 1, lane / 8), lane, up));
    return s->broken ? 0 : steps_and_comb(s, value, w, lane, 0);
}

/* The same where shifts of lanes by their own amounts are long: for each amount, all lanes, of
 * which those count that want it. */
static unsigned widen_by_amounts(steps *s, unsigned in, unsigned w, unsigned lane)
{
    unsigned window = windows(s, in, w, lane, 0, 1, 0), value = 0;
    bool any = false;
    for (unsigned at = 0; at < 8 && !s->broken; at++) {
        uint8_t mask[STEPS_MAX_BYTES] = {0};
        bool some = false;
        for (unsigned bit = 0; bit < s->step[window].bytes * 8; bit++) {
            unsigned field = bit / lane, place = bit % lane;
            if (first_bit(field, w) != at || place < at || place >= at + w) continue;
            mask[bit / 8] |= (uint8_t)(1U << bit % 8);
            some = true;
        }
        if (!some) continue;
        unsigned moved = steps_shift(s, steps_and(s, window, mask), lane, -(int)at);
        value = any ? steps_or(s, value, moved) : moved;
        any = true;
    }
    return value;
}

/* ---- back by windows ---- */

/* Byte k of the result is a byte of a field's lane in `value`, or of what went over it, in `over`;
 * of every second field. */
static unsigned gathered(steps *s, unsigned value, unsigned over, unsigned w, unsigned lane,
                         unsigned parity)
{
    int16_t from[STEPS_MAX_BYTES];
    unsigned size = lane / 8, lanes = s->step[value].bytes / size, bytes = lanes * w / 8;
    for (unsigned i = 0; i < bytes; i++) from[i] = BYTE_ZERO;
    for (unsigned field = parity; field < lanes; field += 2) {
        unsigned first = first_byte(field, w), end = first + (first_bit(field, w) + w + 7) / 8;
        for (unsigned k = first; k < end; k++)
            from[k] = (int16_t)(k - first < size ? field * size + k - first
                                                 : s->step[value].bytes + field * size);
    }
    return steps_bytes(s, value, over, from, bytes);
}

static unsigned narrow_each(steps *s, unsigned in, unsigned w, unsigned lane)
{
    int up[MAX_LANES], down[MAX_LANES];
    bool over = false;
    unsigned lanes = s->step[in].bytes * 8 / lane;
    if (lanes > MAX_LANES || lane == 8) return broken(s);
    for (unsigned i = 0; i < lanes; i++) {
        unsigned at = first_bit(i, w);
        up[i] = (int)at;
        down[i] = at + w > lane ? -(int)(lane - at) : 0;
        over |= at + w > lane;
    }
    unsigned value = steps_and_comb(s, in, w, lane, 0), high = value;
    if (over) high = steps_shift_each(s, value, lane, down);
    value = steps_shift_each(s, value, lane, up);
    if (s->broken) return 0;
    if (!over) high = value;
    return steps_or(s, gathered(s, value, high, w, lane, 0), gathered(s, value, high, w, lane, 1));
}

/* ---- by multiplying neighbours ---- */

static unsigned narrow_by_pairs(steps *s, unsigned in, unsigned w, unsigned lane)
{
    unsigned value = w % 8 ? steps_and_comb(s, in, w, lane, 0) : in, width = w;
    for (unsigned l = 2 * lane; l <= 32 && !s->broken; l *= 2, width *= 2)
        value = steps_pairs(s, value, l, width);
    if (s->broken) return 0;
    if (width % 8 == 0) return together(s, value, width / 8, 4);
    unsigned upper = steps_shift(s, steps_and_comb(s, value, width, 64, 32), 64,
                                 -(int)(32 - width));
    value = steps_or(s, steps_and_comb(s, value, width, 64, 0), upper);
    return 2 * width % 8 ? broken(s) : together(s, value, width / 4, 8);
}

/* ---- all of them ---- */

static unsigned widen(steps *s, unsigned way, unsigned in, unsigned w, unsigned lane)
{
    if (way == 0) return lane == 8 ? widen_by_doubling(s, in, w) : widen_each(s, in, w, lane);
    if (way == 1)
        return lane == 8 ? widen_pairs(s, in, w, false) : widen_by_amounts(s, in, w, lane);
    return way == 2 && lane == 8 ? widen_pairs(s, in, w, true) : broken(s);
}

unsigned uneven_widen(steps *s, unsigned way, unsigned in, const cast *c)
{
    unsigned value = widen(s, way, in, c->from, c->to);
    if (!c->sign || s->broken) return value;
    return steps_sign(s, steps_xor_splat(s, value, steps_comb(1, c->to) << (c->from - 1), 8), c->to,
                      c->from);
}

unsigned uneven_narrow(steps *s, unsigned way, unsigned in, const cast *c)
{
    if (way == 0)
        return c->from == 8 ? narrow_by_doubling(s, in, c->to) : narrow_each(s, in, c->to, c->from);
    return way == 1 ? narrow_by_pairs(s, in, c->to, c->from) : broken(s);
}

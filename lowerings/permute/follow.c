// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* follow.c - labels of a step's result; steps.c asks for each step that it adds.
 *
 * Each kind of step has one argument why its labels are right, and it is the case of `follow_step`
 * that says it. Where a step is used as it must not be (an or of two ones, a sign-extension of what
 * is no number of that width) the labels become LABEL_FREE, so that the final check fails; no step
 * can make a wrong program pass. */
#include "follow.h"

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

void follow_step(const steps *s, const step *t)
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

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* rules_images.c - test inputs of rules, and what an operation makes of them: rules.c asks, before
 * it fills tables. */
#include "rules_images.h"

#include <string.h>

#include "spec/base/random.h"
#include "spec/term/lift.h"

typedef struct bits128 { uint64_t limb[2]; } bits128;
/* A field of an input: corners half of the time. other: the same field of the input before. */
static bits128 draw_field(uint64_t *state, unsigned w, const bits128 *other)
{
    uint64_t kind = random_next(state) % 16;
    bits128 v = {{random_next(state), random_next(state)}}, one = {{1, 0}};
    if (kind < 3 && other) return *other;
    if (kind == 3 && other) return (bits128){{other->limb[0] + 1, other->limb[1]}};
    if (kind == 4) return (bits128){{0, 0}};
    if (kind == 5) return (bits128){{~0ULL, ~0ULL}};
    if (kind == 6) return one;
    if (kind == 7 || kind == 8) { /* the sign, or all but it */
        for (unsigned i = 0; i < w; i++) put_bit(v.limb, i, (i + 1 == w) == (kind == 7));
        return v;
    }
    if (kind == 12 || kind == 13) { /* one half all ones or zeros */
        bool ones = random_next(state) & 1;
        for (unsigned i = kind == 12 ? w / 2 : 0; i < (kind == 12 ? w : w / 2); i++)
            put_bit(v.limb, i, ones);
    }
    if (kind > 8 && kind < 12) { /* few bits: amounts of shifts */
        v.limb[0] %= w + 1;
        v.limb[1] = 0;
    }
    return v;
}

/* All numbers of some bits, up to 8, in random orders one after the other. */
typedef struct deck {
    uint8_t card[256];
    unsigned count, next;
} deck;

static unsigned deal(deck *d, uint64_t *state)
{
    for (unsigned i = d->count; d->next == 0 && i-- > 1;) {
        unsigned k = (unsigned)(random_next(state) % (i + 1));
        uint8_t t = d->card[i];
        d->card[i] = d->card[k];
        d->card[k] = t;
    }
    unsigned v = d->card[d->next++];
    if (d->next == d->count) d->next = 0;
    return v;
}

/* For operations over all fields of a register: in the second half of the registers all fields but
 * one chosen are zero, or ones, or alike; every fourth stays as it is but for the chosen field,
 * which is zero: of wide fields few are otherwise. */
static bits128 thin_out(bits128 v, unsigned number, unsigned at, unsigned chosen, bits128 *first)
{
    bool none = number % 16 < 3; /* not even one */
    if (!at) *first = v;
    if (at == chosen && !none) return number % 4 == 3 ? (bits128){{0, 0}} : v;
    switch (number % 4) {
    case 0: return (bits128){{0, 0}};
    case 1: return (bits128){{~0ULL, ~0ULL}};
    case 2: return *first;
    default: return v;
    }
}

/* Masks, for what chooses by masks: of wide fields hardly any is one by chance. */
static bits128 draw_mask(uint64_t *state)
{
    return random_next(state) % 2 ? (bits128){{~0ULL, ~0ULL}} : (bits128){{0, 0}};
}

/* What differs in one bit, if at all. */
static bits128 one_bit_off(bits128 v, unsigned w, uint64_t *state)
{
    unsigned i = (unsigned)(random_next(state) % (w + 1));
    if (i < w) v.limb[i / 64] ^= 1ULL << i % 64;
    return v;
}

/* Whether fields have bits on both sides of a 64-bit lane's edge. */
static bool has_crossing(unsigned w, unsigned bits)
{
    return w < bits && bits > 64 && 64 % w && w % 64;
}

/* Fields that cross are few: more registers are needed to see all that can happen to them. */
static unsigned usual_images(unsigned w, unsigned bits)
{
    unsigned registers = has_crossing(w, bits) ? 2 * VALUES_IMAGES : VALUES_IMAGES,
             images = bits > IMAGE_BITS ? registers * bits / IMAGE_BITS : registers;
    return images < VALUES_IMAGES_MAX ? images : VALUES_IMAGES_MAX;
}

/* Of many fields hardly ever so few are chosen that one moves by half the register: some more
 * registers of 128 bits, for that. */
unsigned rules_images_at(unsigned w, unsigned bits)
{
    enum { FIELDS = 64, SPARSE = 16 };
    return usual_images(w, bits) + (bits == IMAGE_BITS && bits / w >= FIELDS ? SPARSE : 0);
}

/* Every other input has one bit in 16. */
static void draw_sparse(image in[PROG_INPUTS_MAX][VALUES_IMAGES_MAX], unsigned w, unsigned bits)
{
    uint64_t state = w;
    for (unsigned k = usual_images(w, bits); k < rules_images_at(w, bits); k++)
        for (unsigned i = 0; i < PROG_INPUTS_MAX; i++) {
            uint64_t limb[2];
            for (unsigned l = 0; l < 2; l++) {
                limb[l] = random_next(&state);
                for (unsigned n = 0; n < 3 && (k + i) % 2; n++) limb[l] &= random_next(&state);
            }
            memcpy(&in[i][k], limb, sizeof limb);
        }
}

void rules_draw_inputs(image in[PROG_INPUTS_MAX][VALUES_IMAGES_MAX], unsigned w, unsigned bits,
                       uint64_t *state)
{
    deck pairs = {.count = w <= 8 ? 1u << (w <= 4 ? 2 * w : w) : 1};
    for (unsigned i = 0; i < pairs.count; i++) pairs.card[i] = (uint8_t)i;
    unsigned unit = bits > IMAGE_BITS ? bits : IMAGE_BITS, images = unit / IMAGE_BITS;
    for (unsigned k = 0; k < usual_images(w, bits); k += images) {
        uint64_t limb[PROG_INPUTS_MAX][VALUES_LIMBS];
        bits128 first[PROG_INPUTS_MAX];
        for (unsigned i = 0; i < PROG_INPUTS_MAX; i++)
            for (unsigned l = 0; l < unit / 64; l++) limb[i][l] = random_next(state);
        for (unsigned reg = 0; reg < unit && w <= IMAGE_BITS; reg += bits)
            for (unsigned at = 0, chosen = (unsigned)(random_next(state) % (bits / w)) * w;
                 at + w <= bits; at += w) {
                bits128 v[PROG_INPUTS_MAX];
                bool masked = w > 4 && k < usual_images(w, bits) / 2 && k / images % 8 == 7;
                unsigned pair = masked ? 0 : deal(&pairs, state);
                for (unsigned i = 0; i < PROG_INPUTS_MAX; i++) {
                    v[i] = draw_field(state, w, i ? &v[i - 1] : NULL);
                    if (i == 0 && masked) v[i] = draw_mask(state);
                    else if (i == 0 && w <= 8) v[i].limb[0] = pair;
                    if (w <= 4 && i == 1 && k < usual_images(w, bits) / 2) v[i].limb[0] = pair >> w;
                    bool crosses = has_crossing(w, bits) && at / 64 != (at + w - 1) / 64;
                    if (i && crosses && random_next(state) % 2)
                        v[i] = one_bit_off(v[i - 1], w, state);
                    else if (k >= usual_images(w, bits) / 2)
                        v[i] = thin_out(v[i], k / images, at, chosen, &first[i]);
                    for (unsigned n = 0; n < w; n++)
                        put_bit(limb[i], reg + at + n, v[i].limb[n / 64] >> n % 64 & 1);
                }
            }
        for (unsigned i = 0; i < PROG_INPUTS_MAX; i++)
            memcpy(&in[i][k], limb[i], images * sizeof(image));
    }
    draw_sparse(in, w, bits);
}

static void read_chunk(const image *v, unsigned at, unsigned bits, uint64_t out[2])
{
    out[0] = (*v)[at / 64] >> at % 64;
    out[1] = bits > 64 ? (*v)[1] : 0;
    if (bits < 64) out[0] &= (1ULL << bits) - 1;
}

static void write_chunk(image *v, unsigned at, unsigned bits, const uint64_t in[2])
{
    (*v)[at / 64] |= in[0] << at % 64;
    if (bits > 64) (*v)[1] |= in[1];
}

/* A register is several images. */
static void evaluate_wide(const rulebook *b, unsigned arity, unsigned width, unsigned family,
                          term_evaluator *const side[2], wanted *out)
{
    unsigned images = b->family[family]->bits / IMAGE_BITS;
    for (unsigned k = 0; k < rules_images_at(b->width[width], b->family[family]->bits);
         k += images) {
        uint64_t result[2][TERM_LIMBS_MAX] = {{0}};
        const uint64_t *v[PROG_INPUTS_MAX];
        for (unsigned i = 0; i < arity; i++) v[i] = (const uint64_t *)&b->in[family][width][i][k];
        for (unsigned i = 0; i < 2; i++) term_evaluator_run(side[i], v, result[i]);
        memcpy(&out->target[k], result[0], images * sizeof(image));
        memcpy(&out->care[k], result[1], images * sizeof(image));
    }
}

/* Chunk by chunk. */
static void evaluate_chunks(const rulebook *b, unsigned arity, unsigned width, unsigned family,
                            unsigned chunk, term_evaluator *const side[2], wanted *out)
{
    for (unsigned k = 0; k < rules_images_at(b->width[width], b->family[family]->bits); k++)
        for (unsigned at = 0; at < IMAGE_BITS; at += chunk) {
            uint64_t value[PROG_INPUTS_MAX][2], result[2][TERM_LIMBS_MAX] = {{0}};
            const uint64_t *v[PROG_INPUTS_MAX];
            for (unsigned i = 0; i < arity; i++) {
                read_chunk(&b->in[family][width][i][k], at, chunk, value[i]);
                v[i] = value[i];
            }
            for (unsigned i = 0; i < 2; i++) term_evaluator_run(side[i], v, result[i]);
            write_chunk(&out->target[k], at, chunk, result[0]);
            write_chunk(&out->care[k], at, chunk, result[1]);
        }
}

bool rules_evaluate(const rulebook *b, const op *o, unsigned width, unsigned family, wanted *out,
                    diags *d)
{
    unsigned bits = b->family[family]->bits, w = b->width[width];
    bool wide = bits > IMAGE_BITS;
    term_ctx *c = term_ctx_new();
    term args[PROG_INPUTS_MAX], side[2], chunk_side[2], chunk_args[PROG_INPUTS_MAX];
    for (unsigned i = 0; i < o->arity; i++) args[i] = term_mk_var(c, o->param[i], bits);
    bool good = op_elaborate(o, w, bits / w, c, args, &side[0], &side[1], d);
    unsigned chunk = good && !wide ? lift_to_smallest(c, side, 2, args, o->arity, bits,
                                                      bits % w ? bits : w, chunk_side, chunk_args)
                                   : bits;
    term_evaluator *run[2] = {NULL};
    for (unsigned i = 0; good && i < 2; i++)
        run[i] = term_evaluator_new(c, wide ? side[i] : chunk_side[i], wide ? args : chunk_args,
                                    o->arity);
    if (good && wide) evaluate_wide(b, o->arity, width, family, run, out);
    else if (good) evaluate_chunks(b, o->arity, width, family, chunk, run, out);
    for (unsigned i = 0; i < 2; i++) term_evaluator_free(run[i]);
    term_ctx_free(c);
    return good;
}

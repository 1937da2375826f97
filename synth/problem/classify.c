// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* classify.c - what a member of a grammar is to a search: a table of bits, a sum or shift of lanes.
 *
 * A table is one by lifting to a single bit; what evaluation shows to be none is not lifted. A
 * shape is one by equality of terms on one lane. So a "yes" is a proof, a "no" may only mean that
 * simplification did not bring the forms together.
 *
 * Called by grammar.c. */
#include "classify.h"

#include <string.h>

#include "spec/base/random.h"
#include "spec/term/bv.h"
#include "spec/term/lift.h"

/* ---- tables ---- */

enum { LIMBS_MAX = TERM_LIMBS_MAX };

/* What a term is for one value of each source. */
static void run_on(term_evaluator *e, uint64_t (*value)[LIMBS_MAX], unsigned nsrc,
                   uint64_t out[LIMBS_MAX])
{
    const uint64_t *p[3];
    for (unsigned i = 0; i < nsrc; i++) p[i] = value[i];
    term_evaluator_run(e, (const uint64_t *const *)p, out);
}

/* Bit i of the values. */
static unsigned bit_of(const uint64_t *value, unsigned i) { return value[i / 64] >> i % 64 & 1; }

/* Whether all bits are the lowest one. */
static bool is_uniform(const uint64_t *value, unsigned width)
{
    for (unsigned i = 1; i < width; i++)
        if (bit_of(value, i) != bit_of(value, 0)) return false;
    return true;
}

/* The table that the term must be if it is one: what it does with registers full of zeros and ones.
 * False when it is none. Most members are found out here, which is quicker than lifting. */
static bool guess_table(term_evaluator *e, unsigned nsrc, unsigned width, uint8_t *table)
{
    uint64_t value[3][LIMBS_MAX], out[LIMBS_MAX];
    *table = 0;
    for (unsigned row = 0; row < 1u << nsrc; row++) {
        for (unsigned i = 0; i < nsrc; i++)
            memset(value[i], row >> (nsrc - 1 - i) & 1 ? 0xff : 0, sizeof *value);
        run_on(e, value, nsrc, out);
        if (!is_uniform(out, width)) return false;
        *table = (uint8_t)(*table | bit_of(out, 0) << row);
    }
    return true;
}

/* Whether the term is that table on a register of different bits. */
static bool fits_table(term_evaluator *e, unsigned nsrc, unsigned width, uint8_t table)
{
    uint64_t value[3][LIMBS_MAX], out[LIMBS_MAX], random = 1;
    for (unsigned i = 0; i < nsrc; i++)
        for (unsigned k = 0; k < bv_limbs(width); k++) value[i][k] = random_next(&random);
    run_on(e, value, nsrc, out);
    for (unsigned bit = 0; bit < width; bit++) {
        unsigned row = 0;
        for (unsigned i = 0; i < nsrc; i++) row = row << 1 | bit_of(value[i], bit);
        if (bit_of(out, bit) != (table >> row & 1)) return false;
    }
    return true;
}

/* Whether every bit of the term is the same function of the bits at its place. */
static bool lifts_to_bits(term_ctx *c, term t, const term *vars, unsigned nsrc, unsigned width)
{
    term chunk, bit, chunk_vars[3], bit_vars[3];
    bool wide = width > GRAMMAR_CHUNK && width % GRAMMAR_CHUNK == 0;
    if (wide && !lift_to_chunk(c, &t, 1, vars, nsrc, width, GRAMMAR_CHUNK, &chunk, chunk_vars))
        return false;
    if (!wide) return lift_to_chunk(c, &t, 1, vars, nsrc, width, 1, &bit, bit_vars);
    return lift_to_chunk(c, &chunk, 1, chunk_vars, nsrc, GRAMMAR_CHUNK, 1, &bit, bit_vars);
}

bool classify_table(term_ctx *c, term t, const term *vars, unsigned nsrc, unsigned width,
                    uint8_t *table)
{
    term_evaluator *e = term_evaluator_new(c, t, vars, nsrc);
    bool may_be = guess_table(e, nsrc, width, table) && fits_table(e, nsrc, width, *table);
    term_evaluator_free(e);
    return may_be && lifts_to_bits(c, t, vars, nsrc, width);
}

/* ---- lanes ---- */

static term shift_by(term_ctx *c, unsigned kind, term a, unsigned by, unsigned bits)
{
    static const term_op shift[] = {TERM_BVSHL, TERM_BVLSHR, TERM_BVASHR};
    if (kind <= SHIFTED_SIGN) return term_mk_binary(c, shift[kind], a, term_mk_u64(c, by, bits));
    if (kind == SHIFTED_ROUND_OR)
        return term_mk_binary(c, TERM_BVOR, shift_by(c, SHIFTED_LEFT, a, by, bits),
                              shift_by(c, SHIFTED_RIGHT, a, bits - by, bits));
    term parts[2] = {term_mk_extract(c, bits - 1, bits - by, a),
                     term_mk_extract(c, bits - 1 - by, 0, a)};
    return term_mk_concat_n(c, parts, 2);
}

/* Fills what a lane is, shifted: one instruction is asked with all its immediates. */
static void note_shifted(term_ctx *c, shifted_lanes *s, term a, unsigned bits)
{
    if (s->of == a) return;
    s->of = a;
    for (unsigned kind = 0; kind < SHIFT_KINDS; kind++)
        for (unsigned by = 1; by < bits; by++)
            s->by[kind][by] = shift_by(c, kind, a, by, bits);
}

/* The amount for which the lane's term is a shifted in that way; 0 when there is none. Equal terms
 * are the same index. */
static unsigned shift_amount(const shifted_lanes *s, unsigned kind, term lane, unsigned bits)
{
    for (unsigned by = 1; by < bits; by++)
        if (lane == s->by[kind][by]) return by;
    return 0;
}

/* The same of rotations to the left, which are written in two ways. */
static unsigned rotate_amount(const shifted_lanes *s, term lane, unsigned bits)
{
    unsigned by = shift_amount(s, SHIFTED_ROUND, lane, bits);
    return by ? by : shift_amount(s, SHIFTED_ROUND_OR, lane, bits);
}

/* The amount for which the lane's term is a + (b << amount); 0 when there is none. */
static unsigned scale_amount(term_ctx *c, term lane, const term *v, unsigned bits)
{
    for (unsigned by = 1; by < bits; by++) {
        term scaled = term_mk_binary(c, TERM_BVSHL, v[1], term_mk_u64(c, by, bits));
        if (lane == term_mk_binary(c, TERM_BVADD, v[0], scaled) ||
            lane == term_mk_binary(c, TERM_BVADD, scaled, v[0]))
            return by;
    }
    return 0;
}

/* Whether the lane's term is one of two values by a condition: all ones or zeros, or a or b. */
static grammar_shape choice_shape(term_ctx *c, term lane, const term *v)
{
    if (term_get_op(c, lane) != TERM_ITE) return SHAPE_OTHER;
    term yes = term_arg(c, lane, 1), no = term_arg(c, lane, 2);
    if ((yes == v[0] && no == v[1]) || (yes == v[1] && no == v[0])) return SHAPE_PICK;
    if (!term_is_const(c, yes) || !term_is_const(c, no)) return SHAPE_OTHER;
    /* no comparison of a with b */
    if (!term_is_const(c, term_substitute(c, lane, &v[1], &v[0], 1))) return SHAPE_OTHER;
    unsigned bits = term_width(c, lane);
    uint64_t ones = bits == 64 ? ~0ULL : (1ULL << bits) - 1,
             x = bits <= 64 ? term_limbs(c, yes)[0] : 1, y = bits <= 64 ? term_limbs(c, no)[0] : 1;
    return (x == 0 || x == ones) && (y == 0 || y == ones) ? SHAPE_FILL : SHAPE_OTHER;
}

static grammar_shape classify_pair(term_ctx *c, term lane, const term *v, unsigned bits,
                                   unsigned *by)
{
    bool sum = lane == term_mk_binary(c, TERM_BVADD, v[0], v[1]) ||
               lane == term_mk_binary(c, TERM_BVADD, v[1], v[0]);
    if (sum) return SHAPE_ADD;
    if (lane == term_mk_binary(c, TERM_BVSUB, v[0], v[1])) return SHAPE_SUB;
    *by = scale_amount(c, lane, v, bits);
    return *by ? SHAPE_LEA : choice_shape(c, lane, v);
}

grammar_shape classify_shape(term_ctx *c, shifted_lanes *shifted, term lane, const term *v,
                             unsigned nsrc, unsigned bits, unsigned *by)
{
    *by = 0;
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64) return SHAPE_OTHER;
    if (nsrc == 2) return classify_pair(c, lane, v, bits, by);
    if (lane == term_mk_unary(c, TERM_BVNEG, v[0])) return SHAPE_NEG;
    note_shifted(c, shifted, v[0], bits);
    if ((*by = shift_amount(shifted, SHIFTED_LEFT, lane, bits))) return SHAPE_SHL;
    if ((*by = shift_amount(shifted, SHIFTED_RIGHT, lane, bits))) return SHAPE_LSHR;
    if ((*by = shift_amount(shifted, SHIFTED_SIGN, lane, bits))) return SHAPE_ASHR;
    *by = rotate_amount(shifted, lane, bits);
    return *by ? SHAPE_ROTL : SHAPE_OTHER;
}

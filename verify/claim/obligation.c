// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* obligation.c - claims about programs: stated, printed, sampled, and their counterexamples
 * checked.
 *
 * The text of an obligation is built from the chunk's terms and the operation's input names alone.
 * So the same program on a wider register, or for another target, has the same text and the same
 * hash, and one proof serves all of them.
 *
 * Every refutation, whether a sample or a solver found it, is evaluated again at register width by
 * obligation_explain: that checks solver, model extraction and lifting at once.
 *
 * Called by verify.c. */
#include "obligation.h"

#include <string.h>

#include "spec/base/random.h"
#include "spec/op.h"
#include "spec/term/bv.h"
#include "spec/term/lift.h"

/* Fields of a width that is no power of two fill no chunk; they may be looked at one by one. The
 * bits above the last do not matter when the claim does not care about them. */
static bool lift_fields(obligation *o)
{
    const claim *k = &o->whole;
    unsigned w = o->field, used = k->width / w * w;
    if (!(w & (w - 1)) || used < 2 * w || !o->op || !op_has_fields_only(o->op)) return false;
    if (used < k->width && term_mk_extract(o->c, k->width - 1, used, k->side[CLAIM_CARE]) !=
                               term_mk_u64(o->c, 0, k->width - used))
        return false;
    if (!lift_to_fields(o->c, k->side, CLAIM_TERMS, k->input, o->ninputs, k->width, w,
                        o->chunk.side, o->chunk.input, &o->forms, o->number)) {
        o->forms = 0;
        return false;
    }
    o->chunk.width = o->forms * w;
    return true;
}

/* What holds in the chunk's fields, in those of the register that have their forms. */
static void spread_fields(const obligation *o, const sample *s, sample *out)
{
    uint64_t value[CLAIM_LIMBS];
    memset(out, 0, sizeof *out);
    for (unsigned input = 0; input < o->ninputs; input++)
        for (unsigned i = 0; i < o->forms; i++) {
            memset(value, 0, sizeof value);
            bv_extract(value, s->limb[input], (i + 1) * o->field - 1, i * o->field);
            bv_insert(out->limb[input], value, o->field, o->number[i] * o->field);
        }
}

void obligation_lift(obligation *o)
{
    const claim *k = &o->whole;
    o->forms = 0;
    if (!lift_fields(o))
        o->chunk.width = lift_to_smallest(o->c, k->side, CLAIM_TERMS, k->input, o->ninputs,
                                          k->width, o->field, o->chunk.side, o->chunk.input);
}

/* (program ^ operation) & care */
static term difference_mask(const obligation *o, const claim *k)
{
    term differ = term_mk_binary(o->c, TERM_BVXOR, k->side[CLAIM_PROGRAM],
                                 k->side[CLAIM_OPERATION]);
    return term_mk_binary(o->c, TERM_BVAND, differ, k->side[CLAIM_CARE]);
}

term claim_difference(const obligation *o, const claim *k)
{
    term zero = term_mk_u64(o->c, 0, k->width);
    term same = term_mk_binary(o->c, TERM_EQ, difference_mask(o, k), zero);
    return term_mk_unary(o->c, TERM_NOT, same);
}

term claim_field_difference(const obligation *o, const claim *k, unsigned field)
{
    term part = term_mk_extract(o->c, (field + 1) * o->field - 1, field * o->field,
                                difference_mask(o, k));
    return term_mk_unary(o->c, TERM_NOT,
                         term_mk_binary(o->c, TERM_EQ, part, term_mk_u64(o->c, 0, o->field)));
}

/* ---- text ---- */

/* The names hold a dot, so that they cannot meet an operation's parameter. */
static const char *const side_names[CLAIM_TERMS] = {"program.value", "operation.value",
                                                    "operation.care"};

void obligation_print(const obligation *o, strbuf *out)
{
    const claim *k = &o->chunk;
    strbuf_puts(out, "(set-logic QF_BV)\n");
    for (unsigned i = 0; i < o->ninputs; i++)
        strbuf_printf(out, "(declare-const %s (_ BitVec %u))\n", term_name(o->c, k->input[i]),
                      k->width);
    for (unsigned i = 0; i < CLAIM_TERMS; i++) {
        strbuf_printf(out, "(define-fun %s () (_ BitVec %u)\n", side_names[i], k->width);
        term_print(o->c, k->side[i], out);
        strbuf_puts(out, ")\n");
    }
    strbuf_puts(out,
                "(assert (not (= (bvand (bvxor program.value operation.value) operation.care) ");
    term_print(o->c, term_mk_u64(o->c, 0, k->width), out);
    strbuf_puts(out, ")))\n(check-sat)\n");
}

/* ---- samples ---- */

enum corner { ZERO, ONE, ONES, SIGN, MOST, ALTERNATE, SMALL, RANDOM, CORNERS };

static void draw_field(enum corner kind, uint64_t *state, unsigned field, uint64_t *out)
{
    memset(out,
           kind == ONES || kind == MOST ? 0xff
           : kind == ALTERNATE          ? 0x55
                                        : 0,
           bv_limbs(field) * sizeof *out);
    switch (kind) {
    case ONE: out[0] = 1; break;
    case SIGN: bv_set_bit(out, field - 1, true); break;
    case MOST: bv_set_bit(out, field - 1, false); break;
    case SMALL: out[0] = random_next(state) % (field + 1); break;
    case RANDOM:
        for (unsigned i = 0; i < bv_limbs(field); i++) out[i] = random_next(state);
        break;
    default: break;
    }
    bv_trim(out, field);
}

/* The first samples have one corner in all fields of an input; of the others one half mixes corners
 * from field to field and one half is random throughout. */
static enum corner choose_corner(unsigned k, unsigned input, uint64_t *state)
{
    if (k < 16) return (enum corner)(input ? (k * 5 + input * 3) % CORNERS : k % CORNERS);
    return k % 2 ? RANDOM : (enum corner)(random_next(state) % CORNERS);
}

void sample_draw(unsigned k, unsigned width, unsigned field, sample *out)
{
    require(k < SAMPLES && width <= 64 * CLAIM_LIMBS && field > 0, "the sample fits a register");
    uint64_t state = k, value[CLAIM_LIMBS];
    memset(out, 0, sizeof *out);
    for (unsigned input = 0; input < CLAIM_INPUTS_MAX; input++) {
        unsigned at = 0;
        for (; width - at >= field; at += field) {
            draw_field(choose_corner(k, input, &state), &state, field, value);
            bv_insert(out->limb[input], value, field, at);
        }
        if (at == width) continue;
        draw_field(RANDOM, &state, width - at, value);
        bv_insert(out->limb[input], value, width - at, at);
    }
}

void sample_eval(const obligation *o, const claim *k, term t, const sample *s, uint64_t *out)
{
    const uint64_t *values[CLAIM_INPUTS_MAX];
    for (unsigned i = 0; i < o->ninputs; i++) values[i] = s->limb[i];
    term_eval(o->c, t, k->input, values, o->ninputs, out);
}

bool obligation_refute_quickly(const obligation *o, sample *found)
{
    term difference = claim_difference(o, &o->chunk);
    for (unsigned k = 0; k < SAMPLES; k++) {
        uint64_t differs[1];
        sample_draw(k, o->chunk.width, o->field, found);
        sample_eval(o, &o->chunk, difference, found, differs);
        if (differs[0]) return true;
    }
    return false;
}

/* All fields of all inputs are the one corner, field number `lone` the other. */
static void draw_lone(enum corner all, enum corner other, unsigned lone, unsigned width,
                      unsigned field, sample *out)
{
    uint64_t state = lone, value[CLAIM_LIMBS];
    *out = (sample){0};
    for (unsigned input = 0; input < CLAIM_INPUTS_MAX; input++)
        for (unsigned i = 0; (i + 1) * field <= width; i++) {
            draw_field(i == lone ? other : all, &state, field, value);
            bv_insert(out->limb[input], value, field, i * field);
        }
}

bool obligation_refute_by_lone_fields(const obligation *o, sample *found)
{
    static const enum corner corners[] = {ZERO, ONE, ONES, SIGN, MOST};
    enum { COUNT = sizeof corners / sizeof *corners };
    const claim *k = &o->chunk;
    term difference = claim_difference(o, k);
    for (unsigned lone = 0; (lone + 1) * o->field <= k->width; lone++)
        for (unsigned i = 0; i < COUNT * COUNT; i++) {
            uint64_t differs[1];
            draw_lone(corners[i / COUNT], corners[i % COUNT], lone, k->width, o->field, found);
            sample_eval(o, k, difference, found, differs);
            if (differs[0]) return true;
        }
    return false;
}

/* ---- counterexamples ---- */

uint64_t field_value(const uint64_t *reg, op_type type, unsigned field, unsigned w)
{
    uint64_t value[CLAIM_LIMBS] = {0};
    unsigned width = op_type_width(type, w), at = op_type_fields(type, 2) == 1 ? 0 : field * width;
    bv_extract(value, reg, at + width - 1, at);
    return value[0];
}

bool obligation_explain(const obligation *o, const sample *s, counterexample *out)
{
    const claim *k = &o->whole;
    sample spread;
    if (o->forms) {
        spread_fields(o, s, &spread);
        s = &spread;
    }
    uint64_t differs[CLAIM_LIMBS], program[CLAIM_LIMBS], operation[CLAIM_LIMBS];
    sample_eval(o, k, difference_mask(o, k), s, differs);
    sample_eval(o, k, k->side[CLAIM_PROGRAM], s, program);
    sample_eval(o, k, k->side[CLAIM_OPERATION], s, operation);

    unsigned bit = 0;
    while (bit < k->width && !bv_bit(differs, bit)) bit++;
    if (bit == k->width) return false;

    memset(out, 0, sizeof *out);
    op_type type = o->op ? o->op->result : OP_FIELDS;
    unsigned limbs = bv_limbs(k->width),
             shown = limbs < COUNTEREXAMPLE_LIMBS ? limbs : COUNTEREXAMPLE_LIMBS;
    out->field = bit / op_type_width(type, o->field);
    out->expected = field_value(operation, type, out->field, o->field);
    out->actual = field_value(program, type, out->field, o->field);
    for (unsigned i = 0; i < (o->op ? o->op->arity : o->ninputs); i++) {
        memcpy(out->input[i], s->limb[i], shown * sizeof(uint64_t));
        out->field_input[i] = field_value(s->limb[i], o->op ? o->op->type[i] : OP_FIELDS,
                                          out->field, o->field);
    }
    return true;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* diagrams.c - both sides of a claim as decision diagrams, bit by bit.
 *
 * Bits gathered, scattered, compressed and expanded move by how many bits of a mask are ones below
 * them. Such counts have small diagrams whatever is counted with (steps of shifts, sums in fields,
 * products): at every variable all that has to be known is the count so far. So where a mask has
 * too many bits for all of its values (cases.c), and a solver would have to find out what counting
 * is, the result's bits are built from the inputs up as diagrams (bdd.h), which are the same number
 * when they are the same function.
 *
 * Small they are when the deciding bits are asked before those that are moved, and what is decided
 * last is asked first, since then a step of the operation adds one node for a bit: variables are
 * numbered as a walk down from the operation's result meets them in conditions (Malik, Wang,
 * Brayton, Sangiovanni-Vincentelli 1988); the others follow by their places from the highest down,
 * bit by bit of all inputs, as sums want it.
 *
 * The answer is complete: where both sides differ, the difference's diagram says on which input.
 * Before it counts, both sides' diagrams are compared with term_eval, which is other code, on all
 * samples.
 *
 * Called by verify.c. */
#include "diagrams.h"

#include "bdd.h"
#include "spec/term/bv.h"

enum { STEPS = 16 }; /* a node that is allowed */

typedef struct diagrams {
    const obligation *o;
    const term_ctx *c;
    term side[CLAIM_TERMS]; /* of the chunk; see leave_out */
    bdd_store *s;
    arena mem;
    bdd **bits;      /* by term: as many as it is wide, a Bool one */
    unsigned *place; /* by input and bit: the number of the variable, from 1; 0: none yet */
    unsigned vars;
    bool foreign; /* an operator or a variable that we do not know */
} diagrams;

/* ---- the order of variables ---- */

static unsigned *place_of(diagrams *d, term input, unsigned bit)
{
    unsigned i = 0;
    while (i < d->o->ninputs && d->o->chunk.input[i] != input) i++;
    d->foreign = d->foreign || i == d->o->ninputs;
    return d->foreign ? NULL : &d->place[i * d->o->chunk.width + bit];
}

static void number(diagrams *d, unsigned *at)
{
    if (at && !*at) *at = ++d->vars;
}

static bool is_part_of_input(const diagrams *d, term t)
{
    return term_get_op(d->c, t) == TERM_EXTRACT &&
           term_get_op(d->c, term_arg(d->c, t, 0)) == TERM_VAR;
}

static void number_bit(diagrams *d, term part, unsigned i)
{
    number(d, place_of(d, term_arg(d->c, part, 0), term_int(d->c, part, 1) + i));
}

static bool is_zero(const diagrams *d, term t)
{
    return term_is_const(d->c, t) && bv_is_zero(term_limbs(d->c, t), term_width(d->c, t));
}

/* What t extends, by zeros in front of it or by its sign; or t. */
static term extended(const diagrams *d, term t)
{
    term_op kind = term_get_op(d->c, t);
    if (kind == TERM_SIGN_EXTEND) return term_arg(d->c, t, 0);
    return kind == TERM_CONCAT && is_zero(d, term_arg(d->c, t, 0)) ? term_arg(d->c, t, 1) : t;
}

/* Of two parts of inputs. */
static bool is_of_parts(const diagrams *d, term t)
{
    return term_nargs(d->c, t) == 2 && is_part_of_input(d, extended(d, term_arg(d->c, t, 0))) &&
           is_part_of_input(d, extended(d, term_arg(d->c, t, 1)));
}

/* Two parts that are compared or added take turns: their equality, order and sum have a few nodes a
 * bit then, and 2^bits where one part is asked after the other. */
static void number_in_turn(diagrams *d, term t)
{
    term one = extended(d, term_arg(d->c, t, 0)), other = extended(d, term_arg(d->c, t, 1));
    unsigned a = term_width(d->c, one), b = term_width(d->c, other);
    for (unsigned i = 0; i < a || i < b; i++) {
        if (i < a) number_bit(d, one, i);
        if (i < b) number_bit(d, other, i);
    }
}

/* Numbers the bits that conditions of t look at, as they are met. False when conditions look at
 * whole inputs or at an order of other numbers, which are the solver's business. */
static bool number_deciding(diagrams *d, uint8_t *seen, term t, bool in_condition)
{
    uint8_t mark = in_condition ? 2 : 1;
    term_op kind = term_get_op(d->c, t);
    if (seen[t] & mark) return true;
    seen[t] |= mark;
    if (in_condition && is_part_of_input(d, t)) {
        for (unsigned i = 0; i < term_width(d->c, t); i++) number_bit(d, t, i);
        return !d->foreign;
    }
    bool order = kind == TERM_BVULT || kind == TERM_BVULE || kind == TERM_BVSLT ||
                 kind == TERM_BVSLE;
    bool in_turn = in_condition && is_of_parts(d, t);
    bool fit = !in_condition || (kind != TERM_VAR && (!order || in_turn));
    if (in_turn) number_in_turn(d, t);
    for (unsigned i = 0; fit && i < term_nargs(d->c, t); i++)
        fit = number_deciding(d, seen, term_arg(d->c, t, i),
                              in_condition || (kind == TERM_ITE && i == 0));
    return fit;
}

/* How many numbers a sum has, besides constants and single bits. */
static unsigned summands(const diagrams *d, term t)
{
    term_op kind = term_get_op(d->c, t);
    if (kind == TERM_BVADD || kind == TERM_BVSUB)
        return summands(d, term_arg(d->c, t, 0)) + summands(d, term_arg(d->c, t, 1));
    return !term_is_const(d->c, t) && term_width(d->c, extended(d, t)) != 1;
}

/* Whether t moves, joins and counts bits and adds two numbers at most, and does nothing else. */
static bool is_plain(const diagrams *d, term t)
{
    bool *needed = term_mark_needed(d->c, t), plain = true;
    for (term k = 1; k <= t && plain; k++) {
        if (!needed[k]) continue;
        switch (term_get_op(d->c, k)) {
        case TERM_BVADD:
        case TERM_BVSUB: plain = summands(d, k) <= 2; break;
        case TERM_VAR:
        case TERM_CONST:
        case TERM_EXTRACT:
        case TERM_CONCAT:
        case TERM_ZERO_EXTEND:
        case TERM_SIGN_EXTEND:
        case TERM_BVNEG:
        case TERM_BVNOT:
        case TERM_BVAND:
        case TERM_BVOR:
        case TERM_BVXOR: break;
        default: plain = false;
        }
    }
    mem_free(needed);
    return plain;
}

/* False when nothing decides, or not by single bits. Of the others the highest bits come first: a
 * carry depends on what is below, and all bits of a sum share the diagrams of that. */
static bool order_variables(diagrams *d)
{
    unsigned bits = d->o->ninputs * d->o->chunk.width;
    uint8_t *seen = mem_alloc(term_count(d->c) + 1, 1);
    d->place = arena_new(&d->mem, bits, unsigned);
    term operation = d->o->chunk.side[CLAIM_OPERATION];
    bool fit = number_deciding(d, seen, operation, false) && (d->vars || is_plain(d, operation));
    mem_free(seen);
    for (unsigned i = d->o->chunk.width; i-- > 0;)
        for (unsigned k = 0; k < d->o->ninputs; k++)
            number(d, &d->place[k * d->o->chunk.width + i]);
    return fit;
}

/* ---- sums, quotients, shifts, orders ---- */

static bdd *new_bits(diagrams *d, unsigned width)
{
    return arena_new(&d->mem, width ? width : 1, bdd);
}

/* out = a + b + carry; out may be a. The carry out of the highest bit. */
static bdd add(diagrams *d, bdd *out, const bdd *a, const bdd *b, bdd carry, unsigned width)
{
    for (unsigned i = 0; i < width; i++) {
        bdd differ = bdd_xor(d->s, a[i], b[i]), next = bdd_ite(d->s, differ, carry, a[i]);
        out[i] = bdd_xor(d->s, differ, carry);
        carry = next;
    }
    return carry;
}

static bdd *complement(diagrams *d, const bdd *a, unsigned width)
{
    bdd *out = new_bits(d, width);
    for (unsigned i = 0; i < width; i++) out[i] = bdd_not(a[i]);
    return out;
}

/* out = a - b; what is carried out is a >= b. */
static bdd subtract(diagrams *d, bdd *out, const bdd *a, const bdd *b, unsigned width)
{
    return add(d, out, a, complement(d, b, width), BDD_TRUE, width);
}

/* The sum of b's bits, each times a that far up. */
static void multiply(diagrams *d, bdd *out, const bdd *a, const bdd *b, unsigned width)
{
    bdd *part = new_bits(d, width);
    for (unsigned i = 0; i < width; i++) out[i] = BDD_FALSE;
    for (unsigned k = 0; k < width; k++) {
        if (b[k] == BDD_FALSE) continue;
        for (unsigned i = 0; i + k < width; i++) part[i] = bdd_and(d->s, a[i], b[k]);
        add(d, out + k, out + k, part, BDD_FALSE, width - k);
    }
}

/* Digit by digit. Where b is zero the quotient is all ones and the remainder a, as in SMT-LIB. */
static void divide(diagrams *d, bdd *quotient, bdd *remainder, const bdd *a, const bdd *b,
                   unsigned width)
{
    bdd *rest = new_bits(d, width + 1), *less = new_bits(d, width + 1),
        *by = new_bits(d, width + 1);
    memcpy(by, b, width * sizeof *by);
    for (unsigned k = width; k-- > 0;) {
        memmove(rest + 1, rest, width * sizeof *rest);
        rest[0] = a[k];
        quotient[k] = subtract(d, less, rest, by, width + 1);
        for (unsigned i = 0; i <= width; i++)
            rest[i] = bdd_ite(d->s, quotient[k], less[i], rest[i]);
    }
    memcpy(remainder, rest, width * sizeof *rest);
}

static bdd is_less(diagrams *d, const bdd *a, const bdd *b, unsigned width)
{
    return bdd_not(subtract(d, new_bits(d, width), a, b, width));
}

static bdd is_less_signed(diagrams *d, const bdd *a, const bdd *b, unsigned width)
{
    bdd sign = bdd_xor(d->s, a[width - 1], b[width - 1]);
    return bdd_ite(d->s, sign, a[width - 1], is_less(d, a, b, width));
}

/* Bit i of a after 2^step more places: from above or below, or what comes in. */
static bdd moved(const bdd *a, unsigned i, unsigned step, unsigned width, bool left, bdd in)
{
    uint64_t by = step < 32 ? (uint64_t)1 << step : width;
    if (left) return i >= by ? a[i - by] : in;
    return i + by < width ? a[i + by] : in;
}

/* One bit of the amount after the other; of a right shift `in` comes in above. */
static void shift(diagrams *d, bdd *out, const bdd *a, const bdd *amount, unsigned width, bool left,
                  bdd in)
{
    bdd *from = new_bits(d, width);
    memcpy(out, a, width * sizeof *out);
    for (unsigned step = 0; step < width; step++) {
        if (amount[step] == BDD_FALSE) continue;
        memcpy(from, out, width * sizeof *out);
        for (unsigned i = 0; i < width; i++)
            out[i] = bdd_ite(d->s, amount[step], moved(from, i, step, width, left, in), from[i]);
    }
}

/* ---- terms ---- */

static bdd are_same(diagrams *d, const bdd *a, const bdd *b, unsigned width)
{
    bdd same = BDD_TRUE;
    for (unsigned i = 0; i < (width ? width : 1); i++)
        same = bdd_and(d->s, same, bdd_not(bdd_xor(d->s, a[i], b[i])));
    return same;
}

static void put_variable(diagrams *d, term t, bdd *out)
{
    for (unsigned i = 0; i < term_width(d->c, t); i++) {
        const unsigned *at = place_of(d, t, i);
        if (at) out[i] = bdd_var(d->s, *at - 1);
    }
}

static void put_leaf(diagrams *d, term t, bdd *out)
{
    switch (term_get_op(d->c, t)) {
    case TERM_TRUE: out[0] = BDD_TRUE; break;
    case TERM_FALSE: out[0] = BDD_FALSE; break;
    case TERM_CONST:
        for (unsigned i = 0; i < term_width(d->c, t); i++)
            out[i] = bv_bit(term_limbs(d->c, t), i) ? BDD_TRUE : BDD_FALSE;
        break;
    default: put_variable(d, t, out); break;
    }
}

static void put_unary(diagrams *d, term t, bdd *out, const bdd *a)
{
    unsigned width = term_width(d->c, t), inner = term_width(d->c, term_arg(d->c, t, 0));
    term_op kind = term_get_op(d->c, t);
    switch (kind) {
    case TERM_NOT: out[0] = bdd_not(a[0]); break;
    case TERM_BVNOT: memcpy(out, complement(d, a, width), width * sizeof *out); break;
    case TERM_BVNEG: subtract(d, out, new_bits(d, width), a, width); break;
    case TERM_EXTRACT: memcpy(out, a + term_int(d->c, t, 1), width * sizeof *out); break;
    case TERM_ZERO_EXTEND:
    case TERM_SIGN_EXTEND:
        for (unsigned i = 0; i < width; i++)
            out[i] = i < inner ? a[i] : kind == TERM_SIGN_EXTEND ? a[inner - 1] : BDD_FALSE;
        break;
    default: d->foreign = true; break;
    }
}

static void put_bitwise(diagrams *d, term_op kind, bdd *out, const bdd *a, const bdd *b,
                        unsigned width)
{
    for (unsigned i = 0; i < (width ? width : 1); i++) {
        bool both = kind == TERM_BVAND || kind == TERM_AND,
             either = kind == TERM_BVOR || kind == TERM_OR;
        out[i] = both     ? bdd_and(d->s, a[i], b[i])
                 : either ? bdd_or(d->s, a[i], b[i])
                          : bdd_xor(d->s, a[i], b[i]);
    }
}

static void put_binary(diagrams *d, term t, bdd *out, const bdd *a, const bdd *b)
{
    unsigned width = term_width(d->c, t), inner = term_width(d->c, term_arg(d->c, t, 1));
    term_op kind = term_get_op(d->c, t);
    switch (kind) {
    case TERM_AND:
    case TERM_OR:
    case TERM_BVAND:
    case TERM_BVOR:
    case TERM_BVXOR: put_bitwise(d, kind, out, a, b, width); break;
    case TERM_EQ: out[0] = are_same(d, a, b, inner); break;
    case TERM_BVULT: out[0] = is_less(d, a, b, inner); break;
    case TERM_BVULE: out[0] = bdd_not(is_less(d, b, a, inner)); break;
    case TERM_BVSLT: out[0] = is_less_signed(d, a, b, inner); break;
    case TERM_BVSLE: out[0] = bdd_not(is_less_signed(d, b, a, inner)); break;
    case TERM_BVADD: add(d, out, a, b, BDD_FALSE, width); break;
    case TERM_BVSUB: subtract(d, out, a, b, width); break;
    case TERM_BVMUL: multiply(d, out, a, b, width); break;
    case TERM_BVUDIV: divide(d, out, new_bits(d, width), a, b, width); break;
    case TERM_BVUREM: divide(d, new_bits(d, width), out, a, b, width); break;
    case TERM_BVSHL: shift(d, out, a, b, width, true, BDD_FALSE); break;
    case TERM_BVLSHR: shift(d, out, a, b, width, false, BDD_FALSE); break;
    case TERM_BVASHR: shift(d, out, a, b, width, false, a[width - 1]); break;
    case TERM_CONCAT:
        memcpy(out, b, inner * sizeof *out);
        memcpy(out + inner, a, (width - inner) * sizeof *out);
        break;
    default: d->foreign = true; break;
    }
}

/* The diagrams of t, whose arguments have theirs. */
static void put_term(diagrams *d, term t)
{
    unsigned width = term_width(d->c, t);
    bdd *out = d->bits[t] = new_bits(d, width);
    const bdd *arg[TERM_ARGS_MAX] = {NULL};
    for (unsigned i = 0; i < term_nargs(d->c, t); i++) arg[i] = d->bits[term_arg(d->c, t, i)];
    switch (term_nargs(d->c, t)) {
    case 0: put_leaf(d, t, out); break;
    case 1: put_unary(d, t, out, arg[0]); break;
    case 2: put_binary(d, t, out, arg[0], arg[1]); break;
    default:
        for (unsigned i = 0; i < (width ? width : 1); i++)
            out[i] = bdd_ite(d->s, arg[0][0], arg[1][i], arg[2][i]);
        break;
    }
}

/* False when that is too much, or there is something foreign. */
static bool build(diagrams *d)
{
    d->bits = mem_alloc(term_count(d->c) + 1, sizeof *d->bits);
    for (unsigned i = 0; i < CLAIM_TERMS; i++) {
        term side = d->side[i];
        bool *needed = term_mark_needed(d->c, side);
        for (term t = 1; t <= side && !d->foreign && !bdd_exhausted(d->s); t++)
            if (needed[t] && !d->bits[t]) put_term(d, t);
        mem_free(needed);
    }
    return !d->foreign && !bdd_exhausted(d->s);
}

/* Bits that do not matter are zero on both sides: of what a program has there the diagrams may be
 * large. */
static void leave_out(diagrams *d)
{
    const claim *k = &d->o->chunk;
    memcpy(d->side, k->side, sizeof d->side);
    if (!term_is_const(d->c, k->side[CLAIM_CARE])) return;
    for (unsigned i = 0; i < CLAIM_TERMS; i++)
        if (i != CLAIM_CARE)
            d->side[i] = term_mk_masked(d->o->c, k->side[i], k->side[CLAIM_CARE], TERM_WIDTH_MAX);
}

/* ---- the answer ---- */

/* Whether term_eval says the same of a side on a sample. */
static bool is_confirmed(const diagrams *d, unsigned side, const sample *s, bool *value)
{
    const claim *k = &d->o->chunk;
    uint64_t out[CLAIM_LIMBS];
    sample_eval(d->o, k, d->side[side], s, out);
    for (unsigned i = 0; i < d->o->ninputs * k->width; i++)
        value[d->place[i] - 1] = bv_bit(s->limb[i / k->width], i % k->width);
    for (unsigned i = 0; i < k->width; i++)
        if (bdd_eval(d->s, d->bits[d->side[side]][i], value) != bv_bit(out, i)) return false;
    return true;
}

static void compare_with_samples(const diagrams *d)
{
    bool *value = mem_alloc(d->vars, sizeof *value);
    for (unsigned n = 0; n < SAMPLES; n++) {
        sample s;
        sample_draw(n, d->o->chunk.width, d->o->field, &s);
        for (unsigned i = 0; i < CLAIM_TERMS; i++)
            require(is_confirmed(d, i, &s, value), "diagrams and term_eval agree");
    }
    mem_free(value);
}

/* An input for which bit i of both sides differs as the diagram says. */
static void put_failing(const diagrams *d, bdd difference, sample *out)
{
    const claim *k = &d->o->chunk;
    bool *value = mem_alloc(d->vars, sizeof *value);
    bdd_satisfy(d->s, difference, value);
    *out = (sample){0};
    for (unsigned i = 0; i < d->o->ninputs * k->width; i++)
        if (value[d->place[i] - 1]) bv_set_bit(out->limb[i / k->width], i % k->width, true);
    mem_free(value);
}

static diagrams_answer compare_sides(diagrams *d, sample *failing)
{
    const claim *k = &d->o->chunk;
    for (unsigned i = 0; i < k->width; i++) {
        bdd differ = bdd_xor(d->s, d->bits[d->side[CLAIM_PROGRAM]][i],
                             d->bits[d->side[CLAIM_OPERATION]][i]);
        bdd difference = bdd_and(d->s, differ, d->bits[d->side[CLAIM_CARE]][i]);
        if (bdd_exhausted(d->s)) return DIAGRAMS_LARGE;
        if (difference == BDD_FALSE) continue;
        put_failing(d, difference, failing);
        return DIAGRAMS_FAIL;
    }
    return DIAGRAMS_HOLD;
}

diagrams_answer diagrams_try(const obligation *o, size_t nodes, sample *failing)
{
    diagrams d = {.o = o, .c = o->c};
    diagrams_answer answer = DIAGRAMS_UNFIT;
    if (o->forms > 1) return answer;
    if (order_variables(&d)) {
        answer = DIAGRAMS_LARGE;
        leave_out(&d);
        d.s = bdd_store_new(nodes, STEPS * (uint64_t)nodes);
        if (build(&d)) {
            compare_with_samples(&d);
            answer = compare_sides(&d, failing);
        } else if (d.foreign) answer = DIAGRAMS_UNFIT;
    }
    bdd_store_free(d.s);
    mem_free(d.bits);
    arena_free(&d.mem);
    return answer;
}

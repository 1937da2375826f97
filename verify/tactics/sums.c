// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* sums.c - products of halves as sums of products.
 *
 * A product that a program puts together from products of halves defeats a SAT solver from about 12
 * bits on, though it is an identity of polynomials. Z3 has a normal form for polynomials, but
 * shifts and halves hide them: term.c writes a << 32 as a concatenation and a's halves as
 * extractions. Here
 *   - every input is replaced by the concatenation of its pieces, cut wherever the claim extracts
 * from it;
 *   - concat(h, l) becomes h * 2^|l| + l, and a mask of one run of ones an extraction.
 * Modulo 2^w only the low bits of h matter, so that sums and products inside h may be computed at
 * width w: that is what congruent() does, while exact() keeps the value. Both are equalities modulo
 * 2^w for all inputs, and cutting an input is a bijection: the restated claim holds if and only if
 * the claim does.
 *
 * Called by verify.c for claims with products. */
#include "sums.h"

#include <stdio.h>

#include "spec/term/bv.h"

/* ---- walks ---- */

typedef bool visit_fn(void *context, const term_ctx *c, term t);

/* Calls visit for every term below t and t itself, until it returns true; whether it did. */
static bool walk(const term_ctx *c, term t, visit_fn *visit, void *context)
{
    size_t count = term_count(c) + 1, depth = 0;
    bool *seen = mem_alloc(count, sizeof *seen), found = false;
    term *stack = mem_alloc(count, sizeof *stack);
    seen[t] = true;
    stack[depth++] = t;
    while (depth && !found) {
        term top = stack[--depth];
        found = visit(context, c, top);
        for (unsigned i = 0; i < term_nargs(c, top); i++) {
            term arg = term_arg(c, top, i);
            if (!seen[arg]) stack[depth++] = arg;
            seen[arg] = true;
        }
    }
    mem_free(seen);
    mem_free(stack);
    return found;
}

static bool is_product(void *context, const term_ctx *c, term t)
{
    (void)context;
    if (term_get_op(c, t) != TERM_BVMUL) return false;
    return !term_is_const(c, term_arg(c, t, 0)) && !term_is_const(c, term_arg(c, t, 1));
}

bool sums_has_product(const term_ctx *c, term t)
{
    return walk(c, t, is_product, NULL);
}

/* ---- sums ---- */

/* A rewriting to width bits; the memos are indexed by term, for terms that were there at its start.
 */
typedef struct sums {
    term_ctx *c;
    unsigned width;
    size_t count;
    term *congruent, *exact;
} sums;

static term exact(sums *s, term t);

static term times_power(sums *s, term t, unsigned power)
{
    uint64_t limbs[TERM_LIMBS_MAX] = {0};
    bv_set_bit(limbs, power, true);
    return term_mk_binary(s->c, TERM_BVMUL, t, term_mk_const(s->c, limbs, s->width));
}

static term widen(sums *s, term t)
{
    return term_mk_extend(s->c, TERM_ZERO_EXTEND, s->width - term_width(s->c, t), t);
}

/* Whether the ones of a constant are one run, high..low. */
static bool is_run(const term_ctx *c, term t, unsigned *high, unsigned *low)
{
    unsigned width = term_width(c, t), ones = 0;
    for (unsigned i = 0; i < width; i++) {
        if (!bv_bit(term_limbs(c, t), i)) continue;
        if (!ones++) *low = i;
        *high = i;
    }
    return ones > 0 && *high - *low + 1 == ones;
}

/* x and a mask of one run, as a shifted extraction; TERM_NONE for other terms. */
static term masked(sums *s, term t)
{
    unsigned high = 0, low = 0;
    for (unsigned i = 0; term_get_op(s->c, t) == TERM_BVAND && i < 2; i++) {
        term mask = term_arg(s->c, t, i), x = term_arg(s->c, t, 1 - i);
        if (term_is_const(s->c, mask) && is_run(s->c, mask, &high, &low))
            return times_power(s, exact(s, term_mk_extract(s->c, high, low, x)), low);
    }
    return TERM_NONE;
}

static term make_congruent(sums *s, term t);

/* s->width bits equal to t modulo 2^(width of t). */
static term congruent(sums *s, term t)
{
    if (t >= s->count) return make_congruent(s, t);
    if (!s->congruent[t]) s->congruent[t] = make_congruent(s, t);
    return s->congruent[t];
}

static term make_congruent(sums *s, term t)
{
    term_op kind = term_get_op(s->c, t);
    switch (kind) {
    case TERM_BVADD: case TERM_BVSUB: case TERM_BVMUL: {
        term a = congruent(s, term_arg(s->c, t, 0));
        return term_mk_binary(s->c, kind, a, congruent(s, term_arg(s->c, t, 1)));
    }
    case TERM_BVNEG: return term_mk_unary(s->c, kind, congruent(s, term_arg(s->c, t, 0)));
    case TERM_CONCAT: {
        term low = term_arg(s->c, t, 1);
        term high = times_power(s, congruent(s, term_arg(s->c, t, 0)), term_width(s->c, low));
        return term_mk_binary(s->c, TERM_BVADD, high, exact(s, low));
    }
    default: return exact(s, t);
    }
}

static term make_exact(sums *s, term t)
{
    if (term_get_op(s->c, t) == TERM_CONCAT) {
        term low = term_arg(s->c, t, 1);
        term high = times_power(s, exact(s, term_arg(s->c, t, 0)), term_width(s->c, low));
        return term_mk_binary(s->c, TERM_BVADD, high, exact(s, low));
    }
    term mask = masked(s, t);
    return mask ? mask : widen(s, t);
}

/* t, zero-extended to s->width bits. */
static term exact(sums *s, term t)
{
    if (t >= s->count) return make_exact(s, t);
    if (!s->exact[t]) s->exact[t] = make_exact(s, t);
    return s->exact[t];
}

static term write_as_sum(term_ctx *c, term t)
{
    sums s = {.c = c, .width = term_width(c, t), .count = term_count(c) + 1};
    s.congruent = mem_alloc(s.count, sizeof *s.congruent);
    s.exact = mem_alloc(s.count, sizeof *s.exact);
    term sum = congruent(&s, t);
    mem_free(s.congruent);
    mem_free(s.exact);
    return sum;
}

/* Some field differs; each side of each field written as a sum. */
static term differences(const obligation *o, term program, term operation)
{
    term_ctx *c = o->c;
    term any = term_mk_bool(c, false);
    for (unsigned low = 0; low < o->chunk.width; low += o->field) {
        unsigned high = low + o->field - 1;
        term p = write_as_sum(c, term_mk_extract(c, high, low, program));
        term q = write_as_sum(c, term_mk_extract(c, high, low, operation));
        any = term_mk_binary(c, TERM_OR, any,
                             term_mk_unary(c, TERM_NOT, term_mk_binary(c, TERM_EQ, p, q)));
    }
    return any;
}

/* ---- cutting the inputs ---- */

/* cut[i]: a piece of the input begins at bit i. */
typedef struct cuts {
    term input;
    bool *cut;
} cuts;

static bool note_cut(void *context, const term_ctx *c, term t)
{
    cuts *k = context;
    if (term_get_op(c, t) == TERM_EXTRACT && term_arg(c, t, 0) == k->input) {
        k->cut[term_int(c, t, 1)] = true;
        k->cut[term_int(c, t, 0) + 1] = true;
    }
    return false;
}

/* The input as a concatenation of new variables, one a piece. */
static term cut_input(term_ctx *c, term input, term goal)
{
    unsigned width = term_width(c, input), count = 0;
    cuts k = {.input = input, .cut = mem_alloc(width + 1, sizeof(bool))};
    term *pieces = mem_alloc(width, sizeof *pieces);
    walk(c, goal, note_cut, &k);
    k.cut[width] = true;
    for (unsigned low = 0, high = 1; high <= width; high++) {
        char name[160];
        if (!k.cut[high]) continue;
        snprintf(name, sizeof name, "%.100s bits %u to %u", term_name(c, input), low, high - 1);
        pieces[count++] = term_mk_var(c, name, high - low);
        low = high;
    }
    term whole = term_mk_concat_n(c, pieces, count);
    mem_free(pieces);
    mem_free(k.cut);
    return whole;
}

term sums_restate(const obligation *o)
{
    const claim *k = &o->chunk;
    term_ctx *c = o->c;
    if (k->side[CLAIM_CARE] != term_mk_ones(c, k->width)) return TERM_NONE;
    term whole[CLAIM_INPUTS_MAX];
    /* masks are extractions now */
    term visible = differences(o, k->side[CLAIM_PROGRAM], k->side[CLAIM_OPERATION]);
    for (unsigned i = 0; i < o->ninputs; i++) whole[i] = cut_input(c, k->input[i], visible);
    term program = term_substitute(c, k->side[CLAIM_PROGRAM], k->input, whole, o->ninputs);
    term operation = term_substitute(c, k->side[CLAIM_OPERATION], k->input, whole, o->ninputs);
    return differences(o, program, operation);
}

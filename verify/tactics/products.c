// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* products.c - products of wide fields from products of their pieces, by a lemma.
 *
 * A product of 64 bits that a program puts together from products of 32 is an identity of sums, if
 * one only knows what the products of pieces are: variables. So every input is cut into pieces
 * wherever the claim cuts it; a factor is a sum of shifted pieces; a product is the sum of the
 * shifted products of pieces (the distributive law, modulo 2^width); and the product of two pieces
 * of m and n bits is a new variable of m + n bits that is at most (2^m - 1)(2^n - 1), the same for
 * the same two pieces. That a product is so bounded is the lemma. What is left is a claim about
 * additions, shifts and masks.
 *
 * The abstraction forgets what products are, so it can fail to prove, and a model is no
 * counterexample; it cannot prove what is false.
 *
 * Called by verify.c, for claims with products that the other forms did not decide. */
#include "products.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spec/term/bv.h"

enum { PIECES_MAX = 16, PARTS_MAX = 16 };

typedef struct abstraction {
    term_ctx *c;
    term assumption; /* what is known of the products */
    unsigned products;
    bool too_many;
} abstraction;

/* ---- products ---- */

/* A factor as a sum: piece << shift, added or subtracted. */
typedef struct factor {
    struct piece { term t; unsigned shift; bool minus; } at[PIECES_MAX];
    unsigned count;
} factor;

static void add_piece(abstraction *x, factor *f, term t, unsigned shift, bool minus)
{
    if (term_is_const(x->c, t) && bv_is_zero(term_limbs(x->c, t), term_width(x->c, t))) return;
    if (f->count == PIECES_MAX) x->too_many = true;
    else f->at[f->count++] = (struct piece){t, shift, minus};
}

static void expand(abstraction *x, factor *f, term t, unsigned shift)
{
    term_ctx *c = x->c;
    switch (term_get_op(c, t)) {
    case TERM_CONCAT:
        expand(x, f, term_arg(c, t, 1), shift);
        expand(x, f, term_arg(c, t, 0), shift + term_width(c, term_arg(c, t, 1)));
        break;
    case TERM_ZERO_EXTEND: expand(x, f, term_arg(c, t, 0), shift); break;
    case TERM_SIGN_EXTEND: {
        term inner = term_arg(c, t, 0);
        unsigned top = term_width(c, inner) - 1;
        expand(x, f, inner, shift);
        add_piece(x, f, term_mk_extract(c, top, top, inner), shift + top + 1, true);
        break;
    }
    default: add_piece(x, f, t, shift, false);
    }
}

static term zero_extended(term_ctx *c, term t, unsigned width)
{
    unsigned have = term_width(c, t);
    return have < width ? term_mk_extend(c, TERM_ZERO_EXTEND, width - have, t)
                        : term_mk_extract(c, width - 1, 0, t);
}

/* (2^m - 1)(2^n - 1) in m + n bits. */
static term greatest_product(term_ctx *c, unsigned m, unsigned n)
{
    term a = term_mk_extend(c, TERM_ZERO_EXTEND, n, term_mk_ones(c, m)),
         b = term_mk_extend(c, TERM_ZERO_EXTEND, m, term_mk_ones(c, n));
    return term_mk_binary(c, TERM_BVMUL, a, b);
}

/* The product of two pieces, exact. */
static term product(abstraction *x, term a, term b)
{
    term_ctx *c = x->c;
    if (a > b) {
        term t = a;
        a = b;
        b = t;
    }
    unsigned m = term_width(c, a), n = term_width(c, b);
    if (term_is_const(c, a) || term_is_const(c, b))
        return term_mk_binary(c, TERM_BVMUL, zero_extended(c, a, m + n),
                              zero_extended(c, b, m + n));
    term zero = term_mk_u64(c, 0, m + n), one = term_mk_u64(c, 1, 1);
    if (m == 1)
        return term_mk_ite(c, term_mk_binary(c, TERM_EQ, a, one), zero_extended(c, b, m + n), zero);
    if (n == 1)
        return term_mk_ite(c, term_mk_binary(c, TERM_EQ, b, one), zero_extended(c, a, m + n), zero);
    char name[64];
    snprintf(name, sizeof name, "product of %u and %u", (unsigned)a,
             (unsigned)b); /* terms of one context: the same two, the same name */
    term p = term_mk_var(c, name, m + n);
    x->assumption = term_mk_binary(c, TERM_AND, x->assumption,
                                   term_mk_binary(c, TERM_BVULE, p, greatest_product(c, m, n)));
    x->products++;
    return p;
}

static term multiply(abstraction *x, term a, term b)
{
    term_ctx *c = x->c;
    unsigned width = term_width(c, a);
    factor f = {.count = 0}, g = {.count = 0};
    if (term_is_const(c, a) || term_is_const(c, b)) return term_mk_binary(c, TERM_BVMUL, a, b);
    expand(x, &f, a, 0);
    expand(x, &g, b, 0);
    term sum = term_mk_u64(c, 0, width);
    for (unsigned i = 0; i < f.count; i++)
        for (unsigned k = 0; k < g.count; k++) {
            unsigned shift = f.at[i].shift + g.at[k].shift;
            if (shift >= width) continue;
            term p = zero_extended(c, product(x, f.at[i].t, g.at[k].t), width - shift);
            if (shift) p = term_mk_binary(c, TERM_CONCAT, p, term_mk_u64(c, 0, shift));
            sum = term_mk_binary(c, f.at[i].minus == g.at[k].minus ? TERM_BVADD : TERM_BVSUB, sum,
                                 p);
        }
    return sum;
}

/* ---- walking ---- */

/* Masks become pieces. */
static term restate_masks(void *user, term t, const term arg[TERM_ARGS_MAX])
{
    term_ctx *c = ((abstraction *)user)->c;
    for (unsigned i = 0; i < 2 && term_get_op(c, t) == TERM_BVAND; i++) {
        term m = term_is_const(c, arg[i]) ? term_mk_masked(c, arg[1 - i], arg[i], PARTS_MAX)
                                          : TERM_NONE;
        if (m) return m;
    }
    return term_rebuild(c, c, t, arg);
}

/* Products become sums, too. */
static term restate(void *user, term t, const term arg[TERM_ARGS_MAX])
{
    abstraction *x = user;
    return term_get_op(x->c, t) == TERM_BVMUL ? multiply(x, arg[0], arg[1])
                                              : restate_masks(x, t, arg);
}

/* Notes where t extracts from the inputs. */
static void note_cuts(const obligation *o, term t, bool *cut)
{
    bool *needed = term_mark_needed(o->c, t);
    for (term k = 1; k <= t; k++)
        for (unsigned v = 0; v < o->ninputs; v++)
            if (needed[k] && term_get_op(o->c, k) == TERM_EXTRACT &&
                term_arg(o->c, k, 0) == o->chunk.input[v])
                cut[term_int(o->c, k, 1)] = cut[term_int(o->c, k, 0) + 1] = true;
    mem_free(needed);
}

/* An input as pieces; all inputs are cut at the same places. */
static term cut_input(term_ctx *c, term input, const bool *cut)
{
    unsigned width = term_width(c, input), count = 0, low = 0;
    term *piece = mem_alloc(width, sizeof *piece);
    for (unsigned high = 1; high <= width; high++) {
        char name[160];
        if (high < width && !cut[high]) continue;
        snprintf(name, sizeof name, "%.100s piece %u to %u", term_name(c, input), low, high - 1);
        piece[count++] = term_mk_var(c, name, high - low);
        low = high;
    }
    term whole = term_mk_concat_n(c, piece, count);
    mem_free(piece);
    return whole;
}

term products_restate(const obligation *o)
{
    const claim *k = &o->chunk;
    term_ctx *c = o->c;
    abstraction x = {.c = c, .assumption = term_mk_bool(c, true)};
    bool *cut = mem_alloc(k->width + 2, sizeof *cut);
    term side[CLAIM_TERMS], whole[CLAIM_INPUTS_MAX];
    for (unsigned i = 0; i < CLAIM_TERMS; i++) {
        side[i] = term_map(o->c, k->side[i], restate_masks, &x);
        note_cuts(o, side[i], cut);
    }
    for (unsigned i = 0; i < o->ninputs; i++) whole[i] = cut_input(c, k->input[i], cut);
    mem_free(cut);
    for (unsigned i = 0; i < CLAIM_TERMS; i++) {
        side[i] = term_substitute(c, side[i], k->input, whole, o->ninputs);
        side[i] = term_map(o->c, side[i], restate, &x);
    }
    if (x.too_many || !x.products) return TERM_NONE;
    term differ = term_mk_binary(
        c, TERM_BVAND, term_mk_binary(c, TERM_BVXOR, side[CLAIM_PROGRAM], side[CLAIM_OPERATION]),
        side[CLAIM_CARE]);
    term same = term_mk_binary(c, TERM_EQ, differ, term_mk_u64(c, 0, k->width));
    return term_mk_binary(c, TERM_AND, x.assumption, term_mk_unary(c, TERM_NOT, same));
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* multisets.c - sums as linear forms, extremes as sets.
 *
 * Bottom-up, with two normal forms:
 *   - what add, sub, neg, a product with a constant, and xor with the sign bit make is a linear
 *     form: leaves in the order of their numbers, each with a factor, and a constant, modulo 2^w (w
 *     up to 64); xor with what has nothing but a highest bit is a sum, and that bit above the
 *     others of the same value is that value: so fields that are added side by side, their highest
 *     bits apart, are sums of fields;
 *   - a product is leaves with exponents; zeros at the bottom of a factor are those of the product;
 *   - least, greatest, and, or, xor are sets of leaves (for xor of those that occur an odd number
 *     of times); a value and its complement leave nothing of an and, and of an or everything. The
 *     choice of the smaller of two values is their least, however it is written; a signed extreme
 *     is the unsigned one of both with the sign bit added; the complement of an extreme is the
 *     other extreme of the complements.
 * The high part of an extreme is the extreme of the high parts, and the extreme of values below one
 * constant is below it; parts of one choice, sum or product side by side are all of it.
 *
 * A choice made by a mask of all ones or all zeros (compare, and, and-not, or) is written as a
 * choice first; a quotient or shift by what is a constant in one case is a choice of two, of which
 * the other is then the specification's.
 *
 * Every step is an equality for all inputs. Called by verify.c. */
#include "multisets.h"

#include "multisets_inside.h"

static term restate_unary(multisets *m, term t, term a)
{
    term_op op = term_get_op(m->c, t);
    switch (op) {
    case TERM_EXTRACT:
        return multisets_restate_extract(m, term_int(m->c, t, 0), term_int(m->c, t, 1), a);
    case TERM_ZERO_EXTEND:
    case TERM_SIGN_EXTEND: return term_mk_extend(m->c, op, term_int(m->c, t, 0), a);
    case TERM_BVNOT: return multisets_restate_not(m, a);
    case TERM_BVNEG: {
        term sum = multisets_restate_sum(m, TERM_BVSUB, term_mk_u64(m->c, 0, term_width(m->c, a)),
                                         a);
        return sum == TERM_NONE ? term_mk_unary(m->c, op, a) : sum;
    }
    default: return term_mk_unary(m->c, op, a);
    }
}

static bool is_division_or_shift(term_op op)
{
    switch (op) {
    case TERM_BVUDIV: case TERM_BVUREM: case TERM_BVSDIV: case TERM_BVSREM: return true;
    case TERM_BVSHL: case TERM_BVLSHR: case TERM_BVASHR: return true;
    default: return false;
    }
}

/* Whether t divides or shifts by a choice of which one value is a constant. */
static bool is_by_choice(const term_ctx *c, term t)
{
    if (!is_division_or_shift(term_get_op(c, t))) return false;
    term by = term_arg(c, t, 1);
    return term_get_op(c, by) == TERM_ITE &&
           (term_is_const(c, term_arg(c, by, 1)) || term_is_const(c, term_arg(c, by, 2)));
}

static term restate_by_choice(multisets *m, term_op op, term a, term by)
{
    term t = term_mk_binary(m->c, op, a, by);
    if (!is_by_choice(m->c, t)) return t;
    return multisets_restate_ite(m, term_arg(m->c, by, 0),
                                 term_mk_binary(m->c, op, a, term_arg(m->c, by, 1)),
                                 term_mk_binary(m->c, op, a, term_arg(m->c, by, 2)));
}

static term restate_binary(multisets *m, term_op op, term a, term b)
{
    term t;
    if (is_division_or_shift(op)) return restate_by_choice(m, op, a, b);
    switch (op) {
    case TERM_BVMUL: return multisets_restate_product(m, a, b);
    case TERM_BVADD: case TERM_BVSUB:
        t = multisets_restate_sum(m, op, a, b);
        return t == TERM_NONE ? term_mk_binary(m->c, op, a, b) : t;
    case TERM_BVAND:
    case TERM_BVOR:
    case TERM_BVXOR: return multisets_restate_bitwise(m, op, a, b);
    case TERM_CONCAT: return multisets_restate_concat(m, a, b);
    case TERM_BVULE: return term_mk_unary(m->c, TERM_NOT, term_mk_binary(m->c, TERM_BVULT, b, a));
    case TERM_BVSLE: return term_mk_unary(m->c, TERM_NOT, term_mk_binary(m->c, TERM_BVSLT, b, a));
    default: return term_mk_binary(m->c, op, a, b);
    }
}

static term restate(void *user, term t, const term arg[TERM_ARGS_MAX])
{
    multisets *m = user;
    switch (term_nargs(m->c, t)) {
    case 0: return t;
    case 1: return restate_unary(m, t, arg[0]);
    case 2: return restate_binary(m, term_get_op(m->c, t), arg[0], arg[1]);
    default: return multisets_restate_ite(m, arg[0], arg[1], arg[2]);
    }
}

bool multisets_helps(const term_ctx *c, term t)
{
    bool *needed = term_mark_needed(c, t), found = false;
    for (term k = 1; k <= t && !found; k++) found = needed[k] && is_by_choice(c, k);
    mem_free(needed);
    return found;
}

term multisets_restate(term_ctx *c, term t)
{
    multisets m = {.c = c};
    term out = term_map(c, t, restate, &m);
    mem_free(m.of);
    arena_free(&m.mem);
    return out;
}

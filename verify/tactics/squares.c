// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* squares.c - multiplies exclusive ors of conditional values out over the field of two elements. */
#include "squares.h"

#include <stdlib.h>
#include <string.h>

enum { LEAVES_MIN = 8, LEAVES_MAX = 256 };

typedef struct sum {
    term leaf[LEAVES_MAX];
    unsigned count, conditional;
} sum;

/* A product of two bits, or one bit, as p = q. */
typedef struct monomial {
    term p, q;
} monomial;

/* The condition's bit when a leaf is `bit ? value : 0`; TERM_NONE when it is not. */
static term condition_bit(const term_ctx *c, term leaf)
{
    if (term_get_op(c, leaf) != TERM_ITE) return TERM_NONE;
    term cond = term_arg(c, leaf, 0), other = term_arg(c, leaf, 2);
    if (!term_is_const(c, other) || term_get_op(c, cond) != TERM_EQ) return TERM_NONE;
    for (unsigned i = 0; i < (term_width(c, other) + 63) / 64; i++)
        if (term_limbs(c, other)[i]) return TERM_NONE;
    for (unsigned i = 0; i < 2; i++) {
        term one = term_arg(c, cond, i), bit = term_arg(c, cond, 1 - i);
        if (term_is_const(c, one) && term_width(c, one) == 1 && term_limbs(c, one)[0] == 1)
            return bit;
    }
    return TERM_NONE;
}

/* The leaves of nested exclusive ors; false when there are too many. */
static bool flatten(const term_ctx *c, term t, sum *out)
{
    if (term_get_op(c, t) == TERM_BVXOR)
        return flatten(c, term_arg(c, t, 0), out) && flatten(c, term_arg(c, t, 1), out);
    if (out->count == LEAVES_MAX) return false;
    out->conditional += condition_bit(c, t) != TERM_NONE;
    out->leaf[out->count++] = t;
    return true;
}

/* Bit k of a value, through shifts by constants; TERM_NONE for a constant zero. */
static term bit_of(term_ctx *c, term t, unsigned k)
{
    if (term_get_op(c, t) == TERM_BVSHL && term_is_const(c, term_arg(c, t, 1))) {
        uint64_t by = term_limbs(c, term_arg(c, t, 1))[0];
        return k < by ? TERM_NONE : bit_of(c, term_arg(c, t, 0), k - (unsigned)by);
    }
    term bit = term_mk_extract(c, k, k, t);
    return term_is_const(c, bit) && !term_limbs(c, bit)[0] ? TERM_NONE : bit;
}

static int compare(const void *a, const void *b)
{
    const monomial *x = a, *y = b;
    if (x->p != y->p) return x->p < y->p ? -1 : 1;
    return (x->q > y->q) - (x->q < y->q);
}

/* Bit k of the sum; false when products of different bits remain. Monomials that occur twice
 * cancel. */
static bool sum_bit(term_ctx *c, const sum *s, unsigned k, term *out)
{
    monomial m[LEAVES_MAX];
    unsigned n = 0;
    for (unsigned i = 0; i < s->count; i++) {
        term cond = condition_bit(c, s->leaf[i]),
             bit = bit_of(c, cond == TERM_NONE ? s->leaf[i] : term_arg(c, s->leaf[i], 1), k);
        if (bit == TERM_NONE) continue;
        if (cond == TERM_NONE) cond = bit;
        m[n++] = cond < bit ? (monomial){cond, bit} : (monomial){bit, cond};
    }
    qsort(m, n, sizeof *m, compare);
    *out = term_mk_u64(c, 0, 1);
    for (unsigned i = 0; i < n; i++) {
        if (i + 1 < n && !compare(&m[i], &m[i + 1])) {
            i++;
            continue;
        }
        if (m[i].p != m[i].q) return false;
        *out = term_mk_binary(c, TERM_BVXOR, *out, m[i].p);
    }
    return true;
}

/* t itself when it is no sum of enough conditional values, or does not come out. */
static term fold(term_ctx *c, term t)
{
    sum s = {.count = 0};
    term bit[TERM_WIDTH_MAX];
    if (!flatten(c, t, &s) || s.conditional < LEAVES_MIN) return t;
    for (unsigned k = 0; k < term_width(c, t); k++)
        if (!sum_bit(c, &s, k, &bit[k])) return t;
    return term_mk_concat_n(c, bit, term_width(c, t));
}

typedef struct folder {
    term_ctx *c;
    bool *outer; /* by term: not only part of other sums */
} folder;

static term fold_outer(void *user, term t, const term arg[TERM_ARGS_MAX])
{
    const folder *f = user;
    term now = term_rebuild(f->c, f->c, t, arg);
    return f->outer[t] && term_get_op(f->c, now) == TERM_BVXOR ? fold(f->c, now) : now;
}

/* A sum inside a sum is folded with it, not before. */
term squares_fold(term_ctx *c, term t)
{
    folder f = {c, mem_alloc((size_t)t + 1, sizeof *f.outer)};
    bool *needed = term_mark_needed(c, t);
    f.outer[t] = true;
    for (term k = 1; k <= t; k++)
        for (unsigned i = 0; needed[k] && i < term_nargs(c, k); i++)
            if (term_get_op(c, k) != TERM_BVXOR) f.outer[term_arg(c, k, i)] = true;
    mem_free(needed);
    term out = term_map(c, t, fold_outer, &f);
    mem_free(f.outer);
    return out;
}

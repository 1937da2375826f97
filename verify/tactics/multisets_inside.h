// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* multisets_inside.h - normal forms while a term is restated, for the files of multisets.c, which
 * need each other. */
#ifndef LANESMITH_MULTISETS_INSIDE_H
#define LANESMITH_MULTISETS_INSIDE_H

#include "spec/term/term.h"

enum { LEAVES_MAX = 1024, DEPTH_MAX = 64, CHOICES_MAX = 100000 };

typedef enum group_kind {
    GROUP_NONE,
    GROUP_SUM,
    GROUP_LEAST,
    GROUP_GREATEST,
    GROUP_AND,
    GROUP_OR,
    GROUP_XOR,
    GROUP_PRODUCT
} group_kind;

typedef struct group {
    group_kind kind;
    unsigned count;
    term *leaf;       /* ascending */
    uint64_t *factor; /* of a sum; of a product the exponent */
    uint64_t constant;
} group;

typedef struct multisets {
    term_ctx *c;
    arena mem;
    group *of; /* by term; count of them */
    size_t count;
    unsigned depth, choices; /* moved out of choices, and out of anything */
} multisets;

static inline const group *group_of(const multisets *m, term t)
{
    static const group none = {GROUP_NONE, 0, NULL, NULL, 0};
    return t < m->count ? &m->of[t] : &none;
}

static inline bool has_factors(group_kind kind)
{
    return kind == GROUP_SUM || kind == GROUP_PRODUCT;
}

static inline bool is_extreme(group_kind kind)
{
    return kind == GROUP_LEAST || kind == GROUP_GREATEST;
}

/* Is t a bit above zeros? Then *bit. */
static inline bool is_top_bit(const term_ctx *c, term t, term *bit)
{
    if (term_get_op(c, t) != TERM_CONCAT || !term_is_zero(c, term_arg(c, t, 1))) return false;
    *bit = term_arg(c, t, 0);
    return term_width(c, *bit) == 1;
}

/* Is t something of several bits below a constant? */
static inline bool is_below_constant(const term_ctx *c, term t)
{
    return term_get_op(c, t) == TERM_CONCAT && term_is_const(c, term_arg(c, t, 0)) &&
           term_width(c, term_arg(c, t, 1)) > 1;
}

static inline uint64_t width_mask(unsigned width)
{
    return width < 64 ? ((uint64_t)1 << width) - 1 : ~(uint64_t)0;
}

static inline uint64_t sign_bit(unsigned width) { return (uint64_t)1 << (width - 1); }

/* A choice that is no extreme. */
static inline bool is_choice(const multisets *m, term t)
{
    return term_get_op(m->c, t) == TERM_ITE && term_width(m->c, t) &&
           group_of(m, t)->kind == GROUP_NONE;
}

/* multisets_group.c */
/* That t is what g says, unless it is older than a leaf: then it was simplified to less, and might
 * be a leaf itself. So whoever goes from terms to leaves comes to an end. */
void multisets_remember(multisets *m, term t, const group *g);
/* An empty one, with room for so many leaves. */
group multisets_new_group(multisets *m, group_kind kind, unsigned room);
/* t as a group of that kind, if only of one. */
group multisets_as_group(multisets *m, group_kind kind, term t);
/* Leaves of both in order, a sum's with factors x and y, a product's with their exponents; of an
 * xor those that only one of them has. */
group multisets_merge(multisets *m, const group *a, uint64_t x, const group *b, uint64_t y);

/* multisets_sums.c */
/* The linear form as a term. */
term multisets_make_sum(multisets *m, group *g, unsigned width);
/* x * a + y * b; TERM_NONE where that would have too many leaves. */
term multisets_add_scaled(multisets *m, term a, uint64_t x, term b, uint64_t y);
term multisets_add_constant(multisets *m, term a, uint64_t constant);
/* A sum, in its normal form, or TERM_NONE. */
term multisets_restate_sum(multisets *m, term_op op, term a, term b);
/* TERM_NONE where there are too many factors. */
term multisets_make_product(multisets *m, const group *g);
term multisets_restate_product(multisets *m, term a, term b);

/* multisets_sets.c */
/* The set of the leaves of both, as a term. TERM_NONE where there are too many leaves. */
term multisets_unite(multisets *m, group_kind kind, term a, term b);
/* The least or greatest of two values; TERM_NONE where there are too many leaves. */
term multisets_unsigned_extreme(multisets *m, bool least, term a, term b);
/* The same, by BVULT or BVSLT. */
term multisets_extreme(multisets *m, term_op op, bool least, term a, term b);
/* The highest bits of t, as many as `like` has. */
term multisets_high_part_like(multisets *m, term t, term like);
/* cond ? a : b as an extreme of a and b, which are compared or the high parts of what is compared;
 * TERM_NONE when it is none. */
term multisets_restate_extreme(multisets *m, term cond, term a, term b);

/* multisets_choices.c */
term multisets_restate_bitwise(multisets *m, term_op op, term a, term b);
/* A complement goes down to the leaves of extremes, and past the sign bit that is added to one
 * value. */
term multisets_restate_not(multisets *m, term a);
term multisets_restate_ite(multisets *m, term cond, term a, term b);

/* multisets_parts.c */
term multisets_restate_extract(multisets *m, unsigned high, unsigned low, term a);
/* The low bits of a sum or product in normal form, as they are where they stand alone; TERM_NONE of
 * other terms. */
term multisets_low_part(multisets *m, term t, unsigned bits);
/* What moved by bytes is put together again. */
term multisets_restate_concat(multisets *m, term high, term low);

#endif

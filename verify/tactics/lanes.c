// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* lanes.c - see lanes.h. Lanes are those of the narrowest sum in the term, which is the program's.
 *
 * A sum of a sum and one bit is cut as one, with the bit carried into its lowest lane: so programs
 * have it, too. Called by tactics.c. */
#include "lanes.h"

#include "spec/base/base.h"

enum { LANE_MIN = 16, LANE_MAX = 64 };

/* A sum that was cut, in case one bit is added to it. */
typedef struct cut {
    term t; /* what came of it */
    bool add;
    term x, y;
} cut;

typedef struct rewriter {
    term_ctx *c;
    unsigned lane;
    cut *made;
    unsigned count, cap;
    term *carry; /* from lane to lane, of all sums */
    unsigned ncarries, cap_carries;
} rewriter;

static term bit(term_ctx *c, term holds)
{
    return term_mk_ite(c, holds, term_mk_u64(c, 1, 1), term_mk_u64(c, 0, 1));
}

static term either(term_ctx *c, term a, term b) { return term_mk_binary(c, TERM_BVOR, a, b); }
static term both(term_ctx *c, term a, term b) { return term_mk_binary(c, TERM_BVAND, a, b); }

/* Of one lane: the result, and in *carry what goes on from it. */
static term cut_lane(term_ctx *c, bool add, term x, term y, term *carry)
{
    unsigned width = term_width(c, x);
    term zero = term_mk_u64(c, 0, width),
         in = term_mk_extend(c, TERM_ZERO_EXTEND, width - 1, *carry);
    term s = term_mk_binary(c, add ? TERM_BVADD : TERM_BVSUB, x, y),
         makes = bit(c, add ? term_mk_binary(c, TERM_BVULT, s, x)
                            : term_mk_binary(c, TERM_BVULT, x, y)),
         passes = bit(
             c, term_mk_binary(c, TERM_EQ, s, add ? term_mk_unary(c, TERM_BVNOT, zero) : zero));
    term out = term_mk_binary(c, add ? TERM_BVADD : TERM_BVSUB, s, in);
    *carry = either(c, makes, both(c, passes, *carry));
    return out;
}

static void note_carry(rewriter *r, term carry)
{
    for (unsigned i = 0; i < r->ncarries; i++)
        if (r->carry[i] == carry) return;
    if (r->ncarries == r->cap_carries)
        r->carry = mem_grow(r->carry, r->cap_carries = r->cap_carries ? 2 * r->cap_carries : 64,
                            sizeof *r->carry);
    r->carry[r->ncarries++] = carry;
}

static term cut_sum(rewriter *r, bool add, term x, term y, term carry)
{
    term part[TERM_WIDTH_MAX / LANE_MIN];
    unsigned width = term_width(r->c, x), n = 0;
    for (unsigned low = 0; low < width; low += r->lane) {
        unsigned high = low + r->lane < width ? low + r->lane - 1 : width - 1;
        if (low) note_carry(r, carry);
        part[n++] = cut_lane(r->c, add, term_mk_extract(r->c, high, low, x),
                             term_mk_extract(r->c, high, low, y), &carry);
    }
    term out = term_mk_concat_n(r->c, part, n);
    if (r->count == r->cap)
        r->made = mem_grow(r->made, r->cap = r->cap ? 2 * r->cap : 16, sizeof *r->made);
    r->made[r->count++] = (cut){out, add, x, y};
    return out;
}

static const cut *find_cut(const rewriter *r, term t, bool add)
{
    for (unsigned i = r->count; i-- > 0;)
        if (r->made[i].t == t && r->made[i].add == add) return &r->made[i];
    return NULL;
}

/* Whether all bits but the lowest are zero. */
static bool is_one_bit(term_ctx *c, term t)
{
    unsigned width = term_width(c, t);
    return term_is_zero(c, term_mk_extract(c, width - 1, 1, t));
}

/* x + y, or x - y, where a sum and a bit are one; of sums either operand may be the bit. */
static term restate_sum(rewriter *r, bool add, term x, term y)
{
    term_ctx *c = r->c;
    for (unsigned swapped = 0; swapped < (add ? 2u : 1u); swapped++) {
        term whole = swapped ? y : x, small = swapped ? x : y;
        if (!is_one_bit(c, small)) continue;
        const cut *inner = find_cut(r, whole, add);
        term carry = term_mk_extract(c, 0, 0, small);
        if (inner) return cut_sum(r, add, inner->x, inner->y, carry);
        return cut_sum(r, add, whole, term_mk_u64(c, 0, term_width(c, whole)), carry);
    }
    return cut_sum(r, add, x, y, term_mk_u64(c, 0, 1));
}

static bool is_sum(const term_ctx *c, term t)
{
    return term_get_op(c, t) == TERM_BVADD || term_get_op(c, t) == TERM_BVSUB;
}

static term restate(void *user, term t, const term arg[TERM_ARGS_MAX])
{
    rewriter *r = user;
    if (is_sum(r->c, t) && term_width(r->c, t) > LANE_MAX)
        return restate_sum(r, term_get_op(r->c, t) == TERM_BVADD, arg[0], arg[1]);
    return term_rebuild(r->c, r->c, t, arg);
}

/* Of the narrowest sum of a power of two of bits. */
static unsigned lane_of(const term_ctx *c, term t)
{
    bool *needed = term_mark_needed(c, t);
    unsigned lane = LANE_MAX;
    for (term i = 1; i <= t; i++) {
        unsigned width = needed[i] && is_sum(c, i) ? term_width(c, i) : LANE_MAX;
        if (width >= LANE_MIN && width < lane && !(width & (width - 1))) lane = width;
    }
    mem_free(needed);
    return lane;
}

term lanes_cut(term_ctx *c, term t, term **carries, unsigned *count)
{
    rewriter r = {.c = c, .lane = lane_of(c, t)};
    term out = term_map(c, t, restate, &r);
    mem_free(r.made);
    *carries = r.carry;
    *count = r.ncarries;
    return r.count ? out : TERM_NONE;
}

term lanes_restate(term_ctx *c, term t)
{
    term *carries;
    unsigned count;
    term out = lanes_cut(c, t, &carries, &count);
    mem_free(carries);
    return out;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* parity.c - see parity.h. Called by wide.c. */
#include "parity.h"

#include <string.h>

#include "carried_by.h"
#include "parts.h"
#include "spec/term/bv.h"

/* In lanes; between lanes. */
typedef enum inside { INSIDE_STEPS, INSIDE_PRODUCT, INSIDES } inside;
typedef enum between {
    BETWEEN_STEPS,
    BETWEEN_PRODUCT,
    BETWEEN_COUNTS,
    BETWEEN_GATHERED_COUNTS,
    BETWEEN_LANES,
    BETWEENS
} between;

enum { LIMBS = 16 }; /* of a register, at most */

/* A count of lanes and the carry has room in so many bits. */
enum { COUNT_BITS = 4, COUNTED_MAX = 16, LANES_MAX = 32, MOVED_MAX = 4 };

/* One program while it is made. */
typedef struct making {
    parts x;
    prog p;
    unsigned lanes;
    unsigned a, carry; /* value numbers: the operands */
    unsigned zero, one, each;
    parts_constant ones, above, at,
        sums; /* places of counts: above the lanes, of all; all summed */
} making;

/* ---- is it? ---- */

static term prefix(term_ctx *c, term t)
{
    unsigned bits = term_width(c, t);
    for (unsigned by = 1; by < bits; by *= 2)
        t = term_mk_binary(c, TERM_BVXOR, t,
                           term_mk_binary(c, TERM_BVSHL, t, term_mk_u64(c, by, bits)));
    return t;
}

/* The results side by side, as op_elaborate has them. */
static term expected(term_ctx *c, term a, term carry, unsigned bits)
{
    term in = term_mk_extract(c, 0, 0, carry),
         all = term_mk_binary(c, TERM_BVXOR, prefix(c, term_mk_extract(c, bits - 1, 0, a)),
                              term_mk_extend(c, TERM_SIGN_EXTEND, bits - 1, in)),
         both[2] = {all, term_mk_extend(c, TERM_ZERO_EXTEND, bits - 1,
                                        term_mk_extract(c, bits - 1, bits - 1, all))};
    return term_mk_concat_n(c, both, 2);
}

bool parity_is_for(const cell *c) { return carried_computes(c, expected); }

/* ---- in lanes, and in the general register ---- */

static unsigned steps(making *m, const regclass *cls, unsigned a, unsigned bits)
{
    for (unsigned by = 1; by < bits; by *= 2) {
        unsigned up = parts_shift_up(&m->x, cls, a, by);
        a = cls == m->x.general ? parts_general(&m->x, TERM_BVXOR, a, up)
                                : parts_lanes(&m->x, TERM_BVXOR, a, up);
    }
    return a;
}

static unsigned in_lanes(making *m, inside how)
{
    const regclass *cls = m->x.c->cls;
    if (how == INSIDE_STEPS) return steps(m, cls, m->a, m->x.lane);
    if (m->x.lane != 64) return PARTS_NONE; /* products are of these */
    return cls->vector ? parts_prefixes(&m->x, m->a, &m->ones)
                       : parts_general_prefix(&m->x, m->a, &m->ones);
}

/* All ones where a carry comes in. */
static unsigned carried_in(making *m)
{
    return parts_general(&m->x, TERM_BVSUB, m->zero, m->carry);
}

/* ---- between lanes ---- */

/* Bit i of a general register, for i up to the number of lanes: the parity of the lanes below i,
 * whose own parities are in the bits of t; `room` bits apart. What is above these is anything. */
static unsigned parities_below(making *m, between how, unsigned t, unsigned *room)
{
    const regclass *general = m->x.general;
    *room = how == BETWEEN_COUNTS ? COUNT_BITS : 1;
    if (how == BETWEEN_STEPS)
        return steps(m, general, parts_general(&m->x, TERM_BVADD, t, t), m->lanes);
    if (m->lanes >= COUNTED_MAX || m->x.lane != general->bits) return PARTS_NONE;
    if (how == BETWEEN_PRODUCT)
        return parts_general_prefix(&m->x, parts_general(&m->x, TERM_BVADD, t, t), &m->ones);
    unsigned counts = parts_general(&m->x, TERM_BVMUL, parts_place(&m->x, t, &m->above),
                                    m->sums.number);
    return how == BETWEEN_COUNTS ? counts : parts_gather(&m->x, counts, &m->at);
}

static void finish(making *m, unsigned result, unsigned carry)
{
    m->p.result = result;
    m->p.second = carry;
}

static void through_general(making *m, between how, unsigned x)
{
    unsigned room, each = m->each,
                   below = parities_below(m, how, parts_tops(&m->x, x, m->zero), &room),
                   t = parts_general(&m->x, TERM_BVXOR, below, carried_in(m));
    unsigned carry = parts_general(&m->x, TERM_BVAND, parts_shift_down(&m->x, t, room * m->lanes),
                                   m->one);
    finish(m, parts_lanes(&m->x, TERM_BVXOR, x, parts_spread_apart(&m->x, t, each, room)), carry);
}

static void through_lanes(making *m, unsigned x)
{
    unsigned below = parts_up(&m->x, parts_signs(&m->x, x, m->zero), 1, m->zero);
    for (unsigned by = 1; by + 1 < m->lanes; by *= 2)
        below = parts_lanes(&m->x, TERM_BVXOR, below, parts_up(&m->x, below, by, m->zero));
    unsigned own = parts_lanes(&m->x, TERM_BVXOR, x, below),
             top = parts_shift_down(&m->x, parts_tops(&m->x, own, m->zero), m->lanes - 1),
             carry = parts_general(&m->x, TERM_BVXOR, top, m->carry),
             in = parts_repeat(&m->x, carried_in(m));
    finish(m, parts_lanes(&m->x, TERM_BVXOR, own, in), carry);
}

static void alone(making *m, unsigned x)
{
    unsigned top = parts_shift_down(&m->x, x, m->x.general->bits - 1),
             carry = parts_general(&m->x, TERM_BVXOR, top, m->carry);
    finish(m, parts_general(&m->x, TERM_BVXOR, x, carried_in(m)), carry);
}

/* ---- programs ---- */

/* Lane i of `each`: the bit that says whether it is complemented. */
static unsigned add_each(making *m, unsigned room)
{
    uint64_t limb[LIMBS] = {0};
    for (unsigned i = 0; i < m->lanes && i * room < m->x.lane; i++) {
        uint64_t bit = 1ULL << i * room;
        bv_insert(limb, &bit, m->x.lane, i * m->x.lane);
    }
    return prog_add_const(&m->p, limb);
}

static parts_constant add_places(making *m, unsigned first)
{
    uint64_t places = 0;
    for (unsigned i = first; i <= m->lanes && i * COUNT_BITS < 64; i++)
        places |= 1ULL << i * COUNT_BITS;
    return (parts_constant){prog_add_repeated(&m->p, places, 64), places};
}

static void put_constants(making *m, between how)
{
    m->zero = prog_add_repeated(&m->p, 0, 64);
    m->one = prog_add_repeated(&m->p, 1, 64);
    m->ones = (parts_constant){prog_add_repeated(&m->p, UINT64_MAX, 64), UINT64_MAX};
    m->each = add_each(m, how == BETWEEN_COUNTS ? COUNT_BITS : 1);
    m->above = add_places(m, 1);
    m->at = m->sums = add_places(m, 0);
}

/* known: what has been looked for, which goes on from program to program. */
static void propose_one(parts *known, const cell *c, unsigned lane, inside in, between how,
                        wide_found_fn *found, void *context)
{
    making *m = mem_alloc(1, sizeof *m);
    m->x = *known;
    m->x.lane = lane;
    m->x.p = &m->p;
    m->lanes = c->cls->bits / lane;
    m->carry = 1;
    prog_init(&m->p, c->op, c->cls);
    put_constants(m, how);
    unsigned x = in_lanes(m, in);
    if (!c->cls->vector) alone(m, x);
    else if (how == BETWEEN_LANES) through_lanes(m, x);
    else through_general(m, how, x);
    if (m->p.result != PARTS_NONE && m->p.second != PARTS_NONE) {
        prog_tidy(&m->p);
        found(context, &m->p);
    }
    known->found = m->x.found;
    known->nfound = m->x.nfound;
    mem_free(m);
}

/* Whether the ways can be of any use: in a general register there are no lanes, and of more than a
 * few moving them takes longer than counting. */
static bool is_way(const cell *c, unsigned lane, between how)
{
    unsigned lanes = c->cls->bits / lane;
    if (!c->cls->vector) return lanes == 1 && how == BETWEEN_STEPS;
    return lanes > 1 && lanes < LANES_MAX && (how != BETWEEN_LANES || lanes <= MOVED_MAX);
}

void parity_propose(const spec *s, const cell *c, const regclass *general, wide_found_fn *found,
                    void *context)
{
    static const unsigned lanes[] = {64, 32};
    parts known = {.s = s, .c = c, .general = general, .terms = term_ctx_new()};
    for (unsigned i = 0; i < sizeof lanes / sizeof *lanes; i++)
        for (unsigned in = 0; in < INSIDES; in++)
            for (unsigned how = 0; how < BETWEENS; how++)
                if (is_way(c, lanes[i], (between)how))
                    propose_one(&known, c, lanes[i], (inside)in, (between)how, found, context);
    parts_free(&known);
    term_ctx_free(known.terms);
}

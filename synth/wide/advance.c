// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* advance.c - see advance.h. Called by wide.c. */
#include "advance.h"

#include "carried_by.h"
#include "parts.h"
#include "spec/term/bv.h"

/* Where the bits between lanes, and the carry, come from. */
typedef enum below {
    BELOW_LANES,   /* lanes moved up, the carry's lane below */
    BELOW_LOWS,    /* the same of registers of two lanes */
    BELOW_ZEROS,   /* lanes moved up, zeros below; the carry by itself */
    BELOW_GENERAL, /* top bits by way of a general register */
    BELOWS
} below;

/* One program while it is made. */
typedef struct making {
    parts x;
    prog p;
    unsigned lanes;
    unsigned a, carry; /* value numbers: the operands */
    unsigned zero, each;
} making;

static term expected(term_ctx *c, term a, term carry, unsigned bits)
{
    term in = term_mk_extract(c, 0, 0, carry), low = term_mk_extract(c, bits - 2, 0, a),
         top = term_mk_extract(c, bits - 1, bits - 1, a), moved[2] = {in, low},
         both[2] = {term_mk_concat_n(c, moved, 2),
                    term_mk_extend(c, TERM_ZERO_EXTEND, bits - 1, top)};
    return term_mk_concat_n(c, both, 2);
}

bool advance_is_for(const cell *c)
{
    return c->cls->vector && carried_computes(c, expected);
}

/* ---- programs ---- */

/* The carry at the top of a lane of a general register. */
static unsigned carry_on_top(making *m)
{
    return parts_shift_up(&m->x, m->x.general, m->carry, m->x.lane - 1);
}

/* Each lane doubled, and below it the top bit of the lane of `from`. */
static unsigned joined(making *m, unsigned from)
{
    return parts_joined(&m->x, m->a, from, 1);
}

static unsigned from_zeros(making *m)
{
    unsigned moved = joined(m, parts_up(&m->x, m->a, 1, m->zero));
    return parts_lanes(&m->x, TERM_BVOR, moved, parts_low(&m->x, m->carry));
}

/* t: twice the top bits, and the carry. Lanes of ones are minus one. */
static unsigned from_general(making *m, unsigned tops)
{
    unsigned t = parts_add_twice(&m->x, m->carry, tops),
             twice = parts_shift_up(&m->x, m->x.c->cls, m->a, 1);
    return parts_lanes(&m->x, TERM_BVSUB, twice, parts_spread(&m->x, t, m->each));
}

static unsigned moved_up(making *m, below how, unsigned tops)
{
    switch (how) {
    case BELOW_LANES:
        return joined(m, parts_up_from(&m->x, m->a, parts_repeat(&m->x, carry_on_top(m))));
    case BELOW_LOWS:
        if (m->lanes != 2) return PARTS_NONE;
        return joined(m, parts_lows(&m->x, parts_low(&m->x, carry_on_top(m)), m->a));
    case BELOW_ZEROS: return from_zeros(m);
    default: return from_general(m, tops);
    }
}

/* Lane i has bit i. */
static unsigned add_each(making *m)
{
    uint64_t limb[TERM_LIMBS_MAX] = {0};
    for (unsigned i = 0; i < m->lanes; i++) {
        uint64_t one = 1ULL << i;
        bv_insert(limb, &one, m->x.lane, i * m->x.lane);
    }
    return prog_add_const(&m->p, limb);
}

/* known: what has been looked for, which goes on from program to program. */
static void propose_one(parts *known, const cell *c, below how, wide_found_fn *found,
                        void *context)
{
    making *m = mem_alloc(1, sizeof *m);
    m->x = *known;
    m->x.p = &m->p;
    m->lanes = c->cls->bits / m->x.lane;
    m->carry = 1;
    prog_init(&m->p, c->op, c->cls);
    m->zero = prog_add_repeated(&m->p, 0, 64);
    m->each = add_each(m);
    unsigned tops = parts_tops(&m->x, m->a, m->zero);
    unsigned result = moved_up(m, how, tops),
             carry = parts_shift_down(&m->x, tops, m->lanes - 1);
    if (result != PARTS_NONE && carry != PARTS_NONE) {
        m->p.result = result;
        m->p.second = carry;
        prog_tidy(&m->p);
        found(context, &m->p);
    }
    known->found = m->x.found;
    known->nfound = m->x.nfound;
    mem_free(m);
}

void advance_propose(const spec *s, const cell *c, const regclass *general, wide_found_fn *found,
                     void *context)
{
    parts known = {.s = s, .c = c, .general = general, .terms = term_ctx_new()};
    known.lane = general->bits;
    for (unsigned how = 0; how < BELOWS; how++)
        propose_one(&known, c, (below)how, found, context);
    parts_free(&known);
    term_ctx_free(known.terms);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* wide.c - see wide.h: the definition is walked from its result down; logic becomes logic, the one
 * sum or difference with a carry in becomes the scheme on lanes. */
#include "wide.h"

#include <string.h>

#include "advance.h"
#include "compares.h"
#include "parity.h"
#include "parts.h"
#include "spec/op.h"
#include "spec/term/bv.h"

enum { CONST_TOPS, CONST_BELOW_TOPS, CONST_ONES, CONST_ZERO, CONST_EACH, CONST_LANES, CONSTS };
enum { OPERANDS = 3 };

/* 0 - b by the lanes that are not zero, by those that are, or as a difference like others. */
typedef enum negation { NEGATION_BY_OTHERS, NEGATION_BY_ZEROS, NEGATION_PLAIN, NEGATIONS } negation;

/* One program while it is made. */
typedef struct making {
    parts x;
    prog p;
    bool by_signs; /* compares are signed ones */
    negation how;
    /* the operation's operands; the carry as wide as the register, TERM_NONE: there is none */
    term operand[OPERANDS], carry_in;
    unsigned input[OPERANDS], carry_input; /* value numbers */
    unsigned konst[CONSTS];
    bool summed;    /* a sum was met */
    unsigned carry; /* out of it */
} making;

/* ---- the scheme ---- */

static unsigned lanes_of(const making *m) { return m->x.c->cls->bits / m->x.lane; }

/* The lanes that get a carry, as ones; m->carry is set. g: lanes that make one, p: that pass one.
 */
static unsigned move_carries(making *m, unsigned g, unsigned p)
{
    bool in = m->carry_in != TERM_NONE;
    unsigned t = parts_add_twice(&m->x, in ? m->carry_input : p, g);
    if (in) t = parts_general(&m->x, TERM_BVADD, t, p);
    m->carry = parts_shift_down(&m->x, t, lanes_of(m));
    return parts_spread(&m->x, parts_general(&m->x, TERM_BVXOR, t, p), m->konst[CONST_EACH]);
}

static unsigned sum(making *m, unsigned a, unsigned b)
{
    unsigned r = parts_lanes(&m->x, TERM_BVADD, a, b), g = parts_compare(&m->x, COMPARE_LESS, r, a),
             p = parts_compare(&m->x, COMPARE_EQUAL, r, m->konst[CONST_ONES]);
    return parts_lanes(&m->x, TERM_BVSUB, r, move_carries(m, g, p));
}

static unsigned difference(making *m, unsigned a, unsigned b)
{
    unsigned r = parts_lanes(&m->x, TERM_BVSUB, a, b), g = parts_compare(&m->x, COMPARE_LESS, a, b),
             p = parts_compare(&m->x, COMPARE_EQUAL, r, m->konst[CONST_ZERO]);
    return parts_lanes(&m->x, TERM_BVADD, r, move_carries(m, g, p));
}

/* a and the carry: no lane makes one. */
static unsigned increment(making *m, unsigned a)
{
    unsigned p = parts_compare(&m->x, COMPARE_EQUAL, a, m->konst[CONST_ONES]),
             t = parts_general(&m->x, TERM_BVADD, m->carry_input, p);
    m->carry = parts_shift_down(&m->x, t, lanes_of(m));
    return parts_lanes(
        &m->x, TERM_BVSUB, a,
        parts_spread(&m->x, parts_general(&m->x, TERM_BVXOR, t, p), m->konst[CONST_EACH]));
}

/* 0 - b: a lane makes a borrow (g) unless it is zero, and then passes one on, so 2 g + p is g and a
 * one for every lane. Lanes that get none are ~b + 1. */
static unsigned negative(making *m, unsigned b)
{
    unsigned g = parts_compare(&m->x, COMPARE_LESS, m->konst[CONST_ZERO], b),
             t = parts_general(&m->x, TERM_BVADD, g, m->konst[CONST_LANES]);
    if (m->carry_in != TERM_NONE) t = parts_general(&m->x, TERM_BVADD, t, m->carry_input);
    m->carry = parts_shift_down(&m->x, t, lanes_of(m));
    unsigned none = parts_spread(&m->x, parts_general(&m->x, TERM_BVXOR, t, g),
                                 m->konst[CONST_EACH]);
    return parts_lanes(&m->x, TERM_BVSUB, parts_not(&m->x, b, m->konst[CONST_ONES]), none);
}

/* The same by the lanes that pass it on (p): t is 2 lanes of ones and the carry in, less p. */
static unsigned negative_by_zeros(making *m, unsigned b)
{
    unsigned p = parts_compare(&m->x, COMPARE_EQUAL, b, m->konst[CONST_ZERO]),
             ones = m->konst[CONST_LANES], t = parts_general(&m->x, TERM_BVADD, ones, ones);
    if (m->carry_in != TERM_NONE) t = parts_add_twice(&m->x, m->carry_input, ones);
    t = parts_general(&m->x, TERM_BVSUB, t, p);
    m->carry = parts_shift_down(&m->x, t, lanes_of(m));
    unsigned all = parts_spread(&m->x, parts_general(&m->x, TERM_BVXOR, t, p),
                                m->konst[CONST_EACH]);
    return parts_lanes(&m->x, TERM_BVADD, parts_lanes(&m->x, TERM_BVSUB, m->konst[CONST_ZERO], b),
                       all);
}

static unsigned turn(making *m, unsigned a)
{
    return parts_lanes(&m->x, TERM_BVXOR, a, m->konst[CONST_TOPS]);
}

/* With top bits turned: a in place of its sum keeps the order, and gives the sum turned. */
static unsigned sum_by_signs(making *m, unsigned a, unsigned b)
{
    unsigned turned = turn(m, a), r = parts_lanes(&m->x, TERM_BVADD, turned, b),
             g = parts_compare(&m->x, COMPARE_LESS_SIGNED, r, turned),
             p = parts_compare(&m->x, COMPARE_EQUAL, r, m->konst[CONST_BELOW_TOPS]);
    return turn(m, parts_lanes(&m->x, TERM_BVSUB, r, move_carries(m, g, p)));
}

static unsigned difference_by_signs(making *m, unsigned a, unsigned b)
{
    unsigned r = parts_lanes(&m->x, TERM_BVSUB, a, b),
             g = parts_compare(&m->x, COMPARE_LESS_SIGNED, turn(m, a), turn(m, b)),
             p = parts_compare(&m->x, COMPARE_EQUAL, r, m->konst[CONST_ZERO]);
    return parts_lanes(&m->x, TERM_BVADD, r, move_carries(m, g, p));
}

static unsigned subtract(making *m, unsigned a, unsigned b)
{
    return m->by_signs ? difference_by_signs(m, a, b) : difference(m, a, b);
}

/* ---- the definition ---- */

/* The summands of t, three of which one is the carry; how many there are. */
static unsigned summands(const making *m, term t, term out[4], unsigned n)
{
    const term_ctx *c = m->x.terms;
    bool inner = term_get_op(c, t) == TERM_BVADD;
    for (unsigned i = 0; inner && i < 2; i++) n = summands(m, term_arg(c, t, i), out, n);
    if (inner || n == 4) return n;
    out[n] = t;
    return n + 1;
}

/* Whether t is a sum of two and the carry in, if there is one; which two. Of one and the carry the
 * second is TERM_NONE. */
static bool split_sum(const making *m, term t, term out[2])
{
    term part[4];
    unsigned n = summands(m, t, part, 0), k = 0, carries = 0;
    for (unsigned i = 0; i < n; i++) {
        if (part[i] == m->carry_in) carries++;
        else if (k < 2) out[k++] = part[i];
    }
    unsigned expected = m->carry_in != TERM_NONE;
    if (k == 1) out[1] = TERM_NONE;
    return n == k + expected && carries == expected && (k == 2 || (k == 1 && expected));
}

static bool split_difference(const making *m, term t, term out[2])
{
    const term_ctx *c = m->x.terms;
    bool with = m->carry_in != TERM_NONE;
    if (term_get_op(c, t) != TERM_BVSUB || (with && term_arg(c, t, 1) != m->carry_in)) return false;
    term inner = with ? term_arg(c, t, 0) : t;
    if (term_get_op(c, inner) != TERM_BVSUB) return false;
    out[0] = term_arg(c, inner, 0);
    out[1] = term_arg(c, inner, 1);
    return true;
}

/* 0 - *out, less the carry in if there is one. */
static bool split_negative(const making *m, term t, term *out)
{
    const term_ctx *c = m->x.terms;
    bool with = m->carry_in != TERM_NONE;
    if (with && (term_get_op(c, t) != TERM_BVSUB || term_arg(c, t, 1) != m->carry_in)) return false;
    term inner = with ? term_arg(c, t, 0) : t;
    if (term_get_op(c, inner) != TERM_BVNEG) return false;
    *out = term_arg(c, inner, 0);
    return true;
}

static unsigned value_of(making *m, term t);

static unsigned value_of_sum(making *m, const term part[2], bool add)
{
    if (m->summed) return PARTS_NONE; /* a carry in is for one; several are no scheme of ours */
    m->summed = true;
    unsigned a = value_of(m, part[0]);
    if (part[1] == TERM_NONE) return increment(m, a);
    unsigned b = value_of(m, part[1]);
    if (!add) return subtract(m, a, b);
    return m->by_signs ? sum_by_signs(m, a, b) : sum(m, a, b);
}

static unsigned value_of_negative(making *m, term t)
{
    if (m->summed) return PARTS_NONE;
    m->summed = true;
    unsigned b = value_of(m, t);
    if (m->how == NEGATION_PLAIN) return subtract(m, m->konst[CONST_ZERO], b);
    return m->how == NEGATION_BY_ZEROS ? negative_by_zeros(m, b) : negative(m, b);
}

static unsigned value_of(making *m, term t)
{
    const term_ctx *c = m->x.terms;
    term part[2];
    for (unsigned i = 0; i < OPERANDS; i++)
        if (m->operand[i] != TERM_NONE && m->operand[i] == t) return m->input[i];
    if (split_sum(m, t, part)) return value_of_sum(m, part, true);
    if (split_difference(m, t, part)) return value_of_sum(m, part, false);
    if (split_negative(m, t, part)) return value_of_negative(m, part[0]);
    switch (term_get_op(c, t)) {
    case TERM_BVNOT: return parts_not(&m->x, value_of(m, term_arg(c, t, 0)), m->konst[CONST_ONES]);
    case TERM_BVAND:
    case TERM_BVOR:
    case TERM_BVXOR: {
        unsigned a = value_of(m, term_arg(c, t, 0)), b = value_of(m, term_arg(c, t, 1));
        return parts_lanes(&m->x, term_get_op(c, t), a, b);
    }
    default: return PARTS_NONE;
    }
}

/* ---- programs ---- */

static void lane_constant(const making *m, unsigned which, unsigned lane, uint64_t *out)
{
    uint64_t top = 1ULL << (m->x.lane - 1), one = 1ULL << lane;
    const uint64_t value[CONST_LANES] = {top, top - 1, top | (top - 1), 0, one};
    bv_insert(out, &value[which], m->x.lane, lane * m->x.lane);
}

static void put_constants(making *m)
{
    for (unsigned which = 0; which < CONST_LANES; which++) {
        uint64_t limb[16] = {0};
        for (unsigned lane = 0; lane < lanes_of(m); lane++) lane_constant(m, which, lane, limb);
        m->konst[which] = prog_add_const(&m->p, limb);
    }
    m->konst[CONST_LANES] = prog_add_repeated(&m->p, (1ULL << lanes_of(m)) - 1, 64);
}

/* The first result as a term over the operands, each of the cell's class. */
static term definition_of(making *m, diags *d)
{
    const cell *c = m->x.c;
    unsigned bits = c->cls->bits;
    term var[OPERANDS], result, care;
    for (unsigned i = 0; i < c->op->arity; i++) {
        var[i] = term_mk_var(m->x.terms, c->op->param[i], op_term_bits(c->op, bits));
        m->input[i] = i;
        if (c->op->in[i]) {
            m->carry_in = term_mk_extend(m->x.terms, TERM_ZERO_EXTEND, bits - 1,
                                         term_mk_extract(m->x.terms, 0, 0, var[i]));
            m->carry_input = i;
        } else m->operand[i] = term_mk_extract(m->x.terms, bits - 1, 0, var[i]);
    }
    if (!op_elaborate(c->op, c->w, cell_fields(c), m->x.terms, var, &result, &care, d))
        return TERM_NONE;
    return term_mk_extract(m->x.terms, bits - 1, 0, result);
}

/* Where carries are: where the operation has them, or in the widest of the target's scalar
 * classes. */
static const regclass *general_class(const spec *s, const cell *c)
{
    const regclass *best = c->op->second.cls;
    for (unsigned i = 0; !c->op->second.cls && i < s->nclasses; i++) {
        const regclass *k = &s->classes[i];
        if (!k->vector && target_has_class(c->target, k) && (!best || k->bits > best->bits))
            best = k;
    }
    return best;
}

/* Whether there is such a program. */
static bool propose_one(const spec *s, const cell *c, unsigned lane, bool by_signs, negation how,
                        wide_found_fn *found, void *context)
{
    making *m = mem_alloc(1, sizeof *m);
    diags quiet = {0};
    m->x = (parts){.s = s,
                   .c = c,
                   .lane = lane,
                   .general = general_class(s, c),
                   .p = &m->p,
                   .terms = term_ctx_new()};
    m->by_signs = by_signs;
    m->how = how;
    prog_init(&m->p, c->op, c->cls);
    put_constants(m);
    term t = definition_of(m, &quiet);
    unsigned r = t == TERM_NONE ? PARTS_NONE : value_of(m, t);
    bool good = r != PARTS_NONE && m->summed && m->carry != PARTS_NONE;
    if (good) {
        m->p.result = r;
        m->p.second = m->carry;
        prog_tidy(&m->p);
        found(context, &m->p);
    }
    diag_free(&quiet);
    parts_free(&m->x);
    term_ctx_free(m->x.terms);
    mem_free(m);
    return good;
}

static bool has_carries(const cell *c)
{
    unsigned others = 0;
    for (unsigned i = 0; i < c->op->arity; i++) others += c->op->in[i] == c->op->second.cls;
    return c->op->second.cls && others == 1;
}

bool wide_is_for(const cell *c)
{
    if (c->cls->of || c->w != c->cls->bits) return false;
    if (has_carries(c)) return c->cls->vector || parity_is_for(c);
    bool plain = op_is_plain(c->op) && op_has_fields_only(c->op);
    return c->cls->vector && (plain || compares_is_for(c));
}

static void propose_sums(const spec *s, const cell *c, const regclass *general,
                         wide_found_fn *found, void *context)
{
    static const unsigned lanes[] = {64, 32};
    for (unsigned i = 0; i < sizeof lanes / sizeof *lanes; i++)
        for (unsigned how = 0; how < NEGATIONS; how++)
            if (c->cls->bits > lanes[i] && c->cls->bits / lanes[i] < general->bits &&
                !propose_one(s, c, lanes[i], false, (negation)how, found, context))
                propose_one(s, c, lanes[i], true, (negation)how, found, context);
}

void wide_propose(const spec *s, const cell *c, wide_found_fn *found, void *context)
{
    const regclass *general = general_class(s, c);
    if (!general || !wide_is_for(c)) return;
    if (has_carries(c) && parity_is_for(c)) parity_propose(s, c, general, found, context);
    else if (has_carries(c) && advance_is_for(c)) advance_propose(s, c, general, found, context);
    else if (compares_is_for(c)) compares_propose(s, c, general, found, context);
    else propose_sums(s, c, general, found, context);
}

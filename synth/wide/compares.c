// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* compares.c - see compares.h. Called by wide.c. */
#include "compares.h"

#include <string.h>

#include "parts.h"
#include "spec/op.h"
#include "spec/term/bv.h"

enum { LIMBS = 16 };

/* a < b or a = b, perhaps with operands exchanged, or the other outcome. */
typedef struct relation {
    term_op op; /* BVULT, BVSLT, EQ */
    bool exchanged, negated;
    bool in_top; /* the result's top bit is all that matters */
} relation;

enum { CONST_TURNED, CONST_ONES, CONST_LANES, CONST_ALL_BUT_ONE, CONSTS };

/* One program while it is made. */
typedef struct making {
    parts x;
    prog p;
    relation r;
    bool by_signs; /* compares of lanes are signed ones */
    unsigned konst[CONSTS];
} making;

/* ---- the operation ---- */

static bool read_relation(const term_ctx *c, term condition, const term var[2], relation *r)
{
    term_op kind = term_get_op(c, condition);
    bool at_most = kind == TERM_BVULE || kind == TERM_BVSLE; /* not more: operands exchanged */
    if (kind == TERM_NOT) {
        r->negated = !r->negated;
        return read_relation(c, term_arg(c, condition, 0), var, r);
    }
    if (!at_most && kind != TERM_BVULT && kind != TERM_BVSLT && kind != TERM_EQ) return false;
    term a = term_arg(c, condition, at_most), b = term_arg(c, condition, !at_most);
    r->op = kind == TERM_BVULE ? TERM_BVULT : kind == TERM_BVSLE ? TERM_BVSLT : kind;
    r->negated ^= at_most;
    r->exchanged = a == var[1];
    return (a == var[0] && b == var[1]) || (a == var[1] && b == var[0]);
}

/* The lowest bit that the operation is about is a relation of its operands. */
static bool find_relation(const cell *c, relation *r)
{
    diags quiet = {0};
    term_ctx *t = term_ctx_new();
    unsigned bits = c->cls->bits;
    term var[2] = {term_mk_var(t, "a", bits), term_mk_var(t, "b", bits)}, result, care;
    bool good = op_elaborate(c->op, c->w, 1, t, var, &result, &care, &quiet);
    term low = good ? term_mk_extract(t, 0, 0, result) : TERM_NONE;
    *r = (relation){0};
    good = good && term_get_op(t, low) == TERM_ITE && term_is_const(t, term_arg(t, low, 1)) &&
           term_is_const(t, term_arg(t, low, 2));
    if (good) {
        r->negated = term_is_zero(t, term_arg(t, low, 1));
        r->in_top = term_is_zero(t, term_mk_extract(t, 0, 0, care));
        good = read_relation(t, term_arg(t, low, 0), var, r);
    }
    diag_free(&quiet);
    term_ctx_free(t);
    return good;
}

bool compares_is_for(const cell *c)
{
    relation r;
    const op *o = c->op;
    bool shape = c->cls->vector && c->w == c->cls->bits && o->arity == 2 && op_is_plain(o) &&
                 (o->result == OP_FIELDS || o->result == OP_BITS) && o->type[0] == OP_FIELDS &&
                 o->type[1] == OP_FIELDS;
    return shape && find_relation(c, &r);
}

/* ---- programs ---- */

static unsigned lanes_of(const making *m) { return m->x.c->cls->bits / m->x.lane; }

/* Lanes whose order is not that of the numbers' parts are turned. */
static unsigned turn(making *m, unsigned a)
{
    if (!m->by_signs && m->r.op == TERM_BVULT) return a;
    return parts_lanes(&m->x, TERM_BVXOR, a, m->konst[CONST_TURNED]);
}

/* A number in the general register that is negative where the first operand is less, or where not.
 */
static unsigned order(making *m)
{
    compare how = m->by_signs ? COMPARE_LESS_SIGNED : COMPARE_LESS;
    unsigned x = turn(m, m->r.exchanged), y = turn(m, !m->r.exchanged),
             less = parts_compare(&m->x, how, x, y), greater = parts_compare(&m->x, how, y, x),
             d = parts_general(&m->x, TERM_BVSUB, greater, less);
    return m->r.negated ? parts_general(&m->x, TERM_BVXOR, d, m->konst[CONST_ONES]) : d;
}

/* The same where both are equal, or where not. */
static unsigned equality(making *m)
{
    unsigned e = parts_compare(&m->x, COMPARE_EQUAL, 0, 1);
    if (m->r.negated) return parts_general(&m->x, TERM_BVSUB, e, m->konst[CONST_LANES]);
    return parts_general(&m->x, TERM_BVSUB, m->konst[CONST_ALL_BUT_ONE], e);
}

/* The sign in all bits of the register, or where the operation has it. */
static unsigned answer(making *m, unsigned d)
{
    return parts_repeat(&m->x, m->r.in_top ? d : parts_sign(&m->x, d));
}

/* Of the lanes the top one has the number's sign. */
static uint64_t turned(const making *m, unsigned lane)
{
    bool top = m->r.op == TERM_BVSLT && lane + 1 == lanes_of(m);
    return m->by_signs != top ? 1ULL << (m->x.lane - 1) : 0;
}

static void put_constants(making *m)
{
    uint64_t limb[LIMBS] = {0}, all = (1ULL << lanes_of(m)) - 1;
    for (unsigned lane = 0; lane < lanes_of(m); lane++) {
        uint64_t bits = turned(m, lane);
        bv_insert(limb, &bits, m->x.lane, lane * m->x.lane);
    }
    m->konst[CONST_TURNED] = prog_add_const(&m->p, limb);
    m->konst[CONST_ONES] = prog_add_repeated(&m->p, UINT64_MAX, 64);
    m->konst[CONST_LANES] = prog_add_repeated(&m->p, all, 64);
    m->konst[CONST_ALL_BUT_ONE] = prog_add_repeated(&m->p, all - 1, 64);
}

/* Whether there is such a program. */
static bool propose_one(const spec *s, const cell *c, unsigned lane, bool by_signs,
                        const regclass *general, wide_found_fn *found, void *context)
{
    making *m = mem_alloc(1, sizeof *m);
    m->x = (parts){
        .s = s, .c = c, .lane = lane, .general = general, .p = &m->p, .terms = term_ctx_new()};
    m->by_signs = by_signs;
    prog_init(&m->p, c->op, c->cls);
    bool good = find_relation(c, &m->r);
    if (good) {
        put_constants(m);
        m->p.result = answer(m, m->r.op == TERM_EQ ? equality(m) : order(m));
        good = m->p.result != PARTS_NONE;
    }
    if (good) {
        prog_tidy(&m->p);
        found(context, &m->p);
    }
    parts_free(&m->x);
    term_ctx_free(m->x.terms);
    mem_free(m);
    return good;
}

void compares_propose(const spec *s, const cell *c, const regclass *general, wide_found_fn *found,
                      void *context)
{
    static const unsigned lanes[] = {64, 32};
    for (unsigned i = 0; i < sizeof lanes / sizeof *lanes; i++)
        if (c->cls->bits > lanes[i] && c->cls->bits / lanes[i] < general->bits &&
            !propose_one(s, c, lanes[i], false, general, found, context))
            propose_one(s, c, lanes[i], true, general, found, context);
}

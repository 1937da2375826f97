// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* term_eval.c - the value of a term: the reference of everything that evaluates.
 *
 * What does not depend on the variables is computed once. Values of one limb take a shorter way. */
#include "term.h"

#include <string.h>

#include "bv.h"
#include "node.h"

static uint64_t low_bits(unsigned w) { return w < 64 ? ((uint64_t)1 << w) - 1 : ~(uint64_t)0; }

/* What eval_op does, where all is in one limb; false: not done. */
static bool eval_narrow(const node *n, const uint64_t *const *a, const unsigned *widths,
                        uint64_t *out)
{
    unsigned w = n->width, aw = widths[0];
    if (w > 64 || widths[1] > 64 || widths[2] > 64) return false;
    if (n->op == TERM_EXTRACT) {
        unsigned limb = n->arg[2] / 64, at = n->arg[2] % 64;
        uint64_t v = a[0][limb] >> at;
        if (at && at + w > 64) v |= a[0][limb + 1] << (64 - at);
        out[0] = v & low_bits(w);
        return true;
    }
    if (aw > 64) return false;
    uint64_t x = a[0] ? a[0][0] : 0, y = a[1] ? a[1][0] : 0;
    switch ((term_op)n->op) {
    case TERM_EQ: out[0] = x == y; return true;
    case TERM_ITE: out[0] = x ? y : a[2][0]; return true;
    case TERM_BVNOT: out[0] = ~x & low_bits(w); return true;
    case TERM_BVNEG: out[0] = -x & low_bits(w); return true;
    case TERM_BVAND: out[0] = x & y; return true;
    case TERM_BVOR: out[0] = x | y; return true;
    case TERM_BVXOR: out[0] = x ^ y; return true;
    case TERM_BVADD: out[0] = (x + y) & low_bits(w); return true;
    case TERM_BVSUB: out[0] = (x - y) & low_bits(w); return true;
    case TERM_BVMUL: out[0] = (x * y) & low_bits(w); return true;
    case TERM_BVULT: out[0] = x < y; return true;
    case TERM_BVULE: out[0] = x <= y; return true;
    case TERM_CONCAT: out[0] = x << widths[1] | y; return true;
    case TERM_ZERO_EXTEND: out[0] = x; return true;
    default: return false;
    }
}

static void eval_node(const term_ctx *c, term t, uint64_t **value)
{
    const uint64_t *a[3] = {0};
    unsigned widths[3] = {0};
    for (unsigned k = 0; k < node_info[c->nodes[t].op].args; k++) {
        a[k] = value[c->nodes[t].arg[k]];
        widths[k] = c->nodes[c->nodes[t].arg[k]].width;
    }
    if (!eval_narrow(&c->nodes[t], a, widths, value[t]))
        node_eval(&c->nodes[t], a, widths, value[t]);
}

struct term_evaluator {
    const term_ctx *c;
    term t;
    unsigned count, nsteps;
    term *var;  /* TERM_NONE for one that does not occur */
    term *step; /* what has to be computed each time, arguments first */
    uint64_t **value;
    arena mem;
};

static unsigned limbs_of(const term_ctx *c, term t)
{
    return bv_limbs(c->nodes[t].width ? c->nodes[t].width : 1);
}

term_evaluator *term_evaluator_new(const term_ctx *c, term t, const term *vars, unsigned count)
{
    term_evaluator *e = mem_alloc(1, sizeof *e);
    bool *needed = term_mark_needed(c, t);
    *e = (term_evaluator){.c = c, .t = t, .count = count};
    e->value = mem_alloc((size_t)t + 1, sizeof *e->value);
    e->var = mem_alloc((size_t)count + 1, sizeof *e->var);
    e->step = mem_alloc((size_t)t + 1, sizeof *e->step);
    for (term i = 1; i <= t; i++)
        if (needed[i]) e->value[i] = arena_new(&e->mem, limbs_of(c, i), uint64_t);
    for (unsigned k = 0; k < count; k++) {
        if (vars[k] > t || !needed[vars[k]]) continue;
        e->var[k] = vars[k];
        needed[vars[k]] = false; /* is given */
    }
    for (term i = 1; i <= t; i++) {
        if (!needed[i]) continue;
        if (term_is_const(c, i)) eval_node(c, i, e->value);
        else e->step[e->nsteps++] = i;
    }
    mem_free(needed);
    return e;
}

void term_evaluator_run(term_evaluator *e, const uint64_t *const *values, uint64_t *out)
{
    for (unsigned k = 0; k < e->count; k++) {
        if (!e->var[k]) continue;
        unsigned w = term_width(e->c, e->var[k]);
        memcpy(e->value[e->var[k]], values[k], limbs_of(e->c, e->var[k]) * sizeof *out);
        if (w) bv_trim(e->value[e->var[k]], w);
    }
    for (unsigned i = 0; i < e->nsteps; i++) eval_node(e->c, e->step[i], e->value);
    memcpy(out, e->value[e->t], limbs_of(e->c, e->t) * sizeof *out);
}

void term_evaluator_free(term_evaluator *e)
{
    if (!e) return;
    arena_free(&e->mem);
    mem_free(e->value);
    mem_free(e->var);
    mem_free(e->step);
    mem_free(e);
}

void term_eval(const term_ctx *c, term t, const term *vars, const uint64_t *const *values,
               unsigned count, uint64_t *out)
{
    term_evaluator *e = term_evaluator_new(c, t, vars, count);
    term_evaluator_run(e, values, out);
    term_evaluator_free(e);
}

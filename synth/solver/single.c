// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* single.c - one instruction with unknown constants.
 *
 * A search tries constants out of a list; here they may be anything, so none of the instructions
 * that live on their constants is left out: byte shuffles, bit matrices, masks, products. For one
 * instruction that can be decided. Three questions, the cheap ones first:
 *
 *   1. Bytes of the result show, by flipping bytes of the operands on samples, on which bytes of
 *      the operands they depend. An instruction whose terms do not reach so far will not do,
 *      whatever its constants are.
 *   2. On a sample the operands are known, and the instruction's term is one over its constants
 *      only. A byte that is no longer a question and is wrong excludes it. Else the solver is asked
 *      for constants that make it right on a few samples: if there are none, no constant is right.
 *      A few bytes of the result are looked at first, since most instructions fail at each of them.
 *   3. Then all bytes. If there are constants for a few samples, further samples tell (Solar-Lezama
 *      2006); what passes all of them is a program to be proved.
 *
 * The samples are real inputs, so what is excluded is excluded for good. Without an answer of the
 * solver there is no bound. */
#include "single.h"

#include <string.h>

#include "trivial.h"
#include "single_inside.h"

single *single_open(const spec *s, const cell *cells, unsigned count)
{
    single *x = mem_alloc(1, sizeof *x);
    x->s = s;
    x->steps = SOLVER_STEPS;
    x->of = arena_new(&x->mem, s->nclasses, catalogue);
    x->verdict = arena_new(&x->mem, s->ninstrs, verdict);
    x->judged = arena_new(&x->mem, s->ninstrs, uint64_t);
    for (unsigned i = 0; i < s->nclasses; i++) {
        x->of[i].cls = &s->classes[i];
        single_fill_catalogue(x, &x->of[i], cells, count);
    }
    return x;
}

void single_set_steps(single *x, unsigned steps)
{
    x->steps = steps;
    if (x->solver) smt_set_steps(x->solver, steps);
}

void single_close(single *x)
{
    if (x->op) trial_close(&x->t);
    if (x->solver) smt_free(x->solver);
    for (unsigned i = 0; i < x->s->nclasses; i++)
        if (x->of[i].c) term_ctx_free(x->of[i].c);
    mem_free(x->memo);
    arena_free(&x->mem);
    mem_free(x);
}

/* ---- all programs ---- */

/* The next choice of sources in the order of an odometer; false after the last one. */
static bool next_choice(const single *x, attempt *a)
{
    for (unsigned s = 0; s < a->m->in->nsrc; s++) {
        int most = a->m->in->src[s] == x->cls ? (int)x->op->arity - 1 : CONSTANT;
        if (a->from[s]++ < most) return true;
        a->from[s] = CONSTANT;
    }
    return false;
}

static bool is_worth(const attempt *a)
{
    bool any = false;
    for (unsigned s = 0; s < a->m->in->nsrc; s++) any = any || a->from[s] != CONSTANT;
    return any && !(a->m->in->commutative && a->from[0] > a->from[1]);
}

/* All choices of sources; those that are left open do not end it, since another one may be found.
 * *out, of what was judged before: EXCLUDED only when everything is. */
static ls_status judge_member(single *x, const member *m, verdict *out)
{
    attempt a = {.m = m};
    ls_status rc = LS_OK;
    for (unsigned s = 0; s < m->in->nsrc; s++) a.from[s] = CONSTANT;
    do {
        verdict v;
        if (!is_worth(&a)) continue;
        x->judged[m->in->index]++;
        rc = single_judge_attempt(x, &a, &v);
        *out = *out == OPEN || v != EXCLUDED ? OPEN : EXCLUDED;
    } while (rc == LS_OK && next_choice(x, &a));
    return rc;
}

static ls_status turn_to(single *x, const cell *c)
{
    if (x->op == c->op && x->w == c->w && x->cls == c->cls) return LS_OK;
    if (x->op) trial_close(&x->t);
    x->op = c->op;
    x->w = c->w;
    x->cls = c->cls;
    memset(x->verdict, 0, x->s->ninstrs * sizeof *x->verdict);
    memset(x->judged, 0, x->s->ninstrs * sizeof *x->judged);
    x->nfound = 0;
    if (!trial_open(&x->t, c->op, c->w, c->cls)) {
        trial_close(&x->t);
        x->op = NULL;
        return LS_NO;
    }
    single_find_telling(x);
    single_find_needs(x);
    if (x->solver) return LS_OK;
    ls_status rc = smt_new(&x->solver, 0, SOLVER_MEGABYTES);
    if (rc == LS_OK) smt_set_steps(x->solver, x->steps);
    return rc;
}

/* Whether the catalogue has everything that the cell's target has. */
static bool covers(const single *x, const catalogue *g, const cell *c)
{
    unsigned missing = 0;
    for (unsigned i = 0; i < x->s->ninstrs; i++)
        missing += target_has_instr(c->target, &x->s->instrs[i]) &&
                   single_is_member(&x->s->instrs[i], c->cls);
    for (unsigned i = 0; i < g->count; i++)
        missing -= (i == 0 || g->list[i - 1].in != g->list[i].in) &&
                   target_has_instr(c->target, g->list[i].in);
    return !missing;
}

ls_status single_bound(single *x, const cell *c, unsigned *bound, uint64_t *candidates)
{
    const catalogue *g = &x->of[c->cls->index];
    require(covers(x, g, c), "the cell's class and target were among those at the opening");
    bool open = !trivial_bound(c, candidates);
    ls_status rc = turn_to(x, c);
    for (unsigned i = 0; rc == LS_OK && i < g->count; i++) {
        const instr *in = g->list[i].in;
        verdict *v = &x->verdict[in->index];
        if (!target_has_instr(c->target, in)) continue;
        bool first = i == 0 || g->list[i - 1].in != in;
        if (first && *v == NOT_ASKED)
            for (unsigned k = i; rc == LS_OK && k < g->count && g->list[k].in == in; k++)
                rc = judge_member(x, &g->list[k], v);
        if (rc != LS_OK) *v = OPEN;
        open = open || *v != EXCLUDED;
        if (first) *candidates += x->judged[in->index];
    }
    *bound = rc == LS_OK && !open ? 2 : 0;
    return rc == LS_NO ? LS_OK : rc;
}

void single_grammar(const spec *s, const cell *c, strbuf *out)
{
    strbuf_puts(out, "instructions:");
    for (unsigned i = 0; i < s->ninstrs; i++)
        if (target_has_instr(c->target, &s->instrs[i]) && single_is_member(&s->instrs[i], c->cls))
            strbuf_printf(out, " %s", s->instrs[i].name);
    strbuf_puts(out, SINGLE_CONSTANTS);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* shuffle.c - operations as goals of labels, and programs of what was found. */
#include "shuffle.h"

#include <string.h>

#include "lowerings/derive/probe.h"
#include "spec/op.h"
#include "spec/term/bv.h"

enum { LIMBS = TERM_LIMBS_MAX };

/* ---- operations ---- */

static bool goal_of_term(probe *p, term care, labels *out)
{
    uint64_t all[LIMBS] = {0};
    if (!term_is_const(p->c, care) || !probe_read(p, out->at)) return false;
    memcpy(all, term_limbs(p->c, care), (p->bits + 63) / 64 * sizeof(uint64_t));
    for (unsigned i = 0; i < p->bits; i++)
        if (!bv_bit(all, i)) out->at[i] = LABEL_FREE;
    return true;
}

bool shuffle_goal(const op *o, unsigned w, const regclass *cls, labels *out, diags *d)
{
    probe p = {.c = term_ctx_new(),
               .bits = cls->bits,
               .nterms = o->arity,
               .nvars = o->arity,
               .operand = {0, 1, 2},
               .seed = 1};
    term care;
    bool good =
        cls->bits <= PERMUTE_BITS_MAX && op_is_plain(o) && op_exists(o, w, cls->bits / w);
    for (unsigned i = 0; i < o->arity; i++) p.var[i] = term_mk_var(p.c, o->param[i], p.bits);
    good = good && op_elaborate(o, w, cls->bits / w, p.c, p.var, &p.t, &care, d) &&
           goal_of_term(&p, care, out);
    probe_close(&p);
    return good;
}

/* ---- programs ---- */

bool shuffle_prog(const permute *p, int n, const spec *s, const op *o, const regclass *cls,
                  prog *out)
{
    int value[PERMUTE_NODES_MAX];
    bool *used = mem_alloc((size_t)n + 1, sizeof *used);
    bool good = true;
    used[n] = true;
    for (int i = n; i >= 0; i--)
        for (unsigned k = 0; used[i] && k < 3; k++) {
            const permute_node *x = permute_get_node(p, i);
            if (!x->is_const && !x->is_input && x->src[k] >= 0) used[x->src[k]] = true;
        }
    prog_init(out, o, cls);
    for (int i = 0; i <= n && good; i++) {
        const permute_node *x = permute_get_node(p, i);
        uint64_t limbs[LIMBS] = {0};
        memcpy(limbs, x->konst, sizeof x->konst);
        if (x->is_input) value[i] = i;
        if (!used[i] || !x->is_const) continue;
        good = out->nconsts < PROG_CONSTS_MAX;
        if (good) value[i] = (int)prog_add_const(out, limbs);
    }
    if (permute_get_node(p, n)->is_const || permute_get_node(p, n)->is_input)
        out->result = (unsigned)value[n];
    for (int i = 0; i <= n && good; i++) {
        const permute_node *x = permute_get_node(p, i);
        unsigned src[SPEC_SRC_MAX] = {0};
        if (!used[i] || x->is_const || x->is_input) continue;
        for (unsigned k = 0; k < 3; k++)
            if (x->src[k] >= 0) src[k] = (unsigned)value[x->src[k]];
        good = out->ninsns < PROG_INSNS_MAX;
        if (good) value[i] = (int)prog_add(out, &s->instrs[x->instr], src, x->imm);
    }
    if (good) prog_tidy(out);
    mem_free(used);
    return good;
}

/* Every 128 bits of the goal are the lowest ones, moved along: a program of 128 bits serves. */
static bool is_chunked(const labels *g, unsigned bits, unsigned ninputs)
{
    (void)ninputs;
    for (unsigned i = 0; i < bits; i++) {
        label l = g->at[i], low = g->at[i % 128];
        unsigned chunk = i / 128 * 128;
        if ((l < 1 || low < 1) ? l != low : l != low + (label)chunk) return false;
    }
    return true;
}

void shuffle_propose(const mover_book *b, const cell *c, unsigned work, unsigned max_steps,
                     shuffle_found_fn *found, void *context, diags *d)
{
    labels goal;
    arena mem = {0};
    unsigned inputs = c->op->arity;
    if (!mover_book_has(b, c->cls) || !shuffle_goal(c->op, c->w, c->cls, &goal, d)) return;
    if (c->cls->bits > 128 && is_chunked(&goal, c->cls->bits, inputs)) return;
    permute_machine m = mover_machine(b, c->cls, c->target, &mem);
    for (unsigned way = 0; way < 2; way++) {
        permute *p = permute_new(&m, inputs);
        prog q;
        int n = way ? permute_construct(p, &goal) : permute_search(p, &goal, max_steps, work);
        if (n >= 0 && shuffle_prog(p, n, mover_book_spec(b), c->op, c->cls, &q)) found(context, &q);
        permute_free(p);
    }
    arena_free(&mem);
}

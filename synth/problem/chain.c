// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* chain.c - chains as terms and as programs. */
#include "chain.h"

#include "spec/term/bv.h"

static term table_term(term_ctx *c, unsigned table, const term *src, unsigned width)
{
    term sum = term_mk_u64(c, 0, width);
    for (unsigned row = 0; row < 8; row++) {
        term product = term_mk_ones(c, width);
        if (!(table >> row & 1)) continue;
        for (unsigned i = 0; i < 3; i++)
            product = term_mk_binary(c, TERM_BVAND, product,
                                     row >> (2 - i) & 1 ? src[i]
                                                        : term_mk_unary(c, TERM_BVNOT, src[i]));
        sum = term_mk_binary(c, TERM_BVOR, sum, product);
    }
    return sum;
}

static term const_term(const grammar *g, unsigned i)
{
    uint64_t limb[TERM_LIMBS_MAX];
    for (unsigned k = 0; k < bv_limbs(g->bits); k++) limb[k] = g->konst[i];
    return term_mk_const(g->terms, limb, g->bits);
}

term chain_term(const grammar *g, const chain *x, const term *args)
{
    term value[8 + GRAMMAR_CONSTS_MAX + CHAIN_STEPS_MAX], src[3];
    unsigned n = 0;
    for (unsigned i = 0; i < x->ninputs; i++) value[n++] = args[i];
    for (unsigned i = 0; i < x->nconsts; i++) value[n++] = const_term(g, i);
    for (unsigned i = 0; i < x->nsteps; i++) {
        const chain_step *s = &x->step[i];
        for (unsigned k = 0; k < s->member->nsrc; k++) src[k] = value[s->src[k]];
        value[n++] = s->member->any_table ? table_term(g->terms, (unsigned)s->imm, src, g->bits)
                                          : term_substitute(g->terms, s->member->body,
                                                            s->member->arg, src, s->member->nsrc);
    }
    return value[x->nsteps ? n - 1 : x->result];
}

void chain_prog(const grammar *g, const chain *x, const op *o, prog *out)
{
    unsigned map[8 + GRAMMAR_CONSTS_MAX + CHAIN_STEPS_MAX], n = 0;
    prog_init(out, o, g->cls);
    for (; out->ninputs < x->ninputs; out->ninputs++)
        out->input_name[out->ninputs] = "s"; /* a problem with an extra input */
    for (unsigned i = 0; i < x->ninputs; i++) map[n++] = i;
    for (unsigned i = 0; i < x->nconsts; i++) map[n++] = prog_add_repeated(out, g->konst[i], 64);
    for (unsigned i = 0; i < x->nsteps; i++) {
        const chain_step *s = &x->step[i];
        unsigned src[3] = {0};
        for (unsigned k = 0; k < s->member->nsrc; k++) src[k] = map[s->src[k]];
        map[n++] = prog_add(out, s->member->in, src, s->imm);
    }
    if (!x->nsteps) out->result = map[x->result];
    prog_tidy(out);
}

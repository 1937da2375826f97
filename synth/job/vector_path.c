// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* vector_path.c - general registers by way of a vector register, as LLVM itself does with fields of
 * 8 bits and more.
 *
 * Where a program acts on every field alone it does not matter what lies above the operands. A
 * reduction does look there: zeros are neutral for a sum, and operands that are repeated for a
 * minimum; but then the steps that join the halves of the vector register join what is there twice,
 * and go. All of this is tried; the judge proves what is right. */
#include "vector_path.h"

#include "spec/instr.h"

/* ---- the path ---- */

static const instr *find_move(const spec *s, const target *t, const regclass *from,
                              const regclass *to)
{
    for (unsigned i = 0; i < s->ninstrs; i++) {
        const instr *in = &s->instrs[i];
        if (in->nsrc == 1 && !in->has_imm && in->src[0] == from && in->result == to &&
            target_has_instr(t, in))
            return in;
    }
    return NULL;
}

/* Whether the instruction makes of a value with zeros above that value repeated. */
static bool repeats(const instr *in, int64_t imm, unsigned bits)
{
    enum { PLACES_MAX = 64 };
    unsigned places = in->result->bits / bits;
    term part[PLACES_MAX], src[SPEC_SRC_MAX] = {0};
    if (places > PLACES_MAX) return false;
    term_ctx *c = term_ctx_new();
    term x = term_mk_var(c, "x", bits);
    for (unsigned i = 0; i < places; i++) part[i] = i ? term_mk_u64(c, 0, bits) : x;
    src[0] = term_mk_concat_n(c, part, places);
    for (unsigned i = 0; i < places; i++) part[i] = x;
    bool all = instr_apply(in, c, src, imm) == term_mk_concat_n(c, part, places);
    term_ctx_free(c);
    return all;
}

static void find_repeat(const spec *s, const target *t, const regclass *vector, vector_path *out)
{
    for (unsigned i = 0; i < s->ninstrs && !out->repeat; i++) {
        const instr *in = &s->instrs[i];
        if (in->kind != INSTR_SHUFFLE || in->nsrc != 1 || in->src[0] != vector ||
            in->result != vector || !target_has_instr(t, in))
            continue;
        int64_t high = in->has_imm ? in->imm_high : in->imm_low;
        for (int64_t imm = in->imm_low; imm <= high && !out->repeat; imm++)
            if (repeats(in, imm, out->cls->bits)) out->repeat = in, out->amount = imm;
    }
}

bool vector_path_find(const spec *s, const target *t, const regclass *cls, const regclass *vector,
                      vector_path *out)
{
    *out = (vector_path){
        .cls = cls, .there = find_move(s, t, cls, vector), .back = find_move(s, t, vector, cls)};
    if (!out->there || !out->back || vector->bits <= cls->bits) return false;
    find_repeat(s, t, vector, out);
    return true;
}

/* ---- programs ---- */

/* A vector program with its operands moved there and the result moved back; false when it is too
 * long, or computes nothing. */
static bool move_program(const vector_path *x, const op *o, const prog *p, bool repeated, prog *out)
{
    unsigned map[PROG_INPUTS_MAX + PROG_CONSTS_MAX + PROG_INSNS_MAX], first = prog_first_insn(p);
    if (p->cls != x->there->result || p->ninsns + 2 * p->ninputs + 1 > PROG_INSNS_MAX ||
        p->result < first)
        return false;
    prog_init(out, o, x->cls);
    for (unsigned i = 0; i < p->nconsts; i++) {
        if (p->konst[i].bits) return false; /* for registers wider still */
        map[p->ninputs + i] = prog_add_const_of(out, p->cls, p->konst[i].limb);
    }
    for (unsigned i = 0; i < p->ninputs; i++) {
        map[i] = prog_add(out, x->there, &i, 0);
        if (repeated) map[i] = prog_add(out, x->repeat, &map[i], x->amount);
    }
    for (unsigned i = 0; i < p->ninsns; i++) {
        unsigned src[SPEC_SRC_MAX] = {0};
        for (unsigned k = 0; k < p->insn[i].in->nsrc; k++) src[k] = map[p->insn[i].src[k]];
        map[first + i] = prog_add(out, p->insn[i].in, src, p->insn[i].imm);
    }
    prog_add(out, x->back, &map[p->result], 0);
    prog_tidy(out);
    return true;
}

/* The program with source k of instruction i in the place of that instruction. */
static void leave_out(const prog *p, unsigned i, unsigned k, prog *out)
{
    unsigned value = prog_first_insn(p) + i, by = p->insn[i].src[k];
    *out = *p;
    for (unsigned n = i + 1; n < p->ninsns; n++)
        for (unsigned s = 0; s < p->insn[n].in->nsrc; s++)
            if (p->insn[n].src[s] == value) out->insn[n].src[s] = (uint16_t)by;
    if (p->result == value) out->result = by;
    prog_tidy(out);
}

static bool leave_one_out(verifier *v, const cell *c, prog *p, prog *room)
{
    for (unsigned i = p->ninsns; i-- > 0;)
        for (unsigned k = 0; k < p->insn[i].in->nsrc; k++) {
            if (p->insn[i].in->src[k] != p->insn[i].in->result) continue;
            leave_out(p, i, k, room);
            if (!verify_agrees(v, c, room)) continue;
            *p = *room;
            return true;
        }
    return false;
}

static void take(const vector_path *x, verifier *v, const cell *c, const struct pool_entry *e,
                 bool repeated, pool *out)
{
    prog *p = mem_alloc(2, sizeof *p);
    bool mixes = c->op->result != OP_FIELDS;
    if (move_program(x, c->op, &e->prog, repeated, p) && verify_agrees(v, c, p)) {
        while (mixes && leave_one_out(v, c, p, p + 1)) continue;
        pool_add(out, p, "through", e->text);
    }
    mem_free(p);
}

void vector_path_propose(const vector_path *x, verifier *v, const cell *c, const pool *programs,
                         pool *out)
{
    enum { PROGRAMS = 6 };
    unsigned best = ~0u, taken = 0;
    for (unsigned i = 0; i < programs->count; i++) {
        const prog *p = &programs->entry[i].prog;
        if (prog_fits(p, c->target) && prog_length(p) < best) best = prog_length(p);
    }
    for (unsigned longer = 0; longer < 2; longer++)
        for (unsigned i = 0; i < programs->count && taken < PROGRAMS; i++) {
            const struct pool_entry *e = &programs->entry[i];
            if (!prog_fits(&e->prog, c->target) || prog_has_form(&e->prog) ||
                prog_length(&e->prog) != best + longer)
                continue;
            take(x, v, c, e, false, out);
            if (x->repeat && c->op->result != OP_FIELDS) take(x, v, c, e, true, out);
            taken++;
        }
}

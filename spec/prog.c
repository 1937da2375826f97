// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* prog.c - programs: building, canonical form, other register classes, meaning as a term. Their
 * text is in prog_text.c.
 *
 * Value numbers: inputs, then constants, then instructions; an instruction only reads smaller
 * numbers, so a program is its own topological order. prog_tidy brings any program into canonical
 * form (no unused value, constants in order of first use, operands that commute in order), which
 * makes equal programs equal text. */
#include "prog.h"

#include <string.h>

#include "block.h"
#include "form.h"
#include "instr.h"
#include "prog_inside.h"
#include "spec/term/bv.h"

/* ---- building ---- */

void prog_init(prog *p, const op *o, const regclass *cls)
{
    require(o->arity <= PROG_INPUTS_MAX, "the operation has at most PROG_INPUTS_MAX operands");
    p->cls = cls;
    p->ninputs = o->arity;
    p->nconsts = p->ninsns = p->result = 0;
    memset(p->input_name, 0, sizeof p->input_name);
    memset(p->input_cls, 0, sizeof p->input_cls);
    for (unsigned i = 0; i < o->arity; i++) {
        p->input_name[i] = o->param[i];
        p->input_cls[i] = o->in[i];
    }
    p->second = 0;
    p->second_name = o->second.name;
    p->second_cls = o->second.cls;
}

const regclass *prog_input_class(const prog *p, unsigned i)
{
    return p->input_cls[i] ? p->input_cls[i] : p->cls;
}

const regclass *prog_const_class(const prog *p) { return p->cls->of ? p->cls->of : p->cls; }

const regclass *prog_second_class(const prog *p) { return p->second_cls ? p->second_cls : p->cls; }

bool prog_is_plain(const prog *p)
{
    bool plain = !p->second_name;
    for (unsigned i = 0; i < p->ninputs; i++) plain = plain && prog_input_class(p, i) == p->cls;
    return plain;
}

unsigned prog_first_insn(const prog *p) { return p->ninputs + p->nconsts; }

bool prog_has_form(const prog *p)
{
    for (unsigned i = 0; i < p->ninsns; i++)
        if (p->insn[i].in->form_of) return true;
    return false;
}

unsigned prog_length(const prog *p)
{
    unsigned n = 0;
    for (unsigned i = 0; i < p->ninsns; i++) n += p->insn[i].in->machine;
    return n;
}

unsigned prog_const_bits(const prog *p, const prog_const *k)
{
    return k->bits ? k->bits : prog_const_class(p)->bits;
}

bool prog_same_const(const prog_const *a, const prog_const *b)
{
    return a->bits == b->bits && !memcmp(a->limb, b->limb, sizeof a->limb);
}

unsigned prog_find_const(const prog *p, const prog_const *k)
{
    unsigned i = 0;
    while (i < p->nconsts && !prog_same_const(&p->konst[i], k)) i++;
    return i;
}

unsigned prog_put_const(prog *p, const prog_const *k)
{
    unsigned i = prog_find_const(p, k);
    if (i < p->nconsts) return p->ninputs + i;
    require(p->ninsns == 0, "constants are added before instructions");
    require(p->nconsts < PROG_CONSTS_MAX, "there is room for the constant");
    p->konst[p->nconsts] = *k;
    return p->result = p->ninputs + p->nconsts++;
}

unsigned prog_add_const(prog *p, const uint64_t *limbs)
{
    prog_const k = {{0}, 0};
    memcpy(k.limb, limbs, bv_limbs(prog_const_class(p)->bits) * sizeof *limbs);
    bv_trim(k.limb, prog_const_class(p)->bits);
    return prog_put_const(p, &k);
}

/* Whether the value, of so many bits, is one of fewer repeated. */
static bool repeats(const uint64_t *limbs, unsigned bits, unsigned period)
{
    uint64_t low[16] = {0}, all[16] = {0}, whole[16] = {0};
    memcpy(whole, limbs, bv_limbs(bits) * sizeof *limbs);
    bv_trim(whole, bits);
    bv_extract(low, whole, period - 1, 0);
    for (unsigned at = 0; at < bits; at += period) bv_insert(all, low, period, at);
    return !memcmp(all, whole, sizeof all);
}

unsigned prog_add_const_of(prog *p, const regclass *cls, const uint64_t *limbs)
{
    unsigned bits = prog_const_class(p)->bits;
    while (bits < cls->bits && !repeats(limbs, cls->bits, bits)) bits *= 2;
    if (bits == prog_const_class(p)->bits) return prog_add_const(p, limbs);
    prog_const k = {{0}, bits};
    memcpy(k.limb, limbs, bv_limbs(bits) * sizeof *limbs);
    return prog_put_const(p, &k);
}

void prog_repeat(uint64_t *limbs, unsigned count, uint64_t pattern, unsigned period)
{
    uint64_t v = period == 64 ? pattern : pattern & ((1ULL << period) - 1);
    for (; period < 64; period *= 2) v |= v << period;
    for (unsigned i = 0; i < count; i++) limbs[i] = v;
}

void prog_const_in(const prog *p, unsigned k, const regclass *cls, uint64_t limbs[16])
{
    memset(limbs, 0, 16 * sizeof *limbs);
    unsigned bits = prog_const_bits(p, &p->konst[k]);
    for (unsigned at = 0; at < cls->bits; at += bits) bv_insert(limbs, p->konst[k].limb, bits, at);
    bv_trim(limbs, cls->bits);
}

unsigned prog_add_repeated(prog *p, uint64_t pattern, unsigned period)
{
    uint64_t limbs[16];
    require(period >= 1 && period <= 64 && !(period & (period - 1)),
            "the period is a power of two up to 64");
    prog_repeat(limbs, 16, pattern, period);
    return prog_add_const(p, limbs);
}

unsigned prog_join(prog *p, const spec *s, const regclass *block, const unsigned *part)
{
    if (!block->of) return *part;
    const instr *in = block_join(s, block);
    unsigned both[2] = {prog_join(p, s, in->src[0], part),
                        prog_join(p, s, in->src[1], part + block->parts / 2)};
    return prog_add(p, in, both, 0);
}

unsigned prog_add(prog *p, const instr *in, const unsigned *src, int64_t imm)
{
    require(p->ninsns < PROG_INSNS_MAX, "the program has at most PROG_INSNS_MAX instructions");
    prog_insn *x = &p->insn[p->ninsns];
    *x = (prog_insn){.in = in, .imm = in->has_imm ? imm : 0};
    for (unsigned i = 0; i < in->nsrc; i++) {
        require(src[i] < prog_first_insn(p) + p->ninsns, "a source is an earlier value");
        x->src[i] = (uint16_t)src[i];
    }
    return p->result = prog_first_insn(p) + p->ninsns++;
}

unsigned prog_const_period(const prog *p, const prog_const *k)
{
    if (k->bits) return 0;
    for (unsigned period = 8; period <= 64 && period <= prog_const_class(p)->bits; period *= 2) {
        uint64_t limbs[16] = {0};
        prog_repeat(limbs, bv_limbs(prog_const_class(p)->bits), k->limb[0], period);
        bv_trim(limbs, prog_const_class(p)->bits);
        if (!memcmp(limbs, k->limb, sizeof limbs)) return period;
    }
    return 0;
}

/* ---- transformation ---- */

bool prog_reclass(const prog *p, const spec *s, const regclass *cls, prog *out)
{
    if (!prog_is_plain(p) || p->cls->of || cls->of) return false;
    *out = *p;
    out->cls = cls;
    memset(out->input_cls, 0, sizeof out->input_cls);
    for (unsigned i = 0; i < p->nconsts; i++) {
        unsigned period = prog_const_period(p, &p->konst[i]);
        if (p->konst[i].bits) return false;
        /* the whole register, repeated */
        if (!period && p->cls->bits >= 64 && cls->bits % p->cls->bits == 0) {
            unsigned limbs = bv_limbs(p->cls->bits);
            for (unsigned k = limbs; k < bv_limbs(cls->bits); k++)
                out->konst[i].limb[k] = p->konst[i].limb[k % limbs];
            continue;
        }
        if (!period || period > cls->bits) return false;
        prog_repeat(out->konst[i].limb, 16, p->konst[i].limb[0], period);
        memset(out->konst[i].limb + bv_limbs(cls->bits), 0,
               (16 - bv_limbs(cls->bits)) * sizeof(uint64_t));
        bv_trim(out->konst[i].limb, cls->bits);
    }
    for (unsigned i = 0; i < p->ninsns; i++) {
        const instr *from = p->insn[i].in,
                    *to = from->result == p->cls ? spec_sibling(s, from, cls) : NULL;
        if (!to || to->nsrc != from->nsrc) return false;
        for (unsigned k = 0; k < to->nsrc; k++)
            if (from->src[k] != p->cls || to->src[k] != cls) return false;
        if (to->has_imm && (p->insn[i].imm < to->imm_low || p->insn[i].imm > to->imm_high))
            return false;
        if (to->form_of && !form_has_width(to, p->insn[i].imm)) return false;
        out->insn[i].in = to;
    }
    return true;
}

bool prog_fits(const prog *p, const target *t)
{
    for (unsigned i = 0; i < p->ninsns; i++)
        if (!target_has_instr(t, p->insn[i].in)) return false;
    return target_has_class(t, p->cls);
}

static void mark_used(const prog *p, bool *used)
{
    used[p->result] = true;
    if (p->second_name) used[p->second] = true;
    for (unsigned i = p->ninsns; i-- > 0;)
        for (unsigned k = 0; used[prog_first_insn(p) + i] && k < p->insn[i].in->nsrc; k++)
            used[p->insn[i].src[k]] = true;
}

/* The sources of a commutative instruction in canonical order: by value number, constants last. */
static void order_sources(const prog *p, const instr *in, unsigned *src)
{
    unsigned first = prog_first_insn(p), key[2];
    for (unsigned i = 0; i < 2; i++)
        key[i] = src[i] >= p->ninputs && src[i] < first ? src[i] + PROG_INSNS_MAX + first : src[i];
    if (!in->commutative || key[0] <= key[1]) return;
    unsigned swap = src[0];
    src[0] = src[1];
    src[1] = swap;
}

void prog_tidy(prog *p)
{
    enum { VALUES_MAX = PROG_INPUTS_MAX + PROG_CONSTS_MAX + PROG_INSNS_MAX };
    bool used[VALUES_MAX] = {0};
    unsigned map[VALUES_MAX] = {0}, first = prog_first_insn(p);
    prog q = *p;
    mark_used(p, used);
    q.nconsts = q.ninsns = 0;
    memset(q.konst, 0, sizeof q.konst);
    memset(q.insn, 0, sizeof q.insn);
    for (unsigned i = 0; i < p->ninputs; i++) map[i] = i;
    for (unsigned i = 0; i < p->ninsns; i++)
        for (unsigned k = 0; used[first + i] && k < p->insn[i].in->nsrc; k++) {
            unsigned v = p->insn[i].src[k];
            if (v >= p->ninputs && v < first)
                map[v] = prog_put_const(&q, &p->konst[v - p->ninputs]);
        }
    const unsigned results[2] = {p->result, p->second_name ? p->second : p->result};
    for (unsigned i = 0; i < 2; i++)
        if (results[i] >= p->ninputs && results[i] < first)
            map[results[i]] = prog_put_const(&q, &p->konst[results[i] - p->ninputs]);
    for (unsigned i = 0; i < p->ninsns; i++) {
        unsigned src[SPEC_SRC_MAX] = {0};
        if (!used[first + i]) continue;
        for (unsigned k = 0; k < p->insn[i].in->nsrc; k++) src[k] = map[p->insn[i].src[k]];
        order_sources(&q, p->insn[i].in, src);
        map[first + i] = prog_add(&q, p->insn[i].in, src, p->insn[i].imm);
    }
    q.result = map[p->result];
    q.second = p->second_name ? map[p->second] : 0;
    *p = q;
}

static term source_term(const prog *p, term_ctx *c, const prog_insn *x, unsigned k,
                        const term *value)
{
    unsigned v = x->src[k];
    uint64_t limbs[16];
    const regclass *cls = x->in->src[k];
    if (v < p->ninputs || v >= prog_first_insn(p) || cls == prog_const_class(p)) return value[v];
    prog_const_in(p, v - p->ninputs, cls, limbs);
    return term_mk_const(c, limbs, cls->bits);
}

/* A result that is a constant of another class than the program's is that of the class. */
static term result_term(const prog *p, term_ctx *c, unsigned v, const regclass *cls,
                        const term *value)
{
    uint64_t limbs[16];
    if (v < p->ninputs || v >= prog_first_insn(p) || cls == prog_const_class(p)) return value[v];
    prog_const_in(p, v - p->ninputs, cls, limbs);
    return term_mk_const(c, limbs, cls->bits);
}

term prog_term(const prog *p, term_ctx *c, const term *args)
{
    term out[2];
    prog_terms(p, c, args, out);
    return out[0];
}

void prog_terms(const prog *p, term_ctx *c, const term *args, term out[2])
{
    term value[PROG_INPUTS_MAX + PROG_CONSTS_MAX + PROG_INSNS_MAX];
    unsigned first = prog_first_insn(p);
    for (unsigned i = 0; i < p->ninputs; i++) value[i] = args[i];
    for (unsigned i = 0; i < p->nconsts; i++)
        value[p->ninputs + i] = term_mk_const(c, p->konst[i].limb, prog_const_class(p)->bits);
    for (unsigned i = 0; i < p->ninsns; i++) {
        term src[SPEC_SRC_MAX] = {0};
        for (unsigned k = 0; k < p->insn[i].in->nsrc; k++)
            src[k] = source_term(p, c, &p->insn[i], k, value);
        value[first + i] = instr_apply(p->insn[i].in, c, src, p->insn[i].imm);
    }
    out[0] = value[p->result];
    out[1] = p->second_name ? result_term(p, c, p->second, prog_second_class(p), value) : TERM_NONE;
}

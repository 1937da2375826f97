// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* single_judge.c - whether one program is right by some constants: the questions of single.c, the
 * cheap ones first. Called for every choice of sources. */
#include <string.h>

#include "single_inside.h"
#include "spec/instr.h"
#include "spec/term/bv.h"

static bool reaches(const single *x, const attempt *a)
{
    for (unsigned i = 0; i < x->cls->bits / 8; i++)
        for (unsigned operand = 0; operand < x->op->arity; operand++) {
            bytes can = {0};
            for (unsigned s = 0; s < a->m->in->nsrc; s++)
                for (unsigned k = 0; a->from[s] == (int)operand && k < WORDS; k++)
                    can.word[k] |= a->m->reach[i][s].word[k];
            if (!has_all(&can, &x->needs[i][operand])) return false;
        }
    return true;
}

/* ---- a few bytes ---- */

/* Byte number i of what the result is to be. */
static uint8_t wanted_byte(const evaluated *e, unsigned i)
{
    return (uint8_t)(e->result[i / 8] >> i % 8 * 8);
}
static uint8_t counting_bits(const evaluated *e, unsigned i)
{
    return (uint8_t)(e->care[i / 8] >> i % 8 * 8);
}

/* Whether the term of byte i is wrong whatever the constants are. */
static bool is_byte_wrong(term_ctx *c, term t, const evaluated *e, unsigned i)
{
    return term_is_const(c, t) &&
           ((unsigned)(term_limbs(c, t)[0] ^ wanted_byte(e, i)) & counting_bits(e, i));
}

/* The member's byte on the sample, a term over its constants. */
static term probe(single *x, const attempt *a, const term *constant, term_ctx *c, unsigned i,
                  const evaluated *e)
{
    const catalogue *g = &x->of[x->cls->index];
    term vars[SPEC_SRC_MAX], by[SPEC_SRC_MAX];
    unsigned n = a->m->in->nsrc;
    if (x->memo_size < term_count(g->c) + 1) {
        x->memo_size = term_count(g->c) + 1;
        x->memo = mem_grow(x->memo, x->memo_size, sizeof *x->memo);
    }
    memset(x->memo, 0, (a->m->byte[i] + 1) * sizeof *x->memo);
    for (unsigned s = 0; s < n; s++) {
        vars[s] = term_mk_var(g->c, single_names[s], a->m->in->src[s]->bits);
        by[s] = a->from[s] == CONSTANT ? constant[s]
                                       : term_mk_const(c, e->in.limb[a->from[s]], x->cls->bits);
    }
    return single_copy_term(c, g->c, a->m->byte[i], vars, by, n, x->memo);
}

/* Whether the bytes that are looked at exclude the program. */
static ls_status judge_bytes(single *x, const attempt *a, const term *constant, term_ctx *c,
                             bool *excluded)
{
    term right = term_mk_bool(c, true);
    for (unsigned n = 0; n < PROBES * (x->nends + PROBE_SAMPLES) && !*excluded; n++) {
        unsigned k = n / PROBES, byte = single_probed_byte(n % PROBES, x->cls->bits / 8);
        if (k >= x->nends + x->ntelling) break;
        const evaluated *e = k < x->nends ? &x->ends[k] : &x->t.at[x->telling[k - x->nends]];
        term t = probe(x, a, constant, c, n % PROBES, e),
             care = term_mk_u64(c, counting_bits(e, byte), 8);
        term want = term_mk_u64(c, wanted_byte(e, byte) & counting_bits(e, byte), 8);
        right = term_mk_binary(
            c, TERM_AND, right,
            term_mk_binary(c, TERM_EQ, term_mk_binary(c, TERM_BVAND, t, care), want));
        *excluded = right == term_mk_bool(c, false);
    }
    if (*excluded || right == term_mk_bool(c, true)) return LS_OK;
    smt_answer answer;
    char reason[SMT_REASON];
    ls_status rc = smt_solve(x->solver, c, right, NULL, 0, NULL, &answer, reason);
    if (rc != LS_OK) return rc;
    switch (answer) {
    case SMT_UNSAT: *excluded = true; break;
    case SMT_SAT:
    case SMT_UNKNOWN: break; /* all bytes may tell */
    }
    return LS_OK;
}

/* ---- all bytes ---- */

/* What the program makes of the sample: a term over its constants. */
static term result_on(const single *x, const attempt *a, const term *constant, term_ctx *c,
                      const evaluated *e)
{
    term src[SPEC_SRC_MAX];
    for (unsigned s = 0; s < a->m->in->nsrc; s++)
        src[s] = a->from[s] == CONSTANT ? constant[s]
                                        : term_mk_const(c, e->in.limb[a->from[s]], x->cls->bits);
    return instr_apply(a->m->in, c, src, a->m->imm);
}

/* Whether some byte is wrong whatever the constants are. */
static bool is_wrong(const single *x, term_ctx *c, term t, const evaluated *e)
{
    for (unsigned i = 0; i < x->cls->bits / 8; i++)
        if (is_byte_wrong(c, term_mk_extract(c, i * 8 + 7, i * 8, t), e, i)) return true;
    return false;
}

/* A Bool: right on the sample. */
static term is_right(const single *x, term_ctx *c, term t, const evaluated *e)
{
    uint64_t want[REGISTER_LIMBS];
    for (unsigned i = 0; i < REGISTER_LIMBS; i++) want[i] = e->result[i] & e->care[i];
    term masked = term_mk_binary(c, TERM_BVAND, t, term_mk_const(c, e->care, x->cls->bits));
    return term_mk_binary(c, TERM_EQ, masked, term_mk_const(c, want, x->cls->bits));
}

static bool is_right_result(const single *x, const evaluated *e, const uint64_t *result)
{
    for (unsigned i = 0; i < bv_limbs(x->cls->bits); i++)
        if ((result[i] ^ e->result[i]) & e->care[i]) return false;
    return true;
}

/* The first sample on which the program with these constants is wrong. */
static bool find_wrong(const single *x, const attempt *a, const term *value, term_ctx *c,
                       evaluated *e)
{
    term input[PROG_INPUTS_MAX], src[SPEC_SRC_MAX];
    for (unsigned i = 0; i < x->op->arity; i++)
        input[i] = term_mk_var(c, x->op->param[i], x->cls->bits);
    for (unsigned s = 0; s < a->m->in->nsrc; s++)
        src[s] = a->from[s] == CONSTANT ? value[s] : input[a->from[s]];
    term_evaluator *run = term_evaluator_new(c, instr_apply(a->m->in, c, src, a->m->imm), input,
                                             x->op->arity);
    bool wrong = false;
    for (unsigned k = 0; !wrong && single_take_sample(x, k, e); k++) {
        uint64_t result[REGISTER_LIMBS];
        const uint64_t *in[PROG_INPUTS_MAX];
        for (unsigned i = 0; i < x->op->arity; i++) in[i] = e->in.limb[i];
        term_evaluator_run(run, in, result);
        wrong = !is_right_result(x, e, result);
    }
    term_evaluator_free(run);
    return wrong;
}

static void note_found(single *x, const attempt *a)
{
    if (x->nfound < FOUND_MAX) x->found[x->nfound++] = *a;
}

/* right: what is known of the constants. *out stays as it is but where there are none. */
static ls_status ask_solver(single *x, attempt *a, const term *constant, term_ctx *c, term right,
                            verdict *out)
{
    uint64_t *values[SPEC_SRC_MAX];
    term vars[SPEC_SRC_MAX], value[SPEC_SRC_MAX];
    unsigned nvars = 0;
    for (unsigned s = 0; s < a->m->in->nsrc; s++)
        if (a->from[s] == CONSTANT) values[nvars] = a->constant[s], vars[nvars++] = constant[s];
    for (unsigned round = 0; round < ROUNDS; round++) {
        smt_answer answer;
        char reason[SMT_REASON];
        evaluated e;
        memset(a->constant, 0, sizeof a->constant);
        ls_status rc = smt_solve(x->solver, c, right, vars, nvars, values, &answer, reason);
        if (rc != LS_OK) return rc;
        switch (answer) {
        case SMT_UNSAT: *out = EXCLUDED; return LS_OK;
        case SMT_UNKNOWN: return LS_OK;
        case SMT_SAT: break;
        }
        for (unsigned s = 0; s < a->m->in->nsrc; s++)
            if (a->from[s] == CONSTANT)
                value[s] = term_mk_const(c, a->constant[s], a->m->in->src[s]->bits);
        if (!find_wrong(x, a, value, c, &e)) {
            note_found(x, a);
            return LS_OK;
        }
        right = term_mk_binary(c, TERM_AND, right,
                               is_right(x, c, result_on(x, a, constant, c, &e), &e));
    }
    return LS_OK;
}

static term is_right_at_ends(const single *x, const attempt *a, const term *constant, term_ctx *c)
{
    term out = term_mk_bool(c, true);
    for (unsigned i = 0; i < x->nends; i++)
        out = term_mk_binary(
            c, TERM_AND, out,
            is_right(x, c, result_on(x, a, constant, c, &x->ends[i]), &x->ends[i]));
    return out;
}

ls_status single_judge_attempt(single *x, attempt *a, verdict *out)
{
    evaluated e;
    *out = (a->m->bitwise && x->spreads) || !reaches(x, a) ? EXCLUDED : OPEN;
    if (*out == EXCLUDED) return LS_OK;
    term_ctx *c = term_ctx_new();
    term constant[SPEC_SRC_MAX];
    bool wrong = false, constants = false;
    for (unsigned s = 0; s < a->m->in->nsrc; s++) {
        constant[s] = term_mk_var(c, single_names[s], a->m->in->src[s]->bits);
        constants = constants || a->from[s] == CONSTANT;
    }
    ls_status rc = judge_bytes(x, a, constant, c, &wrong);
    for (unsigned i = 0; rc == LS_OK && !wrong && i < QUICK && i < x->ntelling; i++) {
        const evaluated *at = &x->t.at[x->telling[i]];
        wrong = is_wrong(x, c, result_on(x, a, constant, c, at), at);
    }
    if (rc == LS_OK && !wrong && constants)
        rc = ask_solver(x, a, constant, c, is_right_at_ends(x, a, constant, c), out);
    if (rc == LS_OK && !wrong && !constants) {
        wrong = find_wrong(x, a, constant, c, &e);
        if (!wrong) note_found(x, a);
    }
    if (rc == LS_OK && wrong) *out = EXCLUDED;
    term_ctx_free(c);
    return rc;
}

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

#include <stdio.h>
#include <string.h>

#include "job_report.h"
#include "spec/instr.h"
#include "spec/term/bv.h"
#include "spec/term/lift.h"
#include "synth/problem/trial.h"
#include "synth/solver/floor.h"
#include "verify/claim/smt.h"
#include "workers.h"

enum { BYTES_MAX = REGISTER_LIMBS * 8, WORDS = BYTES_MAX / 64, CONSTANT = -1 };
enum {
    PROBES = 4,
    PROBE_SAMPLES = 2,
    CORNERS = 4,
    QUICK = 3,
    ROUNDS = 80,
    SOLVER_STEPS = 3000000,
    SOLVER_MEGABYTES = 2048,
    FOUND_MAX = 8
};

/* Bytes of a register, a bit each. */
typedef struct bytes { uint64_t word[WORDS]; } bytes;

/* An instruction with its immediate. */
typedef struct member {
    const instr *in;
    int64_t imm;
    /* by byte of the result: on which bytes of each source it may depend */
    bytes (*reach)[SPEC_SRC_MAX];
    bool bitwise;                 /* bit i of the result depends on bits i only */
    term byte[PROBES];            /* some bytes of the result, over the catalogue's variables */
} member;

typedef struct catalogue {
    const regclass *cls;
    term_ctx *c; /* of the members' bytes */
    member *list; /* members of one instruction stand together */
    unsigned count;
} catalogue;

typedef enum verdict { NOT_ASKED, EXCLUDED, OPEN } verdict;

/* Sources: operands by number, or constants. */
typedef struct attempt {
    const member *m;
    int from[SPEC_SRC_MAX];
    /* when it has been found right on all samples */
    uint64_t constant[SPEC_SRC_MAX][REGISTER_LIMBS];
} attempt;

struct single {
    const spec *s;
    unsigned steps; /* of the solver's own count, a question */
    arena mem;
    catalogue *of; /* by class; empty where nobody asks */
    smt *solver;
    term *memo; /* of copies */
    size_t memo_size;
    /* the question that was asked last */
    const op *op;
    unsigned w;
    const regclass *cls;
    trial t;
    /* by byte of the result: on which bytes of each operand it does depend */
    bytes needs[BYTES_MAX][PROG_INPUTS_MAX];
    /* samples where something counts, random ones first */
    unsigned char telling[SAMPLES], ntelling;
    /* the lowest or the highest bit of one operand, one corner in all fields: they say most */
    evaluated ends[2 * PROG_INPUTS_MAX + CORNERS];
    unsigned nends;
    /* some bit of the result depends on another bit of an operand */
    bool spreads;
    verdict *verdict;                        /* by instruction */
    uint64_t *judged;                        /* the same */
    attempt found[FOUND_MAX];                /* right on all samples */
    unsigned nfound;
};

/* ---- what instructions reach ---- */

static void add_bytes(bytes *b, unsigned high, unsigned low)
{
    for (unsigned i = low / 8; i <= high / 8; i++) b->word[i / 64] |= 1ULL << i % 64;
}

static bool has_all(const bytes *most, const bytes *some)
{
    for (unsigned i = 0; i < WORDS; i++)
        if (some->word[i] & ~most->word[i]) return false;
    return true;
}

typedef struct support {
    term_ctx *c;
    const term *src; /* variables */
    unsigned nsrc;
    bytes (*of)[SPEC_SRC_MAX]; /* by term */
    bool *known;
} support;

static void add_variable(support *u, term var, unsigned high, unsigned low, bytes out[SPEC_SRC_MAX])
{
    for (unsigned i = 0; i < u->nsrc; i++)
        if (u->src[i] == var) add_bytes(&out[i], high, low);
}

/* On what t depends; more than it does where an extract is not of a variable. */
static const bytes *support_of(support *u, term t)
{
    if (u->known[t]) return u->of[t];
    term_op kind = term_get_op(u->c, t);
    bool slice = kind == TERM_EXTRACT && term_get_op(u->c, term_arg(u->c, t, 0)) == TERM_VAR;
    u->known[t] = true;
    if (slice)
        add_variable(u, term_arg(u->c, t, 0), term_int(u->c, t, 0), term_int(u->c, t, 1), u->of[t]);
    if (kind == TERM_VAR) add_variable(u, t, term_width(u->c, t) - 1, 0, u->of[t]);
    for (unsigned i = 0; !slice && i < term_nargs(u->c, t); i++) {
        const bytes *more = support_of(u, term_arg(u->c, t, i));
        for (unsigned k = 0; k < u->nsrc; k++)
            for (unsigned j = 0; j < WORDS; j++) u->of[t][k].word[j] |= more[k].word[j];
    }
    return u->of[t];
}

static const char *const names[SPEC_SRC_MAX] = {"s0", "s1", "s2", "s3"};

static bool is_bitwise(const instr *in, term_ctx *c, term t, const term *src)
{
    term bit, bit_src[SPEC_SRC_MAX];
    for (unsigned i = 0; i < in->nsrc; i++)
        if (in->src[i] != in->result) return false;
    return lift_to_chunk(c, &t, 1, src, in->nsrc, in->result->bits, 1, &bit, bit_src);
}

/* The byte of the result that probe i looks at, of n: low and high ones of words, those at the ends
 * of the register. */
static unsigned probed_byte(unsigned i, unsigned n)
{
    static const unsigned char low[PROBES - 1] = {0, 3, 7};
    return i < PROBES - 1 && low[i] < n ? low[i] : n - 1;
}

/* A copy of t, with terms of `to` in the place of some variables; done holds what was copied. */
static term copy_term(term_ctx *to, const term_ctx *from, term t, const term *vars, const term *by,
                      unsigned count, term *done)
{
    term arg[TERM_ARGS_MAX] = {TERM_NONE};
    if (done[t]) return done[t];
    for (unsigned i = 0; i < count; i++)
        if (vars[i] == t) return done[t] = by[i];
    for (unsigned i = 0; i < term_nargs(from, t); i++)
        arg[i] = copy_term(to, from, term_arg(from, t, i), vars, by, count, done);
    return done[t] = term_rebuild(to, from, t, arg);
}

static void keep_probes(catalogue *g, member *m, const term_ctx *c, const term *part, unsigned n)
{
    term *done = mem_alloc(term_count(c) + 1, sizeof *done);
    for (unsigned i = 0; i < PROBES; i++)
        m->byte[i] = copy_term(g->c, c, part[probed_byte(i, n)], NULL, NULL, 0, done);
    mem_free(done);
}

static void find_reach(arena *mem, catalogue *g, member *m)
{
    unsigned n = m->in->result->bits / 8;
    term src[SPEC_SRC_MAX], part[BYTES_MAX];
    support u = {.c = term_ctx_new(), .src = src, .nsrc = m->in->nsrc};
    for (unsigned i = 0; i < m->in->nsrc; i++)
        src[i] = term_mk_var(u.c, names[i], m->in->src[i]->bits);
    term t = instr_apply(m->in, u.c, src, m->imm);
    for (unsigned i = 0; i < n; i++) part[i] = term_mk_extract(u.c, i * 8 + 7, i * 8, t);
    u.of = mem_alloc(term_count(u.c) + 1, sizeof *u.of);
    u.known = mem_alloc(term_count(u.c) + 1, sizeof *u.known);
    m->reach = arena_alloc(mem, n, sizeof *m->reach);
    for (unsigned i = 0; i < n; i++) memcpy(m->reach[i], support_of(&u, part[i]), sizeof *m->reach);
    m->bitwise = is_bitwise(m->in, u.c, t, src);
    keep_probes(g, m, u.c, part, n);
    mem_free(u.of);
    mem_free(u.known);
    term_ctx_free(u.c);
}

/* ---- catalogues ---- */

/* A machine instruction that a program of the class may end with, that takes an operand, and that
 * is not only for rules. */
static bool is_member(const instr *in, const regclass *cls)
{
    bool takes = false;
    for (unsigned i = 0; i < in->nsrc; i++) takes = takes || in->src[i] == cls;
    return in->result == cls && in->machine == 1 && in->kind != INSTR_NAMED && takes;
}

static bool is_wanted(const instr *in, const regclass *cls, const cell *cells, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (cells[i].cls == cls && target_has_instr(cells[i].target, in)) return is_member(in, cls);
    return false;
}

static void fill_catalogue(single *x, catalogue *g, const cell *cells, unsigned count)
{
    unsigned n = 0;
    for (unsigned i = 0; i < x->s->ninstrs; i++) {
        const instr *in = &x->s->instrs[i];
        if (is_wanted(in, g->cls, cells, count))
            n += in->has_imm ? (unsigned)(in->imm_high - in->imm_low) + 1 : 1;
    }
    g->list = arena_new(&x->mem, n + 1, member);
    g->c = n ? term_ctx_new() : NULL;
    for (unsigned i = 0; i < x->s->ninstrs; i++) {
        const instr *in = &x->s->instrs[i];
        if (!is_wanted(in, g->cls, cells, count)) continue;
        for (int64_t imm = in->has_imm ? in->imm_low : 0; imm <= (in->has_imm ? in->imm_high : 0);
             imm++) {
            g->list[g->count] = (member){.in = in, .imm = imm};
            find_reach(&x->mem, g, &g->list[g->count++]);
        }
    }
}

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
        fill_catalogue(x, &x->of[i], cells, count);
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

/* ---- what the operation needs ---- */

/* The bits of a byte of the result that differ where both count. */
static unsigned difference_at(const evaluated *a, const evaluated *b, unsigned byte)
{
    uint64_t care = a->care[byte / 8] & b->care[byte / 8];
    return ((a->result[byte / 8] ^ b->result[byte / 8]) & care) >> byte % 8 * 8 & 0xff;
}

/* Notes which bytes of the result change with a byte of an operand. */
static void flip(single *x, const evaluated *e, unsigned operand, unsigned byte, unsigned how)
{
    evaluated other = *e;
    other.in.limb[operand][byte / 8] ^= (uint64_t)how << byte % 8 * 8;
    trial_evaluate(&x->t, &other);
    for (unsigned i = 0; i < x->cls->bits / 8; i++) {
        unsigned difference = difference_at(e, &other, i);
        if (difference) add_bytes(&x->needs[i][operand], byte * 8, byte * 8);
        if (difference & ~(i == byte ? how : 0)) x->spreads = true;
    }
}

/* Sample number k: first those with a single one in an operand, which say most about constants,
 * then the fixed ones. False after the last. */
static bool take_sample(const single *x, unsigned k, evaluated *e)
{
    unsigned lone = x->op->arity * x->cls->bits;
    if (k >= lone + TRIAL_SAMPLES) return false;
    if (k >= lone) {
        *e = x->t.at[k - lone];
        return true;
    }
    memset(&e->in, 0, sizeof e->in);
    bv_set_bit(e->in.limb[k / x->cls->bits], k % x->cls->bits, true);
    trial_evaluate(&x->t, e);
    return true;
}

static bool is_telling(const evaluated *e)
{
    for (unsigned i = 0; i < REGISTER_LIMBS; i++)
        if (e->care[i]) return true;
    return false;
}

static void find_telling(single *x)
{
    x->nends = 2 * x->op->arity;
    for (unsigned i = 0; i < x->nends; i++)
        take_sample(x, i / 2 * x->cls->bits + (i % 2 ? x->cls->bits - 1 : 0), &x->ends[i]);
    for (unsigned k = 1; k <= CORNERS; k++)
        if (is_telling(&x->t.at[k])) x->ends[x->nends++] = x->t.at[k];
    x->ntelling = 0;
    for (unsigned odd = 2; odd-- > 0;)
        for (unsigned k = 0; k < SAMPLES; k++)
            if ((k > 16 && k % 2) == odd && is_telling(&x->t.at[k]))
                x->telling[x->ntelling++] = (unsigned char)k;
}

static void find_needs(single *x)
{
    static const unsigned char how[] = {0xff, 0x01, 0x80, 0x55, 0xff, 0x3c, 0x02, 0x07};
    memset(x->needs, 0, sizeof x->needs);
    x->spreads = false;
    for (unsigned i = 0; i < 2 * sizeof how && i / 2 < x->ntelling; i++)
        for (unsigned a = 0; a < x->op->arity; a++)
            for (unsigned b = 0; b < x->cls->bits / 8; b++)
                flip(x, &x->t.at[x->telling[i / 2] + (i % 2 ? SAMPLES : 0)], a, b, how[i / 2]);
}

/* ---- one program ---- */

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
        vars[s] = term_mk_var(g->c, names[s], a->m->in->src[s]->bits);
        by[s] = a->from[s] == CONSTANT ? constant[s]
                                       : term_mk_const(c, e->in.limb[a->from[s]], x->cls->bits);
    }
    return copy_term(c, g->c, a->m->byte[i], vars, by, n, x->memo);
}

/* Whether the bytes that are looked at exclude the program. */
static ls_status judge_bytes(single *x, const attempt *a, const term *constant, term_ctx *c,
                             bool *excluded)
{
    term right = term_mk_bool(c, true);
    for (unsigned n = 0; n < PROBES * (x->nends + PROBE_SAMPLES) && !*excluded; n++) {
        unsigned k = n / PROBES, byte = probed_byte(n % PROBES, x->cls->bits / 8);
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
    for (unsigned k = 0; !wrong && take_sample(x, k, e); k++) {
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

/* OPEN until something shows that it is wrong; what ends without an answer shows nothing. */
static ls_status judge_attempt(single *x, attempt *a, verdict *out)
{
    evaluated e;
    *out = (a->m->bitwise && x->spreads) || !reaches(x, a) ? EXCLUDED : OPEN;
    if (*out == EXCLUDED) return LS_OK;
    term_ctx *c = term_ctx_new();
    term constant[SPEC_SRC_MAX];
    bool wrong = false, constants = false;
    for (unsigned s = 0; s < a->m->in->nsrc; s++) {
        constant[s] = term_mk_var(c, names[s], a->m->in->src[s]->bits);
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
        rc = judge_attempt(x, &a, &v);
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
    find_telling(x);
    find_needs(x);
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
                   is_member(&x->s->instrs[i], c->cls);
    for (unsigned i = 0; i < g->count; i++)
        missing -= (i == 0 || g->list[i - 1].in != g->list[i].in) &&
                   target_has_instr(c->target, g->list[i].in);
    return !missing;
}

ls_status single_bound(single *x, const cell *c, unsigned *bound, uint64_t *candidates)
{
    const catalogue *g = &x->of[c->cls->index];
    require(covers(x, g, c), "the cell's class and target were among those at the opening");
    bool open = !floor_bound(c, candidates);
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
        if (target_has_instr(c->target, &s->instrs[i]) && is_member(&s->instrs[i], c->cls))
            strbuf_printf(out, " %s", s->instrs[i].name);
    strbuf_puts(out, SINGLE_CONSTANTS);
}

/* ---- runs ---- */

/* Changes whenever what is found changes. */
static const char version[] = "single 1";

void single_search_key(const spec *s, const cell *c, synth_effort effort, char out[HASH_TEXT])
{
    strbuf text = {0};
    (void)effort;
    strbuf_printf(&text, "%s\n%s\n%s\n", version, c->op->hash, c->target->name);
    for (unsigned i = 0; i < s->ninstrs; i++)
        if (target_has_instr(c->target, &s->instrs[i]) && is_member(&s->instrs[i], c->cls))
            strbuf_put_line(&text, s->instrs[i].hash);
    hash_text(text.s, out);
    strbuf_free(&text);
}

typedef struct run {
    single *x;
    cost_model **models; /* by target */
} run;

static bool write_program(const attempt *a, const cell *c, prog *out)
{
    unsigned src[SPEC_SRC_MAX];
    prog_init(out, c->op, c->cls);
    for (unsigned s = 0; s < a->m->in->nsrc; s++)
        src[s] = a->from[s] != CONSTANT ? (unsigned)a->from[s]
                                        : prog_add_const_of(out, a->m->in->src[s], a->constant[s]);
    prog_add(out, a->m->in, src, a->m->imm);
    prog_tidy(out);
    return prog_fits(out, c->target);
}

static ls_status report_found(const run *r, const cell *c, judge *j, const synth_sink *sink,
                              unsigned *n, diags *d)
{
    pool candidates = {0};
    judged kept[JUDGE_KEEP];
    *n = 0;
    for (unsigned i = 0; i < r->x->nfound; i++) {
        prog p;
        if (write_program(&r->x->found[i], c, &p)) pool_add(&candidates, &p, "single", NULL);
    }
    ls_status rc = candidates.count ? judge_cell(j, c, &candidates, kept, n, d) : LS_OK;
    for (unsigned i = 0; rc == LS_OK && i < *n; i++) rc = job_report_lowering(sink, c, &kept[i]);
    pool_free(&candidates);
    return rc;
}

static ls_status report_bound(const run *r, const cell *c, unsigned bound, uint64_t candidates,
                              const synth_sink *sink)
{
    strbuf text = {0};
    single_grammar(r->x->s, c, &text);
    synth_bound b = {.cell = *c,
                     .insns = bound,
                     .grammar = text.s,
                     .engine = "single",
                     .candidates = candidates};
    ls_status rc = sink->bound(sink->context, &b);
    strbuf_free(&text);
    return rc;
}

/* For a cell that has got nothing: a bound, or found programs that nobody proved. */
static void note_failure(const run *r, const cell *c, const judge *j, unsigned bound,
                         const synth_sink *sink)
{
    strbuf text = {0};
    if (bound) strbuf_puts(&text, "no described instruction does it, whatever the constants are");
    else if (r->x->nfound) judge_explain(j, &text);
    else
        strbuf_puts(&text,
                    "none was found; of some the solver does not know whether constants exist");
    synth_note(sink, c, strbuf_text(&text));
    strbuf_free(&text);
}

static ls_status run_job(void *context, const cell *cells, unsigned count, const synth_sink *sink,
                         diags *d)
{
    const run *r = context;
    judge j;
    ls_status rc = job_open_judge(&j, r->x->s, r->models);
    for (unsigned i = 0; rc == LS_OK && i < count; i++) {
        unsigned bound, n = 0;
        uint64_t candidates;
        rc = single_bound(r->x, &cells[i], &bound, &candidates);
        if (rc == LS_OK && bound) rc = report_bound(r, &cells[i], bound, candidates, sink);
        if (rc == LS_OK && !bound) rc = report_found(r, &cells[i], &j, sink, &n, d);
        if (rc == LS_OK && !n) note_failure(r, &cells[i], &j, bound, sink);
        if (rc == LS_OK) rc = sink->cell_done(sink->context, &cells[i], n);
    }
    judge_close(&j);
    return rc;
}

ls_status single_run(const spec *s, const cell *cells, unsigned count, const synth_options *o,
                     const synth_sink *sink, diags *d)
{
    if (!count) return LS_OK;
    run r = {.x = single_open(s, cells, count)};
    worker_jobs jobs = {cells, count, o->jobs, o->megabytes, run_job, &r};
    ls_status rc = cost_models_of_cells(&r.models, s, cells, count, o->spec_dir, d);
    if (rc == LS_OK) rc = workers_run(&jobs, sink, d);
    cost_models_free(r.models, s);
    single_close(r.x);
    return rc;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cegis.c - counterexample-guided inductive synthesis on a chunk of the register.
 *
 * Solar-Lezama et al., "Combinatorial sketching for finite programs", ASPLOS 2006; Gulwani, Jha,
 * Tiwari, Venkatesan, "Synthesis of loop-free programs", PLDI 2011. For each number of
 * instructions: a solver fills the holes of a sketch so that the program is right on some examples;
 * another query asks for an input on which it is wrong, which is the next example. When the holes
 * cannot be filled, no program of that length is right, whichever the examples are.
 *
 * Registers are too wide for this, so it runs on the smallest chunk on which every member and the
 * problem act alike and independently on every chunk of the register, and over which the grammar's
 * constants repeat. A program that is right on the register is right on its lowest chunk, where it
 * is a program of as many instructions, and conversely: bounds and programs are those of the
 * register.
 *
 * Only SMT_UNSAT excludes a level, and only SMT_UNSAT makes a program a solution.
 *
 * Called by tests and bench, as a check of `exhaust`, and by searches for constants. */
#include "cegis.h"

#include <stdio.h>
#include <string.h>

#include "spec/base/clock.h"
#include "spec/base/random.h"
#include "spec/op.h"
#include "spec/term/bv.h"
#include "spec/term/lift.h"

enum { FIRST_EXAMPLES = 1, WIDEST_CHUNK = 64 };

typedef struct engine {
    grammar g;       /* narrowed to the chunk */
    cegis_problem p; /* on the chunk */
    const cegis_options *o;
    smt *checker;
    sketch_example *examples;
    unsigned nexamples, cap;
    double start; /* as clock_seconds gives it */
    cegis_result *out;
} engine;

/* ---- limits ---- */

static unsigned elapsed(const engine *s)
{
    return (unsigned)(1e3 * (clock_seconds() - s->start));
}

static bool out_of_time(const engine *s)
{
    return s->o->milliseconds && elapsed(s) >= s->o->milliseconds;
}

/* Milliseconds of the next query; 0: no limit. */
static unsigned query_limit(const engine *s)
{
    unsigned limit = s->o->query_milliseconds;
    if (!s->o->milliseconds) return limit;
    unsigned gone = elapsed(s), left = gone < s->o->milliseconds ? s->o->milliseconds - gone : 1;
    return limit && limit < left ? limit : left;
}

static void end_without_answer(engine *s)
{
    s->out->end = out_of_time(s) ? CEGIS_TIME : CEGIS_UNKNOWN;
    if (!s->out->reason[0]) snprintf(s->out->reason, SMT_REASON, "the search's time is over");
}

/* ---- chunks ---- */

static bool constants_repeat(const grammar *g, unsigned chunk)
{
    for (unsigned i = 0; chunk < 64 && i < g->nconsts; i++)
        if (g->konst[i] != (g->konst[i] << chunk | g->konst[i] >> (64 - chunk))) return false;
    return true;
}

static bool narrow_member(term_ctx *c, grammar_member *m, unsigned bits, unsigned chunk)
{
    term body, arg[3];
    if (!lift_to_chunk(c, &m->body, 1, m->arg, m->nsrc, bits, chunk, &body, arg)) return false;
    m->body = body;
    for (unsigned i = 0; i < m->nsrc; i++) m->arg[i] = arg[i];
    return true;
}

/* out: g on one chunk; it shares g's terms. */
static bool narrow_grammar(const grammar *g, unsigned chunk, grammar *out)
{
    *out = *g;
    out->bits = chunk;
    if (!constants_repeat(g, chunk)) return false;
    for (unsigned i = 0; i < sizeof g->sort_bits; i++)
        if (g->sort_bits[i]) return false; /* a chunk would have more values */
    for (unsigned i = 0; i < g->count; i++)
        if (!narrow_member(g->terms, &out->member[i], g->bits, chunk)) return false;
    return true;
}

static bool narrow_problem(const grammar *g, const cegis_problem *p, unsigned chunk,
                           cegis_problem *out)
{
    term whole[2] = {p->result, p->care}, part[2];
    *out = *p;
    if (p->ninputs > 4) return false; /* more than lift_to_chunk takes */
    for (unsigned i = 0; i < p->ninputs; i++)
        if (p->width[i] && p->width[i] != g->bits) return false;
    if (!lift_to_chunk(g->terms, whole, 2, p->var, p->ninputs, g->bits, chunk, part, out->var))
        return false;
    memset(out->width, 0, sizeof out->width);
    out->result = part[0];
    out->care = part[1];
    return true;
}

/* s->g and s->p become g and p on the smallest chunk on which all lift. False when that is too
 * wide. */
static bool narrow(engine *s, const grammar *g, const cegis_problem *p)
{
    unsigned field = p->field ? p->field : 1;
    for (unsigned chunk = 8; chunk <= WIDEST_CHUNK && chunk < g->bits; chunk *= 2)
        if (chunk % field == 0 && g->bits % chunk == 0 && narrow_grammar(g, chunk, &s->g) &&
            narrow_problem(g, p, chunk, &s->p))
            return true;
    s->g = *g;
    s->p = *p;
    return g->bits <= WIDEST_CHUNK;
}

/* Whether sources may be exchanged is asked: terms of commutative operators need not be written
 * alike. No answer: they may not. */
static ls_status find_exchangeable(engine *s, grammar_member *m)
{
    term_ctx *c = s->g.terms;
    term swapped[2] = {m->arg[1], m->arg[0]};
    smt_answer differs;
    if (m->nsrc != 2 || m->any_table) return LS_OK;
    term same = term_mk_binary(c, TERM_EQ, m->body,
                               term_substitute(c, m->body, m->arg, swapped, 2));
    s->out->queries++;
    ls_status status = smt_solve(s->checker, c, term_mk_unary(c, TERM_NOT, same), NULL, 0, NULL,
                                 &differs, s->out->reason);
    m->commutative = status == LS_OK && differs == SMT_UNSAT;
    return status;
}

static ls_status find_all_exchangeable(engine *s)
{
    ls_status status = LS_OK;
    smt_set_limits(s->checker, query_limit(s), s->o->megabytes);
    for (unsigned i = 0; status == LS_OK && i < s->g.count; i++)
        status = find_exchangeable(s, &s->g.member[i]);
    if (status == LS_OK) s->out->reason[0] = 0;
    return status;
}

static uint64_t low_bits(unsigned n)
{
    return n < 64 ? (1ULL << n) - 1 : ~0ULL;
}

static unsigned input_width(const engine *s, unsigned i)
{
    return s->p.width[i] && s->p.width[i] < s->g.bits ? s->p.width[i] : s->g.bits;
}

/* ---- examples ---- */

static void add_example(engine *s, const uint64_t *input)
{
    if (s->nexamples == s->cap)
        s->examples = mem_grow(s->examples, s->cap = s->cap ? 2 * s->cap : 16, sizeof *s->examples);
    sketch_example *x = &s->examples[s->nexamples++];
    const uint64_t *values[PROBLEM_INPUTS_MAX];
    *x = (sketch_example){0};
    for (unsigned i = 0; i < s->p.ninputs; i++) {
        x->input[i] = input[i];
        values[i] = &x->input[i];
    }
    term_eval(s->g.terms, s->p.result, s->p.var, values, s->p.ninputs, &x->want);
    term_eval(s->g.terms, s->p.care, s->p.var, values, s->p.ninputs, &x->care);
    s->out->examples++;
}

static void add_first_examples(engine *s)
{
    uint64_t state = 1, input[PROBLEM_INPUTS_MAX] = {0};
    for (unsigned n = 0; n < FIRST_EXAMPLES; n++) {
        for (unsigned i = 0; i < s->p.ninputs; i++)
            input[i] = random_next(&state) & low_bits(input_width(s, i));
        add_example(s, input);
    }
}

/* ---- candidates ---- */

/* Appends the free constants, repeated over 64 bits. */
static void append_constants(grammar *g, const uint64_t *constant, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        uint64_t v = constant[i] & low_bits(g->bits);
        for (unsigned period = g->bits; period < 64; period *= 2) v |= v << period;
        g->konst_sorts[g->nconsts] = g->free_sorts;
        g->konst[g->nconsts++] = v;
    }
}

static bool is_used(const chain *x, unsigned value)
{
    bool used = !x->nsteps && x->result == value;
    for (unsigned i = 0; i < x->nsteps; i++)
        for (unsigned n = 0; n < x->step[i].member->nsrc; n++) used |= x->step[i].src[n] == value;
    return used;
}

static void drop_value(chain *x, unsigned value)
{
    for (unsigned i = 0; i < x->nsteps; i++)
        for (unsigned n = 0; n < x->step[i].member->nsrc; n++)
            if (x->step[i].src[n] > value) x->step[i].src[n]--;
    x->result -= x->result > value;
    x->nconsts--;
}

/* The candidate becomes the result, with the members of the caller's grammar and the constants that
 * it uses. */
static void report(engine *s, const grammar *g, const chain *x, const uint64_t *constant)
{
    cegis_result *out = s->out;
    grammar extended = s->g;
    append_constants(&extended, constant, s->o->constants);
    out->solved = true;
    out->program = *x;
    for (unsigned i = 0; i < x->nsteps; i++)
        out->program.step[i].member = &g->member[x->step[i].member - s->g.member];
    for (unsigned i = 0; i < s->o->constants; i++) {
        unsigned value = x->ninputs + g->nconsts + out->nconstants;
        if (is_used(&out->program, value))
            out->constant[out->nconstants++] = extended.konst[g->nconsts + i];
        else drop_value(&out->program, value);
    }
}

/* The inputs are in range and the candidate is wrong on them. */
static term wrong_somewhere(engine *s, const chain *x, const uint64_t *constant)
{
    term_ctx *c = s->g.terms;
    grammar extended = s->g;
    append_constants(&extended, constant, s->o->constants);
    term differ = term_mk_binary(c, TERM_BVXOR, chain_term(&extended, x, s->p.var), s->p.result);
    term zero = term_mk_u64(c, 0, s->g.bits),
         mask = term_mk_binary(c, TERM_BVAND, differ, s->p.care);
    term wrong = term_mk_unary(c, TERM_NOT, term_mk_binary(c, TERM_EQ, mask, zero));
    for (unsigned i = 0; i < s->p.ninputs; i++) {
        if (input_width(s, i) == s->g.bits) continue;
        term high = term_mk_extract(c, s->g.bits - 1, input_width(s, i), s->p.var[i]);
        term in_range = term_mk_binary(c, TERM_EQ, high,
                                       term_mk_u64(c, 0, s->g.bits - input_width(s, i)));
        wrong = term_mk_binary(c, TERM_AND, wrong, in_range);
    }
    return wrong;
}

/* SMT_UNSAT: the candidate is right. SMT_SAT: an example on which it is wrong was added. */
static ls_status check_candidate(engine *s, const chain *x, const uint64_t *constant,
                                 smt_answer *answer)
{
    uint64_t input[PROBLEM_INPUTS_MAX], *values[PROBLEM_INPUTS_MAX];
    for (unsigned i = 0; i < s->p.ninputs; i++) values[i] = &input[i];
    smt_set_limits(s->checker, query_limit(s), s->o->megabytes);
    s->out->queries++;
    ls_status status = smt_solve(s->checker, s->g.terms, wrong_somewhere(s, x, constant), s->p.var,
                                 s->p.ninputs, values, answer, s->out->reason);
    if (status == LS_OK && *answer == SMT_SAT) add_example(s, input);
    return status;
}

/* ---- levels ---- */

typedef enum level_answer { LEVEL_EXCLUDED, LEVEL_SOLVED, LEVEL_UNKNOWN } level_answer;

/* One turn: a candidate and its check. *decided: *answer is that of the level. */
static ls_status turn(engine *s, sketch *k, const grammar *g, bool *decided, level_answer *answer)
{
    chain x;
    uint64_t constant[SKETCH_CONSTANTS_MAX];
    smt_answer found, wrong;
    s->out->queries++;
    *decided = true;
    *answer = LEVEL_UNKNOWN;
    ls_status status = sketch_solve(k, query_limit(s), &x, constant, &found, s->out->reason);
    if (status != LS_OK || found == SMT_UNKNOWN) return status;
    if (found == SMT_UNSAT) {
        *answer = LEVEL_EXCLUDED;
        return LS_OK;
    }
    status = check_candidate(s, &x, constant, &wrong);
    if (status != LS_OK || wrong == SMT_UNKNOWN) return status;
    *decided = wrong == SMT_UNSAT;
    if (!*decided) return LS_OK;
    report(s, g, &x, constant);
    *answer = LEVEL_SOLVED;
    return LS_OK;
}

static ls_status search_level(engine *s, const grammar *g, unsigned level, level_answer *answer)
{
    smt_session *session;
    sketch k;
    bool decided = false;
    *answer = LEVEL_UNKNOWN;
    ls_status status = smt_session_new(&session, s->g.terms, s->o->megabytes);
    if (status != LS_OK) return status;
    sketch_open(&k, &s->g, session, s->p.ninputs, s->o->constants, level, s->o->constant_steps);
    while (status == LS_OK && !decided && !out_of_time(s)) {
        while (k.examples < s->nexamples) sketch_add_example(&k, &s->examples[k.examples]);
        status = turn(s, &k, g, &decided, answer);
    }
    smt_session_free(session);
    return status;
}

static ls_status search_levels(engine *s, const grammar *g)
{
    for (unsigned level = s->o->min_level; level <= s->o->max_level; level++) {
        level_answer answer;
        s->out->bound = level;
        ls_status status = search_level(s, g, level, &answer);
        if (status != LS_OK) return status;
        switch (answer) {
        case LEVEL_EXCLUDED: break;
        case LEVEL_SOLVED: return LS_OK;
        case LEVEL_UNKNOWN: end_without_answer(s); return LS_OK;
        }
    }
    s->out->bound = s->o->max_level + 1;
    return LS_OK;
}

static ls_status search_narrowed(engine *s, const grammar *g)
{
    ls_status status = smt_new(&s->checker, s->o->query_milliseconds, s->o->megabytes);
    if (status != LS_OK) return status;
    status = find_all_exchangeable(s);
    add_first_examples(s);
    if (status == LS_OK) status = search_levels(s, g);
    smt_free(s->checker);
    return status;
}

ls_status cegis_search(const grammar *g, const cegis_problem *p, const cegis_options *o,
                       cegis_result *out)
{
    require(o->max_level <= CHAIN_STEPS_MAX && o->min_level <= o->max_level,
            "levels are those of a chain");
    require(o->constants <= SKETCH_CONSTANTS_MAX && p->ninputs <= PROBLEM_INPUTS_MAX,
            "constants and inputs fit a sketch");
    engine *s = mem_alloc(1, sizeof *s);
    ls_status status = LS_OK;
    *out = (cegis_result){.end = CEGIS_COMPLETE};
    s->o = o;
    s->out = out;
    s->start = clock_seconds();
    if (narrow(s, g, p)) {
        out->chunk = s->g.bits;
        status = search_narrowed(s, g);
        if (status != LS_OK) out->end = CEGIS_UNKNOWN;
        if (status != LS_OK && !out->reason[0])
            snprintf(out->reason, SMT_REASON, "the solver cannot be set up");
    } else {
        out->end = CEGIS_UNKNOWN;
        snprintf(out->reason, SMT_REASON,
                 "on no chunk of at most %d bits do all instructions and the problem act alike",
                 WIDEST_CHUNK);
    }
    mem_free(s->examples);
    mem_free(s);
    return status;
}

/* ---- for callers ---- */

ls_status cegis_state_op(cegis_problem *p, const grammar *g, const op *o, diags *d)
{
    require(g->cls && g->w && o->arity <= PROBLEM_INPUTS_MAX, "the grammar is that of a cell");
    *p = (cegis_problem){.ninputs = o->arity, .field = g->w};
    for (unsigned i = 0; i < o->arity; i++) p->var[i] = term_mk_var(g->terms, o->param[i], g->bits);
    return op_elaborate(o, g->w, g->bits / g->w, g->terms, p->var, &p->result, &p->care, d)
               ? LS_OK
               : LS_INPUT;
}

void cegis_extend(const grammar *g, const cegis_result *r, grammar *out)
{
    *out = *g;
    append_constants(out, r->constant, r->nconstants);
}

ls_status cegis_confirm(const grammar *g, const cegis_problem *p, unsigned bound,
                        const cegis_options *o, proof_answer *answer, cegis_result *out)
{
    *answer = PROOF_PROVED;
    *out = (cegis_result){.end = CEGIS_COMPLETE};
    if (!bound) return LS_OK;
    cegis_options options = *o;
    options.min_level = 0;
    options.max_level = bound - 1;
    options.constants = 0;
    ls_status status = cegis_search(g, p, &options, out);
    bool complete = status == LS_OK && out->end == CEGIS_COMPLETE;
    *answer = !complete ? PROOF_UNKNOWN : out->solved ? PROOF_REFUTED : PROOF_PROVED;
    return status;
}

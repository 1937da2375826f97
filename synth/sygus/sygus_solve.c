// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* sygus_solve.c - level by level: search, prove, learn from counterexamples.
 *
 * A level is a number of operators. The engine `exhaust` looks for programs of the level that are
 * right on test images; Z3 proves them against the constraints themselves, or gives an input on
 * which they are wrong. That input becomes the first test of the next search of the same level. The
 * level is excluded when the engine finds nothing and says so; the solution is proved shortest when
 * all levels below are excluded, for what the search looks for was proved to be what the
 * constraints ask (sygus_spec.h).
 *
 * The engine may find only programs that match the images which it searches on and fail on its
 * other ones: those may hide right ones. Then the search is repeated with the search images alone,
 * so that it reports them, and the tests that they fail on become search images.
 *
 * Where the grammar takes any constant, the engine is `cegis`: Z3 chooses the constants too, and a
 * level is excluded when it says that there are none. It looks at what was read from the
 * constraints; what it finds is proved like every program.
 *
 * A function given by examples is right when it agrees with all of them; that is evaluated.
 *
 * Called by cli/cmd_sygus.c. */
#include "sygus_solve.h"

#include <string.h>

#include "spec/base/clock.h"
#include "sygus_print.h"
#include "sygus_spec.h"
#include "synth/exhaust/exhaust.h"
#include "synth/solver/cegis.h"

enum {
    TESTS_MAX = 512, /* kept; images hold fewer */
    FEW_IMAGES = 2,  /* searched on when the result has many bits */
    MANY_IMAGES = 8, /* at most */
    PATIENCE = 16, /* a level is left after so many rounds that learn, for each test searched on */
    HARVEST = 64,  /* wrong programs taken at a time */
    UNKNOWN_MAX = 15, /* unproved programs of a level before it is left */
    TREE_MAX = 4000   /* operators of a printed tree */
};

/* What the file gives one function. */
typedef struct task {
    const sygus_options *o;
    const sygus_fun *f;
    sygus_grammar *grammar;
    sygus_terms terms;
    sygus_spec spec;
    kernel_set *kernels;
    sygus_solver solver;
    sygus_answer *answer;
    arena *mem;
    diags *d;
    uint64_t test[TESTS_MAX][SYGUS_PARAMS_MAX]; /* newest first */
    unsigned ntests;
    problem problem;
    chain found[HARVEST];
    unsigned nfound, level;
    unsigned images; /* searched on */
    unsigned rounds; /* that have learnt tests, since `images` or the level has changed */
    term unknown[UNKNOWN_MAX + 1]; /* results of programs of this level that were not decided */
    unsigned nunknown;
} task;

/* Milliseconds until the time is over, at least 1; 0: no limit. */
static unsigned time_left(const task *k)
{
    return sygus_clock_left(&k->o->clock);
}

static bool time_is_over(const task *k)
{
    return sygus_clock_is_over(&k->o->clock);
}

/* ---- tests ---- */

/* The number of the test, ntests when there is none such. */
static unsigned find_test(const task *k, const uint64_t *in)
{
    unsigned i = 0;
    while (i < k->ntests && memcmp(k->test[i], in, sizeof k->test[i])) i++;
    return i;
}

/* Puts the input first. False when it was the first already: nothing was learnt. */
static bool add_test(task *k, const uint64_t *in)
{
    unsigned at = find_test(k, in);
    bool known = at < k->ntests;
    if (known && at == 0) return false;
    if (!known && k->ntests < TESTS_MAX) k->ntests++;
    else if (!known) at = TESTS_MAX - 1;
    memmove(k->test[1], k->test[0], at * sizeof k->test[0]);
    memcpy(k->test[0], in, sizeof k->test[0]);
    return true;
}

/* The first examples, in the order of the file. */
static void take_examples(task *k)
{
    for (unsigned i = 0; i < k->spec.nexamples && i < TESTS_MAX; i++)
        memcpy(k->test[k->ntests++], k->spec.example[i].in, sizeof k->test[0]);
}

static bool by_examples_only(const task *k)
{
    return term_get_op(k->terms.e.c, k->spec.holds) == TERM_TRUE;
}

/* ---- the problem ---- */

/* Result and care as registers over the input registers: what follows from the constraints, and the
 * examples among the first tests. */
static void state(task *k, unsigned ntests, term *result, term *care)
{
    const sygus_grammar *s = k->grammar;
    term_ctx *c = s->g.terms;
    term by[SYGUS_PARAMS_MAX], none = term_mk_u64(c, 0, s->g.bits),
                               all = term_mk_ones(c, s->g.bits);
    for (unsigned i = 0; i < k->f->nparams; i++)
        by[i] = sygus_from_register(c, s->input[i], k->f->param[i].width);
    *result = sygus_to_register(
        c, term_substitute(c, k->spec.value, k->spec.param, by, k->f->nparams), s->g.bits);
    *care = term_mk_ite(c, term_substitute(c, k->spec.care, k->spec.param, by, k->f->nparams), all,
                        none);
    for (unsigned t = 0; t < ntests; t++) {
        const sygus_example *x = sygus_spec_example(&k->spec, k->test[t]);
        term here = term_mk_bool(c, true);
        if (!x) continue;
        for (unsigned i = 0; i < k->f->nparams; i++) {
            term equal = term_mk_binary(c, TERM_EQ, s->input[i],
                                        term_mk_u64(c, x->in[i], s->g.bits));
            here = term_mk_binary(c, TERM_AND, here, equal);
        }
        *result = term_mk_ite(c, here, term_mk_u64(c, x->out, s->g.bits), *result);
        *care = term_mk_ite(c, here, all, *care);
    }
}

/* The constants that are inputs have their values in every test. */
static void put_constants(const sygus_grammar *s, problem *p)
{
    for (unsigned i = s->f->nparams; i < s->ninputs; i++) {
        uint64_t v = s->constant[i - s->f->nparams];
        for (unsigned at = s->g.bits; at < 64; at *= 2) v |= v << at;
        for (unsigned k = 0; k < PROBLEM_IMAGES; k++) p->in[i][k] = (image){v, v};
    }
}

/* Tests of k->problem: those that there are; then others, but the same again for examples, since
 * nothing else matters. */
static void make_problem(task *k)
{
    const sygus_grammar *s = k->grammar;
    unsigned room = PROBLEM_IMAGES * (IMAGE_BITS / s->g.bits),
             n = k->ntests < room ? k->ntests : room;
    unsigned widths[SYGUS_INPUTS_MAX];
    uint64_t(*given)[PROBLEM_INPUTS_MAX] = mem_alloc(room, sizeof *given);
    term result, care;
    _Static_assert((int)SYGUS_INPUTS_MAX == (int)PROBLEM_INPUTS_MAX,
                   "inputs are those of a problem");
    state(k, n, &result, &care);
    for (unsigned i = 0; i < s->ninputs; i++)
        widths[i] = i < k->f->nparams && k->f->param[i].width ? k->f->param[i].width : 1;
    if (by_examples_only(k) && n)
        for (unsigned i = n; i < room; i++) memcpy(given[i], k->test[i % n], sizeof k->test[0]);
    for (unsigned i = 0; i < n; i++) memcpy(given[i], k->test[i], sizeof k->test[0]);
    problem_init_terms(&k->problem, s->g.terms, s->input, s->ninputs, widths, result, care,
                       s->g.bits, (const uint64_t(*)[PROBLEM_INPUTS_MAX])given,
                       by_examples_only(k) && n ? room : n, 1);
    put_constants(s, &k->problem);
    mem_free(given);
}

/* ---- one program ---- */

static image run_chain(const grammar *g, const problem *p, const chain *x, unsigned k)
{
    image v[PROBLEM_INPUTS_MAX + GRAMMAR_CONSTS_MAX + CHAIN_STEPS_MAX];
    unsigned n = 0;
    for (unsigned i = 0; i < x->ninputs; i++) v[n++] = p->in[i][k];
    for (unsigned i = 0; i < x->nconsts; i++) v[n++] = (image){g->konst[i], g->konst[i]};
    for (unsigned i = 0; i < x->nsteps; i++, n++)
        x->step[i].member->run(&v[x->step[i].src[0]], &v[x->step[i].src[1]], &v[x->step[i].src[2]],
                               &v[n], 1);
    return v[x->nsteps ? n - 1 : x->result];
}

/* The inputs in the first register of image i that has a one in bad. */
static void read_inputs(const task *k, unsigned i, image bad, uint64_t *in)
{
    unsigned bits = k->grammar->g.bits, word = bad[0] ? 0 : 1,
             shift = (unsigned)__builtin_ctzll(bad[word]) / bits * bits;
    uint64_t mask = bits == 64 ? ~0ULL : (1ULL << bits) - 1;
    memset(in, 0, sizeof k->test[0]);
    for (unsigned n = 0; n < k->f->nparams; n++) in[n] = k->problem.in[n][i][word] >> shift & mask;
}

/* Whether the program is wrong on an image of the problem; then in are the inputs. */
static bool wrong_on_images(const task *k, const chain *x, uint64_t *in)
{
    for (unsigned i = 0; i < PROBLEM_IMAGES; i++) {
        image bad = (run_chain(&k->grammar->g, &k->problem, x, i) ^ k->problem.target[i]) &
                    k->problem.care[i];
        if (image_is_zero(bad)) continue;
        read_inputs(k, i, bad, in);
        return true;
    }
    return false;
}

static bool wrong_on_examples(const task *k, term v, uint64_t *in)
{
    const sygus_example *x = sygus_spec_failed_example(&k->spec, k->terms.e.c, v);
    if (x) memcpy(in, x->in, sizeof x->in);
    return x;
}

static ls_status solver_failed(task *k, const char *reason)
{
    diag_error(k->d, (place){0}, "the solver failed: %s", reason);
    return LS_ENV;
}

/* Is v, over the parameters, wrong for some inputs? */
static ls_status prove(task *k, term v, smt_answer *wrong, uint64_t *in)
{
    term_ctx *c = k->terms.e.c;
    uint64_t *values[SYGUS_PARAMS_MAX];
    char reason[SMT_REASON];
    *wrong = SMT_UNSAT;
    memset(in, 0, sizeof k->test[0]);
    if (wrong_on_examples(k, v, in)) return *wrong = SMT_SAT, LS_OK;
    if (by_examples_only(k)) return LS_OK;
    term holds = term_substitute(c, k->spec.holds, &k->spec.result, &v, 1);
    for (unsigned i = 0; i < k->f->nparams; i++) values[i] = &in[i];
    k->answer->queries++;
    term fails = term_mk_unary(c, TERM_NOT, holds);
    ls_status rc =
        sygus_ask(&k->solver, c, fails, k->spec.param, k->f->nparams, values, wrong, reason);
    return rc == LS_OK ? rc : solver_failed(k, reason);
}

static term chain_value(const task *k, const chain *x)
{
    term_ctx *c = k->terms.e.c;
    const sygus_grammar *s = k->grammar;
    term args[SYGUS_INPUTS_MAX];
    for (unsigned i = 0; i < s->ninputs; i++)
        args[i] = i < k->f->nparams ? sygus_to_register(c, k->spec.param[i], s->g.bits)
                                    : term_mk_u64(c, s->constant[i - k->f->nparams], s->g.bits);
    return sygus_from_register(c, chain_term(&s->g, x, args), k->f->width);
}

static void keep_solution(task *k, const chain *x)
{
    strbuf b = {0};
    sygus_answer *a = k->answer;
    a->end = SYGUS_SOLVED;
    a->cost = x->nsteps;
    a->shortest = a->excluded == x->nsteps;
    a->tree = sygus_print_chain(k->grammar, x, TREE_MAX, &b);
    a->solution = arena_strdup(k->mem, b.s);
    strbuf_free(&b);
}

static bool is_unknown(const task *k, term v)
{
    for (unsigned i = 0; i < k->nunknown; i++)
        if (k->unknown[i] == v) return true;
    return false;
}

static void keep_unknown(task *k, term v)
{
    k->unknown[k->nunknown++] = v;
    k->answer->unknown++;
}

/* Looks at a program: the solution, a counterexample, or unknown. *learnt is set when the next
 * search will differ. */
static ls_status judge(task *k, const chain *x, bool *learnt)
{
    uint64_t in[SYGUS_PARAMS_MAX];
    smt_answer wrong;
    if (wrong_on_images(k, x, in)) return *learnt |= add_test(k, in), LS_OK;
    term v = chain_value(k, x);
    if (is_unknown(k, v) || k->nunknown > UNKNOWN_MAX) return LS_OK;
    ls_status rc = prove(k, v, &wrong, in);
    if (rc != LS_OK) return rc;
    switch (wrong) {
    case SMT_UNSAT: keep_solution(k, x); break;
    case SMT_SAT: k->answer->tests++, *learnt |= add_test(k, in); break;
    case SMT_UNKNOWN: keep_unknown(k, v), *learnt = true; break;
    }
    return LS_OK;
}

static ls_status judge_found(task *k, bool *learnt)
{
    ls_status rc = LS_OK;
    *learnt = false;
    for (unsigned i = 0; i < k->nfound && rc == LS_OK && k->answer->end != SYGUS_SOLVED; i++)
        rc = judge(k, &k->found[i], learnt);
    return rc;
}

/* ---- one level ---- */

typedef enum outcome {
    OUTCOME_GO_ON,
    OUTCOME_SOLVED,
    OUTCOME_EXCLUDED,
    OUTCOME_OPEN,    /* the solver did not answer */
    OUTCOME_CROWDED, /* there are more counterexamples than the search runs on */
    OUTCOME_TIME,
    OUTCOME_MEMORY
} outcome;

static void take_found(void *context, const chain *x)
{
    task *k = context;
    if (k->nfound < HARVEST) k->found[k->nfound++] = *x;
}

/* A test tells functions apart by the bits of its result. */
static unsigned first_images(const task *k)
{
    enum { MANY_BITS = 16 };
    return k->f->width >= MANY_BITS ? FEW_IMAGES : MANY_IMAGES;
}

/* How many tests the search runs on. */
static unsigned tests_held(const task *k)
{
    return k->images * (IMAGE_BITS / k->grammar->g.bits);
}

/* Whether the search goes on with what it has learnt. When counterexamples do not fit the tests
 * that it runs on, as of a result that is a mask, one takes another's place and the same programs
 * come again; then it takes more tests. */
static bool go_on(task *k)
{
    if (++k->rounds > 2 * tests_held(k) && k->images < MANY_IMAGES) {
        k->images = MANY_IMAGES;
        k->rounds = 0;
    }
    return k->rounds <= PATIENCE * tests_held(k);
}

static void search(task *k, const problem *p, unsigned max_solutions, exhaust_result *out)
{
    unsigned threads = k->o->threads ? k->o->threads : 1;
    exhaust_options o = {.min_level = k->level,
                         .max_level = k->level,
                         .tables_inside = true,
                         .images = k->images,
                         .max_solutions = max_solutions,
                         .threads = threads,
                         .max_bytes = ((uint64_t)k->o->megabytes << 20) / threads,
                         .milliseconds = time_left(k)};
    k->nfound = 0;
    exhaust_search(&k->grammar->g, p, &o, take_found, k, out);
    k->answer->searches++;
    k->answer->judged += out->judged;
}

/* Searches the search images alone, so that programs which are wrong elsewhere are reported. */
static ls_status harvest(task *k, bool *learnt)
{
    exhaust_result r;
    problem *p = mem_alloc(1, sizeof *p);
    unsigned images = k->images;
    *p = k->problem;
    for (unsigned i = images; i < PROBLEM_IMAGES; i++) {
        for (unsigned n = 0; n < p->ninputs; n++) p->in[n][i] = p->in[n][i % images];
        p->target[i] = p->target[i % images];
        p->care[i] = p->care[i % images];
    }
    search(k, p, HARVEST, &r);
    mem_free(p);
    return judge_found(k, learnt);
}

/* One search of the level. */
static ls_status search_round(task *k, outcome *out)
{
    exhaust_result r;
    bool learnt = false;
    *out = OUTCOME_TIME;
    if (time_is_over(k)) return LS_OK;
    make_problem(k);
    search(k, &k->problem, 1 + k->nunknown, &r);
    ls_status rc = judge_found(k, &learnt);
    if (rc == LS_OK && !k->nfound && r.end == EXHAUST_COMPLETE && r.refuted)
        rc = harvest(k, &learnt);
    *out = OUTCOME_GO_ON;
    if (k->answer->end == SYGUS_SOLVED) *out = OUTCOME_SOLVED;
    else if (r.bound > k->level) *out = OUTCOME_EXCLUDED;
    else if (r.end == EXHAUST_TIME) *out = OUTCOME_TIME;
    else if (r.end == EXHAUST_MEMORY) *out = OUTCOME_MEMORY;
    else if (!learnt || k->nunknown > UNKNOWN_MAX) *out = OUTCOME_OPEN;
    else if (!go_on(k)) *out = OUTCOME_CROWDED;
    return rc;
}

/* ---- one level, with any constants ---- */

/* Operands of a program of this level that are no step's result, at most: each step but the last is
 * one's operand. */
static unsigned leaves_max(const task *k)
{
    const grammar *g = &k->grammar->g;
    unsigned sources = 1;
    for (unsigned i = 0; i < g->count; i++)
        if (g->member[i].nsrc > sources) sources = g->member[i].nsrc;
    return 1 + k->level * (sources - 1);
}

/* How many constants a program may have: fewer than it has operands where neither engine nor
 * grammar has room for more. */
static unsigned constants_max(const task *k)
{
    unsigned room = GRAMMAR_CONSTS_MAX - k->grammar->g.nconsts, most = leaves_max(k);
    if (most > SKETCH_CONSTANTS_MAX) most = SKETCH_CONSTANTS_MAX;
    return most < room ? most : room;
}

/* The chosen constants follow the grammar's. */
static void take_constants(task *k, const cegis_result *r)
{
    grammar *g = &k->grammar->g;
    for (unsigned i = 0; i < r->nconstants; i++) g->konst[g->nconsts + i] = r->constant[i];
}

static ls_status choose_constants(task *k, cegis_result *r)
{
    const sygus_grammar *s = k->grammar;
    cegis_problem p = {.ninputs = s->ninputs};
    cegis_options o = {.min_level = k->level,
                       .max_level = k->level,
                       .constants = constants_max(k),
                       .constant_steps = true,
                       .milliseconds = time_left(k),
                       .query_milliseconds = k->o->solver_seconds * 1000,
                       .megabytes = k->o->megabytes};
    for (unsigned i = 0; i < s->ninputs; i++) {
        p.var[i] = s->input[i];
        p.width[i] = k->f->param[i].width ? k->f->param[i].width : 1;
    }
    state(k, k->ntests, &p.result, &p.care);
    ls_status rc = cegis_search(&s->g, &p, &o, r);
    k->answer->searches++;
    k->answer->queries += r->queries;
    k->answer->tests += r->examples;
    return rc == LS_OK ? rc : solver_failed(k, r->reason);
}

/* One search of the level. It goes on only with an example that was not among the tests. */
static ls_status choose_round(task *k, outcome *out)
{
    cegis_result r;
    uint64_t in[SYGUS_PARAMS_MAX];
    smt_answer wrong;
    *out = OUTCOME_TIME;
    if (time_is_over(k)) return LS_OK;
    ls_status rc = choose_constants(k, &r);
    *out = r.end == CEGIS_COMPLETE                  ? OUTCOME_EXCLUDED
           : r.end == CEGIS_TIME || time_is_over(k) ? OUTCOME_TIME
                                                    : OUTCOME_OPEN;
    k->answer->undecided += *out == OUTCOME_OPEN;
    if (rc != LS_OK || !r.solved) return rc;
    take_constants(k, &r);
    term v = chain_value(k, &r.program);
    rc = prove(k, v, &wrong, in);
    if (rc != LS_OK) return rc;
    *out = OUTCOME_OPEN;
    switch (wrong) {
    case SMT_UNSAT: keep_solution(k, &r.program), *out = OUTCOME_SOLVED; break;
    case SMT_SAT:
        *out = sygus_spec_example(&k->spec, in) && add_test(k, in) ? OUTCOME_GO_ON : OUTCOME_OPEN;
        break;
    case SMT_UNKNOWN: keep_unknown(k, v); break;
    }
    return LS_OK;
}

static ls_status search_level(task *k, outcome *out)
{
    ls_status rc = LS_OK;
    *out = OUTCOME_GO_ON;
    k->nunknown = k->rounds = 0;
    while (rc == LS_OK && *out == OUTCOME_GO_ON)
        rc = k->grammar->any_constant ? choose_round(k, out) : search_round(k, out);
    return rc;
}

/* ---- one function ---- */

/* Why the level, left with this outcome, is not excluded; SYGUS_GAP_NONE when it is. */
static sygus_gap find_gap(const task *k, outcome out)
{
    bool any = k->grammar->any_constant;
    if (out == OUTCOME_CROWDED) return SYGUS_GAP_TESTS;
    if (!k->spec.exact) return SYGUS_GAP_MEANING;
    if (out == OUTCOME_OPEN && k->nunknown) return SYGUS_GAP_PROGRAMS;
    if (out == OUTCOME_OPEN) return any ? SYGUS_GAP_SOLVER : SYGUS_GAP_TESTS;
    if (!any && k->grammar->g.nconsts) return SYGUS_GAP_CONSTANTS;
    return any && constants_max(k) < leaves_max(k) ? SYGUS_GAP_ROOM : SYGUS_GAP_NONE;
}

static void close_level(task *k, outcome out)
{
    sygus_answer *a = k->answer;
    if (a->excluded < k->level) return;
    a->gap = find_gap(k, out);
    if (a->gap == SYGUS_GAP_NONE) a->excluded++;
    if (a->gap == SYGUS_GAP_TESTS) a->tests_held = tests_held(k);
}

static ls_status solve(task *k)
{
    sygus_answer *a = k->answer;
    double start = clock_seconds();
    outcome out = OUTCOME_OPEN;
    ls_status rc = LS_OK;
    take_examples(k);
    k->images = first_images(k);
    for (k->level = 0; k->level <= k->o->max_cost && rc == LS_OK; k->level++) {
        rc = search_level(k, &out);
        if (out == OUTCOME_SOLVED || out == OUTCOME_TIME || out == OUTCOME_MEMORY) break;
        close_level(k, out);
    }
    if (out != OUTCOME_SOLVED)
        a->end = out == OUTCOME_TIME     ? SYGUS_TIME
                 : out == OUTCOME_MEMORY ? SYGUS_MEMORY
                                         : SYGUS_NONE;
    if (by_examples_only(k)) a->examples = k->spec.nexamples;
    a->seconds += clock_seconds() - start;
    return rc;
}

/* Reads the function's grammar and constraints. LS_NO: no function meets these. */
static ls_status state_task(task *k, const sygus *s)
{
    strbuf why = {0};
    grammar_open(&k->grammar->g, sygus_register_bits(k->f));
    bool good = sygus_terms_open(&k->terms, s, k->grammar->g.terms, k->mem, k->d);
    good = good && sygus_grammar_fill(k->grammar, k->f, &k->terms, k->kernels);
    ls_status rc = good ? sygus_spec_open(&k->spec, &k->terms, k->f, &k->solver, &why) : LS_INPUT;
    if (rc == LS_OK && (k->spec.late || time_is_over(k))) k->answer->end = SYGUS_TIME;
    if (rc == LS_NO) {
        k->answer->end = SYGUS_INFEASIBLE;
        k->answer->why = arena_strdup(k->mem, strbuf_text(&why));
    }
    if (rc == LS_ENV) solver_failed(k, strbuf_text(&why));
    strbuf_free(&why);
    return rc;
}

static ls_status open_task(task *k, const sygus *s)
{
    double start = clock_seconds();
    k->grammar = mem_alloc(1, sizeof *k->grammar);
    k->kernels = kernel_set_new();
    k->solver = (sygus_solver){.clock = &k->o->clock, .seconds = k->o->solver_seconds};
    if (sygus_solver_open(&k->solver) != LS_OK) return solver_failed(k, "it cannot be set up");
    ls_status rc = state_task(k, s);
    bool searched = rc == LS_OK && k->answer->end != SYGUS_TIME;
    if (searched) rc = kernel_compile(k->kernels, k->d);
    if (searched && rc == LS_OK) grammar_link(&k->grammar->g, k->kernels);
    k->answer->seconds = clock_seconds() - start;
    return rc == LS_NO ? LS_OK : rc;
}

static void close_task(task *k)
{
    sygus_spec_close(&k->spec);
    sygus_terms_close(&k->terms);
    if (k->grammar && k->grammar->g.terms) grammar_free(&k->grammar->g);
    mem_free(k->grammar);
    kernel_set_free(k->kernels);
    smt_free(k->solver.smt);
}

static void begin_answer(sygus_answer *a, const sygus_fun *f)
{
    *a = (sygus_answer){
        .name = f->name, .end = SYGUS_NONE, .default_grammar = f->grammar_is_default};
}

ls_status sygus_solve(const sygus *s, const sygus_options *o, arena *mem, sygus_answer **answers,
                      diags *d)
{
    task *tasks = mem_alloc(s->nfuns, sizeof *tasks);
    sygus_answer *answer = arena_new(mem, s->nfuns, sygus_answer);
    ls_status rc = LS_OK;
    require(o->max_cost <= SYGUS_COST_MAX, "the engine reaches max_cost");
    for (unsigned i = 0; i < s->nfuns && rc == LS_OK; i++) {
        task *k = &tasks[i];
        k->o = o;
        k->f = &s->fun[i];
        k->answer = &answer[i];
        k->mem = mem;
        k->d = d;
        begin_answer(&answer[i], k->f);
        rc = open_task(k, s);
    }
    for (unsigned i = 0; i < s->nfuns && rc == LS_OK; i++)
        if (answer[i].end == SYGUS_NONE) rc = solve(&tasks[i]);
    for (unsigned i = 0; i < s->nfuns; i++) close_task(&tasks[i]);
    mem_free(tasks);
    *answers = answer;
    return rc;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* sygus_spec.c - from constraints to a function of the inputs.
 *
 * A constraint that applies f to distinct variables holds for all of them, so they can be renamed
 * to f's parameters; where f is applied to a constant, the constraint speaks of that value of the
 * parameter only. After that all constraints speak of the parameters and one result r, and their
 * conjunction is H(x, r).
 *
 * What the result is, is guessed from H and then proved. A Bool is what H says of true. Else it is
 * one of the terms that H equates r with: the first for which H holds. H says nothing of the inputs
 * for which it holds even when every part that mentions r is taken to be against it. Then Z3 is
 * asked whether H(x, r) is exactly "r is that term, unless nothing is said". If it is, constraints
 * of any form are served, among them relations ("r is at least x and y, and one of them") that
 * happen to determine the result. If not, they contradict themselves at the solver's witness, or do
 * not determine the result.
 *
 * Called by sygus_solve.c. */
#include "sygus_spec.h"

#include <stdio.h>
#include <string.h>

#include "spec/language/report.h"

enum { CANDIDATES_MAX = 32, VARS_MAX = 64, SOLVER_MEGABYTES = 4096 };

/* ---- values ---- */

void sygus_put_value(strbuf *out, uint64_t v, unsigned width)
{
    if (!width) strbuf_puts(out, v ? "true" : "false");
    else if (width % 4 == 0) strbuf_printf(out, "#x%0*llx", (int)width / 4, (unsigned long long)v);
    else {
        strbuf_puts(out, "#b");
        while (width--) strbuf_puts(out, v >> width & 1 ? "1" : "0");
    }
}

void sygus_put_inputs(strbuf *out, const sygus_fun *f, const uint64_t *in)
{
    for (unsigned i = 0; i < f->nparams; i++) {
        strbuf_printf(out, "%s%s = ", i ? ", " : "", f->param[i].name);
        sygus_put_value(out, in[i], f->param[i].width);
    }
    if (!f->nparams) strbuf_puts(out, "no input");
}

static bool is_literal(const term_ctx *c, term t)
{
    term_op kind = term_get_op(c, t);
    return kind == TERM_CONST || kind == TERM_TRUE || kind == TERM_FALSE;
}

static uint64_t literal_value(const term_ctx *c, term t)
{
    term_op kind = term_get_op(c, t);
    return kind == TERM_CONST ? term_limbs(c, t)[0] : kind == TERM_TRUE;
}

static term mk_value(term_ctx *c, uint64_t v, unsigned width)
{
    return width ? term_mk_u64(c, v, width) : term_mk_bool(c, v != 0);
}

static term not(term_ctx *c, term a)
{
    return term_mk_unary(c, TERM_NOT, a);
}

static term and(term_ctx *c, term a, term b)
{
    return term_mk_binary(c, TERM_AND, a, b);
}

static term implies(term_ctx *c, term a, term b)
{
    return term_mk_binary(c, TERM_OR, not(c, a), b);
}

/* ---- the solver ---- */

ls_status sygus_solver_open(sygus_solver *s)
{
    return smt_new(&s->smt, s->seconds * 1000, SOLVER_MEGABYTES);
}

ls_status sygus_ask(sygus_solver *s, const term_ctx *c, term condition, const term *vars,
                    unsigned nvars, uint64_t *const *values, smt_answer *answer,
                    char reason[SMT_REASON])
{
    unsigned limit = s->seconds * 1000, left = sygus_clock_left(s->clock);
    smt_set_limits(s->smt, left && (!limit || left < limit) ? left : limit, SOLVER_MEGABYTES);
    return smt_solve(s->smt, c, condition, vars, nvars, values, answer, reason);
}

/* ---- examples ---- */

/* Whether the constraint says that the application has one value. */
static bool is_equation_with_literal(const term_ctx *c, term t, term application, uint64_t *out)
{
    term_op kind = term_get_op(c, t);
    bool negated = kind == TERM_NOT && term_arg(c, t, 0) == application;
    if (t == application || negated) {
        *out = !negated;
        return true;
    }
    if (kind != TERM_EQ) return false;
    term a = term_arg(c, t, 0), b = term_arg(c, t, 1), other = a == application ? b : a;
    if ((a != application && b != application) || !is_literal(c, other)) return false;
    *out = literal_value(c, other);
    return true;
}

static void explain_contradiction(const sygus_spec *p, const sygus_example *a,
                                  const sygus_example *b, strbuf *why)
{
    strbuf_puts(why, "for ");
    sygus_put_inputs(why, p->f, a->in);
    strbuf_printf(why, " line %d asks for ", a->at->where.line);
    sygus_put_value(why, a->out, p->f->width);
    strbuf_printf(why, " and line %d for ", b->at->where.line);
    sygus_put_value(why, b->out, p->f->width);
}

const sygus_example *sygus_spec_example(sygus_spec *p, const uint64_t in[SYGUS_PARAMS_MAX])
{
    unsigned i = sygus_index_find(&p->by_inputs, in, sizeof p->example[0].in);
    return i == SYGUS_INDEX_NONE ? NULL : &p->example[i];
}

const sygus_example *sygus_spec_failed_example(const sygus_spec *p, const term_ctx *c, term v)
{
    if (!p->nexamples) return NULL;
    term_evaluator *e = term_evaluator_new(c, v, p->param, p->f->nparams);
    const sygus_example *failed = NULL;
    for (unsigned i = 0; i < p->nexamples && !failed; i++) {
        const uint64_t *values[SYGUS_PARAMS_MAX];
        uint64_t out;
        for (unsigned k = 0; k < p->f->nparams; k++) values[k] = &p->example[i].in[k];
        term_evaluator_run(e, values, &out);
        if (out != p->example[i].out) failed = &p->example[i];
    }
    term_evaluator_free(e);
    return failed;
}

static ls_status add_example(sygus_spec *p, const sygus_example *x, strbuf *why)
{
    unsigned known = sygus_index_add(&p->by_inputs, x->in, sizeof x->in, p->nexamples);
    if (known < p->nexamples) {
        if (p->example[known].out == x->out) return LS_OK;
        explain_contradiction(p, &p->example[known], x, why);
        return LS_NO;
    }
    if (p->nexamples == p->cap)
        p->example = mem_grow(p->example, p->cap = p->cap ? 2 * p->cap : 16, sizeof *p->example);
    p->example[p->nexamples++] = *x;
    return LS_OK;
}

/* ---- one constraint ---- */

/* Terms that all hold. Where they come from is kept beside. */
typedef struct conjuncts {
    term *part;
    const sexp **at;
    unsigned count, cap;
} conjuncts;

typedef struct renaming {
    term from[SYGUS_PARAMS_MAX + 1], to[SYGUS_PARAMS_MAX + 1];
    unsigned count;
    term guard;
    sygus_example example;
} renaming;

typedef struct stating {
    sygus_spec *p;
    sygus_terms *t;
    term_ctx *c;
    sygus_solver *solver;
    strbuf *why;
    term assumed; /* all assumptions; true when there are none */
    term assumed_var[VARS_MAX];
    unsigned nassumed_vars;
    renaming last; /* of the assumptions: constraints about the same arguments share it */
    term last_assumed; /* what they became */
    conjuncts about, claims; /* constraints about the function, in its parameters; about none */
} stating;

static void add_conjunct(conjuncts *j, const sexp *x, term t)
{
    if (j->count == j->cap) {
        j->cap = j->cap ? 2 * j->cap : 16;
        j->part = mem_grow(j->part, j->cap, sizeof *j->part);
        j->at = mem_grow(j->at, j->cap, sizeof *j->at);
    }
    j->at[j->count] = x;
    j->part[j->count++] = t;
}

static void free_conjuncts(conjuncts *j)
{
    mem_free(j->part);
    mem_free(j->at);
}

/* As a tree, since a chain of many is too deep for what walks terms. */
static term all_hold(term_ctx *c, const conjuncts *j)
{
    if (!j->count) return term_mk_bool(c, true);
    term *part = mem_alloc(j->count, sizeof *part);
    memcpy(part, j->part, j->count * sizeof *part);
    term all = term_mk_tree(c, TERM_AND, part, j->count);
    mem_free(part);
    return all;
}

static bool is_late(stating *s)
{
    return s->p->late |= sygus_clock_is_over(s->solver->clock);
}

/* Reports what is not supported at x; LS_INPUT. */
__attribute__((format(printf, 3, 4))) static ls_status refuse(stating *s, const sexp *x,
                                                              const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    report_verror(s->t->e.d, x, NULL, fmt, ap);
    va_end(ap);
    return LS_INPUT;
}

/* Constraints without a function to be found are claims about their variables. They are asked about
 * together, since a question takes time that grows with all that was read: a half that does not
 * hold is halved again. */
static ls_status check_claims(stating *s, const conjuncts *j)
{
    smt_answer answer;
    char reason[SMT_REASON];
    if (!j->count) return LS_OK;
    ls_status rc =
        sygus_ask(s->solver, s->c, not(s->c, all_hold(s->c, j)), NULL, 0, NULL, &answer, reason);
    if (rc != LS_OK) return strbuf_puts(s->why, reason), rc;
    if (answer == SMT_UNSAT || is_late(s)) return LS_OK;
    if (j->count > 1) {
        conjuncts half[2] = {{j->part, j->at, j->count / 2, 0},
                             {j->part + j->count / 2, j->at + j->count / 2, j->count - j->count / 2,
                              0}};
        rc = check_claims(s, &half[0]);
        return rc == LS_OK ? check_claims(s, &half[1]) : rc;
    }
    const sexp *x = j->at[0];
    if (answer == SMT_UNKNOWN)
        return refuse(s, x, "Z3 does not know whether this holds (%s), and it names no function",
                      reason);
    strbuf_printf(s->why,
                  "the constraint of line %d names no function to be found, and does not hold",
                  x->where.line);
    return LS_NO;
}

static bool renames(const renaming *r, term v)
{
    for (unsigned i = 0; i < r->count; i++)
        if (r->from[i] == v) return true;
    return false;
}

/* What the arguments of the application are called in terms of the parameters. */
static ls_status rename_arguments(stating *s, const sexp *x, const sygus_application *a,
                                  renaming *r)
{
    *r = (renaming){.guard = term_mk_bool(s->c, true),
                    .from = {a->value},
                    .to = {s->p->result},
                    .count = 1,
                    .example.at = x};
    for (unsigned i = 0; i < a->f->nparams; i++) {
        term v = a->arg[i];
        if (is_literal(s->c, v)) {
            r->example.in[i] = literal_value(s->c, v);
            r->guard = and(s->c, r->guard, term_mk_binary(s->c, TERM_EQ, s->p->param[i], v));
            continue;
        }
        if (term_get_op(s->c, v) != TERM_VAR || sygus_terms_application(s->t, v) || renames(r, v))
            return refuse(
                s, x,
                "'%s' applied to anything but distinct variables and constants is not supported",
                a->f->name);
        r->from[r->count] = v;
        r->to[r->count++] = s->p->param[i];
    }
    return LS_OK;
}

/* The application that the constraint is about, NULL when there is none. */
static ls_status find_subject(stating *s, const sexp *x, const term *vars, unsigned nvars,
                              const sygus_application **out)
{
    *out = NULL;
    for (unsigned i = 0; i < nvars; i++) {
        const sygus_application *a = sygus_terms_application(s->t, vars[i]);
        if (!a) continue;
        if (*out && (*out)->f != a->f)
            return refuse(s, x, "a constraint about '%s' and '%s' together is not supported",
                          (*out)->f->name, a->f->name);
        if (*out)
            return refuse(s, x,
                          "'%s' applied to different arguments in one constraint is not supported",
                          a->f->name);
        *out = a;
    }
    return LS_OK;
}

static bool assumes(const stating *s)
{
    return term_get_op(s->c, s->assumed) != TERM_TRUE;
}

static bool same_renaming(const renaming *a, const renaming *b)
{
    bool same = a->count == b->count;
    for (unsigned i = 0; same && i < a->count; i++)
        same = a->from[i] == b->from[i] && a->to[i] == b->to[i];
    return same;
}

static term renamed_assumptions(stating *s, const renaming *r)
{
    if (!assumes(s)) return s->assumed;
    if (!same_renaming(r, &s->last))
        s->last_assumed = term_substitute(s->c, s->assumed, r->from, r->to, r->count);
    s->last = *r;
    return s->last_assumed;
}

static ls_status state_about(stating *s, const sexp *x, term t, const sygus_application *a,
                             const term *vars, unsigned nvars)
{
    sygus_spec *p = s->p;
    renaming r;
    ls_status rc = rename_arguments(s, x, a, &r);
    if (rc != LS_OK) return rc;
    for (unsigned i = 0; i < nvars; i++)
        if (!renames(&r, vars[i]))
            return refuse(s, x,
                          "the variable '%s', which is no argument of '%s' here, is not supported",
                          term_name(s->c, vars[i]), a->f->name);
    if (r.count == 1 && !assumes(s) && is_equation_with_literal(s->c, t, a->value, &r.example.out))
        return add_example(p, &r.example, s->why);
    bool equation = !assumes(s) && term_get_op(s->c, t) == TERM_EQ &&
                    (term_arg(s->c, t, 0) == a->value || term_arg(s->c, t, 1) == a->value);
    if (!p->at || !equation) p->at = x;
    term holds =
        implies(s->c, renamed_assumptions(s, &r), term_substitute(s->c, t, r.from, r.to, r.count));
    add_conjunct(&s->about, x, implies(s->c, r.guard, holds));
    return LS_OK;
}

/* The variables of t and of the assumptions; returns how many there are, storing VARS_MAX at most.
 */
static unsigned collect_vars(const stating *s, term t, term vars[VARS_MAX])
{
    unsigned count = term_collect_vars(s->c, t, vars, VARS_MAX);
    for (unsigned i = 0; i < s->nassumed_vars && count <= VARS_MAX; i++) {
        unsigned k = 0;
        while (k < count && vars[k] != s->assumed_var[i]) k++;
        if (k < count) continue;
        if (count < VARS_MAX) vars[count] = s->assumed_var[i];
        count++;
    }
    return count;
}

static ls_status state_constraint(stating *s, const sexp *x)
{
    term vars[VARS_MAX], t = sygus_terms_constraint(s->t, x);
    const sygus_application *a;
    if (!t) return LS_INPUT;
    unsigned nvars = collect_vars(s, t, vars);
    if (nvars > VARS_MAX)
        return refuse(s, x, "more than %d variables in one constraint are not supported", VARS_MAX);
    ls_status rc = find_subject(s, x, vars, nvars, &a);
    if (rc != LS_OK) return rc;
    if (!a) return add_conjunct(&s->claims, x, implies(s->c, s->assumed, t)), LS_OK;
    return a->f == s->p->f ? state_about(s, x, t, a, vars, nvars) : LS_OK;
}

static ls_status state_assumptions(stating *s)
{
    const sygus *file = s->t->s;
    conjuncts all = {0};
    ls_status rc = LS_OK;
    for (unsigned i = 0; i < file->nassumptions && rc == LS_OK; i++) {
        term t = sygus_terms_constraint(s->t, file->assumption[i]);
        if (t) add_conjunct(&all, file->assumption[i], t);
        else rc = LS_INPUT;
    }
    s->assumed = all_hold(s->c, &all);
    s->nassumed_vars = term_collect_vars(s->c, s->assumed, s->assumed_var, VARS_MAX);
    if (rc == LS_OK && s->nassumed_vars > VARS_MAX)
        rc = refuse(s, file->assumption[0],
                    "more than %d variables in assumptions are not supported", VARS_MAX);
    free_conjuncts(&all);
    return rc;
}

static ls_status state_all(stating *s)
{
    const sygus *file = s->t->s;
    ls_status rc = state_assumptions(s);
    for (unsigned i = 0; i < file->nconstraints && rc == LS_OK && !is_late(s); i++)
        rc = state_constraint(s, file->constraint[i]);
    s->p->holds = all_hold(s->c, &s->about);
    return rc == LS_OK && !s->p->late ? check_claims(s, &s->claims) : rc;
}

/* ---- what follows ---- */

/* Which terms below top, top included, mention v. The caller frees it. */
static bool *mark_mentions(const term_ctx *c, term top, term v)
{
    bool *mentions = mem_alloc((size_t)top + 1, sizeof *mentions);
    for (term t = 1; t <= top; t++) {
        mentions[t] = t == v;
        for (unsigned i = 0; i < term_nargs(c, t); i++) mentions[t] |= mentions[term_arg(c, t, i)];
    }
    return mentions;
}

typedef struct guesses {
    const term_ctx *c;
    term result, value[CANDIDATES_MAX];
    unsigned count;
    uint8_t *seen;
    const bool *mentions; /* the result */
} guesses;

static void add_guess(guesses *g, term v)
{
    for (unsigned i = 0; i < g->count; i++)
        if (g->value[i] == v) return;
    if (g->count < CANDIDATES_MAX) g->value[g->count++] = v;
}

/* Collects the terms that t equates the result with, in order. */
static void collect_guesses(guesses *g, term t)
{
    if (g->seen[t]) return;
    g->seen[t] = 1;
    if (term_get_op(g->c, t) == TERM_EQ) {
        term a = term_arg(g->c, t, 0), b = term_arg(g->c, t, 1), other = a == g->result ? b : a;
        if ((a == g->result || b == g->result) && !g->mentions[other]) add_guess(g, other);
    }
    for (unsigned i = 0; i < term_nargs(g->c, t); i++) collect_guesses(g, term_arg(g->c, t, i));
}

/* Of each term up to some top, whether it mentions the result; and what `whatever_result` gave, by
 * what was wanted. */
typedef struct certainty {
    term_ctx *c;
    const bool *mentions;
    term *known[2];
} certainty;

/* Holds only where t is as wanted whatever the result is: parts that mention the result are taken
 * to be against it. */
static term whatever_result(certainty *y, term t, bool wanted)
{
    term_ctx *c = y->c;
    term_op kind = term_get_op(c, t);
    if (!y->mentions[t]) return wanted ? t : not(c, t);
    if (kind == TERM_NOT) return whatever_result(y, term_arg(c, t, 0), !wanted);
    if (kind != TERM_AND && kind != TERM_OR) return term_mk_bool(c, false);
    if (y->known[wanted][t]) return y->known[wanted][t];
    term a = whatever_result(y, term_arg(c, t, 0), wanted),
         b = whatever_result(y, term_arg(c, t, 1), wanted);
    return y->known[wanted][t] =
               term_mk_binary(c, (kind == TERM_AND) == wanted ? TERM_AND : TERM_OR, a, b);
}

static term holds_of(const sygus_spec *p, term_ctx *c, term value)
{
    return term_substitute(c, p->holds, &p->result, &value, 1);
}

/* The witness's values of the parameters and the result. */
typedef struct witness {
    term vars[SYGUS_PARAMS_MAX + 1];
    uint64_t value[SYGUS_PARAMS_MAX + 1], *at[SYGUS_PARAMS_MAX + 1];
    unsigned count;
} witness;

static ls_status ask(stating *s, term condition, witness *w, smt_answer *answer)
{
    char reason[SMT_REASON];
    w->count = s->p->f->nparams + 1;
    for (unsigned i = 0; i < w->count; i++) {
        w->vars[i] = i + 1 < w->count ? s->p->param[i] : s->p->result;
        w->at[i] = &w->value[i];
    }
    ls_status rc = sygus_ask(s->solver, s->c, condition, w->vars, w->count, w->at, answer, reason);
    if (rc != LS_OK) strbuf_puts(s->why, reason);
    return rc;
}

static ls_status contradicted(stating *s, const witness *w)
{
    strbuf_puts(s->why, "for ");
    sygus_put_inputs(s->why, s->p->f, w->value);
    strbuf_puts(s->why, " no result meets the constraints");
    return LS_NO;
}

/* At the witness the constraints are not what was guessed: is there no result, or not one? */
static ls_status look_at(stating *s, const witness *w)
{
    const sygus_spec *p = s->p;
    term by[SYGUS_PARAMS_MAX];
    witness other;
    smt_answer answer;
    strbuf inputs = {0};
    for (unsigned i = 0; i < p->f->nparams; i++)
        by[i] = mk_value(s->c, w->value[i], p->f->param[i].width);
    ls_status rc = ask(s, term_substitute(s->c, p->holds, p->param, by, p->f->nparams), &other,
                       &answer);
    if (rc != LS_OK) return rc;
    if (answer == SMT_UNSAT) return contradicted(s, w);
    sygus_put_inputs(&inputs, p->f, w->value);
    rc = refuse(s, p->at,
                "what '%s' gives for %s follows from no equation in the constraints, which is not "
                "supported",
                p->f->name, inputs.s);
    strbuf_free(&inputs);
    return rc;
}

static ls_status confirm_guess(stating *s)
{
    sygus_spec *p = s->p;
    witness w;
    smt_answer answer;
    term guessed = implies(s->c, p->care, term_mk_binary(s->c, TERM_EQ, p->result, p->value));
    if (guessed == p->holds) return LS_OK;
    ls_status rc = ask(s, not(s->c, term_mk_binary(s->c, TERM_EQ, p->holds, guessed)), &w, &answer);
    if (rc != LS_OK) return rc;
    if (answer == SMT_SAT) return look_at(s, &w);
    p->exact = answer == SMT_UNSAT;
    return LS_OK;
}

static ls_status follow_bool(stating *s)
{
    sygus_spec *p = s->p;
    term yes = holds_of(p, s->c, term_mk_bool(s->c, true)),
         no = holds_of(p, s->c, term_mk_bool(s->c, false));
    witness w;
    smt_answer answer;
    p->value = yes;
    p->care = not(s->c, and(s->c, yes, no));
    ls_status rc = ask(s, and(s->c, not(s->c, yes), not(s->c, no)), &w, &answer);
    return rc == LS_OK && answer == SMT_SAT ? contradicted(s, &w) : rc;
}

static ls_status follow_bits(stating *s)
{
    sygus_spec *p = s->p;
    size_t count = (size_t)p->holds + 1;
    bool *mentions = mark_mentions(s->c, p->holds, p->result);
    guesses g = {.c = s->c, .result = p->result, .seen = mem_alloc(count, 1), .mentions = mentions};
    certainty y = {s->c,
                   mentions,
                   {mem_alloc(count, sizeof(term)), mem_alloc(count, sizeof(term))}};
    collect_guesses(&g, p->holds);
    p->value = g.count ? g.value[g.count - 1] : term_mk_u64(s->c, 0, p->f->width);
    for (unsigned i = g.count; i-- > 1;)
        p->value = term_mk_ite(s->c, holds_of(p, s->c, g.value[i - 1]), g.value[i - 1], p->value);
    p->care = not(s->c, whatever_result(&y, p->holds, true));
    mem_free(g.seen);
    mem_free(y.known[0]);
    mem_free(y.known[1]);
    mem_free(mentions);
    return confirm_guess(s);
}

static ls_status check_examples(stating *s)
{
    sygus_spec *p = s->p;
    witness w = {.count = p->f->nparams + 1};
    uint64_t holds = 1;
    for (unsigned k = 0; k < w.count; k++) {
        w.vars[k] = k + 1 < w.count ? p->param[k] : p->result;
        w.at[k] = &w.value[k];
    }
    term_evaluator *e = term_evaluator_new(s->c, p->holds, w.vars, w.count);
    for (unsigned i = 0; i < p->nexamples && holds; i++) {
        for (unsigned k = 0; k < w.count; k++)
            w.value[k] = k + 1 < w.count ? p->example[i].in[k] : p->example[i].out;
        term_evaluator_run(e, (const uint64_t *const *)w.at, &holds);
    }
    term_evaluator_free(e);
    return holds ? LS_OK : contradicted(s, &w);
}

static ls_status follow(stating *s)
{
    ls_status rc = s->p->f->width ? follow_bits(s) : follow_bool(s);
    return rc == LS_OK ? check_examples(s) : rc;
}

ls_status sygus_spec_open(sygus_spec *p, sygus_terms *t, const sygus_fun *f, sygus_solver *solver,
                          strbuf *why)
{
    term_ctx *c = t->e.c;
    char name[256];
    *p = (sygus_spec){.f = f, .holds = term_mk_bool(c, true), .exact = true};
    stating s = {.p = p, .t = t, .c = c, .solver = solver, .why = why};
    sygus_index_open(&p->by_inputs, t->e.mem);
    for (unsigned i = 0; i < f->nparams; i++) p->param[i] = sygus_terms_param(t, &f->param[i]);
    snprintf(name, sizeof name, "%.200s result", f->name);
    p->result = term_mk_var(c, name, f->width);
    ls_status rc = state_all(&s);
    free_conjuncts(&s.about);
    free_conjuncts(&s.claims);
    return rc == LS_OK && !p->late ? follow(&s) : rc;
}

void sygus_spec_close(sygus_spec *p)
{
    mem_free(p->example);
    p->example = NULL;
}

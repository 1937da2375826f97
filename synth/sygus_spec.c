/* sygus_spec.c - from constraints to a function of the inputs.
 *
 * A constraint that applies f to distinct variables holds for all of them, so they can be renamed to f's parameters; where f is
 * applied to a constant, the constraint speaks of that value of the parameter only. After that all constraints speak of the
 * parameters and one result r, and their conjunction is H(x, r).
 *
 * What the result is, is guessed from H and then proved. A Bool is what H says of true. Else it is one of the terms that H
 * equates r with: the first for which H holds. H says nothing of the inputs for which it holds even when every part that
 * mentions r is taken to be against it. Then Z3 is asked whether H(x, r) is exactly "r is that term, unless nothing is said".
 * If it is, constraints of any form are served, among them relations ("r is at least x and y, and one of them") that happen
 * to determine the result. If not, they contradict themselves at the solver's witness, or do not determine the result.
 *
 * Called by sygus_solve.c. */
#include "sygus_spec.h"

#include <stdio.h>
#include <string.h>

#include "../spec/report.h"

enum { CANDIDATES_MAX = 32, VARS_MAX = 64 };

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

static void explain_contradiction(const sygus_spec *p, const sygus_example *a, const sygus_example *b, strbuf *why)
{
    strbuf_puts(why, "for ");
    sygus_put_inputs(why, p->f, a->in);
    strbuf_printf(why, " line %d asks for ", a->at->where.line);
    sygus_put_value(why, a->out, p->f->width);
    strbuf_printf(why, " and line %d for ", b->at->where.line);
    sygus_put_value(why, b->out, p->f->width);
}

static ls_status add_example(sygus_spec *p, const sygus_example *x, strbuf *why)
{
    for (unsigned i = 0; i < p->nexamples; i++) {
        if (memcmp(p->example[i].in, x->in, sizeof x->in)) continue;
        if (p->example[i].out != x->out) explain_contradiction(p, &p->example[i], x, why);
        return p->example[i].out == x->out ? LS_OK : LS_NO;
    }
    if (p->nexamples == p->cap) p->example = mem_grow(p->example, p->cap = p->cap ? 2 * p->cap : 16, sizeof *p->example);
    p->example[p->nexamples++] = *x;
    return LS_OK;
}

/* ---- one constraint ---- */

typedef struct stating {
    sygus_spec *p;
    sygus_terms *t;
    term_ctx *c;
    smt *solver;
    strbuf *why;
    term assumed;
} stating;

/* Reports what is not supported at x; LS_INPUT. */
__attribute__((format(printf, 3, 4))) static ls_status refuse(stating *s, const sexp *x, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    report_verror(s->t->e.d, x, NULL, fmt, ap);
    va_end(ap);
    return LS_INPUT;
}

static const sygus_application *find_application(const sygus_terms *t, term v)
{
    for (unsigned i = 0; i < t->napplications; i++)
        if (t->application[i].value == v) return &t->application[i];
    return NULL;
}

/* A constraint without a function to be found is a claim about its variables. */
static ls_status check_claim(stating *s, const sexp *x, term t)
{
    smt_answer answer;
    char reason[SMT_REASON];
    ls_status rc = smt_solve(s->solver, s->c, not(s->c, t), NULL, 0, NULL, &answer, reason);
    if (rc != LS_OK) return strbuf_puts(s->why, reason), rc;
    if (answer == SMT_UNSAT) return LS_OK;
    if (answer == SMT_UNKNOWN) return refuse(s, x, "Z3 does not know whether this holds (%s), and it names no function", reason);
    strbuf_printf(s->why, "the constraint of line %d names no function to be found, and does not hold", x->where.line);
    return LS_NO;
}

typedef struct renaming {
    term from[SYGUS_PARAMS_MAX + 1], to[SYGUS_PARAMS_MAX + 1];
    unsigned count;
    term guard;
    sygus_example example;
} renaming;

static bool renames(const renaming *r, term v)
{
    for (unsigned i = 0; i < r->count; i++)
        if (r->from[i] == v) return true;
    return false;
}

/* What the arguments of the application are called in terms of the parameters. */
static ls_status rename_arguments(stating *s, const sexp *x, const sygus_application *a, renaming *r)
{
    *r = (renaming){.guard = term_mk_bool(s->c, true), .from = {a->value}, .to = {s->p->result}, .count = 1, .example.at = x};
    for (unsigned i = 0; i < a->f->nparams; i++) {
        term v = a->arg[i];
        if (is_literal(s->c, v)) {
            r->example.in[i] = literal_value(s->c, v);
            r->guard = and(s->c, r->guard, term_mk_binary(s->c, TERM_EQ, s->p->param[i], v));
            continue;
        }
        if (term_get_op(s->c, v) != TERM_VAR || find_application(s->t, v) || renames(r, v))
            return refuse(s, x, "'%s' applied to anything but distinct variables and constants is not supported", a->f->name);
        r->from[r->count] = v;
        r->to[r->count++] = s->p->param[i];
    }
    return LS_OK;
}

/* The application that the constraint is about, NULL when there is none. */
static ls_status find_subject(stating *s, const sexp *x, const term *vars, unsigned nvars, const sygus_application **out)
{
    *out = NULL;
    for (unsigned i = 0; i < nvars; i++) {
        const sygus_application *a = find_application(s->t, vars[i]);
        if (!a) continue;
        if (*out && (*out)->f != a->f)
            return refuse(s, x, "a constraint about '%s' and '%s' together is not supported", (*out)->f->name, a->f->name);
        if (*out) return refuse(s, x, "'%s' applied to different arguments in one constraint is not supported", a->f->name);
        *out = a;
    }
    return LS_OK;
}

static ls_status state_about(stating *s, const sexp *x, term t, const sygus_application *a, const term *vars, unsigned nvars)
{
    sygus_spec *p = s->p;
    renaming r;
    ls_status rc = rename_arguments(s, x, a, &r);
    if (rc != LS_OK) return rc;
    for (unsigned i = 0; i < nvars; i++)
        if (!renames(&r, vars[i]))
            return refuse(s, x, "the variable '%s', which is no argument of '%s' here, is not supported", term_name(s->c, vars[i]),
                          a->f->name);
    if (r.count == 1 && is_equation_with_literal(s->c, t, a->value, &r.example.out)) return add_example(p, &r.example, s->why);
    bool equation = term_get_op(s->c, t) == TERM_EQ && (term_arg(s->c, t, 0) == a->value || term_arg(s->c, t, 1) == a->value);
    if (!p->at || !equation) p->at = x;
    p->holds = and(s->c, p->holds, implies(s->c, r.guard, term_substitute(s->c, t, r.from, r.to, r.count)));
    return LS_OK;
}

static ls_status state_constraint(stating *s, const sexp *x)
{
    term vars[VARS_MAX], t = sygus_terms_constraint(s->t, x);
    const sygus_application *a;
    if (!t) return LS_INPUT;
    t = implies(s->c, s->assumed, t);
    unsigned nvars = term_collect_vars(s->c, t, vars, VARS_MAX);
    if (nvars > VARS_MAX) return refuse(s, x, "more than %d variables in one constraint are not supported", VARS_MAX);
    ls_status rc = find_subject(s, x, vars, nvars, &a);
    if (rc != LS_OK) return rc;
    if (!a) return check_claim(s, x, t);
    return a->f == s->p->f ? state_about(s, x, t, a, vars, nvars) : LS_OK;
}

static ls_status state_all(stating *s)
{
    const sygus *file = s->t->s;
    ls_status rc = LS_OK;
    for (unsigned i = 0; i < file->nassumptions; i++) {
        term t = sygus_terms_constraint(s->t, file->assumption[i]);
        if (!t) return LS_INPUT;
        s->assumed = and(s->c, s->assumed, t);
    }
    for (unsigned i = 0; i < file->nconstraints && rc == LS_OK; i++) rc = state_constraint(s, file->constraint[i]);
    return rc;
}

/* ---- what follows ---- */

static bool mentions(const term_ctx *c, term t, term v)
{
    term vars[VARS_MAX];
    unsigned n = term_collect_vars(c, t, vars, VARS_MAX);
    for (unsigned i = 0; i < n && i < VARS_MAX; i++)
        if (vars[i] == v) return true;
    return n > VARS_MAX;
}

typedef struct guesses {
    const term_ctx *c;
    term result, value[CANDIDATES_MAX];
    unsigned count;
    uint8_t *seen;
} guesses;

/* Collects the terms that t equates the result with, in order. */
static void collect_guesses(guesses *g, term t)
{
    if (g->seen[t]) return;
    g->seen[t] = 1;
    if (term_get_op(g->c, t) == TERM_EQ) {
        term a = term_arg(g->c, t, 0), b = term_arg(g->c, t, 1), other = a == g->result ? b : a;
        bool equates = (a == g->result || b == g->result) && !mentions(g->c, other, g->result);
        if (equates && g->count < CANDIDATES_MAX) g->value[g->count++] = other;
    }
    for (unsigned i = 0; i < term_nargs(g->c, t); i++) collect_guesses(g, term_arg(g->c, t, i));
}

/* Holds only where t is as wanted whatever the result is: parts that mention the result are taken to be against it. */
static term whatever_result(const sygus_spec *p, term_ctx *c, term t, bool wanted)
{
    term_op kind = term_get_op(c, t);
    if (!mentions(c, t, p->result)) return wanted ? t : not(c, t);
    if (kind == TERM_NOT) return whatever_result(p, c, term_arg(c, t, 0), !wanted);
    if (kind != TERM_AND && kind != TERM_OR) return term_mk_bool(c, false);
    term a = whatever_result(p, c, term_arg(c, t, 0), wanted), b = whatever_result(p, c, term_arg(c, t, 1), wanted);
    return term_mk_binary(c, (kind == TERM_AND) == wanted ? TERM_AND : TERM_OR, a, b);
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
    ls_status rc = smt_solve(s->solver, s->c, condition, w->vars, w->count, w->at, answer, reason);
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
    for (unsigned i = 0; i < p->f->nparams; i++) by[i] = mk_value(s->c, w->value[i], p->f->param[i].width);
    ls_status rc = ask(s, term_substitute(s->c, p->holds, p->param, by, p->f->nparams), &other, &answer);
    if (rc != LS_OK) return rc;
    if (answer == SMT_UNSAT) return contradicted(s, w);
    sygus_put_inputs(&inputs, p->f, w->value);
    rc = refuse(s, p->at, "what '%s' gives for %s follows from no equation in the constraints, which is not supported",
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
    term yes = holds_of(p, s->c, term_mk_bool(s->c, true)), no = holds_of(p, s->c, term_mk_bool(s->c, false));
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
    guesses g = {.c = s->c, .result = p->result, .seen = mem_alloc(p->holds + 1, 1)};
    collect_guesses(&g, p->holds);
    mem_free(g.seen);
    p->value = g.count ? g.value[g.count - 1] : term_mk_u64(s->c, 0, p->f->width);
    for (unsigned i = g.count; i-- > 1;)
        p->value = term_mk_ite(s->c, holds_of(p, s->c, g.value[i - 1]), g.value[i - 1], p->value);
    p->care = not(s->c, whatever_result(p, s->c, p->holds, true));
    return confirm_guess(s);
}

static ls_status check_examples(stating *s)
{
    sygus_spec *p = s->p;
    for (unsigned i = 0; i < p->nexamples; i++) {
        witness w = {.count = p->f->nparams + 1};
        uint64_t holds;
        for (unsigned k = 0; k < w.count; k++) {
            w.vars[k] = k + 1 < w.count ? p->param[k] : p->result;
            w.value[k] = k + 1 < w.count ? p->example[i].in[k] : p->example[i].out;
            w.at[k] = &w.value[k];
        }
        term_eval(s->c, p->holds, w.vars, (const uint64_t *const *)w.at, w.count, &holds);
        if (!holds) return contradicted(s, &w);
    }
    return LS_OK;
}

ls_status sygus_spec_open(sygus_spec *p, sygus_terms *t, const sygus_fun *f, smt *solver, strbuf *why)
{
    term_ctx *c = t->e.c;
    char name[256];
    *p = (sygus_spec){.f = f, .holds = term_mk_bool(c, true), .exact = true};
    stating s = {p, t, c, solver, why, term_mk_bool(c, true)};
    for (unsigned i = 0; i < f->nparams; i++) p->param[i] = sygus_terms_param(t, &f->param[i]);
    snprintf(name, sizeof name, "%.200s result", f->name);
    p->result = term_mk_var(c, name, f->width);
    ls_status rc = state_all(&s);
    if (rc != LS_OK) return rc;
    rc = f->width ? follow_bits(&s) : follow_bool(&s);
    return rc == LS_OK ? check_examples(&s) : rc;
}

void sygus_spec_close(sygus_spec *p)
{
    mem_free(p->example);
    p->example = NULL;
}

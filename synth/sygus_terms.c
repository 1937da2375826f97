/* sygus_terms.c - elaborates what a SyGuS file says.
 *
 * Operators are those of spec/elab.c. A function of the file is elaborated once, over variables of its own, and applied by
 * substitution, so that functions which use each other stay linear. A function that is to be found stands for a variable
 * wherever it is applied, one variable for equal arguments.
 *
 * Names of variables that are made here hold a blank: they meet no name of a file.
 *
 * Called by sygus_spec.c (constraints) and sygus_grammar.c (productions). */
#include "sygus_terms.h"

#include <stdio.h>
#include <string.h>

#include "../spec/report.h"

static term fail(sygus_terms *t, const sexp *x, const char *fmt, const char *name)
{
    report_error(t->e.d, x, NULL, fmt, name);
    return TERM_NONE;
}

const char *sygus_sort_text(unsigned width, char buffer[32])
{
    if (width) snprintf(buffer, 32, "%u bit%s", width, report_plural(width));
    else snprintf(buffer, 32, "Bool");
    return buffer;
}

static bool has_sort(sygus_terms *t, const sexp *x, term v, unsigned width, const char *what)
{
    char found[32], expected[32];
    unsigned w = term_width(t->e.c, v);
    if (w == width) return true;
    return report_error(t->e.d, x, NULL, "%s has %s; %s expected", what, sygus_sort_text(w, found),
                        sygus_sort_text(width, expected));
}

term sygus_terms_param(const sygus_terms *t, const sygus_var *v)
{
    return term_mk_var(t->e.c, v->name, v->width);
}

/* ---- applications ---- */

static bool same_terms(const term *a, const term *b, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (a[i] != b[i]) return false;
    return true;
}

static term application(sygus_terms *t, const sygus_fun *f, const term *args)
{
    char name[256];
    for (unsigned i = 0; i < t->napplications; i++)
        if (t->application[i].f == f && same_terms(t->application[i].arg, args, f->nparams)) return t->application[i].value;
    if (t->napplications == t->cap)
        t->application = mem_grow(t->application, t->cap = t->cap ? 2 * t->cap : 16, sizeof *t->application);
    sygus_application *a = &t->application[t->napplications];
    *a = (sygus_application){.f = f};
    for (unsigned i = 0; i < f->nparams; i++) a->arg[i] = args[i];
    snprintf(name, sizeof name, "%.200s application %u", f->name, t->napplications++);
    return a->value = term_mk_var(t->e.c, name, f->width);
}

/* The operands of (name term ...), which has to have those of params. */
static term *operands(sygus_terms *t, const sexp *x, const sexp_env *env, const sygus_var *param, unsigned count)
{
    term *v = arena_new(t->e.mem, count + 1, term);
    if (x->count != count + 1) {
        report_error(t->e.d, x, NULL, "'%s' takes %u operand%s, %u given", sexp_head(x), count, report_plural(count),
                     x->count - 1);
        return NULL;
    }
    for (unsigned i = 0; i < count; i++) {
        v[i] = elab_any(&t->e, x->item[1 + i], env);
        if (!v[i] || !has_sort(t, x->item[1 + i], v[i], param[i].width, "the operand")) return NULL;
    }
    return v;
}

static term apply_define(sygus_terms *t, unsigned i, const sexp *x, const sexp_env *env)
{
    const sygus_define *f = &t->s->define[i];
    const sygus_macro *m = &t->macro[i];
    term *v = operands(t, x, env, f->param, f->nparams);
    return v ? term_substitute(t->e.c, m->value, m->param, v, f->nparams) : TERM_NONE;
}

static term apply_fun(sygus_terms *t, const sygus_fun *f, const sexp *x, const sexp_env *env)
{
    if (!t->in_constraint) return fail(t, x, "'%s' is to be found; it can be applied in constraints only", f->name);
    term *v = operands(t, x, env, f->param, f->nparams);
    return v ? application(t, f, v) : TERM_NONE;
}

static term apply(elab *e, const sexp *x, const sexp_env *env)
{
    sygus_terms *t = (sygus_terms *)e;
    const char *name = sexp_head(x);
    for (unsigned i = 0; i < t->nmacros; i++)
        if (!strcmp(t->s->define[i].name, name)) return apply_define(t, i, x, env);
    for (unsigned i = 0; i < t->s->nfuns; i++)
        if (!strcmp(t->s->fun[i].name, name)) return apply_fun(t, &t->s->fun[i], x, env);
    return fail(t, x->item[0], "unknown operator or function '%s'", name);
}

/* ---- functions and names ---- */

static bool check_name(sygus_terms *t, const sexp *x, const char *name)
{
    return !elab_is_operator(&t->e, name) || fail(t, x, "'%s' is an operator of the logic; expected another name", name);
}

static bool check_names(sygus_terms *t, const sygus_var *v, unsigned count)
{
    bool good = true;
    for (unsigned i = 0; i < count; i++) good &= check_name(t, v[i].at, v[i].name);
    return good;
}

static void bind(sygus_terms *t, const char *name, term value)
{
    t->names = elab_bind_term(t->e.mem, t->names, name, ENV_TERM, value);
}

static bool define(sygus_terms *t, const sygus_define *f)
{
    sygus_macro *m = &t->macro[t->nmacros];
    const sexp_env *env = t->names;
    if (!check_name(t, f->at, f->name) || !check_names(t, f->param, f->nparams)) return false;
    m->param = arena_new(t->e.mem, f->nparams + 1, term);
    for (unsigned i = 0; i < f->nparams; i++) {
        m->param[i] = term_mk_var(t->e.c, arena_printf(t->e.mem, "%s of %s", f->param[i].name, f->name), f->param[i].width);
        env = elab_bind_term(t->e.mem, env, f->param[i].name, ENV_TERM, m->param[i]);
    }
    m->value = elab_any(&t->e, f->body, env);
    if (!m->value || !has_sort(t, f->body, m->value, f->width, "the function's term")) return false;
    t->nmacros++;
    if (!f->nparams) bind(t, f->name, m->value);
    return true;
}

static bool check_fun(sygus_terms *t, const sygus_fun *f)
{
    bool good = check_name(t, f->at, f->name) && check_names(t, f->param, f->nparams);
    for (unsigned i = 0; i < f->nnonterminals; i++) good &= check_name(t, f->nonterminal[i].at, f->nonterminal[i].name);
    return good;
}

bool sygus_terms_open(sygus_terms *t, const sygus *s, term_ctx *c, arena *mem, diags *d)
{
    *t = (sygus_terms){.e = {.c = c, .d = d, .mem = mem, .apply = apply}, .s = s};
    t->macro = arena_new(mem, s->ndefines + 1, sygus_macro);
    bool good = check_names(t, s->var, s->nvars);
    for (unsigned i = 0; i < s->nfuns; i++) good &= check_fun(t, &s->fun[i]);
    for (unsigned i = 0; i < s->ndefines && good; i++) good = define(t, &s->define[i]);
    return good;
}

void sygus_terms_close(sygus_terms *t)
{
    mem_free(t->application);
    t->application = NULL;
}

/* Constraints see declared variables, and functions without parameters that are to be found. */
static const sexp_env *constraint_names(sygus_terms *t)
{
    const sexp_env *env = t->names;
    for (unsigned i = 0; i < t->s->nvars; i++)
        env = elab_bind_term(t->e.mem, env, t->s->var[i].name, ENV_TERM, sygus_terms_param(t, &t->s->var[i]));
    for (unsigned i = 0; i < t->s->nfuns; i++)
        if (!t->s->fun[i].nparams)
            env = elab_bind_term(t->e.mem, env, t->s->fun[i].name, ENV_TERM, application(t, &t->s->fun[i], NULL));
    return env;
}

term sygus_terms_constraint(sygus_terms *t, const sexp *x)
{
    t->in_constraint = true;
    term v = elab_bool(&t->e, x, constraint_names(t));
    t->in_constraint = false;
    return v;
}

term sygus_terms_production(sygus_terms *t, const sexp *x, unsigned width, const sexp_env *env)
{
    term v = elab_any(&t->e, x, env);
    return v && has_sort(t, x, v, width, "the production") ? v : TERM_NONE;
}

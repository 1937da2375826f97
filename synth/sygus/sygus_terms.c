// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* sygus_terms.c - elaborates what a SyGuS file says.
 *
 * Operators are those of spec/language/elab_term.c. A function of the file is elaborated once, over
 * variables of its own, and applied by substitution, so that functions which use each other stay
 * linear. A function that is to be found stands for a variable wherever it is applied, one variable
 * for equal arguments.
 *
 * Names of variables that are made here hold a blank: they meet no name of a file.
 *
 * Functions that use each other may make terms of any depth, and terms are walked recursively; so
 * their depth is limited.
 *
 * Called by sygus_spec.c (constraints) and sygus_grammar.c (productions). */
#include "sygus_terms.h"

#include <stdio.h>
#include <string.h>

#include "spec/language/report.h"

enum { DEPTH_MAX = 2000 };

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

/* ---- depth ---- */

/* Arguments are older than what they are arguments of. */
static unsigned depth_below(const sygus_terms *t, term v)
{
    unsigned depth = 0;
    for (unsigned i = 0; i < term_nargs(t->e.c, v); i++) {
        unsigned below = t->depth[term_arg(t->e.c, v, i)] + 1;
        if (below > depth) depth = below;
    }
    return depth;
}

/* v, unless it is too deep: then TERM_NONE after a diagnostic. */
static term check_depth(sygus_terms *t, const sexp *x, term v)
{
    for (; v && t->ndepths <= v; t->ndepths++) {
        if (t->ndepths == t->depth_cap)
            t->depth = mem_grow(t->depth, t->depth_cap = t->depth_cap ? 2 * t->depth_cap : 1024,
                                sizeof *t->depth);
        t->depth[t->ndepths] = t->ndepths ? depth_below(t, t->ndepths) : 0;
    }
    if (!v || t->depth[v] <= DEPTH_MAX) return v;
    report_error(t->e.d, x, NULL,
                 "with the functions that it uses, this term is nested deeper than %d", DEPTH_MAX);
    return TERM_NONE;
}

/* ---- applications ---- */

const sygus_application *sygus_terms_application(sygus_terms *t, term v)
{
    unsigned i = sygus_index_find(&t->by_value, &v, sizeof v);
    return i == SYGUS_INDEX_NONE ? NULL : &t->application[i];
}

static term application(sygus_terms *t, const sygus_fun *f, const term *args)
{
    char name[256];
    term key[SYGUS_PARAMS_MAX + 1] = {(term)(f - t->s->fun)};
    for (unsigned i = 0; i < f->nparams; i++) key[1 + i] = args[i];
    unsigned known = sygus_index_add(&t->by_arguments, key, sizeof key, t->napplications);
    if (known < t->napplications) return t->application[known].value;
    if (t->napplications == t->cap)
        t->application = mem_grow(t->application, t->cap = t->cap ? 2 * t->cap : 16,
                                  sizeof *t->application);
    sygus_application *a = &t->application[t->napplications];
    *a = (sygus_application){.f = f};
    for (unsigned i = 0; i < f->nparams; i++) a->arg[i] = args[i];
    snprintf(name, sizeof name, "%.200s application %u", f->name, t->napplications++);
    a->value = term_mk_var(t->e.c, name, f->width);
    sygus_index_add(&t->by_value, &a->value, sizeof a->value, t->napplications - 1);
    return a->value;
}

/* The operands of (name term ...), which has to have those of params. */
static term *operands(sygus_terms *t, const sexp *x, const sexp_env *env, const sygus_var *param,
                      unsigned count)
{
    term *v = arena_new(t->e.mem, count + 1, term);
    if (x->count != count + 1) {
        report_error(t->e.d, x, NULL, "'%s' takes %u operand%s, %u given", sexp_head(x), count,
                     report_plural(count), x->count - 1);
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
    return v ? check_depth(t, x, term_substitute(t->e.c, m->value, m->param, v, f->nparams))
             : TERM_NONE;
}

static term apply_fun(sygus_terms *t, const sygus_fun *f, const sexp *x, const sexp_env *env)
{
    if (!t->in_constraint)
        return fail(t, x, "'%s' is to be found; it can be applied in constraints only", f->name);
    term *v = operands(t, x, env, f->param, f->nparams);
    return v ? application(t, f, v) : TERM_NONE;
}

static term apply(elab *e, const sexp *x, const sexp_env *env)
{
    sygus_terms *t = (sygus_terms *)e;
    const char *name = sexp_head(x);
    sygus_kind kind;
    unsigned i;
    bool known = sygus_find_name(t->s, name, &kind, &i);
    if (known && kind == SYGUS_DEFINE && i < t->nmacros) return apply_define(t, i, x, env);
    if (known && kind == SYGUS_FUN) return apply_fun(t, &t->s->fun[i], x, env);
    return fail(t, x->item[0], "unknown operator or function '%s'", name);
}

/* Constraints see declared variables and functions without parameters that are to be found;
 * everything sees the functions of the file without parameters that are defined before. */
static term named(elab *e, const char *name)
{
    sygus_terms *t = (sygus_terms *)e;
    sygus_kind kind;
    unsigned i;
    if (!sygus_find_name(t->s, name, &kind, &i)) return TERM_NONE;
    if (kind == SYGUS_DEFINE)
        return i < t->nmacros && !t->s->define[i].nparams ? t->macro[i].value : TERM_NONE;
    if (!t->in_constraint) return TERM_NONE;
    if (kind == SYGUS_VAR) return sygus_terms_param(t, &t->s->var[i]);
    return t->s->fun[i].nparams ? TERM_NONE : application(t, &t->s->fun[i], NULL);
}

/* ---- functions and names ---- */

static bool check_name(sygus_terms *t, const sexp *x, const char *name)
{
    return !elab_is_operator(&t->e, name) ||
           fail(t, x, "'%s' is an operator of the logic; expected another name", name);
}

static bool check_names(sygus_terms *t, const sygus_var *v, unsigned count)
{
    bool good = true;
    for (unsigned i = 0; i < count; i++) good &= check_name(t, v[i].at, v[i].name);
    return good;
}

static bool define(sygus_terms *t, const sygus_define *f)
{
    sygus_macro *m = &t->macro[t->nmacros];
    const sexp_env *env = NULL;
    if (!check_name(t, f->at, f->name) || !check_names(t, f->param, f->nparams)) return false;
    m->param = arena_new(t->e.mem, f->nparams + 1, term);
    for (unsigned i = 0; i < f->nparams; i++) {
        m->param[i] = term_mk_var(t->e.c,
                                  arena_printf(t->e.mem, "%s of %s", f->param[i].name, f->name),
                                  f->param[i].width);
        env = elab_bind_term(t->e.mem, env, f->param[i].name, ENV_TERM, m->param[i]);
    }
    m->value = check_depth(t, f->body, elab_any(&t->e, f->body, env));
    if (!m->value || !has_sort(t, f->body, m->value, f->width, "the function's term")) return false;
    t->nmacros++;
    return true;
}

static bool check_fun(sygus_terms *t, const sygus_fun *f)
{
    bool good = check_name(t, f->at, f->name) && check_names(t, f->param, f->nparams);
    for (unsigned i = 0; i < f->nnonterminals; i++)
        good &= check_name(t, f->nonterminal[i].at, f->nonterminal[i].name);
    return good;
}

bool sygus_terms_open(sygus_terms *t, const sygus *s, term_ctx *c, arena *mem, diags *d)
{
    *t = (sygus_terms){.e = {.c = c, .d = d, .mem = mem, .apply = apply, .name = named}, .s = s};
    sygus_index_open(&t->by_arguments, mem);
    sygus_index_open(&t->by_value, mem);
    t->macro = arena_new(mem, s->ndefines + 1, sygus_macro);
    bool good = check_names(t, s->var, s->nvars);
    for (unsigned i = 0; i < s->nfuns; i++) good &= check_fun(t, &s->fun[i]);
    for (unsigned i = 0; i < s->ndefines && good; i++) good = define(t, &s->define[i]);
    return good;
}

void sygus_terms_close(sygus_terms *t)
{
    mem_free(t->application);
    mem_free(t->depth);
    t->application = NULL;
    t->depth = NULL;
}

term sygus_terms_constraint(sygus_terms *t, const sexp *x)
{
    t->in_constraint = true;
    term v = check_depth(t, x, elab_bool(&t->e, x, NULL));
    t->in_constraint = false;
    return v;
}

term sygus_terms_production(sygus_terms *t, const sexp *x, unsigned width, const sexp_env *env)
{
    term v = check_depth(t, x, elab_any(&t->e, x, env));
    return v && has_sort(t, x, v, width, "the production") ? v : TERM_NONE;
}

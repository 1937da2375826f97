// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* sygus_grammar.c - productions to members of a search grammar.
 *
 * A production is one of four things: another nonterminal (then everything that gives the one gives
 * the other), a parameter, a term without nonterminals and parameters (a constant), or a term with
 * holes (a member, of cost 1 whatever its size). In a member's form every nonterminal is a hole of
 * its own; a parameter is one hole however often it occurs, of a sort that only that parameter has.
 *
 * A member computes on registers: what is in the holes is cut to their sorts, the term is applied,
 * the result is extended. Bitwise operators need neither, and engines know them better without.
 *
 * Called by sygus_solve.c. */
#include "sygus_grammar.h"

#include <stdio.h>
#include <string.h>

#include "spec/language/report.h"

enum { HOLES_MAX = 3 };
static const char *const hole_name[HOLES_MAX] = {" 0", " 1", " 2"};

/* A production as a member. */
typedef struct production {
    const sexp *x, *form; /* form: with holes */
    unsigned width;       /* of the nonterminal */
    uint32_t gives;
    unsigned count; /* of holes */
    unsigned sort[HOLES_MAX], hole_width[HOLES_MAX];
    int param[HOLES_MAX]; /* the parameter, or -1: a nonterminal */
    term hole[HOLES_MAX], arg[HOLES_MAX]; /* variables: of the hole's sort, and registers */
} production;

typedef struct filler {
    sygus_grammar *s;
    sygus_terms *t;
    kernel_set *kernels;
} filler;

#define fail(l, x, ...) report_error((l)->t->e.d, x, NULL, __VA_ARGS__)

/* ---- registers ---- */

unsigned sygus_register_bits(const sygus_fun *f)
{
    unsigned widest = f->width, bits = 8;
    for (unsigned i = 0; i < f->nparams; i++)
        if (f->param[i].width > widest) widest = f->param[i].width;
    for (unsigned i = 0; i < f->nnonterminals; i++)
        if (f->nonterminal[i].width > widest) widest = f->nonterminal[i].width;
    while (bits < widest) bits *= 2;
    return bits;
}

term sygus_to_register(term_ctx *c, term v, unsigned bits)
{
    unsigned width = term_width(c, v);
    if (!width) return term_mk_ite(c, v, term_mk_u64(c, 1, bits), term_mk_u64(c, 0, bits));
    return term_mk_extend(c, TERM_ZERO_EXTEND, bits - width, v);
}

term sygus_from_register(term_ctx *c, term v, unsigned width)
{
    if (width) return term_mk_extract(c, width - 1, 0, v);
    return term_mk_binary(c, TERM_EQ, term_mk_extract(c, 0, 0, v), term_mk_u64(c, 1, 1));
}

/* ---- holes ---- */

static int find_nonterminal(const sygus_fun *f, const sexp *x)
{
    for (unsigned i = 0; i < f->nnonterminals; i++)
        if (sexp_is_symbol(x, f->nonterminal[i].name)) return (int)i;
    return -1;
}

static int find_param(const sygus_fun *f, const sexp *x)
{
    for (unsigned i = 0; i < f->nparams; i++)
        if (sexp_is_symbol(x, f->param[i].name)) return (int)i;
    return -1;
}

static sexp *hole_symbol(filler *l, const sexp *x, unsigned k)
{
    sexp *y = arena_new(l->t->e.mem, 1, sexp);
    *y = *x;
    y->text = hole_name[k];
    return y;
}

/* Gives parameter i a sort that nothing else has. */
static bool sort_param(filler *l, const sexp *x, unsigned i)
{
    sygus_grammar *s = l->s;
    if (s->param_sort[i] >= 0) return true;
    if (s->nsorts == SYGUS_SORTS_MAX)
        return fail(l, x,
                    "more than %d nonterminals and parameters inside productions are not supported",
                    SYGUS_SORTS_MAX);
    s->g.input_sorts[i] |= 1u << s->nsorts;
    s->param_sort[i] = (int)s->nsorts++;
    return true;
}

/* Requires: one of nonterminal and param is not negative. */
static sexp *new_hole(filler *l, const sexp *x, production *p, int nonterminal, int param)
{
    const sygus_fun *f = l->s->f;
    for (unsigned i = 0; param >= 0 && i < p->count; i++)
        if (p->param[i] == param) return hole_symbol(l, x, i);
    if (p->count == HOLES_MAX) {
        fail(l, x, "a production with more than %d operands is not supported", HOLES_MAX);
        return NULL;
    }
    if (param >= 0 && !sort_param(l, x, (unsigned)param)) return NULL;
    p->sort[p->count] = (unsigned)(param >= 0 ? l->s->param_sort[param] : nonterminal);
    p->hole_width[p->count] = param >= 0 ? f->param[param].width
                                         : f->nonterminal[nonterminal].width;
    p->param[p->count] = param;
    return hole_symbol(l, x, p->count++);
}

/* A copy of x, part of the production, with holes for nonterminals and parameters; NULL after a
 * diagnostic. */
static sexp *open_holes(filler *l, const sexp *x, production *p)
{
    const char *head = sexp_head(x);
    int nonterminal = find_nonterminal(l->s->f, x), param = find_param(l->s->f, x);
    if (nonterminal >= 0 || param >= 0) return new_hole(l, x, p, nonterminal, param);
    sexp *y = arena_new(l->t->e.mem, 1, sexp);
    *y = *x;
    if (x->kind != SEXP_LIST || !x->count || !strcmp(head, "_")) return y;
    if (!strcmp(head, "Constant"))
        return fail(l, x,
                    "(Constant ...) inside a production is not supported; expected a nonterminal "
                    "that takes it"),
               NULL;
    if (!strcmp(head, "let")) return fail(l, x, "'let' in a production is not supported"), NULL;
    y->item = arena_new(l->t->e.mem, x->count, sexp *);
    y->item[0] = x->item[0];
    for (unsigned i = 1; i < x->count; i++)
        if (!(y->item[i] = open_holes(l, x->item[i], p))) return NULL;
    return y;
}

/* ---- members ---- */

static int find_hole(const production *p, term t)
{
    for (unsigned i = 0; i < p->count; i++)
        if (p->hole[i] == t) return (int)i;
    return -1;
}

/* The operator on whole registers that is t, an operator on two holes; TERM_NONE when there is
 * none: bitwise ones keep the upper bits zero. */
static term on_registers(term_ctx *c, const production *p, term t)
{
    static const struct { term_op of, is;
    } bitwise[] = {{TERM_BVAND, TERM_BVAND},
                   {TERM_BVOR, TERM_BVOR},
                   {TERM_BVXOR, TERM_BVXOR},
                   {TERM_AND, TERM_BVAND},
                   {TERM_OR, TERM_BVOR}};
    if (term_nargs(c, t) != 2) return TERM_NONE;
    int a = find_hole(p, term_arg(c, t, 0)), b = find_hole(p, term_arg(c, t, 1));
    for (unsigned i = 0; a >= 0 && b >= 0 && i < sizeof bitwise / sizeof *bitwise; i++)
        if (bitwise[i].of == term_get_op(c, t))
            return term_mk_binary(c, bitwise[i].is, p->arg[a], p->arg[b]);
    return TERM_NONE;
}

/* The same for exclusive or of Bools, which terms write as not (a = b). */
static term xor_on_registers(term_ctx *c, const production *p, term t)
{
    if (p->count != 2 || p->hole_width[0] || p->hole_width[1] || term_get_op(c, t) != TERM_NOT)
        return TERM_NONE;
    if (term_arg(c, t, 0) != term_mk_binary(c, TERM_EQ, p->hole[0], p->hole[1])) return TERM_NONE;
    return term_mk_binary(c, TERM_BVXOR, p->arg[0], p->arg[1]);
}

/* t, over the holes, as a function of registers. */
static term member_body(filler *l, const production *p, term t)
{
    term_ctx *c = l->t->e.c;
    term cut[HOLES_MAX], whole = on_registers(c, p, t);
    if (!whole) whole = xor_on_registers(c, p, t);
    if (whole) return whole;
    for (unsigned i = 0; i < p->count; i++)
        cut[i] = sygus_from_register(c, p->arg[i], p->hole_width[i]);
    return sygus_to_register(c, term_substitute(c, t, p->hole, cut, p->count), l->s->g.bits);
}

/* The member that another nonterminal's same production has made. */
static grammar_member *find_member(grammar *g, const char *text)
{
    for (unsigned i = 0; i < g->count; i++)
        if (!strcmp(g->member[i].name, text)) return &g->member[i];
    return NULL;
}

static bool too_many_productions(filler *l, const sexp *x)
{
    return fail(l, x, "more than %d productions are not supported", GRAMMAR_MEMBERS_MAX);
}

static bool make_member(filler *l, const production *p, const char *text, term t)
{
    grammar *g = &l->s->g;
    if (g->count == GRAMMAR_MEMBERS_MAX) return too_many_productions(l, p->x);
    grammar_member *m = grammar_add(g, text, member_body(l, p, t), p->arg, p->count, l->kernels);
    if (!m) return fail(l, p->x, "this production cannot be compiled; it is too wide");
    for (unsigned i = 0; i < p->count; i++) m->takes[i] = (uint8_t)p->sort[i];
    m->gives = p->gives;
    m->commutative = m->commutative && m->takes[0] == m->takes[1];
    l->s->form[m - g->member] = p->form;
    return true;
}

static const char *text_of(filler *l, const sexp *x)
{
    strbuf b = {0};
    sexp_print(x, NULL, &b);
    const char *text = arena_strdup(l->t->e.mem, strbuf_text(&b));
    strbuf_free(&b);
    return text;
}

static bool add_member(filler *l, production *p)
{
    static const char *const registers[HOLES_MAX] = {"a", "b", "c"};
    const sexp_env *env = NULL;
    const char *text = text_of(l, p->x);
    for (unsigned i = 0; i < p->count; i++) {
        p->hole[i] = term_mk_var(l->t->e.c, hole_name[i], p->hole_width[i]);
        p->arg[i] = term_mk_var(l->t->e.c, registers[i], l->s->g.bits);
        env = elab_bind_term(l->t->e.mem, env, hole_name[i], ENV_TERM, p->hole[i]);
    }
    term t = sygus_terms_production(l->t, p->form, p->width, env);
    if (!t) return false;
    grammar_member *m = find_member(&l->s->g, text);
    if (m) m->gives |= p->gives;
    return m || make_member(l, p, text, t);
}

/* ---- leaves ---- */

static bool add_input(filler *l, const production *p, unsigned i)
{
    const sygus_var *v = &l->s->f->param[i];
    if (v->width != p->width)
        return fail(l, p->x, "'%s' is of another sort than the nonterminal", v->name);
    l->s->g.input_sorts[i] |= p->gives;
    return true;
}

/* The number of the constant, GRAMMAR_CONSTS_MAX when there is no room for it. */
static unsigned intern_constant(sygus_grammar *s, uint64_t v)
{
    unsigned i = 0;
    while (i < s->nconstants && s->constant[i] != v) i++;
    if (i == s->nconstants && i < GRAMMAR_CONSTS_MAX) s->constant[s->nconstants++] = v;
    return i;
}

static bool add_literal(filler *l, const production *p)
{
    sygus_grammar *s = l->s;
    term t = sygus_terms_production(l->t, p->x, p->width, NULL);
    if (!t) return false;
    term v = sygus_to_register(l->t->e.c, t, s->g.bits);
    require(term_is_const(l->t->e.c, v), "a term without variables is a constant");
    unsigned k = intern_constant(s, term_limbs(l->t->e.c, v)[0]);
    if (k == GRAMMAR_CONSTS_MAX || s->nliterals == SYGUS_LITERALS_MAX)
        return fail(l, p->x, "more than %d constants are not supported", GRAMMAR_CONSTS_MAX);
    s->constant_sorts[k] |= p->gives;
    s->literal[s->nliterals++] = (sygus_literal){k, p->gives, text_of(l, p->x)};
    return true;
}

/* (Variable sort): every parameter of the nonterminal's sort */
static bool add_variables(filler *l, const production *p)
{
    const sygus_fun *f = l->s->f;
    for (unsigned i = 0; i < f->nparams; i++)
        if (f->param[i].width == p->width) l->s->g.input_sorts[i] |= p->gives;
    return true;
}

/* (Constant sort) */
static bool add_any_constant(filler *l, const production *p)
{
    l->s->g.free_sorts |= p->gives;
    l->s->any_constant = true;
    return true;
}

/* ---- productions ---- */

static bool add_production(filler *l, const sexp *x, unsigned nonterminal)
{
    const sygus_fun *f = l->s->f;
    production p = {
        .x = x, .width = f->nonterminal[nonterminal].width, .gives = l->s->above[nonterminal]};
    int param = find_param(f, x);
    if (find_nonterminal(f, x) >= 0) return true; /* see close_above */
    if (param >= 0) return add_input(l, &p, (unsigned)param);
    if (!strcmp(sexp_head(x), "Variable")) return add_variables(l, &p);
    if (!strcmp(sexp_head(x), "Constant")) return add_any_constant(l, &p);
    p.form = open_holes(l, x, &p);
    if (!p.form) return false;
    return p.count ? add_member(l, &p) : add_literal(l, &p);
}

static bool direct_chain(filler *l, unsigned upper, const sexp *x)
{
    const sygus_fun *f = l->s->f;
    int lower = find_nonterminal(f, x);
    if (lower < 0) return true;
    if (f->nonterminal[lower].width != f->nonterminal[upper].width)
        return fail(l, x, "'%s' is of another sort than the nonterminal",
                    f->nonterminal[lower].name);
    l->s->above[lower] |= 1u << upper;
    return true;
}

/* Fills above: which nonterminals may be replaced by which, over any number of steps. */
static bool close_above(filler *l)
{
    const sygus_fun *f = l->s->f;
    uint32_t *above = l->s->above;
    bool good = true;
    for (unsigned i = 0; i < f->nnonterminals; i++) above[i] = 1u << i;
    for (unsigned i = 0; i < f->nnonterminals; i++) {
        const sexp *rules = f->nonterminal[i].rules;
        for (unsigned k = 0; k < rules->count; k++) good &= direct_chain(l, i, rules->item[k]);
    }
    for (unsigned via = 0; via < f->nnonterminals; via++)
        for (unsigned i = 0; i < f->nnonterminals; i++)
            if (above[i] >> via & 1) above[i] |= above[via];
    return good;
}

static void open_inputs(sygus_grammar *s)
{
    for (unsigned i = 0; i < SYGUS_INPUTS_MAX; i++) s->g.input_sorts[i] = 0;
    for (unsigned i = 0; i < SYGUS_PARAMS_MAX; i++) s->param_sort[i] = -1;
}

/* What values a nonterminal has, for any constants of it. */
static void open_sorts(sygus_grammar *s)
{
    s->g.free_sorts = 0;
    for (unsigned i = 0; i < s->f->nnonterminals; i++) {
        unsigned bits = s->f->nonterminal[i].width ? s->f->nonterminal[i].width : 1;
        s->g.sort_bits[i] = (uint8_t)(bits < s->g.bits ? bits : 0);
    }
}

static void name_input(sygus_grammar *s, term_ctx *c, const char *name)
{
    char text[256];
    snprintf(text, sizeof text, "%.200s register %u", name, s->ninputs);
    s->input[s->ninputs++] = term_mk_var(c, text, s->g.bits);
}

/* Parameters, and constants as far as there is room; the other constants go to the grammar, and all
 * do beside any constants. */
static void close_inputs(sygus_grammar *s, term_ctx *c)
{
    s->ninputs = 0;
    for (unsigned i = 0; i < s->f->nparams; i++) name_input(s, c, s->f->param[i].name);
    for (unsigned i = 0; i < s->nconstants; i++) {
        if (s->ninputs < SYGUS_INPUTS_MAX && !s->any_constant) {
            s->g.input_sorts[s->ninputs] = s->constant_sorts[i];
            name_input(s, c, "constant");
            continue;
        }
        grammar_add_const(&s->g, s->constant[i]);
        s->g.konst_sorts[s->g.nconsts - 1] = s->constant_sorts[i];
    }
}

bool sygus_grammar_fill(sygus_grammar *s, const sygus_fun *f, sygus_terms *t, kernel_set *kernels)
{
    filler l = {s, t, kernels};
    require(s->g.terms == t->e.c && s->g.bits == sygus_register_bits(f),
            "the grammar is open for the function");
    s->f = f;
    s->nsorts = f->nnonterminals;
    s->g.result_sort = 0;
    open_inputs(s);
    open_sorts(s);
    bool good = close_above(&l);
    for (unsigned i = 0; i < f->nnonterminals; i++) {
        const sexp *rules = f->nonterminal[i].rules;
        for (unsigned k = 0; k < rules->count && !diag_is_full(t->e.d); k++)
            good &= add_production(&l, rules->item[k], i);
    }
    close_inputs(s, t->e.c);
    return good;
}

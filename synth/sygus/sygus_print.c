// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* sygus_print.c - a found chain as a define-fun of the file's language.
 *
 * A step is printed as its production, with what its sources are in the holes. A value is written
 * as the nonterminal of its hole writes it: one constant can be #x01 here and true there. A value
 * that is used twice is printed twice, since grammars have no let; only where that gets out of hand
 * it is bound.
 *
 * Called by sygus_solve.c. */
#include "sygus_print.h"

#include <inttypes.h>

typedef struct printing {
    const sygus_grammar *s;
    const chain *x;
    bool shared; /* steps are bound by let */
    strbuf *out;
} printing;

static unsigned first_step(const chain *x)
{
    return x->ninputs + x->nconsts;
}

/* A constant that the search chose. */
static void put_chosen(strbuf *out, uint64_t v, unsigned width)
{
    if (!width) strbuf_puts(out, v & 1 ? "true" : "false");
    else if (width % 4 == 0)
        strbuf_printf(out, "#x%0*" PRIx64, (int)width / 4,
                      width < 64 ? v & ((UINT64_C(1) << width) - 1) : v);
    else {
        strbuf_puts(out, "#b");
        for (unsigned bit = width; bit-- > 0;) strbuf_puts(out, v >> bit & 1 ? "1" : "0");
    }
}

static const char *literal_text(const sygus_grammar *s, unsigned constant, unsigned sort)
{
    for (unsigned i = 0; i < s->nliterals; i++)
        if (s->literal[i].constant == constant && s->literal[i].sorts >> sort & 1)
            return s->literal[i].text;
    require(false, "the constant has the sort");
}

static void put_constant(printing *p, unsigned constant, unsigned sort)
{
    const sygus_grammar *s = p->s;
    if (constant < s->nconstants) strbuf_puts(p->out, literal_text(s, constant, sort));
    else put_chosen(p->out, s->g.konst[constant], s->f->nonterminal[sort].width);
}

static void put_value(printing *p, unsigned value, unsigned sort);

/* The step's production with what its places hold. */
static void put_form(printing *p, const sexp *form, const chain_step *step)
{
    if (form->kind == SEXP_SYMBOL && form->text[0] == ' ') {
        unsigned k = (unsigned)(form->text[1] - '0');
        put_value(p, step->src[k], step->member->takes[k]);
        return;
    }
    if (form->kind != SEXP_LIST) {
        sexp_print(form, NULL, p->out);
        return;
    }
    strbuf_puts(p->out, "(");
    for (unsigned i = 0; i < form->count; i++) {
        if (i) strbuf_puts(p->out, " ");
        put_form(p, form->item[i], step);
    }
    strbuf_puts(p->out, ")");
}

static void put_step(printing *p, unsigned i)
{
    const chain_step *step = &p->x->step[i];
    put_form(p, p->s->form[step->member - p->s->g.member], step);
}

static void put_value(printing *p, unsigned value, unsigned sort)
{
    const chain *x = p->x;
    unsigned nparams = p->s->f->nparams;
    if (value < nparams) strbuf_puts(p->out, p->s->f->param[value].name);
    else if (value < first_step(x)) put_constant(p, value - nparams, sort);
    else if (p->shared) strbuf_printf(p->out, "?%u", value - first_step(x) + 1);
    else put_step(p, value - first_step(x));
}

static unsigned result_of(const chain *x)
{
    return x->nsteps ? first_step(x) + x->nsteps - 1 : x->result;
}

/* Operators of the trees in the holes of form; size[i] are those of step i. */
static uint64_t size_of_holes(const sexp *form, const chain *x, const chain_step *step,
                              const uint64_t *size)
{
    uint64_t sum = 0;
    if (form->kind == SEXP_SYMBOL && form->text[0] == ' ') {
        unsigned from = step->src[form->text[1] - '0'];
        return from < first_step(x) ? 0 : size[from - first_step(x)];
    }
    for (unsigned i = 0; form->kind == SEXP_LIST && i < form->count; i++)
        if (__builtin_add_overflow(sum, size_of_holes(form->item[i], x, step, size), &sum))
            sum = UINT64_MAX;
    return sum;
}

static uint64_t tree_size(const sygus_grammar *s, const chain *x)
{
    uint64_t size[CHAIN_STEPS_MAX + 1] = {0};
    for (unsigned i = 0; i < x->nsteps; i++) {
        const sexp *form = s->form[x->step[i].member - s->g.member];
        if (__builtin_add_overflow(1, size_of_holes(form, x, &x->step[i], size), &size[i]))
            size[i] = UINT64_MAX;
    }
    return x->nsteps ? size[x->nsteps - 1] : 0;
}

static void put_sort(strbuf *out, unsigned width)
{
    if (width) strbuf_printf(out, "(_ BitVec %u)", width);
    else strbuf_puts(out, "Bool");
}

uint64_t sygus_print_chain(const sygus_grammar *s, const chain *x, uint64_t tree_max, strbuf *out)
{
    uint64_t size = tree_size(s, x);
    printing p = {s, x, size > tree_max, out};
    strbuf_printf(out, "(define-fun %s (", s->f->name);
    for (unsigned i = 0; i < s->f->nparams; i++) {
        strbuf_printf(out, "%s(%s ", i ? " " : "", s->f->param[i].name);
        put_sort(out, s->f->param[i].width);
        strbuf_puts(out, ")");
    }
    strbuf_puts(out, ") ");
    put_sort(out, s->f->width);
    strbuf_puts(out, " ");
    for (unsigned i = 0; p.shared && i + 1 < x->nsteps; i++) {
        strbuf_printf(out, "(let ((?%u ", i + 1);
        put_step(&p, i);
        strbuf_puts(out, ")) ");
    }
    if (p.shared) put_step(&p, x->nsteps - 1);
    else put_value(&p, result_of(x), s->g.result_sort);
    for (unsigned i = 0; p.shared && i + 1 < x->nsteps; i++) strbuf_puts(out, ")");
    strbuf_puts(out, ")");
    return size;
}

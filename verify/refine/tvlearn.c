// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvlearn.c - lemmas about memory and about operations of which only the name is known, each
 * demanded when a model breaks it. Called by tvsolve.c. */
#include <string.h>

#include "spec/term/bv.h"
#include "tvquery.h"
#include "tvreal.h"

enum { LEMMAS = 32 }; /* a model */

/* ---- memory at equal addresses ---- */

static bool differ(query *q, term a, term b)
{
    uint64_t x[TERM_LIMBS_MAX] = {0}, y[TERM_LIMBS_MAX] = {0};
    if (!query_has_value(q, a) || !query_has_value(q, b)) return false;
    query_evaluate(q, a, x);
    query_evaluate(q, b, y);
    return x[0] != y[0];
}

static term same_if_same_address(query *q, const mem_byte *a, const mem_byte *b)
{
    term meet = op2(q, TERM_EQ, address_term(q->c, a->at), address_term(q->c, b->at));
    term same =
        op2(q, TERM_AND, op2(q, TERM_EQ, a->bits, b->bits), op2(q, TERM_EQ, a->poison, b->poison));
    return op2(q, TERM_OR, not(q, meet), same);
}

bool query_learn_memory(query *q)
{
    unsigned n = q->world->nbytes, learnt = 0;
    uint64_t *where = mem_alloc(n + 1, sizeof *where);
    for (unsigned i = 0; i < n; i++) {
        uint64_t out[TERM_LIMBS_MAX] = {0};
        const mem_byte *a = &q->world->bytes[i];
        if (!query_has_value(q, a->bits) && !query_has_value(q, a->poison)) continue;
        query_evaluate(q, address_term(q->c, a->at), out);
        where[i] = out[0];
        for (unsigned k = 0; k < i && learnt < LEMMAS; k++) {
            const mem_byte *b = &q->world->bytes[k];
            if (where[k] != where[i] || b->epoch != a->epoch || b->at.base == a->at.base) continue;
            if (!differ(q, a->bits, b->bits) && !differ(q, a->poison, b->poison)) continue;
            q->facts = op2(q, TERM_AND, q->facts, same_if_same_address(q, a, b));
            learnt++;
        }
    }
    mem_free(where);
    return learnt > 0;
}

/* ---- operations of which only the name is known ---- */

/* An application in the model: what its arguments and its value are there. */
typedef struct seen {
    const tv_application *of;
    uint64_t arg[TV_APPLY_ARGS], value;
    bool narrow; /* all of at most 64 bits */
} seen;

static seen look_at(query *q, const tv_application *of)
{
    seen s = {.of = of, .narrow = term_width(q->c, of->value) <= 64};
    uint64_t out[TERM_LIMBS_MAX] = {0};
    query_evaluate(q, of->value, out);
    s.value = out[0];
    for (unsigned i = 0; i < of->nargs; i++) {
        s.narrow &= term_width(q->c, of->arg[i]) <= 64;
        memset(out, 0, sizeof out);
        query_evaluate(q, of->arg[i], out);
        s.arg[i] = out[0];
    }
    return s;
}

static bool same_function(const tv_application *a, const tv_application *b)
{
    return !strcmp(a->what, b->what) && a->nargs == b->nargs;
}

/* Equal arguments, in order or (swapped) with the first two exchanged. */
static term equal_arguments(query *q, const tv_application *a, const tv_application *b,
                            bool swapped)
{
    term all = term_mk_bool(q->c, true);
    for (unsigned i = 0; i < a->nargs; i++) {
        unsigned k = swapped && i < 2 ? 1 - i : i;
        if (term_width(q->c, a->arg[i]) != term_width(q->c, b->arg[k]))
            return term_mk_bool(q->c, false);
        all = op2(q, TERM_AND, all, op2(q, TERM_EQ, a->arg[i], b->arg[k]));
    }
    return all;
}

static bool learn(query *q, term when, term then)
{
    if (!query_is_true(q, when) || query_is_true(q, then)) return false;
    q->facts = op2(q, TERM_AND, q->facts, op2(q, TERM_OR, not(q, when), then));
    return true;
}

/* Equal operands, equal results. */
static bool learn_congruence(query *q, const tv_application *a, const tv_application *b)
{
    term same = op2(q, TERM_EQ, a->value, b->value);
    if (!same_function(a, b)) return false;
    return learn(q, equal_arguments(q, a, b, false), same) ||
           (a->commutes && learn(q, equal_arguments(q, a, b, true), same));
}

/* Whether the application does in the model what it does in fact. nan: any NaN does where it gives
 * one. */
static bool is_real(const seen *s, bool nan)
{
    uint64_t real;
    if (!s->narrow) return false;
    switch (tv_real_value(s->of->what, s->arg, s->of->nargs, &real)) {
    case TV_REAL_NUMBER: return real == s->value;
    case TV_REAL_NAN: return nan && tv_real_is_nan(s->of->what, s->value);
    case TV_REAL_UNKNOWN: break;
    }
    return false;
}

/* The result that the operands in the model have in fact. */
static bool learn_real(query *q, const seen *s)
{
    uint64_t real;
    term when = term_mk_bool(q->c, true);
    bool known =
        s->narrow && tv_real_value(s->of->what, s->arg, s->of->nargs, &real) == TV_REAL_NUMBER;
    if (!known || real == s->value) return false;
    for (unsigned i = 0; i < s->of->nargs; i++)
        when = op2(q, TERM_AND, when,
                   op2(q, TERM_EQ, s->of->arg[i],
                       term_mk_u64(q->c, s->arg[i], term_width(q->c, s->of->arg[i]))));
    term then =
        op2(q, TERM_EQ, s->of->value, term_mk_u64(q->c, real, term_width(q->c, s->of->value)));
    q->facts = op2(q, TERM_AND, q->facts, op2(q, TERM_OR, not(q, when), then));
    return true;
}

bool query_learn_functions(query *q, bool real)
{
    const tv_applications *apps = q->first->apps;
    unsigned n = 0, learnt = 0;
    const tv_application **in = mem_alloc(apps->count + 1, sizeof *in);
    for (unsigned i = 0; i < apps->count; i++)
        if (query_has_value(q, apps->list[i].value)) in[n++] = &apps->list[i];
    for (unsigned i = 0; i < n && learnt < LEMMAS; i++)
        for (unsigned k = 0; k < i && learnt < LEMMAS; k++)
            learnt += learn_congruence(q, in[k], in[i]);
    for (unsigned i = 0; i < n && real && !learnt; i++) {
        seen s = look_at(q, in[i]);
        learnt += learn_real(q, &s);
    }
    mem_free(in);
    return learnt > 0;
}

static bool is_poison(query *q, const ir_value *v)
{
    uint64_t poison[TERM_LIMBS_MAX] = {0};
    query_evaluate(q, query_guessed(q, v->poison), poison);
    return !bv_is_zero(poison, term_width(q->c, v->poison));
}

bool query_rests_on_functions(query *q, const tv_goal *g)
{
    unsigned n;
    bool rests = false, makes_poison = g->has_values && is_poison(q, &g->second);
    term *var = tv_all_variables(q->first->apps, q->bad[g - q->goals->goal], &n);
    for (unsigned i = 0; i < n && !rests; i++) {
        const tv_application *of = tv_application_of(q->first->apps, var[i]);
        if (!of) continue;
        seen s = look_at(q, of);
        rests = !is_real(&s, makes_poison);
    }
    mem_free(var);
    return rests;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvchoose.c - what is not determined: poison that is frozen, and undef.
 *
 * Each choice is a variable. One for undef is replaced by another wherever a value is used that
 * depends on it, so that two uses may see different bits; a freeze puts one that stays in its
 * place. Called by tvrun.c and tvcompare.c. */
#include "tvchoose.h"

#include <stdio.h>
#include <string.h>

#include "tvinside.h"

static term make_choice(tv_side *s, bool undef, unsigned bits)
{
    char name[64];
    snprintf(name, sizeof name, "%s.%s.%u", undef ? "undef" : "choice",
             s->second ? "after" : "before", s->nchoices);
    GROW(s->choices, s->nchoices, s->choices_cap);
    s->choices[s->nchoices++] =
        (tv_choice){.var = term_mk_var(s->ir.c, name, bits), .undef = undef};
    return s->choices[s->nchoices - 1].var;
}

term tv_choose_byte(void *owner)
{
    tv_side *s = owner;
    s->saw_undef = true;
    return make_choice(s, true, 8);
}

bool tv_choose_undefined(void *owner, unsigned bits, term *value, term *poison)
{
    tv_side *s = owner;
    s->saw_undef = true;
    *value = make_choice(s, true, bits);
    *poison = num(s, 0, bits);
    return true;
}

static bool is_undef(const tv_side *s, term var)
{
    return !strncmp(term_name(s->ir.c, var), "undef.", 6);
}

/* What v is where undef is chosen once more: for another use, or to be kept. */
static ir_value chosen_again(tv_side *s, const ir_value *v, bool undef)
{
    ir_value out = *v;
    unsigned n, found = 0;
    if (!s->saw_undef) return out;
    const term both[] = {v->bits, v->poison};
    term *var = tv_all_variables(s->apps, term_mk_concat_n(s->ir.c, both, 2), &n),
         *by = mem_alloc(n + 1, sizeof *by);
    for (unsigned i = 0; i < n; i++) {
        if (!is_undef(s, var[i])) continue;
        by[found] = make_choice(s, undef, term_width(s->ir.c, var[i]));
        var[found++] = var[i];
    }
    if (found) {
        tv_replacement r;
        tv_replacement_make(&r, s->apps, var, by, found);
        out.bits = tv_replace(&r, s->ir.c, v->bits);
        out.poison = tv_replace(&r, s->ir.c, v->poison);
        tv_replacement_free(&r);
    }
    mem_free(var);
    mem_free(by);
    return out;
}

ir_value tv_chosen_again(tv_side *s, const ir_value *v) { return chosen_again(s, v, true); }

term tv_side_varies(tv_side *s, const ir_value *v)
{
    unsigned before = s->nchoices;
    ir_value again = chosen_again(s, v, true);
    for (unsigned i = before; i < s->nchoices; i++) s->choices[i].against = true;
    if (again.bits == v->bits && again.poison == v->poison) return no(s);
    return not(s, op2(s, TERM_AND, op2(s, TERM_EQ, again.bits, v->bits),
                      op2(s, TERM_EQ, again.poison, v->poison)));
}

bool tv_choose_frozen(void *owner, const ir_value *in, ir_value *out)
{
    tv_side *s = owner;
    ir_value kept = chosen_again(s, in, false);
    *out = kept;
    out->poison = ir_no_poison(s->ir.c, in->shape);
    if (kept.poison == out->poison) return true;
    term any = make_choice(s, false, ir_shape_bits(in->shape));
    term defined = op2(s, TERM_BVAND, kept.bits, term_mk_unary(s->ir.c, TERM_BVNOT, kept.poison));
    out->bits = op2(s, TERM_BVOR, defined, op2(s, TERM_BVAND, any, kept.poison));
    s->choices[s->nchoices - 1].of = kept.bits;
    s->choices[s->nchoices - 1].frozen = out->bits;
    return true;
}

term tv_is_undefined(tv_side *s, const ir_value *v)
{
    return op2(s, TERM_OR, any_poison(s, v), tv_side_varies(s, v));
}

/* ---- floating-point arithmetic ---- */

/* The format in the name of an operation: its result's. */
static bool result_format(const char *what, unsigned *exponent, unsigned *bits)
{
    static const struct {
        const char *name;
        unsigned exponent, bits;
    } formats[] = {{".f16", 5, 16}, {".bf16", 8, 16}, {".f32", 8, 32}, {".f64", 11, 64}};
    const char *dot = strstr(what, ".f");
    if (strstr(what, ".bf") && (!dot || strstr(what, ".bf") < dot)) dot = strstr(what, ".bf");
    for (size_t i = 0; dot && i < sizeof formats / sizeof *formats; i++)
        if (!strncmp(dot, formats[i].name, strlen(formats[i].name))) {
            *exponent = formats[i].exponent;
            *bits = formats[i].bits;
            return true;
        }
    return false;
}

/* Which NaN an operation gives is not determined: what the second function computes more often than
 * the first may be another one each time. */
static term any_nan(tv_side *s, const char *what, term value)
{
    unsigned exponent, bits;
    if (!result_format(what, &exponent, &bits) || bits != term_width(s->ir.c, value)) return value;
    unsigned fraction = bits - 1 - exponent;
    term top = op2(s, TERM_BVSHL, num(s, ((uint64_t)1 << exponent) - 1, bits - 1),
                   num(s, fraction, bits - 1));
    term quiet = op2(s, TERM_BVOR, top,
                     op2(s, TERM_BVSHL, num(s, 1, bits - 1), num(s, fraction - 1, bits - 1)));
    term is_nan = op2(s, TERM_BVULT, top, term_mk_extract(s->ir.c, bits - 2, 0, value));
    term other = op2(s, TERM_BVOR, make_choice(s, false, bits),
                     term_mk_extend(s->ir.c, TERM_ZERO_EXTEND, 1, quiet));
    return term_mk_ite(s->ir.c, is_nan, other, value);
}

term tv_choose_apply(void *owner, const char *what, const term *args, unsigned nargs, bool commutes,
                     unsigned bits)
{
    tv_side *s = owner;
    term value = tv_apply(s->apps, what, args, nargs, commutes, bits);
    return tv_apply_again(s->apps, value, s->second) ? any_nan(s, what, value) : value;
}

term tv_choose_bit(void *owner)
{
    tv_side *s = owner;
    return s->second ? TERM_NONE : is_set(s, make_choice(s, false, 1));
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* load_definition.c - what the definitions of operations and instructions have in common: their
 * form, texts that a family completes, and how it is tried whether they commute.
 *
 * A trial finds the mistakes that people make; only small definitions are tried on all inputs. */
#include <string.h>

#include "loader.h"
#include "spec/base/random.h"
#include "spec/language/elab.h"
#include "spec/term/bv.h"

enum { LANES_MAX = 512 };

/* ---- form ---- */

static const load_rule *find_rule(const load_rule *rules, const sexp *x)
{
    while (rules->name && !text_same(rules->name, sexp_head(x))) rules++;
    return rules->name ? rules : NULL;
}

/* Says what is wrong with a definition whose last item is a clause. */
static bool report_no_body(loader *l, const sexp *x, const load_rule *rules)
{
    for (unsigned i = 4; i < x->count; i++)
        if (!find_rule(rules, x->item[i]))
            return report_error(l->d, x->item[i + 1], NULL, "a clause after the body");
    return report_error(l->d, x, NULL, "this definition has no body");
}

bool load_check_shape(loader *l, const sexp *x, const load_rule *rules)
{
    if (x->count < 5)
        return report_error(l->d, x, NULL, "expected (%s NAME (OPERANDS) RESULT CLAUSE ... BODY)",
                            sexp_head(x));
    if (find_rule(rules, sexp_body(x))) return report_no_body(l, x, rules);
    for (unsigned i = 4; i + 1 < x->count; i++) {
        const sexp *k = x->item[i];
        const load_rule *row = find_rule(rules, k);
        bool clause_follows = k->kind == SEXP_LIST && find_rule(rules, x->item[i + 1]);
        if (!row)
            return report_error(l->d, k, NULL, "unknown clause '%s'%s", sexp_head(k),
                                clause_follows ? "" : ", or a second body");
        if (!row->repeats && sexp_clause(x, row->name) != k)
            return report_error(l->d, k, NULL, "a second (%s ...)", row->name);
    }
    return true;
}

/* ---- text built of strings, integers and (splat N "TYPE" INT) ---- */

static bool put_splat(loader *l, const sexp *x, const sexp_env *env, strbuf *out)
{
    elab e = {.d = l->d, .mem = &l->s->mem};
    int64_t n, v;
    if (x->count != 4 || x->item[2]->kind != SEXP_STRING)
        return report_error(l->d, x, NULL, "expected (splat N \"TYPE\" INTEGER)");
    if (!elab_integer(&e, x->item[1], env, &n) || !elab_integer(&e, x->item[3], env, &v))
        return false;
    if (n < 1 || n > LANES_MAX)
        return report_error(l->d, x->item[1], env, "a vector of %lld elements; 1 to %d expected",
                            (long long)n, LANES_MAX);
    strbuf_puts(out, "<");
    for (int64_t i = 0; i < n; i++)
        strbuf_printf(out, "%s%s %lld", i ? ", " : "", x->item[2]->text, (long long)v);
    strbuf_puts(out, ">");
    return true;
}

static bool put_text(loader *l, const sexp *x, const sexp_env *env, strbuf *out)
{
    elab e = {.d = l->d, .mem = &l->s->mem};
    const sexp_env *b = x->kind == SEXP_SYMBOL ? sexp_env_find(env, x->text) : NULL;
    int64_t v;
    if (x->kind == SEXP_STRING) strbuf_puts(out, x->text);
    else if (b && b->kind == ENV_STRING) strbuf_puts(out, b->text);
    else if (b && b->kind == ENV_CLASS) strbuf_puts(out, b->cls->name);
    else if (text_same(sexp_head(x), "splat")) return put_splat(l, x, env, out);
    else if (!elab_integer(&e, x, env, &v)) return false;
    else strbuf_printf(out, "%lld", (long long)v);
    return true;
}

const char *load_text(loader *l, const sexp *x, const sexp_env *env)
{
    strbuf b = {0};
    bool good = x->count > 1 || report_error(l->d, x, NULL, "(%s ...) is empty", sexp_head(x));
    for (unsigned i = 1; good && i < x->count; i++) good = put_text(l, x->item[i], env, &b);
    const char *text = good ? arena_strdup(&l->s->mem, strbuf_text(&b)) : NULL;
    strbuf_free(&b);
    return text;
}

/* ---- whether a definition commutes ---- */

enum { RANDOM_ROUNDS = 4, EXHAUSTIVE_BITS = 8, TRIAL_TERMS_MAX = 500 };

term_ctx *load_trial_context(loader *l)
{
    if (l->trial && term_count(l->trial) < TRIAL_TERMS_MAX) return l->trial;
    term_ctx_free(l->trial);
    return l->trial = term_ctx_new();
}

/* The values of one trial, a row a variable. */
typedef uint64_t inputs[SPEC_SRC_MAX][TERM_LIMBS_MAX];

/* The bits of number, variable after variable. Requires: together the variables have at most 64
 * bits. */
static void fill_counted(const term_ctx *c, const term *src, unsigned nsrc, uint64_t number,
                         inputs v)
{
    for (unsigned i = 0; i < nsrc; i++) {
        unsigned w = term_width(c, src[i]);
        v[i][0] = number & (((uint64_t)1 << w) - 1);
        number >>= w;
    }
}

/* Random bits in even rounds. In odd ones bytes of all ones, all zeros, or a random one. */
static void fill_random(const term_ctx *c, const term *src, unsigned nsrc, unsigned round,
                        uint64_t *seed, inputs v)
{
    for (unsigned i = 0; i < nsrc; i++) {
        unsigned w = term_width(c, src[i]);
        for (unsigned k = 0; k < bv_limbs(w); k++) {
            uint64_t x = random_next(seed), choices = random_next(seed);
            for (unsigned byte = 0; round % 2 && byte < 8; byte++) {
                uint64_t mask = (uint64_t)0xff << 8 * byte, choice = choices >> 8 * byte & 3;
                x = choice == 0 ? x & ~mask : choice == 1 ? x | mask : x;
            }
            v[i][k] = x;
        }
        bv_trim(v[i], w);
    }
}

static bool agrees_swapped(term_evaluator *e, unsigned width, unsigned nsrc, inputs v)
{
    uint64_t one[TERM_LIMBS_MAX], other[TERM_LIMBS_MAX];
    const uint64_t *straight[SPEC_SRC_MAX], *swapped[SPEC_SRC_MAX];
    for (unsigned i = 0; i < nsrc; i++) straight[i] = swapped[i] = v[i];
    swapped[0] = v[1];
    swapped[1] = v[0];
    term_evaluator_run(e, straight, one);
    term_evaluator_run(e, swapped, other);
    return bv_equal(one, other, width);
}

bool load_commutes(const term_ctx *c, term t, const term *src, unsigned nsrc)
{
    inputs v;
    unsigned bits = 0;
    uint64_t seed = 1;
    bool good = true;
    for (unsigned i = 0; i < nsrc; i++) bits += term_width(c, src[i]);
    unsigned rounds = bits <= EXHAUSTIVE_BITS ? 1u << bits : RANDOM_ROUNDS;
    term_evaluator *e = term_evaluator_new(c, t, src, nsrc);
    for (unsigned round = 0; good && round < rounds; round++) {
        if (bits <= EXHAUSTIVE_BITS) fill_counted(c, src, nsrc, round, v);
        else fill_random(c, src, nsrc, round, &seed, v);
        good = agrees_swapped(e, term_width(c, t), nsrc, v);
    }
    term_evaluator_free(e);
    return good;
}

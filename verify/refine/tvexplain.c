// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvexplain.c - the solver's model of a question: what terms are in it, and how it is shown. Called
 * by tvsolve.c. */
#include "tvquery.h"

#include <string.h>

#include "spec/term/bv.h"

term query_guessed(query *q, term t)
{
    return tv_replace(&q->undefs, q->c, tv_replace(&q->made, q->c, t));
}

void query_free_model(model *m)
{
    mem_free(m->var);
    mem_free(m->value);
    mem_free(m->limbs);
    *m = (model){0};
}

void query_make_model(query *q, term condition)
{
    model *m = &q->m;
    query_free_model(m);
    m->count = term_collect_vars(q->c, condition, NULL, 0);
    m->var = mem_alloc(m->count + 1, sizeof *m->var);
    m->value = mem_alloc(m->count + 1, sizeof *m->value);
    term_collect_vars(q->c, condition, m->var, m->count);
    size_t limbs = 0;
    for (unsigned i = 0; i < m->count; i++) limbs += bv_limbs(term_width(q->c, m->var[i]) | 1);
    m->limbs = mem_alloc(limbs + 1, sizeof *m->limbs);
    limbs = 0;
    for (unsigned i = 0; i < m->count; i++) {
        m->value[i] = m->limbs + limbs;
        limbs += bv_limbs(term_width(q->c, m->var[i]) | 1);
    }
}

bool query_has_value(const query *q, term var)
{
    for (unsigned i = 0; i < q->m.count; i++)
        if (q->m.var[i] == var) return true;
    return false;
}

/* t with zeros for the variables that the model lacks. */
static term completed(query *q, term t)
{
    unsigned missing = 0, n = term_collect_vars(q->c, t, NULL, 0);
    term *vars = mem_alloc(n + 1, sizeof *vars), *zero = mem_alloc(n + 1, sizeof *zero);
    term_collect_vars(q->c, t, vars, n);
    for (unsigned i = 0; i < n; i++) {
        if (query_has_value(q, vars[i])) continue;
        vars[missing] = vars[i];
        zero[missing++] = term_mk_u64(q->c, 0, term_width(q->c, vars[i]));
    }
    if (missing) t = term_substitute(q->c, t, vars, zero, missing);
    mem_free(vars);
    mem_free(zero);
    return t;
}

void query_evaluate(query *q, term t, uint64_t *out)
{
    t = completed(q, t);
    term_eval(q->c, t, q->m.var, (const uint64_t *const *)q->m.value, q->m.count, out);
}

bool query_is_true(query *q, term t)
{
    uint64_t out[TERM_LIMBS_MAX] = {0};
    query_evaluate(q, t, out);
    return out[0];
}

/* ---- refutations ---- */

static void print_lane(query *q, const ir_value *v, strbuf *out)
{
    uint64_t bits[TERM_LIMBS_MAX] = {0}, poison[TERM_LIMBS_MAX] = {0};
    unsigned width = term_width(q->c, v->bits);
    query_evaluate(q, query_guessed(q, v->poison), poison);
    query_evaluate(q, query_guessed(q, v->bits), bits);
    if (!bv_is_zero(poison, width)) {
        strbuf_puts(out, "poison");
        return;
    }
    strbuf_puts(out, "0x");
    for (unsigned digit = (width + 3) / 4; digit-- > 0;)
        strbuf_printf(out, "%x", (unsigned)(bits[digit / 16] >> digit % 16 * 4) & 15);
}

static void print_argument(query *q, unsigned i, strbuf *out)
{
    size_t length;
    ir_value v;
    LLVMValueRef p = LLVMGetParam(q->first->f, i);
    const char *name = LLVMGetValueName2(p, &length);
    if (!tv_side_value(q->first, p, &v)) return;
    if (*name)
        strbuf_printf(out, "%%%s =", name);
    else
        strbuf_printf(out, "argument %u =", i);
    for (unsigned lane = 0; lane < v.shape.lanes; lane++) {
        ir_value one = {
            {1, v.shape.bits}, ir_lane(q->c, &v, lane), ir_lane_poison(q->c, &v, lane), TERM_NONE};
        strbuf_puts(out, lane ? ", " : " ");
        print_lane(q, &one, out);
    }
    strbuf_puts(out, "\n");
}

static void print_memory(query *q, strbuf *out)
{
    unsigned shown = 0;
    uint64_t next = 0;
    for (unsigned i = 0; i < q->world->nbytes && shown < 256; i++) {
        const mem_byte *b = &q->world->bytes[i];
        uint64_t at[TERM_LIMBS_MAX] = {0}, bits[TERM_LIMBS_MAX] = {0}, poison[TERM_LIMBS_MAX] = {0};
        if (b->epoch || (!query_has_value(q, b->bits) && !query_has_value(q, b->poison))) continue;
        query_evaluate(q, address_term(q->c, b->at), at);
        query_evaluate(q, b->bits, bits);
        query_evaluate(q, b->poison, poison);
        if (!shown || at[0] != next)
            strbuf_printf(out, "%smemory at 0x%llx:", shown ? "\n" : "", (unsigned long long)at[0]);
        next = at[0] + 1;
        shown++;
        strbuf_printf(out, " %02x", (unsigned)bits[0]);
        if (poison[0]) strbuf_printf(out, "(poison %02x)", (unsigned)poison[0]);
    }
    if (shown) strbuf_puts(out, "\n");
}

static void print_insn(LLVMValueRef insn, strbuf *out)
{
    char *text = LLVMPrintValueToString(insn);
    strbuf_printf(out, ": %s", text + strspn(text, " "));
    LLVMDisposeMessage(text);
}

static void print_goal(query *q, const tv_goal *g, strbuf *out)
{
    strbuf_puts(out, g->what);
    if (g->insn) print_insn(g->insn, out);
    term anywhere = term_mk_var(q->c, "address", 64); /* where memory differs (tvcompare.c) */
    if (query_has_value(q, anywhere) && strstr(g->what, "memory")) {
        uint64_t at[TERM_LIMBS_MAX] = {0};
        query_evaluate(q, anywhere, at);
        strbuf_printf(out, " at 0x%llx", (unsigned long long)at[0]);
    }
    if (g->has_values) {
        strbuf_puts(out, ": before ");
        print_lane(q, &g->first, out);
        strbuf_puts(out, ", after ");
        print_lane(q, &g->second, out);
    }
    strbuf_puts(out, "\n");
}

bool query_explain(query *q)
{
    q->shown = NULL;
    for (unsigned i = 0; i < q->goals->count; i++) {
        const tv_goal *g = &q->goals->goal[i];
        bool better = !q->shown || (q->shown->inexact && !g->inexact);
        if (better && query_is_true(q, q->bad[i])) q->shown = g;
    }
    if (!q->shown) return false;
    strbuf *out = &q->out->counterexample;
    strbuf_clear(out);
    print_goal(q, q->shown, out);
    for (unsigned k = 0; k < LLVMCountParams(q->first->f); k++) print_argument(q, k, out);
    print_memory(q, out);
    return true;
}

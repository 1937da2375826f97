// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvcompare.c - see tvcompare.h.
 *
 * Whatever the first function leaves undefined is assumed not to happen, up to the place of the
 * observation: a call may not return, so what is undefined behind it says nothing about the call.
 * Stores are compared one by one where both functions write to the same places in the same order;
 * otherwise memory is compared at an address that stands for all. Called by tv.c. */
#include "tvcompare.h"

#include <stdio.h>
#include <string.h>

#include "spec/term/bv.h"
#include "tvchoose.h"
#include "tvpromise.h"
#include "tvrun.h"

typedef struct comparison {
    term_ctx *c;
    tv_side *a, *b;
    term given;
    bool one_by_one, exact; /* see tv_compare */
    bool inexact;           /* of the goals at hand: see tv_goal */
    tv_goals *goals;
} comparison;

static term op2(comparison *k, term_op o, term x, term y) { return term_mk_binary(k->c, o, x, y); }
static term not(comparison *k, term x) { return term_mk_unary(k->c, TERM_NOT, x); }
static term num(comparison *k, uint64_t value, unsigned bits)
{
    return term_mk_u64(k->c, value, bits);
}

/* ---- relations ---- */

static unsigned phi_bits(LLVMValueRef phi)
{
    ir_shape s;
    return ir_shape_of(LLVMTypeOf(phi), &s) ? ir_shape_bits(s) : 0;
}

static bool same_name_and_bits(LLVMValueRef a, LLVMValueRef b)
{
    size_t la, lb;
    const char *x = LLVMGetValueName2(a, &la), *y = LLVMGetValueName2(b, &lb);
    return la && la == lb && !memcmp(x, y, la) && phi_bits(a) == phi_bits(b);
}

static bool is_related(const tv_relation *r, LLVMValueRef second)
{
    for (unsigned i = 0; i < r->count; i++)
        for (unsigned k = 0; k < r->carried[i].parts; k++)
            if (r->carried[i].second[k] == second) return true;
    return false;
}

static LLVMValueRef first_phi(LLVMBasicBlockRef b)
{
    LLVMValueRef v = LLVMGetFirstInstruction(b);
    return LLVMIsAPHINode(v) ? v : NULL;
}

static LLVMValueRef next_phi(LLVMValueRef phi)
{
    LLVMValueRef v = LLVMGetNextInstruction(phi);
    return LLVMIsAPHINode(v) ? v : NULL;
}

static void relate_names(tv_relation *r, LLVMBasicBlockRef second)
{
    for (unsigned i = 0; i < r->count; i++)
        for (LLVMValueRef p = first_phi(second); p; p = next_phi(p))
            if (!r->carried[i].parts && same_name_and_bits(r->carried[i].first, p) &&
                !is_related(r, p))
                r->carried[i].second[r->carried[i].parts++] = p;
}

static const char *relate_order(tv_relation *r, LLVMBasicBlockRef second)
{
    LLVMValueRef p = first_phi(second);
    for (unsigned i = 0; i < r->count; i++) {
        tv_carried *v = &r->carried[i];
        unsigned filled = 0, bits = phi_bits(v->first);
        if (v->parts) continue;
        for (; filled < bits; p = next_phi(p)) {
            if (!p)
                return "values carried around a loop have no counterpart in the second function";
            if (is_related(r, p)) continue;
            if (v->parts == TV_PARTS_MAX || !phi_bits(p))
                return "a value carried around a loop is not modelled";
            v->second[v->parts++] = p;
            filled += phi_bits(p);
        }
    }
    for (; p; p = next_phi(p))
        if (!is_related(r, p))
            return "the second function carries values around a loop that the first does not";
    return NULL;
}

const char *tv_relate(tv_relation *r, LLVMBasicBlockRef first, LLVMBasicBlockRef second)
{
    for (LLVMValueRef p = first_phi(first); p; p = next_phi(p)) {
        r->carried = mem_grow(r->carried, r->count + 1, sizeof *r->carried);
        r->carried[r->count++] = (tv_carried){.first = p};
        if (!phi_bits(p)) return "a value carried around a loop is not modelled";
    }
    relate_names(r, second);
    return relate_order(r, second);
}

void tv_relation_free(tv_relation *r) { mem_free(r->carried); }

/* A part of the second function's value. Where the first's is poison the second's may be anything:
 * the bits that a poison lane has in a term do, since nothing depends on them; and poison where all
 * of them are is the worst, which covers the rest, as no instruction of LLVM gets less defined by a
 * more defined operand. */
static ir_value refined_part(comparison *k, ir_shape shape, term bits, term poison)
{
    term lane[TERM_WIDTH_MAX];
    ir_value lost = {shape, poison, poison, TERM_NONE};
    for (unsigned i = 0; i < shape.lanes; i++) {
        term all = op2(k, TERM_EQ, ir_lane(k->c, &lost, i), term_mk_ones(k->c, shape.bits));
        lane[i] = ir_poison_when(k->c, all, shape.bits);
    }
    return (ir_value){shape, bits, term_mk_concat_n(k->c, lane, shape.lanes), TERM_NONE};
}

/* n bits of t from bit `at` on, and `beyond` where t has none. */
static term window(comparison *k, term t, unsigned at, unsigned n, term beyond)
{
    unsigned width = term_width(k->c, t), have = at >= width ? 0 : width - at < n ? width - at : n;
    if (!have) return beyond;
    term part = term_mk_extract(k->c, at + have - 1, at, t);
    return have == n ? part : op2(k, TERM_CONCAT, term_mk_extract(k->c, n - 1, have, beyond), part);
}

static bool same_shape(ir_shape a, ir_shape b) { return a.lanes == b.lanes && a.bits == b.bits; }

static void enter_part(comparison *k, const ir_value *mine, bool never_poison, LLVMValueRef phi,
                       unsigned at, const char *name)
{
    ir_shape shape = {1, 1};
    ir_shape_of(LLVMTypeOf(phi), &shape);
    unsigned n = ir_shape_bits(shape);
    term any = term_mk_var(k->c, name, n), bits = window(k, mine->bits, at, n, any);
    ir_value part = {shape, bits, num(k, 0, n), TERM_NONE};
    if (!never_poison)
        part = refined_part(k, shape, bits, window(k, mine->poison, at, n, term_mk_ones(k->c, n)));
    tv_side_define(k->b, phi, same_shape(shape, mine->shape) ? *mine : part);
}

void tv_enter(tv_side *a, tv_side *b, const tv_relation *r, const char *name)
{
    comparison k = {.c = a->ir.c, .a = a, .b = b};
    for (unsigned i = 0; i < r->count; i++) {
        char text[128];
        ir_shape shape = {1, 1};
        const tv_carried *v = &r->carried[i];
        ir_shape_of(LLVMTypeOf(v->first), &shape);
        snprintf(text, sizeof text, "carried.%.60s.%u", name, i);
        ir_value mine = tv_variable(k.c, text, shape);
        tv_side_define(a, v->first, mine);
        for (unsigned p = 0, at = 0; p < v->parts; at += phi_bits(v->second[p++])) {
            snprintf(text, sizeof text, "carried.%.60s.%u.%u", name, i, p);
            enter_part(&k, &mine, r->never_poison, v->second[p], at, text);
        }
    }
}

/* ---- values ---- */

term tv_defined(const tv_side *a, unsigned ntraps)
{
    term_ctx *c = a->ir.c;
    term any = term_mk_bool(c, false);
    for (unsigned i = 0; i < ntraps; i++) any = term_mk_binary(c, TERM_OR, any, a->traps[i].when);
    return term_mk_unary(c, TERM_NOT, any);
}

static void add(comparison *k, term when, term bad, const char *what, LLVMValueRef insn)
{
    term both = op2(k, TERM_AND, op2(k, TERM_AND, k->given, when), bad);
    tv_goals_add(k->goals,
                 (tv_goal){.bad = both, .what = what, .insn = insn, .inexact = k->inexact});
}

/* For each lane of the first value: it is poison, or the second is not and has the same bits. Both
 * have as many bits; the second's poison may be in lanes of another size. */
static void refine(comparison *k, term when, const ir_value *x, const ir_value *y, const char *what,
                   LLVMValueRef insn)
{
    if (k->a->nchoices) tv_goals_equate(k->goals, x->bits, y->bits);
    for (unsigned i = 0; i < x->shape.lanes; i++) {
        tv_goal g = {.has_values = true, .insn = insn};
        unsigned low = i * x->shape.bits, high = low + x->shape.bits - 1;
        term zero = num(k, 0, x->shape.bits);
        g.first = (ir_value){
            {1, x->shape.bits}, ir_lane(k->c, x, i), ir_lane_poison(k->c, x, i), TERM_NONE};
        g.second = (ir_value){{1, x->shape.bits}, term_mk_extract(k->c, high, low, y->bits),
                              term_mk_extract(k->c, high, low, y->poison), TERM_NONE};
        term lost = not(k, op2(k, TERM_EQ, g.second.poison, zero));
        term wrong = op2(k, TERM_OR, lost, not(k, op2(k, TERM_EQ, g.first.bits, g.second.bits)));
        wrong = op2(k, TERM_AND, op2(k, TERM_EQ, g.first.poison, zero), wrong);
        g.bad = op2(k, TERM_AND, op2(k, TERM_AND, k->given, when), wrong);
        g.what = x->shape.lanes > 1 ? arena_printf(&k->goals->mem, "%s, lane %u", what, i) : what;
        g.inexact = k->inexact;
        tv_goals_add(k->goals, g);
    }
}

/* The second function's undef where it is not looked at for the last time: behind a call, or around
 * a loop, memory and registers have one value in both functions. So it counts as poison there,
 * which is worse. */
static void lose_undef(comparison *k, ir_value *y)
{
    term varies = tv_side_varies(k->b, y);
    if (term_get_op(k->c, varies) == TERM_FALSE) return;
    y->poison = op2(k, TERM_BVOR, y->poison,
                    ir_poison_when(k->c, varies, term_width(k->c, y->poison)));
    k->inexact = true;
}

/* ---- memory ---- */

/* Entries i.. of the log that write next to each other under one guard. */
static unsigned run_length(const memory *m, unsigned i, unsigned limit)
{
    unsigned n = 1;
    if (m->log[i].unknown) return 1;
    while (i + n < limit && !m->log[i + n].unknown && m->log[i + n].guard == m->log[i].guard &&
           m->log[i + n].at.base == m->log[i].at.base)
        n++;
    return n;
}

enum { RUN_BYTES = 4096 };

typedef struct written { /* bytes from offset `low` on; TERM_NONE where nothing is written */
    uint64_t low;
    unsigned count; /* bytes up to the last that is written */
    term bits[RUN_BYTES], poison[RUN_BYTES];
} written;

static bool collect(comparison *k, const memory *m, unsigned i, unsigned n, written *w)
{
    memset(w, 0, sizeof *w);
    w->low = m->log[i].at.offset;
    for (unsigned e = i; e < i + n; e++)
        if ((int64_t)(m->log[e].at.offset - w->low) < 0) w->low = m->log[e].at.offset;
    for (unsigned e = i; e < i + n; e++)
        for (unsigned b = 0; b < m->log[e].bytes; b++) {
            uint64_t at = m->log[e].at.offset - w->low + b;
            if (at >= RUN_BYTES) return false;
            w->bits[at] = term_mk_extract(k->c, 8 * b + 7, 8 * b, m->log[e].bits);
            w->poison[at] = term_mk_extract(k->c, 8 * b + 7, 8 * b, m->log[e].poison);
            if (at >= w->count) w->count = (unsigned)at + 1;
        }
    return true;
}

static bool same_places(const written *x, const written *y)
{
    if (x->low != y->low || x->count != y->count) return false;
    for (unsigned i = 0; i < x->count; i++)
        if (!x->bits[i] != !y->bits[i]) return false;
    return true;
}

static ir_value as_bits(term bits, term poison)
{
    return (ir_value){{8, 1}, bits, poison, TERM_NONE};
}

static void equate_written(comparison *k, const written *x, const written *y)
{
    term *part = mem_alloc(2 * x->count + 1, sizeof *part);
    unsigned n = 0, most = TERM_WIDTH_MAX / 8;
    for (unsigned i = 0; i <= x->count; i++) {
        if (i < x->count && x->bits[i]) {
            part[n] = x->bits[i];
            part[x->count + n++] = y->bits[i];
        }
        if (!n || (i < x->count && x->bits[i] && n < most)) continue;
        tv_goals_equate(k->goals, term_mk_concat_n(k->c, part, n),
                        term_mk_concat_n(k->c, part + x->count, n));
        n = 0;
    }
    mem_free(part);
}

/* lasts: see lose_undef. */
static void refine_written(comparison *k, term when, const written *x, const written *y, bool lasts,
                           const char *what, LLVMValueRef insn)
{
    if (k->a->nchoices) equate_written(k, x, y);
    for (unsigned i = 0; i < x->count; i++) {
        ir_value first = as_bits(x->bits[i], x->poison[i]),
                 second = as_bits(y->bits[i], y->poison[i]);
        const char *text = arena_printf(&k->goals->mem, "%s, byte %u of what is written", what, i);
        if (!x->bits[i]) continue;
        if (lasts) lose_undef(k, &second);
        refine(k, when, &first, &second, text, insn);
        k->inexact = false;
    }
}

/* What is on the stack does not outlive the function. */
static bool is_gone(const comparison *k, term base, LLVMValueRef insn)
{
    const mem_object *o = mem_world_find(k->a->world, base);
    return o && o->slot && !insn && !k->a->nexits;
}

static bool lasts(const comparison *k, LLVMValueRef insn) { return insn || k->a->nexits; }

/* The same places in the same order? Then goals for what is written; nothing is added otherwise. */
static bool compare_writes(comparison *k, term when, unsigned na, unsigned nb, const char *what,
                           LLVMValueRef insn)
{
    memory *x = &k->a->mem, *y = &k->b->mem;
    unsigned i = 0, j = 0, goals = k->goals->count;
    written *w = mem_alloc(2, sizeof *w);
    bool same = true;
    if (na && run_length(x, 0, na) < na) k->exact = false;
    while (same && i < na && j < nb) {
        unsigned n = run_length(x, i, na), m = run_length(y, j, nb);
        const mem_entry *e = &x->log[i], *f = &y->log[j];
        same = e->guard == f->guard && e->unknown == f->unknown &&
               (e->unknown ? e->epoch == f->epoch : e->at.base == f->at.base);
        if (same && !e->unknown) {
            same = collect(k, x, i, n, &w[0]) && collect(k, y, j, m, &w[1]) &&
                   same_places(&w[0], &w[1]);
            if (same && !is_gone(k, e->at.base, insn))
                refine_written(k, op2(k, TERM_AND, when, e->guard), &w[0], &w[1], lasts(k, insn),
                               what, insn);
        }
        i += n;
        j += m;
    }
    mem_free(w);
    same &= i == na && j == nb;
    if (!same) k->goals->count = goals;
    return same;
}

static void compare_memory(comparison *k, term when, unsigned na, unsigned nb, const char *what,
                           LLVMValueRef insn)
{
    ir_value x = {{8, 1}, 0, 0, TERM_NONE}, y = x;
    if (k->one_by_one && compare_writes(k, when, na, nb, what, insn)) return;
    address any = {term_mk_var(k->c, "address", 64), 0};
    memory_read(&k->a->mem, na, any, 1, &x.bits, &x.poison);
    memory_read(&k->b->mem, nb, any, 1, &y.bits, &y.poison);
    /* what is on the stack is gone afterwards */
    for (unsigned i = 0; i < k->a->world->nobjects; i++) {
        const mem_object *o = &k->a->world->objects[i];
        term inside = op2(k, TERM_BVULT, op2(k, TERM_BVSUB, any.base, o->base),
                          num(k, o->size, 64));
        if (o->slot && !insn)
            when = op2(k, TERM_AND, when, not(k, op2(k, TERM_AND, inside, k->a->returns)));
    }
    if (lasts(k, insn)) lose_undef(k, &y);
    refine(k, when, &x, &y, what, insn);
    k->inexact = false;
}

/* ---- undefined behaviour ---- */

/* Any byte of an object may be read; a store to a global would be seen by others. */
static bool is_inside_object(const comparison *k, address at, bool writes)
{
    const mem_object *o = mem_world_find(k->b->world, at.base);
    return o && at.offset < o->size && (!writes || o->slot);
}

/* In functions with calls, between the same two calls. */
static term untouched_by_first(comparison *k, const mem_access *a, address at, bool same_way)
{
    term untouched = memory_untouched(&k->a->mem, at, a, a->segment, same_way);
    for (unsigned i = 0; !k->a->has_events && i < k->b->ntheirs; i++)
        untouched = op2(k, TERM_AND, untouched,
                        memory_untouched(k->b->theirs[i], at, a, 0, same_way));
    return untouched;
}

/* noalias: where the first function touches the byte too, but by an address based on something
 * else. */
static void compare_way(comparison *k, term when, const mem_access *a, term untouched, address at)
{
    term other_way = untouched_by_first(k, a, at, true);
    if (other_way == untouched) return;
    k->inexact = true;
    add(k, when, other_way, "the second function comes to memory by another argument", a->insn);
    k->inexact = false;
}

static void compare_access(comparison *k, term defined, const mem_access *a)
{
    const char *what = a->writes ? "the second function writes where the first does not" :
                                   "the second function reads where the first does not";
    bool ways = tv_has_noalias(k->b);
    for (unsigned i = 0; i < a->bytes; i++) {
        address at = {a->at.base, a->at.offset + i};
        if (is_inside_object(k, at, a->writes)) continue;
        term untouched = untouched_by_first(k, a, at, false),
             when = op2(k, TERM_AND, defined, a->guard);
        when = op2(k, TERM_AND, when, not(k, tv_is_dereferenceable(k->b, a, at)));
        add(k, when, untouched, what, a->insn);
        if (ways) compare_way(k, when, a, untouched, at);
    }
}

static bool traps_alike(const tv_side *a, unsigned ntraps, term when)
{
    for (unsigned i = 0; i < ntraps; i++)
        if (a->traps[i].when == when) return true;
    return false;
}

static void compare_traps(comparison *k, term defined, unsigned na, unsigned nb)
{
    for (unsigned i = 0; i < nb; i++)
        if (!traps_alike(k->a, na, k->b->traps[i].when))
            add(k, defined, k->b->traps[i].when,
                "the second function has undefined behaviour that the first has not",
                k->b->traps[i].insn);
}

/* ---- events ---- */

static bool same_event(const tv_event *x, const tv_event *y)
{
    bool same = !strcmp(x->what, y->what) && x->nargs == y->nargs &&
                x->result.shape.bits == y->result.shape.bits &&
                x->result.shape.lanes == y->result.shape.lanes;
    for (unsigned i = 0; same && i < x->nargs; i++)
        same = ir_shape_bits(x->args[i].shape) == ir_shape_bits(y->args[i].shape);
    return same;
}

static bool compare_event(comparison *k, const tv_event *x, const tv_event *y)
{
    if (!same_event(x, y)) return false;
    term defined = tv_defined(k->a, x->ntraps), when = op2(k, TERM_AND, defined, x->guard);
    if (x->guard != y->guard)
        add(k, defined, not(k, op2(k, TERM_EQ, x->guard, y->guard)),
            "one function calls where the other does not", y->insn);
    compare_traps(k, defined, x->ntraps, y->ntraps);
    for (unsigned i = 0; i < x->nargs; i++)
        refine(k, when, &x->args[i], &y->args[i], arena_printf(&k->goals->mem, "argument %u", i),
               y->insn);
    compare_memory(k, when, x->nlog, y->nlog, "memory", y->insn);
    return true;
}

/* ---- leaving ---- */

static void compare_guards(comparison *k, term defined, term x, term y, const char *what)
{
    if (x != y) add(k, defined, not(k, op2(k, TERM_EQ, x, y)), what, NULL);
}

static bool compare_return(comparison *k, term defined, const char **why)
{
    compare_guards(k, defined, k->a->returns, k->b->returns,
                   "one function returns where the other does not");
    bool none = term_get_op(k->c, k->a->returns) == TERM_FALSE ||
                term_get_op(k->c, k->b->returns) == TERM_FALSE;
    if (none ||
        LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(k->a->f))) == LLVMVoidTypeKind)
        return true;
    if (ir_shape_bits(k->a->returned.shape) != ir_shape_bits(k->b->returned.shape)) {
        *why = "results of different size";
        return false;
    }
    refine(k, op2(k, TERM_AND, defined, k->a->returns), &k->a->returned, &k->b->returned,
           "the result", NULL);
    return true;
}

static bool compare_carried(comparison *k, term when, const tv_carried *v, bool never_poison,
                            unsigned to_a, unsigned to_b, const char **why)
{
    ir_value x, y = {0}, part[TV_PARTS_MAX];
    term bits[TV_PARTS_MAX], poison[TV_PARTS_MAX];
    bool ok = tv_entering(k->a, to_a, v->first, &x);
    for (unsigned i = 0; ok && i < v->parts; i++) {
        ok = tv_entering(k->b, to_b, v->second[i], &part[i]);
        if (ok) lose_undef(k, &part[i]);
        if (ok) bits[i] = part[i].bits, poison[i] = part[i].poison;
    }
    *why = "a value carried around a loop is not modelled";
    if (!ok) return false;
    unsigned n = ir_shape_bits(x.shape);
    y.bits = term_mk_extract(k->c, n - 1, 0, term_mk_concat_n(k->c, bits, v->parts));
    y.poison = term_mk_extract(k->c, n - 1, 0, term_mk_concat_n(k->c, poison, v->parts));
    refine(k, when, &x, &y, "a value carried into a loop", v->first);
    k->inexact = false;
    for (unsigned i = 0; never_poison && i < v->parts; i++) {
        if (same_shape(part[i].shape, x.shape)) continue;
        term none = op2(k, TERM_EQ, poison[i], num(k, 0, term_width(k->c, poison[i])));
        add(k, when, not(k, none), "a value carried into a loop is poison", v->second[i]);
    }
    return true;
}

static bool compare_cut(comparison *k, term defined, unsigned cut, const tv_relation *r,
                        const char **why)
{
    unsigned to_a = k->a->cfg.cut[cut], to_b = k->b->cfg.cut[cut];
    term x = tv_entered(k->a, to_a), y = tv_entered(k->b, to_b);
    compare_guards(k, defined, x, y, "one function enters a loop where the other does not");
    bool none = term_get_op(k->c, x) == TERM_FALSE;
    if (none != (term_get_op(k->c, y) == TERM_FALSE)) {
        *why = "the functions enter different loops";
        return false;
    }
    for (unsigned i = 0; !none && i < r->count; i++)
        if (!compare_carried(k, op2(k, TERM_AND, defined, x), &r->carried[i], r->never_poison, to_a,
                             to_b, why))
            return false;
    return true;
}

static bool compare_all(comparison *k, const tv_relation *relations, const char **why)
{
    tv_side *a = k->a, *b = k->b;
    term defined = tv_defined(a, a->ntraps);
    *why = "the functions do not make the same calls";
    if (a->nevents != b->nevents) return false;
    for (unsigned i = 0; i < a->nevents; i++)
        if (!compare_event(k, &a->events[i], &b->events[i])) return false;
    compare_traps(k, defined, a->ntraps, b->ntraps);
    for (unsigned i = 0; i < b->mem.naccesses; i++) compare_access(k, defined, &b->mem.accesses[i]);
    if (!compare_return(k, defined, why)) return false;
    for (unsigned i = 0; relations && i < a->cfg.ncuts; i++)
        if (!compare_cut(k, defined, i, &relations[i], why)) return false;
    compare_memory(k, defined, a->mem.nlog, b->mem.nlog, "memory", NULL);
    return true;
}

bool tv_compare(tv_side *a, tv_side *b, term given, const tv_relation *relations, bool one_by_one,
                tv_goals *out, bool *exact, const char **why)
{
    comparison k = {.c = a->ir.c,
                    .a = a,
                    .b = b,
                    .given = given,
                    .one_by_one = one_by_one,
                    .exact = true,
                    .goals = out};
    bool ok = compare_all(&k, relations, why);
    *exact = k.exact;
    return ok;
}

/* tvsolve.c - see tvsolve.h.
 *
 * All goals are asked in one question; where the solver gives up, halves of them, down to one. What memory holds at equal
 * addresses is demanded only when an answer depends on it: a model in which two variables of one address differ is answered
 * by the lemma that they do not. A model that stays is checked by asking for choices of the first function with which
 * nothing would be wrong: only if there are none is it a refutation; otherwise these become the next guess.
 *
 * Invariant: proved is said only after SMT_UNSAT, refuted only of a model in which a goal evaluates to true. Called by tv.c. */
#include "multisets.h"
#include "tvsolve.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../spec/bv.h"

enum { ROUNDS = 64, GUESSES = 6, LEMMAS = 32 };

typedef struct model {
    term *var;
    uint64_t **value;
    uint64_t *limbs;
    unsigned count;
} model;

typedef struct query {
    smt *solver;
    const tv_limits *limits;
    term_ctx *c;
    tv_side *first, *second;
    mem_world *world;
    term facts;
    const tv_goals *goals;
    term *bad;      /* of each goal, with the guesses put in */
    term *var, *by; /* guesses: choices of the first function */
    unsigned nvars;
    term *excluded; /* what cannot be where no input has poison */
    unsigned nexcluded, excluded_cap;
    model m;
    tv_answer *out;
} query;

double tv_now(void)
{
    struct timespec t = {0};
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void tv_goals_add(tv_goals *g, tv_goal goal)
{
    if (term_get_op(g->c, goal.bad) == TERM_FALSE) return;
    if (g->count == g->cap) g->goal = mem_grow(g->goal, g->cap = g->cap ? 2 * g->cap : 64, sizeof *g->goal);
    g->goal[g->count++] = goal;
}

void tv_goals_free(tv_goals *g)
{
    mem_free(g->goal);
    arena_free(&g->mem);
    *g = (tv_goals){0};
}

static term op2(query *q, term_op o, term a, term b) { return term_mk_binary(q->c, o, a, b); }
static term not(query *q, term a) { return term_mk_unary(q->c, TERM_NOT, a); }

/* ---- guesses ---- */

/* The bits of what the first function freezes that the second freezes too get the second's choice. */
static term guess_freeze(query *q, const tv_choice *mine, const bool *taken, bool *use)
{
    unsigned bits = term_width(q->c, mine->var);
    term guess = mine->var;
    for (unsigned k = 0; k < q->second->nchoices; k++) {
        const tv_choice *theirs = &q->second->choices[k];
        unsigned width = term_width(q->c, theirs->of);
        if (taken[k]) continue;
        for (unsigned at = 0; at < bits; at++) {
            unsigned n = width < bits - at ? width : bits - at;
            if (term_mk_extract(q->c, at + n - 1, at, mine->of) != term_mk_extract(q->c, n - 1, 0, theirs->of)) continue;
            term part[3];
            unsigned parts = 0;
            if (at) part[parts++] = term_mk_extract(q->c, at - 1, 0, guess);
            part[parts++] = term_mk_extract(q->c, n - 1, 0, theirs->var);
            if (at + n < bits) part[parts++] = term_mk_extract(q->c, bits - 1, at + n, guess);
            guess = term_mk_concat_n(q->c, part, parts);
            use[k] = true;
            break;
        }
    }
    return guess;
}

static void guess_choices(query *q)
{
    bool *taken = mem_alloc(q->second->nchoices + 1, sizeof *taken);
    q->nvars = q->first->nchoices;
    q->var = mem_alloc(q->nvars + 1, sizeof *q->var);
    q->by = mem_alloc(q->nvars + 1, sizeof *q->by);
    for (unsigned i = 0; i < q->nvars; i++) {
        const tv_choice *mine = &q->first->choices[i];
        q->var[i] = mine->var;
        q->by[i] = mine->of ? guess_freeze(q, mine, taken, taken) : term_mk_u64(q->c, 0, term_width(q->c, mine->var));
    }
    mem_free(taken);
}

static void put_guesses_in(query *q)
{
    for (unsigned i = 0; i < q->goals->count; i++) q->bad[i] = q->goals->goal[i].bad;
    for (unsigned i = 0; q->nvars && i < q->goals->count; i++)
        q->bad[i] = term_substitute(q->c, q->goals->goal[i].bad, q->var, q->by, q->nvars);
}

/* ---- models ---- */

static void model_free(model *m)
{
    mem_free(m->var);
    mem_free(m->value);
    mem_free(m->limbs);
    *m = (model){0};
}

/* Room for the variables of a condition. */
static void model_make(query *q, term condition)
{
    model *m = &q->m;
    model_free(m);
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

static bool in_model(const query *q, term var)
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
        if (in_model(q, vars[i])) continue;
        vars[missing] = vars[i];
        zero[missing++] = term_mk_u64(q->c, 0, term_width(q->c, vars[i]));
    }
    if (missing) t = term_substitute(q->c, t, vars, zero, missing);
    mem_free(vars);
    mem_free(zero);
    return t;
}

/* The value of t in the model. */
static void evaluate(query *q, term t, uint64_t *out)
{
    t = completed(q, t);
    term_eval(q->c, t, q->m.var, (const uint64_t *const *)q->m.value, q->m.count, out);
}

static bool is_true(query *q, term t)
{
    uint64_t out[TERM_LIMBS_MAX] = {0};
    evaluate(q, t, out);
    return out[0];
}

/* ---- memory at equal addresses ---- */

static bool differ(query *q, term a, term b)
{
    uint64_t x[TERM_LIMBS_MAX] = {0}, y[TERM_LIMBS_MAX] = {0};
    if (!in_model(q, a) || !in_model(q, b)) return false;
    evaluate(q, a, x);
    evaluate(q, b, y);
    return x[0] != y[0];
}

static term same_if_same_address(query *q, const mem_byte *a, const mem_byte *b)
{
    term meet = op2(q, TERM_EQ, address_term(q->c, a->at), address_term(q->c, b->at));
    term same = op2(q, TERM_AND, op2(q, TERM_EQ, a->bits, b->bits), op2(q, TERM_EQ, a->poison, b->poison));
    return op2(q, TERM_OR, not(q, meet), same);
}

/* Adds lemmas that the model breaks to the facts; whether there are any. */
static bool learn_memory(query *q)
{
    unsigned n = q->world->nbytes, learnt = 0;
    uint64_t *where = mem_alloc(n + 1, sizeof *where);
    for (unsigned i = 0; i < n; i++) {
        uint64_t out[TERM_LIMBS_MAX] = {0};
        const mem_byte *a = &q->world->bytes[i];
        if (!in_model(q, a->bits) && !in_model(q, a->poison)) continue;
        evaluate(q, address_term(q->c, a->at), out);
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

/* ---- asking ---- */

/* The same condition with sums, extremes and logic in one order, where sides that differ in no more than that are one term. Each round
 * uncovers parts for the next. */
static term in_order(term_ctx *c, term condition)
{
    enum { TIMES = 3 };
    for (unsigned i = 0; i < TIMES; i++) condition = multisets_restate(c, condition);
    return condition;
}

/* The condition where no input has poison; *some says that one has. Any split into two cases would be sound. */
static term without_poison(term_ctx *c, term condition, term *some)
{
    unsigned count = term_collect_vars(c, condition, NULL, 0), found = 0;
    term *var = mem_alloc(count + 1, sizeof *var), *zero = mem_alloc(count + 1, sizeof *zero);
    term_collect_vars(c, condition, var, count);
    *some = term_mk_bool(c, false);
    for (unsigned i = 0; i < count; i++) {
        if (!strstr(term_name(c, var[i]), "poison")) continue;
        var[found] = var[i];
        zero[found] = term_mk_u64(c, 0, term_width(c, var[i]));
        term none = term_mk_binary(c, TERM_EQ, var[found], zero[found]);
        *some = term_mk_binary(c, TERM_OR, *some, term_mk_unary(c, TERM_NOT, none));
        found++;
    }
    condition = term_substitute(c, condition, var, zero, found);
    mem_free(var);
    mem_free(zero);
    return condition;
}

static ls_status solve(query *q, term condition, smt_answer *answer, char reason[SMT_REASON])
{
    return smt_solve(q->solver, q->c, condition, q->m.var, q->m.count, q->m.value, answer, reason);
}

/* Was that found to be impossible, of the facts of this query? Facts are only added. */
static bool is_excluded(const query *q, term any)
{
    for (unsigned i = 0; i < q->nexcluded; i++)
        if (q->excluded[i] == any) return true;
    return false;
}

static void exclude(query *q, term any)
{
    if (q->nexcluded == q->excluded_cap) q->excluded = mem_grow(q->excluded, q->excluded_cap = q->excluded_cap ? 2 * q->excluded_cap : 8, sizeof *q->excluded);
    q->excluded[q->nexcluded++] = any;
}

/* Is there no model without poison, where nothing is chosen by freeze, for a reason that a normal form shows? */
static ls_status exclude_clean(query *q, term facts, term any, bool *excluded)
{
    term some, clean = without_poison(q->c, any, &some);
    smt_answer answer;
    char reason[SMT_REASON];
    *excluded = facts == q->facts && is_excluded(q, clean);
    if (*excluded) return LS_OK;
    model_free(&q->m);
    ls_status rc = solve(q, in_order(q->c, without_poison(q->c, op2(q, TERM_AND, facts, any), &some)), &answer, reason);
    *excluded = rc == LS_OK && answer == SMT_UNSAT;
    if (*excluded && facts == q->facts) exclude(q, clean);
    return rc;
}

/* First without poison, then, if that cannot be, with some: a model then is one of the condition. SMT_UNKNOWN where that says nothing. */
static ls_status ask_in_order(query *q, term facts, term any, smt_answer *answer)
{
    term condition = op2(q, TERM_AND, facts, any), some;
    char reason[SMT_REASON];
    bool excluded;
    *answer = SMT_UNKNOWN;
    ls_status rc = exclude_clean(q, facts, any, &excluded);
    if (rc != LS_OK || !excluded) return rc;
    without_poison(q->c, condition, &some);
    model_make(q, condition);
    return solve(q, op2(q, TERM_AND, some, condition), answer, reason);
}

/* Is there a model of the facts in which `any` is true? */
static ls_status ask(query *q, term facts, term any, smt_answer *answer)
{
    enum { SHARE = 4, STEPS = 10000000 }; /* of the steps, for the normal form; if there is no limit */
    double left = q->limits->deadline > 0 ? q->limits->deadline - tv_now() : 1e6;
    unsigned milliseconds = q->limits->milliseconds;
    *answer = SMT_UNKNOWN;
    if (left <= 0) {
        snprintf(q->out->reason, sizeof q->out->reason, "time-out of the function");
        return LS_OK;
    }
    if (left * 1000 < milliseconds) milliseconds = (unsigned)(left * 1000) + 1;
    smt_set_limits(q->solver, milliseconds, q->limits->megabytes);
    smt_set_steps(q->solver, q->limits->steps ? q->limits->steps / SHARE : STEPS);
    ls_status rc = ask_in_order(q, facts, any, answer);
    if (rc != LS_OK || *answer != SMT_UNKNOWN) return rc;
    char reason[SMT_REASON];
    term condition = op2(q, TERM_AND, facts, any);
    smt_set_steps(q->solver, q->limits->steps);
    model_make(q, condition);
    rc = solve(q, condition, answer, reason);
    if (rc == LS_OK && *answer == SMT_UNKNOWN)
        snprintf(q->out->reason, sizeof q->out->reason, "the solver gave up: %s", reason);
    if (rc != LS_OK) snprintf(q->out->reason, sizeof q->out->reason, "%s", reason);
    return rc;
}

static term some_goal(query *q, const term *bad, unsigned from, unsigned to)
{
    term any = term_mk_bool(q->c, false);
    for (unsigned i = from; i < to; i++) any = op2(q, TERM_OR, any, bad[i]);
    return any;
}

/* ---- refutations ---- */

static void print_lane(query *q, const ir_value *v, strbuf *out)
{
    uint64_t bits[TERM_LIMBS_MAX] = {0}, poison[TERM_LIMBS_MAX] = {0};
    unsigned width = term_width(q->c, v->bits);
    evaluate(q, term_substitute(q->c, v->poison, q->var, q->by, q->nvars), poison);
    evaluate(q, term_substitute(q->c, v->bits, q->var, q->by, q->nvars), bits);
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
    if (*name) strbuf_printf(out, "%%%s =", name);
    else strbuf_printf(out, "argument %u =", i);
    for (unsigned lane = 0; lane < v.shape.lanes; lane++) {
        ir_value one = {{1, v.shape.bits}, ir_lane(q->c, &v, lane), ir_lane_poison(q->c, &v, lane), TERM_NONE};
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
        if (b->epoch || (!in_model(q, b->bits) && !in_model(q, b->poison))) continue;
        evaluate(q, address_term(q->c, b->at), at);
        evaluate(q, b->bits, bits);
        evaluate(q, b->poison, poison);
        if (!shown || at[0] != next) strbuf_printf(out, "%smemory at 0x%llx:", shown ? "\n" : "", (unsigned long long)at[0]);
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
    if (in_model(q, anywhere) && strstr(g->what, "memory")) {
        uint64_t at[TERM_LIMBS_MAX] = {0};
        evaluate(q, anywhere, at);
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

/* False when no goal is broken in the model, which would be a fault of this program or of the solver. */
static bool explain(query *q)
{
    unsigned i = 0;
    while (i < q->goals->count && !is_true(q, q->bad[i])) i++;
    if (i == q->goals->count) return false;
    strbuf *out = &q->out->counterexample;
    strbuf_clear(out);
    print_goal(q, &q->goals->goal[i], out);
    for (unsigned k = 0; k < LLVMCountParams(q->first->f); k++) print_argument(q, k, out);
    print_memory(q, out);
    return true;
}

/* With everything but the first function's choices as in the model: is there no choice with which all goals hold? Then
 * *refuted; otherwise these choices are the next guess. */
static ls_status check_choices(query *q, bool *refuted, bool *again)
{
    *refuted = q->nvars == 0;
    *again = false;
    if (*refuted) return LS_OK;
    term any = term_mk_bool(q->c, false);
    for (unsigned i = 0; i < q->goals->count; i++) any = op2(q, TERM_OR, any, q->goals->goal[i].bad);
    unsigned n = 0;
    term *fixed = mem_alloc(q->m.count + 1, sizeof *fixed), *value = mem_alloc(q->m.count + 1, sizeof *value);
    for (unsigned i = 0; i < q->m.count; i++) {
        bool is_choice = false;
        for (unsigned k = 0; k < q->nvars; k++) is_choice |= q->var[k] == q->m.var[i];
        if (is_choice) continue;
        fixed[n] = q->m.var[i];
        value[n++] = term_mk_const(q->c, q->m.value[i], term_width(q->c, q->m.var[i]));
    }
    term right = not(q, term_substitute(q->c, any, fixed, value, n));
    mem_free(fixed);
    mem_free(value);
    model kept = q->m;
    q->m = (model){0};
    smt_answer answer;
    ls_status rc = ask(q, term_mk_bool(q->c, true), right, &answer);
    *refuted = rc == LS_OK && answer == SMT_UNSAT;
    *again = rc == LS_OK && answer == SMT_SAT;
    for (unsigned i = 0; *again && i < q->nvars; i++)
        for (unsigned k = 0; k < q->m.count; k++)
            if (q->m.var[k] == q->var[i]) q->by[i] = term_mk_const(q->c, q->m.value[k], term_width(q->c, q->var[i]));
    model_free(&q->m);
    q->m = kept;
    return rc;
}

static bool is_exact(const query *q)
{
    return !q->first->saw_undef && !q->second->saw_undef && !q->first->saw_constant && !q->second->saw_constant;
}

/* ---- deciding ---- */

typedef enum verdict { VERDICT_NONE, VERDICT_PROVED, VERDICT_MODEL, VERDICT_UNKNOWN } verdict;

/* Goals from..to; lemmas are learnt on the way. */
static ls_status decide_range(query *q, unsigned from, unsigned to, verdict *v)
{
    for (unsigned round = 0; round < ROUNDS; round++) {
        smt_answer answer;
        term any = some_goal(q, q->bad, from, to);
        ls_status rc = ask(q, q->facts, any, &answer);
        if (rc != LS_OK) return rc;
        switch (answer) {
        case SMT_UNSAT: *v = VERDICT_PROVED; return LS_OK;
        case SMT_SAT:
            if (learn_memory(q)) continue;
            *v = VERDICT_MODEL;
            return LS_OK;
        case SMT_UNKNOWN: break;
        }
        break;
    }
    *v = VERDICT_UNKNOWN;
    bool late = q->limits->deadline > 0 && tv_now() > q->limits->deadline;
    if (to - from < 2 || late) return LS_OK;
    unsigned middle = from + (to - from) / 2;
    ls_status rc = decide_range(q, from, middle, v);
    if (rc != LS_OK || *v != VERDICT_PROVED) return rc;
    return decide_range(q, middle, to, v);
}

static void say_unknown(query *q, const char *why)
{
    q->out->answer = PROOF_UNKNOWN;
    if (why) snprintf(q->out->reason, sizeof q->out->reason, "%s", why);
}

/* One guess; *again when another one is worth a try. */
static ls_status decide_once(query *q, bool *again)
{
    verdict v = VERDICT_NONE;
    bool refuted;
    *again = false;
    put_guesses_in(q);
    ls_status rc = decide_range(q, 0, q->goals->count, &v);
    if (rc != LS_OK) return rc;
    switch (v) {
    case VERDICT_PROVED: q->out->answer = PROOF_PROVED; return LS_OK;
    case VERDICT_MODEL: break;
    case VERDICT_NONE: case VERDICT_UNKNOWN: say_unknown(q, NULL); return LS_OK;
    }
    if (!explain(q)) {
        say_unknown(q, "the solver's model breaks no goal");
        return LS_ENV;
    }
    rc = check_choices(q, &refuted, again);
    if (rc != LS_OK) return rc;
    if (refuted && is_exact(q)) q->out->answer = PROOF_REFUTED;
    else say_unknown(q, refuted ? "differs, but undef or a constant in memory is not modelled exactly"
                                : "no choices for freeze or undef in the first function were found that fit");
    return LS_OK;
}

ls_status tv_decide(smt *solver, const tv_limits *limits, tv_side *first, tv_side *second, term facts, const tv_goals *goals,
                    tv_answer *out)
{
    query q = {.solver = solver, .limits = limits, .c = goals->c, .first = first, .second = second, .world = first->world,
               .facts = facts, .goals = goals, .out = out};
    ls_status rc = LS_OK;
    out->answer = PROOF_PROVED;
    if (goals->count == 0) return LS_OK;
    q.bad = mem_alloc(goals->count + 1, sizeof *q.bad);
    guess_choices(&q);
    bool again = true;
    for (unsigned i = 0; rc == LS_OK && again && i < GUESSES; i++) rc = decide_once(&q, &again);
    model_free(&q.m);
    mem_free(q.bad);
    mem_free(q.var);
    mem_free(q.by);
    mem_free(q.excluded);
    return rc;
}

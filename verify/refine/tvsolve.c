// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvsolve.c - see tvsolve.h.
 *
 * All goals are asked in one question; where the solver gives up, halves of them, down to one. What
 * memory holds at equal addresses is demanded only when an answer depends on it: a model in which
 * two variables of one address differ is answered by the lemma that they do not. A model that stays
 * is checked by asking for choices of the first function with which nothing would be wrong: only if
 * there are none is it a refutation; otherwise these become the next guess.
 *
 * Invariant: proved is said only after SMT_UNSAT, refuted only of a model in which a goal evaluates
 * to true. Called by tv.c. */
#include "tvsolve.h"

#include <stdio.h>
#include <string.h>

#include "spec/base/clock.h"
#include "spec/term/bv.h"
#include "tvchoice.h"
#include "tvpromise.h"
#include "tvquery.h"
#include "verify/tactics/multisets.h"

enum { ROUNDS = 64 };

/* ---- guesses ---- */

static unsigned choices(const query *q) { return q->first->nchoices; }

static term fresh_copy(query *q, term var, unsigned copy)
{
    return copy ? term_mk_var(q->c, arena_printf(&q->mem, "%s'%u", term_name(q->c, var), copy),
                              term_width(q->c, var))
                : var;
}

/* Whether two guesses say the same of what is chosen before the second function's undef is. */
static bool freeze_alike(const query *q, const guess *x, const guess *y)
{
    for (unsigned i = 0; i < choices(q); i++)
        if (!q->first->choices[i].undef && x->by[i] != y->by[i]) return false;
    return true;
}

/* The second function's undef: variables, in copy number `copy`. */
static unsigned second_undef(query *q, unsigned copy, term *var, term *by)
{
    unsigned n = 0;
    for (unsigned i = 0; i < q->second->nchoices; i++) {
        if (!q->second->choices[i].undef) continue;
        var[n] = q->second->choices[i].var;
        by[n] = fresh_copy(q, var[n], copy);
        n++;
    }
    return n;
}

static term some_goal(query *q, const term *bad, unsigned from, unsigned to)
{
    term any = term_mk_bool(q->c, false);
    for (unsigned i = from; i < to; i++) any = op2(q, TERM_OR, any, bad[i]);
    return any;
}

/* A guess like no earlier one in what it freezes needs the second function's undef for itself: it
 * may be chosen against it. */
static unsigned copy_for(const query *q, const guess *g)
{
    for (unsigned i = 0; i + 1 < q->nguesses; i++)
        if (freeze_alike(q, &q->guess[i], g)) return q->guess[i].copy;
    return q->nguesses - 1;
}

/* The newest guess: q->bad says what breaks it, q->rest that the ones before are broken, too. */
static void put_guess_in(query *q)
{
    guess *g = &q->guess[q->nguesses - 1];
    unsigned m = q->second->nchoices;
    term *mine = mem_alloc(choices(q) + 1, sizeof *mine), *var = mem_alloc(m + 1, sizeof *var),
         *by = mem_alloc(m + 1, sizeof *by);
    if (q->nguesses > 1)
        q->rest = op2(q, TERM_AND, q->rest, some_goal(q, q->bad, 0, q->goals->count));
    g->copy = copy_for(q, g);
    for (unsigned i = 0; i < choices(q); i++) mine[i] = q->first->choices[i].var;
    tv_replacement_free(&q->made);
    tv_replacement_free(&q->undefs);
    tv_replacement_make(&q->made, q->first->apps, mine, g->by, choices(q));
    tv_replacement_make(&q->undefs, q->first->apps, var, by,
                        g->copy ? second_undef(q, g->copy, var, by) : 0);
    for (unsigned i = 0; i < q->goals->count; i++)
        q->bad[i] = query_guessed(q, q->goals->goal[i].bad);
    mem_free(mine);
    mem_free(var);
    mem_free(by);
}

static guess *add_guess(query *q)
{
    guess *g = &q->guess[q->nguesses++];
    g->by = mem_alloc(choices(q) + 1, sizeof *g->by);
    return g;
}

/* ---- asking ---- */

/* The same condition with sums, extremes and logic in one order, where sides that differ in no more
 * than that are one term. Each round uncovers parts for the next. */
static term in_order(term_ctx *c, term condition)
{
    enum { TIMES = 3 };
    for (unsigned i = 0; i < TIMES; i++) condition = multisets_restate(c, condition);
    return condition;
}

/* The condition where no input has poison; *some says that one has. Any split into two cases would
 * be sound. */
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
    if (q->nexcluded == q->excluded_cap)
        q->excluded = mem_grow(q->excluded,
                               q->excluded_cap = q->excluded_cap ? 2 * q->excluded_cap : 8,
                               sizeof *q->excluded);
    q->excluded[q->nexcluded++] = any;
}

/* Is there no model without poison, where nothing is chosen by freeze, for a reason that a normal
 * form shows? */
static ls_status exclude_clean(query *q, term facts, term any, bool *excluded)
{
    term some, clean = without_poison(q->c, any, &some);
    smt_answer answer;
    char reason[SMT_REASON];
    *excluded = facts == q->facts && is_excluded(q, clean);
    if (*excluded) return LS_OK;
    query_free_model(&q->m);
    ls_status rc = solve(q,
                         in_order(q->c, without_poison(q->c, op2(q, TERM_AND, facts, any), &some)),
                         &answer, reason);
    *excluded = rc == LS_OK && answer == SMT_UNSAT;
    if (*excluded && facts == q->facts) exclude(q, clean);
    return rc;
}

/* First without poison, then, if that cannot be, with some: a model then is one of the condition.
 * SMT_UNKNOWN where that says nothing. */
static ls_status ask_in_order(query *q, term facts, term any, smt_answer *answer)
{
    term condition = op2(q, TERM_AND, facts, any), some;
    char reason[SMT_REASON];
    bool excluded;
    *answer = SMT_UNKNOWN;
    ls_status rc = exclude_clean(q, facts, any, &excluded);
    if (rc != LS_OK || !excluded) return rc;
    without_poison(q->c, condition, &some);
    query_make_model(q, condition);
    return solve(q, op2(q, TERM_AND, some, condition), answer, reason);
}

/* Is there a model of the facts in which `any` is true? */
static ls_status ask(query *q, term facts, term any, smt_answer *answer)
{
    /* of the steps, for the normal form; if there is no limit */
    enum { SHARE = 4, STEPS = 10000000 };
    double left = q->limits->deadline > 0 ? q->limits->deadline - clock_seconds() : 1e6;
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
    query_make_model(q, condition);
    rc = solve(q, condition, answer, reason);
    if (rc == LS_OK && *answer == SMT_UNKNOWN)
        snprintf(q->out->reason, sizeof q->out->reason, "the solver gave up: %s", reason);
    if (rc != LS_OK) snprintf(q->out->reason, sizeof q->out->reason, "%s", reason);
    return rc;
}

/* ---- other choices ---- */

static const uint64_t *value_of(const query *q, term var)
{
    for (unsigned i = 0; i < q->m.count; i++)
        if (q->m.var[i] == var) return q->m.value[i];
    return NULL;
}

/* What is fixed when other choices are looked for: the model, but for what depends on the choices.
 */
typedef struct fixture {
    term *var, *value;
    unsigned count;
} fixture;

static void fix(query *q, fixture *f, term var, const uint64_t *limbs)
{
    f->var[f->count] = var;
    f->value[f->count++] = term_width(q->c, var) ? term_mk_const(q->c, limbs, term_width(q->c, var))
                                                 : term_mk_bool(q->c, limbs[0]);
}

static bool is_choice(const query *q, term var)
{
    for (unsigned i = 0; i < choices(q); i++)
        if (q->first->choices[i].var == var) return true;
    return false;
}

static bool depends_on_choices(query *q, term var)
{
    unsigned n;
    bool depends = false;
    term *all = tv_all_variables(q->first->apps, var, &n);
    for (unsigned i = 0; i < n && !depends; i++) depends = is_choice(q, all[i]);
    mem_free(all);
    return depends;
}

static bool is_second_undef(const query *q, term var)
{
    for (unsigned i = 0; i < q->second->nchoices; i++)
        if (q->second->choices[i].undef && q->second->choices[i].var == var) return true;
    return false;
}

/* The condition under which all goals hold, with the second function's undef as in `copy` of the
 * model (flipped: all other bits), and with the first function's undef as copy number `instance`.
 */
static term holds_with(query *q, term any, unsigned copy, bool flipped, unsigned instance)
{
    unsigned m = q->second->nchoices, n = choices(q);
    fixture f = {.var = mem_alloc(m + n + 1, sizeof *f.var),
                 .value = mem_alloc(m + n + 1, sizeof *f.value)};
    for (unsigned i = 0; i < m; i++) {
        const tv_choice *k = &q->second->choices[i];
        uint64_t limbs[TERM_LIMBS_MAX] = {0};
        const uint64_t *value = value_of(q, fresh_copy(q, k->var, copy));
        if (!k->undef) continue;
        for (unsigned l = 0; l < bv_limbs(term_width(q->c, k->var)); l++)
            limbs[l] = (value ? value[l] : 0) ^ (flipped ? ~(uint64_t)0 : 0);
        fix(q, &f, k->var, limbs);
    }
    for (unsigned i = 0; i < n; i++) {
        if (!q->first->choices[i].undef) continue;
        f.var[f.count] = q->first->choices[i].var;
        f.value[f.count++] = fresh_copy(q, q->first->choices[i].var, instance);
    }
    tv_replacement r;
    tv_replacement_make(&r, q->first->apps, f.var, f.value, f.count);
    term holds = not(q, tv_replace(&r, q->c, any));
    tv_replacement_free(&r);
    mem_free(f.var);
    mem_free(f.value);
    return holds;
}

/* Choices with which all goals hold in the model, or all that are exact, whichever of the values
 * seen in it the second function's undef has. */
static term other_choices(query *q, bool exact)
{
    enum { ANOTHER = 1000 };
    term any = term_mk_bool(q->c, false), all = term_mk_bool(q->c, true);
    bool undef = false;
    fixture f = {.var = mem_alloc(q->m.count + 1, sizeof *f.var),
                 .value = mem_alloc(q->m.count + 1, sizeof *f.value)};
    for (unsigned i = 0; i < q->goals->count; i++)
        if (!exact || !q->goals->goal[i].inexact) any = op2(q, TERM_OR, any, q->goals->goal[i].bad);
    for (unsigned i = 0; i < q->second->nchoices; i++) undef |= q->second->choices[i].undef;
    for (unsigned i = 0; i < q->nguesses; i++)
        if (i == 0 || q->guess[i].copy == i)
            all = op2(q, TERM_AND, all, holds_with(q, any, q->guess[i].copy, false, i));
    if (undef) all = op2(q, TERM_AND, all, holds_with(q, any, 0, true, ANOTHER));
    for (unsigned i = 0; i < q->m.count; i++)
        if (!is_second_undef(q, q->m.var[i]) && !depends_on_choices(q, q->m.var[i]))
            fix(q, &f, q->m.var[i], q->m.value[i]);
    all = term_substitute(q->c, all, f.var, f.value, f.count);
    mem_free(f.var);
    mem_free(f.value);
    return all;
}

/* A term of an earlier guess that is the same number in the model, so that the next guess is more
 * than one number. */
static term same_in_model(query *q, unsigned choice, const uint64_t *limbs)
{
    unsigned width = term_width(q->c, q->first->choices[choice].var);
    for (unsigned i = 0; i < q->nguesses; i++) {
        uint64_t out[TERM_LIMBS_MAX] = {0};
        query_evaluate(q, q->guess[i].by[choice], out);
        if (!memcmp(out, limbs, bv_limbs(width) * sizeof *limbs)) return q->guess[i].by[choice];
    }
    return term_mk_const(q->c, limbs, width);
}

static bool has_inexact(const query *q)
{
    bool any = false;
    for (unsigned i = 0; i < q->goals->count; i++) any |= q->goals->goal[i].inexact;
    return any;
}

/* Another question, whose model goes to *found. */
static ls_status ask_about(query *q, term condition, model *found, smt_answer *answer)
{
    model kept = q->m;
    q->m = (model){0};
    ls_status rc = ask(q, term_mk_bool(q->c, true), condition, answer);
    *found = q->m;
    q->m = kept;
    return rc;
}

/* Is there no choice of the first function with which all goals hold in the model? Then *refuted;
 * otherwise such choices are the next guess: first as the goals' equations ask for, then as
 * numbers, where no earlier guess says the same. */
static ls_status check_choices(query *q, bool *refuted, bool *again)
{
    model found;
    smt_answer answer;
    *refuted = choices(q) == 0;
    *again = false;
    if (*refuted) return LS_OK;
    ls_status rc = ask_about(q, other_choices(q, false), &found, &answer);
    *refuted = rc == LS_OK && answer == SMT_UNSAT;
    if (*refuted && has_inexact(q)) {
        smt_answer exact;
        query_free_model(&found);
        rc = ask_about(q, other_choices(q, true), &found, &exact);
        *refuted = rc == LS_OK && exact == SMT_UNSAT;
    }
    *again = rc == LS_OK && answer == SMT_SAT && q->nguesses < GUESSES;
    if (*again && q->nguesses == 1) {
        guess *g = add_guess(q);
        tv_guess_by_equations(q->goals, q->first, q->second, q->guess[0].by, g->by);
    } else if (*again) {
        term *by = mem_alloc(choices(q) + 1, sizeof *by);
        for (unsigned i = 0; i < choices(q); i++) {
            uint64_t zero[TERM_LIMBS_MAX] = {0};
            const uint64_t *limbs = zero;
            for (unsigned k = 0; k < found.count; k++)
                if (found.var[k] == q->first->choices[i].var) limbs = found.value[k];
            by[i] = same_in_model(q, i, limbs);
        }
        guess *g = add_guess(q);
        mem_free(g->by);
        g->by = by;
    }
    query_free_model(&found);
    return rc;
}

/* Why a difference may be none; NULL: it is one. */
static const char *doubt(query *q)
{
    if (query_rests_on_functions(q, q->shown))
        return "differs, if floating-point arithmetic gives what is not known of it";
    if (q->first->saw_constant || q->second->saw_constant)
        return "differs, but a constant in memory is not modelled exactly";
    if (q->first->saw_unknown_way)
        return "differs, but what noalias says of an address is not known";
    if (tv_has_noalias(q->first) && q->first->has_events)
        return "differs, but what noalias says of calls is not modelled";
    return q->shown->inexact ? q->shown->what : NULL;
}

/* ---- deciding ---- */

typedef enum verdict { VERDICT_NONE, VERDICT_PROVED, VERDICT_MODEL, VERDICT_UNKNOWN } verdict;

/* Goals from..to; lemmas are learnt on the way. */
static ls_status decide_range(query *q, unsigned from, unsigned to, verdict *v)
{
    for (unsigned round = 0; round < ROUNDS; round++) {
        smt_answer answer;
        term any = op2(q, TERM_AND, some_goal(q, q->bad, from, to), q->rest);
        ls_status rc = ask(q, q->facts, any, &answer);
        if (rc != LS_OK) return rc;
        switch (answer) {
        case SMT_UNSAT: *v = VERDICT_PROVED; return LS_OK;
        case SMT_SAT:
            if (query_learn_memory(q) || query_learn_functions(q, false)) continue;
            *v = VERDICT_MODEL;
            return LS_OK;
        case SMT_UNKNOWN: break;
        }
        break;
    }
    *v = VERDICT_UNKNOWN;
    bool late = q->limits->deadline > 0 && clock_seconds() > q->limits->deadline;
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

/* ---- what floating-point operations do in fact ---- */

/* Numbers of moderate size, on which operations differ. */
static term is_moderate(query *q, term x)
{
    unsigned bits = term_width(q->c, x);
    static const struct { unsigned bits, fraction; uint64_t low, high; } formats[] = {
        {16, 10, 12, 18}, {32, 23, 120, 136}, {64, 52, 1000, 1046}};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (formats[i].bits != bits) continue;
        unsigned width = bits - 1 - formats[i].fraction;
        term exponent = term_mk_extract(q->c, bits - 2, formats[i].fraction, x);
        term low = op2(q, TERM_BVULT, term_mk_u64(q->c, formats[i].low, width), exponent);
        return op2(q, TERM_AND, low,
                   op2(q, TERM_BVULT, exponent, term_mk_u64(q->c, formats[i].high, width)));
    }
    return term_mk_bool(q->c, true);
}

static term all_moderate(query *q)
{
    term all = term_mk_bool(q->c, true);
    const tv_applications *apps = q->first->apps;
    for (unsigned i = 0; i < apps->count; i++)
        for (unsigned k = 0; k < apps->list[i].nargs; k++)
            if (query_has_value(q, apps->list[i].value))
                all = op2(q, TERM_AND, all, is_moderate(q, apps->list[i].arg[k]));
    return all;
}

/* The model's variables, but for what applications give. */
static term as_in_model(query *q)
{
    term all = term_mk_bool(q->c, true);
    for (unsigned i = 0; i < q->m.count; i++) {
        term var = q->m.var[i];
        if (!term_width(q->c, var) || tv_application_of(q->first->apps, var)) continue;
        all = op2(q, TERM_AND, all,
                  op2(q, TERM_EQ, var, term_mk_const(q->c, q->m.value[i], term_width(q->c, var))));
    }
    return all;
}

/* Another model under a condition, with what is learnt on the way (see query_learn_functions);
 * where there is none the old one stays. */
static ls_status find_model(query *q, term condition, bool real, bool *found)
{
    smt_answer answer = SMT_SAT;
    ls_status rc = LS_OK;
    model kept = q->m;
    q->m = (model){0};
    *found = false;
    for (unsigned round = 0; round < ROUNDS && rc == LS_OK && answer == SMT_SAT && !*found;
         round++) {
        term any = op2(q, TERM_AND, some_goal(q, q->bad, 0, q->goals->count), q->rest);
        rc = ask(q, q->facts, op2(q, TERM_AND, condition, any), &answer);
        *found = rc == LS_OK && answer == SMT_SAT && !query_learn_memory(q) &&
                 !query_learn_functions(q, real);
    }
    if (*found) {
        query_free_model(&kept);
    } else {
        query_free_model(&q->m);
        q->m = kept;
    }
    return rc;
}

/* A model that rests on what an operation does not do is no counterexample. Others are looked for:
 * with its inputs, where operations do what they do in fact; then with other inputs. */
static ls_status make_real(query *q)
{
    enum { INPUTS = 6 };
    ls_status rc = LS_OK;
    term moderate = all_moderate(q);
    for (unsigned i = 0;
         i < INPUTS && rc == LS_OK && q->shown && query_rests_on_functions(q, q->shown); i++) {
        bool found = false;
        if (i) rc = find_model(q, moderate, false, &found);
        if (rc != LS_OK || (i && !found)) return rc;
        if (i) query_explain(q);
        rc = find_model(q, as_in_model(q), true, &found);
        if (rc == LS_OK && found) query_explain(q);
    }
    return rc;
}

/* One guess; *again when another one is worth a try. */
static ls_status decide_once(query *q, bool *again)
{
    verdict v = VERDICT_NONE;
    bool refuted;
    *again = false;
    put_guess_in(q);
    ls_status rc = decide_range(q, 0, q->goals->count, &v);
    if (rc != LS_OK) return rc;
    switch (v) {
    case VERDICT_PROVED: q->out->answer = PROOF_PROVED; return LS_OK;
    case VERDICT_MODEL: break;
    case VERDICT_NONE: case VERDICT_UNKNOWN: say_unknown(q, NULL); return LS_OK;
    }
    if (!query_explain(q)) {
        say_unknown(q, "the solver's model breaks no goal");
        return LS_ENV;
    }
    rc = make_real(q);
    if (rc == LS_OK) rc = check_choices(q, &refuted, again);
    if (rc != LS_OK) return rc;
    const char *why = refuted ? doubt(q) : NULL;
    if (!refuted)
        say_unknown(q, "no choices for freeze or undef in the first function were found that fit");
    else if (why) say_unknown(q, why);
    else q->out->answer = PROOF_REFUTED;
    return LS_OK;
}

ls_status tv_decide(smt *solver, const tv_limits *limits, tv_side *first, tv_side *second,
                    term facts, const tv_goals *goals, tv_answer *out)
{
    query q = {.solver = solver,
               .limits = limits,
               .c = goals->c,
               .first = first,
               .second = second,
               .world = first->world,
               .facts = facts,
               .goals = goals,
               .out = out};
    ls_status rc = LS_OK;
    out->answer = PROOF_PROVED;
    if (goals->count == 0) return LS_OK;
    q.bad = mem_alloc(goals->count + 1, sizeof *q.bad);
    q.rest = term_mk_bool(q.c, true);
    tv_guess_as_second(goals, first, second, add_guess(&q)->by);
    bool again = true;
    while (rc == LS_OK && again) rc = decide_once(&q, &again);
    query_free_model(&q.m);
    tv_replacement_free(&q.made);
    tv_replacement_free(&q.undefs);
    for (unsigned i = 0; i < q.nguesses; i++) mem_free(q.guess[i].by);
    arena_free(&q.mem);
    mem_free(q.bad);
    mem_free(q.excluded);
    return rc;
}

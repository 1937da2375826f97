// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tactics.c - decides an obligation by the first tactic that can.
 *
 * The table at the end is the order, from cheap to dear. A tactic is asked where its condition
 * holds; it answers or passes. Whoever answers is named in the proof, so that the database says
 * what each proof rests on and `lanesmith verify --independent` can ask another.
 *
 * Invariant: only SMT_UNSAT, equal normal forms, diagrams that agree, or an evaluation of all
 * inputs makes PROOF_PROVED.
 *
 * Called by verify.c. */
#include "tactics.h"

#include <stdio.h>
#include <string.h>

#include "allinputs.h"
#include "ask.h"
#include "cases.h"
#include "diagrams.h"
#include "lanes.h"
#include "multisets.h"
#include "parities.h"
#include "products.h"
#include "quotients.h"
#include "shifts.h"
#include "sums.h"
#include "sweep.h"

/* What shifts by a register look at, of 32 and of 64 bits: remainders become such amounts. */
enum { SHIFT_BITS_MIN = 5, SHIFT_BITS_MAX = 6 };

/* Of the solver: of all calls for another form of a claim; and of those before large diagrams. */
enum { RESTATED_STEPS = 15000000, QUICK_STEPS = 120000 };

void tactics_set_reason(proof *out, const char *what, const char *why)
{
    snprintf(out->reason, sizeof out->reason, "%s%.100s", what, why);
}

ls_status tactics_refute(const obligation *o, const sample *s, const char *finder, proof *out)
{
    if (!obligation_explain(o, s, &out->cex)) {
        tactics_set_reason(out, finder, " gave a counterexample that is none at register width");
        return LS_ENV;
    }
    snprintf(out->solver, sizeof out->solver, "%s", finder);
    out->answer = PROOF_REFUTED;
    return LS_OK;
}

/* Proved only by the solver's SMT_UNSAT; whatever else it says within so many steps is not believed
 * yet. */
static bool prove_within(settling *x, term restated, unsigned most)
{
    smt_answer answer = SMT_UNKNOWN;
    char reason[SMT_REASON];
    if (restated == TERM_NONE) return false;
    unsigned steps = x->steps < most ? x->steps : most;
    ls_status status = tactics_solve(x->solver, x->o->c, restated, steps, NULL, 0, NULL, &answer,
                                     reason);
    return status == LS_OK && answer == SMT_UNSAT;
}

/* A claim has other forms. If one of them helps at all, a part of the steps is enough for it. */
static bool prove_restated(settling *x, term restated)
{
    return prove_within(x, restated, RESTATED_STEPS);
}

/* Asks for an input on which the claim fails as the Bool difference says. */
static ls_status ask_for(settling *x, term difference, proof *out)
{
    const claim *k = &x->o->chunk;
    sample s = {0};
    uint64_t *values[CLAIM_INPUTS_MAX];
    for (unsigned i = 0; i < x->o->ninputs; i++) values[i] = s.limb[i];
    smt_answer answer;
    char reason[SMT_REASON];
    ls_status status = tactics_solve(x->solver, x->o->c, difference, x->steps, k->input,
                                     x->o->ninputs, values, &answer, reason);
    tactics_set_reason(out, "", reason);
    if (status != LS_OK) return status;
    switch (answer) {
    case SMT_UNSAT: out->answer = PROOF_PROVED; break;
    case SMT_SAT: return tactics_refute(x->o, &s, smt_version(), out);
    case SMT_UNKNOWN: out->answer = PROOF_UNKNOWN; break;
    }
    return LS_OK;
}

/* ---- conditions ---- */

typedef bool condition_fn(const settling *x);

static bool always(const settling *x)
{
    (void)x;
    return true;
}

/* The obligation is one claim on the whole chunk, not one for each form of its fields. */
static bool is_one_claim(const settling *x) { return x->o->forms <= 1; }
static bool is_by_fields(const settling *x) { return x->o->forms > 1; }
static bool is_one_form(const settling *x) { return x->o->forms == 1; }

static bool is_of_whole_fields(const settling *x)
{
    return is_one_claim(x) && x->o->chunk.width % x->field == 0;
}

static bool has_several_fields(const settling *x) { return x->o->chunk.width > x->field; }

/* Diagrams fit the claim, but few nodes did not suffice. */
static bool is_large(const settling *x) { return x->large && is_one_claim(x); }

/* As two results of two registers of 128 bits. */
static bool is_of_many_bits(const settling *x) { return x->o->chunk.width >= 512; }

static bool multiplies(const settling *x)
{
    return sums_has_product(x->o->c, claim_difference(x->o, &x->o->chunk));
}

static bool has_multisets(const settling *x)
{
    return multisets_helps(x->o->c, claim_difference(x->o, &x->o->chunk));
}

static bool has_parities(const settling *x) { return parities_helps(x->o); }

/* ---- tactics ---- */

/* What a tactic says: nothing, or that *out has the answer, or (LS_ENV in *status) that a tool
 * failed. */
typedef enum outcome { PASSED, HOLDS, ANSWERED } outcome;
typedef outcome tactic_fn(settling *x, proof *out, ls_status *status);

/* With sums and extremes in normal form both sides are one term, in every field that anybody asks
 * for. */
static outcome by_normal_form(settling *x, proof *out, ls_status *status)
{
    (void)out, (void)status;
    term_ctx *c = x->o->c;
    const claim *k = &x->o->chunk;
    term side[CLAIM_TERMS];
    for (unsigned i = 0; i < CLAIM_TERMS; i++) side[i] = multisets_restate(c, k->side[i]);
    if (side[CLAIM_PROGRAM] == side[CLAIM_OPERATION]) return HOLDS;
    for (unsigned low = 0; low < k->width; low += x->field) {
        term part[CLAIM_TERMS];
        for (unsigned i = 0; i < CLAIM_TERMS; i++)
            part[i] = multisets_restate(
                c, multisets_restate(c, term_mk_extract(c, low + x->field - 1, low, side[i])));
        if (part[CLAIM_CARE] != term_mk_u64(c, 0, x->field) &&
            part[CLAIM_PROGRAM] != part[CLAIM_OPERATION])
            return PASSED;
    }
    return HOLDS;
}

/* Every bit is the parity of the same bits on both sides. */
static outcome by_parities(settling *x, proof *out, ls_status *status)
{
    (void)out, (void)status;
    return parities_restate(x->o) == term_mk_bool(x->o->c, false) ? HOLDS : PASSED;
}

static outcome by_diagrams(settling *x, size_t nodes, proof *out, ls_status *status)
{
    sample failing;
    diagrams_answer said = diagrams_try(x->o, nodes, &failing);
    x->large = said == DIAGRAMS_LARGE;
    switch (said) {
    case DIAGRAMS_UNFIT:
    case DIAGRAMS_LARGE: return PASSED;
    case DIAGRAMS_FAIL:
        *status = tactics_refute(x->o, &failing, "decision diagrams", out);
        return ANSWERED;
    case DIAGRAMS_HOLD: break;
    }
    return HOLDS;
}

static outcome by_few_nodes(settling *x, proof *out, ls_status *status)
{
    return by_diagrams(x, DIAGRAMS_FEW, out, status);
}

/* Before many nodes are made. The context is new, so that the answer does not depend on earlier
 * questions. */
static outcome by_solver_quickly(settling *x, proof *out, ls_status *status)
{
    (void)out, (void)status;
    smt_restart(x->solver);
    return prove_within(x, claim_difference(x->o, &x->o->chunk), QUICK_STEPS) ? HOLDS : PASSED;
}

static outcome by_many_nodes(settling *x, proof *out, ls_status *status)
{
    return by_diagrams(x, DIAGRAMS_MANY, out, status);
}

static outcome by_cases(settling *x, proof *out, ls_status *status)
{
    (void)out, (void)status;
    return cases_settle(x->o, x->field) ? HOLDS : PASSED;
}

static outcome by_evaluation(settling *x, proof *out, ls_status *status)
{
    sample failing;
    switch (all_inputs_try(x->o, x->thorough, &failing)) {
    case ALL_INPUTS_NOT_TRIED: return PASSED;
    case ALL_INPUTS_FAIL:
        *status = tactics_refute(x->o, &failing, "evaluation", out);
        return ANSWERED;
    case ALL_INPUTS_HOLD: break;
    }
    return HOLDS;
}

static outcome by_quotients(settling *x, proof *out, ls_status *status)
{
    (void)out, (void)status;
    term difference = claim_difference(x->o, &x->o->chunk);
    for (unsigned bits = SHIFT_BITS_MIN; bits <= SHIFT_BITS_MAX; bits++)
        if (prove_restated(x, quotients_restate(x->o->c, difference, bits))) return HOLDS;
    return PASSED;
}

static outcome by_sweeping(settling *x, proof *out, ls_status *status)
{
    (void)out, (void)status;
    return sweep_proves(x->o, x->solver, x->steps, x->known) ? HOLDS : PASSED;
}

static outcome by_solver_on_parities(settling *x, proof *out, ls_status *status)
{
    (void)out, (void)status;
    return prove_restated(x, parities_restate(x->o)) ? HOLDS : PASSED;
}

static outcome by_lanes(settling *x, proof *out, ls_status *status)
{
    (void)out, (void)status;
    return prove_restated(x, lanes_restate(x->o->c, claim_difference(x->o, &x->o->chunk))) ? HOLDS
                                                                                           : PASSED;
}

static outcome by_sums(settling *x, proof *out, ls_status *status)
{
    (void)out, (void)status;
    return prove_restated(x, sums_restate(x->o)) ? HOLDS : PASSED;
}

static outcome by_products(settling *x, proof *out, ls_status *status)
{
    (void)out, (void)status;
    return prove_restated(x, products_restate(x->o)) ? HOLDS : PASSED;
}

/* The fields of the chunk have nothing to do with each other: the claim holds when it holds for
 * each. */
static outcome by_fields(settling *x, proof *out, ls_status *status)
{
    out->answer = PROOF_PROVED;
    for (unsigned i = 0; *status == LS_OK && i < x->o->forms && out->answer == PROOF_PROVED; i++) {
        term difference = claim_field_difference(x->o, &x->o->chunk, i);
        if (!prove_restated(x, shifts_restate(x->o->c, difference)))
            *status = ask_for(x, difference, out);
    }
    return ANSWERED;
}

static outcome by_multisets(settling *x, proof *out, ls_status *status)
{
    (void)out, (void)status;
    term difference = claim_difference(x->o, &x->o->chunk);
    return prove_restated(x, multisets_restate(x->o->c, difference)) ? HOLDS : PASSED;
}

static outcome by_shifts(settling *x, proof *out, ls_status *status)
{
    (void)out, (void)status;
    return prove_restated(x, shifts_restate(x->o->c, claim_difference(x->o, &x->o->chunk)))
               ? HOLDS
               : PASSED;
}

static outcome by_solver(settling *x, proof *out, ls_status *status)
{
    *status = ask_for(x, claim_difference(x->o, &x->o->chunk), out);
    return ANSWERED;
}

/* ---- the order ---- */

/* name: what a proof says of who settled it; behind "z3 4.8.12" where the base is the solver. */
static const struct tactic {
    const char *name;
    tactic_base base;
    condition_fn *when;
    tactic_fn *ask;
} tactics[] = {
    {"normal form", BASE_REWRITING, is_of_whole_fields, by_normal_form},
    {"parities", BASE_REWRITING, has_parities, by_parities},
    {" on parities", BASE_SOLVER, has_parities, by_solver_on_parities},
    {"decision diagrams", BASE_DIAGRAMS, always, by_few_nodes},
    {"case split", BASE_REWRITING, has_several_fields, by_cases},
    {"evaluation of all inputs", BASE_EVALUATION, always, by_evaluation},
    {" on quotients", BASE_SOLVER, is_one_form, by_quotients},
    {" carry by carry", BASE_SOLVER, is_of_many_bits, by_sweeping},
    {" on lanes", BASE_SOLVER, always, by_lanes},
    {" on sums", BASE_SOLVER, multiplies, by_sums},
    {" on products", BASE_SOLVER, multiplies, by_products},
    {" field by field", BASE_SOLVER, is_by_fields, by_fields},
    {" on multisets", BASE_SOLVER, has_multisets, by_multisets},
    {" on shifts", BASE_SOLVER, always, by_shifts},
    {"", BASE_SOLVER, is_large, by_solver_quickly},
    {"decision diagrams", BASE_DIAGRAMS, is_large, by_many_nodes},
    {"", BASE_SOLVER, always, by_solver},
};
enum { NTACTICS = sizeof tactics / sizeof *tactics };

static void name_winner(const struct tactic *t, proof *out)
{
    snprintf(out->solver, sizeof out->solver, "%s%s", t->base == BASE_SOLVER ? smt_version() : "",
             t->name);
}

ls_status tactics_settle(settling *x, proof *out)
{
    ls_status status = LS_OK;
    tactics_set_reason(out, "", "no tactic decides it");
    for (unsigned i = 0; i < NTACTICS && status == LS_OK; i++) {
        const struct tactic *t = &tactics[i];
        if (x->left_out[t->base] || !t->when(x)) continue;
        outcome said = t->ask(x, out, &status);
        if (said == PASSED) continue;
        if (said == HOLDS) out->answer = PROOF_PROVED;
        if (out->answer == PROOF_PROVED) out->reason[0] = 0;
        if (out->answer != PROOF_REFUTED) name_winner(t, out);
        break;
    }
    return status;
}

tactic_base tactic_base_of(const char *solver)
{
    if (!strncmp(solver, "z3 ", 3)) return BASE_SOLVER;
    for (unsigned i = 0; i < NTACTICS; i++)
        if (tactics[i].base != BASE_SOLVER && !strcmp(tactics[i].name, solver))
            return tactics[i].base;
    return BASE_COUNT;
}

/* verify.c - proves or refutes that a program, or a function of LLVM IR, computes an operation.
 *
 * One path for both: state the claim at register width, lift it to the smallest chunk, hash its text; ask whether that
 * hash is known to be proved; make sure that the precondition can be met at all; try some dozens of samples; decide what chooses by
 * bits by diagrams (diagrams.c) or case by case (cases.c); try all inputs where they are few and the claim is long (allinputs.c); ask the
 * solver, for products in a second form first (sums.c). A refutation is evaluated at register width before it is reported.
 *
 * The operation's terms are kept from call to call as long as the cell's operation, width and register stay the same,
 * since a search judges thousands of programs of one cell. What is printed does not depend on that: equal programs
 * have equal obligations.
 *
 * Called by synth/ (the judge) and cli/ (lanesmith verify). */
#include "verify.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../spec/bv.h"
#include "../spec/lift.h"
#include "allinputs.h"
#include "carries.h"
#include "cases.h"
#include "diagrams.h"
#include "irterm.h"
#include "multisets.h"
#include "obligation.h"
#include "products.h"
#include "quotients.h"
#include "shifts.h"
#include "smt.h"
#include "squares.h"
#include "sums.h"

const char *const proof_answer_names[3] = {"proved", "refuted", "unknown"};
const verify_limits verify_default_limits = {.milliseconds = 600000, .megabytes = 2048, .steps = 200000000};

enum { TERMS_KEPT = 1 << 16 };

/* What shifts by a register look at, of 32 and of 64 bits: remainders become such amounts. */
enum { SHIFT_BITS_MIN = 5, SHIFT_BITS_MAX = 6 };

/* Of a solver call: the first, and those after it in contexts of their own; of all those for another form of a claim;
 * and of those before large diagrams. */
enum { FIRST_STEPS = 300000, RESTART_STEPS = 24000000, RESTATED_STEPS = 15000000, QUICK_STEPS = 120000 };

/* What the solver said of the precondition: no field can lack an input, or else. */
typedef enum feasibility { UNCHECKED, FEASIBLE, INFEASIBLE, UNDECIDED } feasibility;

struct verifier {
    smt *solver;
    verify_limits limits;
    verify_known_fn *known;
    void *known_context;

    /* The operation at hand: op is NULL when there is none. */
    const op *op;
    char op_hash[HASH_TEXT];
    unsigned w, bits;
    obligation o; /* its program side belongs to the call at hand */
    feasibility precondition;
    unsigned infeasible_field;
    char undecided_reason[SMT_REASON];
};

ls_status verifier_new(verifier **out, verify_limits limits, verify_known_fn *known, void *known_context)
{
    *out = NULL;
    require(limits.steps > 0, "a question that has no answer is given up");
    smt *solver;
    ls_status status = smt_new(&solver, limits.milliseconds, limits.megabytes);
    if (status != LS_OK) return status;
    verifier *v = mem_alloc(1, sizeof *v);
    v->solver = solver;
    v->limits = limits;
    v->known = known;
    v->known_context = known_context;
    *out = v;
    return LS_OK;
}

void verifier_set_steps(verifier *v, unsigned steps)
{
    require(steps > 0, "a question that has no answer is given up");
    v->limits.steps = steps;
}

void verifier_free(verifier *v)
{
    if (!v) return;
    term_ctx_free(v->o.c);
    smt_free(v->solver);
    mem_free(v);
}

/* ---- the operation at hand ---- */

static bool is_at_hand(const verifier *v, const cell *c)
{
    return v->op == c->op && !strcmp(v->op_hash, c->op->hash) && v->w == c->w && v->bits == c->cls->bits &&
           term_count(v->o.c) < TERMS_KEPT;
}

static bool state_operation(verifier *v, const cell *c, diags *d)
{
    require(c->w > 0 && c->w <= c->cls->bits, "a field fits the register");
    require(c->op->arity <= PROG_INPUTS_MAX && c->cls->bits <= 64 * REGISTER_LIMBS, "the cell fits a program");
    v->o.ninputs = c->op->arity;
    if (is_at_hand(v, c)) return true;

    term_ctx_free(v->o.c);
    v->op = NULL;
    v->precondition = UNCHECKED;
    v->w = c->w;
    v->bits = c->cls->bits;
    v->o = (obligation){.c = term_ctx_new(), .ninputs = c->op->arity, .field = c->w, .op = c->op};
    claim *k = &v->o.whole;
    k->width = v->bits;
    for (unsigned i = 0; i < c->op->arity; i++) k->input[i] = term_mk_var(v->o.c, c->op->param[i], v->bits);
    if (!op_elaborate(c->op, c->w, v->bits / c->w, v->o.c, k->input, &k->side[CLAIM_OPERATION], &k->side[CLAIM_CARE], d))
        return false;
    v->op = c->op;
    memcpy(v->op_hash, c->op->hash, sizeof v->op_hash);
    return true;
}

/* ---- the precondition ---- */

/* The care term on its smallest chunk, as a claim about nothing. */
static claim lift_care(const verifier *v)
{
    claim k = {0};
    const claim *whole = &v->o.whole;
    k.width = lift_to_smallest(v->o.c, &whole->side[CLAIM_CARE], 1, whole->input, v->o.ninputs, whole->width, v->w,
                               &k.side[CLAIM_CARE], k.input);
    return k;
}

/* Of the result, in a claim: how wide its fields are, and how many there are. */
static unsigned result_width(const verifier *v) { return op_type_width(v->op->result, v->w); }
static unsigned result_fields(const verifier *v, const claim *k)
{
    unsigned most = op_type_fields(v->op->result, v->bits / v->w), fit = k->width / result_width(v);
    return fit < most ? fit : most;
}

/* Where the precondition holds, some bit matters: all, or those that the operation is about. */
static bool field_matters(const uint64_t *reg, unsigned number, unsigned field)
{
    uint64_t value[REGISTER_LIMBS] = {0};
    bv_extract(value, reg, (number + 1) * field - 1, number * field);
    return !bv_is_zero(value, field);
}

/* Marks the fields whose precondition some sample meets; returns how many are left. */
static unsigned try_samples(const verifier *v, const claim *k, bool *met)
{
    unsigned fields = result_fields(v, k), left = fields;
    for (unsigned n = 0; n < SAMPLES && left; n++) {
        sample s;
        uint64_t care[REGISTER_LIMBS];
        sample_draw(n, k->width, v->w, &s);
        sample_eval(&v->o, k, k->side[CLAIM_CARE], &s, care);
        for (unsigned i = 0; i < fields; i++)
            if (!met[i] && field_matters(care, i, result_width(v))) {
                met[i] = true;
                left--;
            }
    }
    return left;
}

/* How long the solver takes varies by orders of magnitude with chance, and what its context was asked before is chance, too. A question
 * that is not answered soon is asked again in new contexts with other seeds (Gomes, Selman, Crato, Kautz 2000: heavy tails): whether a hard
 * one is answered depends on the question alone. */
static ls_status solve(verifier *v, term condition, unsigned steps, const term *vars, unsigned nvars, uint64_t *const *values,
                       smt_answer *answer, char reason[SMT_REASON])
{
    ls_status status = LS_OK;
    *answer = SMT_UNKNOWN;
    for (unsigned call = 0, share; steps && status == LS_OK && *answer == SMT_UNKNOWN; call++, steps -= share) {
        share = call ? RESTART_STEPS : FIRST_STEPS;
        if (share > steps) share = steps;
        smt_set_steps(v->solver, share);
        smt_set_seed(v->solver, call ? call - 1 : 0);
        status = smt_solve(v->solver, v->o.c, condition, vars, nvars, values, answer, reason);
    }
    return status;
}

static ls_status ask_for_field(verifier *v, const claim *k, unsigned field, smt_answer *answer)
{
    term_ctx *c = v->o.c;
    unsigned w = result_width(v);
    term care = term_mk_extract(c, (field + 1) * w - 1, field * w, k->side[CLAIM_CARE]);
    term met = term_mk_unary(c, TERM_NOT, term_mk_binary(c, TERM_EQ, care, term_mk_u64(c, 0, w)));
    return solve(v, met, v->limits.steps, NULL, 0, NULL, answer, v->undecided_reason);
}

/* Decides v->precondition: whether every field has an input that meets its precondition. */
static ls_status check_precondition(verifier *v)
{
    bool met[64 * REGISTER_LIMBS] = {0};
    if (v->precondition != UNCHECKED) return LS_OK;
    claim k = lift_care(v);
    unsigned left = try_samples(v, &k, met);
    feasibility found = FEASIBLE;
    for (unsigned i = 0; left && i < result_fields(v, &k) && found == FEASIBLE; i++) {
        smt_answer answer = SMT_UNKNOWN;
        if (met[i]) continue;
        ls_status status = ask_for_field(v, &k, i, &answer);
        if (status != LS_OK) return status;
        switch (answer) {
        case SMT_SAT: break;
        case SMT_UNSAT: found = INFEASIBLE; break;
        case SMT_UNKNOWN: found = UNDECIDED; break;
        }
        v->infeasible_field = i;
    }
    v->precondition = found;
    return LS_OK;
}

static void report_infeasible(const verifier *v, diags *d)
{
    diag_error(d, v->op->where, "the precondition of %s holds for no input in field %u of %u bits; expected one that "
               "some input meets", v->op->name, v->infeasible_field, result_width(v));
}

/* ---- proving ---- */

static void set_reason(proof *out, const char *what, const char *why)
{
    snprintf(out->reason, sizeof out->reason, "%s%.100s", what, why);
}

static ls_status refute(verifier *v, const sample *s, const char *finder, proof *out)
{
    if (!obligation_explain(&v->o, s, &out->cex)) {
        set_reason(out, finder, " gave a counterexample that is none at register width");
        return LS_ENV;
    }
    snprintf(out->solver, sizeof out->solver, "%s", finder);
    out->answer = PROOF_REFUTED;
    return LS_OK;
}

/* Proved only by the solver's SMT_UNSAT; whatever else it says within so many steps is not believed yet. */
static bool prove_within(verifier *v, term restated, unsigned most)
{
    smt_answer answer = SMT_UNKNOWN;
    char reason[SMT_REASON];
    if (restated == TERM_NONE) return false;
    unsigned steps = v->limits.steps < most ? v->limits.steps : most;
    ls_status status = solve(v, restated, steps, NULL, 0, NULL, &answer, reason);
    return status == LS_OK && answer == SMT_UNSAT;
}

/* Some claims have other forms, for each of which a part of the steps is enough if it helps at all; the claim is then asked in the next
 * form, at last as it is. */
static bool prove_restated(verifier *v, term restated)
{
    return prove_within(v, restated, RESTATED_STEPS);
}

/* Asks for an input on which the claim fails as the Bool difference says. */
static ls_status ask_for(verifier *v, term difference, proof *out)
{
    const claim *k = &v->o.chunk;
    sample s = {0};
    uint64_t *values[CLAIM_INPUTS_MAX];
    for (unsigned i = 0; i < v->o.ninputs; i++) values[i] = s.limb[i];
    smt_answer answer;
    char reason[SMT_REASON];
    ls_status status = solve(v, difference, v->limits.steps, k->input, v->o.ninputs, values, &answer, reason);
    set_reason(out, "", reason);
    if (status != LS_OK) return status;
    switch (answer) {
    case SMT_UNSAT: out->answer = PROOF_PROVED; break;
    case SMT_SAT: return refute(v, &s, smt_version(), out);
    case SMT_UNKNOWN: out->answer = PROOF_UNKNOWN; break;
    }
    return LS_OK;
}

/* The fields of the chunk have nothing to do with each other: the claim holds when it holds for each. */
static ls_status ask_by_fields(verifier *v, proof *out)
{
    ls_status status = LS_OK;
    out->answer = PROOF_PROVED;
    for (unsigned i = 0; status == LS_OK && i < v->o.forms && out->answer == PROOF_PROVED; i++) {
        term difference = claim_field_difference(&v->o, &v->o.chunk, i);
        if (!prove_restated(v, shifts_restate(v->o.c, difference))) status = ask_for(v, difference, out);
    }
    return status;
}

/* With sums and extremes in normal form both sides are one term, in every field that anybody asks for: nothing is left to prove. */
static bool is_settled_by_order(verifier *v)
{
    term_ctx *c = v->o.c;
    const claim *k = &v->o.chunk;
    unsigned width = result_width(v);
    if (v->o.forms > 1 || k->width % width) return false;
    term side[CLAIM_TERMS];
    for (unsigned i = 0; i < CLAIM_TERMS; i++) side[i] = multisets_restate(c, k->side[i]);
    if (side[CLAIM_PROGRAM] == side[CLAIM_OPERATION]) return true;
    for (unsigned low = 0; low < k->width; low += width) {
        term part[CLAIM_TERMS];
        for (unsigned i = 0; i < CLAIM_TERMS; i++)
            part[i] = multisets_restate(c, multisets_restate(c, term_mk_extract(c, low + width - 1, low, side[i])));
        if (part[CLAIM_CARE] != term_mk_u64(c, 0, width) && part[CLAIM_PROGRAM] != part[CLAIM_OPERATION]) return false;
    }
    return true;
}

/* Whether diagrams of so many nodes decide the claim; *status is then what is to be returned. */
static bool ask_diagrams(verifier *v, size_t nodes, diagrams_answer *answer, proof *out, ls_status *status)
{
    sample failing;
    *status = LS_OK;
    switch (*answer = diagrams_try(&v->o, nodes, &failing)) {
    case DIAGRAMS_UNFIT: case DIAGRAMS_LARGE: return false;
    case DIAGRAMS_FAIL: *status = refute(v, &failing, "decision diagrams", out); return true;
    case DIAGRAMS_HOLD: break;
    }
    snprintf(out->solver, sizeof out->solver, "decision diagrams");
    out->answer = PROOF_PROVED;
    return true;
}

static ls_status ask_solver(verifier *v, proof *out)
{
    if (is_settled_by_order(v)) {
        out->answer = PROOF_PROVED;
        return LS_OK;
    }
    sample failing;
    ls_status status;
    diagrams_answer by_diagrams;
    if (ask_diagrams(v, DIAGRAMS_FEW, &by_diagrams, out, &status)) return status;
    if (v->o.chunk.width > result_width(v) && cases_settle(&v->o, result_width(v))) {
        out->answer = PROOF_PROVED;
        return LS_OK;
    }
    switch (all_inputs_try(&v->o, &failing)) {
    case ALL_INPUTS_NOT_TRIED: break;
    case ALL_INPUTS_FAIL: return refute(v, &failing, "evaluation", out);
    case ALL_INPUTS_HOLD:
        snprintf(out->solver, sizeof out->solver, "evaluation of all inputs");
        out->answer = PROOF_PROVED;
        return LS_OK;
    }
    for (unsigned bits = SHIFT_BITS_MIN; v->o.forms == 1 && bits <= SHIFT_BITS_MAX; bits++)
        if (prove_restated(v, quotients_restate(v->o.c, claim_difference(&v->o, &v->o.chunk), bits))) {
            out->answer = PROOF_PROVED;
            return LS_OK;
        }
    bool multiplies = sums_has_product(v->o.c, claim_difference(&v->o, &v->o.chunk));
    if (multiplies && (prove_restated(v, sums_restate(&v->o)) || prove_restated(v, products_restate(&v->o)))) {
        out->answer = PROOF_PROVED;
        return LS_OK;
    }
    if (v->o.forms > 1) return ask_by_fields(v, out);
    term difference = claim_difference(&v->o, &v->o.chunk);
    if (multisets_helps(v->o.c, difference) && prove_restated(v, multisets_restate(v->o.c, difference))) {
        out->answer = PROOF_PROVED;
        return LS_OK;
    }
    if (prove_restated(v, shifts_restate(v->o.c, difference))) {
        out->answer = PROOF_PROVED;
        return LS_OK;
    }
    if (by_diagrams == DIAGRAMS_LARGE) { /* what the solver does not see soon, many nodes may; who proves it is not to depend on what was asked before */
        smt_restart(v->solver);
        if (prove_within(v, difference, QUICK_STEPS)) {
            out->answer = PROOF_PROVED;
            return LS_OK;
        }
        if (ask_diagrams(v, DIAGRAMS_MANY, &by_diagrams, out, &status)) return status;
    }
    return ask_for(v, difference, out);
}

/* Requires: nobody knows the obligation. */
static ls_status settle_unknown(verifier *v, proof *out, diags *d)
{
    ls_status status = check_precondition(v);
    if (status != LS_OK) {
        set_reason(out, "precondition: ", v->undecided_reason);
        return status;
    }
    if (v->precondition == INFEASIBLE) {
        report_infeasible(v, d);
        return LS_INPUT;
    }
    if (v->precondition == UNDECIDED) {
        set_reason(out, "precondition: ", v->undecided_reason);
        return LS_OK;
    }
    sample s;
    if (obligation_refute_quickly(&v->o, &s)) return refute(v, &s, "evaluation", out);
    return ask_solver(v, out);
}

static double seconds_now(void)
{
    struct timespec t = {0};
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Sums are cut at fields; those of a width that is no power of two may begin anywhere in a lane. Not where the program is the operation,
 * word for word. */
static void split_carries(verifier *v)
{
    term *side = v->o.whole.side;
    if (side[CLAIM_PROGRAM] != side[CLAIM_OPERATION])
        side[CLAIM_PROGRAM] = carries_split(v->o.c, squares_fold(v->o.c, side[CLAIM_PROGRAM]), v->w & (v->w - 1) ? 1 : v->w);
}

/* Requires: v->o.whole is complete. */
static ls_status settle(verifier *v, proof *out, diags *d)
{
    double start = seconds_now();
    strbuf text = {0};
    memset(out, 0, sizeof *out);
    out->answer = PROOF_UNKNOWN;
    snprintf(out->solver, sizeof out->solver, "%s", smt_version());
    split_carries(v);
    obligation_lift(&v->o);
    out->chunk = v->o.chunk.width;
    obligation_print(&v->o, &text);
    hash_text(strbuf_text(&text), out->obligation);
    strbuf_free(&text);

    ls_status status = LS_OK;
    if (v->known && v->known(v->known_context, out->obligation)) out->answer = PROOF_PROVED;
    else status = settle_unknown(v, out, d);
    out->seconds = seconds_now() - start;
    return status;
}

static bool state_program(verifier *v, const cell *c, const prog *p, diags *d)
{
    require(p->cls == c->cls && p->ninputs == c->op->arity, "the program is one of the cell");
    if (!state_operation(v, c, d)) return false;
    v->o.whole.side[CLAIM_PROGRAM] = prog_term(p, v->o.c, v->o.whole.input);
    return true;
}

bool verify_agrees(verifier *v, const cell *c, const prog *p)
{
    diags quiet = {0};
    bool stated = state_program(v, c, p, &quiet);
    diag_free(&quiet);
    if (!stated) return false;
    obligation whole = v->o;
    sample s;
    whole.chunk = whole.whole;
    whole.forms = 0;
    if (obligation_refute_quickly(&whole, &s)) return false;
    return c->op->result == OP_FIELDS || !obligation_refute_by_lone_fields(&whole, &s);
}

ls_status verify_prog(verifier *v, const cell *c, const prog *p, proof *out, diags *d)
{
    memset(out, 0, sizeof *out);
    out->answer = PROOF_UNKNOWN;
    if (!state_program(v, c, p, d)) return LS_INPUT;
    return settle(v, out, d);
}

/* A poison bit may be anything; the adversary makes it what the operation's bit is not. */
static term worst_case(const verifier *v, term value, term poison)
{
    term_ctx *c = v->o.c;
    term wrong = term_mk_unary(c, TERM_BVNOT, v->o.whole.side[CLAIM_OPERATION]);
    term kept = term_mk_binary(c, TERM_BVAND, value, term_mk_unary(c, TERM_BVNOT, poison));
    return term_mk_binary(c, TERM_BVOR, kept, term_mk_binary(c, TERM_BVAND, wrong, poison));
}

/* ---- what a freeze has made of poison ---- */

enum { FROZEN_MAX = 64 }; /* freezes that a program reads */

/* The variables of t that are no operands; how many there are. */
static unsigned collect_frozen(const verifier *v, term t, term out[FROZEN_MAX])
{
    term all[FROZEN_MAX + CLAIM_INPUTS_MAX];
    unsigned count = term_collect_vars(v->o.c, t, all, FROZEN_MAX + CLAIM_INPUTS_MAX), n = 0;
    if (count > FROZEN_MAX) return FROZEN_MAX + 1;
    for (unsigned i = 0; i < count; i++) {
        unsigned k = 0;
        while (k < v->op->arity && v->o.whole.input[k] != all[i]) k++;
        if (k == v->op->arity) out[n++] = all[i];
    }
    return n;
}

/* The program without the bits that nobody asks for: of what is frozen it may mention less. */
static term without_spare_bits(const verifier *v, term program)
{
    const claim *k = &v->o.whole;
    enum { PARTS = 64 };
    term care = k->side[CLAIM_CARE], less = term_is_const(v->o.c, care) ? term_mk_masked(v->o.c, program, care, PARTS) : TERM_NONE;
    return less == TERM_NONE ? program : less;
}

/* Marks the bits of var that t mentions: those that are extracted, or all. */
static void mark_mentioned(const term_ctx *c, term t, term var, bool *mentioned)
{
    bool *needed = term_mark_needed(c, t);
    for (term i = var + 1; i <= t; i++)
        for (unsigned k = 0; needed[i] && k < term_nargs(c, i); k++) {
            bool piece = term_get_op(c, i) == TERM_EXTRACT;
            if (term_arg(c, i, k) != var) continue;
            unsigned high = piece ? term_int(c, i, 0) : term_width(c, var) - 1;
            for (unsigned bit = piece ? term_int(c, i, 1) : 0; bit <= high; bit++) mentioned[bit] = true;
        }
    mem_free(needed);
    for (unsigned bit = 0; t == var && bit < term_width(c, var); bit++) mentioned[bit] = true;
}

/* Bit number `at` of the claim's inputs behind the operands. */
static term frozen_bit(const verifier *v, unsigned at)
{
    const claim *k = &v->o.whole;
    return term_mk_extract(v->o.c, at % k->width, at % k->width, k->input[v->op->arity + at / k->width]);
}

/* What stands for the variable: the bits of it that the program mentions are those of further inputs, from *at on; the others are zeros.
 * TERM_NONE when the inputs do not suffice. */
static term place_frozen(const verifier *v, term var, unsigned *at)
{
    const claim *k = &v->o.whole;
    unsigned width = term_width(v->o.c, var), room = (CLAIM_INPUTS_MAX - v->op->arity) * k->width;
    bool mentioned[TERM_WIDTH_MAX] = {0};
    term bit[TERM_WIDTH_MAX];
    mark_mentioned(v->o.c, k->side[CLAIM_PROGRAM], var, mentioned);
    for (unsigned i = 0; i < width; i++) {
        if (mentioned[i] && *at == room) return TERM_NONE;
        bit[i] = mentioned[i] ? frozen_bit(v, (*at)++) : term_mk_u64(v->o.c, 0, 1);
    }
    return term_mk_concat_n(v->o.c, bit, width);
}

/* Variables for what is frozen, behind the operands. */
static void name_frozen_inputs(verifier *v)
{
    for (unsigned i = v->op->arity; i < CLAIM_INPUTS_MAX; i++) {
        char name[32];
        snprintf(name, sizeof name, "frozen.input.%u", i - v->op->arity);
        v->o.whole.input[i] = term_mk_var(v->o.c, name, v->o.whole.width);
    }
}

/* The claim is for every value that a freeze may have made of poison: the program's variables for these become inputs. False when
 * they are more than a claim has inputs for. */
static bool take_frozen(verifier *v)
{
    term frozen[FROZEN_MAX], by[FROZEN_MAX], *program = &v->o.whole.side[CLAIM_PROGRAM];
    unsigned n = collect_frozen(v, *program, frozen), bits = 0;
    if (!n) return true;
    *program = without_spare_bits(v, *program);
    n = collect_frozen(v, *program, frozen);
    if (n > FROZEN_MAX) return false;
    name_frozen_inputs(v);
    for (unsigned i = 0; i < n; i++)
        if ((by[i] = place_frozen(v, frozen[i], &bits)) == TERM_NONE) return false;
    *program = term_substitute(v->o.c, *program, frozen, by, n);
    v->o.ninputs = v->op->arity + (bits + v->o.whole.width - 1) / v->o.whole.width;
    return true;
}

/* Whether the Bool trap holds for no input, as far as anybody can tell. */
static bool never_traps(verifier *v, term trap)
{
    smt_answer answer = SMT_UNKNOWN;
    char reason[SMT_REASON];
    if (term_get_op(v->o.c, trap) == TERM_FALSE) return true;
    return solve(v, trap, v->limits.steps, NULL, 0, NULL, &answer, reason) == LS_OK && answer == SMT_UNSAT;
}

ls_status verify_ir(verifier *v, const spec *s, const cell *c, const char *ir, const char *function, proof *out, diags *d)
{
    (void)s;
    memset(out, 0, sizeof *out);
    out->answer = PROOF_UNKNOWN;
    if (!state_operation(v, c, d)) return LS_INPUT;
    term value, poison, trap;
    claim *k = &v->o.whole;
    if (!irterm_read(v->o.c, ir, function, k->input, v->o.ninputs, k->width, &value, &poison, &trap, d)) return LS_INPUT;
    if (!never_traps(v, trap)) {
        diag_error(d, (place){0}, "%s may have no behaviour at all (a division by zero, say) on operands for which the operation has any result",
                   function);
        return LS_INPUT;
    }
    k->side[CLAIM_PROGRAM] = worst_case(v, value, poison);
    if (!take_frozen(v)) {
        set_reason(out, "", "more is frozen than a claim has inputs for");
        return LS_OK;
    }
    return settle(v, out, d);
}

/* ---- text ---- */

static void put_comment(strbuf *out, const char *lines)
{
    while (*lines) {
        size_t n = strcspn(lines, "\n");
        strbuf_puts(out, ";     ");
        strbuf_putn(out, lines, n);
        strbuf_puts(out, "\n");
        lines += n + (lines[n] == '\n');
    }
}

ls_status verify_write_smt2(verifier *v, const cell *c, const prog *p, strbuf *out, diags *d)
{
    strbuf program = {0};
    if (!state_program(v, c, p, d)) return LS_INPUT;
    split_carries(v);
    obligation_lift(&v->o);
    strbuf_puts(out, "; Lanesmith: the program computes the operation if and only if this is unsat.\n; cell: ");
    cell_print(c, out);
    strbuf_puts(out, "\n; program:\n");
    prog_print(p, &program);
    put_comment(out, strbuf_text(&program));
    strbuf_free(&program);
    if (v->o.chunk.width < c->cls->bits)
        strbuf_printf(out, "; stated on a chunk of %u bits: both sides act alike and independently on every such chunk\n"
                      "; of the %u-bit register\n", v->o.chunk.width, c->cls->bits);
    obligation_print(&v->o, out);
    return LS_OK;
}

static void put_register(strbuf *out, const uint64_t *limbs, unsigned bits)
{
    strbuf_puts(out, "0x");
    for (unsigned digit = (bits + 3) / 4; digit-- > 0;)
        strbuf_printf(out, "%x", (unsigned)(limbs[digit / 16] >> digit % 16 * 4) & 15);
}

static void put_inputs(const counterexample *x, const cell *c, bool whole, strbuf *out)
{
    for (unsigned i = 0; i < c->op->arity; i++) {
        strbuf_printf(out, "%s %s = ", i ? "," : "", c->op->param[i]);
        if (whole) put_register(out, x->input[i], c->cls->bits);
        else strbuf_printf(out, "%llu", (unsigned long long)x->field_input[i]);
    }
}

void counterexample_print(const counterexample *x, const cell *c, strbuf *out)
{
    strbuf_printf(out, "field %u:", x->field);
    put_inputs(x, c, false, out);
    strbuf_printf(out, ": expected %llu, actual %llu; registers", (unsigned long long)x->expected,
                  (unsigned long long)x->actual);
    put_inputs(x, c, true, out);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* verify.c - proves or refutes that a program, or a function of LLVM IR, computes an operation.
 *
 * One path for both: state the claim at register width, lift it to the smallest chunk, hash its
 * text; ask whether that hash is known to be proved; make sure that the precondition can be met at
 * all; try some dozens of samples; decide it by the first tactic that can (tactics.c). A refutation
 * is evaluated at register width before it is reported.
 *
 * The operation's terms are kept from call to call as long as the cell's operation, width and
 * register stay the same, since a search judges thousands of programs of one cell. What is printed
 * does not depend on that: equal programs have equal obligations.
 *
 * Called by synth/ (the judge) and cli/ (lanesmith verify). */
#include "verify.h"

#include <stdio.h>
#include <string.h>

#include "spec/base/clock.h"
#include "spec/op.h"
#include "spec/term/bv.h"
#include "spec/term/lift.h"
#include "verify/claim/obligation.h"
#include "verify/ir/irterm.h"
#include "verify/tactics/carries.h"
#include "verify/tactics/squares.h"
#include "verify/tactics/ask.h"
#include "verify/tactics/tactics.h"

const verify_limits verify_default_limits = {
    .milliseconds = 600000, .megabytes = 2048, .steps = 200000000};

enum { TERMS_KEPT = 1 << 16 };

/* What the solver said of the precondition: no field can lack an input, or else. */
typedef enum feasibility { UNCHECKED, FEASIBLE, INFEASIBLE, UNDECIDED } feasibility;

struct verifier {
    smt *solver;
    sweep_known *of_registers; /* proved in sums of several registers */
    verify_limits limits;
    verify_known_fn *known;
    void *known_context;
    bool left_out[BASE_COUNT], thorough; /* see tactics.h */

    /* The operation at hand: op is NULL when there is none. */
    const op *op;
    char op_hash[HASH_TEXT];
    unsigned w, bits;
    obligation o; /* its program side belongs to the call at hand */
    feasibility precondition;
    unsigned infeasible_field;
    char undecided_reason[SMT_REASON];
};

ls_status verifier_new(verifier **out, verify_limits limits, verify_known_fn *known,
                       void *known_context)
{
    *out = NULL;
    require(limits.steps > 0, "a question that has no answer is given up");
    smt *solver;
    ls_status status = smt_new(&solver, limits.milliseconds, limits.megabytes);
    if (status != LS_OK) return status;
    verifier *v = mem_alloc(1, sizeof *v);
    v->solver = solver;
    v->of_registers = sweep_known_new();
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

bool verifier_leave_out(verifier *v, const char *solver)
{
    tactic_base base = solver ? tactic_base_of(solver) : BASE_COUNT;
    memset(v->left_out, 0, sizeof v->left_out);
    v->thorough = base != BASE_COUNT;
    if (base != BASE_COUNT) v->left_out[base] = true;
    return !solver || base != BASE_COUNT;
}

bool verify_shares_tool(const char *a, const char *b)
{
    return tactic_base_of(a) == tactic_base_of(b);
}

void verifier_free(verifier *v)
{
    if (!v) return;
    term_ctx_free(v->o.c);
    smt_free(v->solver);
    sweep_known_free(v->of_registers);
    mem_free(v);
}

/* ---- the operation at hand ---- */

static bool is_at_hand(const verifier *v, const cell *c)
{
    return v->op == c->op && !strcmp(v->op_hash, c->op->hash) && v->w == c->w &&
           v->bits == c->cls->bits && term_count(v->o.c) < TERMS_KEPT;
}

static bool state_operation(verifier *v, const cell *c, diags *d)
{
    require(c->w > 0 && c->w <= c->cls->bits, "a field fits the register");
    require(c->op->arity <= PROG_INPUTS_MAX &&
                op_term_bits(c->op, c->cls->bits) <= 64 * CLAIM_LIMBS,
            "the cell fits a program");
    v->o.ninputs = c->op->arity;
    if (is_at_hand(v, c)) return true;

    term_ctx_free(v->o.c);
    v->op = NULL;
    v->precondition = UNCHECKED;
    v->w = c->w;
    v->bits = c->cls->bits;
    v->o = (obligation){.c = term_ctx_new(), .ninputs = c->op->arity, .field = c->w, .op = c->op};
    claim *k = &v->o.whole;
    k->width = op_term_bits(c->op, v->bits);
    for (unsigned i = 0; i < c->op->arity; i++)
        k->input[i] = term_mk_var(v->o.c, c->op->param[i], k->width);
    if (!op_elaborate(c->op, c->w, v->bits / c->w, v->o.c, k->input, &k->side[CLAIM_OPERATION],
                      &k->side[CLAIM_CARE], d))
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
    k.width = lift_to_smallest(v->o.c, &whole->side[CLAIM_CARE], 1, whole->input, v->o.ninputs,
                               whole->width, v->w, &k.side[CLAIM_CARE], k.input);
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
    uint64_t value[CLAIM_LIMBS] = {0};
    bv_extract(value, reg, (number + 1) * field - 1, number * field);
    return !bv_is_zero(value, field);
}

/* Marks the fields whose precondition some sample meets; returns how many are left. */
static unsigned try_samples(const verifier *v, const claim *k, bool *met)
{
    unsigned fields = result_fields(v, k), left = fields;
    for (unsigned n = 0; n < SAMPLES && left; n++) {
        sample s;
        uint64_t care[CLAIM_LIMBS];
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

static ls_status ask_for_field(verifier *v, const claim *k, unsigned field, smt_answer *answer)
{
    term_ctx *c = v->o.c;
    unsigned w = result_width(v);
    term care = term_mk_extract(c, (field + 1) * w - 1, field * w, k->side[CLAIM_CARE]);
    term met = term_mk_unary(c, TERM_NOT, term_mk_binary(c, TERM_EQ, care, term_mk_u64(c, 0, w)));
    return tactics_solve(v->solver, c, met, v->limits.steps, NULL, 0, NULL, answer,
                         v->undecided_reason);
}

/* Decides v->precondition: whether every field has an input that meets its precondition. */
static ls_status check_precondition(verifier *v)
{
    bool met[64 * CLAIM_LIMBS] = {0};
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
    diag_error(
        d, v->op->where,
        "the precondition of %s holds for no input in field %u of %u bits; expected one that "
        "some input meets",
        v->op->name, v->infeasible_field, result_width(v));
}

/* ---- proving ---- */

/* Requires: nobody knows the obligation. */
static ls_status settle_unknown(verifier *v, proof *out, diags *d)
{
    ls_status status = check_precondition(v);
    if (status != LS_OK) {
        tactics_set_reason(out, "precondition: ", v->undecided_reason);
        return status;
    }
    if (v->precondition == INFEASIBLE) {
        report_infeasible(v, d);
        return LS_INPUT;
    }
    if (v->precondition == UNDECIDED) {
        tactics_set_reason(out, "precondition: ", v->undecided_reason);
        return LS_OK;
    }
    sample s;
    if (obligation_refute_quickly(&v->o, &s)) return tactics_refute(&v->o, &s, "evaluation", out);
    settling x = {.o = &v->o,
                  .solver = v->solver,
                  .known = v->of_registers,
                  .steps = v->limits.steps,
                  .field = result_width(v),
                  .thorough = v->thorough};
    memcpy(x.left_out, v->left_out, sizeof x.left_out);
    return tactics_settle(&x, out);
}

/* Sums are cut at fields; those of a width that is no power of two may begin anywhere in a lane.
 * Not where the program is the operation, word for word. */
static void split_carries(verifier *v)
{
    term *side = v->o.whole.side;
    if (side[CLAIM_PROGRAM] != side[CLAIM_OPERATION])
        side[CLAIM_PROGRAM] = carries_split(v->o.c, squares_fold(v->o.c, side[CLAIM_PROGRAM]),
                                            v->w & (v->w - 1) ? 1 : v->w);
}

/* Requires: v->o.whole is complete. */
static ls_status settle(verifier *v, proof *out, diags *d)
{
    double start = clock_seconds();
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
    const char *by = v->known ? v->known(v->known_context, out->obligation) : NULL;
    if (by) {
        snprintf(out->solver, sizeof out->solver, "%s", by);
        out->answer = PROOF_PROVED;
    } else {
        status = settle_unknown(v, out, d);
    }
    out->seconds = clock_seconds() - start;
    return status;
}

/* What a program is given for operand i: the claim's input, or what of it the operand's register
 * has, zeros above packed bits in another class. */
static term operand_term(const verifier *v, const cell *c, unsigned i)
{
    const regclass *cls = c->op->in[i];
    term whole = v->o.whole.input[i];
    unsigned bits = cls ? cell_fields(c) : c->cls->bits;
    term part = bits < v->o.whole.width ? term_mk_extract(v->o.c, bits - 1, 0, whole) : whole;
    return cls ? term_mk_extend(v->o.c, TERM_ZERO_EXTEND, cls->bits - bits, part) : part;
}

/* One term of one or two results, as wide as the claim. */
static term join_results(const verifier *v, const cell *c, const term result[2])
{
    if (!c->op->second.name) return result[0];
    unsigned half = v->o.whole.width / 2;
    term part[2];
    for (unsigned i = 0; i < 2; i++)
        part[i] = term_mk_extend(v->o.c, TERM_ZERO_EXTEND, half - term_width(v->o.c, result[i]),
                                 result[i]);
    return term_mk_concat_n(v->o.c, part, 2);
}

static bool state_program(verifier *v, const cell *c, const prog *p, diags *d)
{
    require(p->cls == c->cls && p->ninputs == c->op->arity, "the program is one of the cell");
    if (!state_operation(v, c, d)) return false;
    term in[PROG_INPUTS_MAX], out[2];
    for (unsigned i = 0; i < p->ninputs; i++) in[i] = operand_term(v, c, i);
    prog_terms(p, v->o.c, in, out);
    v->o.whole.side[CLAIM_PROGRAM] = join_results(v, c, out);
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
    term care = k->side[CLAIM_CARE], less = term_is_const(v->o.c, care)
                                                ? term_mk_masked(v->o.c, program, care, PARTS)
                                                : TERM_NONE;
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
            for (unsigned bit = piece ? term_int(c, i, 1) : 0; bit <= high; bit++)
                mentioned[bit] = true;
        }
    mem_free(needed);
    for (unsigned bit = 0; t == var && bit < term_width(c, var); bit++) mentioned[bit] = true;
}

/* Bit number `at` of the claim's inputs behind the operands. */
static term frozen_bit(const verifier *v, unsigned at)
{
    const claim *k = &v->o.whole;
    return term_mk_extract(v->o.c, at % k->width, at % k->width,
                           k->input[v->op->arity + at / k->width]);
}

/* What stands for the variable: the bits of it that the program mentions are those of further
 * inputs, from *at on; the others are zeros. TERM_NONE when the inputs do not suffice. */
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

/* The claim is for every value that a freeze may have made of poison: the program's variables for
 * these become inputs. False when they are more than a claim has inputs for. */
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
    return tactics_solve(v->solver, v->o.c, trap, v->limits.steps, NULL, 0, NULL, &answer,
                         reason) == LS_OK &&
           answer == SMT_UNSAT;
}

/* States the claim of a function of IR. LS_OK with *stated false: it cannot be stated, *out says
 * why. */
static ls_status state_ir(verifier *v, const cell *c, const char *ir, const char *function,
                          bool *stated, proof *out, diags *d)
{
    *stated = false;
    if (!state_operation(v, c, d)) return LS_INPUT;
    term in[PROG_INPUTS_MAX], trap;
    irterm_results both = {.count = c->op->second.name ? 2 : 1, .bits = {v->bits}};
    if (c->op->second.name) both.bits[1] = c->op->second.cls ? c->op->second.cls->bits : v->bits;
    claim *k = &v->o.whole;
    const char *const meanings[] = {c->target->set->meanings, NULL};
    for (unsigned i = 0; i < v->o.ninputs; i++) in[i] = operand_term(v, c, i);
    if (!irterm_read_results(v->o.c, ir, function, in, v->o.ninputs, meanings, &both, &trap, d))
        return LS_INPUT;
    term value = join_results(v, c, both.value), poison = join_results(v, c, both.poison);
    if (!never_traps(v, trap)) {
        diag_error(d, (place){0},
                   "%s may have no behaviour at all (a division by zero, say) on operands for "
                   "which the operation has any result",
                   function);
        return LS_INPUT;
    }
    k->side[CLAIM_PROGRAM] = worst_case(v, value, poison);
    *stated = take_frozen(v);
    if (!*stated) tactics_set_reason(out, "", "more is frozen than a claim has inputs for");
    return LS_OK;
}

ls_status verify_ir(verifier *v, const spec *s, const cell *c, const char *ir, const char *function,
                    proof *out, diags *d)
{
    (void)s;
    bool stated;
    memset(out, 0, sizeof *out);
    out->answer = PROOF_UNKNOWN;
    ls_status rc = state_ir(v, c, ir, function, &stated, out, d);
    return rc == LS_OK && stated ? settle(v, out, d) : rc;
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

static void put_chunk_note(const verifier *v, const cell *c, strbuf *out)
{
    if (c->op->second.name)
        strbuf_printf(out, "; %s, the second result, is above bit %u of a register twice as wide\n",
                      c->op->second.name, c->cls->bits - 1);
    if (v->o.chunk.width == v->o.whole.width) return;
    strbuf_printf(out,
                  "; stated on a chunk of %u bits: both sides act alike and independently on every "
                  "such chunk\n"
                  "; of the %u-bit register\n",
                  v->o.chunk.width, v->o.whole.width);
}

ls_status verify_write_smt2(verifier *v, const cell *c, const prog *p, strbuf *out, diags *d)
{
    strbuf program = {0};
    if (!state_program(v, c, p, d)) return LS_INPUT;
    split_carries(v);
    obligation_lift(&v->o);
    strbuf_puts(
        out,
        "; Lanesmith: the program computes the operation if and only if this is unsat.\n; cell: ");
    cell_print(c, out);
    strbuf_puts(out, "\n; program:\n");
    prog_print(p, &program);
    put_comment(out, strbuf_text(&program));
    strbuf_free(&program);
    put_chunk_note(v, c, out);
    obligation_print(&v->o, out);
    return LS_OK;
}

ls_status verify_write_ir_smt2(verifier *v, const cell *c, const char *ir, const char *function,
                               strbuf *out, diags *d)
{
    bool stated;
    proof none = {0};
    ls_status rc = state_ir(v, c, ir, function, &stated, &none, d);
    if (rc != LS_OK) return rc;
    if (!stated) {
        diag_error(d, (place){0}, "%s: the obligation cannot be written: %s", function,
                   none.reason);
        return LS_INPUT;
    }
    split_carries(v);
    obligation_lift(&v->o);
    strbuf_puts(
        out,
        "; Lanesmith: the LLVM IR computes the operation if and only if this is unsat.\n; cell: ");
    cell_print(c, out);
    strbuf_puts(out, "\n; IR:\n");
    put_comment(out, ir);
    put_chunk_note(v, c, out);
    obligation_print(&v->o, out);
    return LS_OK;
}

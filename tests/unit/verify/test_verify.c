// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_verify.c - lifting, proofs of programs: what must be proved, and what must never be. */
#include "tests/unit/random_term.h"
#include "tests/unit/verify_fixture.h"

#include "spec/instr.h"
#include "spec/term/bv.h"
#include "spec/term/lift.h"
#include "verify/claim/smt.h"
#include "verify/tactics/sums.h"

/* ---- registers that the fields do not fill ---- */

static void bits_above_the_fields_are_free(void **state)
{
    (void)state;
    verifier *v = verifier_with(5000);
    cell c = cell_of("xor", 3, "r32", "one"); /* 10 fields, 2 bits over */
    proof p = prove(v, &c, "r = pxor a b\n");
    assert_int_equal(p.answer, PROOF_PROVED);
    assert_int_equal(p.chunk, 3); /* all fields are alike */
    assert_int_equal(prove(v, &c, "t0 = pxor a b\nr = pand t0 0x3fffffff\n").answer, PROOF_PROVED);
    p = prove(v, &c, "t0 = pxor a b\nr = pand t0 0x1fffffff\n");
    assert_int_equal(p.answer, PROOF_REFUTED);
    assert_int_equal(p.cex.field, 9);
    assert_int_equal(p.cex.expected, p.cex.field_input[0] ^ p.cex.field_input[1]);
    c.cls = spec_find_class(s, "x128"); /* 42 fields, 2 bits over */
    p = prove(v, &c, "r = pxor a b\n");
    assert_int_equal(p.answer, PROOF_PROVED);
    assert_int_equal(p.chunk, 3);
    verifier_free(v);
}

static void a_scalar_result_leaves_the_rest_free(void **state)
{
    (void)state;
    verifier *v = verifier_with(5000);
    cell c = cell_of("sum", 16, "r32", "one");
    assert_int_equal(prove(v, &c, "t0 = psrld a 16\nr = paddd a t0\n").answer, PROOF_PROVED);
    proof p = prove(v, &c, "t0 = psrld a 15\nr = paddd a t0\n");
    assert_int_equal(p.answer, PROOF_REFUTED);
    assert_int_equal(p.cex.field, 0);
    assert_int_equal(p.cex.expected, (p.cex.input[0][0] + (p.cex.input[0][0] >> 16)) & 0xffff);
    verifier_free(v);
}

static void a_result_of_packed_bits_is_compared_bit_by_bit(void **state)
{
    (void)state;
    verifier *v = verifier_with(5000);
    cell c = cell_of("signs", 16, "r32", "one");
    assert_int_equal(
        prove(
            v, &c,
            "t0 = psrld a 15\nt1 = pand t0 0x1\nt2 = psrld a 30\nt3 = pand t2 0x2\nr = por t1 t3\n")
            .answer,
        PROOF_PROVED);
    proof p = prove(v, &c, "r = psrld a 15\n");
    assert_int_equal(p.answer, PROOF_REFUTED);
    assert_int_equal(p.cex.field, 1);
    assert_int_equal(p.cex.expected, p.cex.field_input[0] >> 15);
    assert_int_not_equal(p.cex.actual, p.cex.expected);
    verifier_free(v);
}

/* The doubling of 4-bit sums: even fields and odd fields added apart. */
static const char add4[] =
    "t0 = pand a 0x0f*\n"
    "t1 = pand a 0xf0*\n"
    "t2 = paddb t0 b\n"
    "t3 = pand t2 0x0f*\n"
    "t4 = pand b 0xf0*\n"
    "t5 = paddb t1 t4\n"
    "r = por t3 t5\n";

/* ---- lifting ---- */

typedef struct lift_case {
    const char *instr;
    int64_t imm;
    unsigned granule, chunk;
} lift_case;

static void lift_finds_the_smallest_chunk(void **state)
{
    (void)state;
    static const lift_case cases[] = {{"por", 0, 1, 8},    {"paddb", 0, 1, 8},  {"paddw", 0, 8, 16},
                                      {"paddd", 0, 8, 32}, {"psllw", 3, 8, 16}, {"pslld", 8, 8, 32},
                                      {"por", 0, 64, 64},  {"por", 0, 3, 128}};
    const regclass *x = spec_find_class(s, "x128");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        term_ctx *c = term_ctx_new();
        term in[2] = {term_mk_var(c, "a", 128), term_mk_var(c, "b", 128)}, chunk_in[2], chunk_out;
        const instr *insn = spec_find_instr(s, NULL, cases[i].instr, x);
        term out = instr_apply(insn, c, in, cases[i].imm);
        unsigned chunk = lift_to_smallest(c, &out, 1, in, insn->nsrc, 128, cases[i].granule,
                                          &chunk_out, chunk_in);
        assert_int_equal(chunk, cases[i].chunk);
        assert_int_equal(term_width(c, chunk_out), chunk);
        assert_string_equal(term_name(c, chunk_in[0]), "a");
        assert_int_equal(term_width(c, chunk_in[0]), chunk);
        term_ctx_free(c);
    }
}

static void lift_refuses_what_is_not_alike_or_not_apart(void **state)
{
    (void)state;
    term_ctx *c = term_ctx_new();
    term a = term_mk_var(c, "a", 32), stranger = term_mk_var(c, "z", 32), chunk_in, chunk_out;
    term crossing = term_mk_binary(c, TERM_BVSHL, a, term_mk_u64(c, 1, 32));
    term unlike = term_mk_binary(c, TERM_BVXOR, a, term_mk_u64(c, 0x01000000, 32));
    term alike = term_mk_binary(c, TERM_BVXOR, a, term_mk_u64(c, 0x01010101, 32));
    term foreign = term_mk_binary(c, TERM_BVXOR, a, stranger);
    assert_false(lift_to_chunk(c, &crossing, 1, &a, 1, 32, 8, &chunk_out, &chunk_in));
    assert_false(lift_to_chunk(c, &unlike, 1, &a, 1, 32, 8, &chunk_out, &chunk_in));
    assert_false(lift_to_chunk(c, &foreign, 1, &a, 1, 32, 8, &chunk_out, &chunk_in));
    assert_true(lift_to_chunk(c, &alike, 1, &a, 1, 32, 8, &chunk_out, &chunk_in));
    assert_int_equal(chunk_out, term_mk_binary(c, TERM_BVXOR, chunk_in, term_mk_u64(c, 1, 8)));

    term both[2] = {alike, unlike}, chunks[2];
    assert_false(lift_to_chunk(c, both, 2, &a, 1, 32, 8, chunks, &chunk_in));
    assert_int_equal(lift_to_smallest(c, both, 2, &a, 1, 32, 8, chunks, &chunk_in), 32);
    assert_int_equal(chunks[1], unlike);
    assert_int_equal(chunk_in, a);
    term_ctx_free(c);
}

/* Fields of 3 bits in 11: three, and two bits that no field takes. */
static void fields_are_lifted_by_their_forms(void **state)
{
    (void)state;
    term_ctx *c = term_ctx_new();
    term a = term_mk_var(c, "a", 11), chunk_in, out;
    unsigned forms, number[3];
    term alike = term_mk_binary(c, TERM_BVXOR, a, term_mk_u64(c, 0x7ff & 01111, 11));
    assert_true(lift_to_fields(c, &alike, 1, &a, 1, 11, 3, &out, &chunk_in, &forms, number));
    assert_int_equal(forms, 1);
    assert_int_equal(number[0], 0);
    assert_int_equal(out, term_mk_binary(c, TERM_BVXOR, chunk_in, term_mk_u64(c, 1, 3)));

    term unlike = term_mk_binary(c, TERM_BVXOR, a, term_mk_u64(c, 0211, 11)); /* field 2 */
    assert_true(lift_to_fields(c, &unlike, 1, &a, 1, 11, 3, &out, &chunk_in, &forms, number));
    assert_int_equal(forms, 2);
    assert_int_equal(number[1], 2);
    for (unsigned i = 0; i < 2; i++) {
        term in = term_mk_extract(c, 3 * i + 2, 3 * i, chunk_in);
        assert_int_equal(term_mk_extract(c, 3 * i + 2, 3 * i, out),
                         term_mk_binary(c, TERM_BVXOR, in, term_mk_u64(c, 1 + i, 3)));
    }

    term crossing = term_mk_binary(c, TERM_BVSHL, a, term_mk_u64(c, 1, 11));
    term foreign = term_mk_binary(c, TERM_BVXOR, a, term_mk_var(c, "z", 11));
    assert_false(lift_to_fields(c, &crossing, 1, &a, 1, 11, 3, &out, &chunk_in, &forms, number));
    assert_false(lift_to_fields(c, &foreign, 1, &a, 1, 11, 3, &out, &chunk_in, &forms, number));
    term_ctx_free(c);
}

/* ---- programs ---- */

static void right_programs_are_proved_on_a_chunk(void **state)
{
    (void)state;
    verifier *v = verifier_with(60000);
    cell c = cell_of("add", 4, "x128", "one"), own = cell_of("mul", 32, "r32", "one");
    proof p = prove(v, &c, add4);
    assert_int_equal(p.answer, PROOF_PROVED);
    assert_int_equal(p.chunk, 8);
    assert_string_equal(p.solver, "normal form"); /* both sides are one term */
    p = prove(v, &own, "r = mul b a\n");
    assert_int_equal(p.answer, PROOF_PROVED);
    assert_int_equal(p.chunk, 32);
    verifier_free(v);
}

static void obligations_are_shared_by_targets_registers_and_verifiers(void **state)
{
    (void)state;
    verifier *v = verifier_with(60000), *w = verifier_with(60000);
    cell x = cell_of("add", 4, "x128", "one"), y = cell_of("add", 4, "y256", "two"),
         z = cell_of("add", 8, "x128", "one");
    proof other = prove(w, &z, "r = paddb a b\n");
    proof first = prove(v, &x, add4), second = prove(w, &y, add4);
    assert_string_equal(first.obligation, second.obligation);
    assert_string_not_equal(first.obligation, other.obligation);
    assert_string_equal(prove(w, &x, add4).obligation, first.obligation);
    verifier_free(v);
    verifier_free(w);
}

static void wrong_programs_are_refuted_with_a_true_counterexample(void **state)
{
    (void)state;
    verifier *v = verifier_with(60000);
    cell c = cell_of("add", 4, "x128", "one");
    proof p = prove(v, &c, "r = paddb a b\n");
    assert_int_equal(p.answer, PROOF_REFUTED);
    const counterexample *x = &p.cex;
    assert_int_equal(x->expected, (x->field_input[0] + x->field_input[1]) & 15);
    assert_int_not_equal(x->expected, x->actual);
    assert_int_equal(x->field, 1);
    for (unsigned i = 0; i < 2; i++) assert_int_equal(x->input[i][0] >> 4 & 15, x->field_input[i]);
    uint64_t sum = (x->input[0][0] + x->input[1][0]) & 0xff;
    assert_int_equal(x->actual, sum >> 4);

    strbuf text = {0};
    char want[128];
    counterexample_print(x, &c, &text);
    snprintf(
        want, sizeof want,
        "field 1: a = %u, b = %u: expected %u, actual %u; registers a = 0x000000000000000000000000",
        (unsigned)x->field_input[0], (unsigned)x->field_input[1], (unsigned)x->expected,
        (unsigned)x->actual);
    assert_memory_equal(strbuf_text(&text), want, strlen(want));
    strbuf_free(&text);
    verifier_free(v);
}

/* Right but for one value in 2^32, which no sample hits. */
static void a_rare_difference_is_found_by_the_solver(void **state)
{
    (void)state;
    verifier *v = verifier_with(60000);
    cell c = cell_of("seldom", 32, "r32", "one");
    proof p = prove(v, &c, "r = por a 0x05\n");
    assert_int_equal(p.answer, PROOF_REFUTED);
    assert_string_equal(p.solver, smt_version());
    assert_int_equal(p.cex.field_input[0], 77);
    assert_int_equal(p.cex.expected, 5);
    assert_int_equal(p.cex.actual, 77 | 5);
    assert_int_equal(prove(v, &c, "r = 0x05\n").answer, PROOF_PROVED);
    verifier_free(v);
}

/* Of each field the highest bit says whether a and b differ; the other has anything in it. */
static void bits_that_an_operation_is_not_about_are_free(void **state)
{
    (void)state;
    verifier *v = verifier_with(5000);
    cell c = cell_of("differ", 2, "x128", "one");
    assert_int_equal(prove(v, &c, "t0 = pxor a b\nt1 = paddb t0 t0\nr = por t0 t1\n").answer,
                     PROOF_PROVED);
    assert_int_equal(
        prove(v, &c, "t0 = pxor a b\nt1 = paddb t0 t0\nt2 = por t0 t1\nr = pand t2 0xaa*\n").answer,
        PROOF_PROVED);
    proof p = prove(v, &c, "t0 = pxor a b\nt1 = paddb t0 t0\nt2 = por t0 t1\nr = pand t2 0x55*\n");
    assert_int_equal(p.answer, PROOF_REFUTED);
    assert_int_not_equal(p.cex.field_input[0], p.cex.field_input[1]);
    assert_int_not_equal(p.cex.field_input[0], 0);
    assert_int_equal(prove(v, &c, "r = pxor a b\n").answer, PROOF_REFUTED);
    verifier_free(v);
}

static void a_precondition_is_freedom(void **state)
{
    (void)state;
    verifier *v = verifier_with(60000);
    cell c = cell_of("shl", 1, "x128", "one"); /* the amount can only be 0 */
    assert_int_equal(prove(v, &c, "r = a\n").answer, PROOF_PROVED);
    assert_int_equal(prove(v, &c, "r = por a b\n").answer, PROOF_PROVED);
    assert_int_equal(prove(v, &c, "r = b\n").answer, PROOF_REFUTED);
    verifier_free(v);
}

static void a_precondition_that_nothing_meets_is_refused(void **state)
{
    (void)state;
    verifier *v = verifier_with(60000);
    cell c = cell_of("never", 8, "x128", "one");
    prog p = program(&c, "r = paddb a b\n");
    proof out;
    diags d = {0};
    assert_int_equal(verify_prog(v, &c, &p, &out, &d), LS_INPUT);
    assert_int_not_equal(out.answer, PROOF_PROVED);
    assert_int_equal(d.count, 1);
    diag_free(&d);
    verifier_free(v);
}

static void out_of_time_is_no_proof(void **state)
{
    (void)state;
    verifier *v = verifier_with(1);
    cell c = cell_of("mul", 32, "r32", "one");
    /* ab = (a & b)(a | b) + (a & ~b)(b & ~a): right, but a SAT solver would need ages. */
    proof p = prove(v, &c,
                    "t0 = pand a b\nt1 = por a b\nt2 = mul t0 t1\nt3 = pxor a t0\nt4 = pxor b t0\n"
                    "t5 = mul t3 t4\nr = paddd t2 t5\n");
    assert_int_equal(p.answer, PROOF_UNKNOWN);
    assert_string_not_equal(p.reason, "");
    verifier_free(v);
}

/* The same of bytes takes the solver some millions of steps, more than a call has at first. */
static void what_is_not_answered_soon_is_asked_again(void **state)
{
    (void)state;
    const char *text = "t0 = pand a b\nt1 = por a b\nt2 = mulb t0 t1\nt3 = pxor a t0\nt4 = pxor b "
                       "t0\nt5 = mulb t3 t4\nr = paddb t2 t5\n";
    cell c = cell_of("mul", 8, "r32", "one");
    verifier *v = verifier_with(60000);
    for (unsigned round = 0; round < 2; round++) {
        verifier_set_steps(v, 300000);
        assert_int_equal(prove(v, &c, text).answer, PROOF_UNKNOWN);
        verifier_set_steps(v, verify_default_limits.steps);
        assert_int_equal(prove(v, &c, text).answer, PROOF_PROVED);
    }
    verifier_free(v);
}

/* Products of halves: an identity of polynomials, which takes a SAT solver ages as it stands. */
static void a_product_of_halves_is_proved(void **state)
{
    (void)state;
    verifier *v = verifier_with(60000);
    cell c = cell_of("mul", 32, "r32", "one");
    const char
        *halves = "t0 = pand a 0xffff\nt1 = pand b 0xffff\nt2 = psrld a 16\nt3 = psrld b 16\n"
                  "t4 = mul t0 t1\nt5 = mul t2 t1\nt6 = mul t0 t3\nt7 = paddd t5 t6\n";
    char text[512];
    snprintf(text, sizeof text, "%st8 = pslld t7 16\nr = paddd t4 t8\n", halves);
    assert_int_equal(prove(v, &c, text).answer, PROOF_PROVED);
    snprintf(text, sizeof text, "%st8 = pslld t7 16\nr = por t4 t8\n", halves);
    assert_int_equal(prove(v, &c, text).answer, PROOF_REFUTED);
    verifier_free(v);
}

/* The value of a piece of x or y, whose name is "x bits L to H". */
static uint64_t piece_value(const char *name, const uint64_t *x, const uint64_t *y)
{
    char of;
    unsigned low, high;
    uint64_t out[1] = {0};
    assert_int_equal(sscanf(name, "%c bits %u to %u", &of, &low, &high), 3);
    bv_extract(out, of == 'x' ? x : y, high, low);
    return out[0];
}

enum { SUM_WIDTH = 24, PIECES = 2 * SUM_WIDTH };

/* Whether "t is not k", restated in sums, holds for these inputs. */
static bool differs_as_sums(term_ctx *c, const term *vars, term t, uint64_t k, unsigned field,
                            const uint64_t *x, const uint64_t *y)
{
    term pieces[PIECES];
    uint64_t value[PIECES], differs[1];
    const uint64_t *values[PIECES];
    obligation o = {.c = c, .ninputs = 2, .field = field};
    o.chunk = (claim){SUM_WIDTH,
                      {vars[0], vars[1]},
                      {t, term_mk_u64(c, k, SUM_WIDTH), term_mk_ones(c, SUM_WIDTH)}};
    term restated = sums_restate(&o);
    unsigned count = term_collect_vars(c, restated, pieces, PIECES);
    for (unsigned i = 0; i < count; i++) {
        value[i] = piece_value(term_name(c, pieces[i]), x, y);
        values[i] = &value[i];
    }
    term_eval(c, restated, pieces, values, count, differs);
    return differs[0];
}

static void sums_say_the_same_as_the_claim(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 1500; round++) {
        term_ctx *c = term_ctx_new();
        term vars[2] = {term_mk_var(c, "x", SUM_WIDTH), term_mk_var(c, "y", SUM_WIDTH)};
        uint64_t x[1] = {random_bits() & 0xffffff}, y[1] = {random_bits() & 0xffffff}, k[1];
        const uint64_t *whole[2] = {x, y};
        term mask = term_mk_u64(c, (uint64_t)0xffffff >> random_bits() % 20 << random_bits() % 20,
                                SUM_WIDTH);
        term masked = term_mk_binary(c, TERM_BVAND, mask, random_term(c, vars, 2, SUM_WIDTH, 2));
        term product = random_of_op(c, vars, 2, TERM_BVMUL, SUM_WIDTH, 1 + round % DEPTH);
        term joined = random_of_op(c, vars, 2, TERM_CONCAT, SUM_WIDTH, 1 + round % DEPTH);
        term t = term_mk_binary(c, TERM_BVADD, term_mk_binary(c, TERM_BVMUL, masked, joined),
                                product);
        term_eval(c, t, vars, whole, 2, k);
        assert_false(differs_as_sums(c, vars, t, k[0], round % 2 ? 8 : SUM_WIDTH, x, y));
        assert_true(differs_as_sums(c, vars, t, k[0] ^ 1u << round % SUM_WIDTH,
                                    round % 2 ? 8 : SUM_WIDTH, x, y));
        term_ctx_free(c);
    }
}

typedef struct memory {
    char hash[HASH_TEXT];
    unsigned asked;
} memory;

static const char *remembers(void *context, const char *hash)
{
    memory *m = context;
    m->asked++;
    return strcmp(m->hash, hash) ? NULL : "somebody";
}

static void what_is_known_is_not_asked_again(void **state)
{
    (void)state;
    verifier *v = verifier_with(60000), *knowing;
    cell c = cell_of("add", 4, "y256", "one");
    memory m = {.asked = 0};
    memcpy(m.hash, prove(v, &c, add4).obligation, sizeof m.hash);
    assert_int_equal(verifier_new(&knowing, verify_default_limits, remembers, &m), LS_OK);
    assert_int_equal(prove(knowing, &c, add4).answer, PROOF_PROVED);
    assert_string_equal(prove(knowing, &c, add4).solver, "somebody");
    assert_int_equal(prove(knowing, &c, "r = paddb a b\n").answer, PROOF_REFUTED);
    assert_int_equal(m.asked, 3);
    verifier_free(v);
    verifier_free(knowing);
}

static void the_smt2_text_is_plain(void **state)
{
    (void)state;
    verifier *v = verifier_with(60000);
    cell c = cell_of("neg", 8, "x128", "one");
    prog p = program(&c, "r = psubb 0x00* a\n");
    strbuf out = {0};
    diags d = {0};
    assert_int_equal(verify_write_smt2(v, &c, &p, &out, &d), LS_OK);
    assert_string_equal(
        strbuf_text(&out),
        "; Lanesmith: the program computes the operation if and only if this is unsat.\n"
        "; cell: neg 8 x128 one\n"
        "; program:\n"
        ";     r = psubb 0x00* a\n"
        "; stated on a chunk of 8 bits: both sides act alike and independently on every such "
        "chunk\n"
        "; of the 128-bit register\n"
        "(set-logic QF_BV)\n"
        "(declare-const a (_ BitVec 8))\n"
        "(define-fun program.value () (_ BitVec 8)\n(bvneg a))\n"
        "(define-fun operation.value () (_ BitVec 8)\n(bvneg a))\n"
        "(define-fun operation.care () (_ BitVec 8)\n#xff)\n"
        "(assert (not (= (bvand (bvxor program.value operation.value) operation.care) #x00)))\n"
        "(check-sat)\n");
    strbuf_free(&out);
    diag_free(&d);
    verifier_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_above_the_fields_are_free),
        cmocka_unit_test(a_scalar_result_leaves_the_rest_free),
        cmocka_unit_test(a_result_of_packed_bits_is_compared_bit_by_bit),
        cmocka_unit_test(lift_finds_the_smallest_chunk),
        cmocka_unit_test(lift_refuses_what_is_not_alike_or_not_apart),
        cmocka_unit_test(fields_are_lifted_by_their_forms),
        cmocka_unit_test(right_programs_are_proved_on_a_chunk),
        cmocka_unit_test(obligations_are_shared_by_targets_registers_and_verifiers),
        cmocka_unit_test(wrong_programs_are_refuted_with_a_true_counterexample),
        cmocka_unit_test(a_rare_difference_is_found_by_the_solver),
        cmocka_unit_test(bits_that_an_operation_is_not_about_are_free),
        cmocka_unit_test(a_precondition_is_freedom),
        cmocka_unit_test(a_precondition_that_nothing_meets_is_refused),
        cmocka_unit_test(out_of_time_is_no_proof),
        cmocka_unit_test(what_is_not_answered_soon_is_asked_again),
        cmocka_unit_test(a_product_of_halves_is_proved),
        cmocka_unit_test(sums_say_the_same_as_the_claim),
        cmocka_unit_test(what_is_known_is_not_asked_again),
        cmocka_unit_test(the_smt2_text_is_plain),
    };
    return cmocka_run_group_tests(tests, load_spec, free_spec);
}

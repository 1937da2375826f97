/* test_verify.c - lifting, the solver, proofs of programs and of LLVM IR: what must be proved, and what must never be.
 *
 * The spec of these tests is their own, in a temporary directory, so that they stand on nothing but the language. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../spec/bv.h"
#include "../../spec/lift.h"
#include "../../verify/irterm.h"
#include "../../verify/smt.h"
#include "../../verify/sums.h"
#include "../../verify/verify.h"

/* ---- the spec of these tests ---- */

#define SPLATS "(splat8 \"$k\") (splat16 \"$k\") (splat32 \"$k\") (splat64 \"$k\")"

static const char spec_text[] =
    "(class r32 (bits 32) scalar (llvm \"i32\") (c \"uint32_t\") " SPLATS ")\n"
    "(class x128 (bits 128) vector (llvm \"<2 x i64>\") (c \"__m128i\") " SPLATS ")\n"
    "(class y256 (bits 256) vector (llvm \"<4 x i64>\") (c \"__m256i\") " SPLATS ")\n"
    "(target one (cpu \"x86-64-v3\") (triple \"t\") (suffix \"one\") (features sse2 avx2) (classes r32 x128 y256))\n"
    "(target two (cpu \"x86-64-v4\") (triple \"t\") (suffix \"two\") (features sse2 avx2) (classes r32 x128 y256))\n"
    "(op add ((a (vec n w)) (b (vec n w))) (vec n w) (doc \"d\") (each i (bvadd (field a i) (field b i))))\n"
    "(op mul ((a (vec n w)) (b (vec n w))) (vec n w) (doc \"d\") (each i (bvmul (field a i) (field b i))))\n"
    "(op xor ((a (vec n w)) (b (vec n w))) (vec n w) (doc \"d\") (each i (bvxor (field a i) (field b i))))\n"
    "(op sum ((a (vec n w))) (vec 1 w) (doc \"d\") (fold (s (field a 0)) (j (- n 1)) (bvadd s (field a (+ j 1)))))\n"
    "(op signs ((a (vec n w))) (vec n 1) (doc \"d\") (pre i (distinct (field a i) (bv 0 w)))\n"
    "  (each i (ite (bvslt (field a i) (bv 0 w)) #b1 #b0)))\n"
    "(op neg ((a (vec n w))) (vec n w) (doc \"d\") (each i (bvneg (field a i))))\n"
    "(op shl ((a (vec n w)) (b (vec n w))) (vec n w) (doc \"d\") (pre i (bvult (field b i) (bv w w)))\n"
    "  (each i (bvshl (field a i) (field b i))))\n"
    "(op never ((a (vec n w)) (b (vec n w))) (vec n w) (doc \"d\")\n"
    "  (pre i (if (< n 16) true (and (bvult (field a i) (field b i)) (bvult (field b i) (field a i)))))\n" /* the loader sees small n */
    "  (each i (bvadd (field a i) (field b i))))\n"
    "(op differ ((a (vec n w)) (b (vec n w))) (vec n w) (doc \"d\") (only (- w 1) w) (pre i (distinct (field a i) (bv 0 w)))\n"
    "  (each i (ite (distinct (field a i) (field b i)) (bv -1 w) (bv 0 w))))\n"
    "(op seldom ((a (vec n w))) (vec n w) (doc \"d\") (pre i (= (field a i) (bv 77 w))) (each i (bv 5 w)))\n"
    "(family (r) ((r32) (x128) (y256))\n"
    "  (family (name op) ((\"por\" 0) (\"pand\" 1) (\"pxor\" 2))\n"
    "    (instr (name name) ((a r) (b r)) r (requires sse2) (kind logic) (llvm \"x $a $b\") (c \"$a $b\")\n"
    "      (if (== op 0) (bvor a b) (if (== op 1) (bvand a b) (bvxor a b)))))\n"
    "  (family (s w) ((\"b\" 8) (\"w\" 16) (\"d\" 32))\n"
    "    (instr (name \"padd\" s) ((a r) (b r)) r (requires sse2) (kind add) (llvm \"x $a $b\") (c \"$a $b\")\n"
    "      (each i w (bvadd (field a i) (field b i))))\n"
    "    (instr (name \"psub\" s) ((a r) (b r)) r (requires sse2) (kind sub) (llvm \"x $a $b\") (c \"$a $b\")\n"
    "      (each i w (bvsub (field a i) (field b i))))\n"
    "    (instr (name \"psll\" s) ((a r) (k (imm 1 (- w 1)))) r (requires sse2) (kind shift)\n"
    "      (llvm \"x $a $k\") (c \"$a $k\")\n"
    "      (each i w (bvshl (field a i) (bv k w))))\n"
    "    (instr (name \"psrl\" s) ((a r) (k (imm 1 (- w 1)))) r (requires sse2) (kind shift)\n"
    "      (llvm \"x $a $k\") (c \"$a $k\")\n"
    "      (each i w (bvlshr (field a i) (bv k w))))))\n"
    "(instr (name \"mulb\") ((a r32) (b r32)) r32 (requires sse2) (kind multiply) (llvm \"$a $b\") (c \"$a $b\")\n"
    "  (each i 8 (bvmul (field a i) (field b i))))\n"
    "(instr (name \"mul\") ((a r32) (b r32)) r32 (requires sse2) (kind multiply) (llvm \"$a $b\") (c \"$a $b\") (bvmul a b))\n";

static spec *s;
static char dir[] = "test_verify.XXXXXX"; /* in the working directory */

static int load_spec(void **state)
{
    (void)state;
    char path[64];
    diags d = {0};
    if (!mkdtemp(dir)) return -1;
    snprintf(path, sizeof path, "%s/t.spec", dir);
    if (file_write(path, spec_text, strlen(spec_text)) != LS_OK) return -1;
    ls_status status = spec_load_files(&s, (const char *const[]){path}, 1, &d);
    diag_print(&d, stderr);
    diag_free(&d);
    unlink(path);
    rmdir(dir);
    return status == LS_OK ? 0 : -1;
}

static int free_spec(void **state)
{
    (void)state;
    spec_free(s);
    return 0;
}

static cell cell_of(const char *op_name, unsigned w, const char *cls, const char *target_name)
{
    cell c = {spec_find_op(s, op_name), w, spec_find_class(s, cls), spec_find_target(s, target_name)};
    assert_non_null(c.op);
    assert_non_null(c.cls);
    assert_non_null(c.target);
    return c;
}

static prog program(const cell *c, const char *text)
{
    prog p;
    diags d = {0};
    bool ok = prog_parse(&p, s, c->op, c->cls, text, (place){.file = "text", .text = text, .line = 1}, &d);
    diag_print(&d, stderr);
    diag_free(&d);
    assert_true(ok);
    return p;
}

static verifier *verifier_with(unsigned milliseconds)
{
    verifier *v;
    verify_limits limits = verify_default_limits;
    limits.milliseconds = milliseconds;
    assert_int_equal(verifier_new(&v, limits, NULL, NULL), LS_OK);
    return v;
}

static proof prove(verifier *v, const cell *c, const char *text)
{
    proof out;
    diags d = {0};
    prog p = program(c, text);
    ls_status status = verify_prog(v, c, &p, &out, &d);
    diag_print(&d, stderr);
    assert_int_equal(status, LS_OK);
    assert_int_equal(d.count, 0);
    diag_free(&d);
    return out;
}

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
    assert_int_equal(prove(v, &c, "t0 = psrld a 15\nt1 = pand t0 0x1\nt2 = psrld a 30\nt3 = pand t2 0x2\nr = por t1 t3\n").answer,
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
        const instr *insn = spec_find_instr(s, cases[i].instr, x);
        term out = instr_apply(insn, c, in, cases[i].imm);
        unsigned chunk = lift_to_smallest(c, &out, 1, in, insn->nsrc, 128, cases[i].granule, &chunk_out, chunk_in);
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

/* ---- the solver ---- */

static term differ(term_ctx *c, term a, term b)
{
    return term_mk_unary(c, TERM_NOT, term_mk_binary(c, TERM_EQ, a, b));
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
        assert_int_equal(term_mk_extract(c, 3 * i + 2, 3 * i, out), term_mk_binary(c, TERM_BVXOR, in, term_mk_u64(c, 1 + i, 3)));
    }

    term crossing = term_mk_binary(c, TERM_BVSHL, a, term_mk_u64(c, 1, 11));
    term foreign = term_mk_binary(c, TERM_BVXOR, a, term_mk_var(c, "z", 11));
    assert_false(lift_to_fields(c, &crossing, 1, &a, 1, 11, 3, &out, &chunk_in, &forms, number));
    assert_false(lift_to_fields(c, &foreign, 1, &a, 1, 11, 3, &out, &chunk_in, &forms, number));
    term_ctx_free(c);
}

static void solver_finds_a_model_of_many_limbs(void **state)
{
    (void)state;
    smt *solver;
    term_ctx *c = term_ctx_new();
    uint64_t want[4] = {0x0123456789abcdef, 0, 0xfedcba9876543210, 5}, got[4], flag[1];
    term a = term_mk_var(c, "a", 200), p = term_mk_var(c, "p", 0), k = term_mk_const(c, want, 200);
    term holds = term_mk_binary(c, TERM_AND, p, term_mk_binary(c, TERM_EQ, term_mk_unary(c, TERM_BVNOT, a), k));
    smt_answer answer;
    char reason[SMT_REASON];
    assert_int_equal(smt_new(&solver, 10000, 0), LS_OK);
    term vars[2] = {a, p};
    uint64_t *values[2] = {got, flag};
    assert_int_equal(smt_solve(solver, c, holds, vars, 2, values, &answer, reason), LS_OK);
    assert_int_equal(answer, SMT_SAT);
    assert_int_equal(flag[0], 1);
    for (unsigned i = 0; i < 4; i++) assert_int_equal(got[i], i == 3 ? ~want[i] & 0xff : ~want[i]);
    smt_free(solver);
    term_ctx_free(c);
}

static uint64_t random_seed = 20240611;

static uint64_t random_bits(void)
{
    random_seed ^= random_seed << 13;
    random_seed ^= random_seed >> 7;
    random_seed ^= random_seed << 17;
    return random_seed * 0x2545f4914f6cdd1du;
}

enum { DEPTH = 3 };

static term random_term(term_ctx *c, const term *vars, unsigned nvars, unsigned width, unsigned depth);

static term random_bool(term_ctx *c, const term *vars, unsigned nvars, unsigned depth, term_op kind)
{
    unsigned width = 1 + (unsigned)(random_bits() % 70);
    if (kind == TERM_NOT) return term_mk_unary(c, kind, random_bool(c, vars, nvars, depth, TERM_BVULT));
    if (kind == TERM_AND || kind == TERM_OR)
        return term_mk_binary(c, kind, random_bool(c, vars, nvars, depth, TERM_BVSLE),
                              random_bool(c, vars, nvars, depth, TERM_EQ));
    return term_mk_binary(c, kind, random_term(c, vars, nvars, width, depth), random_term(c, vars, nvars, width, depth));
}

/* A variable, or a constant now and then, brought to the width. */
static term random_leaf(term_ctx *c, const term *vars, unsigned nvars, unsigned width)
{
    uint64_t limbs[TERM_LIMBS_MAX];
    for (unsigned i = 0; i < TERM_LIMBS_MAX; i++) limbs[i] = random_bits();
    if (random_bits() % 4 == 0) return term_mk_const(c, limbs, width);
    term v = vars[random_bits() % nvars];
    unsigned from = term_width(c, v);
    if (from < width) return term_mk_extend(c, TERM_ZERO_EXTEND, width - from, v);
    unsigned low = (unsigned)(random_bits() % (from - width + 1));
    return term_mk_extract(c, low + width - 1, low, v);
}

static term random_of_op(term_ctx *c, const term *vars, unsigned nvars, term_op kind, unsigned width, unsigned depth)
{
    unsigned less = width > 1 ? 1 + (unsigned)(random_bits() % (width - 1)) : 0;
    switch (kind) {
    case TERM_BVNOT: case TERM_BVNEG: return term_mk_unary(c, kind, random_term(c, vars, nvars, width, depth));
    case TERM_ITE:
        return term_mk_ite(c, random_bool(c, vars, nvars, depth, TERM_AND), random_term(c, vars, nvars, width, depth),
                           random_term(c, vars, nvars, width, depth));
    case TERM_CONCAT:
        if (!less) return random_leaf(c, vars, nvars, width);
        return term_mk_binary(c, kind, random_term(c, vars, nvars, width - less, depth),
                              random_term(c, vars, nvars, less, depth));
    case TERM_EXTRACT:
        return term_mk_extract(c, width + 2, 3, random_term(c, vars, nvars, width + 5, depth));
    case TERM_ZERO_EXTEND: case TERM_SIGN_EXTEND:
        return term_mk_extend(c, kind, less, random_term(c, vars, nvars, width - less, depth));
    default:
        return term_mk_binary(c, kind, random_term(c, vars, nvars, width, depth), random_term(c, vars, nvars, width, depth));
    }
}

static bool is_bit_vector_op(term_op kind)
{
    return kind >= TERM_ITE && !(kind >= TERM_BVULT && kind <= TERM_BVSLE);
}

static term random_term(term_ctx *c, const term *vars, unsigned nvars, unsigned width, unsigned depth)
{
    term_op kind = (term_op)(random_bits() % TERM_OP_COUNT);
    if (depth == 0 || !is_bit_vector_op(kind)) return random_leaf(c, vars, nvars, width);
    return random_of_op(c, vars, nvars, kind, width, depth - 1);
}

/* Two contexts hold the same shape: in one the variables are free and a condition fixes them, so that Z3 has to evaluate
 * what term_eval evaluates. */
static void check_against_eval(smt *solver, term_op kind, unsigned round)
{
    term_ctx *c = term_ctx_new();
    uint64_t value[2][2], result[2] = {0};
    const uint64_t *values[2] = {value[0], value[1]};
    unsigned width[2] = {1 + (unsigned)(random_bits() % 70), 1 + round % 70};
    term vars[2] = {term_mk_var(c, "x", width[0]), term_mk_var(c, "y", width[1])};
    for (unsigned i = 0; i < 4; i++) value[i / 2][i % 2] = round % 3 ? random_bits() : random_bits() % 3 - 1;
    for (unsigned i = 0; i < 2; i++) bv_trim(value[i], width[i]);

    bool bit_vector = is_bit_vector_op(kind);
    term t = bit_vector ? random_of_op(c, vars, 2, kind, 1 + (unsigned)(random_bits() % 70), DEPTH)
                        : random_bool(c, vars, 2, DEPTH, kind);
    term_eval(c, t, vars, values, 2, result);
    term expected = bit_vector ? term_mk_const(c, result, term_width(c, t)) : term_mk_bool(c, result[0]);
    term condition = differ(c, t, expected);
    for (unsigned i = 0; i < 2; i++) {
        term fixed = term_mk_binary(c, TERM_EQ, vars[i], term_mk_const(c, value[i], width[i]));
        condition = term_mk_binary(c, TERM_AND, condition, fixed);
    }
    smt_answer answer;
    char reason[SMT_REASON];
    assert_int_equal(smt_solve(solver, c, condition, NULL, 0, NULL, &answer, reason), LS_OK);
    assert_int_equal(answer, SMT_UNSAT);
    term_ctx_free(c);
}

static void solver_agrees_with_eval_on_every_operator(void **state)
{
    (void)state;
    smt *solver;
    assert_int_equal(smt_new(&solver, 20000, 0), LS_OK);
    for (term_op kind = TERM_NOT; kind < TERM_OP_COUNT; kind++)
        for (unsigned round = 0; round < 25; round++) check_against_eval(solver, kind, round);
    smt_free(solver);
}

/* A product as Z3 writes it out and one row by row: no preprocessing brings them together. */
static term hard_inequality(term_ctx *c)
{
    term x = term_mk_var(c, "x", 40), y = term_mk_var(c, "y", 40), sum = term_mk_u64(c, 0, 40);
    for (unsigned i = 0; i < 40; i++) {
        term bit = term_mk_binary(c, TERM_EQ, term_mk_extract(c, i, i, y), term_mk_u64(c, 1, 1));
        term row = term_mk_binary(c, TERM_BVSHL, x, term_mk_u64(c, i, 40));
        sum = term_mk_binary(c, TERM_BVADD, sum, term_mk_ite(c, bit, row, term_mk_u64(c, 0, 40)));
    }
    return differ(c, term_mk_binary(c, TERM_BVMUL, x, y), sum);
}

static void solver_out_of_time_or_memory_is_unknown(void **state)
{
    (void)state;
    smt *solver;
    term_ctx *c = term_ctx_new();
    term hard = hard_inequality(c), x = term_mk_var(c, "x", 40);
    smt_answer answer;
    char reason[SMT_REASON];
    assert_int_equal(smt_new(&solver, 1, 0), LS_OK);
    assert_int_equal(smt_solve(solver, c, hard, NULL, 0, NULL, &answer, reason), LS_OK);
    assert_int_equal(answer, SMT_UNKNOWN);
    assert_string_not_equal(reason, "");
    smt_set_limits(solver, 20000, 1);
    assert_int_equal(smt_solve(solver, c, hard, NULL, 0, NULL, &answer, reason), LS_OK);
    assert_int_equal(answer, SMT_UNKNOWN);
    assert_non_null(strstr(reason, "memory"));
    smt_set_limits(solver, 20000, 0); /* and it goes on working */
    assert_int_equal(smt_solve(solver, c, differ(c, x, x), NULL, 0, NULL, &answer, reason), LS_OK);
    assert_int_equal(answer, SMT_UNSAT);
    smt_free(solver);
    term_ctx_free(c);
}

static void a_session_keeps_what_it_was_told(void **state)
{
    (void)state;
    smt_session *session;
    term_ctx *c = term_ctx_new();
    term x = term_mk_var(c, "x", 16);
    uint64_t value[1], *values[1] = {value};
    smt_answer answer;
    char reason[SMT_REASON];
    assert_int_equal(smt_session_new(&session, c, 500), LS_OK);
    for (unsigned k = 0; k < 2000; k++) term_mk_u64(c, k, 16); /* the context grows meanwhile */
    smt_session_assert(session, term_mk_binary(c, TERM_BVULT, x, term_mk_u64(c, 3, 16)));
    for (unsigned left = 3; left; left--) {
        assert_int_equal(smt_session_solve(session, 20000, &x, 1, values, &answer, reason), LS_OK);
        assert_int_equal(answer, SMT_SAT);
        assert_true(value[0] < 3);
        smt_session_assert(session, differ(c, x, term_mk_u64(c, value[0], 16)));
    }
    assert_int_equal(smt_session_solve(session, 20000, &x, 1, values, &answer, reason), LS_OK);
    assert_int_equal(answer, SMT_UNSAT);
    smt_session_free(session);
    term_ctx_free(c);
}

static void a_session_without_answer_has_none_later(void **state)
{
    (void)state;
    smt_session *session;
    term_ctx *c = term_ctx_new();
    term hard = hard_inequality(c);
    smt_answer answer;
    char reason[SMT_REASON];
    assert_int_equal(smt_session_new(&session, c, 0), LS_OK);
    smt_session_assert(session, hard);
    for (unsigned k = 0; k < 2; k++) {
        assert_int_equal(smt_session_solve(session, 20, NULL, 0, NULL, &answer, reason), LS_OK);
        assert_int_equal(answer, SMT_UNKNOWN);
        assert_string_not_equal(reason, "");
        smt_session_assert(session, term_mk_bool(c, false)); /* not heard */
    }
    smt_session_free(session);
    assert_int_equal(smt_session_new(&session, c, 1), LS_OK);
    smt_session_assert(session, hard);
    assert_int_equal(smt_session_solve(session, 60000, NULL, 0, NULL, &answer, reason), LS_OK);
    assert_int_equal(answer, SMT_UNKNOWN);
    smt_session_free(session);
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
    assert_string_equal(p.solver, smt_version());
    p = prove(v, &own, "r = mul b a\n");
    assert_int_equal(p.answer, PROOF_PROVED);
    assert_int_equal(p.chunk, 32);
    verifier_free(v);
}

static void obligations_are_shared_by_targets_registers_and_verifiers(void **state)
{
    (void)state;
    verifier *v = verifier_with(60000), *w = verifier_with(60000);
    cell x = cell_of("add", 4, "x128", "one"), y = cell_of("add", 4, "y256", "two"), z = cell_of("add", 8, "x128", "one");
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
    snprintf(want, sizeof want, "field 1: a = %u, b = %u: expected %u, actual %u; registers a = 0x000000000000000000000000",
             (unsigned)x->field_input[0], (unsigned)x->field_input[1], (unsigned)x->expected, (unsigned)x->actual);
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
    assert_int_equal(prove(v, &c, "t0 = pxor a b\nt1 = paddb t0 t0\nr = por t0 t1\n").answer, PROOF_PROVED);
    assert_int_equal(prove(v, &c, "t0 = pxor a b\nt1 = paddb t0 t0\nt2 = por t0 t1\nr = pand t2 0xaa*\n").answer, PROOF_PROVED);
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
    proof p = prove(v, &c, "t0 = pand a b\nt1 = por a b\nt2 = mul t0 t1\nt3 = pxor a t0\nt4 = pxor b t0\n"
                           "t5 = mul t3 t4\nr = paddd t2 t5\n");
    assert_int_equal(p.answer, PROOF_UNKNOWN);
    assert_string_not_equal(p.reason, "");
    verifier_free(v);
}

/* The same of bytes takes the solver some millions of steps, more than a call has at first. */
static void what_is_not_answered_soon_is_asked_again(void **state)
{
    (void)state;
    const char *text = "t0 = pand a b\nt1 = por a b\nt2 = mulb t0 t1\nt3 = pxor a t0\nt4 = pxor b t0\nt5 = mulb t3 t4\nr = paddb t2 t5\n";
    cell c = cell_of("mul", 8, "r32", "one");
    verify_limits few = verify_default_limits;
    few.steps = 300000;
    verifier *hasty, *patient = verifier_with(60000);
    assert_int_equal(verifier_new(&hasty, few, NULL, NULL), LS_OK);
    assert_int_equal(prove(hasty, &c, text).answer, PROOF_UNKNOWN);
    assert_int_equal(prove(patient, &c, text).answer, PROOF_PROVED);
    verifier_free(hasty);
    verifier_free(patient);
}

/* Products of halves: an identity of polynomials, which takes a SAT solver ages as it stands. */
static void a_product_of_halves_is_proved(void **state)
{
    (void)state;
    verifier *v = verifier_with(60000);
    cell c = cell_of("mul", 32, "r32", "one");
    const char *halves = "t0 = pand a 0xffff\nt1 = pand b 0xffff\nt2 = psrld a 16\nt3 = psrld b 16\n"
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
static bool differs_as_sums(term_ctx *c, const term *vars, term t, uint64_t k, unsigned field, const uint64_t *x,
                            const uint64_t *y)
{
    term pieces[PIECES];
    uint64_t value[PIECES], differs[1];
    const uint64_t *values[PIECES];
    obligation o = {.c = c, .ninputs = 2, .field = field};
    o.chunk = (claim){SUM_WIDTH, {vars[0], vars[1]}, {t, term_mk_u64(c, k, SUM_WIDTH), term_mk_ones(c, SUM_WIDTH)}};
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
        term mask = term_mk_u64(c, (uint64_t)0xffffff >> random_bits() % 20 << random_bits() % 20, SUM_WIDTH);
        term masked = term_mk_binary(c, TERM_BVAND, mask, random_term(c, vars, 2, SUM_WIDTH, 2));
        term product = random_of_op(c, vars, 2, TERM_BVMUL, SUM_WIDTH, 1 + round % DEPTH);
        term joined = random_of_op(c, vars, 2, TERM_CONCAT, SUM_WIDTH, 1 + round % DEPTH);
        term t = term_mk_binary(c, TERM_BVADD, term_mk_binary(c, TERM_BVMUL, masked, joined), product);
        term_eval(c, t, vars, whole, 2, k);
        assert_false(differs_as_sums(c, vars, t, k[0], round % 2 ? 8 : SUM_WIDTH, x, y));
        assert_true(differs_as_sums(c, vars, t, k[0] ^ 1u << round % SUM_WIDTH, round % 2 ? 8 : SUM_WIDTH, x, y));
        term_ctx_free(c);
    }
}

typedef struct memory {
    char hash[HASH_TEXT];
    unsigned asked;
} memory;

static bool remembers(void *context, const char *hash)
{
    memory *m = context;
    m->asked++;
    return !strcmp(m->hash, hash);
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
    assert_int_equal(prove(knowing, &c, "r = paddb a b\n").answer, PROOF_REFUTED);
    assert_int_equal(m.asked, 2);
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
    assert_string_equal(strbuf_text(&out),
        "; Lanesmith: the program computes the operation if and only if this is unsat.\n"
        "; cell: neg 8 x128 one\n"
        "; program:\n"
        ";     r = psubb 0x00* a\n"
        "; stated on a chunk of 8 bits: both sides act alike and independently on every such chunk\n"
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

/* ---- LLVM IR ---- */

static ls_status read_back(verifier *v, const cell *c, const char *ir, proof *out)
{
    diags d = {0};
    ls_status status = verify_ir(v, s, c, ir, "f", out, &d);
    assert_int_equal(d.count > 0, status != LS_OK);
    diag_free(&d);
    return status;
}

#define VEC "<2 x i64> @f(<2 x i64> %a, <2 x i64> %b) {\n"
#define CAST(n, t) "%x = bitcast <2 x i64> %a to <" #n " x " #t ">\n%y = bitcast <2 x i64> %b to <" #n " x " #t ">\n"
#define BACK(n, t) "%q = bitcast <" #n " x " #t "> %r to <2 x i64>\nret <2 x i64> %q\n}\n"

static void right_ir_is_proved(void **state)
{
    (void)state;
    verifier *v = verifier_with(60000);
    cell bytes = cell_of("add", 8, "x128", "one"), nibbles = cell_of("add", 4, "x128", "one");
    proof p;
    assert_int_equal(read_back(v, &bytes, "define " VEC CAST(16, i8) "%r = add <16 x i8> %x, %y\n" BACK(16, i8), &p), LS_OK);
    assert_int_equal(p.answer, PROOF_PROVED);
    assert_int_equal(p.chunk, 8);
    assert_string_equal(p.obligation, prove(v, &bytes, "r = paddb a b\n").obligation);
    assert_int_equal(read_back(v, &nibbles, "define " VEC CAST(32, i4) "%r = add <32 x i4> %x, %y\n" BACK(32, i4), &p), LS_OK);
    assert_int_equal(p.answer, PROOF_PROVED);
    verifier_free(v);
}

static void wrong_ir_is_refuted(void **state)
{
    (void)state;
    verifier *v = verifier_with(60000);
    cell c = cell_of("add", 4, "x128", "one");
    proof p;
    assert_int_equal(read_back(v, &c, "define " VEC CAST(16, i8) "%r = add <16 x i8> %x, %y\n" BACK(16, i8), &p), LS_OK);
    assert_int_equal(p.answer, PROOF_REFUTED);
    assert_int_equal(p.cex.expected, (p.cex.field_input[0] + p.cex.field_input[1]) & 15);
    verifier_free(v);
}

/* Poison of one field may stay there; spread over its neighbours by a bitcast, or produced where the operation has a
 * value, it refutes. */
static void poison_is_no_value(void **state)
{
    (void)state;
    verifier *v = verifier_with(60000);
    cell c = cell_of("shl", 16, "x128", "one"), add = cell_of("add", 16, "x128", "one");
    proof p;
    const char *apart = "define " VEC CAST(8, i16) "%r = shl <8 x i16> %x, %y\n" BACK(8, i16);
    assert_int_equal(read_back(v, &c, apart, &p), LS_OK);
    assert_int_equal(p.answer, PROOF_REFUTED); /* the result travels as <2 x i64> */
    const char *kept = "define <8 x i16> @f(<8 x i16> %a, <8 x i16> %b) {\n%r = shl <8 x i16> %a, %b\nret <8 x i16> %r\n}\n";
    assert_int_equal(read_back(v, &c, kept, &p), LS_OK);
    assert_int_equal(p.answer, PROOF_PROVED);
    const char *masked = "define <8 x i16> @f(<8 x i16> %a, <8 x i16> %b) {\n%s = shl <8 x i16> %a, %b\n"
                         "%z = and <8 x i16> %s, zeroinitializer\n%t = add <8 x i16> %a, %b\n"
                         "%r = or <8 x i16> %t, %z\nret <8 x i16> %r\n}\n";
    assert_int_equal(read_back(v, &add, masked, &p), LS_OK);
    assert_int_equal(p.answer, PROOF_REFUTED);
    const char *chosen = "define <8 x i16> @f(<8 x i16> %a, <8 x i16> %b) {\n%t = add <8 x i16> %a, %b\n"
                         "%r = shufflevector <8 x i16> %t, <8 x i16> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3,"
                         " i32 4, i32 5, i32 6, i32 poison>\nret <8 x i16> %r\n}\n";
    assert_int_equal(read_back(v, &add, chosen, &p), LS_OK);
    assert_int_equal(p.answer, PROOF_REFUTED);
    assert_int_equal(p.cex.field, 7);
    verifier_free(v);
}

/* Frozen, the poison of a field stays in its bits: a bitcast does not spread it. It is any number, not the one that would suit. */
static void frozen_poison_is_any_number_in_its_place(void **state)
{
    (void)state;
    verifier *v = verifier_with(60000);
    cell c = cell_of("shl", 16, "x128", "one"), add = cell_of("add", 16, "x128", "one");
    proof p;
    const char *frozen = "define " VEC CAST(8, i16) "%s = shl <8 x i16> %x, %y\n%r = freeze <8 x i16> %s\n" BACK(8, i16);
    assert_int_equal(read_back(v, &c, frozen, &p), LS_OK);
    assert_int_equal(p.answer, PROOF_PROVED);
    const char *wider = "define " VEC CAST(8, i16) "%s = shl <8 x i16> %x, %y\n%q = bitcast <8 x i16> %s to <2 x i64>\n"
                        "%r = freeze <2 x i64> %q\nret <2 x i64> %r\n}\n";
    assert_int_equal(read_back(v, &c, wider, &p), LS_OK);
    assert_int_equal(p.answer, PROOF_REFUTED); /* too late */
    const char *passed = "define " VEC CAST(8, i16) "%s = shl <8 x i16> %x, %y\n%z = freeze <8 x i16> %s\n%w = and <8 x i16> %z, splat (i16 1)\n"
                         "%t = add <8 x i16> %x, %y\n%r = add <8 x i16> %t, %w\n" BACK(8, i16);
    assert_int_equal(read_back(v, &add, passed, &p), LS_OK);
    assert_int_equal(p.answer, PROOF_REFUTED);
    verifier_free(v);
}

/* Of `add`: x + y + d, where d is made of shifts that are poison when y is 16 or more. */
#define FROZEN(lines)                                                                                                        \
    "define " VEC CAST(8, i16) "%s = shl <8 x i16> %x, %y\n%s2 = lshr <8 x i16> %x, %y\n%s3 = ashr <8 x i16> %x, %y\n"      \
    "%z = freeze <8 x i16> %s\n" lines "%t = add <8 x i16> %x, %y\n%r = add <8 x i16> %t, %d\n" BACK(8, i16)

/* What a freeze has made is one value for everybody who reads it, and poison no more; which one, nobody knows. */
static void what_is_frozen_is_one_value(void **state)
{
    static const struct { const char *ir; proof_answer answer; } cases[] = {
        {FROZEN("%d = sub <8 x i16> %z, %z\n"), PROOF_PROVED},
        {FROZEN("%d = and <8 x i16> %z, zeroinitializer\n"), PROOF_PROVED},
        {FROZEN("%d = and <8 x i16> %s, zeroinitializer\n"), PROOF_REFUTED}, /* poison still */
        {FROZEN("%z2 = freeze <8 x i16> %z\n%d = sub <8 x i16> %z, %z2\n"), PROOF_PROVED},
        {FROZEN("%z2 = freeze <8 x i16> %s\n%d = sub <8 x i16> %z, %z2\n"), PROOF_REFUTED}, /* two freezes, two values */
        {FROZEN("%i = bitcast <8 x i16> %z to i128\n%w = bitcast i128 %i to <8 x i16>\n%d = sub <8 x i16> %z, %w\n"), PROOF_PROVED},
        {FROZEN("%k = icmp ule <8 x i16> %z, splat (i16 -1)\n%d = select <8 x i1> %k, <8 x i16> zeroinitializer, <8 x i16> %x\n"), PROOF_PROVED},
        {FROZEN("%k = icmp ule <8 x i16> %z, splat (i16 -2)\n%d = select <8 x i1> %k, <8 x i16> zeroinitializer, <8 x i16> %x\n"), PROOF_REFUTED},
        {FROZEN("%w = mul <8 x i16> %z, splat (i16 2)\n%d = and <8 x i16> %w, splat (i16 1)\n"), PROOF_PROVED},
        {FROZEN("%w = or <8 x i16> %z, splat (i16 1)\n%d = and <8 x i16> %w, splat (i16 1)\n"), PROOF_REFUTED},
        {FROZEN("%h = lshr <8 x i16> %z, splat (i16 15)\n%w = shl <8 x i16> %h, splat (i16 15)\n%n = xor <8 x i16> %w, %z\n"
                "%d = and <8 x i16> %n, splat (i16 -32768)\n"), PROOF_PROVED},
        {FROZEN("%n = shl <8 x i16> %x, %z\n%d = and <8 x i16> %n, zeroinitializer\n"), PROOF_REFUTED}, /* too far for a shift: poison again */
        {FROZEN("%o = sub <8 x i16> %z, %s\n%d = freeze <8 x i16> %o\n"), PROOF_REFUTED}};
    (void)state;
    verifier *v = verifier_with(60000);
    cell add = cell_of("add", 16, "x128", "one");
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        proof p;
        assert_int_equal(read_back(v, &add, cases[i].ir, &p), LS_OK);
        if (p.answer != cases[i].answer) fail_msg("case %u: %s", i, proof_answer_names[p.answer]);
        if (p.answer == PROOF_REFUTED) assert_true(p.cex.field_input[1] >= 16);
    }
    verifier_free(v);
}

/* A claim has as many inputs beside the operands as make four. Bits that nobody asks for take no place there. */
static void too_much_that_is_frozen_is_unknown(void **state)
{
    (void)state;
    verifier *v = verifier_with(60000);
    cell add = cell_of("add", 16, "x128", "one");
    proof p;
#define PARTS(third)                                                                                                         \
    "%z2 = freeze <8 x i16> %s2\n%z3 = freeze <8 x i16> %s3\n%o = and <8 x i16> %z2, " third "\n%no = xor <8 x i16> %o, splat (i16 -1)\n" \
    "%in = and <8 x i16> %z, %o\n%out = and <8 x i16> %z, %no\n%both = or <8 x i16> %in, %out\n%d = sub <8 x i16> %z, %both\n"
    assert_int_equal(read_back(v, &add, FROZEN(PARTS("%z3")), &p), LS_OK);
    assert_int_equal(p.answer, PROOF_UNKNOWN);
    assert_non_null(strstr(p.reason, "frozen"));
    assert_int_equal(read_back(v, &add, FROZEN(PARTS("%x")), &p), LS_OK);
    assert_int_equal(p.answer, PROOF_PROVED);
#undef PARTS
    verifier_free(v);
}

/* A divisor that is any number may be zero. */
static void a_frozen_divisor_may_be_zero(void **state)
{
    (void)state;
    verifier *v = verifier_with(60000);
    cell add = cell_of("add", 16, "x128", "one");
    proof p;
    assert_int_equal(read_back(v, &add, FROZEN("%d = udiv <8 x i16> zeroinitializer, %z\n"), &p), LS_INPUT);
    assert_int_equal(read_back(v, &add, FROZEN("%n = or <8 x i16> %z, splat (i16 1)\n%d = udiv <8 x i16> zeroinitializer, %n\n"), &p), LS_OK);
    assert_int_equal(p.answer, PROOF_PROVED);
    verifier_free(v);
}

/* A program that reads what is frozen leaves nothing behind for the next one of the cell. */
static void the_next_claim_has_its_own_inputs(void **state)
{
    (void)state;
    verifier *v = verifier_with(60000);
    cell add = cell_of("add", 16, "x128", "one");
    proof before, between, after;
    const char *plain = "define " VEC CAST(8, i16) "%r = add <8 x i16> %x, %y\n" BACK(8, i16);
    assert_int_equal(read_back(v, &add, plain, &before), LS_OK);
    assert_int_equal(read_back(v, &add, FROZEN("%w = mul <8 x i16> %z, splat (i16 2)\n%d = and <8 x i16> %w, splat (i16 1)\n"), &between), LS_OK);
    assert_int_equal(read_back(v, &add, plain, &after), LS_OK);
    assert_int_equal(before.answer, PROOF_PROVED);
    assert_string_equal(before.obligation, after.obligation);
    assert_string_not_equal(before.obligation, between.obligation);
    verifier_free(v);
}

/* What a flag makes poison is freedom where the operation has it, and no value where it has not. */
static void flagged_intrinsics_may_be_poison(void **state)
{
    (void)state;
    verifier *v = verifier_with(60000);
    cell add = cell_of("add", 8, "x128", "one");
    proof p;
    const char *least = "define " VEC CAST(16, i8) "%m = call <16 x i8> @llvm.abs(<16 x i8> %x, i1 true)\n%z = sub <16 x i8> %m, %m\n"
                        "%t = add <16 x i8> %x, %y\n%r = add <16 x i8> %t, %z\n" BACK(16, i8);
    assert_int_equal(read_back(v, &add, least, &p), LS_OK);
    assert_int_equal(p.answer, PROOF_REFUTED);
    assert_int_equal(p.cex.field_input[0], 0x80);
    const char *zero = "define " VEC CAST(16, i8) "%m = call <16 x i8> @llvm.ctlz(<16 x i8> %x, i1 true)\n%z = sub <16 x i8> %m, %m\n"
                       "%t = add <16 x i8> %x, %y\n%r = add <16 x i8> %t, %z\n" BACK(16, i8);
    assert_int_equal(read_back(v, &add, zero, &p), LS_OK);
    assert_int_equal(p.answer, PROOF_REFUTED);
    assert_int_equal(p.cex.field_input[0], 0);
    verifier_free(v);
}

static void ir_that_is_not_modelled_is_refused(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        "%r = add nuw <16 x i8> %x, %y\n",
        "%r = sub nsw <16 x i8> %x, %y\n",
        "%r = lshr exact <16 x i8> %x, splat (i8 1)\n",
        "%r = or disjoint <16 x i8> %x, %y\n",
        "%r = udiv <16 x i8> %x, %y\n",
        "%r = add <16 x i8> %x, undef\n",
        "%r = add <16 x i8> %x\n",
        "%r = add <16 x i8> %x, %nobody\n",
        "%r = call <16 x i8> @g(<16 x i8> %x)\n",
        "br label %next\nnext:\n%r = add <16 x i8> %x, %y\n",
    };
    verifier *v = verifier_with(60000);
    cell c = cell_of("add", 8, "x128", "one");
    proof p;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        strbuf ir = {0};
        strbuf_puts(&ir, "define " VEC CAST(16, i8));
        strbuf_puts(&ir, bodies[i]);
        strbuf_puts(&ir, BACK(16, i8));
        strbuf_puts(&ir, "declare <16 x i8> @g(<16 x i8>)\n");
        assert_int_equal(read_back(v, &c, strbuf_text(&ir), &p), LS_INPUT);
        assert_int_equal(p.answer, PROOF_UNKNOWN);
        strbuf_free(&ir);
    }
    assert_int_equal(read_back(v, &c, "define void @g() { ret void }", &p), LS_INPUT);
    assert_int_equal(read_back(v, &c, "define void @f() { ret void }", &p), LS_INPUT);
    assert_int_equal(read_back(v, &c, "define i128 @f(i128 %a, double %b) { ret i128 %a }", &p), LS_INPUT);
    assert_int_equal(read_back(v, &c, "define i64 @f(i128 %a, i128 %b) { ret i64 0 }", &p), LS_INPUT);
    assert_int_equal(read_back(v, &c, "declare i128 @f(i128, i128)", &p), LS_INPUT);
    assert_int_equal(read_back(v, &c, "\x01\x02", &p), LS_INPUT);
    verifier_free(v);
}

/* A function of i32 parameters %a and %b as a term over the variables a and b. */
static term read_i32(term_ctx *c, const char *body, const char *declarations)
{
    strbuf ir = {0};
    diags d = {0};
    term args[2] = {term_mk_var(c, "a", 32), term_mk_var(c, "b", 32)}, value = TERM_NONE, poison, trap;
    strbuf_printf(&ir, "define i32 @f(i32 %%a, i32 %%b) {\n%sret i32 %%r\n}\n%s", body, declarations);
    bool ok = irterm_read(c, strbuf_text(&ir), "f", args, 2, 32, &value, &poison, &trap, &d);
    diag_print(&d, stderr);
    assert_true(ok);
    assert_int_equal(poison, term_mk_u64(c, 0, 32));
    diag_free(&d);
    strbuf_free(&ir);
    return value;
}

static void ir_reads_as_the_term_written_by_hand(void **state)
{
    (void)state;
    term_ctx *c = term_ctx_new();
    term a = term_mk_var(c, "a", 32), b = term_mk_var(c, "b", 32);
    assert_int_equal(read_i32(c, "%r = add i32 %a, %b\n", ""), term_mk_binary(c, TERM_BVADD, a, b));
    assert_int_equal(read_i32(c, "%r = sub i32 -2, %b\n", ""),
                     term_mk_binary(c, TERM_BVSUB, term_mk_u64(c, 0xfffffffe, 32), b));
    assert_int_equal(read_i32(c, "%r = ashr i32 %a, 5\n", ""),
                     term_mk_binary(c, TERM_BVASHR, a, term_mk_u64(c, 5, 32)));
    assert_int_equal(read_i32(c, "%t = trunc i32 %a to i8\n%r = sext i8 %t to i32\n", ""),
                     term_mk_extend(c, TERM_SIGN_EXTEND, 24, term_mk_extract(c, 7, 0, a)));
    assert_int_equal(read_i32(c, "%t = bitcast i32 %a to <4 x i8>\n%u = bitcast i32 %b to <4 x i8>\n"
                                 "%v = shufflevector <4 x i8> %t, <4 x i8> %u, <4 x i32> <i32 1, i32 6, i32 0, i32 7>\n"
                                 "%r = bitcast <4 x i8> %v to i32\n", ""),
                     term_mk_concat_n(c, (term[]){term_mk_extract(c, 15, 8, a), term_mk_extract(c, 23, 16, b),
                                                  term_mk_extract(c, 7, 0, a), term_mk_extract(c, 31, 24, b)}, 4));
    term less = term_mk_binary(c, TERM_BVSLT, b, a);
    assert_int_equal(read_i32(c, "%k = icmp sgt i32 %a, %b\n%r = select i1 %k, i32 %a, i32 7\n", ""),
                     term_mk_ite(c, term_mk_binary(c, TERM_EQ, term_mk_ite(c, less, term_mk_u64(c, 1, 1),
                                 term_mk_u64(c, 0, 1)), term_mk_u64(c, 1, 1)), a, term_mk_u64(c, 7, 32)));
    assert_int_equal(read_i32(c, "%r = call i32 @llvm.fshl.i32(i32 %a, i32 %a, i32 8)\n",
                              "declare i32 @llvm.fshl.i32(i32, i32, i32)\n"),
                     term_mk_binary(c, TERM_CONCAT, term_mk_extract(c, 23, 0, a), term_mk_extract(c, 31, 24, a)));
    term_ctx_free(c);
}

static void wide_constants_are_read_whole(void **state)
{
    (void)state;
    term_ctx *c = term_ctx_new();
    diags d = {0};
    term value, poison, trap, a = term_mk_var(c, "a", 256);
    const char *ir = "define i256 @f(i256 %a) {\n%r = xor i256 %a, u0x0123456789abcdef00000000000000ff00000000000000010000"
                     "000000000005\nret i256 %r\n}\n";
    uint64_t limbs[4] = {5, 1, 0xff, 0x0123456789abcdef};
    assert_true(irterm_read(c, ir, "f", &a, 1, 256, &value, &poison, &trap, &d));
    assert_int_equal(value, term_mk_binary(c, TERM_BVXOR, a, term_mk_const(c, limbs, 256)));
    term_ctx_free(c);
    diag_free(&d);
}

static void a_parse_error_has_its_place(void **state)
{
    (void)state;
    term_ctx *c = term_ctx_new();
    diags d = {0};
    char text[512] = {0};
    term value, poison, trap, a = term_mk_var(c, "a", 32);
    assert_false(irterm_read(c, "define i32 @f(i32 %a) {\n  %r = frob i32 %a\n}\n", "f", &a, 1, 32, &value, &poison, &trap, &d));
    FILE *f = fmemopen(text, sizeof text - 1, "w");
    diag_print(&d, f);
    fclose(f);
    assert_memory_equal(text, "f:2:8: error: ", 14);
    term_ctx_free(c);
    diag_free(&d);
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
        cmocka_unit_test(solver_finds_a_model_of_many_limbs),
        cmocka_unit_test(solver_agrees_with_eval_on_every_operator),
        cmocka_unit_test(solver_out_of_time_or_memory_is_unknown),
        cmocka_unit_test(a_session_keeps_what_it_was_told),
        cmocka_unit_test(a_session_without_answer_has_none_later),
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
        cmocka_unit_test(right_ir_is_proved),
        cmocka_unit_test(wrong_ir_is_refuted),
        cmocka_unit_test(poison_is_no_value),
        cmocka_unit_test(frozen_poison_is_any_number_in_its_place),
        cmocka_unit_test(what_is_frozen_is_one_value),
        cmocka_unit_test(too_much_that_is_frozen_is_unknown),
        cmocka_unit_test(a_frozen_divisor_may_be_zero),
        cmocka_unit_test(the_next_claim_has_its_own_inputs),
        cmocka_unit_test(flagged_intrinsics_may_be_poison),
        cmocka_unit_test(ir_that_is_not_modelled_is_refused),
        cmocka_unit_test(ir_reads_as_the_term_written_by_hand),
        cmocka_unit_test(wide_constants_are_read_whole),
        cmocka_unit_test(a_parse_error_has_its_place),
    };
    return cmocka_run_group_tests(tests, load_spec, free_spec);
}

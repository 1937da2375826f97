// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_validate.c - instructions on the processor: the fast evaluator against term_eval, the
 * operands, the names of machine instructions, and that every wrong definition which another
 * instruction has is found. What this processor lacks is passed over. */
#include "spec/base/random.h"
#include "spec/instr.h"
#include "spec/term/bv.h"
#include "spec/term/tape.h"
#include "tests/unit/fixture.h"
#include "verify/hardware/hardware.h"
#include "verify/hardware/jit.h"
#include "verify/hardware/validate.h"

enum { CASES = 300 }; /* no multiple of a tape's block */

static uint64_t state = 1;

/* ---- tapes ---- */

static uint64_t mask(unsigned width)
{
    return width >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << width) - 1;
}

/* Corner values and random ones, the latter with all magnitudes. */
static uint64_t some_value(unsigned width)
{
    const uint64_t corners[] = {
        0, 1, mask(width), mask(width) >> 1, (mask(width) >> 1) + 1, width, width - 1, 2};
    uint64_t r = random_next(&state);
    return (r % 3 ? random_next(&state) >> r / 3 % 64 : corners[r / 3 % 8]) & mask(width);
}

/* Compares on inputs of the variables' widths; two columns in one array, so that a stride is seen
 * to work. */
static void assert_same(const term_ctx *c, term t, const term *vars, unsigned nvars)
{
    uint64_t in[CASES][4] = {{0}}, out[CASES][2] = {{0}}, expected[TERM_LIMBS_MAX];
    tape_column column[4];
    tape *p = tape_new(c, t, vars, nvars);
    assert_non_null(p);
    assert_true(nvars <= 4);
    for (unsigned k = 0; k < nvars; k++) column[k] = (tape_column){&in[0][k], 4};
    for (unsigned i = 0; i < CASES; i++)
        for (unsigned k = 0; k < nvars; k++) in[i][k] = some_value(term_width(c, vars[k]));
    tape_run(p, column, CASES, &out[0][1], 2);
    for (unsigned i = 0; i < CASES; i++) {
        const uint64_t *value[4] = {&in[i][0], &in[i][1], &in[i][2], &in[i][3]};
        term_eval(c, t, vars, value, nvars, expected);
        assert_int_equal(out[i][1], expected[0]);
        assert_int_equal(out[i][0], 0);
    }
    tape_free(p);
}

/* A Bool that is true now and then. */
static term some_bool(term_ctx *c, term a, term b)
{
    return term_mk_binary(c, TERM_BVULT, a, b);
}

/* o applied to variables a and b of w bits, or TERM_NONE where it cannot be. */
static term apply(term_ctx *c, term_op o, unsigned w, term a, term b)
{
    term p = some_bool(c, a, b), q = term_mk_binary(c, TERM_BVSLE, b, a);
    switch (o) {
    case TERM_CONST: return term_mk_u64(c, 0x0123456789abcdef, w);
    case TERM_VAR: return b;
    case TERM_TRUE:
    case TERM_FALSE: return term_mk_bool(c, o == TERM_TRUE);
    case TERM_NOT: return term_mk_unary(c, o, p);
    case TERM_BVNOT:
    case TERM_BVNEG: return term_mk_unary(c, o, a);
    case TERM_AND:
    case TERM_OR: return term_mk_binary(c, o, p, q);
    case TERM_ITE: return term_mk_ite(c, p, a, b);
    case TERM_EXTRACT:
        return w < 2 ? TERM_NONE
                     : term_mk_extract(c, w - 1, w / 2, term_mk_binary(c, TERM_BVADD, a, b));
    case TERM_ZERO_EXTEND:
    case TERM_SIGN_EXTEND: return w > 60 ? TERM_NONE : term_mk_extend(c, o, 64 - w, a);
    case TERM_CONCAT: return w > 32 ? TERM_NONE : term_mk_binary(c, o, a, b);
    default: return term_mk_binary(c, o, a, b);
    }
}

static void test_tape_every_operator(void **unused)
{
    static const unsigned widths[] = {1, 2, 3, 7, 8, 13, 16, 17, 31, 32, 33, 63, 64};
    (void)unused;
    for (term_op o = 0; o < TERM_OP_COUNT; o++) {
        unsigned tried = 0;
        for (unsigned k = 0; k < sizeof widths / sizeof *widths; k++) {
            term_ctx *c = term_ctx_new();
            term vars[] = {term_mk_var(c, "a", widths[k]), term_mk_var(c, "b", widths[k])};
            term t = apply(c, o, widths[k], vars[0], vars[1]);
            if (t != TERM_NONE) assert_same(c, t, vars, 2);
            tried += t != TERM_NONE && (term_get_op(c, t) == o);
            term_ctx_free(c);
        }
        /* which is made a concatenation with zeros */
        assert_true(tried > 0 || o == TERM_ZERO_EXTEND);
    }
}

/* A term of w bits over what is there already. */
static term grow(term_ctx *c, unsigned w, term *pool, unsigned n)
{
    term_op o = (term_op)(random_next(&state) % TERM_OP_COUNT);
    term a = pool[random_next(&state) % n], b = pool[random_next(&state) % n];
    term t = apply(c, o, w, a, b);
    if (t == TERM_NONE) return a;
    unsigned width = term_width(c, t);
    if (!width) return term_mk_ite(c, t, a, b);
    if (width > w) return term_mk_extract(c, width - 1, width - w, t);
    return width < w ? term_mk_extend(c, TERM_SIGN_EXTEND, w - width, t) : t;
}

static void test_tape_shared_subterms(void **unused)
{
    static const unsigned widths[] = {1, 5, 8, 16, 27, 32, 64};
    enum { SIZE = 60, ROUNDS = 20 };
    (void)unused;
    for (unsigned round = 0; round < ROUNDS; round++)
        for (unsigned k = 0; k < sizeof widths / sizeof *widths; k++) {
            unsigned w = widths[k];
            term_ctx *c = term_ctx_new();
            term pool[SIZE] = {term_mk_var(c, "a", w), term_mk_var(c, "b", w),
                               term_mk_var(c, "c", w)};
            for (unsigned n = 3; n < SIZE; n++) pool[n] = grow(c, w, pool, n);
            assert_same(c, pool[SIZE - 1], pool, 3);
            term_ctx_free(c);
        }
}

static void test_tape_refuses_wide(void **unused)
{
    (void)unused;
    term_ctx *c = term_ctx_new();
    term a = term_mk_var(c, "a", 33), wide = term_mk_extend(c, TERM_SIGN_EXTEND, 32, a), square;
    assert_null(tape_new(c, wide, &a, 1));
    square = term_mk_binary(c, TERM_BVMUL, wide, wide);
    assert_null(tape_new(c, term_mk_extract(c, 64, 40, square), &a, 1));
    assert_same(c, a, &a, 1);
    term_ctx_free(c);
}

/* ---- operands ---- */

static const instr *find(const char *name, const char *cls)
{
    const instr *in = spec_find_instr(the_spec, NULL, name, spec_find_class(the_spec, cls));
    assert_non_null(in);
    return in;
}

typedef struct registers {
    uint64_t value[SPEC_SRC_MAX][OPERANDS_LIMBS];
} registers;

static registers corner(const operand_set *o, unsigned i)
{
    registers r;
    memset(&r, 0xee, sizeof r);
    uint64_t *at[SPEC_SRC_MAX] = {r.value[0], r.value[1], r.value[2], r.value[3]};
    operands_corner(o, i, at);
    return r;
}

static uint64_t splat8(uint64_t byte)
{
    return byte * 0x0101010101010101;
}

static bool has_corner(const operand_set *o, uint64_t a, uint64_t b)
{
    for (unsigned i = 0; i < o->corners; i++) {
        registers r = corner(o, i);
        if (r.value[0][0] == a && r.value[0][1] == a && r.value[1][0] == b && r.value[1][1] == b)
            return true;
    }
    return false;
}

static void test_corners(void **unused)
{
    static const uint64_t bytes[] = {0, 1, 0xff, 0x80, 0x7f, 0x10, 0x0f, 0x55, 0xaa};
    operand_set o;
    (void)unused;
    operands_init(&o, find("paddb", "x128"));
    for (unsigned i = 0; i < 9; i++)
        for (unsigned k = 0; k < 9; k++)
            assert_true(has_corner(&o, splat8(bytes[i]), splat8(bytes[k])));
    assert_true(has_corner(&o, UINT64_C(1) << 63, (UINT64_C(1) << 63) - 1));
    assert_true(has_corner(&o, splat8(0x56), splat8(0x55)) ||
                has_corner(&o, splat8(0x55), splat8(0x56)));
    assert_false(has_corner(&o, 0x123456789, 0x987654321));
}

/* Every case of a 32-bit register leaves the upper half of its limb zero. */
static void test_operands_are_canonical(void **unused)
{
    operand_set o;
    uint64_t random = 5, a = 0, b = 0;
    uint64_t *at[SPEC_SRC_MAX] = {&a, &b};
    (void)unused;
    operands_init(&o, find("add", "r32"));
    for (unsigned i = 0; i < o.corners + 10000; i++) {
        if (i < o.corners)
            operands_corner(&o, i, at);
        else
            operands_random(&o, &random, at);
        assert_true(a >> 32 == 0 && b >> 32 == 0);
    }
}

static void test_operands_repeat(void **unused)
{
    operand_set o;
    uint64_t random[2] = {9, 9}, a[2][2], b[2][2];
    (void)unused;
    operands_init(&o, find("paddb", "x128"));
    for (unsigned i = 0; i < 1000; i++) {
        for (unsigned k = 0; k < 2; k++)
            operands_random(&o, &random[k], (uint64_t *[SPEC_SRC_MAX]){a[k], b[k]});
        assert_memory_equal(a[0], a[1], sizeof a[0]);
        assert_memory_equal(b[0], b[1], sizeof b[0]);
    }
}

/* ---- forms and names ---- */

static void test_forms(void **unused)
{
    instr in = *find("psllw", "x128");
    (void)unused;
    assert_int_equal(validate_forms(&in), 15);
    assert_int_equal(validate_imm(&in, 0), 1);
    assert_int_equal(validate_imm(&in, 14), 15);
    assert_int_equal(validate_forms(find("paddb", "x128")), 1);
    in.imm_low = INT64_MIN;
    in.imm_high = INT64_MAX;
    assert_int_equal(validate_forms(&in), VALIDATE_FORMS_MAX);
    assert_true(validate_imm(&in, 0) == INT64_MIN &&
                validate_imm(&in, VALIDATE_FORMS_MAX - 1) == INT64_MAX);
    for (unsigned f = 1; f < VALIDATE_FORMS_MAX; f++)
        assert_true(validate_imm(&in, f - 1) < validate_imm(&in, f));
}

static bool is_named_on(const char *target_name, const char *name, const char *line)
{
    const target *t = spec_find_target(the_spec, target_name);
    return validate_is_named(isa_syntax(t->set), name, line, strlen(line));
}

static bool is_named(const char *name, const char *line)
{
    return is_named_on("x86-64", name, line);
}

static void test_names(void **unused)
{
    (void)unused;
    assert_true(is_named("paddb", "\tpaddb\t%xmm1, %xmm0"));
    assert_true(is_named("paddb", "\tvpaddb\t%xmm1, %xmm0, %xmm0"));
    assert_true(is_named("pand", "\tvpandq\t%zmm1, %zmm0, %zmm0"));
    assert_true(is_named("vpternlogd", "vpternlogd $3, %xmm1"));
    assert_true(is_named("lea4", "\tleal\t(%rdi,%rsi,4), %eax"));
    assert_true(is_named("andn", "\tandnl\t%esi, %edi, %eax"));
    assert_false(is_named("and", "\tandnl\t%esi, %edi, %eax"));
    assert_false(is_named("pand", "\tpandn\t%xmm1, %xmm0"));
    assert_false(is_named("psllw", "\tpaddw\t%xmm0, %xmm0"));
    assert_false(is_named("shl", "\tshldl\t$3, %esi, %edi"));
    assert_false(is_named("paddb", ""));
    /* what a name has more than the mnemonic */
    assert_true(is_named_on("armv8-a", "add.16b", "\tadd\tv0.16b, v0.16b, v1.16b"));
    assert_true(is_named_on("armv8-a", "eor_lsl", "\teor\tw0, w0, w1, lsl #3"));
    assert_false(is_named_on("armv8-a", "addp.16b", "\tadd\tv0.16b, v0.16b, v1.16b"));
    assert_true(is_named_on("wasm-simd128", "i8x16.add", "\ti8x16.add "));
    assert_true(is_named_on("wasm-simd128", "i8x16.shuffle.even8", "\ti8x16.shuffle\t0, 2, 4"));
    assert_false(is_named_on("wasm-simd128", "i8x16.add_sat_u", "\ti8x16.add"));
    assert_false(is_named_on("wasm-simd128", "i8x16.add", "\ti8x16.add_sat_u"));
    assert_true(is_named_on("riscv64-v", "vadd.vv.e8", "\tvadd.vv\tv8, v8, v9"));
    assert_false(is_named_on("riscv64-v", "vadd.vv.e8", "\tvadd.vx\tv8, v8, a0"));
}

/* ---- code ---- */

/* A fixed bug: with features of the host, a function for x86-64 came out in the encodings of AVX
 * (first byte c4 or c5). */
static void test_baseline_code_is_baseline(void **unused)
{
    strbuf ir = {0};
    diags d = {0};
    jit *code = NULL;
    uintptr_t address = 0;
    const unsigned char *bytes = NULL;
    (void)unused;
    strbuf_puts(
        &ir,
        "define <2 x i64> @f(<2 x i64> %a, <2 x i64> %b) nounwind \"target-cpu\"=\"x86-64\" {\n"
        "  %r = add <2 x i64> %a, %b\n  ret <2 x i64> %r\n}\n");
    assert_int_equal(jit_load(&code, &ir, &d), LS_OK);
    assert_int_equal(jit_find(code, "f", &address, &d), LS_OK);
    memcpy(&bytes, &address, sizeof bytes);
    assert_int_equal(bytes[0], 0x66);
    jit_free(code);
    strbuf_free(&ir);
}

static void test_jit_errors(void **unused)
{
    strbuf ir = {0};
    diags d = {0};
    jit *code = NULL;
    uintptr_t address;
    (void)unused;
    strbuf_puts(&ir, "define void @f( {\n");
    assert_int_equal(jit_load(&code, &ir, &d), LS_INPUT);
    assert_null(code);
    strbuf_clear(&ir);
    strbuf_puts(&ir, "define void @f() {\n  ret void\n}\n");
    assert_int_equal(jit_load(&code, &ir, &d), LS_OK);
    assert_int_equal(jit_find(code, "g", &address, &d), LS_ENV);
    assert_int_equal(d.count, 2);
    jit_free(code);
    strbuf_free(&ir);
    diag_free(&d);
}

/* ---- instructions ---- */

/* False when this processor cannot run it. */
static bool run(const instr *in, uint64_t cases, validation *v)
{
    const char *lacks;
    diags d = {0};
    validate_plan plan = {.cases = cases, .seed = 1, .stride = 1};
    const target *t = validate_target(the_spec, in, &lacks);
    assert_true((t == NULL) == (lacks != NULL));
    if (!t) return false;
    ls_status rc = validate_instr(in, t, &plan, v, &d);
    diag_print(&d, stderr);
    diag_free(&d);
    assert_int_equal(rc, LS_OK);
    return true;
}

/* in, but meaning what other means. */
static instr mistaken(const instr *in, const instr *other)
{
    instr wrong = *in;
    wrong.form = other->form;
    wrong.env = other->env;
    return wrong;
}

static void test_right_instructions(void **unused)
{
    static const char *const names[][2] = {
        {"paddb", "x128"},      {"psllw", "x128"},    {"imul", "r64"},
        {"bzhi", "r32"},        {"psignd", "y256"},   {"pblendw", "x128"},
        {"vpternlogd", "z512"}, {"vpcmpltuw", "k64"}, {"vpmovm2d", "z512"}};
    validation v;
    (void)unused;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        const instr *in = find(names[i][0], names[i][1]);
        if (!run(in, 2000, &v)) continue;
        assert_int_equal(v.mismatches, 0);
        assert_int_equal(v.forms, validate_forms(in));
        assert_true(v.named + 20 > v.forms && v.named <= v.forms);
        assert_true(v.checked >= v.forms && v.cases >= 2000 && !v.slow);
    }
}

static void test_counterexample(void **unused)
{
    validation v;
    strbuf text = {0};
    (void)unused;
    instr wrong = mistaken(find("paddb", "x128"), find("psubb", "x128"));
    assert_true(run(&wrong, 1000, &v));
    assert_true(v.mismatches > 1000 && v.mismatches < v.cases);
    for (unsigned i = 0; i < 16; i++) {
        unsigned shift = i % 8 * 8;
        uint8_t a = (uint8_t)(v.operand[0][i / 8] >> shift),
                b = (uint8_t)(v.operand[1][i / 8] >> shift);
        assert_int_equal((uint8_t)(v.actual[i / 8] >> shift), (uint8_t)(a + b));
        assert_int_equal((uint8_t)(v.expected[i / 8] >> shift), (uint8_t)(a - b));
    }
    validation_print(&v, &wrong, &text);
    assert_non_null(strstr(strbuf_text(&text), "expected = 0x"));
    strbuf_free(&text);
}

/* Names of sources are part of it: templates and definitions refer to them. */
static bool same_shape(const instr *a, const instr *b)
{
    bool same = a->result == b->result && a->nsrc == b->nsrc && a->has_imm == b->has_imm;
    for (unsigned s = 0; same && s < a->nsrc; s++)
        same = a->src[s] == b->src[s] && !strcmp(a->src_name[s], b->src_name[s]);
    return same && a->imm_low == b->imm_low && a->imm_high == b->imm_high;
}

/* Whether two definitions over the same names are one term. */
static bool same_meaning(const instr *a, const instr *b)
{
    term_ctx *c = term_ctx_new();
    term src[SPEC_SRC_MAX];
    for (unsigned s = 0; s < a->nsrc; s++) src[s] = term_mk_var(c, a->src_name[s], a->src[s]->bits);
    bool same = instr_apply(a, c, src, a->imm_low) == instr_apply(b, c, src, a->imm_low);
    term_ctx_free(c);
    return same;
}

/* Each instruction of a class given the definition of each other one of its shape: corner cases
 * alone must tell. */
static void find_mistakes(const char *cls)
{
    unsigned tried = 0;
    for (unsigned i = 0; i < the_spec->ninstrs; i++)
        for (unsigned k = 0; k < the_spec->ninstrs; k++) {
            const instr *a = &the_spec->instrs[i], *b = &the_spec->instrs[k];
            validation v;
            if (!a->set->runs_in_process || a->set != b->set) continue;
            if (strcmp(a->result->name, cls) || !same_shape(a, b) || a->has_imm ||
                same_meaning(a, b))
                continue;
            instr wrong = mistaken(a, b);
            if (!run(&wrong, 1, &v)) continue;
            if (!v.mismatches) print_error("%s %s is taken for %s\n", a->name, cls, b->name);
            assert_true(v.mismatches > 0);
            tried++;
        }
    assert_true(tried > 0);
}

static void test_mistakes_are_found(void **unused)
{
    (void)unused;
    find_mistakes("r32");
}

static void test_lacking_feature(void **unused)
{
    static const char *const features[] = {"sse2", "no-such-feature", NULL};
    const char *lacks = NULL;
    instr in = *find("paddb", "x128");
    (void)unused;
    in.requires_ = features;
    assert_null(validate_target(the_spec, &in, &lacks));
    assert_string_equal(lacks, "no-such-feature");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tape_every_operator),   cmocka_unit_test(test_tape_shared_subterms),
        cmocka_unit_test(test_tape_refuses_wide),     cmocka_unit_test(test_corners),
        cmocka_unit_test(test_operands_are_canonical), cmocka_unit_test(test_operands_repeat),
        cmocka_unit_test(test_forms),                 cmocka_unit_test(test_names),
        cmocka_unit_test(test_baseline_code_is_baseline), cmocka_unit_test(test_jit_errors),
        cmocka_unit_test(test_right_instructions),    cmocka_unit_test(test_counterexample),
        cmocka_unit_test(test_mistakes_are_found),    cmocka_unit_test(test_lacking_feature),
    };
    return cmocka_run_group_tests(tests, load_spec, drop_spec);
}

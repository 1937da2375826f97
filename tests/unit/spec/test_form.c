// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_form.c - guards what the winners are measured against: the form that stock LLVM is given
 * computes the operation, at every width; a form of something cheaper or dearer would be a false
 * figure. The forms are compiled and run. */
#include <immintrin.h>

#include "lowerings/emit/lowering.h"
#include "spec/form.h"
#include "spec/form_file.h"
#include "spec/op.h"
#include "tests/unit/fixture.h"
#include "verify/hardware/jit.h"
#include "verify/verify.h"

enum { ROUNDS = 24, ROUNDS_MAX = 400, LIMBS = 2 };

/* ---- running a form ---- */

/* Few bits or many, so that short shift amounts, zeros and equal fields all occur. */
static uint64_t random_limb(unsigned kind)
{
    static uint64_t x = 88172645463325252u;
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    uint64_t y = x * 2685821657736338717u;
    switch (kind % 4) {
    case 0: return y;
    case 1: return y & (y >> 7) & (y << 9) & (y >> 21);
    case 2: return kind % 8 == 2 ? 0x0303030303030303 & y : 0x8000800080008000 ^ (y & 0x0101);
    default: return ~(y & (y >> 5) & (y << 11));
    }
}

/* Operands that a form does not have are passed all the same: it does not look at their registers.
 */
static void call_scalar(uintptr_t f, uint64_t in[][LIMBS], uint64_t *out)
{
    typedef uint32_t fn(uint32_t, uint32_t, uint32_t);
    out[0] = ((fn *)f)((uint32_t)in[0][0], (uint32_t)in[1][0], (uint32_t)in[2][0]);
}

static void call_vector(uintptr_t f, uint64_t in[][LIMBS], uint64_t *out)
{
    typedef __m128i fn(__m128i, __m128i, __m128i);
    __m128i v[3];
    for (unsigned i = 0; i < 3; i++) memcpy(&v[i], in[i], sizeof v[i]);
    v[0] = ((fn *)f)(v[0], v[1], v[2]);
    memcpy(out, &v[0], sizeof v[0]);
}

typedef struct trial {
    const cell *c;
    term_ctx *t;
    term args[3], result, care;
    uint64_t in[3][LIMBS], want[LIMBS], mask[LIMBS];
} trial;

static void draw(trial *x, unsigned round)
{
    const uint64_t *v[3] = {x->in[0], x->in[1], x->in[2]};
    for (unsigned i = 0; i < x->c->op->arity; i++)
        for (unsigned k = 0; k < LIMBS; k++)
            x->in[i][k] = random_limb(round + i) &
                          (x->c->cls->bits == 32 ? UINT32_MAX : UINT64_MAX);
    term_eval(x->t, x->result, x->args, v, x->c->op->arity, x->want);
    term_eval(x->t, x->care, x->args, v, x->c->op->arity, x->mask);
}

/* LLVM promises nothing at all, and the processor traps, where one field's division is undefined.
 */
static bool is_undefined(const trial *x)
{
    const char *name = x->c->op->name;
    if (!strstr(name, "div") && !strstr(name, "rem")) return false;
    if (x->c->cls->bits == 32) return x->mask[0] != UINT32_MAX;
    return ~x->mask[0] || ~x->mask[1];
}

static void run_trial(const trial *x, uintptr_t f)
{
    uint64_t got[LIMBS] = {0}, in[3][LIMBS];
    memcpy(in, x->in, sizeof in);
    if (x->c->cls->vector)
        call_vector(f, in, got);
    else
        call_scalar(f, in, got);
    for (unsigned k = 0; k < (x->c->cls->bits + 63) / 64; k++)
        if ((got[k] ^ x->want[k]) & x->mask[k])
            fail_msg(
                "%s %u %s of %016llx %016llx: %016llx, expected %016llx where %016llx has ones",
                x->c->op->name, x->c->w, x->c->cls->name, (unsigned long long)in[0][k],
                (unsigned long long)in[1][k], (unsigned long long)got[k],
                (unsigned long long)x->want[k], (unsigned long long)x->mask[k]);
}

/* What the operation says of the form's answers to random operands. */
static void run_form(const cell *c, uintptr_t f)
{
    trial x = {.c = c, .t = term_ctx_new()};
    diags d = {0};
    for (unsigned i = 0; i < c->op->arity; i++)
        x.args[i] = term_mk_var(x.t, c->op->param[i], c->cls->bits);
    assert_true(op_elaborate(c->op, c->w, cell_fields(c), x.t, x.args, &x.result, &x.care, &d));
    for (unsigned round = 0, tried = 0; round < ROUNDS_MAX && tried < ROUNDS; round++) {
        draw(&x, round);
        if (is_undefined(&x)) continue;
        run_trial(&x, f);
        tried++;
    }
    diag_free(&d);
    term_ctx_free(x.t);
}

/* ---- all forms ---- */

/* Of the shifts by a fixed amount a few stand for all: they are one template. */
static bool is_looked_at(const op *o, unsigned w)
{
    size_t n = strcspn(o->name, "0123456789");
    unsigned k = (unsigned)atoi(o->name + n);
    return o->name[n] == '\0' || o->name[n - 1] != '_' || k == 1 || k == 3 || k == w - 1;
}

static void run_forms(const char *class_name, unsigned w)
{
    strbuf ir = {0};
    jit *j;
    diags d = {0};
    cell c = {.w = w,
              .cls = spec_find_class(the_spec, class_name),
              .target = spec_find_target(the_spec, "x86-64")};
    bool *known = calloc(the_spec->nops, sizeof *known);
    for (unsigned i = 0; i < the_spec->nops; i++) {
        c.op = &the_spec->ops[i];
        known[i] = cell_exists(&c) && is_looked_at(c.op, w) &&
                   form_print(the_spec, &c, c.op->name, &ir);
    }
    ls_status rc = jit_load(&j, &ir, &d);
    diag_print(&d, stderr);
    assert_int_equal(rc, LS_OK);
    for (unsigned i = 0; i < the_spec->nops; i++) {
        uintptr_t f;
        c.op = &the_spec->ops[i];
        if (!known[i]) continue;
        assert_int_equal(jit_find(j, c.op->name, &f, &d), LS_OK);
        run_form(&c, f);
    }
    free(known);
    jit_free(j);
    strbuf_free(&ir);
    diag_free(&d);
}

static void forms_compute_their_operations_in_vectors(void **state)
{
    (void)state;
    for (unsigned w = 1; w <= 128; w *= 2) run_forms("x128", w);
}

static void forms_compute_their_operations_in_general_registers(void **state)
{
    (void)state;
    for (unsigned w = 1; w <= 32; w *= 2) run_forms("r32", w);
}

/* Fields that leave bits of the register over: of 128 bits 126 and 104, of 32 bits 28 and 30. */
static void forms_compute_their_operations_beside_bits_left_over(void **state)
{
    (void)state;
    run_forms("x128", 21);
    run_forms("x128", 26);
    run_forms("r32", 7);
    run_forms("r32", 15);
}

/* ---- other ways ---- */

static void prove_way(verifier *v, const instr *in, unsigned w)
{
    static const unsigned src[SPEC_SRC_MAX] = {0, 1, 2, 3};
    diags d = {0};
    strbuf ir = {0};
    proof p;
    cell c = {in->form_of, w, in->result, spec_find_target(the_spec, "x86-64")};
    prog *q = calloc(1, sizeof *q);
    prog_init(q, c.op, c.cls);
    prog_add(q, in, src, w);
    emit_ir_module(&c, q, "way", &ir);
    assert_int_equal(verify_ir(v, the_spec, &c, ir.s, "way", &p, &d), LS_OK);
    diag_print(&d, stderr);
    if (p.answer != PROOF_PROVED)
        fail_msg("%s of %u bits: %s", in->name, w, proof_answer_names[p.answer]);
    strbuf_free(&ir);
    diag_free(&d);
    free(q);
}

/* Whether no narrower class has the way at that width. */
static bool is_narrowest(const instr *in, unsigned w)
{
    for (unsigned i = 0; i < the_spec->nform_instrs; i++) {
        const instr *x = &the_spec->form_instrs[i];
        if (x->way == in->way && x->form_of == in->form_of && x->result->bits < in->result->bits &&
            form_has_width(x, w))
            return false;
    }
    return true;
}

static void other_ways_compute_their_operations(void **state)
{
    (void)state;
    verifier *v;
    unsigned proved = 0;
    assert_int_equal(verifier_new(&v, verify_default_limits, NULL, NULL), LS_OK);
    for (unsigned i = 0; i < the_spec->nform_instrs; i++) {
        const instr *in = &the_spec->form_instrs[i];
        if (!in->way) continue;
        assert_true(strchr(in->name, '.') != strrchr(in->name, '.')); /* llvm.OP.WAY */
        for (unsigned w = 1; w <= in->result->bits; w *= 2)
            if (form_has_width(in, w) && is_narrowest(in, w)) prove_way(v, in, w), proved++;
    }
    assert_true(proved > 60);
    verifier_free(v);
}

/* ---- the file ---- */

/* Of a forms file with that text, what the loader says; "" where it takes it. */
static void load_text(const char *text, char *said, size_t room)
{
    char path[FIXTURE_PATH];
    write_temporary(path, text, strlen(text));
    diags d = {0};
    ls_status rc = forms_load(the_spec, NULL, path, &d);
    unlink(path);
    FILE *out = tmpfile();
    diag_print(&d, out);
    rewind(out);
    said[fread(said, 1, room - 1, out)] = '\0';
    fclose(out);
    diag_free(&d);
    assert_int_equal(rc, *said ? LS_INPUT : LS_OK);
}

static void a_malformed_form_is_named_with_its_place(void **state)
{
    static const struct { const char *text, *said;
    } bad[] = {
        {"op no_such_thing\n  %r = add $T %a, %b\n",
         ":1:4: error: the spec has no operation 'no_such_thing'"},
        {"form add\n", ":1:1: error: expected `op NAME`, `safe NAME` or `way NAME WAY`"},
        {"way udiv\n  %r = udiv $T %a, %b\n",
         ":1:1: error: expected a name of the way behind the operation's"},
        {"way pext one\n  requires bmi2 bmi99\n  %r = and $T %a, %m\n",
         ":2:17: error: no target has the feature 'bmi99'"},
        {"op pext\n  requires bmi2\n  %r = and $T %a, %m\n",
         ":2:1: error: only a way requires features"},
        {"way pext one\n  requires bmi2\n  where (== w)\n  %r = and $T %a, %m\n",
         ":3:1: error: expected an integer condition"},
        {"safe udiv\n  %r = udiv $T %a, $Z\n", ":2:20: error: expected one of the letters"},
        {"way not kept\n  %whole = xor $R %reg1, splat (i64 -1)\n",
         ":2:1: error: expected the number of an operand behind %reg"},
        {"way not kept\n  where (> w 1)\n  %a = add $R %reg0, %reg0\n  %whole = xor $R %reg, %a\n",
         ":4:1: error: expected the number of an operand"},
        {"way not kept\n  %whole = xor $R %reg0, splat (i64 -1)\n  %r = add $T %a, %a\n",
         ":2:1: error: the line of %whole is the last one"},
        {"op not\n  %whole = xor $T %a, %a\n", ":2:1: error: only a way makes the register itself"},
        {"safe not\n  %r = xor $R %reg0, %reg0\n",
         ":2:1: error: only a way sees the registers of its operands"},
        {"way not kept\n  where (> w 1)\n  %r = xor $Z %a, %a\n",
         ":3:12: error: expected one of the letters"},
        {"\nop reverse\n  %r = shufflevector $T %a, $T poison, $(mask n (- m i))\n",
         ":3:40: error: expected (vec N W), (mask N INDEX)"},
        {"op reverse\n  %r = shufflevector $T %a, $T poison, $(mask n i\n",
         ":2:40: error: expected (vec N W)"},
        {"op packl\n  %l = trunc $T %lo to $(vec n)\n", ":2:24: error: expected (vec N W)"},
        {"op */2\n  %r = and $T %a, %b\n",
         ":1:4: error: only a way is one of all operations of so many operands"},
        {"way */9 bytes\n  %r = and $T %a, %b\n",
         ":1:5: error: the spec has no operation on fields for '*/9'"},
        {"way */2\n  %r = and $T %a, %b\n", ":1:1: error: expected a name of the way"},
        {"way mul table\n  %r = mul $T %a, %b\n",
         ":1:1: error: an operation would have two ways called 'table'"},
        {"way shr|shl two\n  %r = shl $T %a, $Z\n", ":2:19: error: expected one of the letters"},
        {"way shr|shr_total two\n  %r = shl $T %a, %b\n",
         ":1:5: error: the spec has no operation 'shr|shr_total'"},
        {"way mul one\n  requires sse2\n  requires 128 avx2 avx99\n  %r = mul $T %a, %b\n",
         ":3:21: error: no target has the feature 'avx99'"},
        {"way mul one\n  %r = add $(bytes 4), %x\n",
         ":2:12: error: expected (vec N W), (mask N INDEX), (bytes N E), (int N) or"},
        {"way mul one\n  %r = add $(bytes 0 i), %x\n", "; 0 bytes; 1 to 1056 expected"},
        {"way mul one\n  %r = add $(bytes 4 m), %x\n", ":2:12: error: expected (vec N W)"},
        {"way mul one\n  %r = add $(bytes 4 m), %x\n", "in E also (op x ...); unknown integer 'm'"},
        {"way mul one\n  %r = add $(bytes 4 (op i)), %x\n", "; 'op' takes 2 operands, 1 given"},
        {"way */1 one\n  %r = add $(bytes 4 (op i i)), %x\n", "; 'op' takes 1 operand, 2 given"},
        {"way mul one\n  %r = add $(bytes 4 (op i (/ i 0))), %x\n",
         "; division by zero in an integer expression"},
        {"way mul one\n  %r = call $T @llvm.$(text (== n 1) \"a\" 3)(i8 1)\n",
         "; expected a \"string\""}};
    (void)state;
    char said[2000];
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        load_text(bad[i].text, said, sizeof said);
        if (!strstr(said, bad[i].said)) fail_msg("said %s, expected %s", said, bad[i].said);
    }
    load_text("; nothing but a comment\n\n", said, sizeof said);
}

/* A way that requires a feature is an instruction of the targets that have it. */
static void a_way_may_require_features(void **state)
{
    (void)state;
    unsigned ways = 0;
    for (unsigned i = 0; i < the_spec->nform_instrs; i++) {
        const instr *in = &the_spec->form_instrs[i];
        if (!in->way || !in->requires_[0]) continue;
        for (unsigned t = 0; t < the_spec->ntargets; t++) {
            const target *at = &the_spec->targets[t];
            bool has = target_has_feature(at, in->requires_[0]);
            if (!in->requires_[1] && target_has_class(at, in->result))
                assert_int_equal(target_has_instr(at, in), has);
        }
        ways++;
    }
    assert_true(ways > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_compute_their_operations_in_vectors),
        cmocka_unit_test(forms_compute_their_operations_in_general_registers),
        cmocka_unit_test(forms_compute_their_operations_beside_bits_left_over),
        cmocka_unit_test(other_ways_compute_their_operations),
        cmocka_unit_test(a_way_may_require_features),
        cmocka_unit_test(a_malformed_form_is_named_with_its_place),
    };
    return cmocka_run_group_tests(tests, load_spec, drop_spec);
}

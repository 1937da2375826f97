// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_verify_ir.c - LLVM IR read back: what must be proved, with poison and what a freeze makes of
 * it, and what must never be. */
#include "tests/unit/verify_fixture.h"

#include "verify/ir/irterm.h"

static ls_status read_back(verifier *v, const cell *c, const char *ir, proof *out)
{
    diags d = {0};
    ls_status status = verify_ir(v, s, c, ir, "f", out, &d);
    assert_int_equal(d.count > 0, status != LS_OK);
    diag_free(&d);
    return status;
}

#define VEC "<2 x i64> @f(<2 x i64> %a, <2 x i64> %b) {\n"
#define CAST(n, t)                                                                                 \
    "%x = bitcast <2 x i64> %a to <" #n " x " #t ">\n%y = bitcast <2 x i64> %b to <" #n " x " #t   \
    ">\n"
#define BACK(n, t) "%q = bitcast <" #n " x " #t "> %r to <2 x i64>\nret <2 x i64> %q\n}\n"

static void right_ir_is_proved(void **state)
{
    (void)state;
    verifier *v = verifier_with(60000);
    cell bytes = cell_of("add", 8, "x128", "one"), nibbles = cell_of("add", 4, "x128", "one");
    proof p;
    assert_int_equal(
        read_back(v, &bytes, "define " VEC CAST(16, i8) "%r = add <16 x i8> %x, %y\n" BACK(16, i8),
                  &p),
        LS_OK);
    assert_int_equal(p.answer, PROOF_PROVED);
    assert_int_equal(p.chunk, 8);
    assert_string_equal(p.obligation, prove(v, &bytes, "r = paddb a b\n").obligation);
    assert_int_equal(
        read_back(v, &nibbles,
                  "define " VEC CAST(32, i4) "%r = add <32 x i4> %x, %y\n" BACK(32, i4), &p),
        LS_OK);
    assert_int_equal(p.answer, PROOF_PROVED);
    verifier_free(v);
}

static void wrong_ir_is_refuted(void **state)
{
    (void)state;
    verifier *v = verifier_with(60000);
    cell c = cell_of("add", 4, "x128", "one");
    proof p;
    assert_int_equal(
        read_back(v, &c, "define " VEC CAST(16, i8) "%r = add <16 x i8> %x, %y\n" BACK(16, i8), &p),
        LS_OK);
    assert_int_equal(p.answer, PROOF_REFUTED);
    assert_int_equal(p.cex.expected, (p.cex.field_input[0] + p.cex.field_input[1]) & 15);
    verifier_free(v);
}

/* Poison of one field may stay there; spread over its neighbours by a bitcast, or produced where
 * the operation has a value, it refutes. */
static void poison_is_no_value(void **state)
{
    (void)state;
    verifier *v = verifier_with(60000);
    cell c = cell_of("shl", 16, "x128", "one"), add = cell_of("add", 16, "x128", "one");
    proof p;
    const char *apart = "define " VEC CAST(8, i16) "%r = shl <8 x i16> %x, %y\n" BACK(8, i16);
    assert_int_equal(read_back(v, &c, apart, &p), LS_OK);
    assert_int_equal(p.answer, PROOF_REFUTED); /* the result travels as <2 x i64> */
    const char *kept = "define <8 x i16> @f(<8 x i16> %a, <8 x i16> %b) {\n%r = shl <8 x i16> %a, "
                       "%b\nret <8 x i16> %r\n}\n";
    assert_int_equal(read_back(v, &c, kept, &p), LS_OK);
    assert_int_equal(p.answer, PROOF_PROVED);
    const char
        *masked = "define <8 x i16> @f(<8 x i16> %a, <8 x i16> %b) {\n%s = shl <8 x i16> %a, %b\n"
                  "%z = and <8 x i16> %s, zeroinitializer\n%t = add <8 x i16> %a, %b\n"
                  "%r = or <8 x i16> %t, %z\nret <8 x i16> %r\n}\n";
    assert_int_equal(read_back(v, &add, masked, &p), LS_OK);
    assert_int_equal(p.answer, PROOF_REFUTED);
    const char *chosen =
        "define <8 x i16> @f(<8 x i16> %a, <8 x i16> %b) {\n%t = add <8 x i16> %a, %b\n"
        "%r = shufflevector <8 x i16> %t, <8 x i16> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3,"
        " i32 4, i32 5, i32 6, i32 poison>\nret <8 x i16> %r\n}\n";
    assert_int_equal(read_back(v, &add, chosen, &p), LS_OK);
    assert_int_equal(p.answer, PROOF_REFUTED);
    assert_int_equal(p.cex.field, 7);
    verifier_free(v);
}

/* Frozen, the poison of a field stays in its bits: a bitcast does not spread it. It is any number,
 * not the one that would suit. */
static void frozen_poison_is_any_number_in_its_place(void **state)
{
    (void)state;
    verifier *v = verifier_with(60000);
    cell c = cell_of("shl", 16, "x128", "one"), add = cell_of("add", 16, "x128", "one");
    proof p;
    const char *frozen = "define " VEC CAST(
        8, i16) "%s = shl <8 x i16> %x, %y\n%r = freeze <8 x i16> %s\n" BACK(8, i16);
    assert_int_equal(read_back(v, &c, frozen, &p), LS_OK);
    assert_int_equal(p.answer, PROOF_PROVED);
    const char *wider = "define " VEC CAST(
        8, i16) "%s = shl <8 x i16> %x, %y\n%q = bitcast <8 x i16> %s to <2 x i64>\n"
                "%r = freeze <2 x i64> %q\nret <2 x i64> %r\n}\n";
    assert_int_equal(read_back(v, &c, wider, &p), LS_OK);
    assert_int_equal(p.answer, PROOF_REFUTED); /* too late */
    const char *passed = "define " VEC CAST(
        8, i16) "%s = shl <8 x i16> %x, %y\n%z = freeze <8 x i16> %s\n%w = and <8 x i16> %z, splat "
                "(i16 1)\n"
                "%t = add <8 x i16> %x, %y\n%r = add <8 x i16> %t, %w\n" BACK(8, i16);
    assert_int_equal(read_back(v, &add, passed, &p), LS_OK);
    assert_int_equal(p.answer, PROOF_REFUTED);
    verifier_free(v);
}

/* Of `add`: x + y + d, where d is made of shifts that are poison when y is 16 or more. */
#define FROZEN(lines)                                                                              \
    "define " VEC CAST(8, i16) "%s = shl <8 x i16> %x, %y\n%s2 = lshr <8 x i16> %x, %y\n%s3 = "    \
                               "ashr <8 x i16> %x, %y\n"                                           \
                               "%z = freeze <8 x i16> %s\n" lines                                  \
                               "%t = add <8 x i16> %x, %y\n%r = add <8 x i16> %t, %d\n" BACK(8,    \
                                                                                             i16)

/* What a freeze has made is one value for everybody who reads it, and poison no more; which one,
 * nobody knows. */
static void what_is_frozen_is_one_value(void **state)
{
    static const struct { const char *ir; proof_answer answer;
    } cases[] = {
        {FROZEN("%d = sub <8 x i16> %z, %z\n"), PROOF_PROVED},
        {FROZEN("%d = and <8 x i16> %z, zeroinitializer\n"), PROOF_PROVED},
        {FROZEN("%d = and <8 x i16> %s, zeroinitializer\n"), PROOF_REFUTED}, /* poison still */
        {FROZEN("%z2 = freeze <8 x i16> %z\n%d = sub <8 x i16> %z, %z2\n"), PROOF_PROVED},
        {FROZEN("%z2 = freeze <8 x i16> %s\n%d = sub <8 x i16> %z, %z2\n"),
         PROOF_REFUTED}, /* two freezes, two values */
        {FROZEN("%i = bitcast <8 x i16> %z to i128\n%w = bitcast i128 %i to <8 x i16>\n%d = sub <8 "
                "x i16> %z, %w\n"),
         PROOF_PROVED},
        {FROZEN("%k = icmp ule <8 x i16> %z, splat (i16 -1)\n%d = select <8 x i1> %k, <8 x i16> "
                "zeroinitializer, <8 x i16> %x\n"),
         PROOF_PROVED},
        {FROZEN("%k = icmp ule <8 x i16> %z, splat (i16 -2)\n%d = select <8 x i1> %k, <8 x i16> "
                "zeroinitializer, <8 x i16> %x\n"),
         PROOF_REFUTED},
        {FROZEN("%w = mul <8 x i16> %z, splat (i16 2)\n%d = and <8 x i16> %w, splat (i16 1)\n"),
         PROOF_PROVED},
        {FROZEN("%w = or <8 x i16> %z, splat (i16 1)\n%d = and <8 x i16> %w, splat (i16 1)\n"),
         PROOF_REFUTED},
        {FROZEN("%h = lshr <8 x i16> %z, splat (i16 15)\n%w = shl <8 x i16> %h, splat (i16 15)\n%n "
                "= xor <8 x i16> %w, %z\n"
                "%d = and <8 x i16> %n, splat (i16 -32768)\n"),
         PROOF_PROVED},
        {FROZEN("%n = shl <8 x i16> %x, %z\n%d = and <8 x i16> %n, zeroinitializer\n"),
         PROOF_REFUTED}, /* too far for a shift: poison again */
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

/* A claim has as many inputs beside the operands as make four. Bits that nobody asks for take no
 * place there. */
static void too_much_that_is_frozen_is_unknown(void **state)
{
    (void)state;
    verifier *v = verifier_with(60000);
    cell add = cell_of("add", 16, "x128", "one");
    proof p;
#define PARTS(third)                                                                               \
    "%z2 = freeze <8 x i16> %s2\n%z3 = freeze <8 x i16> %s3\n%o = and <8 x i16> %z2, " third       \
    "\n%no = xor <8 x i16> %o, splat (i16 -1)\n"                                                   \
    "%in = and <8 x i16> %z, %o\n%out = and <8 x i16> %z, %no\n%both = or <8 x i16> %in, "         \
    "%out\n%d = sub <8 x i16> %z, %both\n"
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
    assert_int_equal(read_back(v, &add, FROZEN("%d = udiv <8 x i16> zeroinitializer, %z\n"), &p),
                     LS_INPUT);
    assert_int_equal(
        read_back(
            v, &add,
            FROZEN(
                "%n = or <8 x i16> %z, splat (i16 1)\n%d = udiv <8 x i16> zeroinitializer, %n\n"),
            &p),
        LS_OK);
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
    assert_int_equal(
        read_back(
            v, &add,
            FROZEN("%w = mul <8 x i16> %z, splat (i16 2)\n%d = and <8 x i16> %w, splat (i16 1)\n"),
            &between),
        LS_OK);
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
    const char *least = "define " VEC CAST(
        16, i8) "%m = call <16 x i8> @llvm.abs(<16 x i8> %x, i1 true)\n%z = sub <16 x i8> %m, %m\n"
                "%t = add <16 x i8> %x, %y\n%r = add <16 x i8> %t, %z\n" BACK(16, i8);
    assert_int_equal(read_back(v, &add, least, &p), LS_OK);
    assert_int_equal(p.answer, PROOF_REFUTED);
    assert_int_equal(p.cex.field_input[0], 0x80);
    const char *zero = "define " VEC CAST(
        16, i8) "%m = call <16 x i8> @llvm.ctlz(<16 x i8> %x, i1 true)\n%z = sub <16 x i8> %m, %m\n"
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
    assert_int_equal(read_back(v, &c, "define i128 @f(i128 %a, double %b) { ret i128 %a }", &p),
                     LS_INPUT);
    assert_int_equal(read_back(v, &c, "define i64 @f(i128 %a, i128 %b) { ret i64 0 }", &p),
                     LS_INPUT);
    assert_int_equal(read_back(v, &c, "declare i128 @f(i128, i128)", &p), LS_INPUT);
    assert_int_equal(read_back(v, &c, "\x01\x02", &p), LS_INPUT);
    verifier_free(v);
}

/* A function of i32 parameters %a and %b as a term over the variables a and b. */
static term read_i32(term_ctx *c, const char *body, const char *declarations)
{
    strbuf ir = {0};
    diags d = {0};
    term args[2] = {term_mk_var(c, "a", 32), term_mk_var(c, "b", 32)}, value = TERM_NONE, poison,
         trap;
    strbuf_printf(&ir, "define i32 @f(i32 %%a, i32 %%b) {\n%sret i32 %%r\n}\n%s", body,
                  declarations);
    bool ok = irterm_read(c, strbuf_text(&ir), "f", args, 2, 32, NULL, &value, &poison, &trap, &d);
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
    assert_int_equal(
        read_i32(
            c,
            "%t = bitcast i32 %a to <4 x i8>\n%u = bitcast i32 %b to <4 x i8>\n"
            "%v = shufflevector <4 x i8> %t, <4 x i8> %u, <4 x i32> <i32 1, i32 6, i32 0, i32 7>\n"
            "%r = bitcast <4 x i8> %v to i32\n",
            ""),
        term_mk_concat_n(c,
                         (term[]){term_mk_extract(c, 15, 8, a), term_mk_extract(c, 23, 16, b),
                                  term_mk_extract(c, 7, 0, a), term_mk_extract(c, 31, 24, b)},
                         4));
    term less = term_mk_binary(c, TERM_BVSLT, b, a);
    assert_int_equal(
        read_i32(c, "%k = icmp sgt i32 %a, %b\n%r = select i1 %k, i32 %a, i32 7\n", ""),
        term_mk_ite(c,
                    term_mk_binary(c, TERM_EQ,
                                   term_mk_ite(c, less, term_mk_u64(c, 1, 1), term_mk_u64(c, 0, 1)),
                                   term_mk_u64(c, 1, 1)),
                    a, term_mk_u64(c, 7, 32)));
    assert_int_equal(read_i32(c, "%r = call i32 @llvm.fshl.i32(i32 %a, i32 %a, i32 8)\n",
                              "declare i32 @llvm.fshl.i32(i32, i32, i32)\n"),
                     term_mk_binary(c, TERM_CONCAT, term_mk_extract(c, 23, 0, a),
                                    term_mk_extract(c, 31, 24, a)));
    term_ctx_free(c);
}

static void wide_constants_are_read_whole(void **state)
{
    (void)state;
    term_ctx *c = term_ctx_new();
    diags d = {0};
    term value, poison, trap, a = term_mk_var(c, "a", 256);
    const char *ir = "define i256 @f(i256 %a) {\n%r = xor i256 %a, "
                     "u0x0123456789abcdef00000000000000ff00000000000000010000"
                     "000000000005\nret i256 %r\n}\n";
    uint64_t limbs[4] = {5, 1, 0xff, 0x0123456789abcdef};
    assert_true(irterm_read(c, ir, "f", &a, 1, 256, NULL, &value, &poison, &trap, &d));
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
    assert_false(irterm_read(c, "define i32 @f(i32 %a) {\n  %r = frob i32 %a\n}\n", "f", &a, 1, 32,
                             NULL, &value, &poison, &trap, &d));
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

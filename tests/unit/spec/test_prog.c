// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_prog.c - programs' text: constants of the program's class and of wider ones, what they are
 * there, and what is refused. */
#include "spec/prog.h"
#include "spec/term/bv.h"
#include "tests/unit/fixture.h"

static const regclass *r32, *x128, *y256;

static int set_up(void **state)
{
    if (load_spec(state)) return -1;
    r32 = spec_find_class(the_spec, "r32");
    x128 = spec_find_class(the_spec, "x128");
    y256 = spec_find_class(the_spec, "y256");
    return 0;
}

/* Reads the text as a program of `xor`; when it is no program, said (unless NULL) receives what is
 * wrong. */
static bool reads(const regclass *cls, const char *text, prog *out, char **said)
{
    diags d = {0};
    size_t size;
    bool good = prog_parse(out, the_spec, spec_find_op(the_spec, "xor"), cls, text,
                           (place){.file = "text", .text = text, .line = 1}, &d);
    if (said) {
        FILE *f = open_memstream(said, &size);
        diag_print(&d, f);
        fclose(f);
    }
    diag_free(&d);
    return good;
}

static prog read_good(const regclass *cls, const char *text)
{
    prog p;
    char *said;
    if (!reads(cls, text, &p, &said)) fail_msg("%s", said);
    free(said);
    return p;
}

#define MOVED "t0 = movd a\n"
#define WIDE "0x000102030405060708090a0b0c0d0e0f"

static const char *const kept[] = {
    "r = 0x0000007f*\n", /* 0x7f; the register is 32 bits */
    "r = xor a 0x55*\n",
    "r = xor a 0x1234*\n",
    MOVED "t1 = pxor t0 0x0f0f0f0f\nr = movd t1\n",
    MOVED "t1 = pxor t0 0x0123456789abcdef\nr = movd t1\n",
    MOVED "t1 = pxor t0 0x0000000000000001\nr = movd t1\n", /* all the digits: how many there are is
                                                               what it means */
    MOVED "t1 = pxor t0 " WIDE "\nt2 = paddb t1 0x7f*\nt3 = pxor t2 " WIDE "\nr = movd t3\n",
};

static void text_is_printed_as_it_is_read(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof kept / sizeof *kept; i++) {
        prog p = read_good(r32, kept[i]);
        strbuf text = {0};
        prog_tidy(&p);
        prog_print(&p, &text);
        /* A repeated constant is printed with a star. */
        if (i == 3)
            assert_string_equal(strbuf_text(&text), MOVED "t1 = pxor t0 0x0f*\nr = movd t1\n");
        else assert_string_equal(strbuf_text(&text), kept[i]);
        strbuf_free(&text);
    }
}

static void a_wide_constant_repeats_over_wider_classes(void **state)
{
    uint64_t limbs[16];
    (void)state;
    prog p = read_good(r32, kept[4]);
    assert_int_equal(p.nconsts, 1);
    assert_int_equal(p.konst[0].bits, 64);
    prog_const_in(&p, 0, x128, limbs);
    assert_true(limbs[0] == 0x0123456789abcdef && limbs[1] == limbs[0] && !limbs[2]);
    prog_const_in(&p, 0, y256, limbs);
    for (unsigned i = 0; i < 4; i++) assert_true(limbs[i] == 0x0123456789abcdef);
    p = read_good(r32, kept[6]);
    assert_int_equal(p.nconsts, 2);
    prog_const_in(&p, 0, x128, limbs);
    assert_true(limbs[0] == 0x08090a0b0c0d0e0f && limbs[1] == 0x0001020304050607);
    prog_const_in(&p, 1, x128, limbs);
    assert_true(limbs[0] == 0x7f7f7f7f7f7f7f7f && limbs[1] == limbs[0]);
}

/* The program's value is the same as that of the instructions, on terms. */
static void a_wide_constant_means_its_digits(void **state)
{
    (void)state;
    prog p = read_good(r32,
                       MOVED "t1 = pshufb t0 0x80808080808080808080808000010203\nr = movd t1\n");
    term_ctx *c = term_ctx_new();
    term x = term_mk_var(c, "a", 32), y = term_mk_var(c, "b", 32), part[4];
    for (unsigned i = 0; i < 4; i++) part[i] = term_mk_extract(c, 31 - 8 * i, 24 - 8 * i, x);
    /* the bytes the other way round */
    assert_true(prog_term(&p, c, (const term[]){x, y}) == term_mk_concat_n(c, part, 4));
    term_ctx_free(c);
}

static void constants_are_added_as_narrow_as_they_can_be(void **state)
{
    static const uint64_t narrow[4] = {0x7f7f7f7f7f7f7f7f, 0x7f7f7f7f7f7f7f7f}, middle[4] = {5, 5},
                          wide[4] = {5, 6}, wider[4] = {5, 6, 7, 8};
    prog p;
    (void)state;
    prog_init(&p, spec_find_op(the_spec, "xor"), r32);
    assert_int_equal(prog_add_const_of(&p, x128, narrow), p.ninputs);
    assert_int_equal(prog_add_const_of(&p, x128, middle), p.ninputs + 1);
    assert_int_equal(prog_add_const_of(&p, x128, wide), p.ninputs + 2);
    assert_int_equal(prog_add_const_of(&p, y256, wider), p.ninputs + 3);
    assert_int_equal(prog_add_const_of(&p, x128, middle), p.ninputs + 1); /* shared */
    assert_int_equal(prog_add_const_of(&p, r32, narrow), p.ninputs);
    static const unsigned bits[] = {0, 64, 128, 256};
    for (unsigned i = 0; i < 4; i++) assert_int_equal(p.konst[i].bits, bits[i]);
}

static void what_fits_no_register_is_refused(void **state)
{
    static const char *const bad[][2] = {
        {"r = xor a 0x0123456789abcdef\n", "constant '0x0123456789abcdef' does not fit class r32"},
        {"r = 0x0123456789abcdef\n", "constant '0x0123456789abcdef' does not fit class r32"},
        {MOVED "t1 = pxor t0 " WIDE "0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f\nr = movd t1\n",
         "does not fit class x128"},
        {MOVED "t1 = pxor t0 0x000000001\nr = movd t1\n",
         "constant '0x000000001' does not fit the register"}, /* nine digits */
        {"r = xor a 0x012345678*\n", "constant '0x012345678*' does not fit the register"},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        prog p;
        char *said;
        assert_false(reads(r32, bad[i][0], &p, &said));
        if (!strstr(said, bad[i][1]))
            fail_msg("'%s' is not said of %s, but:\n%s", bad[i][1], bad[i][0], said);
        free(said);
    }
}

static void a_wide_constant_stays_in_its_class(void **state)
{
    prog p = read_good(r32, kept[4]), q;
    (void)state;
    assert_false(prog_reclass(&p, the_spec, spec_find_class(the_spec, "r64"), &q));
}

/* A way that is for single fields of a register has no other register. */
static void a_form_stays_where_its_condition_holds(void **state)
{
    static const unsigned src[SPEC_SRC_MAX] = {0, 1, 2, 3};
    static const struct {
        const char *op, *form;
        int64_t w;
        bool goes;
    } cases[] = {{"sle_bits", "llvm.sle_bits.kept", 128, false},
                 {"sle_bits", "llvm.sle_bits", 128, true},
                 {"reduce_add", "llvm.reduce_add.count", 1, true}};
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        prog p, q;
        prog_init(&p, spec_find_op(the_spec, cases[i].op), x128);
        prog_add(&p, spec_find_instr(the_spec, NULL, cases[i].form, x128), src, cases[i].w);
        assert_int_equal(prog_reclass(&p, the_spec, y256, &q), cases[i].goes);
    }
}

/* As many constants as there can be, of which one is used again, are read; one more is refused. */
static void as_many_constants_as_there_can_be_are_read(void **state)
{
    (void)state;
    for (unsigned more = 0; more < 2; more++) {
        strbuf text = {0};
        char *said;
        prog p;
        for (unsigned i = 0; i < PROG_CONSTS_MAX + more; i++) {
            if (i) strbuf_printf(&text, "t%u = xor t%u 0x%08x*\n", i, i - 1, 0x01020300 + i);
            else strbuf_printf(&text, "t0 = xor a 0x01020300*\n");
        }
        strbuf_printf(&text, "r = xor t%u 0x01020300*\n", PROG_CONSTS_MAX + more - 1);
        bool good = reads(r32, strbuf_text(&text), &p, &said);
        assert_int_equal(good, !more);
        if (good) assert_int_equal(p.nconsts, PROG_CONSTS_MAX);
        else assert_non_null(strstr(said, "more constants than a program can have"));
        free(said);
        strbuf_free(&text);
    }
}

/* ---- two results, and a carry in a general register ---- */

static bool reads_sum(const char *text, prog *out, char **said)
{
    diags d = {0};
    size_t size;
    bool good = prog_parse(out, the_spec, spec_find_op(the_spec, "add_carry"), x128, text,
                           (place){.file = "text", .text = text, .line = 1}, &d);
    FILE *f = open_memstream(said, &size);
    diag_print(&d, f);
    fclose(f);
    diag_free(&d);
    return good;
}

static void two_results_are_printed_as_they_are_read(void **state)
{
    static const char *const text[] = {
        "t0 = paddq a b\nt1 = shr c 1\nr = t0\ncarry = t1\n",
        "t0 = shr c 1\nr = a\ncarry = t0\n",
        "t0 = paddq a b\nr = t0\ncarry = c\n",
    };
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        prog p;
        char *said;
        strbuf out = {0};
        if (!reads_sum(text[i], &p, &said)) fail_msg("%s", said);
        prog_tidy(&p);
        prog_print(&p, &out);
        assert_string_equal(strbuf_text(&out), text[i]);
        strbuf_free(&out);
        free(said);
    }
}

static void both_results_have_a_meaning(void **state)
{
    prog p;
    char *said;
    term out[2];
    (void)state;
    assert_true(reads_sum("t0 = pxor a b\nt1 = shr c 1\nr = t0\ncarry = t1\n", &p, &said));
    free(said);
    assert_false(prog_is_plain(&p));
    assert_ptr_equal(prog_input_class(&p, 2), spec_find_class(the_spec, "r64"));
    assert_ptr_equal(prog_second_class(&p), spec_find_class(the_spec, "r64"));
    term_ctx *c = term_ctx_new();
    const term in[3] = {term_mk_var(c, "a", 128), term_mk_var(c, "b", 128),
                        term_mk_var(c, "c", 64)};
    prog_terms(&p, c, in, out);
    assert_true(out[0] == term_mk_binary(c, TERM_BVXOR, in[0], in[1]));
    assert_true(out[1] == term_mk_binary(c, TERM_BVLSHR, in[2], term_mk_u64(c, 1, 64)));
    term_ctx_free(c);
}

static void half_a_pair_of_results_is_refused(void **state)
{
    static const char *const bad[][2] = {
        {"r = paddq a b\n", "of two results each is 'NAME = VALUE'"},
        {"t0 = paddq a b\nr = t0\n", "the program has no line 'carry = ...'"},
        {"t0 = paddq a b\nr = t0\nt1 = shr c 1\n", "'carry = VALUE' expected"},
        {"t0 = paddq a b\nr = t0\ncarry = t0\n", "'carry' is not in class r64"},
        {"t0 = shr c 1\nr = t0\ncarry = t0\n", "'r' is not in class x128"},
        {"t0 = paddq a c\nr = t0\ncarry = c\n", "'c' is not in class x128"},
        {"t0 = paddq a b\nr = t0\ncarry = c\nt1 = paddq a b\n", "a line after the result"},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        prog p;
        char *said;
        assert_false(reads_sum(bad[i][0], &p, &said));
        if (!strstr(said, bad[i][1])) fail_msg("%s", said);
        free(said);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_printed_as_it_is_read),
        cmocka_unit_test(as_many_constants_as_there_can_be_are_read),
        cmocka_unit_test(a_wide_constant_repeats_over_wider_classes),
        cmocka_unit_test(a_wide_constant_means_its_digits),
        cmocka_unit_test(constants_are_added_as_narrow_as_they_can_be),
        cmocka_unit_test(what_fits_no_register_is_refused),
        cmocka_unit_test(two_results_are_printed_as_they_are_read),
        cmocka_unit_test(both_results_have_a_meaning),
        cmocka_unit_test(half_a_pair_of_results_is_refused),
        cmocka_unit_test(a_wide_constant_stays_in_its_class),
        cmocka_unit_test(a_form_stays_where_its_condition_holds),
    };
    return cmocka_run_group_tests_name("prog", tests, set_up, drop_spec);
}

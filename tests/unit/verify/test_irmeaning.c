// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_irmeaning.c - guards intrinsics whose meaning is a text: what such a call is read as, with
 * poison, one in another; and that texts which say nothing usable are refused by name. */
#include "tests/unit/fixture.h"
#include "verify/ir/irterm.h"

static const char good[] =
    "declare <8 x i16> @llvm.sadd.sat.v8i16(<8 x i16>, <8 x i16>)\n"
    "declare <8 x i16> @llvm.x86.ssse3.phsub.sw.128(<8 x i16>, <8 x i16>)\n"
    "; @x86.ssse3.phadd.w.128( in a comment defines nothing\n"
    "define <8 x i16> @x86.ssse3.phadd.sw.128(<8 x i16> %a, <8 x i16> %b) {\n"
    "  %r = call <8 x i16> @llvm.sadd.sat.v8i16(<8 x i16> %b, <8 x i16> %a)\n"
    "  ret <8 x i16> %r\n"
    "}\n"
    "define <8 x i16> @x86.ssse3.phsub.sw.128(<8 x i16> %a, <8 x i16> %b) {\n"
    "  %r = call <8 x i16> @llvm.x86.ssse3.phsub.sw.128(<8 x i16> %a, <8 x i16> %b)\n"
    "  ret <8 x i16> %r\n"
    "}\n";

/* A function that calls one intrinsic on its parameters. */
static void write_caller(const char *name, strbuf *out)
{
    strbuf_printf(out,
                  "declare <8 x i16> @%s(<8 x i16>, <8 x i16>)\n"
                  "define <2 x i64> @f(<2 x i64> %%a, <2 x i64> %%b) {\n"
                  "  %%x = bitcast <2 x i64> %%a to <8 x i16>\n"
                  "  %%y = bitcast <2 x i64> %%b to <8 x i16>\n"
                  "  %%r = call <8 x i16> @%s(<8 x i16> %%x, <8 x i16> %%y)\n"
                  "  %%c = bitcast <8 x i16> %%r to <2 x i64>\n"
                  "  ret <2 x i64> %%c\n}\n",
                  name, name);
}

typedef struct outcome {
    bool ok;
    term value, poison;
    char message[512];
} outcome;

static outcome read_caller(term_ctx *c, const char *name, const char *meaning)
{
    const char *const meanings[] = {meaning, NULL};
    outcome r = {0};
    strbuf ir = {0};
    diags d = {0};
    term trap, args[2] = {term_mk_var(c, "a", 128), term_mk_var(c, "b", 128)};
    write_caller(name, &ir);
    r.ok = irterm_read(c, strbuf_text(&ir), "f", args, 2, 128, meanings, &r.value, &r.poison, &trap,
                       &d);
    FILE *f = fmemopen(r.message, sizeof r.message - 1, "w");
    diag_print(&d, f);
    fclose(f);
    diag_free(&d);
    strbuf_free(&ir);
    return r;
}

static void a_call_is_what_the_text_says(void **state)
{
    (void)state;
    term_ctx *c = term_ctx_new();
    outcome r = read_caller(c, "llvm.x86.ssse3.phadd.sw.128", good);
    if (!r.ok) fail_msg("%s", r.message);
    term args[2] = {term_mk_var(c, "a", 128), term_mk_var(c, "b", 128)};
    uint64_t a[2] = {0x7fff000180008000, 1}, b[2] = {0x00010001ffff7fff, 2}, out[2];
    const uint64_t *values[] = {a, b};
    term_eval(c, r.value, args, values, 2, out);
    assert_true(out[0] == 0x7fff00028000ffff && out[1] == 3);
    assert_true(term_is_zero(c, r.poison));
    term_ctx_free(c);
}

static void expect_refusal(const char *name, const char *meaning, const char *why)
{
    term_ctx *c = term_ctx_new();
    outcome r = read_caller(c, name, meaning);
    if (r.ok) fail_msg("%s was read, by:\n%s", name, meaning ? meaning : "nothing");
    if (!strstr(r.message, why)) fail_msg("expected \"%s\", found: %s", why, r.message);
    term_ctx_free(c);
}

static void what_says_nothing_is_refused(void **state)
{
    (void)state;
    const char *sw = "llvm.x86.ssse3.phadd.sw.128", *type = "<8 x i16>";
    char text[1024];
    expect_refusal(sw, NULL, "an intrinsic that is not known here");
    expect_refusal("llvm.x86.ssse3.phsub.sw.128", good, "a chain of meanings in each other");
    expect_refusal(sw, "define nonsense @x86.ssse3.phadd.sw.128(\n", "is not valid IR");
    snprintf(text, sizeof text, "define %s @x86.ssse3.phadd.sw.128(%s %%a) {\n  ret %s %%a\n}\n",
             type, type, type);
    expect_refusal(sw, text, "has other parameters");
    snprintf(text, sizeof text,
             "define i32 @x86.ssse3.phadd.sw.128(%s %%a, %s %%b) {\n  ret i32 0\n}\n", type, type);
    expect_refusal(sw, text, "of another type");
    snprintf(text, sizeof text,
             "define %s @x86.ssse3.phadd.sw.128(%s %%a, %s %%b) {\n  %%r = add nsw %s %%a, %%b\n"
             "  ret %s %%r\n}\n", type, type, type, type, type);
    expect_refusal(sw, text, "a meaning of flags");
    snprintf(text, sizeof text,
             "define %s @x86.ssse3.phadd.sw.128(%s %%a, %s %%b) {\n  br label %%end\nend:\n"
             "  ret %s %%a\n}\n", type, type, type, type);
    expect_refusal(sw, text, "other parameters, or several blocks");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_call_is_what_the_text_says),
        cmocka_unit_test(what_says_nothing_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

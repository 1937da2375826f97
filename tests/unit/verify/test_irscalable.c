// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_irscalable.c - guards scalable vectors: what is read of the lowest 128 bits, with poison;
 * and that whatever could see the bits above them is refused, since nothing is known of these. */
#include "tests/unit/fixture.h"
#include "verify/ir/irterm.h"

#define V "<vscale x 2 x i64>"
#define TAKE(lanes, index, from)                                                                   \
    "  %r = call <" #lanes " x i64> @llvm.vector.extract.v" #lanes "i64.nxv2i64(" V " " from       \
    ", i64 " #index ")\n"
#define RESULT TAKE(2, 0, "%s") "  ret <2 x i64> %r\n}\n"

static const char head[] =
    "declare " V " @llvm.vector.insert.nxv2i64.v2i64(" V ", <2 x i64>, i64)\n"
    "declare <2 x i64> @llvm.vector.extract.v2i64.nxv2i64(" V ", i64)\n"
    "declare <4 x i64> @llvm.vector.extract.v4i64.nxv2i64(" V ", i64)\n"
    "declare " V " @llvm.aarch64.sve.eor3.nxv2i64(" V ", " V ", " V ")\n"
    "declare " V " @llvm.aarch64.sve.uunpkhi.nxv2i64(<vscale x 4 x i32>)\n"
    "declare " V " @llvm.aarch64.sve.lsl.u.nxv2i64(<vscale x 2 x i1>, " V ", " V ")\n"
    "declare <vscale x 2 x i1> @llvm.aarch64.sve.ptrue.nxv2i1(i32)\n"
    "declare " V " @llvm.vector.reverse.nxv2i64(" V ")\n"
    "declare i64 @llvm.vector.reduce.add.nxv2i64(" V ")\n"
    "declare " V " @llvm.ctpop.nxv2i64(" V ")\n"
    "define <2 x i64> @f(<2 x i64> %a, <2 x i64> %b) {\n"
    "  %x = call " V " @llvm.vector.insert.nxv2i64.v2i64(" V " poison, <2 x i64> %a, i64 0)\n"
    "  %y = call " V " @llvm.vector.insert.nxv2i64.v2i64(" V " poison, <2 x i64> %b, i64 0)\n";

static bool read_body(term_ctx *c, const char *body, term *value, term *poison)
{
    strbuf ir = {0};
    diags d = {0};
    term trap, args[2] = {term_mk_var(c, "a", 128), term_mk_var(c, "b", 128)};
    strbuf_printf(&ir, "%s%s", head, body);
    bool ok = irterm_read(c, strbuf_text(&ir), "f", args, 2, 128, NULL, value, poison, &trap, &d);
    assert_int_equal(d.count > 0, !ok);
    diag_free(&d);
    strbuf_free(&ir);
    return ok;
}

static void check_value(const char *body, uint64_t low, uint64_t high)
{
    term_ctx *c = term_ctx_new();
    term value, poison, args[2] = {term_mk_var(c, "a", 128), term_mk_var(c, "b", 128)};
    uint64_t a[2] = {0xf0f0, 3}, b[2] = {4, 1}, out[2];
    const uint64_t *values[] = {a, b};
    if (!read_body(c, body, &value, &poison)) fail_msg("not understood:\n%s", body);
    assert_true(term_is_zero(c, poison));
    term_eval(c, value, args, values, 2, out);
    if (out[0] != low || out[1] != high)
        fail_msg("0x%llx, 0x%llx of\n%s", (unsigned long long)out[0], (unsigned long long)out[1],
                 body);
    term_ctx_free(c);
}

static void the_lowest_lanes_are_read(void **state)
{
    (void)state;
    check_value("  %s = call " V " @llvm.aarch64.sve.eor3.nxv2i64(" V " %x, " V " %y, " V
                " %y)\n" RESULT, 0xf0f0, 3);
    check_value("  %s = call " V " @llvm.ctpop.nxv2i64(" V " %x)\n" RESULT, 8, 2);
    check_value("  %p = call <vscale x 2 x i1> @llvm.aarch64.sve.ptrue.nxv2i1(i32 31)\n"
                "  %s = call " V " @llvm.aarch64.sve.lsl.u.nxv2i64(<vscale x 2 x i1> %p, " V
                " %x, " V " %y)\n" RESULT, 0xf0f00, 6);
}

static void check_refused(const char *body)
{
    term_ctx *c = term_ctx_new();
    term value, poison;
    if (read_body(c, body, &value, &poison)) fail_msg("understood:\n%s", body);
    term_ctx_free(c);
}

/* Lanes above, lanes at a variable number, all lanes; a predicate that is not true of all; another
 * length of what is inserted; constants; memory. */
static void what_sees_the_rest_is_refused(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        TAKE(2, 2, "%x") "  ret <2 x i64> %r\n}\n",
        TAKE(4, 0, "%x") "  %t = shufflevector <4 x i64> %r, <4 x i64> poison, <2 x i32> "
                         "<i32 0, i32 1>\n  ret <2 x i64> %t\n}\n",
        "  %e = extractelement " V " %x, i64 0\n"
        "  %r = insertelement <2 x i64> %a, i64 %e, i32 0\n  ret <2 x i64> %r\n}\n",
        "  %e = call i64 @llvm.vector.reduce.add.nxv2i64(" V " %x)\n"
        "  %r = insertelement <2 x i64> %a, i64 %e, i32 0\n  ret <2 x i64> %r\n}\n",
        "  %s = call " V " @llvm.vector.reverse.nxv2i64(" V " %x)\n" RESULT,
        "  %h = bitcast " V " %x to <vscale x 4 x i32>\n"
        "  %s = call " V " @llvm.aarch64.sve.uunpkhi.nxv2i64(<vscale x 4 x i32> %h)\n" RESULT,
        "  %p = call <vscale x 2 x i1> @llvm.aarch64.sve.ptrue.nxv2i1(i32 1)\n"
        "  %s = call " V " @llvm.aarch64.sve.lsl.u.nxv2i64(<vscale x 2 x i1> %p, " V " %x, " V
        " %y)\n" RESULT,
        "  %s = call " V " @llvm.vector.insert.nxv2i64.v2i64(" V " poison, <2 x i64> %a, i64 2)\n"
        RESULT,
        "  %s = call " V " @llvm.vector.insert.nxv2i64.v2i64(" V " %x, <2 x i64> %b, i64 0)\n"
        RESULT,
        "  %s = call " V " @llvm.ctpop.nxv2i64(" V " zeroinitializer)\n" RESULT,
        "  %s = select i1 true, " V " %x, " V " %y\n" RESULT,
        "  %s = add " V " %x, %y\n" RESULT,
        "  %p = alloca " V "\n  store " V " %x, ptr %p\n  %r = load <2 x i64>, ptr %p\n"
        "  ret <2 x i64> %r\n}\n",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) check_refused(bodies[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lowest_lanes_are_read),
        cmocka_unit_test(what_sees_the_rest_is_refused),
    };
    return cmocka_run_group_tests_name("scalable vectors", tests, NULL, NULL);
}

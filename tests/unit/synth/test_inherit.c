// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_inherit.c - programs go to the targets and register classes that have their instructions:
 * where they are shorter, right, and asked for. */
#include "synth/run/inherit.h"
#include "tests/unit/log_fixture.h"

static const char xor_by_steps[] = "t0 = pandn a b\nt1 = pandn b a\nr = por t0 t1\n",
                  xor_at_once[] = "r = pxor a b\n", wrong[] = "r = por a b\n",
                  by_table[] = "r = vpternlogd a b b 60\n", left_to_llvm[] = "r = llvm.xor a b 2\n";

static inherit_known known_of(const char *cpu, const char *text, unsigned insns, bool asked)
{
    cell c = {spec_find_op(the_spec, "xor"), 2, spec_find_class(the_spec, "x128"),
              spec_find_target(the_spec, cpu)};
    assert_non_null(c.target);
    return (inherit_known){c, text, "exhaust", insns, asked};
}

static ls_status log_lowering(void *context, const synth_lowering *l)
{
    log *to = context;
    assert_int_equal(l->program.answer, PROOF_PROVED);
    assert_int_equal(l->ir.answer, PROOF_PROVED);
    strbuf_printf(&to->text, "%s %u %s %s", l->cell.target->name, l->cost.insns, l->engine,
                  l->text);
    return LS_OK;
}

static ls_status log_bound(void *context, const synth_bound *b)
{
    (void)context;
    fail_msg("a bound of %u for a program that is only handed on", b->insns);
    return LS_OK;
}

/* What is reported, and of how many cells something was tried. */
static void expect(const inherit_known *known, unsigned n, unsigned done, const char *wanted)
{
    log to = {0};
    diags d = {0};
    char spec_dir[FIXTURE_PATH];
    snprintf(spec_dir, sizeof spec_dir, "%s", source_path("spec"));
    synth_options o = {.effort = SYNTH_QUICK, .jobs = 1, .spec_dir = spec_dir};
    synth_sink sink = {&to, log_lowering, log_bound, log_done, NULL, NULL};
    assert_int_equal(inherit_run(the_spec, known, n, NULL, NULL, &o, &sink, &d), LS_OK);
    diag_print(&d, stderr);
    diag_free(&d);
    assert_string_equal(strbuf_text(&to.text), wanted);
    assert_int_equal(to.done, done);
    strbuf_free(&to.text);
}

static void shorter_programs_go_to_all_that_have_their_instructions(void **state)
{
    (void)state;
    inherit_known known[] = {known_of("x86-64", xor_at_once, 1, true),
                             known_of("x86-64-v2", xor_by_steps, 3, true),
                             known_of("icelake-server", xor_by_steps, 3, true),
                             known_of("icelake-server", left_to_llvm, 3, true)};
    expect(known, 4, 2,
           "x86-64-v2 1 exhaust r = pxor a b\nicelake-server 1 exhaust r = pxor a b\n");
}

/* A lesser target may not know what a more capable one found, either. */
static void also_from_the_more_capable(void **state)
{
    (void)state;
    inherit_known known[] = {known_of("x86-64", xor_by_steps, 3, true),
                             known_of("x86-64-v4", by_table, 1, true),
                             known_of("icelake-server", xor_at_once, 1, true)};
    expect(known, 3, 1, "x86-64 1 exhaust r = pxor a b\n");
}

static void only_cells_that_are_asked_for(void **state)
{
    (void)state;
    inherit_known known[] = {known_of("x86-64", xor_at_once, 1, true),
                             known_of("x86-64-v2", xor_by_steps, 3, false),
                             known_of("x86-64-v3", xor_by_steps, 3, true)};
    expect(known, 3, 1, "x86-64-v3 1 exhaust r = pxor a b\n");
}

/* What is no shorter, needs other instructions, is left to LLVM or is of another place is not
 * tried. */
static void nothing_else_is_tried(void **state)
{
    (void)state;
    inherit_known known[] = {known_of("x86-64", xor_at_once, 1, true),
                             known_of("x86-64-v2", left_to_llvm, 0, true),
                             known_of("x86-64-v4", by_table, 0, true),
                             known_of("icelake-server", xor_by_steps, 3, true)};
    known[3].cell.w = 4;
    expect(known, 4, 0, "");
}

/* What is less is greater the other way. */
static void operands_are_exchanged(void **state)
{
    (void)state;
    inherit_known known[] = {known_of("x86-64", "t0 = pcmpgtb b a\nr = por t0 t0\n", 2, true),
                             known_of("x86-64-v3", "r = pcmpgtb b a\n", 1, true),
                             known_of("x86-64", "r = pcmpgtb a b\n", 1, false),
                             known_of("x86-64-v2", "t0 = pcmpgtb a b\nr = por t0 t0\n", 2, true)};
    for (unsigned i = 0; i < 4; i++) {
        known[i].cell.op = spec_find_op(the_spec, i < 2 ? "slt" : "sgt");
        known[i].cell.w = 8;
    }
    expect(known, 4, 2, "x86-64 1 exhaust r = pcmpgtb b a\nx86-64-v2 1 exhaust r = pcmpgtb a b\n");
}

/* From 128 bits to 256 and back, each where the target has such registers; what crosses chunks does
 * not hold there and is not reported. */
static void programs_go_to_other_classes(void **state)
{
    (void)state;
    const regclass *wide = spec_find_class(the_spec, "y256");
    inherit_known known[] = {
        known_of("x86-64", xor_by_steps, 3, true), known_of("x86-64-v3", xor_at_once, 1, true),
        known_of("x86-64-v3", xor_by_steps, 3, true), known_of("x86-64-v4", xor_at_once, 1, true)};
    known[2].cell.cls = known[3].cell.cls = wide;
    expect(known, 4, 2, "x86-64 1 exhaust r = pxor a b\nx86-64-v3 1 exhaust r = pxor a b\n");
    inherit_known crossing[] = {
        known_of("x86-64-v3", "r = pshufd a 78\n", 1, true),
        known_of("x86-64-v3", "t0 = vpermq4 a 27\nr = vpermq4 t0 170\n", 2, true)};
    for (unsigned i = 0; i < 2; i++) {
        crossing[i].cell.op = spec_find_op(the_spec, "reverse");
        crossing[i].cell.w = 64;
    }
    crossing[1].cell.cls = wide;
    expect(crossing, 2, 1, "");
}

/* Nothing is reported that is not proved, whoever says that it is known; nor what LLVM makes no
 * fewer instructions of here. */
static void what_is_wrong_or_no_shorter_here_stays(void **state)
{
    (void)state;
    inherit_known bad[] = {known_of("x86-64", wrong, 1, true),
                           known_of("x86-64-v2", xor_by_steps, 3, true)};
    expect(bad, 2, 1, "");
    inherit_known long_here[] = {known_of("x86-64", xor_by_steps, 0, true),
                                 known_of("x86-64-v2", xor_at_once, 1, true)};
    expect(long_here, 2, 1, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shorter_programs_go_to_all_that_have_their_instructions),
        cmocka_unit_test(also_from_the_more_capable),
        cmocka_unit_test(only_cells_that_are_asked_for),
        cmocka_unit_test(nothing_else_is_tried),
        cmocka_unit_test(operands_are_exchanged),
        cmocka_unit_test(programs_go_to_other_classes),
        cmocka_unit_test(what_is_wrong_or_no_shorter_here_stays),
    };
    return cmocka_run_group_tests_name("inherit", tests, load_spec, drop_spec);
}

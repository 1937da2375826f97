// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_spec_riscv.c - the instructions of the set riscv against plain C, and what its target says.
 *
 * Every one is evaluated on random and corner values and compared, lane by lane of its result, with
 * a reference written independently (instr_refs_riscv.h). An instruction without a reference fails
 * the test. What the emulator says about the same text is the business of verify. */
#include "instr_refs_riscv.h"
#include "lowerings/measure/asmcount.h"
#include "lowerings/measure/codegen.h"
#include "set_refs.h"

/* The name's length without the number at its end. */
static size_t key_length(const char *name)
{
    size_t n = strlen(name);
    while (n && name[n - 1] >= '0' && name[n - 1] <= '9') n--;
    return n;
}

/* Of the lanes of the result: the number at the end, of a widening sum or product half of it. */
static unsigned lane_width(const char *name)
{
    unsigned w = (unsigned)strtoul(name + key_length(name), NULL, 10);
    if (!strcmp(name, "vslidedown.vi.align")) return 8;
    return !w ? 64 : !strncmp(name, "vw", 2) && !strstr(name, ".zip") ? 2 * w : w;
}

static reference find_ref(const instr *in)
{
    size_t n = key_length(in->name);
    reference found = {.w = lane_width(in->name)};
    for (size_t r = 0; r < sizeof refs / sizeof *refs; r++) {
        if (strlen(refs[r].name) != n || strncmp(refs[r].name, in->name, n)) continue;
        found.fn = refs[r].fn;
        found.whole = refs[r].whole;
    }
    return found;
}

static void every_instruction_does_what_its_reference_does(void **state)
{
    (void)state;
    check_set("riscv", find_ref, 140);
}

static void its_functions_say_how_long_registers_are(void **state)
{
    (void)state;
    assert_cpu("riscv64-v", "\"target-cpu\"=\"generic-rv64\" \"target-features\"=\"+m,+v\" "
                            "vscale_range(2,2)");
}

/* Two registers are a group without an instruction, and a step is one. */
static void pairs_are_groups(void **state)
{
    static const char ir[] =
        "define <16 x i8> @f(<2 x i64> %a, <2 x i64> %b) vscale_range(2,2) {\n"
        " %g = shufflevector <2 x i64> %a, <2 x i64> %b, <4 x i32> <i32 0, i32 1, i32 2, i32 3>\n"
        " %w = bitcast <4 x i64> %g to <16 x i16>\n %n = trunc <16 x i16> %w to <16 x i8>\n"
        " ret <16 x i8> %n\n}\n";
    static const char *const names[] = {"f"};
    codegen_count c;
    diags d = {0};
    (void)state;
    const target *t = spec_find_target(the_spec, "riscv64-v");
    assert_int_equal(codegen_measure_all(ir, names, 1, t, &c, &d), LS_OK);
    assert_int_equal(c.insns, 1);
    diag_free(&d);
}

/* Lines of one function, in their order. */
static const struct {
    const char *text;
    asm_class cls;
} lines[] = {
    {"\tvsetivli\tzero, 16, e8, m1, ta, ma", ASM_MOVE},
    {"\tvadd.vv\tv8, v8, v9", ASM_COUNTED},
    {"\tli\ta0, 85", ASM_CONST},
    {"\tvand.vx\tv8, v8, a0", ASM_COUNTED},
    {"\tvmv.v.x\tv10, a0", ASM_CONST},
    {"\tvmv.v.x\tv11, a1", ASM_COUNTED},
    {"\tvid.v\tv10", ASM_CONST},
    {"\tvrsub.vi\tv10, v10, 15", ASM_CONST},
    {"\tvrgather.vv\tv9, v8, v10", ASM_COUNTED},
    {"\tvmv.v.v\tv8, v9", ASM_MOVE},
    {"\tvmerge.vim\tv9, v9, -1, v0", ASM_COUNTED},
    {"\tvslidedown.vi\tv9, v8, 3, v0.t", ASM_COUNTED},
    {"\tvslideup.vi\tv9, v10, 3", ASM_COUNTED},
    {"\tcsrwi\tvxrm, 2", ASM_COUNTED},
    {"\tlui\ta0, %hi(.LCPI18_0)", ASM_CONST},
    {"\taddi\ta0, a0, %lo(.LCPI18_0)", ASM_CONST},
    {"\tvl1r.v\tv10, (a0)", ASM_MEMORY},
    {"\tld\ta0, 8(sp)", ASM_COUNTED},
    /* lanes above stay: a move is a choice of lanes, but not of a whole register */
    {"\tvsetivli\tzero, 8, e8, m1, tu, ma", ASM_MOVE},
    {"\tvmv.v.v\tv9, v8", ASM_COUNTED},
    {"\tvmv.v.i\tv9, 0", ASM_COUNTED},
    {"\tvmv1r.v\tv8, v9", ASM_MOVE},
    {"\tvsetvli\tzero, zero, e8, m1, ta, ma", ASM_MOVE},
    {"\tvmv.v.v\tv9, v8", ASM_MOVE},
    {"\tret", ASM_RETURN},
};

static void its_lines_are_told_apart(void **state)
{
    asm_state s = {0};
    (void)state;
    const asm_syntax *x = isa_syntax(spec_find_target(the_spec, "riscv64-v")->set);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (asm_classify(x, &s, lines[i].text) != lines[i].cls)
            fail_msg("%s is not of the class %s", lines[i].text, asm_class_names[lines[i].cls]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instruction_does_what_its_reference_does),
        cmocka_unit_test(its_functions_say_how_long_registers_are),
        cmocka_unit_test(pairs_are_groups),
        cmocka_unit_test(its_lines_are_told_apart),
    };
    return cmocka_run_group_tests_name("spec of riscv", tests, load_spec, drop_spec);
}

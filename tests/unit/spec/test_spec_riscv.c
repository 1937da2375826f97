// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_spec_riscv.c - the instructions of the set riscv against plain C, and what its target says.
 *
 * Every one is evaluated on random and corner values and compared, lane by lane of its result, with
 * a reference written independently (instr_refs_riscv.h). An instruction without a reference fails
 * the test. What the emulator says about the same text is the business of verify. */
#include "instr_refs_riscv.h"
#include "lowerings/measure/asmcount.h"
#include "lowerings/measure/codegen.h"
#include "spec/instr.h"
#include "tests/unit/fixture.h"

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

static int find_ref(const instr *in)
{
    size_t n = key_length(in->name);
    for (size_t r = 0; r < sizeof refs / sizeof *refs; r++)
        if (strlen(refs[r].name) == n && !strncmp(refs[r].name, in->name, n)) return (int)r;
    return -1;
}

static void compare_lane(const instr *in, int ref, uint64_t src[3][LIMBS], const uint64_t *got,
                         int64_t imm, unsigned i)
{
    unsigned w = lane_width(in->name), bits = refs[ref].whole ? in->result->bits : w;
    lane v = {.k = (unsigned)imm, .i = i, .w = w, .reg = {src[0], src[1], src[2]}};
    v.a = get_bits(src[0], i * w, w);
    v.b = get_bits(src[1], i * w, w);
    v.c = get_bits(src[2], i * w, w);
    uint64_t want = refs[ref].fn(&v) & ones(bits), have = get_bits(got, i * bits, bits);
    if (have != want)
        fail_msg("%s on %s, immediate %d: lane %u is 0x%llx, not 0x%llx", in->name,
                 in->result->name, (int)imm, i, (unsigned long long)have, (unsigned long long)want);
}

static void check_once(const instr *in, int ref, term_ctx *c, term t, const term *vars, int64_t imm)
{
    uint64_t src[3][LIMBS] = {{0}}, got[LIMBS] = {0};
    const uint64_t *values[3] = {src[0], src[1], src[2]};
    for (unsigned s = 0; s < in->nsrc; s++) fill_random(src[s], in->src[s]->bits);
    if (random_bits() % 8 == 0) memcpy(src[1], src[0], sizeof src[0]);
    term_eval(c, t, vars, values, in->nsrc, got);
    unsigned n = refs[ref].whole ? 1 : in->result->bits / lane_width(in->name);
    for (unsigned i = 0; i < n; i++) compare_lane(in, ref, src, got, imm, i);
}

static void check_instr(const instr *in, int64_t imm, int trials)
{
    int ref = find_ref(in);
    if (ref < 0) fail_msg("%s has no reference in this test", in->name);
    term_ctx *c = term_ctx_new();
    term vars[SPEC_SRC_MAX];
    for (unsigned s = 0; s < in->nsrc; s++)
        vars[s] = term_mk_var(c, in->src_name[s], in->src[s]->bits);
    term t = instr_apply(in, c, vars, imm);
    assert_int_equal(term_width(c, t), in->result->bits);
    for (int trial = 0; trial < trials; trial++) check_once(in, ref, c, t, vars, imm);
    term_ctx_free(c);
}

static void every_instruction_does_what_its_reference_does(void **state)
{
    unsigned count = 0;
    (void)state;
    for (unsigned n = 0; n < the_spec->ninstrs; n++) {
        const instr *in = &the_spec->instrs[n];
        if (strcmp(in->set->name, "riscv")) continue;
        count++;
        if (!in->has_imm) check_instr(in, 0, 48);
        for (int64_t k = in->imm_low; in->has_imm && k <= in->imm_high; k++) check_instr(in, k, 3);
    }
    assert_true(count > 140);
}

static void its_functions_say_how_long_registers_are(void **state)
{
    (void)state;
    const target *t = spec_find_target(the_spec, "riscv64-v");
    strbuf attributes = {0};
    assert_non_null(t);
    target_print_cpu(t, &attributes);
    assert_string_equal(strbuf_text(&attributes),
                        "\"target-cpu\"=\"generic-rv64\" \"target-features\"=\"+m,+v\" "
                        "vscale_range(2,2)");
    strbuf_free(&attributes);
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

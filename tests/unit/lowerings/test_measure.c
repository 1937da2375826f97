// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_measure.c - guards what LLVM's code is counted by: which lines count, constants followed
 * through registers, functions of a module, diagnostics, threads. */
#include <pthread.h>

#include "lowerings/emit/emit.h"
#include "lowerings_fixture.h"

/* ---- counting ---- */

typedef struct counted_line {
    const char *text;
    asm_class cls;
} counted_line;

static const counted_line counted_lines[] = {
    /* no instructions */
    {"", ASM_NONE},
    {"f:", ASM_NONE},
    {".LBB0_1:                # %loop", ASM_NONE},
    {"\t.cfi_startproc", ASM_NONE},
    {"# %bb.0:", ASM_NONE},
    {"\tretq", ASM_RETURN},
    /* moves */
    {"\tmovdqa\t%xmm1, %xmm0", ASM_MOVE},
    {"\tmovaps\t%xmm1, %xmm0", ASM_MOVE},
    {"\tvmovdqa\t%ymm1, %ymm0", ASM_MOVE},
    {"\tvmovdqa64\t%zmm1, %zmm0", ASM_MOVE},
    {"\tmovq\t%rdi, %rax", ASM_MOVE},
    {"\tmovl\t%edi, %eax", ASM_MOVE},
    {"\tmovb\t%dil, %al", ASM_MOVE},
    {"\tmovl\t%r10d, %r8d", ASM_MOVE},
    {"\tvzeroupper", ASM_MOVE},
    {"\tkmovq\t%k1, %k0", ASM_MOVE},
    /* work that looks like a move */
    {"\tvmovdqu8\t%zmm1, %zmm0 {%k1}", ASM_COUNTED},
    {"\tvmovdqu8\t%zmm1, %zmm0 {%k1} {z}", ASM_COUNTED},
    {"\tmovq\t%xmm0, %rax", ASM_COUNTED},
    {"\tmovq\t%rdi, %xmm0", ASM_COUNTED},
    {"\tvmovd\t%edi, %xmm0", ASM_COUNTED},
    {"\tmovq\t%xmm1, %xmm0", ASM_COUNTED},
    {"\tkmovq\t%rdi, %k1", ASM_COUNTED},
    {"\tmovzbl\t%dil, %eax", ASM_COUNTED},
    {"\tvpmovm2b\t%k0, %zmm0", ASM_COUNTED},
    {"\tvpbroadcastb\t%edi, %zmm0", ASM_COUNTED},
    {"\tvpbroadcastb\t%xmm0, %zmm0", ASM_COUNTED},
    {"\tpmovsxbw\t%xmm0, %xmm0", ASM_COUNTED},
    /* constants */
    {"\tmovdqa\t.LCPI0_0(%rip), %xmm0             # xmm0 = [1,2,3,4]", ASM_CONST},
    {"\tvmovdqa64\t.LCPI0_0(%rip), %zmm0", ASM_CONST},
    {"\tmovdqa\t(%rip), %xmm0", ASM_CONST},
    {"\tvpbroadcastb\t.LCPI0_0(%rip), %ymm0", ASM_CONST},
    {"\tvpbroadcastq\t.LCPI0_0(%rip), %zmm0", ASM_CONST},
    {"\tvbroadcastss\t.LCPI0_0(%rip), %xmm0", ASM_CONST},
    {"\tvbroadcasti128\t.LCPI0_0(%rip), %ymm0", ASM_CONST},
    {"\tmovddup\t.LCPI0_0(%rip), %xmm0", ASM_CONST},
    {"\tvpmovsxbd\t.LCPI0_0(%rip), %xmm0", ASM_CONST},
    {"\tmovq\t.LCPI0_0(%rip), %xmm0", ASM_CONST},
    {"\tvmovss\t.LCPI0_0(%rip), %xmm0", ASM_CONST},
    {"\tkmovq\t.LCPI0_0(%rip), %k1", ASM_CONST},
    {"\tmovl\t$85, %eax", ASM_CONST},
    {"\tmovabsq\t$6148914691236517205, %rax", ASM_CONST},
    {"\tpxor\t%xmm2, %xmm2", ASM_CONST},
    {"\txorps\t%xmm2, %xmm2", ASM_CONST},
    {"\tvpxor\t%xmm2, %xmm2, %xmm2", ASM_CONST},
    {"\txorl\t%eax, %eax", ASM_CONST},
    {"\tpcmpeqd\t%xmm1, %xmm1", ASM_CONST},
    {"\tvpcmpeqd\t%ymm1, %ymm1, %ymm1", ASM_CONST},
    {"\tvpternlogd\t$255, %zmm1, %zmm1, %zmm1", ASM_CONST},
    {"\tkxnorq\t%k0, %k0, %k1", ASM_CONST},
    /* work that looks like a constant */
    {"\tpxor\t%xmm2, %xmm1", ASM_COUNTED},
    {"\tvpxor\t%xmm2, %xmm1, %xmm2", ASM_COUNTED},
    {"\tpcmpeqd\t%xmm1, %xmm2", ASM_COUNTED},
    {"\tvpternlogq\t$15, %zmm0, %zmm0, %zmm0", ASM_COUNTED}, /* a complement */
    {"\tpaddb\t%xmm0, %xmm0", ASM_COUNTED},
    {"\tpand\t.LCPI0_0(%rip), %xmm0", ASM_COUNTED}, /* the constant is free, the work is not */
    {"\tvpternlogq\t$216, .LCPI0_0(%rip){1to8}, %zmm1, %zmm0", ASM_COUNTED},
    {"\tandl\t$85, %eax", ASM_COUNTED},
    /* memory */
    {"\tmovdqa\t(%rdi), %xmm0", ASM_MEMORY},
    {"\tvmovdqu64\t64(%rdi,%rax,8), %zmm0", ASM_MEMORY},
    {"\tmovups\t%xmm0, (%rdi)", ASM_MEMORY},
    {"\tmovq\t(%rdi), %rax", ASM_MEMORY},
    {"\tmovl\t$0, (%rdi)", ASM_MEMORY},
    {"\tmovq\t%xmm0, (%rdi)", ASM_MEMORY},
    {"\tmovl\t%eax, -8(%rsp)", ASM_COUNTED}, /* a spill */
    {"\tmovdqa\t-24(%rsp), %xmm0", ASM_COUNTED},
    {"\tpushq\t%rbp", ASM_COUNTED},
    {"\tpaddb\t(%rdi), %xmm0", ASM_COUNTED},
    /* the rest is work */
    {"\tpaddb\t%xmm1, %xmm0", ASM_COUNTED},
    {"\tleal\t(%rdi,%rsi), %eax", ASM_COUNTED},
    {"\t{vex}\tvpdpbusd\t%xmm1, %xmm2, %xmm0", ASM_COUNTED},
    {"\tjmp\t.LBB0_1", ASM_COUNTED},
};

static void every_line_counts_as_agreed(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof counted_lines / sizeof *counted_lines; i++) {
        asm_state fresh = {0};
        asm_class cls = asm_classify(x, &fresh, counted_lines[i].text);
        if (cls != counted_lines[i].cls)
            fail_msg("'%s' is %s, expected %s", counted_lines[i].text, asm_class_names[cls],
                     asm_class_names[counted_lines[i].cls]);
    }
}

static void constants_are_followed_through_registers(void **state)
{
    (void)state;
    asm_state s = {0};
    assert_int_equal(asm_classify(x, &s, "movabsq $6148914691236517205, %rax"), ASM_CONST);
    assert_int_equal(asm_classify(x, &s, "vpbroadcastq %rax, %zmm3"), ASM_CONST);
    assert_int_equal(asm_classify(x, &s, "movl $21845, %ecx"), ASM_CONST);
    assert_int_equal(asm_classify(x, &s, "movl %ecx, %edx"), ASM_MOVE);
    assert_int_equal(asm_classify(x, &s, "kmovd %edx, %k1"), ASM_CONST);
    assert_int_equal(asm_classify(x, &s, "addl %edi, %ecx"), ASM_COUNTED);
    assert_int_equal(asm_classify(x, &s, "kmovd %ecx, %k1"), ASM_COUNTED);
    assert_int_equal(asm_classify(x, &s, "vmovq %rax, %xmm1"), ASM_CONST);
    assert_int_equal(asm_classify(x, &s, "vpbroadcastb %xmm1, %ymm1"), ASM_CONST);
    assert_int_equal(asm_classify(x, &s, "vpaddb %ymm0, %ymm1, %ymm1"), ASM_COUNTED);
    assert_int_equal(asm_classify(x, &s, "vpbroadcastb %xmm1, %ymm1"), ASM_COUNTED);
}

/* gcc makes a vector of a constant of 64 bits in three steps, or of two constants. */
static void constants_are_put_together(void **state)
{
    (void)state;
    asm_state s = {0};
    assert_int_equal(asm_classify(x, &s, "movabsq $-71777214294589696, %rax"), ASM_CONST);
    assert_int_equal(asm_classify(x, &s, "vmovq %rax, %xmm1"), ASM_CONST);
    assert_int_equal(asm_classify(x, &s, "vpunpcklqdq %xmm1, %xmm0, %xmm2"), ASM_COUNTED);
    assert_int_equal(asm_classify(x, &s, "vpunpcklqdq %xmm1, %xmm1, %xmm1"), ASM_CONST);
    assert_int_equal(asm_classify(x, &s, "vinserti128 $1, %xmm1, %ymm1, %ymm1"), ASM_CONST);
    assert_int_equal(asm_classify(x, &s, "vinserti128 $1, %xmm0, %ymm1, %ymm3"), ASM_COUNTED);
    assert_int_equal(asm_classify(x, &s, "movq %rax, %xmm4"), ASM_CONST);
    assert_int_equal(asm_classify(x, &s, "punpcklqdq %xmm4, %xmm4"), ASM_CONST);
    assert_int_equal(asm_classify(x, &s, "punpcklqdq %xmm4, %xmm5"), ASM_COUNTED);
    assert_int_equal(asm_classify(x, &s, "pinsrq $1, %rax, %xmm4"), ASM_CONST);
    assert_int_equal(asm_classify(x, &s, "pinsrq $1, %rdi, %xmm4"), ASM_COUNTED);
}

typedef struct named_counts {
    unsigned count;
    char text[128];
} named_counts;

static void note_function(void *context, const char *name, size_t length, const codegen_count *c)
{
    named_counts *n = context;
    n->count++;
    snprintf(n->text + strlen(n->text), sizeof n->text - strlen(n->text), "%.*s %u; ", (int)length,
             name, c->insns);
}

/* Of gcc and of LLVM; what holds a constant is forgotten between two functions. */
static void functions_of_a_file_are_counted(void **state)
{
    (void)state;
    named_counts n = {0};
    codegen_each_function(x,
                          "\t.file\t\"a.c\"\n\t.type\tf, @function\nf:\n.LFB0:\n\tmovl\t$1, %eax\n"
                          "\taddl\t%edi, %esi\n\tret\n\t.size\tf, .-f\n\taddl\t%edi, %esi\n"
                          "\t.type\tdata, @object\n\t.size\tdata, 4\n"
                          "\t.type\tg,@function\ng:                      # @g\n"
                          "\tvmovq\t%rax, %xmm0\n\tretq\n.Lfunc_end1:\n\t.size\tg, .Lfunc_end1-g\n",
                          note_function, &n);
    assert_int_equal(n.count, 2);
    assert_string_equal(n.text, "f 1; g 1; ");
}

static void registers_of_all_sizes_are_one(void **state)
{
    (void)state;
    assert_int_equal(asm_register(x, "%rax"), asm_register(x, "%al"));
    assert_int_equal(asm_register(x, "%eax"), asm_register(x, "%ax"));
    assert_int_equal(asm_register(x, "%rdi"), asm_register(x, "%dil"));
    assert_int_equal(asm_register(x, "%r11"), asm_register(x, "%r11b"));
    assert_int_equal(asm_register(x, "%xmm17"), asm_register(x, "%zmm17"));
    assert_int_not_equal(asm_register(x, "%xmm1"), asm_register(x, "%xmm11"));
    assert_int_not_equal(asm_register(x, "%k1"), asm_register(x, "%xmm1"));
    assert_int_equal(asm_register(x, "$5"), -1);
    assert_int_equal(asm_register(x, "%rip"), -1);
    assert_int_equal(asm_register(x, "%xmm32"), -1);
    assert_int_equal(asm_register(x, ""), -1);
}

static void functions_are_counted_apart(void **state)
{
    (void)state;
    static const char text[] =
        "\t.text\nff:\n\tpaddb\t%xmm1, %xmm0\n\tretq\n.Lfunc_end0:\n"
        "f:                                      # @f\n\t.cfi_startproc\n"
        "\tmovdqa\t%xmm0, %xmm2\n\tpand\t.LCPI0_0(%rip), %xmm2\n\tmovdqa\t.LCPI0_1(%rip), %xmm3\n"
        "\tpaddb\t%xmm2, %xmm0\n\tmovdqa\t%xmm0, (%rdi)\n\tretq\n.Lfunc_end1:\n\tpaddb\t%xmm0, "
        "%xmm0\n";
    codegen_count c;
    assert_true(codegen_count_function(x, text, "f", &c));
    assert_int_equal(c.insns, 2);
    assert_int_equal(c.moves, 1);
    assert_int_equal(c.const_loads, 1);
    assert_int_equal(c.memory, 1);
    assert_int_equal(codegen_count_whole(&c), 5);
    assert_true(codegen_count_function(x, text, "ff", &c));
    assert_int_equal(c.insns, 1);
    assert_false(codegen_count_function(x, text, "g", &c));
    assert_false(codegen_count_function(x, text, ".text", &c));
}

/* ---- code generation ---- */

static void add2_is_five_instructions(void **state)
{
    fixture *f = *state;
    strbuf ir = {0}, text = {0};
    codegen_count c, d;
    lowering l = make_add2(f);
    emit_ir_module(&l.cell, &l.prog, "f", &ir);
    assert_int_equal(codegen_measure(strbuf_text(&ir), "f", l.cell.target, &c, &text, &f->d),
                     LS_OK);
    assert_int_equal(c.insns, 5);
    assert_int_equal(c.memory, 0);
    assert_true(c.bytes >= 5 * 3 && c.bytes <= 5 * 8);
    assert_true(codegen_count_function(x, strbuf_text(&text), "f", &d));
    assert_int_equal(d.insns, c.insns); /* the printed and the encoded form agree */
    assert_int_equal(d.moves, c.moves);
    assert_int_equal(d.const_loads, c.const_loads);
    strbuf_free(&ir);
    strbuf_free(&text);
}

static void functions_of_one_module_are_measured_together(void **state)
{
    fixture *f = *state;
    static const char ir[] =
        "define <2 x i64> @f(<2 x i64> %a) {\n ret <2 x i64> %a\n}\n"
        "define i64 @g(i64 %a, i64 %b) {\n %c = mul i64 %a, %b\n ret i64 %c\n}\n";
    static const char *const names[] = {"g", "f", "h"};
    codegen_count c[3];
    assert_int_equal(codegen_measure_all(ir, names, 2, &f->s->targets[0], c, &f->d), LS_OK);
    assert_int_equal(c[0].insns, 1);
    assert_int_equal(c[0].moves, 1);
    assert_int_equal(c[0].bytes, 4);
    assert_int_equal(c[1].insns, 0);
    assert_int_equal(codegen_measure_all(ir, names, 3, &f->s->targets[0], c, &f->d), LS_INPUT);
    assert_contains(diagnostics(f), "there is no function 'h'");
}

static void malformed_ir_is_diagnosed(void **state)
{
    fixture *f = *state;
    codegen_count c;
    static const char syntax[] = "define i32 @f(i32 %a) {\n  ret i32 %b\n}\n";
    static const char invalid[] =
        "define i32 @f(i32 %a) {\n  %x = add i32 %y, 1\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n";
    assert_int_equal(codegen_measure(syntax, "f", &f->s->targets[0], &c, NULL, &f->d), LS_INPUT);
    assert_contains(diagnostics(f), "ir:2:11: error: use of undefined value '%b'");
    assert_contains(diagnostics(f), "  ret i32 %b\n");
    assert_int_equal(codegen_measure(invalid, "f", &f->s->targets[0], &c, NULL, &f->d), LS_INPUT);
    assert_contains(diagnostics(f), "Instruction does not dominate all uses");
    assert_int_equal(codegen_compile("", "x86-64", "no-such-machine", NULL, &f->d), LS_INPUT);
    assert_contains(diagnostics(f), "no code generator for 'no-such-machine'");
    assert_int_equal(f->d.count, 3);
}

/* Four threads compile at once, each its own text for its own CPU; every result is what one thread
 * alone gets. */
static void *measure_often(void *target_pointer)
{
    static const char ir[] =
        "define <2 x i64> @f(<2 x i64> %a, <2 x i64> %b) {\n %c = add <2 x i64> %a, %b\n"
        " %d = xor <2 x i64> %c, %b\n ret <2 x i64> %d\n}\n";
    uintptr_t right = 0;
    for (unsigned i = 0; i < 20; i++) {
        diags d = {0};
        codegen_count c;
        right += codegen_measure(ir, "f", target_pointer, &c, NULL, &d) == LS_OK && c.insns == 2;
        diag_free(&d);
    }
    return (void *)right;
}

static void threads_compile_at_once(void **state)
{
    fixture *f = *state;
    pthread_t thread[4];
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, measure_often, &f->s->targets[i % 2]), 0);
    for (unsigned i = 0; i < 4; i++) {
        void *right;
        assert_int_equal(pthread_join(thread[i], &right), 0);
        assert_int_equal((uintptr_t)right, 20);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_line_counts_as_agreed),
        TEST(constants_are_followed_through_registers),
        TEST(constants_are_put_together),
        TEST(functions_of_a_file_are_counted),
        TEST(registers_of_all_sizes_are_one),
        TEST(functions_are_counted_apart),
        TEST(add2_is_five_instructions),
        TEST(functions_of_one_module_are_measured_together),
        TEST(malformed_ir_is_diagnosed),
        TEST(threads_compile_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* test_irterm.c - the meaning that irterm.c and irintrin_*.c give to LLVM IR, against two witnesses
 * that share nothing with them: the processor, which executes the same IR, and the spec, whose
 * instructions carry IR text and a term.
 *
 * Intrinsics that this processor cannot execute are not compared with it; where another register
 * width of the same intrinsic is executed, its function in irintrin_x86.c has been. The rest is
 * compared with values worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Target.h>

#include "lowerings/emit/emit.h"
#include "spec/instr.h"
#include "spec/load/load.h"
#include "spec/term/bv.h"
#include "spec/term/lift.h"
#include "tests/pass/sample.h"
#include "verify/claim/smt.h"
#include "verify/ir/irterm.h"

enum { ARGS_MAX = 3, LIMBS = 8 };

/* ---- the processor ---- */

typedef struct intrinsic {
    const char *feature, *name, *result;
    const char *arg[ARGS_MAX];
    const char *last; /* a constant last argument with its type, or NULL */
} intrinsic;

#define B "<16 x i8>"
#define W "<8 x i16>"
#define D "<4 x i32>"
#define Q "<2 x i64>"
#define BB "<32 x i8>"
#define WW "<16 x i16>"
#define DD "<8 x i32>"
#define QQ "<4 x i64>"

static const intrinsic intrinsics[] = {
    {"sse2", "llvm.umin.v16i8", B, {B, B}, NULL},
    {"sse2", "llvm.umax.v8i16", W, {W, W}, NULL},
    {"sse2", "llvm.smin.v4i32", D, {D, D}, NULL},
    {"sse2", "llvm.smax.v2i64", Q, {Q, Q}, NULL},
    {"sse2", "llvm.abs.v16i8", B, {B}, "i1 false"},
    {"sse2", "llvm.ctpop.v8i16", W, {W}, NULL},
    {"sse2", "llvm.ctlz.v4i32", D, {D}, "i1 false"},
    {"sse2", "llvm.cttz.v16i8", B, {B}, "i1 false"},
    {"sse2", "llvm.bswap.v4i32", D, {D}, NULL},
    {"sse2", "llvm.bitreverse.v8i16", W, {W}, NULL},
    {"sse2", "llvm.fshl.v4i32", D, {D, D, D}, NULL},
    {"sse2", "llvm.fshr.v16i8", B, {B, B, B}, NULL},
    {"sse2", "llvm.fshl.i32", "i32", {"i32", "i32", "i32"}, NULL},
    {"sse2", "llvm.fshr.i24", "i24", {"i24", "i24", "i24"}, NULL},
    {"sse2", "llvm.uadd.sat.v16i8", B, {B, B}, NULL},
    {"sse2", "llvm.usub.sat.v8i16", W, {W, W}, NULL},
    {"sse2", "llvm.sadd.sat.v16i8", B, {B, B}, NULL},
    {"sse2", "llvm.ssub.sat.v4i32", D, {D, D}, NULL},
    {"sse2", "llvm.x86.sse2.pavg.b", B, {B, B}, NULL},
    {"sse2", "llvm.x86.sse2.pavg.w", W, {W, W}, NULL},
    {"sse2", "llvm.x86.sse2.pmulhu.w", W, {W, W}, NULL},
    {"sse2", "llvm.x86.sse2.pmulh.w", W, {W, W}, NULL},
    {"sse2", "llvm.x86.sse2.pmadd.wd", D, {W, W}, NULL},
    {"sse2", "llvm.x86.sse2.psad.bw", Q, {B, B}, NULL},
    {"sse2", "llvm.x86.sse2.packuswb.128", B, {W, W}, NULL},
    {"sse2", "llvm.x86.sse2.packsswb.128", B, {W, W}, NULL},
    {"sse2", "llvm.x86.sse2.packssdw.128", W, {D, D}, NULL},
    {"sse2", "llvm.x86.sse2.pmovmskb.128", "i32", {B}, NULL},
    {"sse2", "llvm.x86.sse2.psll.w", W, {W, W}, NULL},
    {"sse2", "llvm.x86.sse2.psrl.d", D, {D, D}, NULL},
    {"sse2", "llvm.x86.sse2.psra.d", D, {D, D}, NULL},
    {"sse2", "llvm.x86.sse2.psrl.q", Q, {Q, Q}, NULL},
    {"sse2", "llvm.x86.sse2.pslli.w", W, {W}, "i32 5"},
    {"sse2", "llvm.x86.sse2.psrli.d", D, {D}, "i32 33"},
    {"sse2", "llvm.x86.sse2.psrai.w", W, {W}, "i32 70"},
    {"sse2", "llvm.x86.sse2.psrai.d", D, {D}, "i32 7"},
    {"ssse3", "llvm.x86.ssse3.pshuf.b.128", B, {B, B}, NULL},
    {"ssse3", "llvm.x86.ssse3.pmadd.ub.sw.128", W, {B, B}, NULL},
    {"ssse3", "llvm.x86.ssse3.pmul.hr.sw.128", W, {W, W}, NULL},
    {"ssse3", "llvm.x86.ssse3.psign.b.128", B, {B, B}, NULL},
    {"ssse3", "llvm.x86.ssse3.psign.w.128", W, {W, W}, NULL},
    {"ssse3", "llvm.x86.ssse3.phadd.w.128", W, {W, W}, NULL},
    {"ssse3", "llvm.x86.ssse3.phadd.d.128", D, {D, D}, NULL},
    {"sse4.1", "llvm.x86.sse41.pblendvb", B, {B, B, B}, NULL},
    {"sse4.1", "llvm.x86.sse41.packusdw", W, {D, D}, NULL},
    {"sse4.1", "llvm.x86.sse41.phminposuw", W, {W}, NULL},
    {"avx2", "llvm.x86.avx2.pavg.b", BB, {BB, BB}, NULL},
    {"avx2", "llvm.x86.avx2.pmulhu.w", WW, {WW, WW}, NULL},
    {"avx2", "llvm.x86.avx2.pmulh.w", WW, {WW, WW}, NULL},
    {"avx2", "llvm.x86.avx2.pmadd.wd", DD, {WW, WW}, NULL},
    {"avx2", "llvm.x86.avx2.pmadd.ub.sw", WW, {BB, BB}, NULL},
    {"avx2", "llvm.x86.avx2.pmul.hr.sw", WW, {WW, WW}, NULL},
    {"avx2", "llvm.x86.avx2.psad.bw", QQ, {BB, BB}, NULL},
    {"avx2", "llvm.x86.avx2.packuswb", BB, {WW, WW}, NULL},
    {"avx2", "llvm.x86.avx2.packsswb", BB, {WW, WW}, NULL},
    {"avx2", "llvm.x86.avx2.packssdw", WW, {DD, DD}, NULL},
    {"avx2", "llvm.x86.avx2.packusdw", WW, {DD, DD}, NULL},
    {"avx2", "llvm.x86.avx2.pshuf.b", BB, {BB, BB}, NULL},
    {"avx2", "llvm.x86.avx2.pblendvb", BB, {BB, BB, BB}, NULL},
    {"avx2", "llvm.x86.avx2.permd", DD, {DD, DD}, NULL},
    {"avx2", "llvm.x86.avx2.pmovmskb", "i32", {BB}, NULL},
    {"avx2", "llvm.x86.avx2.phadd.w", WW, {WW, WW}, NULL},
    {"avx2", "llvm.x86.avx2.psllv.d", D, {D, D}, NULL},
    {"avx2", "llvm.x86.avx2.psrlv.q", Q, {Q, Q}, NULL},
    {"avx2", "llvm.x86.avx2.psrav.d.256", DD, {DD, DD}, NULL},
    {"bmi", "llvm.x86.bmi.bextr.32", "i32", {"i32", "i32"}, NULL},
    {"bmi", "llvm.x86.bmi.bextr.64", "i64", {"i64", "i64"}, NULL},
    {"bmi2", "llvm.x86.bmi.bzhi.32", "i32", {"i32", "i32"}, NULL},
    {"bmi2", "llvm.x86.bmi.bzhi.64", "i64", {"i64", "i64"}, NULL},
    {"bmi2", "llvm.x86.bmi.pdep.32", "i32", {"i32", "i32"}, NULL},
    {"bmi2", "llvm.x86.bmi.pext.64", "i64", {"i64", "i64"}, NULL},
    {"pclmul", "llvm.x86.pclmulqdq", Q, {Q, Q}, "i8 17"},
    {"pclmul", "llvm.x86.pclmulqdq", Q, {Q, Q}, "i8 1"},
    {"gfni", "llvm.x86.vgf2p8affineqb.128", B, {B, B}, "i8 99"},
    {"gfni", "llvm.x86.vgf2p8mulb.128", B, {B, B}, NULL},
};

/* The compiler wants literals. */
static bool processor_has(const char *feature)
{
    __builtin_cpu_init();
    if (!strcmp(feature, "sse2")) return __builtin_cpu_supports("sse2");
    if (!strcmp(feature, "ssse3")) return __builtin_cpu_supports("ssse3");
    if (!strcmp(feature, "sse4.1")) return __builtin_cpu_supports("sse4.1");
    if (!strcmp(feature, "avx2")) return __builtin_cpu_supports("avx2");
    if (!strcmp(feature, "bmi")) return __builtin_cpu_supports("bmi");
    if (!strcmp(feature, "bmi2")) return __builtin_cpu_supports("bmi2");
    if (!strcmp(feature, "pclmul")) return __builtin_cpu_supports("pclmul");
    if (!strcmp(feature, "gfni")) return __builtin_cpu_supports("gfni");
    return false;
}

static unsigned count_args(const intrinsic *k)
{
    unsigned n = 0;
    while (n < ARGS_MAX && k->arg[n]) n++;
    return n;
}

static unsigned type_bits(const char *type)
{
    unsigned lanes = 1, bits = 0;
    if (sscanf(type, "<%u x i%u>", &lanes, &bits) != 2)
        assert_int_equal(sscanf(type, "i%u", &bits), 1);
    return lanes * bits;
}

static const char *first_word(const char *s, char *out, size_t size)
{
    snprintf(out, size, "%.*s", (int)strcspn(s, " "), s);
    return out;
}

static void put_arguments(const intrinsic *k, bool named, bool with_last, strbuf *out)
{
    char type[16];
    for (unsigned i = 0; i < count_args(k); i++) {
        strbuf_printf(out, "%s%s", i ? ", " : "", k->arg[i]);
        if (named) strbuf_printf(out, " %%a%u", i);
    }
    if (with_last && k->last)
        strbuf_printf(out, ", %s", named ? k->last : first_word(k->last, type, sizeof type));
}

/* @f is what irterm reads; @run calls it on memory. */
static void put_module(const intrinsic *k, unsigned number, strbuf *out)
{
    strbuf_printf(out, "define %s @f%u(", k->result, number);
    put_arguments(k, true, false, out);
    strbuf_printf(out, ") {\n  %%r = call %s @%s(", k->result, k->name);
    put_arguments(k, true, true, out);
    strbuf_printf(out, ")\n  ret %s %%r\n}\ndefine void @run%u(ptr %%in, ptr %%out) {\n", k->result,
                  number);
    for (unsigned i = 0; i < count_args(k); i++)
        strbuf_printf(out,
                      "  %%p%u = getelementptr i64, ptr %%in, i64 %u\n  %%a%u = load %s, ptr "
                      "%%p%u, align 1\n",
                      i, i * LIMBS, i, k->arg[i], i);
    strbuf_printf(out, "  %%r = call %s @f%u(", k->result, number);
    put_arguments(k, true, false, out);
    strbuf_printf(out, ")\n  store %s %%r, ptr %%out, align 1\n  ret void\n}\ndeclare %s @%s(",
                  k->result, k->result, k->name);
    put_arguments(k, false, true, out);
    strbuf_puts(out, ")\n");
}

typedef void run_fn(const uint64_t *in, uint64_t *out);

static void check_llvm(LLVMErrorRef error)
{
    if (!error) return;
    char *message = LLVMGetErrorMessage(error);
    print_error("%s\n", message);
    LLVMDisposeErrorMessage(message);
    fail();
}

static run_fn *compile(LLVMOrcLLJITRef jit, const char *ir, unsigned number)
{
    LLVMOrcThreadSafeContextRef owner = LLVMOrcCreateNewThreadSafeContext();
    LLVMMemoryBufferRef text = LLVMCreateMemoryBufferWithMemoryRangeCopy(ir, strlen(ir), "ir");
    LLVMModuleRef module;
    char *message, name[32];
    assert_false(
        LLVMParseIRInContext(LLVMOrcThreadSafeContextGetContext(owner), text, &module, &message));
    LLVMOrcThreadSafeModuleRef owned = LLVMOrcCreateNewThreadSafeModule(module, owner);
    LLVMOrcDisposeThreadSafeContext(owner);
    check_llvm(LLVMOrcLLJITAddLLVMIRModule(jit, LLVMOrcLLJITGetMainJITDylib(jit), owned));
    LLVMOrcExecutorAddress address;
    snprintf(name, sizeof name, "run%u", number);
    check_llvm(LLVMOrcLLJITLookup(jit, &address, name));
    run_fn *run;
    memcpy(&run, &address, sizeof run);
    return run;
}

static uint64_t random_seed = 77;

static uint64_t random_bits(void)
{
    random_seed ^= random_seed << 13;
    random_seed ^= random_seed >> 7;
    random_seed ^= random_seed << 17;
    return random_seed * 0x2545f4914f6cdd1du;
}

/* Corners in bytes and words, small numbers (shift amounts), anything. */
static uint64_t random_limb(unsigned round)
{
    static const uint8_t corner[8] = {0, 1, 0x7f, 0x80, 0x81, 0xff, 0xfe, 7};
    uint64_t limb = 0;
    if (round % 3 == 0) return random_bits();
    if (round % 3 == 1) return random_bits() & 0x0000001f0000003f;
    for (unsigned i = 0; i < 8; i++) limb = limb << 8 | corner[random_bits() % 8];
    return limb;
}

static void compare_with_processor(const intrinsic *k, const char *ir, unsigned number, run_fn *run)
{
    enum { ROUNDS = 60 };
    char name[32];
    diags d = {0};
    term_ctx *c = term_ctx_new();
    term args[ARGS_MAX], value, poison, trap;
    const uint64_t *values[ARGS_MAX];
    uint64_t in[ARGS_MAX * LIMBS] = {0}, want[LIMBS], got[LIMBS];
    unsigned nargs = count_args(k), bits = type_bits(k->result);
    for (unsigned i = 0; i < nargs; i++) {
        snprintf(name, sizeof name, "a%u", i);
        args[i] = term_mk_var(c, name, type_bits(k->arg[i]));
        values[i] = in + i * LIMBS;
    }
    snprintf(name, sizeof name, "f%u", number);
    bool ok = irterm_read(c, ir, name, args, nargs, bits, NULL, &value, &poison, &trap, &d);
    diag_print(&d, stderr);
    diag_free(&d);
    assert_true(ok);
    assert_int_equal(poison, term_mk_u64(c, 0, bits));
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < ARGS_MAX * LIMBS; i++) in[i] = random_limb(round + i / LIMBS);
        memset(got, 0, sizeof got);
        run(in, got);
        term_eval(c, value, args, values, nargs, want);
        if (memcmp(want, got, bv_limbs(bits) * sizeof *got))
            fail_msg("%s: not what the processor does", k->name);
    }
    term_ctx_free(c);
}

static void intrinsics_do_what_the_processor_does(void **state)
{
    (void)state;
    LLVMOrcLLJITRef jit;
    unsigned executed = 0, count = sizeof intrinsics / sizeof *intrinsics;
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    check_llvm(LLVMOrcCreateLLJIT(&jit, NULL));
    for (unsigned i = 0; i < count; i++) {
        strbuf ir = {0};
        if (!processor_has(intrinsics[i].feature)) continue;
        put_module(&intrinsics[i], i, &ir);
        compare_with_processor(&intrinsics[i], strbuf_text(&ir), i,
                               compile(jit, strbuf_text(&ir), i));
        strbuf_free(&ir);
        executed++;
    }
    print_message("%u of %u intrinsics compared with the processor\n", executed, count);
    check_llvm(LLVMOrcDisposeLLJIT(jit));
}

/* ---- what few processors have ---- */

/* Reads a function of constants alone; the result must fold to a constant. */
static uint64_t low_limb_of(const char *ir, unsigned bits)
{
    diags d = {0};
    term_ctx *c = term_ctx_new();
    term value, poison, trap;
    bool ok = irterm_read(c, ir, "f", NULL, 0, bits, NULL, &value, &poison, &trap, &d);
    diag_print(&d, stderr);
    diag_free(&d);
    assert_true(ok);
    assert_true(term_is_const(c, value));
    uint64_t low = term_limbs(c, value)[0];
    term_ctx_free(c);
    return low;
}

static void avx512_intrinsics_do_what_the_manual_says(void **state)
{
    (void)state;
    /* One bit for each row of the truth table: the result is the immediate itself. */
    assert_int_equal(low_limb_of("define " Q " @f() {\n %r = call " Q
                                 " @llvm.x86.avx512.pternlog.q.128(" Q " splat (i64 240), " Q
                                 " splat (i64 204), " Q " splat (i64 170), i32 202)\n ret " Q
                                 " %r\n}\n"
                                 "declare " Q " @llvm.x86.avx512.pternlog.q.128(" Q ", " Q ", " Q
                                 ", i32 immarg)\n",
                                 128),
                     202);
    /* The matrix 0x0102040810204080 is the identity; 0x8040201008040201 reverses the bits. */
    assert_int_equal(
        low_limb_of(
            "define " B " @f() {\n %m = bitcast " Q " splat (i64 72624976668147840) to " B "\n"
            " %r = call " B " @llvm.x86.vgf2p8affineqb.128(" B " splat (i8 53), " B " %m, i8 0)\n"
            " ret " B " %r\n}\n"
            "declare " B " @llvm.x86.vgf2p8affineqb.128(" B ", " B ", i8 immarg)\n",
            128) &
            255,
        53);
    assert_int_equal(
        low_limb_of(
            "define " B " @f() {\n %m = bitcast " Q " splat (i64 -9205322385119247871) to " B "\n"
            " %r = call " B " @llvm.x86.vgf2p8affineqb.128(" B " splat (i8 3), " B " %m, i8 5)\n"
            " ret " B " %r\n}\n"
            "declare " B " @llvm.x86.vgf2p8affineqb.128(" B ", " B ", i8 immarg)\n",
            128) &
            255,
        0xc5);
    /* From bit 60 on, around the end. */
    assert_int_equal(
        low_limb_of(
            "define " B " @f() {\n %q = bitcast " Q " splat (i64 -6066930261531658096) to " B "\n"
            " %r = call " B " @llvm.x86.avx512.pmultishift.qb.128(" B " splat (i8 60), " B " %q)\n"
            " ret " B " %r\n}\n"
            "declare " B " @llvm.x86.avx512.pmultishift.qb.128(" B ", " B ")\n",
            128) &
            255,
        0x0a);
    assert_int_equal(low_limb_of("define " Q " @f() {\n %r = call " Q
                                 " @llvm.x86.avx512.vpermi2var.q.128(" Q " <i64 5, i64 6>, " Q
                                 " <i64 7, i64 0>, " Q " <i64 8, i64 9>)\n ret " Q " %r\n}\n"
                                 "declare " Q " @llvm.x86.avx512.vpermi2var.q.128(" Q ", " Q ", " Q
                                 ")\n",
                                 128),
                     9);
    /* Bytes: 32 of them, so that 5 bits of a place count; 19 is the third of the last operand. */
    assert_int_equal(
        low_limb_of("define " B " @f() {\n %r = call " B " @llvm.x86.avx512.vpermi2var.qi.128(" B
                    " splat (i8 7), " B " <i8 -13, i8 1, i8 19, i8 0, i8 0, i8 0, i8 0, i8 0, i8 "
                                        "0, i8 0, i8 0, i8 0, i8 0, i8 0, i8 0, i8 0>, " B
                    " <i8 1, i8 2, i8 3, i8 4, i8 5, i8 6, i8 7, i8 8, i8 9, i8 10, i8 11, i8 12, "
                    "i8 13, i8 14, i8 15, i8 16>)\n ret " B " %r\n}\n"
                    "declare " B " @llvm.x86.avx512.vpermi2var.qi.128(" B ", " B ", " B ")\n",
                    128) &
            0xffffff,
        0x040704);
}

/* ---- the spec ---- */

static const target *target_of(const spec *s, const instr *in)
{
    const target *found = &s->targets[0]; /* the text does not depend on it */
    for (unsigned i = 0; i < s->ntargets; i++)
        if (target_has_instr(&s->targets[i], in)) found = &s->targets[i];
    return found;
}

/* of questions that were asked: register widths of one instruction differ in their number of chunks
 * only */
static char (*proved)[HASH_TEXT];
static unsigned nproved;

static bool is_proved(term_ctx *c, term differ)
{
    strbuf text = {0};
    char hash[HASH_TEXT];
    unsigned i = 0;
    term_print(c, differ, &text);
    hash_text(strbuf_text(&text), hash);
    strbuf_free(&text);
    while (i < nproved && strcmp(proved[i], hash)) i++;
    if (i < nproved) return true;
    proved = mem_grow(proved, nproved + 1, sizeof *proved);
    memcpy(proved[nproved++], hash, sizeof hash); /* or the test fails */
    return false;
}

static void ask_equal(smt *solver, term_ctx *c, const term *both, const char *name)
{
    smt_answer answer;
    char reason[SMT_REASON];
    term differ = term_mk_unary(c, TERM_NOT, term_mk_binary(c, TERM_EQ, both[0], both[1]));
    if (is_proved(c, differ) || !row_is_chosen()) return;
    assert_int_equal(smt_solve(solver, c, differ, NULL, 0, NULL, &answer, reason), LS_OK);
    if (answer != SMT_UNSAT)
        fail_msg("%s: its LLVM text is not its term (%s)", name,
                 answer == SMT_SAT ? "differs" : reason);
}

static void check_text(smt *solver, const spec *s, const instr *in, int64_t imm)
{
    term_ctx *c = term_ctx_new();
    term args[SPEC_SRC_MAX + 1], both[2], poison, trap, chunk[2], chunk_args[SPEC_SRC_MAX];
    strbuf ir = {0}, decls = {0};
    diags d = {0};
    unsigned nargs = in->nsrc, width = in->result->bits;
    bool alike = true;
    for (unsigned i = 0; i < in->nsrc; i++) {
        args[i] = term_mk_var(c, in->src_name[i], in->src[i]->bits);
        alike &= in->src[i]->bits == width;
    }
    if (emit_ir_instr(in, imm, target_of(s, in), "f", &decls,
                      &ir)) { /* one vector source plus this one */
        unsigned i = 0;
        while (!in->src[i]->vector) i++;
        args[nargs++] = term_mk_u64(c, 0, in->src[i]->bits);
    }
    strbuf_puts(&ir, strbuf_text(&decls));
    const char *const meanings[] = {in->set ? in->set->meanings : NULL, NULL};
    bool ok = irterm_read(c, strbuf_text(&ir), "f", args, nargs, width, meanings, &both[0], &poison,
                          &trap, &d);
    diag_print(&d, stderr);
    if (!ok) fail_msg("%s: its LLVM text is not understood:\n%s", in->name, strbuf_text(&ir));
    ask_equal(solver, c, (term[]){poison, term_mk_u64(c, 0, width)}, in->name);
    both[1] = instr_apply(in, c, args, imm);
    if (alike) {
        lift_to_smallest(c, both, 2, args, in->nsrc, width, 8, chunk, chunk_args);
        ask_equal(solver, c, chunk, in->name);
    } else {
        ask_equal(solver, c, both, in->name);
    }
    strbuf_free(&ir);
    strbuf_free(&decls);
    diag_free(&d);
    term_ctx_free(c);
}

static void every_instruction_of_the_spec_is_its_llvm_text(void **state)
{
    (void)state;
    spec *s;
    smt *solver;
    diags d = {0};
    char path[4096];
    const char *root = getenv("LANESMITH_SOURCE");
    snprintf(path, sizeof path, "%s/spec", root ? root : ".");
    ls_status status = spec_load_dir(&s, path, &d);
    diag_print(&d, stderr);
    diag_free(&d);
    assert_int_equal(status, LS_OK);
    assert_int_equal(smt_new(&solver, 60000, 0), LS_OK);
    for (unsigned i = 0; i < s->ninstrs; i++) {
        const instr *in = &s->instrs[i];
        check_text(solver, s, in, in->has_imm ? in->imm_low : 0);
        if (in->has_imm) check_text(solver, s, in, in->imm_high);
        if (in->has_imm) check_text(solver, s, in, in->imm_low + (in->imm_high - in->imm_low) / 3);
    }
    print_message("%u instructions compared with their LLVM text by %u proofs, %u of them left to "
                  "other revisions\n",
                  s->ninstrs, nproved, rows_left);
    assert_true(nproved > 100);
    mem_free(proved);
    smt_free(solver);
    spec_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intrinsics_do_what_the_processor_does),
        cmocka_unit_test(avx512_intrinsics_do_what_the_manual_says),
        cmocka_unit_test(every_instruction_of_the_spec_is_its_llvm_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

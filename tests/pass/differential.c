// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* differential.c - runs lowered functions and compares: the pass must change what code costs, never
 * what it computes.
 *
 * For every operation and many types, from <1 x i1> to <512 x i2>, a function that loads, computes
 * and stores is built as IR text, lowered by the pass for each target of the table that this
 * machine can execute, compiled in memory by LLVM and run on random inputs. Results are compared
 * with a reference that knows nothing of LLVM (it computes field by field on bits), and for small
 * vectors with what LLVM makes of the same function without the pass; the longer programs at the
 * end (loops, masks, selects) have LLVM as their only reference. Inputs end at the end of a page
 * that nothing follows, and outputs lie between guard bytes: a byte too much, read or written, is
 * found. Guards this: wrong splitting, widening, memory access, constants and masks. Of targets
 * that the machine lacks what was lowered to plain IR is compiled for the machine and compared all
 * the same; functions that need the target's own instructions are counted as skipped. */
#include "jit.h"
#include "lowerings/pass/pass.h"
#include "lowerings/pass/table/table.h"
#include "sample.h"
#include "spec/base/base.h"
#include "spec/base/random.h"

#include <llvm-c/Analysis.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ROUNDS = 24, MAX_BYTES = 1024, GUARD = 64 };

/* ---- the reference ---- */

typedef int64_t reference(uint64_t a, uint64_t b, unsigned w);

static int64_t as_signed(uint64_t v, unsigned w)
{
    return (int64_t)(v << (64 - w)) >> (64 - w);
}

#define REFERENCE(name, expression)                                   \
    static int64_t name(uint64_t a, uint64_t b, unsigned w) {         \
        int64_t sa = as_signed(a, w), sb = as_signed(b, w);           \
        (void)sa;                                                     \
        (void)sb;                                                     \
        return (int64_t)(expression);                                 \
    }
REFERENCE(ref_add, a + b)
REFERENCE(ref_sub, a - b)
REFERENCE(ref_mul, a * b)
REFERENCE(ref_and, a &b)
REFERENCE(ref_or, a | b)
REFERENCE(ref_xor, a ^ b)
REFERENCE(ref_shl, a << b)
REFERENCE(ref_lshr, a >> b)
REFERENCE(ref_ashr, sa >> b)
REFERENCE(ref_eq, -(int64_t)(a == b))
REFERENCE(ref_ne, -(int64_t)(a != b))
REFERENCE(ref_ugt, -(int64_t)(a > b))
REFERENCE(ref_uge, -(int64_t)(a >= b))
REFERENCE(ref_ult, -(int64_t)(a < b))
REFERENCE(ref_ule, -(int64_t)(a <= b))
REFERENCE(ref_sgt, -(int64_t)(sa > sb))
REFERENCE(ref_sge, -(int64_t)(sa >= sb))
REFERENCE(ref_slt, -(int64_t)(sa < sb))
REFERENCE(ref_sle, -(int64_t)(sa <= sb))

static const struct operation {
    const char *llvm;
    reference *reference;
    bool shift;
} operations[] = {
    {"add", ref_add, false},      {"sub", ref_sub, false},      {"mul", ref_mul, false},
    {"and", ref_and, false},      {"or", ref_or, false},        {"xor", ref_xor, false},
    {"shl", ref_shl, true},       {"lshr", ref_lshr, true},     {"ashr", ref_ashr, true},
    {"icmp eq", ref_eq, false},   {"icmp ne", ref_ne, false},   {"icmp ugt", ref_ugt, false},
    {"icmp uge", ref_uge, false}, {"icmp ult", ref_ult, false}, {"icmp ule", ref_ule, false},
    {"icmp sgt", ref_sgt, false}, {"icmp sge", ref_sge, false}, {"icmp slt", ref_slt, false},
    {"icmp sle", ref_sle, false},
};

static const unsigned widths[] = {1, 2, 4};
static const unsigned counts[] = {1,   2,   3,   4,   5,   7,   8,   9,   13,  16, 17,
                                  20,  24,  31,  32,  33,  40,  48,  60,  64,  65, 96,
                                  100, 127, 128, 160, 192, 200, 256, 300, 384, 512};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* ---- random bits, bytes of vectors ---- */

static uint64_t random_state = 1;

static uint64_t random_bits(void)
{
    return random_next(&random_state);
}

static uint64_t get_field(const uint8_t *bytes, unsigned i, unsigned w)
{
    uint64_t value = 0;
    for (unsigned k = 0; k < w; k++) {
        unsigned bit = i * w + k;
        value |= (uint64_t)(bytes[bit / 8] >> (bit % 8) & 1) << k;
    }
    return value;
}

static void put_field(uint8_t *bytes, unsigned i, unsigned w, uint64_t value)
{
    for (unsigned k = 0; k < w; k++) {
        unsigned bit = i * w + k;
        if (value >> k & 1) bytes[bit / 8] |= (uint8_t)(1 << (bit % 8));
    }
}

static void random_vector(uint8_t *bytes, unsigned n, unsigned w, uint64_t limit)
{
    memset(bytes, 0, (n * w + 7) / 8);
    for (unsigned i = 0; i < n; i++)
        put_field(bytes, i, w, limit ? random_bits() % limit : random_bits());
}

/* A page whose end is the end of what can be read. */
static uint8_t *page_end(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uint8_t *p = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED || mprotect(p + page, page, PROT_NONE) != 0) {
        perror("differential: mmap");
        exit(3);
    }
    return p + page;
}

/* ---- IR text ---- */

static strbuf text;

#define put(...) strbuf_printf(&text, __VA_ARGS__)

/* void (ptr, ptr, ptr): *r = *p op *q. */
static void put_operation(unsigned number, const struct operation *op, unsigned n, unsigned w)
{
    bool extend = strncmp(op->llvm, "icmp", 4) == 0 && w > 1;
    put("define void @f%u(ptr %%p, ptr %%q, ptr %%r) #0 {\n", number);
    put("  %%a = load <%u x i%u>, ptr %%p, align 1\n  %%b = load <%u x i%u>, ptr %%q, align 1\n", n,
        w, n, w);
    put("  %%c = %s <%u x i%u> %%a, %%b\n", op->llvm, n, w);
    if (extend) put("  %%d = sext <%u x i1> %%c to <%u x i%u>\n", n, n, w);
    put("  store <%u x i%u> %%%c, ptr %%r, align 1\n  ret void\n}\n", n, w, extend ? 'd' : 'c');
}

/* ---- compiling ---- */

/* What is tested, and what became of it. */
typedef struct run_state {
    const char *cpu;
    bool foreign; /* the machine lacks it: only plain IR runs */
    unsigned skipped;
    lanesmith_stats stats;
} run_state;

/* The module of `text`, for the state's CPU, lowered if so wanted. */
static LLVMModuleRef make_module(LLVMContextRef context, bool lower, run_state *state)
{
    char *message = NULL;
    LLVMModuleRef module = jit_parse(context, strbuf_text(&text), text.len);
    jit_set_cpu(module, state->cpu);
    if (lower) lanesmith_run(module, &state->stats, NULL, NULL);
    if (state->foreign) state->skipped += jit_make_runnable(module);
    if (LLVMVerifyModule(module, LLVMPrintMessageAction, &message)) exit(3);
    LLVMDisposeMessage(message);
    return module;
}

static LLVMOrcLLJITRef compile(bool lower, run_state *state)
{
    LLVMContextRef context;
    LLVMOrcThreadSafeContextRef safe = jit_context(&context);
    return jit_compile(make_module(context, lower, state), safe,
                       lower ? LLVMCodeGenLevelDefault : LLVMCodeGenLevelNone);
}

typedef void compiled(const void *p, const void *q, void *r);

/* NULL for a function that make_runnable removed. */
static compiled *find(LLVMOrcLLJITRef jit, unsigned number, const run_state *state)
{
    char name[16];
    snprintf(name, sizeof name, "f%u", number);
    return (compiled *)(uintptr_t)jit_find(jit, name, state->foreign);
}

/* ---- comparing ---- */

static unsigned checked, failed;

typedef struct inputs {
    uint8_t *end_p, *end_q; /* ends of pages */
    const uint8_t *p, *q;
} inputs;

static void make_inputs(inputs *in, unsigned n, unsigned w, bool shift)
{
    unsigned bytes = (n * w + 7) / 8;
    random_vector(in->end_p - bytes, n, w, 0);
    random_vector(in->end_q - bytes, n, w, shift ? w : 0);
    in->p = in->end_p - bytes;
    in->q = in->end_q - bytes;
}

/* Runs f between guard bytes; false when it wrote outside of `bytes` bytes. */
static bool run(compiled *f, const inputs *in, uint8_t *result, unsigned bytes)
{
    uint8_t room[GUARD + MAX_BYTES + GUARD];
    memset(room, 0xA5, sizeof room);
    f(in->p, in->q, room + GUARD);
    memcpy(result, room + GUARD, bytes);
    for (unsigned i = 0; i < sizeof room; i++)
        if ((i < GUARD || i >= GUARD + bytes) && room[i] != 0xA5) return false;
    return true;
}

static void refer(const struct operation *op, const inputs *in, unsigned n, unsigned w,
                  uint8_t *result)
{
    memset(result, 0, (n * w + 7) / 8);
    for (unsigned i = 0; i < n; i++) {
        int64_t value = op->reference(get_field(in->p, i, w), get_field(in->q, i, w), w);
        put_field(result, i, w, (uint64_t)value);
    }
}

static void report(const char *cpu, const char *what, unsigned n, unsigned w, const char *against)
{
    if (failed++ < 20)
        fprintf(stderr, "FAIL %s: %s on <%u x i%u> differs from %s\n", cpu, what, n, w, against);
}

static void compare_operation(const char *cpu, const struct operation *op, unsigned n, unsigned w,
                              compiled *lowered, compiled *original, inputs *in)
{
    unsigned bytes = (n * w + 7) / 8;
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint8_t got[MAX_BYTES], want[MAX_BYTES];
        make_inputs(in, n, w, op->shift);
        if (!run(lowered, in, got, bytes))
            report(cpu, op->llvm, n, w, "the bytes that may be written");
        refer(op, in, n, w, want);
        if (memcmp(got, want, bytes) != 0) report(cpu, op->llvm, n, w, "the reference");
        if (original && (!run(original, in, want, bytes) || memcmp(got, want, bytes) != 0))
            report(cpu, op->llvm, n, w, "LLVM's own");
        checked++;
    }
}

static void test_operations(unsigned n, unsigned w, inputs *in, run_state *state)
{
    bool small = n * w <= 64 && n * w % 16 == 0;
    strbuf_clear(&text);
    for (unsigned i = 0; i < LENGTH(operations); i++) put_operation(i, &operations[i], n, w);
    put("attributes #0 = { nounwind }\n");
    LLVMOrcLLJITRef lowered = compile(true, state), original = small ? compile(false, state) : NULL;
    for (unsigned i = 0; i < LENGTH(operations); i++) {
        compiled *f = find(lowered, i, state), *g = original ? find(original, i, state) : NULL;
        if (f) compare_operation(state->cpu, &operations[i], n, w, f, g, in);
    }
    if (original) jit_fail_if(LLVMOrcDisposeLLJIT(original));
    jit_fail_if(LLVMOrcDisposeLLJIT(lowered));
}

/* ---- longer programs: $T is the vector type, $M the one of its masks, $N the integer of its bits
 * ---- */

static const struct program {
    const char *name;
    const char *body; /* of void (ptr %p, ptr %q, ptr %r) */
    bool all_widths;  /* else only w > 1 */
} programs[] = {
    {"constants",
     "%a = load $T, ptr %p, align 1\n %c = add $T %a, $C\n %d = mul $T %c, $C\n %e = sub $T $C, "
     "%d\n"
     "store $T %e, ptr %r, align 1\n ret void",
     true},
    {"bitcasts",
     "%x = load $N, ptr %p, align 1\n %y = load $N, ptr %q, align 1\n %a = bitcast $N %x to $T\n"
     "%b = bitcast $N %y to $T\n %c = sub $T %a, %b\n %z = bitcast $T %c to $N\n store $N %z, ptr "
     "%r, align 1\n"
     "ret void",
     true},
    {"loop",
     "%a = load $T, ptr %p, align 1\n %b = load $T, ptr %q, align 1\n br label %l\n"
     "l:\n %i = phi i32 [ 0, %0 ], [ %j, %l ]\n %s = phi $T [ %a, %0 ], [ %t, %l ]\n"
     "%o = phi $T [ $C, %0 ], [ %s, %l ]\n %u = add $T %s, %b\n %t = xor $T %u, %o\n"
     "%j = add i32 %i, 1\n %k = icmp eq i32 %j, 7\n"
     "br i1 %k, label %e, label %l\ne:\n store $T %t, ptr %r, align 1\n ret void",
     true},
    {"whole select",
     "%a = load $T, ptr %p, align 1\n %b = load $T, ptr %q, align 1\n %x = load i8, ptr %p, align "
     "1\n"
     "%k = icmp slt i8 %x, 3\n %s = select i1 %k, $T %a, $T %b\n %f = freeze $T %s\n %c = add $T "
     "%f, %a\n"
     "store $T %c, ptr %r, align 1\n ret void",
     true},
    {"select by compare",
     "%a = load $T, ptr %p, align 1\n %b = load $T, ptr %q, align 1\n %k = icmp ult $T %a, %b\n"
     "%m = select $M %k, $T %b, $T %a\n store $T %m, ptr %r, align 1\n ret void",
     true},
    {"saturate",
     "%a = load $T, ptr %p, align 1\n %b = load $T, ptr %q, align 1\n %c = add $T %a, %b\n"
     "%k = icmp ult $T %c, %a\n %s = select $M %k, $T splat (i$W -1), $T %c\n store $T %s, ptr %r, "
     "align 1\n ret void",
     true},
    {"minimum and maximum",
     "%a = load $T, ptr %p, align 1\n %b = load $T, ptr %q, align 1\n %c = call $T @llvm.umax($T "
     "%a, $T %b)\n"
     "%d = call $T @llvm.smin($T %c, $T $C)\n %e = call $T @llvm.umin($T %d, $T %a)\n"
     "%f = call $T @llvm.smax($T %e, $T %b)\n %g = add $T %f, %c\n store $T %g, ptr %r, align 1\n "
     "ret void",
     true},
    {"saturation",
     "%a = load $T, ptr %p, align 1\n %b = load $T, ptr %q, align 1\n %c = call $T "
     "@llvm.uadd.sat($T %a, $T %b)\n"
     "%d = call $T @llvm.usub.sat($T $C, $T %b)\n %e = xor $T %c, %d\n store $T %e, ptr %r, align "
     "1\n ret void",
     true},
    {"mask logic",
     "%a = load $T, ptr %p, align 1\n %b = load $T, ptr %q, align 1\n %k = icmp ugt $T %a, %b\n"
     "%l = icmp eq $T %b, zeroinitializer\n %m = or $M %k, %l\n %n = xor $M %m, splat (i1 true)\n"
     "%f = freeze $M %n\n %g = and $M %f, $D\n %s = sext $M %g to $T\n %z = zext $M %m to $T\n %c "
     "= add $T %s, %z\n"
     "store $T %c, ptr %r, align 1\n ret void",
     false},
    {"elements",
     "%a = load $T, ptr %p, align 1\n %b = load $T, ptr %q, align 1\n %c = add $T %a, %b\n"
     "%e = extractelement $T %c, i32 1\n %x = zext i$W %e to i8\n %d = mul $T %c, %a\n store $T "
     "%d, ptr %r, align 1\n"
     "%y = and i8 %x, 255\n %f = trunc i8 %y to i$W\n %g = insertelement $T %c, i$W %f, i32 0\n"
     "%h = sub $T %g, %b\n store $T %h, ptr %r, align 1\n ret void",
     true},
    {"recast",
     "%a = load $T, ptr %p, align 1\n %b = load $T, ptr %q, align 1\n %c = add $T %a, %b\n %x = "
     "bitcast $T %c to $B\n"
     "%y = bitcast $T %b to $B\n %z = mul $B %x, %y\n %w = add $B %z, %x\n %d = bitcast $B %w to "
     "$T\n"
     "%e = sub $T %d, %a\n store $T %e, ptr %r, align 1\n ret void",
     true},
};

static const unsigned program_counts[] = {2, 8, 13, 16, 24, 40, 64};

/* A constant of n fields; about one in eight of them undefined where so wanted (equal on both sides
 * only by luck, so it is wanted nowhere here; the lit tests look at undefined elements). */
static void put_constant(unsigned n, unsigned w)
{
    put("<");
    for (unsigned i = 0; i < n; i++) {
        uint64_t bits = random_bits() >> (64 - w);
        if (w == 1) put("%si1 %s", i ? ", " : "", bits ? "true" : "false");
        else put("%si%u %u", i ? ", " : "", w, (unsigned)bits);
    }
    put(">");
}

static unsigned other_width(unsigned w)
{
    return w == 2 ? 1 : 2;
}

static void put_program(const struct program *p, unsigned number, unsigned n, unsigned w)
{
    put("define void @f%u(ptr %%p, ptr %%q, ptr %%r) #0 {\n", number);
    for (const char *s = p->body; *s; s++) {
        if (*s != '$') put("%c", *s);
        else if (*++s == 'T') put("<%u x i%u>", n, w);
        else if (*s == 'M') put("<%u x i1>", n);
        else if (*s == 'B') put("<%u x i%u>", n * w / other_width(w), other_width(w));
        else if (*s == 'N') put("i%u", n * w);
        else if (*s == 'W') put("%u", w);
        else put_constant(n, *s == 'C' ? w : 1);
    }
    put("\n}\n");
}

static bool program_fits(const struct program *p, unsigned n, unsigned w)
{
    bool recasts = strcmp(p->name, "recast") == 0;
    return (p->all_widths || w > 1) && !(recasts && n * w % 2);
}

static void compare_program(const char *cpu, const struct program *p, unsigned n, unsigned w,
                            compiled *lowered, compiled *original, inputs *in)
{
    unsigned bytes = (n * w + 7) / 8;
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint8_t got[MAX_BYTES], want[MAX_BYTES];
        make_inputs(in, n, w, false);
        bool kept = run(lowered, in, got, bytes) && run(original, in, want, bytes);
        if (!kept || memcmp(got, want, bytes) != 0) report(cpu, p->name, n, w, "LLVM's own");
        checked++;
    }
}

static void test_programs(unsigned n, unsigned w, inputs *in, run_state *state)
{
    strbuf_clear(&text);
    for (unsigned i = 0; i < LENGTH(programs); i++)
        if (program_fits(&programs[i], n, w)) put_program(&programs[i], i, n, w);
    put("attributes #0 = { nounwind }\n");
    LLVMOrcLLJITRef original = compile(false, state), lowered = compile(true, state);
    for (unsigned i = 0; i < LENGTH(programs); i++) {
        if (!program_fits(&programs[i], n, w)) continue;
        compiled *f = find(lowered, i, state), *g = find(original, i, state);
        if (f && g) compare_program(state->cpu, &programs[i], n, w, f, g, in);
    }
    jit_fail_if(LLVMOrcDisposeLLJIT(original));
    jit_fail_if(LLVMOrcDisposeLLJIT(lowered));
}

/* ---- targets ---- */

static unsigned test_target(const struct lowering_target *target, inputs *in)
{
    run_state state = {.cpu = target->cpu, .foreign = !jit_host_has(target)};
    unsigned before = checked;
    for (unsigned i = 0; i < LENGTH(widths); i++) {
        for (unsigned k = 0; k < LENGTH(counts); k++)
            if (row_is_chosen()) test_operations(counts[k], widths[i], in, &state);
        for (unsigned k = 0; k < LENGTH(program_counts); k++)
            if (row_is_chosen()) test_programs(program_counts[k], widths[i], in, &state);
    }
    const lanesmith_stats *stats = &state.stats;
    printf("%s: %u runs compared; %u operations lowered, %u without a lowering", target->name,
           checked - before, stats->lowered_binary + stats->lowered_compare,
           stats->left_no_lowering);
    if (state.foreign)
        printf("; %u functions skipped, this machine cannot execute the target", state.skipped);
    printf("\n");
    if (stats->left_no_lowering) failed++;
    return state.skipped;
}

int main(void)
{
    unsigned skipped = 0;
    inputs in = {page_end(), page_end(), NULL, NULL};
    jit_start();
    for (unsigned i = 0; i < lowering_target_count; i++)
        if (jit_is_of_host(&lowering_targets[i])) skipped += test_target(&lowering_targets[i], &in);
    printf("%u runs compared, %u differences, %u functions skipped, %u rows for other revisions\n",
           checked, failed, skipped, rows_left);
    strbuf_free(&text);
    return failed ? 1 : 0;
}

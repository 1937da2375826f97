// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* deletion_run.c - guards parallel deletion of small fields (vector.compress): lowered, run,
 * and compared with a loop over fields. LLVM's own code is no reference: that of LLVM 19 is wrong.
 *
 * Fields that fill registers and that do not, several registers, third operands of zeros, of
 * anything, and undefined. */
#include "jit.h"

#include "lowerings/pass/pass.h"
#include "lowerings/pass/table/table.h"
#include "sample.h"
#include "spec/base/random.h"

#include <llvm-c/Analysis.h>
#include <stdio.h>
#include <string.h>

enum { BYTES_MAX = 256, ROUNDS = 200 };
#define LENGTH(array) (sizeof(array) / sizeof *(array))

static const struct shape {
    unsigned w, n;
} shapes[] = {{1, 16}, {1, 64}, {1, 128}, {1, 200}, {2, 16}, {2, 32}, {2, 64},  {2, 128}, {2, 40},
              {4, 8},  {4, 16}, {4, 32},  {4, 64},  {4, 24}, {4, 96}, {4, 256}, {3, 16},  {5, 24}};

static uint64_t state = 3;
static unsigned checked, failed;

static unsigned field(const uint8_t *bytes, unsigned i, unsigned w)
{
    unsigned value = 0;
    for (unsigned k = 0; k < w; k++)
        value |= (unsigned)(bytes[(i * w + k) / 8] >> (i * w + k) % 8 & 1) << k;
    return value;
}

static void put_field(uint8_t *bytes, unsigned i, unsigned w, unsigned value)
{
    for (unsigned k = 0; k < w; k++)
        if (value >> k & 1) bytes[(i * w + k) / 8] |= (uint8_t)(1 << (i * w + k) % 8);
}

static void refer(struct shape s, const uint8_t *a, const uint8_t *mask, const uint8_t *rest,
                  uint8_t *out)
{
    unsigned kept = 0;
    memset(out, 0, BYTES_MAX);
    for (unsigned i = 0; i < s.n; i++)
        if (field(mask, i, 1)) put_field(out, kept++, s.w, field(a, i, s.w));
    for (; rest && kept < s.n; kept++) put_field(out, kept, s.w, field(rest, kept, s.w));
}

static void draw(uint8_t *bytes, unsigned kind)
{
    for (unsigned i = 0; i < BYTES_MAX; i++) {
        uint64_t x = random_next(&state), y = random_next(&state);
        bytes[i] = (uint8_t)(kind == 0 ? 0 : kind == 1 ? 255 : kind == 2 ? x & y : x);
    }
}

typedef void compiled(const void *a, const void *mask, const void *rest, void *out);

static void compare(const char *cpu, struct shape s, compiled *f, bool filled)
{
    static _Alignas(64) uint8_t a[BYTES_MAX], mask[BYTES_MAX], rest[BYTES_MAX], got[BYTES_MAX],
        want[BYTES_MAX];
    for (unsigned round = 0; round < ROUNDS; round++) {
        draw(a, 3);
        draw(mask, round % 4);
        draw(rest, 3);
        memset(got, 0, sizeof got);
        f(a, mask, rest, got);
        refer(s, a, mask, filled ? rest : NULL, want);
        checked++;
        if (!memcmp(got, want, (s.w * s.n + 7) / 8)) continue;
        if (failed++ < 20) fprintf(stderr, "FAIL %s: <%u x i%u>\n", cpu, s.n, s.w);
        return;
    }
}

static void test_shape(const struct lowering_target *t, struct shape s, lanesmith_stats *stats)
{
    static char text[4096];
    char v[32];
    const char *name = "experimental.vector"; /* which later versions may drop */
    snprintf(v, sizeof v, "<%u x i%u>", s.n, s.w);
    int length = snprintf(
        text, sizeof text,
        "declare %s @llvm.%s.compress.v%ui%u(%s, <%u x i1>, %s)\n"
        "define void @f0(ptr noalias %%p, ptr noalias %%q, ptr noalias %%r, ptr noalias %%o) {\n"
        "  %%a = load %s, ptr %%p, align 1\n  %%m = load <%u x i1>, ptr %%q, align 1\n"
        "  %%c = call %s @llvm.%s.compress.v%ui%u(%s %%a, <%u x i1> %%m, %s zeroinitializer)\n"
        "  store %s %%c, ptr %%o, align 1\n  ret void\n}\n"
        "define void @f1(ptr noalias %%p, ptr noalias %%q, ptr noalias %%r, ptr noalias %%o) {\n"
        "  %%a = load %s, ptr %%p, align 1\n  %%m = load <%u x i1>, ptr %%q, align 1\n"
        "  %%b = load %s, ptr %%r, align 1\n"
        "  %%c = call %s @llvm.%s.compress.v%ui%u(%s %%a, <%u x i1> %%m, %s %%b)\n"
        "  store %s %%c, ptr %%o, align 1\n  ret void\n}\n",
        v, name, s.n, s.w, v, s.n, v, v, s.n, v, name, s.n, s.w, v, s.n, v, v, v, s.n, v, v, name,
        s.n, s.w, v, s.n, v, v);
    LLVMContextRef context;
    LLVMOrcThreadSafeContextRef safe = jit_context(&context);
    LLVMModuleRef module = jit_parse(context, text, (size_t)length);
    jit_set_cpu(module, t->cpu);
    unsigned before = stats->lowered_call;
    lanesmith_run(module, stats, NULL, NULL);
    if (LLVMVerifyModule(module, LLVMPrintMessageAction, NULL)) exit(3);
    if (stats->lowered_call != before + 2) { /* LLVM's own code need not be right */
        fprintf(stderr, "FAIL %s: <%u x i%u> is left\n", t->cpu, s.n, s.w);
        failed++;
        return;
    }
    LLVMOrcLLJITRef jit = jit_compile(module, safe, LLVMCodeGenLevelDefault);
    compare(t->cpu, s, (compiled *)(uintptr_t)jit_find(jit, "f0", false), false);
    compare(t->cpu, s, (compiled *)(uintptr_t)jit_find(jit, "f1", false), true);
    jit_fail_if(LLVMOrcDisposeLLJIT(jit));
}

int main(void)
{
    unsigned skipped = 0;
    lanesmith_stats stats = {0};
    jit_start();
    for (unsigned t = 0; t < lowering_target_count; t++) {
        skipped += !jit_host_has(&lowering_targets[t]);
        for (unsigned i = 0; jit_host_has(&lowering_targets[t]) && i < LENGTH(shapes); i++)
            if (row_is_chosen()) test_shape(&lowering_targets[t], shapes[i], &stats);
    }
    printf("%u runs compared, %u differ; %u targets skipped, %u rows for other revisions\n",
           checked, failed, skipped, rows_left);
    return failed || !checked ? 1 : 0;
}

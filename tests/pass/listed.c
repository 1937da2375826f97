// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* listed.c - functions of the tests whose lowered form no proof is found for, run as they are and
 * lowered on random inputs.
 *
 *   listed [-n INPUTS]
 *
 * tests/tv/pass_unknown.txt lists them. For each, and for each target that the machine has, a
 * caller is built that fetches the arguments from memory: pointers point to a buffer each, integers
 * are from 1 to 16 (they count rounds of loops), vectors are any bits. What is only declared gets a
 * body that returns zeros. Originals are compiled for baseline x86-64 where they do not name a CPU.
 * Results and all buffers must be the same. Guards this: that a function of the tests is neither
 * proved nor run; and, of the table, that a target is tried with the lowerings of others only where
 * it has all their features. */
#include "jit.h"
#include "lowerings/pass/pass.h"
#include "lowerings/pass/table/target.h"
#include "sample.h"
#include "spec/base/random.h"

#include <llvm-c/Analysis.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BUFFER = 4096, ARGUMENTS_MAX = 4, SLOT = 256, NAME = 64, TEXT_MAX = 1 << 20 };

/* What a caller gets: a slot an argument, a buffer a pointer, and room for the result. */
typedef struct memory {
    uint8_t slot[ARGUMENTS_MAX * SLOT], buffer[ARGUMENTS_MAX * BUFFER], result[SLOT];
} memory;

typedef void caller(memory *m);

static unsigned inputs = 10000, compared, differ, skipped;

static uint64_t state = 1;

static uint64_t random_bits(void)
{
    return random_next(&state);
}

_Noreturn static void die(const char *what, const char *name)
{
    fprintf(stderr, "listed: %s %s\n", what, name);
    exit(3);
}

/* ---- callers ---- */

static unsigned bits_of(LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind) return LLVMGetIntTypeWidth(type);
    if (LLVMGetTypeKind(type) != LLVMVectorTypeKind) return 0;
    return LLVMGetVectorSize(type) * LLVMGetIntTypeWidth(LLVMGetElementType(type));
}

static LLVMValueRef address(LLVMBuilderRef b, LLVMValueRef base, size_t offset)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(base));
    LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(c), offset, false);
    return LLVMBuildGEP2(b, LLVMInt8TypeInContext(c), base, &index, 1, "");
}

/* As a number that LLVM does not know to be a vector: it reads and writes some of those wrongly. */
static LLVMValueRef argument(LLVMBuilderRef b, LLVMValueRef m, LLVMTypeRef type, unsigned k)
{
    LLVMContextRef c = LLVMGetTypeContext(type);
    if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
        return address(b, m, offsetof(memory, buffer) + (size_t)k * BUFFER);
    LLVMValueRef value = LLVMBuildLoad2(b, LLVMIntTypeInContext(c, bits_of(type)),
                                        address(b, m, k * SLOT), "");
    LLVMSetVolatile(value, true);
    LLVMSetAlignment(value, 1);
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) return LLVMBuildBitCast(b, value, type, "");
    return LLVMBuildAdd(b, LLVMBuildAnd(b, value, LLVMConstInt(type, 15, false), ""),
                        LLVMConstInt(type, 1, false), "");
}

static void store_result(LLVMBuilderRef b, LLVMValueRef m, LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    unsigned bits = bits_of(type);
    if (!bits) return;
    value = LLVMBuildBitCast(b, value, LLVMIntTypeInContext(LLVMGetTypeContext(type), bits), "");
    value = LLVMBuildZExt(b, value,
                          LLVMIntTypeInContext(LLVMGetTypeContext(type), (bits + 7) / 8 * 8), "");
    LLVMValueRef store = LLVMBuildStore(b, value, address(b, m, offsetof(memory, result)));
    LLVMSetVolatile(store, true);
    LLVMSetAlignment(store, 1);
}

static void copy_attribute(LLVMValueRef to, LLVMValueRef from, const char *name)
{
    LLVMAttributeRef attribute = LLVMGetStringAttributeAtIndex(
        from, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, name, (unsigned)strlen(name));
    if (attribute)
        LLVMAddAttributeAtIndex(to, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, attribute);
}

static void build_caller(LLVMModuleRef module, LLVMValueRef function)
{
    LLVMContextRef c = LLVMGetModuleContext(module);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(c, 0), type = LLVMGlobalGetValueType(function),
                of[ARGUMENTS_MAX];
    LLVMValueRef given[ARGUMENTS_MAX],
        call = LLVMAddFunction(module, "call",
                               LLVMFunctionType(LLVMVoidTypeInContext(c), &pointer, 1, false));
    copy_attribute(call, function, "target-cpu"); /* how vectors are passed */
    copy_attribute(call, function, "target-features");
    unsigned count = LLVMCountParamTypes(type);
    if (count > ARGUMENTS_MAX)
        die("too many arguments:", LLVMGetValueName2(function, &(size_t){0}));
    LLVMGetParamTypes(type, of);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c, call, ""));
    for (unsigned k = 0; k < count; k++) given[k] = argument(b, LLVMGetParam(call, 0), of[k], k);
    store_result(b, LLVMGetParam(call, 0), LLVMBuildCall2(b, type, function, given, count, ""));
    LLVMBuildRetVoid(b);
    LLVMDisposeBuilder(b);
}

/* What is called gets a body. */
static void complete(LLVMModuleRef module)
{
    LLVMContextRef c = LLVMGetModuleContext(module);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(f));
        if (!LLVMIsDeclaration(f) || LLVMGetIntrinsicID(f)) continue;
        LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c, f, ""));
        if (LLVMGetTypeKind(result) == LLVMVoidTypeKind) LLVMBuildRetVoid(b);
        else LLVMBuildRet(b, LLVMConstNull(result));
    }
    LLVMDisposeBuilder(b);
}

/* ---- running ---- */

static void set_cpu_where_none(LLVMModuleRef module, const char *cpu)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (!LLVMGetStringAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                           "target-cpu", 10))
            LLVMAddTargetDependentFunctionAttr(f, "target-cpu", cpu);
}

/* Whether the pass changes the function. */
static bool is_lowered(LLVMModuleRef module, LLVMValueRef function)
{
    lanesmith_stats stats = {0};
    char *before = LLVMPrintValueToString(function), *after;
    lanesmith_run(module, &stats, NULL, NULL);
    after = LLVMPrintValueToString(function);
    bool changed = strcmp(before, after) != 0;
    LLVMDisposeMessage(before);
    LLVMDisposeMessage(after);
    return changed;
}

/* NULL: it is to be lowered, and nothing changes, so that there is nothing to compare. What is left
 * may be too large to be compiled soon. */
static LLVMOrcLLJITRef compile(const char *ir, const char *name, const char *cpu, bool lower)
{
    LLVMContextRef context;
    LLVMOrcThreadSafeContextRef safe = jit_context(&context);
    LLVMModuleRef module = jit_parse(context, ir, strlen(ir));
    LLVMValueRef function = LLVMGetNamedFunction(module, name);
    if (!function) die("no such function:", name);
    set_cpu_where_none(module, cpu);
    if (lower && !is_lowered(module, function)) {
        LLVMDisposeModule(module);
        LLVMOrcDisposeThreadSafeContext(safe);
        return NULL;
    }
    for (LLVMValueRef f = LLVMGetFirstFunction(module), next; f; f = next) {
        next = LLVMGetNextFunction(f);
        if (f != function && !LLVMGetFirstUse(f)) LLVMDeleteFunction(f);
    }
    complete(module);
    build_caller(module, function);
    if (LLVMVerifyModule(module, LLVMPrintMessageAction, NULL))
        die("not valid with its caller:", name);
    return jit_compile(module, safe, lower ? LLVMCodeGenLevelDefault : LLVMCodeGenLevelNone);
}

static bool run(caller *f, caller *g)
{
    static _Alignas(64) memory m, n;
    for (unsigned round = 0; round < inputs; round++) {
        for (size_t i = 0; i < sizeof m; i += sizeof state) {
            uint64_t bits = round == 0 ? 0 : round == 1 ? UINT64_MAX : random_bits();
            memcpy((uint8_t *)&m + i, &bits, sizeof bits);
        }
        n = m;
        f(&m);
        g(&n);
        if (memcmp(&m, &n, sizeof m) != 0) return false;
    }
    return true;
}

/* original: of all targets, compiled for the first that is compared. */
static void test(const char *ir, const char *name, const struct lowering_target *target,
                 LLVMOrcLLJITRef *original)
{
    LLVMOrcLLJITRef lowered = compile(ir, name, target->cpu, true);
    if (!lowered) return;
    if (!*original) *original = compile(ir, name, "x86-64", false);
    bool same = run((caller *)(uintptr_t)jit_find(lowered, "call", false),
                    (caller *)(uintptr_t)jit_find(*original, "call", false));
    compared++;
    differ += !same;
    if (!same) fprintf(stderr, "FAIL %s: %s differs\n", target->name, name);
    jit_fail_if(LLVMOrcDisposeLLJIT(lowered));
}

static FILE *open_below(const char *folder, const char *name)
{
    char path[4096];
    const char *source = getenv("LANESMITH_SOURCE");
    snprintf(path, sizeof path, "%s/%s/%s", source ? source : ".", folder, name);
    return fopen(path, "r");
}

static void test_listed(const char *file, const char *name)
{
    static char ir[TEXT_MAX];
    FILE *f = open_below("tests/pass", file);
    if (!f) f = open_below("examples", file);
    if (!f) die("cannot open", file);
    ir[fread(ir, 1, sizeof ir - 1, f)] = '\0';
    fclose(f);
    LLVMOrcLLJITRef original = NULL;
    for (unsigned t = 0; t < lowering_target_count; t++) {
        if (jit_host_has(&lowering_targets[t])) test(ir, name, &lowering_targets[t], &original);
        else skipped++;
    }
    if (original) jit_fail_if(LLVMOrcDisposeLLJIT(original));
}

/* ---- the table ---- */

static bool has_feature(const struct lowering_target *t, const char *feature)
{
    const char *const *f = t->features;
    while (*f && strcmp(*f, feature)) f++;
    return *f != NULL;
}

static void test_lesser_targets(unsigned of)
{
    targets all;
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef module = LLVMModuleCreateWithNameInContext("lesser", context);
    LLVMSetTarget(module, lowering_targets[of].triple);
    targets_init(&all, module);
    target_view v = {.use = &all.uses[of], .least = &all.uses[all.first], .all = &all};
    while (target_lesser(&v))
        for (const char *const *f = v.use->table->features; *f; f++)
            if (!has_feature(&lowering_targets[of], *f))
                die("a lesser target has a feature more:", lowering_targets[of].name);
    targets_free(&all);
    LLVMDisposeModule(module);
    LLVMContextDispose(context);
}

int main(int argc, char **argv)
{
    char file[NAME], name[NAME];
    for (int c; (c = getopt(argc, argv, "n:")) != -1;) {
        if (c != 'n') return 2;
        inputs = (unsigned)strtoul(optarg, NULL, 10);
    }
    jit_start();
    for (unsigned i = 0; i < lowering_target_count; i++) test_lesser_targets(i);
    FILE *list = open_below("tests/tv", "pass_unknown.txt");
    if (!list)
        die("cannot open", "tests/tv/pass_unknown.txt; LANESMITH_SOURCE names the source folder");
    fscanf(list, "#%*[^\n]"); /* the licence */
    while (fscanf(list, "%63s %63s", file, name) == 2)
        if (row_is_chosen()) test_listed(file, name);
    fclose(list);
    printf("%u functions and targets, %u inputs each, %u differ, %u skipped; %u functions are for "
           "other revisions\n", compared, inputs, differ, skipped, rows_left);
    return differ || !compared ? 1 : 0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* jit.c - what differential.c, random_ir.c and listed.c have in common: from IR to machine code in
 * memory. */
#include "jit.h"

#include "lowerings/pass/base/shim.h"
#include "lowerings/pass/table/table.h"

#include <llvm-c/Analysis.h>
#include <llvm/Config/llvm-config.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn static void fail(const char *message)
{
    fprintf(stderr, "jit: %s\n", message);
    exit(3);
}

void jit_fail_if(LLVMErrorRef error)
{
    if (error) fail(LLVMGetErrorMessage(error));
}

void jit_start(void)
{
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
}

LLVMOrcThreadSafeContextRef jit_context(LLVMContextRef *context)
{
#if LLVM_VERSION_MAJOR >= 22
    *context = LLVMContextCreate();
    return LLVMOrcCreateNewThreadSafeContextFromLLVMContext(*context);
#else
    LLVMOrcThreadSafeContextRef safe = LLVMOrcCreateNewThreadSafeContext();
    *context = LLVMOrcThreadSafeContextGetContext(safe);
    return safe;
#endif
}

LLVMModuleRef jit_parse(LLVMContextRef context, const char *ir, size_t length)
{
    LLVMModuleRef module;
    char *message = NULL, *triple = LLVMGetDefaultTargetTriple();
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(ir, length, "test");
    if (LLVMParseIRInContext(context, buffer, &module, &message)) fail(message);
    LLVMSetTarget(module, triple);
    LLVMDisposeMessage(triple);
    return module;
}

void jit_set_cpu(LLVMModuleRef module, const char *cpu)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        LLVMAddTargetDependentFunctionAttr(f, "target-cpu", cpu);
}

bool jit_is_of_host(const struct lowering_target *target)
{
    char *triple = LLVMGetDefaultTargetTriple();
    bool same = shim_same_architecture(triple, target->triple);
    LLVMDisposeMessage(triple);
    return same;
}

bool jit_host_has(const struct lowering_target *target)
{
    char *cpu = LLVMGetHostCPUName(), *features = LLVMGetHostCPUFeatures();
    bool has = jit_is_of_host(target) && shim_has(target->triple, cpu, features, target->features);
    LLVMDisposeMessage(cpu);
    LLVMDisposeMessage(features);
    return has;
}

static bool calls_machine(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            size_t length = 0;
            LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
            if (callee && strncmp(LLVMGetValueName2(callee, &length), "llvm.x86.", 9) == 0)
                return true;
        }
    return false;
}

unsigned jit_make_runnable(LLVMModuleRef module)
{
    unsigned removed = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(module), next; f; f = next) {
        next = LLVMGetNextFunction(f);
        if (!calls_machine(f)) continue;
        LLVMDeleteFunction(f);
        removed++;
    }
    jit_set_cpu(module, "x86-64");
    return removed;
}

/* With no feature: code has what its function's attributes say, and not what this machine has
 * besides. A CPU with features of another is none that exists, and LLVM does not end on some. */
static LLVMTargetMachineRef plain_machine(LLVMCodeGenOptLevel level)
{
    LLVMTargetRef target;
    char *message = NULL, *triple = LLVMGetDefaultTargetTriple();
    if (LLVMGetTargetFromTriple(triple, &target, &message)) fail(message);
    LLVMTargetMachineRef machine =
        LLVMCreateTargetMachine(target, triple, "x86-64", "", level, LLVMRelocDefault,
                                LLVMCodeModelJITDefault);
    LLVMDisposeMessage(triple);
    return machine;
}

LLVMOrcLLJITRef jit_compile(LLVMModuleRef module, LLVMOrcThreadSafeContextRef context,
                            LLVMCodeGenOptLevel level)
{
    LLVMOrcLLJITRef jit;
    LLVMOrcLLJITBuilderRef builder = LLVMOrcCreateLLJITBuilder();
    LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(
        builder, LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(plain_machine(level)));
    jit_fail_if(LLVMOrcCreateLLJIT(&jit, builder));
    jit_fail_if(LLVMOrcLLJITAddLLVMIRModule(jit, LLVMOrcLLJITGetMainJITDylib(jit),
                                            LLVMOrcCreateNewThreadSafeModule(module, context)));
    LLVMOrcDisposeThreadSafeContext(context);
    return jit;
}

void *jit_find(LLVMOrcLLJITRef jit, const char *name, bool may_lack)
{
    LLVMOrcExecutorAddress address;
    LLVMErrorRef error = LLVMOrcLLJITLookup(jit, &address, name);
    if (error && may_lack) {
        LLVMConsumeError(error);
        return NULL;
    }
    jit_fail_if(error);
    return (void *)(uintptr_t)address;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* jit.c - LLVM's ORC JIT, set up as the emitters' IR wants it.
 *
 * ORC on its own takes the features of the host for every function that names a CPU but no
 * features: a baseline function would run with the newest encodings. So the machine given to it is
 * the plainest one of the host's architecture, without features; what a function may use then comes
 * from its own "target-cpu" and nothing else.
 *
 * Called by hardware.c (lowerings) and validate.c (single instructions). All ORC handles of this
 * folder live and die here. */
#include "jit.h"

#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

struct jit {
    LLVMOrcLLJITRef orc;
};

static ls_status report(LLVMErrorRef error, const char *doing, diags *d)
{
    if (!error) return LS_OK;
    char *message = LLVMGetErrorMessage(error);
    diag_error(d, (place){0}, "LLVM cannot %s the emitted code: %s", doing, message);
    LLVMDisposeErrorMessage(message);
    return LS_ENV;
}

/* The default handler ends the process; the parser's and ORC's own messages say all there is. */
static void ignore_diagnostic(LLVMDiagnosticInfoRef info, void *context)
{
    (void)info, (void)context;
}

static ls_status inline_calls(LLVMModuleRef module, diags *d)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    unsigned kind = LLVMGetEnumAttributeKindForName("alwaysinline", strlen("alwaysinline"));
    LLVMAttributeRef always = LLVMCreateEnumAttribute(context, kind, 0);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f) || !LLVMGetFirstUse(f)) continue;
        LLVMSetLinkage(f, LLVMInternalLinkage);
        LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, always);
    }
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    ls_status rc = report(LLVMRunPasses(module, "always-inline", NULL, options), "inline", d);
    LLVMDisposePassBuilderOptions(options);
    return rc;
}

/* The parsed module with its context, or NULL with a diagnostic. */
static LLVMOrcThreadSafeModuleRef parse_module(const strbuf *ir, bool inlined, diags *d)
{
    char *message = NULL;
    LLVMModuleRef module = NULL;
    LLVMOrcThreadSafeContextRef owner = LLVMOrcCreateNewThreadSafeContext();
    LLVMContextRef context = LLVMOrcThreadSafeContextGetContext(owner);
    LLVMContextSetDiagnosticHandler(context, ignore_diagnostic, NULL);
    LLVMMemoryBufferRef text = LLVMCreateMemoryBufferWithMemoryRangeCopy(strbuf_text(ir), ir->len,
                                                                         "emitted IR");
    LLVMOrcThreadSafeModuleRef out = NULL;
    if (LLVMParseIRInContext(context, text, &module, &message))
        diag_error(d, (place){0}, "LLVM cannot read the emitted IR: %s",
                   message ? message : "no reason given");
    else if (!inlined || inline_calls(module, d) == LS_OK)
        out = LLVMOrcCreateNewThreadSafeModule(module, owner);
    else LLVMDisposeModule(module);
    LLVMDisposeMessage(message);
    LLVMOrcDisposeThreadSafeContext(owner); /* the module holds it, too */
    return out;
}

static void set_up_llvm(void)
{
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
}

/* A machine without features of its own, or NULL with a diagnostic. */
static LLVMTargetMachineRef plain_machine(diags *d)
{
    LLVMTargetRef backend = NULL;
    LLVMTargetMachineRef machine = NULL;
    char *message = NULL, *triple = LLVMGetDefaultTargetTriple();
    if (!LLVMGetTargetFromTriple(triple, &backend, &message))
        machine = LLVMCreateTargetMachine(backend, triple, "generic", "", LLVMCodeGenLevelDefault,
                                          LLVMRelocDefault, LLVMCodeModelJITDefault);
    if (!machine) diag_error(d, (place){0}, "LLVM has no code generator for %s", triple);
    LLVMDisposeMessage(message);
    LLVMDisposeMessage(triple);
    return machine;
}

static ls_status start(jit *j, diags *d)
{
    set_up_llvm();
    LLVMTargetMachineRef machine = plain_machine(d);
    if (!machine) return LS_ENV;
    LLVMOrcLLJITBuilderRef builder = LLVMOrcCreateLLJITBuilder();
    LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(
        builder, LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(machine));
    return report(LLVMOrcCreateLLJIT(&j->orc, builder), "prepare to run", d);
}

static ls_status compile(jit *j, const strbuf *ir, bool inlined, diags *d)
{
    ls_status rc = start(j, d);
    if (rc != LS_OK) return rc;
    LLVMOrcThreadSafeModuleRef module = parse_module(ir, inlined, d);
    if (!module) return LS_INPUT;
    return report(LLVMOrcLLJITAddLLVMIRModule(j->orc, LLVMOrcLLJITGetMainJITDylib(j->orc), module),
                  "take in", d);
}

static ls_status load(jit **out, const strbuf *ir, bool inlined, diags *d)
{
    jit *j = mem_alloc(1, sizeof *j);
    ls_status rc = compile(j, ir, inlined, d);
    *out = rc == LS_OK ? j : NULL;
    if (rc != LS_OK) jit_free(j);
    return rc;
}

ls_status jit_load(jit **out, const strbuf *ir, diags *d) { return load(out, ir, false, d); }
ls_status jit_load_inlined(jit **out, const strbuf *ir, diags *d) { return load(out, ir, true, d); }

ls_status jit_find(jit *j, const char *function, uintptr_t *address, diags *d)
{
    LLVMOrcExecutorAddress at = 0;
    ls_status rc = report(LLVMOrcLLJITLookup(j->orc, &at, function), "link", d);
    *address = (uintptr_t)at;
    return rc;
}

void jit_free(jit *j)
{
    if (!j) return;
    if (j->orc) {
        LLVMErrorRef error = LLVMOrcDisposeLLJIT(j->orc);
        if (error) LLVMConsumeError(error);
    }
    mem_free(j);
}

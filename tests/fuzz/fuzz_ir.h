// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* fuzz_ir.h - modules of LLVM IR out of hostile text. */
#ifndef LANESMITH_TEST_FUZZ_IR_H
#define LANESMITH_TEST_FUZZ_IR_H

#include "fuzz.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <sanitizer/lsan_interface.h>
#include <stdbool.h>

static inline void fuzz_quiet(LLVMDiagnosticInfoRef info, void *context)
{
    (void)info, (void)context;
}

static inline LLVMContextRef fuzz_context(void)
{
    LLVMContextRef context = LLVMContextCreate();
    LLVMContextSetDiagnosticHandler(context, fuzz_quiet, NULL);
    return context;
}

/* NULL when the text is no valid module. Text that begins as bitcode does is not looked at: LLVM's
 * reader of bitcode trusts it. */
static inline LLVMModuleRef fuzz_module(LLVMContextRef context, const char *text, size_t size)
{
    LLVMModuleRef module = NULL;
    char *message = NULL;
    if (size < 2 || !memcmp(text, "BC", 2) || !memcmp(text, "\xde\xc0", 2)) return NULL;
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, size, "input");
    __lsan_disable(); /* LLVM 19 forgets a phi with flags, when the rest of it is malformed */
    bool was_read = !LLVMParseIRInContext(context, buffer, &module, &message);
    __lsan_enable();
    LLVMDisposeMessage(message);
    if (!was_read) return NULL;
    if (!LLVMVerifyModule(module, LLVMReturnStatusAction, NULL)) return module;
    LLVMDisposeModule(module);
    return NULL;
}

#endif

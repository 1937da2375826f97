// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* fuzz_pass.c - IR through the pass: what it makes of a valid module is valid. */
#include "fuzz_ir.h"

#include "lowerings/pass/pass.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    LLVMContextRef context = fuzz_context();
    LLVMModuleRef module = fuzz_module(context, text, size);
    lanesmith_stats stats = {0};
    if (module) {
        lanesmith_run(module, &stats, NULL, NULL);
        fuzz_check(!LLVMVerifyModule(module, LLVMPrintMessageAction, NULL),
                   "the pass made invalid IR");
        LLVMDisposeModule(module);
    }
    LLVMContextDispose(context);
    free(text);
    return 0;
}

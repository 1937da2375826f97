// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* fuzz_tv.c - IR through translation validation: a module, the line "; ---- after ----", and
 * another one. */
#include "fuzz_ir.h"

#include "verify/refine/tv.h"

static bool is_valid(const char *text, size_t size)
{
    LLVMContextRef context = fuzz_context();
    LLVMModuleRef module = fuzz_module(context, text, size);
    if (module) LLVMDisposeModule(module);
    LLVMContextDispose(context);
    return module;
}

static void validate(const char *before, const char *after)
{
    const tv_text texts[2] = {{"before.ll", before, strlen(before)},
                              {"after.ll", after, strlen(after)}};
    tv_options o = tv_default_options;
    tv_report report = {0};
    diags d = {0};
    if (!is_valid(before, texts[0].size) || !is_valid(after, texts[1].size)) return;
    ls_status rc = tv_validate(&texts[0], &texts[1], NULL, &o, &report, NULL, NULL, &d);
    fuzz_check(rc == LS_OK || d.count, "an error without a message");
    for (unsigned i = 0; i < report.count; i++)
        fuzz_check(report.result[i].answer != PROOF_REFUTED || *report.result[i].reason,
                   "refuted without a counterexample");
    tv_report_free(&report);
    diag_free(&d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char border[] = "; ---- after ----";
    char *text = fuzz_text(data, size), *at = strstr(text, border);
    if (at) *at = 0;
    validate(text, at ? at + strlen(border) : text);
    free(text);
    return 0;
}

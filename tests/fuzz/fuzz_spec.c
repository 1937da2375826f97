// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* fuzz_spec.c - the text of a specification: after the small one's classes and targets, whatever it
 * is. */
#include "fuzz.h"

#include "small_spec.h"
#include "spec/load/load.h"
#include "spec/spec.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char first[64];
    char second[64];
    diags d = {0};
    spec *s = NULL;
    if (!*first) fuzz_file(small_classes, strlen(small_classes), first);
    int file = fuzz_file(data, size, second);
    ls_status rc = spec_load_files(&s, (const char *const[]){first, second}, 2, &d);
    fuzz_check((rc == LS_OK) == (s != NULL), "a specification without its status");
    fuzz_check((rc == LS_OK) == (d.count == 0), "an error without a message, or the reverse");
    spec_free(s);
    diag_free(&d);
    close(file);
    return 0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* intrinsics.c - of the names of intrinsics on standard input, one a line, prints those that the IR
 * reader does not know. A name may be a stem, without the types that LLVM adds, as the pass's
 * source has it. What LLVM has no intrinsic for (names of metadata, and old names that LLVM
 * replaces by shuffles when it reads them) is passed over; the number of the others is the last
 * line. Run by intrinsics.sh. */
#include <stdio.h>
#include <string.h>

#include <llvm-c/Core.h>

#include "verify/ir/ircall.h"
#include "verify/ir/irfp.h"
#include "verify/ir/irintrin.h"
#include "verify/ir/irscalable.h"

static bool is_known(const char *name)
{
    return irintrin_is_known(name) || irfp_is_known(name) || ir_is_pair_name(name) ||
           irscalable_is_known(name);
}

int main(void)
{
    char name[128], typed[160];
    unsigned count = 0;
    while (scanf("%127s", name) == 1) {
        size_t n = strlen(name);
        if (name[n - 1] == '.') name[n - 1] = 0;
        if (!LLVMLookupIntrinsicID(name, strlen(name))) continue;
        count++;
        snprintf(typed, sizeof typed, "%s.i8", name);
        if (!is_known(name) && !is_known(typed)) printf("not known: %s\n", name);
    }
    printf("%u intrinsics\n", count);
    return 0;
}

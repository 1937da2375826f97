// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* machine.c - looks features up. Called by steps.c and by the ways to make a program. */
#include "machine.h"

#include <string.h>

bool machine_has(const machine *m, const char *feature)
{
    for (const char *const *f = m->features; *f; f++)
        if (strcmp(*f, feature) == 0) return true;
    return false;
}

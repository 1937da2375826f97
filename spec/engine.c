// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* engine.c - see engine.h. Called by show, verify, the report and the emitters of headers. */
#include "engine.h"

#include <stddef.h>
#include <string.h>

const char *engine_name(const char *stored)
{
    static const char *const names[][2] = {
        {"labels", "permutations"},     /* excludes short permutations of bits */
        {"through", "by_vector"},       /* general registers by way of a vector register */
        {"single", "one_instruction"},  /* one instruction with any constants */
    };
    for (size_t i = 0; stored && i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i][0], stored)) return names[i][1];
    return stored;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* machine.h - what a program that moves bits has to know of the processor that it is for. */
#ifndef LANESMITH_MACHINE_H
#define LANESMITH_MACHINE_H

#include <stdbool.h>

typedef struct machine {
    const char *const *features; /* LLVM's names ("ssse3"), NULL-terminated; borrowed */
    unsigned register_bytes;     /* of the widest vector register */
} machine;

/* May a program use the feature? */
bool machine_has(const machine *m, const char *feature);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* capabilities.h - which instruction of a target has a capability (lowerings/permute/machine.h). */
#ifndef LANESMITH_CAPABILITIES_H
#define LANESMITH_CAPABILITIES_H

#include "lowerings/permute/machine.h"
#include "spec/prog.h"

/* What is known of all instructions of a specification. */
typedef struct capability_book capability_book;
capability_book *capability_book_new(const spec *s);
void capability_book_free(capability_book *b);

/* Has the target the capability in registers of the class? out: the program of one instruction that
 * does it, of inputs x, y, z; NULL when it need not be known. Of COMPARES_TO_BITS, whose result is
 * of another class, there is no program: out has no instruction then. */
bool capability_find(const capability_book *b, const target *t, const regclass *cls, capability a,
                  prog *out);

#endif

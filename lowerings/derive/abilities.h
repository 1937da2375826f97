// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* abilities.h - which instruction of a target has an ability (lowerings/permute/machine.h). */
#ifndef LANESMITH_ABILITIES_H
#define LANESMITH_ABILITIES_H

#include "lowerings/permute/machine.h"
#include "spec/prog.h"

/* What is known of all instructions of a specification. */
typedef struct ability_book ability_book;
ability_book *ability_book_new(const spec *s);
void ability_book_free(ability_book *b);

/* Has the target the ability in registers of the class? out: the program of one instruction that
 * does it, of inputs x, y, z; NULL when it need not be known. Of COMPARES_TO_BITS, whose result is
 * of another class, there is no program: out has no instruction then. */
bool ability_find(const ability_book *b, const target *t, const regclass *cls, ability a,
                  prog *out);

#endif

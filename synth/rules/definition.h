// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* definition.h - the definition of an operation, as a rule for it. */
#ifndef LANESMITH_SYNTH_DEFINITION_H
#define LANESMITH_SYNTH_DEFINITION_H

#include "spec/spec.h"

/* Which rules a definition gives: one that divides by whatever there is, and, where something is
 * divided, one that knows what a division by zero gives. */
enum { DEFINITION_RULES_MAX = 2 };

/* The rules for fields of w bits, in mem; returns how many. 0: the definition is none, and *why (in
 * mem) says what is in the way. */
unsigned definition_rules(const op *o, unsigned w, arena *mem,
                          rule out[DEFINITION_RULES_MAX], const char **why);

#endif

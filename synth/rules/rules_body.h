// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* rules_body.h - runs the body of a rule: the operations in it become programs of a table. */
#ifndef LANESMITH_RULES_BODY_H
#define LANESMITH_RULES_BODY_H

#include "rules_inside.h"
#include "spec/language/sexp.h"

/* The integers that a rule knows. */
const sexp_env *rules_env(arena *mem, const rule *r, unsigned w, unsigned bits, unsigned other);
/* Offers to the table what the rule makes with the programs that the table has now, and notes in u
 * which these are. LS_INPUT: diagnostics tell what is wrong with the rule. */
ls_status rules_try_use(const rulebook *b, table *t, use *u, values *f, unsigned round, diags *d);

#endif

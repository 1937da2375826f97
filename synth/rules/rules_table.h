// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* rules_table.h - the table of a class and a target: what it works out, and keeps. */
#ifndef LANESMITH_RULES_TABLE_H
#define LANESMITH_RULES_TABLE_H

#include "rules_inside.h"

/* Fields of such a width fill 128 bits; others cross from one 128 bits to the next. */
bool rules_width_fills(unsigned w);
/* Whether the table works out programs of the operation: a wide class's at 128 bits where fields
 * fill these, at its own width the others, what is done with all fields of the register, and shifts
 * of the whole. */
bool rules_works_at(const rulebook *b, const table *t, const op *o, unsigned width);
/* Whether programs of the table may use the instruction: the class and the target have it. */
bool rules_has_instr(const rulebook *b, const table *t, const instr *in);
/* Keeps the value as a program of the operation if it agrees on the images and is cheap enough. */
void rules_offer(const rulebook *b, table *t, const op *o, unsigned width, const values *f, int n,
                 const char *rule_name, unsigned round);

#endif

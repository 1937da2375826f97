// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* bounds.h - what stored bounds are of. */
#ifndef LANESMITH_BOUNDS_H
#define LANESMITH_BOUNDS_H

#include "db/db.h"
#include "spec/cell.h"
#include "synth/problem/grammar.h"

/* The first of the cell's bounds, or where they would be, in a list of db_list_bounds. */
unsigned bounds_find(const db_bound *list, unsigned count, const cell *c);

/* The texts of a tier's grammars, made when asked for. */
typedef struct tier_texts {
    const spec *s;
    grammar_tier tier;
    char **text; /* by target, register class and width */
} tier_texts;

void tier_texts_open(tier_texts *t, const spec *s, grammar_tier tier);
void tier_texts_close(tier_texts *t);
/* Whether the text is that of the tier's grammar for the cell, as the spec is today. Fields of more
 * than 64 bits have none. */
bool tier_texts_match(tier_texts *t, const cell *c, const char *grammar_text);

#endif

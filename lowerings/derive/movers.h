// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* movers.h - instructions that move bits: what each does to labels, read off its term (probe.h).
 *
 * The search for permutations works on them. */
#ifndef LANESMITH_MOVERS_H
#define LANESMITH_MOVERS_H

#include "lowerings/permute/mover.h"
#include "spec/cell.h"

typedef struct mover_book mover_book;

/* The moves of the instructions whose sources and results are all of one of the classes, of a set
 * derived when they are first asked for. */
mover_book *mover_book_new(const spec *s, const regclass *const *classes, unsigned nclasses);
/* Derives those of a set now: what processes are to share that are forked later. */
void mover_book_derive(const mover_book *b, const isa *set);
void mover_book_free(mover_book *b);
const spec *mover_book_spec(const mover_book *b);
bool mover_book_has(const mover_book *b, const regclass *cls);

/* The moves that a target has in a class; in mem. A mover's instr is an index of s->instrs. */
permute_machine mover_machine(const mover_book *b, const regclass *cls, const target *t,
                              arena *mem);

/* Whether two targets have the same moves in a class: a search for the one finds what a search for
 * the other does. */
bool mover_machines_are_alike(const mover_book *b, const regclass *cls, const target *t,
                              const target *u);

#endif

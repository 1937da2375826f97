// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* shuffle.h - the engine for operations that only move bits: labels from the spec's terms, programs
 * from permute.h.
 *
 * What an instruction does to labels is read off its term, never off its name: it is evaluated on
 * images whose bits are the digits of their own numbers, and on random ones to see that it is a
 * movement at all. The same tells which operations are goals. */
#ifndef LANESMITH_SHUFFLE_H
#define LANESMITH_SHUFFLE_H

#include "permute.h"
#include "spec/cell.h"
#include "spec/prog.h"

typedef struct shuffle_book shuffle_book;

/* Derives the moves of the instructions whose sources and results are all of one of the classes. */
shuffle_book *shuffle_book_new(const spec *s, const regclass *const *classes, unsigned nclasses);
void shuffle_book_free(shuffle_book *b);

/* The moves that a target has in a class, as permute.h takes them; in mem. The mover's instr is an
 * index of s->instrs. */
permute_machine shuffle_machine(const shuffle_book *b, const regclass *cls, const target *t,
                                arena *mem);

/* Whether two targets have the same moves in a class: a search for the one finds what a search for
 * the other does. */
bool shuffle_is_alike(const shuffle_book *b, const regclass *cls, const target *t, const target *u);

/* The operation as a goal of labels; false when it is no movement, or its precondition depends on
 * inputs. */
bool shuffle_goal(const op *o, unsigned w, const regclass *cls, labels *out, diags *d);

/* The program of node n for an operation with as many operands as p has inputs. False when a
 * program cannot hold it. */
bool shuffle_prog(const permute *p, int n, const spec *s, const op *o, const regclass *cls,
                  prog *out);

/* Calls found for what the search and the construction propose for the cell. work: goals that the
 * search may expand. max_steps: longer programs are not looked for; SHUFFLE_STEPS_MAX when none is
 * known. */
enum { SHUFFLE_STEPS_MAX = 26 };
typedef void shuffle_found_fn(void *context, const prog *p);
void shuffle_propose(const shuffle_book *b, const cell *c, unsigned work, unsigned max_steps,
                     shuffle_found_fn *found, void *context, diags *d);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* shuffle.h - the engine for operations that only move bits: operations as goals of labels,
 * programs of what permute.h finds.
 *
 * Which operations are goals is read off their terms, as the moves of instructions are
 * (lowerings/derive). */
#ifndef LANESMITH_SHUFFLE_H
#define LANESMITH_SHUFFLE_H

#include "lowerings/derive/movers.h"
#include "permute.h"
#include "spec/cell.h"
#include "spec/prog.h"

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
void shuffle_propose(const mover_book *b, const cell *c, unsigned work, unsigned max_steps,
                     shuffle_found_fn *found, void *context, diags *d);

#endif

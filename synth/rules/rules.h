// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* rules.h - programs by rules: operations in terms of others (spec/rules/), down to instructions,
 * cheapest first.
 *
 * A table belongs to a target and a register class. It holds for every operation and field width
 * the cheapest programs that single instructions and rules give, where a rule may use whatever the
 * table holds: it is filled by repeating all rules until nothing gets cheaper, so rules may refer
 * to each other in circles (Knuth's generalisation of Dijkstra's algorithm, 1977, without its
 * order). Single instructions are found by what they do, not named. Everything is tried on images
 * only; programs are proposals.
 *
 * Wide vector classes are worked out at 128 bits with the instructions that they have too, and
 * carried over by name, as everywhere in synth/. Fields that do not fill 128 bits are worked out at
 * the class's own width, for the cells that are asked for and what their rules name. */
#ifndef LANESMITH_RULES_H
#define LANESMITH_RULES_H

#include "values.h"
#include "rules_place.h"

/* Prepares operations, widths (ascending; the powers of two up to 128 should be among them) and
 * instructions; adds kernels to the set. The machine must be open and outlive the book. cells:
 * those whose programs will be asked for; what no rule for their operations leads to is left out.
 * None: any. */
rulebook *rulebook_new(const spec *s, const values_machine *m, const unsigned *widths,
                       unsigned nwidths, const cell *cells, unsigned count);
void rulebook_free(rulebook *b);
/* Fills the tables of the given classes and targets, those of `on` after kernel_compile and
 * values_machine_link, on so many threads. */
ls_status rulebook_fill(rulebook *b, const rulebook_place *places, unsigned count, unsigned threads,
                        diags *d);

/* Calls found for each program of the cell's class (a wide vector class: of 128 bits), the cheapest
 * first. rule: what made it, "single" for one instruction. */
typedef void rulebook_found_fn(void *context, const prog *p, const char *rule);
void rulebook_propose(const rulebook *b, const cell *c, rulebook_found_fn *found, void *context);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_constant.h - constants of masks and choices, solved from what a goal asks for. */
#ifndef LANESMITH_PERMUTE_CONSTANT_H
#define LANESMITH_PERMUTE_CONSTANT_H

#include "permute_inside.h"
#include "permute_nodes.h"

/* The value that makes unit u of g from the labels x of the sources; -1: none. */
int constant_choose_value(const permute *p, const mover *m, unsigned u, const labels *g,
                          const labels *const x[2]);
/* The value that leaves unit u of that source in its place; -1: none. */
int constant_keep_value(const permute *p, const mover *m, unsigned u, unsigned source);
/* Puts the value into unit u of the constant. */
void constant_put_value(const mover *m, unsigned u, uint64_t value, uint64_t *konst);
/* The constant with which the mover, a choice, makes all of g from the labels x; false: none. */
bool constant_chooses_all(const permute *p, const mover *m, const labels *g,
                          const labels *const x[2], uint64_t *konst);
/* The constant by which a deposit makes the goal of one input: bits that nobody looks at take up
 * those of the input that are not asked for. */
bool constant_deposits(const permute *p, const labels *g, uint64_t *konst);
/* The same of an extract: bits of the input in their order, zeros above. */
bool constant_extracts(const permute *p, const labels *g, uint64_t *konst);

#endif

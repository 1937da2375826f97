// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* permute_choice.h - ways to make a goal by one mover with a constant: choices, matrices, tables,
 * extracts and deposits, masks. */
#ifndef LANESMITH_PERMUTE_CHOICE_H
#define LANESMITH_PERMUTE_CHOICE_H

#include "permute_list.h"

/* Of an input: all of the goal, or some units of it and the rest by other means. */
void choice_offer_input(const permute *p, const mover *m, const labels *g, unsigned input,
                        ways *all);
/* Units move as they are, and what is inside them was made before, in the place where it came from:
 * of a choice of two each source has the labels of one input. */
void choice_offer_places(const permute *p, const mover *m, const labels *g, ways *all);
/* What a choice of two sources can make of inputs, and of places. */
void choice_offer_two(const permute *p, const mover *m, const labels *g, ways *all);
/* Bit i of a byte is the parity of the byte and the matrix' byte 7 - i. */
void choice_offer_matrix(const permute *p, const mover *m, const labels *g, ways *all);
/* Each byte is a function of one nibble. */
void choice_offer_table(const permute *p, const mover *m, const labels *g, ways *all);
/* Of an input; or the bits that are asked for, in their order, of what has them from bit 0 on. */
void choice_offer_picks(const permute *p, const mover *m, const labels *g, ways *all);
/* What is to be zero is masked. */
void choice_offer_mask(const permute *p, const labels *g, ways *all);

#endif

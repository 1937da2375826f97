// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* rules_images.h - test inputs of rules, and what an operation makes of them. */
#ifndef LANESMITH_RULES_IMAGES_H
#define LANESMITH_RULES_IMAGES_H

#include "rules_inside.h"

/* How many images fields of w bits are tried on, in registers of so many bits. */
unsigned rules_images_at(unsigned w, unsigned bits);
/* Fields of more than 128 bits are random. Fields of up to 4 bits: every pair is there, if all
 * fields of the images are as many; of up to 8: every first one. Of wider ones than 4 bits in every
 * eighth register of the first half masks are first. */
void rules_draw_inputs(image in[PROG_INPUTS_MAX][VALUES_IMAGES_MAX], unsigned w, unsigned bits,
                       uint64_t *state);
/* The operation on the images, by its smallest chunk. */
bool rules_evaluate(const rulebook *b, const op *o, unsigned width, unsigned family, wanted *out,
                    diags *d);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* steps.h - straight-line programs that move bits between byte strings, checked on labels.
 *
 * A program's values are strings of bytes. Each bit of a value has a label: which bit of the input
 * it is, or zero, or anything. Labels follow the steps, so that a finished program is checked by
 * comparing the labels of its result with those wanted: `steps_gives`. Nothing is emitted that did
 * not pass. */
#ifndef LANESMITH_PASS_STEPS_H
#define LANESMITH_PASS_STEPS_H

#include "step.h"

steps *steps_new(arena *p, machine m, bool scalar);
void steps_begin_again(steps *s); /* the program is empty: room for many steps is not made anew for
                                     each that is tried */
/* Each adds a step and returns its number; the same step is not added twice. */
unsigned steps_input(steps *s, unsigned bytes);
/* from has `bytes` entries; -2 stands for any byte. */
unsigned steps_bytes(steps *s, unsigned a, unsigned b, const int16_t *from, unsigned bytes);
unsigned steps_lanes(steps *s, unsigned a, const int16_t *from);
unsigned steps_shift(steps *s, unsigned a, unsigned lane, int left); /* by -left to the right */
/* left: an amount a lane, below zero to the right; all of one sign. */
unsigned steps_shift_each(steps *s, unsigned a, unsigned lane, const int *left);
unsigned steps_pairs(steps *s, unsigned a, unsigned lane, unsigned width);
/* factors: two bytes a word. */
unsigned steps_multiply(steps *s, unsigned a, const uint8_t *factors);
unsigned steps_and(steps *s, unsigned a, const uint8_t *mask);
unsigned steps_and_splat(steps *s, unsigned a, uint64_t pattern, unsigned pattern_bytes);
unsigned steps_xor_splat(steps *s, unsigned a, uint64_t pattern, unsigned pattern_bytes);
/* `ones` ones in every `stride` bits of 64, and the value with only these, moved up by `above`. */
uint64_t steps_comb(unsigned ones, unsigned stride);
unsigned steps_and_comb(steps *s, unsigned a, unsigned ones, unsigned stride, unsigned above);
unsigned steps_or(steps *s, unsigned a, unsigned b);
unsigned steps_sign(steps *s, unsigned a, unsigned lane, unsigned width);
unsigned steps_table(steps *s, unsigned a, const uint8_t pick[8]);
bool steps_can_table(const steps *s, unsigned bytes);
unsigned steps_test(steps *s, unsigned a, const uint8_t *mask);
unsigned steps_bits(steps *s, unsigned a, const uint8_t *mask);
unsigned steps_windows(steps *s, unsigned a, const uint8_t *first);
unsigned steps_matrix(steps *s, unsigned a, const uint8_t *mask);
unsigned steps_select(steps *s, unsigned a, unsigned b, const uint8_t *mask);
unsigned steps_pext(steps *s, unsigned a, const uint8_t *mask);
unsigned steps_pdep(steps *s, unsigned a, const uint8_t *mask);

/* Is bit i of the value what wanted[i] says, where that is not LABEL_FREE, for all `bits` bits? */
bool steps_gives(const steps *s, unsigned value, const label *wanted, unsigned bits);

/* For steps_code.c, too: how many of so many bytes an instruction takes at a time. */
unsigned steps_part_bytes(const steps *s, unsigned bytes);

#endif

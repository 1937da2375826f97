// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* label.h - what a bit of a value is: a bit of an input, zero, or anything.
 *
 * Programs that only move bits are followed on labels, in the search (synth/permute) and in the
 * pass (steps.h): a program is right when its result has the labels that are wanted. */
#ifndef LANESMITH_LABEL_H
#define LANESMITH_LABEL_H

#include <stdint.h>

/* LABEL_FREE, LABEL_ZERO, or LABEL_BIT + number of the inputs' bit, of less than 8,191; with
 * LABEL_FLIP it is complemented. LABEL_FREE is what nothing is known of; where it is wanted,
 * anything will do. */
typedef int16_t label;
enum { LABEL_FREE = -1, LABEL_ZERO = 0, LABEL_BIT = 1, LABEL_FLIP = 1 << 13 };

/* Of bit i of the inputs. */
static inline label label_of_bit(unsigned i)
{
    return (label)(LABEL_BIT + i);
}

#endif

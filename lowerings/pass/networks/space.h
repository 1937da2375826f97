// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* space.h - vectors of binary digits, and the spaces that they span: sums are exclusive ors. */
#ifndef LANESMITH_PASS_SPACE_H
#define LANESMITH_PASS_SPACE_H

#include <stdbool.h>
#include <stdint.h>

enum { SPACE_DIGITS = 12 };

/* Vectors are numbers; digit k is bit k. */
typedef uint16_t digits;

/* Its basis, each vector with a highest digit that no other has, in descending order. */
typedef struct space {
    unsigned count;
    digits basis[SPACE_DIGITS];
} space;

/* What is left of v when vectors of the space are taken away; 0: v is one of them. */
digits space_rest(const space *s, digits v);
bool space_has(const space *s, digits v);
/* False where the space has v already. */
bool space_add(space *s, digits v);
void space_add_all(space *s, const space *other);
bool space_is_within(const space *s, const space *other);
/* Have they only 0 in common? */
bool space_is_apart(const space *s, const space *other);
/* Of a linear map, given by the images of digits 0, 1, ... */
digits space_map(const digits *image, digits v);
/* The inverse of a map of n digits; false where it has none. */
bool space_invert(const digits *image, unsigned n, digits *inverse);

#endif

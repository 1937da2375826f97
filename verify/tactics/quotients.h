// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* quotients.h - quotients by constants, whether divided or multiplied out, as variables.
 *
 * A program divides by a constant with the high part of a product, which a solver does not
 * recognise from about 15 bits on. */
#ifndef LANESMITH_QUOTIENTS_H
#define LANESMITH_QUOTIENTS_H

#include "spec/term/term.h"

/* The Bool t with every quotient of a term and a constant, and every high part of a product that is
 * one, as a variable of its own, and remainders as what is left of the dividend, in so many bits
 * (or in as many as the divisor needs). What no values of the variables satisfy, no quotients do:
 * unsatisfiable means proved, a model means nothing. TERM_NONE when there is no quotient. */
term quotients_restate(term_ctx *c, term t, unsigned remainder_bits);

#endif

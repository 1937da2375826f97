// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* shifts.h - arithmetic shifts by variable amounts as logical ones.
 *
 * Programs shift the complement of negative numbers and complement back; a solver that has to find
 * this out for every stage of a shifter takes long. */
#ifndef LANESMITH_SHIFTS_H
#define LANESMITH_SHIFTS_H

#include "spec/term/term.h"

/* t with every bvashr by an amount that is no constant written as (bvlshr (x ^ s) amount) ^ s, s
 * being x's sign in all bits: equal for all inputs. TERM_NONE when there is none. */
term shifts_restate(term_ctx *c, term t);

#endif

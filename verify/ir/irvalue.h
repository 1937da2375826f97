// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irvalue.h - values of LLVM IR as terms: lanes of bits, and their poison. */
#ifndef LANESMITH_IRVALUE_H
#define LANESMITH_IRVALUE_H

#include "spec/term/term.h"

/* An integer type: lanes of bits each; a scalar has one lane. */
typedef struct ir_shape {
    unsigned lanes, bits;
} ir_shape;

/* A value: lane i is bits [i * shape.bits, (i + 1) * shape.bits) of the term; poison has the same
 * width, with all ones in lanes that are poison and zeros in the others. */
typedef struct ir_value {
    ir_shape shape;
    term bits, poison;
    term frozen; /* where poison is one the bits are not poison, but those of this term, which a
                    freeze has made: any, and the same for everybody. A bitcast leaves them where
                    they are; whoever does more with the value reads them. TERM_NONE: not frozen */
} ir_value;

/* Poison changes shape: lane i of the result (to.bits bits a lane) is poison when any bit that it
 * is made of is. Both shapes have the same number of lanes, or the same number of bits. */
term ir_spread_poison(term_ctx *c, term poison, ir_shape from, ir_shape to);
term ir_lane(term_ctx *c, const ir_value *v, unsigned lane);

#endif

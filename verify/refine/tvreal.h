// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvreal.h - what floating-point operations give in fact, for numbers: a difference that rests on
 * what the solver has made up for one is none. */
#ifndef LANESMITH_TVREAL_H
#define LANESMITH_TVREAL_H

#include "spec/base/base.h"

typedef enum tv_real {
    TV_REAL_UNKNOWN, /* what it gives is not known here, or may be one of two zeros */
    TV_REAL_NUMBER,
    TV_REAL_NAN /* of which nobody knows the bits */
} tv_real;

/* The operation ("fadd.f32.f32", see irfp.c) on numbers of at most 64 bits, rounded to nearest. */
tv_real tv_real_value(const char *what, const uint64_t *args, unsigned nargs, uint64_t *out);
/* Whether x is a NaN of the format that the operation gives. */
bool tv_real_is_nan(const char *what, uint64_t x);

#endif

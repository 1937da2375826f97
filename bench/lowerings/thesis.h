// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* thesis.h - how many instructions the method of Lin 2014, section 4.2.1, needs for an operation on
 * fields of 2 bits. */
#ifndef LANESMITH_BENCH_THESIS_H
#define LANESMITH_BENCH_THESIS_H

#include "spec/spec.h"

typedef struct thesis_formula {
    unsigned insns; /* of the formula on whole words; masks and other constants are free */
    bool joined;    /* false: one word holds both result bits, as it is with plain logic */
} thesis_formula;

/* The least that the method can come to by any of its choices (thesis.c says which). False, and no
 * count, when the operation does not work field by field on one or two operands, its definition is
 * at fault, or it has more formulas than are looked at. */
bool thesis_count(const op *o, thesis_formula *out);

#endif

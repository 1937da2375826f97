// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* small_functions.h - functions of one operation on small fields, drawn at random.
 *
 * Function number i of a seed is always the same: it loads what the operation takes, computes, and
 * stores the result. Widths are 1 to 63 bits, a register's powers of two more often, fields 1 to
 * 300, and all operations that the pass lowers are drawn alike. */
#ifndef LANESMITH_SMALL_FUNCTIONS_H
#define LANESMITH_SMALL_FUNCTIONS_H

#include "spec/base/base.h"

typedef struct small_function {
    char kind[32];          /* "add", "shuffle", "zext": what it computes */
    char type[64];          /* "<64 x i2>", of the result */
    unsigned bits;          /* of the widest vector in it */
} small_function;

/* Appends "define void @fNUMBER(...) #0 { ... }". */
void small_function_print(uint64_t seed, unsigned number, small_function *f, strbuf *out);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* lower_numbers.h - the code of nodes whose fields become numbers of whole bytes, or come from
 * them: casts, LLVM's operations on numbers, floating point.
 *
 * out: room for the carriers of the node's value; without it the users get a value. */
#ifndef LANESMITH_PASS_LOWER_NUMBERS_H
#define LANESMITH_PASS_LOWER_NUMBERS_H

#include "lower_inside.h"

/* LLVM's operation on numbers, which stay for operations that take them so; fields are made for
 * others, and go if there are none. */
void lower_by_numbers(lowerer *lo, const node *n, LLVMValueRef *out);
/* The select stays LLVM's, by a mask as wide as its elements. */
void lower_select_out(lowerer *lo, const node *n);
void lower_cast_out(lowerer *lo, const node *n);
void lower_to_float(lowerer *lo, const node *n);
/* Between widths that divide each other directly, else through numbers. */
void lower_cast(lowerer *lo, const node *n, LLVMValueRef *out);
void lower_cast_in(lowerer *lo, const node *n, LLVMValueRef *out);
/* What does not fit the field is poison, so that any conversion that is right for what fits will
 * do. */
void lower_from_float(lowerer *lo, const node *n, LLVMValueRef *out);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* convert.h - values of small-field vectors in registers ("carriers", one a piece of the layout),
 * and everything that turns other values into carriers and back. No function here freezes; who
 * calls does, where DESIGN says so. */
#ifndef LANESMITH_PASS_CONVERT_H
#define LANESMITH_PASS_CONVERT_H

#include <stdint.h>

#include "fields.h"

/* The carriers of a value of any non-aggregate type of l->total bits, lengthened or not. Requires:
 * the value is not partly poison. */
void convert_from_value(LLVMBuilderRef b, const layout *l, LLVMValueRef value,
                        LLVMValueRef *carriers);
/* Single bits that mask registers do not hold as they are, with zeros behind them; any other value
 * as it is. To be done before it is frozen. */
LLVMValueRef convert_lengthened(LLVMBuilderRef b, LLVMValueRef value);
/* The value of a non-aggregate type of l->total bits that carriers hold. */
LLVMValueRef convert_to_type(LLVMBuilderRef b, const layout *l, const LLVMValueRef *carriers,
                             LLVMTypeRef type);

/* All registers' bits side by side as <k x i8>, the first register's first, and the way back;
 * missing bytes are any. */
LLVMValueRef convert_to_bytes(LLVMBuilderRef b, const layout *l, const LLVMValueRef *carriers);
void convert_from_bytes(LLVMBuilderRef b, const layout *l, LLVMValueRef bytes,
                        LLVMValueRef *carriers);
/* The bytes of all registers, and the place of a piece's first bit among them. */
unsigned convert_bytes(const layout *l);
unsigned convert_place(const layout *l, unsigned piece_number);

/* The carrier constant whose bits, 64 a word, are given. */
LLVMValueRef convert_words(LLVMContextRef c, unsigned bits, const uint64_t *words);

/* Is the value a constant whose elements are integers, undef or poison? */
bool convert_is_constant(LLVMValueRef value);
/* Carriers of such a constant. Undefined elements become what the others are, if they agree, else
 * zero. A constant of i1 elements for a layout with w > 1 gives the fields all-ones where it is
 * true. */
void convert_constant(const layout *l, LLVMValueRef constant, LLVMValueRef *carriers);
/* The number that all defined elements of a constant vector are, modulo 2^w; false of other values.
 */
bool convert_constant_splat(LLVMValueRef value, uint64_t *number);
/* The type of n numbers of `bits` bits, in the context of any value. */
LLVMTypeRef convert_vector(LLVMValueRef any, unsigned bits, unsigned n);
/* The constant of the type, a vector or not, with the same number in every element. */
LLVMValueRef convert_number(LLVMTypeRef type, uint64_t number);
/* Carriers with the same number in every field. */
void convert_splat(LLVMContextRef c, const layout *l, uint64_t field, LLVMValueRef *carriers);

/* Elements first ... first + count - 1 of a vector; any value, but not poison, where it has none.
 */
LLVMValueRef convert_part(LLVMBuilderRef b, LLVMValueRef vector, unsigned first, unsigned count);
/* The vectors' elements one after the other; none is longer than those before it. `part` is used
 * up. */
LLVMValueRef convert_joined(LLVMBuilderRef b, LLVMValueRef *part, unsigned count);

#endif

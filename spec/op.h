// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* op.h - operations: at which widths and counts they exist, and what they compute, as a term. */
#ifndef LANESMITH_OP_H
#define LANESMITH_OP_H

#include "spec.h"

extern const char *const op_type_names[OP_TYPE_COUNT]; /* as the spec language writes them */
unsigned op_type_fields(op_type type, unsigned n);     /* how many fields, of how many bits */
unsigned op_type_width(op_type type, unsigned w);

/* Whether the operation exists for n fields of w bits: its (where ...) constraint. */
bool op_exists(const op *o, unsigned w, unsigned n);
/* Wider fields have cells in the default table only where there are blocks of registers. */
enum { OP_WIDTH_USUAL = 128 };
/* Whether the default table has it for fields of w bits in registers of so many: w is a power of
 * two, or (widths ...) holds. */
bool op_is_default(const op *o, unsigned w, unsigned bits);
bool op_has_fields_only(
    const op *o); /* no scalar, packed bits or index among operands and result */
/* Whether operands and results are one register each of the cell's class, and the result is one. */
bool op_is_plain(const op *o);
/* The width of the terms that say what the operation is, for registers of so many bits: that, or
 * twice that for two results. */
unsigned op_term_bits(const op *o, unsigned bits);
/* Whether the operation, for n fields, has fields only, does with every one what it does with all
 * others, and looks at no other. */
bool op_is_fieldwise(const op *o, unsigned w, unsigned n);
/* Whether a is b with its two operands exchanged, for n fields. */
bool op_is_exchanged(const op *a, const op *b, unsigned w, unsigned n);
/* Another operation that is o with its operands exchanged, at a width where both exist; NULL when
 * there is none. */
const op *op_find_exchanged(const spec *s, const op *o);
/* The operation on registers args[0..arity), all of one width of w*n bits or more; what an
 * operand's type leaves over is not looked at. *result and *care have that width too. *care: ones
 * in the fields of the result whose precondition holds, zeros (freedom) elsewhere and in what the
 * result's type leaves over. Of two results the second begins in the middle, so the width is at
 * least op_term_bits; in another class it matters as a whole. False (with diagnostics) when the
 * definition is at fault for this w and n. */
bool op_elaborate(const op *o, unsigned w, unsigned n, term_ctx *c, const term *args, term *result,
                  term *care, diags *d);

#endif

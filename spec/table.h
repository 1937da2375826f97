// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* table.h - an operation as a table: what it gives in a field, of operands that are integers. */
#ifndef LANESMITH_TABLE_H
#define LANESMITH_TABLE_H

#include "spec.h"

/* Whether the operation acts field by field on fields of w bits. */
bool table_has_op(const op *o, unsigned w);

typedef struct op_table op_table;

/* The context of what the operation does with one field of w bits, 62 at most. NULL unless
 * table_has_op. */
op_table *op_table_new(const op *o, unsigned w);
/* The field of the result, as an unsigned number, of operands of which the lowest w bits count; 0
 * where any result will do. */
int64_t op_table_at(const op_table *t, const int64_t *operand);
void op_table_free(op_table *t);

#endif

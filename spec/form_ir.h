// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* form_ir.h - the text of forms for one cell. */
#ifndef LANESMITH_FORM_IR_H
#define LANESMITH_FORM_IR_H

#include "form_place.h"

/* Appends the lines of a template with its places filled in. */
void form_ir_expand(const char *text, size_t length, const form_cell *f, strbuf *out);
/* Whether what the text does can be done with a scalar. */
bool form_ir_is_scalar(const cell *c, const char *text, size_t length);
/* The IR type of an operand or the result. */
void form_ir_print_type(op_type type, const form_cell *f, strbuf *out);
/* %NAME, the value of operand i, from the register %regI. */
void form_ir_print_operand(const form_cell *f, unsigned i, strbuf *out);
/* %whole, the register, from %r. */
void form_ir_print_result(const form_cell *f, bool frozen, strbuf *out);
/* Whether the result leaves bits of the register over. */
bool form_ir_has_low_result(const cell *c);

#endif

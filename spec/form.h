// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* form.h - operations as LLVM writes them. */
#ifndef LANESMITH_FORM_H
#define LANESMITH_FORM_H

#include "cell.h"

enum { FORM_LINES_MAX = 240 }; /* three for each of 64 fields, and some */

/* For the loader. */
/* llvm.OP for every operation that has a form, in every class; spec_index_names is for the caller.
 */
void forms_make_instrs(spec *s);

/* Whether anybody has said how LLVM would write the operation. */
bool form_exists(const spec *s, const op *o);
/* Appends a function of that name, on a register an operand, at the cell's class. False, and
 * nothing appended, when there is no form. */
bool form_print(const spec *s, const cell *c, const char *name, strbuf *out);

/* A form as an instruction, whose immediate is the field width: the operation's meaning; its lines,
 * as in instr.llvm, in mem. */
bool form_has_width(const instr *in, int64_t w);
term form_apply(const instr *in, term_ctx *c, const term *src, int64_t w);
unsigned form_lines(const instr *in, int64_t w, arena *mem, const char **lines, unsigned max);

#endif

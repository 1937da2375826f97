// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* form_text.h - templates of spec/forms.ir: their lines, and the operations that they are for. */
#ifndef LANESMITH_FORM_TEXT_H
#define LANESMITH_FORM_TEXT_H

#include "form_place.h"

/* Begins the last line of a way that makes the register itself, not %r. */
#define FORM_WHOLE "  %whole = "

extern const form_feature form_needs_nothing[];

/* Past the end of the line. */
const char *form_text_line_end(const char *s);
/* Whether it is a way of all operations of so many operands. */
bool form_text_is_for_any(const char *pattern);
/* Whether the template is one of the operation; the numbers that stand for $K and $J in the name.
 */
bool form_text_matches(const char *pattern, const op *o, int64_t number[FORM_NUMBERS_MAX]);

#endif

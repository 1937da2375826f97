// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* form_place.h - computed places in the lines of a form: $(vec N W), $(mask N INDEX), $(bytes N E),
 * $(int N), $(text COND "A" "B"). */
#ifndef LANESMITH_FORM_PLACE_H
#define LANESMITH_FORM_PLACE_H

#include "cell.h"

#define FORM_COMPUTED "(vec N W), (mask N INDEX), (bytes N E), (int N) or (text COND \"A\" \"B\")"

enum { FORM_NUMBERS_MAX = 2 }; /* in an operation's name */

/* For what a template is expanded. */
typedef struct form_cell {
    const cell *c;
    /* one field, written without <1 x ...>, of which LLVM 19 makes less, or dies */
    bool scalar;
    /* %r is ones or zeros by a condition: LLVM makes its sign extension part of the choice */
    bool chosen;
    int64_t number[FORM_NUMBERS_MAX]; /* k and j: those in the operation's name */
    int64_t field;               /* i, of a line for each field */
    /* no cell, but one for which places are tried: what the operation gives is not looked at */
    bool sample;
} form_cell;

/* Past the parenthesis that closes the one at s, or the end of the line. */
const char *form_past_list(const char *s);
/* Appends what the list at text, of length characters, stands for in the cell. False after a
 * diagnostic. */
bool form_expand_list(const char *text, size_t length, const form_cell *f, const char *file,
                      diags *d, strbuf *out);
/* Whether the condition at text holds for the cell; false after a diagnostic, too. */
bool form_holds(const char *text, const form_cell *f, const char *file, diags *d);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* lines.h - lines of a winners text, and the words and numbers on them.
 *
 * What is taken is copied into the loader's arena. NULL or false: there is a diagnostic. */
#ifndef LANESMITH_DB_TEXT_LINES_H
#define LANESMITH_DB_TEXT_LINES_H

#include "text.h"

/* ---- lines ---- */

place line_place(const loader *u, const char *at); /* of a character of the line at hand */
/* goes to the next line; false at the end, or when it is of no use */
bool line_read(loader *u);
void line_unread(loader *u);   /* it will be read again */
bool line_starts_with(const loader *u, const char *prefix); /* what is left of it */
bool line_is(const loader *u, const char *text);            /* all of it */
bool line_at_end(loader *u);
/* The lines that follow and are indented by so many spaces (or empty), without the indentation. */
char *line_take_lines(loader *u, size_t indent);
/* The text is lines of printable characters. */
bool line_check_characters(loader *u);

/* ---- words ---- */

/* The next word; one space before it is skipped unless it is the first of the line. */
const char *line_take_word(loader *u, const char *what);
const char *line_word_start(const loader *u, const char *word); /* of the word just taken */
/* " name=value": the value, and where it stands. */
const char *line_take_field(loader *u, const char *name, const char **at);
const char *line_take_hash(loader *u);
const op *line_take_op(loader *u);
const regclass *line_take_class(loader *u);
/* Names of engines and keys are printed into C and LLVM IR: no quotes, no backslashes. */
bool line_check_word(loader *u, const char *word, const char *at);

/* ---- numbers; at: where the word stands ---- */

bool line_parse_u64(const char *s, uint64_t max, uint64_t *out);
bool line_convert_u(loader *u, const char *word, const char *at, unsigned *out);
bool line_convert_f(loader *u, const char *word, const char *at, double *out);
bool line_take_unsigned(loader *u, const char *what, unsigned *out);

#endif

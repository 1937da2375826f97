// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* safe.h - which characters a text may hold that people read and compilers take.
 *
 * A carriage return ends a comment of LLVM IR. A backslash at the end of a line joins the next line
 * of C to a comment. Characters that change the direction of writing show a reader another text
 * than a compiler sees (Boucher and Anderson 2021, "Trojan Source"). So texts are refused that hold
 * such characters, and what is emitted into a comment goes through one function. */
#ifndef LANESMITH_SAFE_H
#define LANESMITH_SAFE_H

#include "base.h"

/* The first byte of s[0..n) that must not be there, or NULL: control characters but line feeds and
 * (if `tabs`) tabs, bytes that are no UTF-8, line and paragraph separators, and characters that
 * change the direction of writing. */
const char *text_find_unsafe(const char *s, size_t n, bool tabs);
/* What it is: "a carriage return", "a character that changes the direction of writing". */
const char *text_name_unsafe(const char *at, const char *end);

#endif

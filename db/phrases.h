// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* phrases.h - full-text search over short texts, by SQLite's FTS5: words are stemmed ("nibbles" is
 * "nibble"), and the best answers come first (bm25).
 *
 * The index lives in memory. Texts are added with a number, all before the first question. */
#ifndef LANESMITH_DB_PHRASES_H
#define LANESMITH_DB_PHRASES_H

#include "spec/base/base.h"

typedef struct phrases phrases;

ls_status phrases_new(phrases **out); /* LS_ENV: out of memory, or an SQLite without FTS5 */
void phrases_free(phrases *p);        /* NULL is allowed */

/* phrase counts most, then name, then meaning. */
ls_status phrases_add(phrases *p, unsigned number, const char *phrase, const char *name,
                      const char *meaning);

/* The numbers of texts that have all of the words, or any of them; at most max, the best first.
 * Returns how many. Words are taken as they are: no word is an operator. */
unsigned phrases_find(phrases *p, const char *const *words, unsigned count, bool all,
                      unsigned *numbers, unsigned max);

/* Whether some text has the word. */
bool phrases_know(phrases *p, const char *word);

#endif

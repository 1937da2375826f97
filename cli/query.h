// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* query.h - what somebody means by the words after `lanesmith find`: numbers with units,
 * directions, synonyms (words.spec). */
#ifndef LANESMITH_QUERY_H
#define LANESMITH_QUERY_H

#include "spec/spec.h"

enum { QUERY_WORDS = 32 };

/* word: in lower case, for a synonym its meaning, without what says nothing. core: also without
 * widths. least: also without "bit" and "field". No list is empty where there is any word. */
typedef struct query {
    char *whole; /* as it was typed, in lower case, with one blank between words */
    const char *word[QUERY_WORDS], *core[QUERY_WORDS], *least[QUERY_WORDS];
    unsigned nwords, ncore, nleast;
    unsigned width, bits; /* of fields, of a register; 0: none is meant */
    unsigned from, to;    /* "i4 to i8": 4 and 8; else 0 */
    unsigned amount;      /* "by 7": 7; else 0 */
} query;

/* mend gives back the word that is meant, often the same; "": none, it is left out. */
typedef const char *query_mend(void *context, const char *word);
void query_read(query *q, const spec *s, char **operands, int n, query_mend *mend, void *context,
                arena *mem);

/* Whether the word says how wide fields are: "nibbles", "i4", "4-bit", "4". */
bool query_is_width(const char *word);

/* A text with its words replaced by their meanings, as those of a query are. */
const char *query_meaning(const spec *s, const char *text, arena *mem);

/* Whether all words of the text are among the query's. */
bool query_has(const query *q, const spec *s, const char *text, arena *mem);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* json.h - JSON by jansson: members of objects by type, documents, lists that grow while they are
 * printed.
 *
 * jansson keeps the order of members. Its memory is ours (json_install), so no call fails for want
 * of it. Called wherever --json prints, and for the data of the report. */
#ifndef LANESMITH_JSON_H
#define LANESMITH_JSON_H

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

#include "spec/cost.h"
#include "spec/cell.h"

/* To be called once, before anything else of this file. */
void json_install(void);

/* ---- values ---- */
/* A string; null for NULL. JSON is UTF-8: of a text that is not, each byte above 127 becomes
 * U+FFFD. */
json_t *json_text(const char *s);
/* What "%.*f" prints, as a number; null when it is not finite. */
json_t *json_decimal(double value, unsigned places);

/* {"op": ..., "width": ..., "class": ..., "target": ...}, to which more may be put. */
json_t *json_cell(const cell *c);

/* ---- members, in the order of the calls ---- */
/* Takes the value. Requires: the key is UTF-8. */
void json_put(json_t *object, const char *key, json_t *value);
void json_put_text(json_t *object, const char *key, const char *s);
void json_put_count(json_t *object, const char *key, uint64_t n);
void json_put_flag(json_t *object, const char *key, bool flag);
void json_put_decimal(json_t *object, const char *key, double value, unsigned places);

/* All of a cost: insns, uops, rthroughput ... */
void json_put_cost(json_t *object, const cost *k);

/* ---- texts; each takes the value ---- */
void json_print(json_t *value, FILE *out);    /* on a line of its own */
void json_append(json_t *value, strbuf *out); /* without blanks */

/* An array that is printed row by row, a line each: only one row is in memory, and whatever ends
 * the process, the rows before it are there. {.out = FILE} begins one. With a key it is the first
 * member of an object. */
typedef struct json_list {
    FILE *out;
    const char *key; /* or NULL */
    unsigned count;
} json_list;
void json_list_put(json_list *l, json_t *row); /* takes the row */
/* Takes more: the other members of the object, at least one; NULL for a list without key. */
void json_list_end(json_list *l, json_t *more);

#endif

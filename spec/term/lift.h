// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* lift.h - chunks: when a term acts alike and independently on every chunk of a register.
 *
 * The inputs are written as concatenations of chunk variables; the result is cut into chunks; if
 * each chunk of the result mentions only its own chunk of the inputs, and all are the same term
 * after renaming, the term at full width is that term applied chunk by chunk. The check is equality
 * of hash-consed terms: it can miss, it cannot err. */
#ifndef LANESMITH_LIFT_H
#define LANESMITH_LIFT_H

#include "term.h"

/* Requires: vars[0..nvars) and every terms[k] have width bits; chunk divides width; at most 4 vars
 * and 4 terms. True when every terms[k] lifts; then chunk_vars[i] (fresh, named as vars[i], chunk
 * bits) and chunk_terms[k]. */
bool lift_to_chunk(term_ctx *c, const term *terms, unsigned nterms, const term *vars,
                   unsigned nvars, unsigned width, unsigned chunk, term *chunk_terms,
                   term *chunk_vars);
/* The smallest chunk of 8, 16, 32 ... width bits that is a multiple of granule (a field) and lifts.
 * width itself always does (chunk_terms = terms). Returns the chunk. */
unsigned lift_to_smallest(term_ctx *c, const term *terms, unsigned nterms, const term *vars,
                          unsigned nvars, unsigned width, unsigned granule, term *chunk_terms,
                          term *chunk_vars);

/* Fields that fill no chunk: field bits each, from bit 0 up, with bits that no field takes above
 * them. True when field i of every term mentions only field i of the inputs. Fields that are alike
 * after renaming are said once: number[s] is the lowest field of the s-th form, *nforms there are;
 * chunk_terms and chunk_vars have *nforms * field bits, the s-th form in field s. The bits above
 * the last field are not looked at: the caller has to know that they do not matter. Requires as
 * above, number with width / field places. */
bool lift_to_fields(term_ctx *c, const term *terms, unsigned nterms, const term *vars,
                    unsigned nvars, unsigned width, unsigned field, term *chunk_terms,
                    term *chunk_vars, unsigned *nforms, unsigned *number);

#endif

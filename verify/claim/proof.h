// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* proof.h - what was answered about an obligation: proved, refuted with a counterexample, unknown.
 */
#ifndef LANESMITH_PROOF_H
#define LANESMITH_PROOF_H

#include "spec/cell.h"
#include "spec/prog.h"

typedef enum proof_answer { PROOF_PROVED, PROOF_REFUTED, PROOF_UNKNOWN } proof_answer;
extern const char *const proof_answer_names[3]; /* "proved" "refuted" "unknown" */

enum { COUNTEREXAMPLE_LIMBS = 64 };

typedef struct counterexample { /* of a REFUTED obligation, at the width of the register */
    unsigned field;                              /* number of a field that differs */
    uint64_t input[PROG_INPUTS_MAX][COUNTEREXAMPLE_LIMBS]; /* whole registers, or blocks */
    uint64_t field_input[PROG_INPUTS_MAX];       /* low 64 bits of that field of each input */
    uint64_t expected, actual;                   /* low 64 bits of that field */
} counterexample;
/* "field 3: a = 2, b = 1: expected 3, actual 1; registers a = 0x.., b = 0x.." */
void counterexample_print(const counterexample *x, const cell *c, strbuf *out);

typedef struct proof {
    proof_answer answer;
    char obligation[HASH_TEXT]; /* hash of the obligation's SMT-LIB text */
    unsigned chunk;             /* bits on which it was proved; less than the register's: lifted */
    char solver[32]; /* what settled it: "z3 4.8.12", "z3 4.8.12 on sums", "decision diagrams"
                        (tactics.c) */
    double seconds;
    char reason[128];           /* of UNKNOWN */
    counterexample cex;         /* of REFUTED */
} proof;

#endif

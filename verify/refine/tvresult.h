// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvresult.h - what is said of one function. */
#ifndef LANESMITH_TVRESULT_H
#define LANESMITH_TVRESULT_H

#include "verify/claim/proof.h"

typedef struct tv_result {
    const char *name;
    proof_answer answer;
    const char *how;    /* of PROVED: "", "the same text", "loops cut at 2 places" */
    const char *reason; /* of REFUTED: lines, the counterexample; of UNKNOWN: one line */
    bool assumed;       /* loads-whole was needed: without it there is no proof */
    double seconds;
} tv_result;

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* diagrams.h - a claim about choices by many bits, decided by binary decision diagrams. */
#ifndef LANESMITH_VERIFY_DIAGRAMS_H
#define LANESMITH_VERIFY_DIAGRAMS_H

#include "verify/claim/obligation.h"

typedef enum diagrams_answer {
    DIAGRAMS_UNFIT, /* the operation does not choose by bits of its inputs */
    DIAGRAMS_LARGE, /* the diagrams would be */
    DIAGRAMS_HOLD,
    DIAGRAMS_FAIL /* on *failing, of the chunk */
} diagrams_answer;

/* Of that many nodes at most. DIAGRAMS_FEW are made in a second at most, DIAGRAMS_MANY take some
 * 200 MB and as many as 20 s. */
enum { DIAGRAMS_FEW = 1 << 20, DIAGRAMS_MANY = 1 << 23 };
diagrams_answer diagrams_try(const obligation *o, size_t nodes, sample *failing);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* sweep.h - sums of several registers, proved carry by carry.
 *
 * A program that adds block after block has in it what is carried from each to the next, and so has
 * the sum, cut into lanes (lanes.h). Values that agree on samples are proved to be equal, from the
 * lowest carry on; what was proved is a free variable from then on, so that each proof is about one
 * register. All registers but for their names are the same question, which is asked once. */
#ifndef LANESMITH_SWEEP_H
#define LANESMITH_SWEEP_H

#include "verify/claim/obligation.h"
#include "verify/claim/smt.h"

/* Questions that were answered before. */
typedef struct sweep_known sweep_known;
sweep_known *sweep_known_new(void);
void sweep_known_free(sweep_known *k);

/* Whether the obligation, lifted, was proved so; each question may take so many steps of the
 * solver. False says nothing. */
bool sweep_proves(obligation *o, smt *solver, unsigned steps, sweep_known *known);

#endif

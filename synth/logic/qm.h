// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* qm.h - engine `qm`: Boolean minimisation, one truth table a result bit (Lin 2014, section 4.2.1).
 */
#ifndef LANESMITH_QM_H
#define LANESMITH_QM_H

#include "synth/problem/grammar.h"
#include "synth/problem/problem.h"

/* Proposes programs for operations of at most 6 input bits a field (w times operands). Without
 * shifts or logic in the grammar it proposes nothing. */
typedef void qm_found_fn(void *context, const prog *p);
void qm_propose(const grammar *g, const problem *p, qm_found_fn *found, void *context);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* transfer.h - engine `transfer`: a program of one grammar rewritten with another grammar's
 * instructions of like meaning. */
#ifndef LANESMITH_TRANSFER_H
#define LANESMITH_TRANSFER_H

#include "synth/problem/grammar.h"

/* Rewrites p, a program in `from`, for the class of `to`. False when an instruction has no
 * counterpart. What comes out is a proposal: lanes of another width can make it wrong, and the
 * judge will say so. */
bool transfer_program(const grammar *from, const prog *p, const grammar *to, const op *o,
                      prog *out);

#endif

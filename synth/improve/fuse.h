// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* fuse.h - engine `fuse`: covers two-input logic with three-input tables where the target has them.
 */
#ifndef LANESMITH_FUSE_H
#define LANESMITH_FUSE_H

#include "synth/problem/grammar.h"

/* Merges logic instructions into any-table instructions, exactly for short programs: the result has
 * the fewest instructions that merging can reach. False when nothing can be merged. */
bool fuse_tables(const grammar *g, const prog *p, prog *out);

/* Replaces any-table instructions that look at one or two of their sources only by two-source ones,
 * where the grammar has them. */
void fuse_simplify(const grammar *g, prog *p);

#endif

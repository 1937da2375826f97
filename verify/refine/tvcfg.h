// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvcfg.h - the blocks of a function in reverse postorder, and the places where loops are cut.
 *
 * A cut is the entry, the target of an edge that goes back, or a block that is reached from two
 * cuts without passing another. So every block belongs to exactly one cut, its owner, which
 * dominates it; the blocks of one owner are free of cycles and stand in an order of their flow. */
#ifndef LANESMITH_TVCFG_H
#define LANESMITH_TVCFG_H

#include <stdbool.h>

#include <llvm-c/Core.h>

typedef struct tv_cfg {
    LLVMBasicBlockRef *block; /* reachable ones, in reverse postorder; block[0] is the entry */
    unsigned *owner;          /* of each block: index of a block that is a cut */
    unsigned *cut;            /* indexes of the cuts, ascending; cut[0] is 0 */
    unsigned nblocks, ncuts;
} tv_cfg;

void tv_cfg_make(tv_cfg *g, LLVMValueRef function);
void tv_cfg_free(tv_cfg *g);
/* The index of a reachable block; nblocks of any other. */
unsigned tv_cfg_index(const tv_cfg *g, LLVMBasicBlockRef b);
bool tv_cfg_is_cut(const tv_cfg *g, unsigned block);
/* Whether cut a dominates cut b. */
bool tv_cfg_dominates(const tv_cfg *g, unsigned a, unsigned b);

#endif

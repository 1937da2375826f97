// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* fuse.h - several nodes computed as one operation of the table. */
#ifndef LANESMITH_PASS_FUSE_H
#define LANESMITH_PASS_FUSE_H

#include "lowerings/pass/graph/nodes.h"

enum { FUSE_MAX_INNER = 24 };

/* The last node's value as `how` of `args`; the nodes between it and them, users before what they
 * use. */
typedef struct fusion {
    node *root;
    const formula *how;
    LLVMValueRef args[FORMULA_MAX_OPERANDS];
    node *inner[FUSE_MAX_INNER];
    unsigned ninner;
} fusion;

/* May the node be the last of such? */
bool fuse_may_end(const node *n);
/* Of what is computed now for the last node: the instructions that would not be. Keeps only those
 * inner nodes that nobody else needs. */
unsigned fuse_saves(const plan *p, fusion *f);
/* Carries it out: its inner nodes are part of its last. Requires: fuse_saves was called, and `how`
 * is usable. */
void fuse(const fusion *f);

#endif

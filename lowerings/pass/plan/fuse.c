// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* fuse.c - several nodes computed as one operation. What is used elsewhere, too, is computed all
 * the same, and counts as no gain. Called by idioms.c and lookup.c. */
#include "fuse.h"

#include <string.h>

bool fuse_may_end(const node *n)
{
    bool computed = n->kind == NODE_BINARY || n->kind == NODE_CALL ||
                    n->kind == NODE_SELECT_FIELDS || n->kind == NODE_BY_NUMBERS;
    return computed && !n->mask && !n->part;
}

static bool is_among(LLVMValueRef user, node *const *nodes, unsigned count)
{
    while (count > 0 && nodes[count - 1]->inst != user) count--;
    return count > 0;
}

static void keep_parts(fusion *f)
{
    unsigned parts = 0;
    for (unsigned i = 0; i < f->ninner; i++) {
        bool needed = false;
        for (LLVMUseRef use = LLVMGetFirstUse(f->inner[i]->inst); use && !needed;
             use = LLVMGetNextUse(use))
            needed = LLVMGetUser(use) != f->root->inst &&
                     !is_among(LLVMGetUser(use), f->inner, parts);
        if (!needed) f->inner[parts++] = f->inner[i];
    }
    f->ninner = parts;
}

static unsigned cost(const plan *p, const node *n)
{
    if (n->part) return 0;
    if (n->how) return formula_layout_cost(n->how, p->view, n->layout);
    return n->kind == NODE_BY_NUMBERS ? n->price : 0;
}

unsigned fuse_saves(const plan *p, fusion *f)
{
    unsigned saved = cost(p, f->root);
    keep_parts(f);
    for (unsigned i = 0; i < f->ninner; i++) saved += cost(p, f->inner[i]);
    return saved;
}

void fuse(const fusion *f)
{
    f->root->how = f->how;
    memcpy(f->root->args, f->args, sizeof f->args);
    if (f->root->kind == NODE_BY_NUMBERS) f->root->kind = NODE_BINARY;
    for (unsigned i = 0; i < f->ninner; i++) f->inner[i]->part = true;
}

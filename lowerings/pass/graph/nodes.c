// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* nodes.c - asks about the nodes of a function. Called by plan.c and its parts, and by lower.c. */
#include "nodes.h"

#include <string.h>

node *nodes_find(const plan *p, LLVMValueRef value)
{
    return map_get(&p->by_inst, value);
}

node *nodes_lowered(const plan *p, LLVMValueRef value)
{
    node *n = nodes_find(p, value);
    return n && n->kind != NODE_LEFT ? n : NULL;
}

const node *nodes_mask(const plan *p, LLVMValueRef value)
{
    const node *n = map_get(&p->by_inst, value);
    return n && n->mask ? n : NULL;
}

bool nodes_is_test(LLVMValueRef inst)
{
    const char *pairwise = NULL, *op = formula_reduction(inst, &pairwise);
    bool bits = op && LLVMGetIntTypeWidth(LLVMTypeOf(inst)) == 1;
    return bits && (strcmp(pairwise, "and") == 0 || strcmp(pairwise, "or") == 0);
}

const layout *nodes_layout(plan *p, LLVMValueRef value)
{
    const node *n = nodes_lowered(p, value);
    return n && n->mask ? n->layout : layout_of(&p->layouts, LLVMTypeOf(value));
}

const layout *nodes_mask_layout(plan *p, LLVMContextRef c, unsigned w, unsigned n)
{
    return layout_of(&p->layouts, LLVMVectorType(LLVMIntTypeInContext(c, w), n));
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvcfg.c - see tvcfg.h. Depth first with an explicit stack; owners in one pass, since a block's
 * predecessors by edges that go forward stand before it. Called by tvrun.c and tv.c. */
#include "tvcfg.h"

#include "spec/base/base.h"

typedef struct frame {
    LLVMBasicBlockRef block;
    unsigned next; /* successor to visit */
} frame;

static unsigned successors(LLVMBasicBlockRef b)
{
    LLVMValueRef t = LLVMGetBasicBlockTerminator(b);
    return t ? LLVMGetNumSuccessors(t) : 0;
}

static LLVMBasicBlockRef successor(LLVMBasicBlockRef b, unsigned i)
{
    return LLVMGetSuccessor(LLVMGetBasicBlockTerminator(b), i);
}

unsigned tv_cfg_index(const tv_cfg *g, LLVMBasicBlockRef b)
{
    unsigned i = 0;
    while (i < g->nblocks && g->block[i] != b) i++;
    return i;
}

static bool seen(LLVMBasicBlockRef b, const LLVMBasicBlockRef *list, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (list[i] == b) return true;
    return false;
}

/* Fills g->block. */
static void order_blocks(tv_cfg *g, LLVMValueRef f, unsigned total)
{
    frame *stack = mem_alloc(total + 1, sizeof *stack);
    LLVMBasicBlockRef *found = mem_alloc(total + 1, sizeof *found);
    unsigned depth = 1, nfound = 1, done = total;
    stack[0].block = found[0] = LLVMGetEntryBasicBlock(f);
    while (depth) {
        frame *top = &stack[depth - 1];
        if (top->next == successors(top->block)) {
            g->block[--done] = top->block;
            depth--;
            continue;
        }
        LLVMBasicBlockRef next = successor(top->block, top->next++);
        if (seen(next, found, nfound)) continue;
        found[nfound++] = next;
        stack[depth++] = (frame){next, 0};
    }
    g->nblocks = total - done;
    for (unsigned i = 0; i < g->nblocks; i++) g->block[i] = g->block[done + i];
    mem_free(stack);
    mem_free(found);
}

static void add_cut(tv_cfg *g, unsigned block)
{
    g->owner[block] = block;
    g->cut[g->ncuts++] = block;
}

/* Every block gets the owner that its predecessors agree on; where they do not, it is a cut. */
static void find_owners(tv_cfg *g, bool *is_target, unsigned *proposed)
{
    for (unsigned i = 0; i < g->nblocks; i++) proposed[i] = g->nblocks;
    for (unsigned i = 0; i < g->nblocks; i++)
        for (unsigned k = 0; k < successors(g->block[i]); k++) {
            unsigned to = tv_cfg_index(g, successor(g->block[i], k));
            if (to <= i) is_target[to] = true;
        }
    for (unsigned i = 0; i < g->nblocks; i++) {
        if (i == 0 || is_target[i]) add_cut(g, i);
        else g->owner[i] = proposed[i];
        for (unsigned k = 0; k < successors(g->block[i]); k++) {
            unsigned to = tv_cfg_index(g, successor(g->block[i], k));
            if (to > i && proposed[to] != g->nblocks && proposed[to] != g->owner[i])
                is_target[to] = true;
            if (to > i) proposed[to] = g->owner[i];
        }
    }
}

void tv_cfg_make(tv_cfg *g, LLVMValueRef function)
{
    unsigned total = LLVMCountBasicBlocks(function);
    *g = (tv_cfg){0};
    g->block = mem_alloc(total + 1, sizeof *g->block);
    g->owner = mem_alloc(total + 1, sizeof *g->owner);
    g->cut = mem_alloc(total + 1, sizeof *g->cut);
    order_blocks(g, function, total);
    bool *is_target = mem_alloc(total + 1, sizeof *is_target);
    unsigned *proposed = mem_alloc(total + 1, sizeof *proposed);
    find_owners(g, is_target, proposed);
    mem_free(is_target);
    mem_free(proposed);
}

void tv_cfg_free(tv_cfg *g)
{
    mem_free(g->block);
    mem_free(g->owner);
    mem_free(g->cut);
    *g = (tv_cfg){0};
}

bool tv_cfg_is_cut(const tv_cfg *g, unsigned block) { return g->owner[block] == block; }

/* Without passing a, from the entry? Blocks in order, each edge once more until nothing changes. */
bool tv_cfg_dominates(const tv_cfg *g, unsigned a, unsigned b)
{
    bool *reached = mem_alloc(g->nblocks + 1, sizeof *reached), changed = true;
    reached[0] = a != 0;
    while (changed) {
        changed = false;
        for (unsigned i = 0; i < g->nblocks; i++)
            for (unsigned k = 0; reached[i] && k < successors(g->block[i]); k++) {
                unsigned to = tv_cfg_index(g, successor(g->block[i], k));
                if (to == a || reached[to]) continue;
                reached[to] = changed = true;
            }
    }
    bool dominates = a == b || !reached[b];
    mem_free(reached);
    return dominates;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* flow.c - depth-first search over a function's blocks: reverse postorder and strongly connected
 * components.
 *
 * One search gives both (Tarjan, "Depth-first search and linear graph algorithms", 1972), with a
 * stack of its own since functions can have very many blocks. A block loops when its component has
 * another block or an edge to itself. Blocks that cannot be reached are not listed: code in them is
 * nobody's, and may even use values before they are defined. Called by plan.c. */
#include "flow.h"

#include "spec/base/map.h"

typedef struct visit {
    LLVMBasicBlockRef block;
    LLVMValueRef terminator;
    struct visit *parent;
    unsigned next;  /* successor to look at */
    unsigned index; /* order of discovery, from 1 */
    unsigned low;   /* least index that is known to be reached */
    bool open;      /* its component is not complete */
    bool loops;
} visit;

typedef struct search {
    arena *arena;
    map visits;    /* by block */
    stack open;    /* visits whose component is not complete */
    stack ordered; /* visits in postorder */
    unsigned discovered;
} search;

static visit *discover(search *s, LLVMBasicBlockRef block, visit *parent)
{
    visit *v = arena_new(s->arena, 1, visit);
    v->block = block;
    v->terminator = LLVMGetBasicBlockTerminator(block);
    v->parent = parent;
    v->index = v->low = ++s->discovered;
    v->open = true;
    map_put(&s->visits, block, v);
    stack_push(&s->open, v);
    return v;
}

/* Everything above v on the open stack is its component. */
static void close_component(search *s, visit *v)
{
    bool several = s->open.items[s->open.count - 1] != v;
    visit *member;
    do {
        member = stack_pop(&s->open);
        member->open = false;
        member->loops |= several;
    } while (member != v);
}

static void finish(search *s, visit *v)
{
    if (v->low == v->index) close_component(s, v);
    if (v->parent && v->parent->low > v->low) v->parent->low = v->low;
    stack_push(&s->ordered, v);
}

/* Looks at the next edge of v; returns the visit to go on with. */
static visit *advance(search *s, visit *v)
{
    if (v->next == LLVMGetNumSuccessors(v->terminator)) {
        finish(s, v);
        return v->parent;
    }
    LLVMBasicBlockRef successor = LLVMGetSuccessor(v->terminator, v->next++);
    visit *known = map_get(&s->visits, successor);
    if (!known) return discover(s, successor, v);
    if (known == v) v->loops = true;
    if (known->open && known->index < v->low) v->low = known->index;
    return v;
}

void flow_make(flow *f, arena *p, LLVMValueRef function)
{
    search s = {.arena = p};
    for (visit *v = discover(&s, LLVMGetEntryBasicBlock(function), NULL); v;) v = advance(&s, v);
    f->count = (unsigned)s.ordered.count;
    f->blocks = arena_new(p, f->count, LLVMBasicBlockRef);
    f->loops = arena_new(p, f->count, bool);
    for (unsigned i = 0; i < f->count; i++) {
        visit *v = s.ordered.items[f->count - 1 - i];
        f->blocks[i] = v->block;
        f->loops[i] = v->loops;
    }
    map_free(&s.visits);
    stack_free(&s.open);
    stack_free(&s.ordered);
}

bool flow_stays_first(LLVMValueRef inst)
{
    return LLVMIsAPHINode(inst) || LLVMIsAAllocaInst(inst) || LLVMIsALandingPadInst(inst) ||
           LLVMIsACatchPadInst(inst) || LLVMIsACleanupPadInst(inst);
}

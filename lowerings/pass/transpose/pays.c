// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* pays.c - what groups replace, and whether that pays; transpose.c asks for each leader. */
#include <stdlib.h>

#include "lowerings/pass/lower/memory.h"
#include "lowerings/pass/lower/moves.h"
#include "inside.h"

/* What is replaced together: the groups of a leader's list. */
typedef struct whole {
    finder *x;
    map results, met, dead; /* instructions */
    stack inner;            /* those that results are made of */
    unsigned ours, theirs;  /* instructions */
    unsigned small;         /* shuffles of small fields that go */
    uintptr_t last;         /* the place of the last of its sources */
} whole;

static void collect(whole *h, LLVMValueRef value)
{
    stack open = {0};
    stack_push(&open, value);
    while ((value = stack_pop(&open))) {
        if (!transpose_is_inner(h->x, value) || map_get(&h->met, value)) continue;
        map_put(&h->met, value, value);
        stack_push(&h->inner, value);
        for (int i = 0; i < LLVMGetNumOperands(value); i++)
            stack_push(&open, LLVMGetOperand(value, (unsigned)i));
    }
    stack_free(&open);
}

/* Parts of wider registers cost an instruction each, but those that are read from memory. Where
 * some of the block was made anew in these, they are left. */
static bool collect_group(whole *h, const group *g)
{
    bool splits = h->x->bits < target_register_bits(h->x->view);
    if (g->bad) return false;
    h->ours += g->cost;
    for (unsigned i = 0; i < g->nsources; i++) {
        trace_piece s = source_of(h->x, g->sources[i]);
        if (h->x->again && all_bits(LLVMTypeOf(s.value)) > h->x->bits) return false;
        uintptr_t place = place_of(h->x, s.value);
        if (place > h->last) h->last = place;
        h->ours += splits && s.part && !memory_is_plain_load(s.value);
    }
    for (result *r = g->results; r; r = r->next_of_group) {
        h->ours += splits && r->part;
        map_put(&h->results, r->value, r->value);
        collect(h, r->value);
    }
    return true;
}

/* An instruction with its place in the block. */
typedef struct placed {
    LLVMValueRef instruction;
    uintptr_t place;
} placed;

static int by_place_downwards(const void *a, const void *b)
{
    const placed *x = a, *y = b;
    return x->place < y->place ? 1 : x->place > y->place ? -1 : 0;
}

/* Users before what they use. */
static placed *in_order(const finder *x, const stack *instructions)
{
    placed *list = arena_new(x->arena, instructions->count, placed);
    for (size_t i = 0; i < instructions->count; i++)
        list[i] = (placed){instructions->items[i], place_of(x, instructions->items[i])};
    qsort(list, instructions->count, sizeof *list, by_place_downwards);
    return list;
}

/* Registers that elements first to first + count - 1 of a shuffle come from. */
static unsigned sources_of(LLVMValueRef shuffle, unsigned first, unsigned count)
{
    enum { SEEN_MAX = 64 };
    int seen[SEEN_MAX];
    unsigned n = 0;
    for (unsigned i = first; i < first + count; i++) {
        int from = LLVMGetMaskValue(shuffle, i);
        unsigned k = 0;
        if (from < 0) continue;
        while (k < n && seen[k] != from / (int)count) k++;
        if (k == n && n < SEEN_MAX) seen[n++] = from / (int)count;
    }
    return n;
}

/* LLVM's price of a shuffle: what it makes of elements from anywhere. Of at most two registers that
 * is one instruction as a rule, or two where bytes cannot be chosen. */
static unsigned cost_of_shuffle(const finder *x, LLVMValueRef inst, unsigned bits)
{
    const stock *s = target_machine(x->view)->stock;
    unsigned w = field_bits(LLVMTypeOf(inst)), n = LLVMGetVectorSize(LLVMTypeOf(inst)),
             count = bits / w, once = target_can(x->view, CHOOSES_IN_16, 16) ? 1 : 2, cost = 0;
    stock_form form = w < 16 ? STOCK_BYTES : w < 32 ? STOCK_WORDS : STOCK_DWORDS;
    for (unsigned first = 0; first + count <= n; first += count) {
        unsigned sources = sources_of(inst, first, count);
        cost += sources > 2 ? stock_move(s, form, bits / 8, sources) : sources ? once : 0;
    }
    return cost;
}

static unsigned cost_of(finder *x, LLVMValueRef inst)
{
    if (LLVMIsABitCastInst(inst)) return 0;
    if (transpose_is_small_shuffle(inst)) return moves_cost(x->view, &x->layouts, inst);
    unsigned widest = target_register_bits(x->view), all = all_bits(LLVMTypeOf(inst));
    if (!LLVMIsAShuffleVectorInst(inst) || all < NARROWEST) return (all + widest - 1) / widest;
    return cost_of_shuffle(x, inst, all < widest ? all : widest);
}

/* Can the user have the result where that is made then, or will it be no more? */
static bool can_use(const whole *h, LLVMValueRef user)
{
    if (map_get(&h->dead, user) || LLVMGetInstructionParent(user) != h->x->block ||
        LLVMIsAPHINode(user))
        return true;
    return place_of(h->x, user) > h->last;
}

/* Counts what goes; false where a result would come too late. */
static bool count_dead(whole *h)
{
    const placed *list = in_order(h->x, &h->inner);
    for (size_t i = 0; i < h->inner.count; i++) {
        LLVMValueRef inst = list[i].instruction;
        bool replaced = map_get(&h->results, inst), dead = true;
        for (LLVMUseRef use = LLVMGetFirstUse(inst); use; use = LLVMGetNextUse(use)) {
            if (replaced && !can_use(h, LLVMGetUser(use))) return false;
            dead &= map_get(&h->dead, LLVMGetUser(use)) != NULL;
        }
        if (!dead && !replaced) continue;
        map_put(&h->dead, inst, inst);
        h->theirs += cost_of(h->x, inst);
        h->small += transpose_is_small_shuffle(inst);
    }
    return true;
}

/* Estimates decide alone where fields are small. What is of bytes is compiled and counted later: it
 * may be more than seems. */
static bool is_shorter(const whole *h)
{
    if (!h->x->fields) return h->small == 0 && h->ours < 2 * h->theirs;
    return h->small > 0 && 5 * h->ours < 4 * h->theirs;
}

bool transpose_pays(finder *x, group *leader)
{
    whole h = {.x = x};
    bool good = true;
    for (group *g = leader; g && good; g = g->joined) good = collect_group(&h, g);
    good = good && count_dead(&h) && is_shorter(&h);
    if (good) leader->after = h.last;
    map_free(&h.results);
    map_free(&h.met);
    map_free(&h.dead);
    stack_free(&h.inner);
    return good;
}

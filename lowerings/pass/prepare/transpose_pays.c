// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* transpose_pays.c - what groups replace, and whether that pays; transpose.c asks for each leader.
 * */
#include <stdlib.h>

#include "lowerings/pass/lower/memory.h"
#include "lowerings/pass/lower/moves.h"
#include "transpose_inside.h"

/* What is replaced together: the groups of a leader's list. */
typedef struct whole {
    finder *x;
    group *leader;
    map results, met, dead; /* movements */
    stack inner;            /* those that results are made of */
    unsigned ours, theirs;  /* instructions */
    uintptr_t last;         /* the place of the last of its sources */
} whole;

static uintptr_t place_of(const finder *x, LLVMValueRef v)
{
    return (uintptr_t)map_get(&x->place, v);
}

static void collect(whole *h, LLVMValueRef value, unsigned depth)
{
    if (depth == DEPTH || !transpose_is_inner(h->x, value) || map_get(&h->met, value)) return;
    map_put(&h->met, value, value);
    stack_push(&h->inner, value);
    unsigned operands = LLVMIsAShuffleVectorInst(value) ? 2 : 1;
    for (unsigned i = 0; i < operands; i++) collect(h, LLVMGetOperand(value, i), depth + 1);
}

/* Parts of wider registers cost an instruction each, but those that are read from memory. */
static bool collect_group(whole *h, const group *g)
{
    bool splits = h->x->bits < target_register_bits(h->x->view);
    if (g->bad) return false;
    h->ours += g->way->cost;
    for (unsigned i = 0; i < g->nsources; i++) {
        const source *s = &h->x->sources[g->sources[i]];
        uintptr_t place = place_of(h->x, s->value);
        if (place > h->last) h->last = place;
        h->ours += splits && s->part && !memory_is_plain_load(s->value);
    }
    for (result *r = g->results; r; r = r->next_of_group) {
        h->ours += splits && r->part;
        map_put(&h->results, r->value, r->value);
        collect(h, r->value, 0);
    }
    return true;
}

static int by_place_downwards(const void *a, const void *b)
{
    const placed *x = a, *y = b;
    return x->place < y->place ? 1 : x->place > y->place ? -1 : 0;
}

placed *transpose_in_order(const finder *x, const stack *movements)
{
    placed *list = arena_new(x->arena, movements->count, placed);
    for (size_t i = 0; i < movements->count; i++)
        list[i] = (placed){movements->items[i], place_of(x, movements->items[i])};
    qsort(list, movements->count, sizeof *list, by_place_downwards);
    return list;
}

static unsigned cost_of_movement(finder *x, LLVMValueRef movement)
{
    if (!LLVMIsAShuffleVectorInst(movement)) return 0;
    if (transpose_is_small_shuffle(movement)) return moves_cost(x->view, &x->layouts, movement);
    unsigned registers = (all_bits(LLVMTypeOf(movement)) + x->bits - 1) / x->bits;
    return target_can(x->view, CHOOSES_IN_16, 16) ? registers : 2 * registers;
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
    const placed *list = transpose_in_order(h->x, &h->inner);
    for (size_t i = 0; i < h->inner.count; i++) {
        LLVMValueRef movement = list[i].movement;
        bool replaced = map_get(&h->results, movement), dead = true;
        for (LLVMUseRef use = LLVMGetFirstUse(movement); use; use = LLVMGetNextUse(use)) {
            if (replaced && !can_use(h, LLVMGetUser(use))) return false;
            dead &= map_get(&h->dead, LLVMGetUser(use)) != NULL;
        }
        if (!dead && !replaced) continue;
        map_put(&h->dead, movement, movement);
        h->theirs += cost_of_movement(h->x, movement);
    }
    return true;
}

bool transpose_pays(finder *x, group *leader)
{
    whole h = {.x = x, .leader = leader};
    bool good = true;
    for (group *g = leader; g && good; g = g->joined) good = collect_group(&h, g);
    /* what the estimates are good for */
    good = good && count_dead(&h) && 3 * h.ours < 2 * h.theirs;
    if (good) leader->after = h.last;
    map_free(&h.results);
    map_free(&h.met);
    map_free(&h.dead);
    stack_free(&h.inner);
    return good;
}

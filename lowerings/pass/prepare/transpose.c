// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* transpose.c - several registers whose fields change places with each other: text to streams of
 * bits and back, matrices.
 *
 * Programs say a transposition in stages, each a few shuffles of two vectors (packs, merges). What
 * all of them do together is often a permutation of *digits*: number the bits of 2^f registers, so
 * many binary digits for the place in a register and f for the register; each digit of a result's
 * number is a digit of its source's (Fraser 1976, "index-digit permutations"; Nassimi and Sahni
 * 1981). Such a movement depends on neither the stages nor their order, so it is made anew:
 * digits.c finds the cheapest way. Its program is run on labels before it is emitted: each bit of
 * each result must be the one that the shuffles give it, so what the search believes is checked
 * without it. (VINCI, section 8.2: a permutation of many registers by few of two.) Called by
 * pass.c, before anything else. */
#include "transpose.h"

#include "transpose_inside.h"

static unsigned replace(finder *x, LLVMBuilderRef b)
{
    bool any = false;
    for (group *g = x->groups; g; g = g->next) {
        if (leader_of(g) != g || !transpose_pays(x, g)) continue;
        transpose_make_groups(x, b, g);
        any = true;
    }
    if (!any) return 0;
    transpose_give_results(b, x->results);
    return transpose_erase_unused(x);
}

/* The shuffles of the block that were replaced, with registers of so many bits. */
static unsigned transpose_block(finder *x, LLVMBuilderRef b)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(x->block); i; i = LLVMGetNextInstruction(i)) {
        stack_push(&x->order, i);
        map_put(&x->place, i, (void *)(uintptr_t)x->order.count);
    }
    for (size_t k = 0; k < x->order.count; k++) {
        LLVMValueRef i = x->order.items[k];
        if (transpose_is_movement(i) && transpose_is_register(x, i) && transpose_is_wanted(x, i) &&
            !transpose_goes_apart(i))
            transpose_add_results(x, i);
    }
    unsigned replaced = transpose_find_groups(x) ? replace(x, b) : 0;
    stack_free(&x->order);
    stack_free(&x->inner);
    map_free(&x->place);
    map_free(&x->known);
    map_free(&x->met);
    map_free(&x->ways);
    layouts_free(&x->layouts);
    arena_free(x->arena);
    return replaced;
}

static bool has_enough(LLVMBasicBlockRef block, unsigned bits)
{
    unsigned count = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && count < WORTH;
         i = LLVMGetNextInstruction(i))
        if (transpose_is_small_shuffle(i)) count += all_bits(LLVMTypeOf(i)) / bits;
    return count >= WORTH;
}

bool transpose_function(const target_view *v, LLVMValueRef function, lanesmith_stats *stats)
{
    unsigned replaced = 0,
             widest = target_register_bits(v) < DIGITS_BITS ? target_register_bits(v) : DIGITS_BITS;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block))
        for (unsigned bits = widest; bits >= NARROWEST; bits /= 2) {
            if (!has_enough(block, bits)) continue;
            arena memory = {0};
            finder x = {.arena = &memory,
                        .view = v,
                        .block = block,
                        .bits = bits,
                        .layouts = {.arena = &memory, .view = v},
                        .run = arena_new(&memory, 1, digits_run)};
            replaced += transpose_block(&x, b);
        }
    LLVMDisposeBuilder(b);
    stats->transposed += replaced;
    return replaced;
}

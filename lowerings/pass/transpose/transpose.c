// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* transpose.c - several registers whose fields change places with each other: text to streams of
 * bits and back, matrices.
 *
 * Programs say a transposition in stages, each a few shuffles of two vectors (packs, merges), or
 * shifts, masks and logic. What all of them do together is often a permutation of *digits*: number
 * the bits of 2^f registers, so many binary digits for the place in a register and f for the
 * register; each digit of a result's number is a digit of its source's (Fraser 1976, "index-digit
 * permutations"; Nassimi and Sahni 1981). Such a movement depends on neither the stages nor their
 * form, so it is made anew: digits.c finds the cheapest way. Its program is run on labels before it
 * is emitted: each bit of each result must be the one that the instructions give it, so what the
 * search believes is checked without it. (VINCI, section 8.2: a permutation of many registers by
 * few of two.) Called by pass.c, before anything else. */
#include "transpose.h"

#include "inside.h"

static bool replace(finder *x, LLVMBuilderRef b)
{
    bool any = false;
    for (group *g = x->groups; g; g = g->next) {
        if (leader_of(g) != g || !transpose_pays(x, g)) continue;
        transpose_make_groups(x, b, g);
        any = true;
    }
    if (!any) return false;
    transpose_give_results(x, b, x->results);
    transpose_erase_unused(x);
    return true;
}

/* Results that go with no others are refused: what they are made of may go with some. */
static bool refuse_some(finder *x)
{
    bool any = false;
    for (const result *r = x->results; r; r = r->next) {
        if (!r->group->bad || r->group->nsources < 2) continue;
        map_put(&x->refused, r->value, r->value);
        any = true;
    }
    return any;
}

static bool try_to_replace(finder *x, LLVMBuilderRef b)
{
    enum { ROUNDS = 8 };
    for (unsigned round = 0; round < ROUNDS; round++) {
        transpose_find_results(x);
        bool found = transpose_find_groups(x);
        if (found && replace(x, b)) return true;
        if (!refuse_some(x)) return false;
    }
    return false;
}

static void trace_block(finder *x)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(x->block); i; i = LLVMGetNextInstruction(i)) {
        stack_push(&x->order, i);
        map_put(&x->place, i, (void *)(uintptr_t)x->order.count);
        if (is_numbers(LLVMTypeOf(i))) trace_value(&x->tracer, i);
    }
}

static void free_finder(finder *x)
{
    stack_free(&x->order);
    map_free(&x->place);
    map_free(&x->refused);
    map_free(&x->alike);
    trace_free(&x->tracer);
    layouts_free(&x->layouts);
    arena_free(x->arena);
}

/* What of the block was replaced, with registers of so many bits. */
static unsigned transpose_block(finder *x, LLVMBuilderRef b)
{
    x->tracer = (tracer){.arena = x->arena, .view = x->view, .block = x->block};
    x->layouts = (layouts){.arena = x->arena, .view = x->view};
    x->run = arena_new(x->arena, 1, digits_run);
    trace_block(x);
    try_to_replace(x, b);
    if (x->widest) target_require_registers(LLVMGetBasicBlockParent(x->block), x->widest);
    free_finder(x);
    return x->erased;
}

static bool shifts(LLVMValueRef v)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(v);
    return (opcode == LLVMShl || opcode == LLVMLShr) && LLVMIsConstant(LLVMGetOperand(v, 1));
}

static bool is_wide(LLVMTypeRef type) { return is_numbers(type) && all_bits(type) >= NARROWEST; }

/* Bits that cross bytes and registers are shifted and shuffled, or exchanged. Whole elements are
 * only shuffled; so is what was made anew already (again), which is not looked at twice. */
static bool has_enough(LLVMBasicBlockRef block, transpose_kind kind, unsigned bits, bool again)
{
    unsigned shuffled = 0, shifted = 0, chosen = 0, moved = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
        if (transpose_is_small_shuffle(i)) shuffled += all_bits(LLVMTypeOf(i)) / bits;
        if (!is_wide(LLVMTypeOf(i))) continue;
        shifted += shifts(i);
        chosen += LLVMIsAShuffleVectorInst(i) || LLVMIsACallInst(i); /* of an instruction */
        if (LLVMIsAShuffleVectorInst(i)) moved += all_bits(LLVMTypeOf(i)) / bits;
        bool exchanged = (shifted >= WORTH && chosen >= WORTH) || (moved >= WORTH && !again);
        if (kind == TRANSPOSE_FIELDS ? shuffled >= WORTH : exchanged) return true;
    }
    return false;
}

bool transpose_has_work(LLVMValueRef function, transpose_kind kind)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block))
        if (has_enough(block, kind, NARROWEST, false)) return true;
    return false;
}

static unsigned transpose_in_block(finder start, LLVMBuilderRef b, unsigned widest)
{
    unsigned replaced = 0;
    for (unsigned bits = widest; bits >= NARROWEST; bits /= 2) {
        arena memory = {0};
        finder x = start;
        transpose_kind kind = x.fields ? TRANSPOSE_FIELDS : TRANSPOSE_BYTES;
        if (!has_enough(x.block, kind, bits, replaced > 0)) continue;
        x.arena = &memory;
        x.bits = bits;
        x.again = replaced > 0;
        replaced += transpose_block(&x, b);
    }
    return replaced;
}

unsigned transpose_function(const target_view *v, LLVMValueRef function, transpose_kind kind)
{
    unsigned replaced = 0, bits = target_register_bits(v),
             widest = bits < DIGITS_BITS ? bits : DIGITS_BITS;
    finder x = {.view = v, .fields = kind == TRANSPOSE_FIELDS};
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
    for (x.block = LLVMGetFirstBasicBlock(function); x.block;
         x.block = LLVMGetNextBasicBlock(x.block))
        replaced += transpose_in_block(x, b, widest);
    LLVMDisposeBuilder(b);
    return replaced;
}

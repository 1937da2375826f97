// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* networks.c - sorting networks, transforms: stages of operations with shuffles between.
 *
 * What is computed element by element does not depend on where the elements are (VINCI, section
 * 4.2: operations commute with permutations). So the layout of each value between two stages is
 * free: which element is in which lane of which register. A program that says its stages in terms
 * of memory's order shuffles before each; the same network takes fewer shuffles if values stay
 * where they are, and if registers that hold the two sides of a butterfly exchange halves. The
 * stages are read off the elements (network.c, stages.c), whatever form their shuffles have; the
 * layouts are searched for (search.c), and what comes of it is checked element by element
 * (network_make.c). Whether it is shorter, shortest.c counts. */
#include "networks.h"

#include "network.h"

enum { NARROWEST = 128, WORTH = 2 };

static bool is_shuffle(LLVMValueRef v) { return LLVMIsAShuffleVectorInst(v) != NULL; }

static bool has_enough(LLVMBasicBlockRef block)
{
    unsigned shuffles = 0, operations = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
        shuffles += is_shuffle(i);
        operations += operation_is(i);
        if (shuffles >= WORTH && operations) return true;
    }
    return false;
}

bool networks_have_work(LLVMValueRef function)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block))
        if (has_enough(block)) return true;
    return false;
}

static unsigned log_of(unsigned x) { return (unsigned)__builtin_ctz(x); }

/* LLVM's price of a movement within a register, as it was measured. */
static unsigned price_of(const machine *m, stock_form form, unsigned bytes)
{
    unsigned price = m->stock ? stock_move(m->stock, form, bytes, 1) : 0;
    return price ? price : 1;
}

static void set_prices(const target_view *v, unsigned bytes, search_problem *p)
{
    const machine *m = target_machine(v);
    p->words_in_16 = price_of(m, STOCK_DWORDS, NARROWEST / 8);
    p->words = price_of(m, STOCK_DWORDS, bytes);
    p->any_in_16 = machine_can(m, CHOOSES_IN_16, bytes);
    p->shorts_in_8 = price_of(m, STOCK_WORDS_IN_HALVES, NARROWEST / 8);
}

/* Is there no shuffle, neither before the last stage nor behind it? */
static bool is_plain(const network *n)
{
    const search_stage *last = &n->problem.stage[n->problem.count - 1];
    for (unsigned i = 0; i < last->threads; i++)
        if (last->image[i] != 1U << i) return false;
    return n->stages[n->nstages - 1].level == 0;
}

static bool is_network(network *n, unsigned component)
{
    return network_read(n, component) && !is_plain(n);
}

static bool try_component(network *n, const target_view *v, unsigned component, unsigned bits)
{
    static _Thread_local search_plan plan;
    if (!is_network(n, component) || bits / n->bits < 2) return false;
    search_problem *p = &n->problem;
    p->lanes = log_of(bits / n->bits);
    p->element = log_of(n->bits / 8);
    if (p->lanes > SEARCH_LANES) return false;
    for (unsigned k = 0; k < p->count; k++)
        if (p->stage[k].threads < p->lanes) return false;
    set_prices(v, bits / 8, p);
    p->ends_in_move = false;
    if (search_find(p, &plan) && network_make(n, &plan)) return true;
    p->ends_in_move = true;
    return search_find(p, &plan) && network_make(n, &plan);
}

/* v: makes them anew, or NULL: only looks. How many networks of the block were, or are there. */
static unsigned do_block(const target_view *v, LLVMBasicBlockRef block, unsigned bits)
{
    arena memory = {0};
    unsigned count = 0;
    network n = {.arena = &memory, .block = block};
    for (unsigned c = 0, components = network_find(&n); c < components; c++)
        count += v ? try_component(&n, v, c, bits) : is_network(&n, c);
    if (count && v) network_clean_up(&n);
    map_free(&n.numbers);
    map_free(&n.places);
    arena_free(&memory);
    return count;
}

static unsigned do_function(const target_view *v, LLVMValueRef function, unsigned bits)
{
    unsigned count = 0;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block))
        if (has_enough(block)) count += do_block(v, block, bits);
    return count;
}

unsigned networks_count(LLVMValueRef function) { return do_function(NULL, function, 0); }

unsigned networks_function(const target_view *v, LLVMValueRef function, unsigned bits)
{
    return do_function(v, function, bits);
}

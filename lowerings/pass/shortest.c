// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* shortest.c - one function: the ways to lower it, on copies, and the one that is shortest.
 *
 * Prices of the plan are estimates, and a function must not become longer. So where they leave any
 * doubt ways are tried and LLVM's code generator counts: as planned, with all that can be lowered,
 * both also as for each lesser target (what a less capable processor does in fewer instructions a
 * more capable one can do, too), and as the function stands. Copies that come out alike are
 * counted once. Called by pass.c. */
#include "shortest.h"

#include "lowerings/pass/base/shim.h"
#include "lowerings/pass/lower/lower.h"
#include "lowerings/pass/lower/wide.h"
#include "lowerings/pass/networks/networks.h"
#include "lowerings/pass/plan/plan.h"
#include "lowerings/pass/prepare/longs.h"
#include "lowerings/pass/prepare/prepare.h"
#include "lowerings/pass/transpose/transpose.h"

#include <limits.h>
#include <string.h>

/* ---- one way ---- */

/* Prices are estimates. Where LLVM's is so many times ours, and so much more, and nothing is left
 * that values have to be brought to, nothing is counted; nor where registers are transposed, of
 * which LLVM makes thousands. Where its price is so many times what ours was counted to be, LLVM's
 * way is not compiled. */
enum { CLEAR_TIMES = 12, CLEAR_MORE = 200, COUNTED_TIMES = 12, COUNTED_MORE = 2 };

static bool leaves_some(const lanesmith_stats *s)
{
    return s->left_no_lowering || s->left_no_gain || s->left_shuffle || s->left_width ||
           s->left_index || s->left_volatile || s->left_compare_bits || s->left_other ||
           s->border_in || s->border_out;
}

static plan new_plan(const attempt *a, arena *memory)
{
    return (plan){.arena = memory,
                  .targets = a->targets,
                  .view = &a->view,
                  .always = a->always,
                  .quiet = a->quiet};
}

static bool plan_and_lower(attempt *a, LLVMValueRef function)
{
    arena memory = {0};
    plan p = new_plan(a, &memory);
    bool change = plan_make(&p, function, &a->stats);
    if (change) lower_function(&p, function, &a->stats);
    a->priced_out = p.priced_out;
    a->ours = p.priced ? (long)p.ours : 0;
    a->theirs = p.priced ? (long)p.theirs : 0;
    bool clear = p.priced && p.theirs > CLEAR_TIMES * p.ours + CLEAR_MORE;
    a->clear = (clear || a->stats.transposed) && !leaves_some(&a->stats);
    plan_free(&p);
    arena_free(&memory);
    return change;
}

/* Which of the instructions that prepare.c may rewrite are lowered then, wholly or in part: tried
 * on a copy of the function. */
static const bool *find_wanted(const attempt *a, arena *memory, LLVMValueRef function,
                               unsigned calls)
{
    bool *wanted = arena_new(memory, calls, bool);
    LLVMValueRef copy = shim_copy(function), *made = arena_new(memory, 2 * calls, LLVMValueRef);
    plan p = new_plan(a, memory);
    prepare_function(&a->view, copy, NULL, made);
    plan_make(&p, copy, NULL);
    for (unsigned i = 0; i < 2 * calls; i++)
        if (made[i] && nodes_lowered(&p, made[i])) wanted[i / 2] = true;
    plan_free(&p);
    LLVMDeleteFunction(copy);
    return wanted;
}

static bool prepare(attempt *a, LLVMValueRef function)
{
    arena memory = {0};
    bool by_words = wide_function(&a->view, function, &a->stats);
    unsigned transposed = transpose_function(&a->view, function, TRANSPOSE_FIELDS);
    a->stats.transposed += transposed;
    unsigned calls = prepare_count(function);
    const bool *wanted = calls ? find_wanted(a, &memory, function, calls) : NULL;
    bool changed = prepare_function(&a->view, function, wanted, NULL);
    arena_free(&memory);
    return changed || transposed || by_words;
}

static bool lower(attempt *a, LLVMValueRef function)
{
    bool prepared = prepare(a, function);
    return plan_and_lower(a, function) || prepared;
}

/* ---- fields: the shortest of all ways ---- */

enum { WAYS_MAX = 32 };

typedef struct race {
    LLVMValueRef function;
    unsigned level;
    attempt best; /* the one of the fewest instructions */
    long least;   /* how many; -1: nothing changes, or it is not known */
    bool dies;    /* LLVM does of one of them */
    struct {
        LLVMValueRef copy; /* lowered */
        long count;
    } way[WAYS_MAX];
    unsigned nways;
    long weight; /* what the best copy weighs */
} race;

/* Machine instructions of the copy, which the race keeps. */
static long count_once(race *r, LLVMValueRef copy)
{
    for (unsigned i = 0; i < r->nways; i++)
        if (shim_same(r->way[i].copy, copy)) return r->way[i].count;
    return shim_count(copy, r->level);
}

static void race_free(race *r)
{
    for (unsigned i = 0; i < r->nways; i++) LLVMDeleteFunction(r->way[i].copy);
}

/* Lowers a copy; NULL where nothing changes. */
static LLVMValueRef lowered_copy(attempt *a, LLVMValueRef function)
{
    LLVMValueRef copy = shim_copy(function);
    a->quiet = true;
    if (lower(a, copy)) return copy;
    LLVMDeleteFunction(copy);
    return NULL;
}

/* Instructions that may become machine instructions. */
static long weight_of(LLVMValueRef function)
{
    long weight = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            weight += !LLVMIsABitCastInst(i) && !LLVMIsAFreezeInst(i);
    return weight;
}

/* Is its price, or what it weighs, so high that it need not be counted? Either may be too high by a
 * quarter. What is left to LLVM weighs little, whatever it takes: so the best one weighs no less
 * than its machine instructions. */
static bool is_hopeless(const race *r, const attempt *a, long weight)
{
    enum { QUARTER = 4, MORE = 2 };
    if (r->least < 0) return false;
    long most = r->weight > r->least ? r->weight : r->least;
    return a->ours - a->ours / QUARTER > r->least + MORE || weight - weight / QUARTER > most + MORE;
}

/* Takes the copy over. */
static void enter(race *r, const attempt *a, LLVMValueRef copy)
{
    long weight = weight_of(copy);
    if (r->nways == WAYS_MAX || is_hopeless(r, a, weight)) {
        LLVMDeleteFunction(copy);
        return;
    }
    long count = count_once(r, copy);
    r->way[r->nways].copy = copy;
    r->way[r->nways++].count = count;
    r->dies |= count == LONG_MAX;
    if (count < 0 || count == LONG_MAX || (r->least >= 0 && count >= r->least)) return;
    r->least = count;
    r->weight = weight;
    r->best = *a;
}

/* Tries it as `a` says, and returns what came of it. */
static attempt try_way(race *r, attempt a)
{
    LLVMValueRef copy = lowered_copy(&a, r->function);
    if (copy) enter(r, &a, copy);
    return a;
}

/* As the target's plan is, and with all that can be lowered where that leaves some for its price
 * alone. */
static void try_target(race *r, attempt a)
{
    if (!try_way(r, a).priced_out) return;
    a.always = true;
    try_way(r, a);
}

/* The same for targets that can less. */
static void try_lesser_targets(race *r, attempt a)
{
    while (target_lesser(&a.view)) try_target(r, a);
}

/* Where a price is beyond doubt nothing else is counted, unless a lesser target's price is below
 * what the planned way came to. */
static bool is_cheapest(const race *r, attempt a)
{
    while (target_lesser(&a.view)) {
        attempt lesser = a;
        LLVMValueRef copy = lowered_copy(&lesser, r->function);
        if (!copy) continue;
        LLVMDeleteFunction(copy);
        if (lesser.clear && lesser.ours < r->least) return false;
    }
    return true;
}

/* Machine instructions of the function as it is, or its price where that is far above ours; one
 * more than ours where it is of registers transposed and nothing else. */
static long count_stock(const race *r, const attempt *planned)
{
    if (r->least >= 0 && planned->clear && planned->stats.transposed) return r->least + 1;
    if (r->least >= 0 && planned->theirs / COUNTED_TIMES > r->least + COUNTED_MORE)
        return planned->theirs;
    return shim_count(r->function, r->level);
}

/* Lowers the function itself. */
static bool lower_as(attempt *a, const attempt *how, LLVMValueRef function)
{
    attempt last = *a;
    last.view = how->view;
    last.always = how->always;
    bool changed = lower(&last, function);
    a->stats = last.stats;
    return changed;
}

/* Enters what changes the function as planned. False where nothing else need be tried: not where
 * nothing changes, since the target may have no way that a lesser one has. That LLVM does not die
 * of it is always looked at. */
static bool begin_race(race *r, const attempt *a, attempt *planned)
{
    *planned = *a;
    LLVMValueRef copy = lowered_copy(planned, r->function);
    if (!copy) return true;
    enter(r, planned, copy);
    if (r->least < 0) return r->dies;
    return !planned->clear || !is_cheapest(r, *a);
}

static bool lower_shortest(attempt *a, race *r)
{
    attempt planned, all = *a;
    if (!begin_race(r, a, &planned)) return lower(a, r->function);
    long ours = r->least;
    all.always = true;
    if (planned.priced_out) {
        long theirs = try_way(r, all).theirs; /* of all that can be lowered */
        if (theirs > planned.theirs) planned.theirs = theirs;
    }
    try_lesser_targets(r, *a);
    if (r->least < 0 && !r->dies) return lower(a, r->function);
    long theirs = count_stock(r, &planned);
    if (r->least < 0 && r->dies && theirs < LONG_MAX) return false;
    if (theirs < 0 || r->least < 0) return lower(a, r->function);
    if (r->least < theirs || ours == theirs) return lower_as(a, &r->best, r->function);
    if (ours < 0) return lower(a, r->function); /* which changes nothing, and says why */
    a->stats.functions_left_longer++;
    shim_tell_left(r->function, r->least, theirs);
    return false;
}

bool shortest_fields(attempt *a, LLVMValueRef function)
{
    race r = {.function = function, .level = a->targets->level, .least = -1};
    if (a->always) return lower(a, function);
    bool changed = lower_shortest(a, &r);
    race_free(&r);
    return changed;
}

/* ---- long integers and bytes ---- */

/* Machine instructions of the function with its long integers done that way; -1: not known. */
static long try_longs(const attempt *a, LLVMValueRef function, longs_way way)
{
    LLVMValueRef copy = shim_copy(function);
    long count = longs_function(&a->view, copy, way) ? shim_count(copy, a->targets->level) : -1;
    LLVMDeleteFunction(copy);
    return count;
}

/* LLVM takes seconds for the longest integers: where a word of each would be so much more than what
 * vectors take, its way is not compiled. */
static bool is_far_shorter(long vectors, LLVMValueRef function)
{
    enum { TIMES = 2, MORE = 100 };
    return vectors >= 0 && TIMES * vectors + MORE < (long)longs_least(function);
}

/* Long integers are made vectors, or their sums chains of words, where that is shorter. */
bool shortest_longs(attempt *a, LLVMValueRef function)
{
    longs_way best = LONGS_VECTORS;
    long least = try_longs(a, function, best);
    if (!(a->always && least >= 0) && !is_far_shorter(least, function)) {
        long chain = try_longs(a, function, LONGS_CHAIN);
        if (chain >= 0 && (least < 0 || chain < least)) {
            least = chain;
            best = LONGS_CHAIN;
        }
        if (least < 0 || least >= shim_count(function, a->targets->level)) return false;
    }
    a->stats.longs += longs_function(&a->view, function, best);
    return true;
}

/* ---- networks and transpositions ---- */

enum { NETWORK_LEAST = 128, NETWORK_MOST = 512 }; /* bits of a register */

/* Of the widest registers LLVM brings elements of two anywhere by one shuffle. What is hardly
 * shorter there has more shuffles as a rule, and takes longer. */
static bool is_worth(unsigned bits, long count, long theirs)
{
    return bits == NETWORK_MOST ? 10 * count < 9 * theirs : count < theirs;
}

/* Is it shorter with bytes and bits transposed anew? Of three instructions that are replaced LLVM
 * makes one at best (three-input logic), so where they are that many its way is not compiled. What
 * computes between its shuffles has to be well shorter. */
static bool transposed_is_shorter(const attempt *a, LLVMValueRef function)
{
    enum { TIMES = 3 };
    LLVMValueRef copy = shim_copy(function);
    unsigned replaced = transpose_function(&a->view, copy, TRANSPOSE_BYTES);
    long ours = replaced ? shim_count(copy, a->targets->level) : -1;
    LLVMDeleteFunction(copy);
    if (ours < 0) return false;
    if (a->always || TIMES * ours < (long)replaced) return true;
    long theirs = shim_count(function, a->targets->level);
    return networks_count(function) ? is_worth(NETWORK_MOST, ours, theirs) : ours < theirs;
}

unsigned shortest_transposition(const attempt *a, LLVMValueRef function)
{
    if (!transposed_is_shorter(a, function)) return 0;
    return transpose_function(&a->view, function, TRANSPOSE_BYTES);
}

/* Machine instructions of the function with its networks made anew in registers of so many bits;
 * -1: it has none. */
static long try_networks(const attempt *a, LLVMValueRef function, unsigned bits)
{
    LLVMValueRef copy = shim_copy(function);
    long count = networks_function(&a->view, copy, bits) ? shim_count(copy, a->targets->level) : -1;
    LLVMDeleteFunction(copy);
    return count;
}

/* The same of the function as it stands, or with its shuffles made anew as transpositions. */
static long count_others(const attempt *a, LLVMValueRef function)
{
    LLVMValueRef copy = shim_copy(function);
    unsigned replaced = transpose_function(&a->view, copy, TRANSPOSE_BYTES);
    long theirs = shim_count(function, a->targets->level),
         ours = replaced ? shim_count(copy, a->targets->level) : -1;
    LLVMDeleteFunction(copy);
    return ours >= 0 && ours < theirs ? ours : theirs;
}

/* In registers of which size that is shortest; 0: it is not. */
static unsigned best_for_networks(const attempt *a, LLVMValueRef function)
{
    unsigned bits = target_register_bits(&a->view), best = 0;
    long least = -1, theirs = a->always ? LONG_MAX / 16 : count_others(a, function);
    for (bits = bits < NETWORK_MOST ? bits : NETWORK_MOST; bits >= NETWORK_LEAST; bits /= 2) {
        long count = try_networks(a, function, bits);
        if (count < 0 || !is_worth(bits, count, theirs) || (least >= 0 && count >= least)) continue;
        least = count;
        best = bits;
    }
    return best;
}

unsigned shortest_networks(const attempt *a, LLVMValueRef function)
{
    unsigned bits = networks_count(function) ? best_for_networks(a, function) : 0;
    return bits ? networks_function(&a->view, function, bits) : 0;
}

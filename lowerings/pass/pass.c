// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* pass.c - the pass over a module: function by function, plan, then lower.
 *
 * A function without operations on small fields costs one look at its instructions. Functions that
 * ask not to be optimised (optnone), not to have vector code (naked, noimplicitfloat) or to be left
 * ("lanesmith"="never"), and functions for which the table has no target, are left and counted.
 * "lanesmith"="always" lowers what can be lowered, whatever it costs. All memory of a function dies
 * with it. Called by plugin.cpp and opt.c. */
#include "pass.h"

#include "lowerings/pass/base/shim.h"
#include "lowerings/pass/lower/lower.h"
#include "lowerings/pass/lower/wide.h"
#include "lowerings/pass/plan/plan.h"
#include "lowerings/pass/prepare/deletion.h"
#include "lowerings/pass/prepare/longs.h"
#include "lowerings/pass/prepare/prepare.h"
#include "lowerings/pass/transpose/transpose.h"

#include <string.h>

static bool has_attribute(LLVMValueRef function, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    return LLVMGetEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                       kind) != NULL;
}

/* Has it the attribute "lanesmith"="WORD"? */
static bool asks_for(LLVMValueRef function, const char *word)
{
    LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(
        function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, "lanesmith", 9);
    unsigned length = 0;
    const char *value = a ? LLVMGetStringAttributeValue(a, &length) : "";
    return length == strlen(word) && memcmp(value, word, length) == 0;
}

static bool asks_to_be_left(LLVMValueRef function)
{
    return has_attribute(function, "optnone") || has_attribute(function, "naked") ||
           has_attribute(function, "noimplicitfloat") || asks_for(function, "never");
}

typedef bool is_work_fn(LLVMValueRef inst);

static bool is_on_fields(LLVMValueRef inst)
{
    return plan_is_work(inst) || prepare_is_work(inst) || wide_is_work(inst);
}

/* Is any instruction of the function such work? Quick, and all that a function without work
 * costs. */
static bool has_any(LLVMValueRef function, is_work_fn *is_work)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (is_work(i)) return true;
    return false;
}

static bool is_any_work(LLVMValueRef inst)
{
    return is_on_fields(inst) || longs_is_work(inst) || deletion_is_work(inst);
}

/* How a function is lowered, and what came of it. */
typedef struct attempt {
    targets *targets;
    const target_view *view;
    bool always, quiet; /* whatever it costs; on a copy */
    bool clear;         /* out: it pays beyond doubt */
    bool priced_out;    /* out: some is left for its price alone */
    long theirs;        /* out: LLVM's price; 0: none */
    lanesmith_stats stats;
} attempt;

/* Prices are estimates. Where LLVM's is so many times ours, and so much more, and nothing is left
 * that values have to be brought to, nothing is counted; nor where registers are transposed, of
 * which LLVM makes thousands. Where its price is so many times what ours was counted to be, LLVM's
 * way is not compiled. */
enum { CLEAR_TIMES = 12, CLEAR_MORE = 200, COUNTED_TIMES = 12, COUNTED_MORE = 20 };

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
                  .view = a->view,
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
    prepare_function(a->view, copy, NULL, made);
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
    bool by_words = wide_function(a->view, function, &a->stats);
    unsigned transposed = transpose_function(a->view, function, TRANSPOSE_FIELDS);
    a->stats.transposed += transposed;
    unsigned calls = prepare_count(function);
    const bool *wanted = calls ? find_wanted(a, &memory, function, calls) : NULL;
    bool changed = prepare_function(a->view, function, wanted, NULL);
    arena_free(&memory);
    return changed || transposed || by_words;
}

static bool lower(attempt *a, LLVMValueRef function)
{
    bool prepared = prepare(a, function);
    return plan_and_lower(a, function) || prepared;
}

/* ---- never longer ---- */

/* Machine instructions of the function lowered; -1 where that is not known, or nothing changes. */
static long try_on_copy(attempt *a, LLVMValueRef function)
{
    LLVMValueRef copy = shim_copy(function);
    a->quiet = true;
    long count = lower(a, copy) ? (a->clear ? 0 : shim_count(copy)) : -1;
    LLVMDeleteFunction(copy);
    return count;
}

/* Machine instructions of the function as it is, or its price where that is far above `ours`. */
static long count_stock(const attempt *planned, LLVMValueRef function, long ours)
{
    if (ours >= 0 && planned->theirs > COUNTED_TIMES * ours + COUNTED_MORE) return planned->theirs;
    return shim_count(function);
}

/* Lowers as is planned, or all that can be, or nothing: what gives the fewest machine instructions,
 * which are counted where prices leave any doubt. */
static bool lower_shortest(attempt *a, LLVMValueRef function)
{
    attempt planned = *a, all = *a;
    long ours = try_on_copy(&planned, function), whole = -1;
    bool left = planned.priced_out;
    if (planned.clear || (ours < 0 && !left)) return lower(a, function);
    long theirs = count_stock(&planned, function, ours);
    if (theirs < 0) return lower(a, function);
    all.always = true;
    if (left) whole = try_on_copy(&all, function);
    long least = ours >= 0 && ours < theirs ? ours : theirs;
    a->always = whole >= 0 && whole < least;
    if (a->always || ours < 0 || ours <= theirs) return lower(a, function);
    a->stats.functions_left_longer++;
    shim_tell_left(function, ours, theirs);
    return false;
}

/* Machine instructions of the function with its long integers done that way; -1: not known. */
static long try_longs(const attempt *a, LLVMValueRef function, longs_way way)
{
    LLVMValueRef copy = shim_copy(function);
    long count = longs_function(a->view, copy, way) ? shim_count(copy) : -1;
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
static bool lower_longs(attempt *a, LLVMValueRef function)
{
    if (!has_any(function, longs_is_work)) return false;
    longs_way best = LONGS_VECTORS;
    long least = try_longs(a, function, best);
    if (!(a->always && least >= 0) && !is_far_shorter(least, function)) {
        long chain = try_longs(a, function, LONGS_CHAIN);
        if (chain >= 0 && (least < 0 || chain < least)) {
            least = chain;
            best = LONGS_CHAIN;
        }
        if (least < 0 || least >= shim_count(function)) return false;
    }
    a->stats.longs += longs_function(a->view, function, best);
    return true;
}

/* Is it shorter with bytes and bits transposed anew? Of three instructions that are replaced LLVM
 * makes one at best (three-input logic), so where they are that many its way is not compiled. */
static bool transposed_is_shorter(const attempt *a, LLVMValueRef function)
{
    enum { TIMES = 3 };
    LLVMValueRef copy = shim_copy(function);
    unsigned replaced = transpose_function(a->view, copy, TRANSPOSE_BYTES);
    long ours = replaced ? shim_count(copy) : -1;
    LLVMDeleteFunction(copy);
    return ours >= 0 && (a->always || TIMES * ours < (long)replaced || ours < shim_count(function));
}

/* How many instructions were transposed anew. */
static unsigned transpose(const attempt *a, LLVMValueRef function)
{
    if (!transposed_is_shorter(a, function)) return 0;
    return transpose_function(a->view, function, TRANSPOSE_BYTES);
}

static void add_stats(lanesmith_stats *to, const lanesmith_stats *from)
{
#define X(name, text) to->name += from->name;
    LANESMITH_STATS(X)
#undef X
}

/* Functions that only transpose bytes count once they are changed. */
static bool run_on_function(targets *t, LLVMValueRef function, lanesmith_stats *stats)
{
    target_view view;
    if (LLVMIsDeclaration(function)) return false;
    bool work = has_any(function, is_any_work),
         transposes = transpose_has_work(function, TRANSPOSE_BYTES);
    if (!work && !transposes) return false;
    stats->functions += work;
    if (asks_to_be_left(function)) {
        stats->functions_left_attribute += work;
        return false;
    }
    if (!targets_choose(t, function, &view)) {
        stats->functions_left_target += work;
        return false;
    }
    attempt a = {.targets = t, .view = &view, .always = asks_for(function, "always")};
    unsigned deletions = deletion_function(&view, function);
    a.stats.lowered_call += deletions;
    bool changed = lower_longs(&a, function) || deletions;
    if (has_any(function, is_on_fields))
        changed |= a.always ? lower(&a, function) : lower_shortest(&a, function);
    /* behind that, since LLVM takes long for small fields */
    unsigned transposed = transposes ? transpose(&a, function) : 0;
    stats->functions += transposed && !work;
    a.stats.transposed += transposed;
    changed |= transposed > 0;
    a.stats.functions_changed += changed;
    add_stats(stats, &a.stats);
    return changed;
}

/* Deletes the functions behind `last` in its module that nobody uses: intrinsics that were declared
 * for what was not built after all. */
static void delete_unused_behind(LLVMValueRef last)
{
    for (LLVMValueRef f = last ? LLVMGetNextFunction(last) : NULL, next; f; f = next) {
        next = LLVMGetNextFunction(f);
        if (!LLVMGetFirstUse(f)) LLVMDeleteFunction(f);
    }
}

int lanesmith_run(LLVMModuleRef module, lanesmith_stats *stats, lanesmith_changed *changed,
                  void *context)
{
    targets t;
    int any = 0;
    LLVMValueRef last = LLVMGetLastFunction(module);
    targets_init(&t, module);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (!run_on_function(&t, f, stats)) continue;
        any = 1;
        if (changed) changed(f, context);
    }
    targets_free(&t);
    delete_unused_behind(last);
    return any;
}

int lanesmith_run_on_function(LLVMValueRef function, lanesmith_stats *stats)
{
    targets t;
    LLVMModuleRef module = LLVMGetGlobalParent(function);
    LLVMValueRef last = LLVMGetLastFunction(module);
    targets_init(&t, module);
    bool changed = run_on_function(&t, function, stats);
    targets_free(&t);
    delete_unused_behind(last);
    return changed;
}

int lanesmith_set_cpu(LLVMValueRef function, const char *cpu)
{
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
    LLVMAttributeIndex index = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
    if (LLVMGetStringAttributeAtIndex(function, index, "target-cpu", 10)) return 0;
    LLVMAddAttributeAtIndex(
        function, index,
        LLVMCreateStringAttribute(context, "target-cpu", 10, cpu, (unsigned)strlen(cpu)));
    return 1;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* pass.c - the pass over a module: function by function, plan, then lower.
 *
 * A function without operations on small fields costs one look at its instructions. Functions that ask not to be
 * optimised (optnone), not to have vector code (naked, noimplicitfloat) or to be left
 * ("lanesmith"="never"), and functions for which the table has no target, are left and counted.
 * "lanesmith"="always" lowers what can be lowered, whatever it costs. All memory of a function dies with it. Called by plugin.cpp and opt.c. */
#include "pass.h"

#include "lowerings/pass/base/shim.h"
#include "lowerings/pass/lower/lower.h"
#include "lowerings/pass/lower/wide.h"
#include "lowerings/pass/plan/plan.h"
#include "lowerings/pass/prepare/prepare.h"
#include "lowerings/pass/prepare/transpose.h"

#include <string.h>

static bool has_attribute(LLVMValueRef function, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    return LLVMGetEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind) != NULL;
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

static bool block_has_work(LLVMBasicBlockRef block)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        if (plan_is_work(i) || prepare_is_work(i) || wide_is_work(i)) return true;
    return false;
}

/* Has the function any operation on small fields that the pass might lower? Quick, and all that a
 * function without such work costs. */
static bool has_work(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        if (block_has_work(b)) return true;
    return false;
}

static bool plan_and_lower(targets *t, const target_view *view, LLVMValueRef function, lanesmith_stats *stats)
{
    arena memory = {0};
    plan p = {.arena = &memory, .targets = t, .view = view, .always = asks_for(function, "always")};
    bool change = plan_make(&p, function, stats);
    if (change) lower_function(&p, function, stats);
    plan_free(&p);
    arena_free(&memory);
    return change;
}

/* Which of the instructions that prepare.c may rewrite are lowered then, wholly or in part: tried on a copy of the function. */
static const bool *find_wanted(targets *t, const target_view *view, arena *memory, LLVMValueRef function, unsigned calls)
{
    bool *wanted = arena_new(memory, calls, bool);
    LLVMValueRef copy = shim_copy(function), *made = arena_new(memory, 2 * calls, LLVMValueRef);
    plan p = {.arena = memory, .targets = t, .view = view, .always = asks_for(function, "always")};
    prepare_function(view, copy, NULL, made);
    plan_make(&p, copy, NULL);
    for (unsigned i = 0; i < 2 * calls; i++)
        if (made[i] && nodes_lowered(&p, made[i])) wanted[i / 2] = true;
    plan_free(&p);
    LLVMDeleteFunction(copy);
    return wanted;
}

static bool prepare(targets *t, const target_view *view, LLVMValueRef function, lanesmith_stats *stats)
{
    arena memory = {0};
    bool by_words = wide_function(view, function, stats);
    bool transposed = transpose_function(view, function, stats);
    unsigned calls = prepare_count(function);
    const bool *wanted = calls ? find_wanted(t, view, &memory, function, calls) : NULL;
    bool changed = prepare_function(view, function, wanted, NULL);
    arena_free(&memory);
    return changed || transposed || by_words;
}

static bool run_on_function(targets *t, LLVMValueRef function, lanesmith_stats *stats)
{
    target_view view;
    if (LLVMIsDeclaration(function) || !has_work(function)) return false;
    stats->functions++;
    if (asks_to_be_left(function)) {
        stats->functions_left_attribute++;
        return false;
    }
    if (!targets_choose(t, function, &view)) {
        stats->functions_left_target++;
        return false;
    }
    bool prepared = prepare(t, &view, function, stats);
    bool changed = plan_and_lower(t, &view, function, stats) || prepared;
    stats->functions_changed += changed;
    return changed;
}

/* Deletes the functions behind `last` in its module that nobody uses: intrinsics that were declared for what was not built after all. */
static void delete_unused_behind(LLVMValueRef last)
{
    for (LLVMValueRef f = last ? LLVMGetNextFunction(last) : NULL, next; f; f = next) {
        next = LLVMGetNextFunction(f);
        if (!LLVMGetFirstUse(f)) LLVMDeleteFunction(f);
    }
}

int lanesmith_run(LLVMModuleRef module, lanesmith_stats *stats, lanesmith_changed *changed, void *context)
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

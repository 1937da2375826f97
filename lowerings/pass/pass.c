// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* pass.c - the pass over a module: function by function, plan, then lower.
 *
 * A function without operations on small fields costs one look at its instructions. Functions that
 * ask not to be optimised (optnone), not to have vector code (naked, noimplicitfloat) or to be left
 * ("lanesmith"="never"), and functions for which the table has no target, are left and counted.
 * "lanesmith"="always" lowers what can be lowered, whatever it costs. All memory of a function dies
 * with it. Called by plugin.cpp and opt.c. */
#include "pass.h"

#include "lowerings/pass/lower/wide.h"
#include "lowerings/pass/networks/networks.h"
#include "lowerings/pass/plan/plan.h"
#include "lowerings/pass/prepare/deletion.h"
#include "lowerings/pass/prepare/longs.h"
#include "lowerings/pass/prepare/prepare.h"
#include "lowerings/pass/transpose/transpose.h"
#include "shortest.h"
#include "lowerings/pass/table/uses.h"

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
         transposes = transpose_has_work(function, TRANSPOSE_BYTES),
         networks = networks_have_work(function);
    if (!work && !transposes && !networks) return false;
    stats->functions += work;
    if (asks_to_be_left(function)) {
        stats->functions_left_attribute += work;
        return false;
    }
    if (!targets_choose(t, function, &view)) {
        stats->functions_left_target += work;
        return false;
    }
    attempt a = {.targets = t, .view = view, .always = asks_for(function, "always")};
    unsigned deletions = deletion_function(&view, function);
    a.stats.lowered_call += deletions;
    bool longs = has_any(function, longs_is_work) && shortest_longs(&a, function),
         changed = longs || deletions;
    if (has_any(function, is_on_fields)) changed |= shortest_fields(&a, function);
    /* behind that, since LLVM takes long for small fields */
    unsigned remade = networks ? shortest_networks(&a, function) : 0;
    unsigned transposed = transposes ? shortest_transposition(&a, function) : 0;
    stats->functions += (transposed || remade) && !work;
    a.stats.transposed += transposed;
    a.stats.networks += remade;
    changed |= transposed || remade;
    a.stats.functions_changed += changed;
    if (t->tells_uses) uses_tell(function);
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

int lanesmith_run_at(unsigned level, LLVMModuleRef module, lanesmith_stats *stats,
                     lanesmith_changed *changed, void *context)
{
    targets t;
    int any = 0;
    LLVMValueRef last = LLVMGetLastFunction(module);
    targets_init(&t, module);
    t.level = level;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (!run_on_function(&t, f, stats)) continue;
        any = 1;
        if (changed) changed(f, context);
    }
    targets_free(&t);
    delete_unused_behind(last);
    return any;
}

int lanesmith_run(LLVMModuleRef module, lanesmith_stats *stats, lanesmith_changed *changed,
                  void *context)
{
    return lanesmith_run_at(0, module, stats, changed, context);
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

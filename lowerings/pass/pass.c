/* pass.c - the pass over a module: function by function, plan, then lower.
 *
 * A function without operations on small fields costs one look at its instructions. Functions that ask not to be
 * optimised (optnone) or not to have vector code (naked, noimplicitfloat) and functions for which the table has no
 * target are left and counted. All memory of a function dies with it. Called by plugin.cpp and opt.c. */
#include "pass.h"

#include "lower.h"
#include "plan.h"
#include "prepare.h"

#include <string.h>

static bool has_attribute(LLVMValueRef function, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    return LLVMGetEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind) != NULL;
}

static bool asks_to_be_left(LLVMValueRef function)
{
    return has_attribute(function, "optnone") || has_attribute(function, "naked") ||
           has_attribute(function, "noimplicitfloat");
}

static bool plan_and_lower(targets *t, const target_view *view, LLVMValueRef function, lanesmith_stats *stats)
{
    pool memory = {0};
    plan p = {.pool = &memory, .targets = t, .view = view};
    bool change = plan_make(&p, function, stats);
    if (change) lower_function(&p, function, stats);
    plan_free(&p);
    pool_free(&memory);
    return change;
}

static bool run_on_function(targets *t, LLVMValueRef function, lanesmith_stats *stats)
{
    target_view view;
    if (LLVMIsDeclaration(function) || !plan_has_work(function)) return false;
    stats->functions++;
    if (asks_to_be_left(function)) {
        stats->functions_left_attribute++;
        return false;
    }
    if (!targets_choose(t, function, &view)) {
        stats->functions_left_target++;
        return false;
    }
    bool prepared = prepare_function(function);
    bool changed = plan_and_lower(t, &view, function, stats) || prepared;
    stats->functions_changed += changed;
    return changed;
}

int lanesmith_run(LLVMModuleRef module, lanesmith_stats *stats, lanesmith_changed *changed, void *context)
{
    targets t;
    int any = 0;
    targets_init(&t, module);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (!run_on_function(&t, f, stats)) continue;
        any = 1;
        if (changed) changed(f, context);
    }
    targets_free(&t);
    return any;
}

void lanesmith_print_stats(const lanesmith_stats *stats, FILE *out)
{
#define X(name, text) \
    if (stats->name) fprintf(out, "%8u lanesmith - %s\n", stats->name, text);
    LANESMITH_STATS(X)
#undef X
}

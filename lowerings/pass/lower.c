/* lower.c - replaces planned instructions by code on carriers.
 *
 * Each lowered node gets its carriers, made right before it from the carriers of its operands; phis get theirs
 * empty and are filled at the end. A value that comes from code that is left is taken over once, right behind its
 * definition; one that goes to code that is left is handed back once, right behind the node. In the end the nodes
 * have no users and are erased.
 *
 * The invariant on poison: a carrier is never partly poison. It is poison only if every field of the vector is
 * (after a select on a poison condition); so no operation on a carrier spreads poison to a field that had none.
 * Values from outside are frozen where they enter: loads as carriers, bitcasts at the legal type that they come from,
 * others at their own type unless LLVM knows that they are not poison. Called by pass.c. */
#include "lower.h"

#include "convert.h"
#include "shim.h"

#include <string.h>

typedef struct lowerer {
    plan *plan;
    lanesmith_stats *stats;
    LLVMValueRef function;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    map carriers; /* by value: of nodes, and of values taken over */
} lowerer;

static LLVMValueRef *new_carriers(lowerer *lo, const layout *l)
{
    return pool_new(lo->plan->pool, l->npieces, LLVMValueRef);
}

/* ---- places ---- */

static bool must_stay_first(LLVMValueRef inst)
{
    return LLVMIsAPHINode(inst) || LLVMIsAAllocaInst(inst) || LLVMIsALandingPadInst(inst) ||
           LLVMIsACatchPadInst(inst) || LLVMIsACleanupPadInst(inst);
}

/* Before inst, or before the first instruction after it that need not stand at the head of its block. */
static void place_before(lowerer *lo, LLVMValueRef inst)
{
    while (must_stay_first(inst)) inst = LLVMGetNextInstruction(inst);
    LLVMPositionBuilderBefore(lo->builder, inst);
}

static void place_behind(lowerer *lo, LLVMValueRef value)
{
    if (LLVMIsAInstruction(value)) place_before(lo, LLVMGetNextInstruction(value));
    else place_before(lo, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(lo->function)));
}

/* ---- taking over ---- */

static const LLVMValueRef *take_over(lowerer *lo, const layout *l, LLVMValueRef value)
{
    LLVMValueRef *carriers = new_carriers(lo, l);
    LLVMBuilderRef outer = lo->builder;
    lo->builder = LLVMCreateBuilderInContext(lo->context);
    place_behind(lo, value);
    LLVMValueRef defined = value;
    if (!shim_not_poison(value)) {
        defined = LLVMBuildFreeze(lo->builder, value, "");
        lo->stats->freeze_own_type++;
    }
    convert_from_value(lo->builder, l, defined, carriers);
    LLVMDisposeBuilder(lo->builder);
    lo->builder = outer;
    lo->stats->border_in++;
    map_put(&lo->carriers, value, carriers);
    return carriers;
}

/* The carriers of an operand, in the layout of the node that takes it. */
static const LLVMValueRef *carriers_of(lowerer *lo, const layout *l, LLVMValueRef value)
{
    if (convert_is_constant(value)) {
        LLVMValueRef *made = new_carriers(lo, l);
        convert_constant(l, value, made);
        return made;
    }
    const LLVMValueRef *known = map_get(&lo->carriers, value);
    return known ? known : take_over(lo, l, value);
}

static const LLVMValueRef *operand(lowerer *lo, const node *n, unsigned i)
{
    return carriers_of(lo, n->layout, LLVMGetOperand(n->inst, i));
}

/* ---- nodes ---- */

/* A computed node: `operands` are its operands' carriers. */
static void compute(lowerer *lo, const node *n, const LLVMValueRef *const *operands, LLVMValueRef *out)
{
    plan *p = lo->plan;
    for (unsigned i = 0; i < n->layout->npieces; i++) {
        LLVMValueRef pieces[FORMULA_MAX_OPERANDS];
        for (unsigned k = 0; k < n->how->noperands; k++) pieces[k] = operands[k][i];
        out[i] = formula_apply(n->how, p->targets, p->view, n->layout, i, lo->builder, pieces);
    }
}

static void lower_computed(lowerer *lo, const node *n, LLVMValueRef *out)
{
    const LLVMValueRef *operands[FORMULA_MAX_OPERANDS];
    for (unsigned k = 0; k < n->how->noperands; k++) operands[k] = operand(lo, n, k);
    compute(lo, n, operands, out);
}

static void lower_zext(lowerer *lo, const node *n, LLVMValueRef *out)
{
    LLVMValueRef *ones = new_carriers(lo, n->layout);
    convert_splat(lo->context, n->layout, 1, ones);
    compute(lo, n, (const LLVMValueRef *const[]){operand(lo, n, 0), ones}, out);
}

static void lower_select(lowerer *lo, const node *n, LLVMValueRef *out)
{
    const LLVMValueRef *a = operand(lo, n, 1), *b = operand(lo, n, 2);
    LLVMValueRef condition = LLVMGetOperand(n->inst, 0);
    for (unsigned i = 0; i < n->layout->npieces; i++)
        out[i] = LLVMBuildSelect(lo->builder, condition, a[i], b[i], "");
}

static void lower_phi(lowerer *lo, const node *n, LLVMValueRef *out)
{
    LLVMPositionBuilderBefore(lo->builder, n->inst);
    for (unsigned i = 0; i < n->layout->npieces; i++)
        out[i] = LLVMBuildPhi(lo->builder, recipe_carrier(lo->context, n->layout->pieces[i].bits), "");
}

static void lower_freeze(lowerer *lo, const node *n, LLVMValueRef *out)
{
    const LLVMValueRef *a = operand(lo, n, 0);
    for (unsigned i = 0; i < n->layout->npieces; i++) out[i] = LLVMBuildFreeze(lo->builder, a[i], "");
}

static void lower_from_bits(lowerer *lo, const node *n, LLVMValueRef *out)
{
    LLVMValueRef value = LLVMGetOperand(n->inst, 0);
    if (!shim_not_poison(value)) {
        value = LLVMBuildFreeze(lo->builder, value, "");
        lo->stats->freeze_legal++;
    }
    convert_from_value(lo->builder, n->layout, value, out);
}

static void lower_to_bits(lowerer *lo, const node *n)
{
    LLVMTypeRef type = LLVMTypeOf(n->inst);
    LLVMReplaceAllUsesWith(n->inst, convert_to_type(lo->builder, n->layout, operand(lo, n, 0), type));
}

/* From fields of one width to fields of another. */
static void lower_recast(lowerer *lo, const node *n, LLVMValueRef *out)
{
    LLVMValueRef value = LLVMGetOperand(n->inst, 0);
    const layout *from = layout_of(&lo->plan->layouts, LLVMTypeOf(value));
    const LLVMValueRef *a = carriers_of(lo, from, value);
    if (layout_same(from, n->layout)) {
        memcpy(out, a, n->layout->npieces * sizeof *out);
        return;
    }
    LLVMTypeRef bits = LLVMIntTypeInContext(lo->context, from->total);
    convert_from_value(lo->builder, n->layout, convert_to_type(lo->builder, from, a, bits), out);
}

static void lower_node(lowerer *lo, const node *n)
{
    LLVMValueRef *out = new_carriers(lo, n->layout);
    LLVMPositionBuilderBefore(lo->builder, n->inst);
    switch (n->kind) {
    case NODE_BINARY:
    case NODE_COMPARE:
    case NODE_SELECT_FIELDS: lower_computed(lo, n, out); break;
    case NODE_SEXT: memcpy(out, operand(lo, n, 0), n->layout->npieces * sizeof *out); break;
    case NODE_ZEXT: lower_zext(lo, n, out); break;
    case NODE_SELECT: lower_select(lo, n, out); break;
    case NODE_PHI: lower_phi(lo, n, out); break;
    case NODE_FREEZE: lower_freeze(lo, n, out); break;
    case NODE_LOAD: convert_load(lo->builder, n->layout, n->inst, out); break;
    case NODE_STORE: convert_store(lo->builder, n->layout, n->inst, operand(lo, n, 0)); break;
    case NODE_FROM_BITS: lower_from_bits(lo, n, out); break;
    case NODE_TO_BITS: lower_to_bits(lo, n); break;
    case NODE_RECAST: lower_recast(lo, n, out); break;
    case NODE_LEFT: break;
    }
    map_put(&lo->carriers, n->inst, out);
}

/* ---- finishing ---- */

static void fill_phi(lowerer *lo, const node *n)
{
    const LLVMValueRef *phis = map_get(&lo->carriers, n->inst);
    unsigned count = LLVMCountIncoming(n->inst);
    for (unsigned k = 0; k < count; k++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(n->inst, k);
        const LLVMValueRef *carriers = carriers_of(lo, n->layout, LLVMGetIncomingValue(n->inst, k));
        for (unsigned i = 0; i < n->layout->npieces; i++) {
            LLVMValueRef value = carriers[i];
            LLVMAddIncoming(phis[i], &value, &from, 1);
        }
    }
}

static bool used_by_code_that_is_left(const plan *p, LLVMValueRef value)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (!plan_lowered(p, LLVMGetUser(use))) return true;
    return false;
}

static void hand_back(lowerer *lo, const node *n)
{
    if (n->kind == NODE_STORE || n->kind == NODE_TO_BITS) return;
    LLVMValueRef value = LLVMGetPoison(LLVMTypeOf(n->inst));
    if (used_by_code_that_is_left(lo->plan, n->inst)) {
        place_behind(lo, n->inst);
        value = convert_to_type(lo->builder, n->layout, map_get(&lo->carriers, n->inst), LLVMTypeOf(n->inst));
        lo->stats->border_out++;
    }
    LLVMReplaceAllUsesWith(n->inst, value);
}

/* LLVM splits wide vectors of ordinary operations unless the function says that it needs them whole. */
static void require_wide_registers(const lowerer *lo, unsigned bits)
{
    static const char name[] = "min-legal-vector-width";
    const char *now = target_attribute(lo->plan->pool, lo->function, name);
    if (bits < 512 || !*now || strcmp(now, "512") == 0) return;
    LLVMAttributeRef wide = LLVMCreateStringAttribute(lo->context, name, sizeof name - 1, "512", 3);
    LLVMAddAttributeAtIndex(lo->function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, wide);
}

static unsigned widest_piece(const plan *p)
{
    unsigned widest = 0;
    for (unsigned i = 0; i < p->count; i++) {
        const node *n = &p->nodes[i];
        if (n->kind != NODE_LEFT && n->layout->pieces[0].bits > widest) widest = n->layout->pieces[0].bits;
    }
    return widest;
}

typedef void node_step(lowerer *lo, const node *n);

static void for_each_lowered(lowerer *lo, node_step *step)
{
    for (unsigned i = 0; i < lo->plan->count; i++)
        if (lo->plan->nodes[i].kind != NODE_LEFT) step(lo, &lo->plan->nodes[i]);
}

static void fill_if_phi(lowerer *lo, const node *n)
{
    if (n->kind == NODE_PHI) fill_phi(lo, n);
}

static void erase(lowerer *lo, const node *n)
{
    (void)lo;
    LLVMInstructionEraseFromParent(n->inst);
}

void lower_function(plan *p, LLVMValueRef function, lanesmith_stats *stats)
{
    lowerer lo = {.plan = p, .stats = stats, .function = function};
    lo.context = LLVMGetTypeContext(LLVMTypeOf(function));
    lo.builder = LLVMCreateBuilderInContext(lo.context);
    for_each_lowered(&lo, lower_node);
    for_each_lowered(&lo, fill_if_phi);
    for_each_lowered(&lo, hand_back);
    for_each_lowered(&lo, erase);
    require_wide_registers(&lo, widest_piece(p));
    LLVMDisposeBuilder(lo.builder);
    map_free(&lo.carriers);
}

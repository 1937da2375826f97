// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* lower.c - replaces planned instructions by code on carriers.
 *
 * Each lowered node gets its carriers, made right before it from the carriers of its operands; phis
 * get theirs empty and are filled at the end. A value that comes from code that is left is taken
 * over once, right behind its definition; one that goes to code that is left is handed back once,
 * right behind the node. In the end the nodes have no users and are erased.
 *
 * The invariant on poison: a carrier is never partly poison. It is poison only if every field of
 * the vector is (after a select on a poison condition); so no operation on a carrier spreads poison
 * to a field that had none. Values from outside are frozen where they enter: loads as carriers,
 * bitcasts at the legal type that they come from, others at their own type unless LLVM knows that
 * they are not poison. A mask that some user wants as packed bits, or bits that one wants as a
 * mask, are converted once, right behind the value. Called by pass.c. */
#include "lower.h"

#include <string.h>

#include "lower_carriers.h"
#include "lower_nodes.h"
#include "lowerings/pass/base/convert.h"

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
        if (!nodes_lowered(p, LLVMGetUser(use))) return true;
    return false;
}

/* Single bits that mask registers hold go there from memory at once: for code that is left the load
 * stays. That also keeps LLVM 19 from a trap: logic of two bitcasts of numbers to such bits, each
 * used elsewhere, its combiner turns to and fro for ever. */
static bool stays_loaded(const lowerer *lo, const node *n)
{
    unsigned bits = n->layout->n;
    bool held = bits >= 8 && bits <= 64 && (bits & (bits - 1)) == 0;
    return n->kind == NODE_LOAD && n->layout->w == 1 && held &&
           target_can(lo->plan->view, COMPARES_TO_BITS, 64);
}

static void leave_to_others(const lowerer *lo, LLVMValueRef value)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value), next; use; use = next) {
        LLVMValueRef user = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (!nodes_lowered(lo->plan, user)) continue;
        for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(user); i++)
            if (LLVMGetOperandUse(user, i) == use)
                LLVMSetOperand(user, i, LLVMGetPoison(LLVMTypeOf(value)));
    }
}

static void hand_back(lowerer *lo, const node *n)
{
    /* its users have its value already */
    if (!fields_small(LLVMTypeOf(n->inst)) || n->kind == NODE_STORE) return;
    if (stays_loaded(lo, n)) {
        leave_to_others(lo, n->inst);
        return;
    }
    LLVMValueRef value = LLVMGetPoison(LLVMTypeOf(n->inst));
    if (used_by_code_that_is_left(lo->plan, n->inst)) {
        const layout *own = layout_of(&lo->plan->layouts, LLVMTypeOf(n->inst));
        const LLVMValueRef *carriers = carriers_of(lo, own, n->inst);
        carriers_place_behind(lo, n->inst);
        value = convert_to_type(lo->builder, own, carriers, LLVMTypeOf(n->inst));
        lo->stats->border_out++;
    }
    LLVMReplaceAllUsesWith(n->inst, value);
}

enum { WIDE = 512 };

static bool is_wide(LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) != LLVMVectorTypeKind) return false;
    LLVMTypeRef element = LLVMGetElementType(type);
    return LLVMGetTypeKind(element) == LLVMIntegerTypeKind &&
           LLVMGetVectorSize(type) * LLVMGetIntTypeWidth(element) >= WIDE;
}

/* Whether an intrinsic gives a wide vector: a lowering of narrower fields may look them up in a
 * wide table. */
static bool calls_wide_intrinsic(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsAIntrinsicInst(i) && is_wide(LLVMTypeOf(i))) return true;
    return false;
}

static unsigned widest_piece(const plan *p)
{
    unsigned widest = 0;
    for (unsigned i = 0; i < p->count; i++) {
        const node *n = &p->nodes[i];
        if (n->kind != NODE_LEFT && n->layout->pieces[0].bits > widest)
            widest = n->layout->pieces[0].bits;
        if (n->kind != NODE_LEFT && n->in->pieces[0].bits > widest) widest = n->in->pieces[0].bits;
    }
    return widest;
}

typedef void node_step(lowerer *lo, const node *n);

static void for_each_lowered(lowerer *lo, node_step *act)
{
    for (unsigned i = 0; i < lo->plan->count; i++)
        if (lo->plan->nodes[i].kind != NODE_LEFT) act(lo, &lo->plan->nodes[i]);
}

static void fill_if_phi(lowerer *lo, const node *n)
{
    if (n->kind == NODE_PHI) fill_phi(lo, n);
}

static void erase(lowerer *lo, const node *n)
{
    if (stays_loaded(lo, n) && LLVMGetFirstUse(n->inst)) return;
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
    bool wide = widest_piece(p) >= WIDE || calls_wide_intrinsic(function);
    target_require_registers(function, wide ? WIDE : 0);
    LLVMDisposeBuilder(lo.builder);
    map_free(&lo.carriers);
    map_free(&lo.tops);
    map_free(&lo.forms);
    map_free(&lo.dense);
    map_free(&lo.numbers);
    map_free(&lo.behind);
}

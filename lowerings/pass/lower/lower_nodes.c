// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* lower_nodes.c - the code of one node, made from the carriers of its operands; lower.c goes
 * through all nodes. */
#include "lower_nodes.h"

#include <string.h>

#include "casts.h"
#include "elements.h"
#include "lower_carriers.h"
#include "lower_numbers.h"
#include "lowerings/pass/base/convert.h"
#include "lowerings/pass/table/pattern.h"
#include "masks.h"
#include "memory.h"
#include "moves.h"

/* A computed node: `operands` are its operands' carriers. */
static void compute(lowerer *lo, const node *n, const LLVMValueRef *const *operands,
                    LLVMValueRef *out)
{
    plan *p = lo->plan;
    for (unsigned i = 0; i < n->layout->npieces; i++) {
        LLVMValueRef pieces[FORMULA_MAX_OPERANDS];
        for (unsigned k = 0; k < n->how->noperands; k++) pieces[k] = operands[k][i];
        out[i] = formula_apply(n->how, p->targets, p->view, n->layout, i, lo->builder, pieces);
    }
}

/* ---- logic of 128 bits that are numbers before and after ---- */

enum { NUMBER = 128 };

/* Is the user a number, or in memory? */
static bool is_number_or_stored(LLVMValueRef user)
{
    if (LLVMIsAStoreInst(user)) return true;
    return LLVMIsABitCastInst(user) && LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMIntegerTypeKind;
}

static bool is_number(LLVMValueRef carrier)
{
    return LLVMIsABitCastInst(carrier) &&
           LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(carrier, 0))) == LLVMIntegerTypeKind;
}

/* LLVM adds and shifts 128 bits in general registers. Logic in between is done there, too, where an
 * operand comes from there and the result goes there: to get to a vector register and back takes
 * longer than the logic. */
static bool lower_as_number(lowerer *lo, const node *n, const LLVMValueRef *const *operands,
                            LLVMValueRef *out)
{
    bool whole = n->layout->npieces == 1 && n->layout->total == NUMBER &&
                 n->layout->pieces[0].bits == NUMBER;
    if (!pattern_is_logic(n->inst) || n->args[0] || n->from_top || n->how->noperands != 2 || !whole)
        return false;
    LLVMValueRef x = operands[0][0], y = operands[1][0];
    if ((!is_number(x) && !is_number(y)) || !pattern_ends(n->inst, is_number_or_stored))
        return false;
    LLVMTypeRef number = LLVMIntTypeInContext(lo->context, NUMBER), type = LLVMTypeOf(x);
    x = LLVMBuildBitCast(lo->builder, x, number, "");
    y = LLVMBuildBitCast(lo->builder, y, number, "");
    LLVMValueRef r = LLVMBuildBinOp(lo->builder, LLVMGetInstructionOpcode(n->inst), x, y, "");
    out[0] = LLVMBuildBitCast(lo->builder, r, type, "");
    return true;
}

/* ---- operations, selects, loads and stores ---- */

static void lower_computed(lowerer *lo, const node *n, LLVMValueRef *out)
{
    const LLVMValueRef *operands[FORMULA_MAX_OPERANDS];
    for (unsigned k = 0; k < n->how->noperands; k++)
        operands[k] = n->from_top ? carriers_of_operand_or_tops(lo, n, k)
                                  : carriers_of_operand(lo, n, k);
    if (!lower_as_number(lo, n, operands, out)) compute(lo, n, operands, out);
}

static void lower_zext(lowerer *lo, const node *n, LLVMValueRef *out)
{
    LLVMValueRef *ones = carriers_new(lo, n->layout);
    convert_splat(lo->context, n->layout, 1, ones);
    compute(lo, n, (const LLVMValueRef *const[]){carriers_of_operand(lo, n, 0), ones}, out);
}

/* All fields are poison where the condition is; still the register may not be: a select by fields
 * may take one of them. */
static void lower_select(lowerer *lo, const node *n, LLVMValueRef *out)
{
    const LLVMValueRef *a = carriers_of_operand(lo, n, 1), *b = carriers_of_operand(lo, n, 2);
    LLVMValueRef condition = carriers_frozen(lo, LLVMGetOperand(n->inst, 0));
    for (unsigned i = 0; i < n->layout->npieces; i++)
        out[i] = LLVMBuildSelect(lo->builder, condition, a[i], b[i], "");
}

static void lower_phi(lowerer *lo, const node *n, LLVMValueRef *out)
{
    LLVMPositionBuilderBefore(lo->builder, n->inst);
    for (unsigned i = 0; i < n->layout->npieces; i++)
        out[i] = LLVMBuildPhi(lo->builder, fields_carrier(lo->context, n->layout->pieces[i].bits),
                              "");
}

static void lower_freeze(lowerer *lo, const node *n, LLVMValueRef *out)
{
    const LLVMValueRef *a = carriers_of_operand(lo, n, 0);
    for (unsigned i = 0; i < n->layout->npieces; i++)
        out[i] = LLVMBuildFreeze(lo->builder, a[i], "");
}

/* Does anybody take the value apart into numbers, for which bytes as memory has them are better
 * than registers with whole fields? */
static bool wants_dense(const plan *p, const node *n)
{
    if (n->layout->total % 8 || casts_fill_registers(n->layout)) return false;
    for (LLVMUseRef use = LLVMGetFirstUse(n->inst); use; use = LLVMGetNextUse(use)) {
        const node *user = nodes_lowered(p, LLVMGetUser(use));
        node_kind kind = user && !user->part ? user->kind : NODE_LEFT;
        if (kind == NODE_BY_NUMBERS || kind == NODE_CAST || kind == NODE_CAST_OUT ||
            kind == NODE_TO_FLOAT)
            return true;
    }
    return false;
}

/* The value from its bytes, so that it is the same however it is used. */
static void take_dense(lowerer *lo, const node *n, LLVMValueRef bytes, LLVMValueRef *out)
{
    map_put(&lo->dense, n->inst, bytes);
    convert_from_value(lo->builder, n->layout, bytes, out);
}

static void lower_load(lowerer *lo, const node *n, LLVMValueRef *out)
{
    unsigned bytes = n->layout->total / 8;
    if (wants_dense(lo->plan, n))
        take_dense(lo, n, memory_load_bytes(lo->builder, n->inst, bytes), out);
    else memory_load(lo->builder, n->layout, n->inst, out);
}

static void lower_from_bits(lowerer *lo, const node *n, LLVMValueRef *out)
{
    LLVMValueRef bits = carriers_frozen(lo, LLVMGetOperand(n->inst, 0));
    LLVMTypeRef bytes = vector_type(lo, 8, n->layout->total / 8);
    if (wants_dense(lo->plan, n))
        take_dense(lo, n, LLVMBuildBitCast(lo->builder, bits, bytes, ""), out);
    else convert_from_value(lo->builder, n->layout, bits, out);
}

/* Those who count a mask's bits, of which there is no other user, get their number. */
static void give_count(lowerer *lo, const node *n, LLVMValueRef count)
{
    LLVMTypeRef type = LLVMTypeOf(n->inst);
    count = LLVMBuildIntCast2(lo->builder, count, type, false, "");
    for (LLVMUseRef use = LLVMGetFirstUse(n->inst); use; use = LLVMGetNextUse(use))
        LLVMReplaceAllUsesWith(LLVMGetUser(use), count);
    LLVMReplaceAllUsesWith(n->inst, LLVMConstNull(type));
}

static void lower_to_bits(lowerer *lo, const node *n)
{
    LLVMValueRef from = LLVMGetOperand(n->inst, 0);
    /* a mask: classify.c keeps it for those who count */
    bool counted = n->in->w > LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(from)));
    if (!counted) {
        LLVMReplaceAllUsesWith(n->inst,
                               convert_to_type(lo->builder, n->layout,
                                               carriers_of_operand(lo, n, 0), LLVMTypeOf(n->inst)));
        return;
    }
    const LLVMValueRef *a = carriers_of_operand_or_tops(lo, n, 0);
    bool tops = map_get(&lo->tops, from) != NULL;
    if (masks_can_count(lo->plan->view, n->in))
        give_count(lo, n, masks_count(lo->builder, n->in, a, tops));
    else LLVMReplaceAllUsesWith(n->inst, masks_gather(lo->builder, n->in, a, tops));
}

static void lower_store(lowerer *lo, const node *n)
{
    LLVMValueRef dense = map_get(&lo->dense, LLVMGetOperand(n->inst, 0));
    if (dense) memory_store_at(lo->builder, n->inst, 0, dense);
    else memory_store(lo->builder, n->layout, n->inst, carriers_of_operand(lo, n, 0));
}

/* ---- elements, reductions, shuffles ---- */

static void lower_extract(lowerer *lo, const node *n)
{
    site x = here(lo);
    LLVMReplaceAllUsesWith(n->inst, elements_extract(&x, n->in, carriers_of_operand(lo, n, 0),
                                                     LLVMGetOperand(n->inst, 1)));
}

static void lower_insert(lowerer *lo, const node *n, LLVMValueRef *out)
{
    site x = here(lo);
    LLVMValueRef field = carriers_frozen(lo, LLVMGetOperand(n->inst, 1)),
                 index = LLVMGetOperand(n->inst, 2);
    elements_insert(&x, n->in, carriers_of_operand(lo, n, 0), field, index, out);
    for (unsigned i = 0; i < n->layout->npieces && !LLVMIsAConstantInt(index); i++)
        out[i] = carriers_frozen(lo, out[i]); /* the index may be poison or too large */
}

/* Whether all fields that a compare is about are equal, or any are not: without the compare. NULL
 * for other tests. */
static LLVMValueRef test_of_equality(lowerer *lo, const node *n, bool all)
{
    const node *compare = nodes_lowered(lo->plan, LLVMGetOperand(n->inst, 0));
    if (!compare || compare->kind != NODE_COMPARE || compare->layout != n->in) return NULL;
    if (LLVMGetICmpPredicate(compare->inst) != (all ? LLVMIntEQ : LLVMIntNE)) return NULL;
    site x = here(lo);
    const LLVMValueRef *a = carriers_of_operand(lo, compare, 0),
                       *b = carriers_of_operand(lo, compare, 1);
    const piece *first = n->in->pieces;
    if (n->in->npieces == 1 && first->used == first->bits) {
        LLVMTypeRef whole = LLVMIntTypeInContext(lo->context, first->bits);
        LLVMValueRef left = LLVMBuildBitCast(lo->builder, a[0], whole, ""),
                     right = LLVMBuildBitCast(lo->builder, b[0], whole, "");
        return LLVMBuildICmp(lo->builder, all ? LLVMIntEQ : LLVMIntNE, left, right, "");
    }
    LLVMValueRef *differ = carriers_new(lo, n->in);
    for (unsigned i = 0; i < n->in->npieces; i++)
        differ[i] = LLVMBuildXor(lo->builder, a[i], b[i], "");
    LLVMValueRef any = elements_test(&x, false, n->in, differ);
    return all ? LLVMBuildNot(lo->builder, any, "") : any;
}

static void lower_reduce(lowerer *lo, const node *n)
{
    site x = here(lo);
    const char *pairwise = NULL;
    formula_reduction(n->inst, &pairwise);
    if (nodes_is_test(n->inst)) {
        bool all = strcmp(pairwise, "and") == 0;
        LLVMValueRef test = test_of_equality(lo, n, all);
        LLVMReplaceAllUsesWith(
            n->inst, test ? test : elements_test(&x, all, n->in, carriers_of_operand(lo, n, 0)));
        return;
    }
    LLVMReplaceAllUsesWith(
        n->inst, elements_reduce(&x, n->op, pairwise, n->in, carriers_of_operand(lo, n, 0)));
}

static void lower_shuffle(lowerer *lo, const node *n, LLVMValueRef *out)
{
    site x = here(lo);
    const LLVMValueRef *b = n->moves.second ? carriers_of_operand(lo, n, 1) : NULL;
    moves_apply(&x, &n->moves, n->in, carriers_of_operand(lo, n, 0), b, n->layout, out);
}

static void lower_compare_bits(lowerer *lo, const node *n, LLVMValueRef *out)
{
    site x = here(lo);
    masks_pack(&x, n->op, n->in, carriers_of_operand(lo, n, 0), carriers_of_operand(lo, n, 1),
               n->layout, out);
}

/* From fields of one width to fields of another. */
static void lower_recast(lowerer *lo, const node *n, LLVMValueRef *out)
{
    LLVMValueRef value = LLVMGetOperand(n->inst, 0);
    /* bits, if the value is a mask */
    const layout *from = layout_of(&lo->plan->layouts, LLVMTypeOf(value));
    const LLVMValueRef *a = carriers_of(lo, from, value);
    if (layout_same(from, n->layout)) {
        memcpy(out, a, n->layout->npieces * sizeof *out);
        return;
    }
    LLVMTypeRef bits = LLVMIntTypeInContext(lo->context, from->total);
    convert_from_value(lo->builder, n->layout, convert_to_type(lo->builder, from, a, bits), out);
}

void lower_node(lowerer *lo, const node *n)
{
    if (n->part) return;
    LLVMValueRef *out = carriers_new(lo, n->layout);
    LLVMPositionBuilderBefore(lo->builder, n->inst);
    switch (n->kind) {
    case NODE_BINARY:
    case NODE_CALL:
    case NODE_COMPARE:
    case NODE_SELECT_FIELDS: lower_computed(lo, n, out); break;
    case NODE_BY_NUMBERS: lower_by_numbers(lo, n, out); break;
    case NODE_COMPARE_BITS: lower_compare_bits(lo, n, out); break;
    case NODE_CAST: lower_cast(lo, n, out); break;
    case NODE_CAST_OUT: lower_cast_out(lo, n); break;
    case NODE_SELECT_OUT: lower_select_out(lo, n); break;
    case NODE_CAST_IN: lower_cast_in(lo, n, out); break;
    case NODE_TO_FLOAT: lower_to_float(lo, n); break;
    case NODE_FROM_FLOAT: lower_from_float(lo, n, out); break;
    case NODE_EXTRACT: lower_extract(lo, n); break;
    case NODE_INSERT: lower_insert(lo, n, out); break;
    case NODE_REDUCE: lower_reduce(lo, n); break;
    case NODE_SHUFFLE: lower_shuffle(lo, n, out); break;
    case NODE_SEXT:
        memcpy(out, carriers_of_operand(lo, n, 0), n->layout->npieces * sizeof *out);
        break;
    case NODE_ZEXT: lower_zext(lo, n, out); break;
    case NODE_SELECT: lower_select(lo, n, out); break;
    case NODE_PHI: lower_phi(lo, n, out); break;
    case NODE_FREEZE: lower_freeze(lo, n, out); break;
    case NODE_LOAD: lower_load(lo, n, out); break;
    case NODE_STORE: lower_store(lo, n); break;
    case NODE_FROM_BITS: lower_from_bits(lo, n, out); break;
    case NODE_TO_BITS: lower_to_bits(lo, n); break;
    case NODE_RECAST: lower_recast(lo, n, out); break;
    case NODE_LEFT: break;
    }
    map_put(n->from_top ? &lo->tops : &lo->carriers, n->inst, out);
}

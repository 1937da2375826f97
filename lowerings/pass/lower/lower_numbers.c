// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* lower_numbers.c - the code of nodes whose fields become numbers of whole bytes, or come from
 * them; lower_nodes.c calls it. Numbers that were made stay known, for nodes that take the value
 * so. */
#include "lower_numbers.h"

#include "casts.h"
#include "lower_carriers.h"
#include "lowerings/pass/base/convert.h"

static bool is_signed(LLVMOpcode opcode)
{
    return opcode == LLVMSExt || opcode == LLVMSIToFP;
}

/* The operand as numbers: a mask that is zero-extended becomes ones. */
static const LLVMValueRef *numbers(lowerer *lo, const node *n)
{
    const LLVMValueRef *a = carriers_of_operand(lo, n, 0);
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(n->inst, 0));
    bool is_mask = n->in->w > LLVMGetIntTypeWidth(LLVMGetElementType(type));
    if (!is_mask || LLVMGetInstructionOpcode(n->inst) != LLVMZExt) return a;
    LLVMValueRef *ones = carriers_new(lo, n->in);
    convert_splat(lo->context, n->in, 1, ones);
    for (unsigned i = 0; i < n->in->npieces; i++)
        ones[i] = LLVMBuildAnd(lo->builder, a[i], ones[i], "");
    return ones;
}

/* A vector of few enough fields, each shifted out of a copy of the whole: some processors have an
 * instruction that shifts every lane by an amount of its own. Element i is x >> i * w, cut to w
 * bits; or x shifted up so that its sign stands on top. */
static LLVMValueRef spread_by_shifts(lowerer *lo, const node *n, const LLVMValueRef *a, unsigned to,
                                     bool sign)
{
    LLVMValueRef amount[64], low[64], index[64];
    unsigned w = n->in->w, fields = n->in->n;
    LLVMTypeRef lane = LLVMIntTypeInContext(lo->context, to), vector = LLVMVectorType(lane, fields);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(lo->context);
    for (unsigned i = 0; i < fields; i++) {
        amount[i] = LLVMConstInt(lane, sign ? to - (i + 1) * w : i * w, 0);
        low[i] = LLVMConstInt(lane, sign ? to - w : (1U << w) - 1, 0);
        index[i] = LLVMConstInt(i32, 0, 0);
    }
    LLVMValueRef whole = LLVMBuildZExtOrBitCast(lo->builder, a[0], lane, ""),
                 none = LLVMGetPoison(vector);
    LLVMValueRef x = LLVMBuildInsertElement(lo->builder, none, whole, index[0], "");
    x = LLVMBuildShuffleVector(lo->builder, x, none, LLVMConstVector(index, fields), "");
    if (!sign) x = LLVMBuildLShr(lo->builder, x, LLVMConstVector(amount, fields), "");
    else x = LLVMBuildShl(lo->builder, x, LLVMConstVector(amount, fields), "");
    return sign ? LLVMBuildAShr(lo->builder, x, LLVMConstVector(low, fields), "")
                : LLVMBuildAnd(lo->builder, x, LLVMConstVector(low, fields), "");
}

static bool can_spread_by_shifts(const lowerer *lo, const node *n, unsigned to)
{
    const piece *p = n->in->pieces;
    return n->in->npieces == 1 && p->bits <= to && n->in->n <= 64 && (to == 32 || to == 64) &&
           n->in->n * to <= lo->plan->view->max_bits &&
           target_can(lo->plan->view, SHIFTS_EACH_32, 16);
}

/* Numbers of which the low w bits are right, with the bits above that are wanted. */
static LLVMValueRef extended(lowerer *lo, LLVMValueRef numbers, unsigned w, formula_extension as)
{
    LLVMTypeRef type = LLVMTypeOf(numbers);
    if (as == NUMBERS_UNSIGNED)
        return LLVMBuildAnd(lo->builder, numbers, convert_number(type, (UINT64_C(1) << w) - 1), "");
    if (as == NUMBERS_ANY) return numbers;
    LLVMValueRef above = convert_number(type, LLVMGetIntTypeWidth(LLVMGetElementType(type)) - w);
    return LLVMBuildAShr(lo->builder, LLVMBuildShl(lo->builder, numbers, above, ""), above, "");
}

/* The operand's fields as numbers of `to` bits, 8, 16, 32 or 64. */
static LLVMValueRef widened(lowerer *lo, const node *n, unsigned to, bool sign)
{
    site x = here(lo);
    LLVMValueRef known = map_get(&lo->numbers, LLVMGetOperand(n->inst, 0)),
                 bytes = map_get(&lo->dense, LLVMGetOperand(n->inst, 0)), fields;
    if (can_spread_by_shifts(lo, n, to)) return spread_by_shifts(lo, n, numbers(lo, n), to, sign);
    if (known) fields = extended(lo, known, n->in->w, sign ? NUMBERS_SIGNED : NUMBERS_UNSIGNED);
    else if (bytes) fields = casts_widen_bytes(&x, n->in->w, n->in->n, bytes, sign);
    else fields = casts_widen(&x, n->in, numbers(lo, n), sign);
    return casts_resize(&x, fields, to, sign);
}

static bool is_only_stored(const plan *p, LLVMValueRef value)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        const node *user = nodes_lowered(p, LLVMGetUser(use));
        if (!user || user->kind != NODE_STORE) return false;
    }
    return true;
}

/* Takes numbers of whole bytes, none of them poison. What is only stored is made as the bytes that
 * are. */
static void narrow(lowerer *lo, const node *n, LLVMValueRef value, LLVMValueRef *out)
{
    site x = here(lo);
    const layout *l = n->layout;
    value = casts_resize(&x, value, casts_lane(l->w), false);
    if (l->total % 8 == 0 && !casts_fill_registers(l) && is_only_stored(lo->plan, n->inst)) {
        LLVMValueRef bytes = convert_part(lo->builder, casts_narrow_bytes(&x, l->w, value), 0,
                                          l->total / 8);
        map_put(&lo->dense, n->inst, bytes);
        /* nobody's */
        for (unsigned i = 0; i < l->npieces; i++)
            out[i] = LLVMGetPoison(fields_carrier(lo->context, l->pieces[i].bits));
    } else {
        casts_narrow(&x, l, value, out);
    }
}

/* An operand's fields as numbers in bytes, words or doublewords. */
static LLVMValueRef operand_numbers(lowerer *lo, const node *n, unsigned i, formula_extension as)
{
    site x = here(lo);
    LLVMValueRef value = LLVMGetOperand(n->inst, i), known = map_get(&lo->numbers, value),
                 bytes = map_get(&lo->dense, value);
    if (known) return extended(lo, known, n->in->w, as);
    if (bytes) return casts_widen_bytes(&x, n->in->w, n->in->n, bytes, as == NUMBERS_SIGNED);
    return casts_widen(&x, n->in, carriers_of_operand(lo, n, i), as == NUMBERS_SIGNED);
}

static LLVMValueRef call_on_numbers(lowerer *lo, const node *n, formula_extension as)
{
    LLVMValueRef args[FORMULA_MAX_OPERANDS];
    unsigned count = LLVMGetNumArgOperands(n->inst);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef own = LLVMGetOperand(n->inst, i);
        args[i] = fields_small(LLVMTypeOf(own)) ? operand_numbers(lo, n, i, as) : own;
    }
    LLVMTypeRef type = LLVMTypeOf(args[0]);
    unsigned id = LLVMGetIntrinsicID(LLVMGetCalledValue(n->inst));
    LLVMValueRef callee = LLVMGetIntrinsicDeclaration(lo->plan->targets->module, id, &type, 1);
    return LLVMBuildCall2(lo->builder, LLVMGlobalGetValueType(callee), callee, args, count, "");
}

/* Amounts of shifts are cut, since no field's result may poison its neighbours. */
static LLVMValueRef operator_on_numbers(lowerer *lo, const node *n, formula_extension as)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(n->inst);
    bool shift = opcode == LLVMShl || opcode == LLVMLShr || opcode == LLVMAShr;
    LLVMValueRef a = operand_numbers(lo, n, 0, as),
                 b = operand_numbers(lo, n, 1, shift ? NUMBERS_UNSIGNED : as);
    if (shift)
        b = LLVMBuildAnd(lo->builder, b, convert_number(LLVMTypeOf(b), casts_lane(n->in->w) - 1),
                         "");
    return LLVMBuildBinOp(lo->builder, opcode, a, b, "");
}

void lower_by_numbers(lowerer *lo, const node *n, LLVMValueRef *out)
{
    formula_extension as = formula_numbers(n->inst);
    LLVMValueRef result = LLVMIsACallInst(n->inst) ? call_on_numbers(lo, n, as)
                                                   : operator_on_numbers(lo, n, as);
    map_put(&lo->numbers, n->inst, result);
    narrow(lo, n, result, out);
}

void lower_select_out(lowerer *lo, const node *n)
{
    site x = here(lo);
    LLVMTypeRef element = LLVMGetElementType(LLVMTypeOf(n->inst));
    LLVMTypeKind kind = LLVMGetTypeKind(element);
    unsigned bits = kind == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(element)
                    : kind == LLVMFloatTypeKind ? 32
                                                : 64;
    LLVMValueRef mask = casts_widen(&x, n->in, carriers_of_operand(lo, n, 0), true);
    if (bits > 8) mask = LLVMBuildSExt(lo->builder, mask, vector_type(lo, bits, n->in->n), "");
    mask = LLVMBuildICmp(lo->builder, LLVMIntSLT, mask, LLVMConstNull(LLVMTypeOf(mask)), "");
    LLVMReplaceAllUsesWith(n->inst, LLVMBuildSelect(lo->builder, mask, LLVMGetOperand(n->inst, 1),
                                                    LLVMGetOperand(n->inst, 2), ""));
}

void lower_cast_out(lowerer *lo, const node *n)
{
    unsigned to = LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(n->inst)));
    LLVMReplaceAllUsesWith(n->inst,
                           widened(lo, n, to, is_signed(LLVMGetInstructionOpcode(n->inst))));
}

void lower_to_float(lowerer *lo, const node *n)
{
    bool sign = is_signed(LLVMGetInstructionOpcode(n->inst));
    LLVMValueRef ints = widened(lo, n, 32, sign);
    LLVMReplaceAllUsesWith(n->inst, LLVMBuildSIToFP(lo->builder, ints, LLVMTypeOf(n->inst), ""));
}

void lower_cast(lowerer *lo, const node *n, LLVMValueRef *out)
{
    site x = here(lo);
    bool sign = is_signed(LLVMGetInstructionOpcode(n->inst));
    if (casts_direct(n->in->w, n->layout->w))
        casts_apply(&x, n->in, numbers(lo, n), sign, n->layout, out);
    else narrow(lo, n, widened(lo, n, casts_lane(n->layout->w), sign), out);
}

void lower_cast_in(lowerer *lo, const node *n, LLVMValueRef *out)
{
    narrow(lo, n, carriers_frozen(lo, LLVMGetOperand(n->inst, 0)), out);
}

void lower_from_float(lowerer *lo, const node *n, LLVMValueRef *out)
{
    LLVMTypeRef type = vector_type(lo, 32, n->layout->n);
    LLVMValueRef ints = LLVMBuildFPToSI(lo->builder, LLVMGetOperand(n->inst, 0), type, "");
    narrow(lo, n, carriers_frozen(lo, ints), out);
}

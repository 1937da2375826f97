// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irconst.c - constants of integers, of floating-point numbers and of vectors of these, lane by
 * lane, and the few constant expressions that are no addresses. */
#include "irconst.h"

static term read_int(ir_reader *r, LLVMValueRef constant, unsigned bits)
{
    uint64_t limbs[TERM_LIMBS_MAX] = {0};
    LLVMTypeRef type = LLVMTypeOf(constant), i64 = LLVMInt64TypeInContext(r->context);
    for (unsigned at = 0; at < bits; at += 64) {
        LLVMValueRef down = LLVMBuildLShr(r->folder, constant, LLVMConstInt(type, at, false), "");
        LLVMValueRef word = bits > 64 ? LLVMBuildTrunc(r->folder, down, i64, "") : down;
        limbs[at / 64] = LLVMConstIntGetZExtValue(word);
    }
    return term_mk_const(r->c, limbs, bits);
}

static bool is_expression(LLVMValueRef k, LLVMOpcode opcode)
{
    return LLVMIsAConstantExpr(k) && LLVMGetConstOpcode(k) == opcode;
}

/* One lane of a constant that is an expression itself. */
static bool read_constant_lane(ir_reader *r, LLVMValueRef k, term *value, term *poison)
{
    ir_value from;
    LLVMValueRef index = LLVMGetOperand(k, 1);
    if (!LLVMIsAConstantInt(index)) return ir_refuse(r, k, "a constant that is not modelled");
    if (!ir_read_value(r, LLVMGetOperand(k, 0), &from)) return false;
    unsigned long long lane = LLVMConstIntGetZExtValue(index);
    if (lane >= from.shape.lanes) return ir_refuse(r, k, "a constant that is not modelled");
    *value = ir_lane(r->c, &from, (unsigned)lane);
    *poison = ir_lane_poison(r->c, &from, (unsigned)lane);
    return true;
}

/* One lane of a constant. */
static bool read_scalar_constant(ir_reader *r, LLVMValueRef k, unsigned bits, term *value,
                                 term *poison)
{
    bool is_poison = LLVMIsPoison(k);
    if (is_expression(k, LLVMExtractElement)) return read_constant_lane(r, k, value, poison);
    if (LLVMIsAConstantFP(k)) k = LLVMConstBitCast(k, LLVMIntTypeInContext(r->context, bits));
    if (!is_poison && LLVMIsUndef(k) && r->undefined)
        return r->undefined(r->owner, bits, value, poison);
    if (!is_poison && !LLVMIsAConstantInt(k))
        return ir_refuse(r, k, "a constant that is not modelled");
    *value = is_poison ? term_mk_u64(r->c, 0, bits) : read_int(r, k, bits);
    *poison = is_poison ? term_mk_ones(r->c, bits) : term_mk_u64(r->c, 0, bits);
    return true;
}

static bool read_null_pointer(ir_reader *r, ir_value *out)
{
    out->bits = out->poison = term_mk_u64(r->c, 0, 64);
    return true;
}

/* The low bits of each lane of a constant. */
static bool read_constant_trunc(ir_reader *r, LLVMValueRef k, ir_value *out)
{
    ir_value from;
    term lane[TERM_WIDTH_MAX];
    if (!ir_read_value(r, LLVMGetOperand(k, 0), &from)) return false;
    for (unsigned i = 0; i < out->shape.lanes; i++)
        lane[i] = term_mk_extract(r->c, out->shape.bits - 1, 0, ir_lane(r->c, &from, i));
    out->bits = term_mk_concat_n(r->c, lane, out->shape.lanes);
    out->poison = ir_spread_poison(r->c, from.poison, from.shape, out->shape);
    return true;
}

static bool read_constant(ir_reader *r, LLVMValueRef k, ir_value *out)
{
    term value[TERM_WIDTH_MAX], poison[TERM_WIDTH_MAX];
    bool is_vector = LLVMGetTypeKind(LLVMTypeOf(k)) == LLVMVectorTypeKind;
    if (!ir_shape_of(LLVMTypeOf(k), &out->shape))
        return ir_refuse(r, k, "a constant of a type that is not modelled");
    if (LLVMIsAConstantPointerNull(k)) return read_null_pointer(r, out);
    if (is_expression(k, LLVMTrunc)) return read_constant_trunc(r, k, out);
    if (is_expression(k, LLVMBitCast)) {
        ir_value from;
        if (!ir_read_value(r, LLVMGetOperand(k, 0), &from)) return false;
        *out = ir_cast(r->c, &from, out->shape);
        return true;
    }
    for (unsigned i = 0; i < out->shape.lanes; i++) {
        LLVMValueRef lane = is_vector ? LLVMGetAggregateElement(k, i) : k;
        if (!lane) return ir_refuse(r, k, "a constant that is not modelled");
        if (!read_scalar_constant(r, lane, out->shape.bits, &value[i], &poison[i])) return false;
    }
    out->bits = term_mk_concat_n(r->c, value, out->shape.lanes);
    out->poison = term_mk_concat_n(r->c, poison, out->shape.lanes);
    return true;
}

static bool is_address(LLVMValueRef v)
{
    if (LLVMIsAGlobalValue(v)) return true;
    return LLVMIsAConstantExpr(v) && !is_expression(v, LLVMBitCast) &&
           !is_expression(v, LLVMExtractElement) && !is_expression(v, LLVMTrunc);
}

bool ir_read_value(ir_reader *r, LLVMValueRef v, ir_value *out)
{
    out->frozen = TERM_NONE;
    if (ir_is_scalable(LLVMTypeOf(v)))
        return ir_refuse(r, v, "a scalable vector is not modelled here");
    return LLVMIsConstant(v) && !is_address(v) ? read_constant(r, v, out)
                                               : r->find(r->owner, v, out);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irreader.c - see irreader.h. Called by irinsn.c, irfp.c, irterm.c and verify/refine/. */
#include "irreader.h"

#include "irfloat.h"

bool ir_refuse(ir_reader *r, LLVMValueRef where, const char *why)
{
    if (r->why) return false;
    r->why = why;
    r->where = where;
    return false;
}

bool ir_shape_of(LLVMTypeRef type, ir_shape *out)
{
    *out = (ir_shape){1, 0};
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) {
        out->lanes = LLVMGetVectorSize(type);
        type = LLVMGetElementType(type);
    } else if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) {
        out->bits = 64;
        return true;
    }
    float_format f;
    bool is_float = float_format_of(type, &f);
    if (!is_float && LLVMGetTypeKind(type) != LLVMIntegerTypeKind) return false;
    out->bits = is_float ? f.bits : LLVMGetIntTypeWidth(type);
    return out->bits <= TERM_WIDTH_MAX && out->lanes <= TERM_WIDTH_MAX / out->bits;
}

bool ir_is_scalable(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMScalableVectorTypeKind;
}

unsigned ir_shape_bits(ir_shape s) { return s.lanes * s.bits; }

term ir_no_poison(term_ctx *c, ir_shape s) { return term_mk_u64(c, 0, ir_shape_bits(s)); }

term ir_lane_poison(term_ctx *c, const ir_value *v, unsigned lane)
{
    return ir_lane(c, &(ir_value){v->shape, v->poison, v->poison, TERM_NONE}, lane);
}

term ir_poison_when(term_ctx *c, term flag, unsigned bits)
{
    return term_mk_ite(c, flag, term_mk_ones(c, bits), term_mk_u64(c, 0, bits));
}

ir_value ir_cast(term_ctx *c, const ir_value *v, ir_shape to)
{
    return (ir_value){to, v->bits, ir_spread_poison(c, v->poison, v->shape, to), TERM_NONE};
}

term ir_either_poison(term_ctx *c, const ir_value *a, const ir_value *b)
{
    return term_mk_binary(c, TERM_BVOR, a->poison, b->poison);
}

void ir_read_frozen(term_ctx *c, ir_value *v)
{
    if (v->frozen == TERM_NONE) return;
    term kept = term_mk_binary(c, TERM_BVAND, v->bits, term_mk_unary(c, TERM_BVNOT, v->poison));
    term any = term_mk_binary(c, TERM_BVAND, v->frozen, v->poison);
    v->bits = term_mk_binary(c, TERM_BVOR, kept, any);
    v->poison = ir_no_poison(c, v->shape);
    v->frozen = TERM_NONE;
}

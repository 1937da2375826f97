// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irflags.c - flags of instructions (nuw, nsw, exact, disjoint, nneg), and amounts of shifts. */
#include "irflags.h"

#include "irmake.h"

bool ir_has_flag(LLVMValueRef insn)
{
    switch (LLVMGetInstructionOpcode(insn)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
    case LLVMTrunc: return LLVMGetNUW(insn) || LLVMGetNSW(insn);
    case LLVMLShr:
    case LLVMAShr:
    case LLVMUDiv:
    case LLVMSDiv: return LLVMGetExact(insn);
    case LLVMOr: return LLVMGetIsDisjoint(insn);
    case LLVMZExt:
    case LLVMUIToFP: return LLVMGetNNeg(insn);
    default: return false;
    }
}

term ir_overflows(term_ctx *c, term_op op, term_op extension, term a, term b)
{
    unsigned bits = term_width(c, a), wide = op == TERM_BVMUL ? 2 * bits : bits + 1;
    term exact = op2(c, op, extended(c, extension, a, wide), extended(c, extension, b, wide));
    return not(c, equal(c, exact, extended(c, extension, op2(c, op, a, b), wide)));
}

static term shift_loses(term_ctx *c, term_op back, term_op op, term a, term b)
{
    return not(c, equal(c, op2(c, back, op2(c, op, a, b), b), a));
}

/* Where a lane of a binary operator breaks a promise of its flags. */
static term broken_lane(ir_reader *r, LLVMValueRef insn, term_op op, term a, term b)
{
    term_ctx *c = r->c;
    term broken = term_mk_bool(c, false);
    switch (op) {
    case TERM_BVADD:
    case TERM_BVSUB:
    case TERM_BVMUL:
        if (LLVMGetNUW(insn)) broken = ir_overflows(c, op, TERM_ZERO_EXTEND, a, b);
        if (LLVMGetNSW(insn))
            broken = op2(c, TERM_OR, broken, ir_overflows(c, op, TERM_SIGN_EXTEND, a, b));
        return broken;
    case TERM_BVSHL:
        if (LLVMGetNUW(insn)) broken = shift_loses(c, TERM_BVLSHR, op, a, b);
        if (LLVMGetNSW(insn))
            broken = op2(c, TERM_OR, broken, shift_loses(c, TERM_BVASHR, op, a, b));
        return broken;
    case TERM_BVLSHR:
    case TERM_BVASHR: return shift_loses(c, TERM_BVSHL, op, a, b);
    case TERM_BVOR: return not(c, is_zero(c, op2(c, TERM_BVAND, a, b)));
    case TERM_BVUDIV: return not(c, is_zero(c, op2(c, TERM_BVUREM, a, b)));
    case TERM_BVSDIV: return not(c, is_zero(c, op2(c, TERM_BVSREM, a, b)));
    default: require(false, "the operator has flags"); return broken;
    }
}

void ir_break_flags(ir_reader *r, LLVMValueRef insn, term_op op, const ir_value *in, ir_value *out)
{
    term lane[TERM_WIDTH_MAX];
    if (!ir_has_flag(insn)) return;
    for (unsigned i = 0; i < out->shape.lanes; i++) {
        term broken = broken_lane(r, insn, op, ir_lane(r->c, &in[0], i), ir_lane(r->c, &in[1], i));
        lane[i] = ir_poison_when(r->c, broken, out->shape.bits);
    }
    out->poison = op2(r->c, TERM_BVOR, out->poison, term_mk_concat_n(r->c, lane, out->shape.lanes));
}

term ir_too_far(term_ctx *c, const ir_value *amount, ir_shape shape)
{
    term lane[TERM_WIDTH_MAX];
    unsigned bits = shape.bits;
    if (bits == 1) return amount->bits;
    term none = num(c, 0, bits), all = term_mk_ones(c, bits), limit = num(c, bits, bits);
    for (unsigned i = 0; i < shape.lanes; i++) {
        term in_range = op2(c, TERM_BVULT, ir_lane(c, amount, i), limit);
        lane[i] = term_mk_ite(c, in_range, none, all);
    }
    return term_mk_concat_n(c, lane, shape.lanes);
}

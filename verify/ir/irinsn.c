// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irinsn.c - LLVM's instructions on integers and vectors of integers, one function a kind, in one
 * table. Others have files of their own: irlane.c lanes by number, ircall.c intrinsics,
 * irscalable.c those on scalable vectors, irconst.c constants, irflags.c flags, irfloat.c and
 * irfp.c floating-point numbers.
 *
 * Every value is a pair of terms: its bits, and its poison lane by lane. An instruction is poison
 * in the lanes whose operands are, and where a flag (nuw, nsw, exact, disjoint, nneg) is broken or
 * a shift goes too far. Division by zero, and the quotient that overflows, have no behaviour at
 * all: they are in r->trap. Whatever is not in the table is refused with the instruction.
 *
 * Source: LLVM Language Reference, version 19. Called by irterm.c and tvrun.c. */
#include "irinsn.h"

#include "ircall.h"
#include "irflags.h"
#include "irfloat.h"
#include "irfp.h"
#include "irintrin.h"
#include "irlane.h"
#include "irmake.h"
#include "irscalable.h"

/* ---- arithmetic ---- */

static bool read_lanes(ir_reader *r, LLVMValueRef insn, const ir_rule *k, const ir_value *in,
                       ir_value *out)
{
    (void)insn;
    term lane[TERM_WIDTH_MAX];
    for (unsigned i = 0; i < out->shape.lanes; i++)
        lane[i] = term_mk_binary(r->c, k->op, ir_lane(r->c, &in[0], i), ir_lane(r->c, &in[1], i));
    out->bits = term_mk_concat_n(r->c, lane, out->shape.lanes);
    out->poison = ir_either_poison(r->c, &in[0], &in[1]);
    return true;
}

static bool read_binary(ir_reader *r, LLVMValueRef insn, const ir_rule *k, const ir_value *in,
                        ir_value *out)
{
    read_lanes(r, insn, k, in, out);
    ir_break_flags(r, insn, k->op, in, out);
    return true;
}

static bool read_shift(ir_reader *r, LLVMValueRef insn, const ir_rule *k, const ir_value *in,
                       ir_value *out)
{
    read_lanes(r, insn, k, in, out);
    out->poison = op2(r->c, TERM_BVOR, out->poison, ir_too_far(r->c, &in[1], out->shape));
    ir_break_flags(r, insn, k->op, in, out);
    return true;
}

static void add_trap(ir_reader *r, term when) { r->trap = op2(r->c, TERM_OR, r->trap, when); }

/* Undefined: a divisor that is zero or poison; the least number, or poison, divided by -1. */
static bool read_division(ir_reader *r, LLVMValueRef insn, const ir_rule *k, const ir_value *in,
                          ir_value *out)
{
    term_ctx *c = r->c;
    bool is_signed = k->op == TERM_BVSDIV || k->op == TERM_BVSREM;
    unsigned bits = out->shape.bits;
    for (unsigned i = 0; i < out->shape.lanes; i++) {
        term a = ir_lane(c, &in[0], i), b = ir_lane(c, &in[1], i);
        term no_number = op2(c, TERM_OR, equal(c, a, least(c, bits)),
                             not(c, is_zero(c, ir_lane_poison(c, &in[0], i))));
        add_trap(r,
                 op2(c, TERM_OR, is_zero(c, b), not(c, is_zero(c, ir_lane_poison(c, &in[1], i)))));
        if (is_signed) add_trap(r, op2(c, TERM_AND, equal(c, b, term_mk_ones(c, bits)), no_number));
    }
    return read_binary(r, insn, k, in, out);
}

/* ---- compares and choices ---- */

typedef struct relation {
    LLVMIntPredicate predicate;
    term_op op;
    bool swapped, negated;
} relation;

static const relation relations[] = {
    {LLVMIntEQ, TERM_EQ, false, false},     {LLVMIntNE, TERM_EQ, false, true},
    {LLVMIntUGT, TERM_BVULT, true, false},  {LLVMIntUGE, TERM_BVULE, true, false},
    {LLVMIntULT, TERM_BVULT, false, false}, {LLVMIntULE, TERM_BVULE, false, false},
    {LLVMIntSGT, TERM_BVSLT, true, false},  {LLVMIntSGE, TERM_BVSLE, true, false},
    {LLVMIntSLT, TERM_BVSLT, false, false}, {LLVMIntSLE, TERM_BVSLE, false, false}};

static const relation *find_relation(LLVMIntPredicate p)
{
    size_t i = 0;
    while (i < sizeof relations / sizeof *relations - 1 && relations[i].predicate != p) i++;
    return &relations[i];
}

static bool read_icmp(ir_reader *r, LLVMValueRef insn, const ir_rule *k, const ir_value *in,
                      ir_value *out)
{
    (void)k;
    term lane[TERM_WIDTH_MAX];
    const relation *rel = find_relation(LLVMGetICmpPredicate(insn));
    for (unsigned i = 0; i < out->shape.lanes; i++) {
        term a = ir_lane(r->c, &in[rel->swapped], i), b = ir_lane(r->c, &in[!rel->swapped], i);
        term holds = op2(r->c, rel->op, a, b);
        lane[i] = term_mk_ite(r->c, holds, num(r->c, !rel->negated, 1), num(r->c, rel->negated, 1));
    }
    out->bits = term_mk_concat_n(r->c, lane, out->shape.lanes);
    out->poison = ir_spread_poison(r->c, ir_either_poison(r->c, &in[0], &in[1]), in[0].shape,
                                   out->shape);
    return true;
}

/* A lane of the condition, which may be one for all lanes, as a Bool. */
static term condition_lane(ir_reader *r, const ir_value *condition, term of, unsigned lane)
{
    unsigned bit = condition->shape.lanes == 1 ? 0 : lane;
    return equal(r->c, term_mk_extract(r->c, bit, bit, of), num(r->c, 1, 1));
}

static bool read_select(ir_reader *r, LLVMValueRef insn, const ir_rule *k, const ir_value *in,
                        ir_value *out)
{
    (void)insn, (void)k;
    term value[TERM_WIDTH_MAX], poison[TERM_WIDTH_MAX];
    term all = term_mk_ones(r->c, out->shape.bits);
    for (unsigned i = 0; i < out->shape.lanes; i++) {
        term chosen = condition_lane(r, &in[0], in[0].bits, i),
             lost = condition_lane(r, &in[0], in[0].poison, i);
        value[i] = term_mk_ite(r->c, chosen, ir_lane(r->c, &in[1], i), ir_lane(r->c, &in[2], i));
        poison[i] = term_mk_ite(r->c, chosen, ir_lane_poison(r->c, &in[1], i),
                                ir_lane_poison(r->c, &in[2], i));
        poison[i] = term_mk_ite(r->c, lost, all, poison[i]);
    }
    out->bits = term_mk_concat_n(r->c, value, out->shape.lanes);
    out->poison = term_mk_concat_n(r->c, poison, out->shape.lanes);
    return irfp_apply_flags(r, insn, out);
}

/* ---- conversions ---- */

/* The low bits of what was shifted down by a constant are its higher bits; so written, an
 * operation's high half is read as the same term. */
static term truncate_lane(ir_reader *r, term lane, unsigned bits)
{
    unsigned low = 0;
    if (term_get_op(r->c, lane) == TERM_BVLSHR && term_is_const(r->c, term_arg(r->c, lane, 1))) {
        uint64_t by = term_limbs(r->c, term_arg(r->c, lane, 1))[0];
        if (by + bits <= term_width(r->c, lane)) {
            low = (unsigned)by;
            lane = term_arg(r->c, lane, 0);
        }
    }
    return term_mk_extract(r->c, low + bits - 1, low, lane);
}

static term resize_lane(ir_reader *r, term_op op, term lane, unsigned bits)
{
    if (op == TERM_EXTRACT) return truncate_lane(r, lane, bits);
    return term_mk_extend(r->c, op, bits - term_width(r->c, lane), lane);
}

static term broken_resize(ir_reader *r, LLVMValueRef insn, const ir_rule *k, term from, term to)
{
    term_ctx *c = r->c;
    unsigned bits = term_width(c, from);
    term broken = term_mk_bool(c, false);
    if (k->op == TERM_ZERO_EXTEND) return is_negative(c, from);
    if (LLVMGetNUW(insn)) broken = not(c, equal(c, extended(c, TERM_ZERO_EXTEND, to, bits), from));
    if (!LLVMGetNSW(insn)) return broken;
    return op2(c, TERM_OR, broken, not(c, equal(c, extended(c, TERM_SIGN_EXTEND, to, bits), from)));
}

static bool read_resize(ir_reader *r, LLVMValueRef insn, const ir_rule *k, const ir_value *in,
                        ir_value *out)
{
    term lane[TERM_WIDTH_MAX], broken[TERM_WIDTH_MAX];
    bool flags = ir_has_flag(insn);
    for (unsigned i = 0; i < out->shape.lanes; i++) {
        term from = ir_lane(r->c, &in[0], i);
        lane[i] = resize_lane(r, k->op, from, out->shape.bits);
        if (flags)
            broken[i] = ir_poison_when(r->c, broken_resize(r, insn, k, from, lane[i]),
                                       out->shape.bits);
    }
    out->bits = term_mk_concat_n(r->c, lane, out->shape.lanes);
    out->poison = ir_spread_poison(r->c, in[0].poison, in[0].shape, out->shape);
    if (flags)
        out->poison = op2(r->c, TERM_BVOR, out->poison,
                          term_mk_concat_n(r->c, broken, out->shape.lanes));
    return true;
}

static float_format format_of_lanes(LLVMTypeRef type)
{
    float_format f;
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) type = LLVMGetElementType(type);
    return float_format_of(type, &f) ? f : (float_format){0};
}

/* A float that is poison is so in all its bits. */
static bool read_to_float(ir_reader *r, LLVMValueRef insn, const ir_rule *k, const ir_value *in,
                          ir_value *out)
{
    term lane[TERM_WIDTH_MAX], broken[TERM_WIDTH_MAX];
    float_format f = format_of_lanes(LLVMTypeOf(insn));
    if (!f.bits || !float_holds(&f, in[0].shape.bits))
        return ir_refuse(r, insn, "an integer that the floating-point format may not hold");
    for (unsigned i = 0; i < out->shape.lanes; i++) {
        term from = ir_lane(r->c, &in[0], i),
             bad = ir_has_flag(insn) ? is_negative(r->c, from) : term_mk_bool(r->c, false);
        lane[i] = float_from_integer(r->c, &f, from, k->opcode == LLVMSIToFP);
        broken[i] = ir_poison_when(r->c, bad, out->shape.bits);
    }
    out->bits = term_mk_concat_n(r->c, lane, out->shape.lanes);
    out->poison = op2(r->c, TERM_BVOR,
                      ir_spread_poison(r->c, in[0].poison, in[0].shape, out->shape),
                      term_mk_concat_n(r->c, broken, out->shape.lanes));
    return true;
}

/* A lane that has no such integer is poison. */
static bool read_from_float(ir_reader *r, LLVMValueRef insn, const ir_rule *k, const ir_value *in,
                            ir_value *out)
{
    term lane[TERM_WIDTH_MAX], broken[TERM_WIDTH_MAX], fits;
    float_format f = format_of_lanes(LLVMTypeOf(LLVMGetOperand(insn, 0)));
    if (!f.bits || !float_holds(&f, out->shape.bits))
        return ir_refuse(r, insn, "an integer that the floating-point format may not hold");
    for (unsigned i = 0; i < out->shape.lanes; i++) {
        lane[i] = float_to_integer(r->c, &f, ir_lane(r->c, &in[0], i), out->shape.bits,
                                   k->opcode == LLVMFPToSI, &fits);
        broken[i] = ir_poison_when(r->c, not(r->c, fits), out->shape.bits);
    }
    out->bits = term_mk_concat_n(r->c, lane, out->shape.lanes);
    out->poison = op2(r->c, TERM_BVOR,
                      ir_spread_poison(r->c, in[0].poison, in[0].shape, out->shape),
                      term_mk_concat_n(r->c, broken, out->shape.lanes));
    return true;
}

/* ---- floating-point numbers ---- */

/* Whether all that is asked of a number is which integer it is: then it does not matter which of
 * all NaNs it may be. */
static bool becomes_integers(LLVMValueRef insn)
{
    for (LLVMUseRef u = LLVMGetFirstUse(insn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        LLVMOpcode kind = LLVMIsAInstruction(user) ? LLVMGetInstructionOpcode(user) : LLVMRet;
        if (kind != LLVMFPToUI && kind != LLVMFPToSI) return false;
    }
    return true;
}

static bool read_float(ir_reader *r, LLVMValueRef insn, const ir_rule *k, const ir_value *in,
                       ir_value *out)
{
    return irfp_read_operation(r, insn, in, k->operands, out);
}

static bool read_fcmp(ir_reader *r, LLVMValueRef insn, const ir_rule *k, const ir_value *in,
                      ir_value *out)
{
    (void)k;
    return irfp_read_fcmp(r, insn, in, out);
}

/* A quotient that becomes an integer is computed; of others no more is known than of other
 * arithmetic. */
static bool read_float_division(ir_reader *r, LLVMValueRef insn, const ir_rule *k,
                                const ir_value *in, ir_value *out)
{
    term lane[TERM_WIDTH_MAX];
    float_format f = format_of_lanes(LLVMTypeOf(insn));
    bool exact = f.bits && float_can_divide(&f) && LLVMGetFastMathFlags(insn) == LLVMFastMathNone &&
                 !irfp_rounds_to_zero(insn);
    if (!exact || !becomes_integers(insn)) return read_float(r, insn, k, in, out);
    for (unsigned i = 0; i < out->shape.lanes; i++)
        lane[i] = float_divide(r->c, &f, ir_lane(r->c, &in[0], i), ir_lane(r->c, &in[1], i));
    out->bits = term_mk_concat_n(r->c, lane, out->shape.lanes);
    out->poison = op2(r->c, TERM_BVOR,
                      ir_spread_poison(r->c, in[0].poison, in[0].shape, out->shape),
                      ir_spread_poison(r->c, in[1].poison, in[1].shape, out->shape));
    return true;
}

/* ---- the same bits ---- */

static bool read_bitcast(ir_reader *r, LLVMValueRef insn, const ir_rule *k, const ir_value *in,
                         ir_value *out)
{
    (void)insn, (void)k;
    ir_shape to = out->shape;
    *out = in[0].frozen ? in[0] : ir_cast(r->c, &in[0], to);
    out->shape = to;
    return true;
}

static bool read_freeze(ir_reader *r, LLVMValueRef insn, const ir_rule *k, const ir_value *in,
                        ir_value *out)
{
    (void)k;
    *out = in[0];
    bool defined = !r->undefined && in[0].poison == ir_no_poison(r->c, in[0].shape);
    if (in[0].frozen || defined) return true;
    if (r->freeze) return r->freeze(r->owner, &in[0], out);
    return ir_refuse(r, insn, "a freeze of what may be poison is not modelled");
}

/* ---- the table ---- */

static const ir_rule rules[] = {
    {LLVMAdd, 2, read_binary, TERM_BVADD},
    {LLVMSub, 2, read_binary, TERM_BVSUB},
    {LLVMMul, 2, read_binary, TERM_BVMUL},
    {LLVMUDiv, 2, read_division, TERM_BVUDIV},
    {LLVMSDiv, 2, read_division, TERM_BVSDIV},
    {LLVMURem, 2, read_division, TERM_BVUREM},
    {LLVMSRem, 2, read_division, TERM_BVSREM},
    {LLVMAnd, 2, read_binary, TERM_BVAND},
    {LLVMOr, 2, read_binary, TERM_BVOR},
    {LLVMXor, 2, read_binary, TERM_BVXOR},
    {LLVMShl, 2, read_shift, TERM_BVSHL},
    {LLVMLShr, 2, read_shift, TERM_BVLSHR},
    {LLVMAShr, 2, read_shift, TERM_BVASHR},
    {LLVMZExt, 1, read_resize, TERM_ZERO_EXTEND},
    {LLVMSExt, 1, read_resize, TERM_SIGN_EXTEND},
    {LLVMTrunc, 1, read_resize, TERM_EXTRACT},
    {LLVMBitCast, 1, read_bitcast, TERM_OP_COUNT},
    {LLVMUIToFP, 1, read_to_float, TERM_OP_COUNT},
    {LLVMSIToFP, 1, read_to_float, TERM_OP_COUNT},
    {LLVMFPToUI, 1, read_from_float, TERM_OP_COUNT},
    {LLVMFPToSI, 1, read_from_float, TERM_OP_COUNT},
    {LLVMFAdd, 2, read_float, TERM_OP_COUNT},
    {LLVMFSub, 2, read_float, TERM_OP_COUNT},
    {LLVMFMul, 2, read_float, TERM_OP_COUNT},
    {LLVMFDiv, 2, read_float_division, TERM_OP_COUNT},
    {LLVMFRem, 2, read_float, TERM_OP_COUNT},
    {LLVMFNeg, 1, read_float, TERM_OP_COUNT},
    {LLVMFPTrunc, 1, read_float, TERM_OP_COUNT},
    {LLVMFPExt, 1, read_float, TERM_OP_COUNT},
    {LLVMFCmp, 2, read_fcmp, TERM_OP_COUNT},
    {LLVMFreeze, 1, read_freeze, TERM_OP_COUNT},
    {LLVMICmp, 2, read_icmp, TERM_OP_COUNT},
    {LLVMSelect, 3, read_select, TERM_OP_COUNT},
    {LLVMExtractElement, 2, ir_read_extractelement, TERM_OP_COUNT},
    {LLVMInsertElement, 3, ir_read_insertelement, TERM_OP_COUNT},
    {LLVMShuffleVector, 2, ir_read_shufflevector, TERM_OP_COUNT},
    {LLVMExtractValue, 0, ir_read_extractvalue, TERM_OP_COUNT},
    {LLVMCall, 0, ir_read_call, TERM_OP_COUNT},
};

static const ir_rule *find_rule(LLVMOpcode opcode)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].opcode == opcode) return &rules[i];
    return NULL;
}

bool ir_is_computed(LLVMValueRef insn)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(insn);
    const char *name = opcode == LLVMCall ? ir_callee_name(insn) : NULL;
    if (irscalable_is_call(insn)) return true;
    return opcode == LLVMCall ? name && (irintrin_is_known(name) || irfp_is_known(name))
                              : find_rule(opcode) != NULL;
}

bool ir_read_insn(ir_reader *r, LLVMValueRef insn, ir_value *out)
{
    ir_value in[3];
    const ir_rule *k = find_rule(LLVMGetInstructionOpcode(insn));
    if (irscalable_is_call(insn)) return irscalable_read(r, insn, out);
    r->trap = term_mk_bool(r->c, false);
    if (!k) return ir_refuse(r, insn, "an instruction that is not known here");
    if (!ir_shape_of(LLVMTypeOf(insn), &out->shape))
        return ir_refuse(r, insn, "a type that is not modelled");
    out->frozen = TERM_NONE;
    for (unsigned i = 0; i < k->operands; i++) {
        if (!ir_read_value(r, LLVMGetOperand(insn, i), &in[i])) return false;
        if (k->read != read_bitcast && k->read != read_freeze) ir_read_frozen(r->c, &in[i]);
    }
    return k->read(r, insn, k, in, out);
}

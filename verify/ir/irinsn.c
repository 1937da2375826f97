// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irinsn.c - LLVM's instructions on integers and vectors of integers, one function a kind, in one
 * table; of those on floating-point numbers the conversions and quotients (irfloat.c); other
 * arithmetic is in irfp.c.
 *
 * Every value is a pair of terms: its bits, and its poison lane by lane. An instruction is poison
 * in the lanes whose operands are, and where a flag (nuw, nsw, exact, disjoint, nneg) is broken or
 * a shift goes too far. Division by zero, and the quotient that overflows, have no behaviour at
 * all: they are in r->trap. Whatever is not in the table is refused with the instruction.
 *
 * Source: LLVM Language Reference, version 19. Called by irterm.c and tvrun.c. */
#include "irinsn.h"

#include <string.h>

#include "irfloat.h"
#include "irfp.h"

/* ---- constants ---- */

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
    return LLVMIsConstant(v) && !is_address(v) ? read_constant(r, v, out)
                                               : r->find(r->owner, v, out);
}

/* ---- small words ---- */

static term op2(term_ctx *c, term_op op, term a, term b) { return term_mk_binary(c, op, a, b); }
static term equal(term_ctx *c, term a, term b) { return op2(c, TERM_EQ, a, b); }
static term not(term_ctx *c, term a) { return term_mk_unary(c, TERM_NOT, a); }
static term num(term_ctx *c, uint64_t value, unsigned bits) { return term_mk_u64(c, value, bits); }
static term resized(term_ctx *c, term_op op, term a, unsigned bits)
{
    return term_mk_extend(c, op, bits - term_width(c, a), a);
}

static term is_negative(term_ctx *c, term a)
{
    unsigned top = term_width(c, a) - 1;
    return equal(c, term_mk_extract(c, top, top, a), num(c, 1, 1));
}

static term is_zero(term_ctx *c, term a) { return equal(c, a, num(c, 0, term_width(c, a))); }

static term least(term_ctx *c, unsigned bits)
{
    return op2(c, TERM_BVSHL, num(c, 1, bits), num(c, bits - 1, bits));
}

/* ---- flags ---- */

bool ir_has_flag(LLVMValueRef insn)
{
    switch (LLVMGetInstructionOpcode(insn)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
    case LLVMTrunc: return LLVMGetNUW(insn) || LLVMGetNSW(insn);
    case LLVMLShr: case LLVMAShr: case LLVMUDiv: case LLVMSDiv: return LLVMGetExact(insn);
    case LLVMOr: return LLVMGetIsDisjoint(insn);
    case LLVMZExt: case LLVMUIToFP: return LLVMGetNNeg(insn);
    default: return false;
    }
}

/* Whether the sum, difference or product of extended numbers is not the extended result. */
static term overflows(term_ctx *c, term_op op, term_op extension, term a, term b)
{
    unsigned bits = term_width(c, a), wide = op == TERM_BVMUL ? 2 * bits : bits + 1;
    term exact = op2(c, op, resized(c, extension, a, wide), resized(c, extension, b, wide));
    return not(c, equal(c, exact, resized(c, extension, op2(c, op, a, b), wide)));
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
    case TERM_BVADD: case TERM_BVSUB: case TERM_BVMUL:
        if (LLVMGetNUW(insn)) broken = overflows(c, op, TERM_ZERO_EXTEND, a, b);
        if (LLVMGetNSW(insn))
            broken = op2(c, TERM_OR, broken, overflows(c, op, TERM_SIGN_EXTEND, a, b));
        return broken;
    case TERM_BVSHL:
        if (LLVMGetNUW(insn)) broken = shift_loses(c, TERM_BVLSHR, op, a, b);
        if (LLVMGetNSW(insn))
            broken = op2(c, TERM_OR, broken, shift_loses(c, TERM_BVASHR, op, a, b));
        return broken;
    case TERM_BVLSHR: case TERM_BVASHR: return shift_loses(c, TERM_BVSHL, op, a, b);
    case TERM_BVOR: return not(c, is_zero(c, op2(c, TERM_BVAND, a, b)));
    case TERM_BVUDIV: return not(c, is_zero(c, op2(c, TERM_BVUREM, a, b)));
    case TERM_BVSDIV: return not(c, is_zero(c, op2(c, TERM_BVSREM, a, b)));
    default: require(false, "the operator has flags"); return broken;
    }
}

static void break_flags(ir_reader *r, LLVMValueRef insn, term_op op, const ir_value *in,
                        ir_value *out)
{
    term lane[TERM_WIDTH_MAX];
    if (!ir_has_flag(insn)) return;
    for (unsigned i = 0; i < out->shape.lanes; i++) {
        term broken = broken_lane(r, insn, op, ir_lane(r->c, &in[0], i), ir_lane(r->c, &in[1], i));
        lane[i] = ir_poison_when(r->c, broken, out->shape.bits);
    }
    out->poison = op2(r->c, TERM_BVOR, out->poison, term_mk_concat_n(r->c, lane, out->shape.lanes));
}

/* ---- instructions ---- */

typedef struct rule rule;
/* out->shape is that of the instruction's type; in[0..] are its operands. */
typedef bool read_fn(ir_reader *r, LLVMValueRef insn, const rule *k, const ir_value *in,
                     ir_value *out);

struct rule {
    LLVMOpcode opcode;
    unsigned operands; /* that are read before the function is called */
    read_fn *read;
    term_op op;
};

static term either_poison(ir_reader *r, const ir_value *a, const ir_value *b)
{
    return term_mk_binary(r->c, TERM_BVOR, a->poison, b->poison);
}

static bool read_lanes(ir_reader *r, LLVMValueRef insn, const rule *k, const ir_value *in,
                       ir_value *out)
{
    (void)insn;
    term lane[TERM_WIDTH_MAX];
    for (unsigned i = 0; i < out->shape.lanes; i++)
        lane[i] = term_mk_binary(r->c, k->op, ir_lane(r->c, &in[0], i), ir_lane(r->c, &in[1], i));
    out->bits = term_mk_concat_n(r->c, lane, out->shape.lanes);
    out->poison = either_poison(r, &in[0], &in[1]);
    return true;
}

static bool read_binary(ir_reader *r, LLVMValueRef insn, const rule *k, const ir_value *in,
                        ir_value *out)
{
    read_lanes(r, insn, k, in, out);
    break_flags(r, insn, k->op, in, out);
    return true;
}

/* Ones in the lanes whose amount is their width or more: they are poison. */
static term too_far(ir_reader *r, const ir_value *amount, ir_shape shape)
{
    term lane[TERM_WIDTH_MAX];
    unsigned bits = shape.bits;
    if (bits == 1) return amount->bits;
    term none = num(r->c, 0, bits), all = term_mk_ones(r->c, bits), limit = num(r->c, bits, bits);
    for (unsigned i = 0; i < shape.lanes; i++) {
        term in_range = op2(r->c, TERM_BVULT, ir_lane(r->c, amount, i), limit);
        lane[i] = term_mk_ite(r->c, in_range, none, all);
    }
    return term_mk_concat_n(r->c, lane, shape.lanes);
}

static bool read_shift(ir_reader *r, LLVMValueRef insn, const rule *k, const ir_value *in,
                       ir_value *out)
{
    read_lanes(r, insn, k, in, out);
    out->poison = op2(r->c, TERM_BVOR, out->poison, too_far(r, &in[1], out->shape));
    break_flags(r, insn, k->op, in, out);
    return true;
}

static void add_trap(ir_reader *r, term when) { r->trap = op2(r->c, TERM_OR, r->trap, when); }

/* Undefined: a divisor that is zero or poison; the least number, or poison, divided by -1. */
static bool read_division(ir_reader *r, LLVMValueRef insn, const rule *k, const ir_value *in,
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

static bool read_icmp(ir_reader *r, LLVMValueRef insn, const rule *k, const ir_value *in,
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
    out->poison = ir_spread_poison(r->c, either_poison(r, &in[0], &in[1]), in[0].shape, out->shape);
    return true;
}

/* A lane of the condition, which may be one for all lanes, as a Bool. */
static term condition_lane(ir_reader *r, const ir_value *condition, term of, unsigned lane)
{
    unsigned bit = condition->shape.lanes == 1 ? 0 : lane;
    return equal(r->c, term_mk_extract(r->c, bit, bit, of), num(r->c, 1, 1));
}

static bool read_select(ir_reader *r, LLVMValueRef insn, const rule *k, const ir_value *in,
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

static term broken_resize(ir_reader *r, LLVMValueRef insn, const rule *k, term from, term to)
{
    term_ctx *c = r->c;
    unsigned bits = term_width(c, from);
    term broken = term_mk_bool(c, false);
    if (k->op == TERM_ZERO_EXTEND) return is_negative(c, from);
    if (LLVMGetNUW(insn)) broken = not(c, equal(c, resized(c, TERM_ZERO_EXTEND, to, bits), from));
    if (!LLVMGetNSW(insn)) return broken;
    return op2(c, TERM_OR, broken, not(c, equal(c, resized(c, TERM_SIGN_EXTEND, to, bits), from)));
}

static bool read_resize(ir_reader *r, LLVMValueRef insn, const rule *k, const ir_value *in,
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
static bool read_to_float(ir_reader *r, LLVMValueRef insn, const rule *k, const ir_value *in,
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
static bool read_from_float(ir_reader *r, LLVMValueRef insn, const rule *k, const ir_value *in,
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

static bool read_float(ir_reader *r, LLVMValueRef insn, const rule *k, const ir_value *in,
                       ir_value *out)
{
    return irfp_read_operation(r, insn, in, k->operands, out);
}

static bool read_fcmp(ir_reader *r, LLVMValueRef insn, const rule *k, const ir_value *in,
                      ir_value *out)
{
    (void)k;
    return irfp_read_fcmp(r, insn, in, out);
}

/* A quotient that becomes an integer is computed; of others no more is known than of other
 * arithmetic. */
static bool read_float_division(ir_reader *r, LLVMValueRef insn, const rule *k, const ir_value *in,
                                ir_value *out)
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

static bool read_bitcast(ir_reader *r, LLVMValueRef insn, const rule *k, const ir_value *in,
                         ir_value *out)
{
    (void)insn, (void)k;
    ir_shape to = out->shape;
    *out = in[0].frozen ? in[0] : ir_cast(r->c, &in[0], to);
    out->shape = to;
    return true;
}

/* A value as an instruction reads it: what a freeze has made of poison is a part of its bits, and
 * poison no more. */
static void read_frozen(ir_reader *r, ir_value *v)
{
    if (v->frozen == TERM_NONE) return;
    term kept = op2(r->c, TERM_BVAND, v->bits, term_mk_unary(r->c, TERM_BVNOT, v->poison));
    v->bits = op2(r->c, TERM_BVOR, kept, op2(r->c, TERM_BVAND, v->frozen, v->poison));
    v->poison = ir_no_poison(r->c, v->shape);
    v->frozen = TERM_NONE;
}

static bool read_freeze(ir_reader *r, LLVMValueRef insn, const rule *k, const ir_value *in,
                        ir_value *out)
{
    (void)k;
    *out = in[0];
    bool defined = !r->undefined && in[0].poison == ir_no_poison(r->c, in[0].shape);
    if (in[0].frozen || defined) return true;
    if (r->freeze) return r->freeze(r->owner, &in[0], out);
    return ir_refuse(r, insn, "a freeze of what may be poison is not modelled");
}

/* ---- lanes by number: a number out of range makes the result poison ---- */

/* The number as 32 bits, larger ones cut off at the largest. */
static term lane_number(ir_reader *r, const ir_value *index)
{
    unsigned bits = index->shape.bits;
    term n = index->bits;
    if (bits <= 32) return resized(r->c, TERM_ZERO_EXTEND, n, 32);
    term fits = op2(r->c, TERM_BVULE, n, num(r->c, UINT32_MAX, bits));
    return term_mk_ite(r->c, fits, term_mk_extract(r->c, 31, 0, n), term_mk_ones(r->c, 32));
}

static term names_lane(ir_reader *r, term number, unsigned lane)
{
    return equal(r->c, number, num(r->c, lane, 32));
}

/* No value of t is larger: what constants above and beside it leave. */
static uint64_t largest(const term_ctx *c, term t)
{
    unsigned width = term_width(c, t);
    uint64_t most = width < 64 ? ((uint64_t)1 << width) - 1 : UINT64_MAX;
    if (width > 64) return most;
    switch (term_get_op(c, t)) {
    case TERM_CONST: return term_limbs(c, t)[0];
    case TERM_BVAND: {
        uint64_t a = largest(c, term_arg(c, t, 0)), b = largest(c, term_arg(c, t, 1));
        return a < b ? a : b;
    }
    case TERM_CONCAT:
        return largest(c, term_arg(c, t, 0)) << term_width(c, term_arg(c, t, 1)) |
               largest(c, term_arg(c, t, 1));
    default: return most;
    }
}

static bool is_in_range(ir_reader *r, const ir_value *index, unsigned lanes)
{
    return index->shape.bits <= 64 && largest(r->c, index->bits) < lanes;
}

static term index_is_poison(ir_reader *r, const ir_value *index)
{
    return not(r->c, is_zero(r->c, index->poison));
}

static bool read_extractelement(ir_reader *r, LLVMValueRef insn, const rule *k, const ir_value *in,
                                ir_value *out)
{
    (void)insn, (void)k;
    term number = lane_number(r, &in[1]), bad = index_is_poison(r, &in[1]);
    unsigned bits = out->shape.bits;
    unsigned lanes = in[0].shape.lanes;
    bool inside = is_in_range(r, &in[1], lanes);
    if (inside) lanes = (unsigned)largest(r->c, in[1].bits);
    out->bits = inside ? ir_lane(r->c, &in[0], lanes) : num(r->c, 0, bits);
    out->poison = inside ? ir_lane_poison(r->c, &in[0], lanes) : term_mk_ones(r->c, bits);
    for (unsigned i = lanes; i-- > 0;) {
        term here = names_lane(r, number, i);
        out->bits = term_mk_ite(r->c, here, ir_lane(r->c, &in[0], i), out->bits);
        out->poison = term_mk_ite(r->c, here, ir_lane_poison(r->c, &in[0], i), out->poison);
    }
    out->poison = term_mk_ite(r->c, bad, term_mk_ones(r->c, bits), out->poison);
    return true;
}

static bool read_insertelement(ir_reader *r, LLVMValueRef insn, const rule *k, const ir_value *in,
                               ir_value *out)
{
    (void)insn, (void)k;
    term value[TERM_WIDTH_MAX], poison[TERM_WIDTH_MAX], number = lane_number(r, &in[2]);
    term fits = is_in_range(r, &in[2], out->shape.lanes)
                    ? term_mk_bool(r->c, true)
                    : op2(r->c, TERM_BVULT, number, num(r->c, out->shape.lanes, 32));
    term bad = op2(r->c, TERM_OR, not(r->c, fits), index_is_poison(r, &in[2]));
    for (unsigned i = 0; i < out->shape.lanes; i++) {
        term here = names_lane(r, number, i);
        value[i] = term_mk_ite(r->c, here, in[1].bits, ir_lane(r->c, &in[0], i));
        poison[i] = term_mk_ite(r->c, here, in[1].poison, ir_lane_poison(r->c, &in[0], i));
    }
    out->bits = term_mk_concat_n(r->c, value, out->shape.lanes);
    out->poison = term_mk_concat_n(r->c, poison, out->shape.lanes);
    out->poison = term_mk_ite(r->c, bad, term_mk_ones(r->c, ir_shape_bits(out->shape)),
                              out->poison);
    return true;
}

static bool read_shufflevector(ir_reader *r, LLVMValueRef insn, const rule *k, const ir_value *in,
                               ir_value *out)
{
    (void)k;
    term value[TERM_WIDTH_MAX], poison[TERM_WIDTH_MAX];
    unsigned lanes = in[0].shape.lanes;
    for (unsigned i = 0; i < out->shape.lanes; i++) {
        int from = LLVMGetMaskValue(insn, i);
        if (from == LLVMGetUndefMaskElem()) {
            value[i] = num(r->c, 0, out->shape.bits);
            poison[i] = term_mk_ones(r->c, out->shape.bits);
            continue;
        }
        const ir_value *v = &in[(unsigned)from >= lanes];
        value[i] = ir_lane(r->c, v, (unsigned)from % lanes);
        poison[i] = ir_lane_poison(r->c, v, (unsigned)from % lanes);
    }
    out->bits = term_mk_concat_n(r->c, value, out->shape.lanes);
    out->poison = term_mk_concat_n(r->c, poison, out->shape.lanes);
    return true;
}

/* ---- intrinsics ---- */

static const char *callee_name(LLVMValueRef insn)
{
    size_t length;
    LLVMValueRef callee = LLVMGetCalledValue(insn);
    return LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee)
               ? LLVMGetValueName2(callee, &length)
               : NULL;
}

static bool starts_with(const char *s, const char *head) { return !strncmp(s, head, strlen(head)); }

/* abs, ctlz and cttz have a flag that makes one argument's result poison: the least number, or
 * zero. */
static term excluded_argument(ir_reader *r, const char *name, unsigned bits)
{
    if (starts_with(name, "llvm.abs.")) return least(r->c, bits);
    if (starts_with(name, "llvm.ctlz.") || starts_with(name, "llvm.cttz."))
        return num(r->c, 0, bits);
    return TERM_NONE;
}

/* Takes the flag out of args; ones in *poison where it is broken. */
static void exclude_argument(ir_reader *r, const char *name, ir_value *args, unsigned nargs,
                             ir_shape shape, term *poison)
{
    term lane[TERM_WIDTH_MAX], not_wanted = excluded_argument(r, name, shape.bits);
    *poison = ir_no_poison(r->c, shape);
    if (!not_wanted || nargs != 2 || args[1].bits != num(r->c, 1, 1)) return;
    args[1].bits = num(r->c, 0, 1);
    for (unsigned i = 0; i < shape.lanes; i++)
        lane[i] = ir_poison_when(r->c, equal(r->c, ir_lane(r->c, &args[0], i), not_wanted),
                                 shape.bits);
    *poison = term_mk_concat_n(r->c, lane, shape.lanes);
}

static bool read_call(ir_reader *r, LLVMValueRef insn, const rule *k, const ir_value *in,
                      ir_value *out)
{
    (void)k, (void)in;
    ir_value args[IR_ARGS_MAX];
    term broken;
    unsigned nargs = LLVMGetNumArgOperands(insn);
    const char *name = callee_name(insn);
    if (!name) return ir_refuse(r, insn, "a call of what is no intrinsic");
    if (nargs > IR_ARGS_MAX || LLVMGetNumOperandBundles(insn))
        return ir_refuse(r, insn, "a call that is not modelled");
    if (LLVMGetCallSiteAttributeCount(insn, LLVMAttributeReturnIndex))
        return ir_refuse(r, insn, "attributes of a result are not modelled");
    for (unsigned i = 0; i < nargs; i++)
        if (!ir_read_value(r, LLVMGetOperand(insn, i), &args[i])) return false;
    for (unsigned i = 0; i < nargs; i++) read_frozen(r, &args[i]);
    if (irfp_is_known(name)) return irfp_read_call(r, insn, name, args, nargs, out);
    if (!irintrin_is_known(name) && r->meaning) return r->meaning(r, insn, name, args, nargs, out);
    exclude_argument(r, name, args, nargs, out->shape, &broken);
    const char *unknown = irintrin_call(r->c, name, args, nargs, out->shape, out);
    if (unknown) return ir_refuse(r, insn, unknown);
    if (starts_with(name, "llvm.ushl.sat.") || starts_with(name, "llvm.sshl.sat."))
        out->poison = op2(r->c, TERM_BVOR, out->poison, too_far(r, &args[1], out->shape));
    out->poison = op2(r->c, TERM_BVOR, out->poison, broken);
    return true;
}

/* ---- arithmetic that gives a pair: the result, and a bit a lane where it overflows ---- */

static const struct pair {
    const char *name;
    term_op op, extension;
} pairs[] = {
    {"llvm.uadd.with.overflow.", TERM_BVADD, TERM_ZERO_EXTEND},
    {"llvm.sadd.with.overflow.", TERM_BVADD, TERM_SIGN_EXTEND},
    {"llvm.usub.with.overflow.", TERM_BVSUB, TERM_ZERO_EXTEND},
    {"llvm.ssub.with.overflow.", TERM_BVSUB, TERM_SIGN_EXTEND},
    {"llvm.umul.with.overflow.", TERM_BVMUL, TERM_ZERO_EXTEND},
    {"llvm.smul.with.overflow.", TERM_BVMUL, TERM_SIGN_EXTEND},
};

static const struct pair *find_pair_name(const char *name)
{
    for (size_t i = 0; name && i < sizeof pairs / sizeof *pairs; i++)
        if (starts_with(name, pairs[i].name)) return &pairs[i];
    return NULL;
}

static const struct pair *find_pair(LLVMValueRef v)
{
    return find_pair_name(LLVMIsACallInst(v) ? callee_name(v) : NULL);
}

bool ir_is_pair_name(const char *name) { return find_pair_name(name) != NULL; }

bool ir_is_pair(LLVMValueRef insn) { return find_pair(insn) != NULL; }

/* One of the two, of a pair that is computed anew for each use. */
static bool read_extractvalue(ir_reader *r, LLVMValueRef insn, const rule *k, const ir_value *in,
                              ir_value *out)
{
    (void)k, (void)in;
    LLVMValueRef call = LLVMGetOperand(insn, 0);
    const struct pair *p = find_pair(call);
    ir_value a, b;
    term lane[TERM_WIDTH_MAX];
    if (!p || LLVMGetNumOperandBundles(call))
        return ir_refuse(r, insn, "a part of what is no arithmetic with overflow");
    if (!ir_read_value(r, LLVMGetOperand(call, 0), &a) ||
        !ir_read_value(r, LLVMGetOperand(call, 1), &b))
        return false;
    read_frozen(r, &a);
    read_frozen(r, &b);
    bool flag = LLVMGetIndices(insn)[0] == 1;
    for (unsigned i = 0; i < out->shape.lanes; i++) {
        term x = ir_lane(r->c, &a, i), y = ir_lane(r->c, &b, i);
        lane[i] = flag ? term_mk_ite(r->c, overflows(r->c, p->op, p->extension, x, y),
                                     num(r->c, 1, 1), num(r->c, 0, 1))
                       : op2(r->c, p->op, x, y);
    }
    out->bits = term_mk_concat_n(r->c, lane, out->shape.lanes);
    out->poison = ir_spread_poison(r->c, either_poison(r, &a, &b), a.shape, out->shape);
    return true;
}

/* ---- the table ---- */

static const rule rules[] = {
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
    {LLVMExtractElement, 2, read_extractelement, TERM_OP_COUNT},
    {LLVMInsertElement, 3, read_insertelement, TERM_OP_COUNT},
    {LLVMShuffleVector, 2, read_shufflevector, TERM_OP_COUNT},
    {LLVMExtractValue, 0, read_extractvalue, TERM_OP_COUNT},
    {LLVMCall, 0, read_call, TERM_OP_COUNT},
};

static const rule *find_rule(LLVMOpcode opcode)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].opcode == opcode) return &rules[i];
    return NULL;
}

bool ir_is_computed(LLVMValueRef insn)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(insn);
    const char *name = opcode == LLVMCall ? callee_name(insn) : NULL;
    return opcode == LLVMCall ? name && (irintrin_is_known(name) || irfp_is_known(name))
                              : find_rule(opcode) != NULL;
}

bool ir_read_insn(ir_reader *r, LLVMValueRef insn, ir_value *out)
{
    ir_value in[3];
    const rule *k = find_rule(LLVMGetInstructionOpcode(insn));
    r->trap = term_mk_bool(r->c, false);
    if (!k) return ir_refuse(r, insn, "an instruction that is not known here");
    if (!ir_shape_of(LLVMTypeOf(insn), &out->shape))
        return ir_refuse(r, insn, "a type that is not modelled");
    out->frozen = TERM_NONE;
    for (unsigned i = 0; i < k->operands; i++) {
        if (!ir_read_value(r, LLVMGetOperand(insn, i), &in[i])) return false;
        if (k->read != read_bitcast && k->read != read_freeze) read_frozen(r, &in[i]);
    }
    return k->read(r, insn, k, in, out);
}

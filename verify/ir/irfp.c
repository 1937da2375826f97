// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irfp.c - see irfp.h.
 *
 * An operation is an application of a function that is named by the operation, the format and
 * whatever else its result depends on. Fast-math flags: nnan and ninf make poison; the others let
 * the result be another one, which is a function of its own, whose name has the flags; where the
 * reader may choose (r->choose), it is that or the exact one.
 *
 * Source: LLVM Language Reference, version 19. Called by irinsn.c. */
#include "irfp.h"

#include <stdio.h>
#include <string.h>

#include "irfloat.h"
#include "irintrin.h"

enum { MAKES_POISON = LLVMFastMathNoNaNs | LLVMFastMathNoInfs, NAME = 100 };

static term op2(term_ctx *c, term_op op, term a, term b) { return term_mk_binary(c, op, a, b); }
static term not(term_ctx * c, term a) { return term_mk_unary(c, TERM_NOT, a); }
static term num(term_ctx *c, uint64_t value, unsigned bits) { return term_mk_u64(c, value, bits); }

static bool format_of(LLVMValueRef v, float_format *out)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) type = LLVMGetElementType(type);
    return float_format_of(type, out);
}

bool irfp_rounds_to_zero(LLVMValueRef insn)
{
    static const char *const names[] = {"denormal-fp-math", "denormal-fp-math-f32"};
    LLVMValueRef f = LLVMGetBasicBlockParent(LLVMGetInstructionParent(insn));
    for (unsigned i = 0; i < 2; i++) {
        LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
        if (LLVMGetStringAttributeAtIndex(f, at, names[i], (unsigned)strlen(names[i]))) return true;
    }
    return false;
}

/* ---- numbers as bits ---- */

static term size_of(term_ctx *c, term x) { return term_mk_extract(c, term_width(c, x) - 2, 0, x); }

static term infinity(term_ctx *c, const float_format *f)
{
    term ones = num(c, ((uint64_t)1 << f->exponent) - 1, f->bits - 1);
    return op2(c, TERM_BVSHL, ones, num(c, f->fraction, f->bits - 1));
}

static term is_nan(term_ctx *c, const float_format *f, term x)
{
    return op2(c, TERM_BVULT, infinity(c, f), size_of(c, x));
}

static term is_infinite(term_ctx *c, const float_format *f, term x)
{
    return op2(c, TERM_EQ, infinity(c, f), size_of(c, x));
}

static term is_zero(term_ctx *c, term x)
{
    return op2(c, TERM_EQ, size_of(c, x), num(c, 0, term_width(c, x) - 1));
}

static term is_negative(term_ctx *c, term x)
{
    unsigned top = term_width(c, x) - 1;
    return op2(c, TERM_EQ, term_mk_extract(c, top, top, x), num(c, 1, 1));
}

/* Of two that are no NaN. */
static term is_less(term_ctx *c, term a, term b)
{
    term down = op2(c, TERM_BVULT, size_of(c, b), size_of(c, a)),
         up = op2(c, TERM_BVULT, size_of(c, a), size_of(c, b));
    term zeros = op2(c, TERM_AND, is_zero(c, a), is_zero(c, b)), yes = term_mk_bool(c, true);
    term of_negative = term_mk_ite(c, is_negative(c, b), down, yes);
    term of_positive = term_mk_ite(c, is_negative(c, b), term_mk_bool(c, false), up);
    return op2(c, TERM_AND, not(c, zeros),
               term_mk_ite(c, is_negative(c, a), of_negative, of_positive));
}

/* ---- names ---- */

static unsigned flags_of(LLVMValueRef insn)
{
    return LLVMCanValueUseFastMathFlags(insn) ? LLVMGetFastMathFlags(insn) : 0;
}

static void put_format(char *name, LLVMTypeRef type)
{
    ir_shape s;
    size_t n = strlen(name);
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) type = LLVMGetElementType(type);
    const char *kind = LLVMGetTypeKind(type) == LLVMIntegerTypeKind  ? "i"
                       : LLVMGetTypeKind(type) == LLVMBFloatTypeKind ? "bf"
                                                                     : "f";
    if (ir_shape_of(type, &s)) snprintf(name + n, NAME - n, ".%s%u", kind, s.bits);
}

/* The operation, the formats of its result and of its first operand, and the function's rule for
 * subnormal numbers. */
static void name_function(char name[NAME], const char *stem, LLVMValueRef insn)
{
    static const char *const modes[] = {"denormal-fp-math", "denormal-fp-math-f32"};
    LLVMValueRef f = LLVMGetBasicBlockParent(LLVMGetInstructionParent(insn));
    snprintf(name, NAME, "%.40s", stem);
    put_format(name, LLVMTypeOf(insn));
    put_format(name, LLVMTypeOf(LLVMGetOperand(insn, 0)));
    for (unsigned i = 0; i < 2; i++) {
        LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
        LLVMAttributeRef mode =
            LLVMGetStringAttributeAtIndex(f, at, modes[i], (unsigned)strlen(modes[i]));
        size_t n = strlen(name);
        unsigned length;
        if (mode)
            snprintf(name + n, NAME - n, ".!%.30s", LLVMGetStringAttributeValue(mode, &length));
    }
}

/* ---- flags ---- */

/* Ones where nnan or ninf is broken by the lane. */
static term broken_by(term_ctx *c, const float_format *f, unsigned flags, term x)
{
    term broken = term_mk_bool(c, false);
    if (flags & LLVMFastMathNoNaNs) broken = is_nan(c, f, x);
    if (flags & LLVMFastMathNoInfs) broken = op2(c, TERM_OR, broken, is_infinite(c, f, x));
    return broken;
}

/* Adds to out's poison the lanes where a floating-point operand or (of a number) the result breaks
 * nnan or ninf. */
static void break_flags(ir_reader *r, LLVMValueRef insn, const ir_value *in, unsigned nargs,
                        ir_value *out)
{
    term lane[TERM_WIDTH_MAX];
    float_format f;
    unsigned flags = flags_of(insn) & MAKES_POISON;
    if (!flags) return;
    for (unsigned i = 0; i < out->shape.lanes; i++) {
        term broken = term_mk_bool(r->c, false);
        if (format_of(insn, &f)) broken = broken_by(r->c, &f, flags, ir_lane(r->c, out, i));
        for (unsigned k = 0; k < nargs; k++)
            if (format_of(LLVMGetOperand(insn, k), &f))
                for (unsigned j = 0; j < in[k].shape.lanes; j++)
                    if (j == i || in[k].shape.lanes != out->shape.lanes)
                        broken = op2(r->c, TERM_OR, broken,
                                     broken_by(r->c, &f, flags, ir_lane(r->c, &in[k], j)));
        lane[i] = ir_poison_when(r->c, broken, out->shape.bits);
    }
    out->poison = op2(r->c, TERM_BVOR, out->poison, term_mk_concat_n(r->c, lane, out->shape.lanes));
}

/* Another result that the flags allow, besides the exact one. */
static term loosened(ir_reader *r, unsigned flags, const char *name, const term *args,
                     unsigned nargs, bool commutes, term exact)
{
    char loose[NAME + 16];
    flags &= ~(unsigned)MAKES_POISON;
    if (!flags) return exact;
    snprintf(loose, sizeof loose, "%s.~%x", name, flags);
    term other = r->apply(r->owner, loose, args, nargs, commutes, term_width(r->c, exact));
    term take = r->choose(r->owner);
    return take ? term_mk_ite(r->c, take, other, exact) : other;
}

bool irfp_apply_flags(ir_reader *r, LLVMValueRef insn, ir_value *out)
{
    char name[NAME];
    term lane[TERM_WIDTH_MAX];
    unsigned flags = flags_of(insn);
    if (!flags) return true;
    if (!r->apply) return ir_refuse(r, insn, "fast-math flags are not modelled");
    name_function(name, "moved", insn);
    for (unsigned i = 0; i < out->shape.lanes; i++) {
        term x = ir_lane(r->c, out, i);
        lane[i] = loosened(r, flags & LLVMFastMathNoSignedZeros, name, &x, 1, false, x);
    }
    out->bits = term_mk_concat_n(r->c, lane, out->shape.lanes);
    break_flags(r, insn, NULL, 0, out);
    return true;
}

/* ---- lane by lane ---- */

typedef struct function {
    const char *stem;
    unsigned nargs;
    bool commutes; /* in the first two */
    term (*exact)(term_ctx *c, const term *a,
                  const float_format *f); /* or NULL: only its name is known */
} function;

static term negated(term_ctx *c, const term *a, const float_format *f)
{
    return op2(c, TERM_BVXOR, a[0],
               op2(c, TERM_BVSHL, num(c, 1, f->bits), num(c, f->bits - 1, f->bits)));
}

static term absolute(term_ctx *c, const term *a, const float_format *f)
{
    (void)f;
    return term_mk_extend(c, TERM_ZERO_EXTEND, 1, size_of(c, a[0]));
}

static term with_sign(term_ctx *c, const term *a, const float_format *f)
{
    const term parts[] = {size_of(c, a[0]), term_mk_extract(c, f->bits - 1, f->bits - 1, a[1])};
    return term_mk_concat_n(c, parts, 2);
}

static const function operations[] = {
    {"fadd", 2, true, NULL},     {"fsub", 2, false, NULL},  {"fmul", 2, true, NULL},
    {"fdiv", 2, false, NULL},    {"frem", 2, false, NULL},  {"fneg", 1, false, negated},
    {"fptrunc", 1, false, NULL}, {"fpext", 1, false, NULL},
};
static const LLVMOpcode opcodes[] = {LLVMFAdd, LLVMFSub, LLVMFMul,    LLVMFDiv,
                                     LLVMFRem, LLVMFNeg, LLVMFPTrunc, LLVMFPExt};

static const function intrinsics[] = {
    {"fabs", 1, false, absolute},
    {"copysign", 2, false, with_sign},
    {"fma", 3, true, NULL},
    {"fmuladd", 3, true, NULL},
    {"sqrt", 1, false, NULL},
    {"minnum", 2, true, NULL},
    {"maxnum", 2, true, NULL},
    {"minimum", 2, true, NULL},
    {"maximum", 2, true, NULL},
    {"floor", 1, false, NULL},
    {"ceil", 1, false, NULL},
    {"trunc", 1, false, NULL},
    {"rint", 1, false, NULL},
    {"nearbyint", 1, false, NULL},
    {"round", 1, false, NULL},
    {"roundeven", 1, false, NULL},
    {"canonicalize", 1, false, NULL},
    {"pow", 2, false, NULL},
    {"powi", 2, false, NULL},
    {"ldexp", 2, false, NULL},
    {"exp", 1, false, NULL},
    {"exp2", 1, false, NULL},
    {"exp10", 1, false, NULL},
    {"log", 1, false, NULL},
    {"log2", 1, false, NULL},
    {"log10", 1, false, NULL},
    {"sin", 1, false, NULL},
    {"cos", 1, false, NULL},
    {"tan", 1, false, NULL},
    {"asin", 1, false, NULL},
    {"acos", 1, false, NULL},
    {"atan", 1, false, NULL},
    {"sinh", 1, false, NULL},
    {"cosh", 1, false, NULL},
    {"tanh", 1, false, NULL},
    {"fptosi.sat", 1, false, NULL},
    {"fptoui.sat", 1, false, NULL},
    {"is.fpclass", 2, false, NULL},
    {"lrint", 1, false, NULL},
    {"llrint", 1, false, NULL},
    {"lround", 1, false, NULL},
    {"llround", 1, false, NULL},
    {"vector.reduce.fadd", 2, false, NULL},
    {"vector.reduce.fmul", 2, false, NULL},
    {"vector.reduce.fmin", 1, false, NULL},
    {"vector.reduce.fmax", 1, false, NULL},
    {"vector.reduce.fminimum", 1, false, NULL},
    {"vector.reduce.fmaximum", 1, false, NULL},
};

static term apply_lane(ir_reader *r, LLVMValueRef insn, const function *k, const char *name,
                       const term *a)
{
    float_format f = {0};
    ir_shape s = {1, 1};
    LLVMTypeRef type = LLVMTypeOf(insn);
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) type = LLVMGetElementType(type);
    ir_shape_of(type, &s);
    format_of(insn, &f);
    term value = k->exact ? k->exact(r->c, a, &f)
                          : r->apply(r->owner, name, a, k->nargs, k->commutes, s.bits);
    return loosened(r, flags_of(insn), name, a, k->nargs, k->commutes, value);
}

static bool read_lanes(ir_reader *r, LLVMValueRef insn, const function *k, const ir_value *in,
                       ir_value *out)
{
    char name[NAME];
    term lane[TERM_WIDTH_MAX];
    name_function(name, k->stem, insn);
    out->poison = ir_no_poison(r->c, out->shape);
    for (unsigned n = 0; n < k->nargs; n++) {
        term p = in[n].shape.lanes == out->shape.lanes
                     ? ir_spread_poison(r->c, in[n].poison, in[n].shape, out->shape)
                     : ir_poison_when(r->c,
                                      not(r->c, op2(r->c, TERM_EQ, in[n].poison,
                                                    ir_no_poison(r->c, in[n].shape))),
                                      ir_shape_bits(out->shape));
        out->poison = op2(r->c, TERM_BVOR, out->poison, p);
    }
    for (unsigned i = 0; i < out->shape.lanes; i++) {
        term a[IR_ARGS_MAX];
        for (unsigned n = 0; n < k->nargs; n++)
            a[n] = ir_lane(r->c, &in[n], in[n].shape.lanes == 1 ? 0 : i);
        lane[i] = apply_lane(r, insn, k, name, a);
    }
    out->bits = term_mk_concat_n(r->c, lane, out->shape.lanes);
    break_flags(r, insn, in, k->nargs, out);
    return true;
}

bool irfp_read_operation(ir_reader *r, LLVMValueRef insn, const ir_value *in, unsigned nargs,
                         ir_value *out)
{
    size_t i = 0;
    (void)nargs;
    if (!r->apply) return ir_refuse(r, insn, "floating-point arithmetic is not modelled");
    while (opcodes[i] != LLVMGetInstructionOpcode(insn)) i++;
    return read_lanes(r, insn, &operations[i], in, out);
}

/* ---- comparisons ---- */

bool irfp_read_fcmp(ir_reader *r, LLVMValueRef insn, const ir_value *in, ir_value *out)
{
    enum { EQUAL = 1, GREATER = 2, LESS = 4, UNORDERED = 8 }; /* bits of a predicate */
    term lane[TERM_WIDTH_MAX];
    float_format f;
    unsigned p = (unsigned)LLVMGetFCmpPredicate(insn);
    term_ctx *c = r->c;
    if (!format_of(LLVMGetOperand(insn, 0), &f) || irfp_rounds_to_zero(insn))
        return ir_refuse(
            r, insn,
            "a comparison of numbers of a format that is not modelled, or with denormal-fp-math");
    for (unsigned i = 0; i < out->shape.lanes; i++) {
        term a = ir_lane(c, &in[0], i), b = ir_lane(c, &in[1], i), none = term_mk_bool(c, false);
        term nan = op2(c, TERM_OR, is_nan(c, &f, a), is_nan(c, &f, b));
        term equal =
            op2(c, TERM_OR, op2(c, TERM_EQ, a, b), op2(c, TERM_AND, is_zero(c, a), is_zero(c, b)));
        term ordered = op2(c, TERM_OR, p & LESS ? is_less(c, a, b) : none,
                           p & GREATER ? is_less(c, b, a) : none);
        ordered = op2(c, TERM_OR, ordered, p & EQUAL ? equal : none);
        term holds = term_mk_ite(c, nan, term_mk_bool(c, p & UNORDERED), ordered);
        lane[i] = term_mk_ite(c, holds, num(c, 1, 1), num(c, 0, 1));
    }
    out->bits = term_mk_concat_n(c, lane, out->shape.lanes);
    term poison = op2(c, TERM_BVOR, in[0].poison, in[1].poison);
    out->poison = ir_spread_poison(c, poison, in[0].shape, out->shape);
    break_flags(r, insn, in, 2, out);
    return true;
}

/* ---- intrinsics ---- */

static const function *find(const char *name)
{
    if (strncmp(name, "llvm.", 5)) return NULL;
    for (size_t i = 0; i < sizeof intrinsics / sizeof *intrinsics; i++) {
        size_t n = strlen(intrinsics[i].stem);
        if (!strncmp(name + 5, intrinsics[i].stem, n) && name[5 + n] == '.' &&
            strchr("fbiv", name[6 + n]))
            return &intrinsics[i];
    }
    return NULL;
}

bool irfp_is_known(const char *name) { return find(name) != NULL; }

/* In order from the first lane on, as LLVM has it without reassoc. */
static term in_order(ir_reader *r, const char *name, const ir_value *args, unsigned bits)
{
    term sum = args[0].bits;
    for (unsigned i = 0; i < args[1].shape.lanes; i++) {
        const term both[] = {sum, ir_lane(r->c, &args[1], i)};
        sum = r->apply(r->owner, name, both, 2, true, bits);
    }
    return sum;
}

static bool read_reduction(ir_reader *r, LLVMValueRef insn, const function *k, const ir_value *args,
                           unsigned nargs, ir_value *out)
{
    char name[NAME], step[NAME];
    const term a[] = {args[0].bits, args[nargs - 1].bits};
    const char *operation = k->stem + strlen("vector.reduce.");
    term any = term_mk_bool(r->c, false);
    name_function(name, k->stem, insn);
    name_function(step, operation, insn);
    bool ordered = nargs == 2;
    if (ordered)
        out->bits = in_order(r, step, args, out->shape.bits);
    else
        out->bits = r->apply(r->owner, name, a, 1, false, out->shape.bits);
    out->bits = loosened(r, flags_of(insn), name, a, nargs, false, out->bits);
    for (unsigned i = 0; i < nargs; i++)
        any = op2(r->c, TERM_OR, any,
                  not(r->c, op2(r->c, TERM_EQ, args[i].poison, ir_no_poison(r->c, args[i].shape))));
    out->poison = ir_poison_when(r->c, any, out->shape.bits);
    break_flags(r, insn, args, nargs, out);
    return true;
}

/* fmuladd may be rounded once, or twice. */
static bool read_fmuladd(ir_reader *r, LLVMValueRef insn, const function *k, const ir_value *args,
                         ir_value *out)
{
    char fma[NAME], fmul[NAME], fadd[NAME];
    term lane[TERM_WIDTH_MAX];
    name_function(fma, "fma", insn);
    name_function(fmul, "fmul", insn);
    name_function(fadd, "fadd", insn);
    if (!read_lanes(r, insn, k, args, out)) return false;
    for (unsigned i = 0; i < out->shape.lanes; i++) {
        term a[3], once = r->choose(r->owner), twice = r->choose(r->owner);
        lane[i] = ir_lane(r->c, out, i);
        if (!once) continue;
        for (unsigned n = 0; n < 3; n++) a[n] = ir_lane(r->c, &args[n], i);
        term fused = r->apply(r->owner, fma, a, 3, true, out->shape.bits);
        const term parts[] = {r->apply(r->owner, fmul, a, 2, true, out->shape.bits), a[2]};
        term apart = r->apply(r->owner, fadd, parts, 2, true, out->shape.bits);
        lane[i] = term_mk_ite(r->c, once, fused, term_mk_ite(r->c, twice, apart, lane[i]));
    }
    out->bits = term_mk_concat_n(r->c, lane, out->shape.lanes);
    return true;
}

bool irfp_read_call(ir_reader *r, LLVMValueRef insn, const char *name, const ir_value *args,
                    unsigned nargs, ir_value *out)
{
    const function *k = find(name);
    if (!r->apply) return ir_refuse(r, insn, "floating-point arithmetic is not modelled");
    if (!k || nargs != k->nargs)
        return ir_refuse(r, insn, "an intrinsic with a number of arguments that is not known here");
    if (!strncmp(k->stem, "vector.reduce.", 14))
        return read_reduction(r, insn, k, args, nargs, out);
    return strcmp(k->stem, "fmuladd") ? read_lanes(r, insn, k, args, out)
                                      : read_fmuladd(r, insn, k, args, out);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* ircall.c - calls of intrinsics: their arguments, their flags and attributes. What an intrinsic
 * computes is in irintrin.c, in irfp.c, or in a text (irmeaning.c). */
#include "ircall.h"

#include <string.h>

#include "irconst.h"
#include "irflags.h"
#include "irfp.h"
#include "irintrin.h"
#include "irmake.h"

const char *ir_callee_name(LLVMValueRef call)
{
    size_t length;
    LLVMValueRef callee = LLVMGetCalledValue(call);
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

bool ir_read_call(ir_reader *r, LLVMValueRef insn, const ir_rule *k, const ir_value *in,
                  ir_value *out)
{
    (void)k, (void)in;
    ir_value args[IR_ARGS_MAX];
    term broken;
    unsigned nargs = LLVMGetNumArgOperands(insn);
    const char *name = ir_callee_name(insn);
    if (!name) return ir_refuse(r, insn, "a call of what is no intrinsic");
    if (nargs > IR_ARGS_MAX || LLVMGetNumOperandBundles(insn))
        return ir_refuse(r, insn, "a call that is not modelled");
    if (LLVMGetCallSiteAttributeCount(insn, LLVMAttributeReturnIndex))
        return ir_refuse(r, insn, "attributes of a result are not modelled");
    for (unsigned i = 0; i < nargs; i++)
        if (!ir_read_value(r, LLVMGetOperand(insn, i), &args[i])) return false;
    for (unsigned i = 0; i < nargs; i++) ir_read_frozen(r->c, &args[i]);
    if (irfp_is_known(name)) return irfp_read_call(r, insn, name, args, nargs, out);
    if (!irintrin_is_known(name) && r->meaning) return r->meaning(r, insn, name, args, nargs, out);
    exclude_argument(r, name, args, nargs, out->shape, &broken);
    const char *unknown = irintrin_call(r->c, name, args, nargs, out->shape, out);
    if (unknown) return ir_refuse(r, insn, unknown);
    if (starts_with(name, "llvm.ushl.sat.") || starts_with(name, "llvm.sshl.sat."))
        out->poison = op2(r->c, TERM_BVOR, out->poison, ir_too_far(r->c, &args[1], out->shape));
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
    return find_pair_name(LLVMIsACallInst(v) ? ir_callee_name(v) : NULL);
}

bool ir_is_pair_name(const char *name) { return find_pair_name(name) != NULL; }

bool ir_is_pair(LLVMValueRef insn) { return find_pair(insn) != NULL; }

/* One of the two, of a pair that is computed anew for each use. */
bool ir_read_extractvalue(ir_reader *r, LLVMValueRef insn, const ir_rule *k, const ir_value *in,
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
    ir_read_frozen(r->c, &a);
    ir_read_frozen(r->c, &b);
    bool flag = LLVMGetIndices(insn)[0] == 1;
    for (unsigned i = 0; i < out->shape.lanes; i++) {
        term x = ir_lane(r->c, &a, i), y = ir_lane(r->c, &b, i);
        lane[i] = flag ? term_mk_ite(r->c, ir_overflows(r->c, p->op, p->extension, x, y),
                                     num(r->c, 1, 1), num(r->c, 0, 1))
                       : op2(r->c, p->op, x, y);
    }
    out->bits = term_mk_concat_n(r->c, lane, out->shape.lanes);
    out->poison = ir_spread_poison(r->c, ir_either_poison(r->c, &a, &b), a.shape, out->shape);
    return true;
}

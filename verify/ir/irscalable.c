// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* irscalable.c - calls that make or take scalable vectors; see irscalable.h.
 *
 * Source: LLVM Language Reference, version 19, llvm.vector.insert and llvm.vector.extract. The
 * lanes above those that are inserted are poison, as in what clang makes of svset_neonq of an
 * undefined vector. Called by irinsn.c. */
#include "irscalable.h"

#include <string.h>

#include "ircall.h"
#include "irconst.h"
#include "irintrin.h"

static bool is_scalable(LLVMValueRef v) { return ir_is_scalable(LLVMTypeOf(v)); }

static bool begins(const char *s, const char *head) { return !strncmp(s, head, strlen(head)); }

static bool inserts(const char *name) { return begins(name, "llvm.vector.insert."); }
static bool extracts(const char *name) { return begins(name, "llvm.vector.extract."); }

bool irscalable_is_known(const char *name)
{
    bool moves = inserts(name) || extracts(name);
    return moves ? strstr(name, ".nxv") != NULL : irintrin_is_scalable(name);
}

bool irscalable_is_call(LLVMValueRef insn)
{
    const char *name = LLVMIsACallInst(insn) ? ir_callee_name(insn) : NULL;
    if (!name || !irscalable_is_known(name)) return false;
    return is_scalable(extracts(name) ? LLVMGetOperand(insn, 0) : insn);
}

/* Its lowest lanes; other types as they are. */
static bool shape_of(LLVMTypeRef type, ir_shape *out)
{
    if (!ir_is_scalable(type)) return ir_shape_of(type, out);
    LLVMTypeRef element = LLVMGetElementType(type);
    if (LLVMGetTypeKind(element) != LLVMIntegerTypeKind) return false;
    *out = (ir_shape){LLVMGetVectorSize(type), LLVMGetIntTypeWidth(element)};
    return ir_shape_bits(*out) <= 128;
}

static bool is_zero_index(LLVMValueRef v)
{
    return LLVMIsAConstantInt(v) && LLVMConstIntGetZExtValue(v) == 0;
}

/* An argument: of scalable vectors only what another call made. */
static bool read_argument(ir_reader *r, LLVMValueRef v, ir_value *out)
{
    bool good = !is_scalable(v) ? ir_read_value(r, v, out)
                : LLVMIsConstant(v)     ? ir_refuse(r, v, "a constant of a scalable vector")
                                        : r->find(r->owner, v, out);
    if (good) ir_read_frozen(r->c, out);
    return good;
}

/* As many lanes at 0, into what is poison or out of what is longer. */
static bool read_move(ir_reader *r, LLVMValueRef call, bool into, ir_value *out)
{
    LLVMValueRef v = LLVMGetOperand(call, into), index = LLVMGetOperand(call, 1 + into);
    ir_shape whole = out->shape;
    if (!is_zero_index(index) || (into && !LLVMIsPoison(LLVMGetOperand(call, 0))))
        return ir_refuse(r, call, "lanes of a scalable vector that are not the lowest");
    if (!read_argument(r, v, out)) return false;
    return (whole.lanes == out->shape.lanes && whole.bits == out->shape.bits) ||
           ir_refuse(r, call, "lanes of a scalable vector that are not the lowest");
}

bool irscalable_read(ir_reader *r, LLVMValueRef call, ir_value *out)
{
    ir_value args[IR_ARGS_MAX];
    unsigned nargs = LLVMGetNumArgOperands(call);
    const char *name = ir_callee_name(call);
    r->trap = term_mk_bool(r->c, false);
    out->frozen = TERM_NONE;
    if (nargs > IR_ARGS_MAX || LLVMGetNumOperandBundles(call) ||
        LLVMGetCallSiteAttributeCount(call, LLVMAttributeReturnIndex))
        return ir_refuse(r, call, "a call that is not modelled");
    if (!shape_of(LLVMTypeOf(call), &out->shape))
        return ir_refuse(r, call, "a type that is not modelled");
    if (inserts(name) || extracts(name)) return read_move(r, call, inserts(name), out);
    for (unsigned i = 0; i < nargs; i++)
        if (!read_argument(r, LLVMGetOperand(call, i), &args[i])) return false;
    const char *unknown = irintrin_call(r->c, name, args, nargs, out->shape, out);
    return !unknown || ir_refuse(r, call, unknown);
}

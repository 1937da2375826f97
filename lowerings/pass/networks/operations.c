// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* operations.c - operations on vectors that do the same with each element, as LLVM's IR has them.
 * Called by the files of networks.c. */
#include <string.h>

#include "network.h"

static bool is_vector(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMVectorTypeKind; }

static const struct known {
    const char *name;
    bool commutes, associates;
} known_calls[] = {
    {"llvm.umin.", true, true},         {"llvm.umax.", true, true},
    {"llvm.smin.", true, true},         {"llvm.smax.", true, true},
    {"llvm.uadd.sat.", true, true},     {"llvm.sadd.sat.", true, false},
    {"llvm.minnum.", true, false},      {"llvm.maxnum.", true, false},
    {"llvm.minimum.", true, false},     {"llvm.maximum.", true, false},
    {"llvm.usub.sat.", false, false},   {"llvm.ssub.sat.", false, false},
    {"llvm.fabs.", false, false},       {"llvm.sqrt.", false, false},
    {"llvm.fma.", false, false},        {"llvm.fmuladd.", false, false},
    {"llvm.copysign.", false, false},   {"llvm.abs.", false, false},
    {"llvm.fshl.", false, false},       {"llvm.fshr.", false, false},
    {"llvm.ctpop.", false, false},      {"llvm.bswap.", false, false},
    {"llvm.bitreverse.", false, false},
};

static const struct known *known_call(LLVMValueRef v)
{
    LLVMValueRef f = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    size_t length;
    if (!f || !LLVMIsAFunction(f) || !LLVMGetIntrinsicID(f)) return NULL;
    const char *name = LLVMGetValueName2(f, &length);
    for (size_t i = 0; i < sizeof known_calls / sizeof *known_calls; i++)
        if (!strncmp(name, known_calls[i].name, strlen(known_calls[i].name)))
            return &known_calls[i];
    return NULL;
}

static bool is_simple(LLVMOpcode opcode)
{
    return opcode == LLVMFNeg || opcode == LLVMFreeze || opcode == LLVMSelect ||
           opcode == LLVMICmp || opcode == LLVMFCmp;
}

bool operation_is(LLVMValueRef v)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    if (!LLVMIsAInstruction(v) || !is_vector(type)) return false;
    if (LLVMIsACallInst(v)) return known_call(v) != NULL && LLVMGetNumOperandBundles(v) == 0;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(v);
    if (opcode == LLVMSelect && !is_vector(LLVMTypeOf(LLVMGetOperand(v, 0)))) return false;
    return LLVMIsABinaryOperator(v) || is_simple(opcode);
}

bool operation_commutes(LLVMValueRef v)
{
    const struct known *k = known_call(v);
    if (k) return k->commutes;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMAdd:
    case LLVMMul:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMFAdd:
    case LLVMFMul: return true;
    default: return false;
    }
}

unsigned operation_arity(LLVMValueRef v)
{
    unsigned count = LLVMIsACallInst(v) ? LLVMGetNumArgOperands(v)
                                        : (unsigned)LLVMGetNumOperands(v);
    while (count && !is_vector(LLVMTypeOf(LLVMGetOperand(v, count - 1)))) count--;
    return count;
}

/* Wrapping, exactness and others that stand at integers' operations, a bit each. */
static unsigned flags_of(LLVMValueRef v)
{
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl: return (unsigned)LLVMGetNUW(v) | (unsigned)LLVMGetNSW(v) << 1;
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMLShr:
    case LLVMAShr: return (unsigned)LLVMGetExact(v);
    case LLVMOr: return (unsigned)LLVMGetIsDisjoint(v);
    default: return 0;
    }
}

static LLVMFastMathFlags fast_flags(LLVMValueRef v)
{
    return LLVMCanValueUseFastMathFlags(v) ? LLVMGetFastMathFlags(v) : LLVMFastMathNone;
}

bool operation_associates(LLVMValueRef v)
{
    const struct known *k = known_call(v);
    if (k) return k->associates;
    bool integers =
        LLVMGetTypeKind(LLVMGetElementType(LLVMTypeOf(v))) == LLVMIntegerTypeKind;
    return integers && operation_commutes(v) && flags_of(v) == 0;
}

static bool same_scalars(LLVMValueRef a, LLVMValueRef b)
{
    unsigned count = LLVMGetNumArgOperands(a);
    if (LLVMGetCalledValue(a) != LLVMGetCalledValue(b)) {
        /* of other numbers of elements */
        if (known_call(a) != known_call(b)) return false;
    }
    for (unsigned i = operation_arity(a); i < count; i++)
        if (LLVMGetOperand(a, i) != LLVMGetOperand(b, i)) return false;
    return true;
}

bool operation_same(LLVMValueRef a, LLVMValueRef b)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(a);
    if (a == b) return true;
    if (opcode != LLVMGetInstructionOpcode(b) || flags_of(a) != flags_of(b) ||
        fast_flags(a) != fast_flags(b))
        return false;
    if (opcode == LLVMICmp) return LLVMGetICmpPredicate(a) == LLVMGetICmpPredicate(b);
    if (opcode == LLVMFCmp) return LLVMGetFCmpPredicate(a) == LLVMGetFCmpPredicate(b);
    return opcode != LLVMCall || same_scalars(a, b);
}

static LLVMValueRef build_call(LLVMBuilderRef b, LLVMValueRef like, LLVMValueRef *operands)
{
    LLVMValueRef f = LLVMGetCalledValue(like), args[NETWORK_OPERANDS + 1];
    LLVMTypeRef type = LLVMTypeOf(operands[0]);
    unsigned count = LLVMGetNumArgOperands(like), arity = operation_arity(like);
    for (unsigned i = 0; i < count; i++)
        args[i] = i < arity ? operands[i] : LLVMGetOperand(like, i);
    unsigned id = LLVMGetIntrinsicID(f);
    LLVMValueRef made = LLVMGetIntrinsicDeclaration(LLVMGetGlobalParent(f), id, &type, 1);
    LLVMTypeRef signature = LLVMIntrinsicGetType(LLVMGetTypeContext(type), id, &type, 1);
    return LLVMBuildCall2(b, signature, made, args, count, "");
}

static LLVMValueRef build_plain(LLVMBuilderRef b, LLVMValueRef like, LLVMValueRef *o)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(like);
    switch (opcode) {
    case LLVMFNeg: return LLVMBuildFNeg(b, o[0], "");
    case LLVMFreeze: return LLVMBuildFreeze(b, o[0], "");
    case LLVMSelect: return LLVMBuildSelect(b, o[0], o[1], o[2], "");
    case LLVMICmp: return LLVMBuildICmp(b, LLVMGetICmpPredicate(like), o[0], o[1], "");
    case LLVMFCmp: return LLVMBuildFCmp(b, LLVMGetFCmpPredicate(like), o[0], o[1], "");
    case LLVMCall: return build_call(b, like, o);
    default: return LLVMBuildBinOp(b, opcode, o[0], o[1], "");
    }
}

static void set_flags(LLVMValueRef made, LLVMValueRef like)
{
    unsigned flags = flags_of(like);
    switch (LLVMGetInstructionOpcode(like)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
        LLVMSetNUW(made, (LLVMBool)(flags & 1));
        LLVMSetNSW(made, (LLVMBool)(flags >> 1));
        return;
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMLShr:
    case LLVMAShr: LLVMSetExact(made, (LLVMBool)flags); return;
    case LLVMOr: LLVMSetIsDisjoint(made, (LLVMBool)flags); return;
    default: return;
    }
}

LLVMValueRef operation_build(LLVMBuilderRef b, LLVMValueRef like, LLVMValueRef *operands)
{
    LLVMValueRef made = build_plain(b, like, operands);
    if (!LLVMIsAInstruction(made)) return made; /* of constants */
    set_flags(made, like);
    if (LLVMCanValueUseFastMathFlags(made) && LLVMCanValueUseFastMathFlags(like))
        LLVMSetFastMathFlags(made, LLVMGetFastMathFlags(like));
    return made;
}

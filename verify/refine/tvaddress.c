// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* tvaddress.c - addresses of globals, and those that getelementptr computes. Constant parts go to
 * an address's offset. Called by tvrun.c. */
#include "tvaddress.h"

#include <stdio.h>

#include "tvinside.h"

ir_value tv_address_value(tv_side *s, address a)
{
    term t = address_term(s->ir.c, a);
    return (ir_value){{1, 64}, t, num(s, 0, 64), TERM_NONE};
}

bool tv_read_global(tv_side *s, LLVMValueRef v, ir_value *out)
{
    size_t length;
    char name[200];
    snprintf(name, sizeof name, "@%s", LLVMGetValueName2(v, &length));
    bool variable = LLVMIsAGlobalVariable(v) != NULL;
    uint64_t size = variable ? LLVMABISizeOfType(s->layout, LLVMGlobalGetValueType(v)) : 1;
    bool weak = LLVMGetLinkage(v) == LLVMExternalWeakLinkage;
    if (length > 150 || weak || LLVMIsThreadLocal(v) || LLVMIsAGlobalAlias(v))
        return ir_refuse(&s->ir, v, "a global that is not modelled");
    unsigned align = variable ? LLVMGetAlignment(v) : 1;
    if (variable && !align) align = LLVMABIAlignmentOfType(s->layout, LLVMGlobalGetValueType(v));
    bool constant = variable && LLVMIsGlobalConstant(v);
    s->saw_constant |= constant;
    address a = {mem_world_object(s->world, name, size, align, constant, false), 0};
    *out = tv_address_value(s, a);
    return true;
}

/* Adds index * size to an address; constant parts go to the offset. */
static void add_index(tv_side *s, address *a, term index, uint64_t size)
{
    unsigned bits = term_width(s->ir.c, index);
    term wide = bits < 64 ? term_mk_extend(s->ir.c, TERM_SIGN_EXTEND, 64 - bits, index)
                          : term_mk_extract(s->ir.c, 63, 0, index);
    term by = op2(s, TERM_BVMUL, wide, num(s, size, 64));
    if (term_is_const(s->ir.c, by)) a->offset += term_limbs(s->ir.c, by)[0];
    else a->base = op2(s, TERM_BVADD, a->base, by);
}

static bool step_type(tv_side *s, LLVMValueRef gep, LLVMTypeRef *type, const ir_value *index,
                      address *a)
{
    switch (LLVMGetTypeKind(*type)) {
    case LLVMStructTypeKind: {
        if (!term_is_const(s->ir.c, index->bits))
            return ir_refuse(&s->ir, gep, "a member that is no constant");
        unsigned member = (unsigned)term_limbs(s->ir.c, index->bits)[0];
        a->offset += LLVMOffsetOfElement(s->layout, *type, member);
        *type = LLVMStructGetTypeAtIndex(*type, member);
        return true;
    }
    case LLVMArrayTypeKind: case LLVMVectorTypeKind:
        *type = LLVMGetElementType(*type);
        if (LLVMGetTypeKind(*type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(*type) % 8)
            return ir_refuse(&s->ir, gep, "an address inside of a vector of bits");
        add_index(s, a, index->bits, LLVMABISizeOfType(s->layout, *type));
        return true;
    default: return ir_refuse(&s->ir, gep, "an address computation that is not modelled");
    }
}

/* Whether the first function touches the byte, or ends an access there: the address is one of the
 * object that its base points to. */
static term is_reached_by_first(tv_side *s, address at)
{
    term known = no(s);
    for (unsigned m = 0; m < s->ntheirs; m++)
        for (unsigned i = 0; i < s->theirs[m]->naccesses; i++) {
            const mem_access *a = &s->theirs[m]->accesses[i];
            if (a->at.base == at.base && at.offset - a->at.offset <= a->bytes)
                known = tv_or(s->ir.c, known, a->guard);
        }
    return known;
}

/* Whether an address computation may promise to stay in its object: one variable for each pair of
 * addresses, the same in both functions. */
static term stays_inside(tv_side *s, address from, address to, bool inbounds)
{
    char name[96];
    const mem_object *o = mem_world_find(s->world, from.base);
    if (from.base == to.base && from.offset == to.offset) return term_mk_bool(s->ir.c, true);
    if (o && from.base == to.base && to.offset <= o->size) return term_mk_bool(s->ir.c, true);
    snprintf(name, sizeof name, "%s.%u.%u", inbounds ? "inbounds" : "nusw",
             address_term(s->ir.c, from), address_term(s->ir.c, to));
    term promised = is_set(s, term_mk_var(s->ir.c, name, 1));
    if (!s->second || from.base != to.base) return promised;
    term reached = op2(s, TERM_AND, is_reached_by_first(s, from), is_reached_by_first(s, to));
    return op2(s, TERM_OR, promised, reached);
}

bool tv_read_gep(tv_side *s, LLVMValueRef gep, ir_value *out)
{
    ir_value base, index;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    if (LLVMGetTypeKind(LLVMTypeOf(gep)) != LLVMPointerTypeKind)
        return ir_refuse(&s->ir, gep, "a vector of addresses");
    if (!tv_side_value(s, LLVMGetOperand(gep, 0), &base)) return false;
    address from = address_of(s->ir.c, base.bits), a = from;
    term poison = base.poison, all = term_mk_ones(s->ir.c, 64);
    for (int i = 1; i < LLVMGetNumOperands(gep); i++) {
        if (!tv_side_value(s, LLVMGetOperand(gep, (unsigned)i), &index)) return false;
        poison = op2(s, TERM_BVOR, poison, ir_poison_when(s->ir.c, any_poison(s, &index), 64));
        if (i == 1) add_index(s, &a, index.bits, LLVMABISizeOfType(s->layout, type));
        else if (!step_type(s, gep, &type, &index, &a)) return false;
    }
    unsigned flags = LLVMGEPGetNoWrapFlags(gep);
    if (flags)
        poison = term_mk_ite(s->ir.c, stays_inside(s, from, a, flags & LLVMGEPFlagInBounds), poison,
                             all);
    if (s->second && (flags & LLVMGEPFlagNUW))
        return ir_refuse(&s->ir, gep, "nuw on an address is not modelled");
    *out = tv_address_value(s, a);
    out->poison = poison;
    return true;
}

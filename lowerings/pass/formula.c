/* formula.c - the operations of LLVM's IR in terms of the table's.
 *
 * Most are in the table themselves, under LLVM's name for them. instcombine turns many a compare with a select into an
 * intrinsic (umax, uadd.sat ...): where the table has no lowering of it, a formula takes it apart again. Formulas of
 * one name are tried in their order, so that a lowering of the whole, once the table has one, is taken first. A mask
 * (all ones or zeros in a field) selects by b ^ ((a ^ b) & mask), which LLVM makes one instruction of where the
 * machine has one. This file is the only place where the pass knows the names of operations. */
#include "formula.h"

#include <string.h>

#define ONE(op) {op, 2, {{op, 0, 1}}, 1}
#define COMPARE_AND_SELECT(name, compare) \
    {name, 2, {{compare, 0, 1}, {"xor", 0, 1}, {"and", 3, 2}, {"xor", 1, 4}}, 4}

static const formula formulas[] = {
    ONE("add"),
    ONE("sub"),
    ONE("mul"),
    ONE("udiv"),
    ONE("sdiv"),
    ONE("urem"),
    ONE("srem"),
    ONE("shl"),
    ONE("lshr"),
    ONE("ashr"),
    ONE("and"),
    ONE("or"),
    ONE("xor"),
    ONE("icmp eq"),
    ONE("icmp ne"),
    ONE("icmp ugt"),
    ONE("icmp uge"),
    ONE("icmp ult"),
    ONE("icmp ule"),
    ONE("icmp sgt"),
    ONE("icmp sge"),
    ONE("icmp slt"),
    ONE("icmp sle"),
    ONE("llvm.umax"),
    ONE("llvm.umin"),
    ONE("llvm.smax"),
    ONE("llvm.smin"),
    ONE("llvm.uadd.sat"),
    ONE("llvm.usub.sat"),
    ONE("llvm.sadd.sat"),
    ONE("llvm.ssub.sat"),
    COMPARE_AND_SELECT("llvm.umax", "icmp ugt"),
    COMPARE_AND_SELECT("llvm.umin", "icmp ult"),
    COMPARE_AND_SELECT("llvm.smax", "icmp sgt"),
    COMPARE_AND_SELECT("llvm.smin", "icmp slt"),
    {"llvm.uadd.sat", 2, {{"add", 0, 1}, {"icmp ult", 2, 0}, {"or", 2, 3}}, 3},
    {"llvm.usub.sat", 2, {{"sub", 0, 1}, {"icmp ugt", 0, 1}, {"and", 2, 3}}, 3},
    {"select", 3, {{"xor", 1, 2}, {"and", 3, 0}, {"xor", 2, 4}}, 3}, /* mask, a, b */
    {"zext", 2, {{"and", 0, 1}}, 1},                                 /* mask, ones */
};

static const struct {
    LLVMOpcode opcode;
    const char *name;
} operators[] = {
    {LLVMAdd, "add"},   {LLVMSub, "sub"},   {LLVMMul, "mul"},   {LLVMUDiv, "udiv"}, {LLVMSDiv, "sdiv"},
    {LLVMURem, "urem"}, {LLVMSRem, "srem"}, {LLVMShl, "shl"},   {LLVMLShr, "lshr"}, {LLVMAShr, "ashr"},
    {LLVMAnd, "and"},   {LLVMOr, "or"},     {LLVMXor, "xor"},
};

static const struct {
    LLVMIntPredicate predicate;
    const char *name;
} compares[] = {
    {LLVMIntEQ, "icmp eq"},   {LLVMIntNE, "icmp ne"},   {LLVMIntUGT, "icmp ugt"}, {LLVMIntUGE, "icmp uge"},
    {LLVMIntULT, "icmp ult"}, {LLVMIntULE, "icmp ule"}, {LLVMIntSGT, "icmp sgt"}, {LLVMIntSGE, "icmp sge"},
    {LLVMIntSLT, "icmp slt"}, {LLVMIntSLE, "icmp sle"},
};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static const char *compare_name(LLVMIntPredicate predicate)
{
    for (size_t i = 0; i < LENGTH(compares); i++)
        if (compares[i].predicate == predicate) return compares[i].name;
    return NULL;
}

/* The name of an intrinsic that has a formula: "llvm.umax". */
static const char *intrinsic_name(LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    unsigned id = callee && LLVMIsAFunction(callee) ? LLVMGetIntrinsicID(callee) : 0;
    size_t length;
    const char *name = id ? LLVMIntrinsicGetName(id, &length) : NULL;
    for (size_t i = 0; name && i < LENGTH(formulas); i++)
        if (strlen(formulas[i].name) == length && memcmp(formulas[i].name, name, length) == 0) return formulas[i].name;
    return NULL;
}

const char *formula_name(LLVMValueRef inst)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(inst);
    if (opcode == LLVMICmp) return compare_name(LLVMGetICmpPredicate(inst));
    if (opcode == LLVMCall) return intrinsic_name(inst);
    for (size_t i = 0; i < LENGTH(operators); i++)
        if (operators[i].opcode == opcode) return operators[i].name;
    return NULL;
}

static bool step_has_lowering(const target_view *v, const formula_step *s, const layout *l)
{
    for (unsigned i = 0; i < l->npieces; i++)
        if ((i == 0 || l->pieces[i].bits != l->pieces[i - 1].bits) && !target_find(v, s->llvm, l->w, l->pieces[i].bits))
            return false;
    return true;
}

static bool has_lowerings(const target_view *v, const formula *f, const layout *l)
{
    for (unsigned i = 0; i < f->nsteps; i++)
        if (!step_has_lowering(v, &f->steps[i], l)) return false;
    return true;
}

const formula *formula_find(const target_view *v, const char *name, const layout *l)
{
    for (size_t i = 0; i < LENGTH(formulas); i++)
        if (strcmp(formulas[i].name, name) == 0 && has_lowerings(v, &formulas[i], l)) return &formulas[i];
    return NULL;
}

static const recipe *step_recipe(targets *t, const target_view *v, const formula_step *s, unsigned w, unsigned bits)
{
    const struct lowering_entry *e = target_find(v, s->llvm, w, bits);
    return e && e->arity == 2 ? target_recipe(t, v, e) : NULL;
}

bool formula_usable(const formula *f, targets *t, const target_view *v, const layout *l)
{
    for (unsigned i = 0; i < f->nsteps; i++)
        for (unsigned k = 0; k < l->npieces; k++)
            if (!step_recipe(t, v, &f->steps[i], l->w, l->pieces[k].bits)) return false;
    return true;
}

LLVMValueRef formula_apply(const formula *f, targets *t, const target_view *v, const layout *l, unsigned piece_number,
                           LLVMBuilderRef b, const LLVMValueRef *operands)
{
    LLVMValueRef values[FORMULA_MAX_OPERANDS + FORMULA_MAX_STEPS];
    memcpy(values, operands, f->noperands * sizeof *operands);
    for (unsigned i = 0; i < f->nsteps; i++) {
        const formula_step *s = &f->steps[i];
        const recipe *r = step_recipe(t, v, s, l->w, l->pieces[piece_number].bits);
        values[f->noperands + i] = recipe_apply(r, b, (LLVMValueRef[]){values[s->a], values[s->b]});
    }
    return values[f->noperands + f->nsteps - 1];
}

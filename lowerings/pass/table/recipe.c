// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* recipe.c - copies lowerings into functions.
 *
 * A lowering is a function of one block: straight-line instructions and a `ret`. Values of it are
 * numbered, arguments first; for each instruction the operands that are such values are listed as
 * (operand, number), all others (constants, types, callees) stay as they are, because the table's
 * IR lives in the context of the module that is lowered. Copying is then a clone an instruction and
 * no search. Called through target_recipe and by lower.c. */
#include "recipe.h"

#include <string.h>

#include "lowerings/pass/base/fields.h"
#include "lowerings/pass/base/shim.h"
#include "spec/base/map.h"
#include "uses.h"

typedef struct source_operand {
    unsigned operand; /* of the instruction */
    unsigned value;   /* its number in the recipe */
} source_operand;

typedef struct step {
    LLVMValueRef instruction; /* in the table's IR */
    LLVMValueRef callee;      /* the declaration in the target module, for calls */
    unsigned noperands;
    source_operand *operands;
} step;

struct recipe {
    const char *mark; /* of copies, or NULL */
    unsigned nargs, nsteps;
    unsigned result;       /* number of the value that is returned ... */
    LLVMValueRef constant; /* ... unless it is a constant */
    step *steps;
    LLVMValueRef *values; /* room for the numbered values of the copy at hand */
};

/* The declaration of an intrinsic in another module of the same context; NULL when f is an ordinary
 * function. */
static LLVMValueRef declare_intrinsic(LLVMModuleRef target, LLVMValueRef f)
{
    if (!f || !LLVMIsAFunction(f) || !LLVMGetIntrinsicID(f)) return NULL;
    size_t length;
    const char *name = LLVMGetValueName2(f, &length);
    LLVMValueRef known = LLVMGetNamedFunction(target, name);
    return known ? known : LLVMAddFunction(target, name, LLVMGlobalGetValueType(f));
}

/* Numbers are stored plus one, so that NULL means "not a value of the recipe". */
static bool add_step(arena *p, recipe *r, map *numbers, LLVMModuleRef target,
                     LLVMValueRef instruction)
{
    step *s = &r->steps[r->nsteps++];
    s->instruction = instruction;
    if (LLVMIsACallInst(instruction)) {
        s->callee = declare_intrinsic(target, LLVMGetCalledValue(instruction));
        if (!s->callee) return false;
    }
    unsigned count = (unsigned)LLVMGetNumOperands(instruction);
    s->operands = arena_new(p, count, source_operand);
    for (unsigned i = 0; i < count; i++) {
        uintptr_t number = (uintptr_t)map_get(numbers, LLVMGetOperand(instruction, i));
        if (number) s->operands[s->noperands++] = (source_operand){i, (unsigned)number - 1};
    }
    map_put(numbers, instruction, (void *)(uintptr_t)(r->nargs + r->nsteps));
    return true;
}

static bool take_result(recipe *r, const map *numbers, LLVMValueRef value)
{
    uintptr_t number = (uintptr_t)map_get(numbers, value);
    if (number) r->result = (unsigned)number - 1;
    else if (LLVMIsConstant(value)) r->constant = value;
    return number || r->constant;
}

static bool take_apart(arena *p, recipe *r, map *numbers, LLVMModuleRef target,
                       LLVMBasicBlockRef block)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
        if (LLVMIsAReturnInst(i)) return take_result(r, numbers, LLVMGetOperand(i, 0));
        if (LLVMIsATerminatorInst(i) || !add_step(p, r, numbers, target, i)) return false;
    }
    return false;
}

static unsigned count_instructions(LLVMBasicBlockRef block)
{
    unsigned count = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) count++;
    return count;
}

/* One block, and carriers of the class as arguments and result. */
static bool has_shape(LLVMValueRef f, const struct lowering_entry *entry)
{
    if (!f || LLVMCountBasicBlocks(f) != 1 || LLVMCountParams(f) != entry->arity) return false;
    LLVMTypeRef type = LLVMGlobalGetValueType(f);
    LLVMTypeRef carrier = fields_carrier(LLVMGetTypeContext(type), entry->bits);
    if (LLVMGetReturnType(type) != carrier) return false;
    for (unsigned i = 0; i < entry->arity; i++)
        if (LLVMTypeOf(LLVMGetParam(f, i)) != carrier) return false;
    return true;
}

const recipe *recipe_load(arena *p, LLVMModuleRef source, LLVMModuleRef target,
                          const struct lowering_entry *entry, const char *mark)
{
    LLVMValueRef f = LLVMGetNamedFunction(source, LOWERING_FUNCTION);
    if (!has_shape(f, entry)) return NULL;
    LLVMBasicBlockRef block = LLVMGetEntryBasicBlock(f);
    unsigned count = count_instructions(block);
    recipe *r = arena_new(p, 1, recipe);
    r->mark = mark;
    r->nargs = entry->arity;
    r->steps = arena_new(p, count, step);
    r->values = arena_new(p, r->nargs + count, LLVMValueRef);
    map numbers = {0};
    for (unsigned i = 0; i < r->nargs; i++)
        map_put(&numbers, LLVMGetParam(f, i), (void *)(uintptr_t)(i + 1));
    bool usable = take_apart(p, r, &numbers, target, block);
    map_free(&numbers);
    return usable ? r : NULL;
}

unsigned recipe_steps_of(const recipe *r, unsigned arg)
{
    unsigned count = 0;
    /* anything stands for "of it" */
    for (unsigned i = 0; i < r->nargs; i++)
        r->values[i] = i == arg ? r->steps[0].instruction : NULL;
    for (unsigned i = 0; i < r->nsteps; i++) {
        const step *s = &r->steps[i];
        bool of_it = s->noperands > 0;
        for (unsigned k = 0; k < s->noperands; k++)
            of_it &= r->values[s->operands[k].value] != NULL;
        r->values[r->nargs + i] = of_it ? s->instruction : NULL;
        count += of_it && !LLVMIsABitCastInst(s->instruction);
    }
    return count;
}

/* The argument that a value of the recipe is, cast or not; nargs: none. */
static unsigned argument_of(const recipe *r, unsigned value)
{
    while (value >= r->nargs) {
        const step *s = &r->steps[value - r->nargs];
        if (!LLVMIsABitCastInst(s->instruction) || !s->noperands) return r->nargs;
        value = s->operands[0].value;
    }
    return value;
}

static const step *only_call(const recipe *r)
{
    const step *call = NULL;
    for (unsigned i = 0; i < r->nsteps; i++) {
        if (LLVMIsABitCastInst(r->steps[i].instruction)) continue;
        if (call || !r->steps[i].callee) return NULL;
        call = &r->steps[i];
    }
    return call;
}

bool recipe_is_call(const recipe *r, LLVMValueRef call, LLVMValueRef *args)
{
    const step *s = only_call(r);
    if (!s || LLVMGetCalledValue(call) != s->callee || s->noperands != r->nargs) return false;
    unsigned next = 0;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        LLVMValueRef operand = LLVMGetOperand(call, i);
        if (next < s->noperands && s->operands[next].operand == i) {
            unsigned arg = argument_of(r, s->operands[next++].value);
            if (arg == r->nargs) return false;
            args[arg] = operand;
        } else if (operand != LLVMGetOperand(s->instruction, i)) {
            return false;
        }
    }
    return true;
}

/* What a step with constant operands gives, if LLVM knows; else NULL. */
static LLVMValueRef fold_step(const recipe *r, const step *s)
{
    enum { OPERANDS = 4 };
    LLVMValueRef operand[OPERANDS];
    unsigned count = (unsigned)LLVMGetNumOperands(s->instruction);
    if (s->noperands == 0 || count > OPERANDS) return NULL;
    for (unsigned i = 0; i < s->noperands; i++)
        if (!LLVMIsConstant(r->values[s->operands[i].value])) return NULL;
    for (unsigned i = 0; i < count; i++) operand[i] = LLVMGetOperand(s->instruction, i);
    for (unsigned i = 0; i < s->noperands; i++)
        operand[s->operands[i].operand] = r->values[s->operands[i].value];
    return shim_fold(s->instruction, operand);
}

LLVMValueRef recipe_cast(LLVMBuilderRef b, LLVMValueRef value, LLVMTypeRef type)
{
    LLVMValueRef from = LLVMIsABitCastInst(value) ? LLVMGetOperand(value, 0) : NULL;
    return from && LLVMTypeOf(from) == type ? from : LLVMBuildBitCast(b, value, type, "");
}

/* *fresh: the instruction, where the step becomes one. */
static LLVMValueRef copy_step(const recipe *r, const step *s, LLVMBuilderRef b,
                              LLVMValueRef *fresh)
{
    LLVMValueRef folded = fold_step(r, s);
    if (folded) return folded;
    if (LLVMIsABitCastInst(s->instruction) && s->noperands)
        return recipe_cast(b, r->values[s->operands[0].value], LLVMTypeOf(s->instruction));
    LLVMValueRef copy = LLVMInstructionClone(s->instruction);
    for (unsigned i = 0; i < s->noperands; i++)
        LLVMSetOperand(copy, s->operands[i].operand, r->values[s->operands[i].value]);
    if (s->callee) LLVMSetOperand(copy, (unsigned)LLVMGetNumOperands(copy) - 1, s->callee);
    LLVMInsertIntoBuilder(b, copy);
    *fresh = copy;
    return copy;
}

LLVMValueRef recipe_apply(const recipe *r, LLVMBuilderRef b, const LLVMValueRef *args)
{
    LLVMValueRef last = NULL;
    memcpy(r->values, args, r->nargs * sizeof *args);
    for (unsigned i = 0; i < r->nsteps; i++)
        r->values[r->nargs + i] = copy_step(r, &r->steps[i], b, &last);
    if (r->mark && last) uses_mark(last, r->mark);
    return r->constant ? r->constant : r->values[r->result];
}

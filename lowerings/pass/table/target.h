// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* target.h - which lowerings a function may use: the table's target for its CPU and features, and
 * its recipes. */
#ifndef LANESMITH_PASS_TARGET_H
#define LANESMITH_PASS_TARGET_H

#include "lowerings/permute/machine.h"
#include "recipe.h"
#include "spec/base/base.h"
#include "spec/base/map.h"
#include "table.h"

#include <llvm-c/Core.h>

/* What casts.c found a cast of so many fields to cost, instructions. */
typedef struct cast_price {
    unsigned from, to, fields, max_bits, cost;
    const struct cast_price *next;
} cast_price;

/* One table target in use by one module; made when the first function for it is met. */
typedef struct target_use {
    const struct lowering_target *table;
    const recipe **recipes; /* one an entry, NULL until needed */
    /* one an entry: its IR is not usable, a bug of the table, reported once */
    bool *broken;
    machine machine; /* what the entries of capabilities say, of registers up to ... */
    unsigned machine_bits; /* ... so many bits; 0: not looked at yet */
    const cast_price *cast_prices; /* a function may have very many casts, but of few kinds */
} target_use;

typedef struct targets {
    LLVMModuleRef module; /* the one that is lowered */
    unsigned level;       /* of the default pipeline that goes on behind the pass; 0: none does */
    bool tells_uses;      /* somebody wants to know which lowerings were taken: uses.h */
    arena arena;
    target_use *uses;               /* one a table target */
    unsigned first, end;            /* those of the module's architecture */
    stack sources;                  /* the modules that recipes are copied from */
    map ways;                       /* of transposition that were found, by goal and target */
    LLVMAttributeRef cpu, features; /* of the last choice ... */
    target_use *chosen;             /* ... and the choice, NULL for none */
    bool any_chosen;
} targets;

void targets_init(targets *t, LLVMModuleRef module);
void targets_free(targets *t);

/* LLVM splits wide vectors of ordinary operations unless the function says that it needs registers
 * of so many bits. */
void target_require_registers(LLVMValueRef function, unsigned bits);

/* What a function may use. */
typedef struct target_view {
    /* what the table has for the function; of less capable targets of its architecture the first */
    target_use *use, *least;
    targets *all;      /* whose they are */
    unsigned max_bits; /* widest register that the function allows */
} target_view;
/* Makes it the view of the next less capable target, all of whose features the function has. False,
 * and nothing changed, where there is none. */
bool target_lesser(target_view *v);
/* The bits of the widest vector register that the target has and the function allows. */
unsigned target_register_bits(const target_view *v);
/* False when the table has no target for the function. */
bool targets_choose(targets *t, LLVMValueRef function, target_view *out);

/* The entry for an operation ("add", "shl_3") on w-bit fields in a register of `bits` bits, or
 * NULL. Where it needs wider registers than the function allows, a less capable target's. */
const struct lowering_entry *target_find(const target_view *v, const char *op, unsigned w,
                                         unsigned bits);
/* Its body, ready to be copied into targets->module. NULL when the table's IR is not usable (a bug
 * of the table). */
const recipe *target_recipe(targets *t, const target_view *v, const struct lowering_entry *entry);
/* Has the table any lowering of w-bit fields in registers of `bits` bits? */
bool target_has_class(const target_view *v, unsigned w, unsigned bits);

/* What the target's instructions can do to bits, in registers that the function allows. Valid until
 * a function that allows others is looked at. */
const machine *target_machine(const target_view *v);
bool target_can(const target_view *v, capability a, unsigned bytes);
/* The capability as code, on registers of one size and any types; the result is of the given type.
 * NULL when the target has it not. */
LLVMValueRef target_apply(const target_view *v, LLVMBuilderRef b, capability a,
                          const LLVMValueRef *args, LLVMTypeRef result);
/* Is it a call of the instruction that has the capability? args: the capability's operands. */
bool target_is_call(const target_view *v, LLVMValueRef call, capability a, LLVMValueRef *args);

/* The value of a function's string attribute, copied to the arena; "" when absent. */
const char *target_attribute(arena *p, LLVMValueRef function, const char *name);

#endif

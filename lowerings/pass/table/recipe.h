// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* recipe.h - the body of one lowering, taken apart so that it can be copied quickly into any
 * function. */
#ifndef LANESMITH_PASS_RECIPE_H
#define LANESMITH_PASS_RECIPE_H

#include <llvm-c/Core.h>

#include "spec/base/base.h"
#include "table.h"

typedef struct recipe recipe;

/* Takes the entry's function of `source` apart; intrinsics that it calls are declared in `target`.
 * mark: what copies are marked with (uses.h), or NULL.
 * NULL when it is not one block of ordinary instructions on registers of entry->bits bits. Lives in
 * the arena. */
const recipe *recipe_load(arena *p, LLVMModuleRef source, LLVMModuleRef target,
                          const struct lowering_entry *entry, const char *mark);

/* How many of its steps, but for those that only name a type, are of that argument and of constants
 * alone. */
unsigned recipe_steps_of(const recipe *r, unsigned arg);

/* Copies the body to the builder's place with the given arguments (carriers of the entry's class)
 * and returns the carrier of the result. */
LLVMValueRef recipe_apply(const recipe *r, LLVMBuilderRef b, const LLVMValueRef *args);

/* Is the body, but for casts, one call of what `call` calls, with the same constants? args: those
 * of the call that are the recipe's. */
bool recipe_is_call(const recipe *r, LLVMValueRef call, LLVMValueRef *args);

/* The value in another type of its size: what it was cast from, where it has that type. */
LLVMValueRef recipe_cast(LLVMBuilderRef b, LLVMValueRef value, LLVMTypeRef type);

#endif

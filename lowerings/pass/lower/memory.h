// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* memory.h - loads and stores of carriers, and of what is not brought to carriers. */
#ifndef LANESMITH_PASS_MEMORY_H
#define LANESMITH_PASS_MEMORY_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "lowerings/pass/base/fields.h"

/* Is a load or store neither volatile nor atomic? And is a value such a load? */
bool memory_is_plain(LLVMValueRef access);
bool memory_is_plain_load(LLVMValueRef value);
/* Can memory be read and written piece by piece? Else it is read and written as one integer. */
bool memory_by_bytes(const layout *l);
/* Reads carriers as `load`, an ordinary load of l->total bits, reads its value, from exactly the
 * same bytes and with the metadata that stays true. Freezes them unless the load is !noundef. */
void memory_load(LLVMBuilderRef b, const layout *l, LLVMValueRef load, LLVMValueRef *carriers);
/* Writes carriers as `store` writes its value, to exactly the same bytes. */
void memory_store(LLVMBuilderRef b, const layout *l, LLVMValueRef store,
                  const LLVMValueRef *carriers);
/* The same of a vector of so many bytes, those of the load's own type. */
LLVMValueRef memory_load_bytes(LLVMBuilderRef b, LLVMValueRef load, unsigned bytes);
/* Reads or writes a value of any type some bytes behind where the load or store does, with its
 * metadata and what is left of its alignment; and a value of what was read, frozen unless the load
 * is !noundef. */
LLVMValueRef memory_load_at(LLVMBuilderRef b, LLVMValueRef load, unsigned byte, LLVMTypeRef type);
void memory_store_at(LLVMBuilderRef b, LLVMValueRef store, unsigned byte, LLVMValueRef value);
LLVMValueRef memory_frozen(LLVMBuilderRef b, LLVMValueRef load, LLVMValueRef value);

#endif

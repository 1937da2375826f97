// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* masks.h - masks of w-bit fields, ones or zeros, to one packed bit a field and back; compares that
 * give such bits. */
#ifndef LANESMITH_PASS_MASKS_H
#define LANESMITH_PASS_MASKS_H

#include "lowerings/pass/base/fields.h"
#include "site.h"

/* Instructions of an operation that gives packed bits ("mask_bits", "eq_bits") on all pieces; 0: it
 * cannot be done. */
unsigned masks_pack_cost(const target_view *v, const char *op, const layout *fields);
bool masks_can_unpack(const target_view *v, const layout *fields);

/* The carriers of <n x i1>, in the layout `bits`, from one or two lists of carriers in the layout
 * `fields`. */
void masks_pack(const site *x, const char *op, const layout *fields, const LLVMValueRef *a,
                const LLVMValueRef *b, const layout *bits, LLVMValueRef *out);
/* The masks for the fields whose bits are given. */
void masks_unpack(const site *x, const layout *bits, const LLVMValueRef *a, const layout *fields,
                  LLVMValueRef *out);

/* Can masks_gather take these fields? Their width is a power of two, and they fill equal registers,
 * 1, 2, 4 ... of them. */
bool masks_can_gather(const layout *fields);
/* The packed bits in any order, as an integer of n bits: enough for who counts them, and much
 * cheaper. tops: only the highest bit of each field is right. */
LLVMValueRef masks_gather(LLVMBuilderRef b, const layout *fields, const LLVMValueRef *a, bool tops);

/* Does counting the set fields where they are cost less than the count of gathered bits? Where
 * counting bits is no instruction. */
bool masks_can_count(const target_view *v, const layout *fields);
/* How many fields of the masks, which masks_can_count takes, are set, as a number of 32 bits. */
LLVMValueRef masks_count(LLVMBuilderRef b, const layout *fields, const LLVMValueRef *a, bool tops);

#endif

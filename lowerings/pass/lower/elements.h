// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* elements.h - single fields taken out of carriers and put into them, and all fields reduced to
 * one. */
#ifndef LANESMITH_PASS_ELEMENTS_H
#define LANESMITH_PASS_ELEMENTS_H

#include "lowerings/pass/base/fields.h"
#include "site.h"

/* Can a field at a variable index be reached? At a constant index in range it always can. */
bool elements_can_index(const layout *l);
/* index: a constant in range or, where elements_can_index, any integer. The field as iw. */
LLVMValueRef elements_extract(const site *x, const layout *l, const LLVMValueRef *carriers,
                              LLVMValueRef index);
/* Carriers with one field replaced by `field`, an iw that is not poison. */
void elements_insert(const site *x, const layout *l, const LLVMValueRef *carriers,
                     LLVMValueRef field, LLVMValueRef index, LLVMValueRef *out);

bool elements_can_reduce(const target_view *v, const char *pairwise, const layout *l);
/* Are all bits of the fields ones, or any? As i1, by comparing whole registers. */
LLVMValueRef elements_test(const site *x, bool all, const layout *l, const LLVMValueRef *carriers);
/* The instructions that elements_reduce takes. */
unsigned elements_reduce_cost(const target_view *v, const char *reduction, const char *pairwise,
                              const layout *l);
/* All fields put together by the operation, as iw: "reduce_add" where the table has it, else "add"
 * on halves. */
LLVMValueRef elements_reduce(const site *x, const char *reduction, const char *pairwise,
                             const layout *l, const LLVMValueRef *carriers);

#endif

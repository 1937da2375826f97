// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* products.h - sums of products of small fields, in which pairs of products are summed by one
 * instruction. */
#ifndef LANESMITH_PASS_PRODUCTS_H
#define LANESMITH_PASS_PRODUCTS_H

#include "lowerings/pass/table/target.h"

/* Is the instruction a vector of exact products, of fields of 2 or 4 bits with such or with bytes,
 * of which nothing but the sum over all elements is wanted? */
bool products_summed(LLVMValueRef inst);
/* Does LLVM read the fields of such products itself, since they are plain bits to which nothing
 * else is done? */
bool products_of_plain(LLVMValueRef inst);
/* Is there an instruction that adds such products? */
bool products_pay(const target_view *v);
/* A vector of the same type and with the same sum, modulo 2^width. *made: the part of it that has
 * to be lowered for it to be any good. The sums that it is a part of lose the flags nuw and nsw,
 * since other elements are added. Requires: products_summed, products_pay. */
LLVMValueRef products_build(LLVMBuilderRef b, const target_view *v, LLVMValueRef inst,
                            LLVMValueRef *made);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* networks.h - networks of operations element by element, with shuffles between, made anew with
 * fewer shuffles. */
#ifndef LANESMITH_PASS_NETWORKS_H
#define LANESMITH_PASS_NETWORKS_H

#include "lowerings/pass/table/target.h"

/* May the function have any? Quick. */
bool networks_have_work(LLVMValueRef function);
/* How many it has. */
unsigned networks_count(LLVMValueRef function);
/* Replaces all networks, in registers of so many bits. Not every one is shorter then: who calls
 * counts. How many there were. */
unsigned networks_function(const target_view *v, LLVMValueRef function, unsigned bits);

#endif

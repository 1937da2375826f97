// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* jit.h - functions of IR compiled in memory for the machine at hand, for the tests that run them.
 * What goes wrong ends the process with status 3 and LLVM's message. */
#ifndef LANESMITH_TESTS_JIT_H
#define LANESMITH_TESTS_JIT_H

#include <llvm-c/LLJIT.h>
#include <llvm-c/TargetMachine.h>
#include <stdbool.h>
#include <stddef.h>

struct lowering_target;

void jit_fail_if(LLVMErrorRef error);
void jit_start(void); /* once, before anything else */
/* A new context for one module that jit_compile gets, and the same as LLVM's JIT has it. */
LLVMOrcThreadSafeContextRef jit_context(LLVMContextRef *context);
/* A module for the machine's triple. */
LLVMModuleRef jit_parse(LLVMContextRef context, const char *ir, size_t length);
/* All functions for that CPU. */
void jit_set_cpu(LLVMModuleRef module, const char *cpu);
/* Is the target one of the machine's architecture? Code for others cannot run here in any form. */
bool jit_is_of_host(const struct lowering_target *target);
/* Has the machine all that the target has? */
bool jit_host_has(const struct lowering_target *target);
/* Removes functions that call instructions by name, and lets the rest run on any machine. Returns
 * how many those are. */
unsigned jit_make_runnable(LLVMModuleRef module);
/* The module is the JIT's then, and so is the context. What was not lowered is long, and LLVM takes
 * most of a minute to schedule it: LLVMCodeGenLevelNone leaves that out. */
LLVMOrcLLJITRef jit_compile(LLVMModuleRef module, LLVMOrcThreadSafeContextRef context,
                            LLVMCodeGenOptLevel level);
/* NULL where the function was removed, which `may_lack` allows. */
void *jit_find(LLVMOrcLLJITRef jit, const char *name, bool may_lack);

#endif

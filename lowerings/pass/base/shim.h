// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* shim.h - the questions that LLVM answers in C++ only; shim.cpp asks it. */
#ifndef LANESMITH_PASS_SHIM_H
#define LANESMITH_PASS_SHIM_H

#include <llvm-c/Core.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Does the CPU of the triple's architecture, with a "+a,-b" list of features applied, have every
 * one of the NULL-terminated list `wanted`? cpu "" and "generic" are the plainest; one that is
 * unknown, or of an architecture that the program has no code generator of, has not even
 * nothing. */
int shim_has(const char *triple, const char *cpu, const char *features, const char *const *wanted);
/* Is the value known to be neither undef nor poison, in no field? */
int shim_not_poison(LLVMValueRef value);
/* Is the integer 0 or 1, wherever it is not poison? */
int shim_is_bit(LLVMValueRef value);
/* Does anybody want to be told what was left (`-pass-remarks-missed=lanesmith`,
 * `-Rpass-missed=lanesmith`)? */
int shim_wants_missed(LLVMContextRef context);
/* Tells that the instruction was left: `name` is the remark's, text says why. */
void shim_tell_missed(LLVMValueRef instruction, const char *name, const char *text);
/* Tells that a function was changed: how many instructions on small fields were replaced and left;
 * about how many machine instructions the former are now, and would have been. */
void shim_tell_lowered(LLVMValueRef function, unsigned lowered, unsigned left, long ours,
                       long theirs);
/* Does anybody want to be told which lowerings a function was made of
 * (`-pass-remarks-analysis=lanesmith`, `-Rpass-analysis=lanesmith`)? And tells it. */
int shim_wants_uses(LLVMContextRef context);
void shim_tell_uses(LLVMValueRef function, const char *text);
/* Tells that a function was left, since lowered it is longer: machine instructions of both. */
void shim_tell_left(LLVMValueRef function, long ours, long theirs);
/* Machine instructions of the function when what the default pipeline of that level (1 to 3) does
 * behind the pass is done to it, 0: nothing, and it is compiled at the code generator's default
 * level; -1 where that is not known: LLVM has no code generator for the target here, or the
 * function cannot be taken out of its module. LONG_MAX where LLVM dies of it. */
long shim_count(LLVMValueRef function, unsigned level);
int shim_is_counting(void); /* in this thread: a fatal error is to abort, and not to exit */
/* The program has a handler of LLVM's fatal errors that does so. All others get one when something
 * is counted first. */
void shim_handles_errors(void);
/* A copy of the function in its module, to try things on. */
LLVMValueRef shim_copy(LLVMValueRef function);
/* Do the functions do the same in the same words, but for their names? */
int shim_same(LLVMValueRef a, LLVMValueRef b);
/* The constant that the instruction gives with other operands (of a call the function is the last);
 * NULL if it gives none. */
LLVMValueRef shim_fold(LLVMValueRef instruction, const LLVMValueRef *operands);
/* Is the value a call of the processor's sum, or difference (*minus), of two words of 64 bits and a
 * carry? Its operands are the carry (i8, any but 0 is 1) and both words; it gives the carry out
 * (i8, 0 or 1) and the word. */
int shim_carries_word(LLVMValueRef value, int *minus);
/* Both triples are of one architecture. "": the host's. */
int shim_same_architecture(const char *a, const char *b);

#ifdef __cplusplus
}
#endif
#endif

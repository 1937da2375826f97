// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* asmcount.h - which machine instructions count: the rules of BASELINES.md as one table.
 *
 * Works on one line of AT&T text at a time, from the assembly printer or from the disassembler; knows nothing of LLVM.
 * Used by codegen.c and, for the one instruction that a function was made for, by costgen.c. */
#ifndef LANESMITH_ASMCOUNT_H
#define LANESMITH_ASMCOUNT_H

#include "spec/base/base.h"

typedef enum asm_class {
    ASM_NONE,    /* no instruction: label, directive, comment, blank */
    ASM_COUNTED, /* work */
    ASM_RETURN,
    ASM_MOVE,    /* register to register, and vzeroupper */
    ASM_CONST,   /* materialises a constant */
    ASM_MEMORY   /* loads an argument or stores a result */
} asm_class;
extern const char *const asm_class_names[];

/* Registers that hold a constant at the moment, so that a broadcast or transfer of one is known to materialise it too.
 * Start with {0} at each function. */
typedef struct asm_state {
    uint64_t constant[2]; /* bit r: register number r of asm_register */
} asm_state;

/* Classifies one line and notes its effect on s. */
asm_class asm_classify(asm_state *s, const char *line);
/* Number (0..95) of the register at the start of text ("%eax" and "%rax" are one, as are %xmm0, %ymm0, %zmm0); -1 when
 * there is none. */
int asm_register(const char *text);

#endif

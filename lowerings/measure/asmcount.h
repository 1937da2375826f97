// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* asmcount.h - which machine instructions count, by the table of an instruction set.
 *
 * Works on one line of text at a time, from the assembly printer or from the disassembler; knows
 * nothing of LLVM. Used by codegen.c and, for the one instruction that a function was made for, by
 * costgen.c. */
#ifndef LANESMITH_ASMCOUNT_H
#define LANESMITH_ASMCOUNT_H

#include "spec/isa.h"

/* Registers that hold a constant at the moment, so that a broadcast or transfer of one is known to
 * materialise it too. Start with {0} at each function. */
typedef struct asm_state {
    uint64_t constant[2]; /* bit r: register number r of asm_register */
    bool keeps;           /* the mode is one that keeps lanes of the target */
} asm_state;

/* Classifies one line and notes its effect on s. */
asm_class asm_classify(const asm_syntax *x, asm_state *s, const char *line);
/* Number of the register at the start of text, by which its names are one; -1: there is none. */
int asm_register(const asm_syntax *x, const char *text);
/* Whether the line is an instruction of one of these mnemonics. */
bool asm_has_mnemonic(const char *line, size_t length, const char *const *list);

#endif

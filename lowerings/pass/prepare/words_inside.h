// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* words_inside.h - chains of words, for the files of words.c: words_links.c reads them, words.c
 * makes one sum of each. */
#ifndef LANESMITH_PASS_WORDS_INSIDE_H
#define LANESMITH_PASS_WORDS_INSIDE_H

#include <llvm-c/Core.h>
#include <stdbool.h>

enum { WORD_BITS = 64, LINKS_MIN = 4, LINKS_MAX = 64, OWN_MAX = 12 };

/* A link: the sum, or difference, of two words and a carry. */
typedef struct link {
    bool minus;
    LLVMValueRef a, b;
    LLVMValueRef in;           /* a bit, a word of 0 or 1, the processor's carry; NULL: none */
    LLVMValueRef inner;        /* the sum of a and b, which the bit is added to; NULL: whole */
    LLVMValueRef whole;        /* the pair, or the sum itself, whose word it is */
    LLVMValueRef out;          /* the carry, as the link was found by it; NULL: not asked for */
    LLVMValueRef own[OWN_MAX]; /* instructions that go */
    unsigned nown;
} link;

typedef struct chain {
    link links[LINKS_MAX]; /* the last one first */
    unsigned count;
} chain;

static inline bool is_instruction(LLVMValueRef v, LLVMOpcode opcode)
{
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == opcode;
}

static inline bool is_integer(LLVMValueRef v, unsigned bits)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == bits;
}

static inline bool same_block(LLVMValueRef a, LLVMValueRef b)
{
    return LLVMGetInstructionParent(a) == LLVMGetInstructionParent(b);
}

/* The chain whose last link the instruction is, with its carry if somebody asks for that; count is
 * 0 where it is none. */
void words_follow(LLVMValueRef top, chain *c);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* block.h - blocks of registers: classes whose values are 2, 4, 8 ... registers of one class.
 *
 * A program takes a block apart by `part4 a I`, register I of it, and puts halves together by `join
 * low high`. Neither is an instruction of a processor: registers of a block are registers all the
 * time. */
#ifndef LANESMITH_BLOCK_H
#define LANESMITH_BLOCK_H

#include "spec.h"

enum { BLOCK_BITS_MAX = 4096 };

/* `part` and `join` for every block; spec_index_names is for the caller. */
void blocks_make_instrs(spec *s);
const instr *block_part(const spec *s, const regclass *block);
const instr *block_join(const spec *s, const regclass *block); /* of two halves */

/* What either computes, as a term; and as a line of LLVM IR, a template as instr.llvm is. */
term block_apply(const instr *in, term_ctx *c, const term *src, int64_t imm);
const char *block_line(const instr *in, int64_t imm, arena *mem);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* blocks.h - the stage for blocks of registers: what is known of one register, done with each. The
 * carry out of a register is the carry into the next; of two operands without a carry the second is
 * what comes in from the register before. */
#ifndef LANESMITH_SYNTH_BLOCKS_H
#define LANESMITH_SYNTH_BLOCKS_H

#include "inherit.h"
#include "spec/prog.h"
#include "synth.h"

/* What is known of a block's cell. */
typedef struct blocks_known {
    unsigned length;            /* of its program; 0: it has none */
    const char *const *program; /* those of the same operation on one register, the best first */
    unsigned nprograms;
} blocks_known;

/* The operation's cell on one register of the block. */
cell blocks_register_cell(const cell *c);
/* Whether the operation on a block may be that on its registers one after the other: operands and
 * results are one number in the block each, but for a carry; or two such operands, one result. */
bool blocks_are_for(const cell *c);

/* The program for the block that does with each of its registers what `one` does with a register.
 * False: it would have more than PROG_INSNS_MAX instructions. */
bool blocks_program(const spec *s, const cell *c, const prog *one, prog *out);

/* Judges one program a cell, unless it has one as short, or that was judged before; known: one for
 * each of the cells. LS_ENV when workers fail. */
ls_status blocks_run(const spec *s, const cell *cells, const blocks_known *known, unsigned count,
                     inherit_was *was, void *context, const synth_options *o,
                     const synth_sink *sink, diags *d);

#endif
